/* SPDX-License-Identifier: MIT
 *
 * Runs a script with an allocator that fails from the n-th allocation on, for every n until
 * the script succeeds:
 *
 *     limited FILE
 *
 * FILE returns a function. Lua must report "not enough memory" each time, and its state
 * must still be usable: the allocator then works again, and the function succeeds. Prints
 * the number of runs.
 */
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>

/* How many more allocations succeed; negative: all of them. */
static long left = -1;

static void *allocate(void *context, void *block, size_t old_size, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    /* Lua assumes that a block can always become smaller. */
    if (left >= 0 && (block == NULL || size > old_size) && left-- <= 0) {
        left = 0;
        return NULL;
    }
    return realloc(block, size);
}

static int die(lua_State *L, const char *what)
{
    const char *const message = L != NULL ? lua_tostring(L, -1) : NULL;

    fprintf(stderr, "limited: %s: %s\n", what, message != NULL ? message : "no message");
    return 1;
}

int main(int argc, char **argv)
{
    lua_State *const L = lua_newstate(allocate, NULL);
    long runs = 0;
    int result;

    if (L == NULL || argc != 2) {
        fprintf(stderr, "limited: %s\n", argc != 2 ? "limited FILE" : "no state");
        return 2;
    }
    luaL_openlibs(L);
    if (luaL_loadfile(L, argv[1]) != 0 || lua_pcall(L, 0, 1, 0) != 0)
        return die(L, "cannot load");
    do {
        /* So that each run makes the same allocations. */
        lua_gc(L, LUA_GCCOLLECT, 0);
        lua_gc(L, LUA_GCSTOP, 0);
        lua_pushvalue(L, 1);
        left = runs++;
        result = lua_pcall(L, 0, 0, 0);
        left = -1;
        if (result != 0 && result != LUA_ERRMEM)
            return die(L, "another error than that of memory");
        lua_settop(L, 1);
        lua_gc(L, LUA_GCRESTART, 0);
        lua_pushvalue(L, 1);
        if (lua_pcall(L, 0, 0, 0) != 0)
            return die(L, "the state cannot be used after an error");
    } while (result != 0);
    lua_close(L);
    printf("%ld runs\n", runs);
    return 0;
}
