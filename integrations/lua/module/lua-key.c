/* SPDX-License-Identifier: MIT
 *
 * Cache keys: one key for one resource. A key function is made once from its options,
 * and called with each URL.
 */
#include "lua-module.h"

#include <stddef.h>
#include <string.h>

/* A name of parameters to drop. */
struct name {
    size_t off;                   /* in the bytes after the names */
    size_t len;
    unsigned flags;               /* 0 or LOCUS_QUERY_PREFIX */
};

struct key_object {
    const struct locus_grammar *grammar;
    unsigned steps;
    unsigned flags;               /* LOCUS_PLUS_IS_SPACE, LOCUS_QUERY_SEMICOLON */
    int sort;
    int drop_empty;
    size_t count;                 /* of names */
    struct name names[];
};

/* A URL while its query is edited. The buffers take turns: one has the text. */
struct edited {
    const struct key_object *key;
    struct locus_url url;
    const char *text;
    size_t len;
    char *buf[2];
    size_t size;                  /* of each */
    int to;
    int decided;                  /* a method decided that the form is absolute */
};

static const char *const options[] = {
    "drop", "sort", "empty", "plus", "semicolon", "steps", "grammar", NULL
};

/* Reads a name of the list on top of the stack. Returns the bytes without a "*" at the end. */
static const char *check_name(lua_State *L, int i, size_t *len, unsigned *flags)
{
    const char *text;

    lua_rawgeti(L, -1, i);
    text = lua_tolstring(L, -1, len);
    if (!read_name(text, len, flags))
        luaL_argerror(L, 1, lua_pushfstring(
            L, "drop[%d]: a '*' can only be at the end of '%s'", i, text));
    lua_pop(L, 1);
    return text;
}

/* Pushes the key with the names of the option drop, which is on top of the stack. */
static struct key_object *push_key(lua_State *L)
{
    const size_t count = lua_istable(L, -1)
        ? own_list(L, 1, "drop[%d] is a %s, not the name of a parameter") : 0;
    size_t bytes = 0, len;
    struct key_object *key;
    unsigned flags;

    for (size_t i = 0; i < count; i++) {
        check_name(L, (int)(i + 1), &len, &flags);
        bytes += len;
    }
    key = push_object(L, sizeof *key + count * sizeof *key->names + bytes, CLASS_KEY);
    lua_insert(L, -2);
    key->count = count;
    bytes = 0;
    for (size_t i = 0; i < count; i++) {
        struct name *const name = &key->names[i];
        const char *const text = check_name(L, (int)(i + 1), &name->len, &name->flags);

        name->off = bytes;
        memcpy((char *)&key->names[count] + bytes, text, name->len);
        bytes += name->len;
    }
    lua_pop(L, 1);
    return key;
}

/* locus.key([options]) */
int module_key(lua_State *L)
{
    struct key_object *key;

    if (lua_isnoneornil(L, 1)) {
        lua_settop(L, 0);
        lua_newtable(L);
    }
    check_options(L, 1, options);
    lua_settop(L, 1);
    lua_getfield(L, 1, "drop");
    if (!lua_isnil(L, -1) && !lua_istable(L, -1))
        luaL_argerror(L, 1, "drop is a table of names: {\"utm_*\", \"gclid\"}");
    key = push_key(L);
    key->sort = option_flag(L, 1, "sort", 0);
    key->drop_empty = !option_flag(L, 1, "empty", 1);
    key->flags = (option_flag(L, 1, "plus", 1) ? LOCUS_PLUS_IS_SPACE : 0u)
                 | (option_flag(L, 1, "semicolon", 0) ? LOCUS_QUERY_SEMICOLON : 0u);
    lua_getfield(L, 1, "steps");
    key->steps = check_steps(L, lua_gettop(L), LOCUS_STEPS_ALL);
    lua_getfield(L, 1, "grammar");
    key->grammar = check_grammar(L, lua_gettop(L), locus_web_target);
    lua_pop(L, 2);
    return 1;
}

/* Takes the text that an edit wrote, if it succeeded. */
static int take(struct edited *edited, int error, size_t len)
{
    const struct locus_grammar *const grammar = locus_url_grammar(&edited->url);
    const char *const text = edited->buf[edited->to];

    if (error == 0)
        error = locus_parse(&edited->url, text, len, grammar);
    /* A relative reference, if the URL was parsed as one. */
    if (error != 0 && edited->url.error == error)
        error = locus_parse_reference(&edited->url, text, len, grammar);
    if (error == 0 && edited->decided)
        error = locus_apply_method(&edited->url, text, "GET", 3);
    if (error != 0)
        return error;
    edited->text = text;
    edited->len = len;
    edited->to = !edited->to;
    return 0;
}

