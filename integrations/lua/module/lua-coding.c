/* SPDX-License-Identifier: MIT
 *
 * Encoding and decoding of components.
 */
#include "lua-module.h"

#include <string.h>

/* The components that are not parts. */
static const struct {
    const char *name;
    int component;
} components[] = {
    { "any", LOCUS_ANY },
    { "userinfo", LOCUS_USERINFO },
    { "segment", LOCUS_SEGMENT },
    { "query-item", LOCUS_QUERY_ITEM },
};

enum { COMPONENT_COUNT = sizeof components / sizeof *components };

struct call {
    const char *text;
    size_t len;
    const struct locus_grammar *grammar;
    int component;
    unsigned flags;
    struct locus_report report;
};

static int write_encoded(void *context, char *buf, size_t size, size_t *len)
{
    struct call *const call = context;

    return locus_encode(buf, size, len, call->text, call->len, call->grammar,
                        call->component, call->flags, &call->report);
}

static int write_decoded(void *context, char *buf, size_t size, size_t *len)
{
    struct call *const call = context;

    return locus_decode(buf, size, len, call->text, call->len, call->component, call->flags,
                        &call->report);
}

/* The component named at `index`. */
static int check_component(lua_State *L, int index, int otherwise)
{
    const char *names[COMPONENT_COUNT + LOCUS_PART_COUNT + 1] = { NULL };
    size_t len, count = 0;
    const char *name;
    int part;

    if (lua_isnoneornil(L, index))
        return otherwise;
    name = luaL_checklstring(L, index, &len);
    for (size_t i = 0; i < COMPONENT_COUNT; i++)
        if (strlen(components[i].name) == len && memcmp(components[i].name, name, len) == 0)
            return components[i].component;
    part = locus_part_from_name(name, len);
    if (part >= 0)
        return part;
    for (size_t i = 0; i < COMPONENT_COUNT; i++)
        names[count++] = components[i].name;
    for (int i = 0; i < LOCUS_PART_COUNT; i++)
        if (locus_part_name((enum locus_part)i) != NULL)
            names[count++] = locus_part_name((enum locus_part)i);
    return no_such(L, index, "component", name, names);
}

/* Reads the options of both functions from the table at `index`, if there is one. */
static unsigned check_flags(lua_State *L, int index)
{
    static const char *const names[] = { "keep", "plus", NULL };

    if (lua_isnoneornil(L, index))
        return 0;
    check_options(L, index, names);
    return (option_flag(L, index, "keep", 0) ? LOCUS_KEEP : 0u)
           | (option_flag(L, index, "plus", 0) ? LOCUS_PLUS_IS_SPACE : 0u);
}

/* locus.encode(text [, component [, options [, grammar]]]) */
int module_encode(lua_State *L)
{
    struct call call;
    int error;

    call.text = luaL_checklstring(L, 1, &call.len);
    call.component = check_component(L, 2, LOCUS_ANY);
    call.flags = check_flags(L, 3);
    call.grammar = check_grammar(L, 4, locus_rfc3986);
    error = push_written(L, write_encoded, &call);
    if (error == 0)
        return 1;
    return fail(L, error, error > LOCUS_ERROR_TOO_LONG ? call.report.offset : NO_OFFSET, NULL);
}

/* locus.decode(text [, component [, options]]): the text, and the names of the octets to
   beware of in it, if there are any */
int module_decode(lua_State *L)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } found[] = {
        { LOCUS_FOUND_CONTROL, "control" },
        { LOCUS_FOUND_NUL, "nul" },
        { LOCUS_FOUND_CR, "cr" },
        { LOCUS_FOUND_LF, "lf" },
        { LOCUS_FOUND_NOT_UTF8, "not-utf8" },
        { LOCUS_FOUND_DELIMITER, "delimiter" },
    };
    struct call call;
    luaL_Buffer names;
    int error, count = 0;

    call.text = luaL_checklstring(L, 1, &call.len);
    call.component = check_component(L, 2, LOCUS_ANY);
    call.flags = check_flags(L, 3);
    error = push_written(L, write_decoded, &call);
    if (error != 0)
        return fail(L, error,
                    error > LOCUS_ERROR_TOO_LONG || error == LOCUS_ERROR_HIDDEN
                        ? call.report.offset
                        : NO_OFFSET,
                    NULL);
    if (call.report.found == 0)
        return 1;
    luaL_buffinit(L, &names);
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        if (call.report.found & found[i].bit) {
            if (count++ > 0)
                luaL_addchar(&names, ',');
            luaL_addstring(&names, found[i].name);
        }
    luaL_pushresult(&names);
    return 2;
}
