/* SPDX-License-Identifier: MIT
 *
 * What the files of the module share. doc/lua.md describes the module for its users.
 *
 * A function of the module keeps all its memory in values of Lua: Lua may leave it by
 * longjmp() whenever it allocates.
 */
#ifndef LOCUS_LUA_MODULE_H
#define LOCUS_LUA_MODULE_H

#include <lua.h>
#include <lauxlib.h>
#include <locus.h>
#include <locus/schemes.h>

/* Lua 5.1 is the API of LuaJIT. Only functions of Lua 5.1 are used there, so that one
   binary serves both. */
#if LUA_VERSION_NUM < 502
#define lua_rawlen lua_objlen
void *luaL_testudata(lua_State *L, int index, const char *class);
void luaL_setfuncs(lua_State *L, const luaL_Reg *functions, int upvalues);
#endif

/* The classes: the names of their metatables in the registry. */
#define CLASS_URL "locus.URL"
#define CLASS_FINDINGS "locus.Findings"
#define CLASS_QUERY "locus.Query"
#define CLASS_KEY "locus.Key"

/* A parsed text. It holds a copy of the text, so that nothing else must be kept. */
struct url_object {
    struct locus_url url;
    size_t len;
    char text[];
};

/* A text and its parts: of a URL on the stack, or parsed from a string there. The value
   must stay on the stack as long as this is used. */
struct view {
    const struct locus_url *url;
    const char *text;
    size_t len;
    struct locus_url parsed;
};

/* What parses a string that is passed instead of a URL. */
typedef int parse_function(struct locus_url *url, const char *text, size_t len,
                           const struct locus_grammar *grammar);

/* lua-arguments.c: what the functions take and return. */

/* Returns nil, a message, the offset and the name of an error. Without a place, `offset`
   is NO_OFFSET, and nil is returned for it. `what` begins the message; it may be NULL. */
#define NO_OFFSET ((size_t)-1)
int fail(lua_State *L, int error, size_t offset, const char *what);

/* Returns the failure of a URL that is not valid. */
int fail_url(lua_State *L, const struct view *view, const char *what);

/* Raises an error for the argument: there is no WHAT of that name, only `names`, which
   NULL ends. */
int no_such(lua_State *L, int index, const char *what, const char *name,
            const char *const *names);

/* The grammar that is named, or `otherwise` if there is no argument. */
const struct locus_grammar *check_grammar(lua_State *L, int index,
                                          const struct locus_grammar *otherwise);

/* The steps of a normal form, named in a string or in a table of strings. */
unsigned check_steps(lua_State *L, int index, unsigned otherwise);

/* The URL of an argument: a locus.URL, or a string, which is parsed. The URL may be
   invalid. */
void check_view(lua_State *L, int index, struct view *view, parse_function *parse,
                const struct locus_grammar *grammar);

/* An option in the table at `index`: a boolean, or `otherwise` if it is absent. */
int option_flag(lua_State *L, int index, const char *name, int otherwise);

/* Replaces the list of strings on top of the stack by a copy, and returns their number. No
   finalizer can change the copy. For another element, raises an error for the argument at
   `index`; `format` takes the element's number and its type. */
size_t own_list(lua_State *L, int index, const char *format);

/* Raises an error if the table has a field that is not in `names`, which NULL ends. */
void check_options(lua_State *L, int index, const char *const *names);

/* Pushes what `write` writes. It is called like a function of <locus.h>, with `context`
   first, and again if the first buffer was too small. Returns 0 or its error; then
   nothing is pushed. */
typedef int write_function(void *context, char *buf, size_t size, size_t *len);
int push_written(lua_State *L, write_function *write, void *context);

/* Makes the metatable of a class. Its metamethods are `meta`. If `methods` is not NULL,
   these are in the table at __index. */
void new_class(lua_State *L, const char *class, const luaL_Reg *meta,
               const luaL_Reg *methods);

/* Pushes a new userdata of a class. */
void *push_object(lua_State *L, size_t size, const char *class);

/* lua-url.c */
void open_url(lua_State *L);
int module_parse(lua_State *L);
int module_reference(lua_State *L);
int module_target(lua_State *L);
int module_examine(lua_State *L);

/* lua-findings.c */
void open_findings(lua_State *L);
uint64_t check_findings(lua_State *L, int index);
void push_findings(lua_State *L, uint64_t bits);
int module_findings(lua_State *L);
int module_any(lua_State *L);
int module_set(lua_State *L);

/* lua-forms.c */
int module_normalize(lua_State *L);
int module_resolve(lua_State *L);
int module_relativize(lua_State *L);
int module_compare(lua_State *L);
int module_origin(lua_State *L);
int module_same_origin(lua_State *L);
int module_redact(lua_State *L);

/* lua-coding.c */
int module_encode(lua_State *L);
int module_decode(lua_State *L);

/* lua-query.c */
void open_query(lua_State *L);
int module_query(lua_State *L);

/* lua-name.rl: whether the text is a name to drop. Takes the "*" at its end from `len`, and
   sets `flags` to LOCUS_QUERY_PREFIX for it, else to 0. */
int read_name(const char *text, size_t *len, unsigned *flags);

/* lua-key.c */
void open_key(lua_State *L);
int module_key(lua_State *L);

#endif
