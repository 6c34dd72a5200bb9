/* SPDX-License-Identifier: MIT
 *
 * Boost.URL: parse_uri() and its view of the text.
 */
#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <boost/version.hpp>

#include <string>

#include "peer.h"

namespace {

int parse(const char *text, std::size_t len)
{
    const auto url = boost::urls::parse_uri(boost::urls::string_view(text, len));

    bench_keep(&url);
    return url.has_value();
}

const std::string name = "Boost.URL " + std::to_string(BOOST_VERSION / 100000)
    + "." + std::to_string(BOOST_VERSION / 100 % 1000) + " parse_uri";

const struct bench_peer peer = {
    BENCH_PEER_VERSION,
    BENCH_OFFSETS | BENCH_HOST_KIND,      // it accepts http://a@b@c, http://a:1a
    name.c_str(),
    "RFC 3986 URI",
    parse,
    nullptr
};

}

const struct bench_peer *bench_peer(unsigned index)
{
    return index == 0 ? &peer : nullptr;
}
