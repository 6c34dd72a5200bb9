/* SPDX-License-Identifier: MIT
 *
 * What the functions of the module take and return.
 */
#include "lua-module.h"

#include <string.h>

#if LUA_VERSION_NUM < 502
void *luaL_testudata(lua_State *L, int index, const char *class)
{
    void *const object = lua_touserdata(L, index);
    int same = 0;

    if (object != NULL && lua_getmetatable(L, index)) {
        luaL_getmetatable(L, class);
        same = lua_rawequal(L, -1, -2);
        lua_pop(L, 2);
    }
    return same ? object : NULL;
}

void luaL_setfuncs(lua_State *L, const luaL_Reg *functions, int upvalues)
{
    luaL_checkstack(L, upvalues + 1, NULL);
    for (; functions->name != NULL; functions++) {
        for (int i = 0; i < upvalues; i++)
            lua_pushvalue(L, -upvalues);
        lua_pushcclosure(L, functions->func, upvalues);
        lua_setfield(L, -(upvalues + 2), functions->name);
    }
    lua_pop(L, upvalues);
}
#endif

int fail(lua_State *L, int error, size_t offset, const char *what)
{
    lua_pushnil(L);
    if (what != NULL)
        lua_pushfstring(L, "%s: %s", what, locus_strerror(error));
    else
        lua_pushstring(L, locus_strerror(error));
    if (offset == NO_OFFSET)
        lua_pushnil(L);
    else
        lua_pushinteger(L, (lua_Integer)offset);
    lua_pushstring(L, locus_error_name(error));
    return 4;
}

/* The errors after LOCUS_ERROR_USERINFO_PRESENT are not rules, and have no place, except
   for that of a method. */
static size_t place(const struct locus_url *url)
{
    return url->error > LOCUS_ERROR_TOO_LONG || url->error == LOCUS_ERROR_METHOD
               ? url->error_offset
               : NO_OFFSET;
}

int fail_url(lua_State *L, const struct view *view, const char *what)
{
    return fail(L, view->url->error, place(view->url), what);
}

int no_such(lua_State *L, int index, const char *what, const char *name,
            const char *const *names)
{
    luaL_Buffer list;

    luaL_buffinit(L, &list);
    for (size_t i = 0; names[i] != NULL; i++) {
        if (i > 0)
            luaL_addstring(&list, ", ");
        luaL_addstring(&list, names[i]);
    }
    luaL_pushresult(&list);
    lua_pushfstring(L, "no %s '%s' (%s)", what, name, lua_tostring(L, -1));
    return luaL_argerror(L, index, lua_tostring(L, -1));
}

/* Whether a string of Lua, which may contain NUL, is a name. */
static int same(const char *name, const char *text, size_t len)
{
    return strlen(name) == len && memcmp(name, text, len) == 0;
}

/* More grammars are not listed in a message. */
enum { MOST_GRAMMARS = 64 };

const struct locus_grammar *check_grammar(lua_State *L, int index,
                                          const struct locus_grammar *otherwise)
{
    const struct locus_grammar *grammar;
    const char *name;
    size_t len;

    if (lua_isnoneornil(L, index))
        return otherwise;
    name = luaL_checklstring(L, index, &len);
    grammar = locus_grammar_from_name(name, len);
    if (grammar == NULL) {
        const char *names[MOST_GRAMMARS] = { NULL };

        for (size_t i = 0; i < MOST_GRAMMARS - 1 && locus_grammar_at(i) != NULL; i++)
            names[i] = locus_grammar_name(locus_grammar_at(i));
        no_such(L, index, "grammar", name, names);
    }
    return grammar;
}

/* The names that the command has for --steps. */
static const struct {
    const char *name;
    unsigned steps;
} steps[] = {
    { "case", LOCUS_STEP_CASE },
    { "percent-case", LOCUS_STEP_PERCENT_CASE },
    { "decode", LOCUS_STEP_DECODE },
    { "dots", LOCUS_STEP_DOTS },
    { "port", LOCUS_STEP_PORT },
    { "path", LOCUS_STEP_PATH },
    { "ipv6", LOCUS_STEP_IPV6 },
    { "syntax", LOCUS_STEPS_SYNTAX },
    { "scheme", LOCUS_STEPS_SCHEME },
    { "default", LOCUS_STEPS },
    { "all", LOCUS_STEPS_ALL },
    { "none", 0 },
};

enum { STEP_COUNT = sizeof steps / sizeof *steps };

