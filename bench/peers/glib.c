/* SPDX-License-Identifier: MIT
 *
 * GLib's GUri, with parts as they stand (G_URI_FLAGS_ENCODED) and the userinfo
 * split, which is what the others do.
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

static const struct bench_peer peer = {
    .version = BENCH_PEER_VERSION,
    .does = BENCH_ALLOCATES,
    .name = "GLib " STRING(GLIB_MAJOR_VERSION) "." STRING(GLIB_MINOR_VERSION)
            "." STRING(GLIB_MICRO_VERSION) " g_uri_parse",
    .takes = "URI, loosely",
    .parse = parse
};

const struct bench_peer *bench_peer(unsigned index)
{
    return index == 0 ? &peer : NULL;
}
