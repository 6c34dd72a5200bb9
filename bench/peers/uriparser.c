/* SPDX-License-Identifier: MIT
 *
 * uriparser: RFC 3986 URI-references. References without a scheme are counted as not
 * valid, so that the counts can be compared.
 */
#include <uriparser/Uri.h>

#include "peer.h"

static int parse(const char *text, size_t len)
{
    UriUriA uri;
    const char *where;
    int valid;

    if (uriParseSingleUriExA(&uri, text, text + len, &where) != URI_SUCCESS)
        return 0;
    bench_keep(&uri);
    valid = uri.scheme.first != NULL;
    uriFreeUriMembersA(&uri);
    return valid;
}

static const struct bench_peer peer = {
    .version = BENCH_PEER_VERSION,
    .does = BENCH_VALIDATES | BENCH_OFFSETS | BENCH_HOST_KIND
            | BENCH_ALLOCATES,
    .name = "uriparser " URI_VER_ANSI,
    .takes = "URI-reference; here with a scheme",
    .parse = parse
};

const struct bench_peer *bench_peer(unsigned index)
{
    return index == 0 ? &peer : NULL;
}
