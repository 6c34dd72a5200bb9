/* SPDX-License-Identifier: MIT
 *
 * GLib's GUri, with undecoded parts (G_URI_FLAGS_ENCODED) and a split userinfo, like
 * the other parsers.
 */
#include <glib.h>

#include "peer.h"

#define STRING(x) STRING_2(x)
#define STRING_2(x) #x

static int parse(const char *text, size_t len)
{
    GUri *const uri = g_uri_parse(
        text, (GUriFlags)(G_URI_FLAGS_ENCODED | G_URI_FLAGS_HAS_PASSWORD),
        NULL);

    (void)len;
    if (!uri)
        return 0;
    bench_keep(uri);
    g_uri_unref(uri);
    return 1;
}

/* Without a reference-counted object. */
static int split(const char *text, size_t len)
{
    char *parts[7];
    int port;

    (void)len;
    if (!g_uri_split_with_user(
            text, (GUriFlags)(G_URI_FLAGS_ENCODED | G_URI_FLAGS_HAS_PASSWORD),
            &parts[0], &parts[1], &parts[2], NULL, &parts[3], &port, &parts[4],
            &parts[5], &parts[6], NULL))
        return 0;
    bench_keep(parts);
    for (int i = 0; i < 7; i++)
        g_free(parts[i]);
    return 1;
}

#define GLIB "GLib " STRING(GLIB_MAJOR_VERSION) "." \
    STRING(GLIB_MINOR_VERSION) "." STRING(GLIB_MICRO_VERSION)

static const struct bench_peer peers[] = {
    {
        .version = BENCH_PEER_VERSION,
        .does = BENCH_ALLOCATES,
        .name = GLIB " g_uri_parse",
        .takes = "URI, loosely",
        .parse = parse
    }, {
        .version = BENCH_PEER_VERSION,
        .does = BENCH_ALLOCATES,
        .name = GLIB " g_uri_split_with_user",
        .takes = "URI-reference, loosely",
        .parse = split
    }
};

const struct bench_peer *bench_peer(unsigned index)
{
    return index < sizeof peers / sizeof *peers ? &peers[index] : NULL;
}
