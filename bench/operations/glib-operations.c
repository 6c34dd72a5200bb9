/* SPDX-License-Identifier: MIT
 *
 * GLib's operations. The base of a reference is parsed each time: for the result of
 * g_uri_parse_relative(), which takes a parsed base, GLib has no function that writes the
 * parts unchanged.
 */
#include <glib.h>
#include <string.h>

#include "operation.h"

#define STRING(x) STRING_2(x)
#define STRING_2(x) #x

/* Copies a string of GLib's, and frees it. */
static int64_t write_out(char *out, size_t size, char *string)
{
    const size_t len = string ? strlen(string) : 0;
    const int64_t written = string && len <= size ? (int64_t)len : BENCH_REFUSED;

    if (written >= 0)
        memcpy(out, string, len);
    g_free(string);
    return written;
}

static int64_t resolve(BENCH_TEXT)
{
    (void)len, (void)other_len;
    return write_out(out, size, g_uri_resolve_relative(
        other, text, (GUriFlags)(G_URI_FLAGS_ENCODED | G_URI_FLAGS_HAS_PASSWORD), NULL));
}

static int64_t decode(BENCH_TEXT)
{
    (void)len, (void)other, (void)other_len;
    return write_out(out, size, g_uri_unescape_string(text, NULL));
}

static int64_t encode(BENCH_TEXT)
{
    (void)len, (void)other, (void)other_len;
    return write_out(out, size, g_uri_escape_string(text, NULL, FALSE));
}

static int64_t query(BENCH_TEXT)
{
    GUri *const uri = g_uri_parse(
        text, (GUriFlags)(G_URI_FLAGS_ENCODED | G_URI_FLAGS_HAS_PASSWORD), NULL);
    GUriParamsIter pairs;
    char *name, *value;
    int64_t count = 0;

    (void)out, (void)size, (void)len, (void)other, (void)other_len;
    if (!uri)
        return BENCH_REFUSED;
    if (g_uri_get_query(uri)) {
        g_uri_params_iter_init(&pairs, g_uri_get_query(uri), -1, "&", G_URI_PARAMS_NONE);
        while (g_uri_params_iter_next(&pairs, &name, &value, NULL)) {
            count++;
            g_free(name);
            g_free(value);
        }
    }
    g_uri_unref(uri);
    return count;
}

#define NAME "GLib " STRING(GLIB_MAJOR_VERSION) "." \
    STRING(GLIB_MINOR_VERSION) "." STRING(GLIB_MICRO_VERSION)

static const struct bench_operation operations[] = {
    BENCH_OPERATION(BENCH_WRITES, "resolve", NAME,
                    "g_uri_resolve_relative(), which parses the base", resolve),
    BENCH_OPERATION(BENCH_WRITES, "decode", NAME, "g_uri_unescape_string()", decode),
    BENCH_OPERATION(BENCH_WRITES, "encode", NAME, "g_uri_escape_string()", encode),
    BENCH_OPERATION(0, "query", NAME, "each pair, decoded; allocates", query)
};

BENCH_OPERATIONS(operations)