static int drop(struct edited *edited, const struct name *name)
{
    const struct key_object *const key = edited->key;
    const char *const bytes = (const char *)&key->names[key->count] + name->off;
    const unsigned flags = (key->flags & LOCUS_PLUS_IS_SPACE) | name->flags;
    struct locus_pieces pieces;
    struct locus_piece pair;
    size_t len;
    int error;

    locus_pieces_begin(&pieces,
                       key->flags & LOCUS_QUERY_SEMICOLON ? LOCUS_PIECE_PAIR
                                                          : LOCUS_PIECE_AMP_PAIR,
                       locus_get(&edited->url, LOCUS_QUERY));
    if (locus_query_find(&pair, &pieces, edited->text, bytes, name->len, flags) != 1)
        return 0;
    error = locus_query_remove(edited->buf[edited->to], edited->size, &len, &edited->url,
                               edited->text, bytes, name->len, key->flags | name->flags, NULL);
    return take(edited, error, len);
}

static int drop_empty(struct edited *edited)
{
    size_t len;
    const int error = locus_query_drop_empty(edited->buf[edited->to], edited->size, &len,
                                             &edited->url, edited->text,
                                             edited->key->flags & LOCUS_QUERY_SEMICOLON, NULL);

    return take(edited, error, len);
}

/* Leaves the memory for the entries on the stack, if it is more than a few. */
static int sort(lua_State *L, struct edited *edited)
{
    struct locus_query_entry few[32], *entries = few;
    const size_t count = locus_query_count(&edited->url, edited->text, edited->key->flags);
    size_t len;
    int error;

    if (count < 2)
        return 0;
    if (count > sizeof few / sizeof *few)
        entries = lua_newuserdata(L, count * sizeof *entries);
    error = locus_query_sort(edited->buf[edited->to], edited->size, &len, &edited->url,
                             edited->text, entries, count, edited->key->flags, NULL);
    return take(edited, error, len);
}

/* Edits the query. Buffers are only needed if there is something to edit. */
static int edit(lua_State *L, struct edited *edited)
{
    const struct key_object *const key = edited->key;
    int error = 0;

    for (size_t i = 0; i < key->count && error == 0; i++)
        error = drop(edited, &key->names[i]);
    if (error == 0 && key->drop_empty)
        error = drop_empty(edited);
    if (error == 0 && key->sort)
        error = sort(L, edited);
    return error;
}

static int write_key(void *context, char *buf, size_t size, size_t *len)
{
    const struct edited *const edited = context;

    return locus_normalize(buf, size, len, &edited->url, edited->text, edited->key->steps);
}

/* key(url): the key of a locus.URL, or of a string, which is parsed */
static int key_call(lua_State *L)
{
    const struct key_object *const key = luaL_checkudata(L, 1, CLASS_KEY);
    char small[2][1024];
    struct edited edited;
    struct view view;
    int error = 0;

    check_view(L, 2, &view, locus_parse, key->grammar);
    if (view.url->error != 0)
        return fail_url(L, &view, NULL);
    edited.key = key;
    edited.url = *view.url;
    edited.text = view.text;
    edited.len = view.len;
    edited.to = 0;
    edited.decided = view.url->form == LOCUS_FORM_ABSOLUTE
                     && view.url->other_form == LOCUS_FORM_ABSOLUTE;
    if (locus_has(view.url, LOCUS_QUERY) && (key->count > 0 || key->drop_empty || key->sort)) {
        edited.size = sizeof *small;
        edited.buf[0] = small[0];
        edited.buf[1] = small[1];
        /* No edit makes the text longer. */
        if (view.len > sizeof *small) {
            edited.size = view.len;
            edited.buf[0] = lua_newuserdata(L, view.len);
            edited.buf[1] = lua_newuserdata(L, view.len);
        }
        error = edit(L, &edited);
    }
    if (error == 0)
        error = push_written(L, write_key, &edited);
    return error == 0 ? 1 : fail(L, error, NO_OFFSET, NULL);
}

static const luaL_Reg metamethods[] = {
    { "__call", key_call },
    { NULL, NULL }
};

void open_key(lua_State *L)
{
    new_class(L, CLASS_KEY, metamethods, NULL);
}
