/* SPDX-License-Identifier: MIT
 *
 * libcurl's URL interface, with a new handle for each URL: a handle that holds a URL
 * takes the next one as a reference relative to it, so whether a text is valid would
 * depend on the previous one.
 */
#include <curl/curl.h>

#include "peer.h"

static int parse(const char *text, size_t len)
{
    CURLU *const url = curl_url();
    int valid;

    (void)len;
    valid = url && curl_url_set(url, CURLUPART_URL, text,
                                CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK;
    curl_url_cleanup(url);
    return valid;
}

static const struct bench_peer peer = {
    .version = BENCH_PEER_VERSION,
    .does = BENCH_HOST_KIND | BENCH_ALLOCATES | BENCH_NORMALIZES,
    .name = "libcurl " LIBCURL_VERSION " curl_url_set",
    .takes = "what curl fetches",
    .parse = parse
};

const struct bench_peer *bench_peer(unsigned index)
{
    return index == 0 ? &peer : NULL;
}
