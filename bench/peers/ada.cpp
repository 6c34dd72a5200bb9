/* SPDX-License-Identifier: MIT
 *
 * ada: can_parse(), which only checks, and parse(), whose offsets are those of a normalized
 * copy that it makes.
 */
#include <ada.h>

#include <string_view>

#include "peer.h"

namespace {

int can_parse(const char *text, std::size_t len)
{
    return ada::can_parse(std::string_view(text, len));
}

int parse(const char *text, std::size_t len)
{
    const auto url = ada::parse<ada::url_aggregator>(std::string_view(text, len));

    bench_keep(&url);
    return url.has_value();
}

const struct bench_peer peers[] = {
    { BENCH_PEER_VERSION, BENCH_VALIDATES, "ada " ADA_VERSION " can_parse", "WHATWG",
      can_parse, nullptr, nullptr },
    { BENCH_PEER_VERSION,
      BENCH_VALIDATES | BENCH_HOST_KIND | BENCH_ALLOCATES | BENCH_NORMALIZES,
      "ada " ADA_VERSION " parse", "WHATWG", parse, nullptr, nullptr }
};

}

const struct bench_peer *bench_peer(unsigned index)
{
    return index < sizeof peers / sizeof *peers ? &peers[index] : nullptr;
}
