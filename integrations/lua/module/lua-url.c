/* SPDX-License-Identifier: MIT
 *
 * The class of URLs. A field of a URL is a string that is made when it is accessed.
 */
#include "lua-module.h"

#include <stddef.h>
#include <string.h>

/* The fields besides the parts. Their numbers follow those of the parts in the table of
   __index. */
enum field {
    FIELD_TEXT = LOCUS_PART_COUNT,
    FIELD_GRAMMAR,
    FIELD_FORM,
    FIELD_OTHER_FORM,
    FIELD_HOST_KIND,
    FIELD_HOST_CLASS,
    FIELD_PORT_NUMBER,
    FIELD_VALID,
    FIELD_ERROR,
    FIELD_ERROR_NAME,
    FIELD_ERROR_OFFSET,
    FIELD_END
};

static const char *const fields[FIELD_END - LOCUS_PART_COUNT] = {
    "text", "grammar", "form", "other_form", "host_kind", "host_class", "port_number",
    "valid", "error", "error_name", "error_offset"
};

static struct url_object *check_url(lua_State *L, int index)
{
    return luaL_checkudata(L, index, CLASS_URL);
}

/* Pushes a URL, which holds a copy of the text. */
static void push_url(lua_State *L, const struct locus_url *url, const char *text, size_t len)
{
    struct url_object *const object =
        push_object(L, offsetof(struct url_object, text) + len, CLASS_URL);

    object->url = *url;
    object->len = len;
    if (len > 0)
        memcpy(object->text, text, len);
}

/* Returns the URL that was parsed from the string at `index`, or the failure. */
static int result(lua_State *L, int index, const struct locus_url *url, int always)
{
    size_t len;
    const char *const text = lua_tolstring(L, index, &len);
    const struct view view = { .url = url, .text = text, .len = len };

    if (url->error != 0 && !always)
        return fail_url(L, &view, NULL);
    push_url(L, url, text, len);
    return 1;
}

/* locus.parse(text [, grammar]) */
int module_parse(lua_State *L)
{
    struct locus_url url;
    size_t len;
    const char *const text = luaL_checklstring(L, 1, &len);

    locus_parse(&url, text, len, check_grammar(L, 2, locus_web));
    return result(L, 1, &url, 0);
}

/* locus.reference(text [, grammar]) */
int module_reference(lua_State *L)
{
    struct locus_url url;
    size_t len;
    const char *const text = luaL_checklstring(L, 1, &len);

    locus_parse_reference(&url, text, len, check_grammar(L, 2, locus_web));
    return result(L, 1, &url, 0);
}

/* locus.target(text [, method [, grammar]]) */
int module_target(lua_State *L)
{
    struct locus_url url;
    size_t len, method_len;
    const char *const text = luaL_checklstring(L, 1, &len);
    const char *const method = luaL_optlstring(L, 2, "", &method_len);

    locus_parse_target(&url, text, len, check_grammar(L, 3, locus_web_target), method,
                       method_len);
    return result(L, 1, &url, 0);
}

/* locus.examine(text [, grammar [, method]]): never fails; the URL has the error. */
int module_examine(lua_State *L)
{
    struct locus_url url;
    size_t len, method_len;
    const char *const text = luaL_checklstring(L, 1, &len);
    const struct locus_grammar *const grammar = check_grammar(L, 2, locus_web);
    const char *const method = luaL_optlstring(L, 3, "", &method_len);

    if (method_len > 0)
        locus_parse_target(&url, text, len, grammar, method, method_len);
    else
        locus_parse(&url, text, len, grammar);
    if (url.error == LOCUS_ERROR_TOO_LONG)
        return luaL_error(L, "%s", locus_strerror(url.error));
    return result(L, 1, &url, 1);
}

static void push_part(lua_State *L, const struct url_object *object, enum locus_part part)
{
    const struct locus_span span = locus_get(&object->url, part);

    if (locus_has(&object->url, part))
        lua_pushlstring(L, object->text + span.off, span.len);
    else
        lua_pushnil(L);
}

/* Pushes a name, or nil if the library has none. */
static void push_name(lua_State *L, const char *name)
{
    if (name != NULL)
        lua_pushstring(L, name);
    else
        lua_pushnil(L);
}

/* Pushes a number, or nil if it is an error. */
static void push_number(lua_State *L, int number)
{
    if (number < 0)
        lua_pushnil(L);
    else
        lua_pushinteger(L, number);
}

