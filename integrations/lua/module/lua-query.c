/* SPDX-License-Identifier: MIT
 *
 * The class of queries. A query holds a copy of its text; the library finds and decodes a
 * pair when it is requested.
 */
#include "lua-module.h"

#include <stddef.h>
#include <string.h>

struct query_object {
    unsigned plus;                /* 0 or LOCUS_PLUS_IS_SPACE */
    enum locus_piece_kind kind;
    uint32_t len;
    char text[];
};

/* A span to decode. */
struct call {
    const struct query_object *query;
    struct locus_span span;
};

static struct query_object *check_query(lua_State *L, int index)
{
    return luaL_checkudata(L, index, CLASS_QUERY);
}

/* locus.query(url | query [, options]): a string is the query itself. */
int module_query(lua_State *L)
{
    static const char *const names[] = { "plus", "semicolon", NULL };
    const struct url_object *const url = luaL_testudata(L, 1, CLASS_URL);
    struct query_object *query;
    int plus = 1, semicolon = 0;
    const char *text;
    size_t len;

    if (url != NULL) {
        const struct locus_span span = locus_get(&url->url, LOCUS_QUERY);
        const struct view view = { .url = &url->url, .text = url->text, .len = url->len };

        if (url->url.error != 0)
            return fail_url(L, &view, NULL);
        text = url->text + span.off;
        len = span.len;
    } else {
        if (!lua_isstring(L, 1))
            luaL_argerror(L, 1, lua_pushfstring(L, "string or locus.URL expected, got %s",
                                                luaL_typename(L, 1)));
        text = lua_tolstring(L, 1, &len);
        if (len > LOCUS_MAX_LENGTH)
            return fail(L, LOCUS_ERROR_TOO_LONG, NO_OFFSET, NULL);
    }
    if (!lua_isnoneornil(L, 2)) {
        check_options(L, 2, names);
        plus = option_flag(L, 2, "plus", 1);
        semicolon = option_flag(L, 2, "semicolon", 0);
    }
    query = push_object(L, offsetof(struct query_object, text) + len, CLASS_QUERY);
    query->plus = plus ? LOCUS_PLUS_IS_SPACE : 0;
    query->kind = semicolon ? LOCUS_PIECE_PAIR : LOCUS_PIECE_AMP_PAIR;
    query->len = (uint32_t)len;
    if (len > 0)
        memcpy(query->text, text, len);
    return 1;
}

static void begin(struct locus_pieces *pieces, const struct query_object *query)
{
    const struct locus_span whole = { 0, query->len };

    locus_pieces_begin(pieces, query->kind, whole);
}

static int write_decoded(void *context, char *buf, size_t size, size_t *len)
{
    const struct call *const call = context;

    return locus_decode(buf, size, len, call->query->text + call->span.off, call->span.len,
                        LOCUS_QUERY_ITEM, call->query->plus | LOCUS_KEEP, NULL);
}

/* Pushes a name or a value, decoded or as it is written. */
static void push_text(lua_State *L, const struct query_object *query, struct locus_span span,
                      int raw)
{
    struct call call = { query, span };

    if (raw)
        lua_pushlstring(L, query->text + span.off, span.len);
    else if (push_written(L, write_decoded, &call) != 0)
        luaL_error(L, "cannot decode the query");  /* with LOCUS_KEEP, there is no error */
}

static int get(lua_State *L, int raw)
{
    const struct query_object *const query = check_query(L, 1);
    struct locus_pieces pieces;
    struct locus_piece pair;
    size_t len;
    const char *const name = luaL_checklstring(L, 2, &len);

    begin(&pieces, query);
    if (locus_query_find(&pair, &pieces, query->text, name, len, query->plus) != 1)
        lua_pushnil(L);
    else
        push_text(L, query, pair.value, raw);
    return 1;
}

/* query:get(name): the value of the first pair of that name, decoded; nil if there is
   none, "" if it has no "=" */
