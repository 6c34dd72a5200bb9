/* SPDX-License-Identifier: MIT
 *
 * require "locus"
 */
#include "lua-module.h"

/* locus.grammars(): the names of the grammars that are built in */
static int grammars(lua_State *L)
{
    int count = 0;

    lua_newtable(L);
    for (size_t i = 0; locus_grammar_at(i) != NULL; i++)
        if (locus_has_grammar(locus_grammar_at(i))) {
            lua_pushstring(L, locus_grammar_name(locus_grammar_at(i)));
            lua_rawseti(L, -2, ++count);
        }
    return 1;
}

static const luaL_Reg functions[] = {
    { "parse", module_parse },
    { "reference", module_reference },
    { "target", module_target },
    { "examine", module_examine },
    { "findings", module_findings },
    { "any", module_any },
    { "set", module_set },
    { "normalize", module_normalize },
    { "resolve", module_resolve },
    { "relativize", module_relativize },
    { "compare", module_compare },
    { "origin", module_origin },
    { "same_origin", module_same_origin },
    { "redact", module_redact },
    { "encode", module_encode },
    { "decode", module_decode },
    { "query", module_query },
    { "key", module_key },
    { "grammars", grammars },
    { NULL, NULL }
};

/* The only symbol that the module exports. */
__attribute__((visibility("default"))) int luaopen_locus(lua_State *L);

int luaopen_locus(lua_State *L)
{
    lua_newtable(L);
    luaL_setfuncs(L, functions, 0);
    open_url(L);
    open_findings(L);
    open_query(L);
    open_key(L);
    lua_pushstring(L, locus_version());
    lua_setfield(L, -2, "version");
    return 1;
}
