/* SPDX-License-Identifier: MIT
 *
 * Boost.URL's operations. It normalizes a copy of the text in place, and compares two texts
 * without a copy.
 */
#include <boost/url/decode_view.hpp>
#include <boost/url/encode.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>
#include <boost/url/pct_string_view.hpp>
#include <boost/url/url.hpp>
#include <boost/url/url_view.hpp>
#include <boost/version.hpp>

#include <cstring>
#include <string>

#include "operation.h"

namespace {

namespace urls = boost::urls;

std::int64_t copy_out(char *out, std::size_t size, const char *text, std::size_t len)
{
    if (len > size)
        return BENCH_REFUSED;
    std::memcpy(out, text, len);
    return static_cast<std::int64_t>(len);
}

std::int64_t normalize(BENCH_TEXT)
{
    const auto view = urls::parse_uri(urls::string_view(text, len));

    (void)other, (void)other_len;
    if (!view)
        return BENCH_REFUSED;
    urls::url url(*view);
    url.normalize();
    return copy_out(out, size, url.data(), url.size());
}

std::int64_t compare(BENCH_TEXT)
{
    const auto a = urls::parse_uri(urls::string_view(text, len));
    const auto b = urls::parse_uri(urls::string_view(other, other_len));

    (void)out, (void)size;
    return a && b ? a->compare(*b) != 0 : BENCH_REFUSED;
}

std::int64_t resolve(BENCH_TEXT)
{
    static urls::url base;
    static const char *last;

    if (other != last) {
        last = other;
        base = *urls::parse_uri(urls::string_view(other, other_len));
    }
    const auto reference = urls::parse_uri_reference(urls::string_view(text, len));

    if (!reference)
        return BENCH_REFUSED;
    urls::url target(base);
    return target.resolve(*reference) ? copy_out(out, size, target.data(), target.size())
                                      : BENCH_REFUSED;
}

std::int64_t decode(BENCH_TEXT)
{
    const auto view = urls::make_pct_string_view(urls::string_view(text, len));

    (void)other, (void)other_len;
    if (!view)
        return BENCH_REFUSED;
    char *to = out;
    for (const char c : **view) {
        if (to == out + size)
            return BENCH_REFUSED;
        *to++ = c;
    }
    return to - out;
}

std::int64_t encode(BENCH_TEXT)
{
    (void)other, (void)other_len;
    return static_cast<std::int64_t>(urls::encode(
        out, size, urls::string_view(text, len), urls::unreserved_chars));
}

std::int64_t query(BENCH_TEXT)
{
    const auto view = urls::parse_uri(urls::string_view(text, len));
    std::int64_t count = 0;

    (void)out, (void)size, (void)other, (void)other_len;
    if (!view)
        return BENCH_REFUSED;
    for (const auto &pair : view->encoded_params()) {
        bench_keep(&pair);
        count++;
    }
    return count;
}

const std::string version = "Boost.URL " + std::to_string(BOOST_VERSION / 100000)
    + "." + std::to_string(BOOST_VERSION / 100 % 1000);
const char *const NAME = version.c_str();

const struct bench_operation operations[] = {
    BENCH_OPERATION(BENCH_WRITES, "normalize", NAME,
                    "normalize(): RFC 3986, 6.2.2; allocates", normalize),
    BENCH_OPERATION(0, "compare", NAME, "compare(): RFC 3986, 6.2.2", compare),
    BENCH_OPERATION(BENCH_WRITES, "resolve", NAME,
                    "resolve() of a copy of the base; allocates", resolve),
    BENCH_OPERATION(BENCH_WRITES, "decode", NAME, "an iterator of decode_view", decode),
    BENCH_OPERATION(BENCH_WRITES, "encode", NAME, "encode(), unreserved_chars", encode),
    BENCH_OPERATION(0, "query", NAME, "each pair of encoded_params()", query)
};

}

BENCH_OPERATIONS(operations)
