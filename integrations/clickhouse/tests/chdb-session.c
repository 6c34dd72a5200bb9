/* SPDX-License-Identifier: MIT
 *
 * Runs queries in ClickHouse's engine, embedded as libchdb.so:
 *
 *     chdb-session LIBRARY [ARGUMENT...]
 *
 * ARGUMENTs are those of clickhouse-local. Standard input has queries, each ended by a NUL.
 * For each, standard output gets a line "ok LENGTH" or "error LENGTH", and that many bytes:
 * the result in the format TabSeparated unless the query names another, or the message.
 * Exits 0 at the end of the input, 2 if there is no such engine.
 *
 * The declarations are those of chdb.h, which the npm package does not contain.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct chdb_connection_ *chdb_connection;
typedef struct chdb_result_ chdb_result;

static chdb_connection *(*chdb_connect)(int argc, char **argv);
static void (*chdb_close_conn)(chdb_connection *connection);
static chdb_result *(*chdb_query)(chdb_connection connection, const char *query,
                                  const char *format);
static void (*chdb_destroy_query_result)(chdb_result *result);
static char *(*chdb_result_buffer)(chdb_result *result);
static size_t (*chdb_result_length)(chdb_result *result);
static const char *(*chdb_result_error)(chdb_result *result);

/* A function pointer is not converted from an object pointer in ISO C. */
static int find(void *library, const char *name, void *function)
{
    void *const address = dlsym(library, name);

    if (!address) {
        fprintf(stderr, "chdb-session: %s\n", dlerror());
        return 0;
    }
    memcpy(function, &address, sizeof address);
    return 1;
}

static int open_engine(const char *name)
{
    void *const library = dlopen(name, RTLD_NOW);

    if (!library) {
        fprintf(stderr, "chdb-session: %s\n", dlerror());
        return 0;
    }
    return find(library, "chdb_connect", &chdb_connect)
        && find(library, "chdb_close_conn", &chdb_close_conn)
        && find(library, "chdb_query", &chdb_query)
        && find(library, "chdb_destroy_query_result", &chdb_destroy_query_result)
        && find(library, "chdb_result_buffer", &chdb_result_buffer)
        && find(library, "chdb_result_length", &chdb_result_length)
        && find(library, "chdb_result_error", &chdb_result_error);
}

static void answer(const char *kind, const char *text, size_t len)
{
    printf("%s %zu\n", kind, len);
    fwrite(text, 1, len, stdout);
    fflush(stdout);
}

static void run(chdb_connection connection, const char *query)
{
    chdb_result *const result = chdb_query(connection, query, "TabSeparated");
    const char *const error = result ? chdb_result_error(result) : "no result";

    if (error)
        answer("error", error, strlen(error));
    else
        answer("ok", chdb_result_buffer(result), chdb_result_length(result));
    if (result)
        chdb_destroy_query_result(result);
}

int main(int argc, char **argv)
{
    static char name[] = "clickhouse";
    chdb_connection *connection;
    char *query = NULL;
    size_t size = 0;

    if (argc < 2 || !open_engine(argv[1]))
        return 2;
    argv[1] = name;
    connection = chdb_connect(argc - 1, argv + 1);
    if (!connection || !*connection) {
        fprintf(stderr, "chdb-session: the engine does not start\n");
        return 2;
    }
    while (getdelim(&query, &size, '\0', stdin) > 0)
        run(*connection, query);
    free(query);
    chdb_close_conn(connection);
    return 0;
}
