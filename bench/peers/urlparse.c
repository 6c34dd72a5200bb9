/* SPDX-License-Identifier: MIT
 *
 * ngtcp2's urlparse, which was made to replace http-parser. It has 16-bit offsets and also
 * accepts request targets.
 */
#include <urlparse.h>

#include "peer.h"

static int parse(const char *text, size_t len)
{
    urlparse_url url;
    const int error = urlparse_parse_url(text, len, 0, &url);

    bench_keep(&url);
    return error == 0;
}

static const struct bench_peer peer = {
    .version = BENCH_PEER_VERSION,
    .does = BENCH_OFFSETS,
    .name = "ngtcp2/urlparse",
    .takes = "request targets",
    .parse = parse
};

const struct bench_peer *bench_peer(unsigned index)
{
    return index == 0 ? &peer : NULL;
}
