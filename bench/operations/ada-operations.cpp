/* SPDX-License-Identifier: MIT
 *
 * ada's operations. Parsing normalizes, by the rules of the WHATWG.
 */
#include <ada.h>

#include <cstring>
#include <string_view>

#include "operation.h"

namespace {

using url_type = ada::url_aggregator;

std::int64_t write_out(char *out, std::size_t size, const ada::result<url_type> &url)
{
    if (!url)
        return BENCH_REFUSED;
    const auto href = url->get_href();

    if (href.size() > size)
        return BENCH_REFUSED;
    std::memcpy(out, href.data(), href.size());
    return static_cast<std::int64_t>(href.size());
}

std::int64_t normalize(BENCH_TEXT)
{
    (void)other, (void)other_len;
    return write_out(out, size, ada::parse<url_type>(std::string_view(text, len)));
}

std::int64_t compare(BENCH_TEXT)
{
    const auto a = ada::parse<url_type>(std::string_view(text, len));
    const auto b = ada::parse<url_type>(std::string_view(other, other_len));

    (void)out, (void)size;
    return a && b ? a->get_href() != b->get_href() : BENCH_REFUSED;
}

/* The base is parsed once. */
std::int64_t resolve(BENCH_TEXT)
{
    static ada::result<url_type> base;
    static const char *last;

    if (other != last) {
        last = other;
        base = ada::parse<url_type>(std::string_view(other, other_len));
    }
    return base ? write_out(out, size,
                            ada::parse<url_type>(std::string_view(text, len), &*base))
                : BENCH_REFUSED;
}

std::int64_t query(BENCH_TEXT)
{
    const auto url = ada::parse<url_type>(std::string_view(text, len));

    (void)out, (void)size, (void)other, (void)other_len;
    if (!url)
        return BENCH_REFUSED;
    const ada::url_search_params pairs(url->get_search());

    bench_keep(&pairs);
    return static_cast<std::int64_t>(pairs.size());
}

#define NAME "ada " ADA_VERSION

const struct bench_operation operations[] = {
    BENCH_OPERATION(BENCH_WRITES, "normalize", NAME,
                    "parse(): WHATWG; \"%7E\" is kept; allocates", normalize),
    BENCH_OPERATION(0, "compare", NAME, "parse() of both, and their href; allocates", compare),
    BENCH_OPERATION(BENCH_WRITES, "resolve", NAME, "parse() with a base; allocates", resolve),
    BENCH_OPERATION(0, "query", NAME, "url_search_params: each pair, decoded; allocates",
                    query)
};

}

BENCH_OPERATIONS(operations)