static void push_field(lua_State *L, const struct url_object *object, int field)
{
    const struct locus_url *const url = &object->url;
    int class;

    switch (field) {
    case FIELD_TEXT:
        lua_pushlstring(L, object->text, object->len);
        break;
    case FIELD_GRAMMAR:
        push_name(L, locus_grammar_name(locus_url_grammar(url)));
        break;
    case FIELD_FORM:
        push_name(L, locus_form_name((enum locus_form)url->form));
        break;
    case FIELD_OTHER_FORM:
        push_name(L, locus_form_name((enum locus_form)url->other_form));
        break;
    case FIELD_HOST_KIND:
        push_name(L, locus_host_kind_name((enum locus_host_kind)url->host_kind));
        break;
    case FIELD_HOST_CLASS:
        class = url->error == 0 ? locus_host_class(url, object->text) : -1;
        push_name(L, class < 0 ? NULL : locus_class_name((enum locus_class)class));
        break;
    case FIELD_PORT_NUMBER:
        push_number(L, url->error == 0 ? locus_port(url, object->text) : -1);
        break;
    case FIELD_VALID:
        lua_pushboolean(L, url->error == 0);
        break;
    case FIELD_ERROR:
        push_name(L, url->error == 0 ? NULL : locus_strerror(url->error));
        break;
    case FIELD_ERROR_NAME:
        push_name(L, url->error == 0 ? NULL : locus_error_name(url->error));
        break;
    default:
        if (url->error == 0)
            lua_pushnil(L);
        else
            lua_pushinteger(L, (lua_Integer)url->error_offset);
    }
}

/* url.FIELD. The upvalue has the number of each field, and the methods. */
static int url_index(lua_State *L)
{
    const struct url_object *const object = check_url(L, 1);
    int field;

    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
    if (lua_type(L, -1) == LUA_TFUNCTION)
        return 1;
    if (lua_type(L, -1) != LUA_TNUMBER)
        return luaL_error(L, "a locus.URL has no field '%s'",
                          lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2)
                                                        : luaL_typename(L, 2));
    field = (int)lua_tointeger(L, -1);
    if (field < LOCUS_PART_COUNT)
        push_part(L, object, (enum locus_part)field);
    else
        push_field(L, object, field);
    return 1;
}

/* The part named at `index`. */
static enum locus_part check_part(lua_State *L, int index)
{
    size_t len;
    const char *const name = luaL_checklstring(L, index, &len);
    const int part = locus_part_from_name(name, len);

    if (part < 0)
        luaL_argerror(L, index, lua_pushfstring(L, "no part '%s'", name));
    return (enum locus_part)part;
}

/* url:has(part) */
static int url_has(lua_State *L)
{
    const struct url_object *const object = check_url(L, 1);

    lua_pushboolean(L, locus_has(&object->url, check_part(L, 2)));
    return 1;
}

/* url:span(part): the first and the last byte, for string.sub; or nil. */
static int url_span(lua_State *L)
{
    const struct url_object *const object = check_url(L, 1);
    const enum locus_part part = check_part(L, 2);
    const struct locus_span span = locus_get(&object->url, part);

    if (!locus_has(&object->url, part)) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, (lua_Integer)span.off + 1);
    lua_pushinteger(L, (lua_Integer)span.off + (lua_Integer)span.len);
    return 2;
}

static int url_tostring(lua_State *L)
{
    const struct url_object *const object = check_url(L, 1);

    lua_pushlstring(L, object->text, object->len);
    return 1;
}

static int url_len(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)check_url(L, 1)->len);
    return 1;
}

/* Two URLs are equal if their texts are equal and were parsed in the same way.
   locus.compare() compares normal forms. */
static int url_eq(lua_State *L)
{
    const struct url_object *const a = luaL_testudata(L, 1, CLASS_URL);
    const struct url_object *const b = luaL_testudata(L, 2, CLASS_URL);

    lua_pushboolean(L, a != NULL && b != NULL && a->len == b->len
                           && a->url.grammar == b->url.grammar
                           && a->url.form == b->url.form
                           && a->url.error == b->url.error
                           && memcmp(a->text, b->text, a->len) == 0);
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__tostring", url_tostring },
    { "__len", url_len },
    { "__eq", url_eq },
    { NULL, NULL }
};

/* The functions of the module whose first argument is a URL are methods, too. */
static const luaL_Reg methods[] = {
    { "has", url_has },
    { "span", url_span },
    { "findings", module_findings },
    { "any", module_any },
    { "normalize", module_normalize },
    { "resolve", module_resolve },
    { "relativize", module_relativize },
    { "compare", module_compare },
    { "origin", module_origin },
    { "same_origin", module_same_origin },
    { "redact", module_redact },
    { NULL, NULL }
};

void open_url(lua_State *L)
{
    new_class(L, CLASS_URL, metamethods, NULL);
    luaL_getmetatable(L, CLASS_URL);
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    for (int part = 0; part < FIELD_END; part++) {
        const char *const name = part < LOCUS_PART_COUNT
                                     ? locus_part_name((enum locus_part)part)
                                     : fields[part - LOCUS_PART_COUNT];

        if (name != NULL) {
            lua_pushinteger(L, part);
            lua_setfield(L, -2, name);
        }
    }
    lua_pushcclosure(L, url_index, 1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}
