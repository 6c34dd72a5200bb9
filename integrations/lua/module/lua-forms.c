/* SPDX-License-Identifier: MIT
 *
 * Texts and answers that are made from whole URLs: normal forms, references, origins,
 * redacted URLs.
 */
#include "lua-module.h"

/* The arguments of a function of <locus.h>. */
struct call {
    struct view url;
    struct view other;
    unsigned flags;
    const struct locus_redaction *redaction;
    struct locus_report report;
};

static int write_normal(void *context, char *buf, size_t size, size_t *len)
{
    const struct call *const call = context;

    return locus_normalize(buf, size, len, call->url.url, call->url.text, call->flags);
}

static int write_resolved(void *context, char *buf, size_t size, size_t *len)
{
    const struct call *const call = context;

    return locus_resolve(buf, size, len, call->url.url, call->url.text, call->other.url,
                         call->other.text, LOCUS_STRICT);
}

static int write_relative(void *context, char *buf, size_t size, size_t *len)
{
    const struct call *const call = context;

    return locus_relativize(buf, size, len, call->url.url, call->url.text, call->other.url,
                            call->other.text);
}

static int write_origin(void *context, char *buf, size_t size, size_t *len)
{
    const struct call *const call = context;

    return locus_origin(buf, size, len, call->url.url, call->url.text, NULL);
}

static int write_redacted(void *context, char *buf, size_t size, size_t *len)
{
    struct call *const call = context;

    return locus_redact(buf, size, len, call->url.url, call->url.text, call->redaction,
                        &call->report);
}

/* Returns what is written, or nil and the error. */
static int written(lua_State *L, write_function *write, struct call *call)
{
    const int error = push_written(L, write, call);

    return error == 0 ? 1 : fail(L, error, NO_OFFSET, NULL);
}

/* locus.normalize(url [, steps [, grammar]]) */
int module_normalize(lua_State *L)
{
    struct call call = { .flags = check_steps(L, 2, LOCUS_STEPS) };

    check_view(L, 1, &call.url, locus_parse, check_grammar(L, 3, locus_web));
    if (call.url.url->error != 0)
        return fail_url(L, &call.url, NULL);
    return written(L, write_normal, &call);
}

/* The URLs of the first two arguments: a base, and a reference or a target. Returns 0, or
   the number of values that report the failure. */
static int check_pair(lua_State *L, struct call *call, parse_function *parse_other,
                      const char *other)
{
    const struct locus_grammar *const grammar = check_grammar(L, 3, locus_web);

    check_view(L, 1, &call->url, locus_parse, grammar);
    check_view(L, 2, &call->other, parse_other, grammar);
    if (call->url.url->error != 0)
        return fail_url(L, &call->url, "base");
    if (call->other.url->error != 0)
        return fail_url(L, &call->other, other);
    return 0;
}

/* locus.resolve(base, reference [, grammar]) */
int module_resolve(lua_State *L)
{
    struct call call = { 0 };
    const int failed = check_pair(L, &call, locus_parse_reference, "reference");

    return failed != 0 ? failed : written(L, write_resolved, &call);
}

/* locus.relativize(base, target [, grammar]) */
int module_relativize(lua_State *L)
{
    struct call call = { 0 };
    const int failed = check_pair(L, &call, locus_parse, "target");

    return failed != 0 ? failed : written(L, write_relative, &call);
}

/* locus.compare(a, b [, steps [, grammar]]): -1, 0 or 1 */
int module_compare(lua_State *L)
{
    const unsigned steps = check_steps(L, 3, LOCUS_STEPS);
    const struct locus_grammar *const grammar = check_grammar(L, 4, locus_web);
    struct view a, b;
    int order;

    check_view(L, 1, &a, locus_parse, grammar);
    check_view(L, 2, &b, locus_parse, grammar);
    if (a.url->error != 0)
        return fail_url(L, &a, "first URL");
    if (b.url->error != 0)
        return fail_url(L, &b, "second URL");
    order = locus_compare(a.url, a.text, b.url, b.text, steps);
    lua_pushinteger(L, (order > 0) - (order < 0));
    return 1;
}

/* locus.origin(url [, grammar]) */
int module_origin(lua_State *L)
{
    struct call call = { 0 };

    check_view(L, 1, &call.url, locus_parse, check_grammar(L, 2, locus_web));
    if (call.url.url->error != 0)
        return fail_url(L, &call.url, NULL);
    return written(L, write_origin, &call);
}

/* locus.same_origin(a, b [, grammar]): false if one of them is invalid */
int module_same_origin(lua_State *L)
{
    const struct locus_grammar *const grammar = check_grammar(L, 3, locus_web);
    struct view a, b;

    check_view(L, 1, &a, locus_parse, grammar);
    check_view(L, 2, &b, locus_parse, grammar);
    lua_pushboolean(L, locus_same_origin(a.url, a.text, b.url, b.text, NULL));
    return 1;
}

/* Reads the keys of the table on top of the stack. Pushes what holds them: the strings, and a
   userdata with a slice for each. */
static const struct locus_slice *check_keys(lua_State *L, size_t *count)
{
    struct locus_slice *keys;

    if (lua_type(L, -1) != LUA_TTABLE)
        luaL_argerror(L, 2, "keys is a table of strings");
    *count = own_list(L, 2, "keys is a table of strings");
    keys = lua_newuserdata(L, *count > 0 ? *count * sizeof *keys : 1);
    for (size_t i = 0; i < *count; i++) {
        lua_rawgeti(L, -2, (int)(i + 1));
        keys[i].text = lua_tolstring(L, -1, &keys[i].len);
        lua_pop(L, 1);
    }
    return keys;
}

/* locus.redact(url [, options [, grammar]]) */
int module_redact(lua_State *L)
{
    static const char *const names[] = { "mask", "keys", "plus", NULL };
    struct locus_redaction redaction = { .mask = { "XXX", 3 },
                                         .flags = LOCUS_PLUS_IS_SPACE };
    struct call call = { .redaction = &redaction };
    int error;

    check_view(L, 1, &call.url, locus_parse, check_grammar(L, 3, locus_web));
    if (!lua_isnoneornil(L, 2)) {
        check_options(L, 2, names);
        if (!option_flag(L, 2, "plus", 1))
            redaction.flags = 0;
        lua_getfield(L, 2, "mask");
        if (lua_type(L, -1) == LUA_TSTRING)
            redaction.mask.text = lua_tolstring(L, -1, &redaction.mask.len);
        else if (!lua_isnil(L, -1))
            luaL_argerror(L, 2, "mask is a string");
        lua_getfield(L, 2, "keys");
        if (!lua_isnil(L, -1))
            redaction.keys = check_keys(L, &redaction.key_count);
    }
    if (call.url.url->error != 0)
        return fail_url(L, &call.url, NULL);
    error = push_written(L, write_redacted, &call);
    if (error == 0)
        return 1;
    return call.report.part >= 0 ? fail(L, error, call.report.offset, "mask")
                                 : fail(L, error, NO_OFFSET, NULL);
}