static int query_get(lua_State *L)
{
    return get(L, 0);
}

/* query:raw(name): the same as it is written */
static int query_raw(lua_State *L)
{
    return get(L, 1);
}

/* The iterators. Their upvalues: the query, its pieces, and whether texts are returned as
   they are written; or a name. */
static int next_pair(lua_State *L)
{
    const struct query_object *const query = check_query(L, lua_upvalueindex(1));
    struct locus_pieces *const pieces = lua_touserdata(L, lua_upvalueindex(2));
    const int raw = lua_toboolean(L, lua_upvalueindex(3));
    struct locus_piece pair;

    if (locus_pieces_next(&pair, pieces, query->text) != 1) {
        lua_pushnil(L);
        return 1;
    }
    push_text(L, query, pair.name, raw);
    if (pair.has_value)
        push_text(L, query, pair.value, raw);
    else
        lua_pushnil(L);
    return 2;
}

static int next_of_name(lua_State *L)
{
    const struct query_object *const query = check_query(L, lua_upvalueindex(1));
    struct locus_pieces *const pieces = lua_touserdata(L, lua_upvalueindex(2));
    struct locus_piece pair;
    size_t len;
    const char *const name = lua_tolstring(L, lua_upvalueindex(3), &len);

    if (locus_query_find(&pair, pieces, query->text, name, len, query->plus) != 1)
        lua_pushnil(L);
    else
        push_text(L, query, pair.value, 0);
    return 1;
}

/* Pushes the first two upvalues of an iterator. */
static void push_pieces(lua_State *L)
{
    const struct query_object *const query = check_query(L, 1);

    lua_pushvalue(L, 1);
    begin(lua_newuserdata(L, sizeof(struct locus_pieces)), query);
}

/* for name, value in query:each() do: decoded; value is nil if there is no "=" */
static int query_each(lua_State *L)
{
    push_pieces(L);
    lua_pushboolean(L, 0);
    lua_pushcclosure(L, next_pair, 3);
    return 1;
}

/* for name, value in query:each_raw() do: as they are written */
static int query_each_raw(lua_State *L)
{
    push_pieces(L);
    lua_pushboolean(L, 1);
    lua_pushcclosure(L, next_pair, 3);
    return 1;
}

/* for value in query:all(name) do */
static int query_all(lua_State *L)
{
    luaL_checkstring(L, 2);
    push_pieces(L);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, next_of_name, 3);
    return 1;
}

static int query_tostring(lua_State *L)
{
    const struct query_object *const query = check_query(L, 1);

    lua_pushlstring(L, query->text, query->len);
    return 1;
}

/* #query: the number of pairs */
static int query_len(lua_State *L)
{
    const struct query_object *const query = check_query(L, 1);
    struct locus_pieces pieces;
    struct locus_piece pair;
    lua_Integer count = 0;

    begin(&pieces, query);
    while (locus_pieces_next(&pair, &pieces, query->text) == 1)
        count++;
    lua_pushinteger(L, count);
    return 1;
}

static int query_eq(lua_State *L)
{
    const struct query_object *const a = luaL_testudata(L, 1, CLASS_QUERY);
    const struct query_object *const b = luaL_testudata(L, 2, CLASS_QUERY);

    lua_pushboolean(L, a != NULL && b != NULL && a->len == b->len && a->plus == b->plus
                           && a->kind == b->kind && memcmp(a->text, b->text, a->len) == 0);
    return 1;
}

static const luaL_Reg metamethods[] = {
    { "__tostring", query_tostring },
    { "__len", query_len },
    { "__eq", query_eq },
    { "__pairs", query_each },
    { NULL, NULL }
};

static const luaL_Reg methods[] = {
    { "get", query_get },
    { "raw", query_raw },
    { "all", query_all },
    { "each", query_each },
    { "each_raw", query_each_raw },
    { NULL, NULL }
};

void open_query(lua_State *L)
{
    new_class(L, CLASS_QUERY, metamethods, methods);
}
