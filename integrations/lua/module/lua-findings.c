/* SPDX-License-Identifier: MIT
 *
 * Findings, and the class of sets of findings. A set has the operators that the book
 * "Programming in Lua" gives to sets: "+" is the union, "*" the intersection.
 */
#include "lua-module.h"

struct set {
    uint64_t bits;
};

#define BIT(finding) (UINT64_C(1) << (finding))
#define EVERY (BIT(LOCUS_FINDING_COUNT) - 1)

_Static_assert(LOCUS_FINDING_COUNT < 64, "EVERY");

uint64_t check_findings(lua_State *L, int index)
{
    return ((const struct set *)luaL_checkudata(L, index, CLASS_FINDINGS))->bits;
}

void push_findings(lua_State *L, uint64_t bits)
{
    struct set *const set = push_object(L, sizeof *set, CLASS_FINDINGS);

    set->bits = bits;
}

/* locus.findings(url [, grammar]), url:findings() */
int module_findings(lua_State *L)
{
    struct view view;

    check_view(L, 1, &view, locus_parse, check_grammar(L, 2, locus_web));
    push_findings(L, locus_findings(view.url, view.text, view.len, NULL));
    return 1;
}

/* locus.any(url, set [, grammar]), url:any(set) */
int module_any(lua_State *L)
{
    const uint64_t mask = check_findings(L, 2);
    struct view view;

    check_view(L, 1, &view, locus_parse, check_grammar(L, 3, locus_web));
    lua_pushboolean(L, locus_findings_any(view.url, view.text, view.len, mask, NULL));
    return 1;
}

/* The bit of the finding that is named by the string on top of the stack, an argument or
   an element of one. */
static uint64_t check_finding(lua_State *L, int index)
{
    const char *names[LOCUS_FINDING_COUNT + 1] = { NULL };
    const char *name;
    size_t len;
    int finding;

    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_argerror(L, index, lua_pushfstring(L, "the name of a finding expected, got %s",
                                                luaL_typename(L, -1)));
    name = lua_tolstring(L, -1, &len);
    finding = locus_finding_from_name(name, len);
    if (finding < 0) {
        for (int i = 0; i < LOCUS_FINDING_COUNT; i++)
            names[i] = locus_finding_name((enum locus_finding)i);
        no_such(L, index, "finding", name, names);
    }
    return BIT(finding);
}

/* locus.set(name, ...), locus.set({name, ...}) */
int module_set(lua_State *L)
{
    const int top = lua_gettop(L);
    uint64_t bits = 0;

    for (int index = 1; index <= top; index++) {
        if (lua_type(L, index) != LUA_TTABLE) {
            lua_pushvalue(L, index);
            bits |= check_finding(L, index);
            lua_pop(L, 1);
            continue;
        }
        for (int i = 1;; i++) {
            lua_rawgeti(L, index, i);
            if (lua_isnil(L, -1))
                break;
            bits |= check_finding(L, index);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    push_findings(L, bits);
    return 1;
}

/* set[name]: whether the set has the finding. The upvalue has the methods. */
static int set_index(lua_State *L)
{
    const uint64_t bits = check_findings(L, 1);

    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
    if (!lua_isnil(L, -1))
        return 1;
    lua_pop(L, 1);
    lua_pushvalue(L, 2);
    lua_pushboolean(L, (bits & check_finding(L, 2)) != 0);
    return 1;
}

static int set_union(lua_State *L)
{
    push_findings(L, check_findings(L, 1) | check_findings(L, 2));
    return 1;
}

static int set_intersection(lua_State *L)
{
    push_findings(L, check_findings(L, 1) & check_findings(L, 2));
    return 1;
}

static int set_eq(lua_State *L)
{
    lua_pushboolean(L, check_findings(L, 1) == check_findings(L, 2));
    return 1;
}

static int set_len(lua_State *L)
{
    lua_pushinteger(L, __builtin_popcountll(check_findings(L, 1)));
    return 1;
}

/* The names, with a comma between them; in the order of enum locus_finding. */
static int set_tostring(lua_State *L)
{
    const uint64_t bits = check_findings(L, 1);
    luaL_Buffer names;
    int count = 0;

    luaL_buffinit(L, &names);
    for (int i = 0; i < LOCUS_FINDING_COUNT; i++)
        if (bits & BIT(i)) {
            if (count++ > 0)
                luaL_addchar(&names, ',');
            luaL_addstring(&names, locus_finding_name((enum locus_finding)i));
        }
    luaL_pushresult(&names);
    return 1;
}

/* The iterator of set:each(). The first upvalue is the set, the second the number of the
   next finding. */
static int set_next(lua_State *L)
{
    const uint64_t bits = check_findings(L, lua_upvalueindex(1));

    for (int i = (int)lua_tointeger(L, lua_upvalueindex(2)); i < LOCUS_FINDING_COUNT; i++)
        if (bits & BIT(i)) {
            lua_pushinteger(L, i + 1);
            lua_replace(L, lua_upvalueindex(2));
            lua_pushstring(L, locus_finding_name((enum locus_finding)i));
            lua_pushstring(L, locus_finding_sentence((enum locus_finding)i));
            return 2;
        }
    lua_pushinteger(L, LOCUS_FINDING_COUNT);
    lua_replace(L, lua_upvalueindex(2));
    lua_pushnil(L);
    return 1;
}

/* for name, sentence in set:each() do */
static int set_each(lua_State *L)
{
    check_findings(L, 1);
    lua_settop(L, 1);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, set_next, 2);
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__tostring", set_tostring },
    { "__len", set_len },
    { "__eq", set_eq },
    { "__add", set_union },
    { "__mul", set_intersection },
    { "__pairs", set_each },
    { NULL, NULL }
};

static const luaL_Reg methods[] = {
    { "each", set_each },
    { NULL, NULL }
};

void open_findings(lua_State *L)
{
    new_class(L, CLASS_FINDINGS, metamethods, NULL);
    luaL_getmetatable(L, CLASS_FINDINGS);
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    lua_pushcclosure(L, set_index, 1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
    push_findings(L, EVERY);
    lua_setfield(L, -2, "every");
}
