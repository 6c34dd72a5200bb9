/* SPDX-License-Identifier: MIT
 *
 * http_parser_parse_url(), which Node.js and many proxies used. It has 16-bit offsets
 * and also accepts request targets.
 */
#include <http_parser.h>

#include "peer.h"

#define STRING(x) STRING_2(x)
#define STRING_2(x) #x

static int parse(const char *text, size_t len)
{
    struct http_parser_url url;
    int error;

    http_parser_url_init(&url);
    error = http_parser_parse_url(text, len, 0, &url);
    bench_keep(&url);
    return error == 0;
}

static const struct bench_peer peer = {
    .version = BENCH_PEER_VERSION,
    .does = BENCH_OFFSETS,
    .name = "http-parser " STRING(HTTP_PARSER_VERSION_MAJOR) "."
            STRING(HTTP_PARSER_VERSION_MINOR) "."
            STRING(HTTP_PARSER_VERSION_PATCH),
    .takes = "request targets",
    .parse = parse
};

const struct bench_peer *bench_peer(unsigned index)
{
    return index == 0 ? &peer : NULL;
}
