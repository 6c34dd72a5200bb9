/* SPDX-License-Identifier: MIT
 *
 * Cache keys: one key for one resource. A key function is made once from its options,
 * and called with each URL.
 */
#include "lua-module.h"

#include <stddef.h>
#include <string.h>

struct key_object {
    const struct locus_grammar *grammar;
    unsigned steps;
    struct locus_query_rules rules;
    struct locus_slice drop[];    /* rules.names, then rules.prefixes; their bytes follow */
};

/* A URL and its query, edited. */
struct edited {
    const struct key_object *key;
    struct locus_url url;
    const char *text;
    size_t len;
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
    size_t prefixes = 0, bytes = 0, len;
    struct locus_query_rules *rules;
    struct locus_slice *name, *prefix;
    struct key_object *key;
    unsigned flags;
    char *to;

    for (size_t i = 0; i < count; i++) {
        check_name(L, (int)(i + 1), &len, &flags);
        prefixes += flags & LOCUS_QUERY_PREFIX ? 1 : 0;
        bytes += len;
    }
    key = push_object(L, sizeof *key + count * sizeof *key->drop + bytes, CLASS_KEY);
    lua_insert(L, -2);
    rules = &key->rules;
    rules->names = name = key->drop;
    rules->name_count = count - prefixes;
    rules->prefixes = prefix = key->drop + rules->name_count;
    rules->prefix_count = prefixes;
    to = (char *)(key->drop + count);
    for (size_t i = 0; i < count; i++) {
        const char *const text = check_name(L, (int)(i + 1), &len, &flags);
        struct locus_slice *const slice = flags & LOCUS_QUERY_PREFIX ? prefix++ : name++;

        memcpy(to, text, len);
        *slice = (struct locus_slice){ to, len };
        to += len;
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
    key->rules.flags = (option_flag(L, 1, "sort", 0) ? LOCUS_QUERY_SORTED : 0u)
                     | (option_flag(L, 1, "empty", 1) ? 0u : LOCUS_QUERY_NO_EMPTY)
                     | (option_flag(L, 1, "plus", 1) ? LOCUS_PLUS_IS_SPACE : 0u)
                     | (option_flag(L, 1, "semicolon", 0) ? LOCUS_QUERY_SEMICOLON : 0u);
    lua_getfield(L, 1, "steps");
    key->steps = check_steps(L, lua_gettop(L), LOCUS_STEPS_ALL);
    lua_getfield(L, 1, "grammar");
    key->grammar = check_grammar(L, lua_gettop(L), locus_web_target);
    lua_pop(L, 2);
    return 1;
}

/* Parses the text after its query was edited. */
static int parse_again(struct edited *edited)
{
    const struct locus_grammar *const grammar = locus_url_grammar(&edited->url);
    int error = locus_parse(&edited->url, edited->text, edited->len, grammar);

    /* A relative reference, if the URL was parsed as one. */
    if (error != 0)
        error = locus_parse_reference(&edited->url, edited->text, edited->len, grammar);
    if (error == 0 && edited->decided)
        error = locus_apply_method(&edited->url, edited->text, "GET", 3);
    return error;
}

/* Writes the text with what the rules leave of its query to buf[0..size). Leaves the memory
   for the entries on the stack, if it is more than a few. */
static int edit(lua_State *L, struct edited *edited, char *buf, size_t size)
{
    const struct locus_query_rules *const rules = &edited->key->rules;
    const size_t count = rules->flags & LOCUS_QUERY_SORTED
                       ? locus_query_count(&edited->url, edited->text, rules->flags) : 0;
    struct locus_query_entry few[32], *entries = few;
    int error;

    if (count > sizeof few / sizeof *few)
        entries = lua_newuserdata(L, count * sizeof *entries);
    error = locus_query_select(buf, size, &edited->len, &edited->url, edited->text, rules,
                               entries, count, NULL);
    edited->text = buf;
    return error == 0 ? parse_again(edited) : error;
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
    const struct locus_query_rules *const rules = &key->rules;
    char small[1024];
    struct edited edited = { .key = key };
    struct view view;
    int error = 0;

    check_view(L, 2, &view, locus_parse, key->grammar);
    if (view.url->error != 0)
        return fail_url(L, &view, NULL);
    edited.url = *view.url;
    edited.text = view.text;
    edited.len = view.len;
    edited.decided = view.url->form == LOCUS_FORM_ABSOLUTE
                     && view.url->other_form == LOCUS_FORM_ABSOLUTE;
    /* The edit does not make the text longer. */
    if (locus_has(view.url, LOCUS_QUERY)
        && (rules->name_count + rules->prefix_count > 0
            || rules->flags & (LOCUS_QUERY_SORTED | LOCUS_QUERY_NO_EMPTY)))
        error = view.len <= sizeof small
                ? edit(L, &edited, small, sizeof small)
                : edit(L, &edited, lua_newuserdata(L, view.len), view.len);
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
