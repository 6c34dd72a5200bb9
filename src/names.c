/* SPDX-License-Identifier: MIT
 *
 * What things are called.
 */
#include "internal.h"

static const char *const part_names[LOCUS_PART_COUNT] = {
    [LOCUS_SCHEME] = "scheme",
    [LOCUS_USER] = "user",
    [LOCUS_PASSWORD] = "password",
    [LOCUS_HOST] = "host",
    [LOCUS_PORT] = "port",
    [LOCUS_PATH] = "path",
    [LOCUS_QUERY] = "query",
    [LOCUS_FRAGMENT] = "fragment",
    [LOCUS_TYPE] = "type",
    [LOCUS_GTYPE] = "gtype",
    [LOCUS_SELECTOR] = "selector",
    [LOCUS_SEARCH] = "search",
    [LOCUS_PLUS] = "plus",
    [LOCUS_ADDRESS] = "address",
    [LOCUS_GROUP] = "group",
    [LOCUS_ARTICLE] = "article",
    [LOCUS_NUMBER] = "number",
    [LOCUS_DATABASE] = "database",
    [LOCUS_WTYPE] = "wtype",
    [LOCUS_WPATH] = "wpath",
    [LOCUS_HSONAME] = "hsoname",
    [LOCUS_FIELDS] = "fields",
};

static const char *const grammar_names[LOCUS_GRAMMAR_COUNT] = {
    [LOCUS_WEB] = "web",
    [LOCUS_RFC3986] = "rfc3986",
    [LOCUS_RFC3986_REFERENCE] = "rfc3986-reference",
    [LOCUS_RFC1738] = "rfc1738",
    [LOCUS_RFC1630] = "rfc1630",
};

static const char *const host_kind_names[LOCUS_HOST_KIND_COUNT] = {
    [LOCUS_HOST_NONE] = "none",
    [LOCUS_HOST_NAME] = "name",
    [LOCUS_HOST_IPV4] = "ipv4",
    [LOCUS_HOST_IPV6] = "ipv6",
    [LOCUS_HOST_IPVFUTURE] = "ipvfuture",
    [LOCUS_HOST_EMPTY] = "empty",
};

static const struct {
    const char *name;
    const char *sentence;
} errors[] = {
    [0] = { "none", "no error" },
    [-LOCUS_ERROR_SCHEME] = { "scheme",
        "a URL begins with a scheme and \":\"" },
    [-LOCUS_ERROR_PATH] = { "path",
        "this cannot stand in a path here" },
    [-LOCUS_ERROR_QUERY] = { "query",
        "this cannot stand in a query" },
    [-LOCUS_ERROR_FRAGMENT] = { "fragment",
        "this cannot stand in a fragment" },
    [-LOCUS_ERROR_SLASHES] = { "slashes",
        "this scheme needs \"//\" after its \":\"" },
    [-LOCUS_ERROR_USERINFO] = { "userinfo",
        "a user and password need valid characters and \"@\" behind them" },
    [-LOCUS_ERROR_HOST] = { "host",
        "a valid host name or IPv4 address is needed here" },
    [-LOCUS_ERROR_IP_LITERAL] = { "ip-literal",
        "\"[\" needs an IPv6 or IPvFuture address and \"]\"" },
    [-LOCUS_ERROR_PORT] = { "port",
        "a port is made of digits" },
    [-LOCUS_ERROR_TYPE] = { "type",
        "\";\" in an ftp URL begins \";type=\" and one of A, I, D; "
        "RFC 1630: A, E, I, L8" },
    [-LOCUS_ERROR_GROUP] = { "group",
        "a news group, \"*\" or an article's message-id is needed here" },
    [-LOCUS_ERROR_NUMBER] = { "number",
        "an article's number is made of digits" },
    [-LOCUS_ERROR_DATABASE] = { "database",
        "this cannot stand in the name of a wais database" },
    [-LOCUS_ERROR_FIELDS] = { "fields",
        "a prospero field is \";\", a name, \"=\" and a value" },
    [-LOCUS_ERROR_ADDRESS] = { "address",
        "a mail address is needed here" },
    [-LOCUS_ERROR_PERCENT] = { "percent",
        "\"%\" needs two hexadecimal digits behind it" },
    [-LOCUS_ERROR_MESSAGE_ID] = { "message-id",
        "a message-id is a name, \"@\" and a domain" },
    [-LOCUS_ERROR_WPATH] = { "wpath",
        "a wais path is made of fields: digits, \"=\", a path and \";\"" },
    [-LOCUS_ERROR_VERSION] = { "version",
        "\"%00\" needs a version, in digits, and letters and digits behind it" },
    [-LOCUS_ERROR_TOO_LONG] = { "too-long",
        "the text is longer than 4294967294 bytes" },
    [-LOCUS_ERROR_GRAMMAR] = { "grammar",
        "there is no such grammar here" },
    [-LOCUS_ERROR_ABSENT] = { "absent",
        "there is no such thing" },
    [-LOCUS_ERROR_RANGE] = { "range",
        "a port over 65535, or a number over 255 in an IPv4 address" },
    [-LOCUS_ERROR_ARGUMENT] = { "argument",
        "an argument is not one of those allowed" },
    [-LOCUS_ERROR_SPACE] = { "space",
        "the buffer is too small" },
};

static int known_error(int error)
{
    return error <= 0 && error > -(int)(sizeof errors / sizeof *errors)
        && errors[-error].name;
}

const char *locus_strerror(int error)
{
    return known_error(error) ? errors[-error].sentence : "unknown error";
}

const char *locus_error_name(int error)
{
    return known_error(error) ? errors[-error].name : "unknown";
}

/* The index of name[0..len) in a list, or LOCUS_ERROR_ABSENT. */
static int find(const char *const *names, int count,
                const char *name, size_t len)
{
    for (int i = 0; i < count; i++) {
        size_t k = 0;

        while (k < len && names[i][k] && names[i][k] == name[k])
            k++;
        if (k == len && !names[i][k])
            return i;
    }
    return LOCUS_ERROR_ABSENT;
}

const char *locus_part_name(enum locus_part part)
{
    return (unsigned)part < LOCUS_PART_COUNT ? part_names[part] : NULL;
}

int locus_part_from_name(const char *name, size_t len)
{
    return find(part_names, LOCUS_PART_COUNT, name, len);
}

const char *locus_grammar_name(enum locus_grammar grammar)
{
    return (unsigned)grammar < LOCUS_GRAMMAR_COUNT ? grammar_names[grammar]
                                                   : NULL;
}

int locus_grammar_from_name(const char *name, size_t len)
{
    return find(grammar_names, LOCUS_GRAMMAR_COUNT, name, len);
}

const char *locus_host_kind_name(enum locus_host_kind kind)
{
    return (unsigned)kind < LOCUS_HOST_KIND_COUNT ? host_kind_names[kind]
                                                  : NULL;
}

const char *locus_version(void)
{
    return LOCUS_VERSION;
}