/* The step named by the string on top of the stack. */
static unsigned check_step(lua_State *L, int index)
{
    const char *names[STEP_COUNT + 1] = { NULL };
    size_t len;
    const char *const name = lua_tolstring(L, -1, &len);

    for (size_t i = 0; i < STEP_COUNT; i++)
        if (same(steps[i].name, name, len))
            return steps[i].steps;
    for (size_t i = 0; i < STEP_COUNT; i++)
        names[i] = steps[i].name;
    return (unsigned)no_such(L, index, "step", name, names);
}

unsigned check_steps(lua_State *L, int index, unsigned otherwise)
{
    unsigned result = 0;

    if (lua_isnoneornil(L, index))
        return otherwise;
    if (lua_type(L, index) == LUA_TSTRING) {
        lua_pushvalue(L, index);
        result = check_step(L, index);
        lua_pop(L, 1);
        return result;
    }
    luaL_checktype(L, index, LUA_TTABLE);
    for (int i = 1;; i++) {
        lua_rawgeti(L, index, i);
        if (lua_isnil(L, -1))
            break;
        if (lua_type(L, -1) != LUA_TSTRING)
            luaL_argerror(L, index, "steps are strings");
        result |= check_step(L, index);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return result;
}

void check_view(lua_State *L, int index, struct view *view, parse_function *parse,
                const struct locus_grammar *grammar)
{
    const struct url_object *const object = luaL_testudata(L, index, CLASS_URL);

    if (object != NULL) {
        view->url = &object->url;
        view->text = object->text;
        view->len = object->len;
        return;
    }
    if (!lua_isstring(L, index))
        luaL_argerror(L, index, lua_pushfstring(L, "string or locus.URL expected, got %s",
                                                luaL_typename(L, index)));
    view->text = lua_tolstring(L, index, &view->len);
    view->url = &view->parsed;
    parse(&view->parsed, view->text, view->len, grammar);
}

int option_flag(lua_State *L, int index, const char *name, int otherwise)
{
    int result = otherwise;

    lua_getfield(L, index, name);
    if (lua_isboolean(L, -1))
        result = lua_toboolean(L, -1);
    else if (!lua_isnil(L, -1))
        luaL_argerror(L, index, lua_pushfstring(L, "%s is true or false, not a %s", name,
                                                luaL_typename(L, -1)));
    lua_pop(L, 1);
    return result;
}

size_t own_list(lua_State *L, int index, const char *format)
{
    const size_t count = lua_rawlen(L, -1);

    lua_newtable(L);
    for (size_t i = 1; i <= count; i++) {
        lua_rawgeti(L, -2, (int)i);
        if (lua_type(L, -1) != LUA_TSTRING)
            luaL_argerror(L, index, lua_pushfstring(L, format, (int)i, luaL_typename(L, -1)));
        lua_rawseti(L, -2, (int)i);
    }
    lua_remove(L, -2);
    return count;
}

void check_options(lua_State *L, int index, const char *const *names)
{
    luaL_checktype(L, index, LUA_TTABLE);
    lua_pushnil(L);
    while (lua_next(L, index) != 0) {
        const char *name;
        size_t len, i = 0;

        if (lua_type(L, -2) != LUA_TSTRING)
            luaL_argerror(L, index,
                          lua_pushfstring(L, "options are named: {%s = ...}", names[0]));
        name = lua_tolstring(L, -2, &len);
        while (names[i] != NULL && !same(names[i], name, len))
            i++;
        if (names[i] == NULL)
            no_such(L, index, "option", name, names);
        lua_pop(L, 1);
    }
}

int push_written(lua_State *L, write_function *write, void *context)
{
    char small[2048];
    char *buf = small;
    size_t len = 0;
    int error = write(context, small, sizeof small, &len);

    if (error == LOCUS_ERROR_SPACE) {
        const size_t size = len;

        buf = lua_newuserdata(L, size);
        error = write(context, buf, size, &len);
        if (error == 0) {
            lua_pushlstring(L, buf, len);
            lua_remove(L, -2);
        } else {
            lua_pop(L, 1);
        }
        return error;
    }
    if (error == 0)
        lua_pushlstring(L, buf, len);
    return error;
}

void new_class(lua_State *L, const char *class, const luaL_Reg *meta,
               const luaL_Reg *methods)
{
    luaL_newmetatable(L, class);
    luaL_setfuncs(L, meta, 0);
    lua_pushstring(L, class);
    lua_setfield(L, -2, "__name");
    if (methods != NULL) {
        lua_newtable(L);
        luaL_setfuncs(L, methods, 0);
        lua_setfield(L, -2, "__index");
    }
    lua_pop(L, 1);
}

void *push_object(lua_State *L, size_t size, const char *class)
{
    void *const object = lua_newuserdata(L, size);

    luaL_getmetatable(L, class);
    lua_setmetatable(L, -2);
    return object;
}
