/* SPDX-License-Identifier: MIT
 *
 * The names of findings, and a sentence for each.
 */
#include "common/find-name.h"
#include "locus.h"

static const struct {
    const char *name;
    const char *sentence;
} findings[LOCUS_FINDING_COUNT] = {
    [LOCUS_FINDING_PASSWORD] = { "password",
        "it contains a password, which is sent in clear text" },
    [LOCUS_FINDING_USER] = { "user",
        "it has a user: what precedes the \"@\" is not the host" },
    [LOCUS_FINDING_OTHER_PORT] = { "other-port",
        "the port is not the scheme's own: another service may listen there" },
    [LOCUS_FINDING_RESERVED_PORT] = { "reserved-port",
        "the port is a reserved one, and not the scheme's own" },
    [LOCUS_FINDING_PROTOCOL_DELIMITER] = { "protocol-delimiter",
        "decoded, it would end a line or an argument of the protocol" },
    [LOCUS_FINDING_CONTROL] = { "control",
        "it contains a control character" },
    [LOCUS_FINDING_SPACE] = { "space",
        "it contains a space" },
    [LOCUS_FINDING_BACKSLASH] = { "backslash",
        "it contains a backslash, which some programs treat as \"/\"" },
    [LOCUS_FINDING_BYTE_80] = { "byte-80",
        "it contains bytes that are not ASCII" },
    [LOCUS_FINDING_BAD_PERCENT] = { "bad-percent",
        "a \"%\" is not followed by two hexadecimal digits" },
    [LOCUS_FINDING_ENCODED_NUL] = { "encoded-nul",
        "it contains an encoded NUL, where some programs end the text" },
    [LOCUS_FINDING_ENCODED_LINE_BREAK] = { "encoded-line-break",
        "it contains an encoded CR or LF" },
    [LOCUS_FINDING_ENCODED_CONTROL] = { "encoded-control",
        "it contains an encoded control character" },
    [LOCUS_FINDING_ENCODED_UNRESERVED] = { "encoded-unreserved",
        "it encodes characters that need no encoding, perhaps to hide them" },
    [LOCUS_FINDING_DOUBLE_ENCODED] = { "double-encoded",
        "it is encoded twice: decoding it twice gives something else" },
    [LOCUS_FINDING_NOT_UTF8] = { "not-utf8",
        "decoded, it is not UTF-8" },
    [LOCUS_FINDING_OVERLONG_UTF8] = { "overlong-utf8",
        "it contains an overlong form of UTF-8, which some programs decode to a delimiter" },
    [LOCUS_FINDING_UNICODE_ESCAPE] = { "unicode-escape",
        "it contains \"%u\" and four digits, which some programs decode" },
    [LOCUS_FINDING_COMPATIBILITY_DELIMITER] = { "compatibility-delimiter",
        "it contains a character that normalization turns into a delimiter" },
    [LOCUS_FINDING_LOOK_ALIKE_DELIMITER] = { "look-alike-delimiter",
        "it contains a character that looks like a delimiter but is not one" },
    [LOCUS_FINDING_ENCODED_SLASH] = { "encoded-slash",
        "the path contains an encoded \"/\"" },
    [LOCUS_FINDING_ENCODED_BACKSLASH] = { "encoded-backslash",
        "the path contains an encoded backslash" },
    [LOCUS_FINDING_ENCODED_DELIMITER] = { "encoded-delimiter",
        "the path contains an encoded delimiter of URLs" },
    [LOCUS_FINDING_ENCODED_SEMICOLON] = { "encoded-semicolon",
        "the path contains an encoded \";\"" },
    [LOCUS_FINDING_SEGMENT_SPACE] = { "segment-space",
        "a segment begins or ends in encoded white space, which some programs trim" },
    [LOCUS_FINDING_DOT_SEGMENT] = { "dot-segment",
        "the path contains \".\" or \"..\"" },
    [LOCUS_FINDING_HIDDEN_DOT_SEGMENT] = { "hidden-dot-segment",
        "the path contains \".\" or \"..\" after decoding" },
    [LOCUS_FINDING_ABOVE_ROOT] = { "above-root",
        "the path climbs above its root" },
    [LOCUS_FINDING_EMPTY_SEGMENT] = { "empty-segment",
        "the path contains \"//\", which some programs merge" },
    [LOCUS_FINDING_PARAMETER] = { "parameter",
        "a segment of the path contains \";\"" },
    [LOCUS_FINDING_DOT_PARAMETER] = { "dot-parameter",
        "a segment is \"..\" or \".\" without its \";\" and what follows" },
    [LOCUS_FINDING_QUERY_TRAVERSAL] = { "query-traversal",
        "the query contains \"..\" as a file name would to leave its directory" },
    [LOCUS_FINDING_FRAGMENT] = { "fragment",
        "it has a fragment, which is not part of a request" },
    [LOCUS_FINDING_AT_SIGN] = { "at-sign",
        "an \"@\" follows the host: some programs treat what precedes it as a user" },
    [LOCUS_FINDING_USERINFO_DELIMITER] = { "userinfo-delimiter",
        "the user or password contains an encoded delimiter of URLs" },
    [LOCUS_FINDING_ENCODED_HOST] = { "encoded-host",
        "the host is percent-encoded, and not all programs decode it" },
    [LOCUS_FINDING_HOST_DELIMITER] = { "host-delimiter",
        "the host contains an encoded delimiter: decoded, it is another host" },
    [LOCUS_FINDING_ODD_IPV4] = { "odd-ipv4",
        "some programs read the host as an IPv4 address, others as a name" },
    [LOCUS_FINDING_FINAL_DOT] = { "final-dot",
        "the host ends in \".\": the same name, but not the same text" },
    [LOCUS_FINDING_ZONE_ID] = { "zone-id",
        "an IPv6 address has a zone, which is meaningful on one machine only" },
    [LOCUS_FINDING_EMPTY_HOST] = { "empty-host",
        "the host is empty" },
    [LOCUS_FINDING_EMPTY_PORT] = { "empty-port",
        "the port is empty" },
    [LOCUS_FINDING_ZERO_PORT] = { "zero-port",
        "the port is 0" },
    [LOCUS_FINDING_LEADING_ZERO_PORT] = { "leading-zero-port",
        "the port has a leading zero" },
    [LOCUS_FINDING_PORT_OVERFLOW] = { "port-overflow",
        "the port exceeds 65535: some programs take it modulo 65536" },
    [LOCUS_FINDING_MISSING_SLASHES] = { "missing-slashes",
        "the scheme needs \"//\": some programs see a host here, others a path" },
    [LOCUS_FINDING_NETWORK_PATH] = { "network-path",
        "the reference begins with \"//\": it leads to another host" },
    [LOCUS_FINDING_HIDDEN_NETWORK_PATH] = { "hidden-network-path",
        "the reference leads to another host if it is read by other rules" },
    [LOCUS_FINDING_LOOPBACK_HOST] = { "loopback-host",
        "the host is the requesting machine itself" },
    [LOCUS_FINDING_UNSPECIFIED_HOST] = { "unspecified-host",
        "the host is an unspecified address, which many machines take for themselves" },
    [LOCUS_FINDING_PRIVATE_HOST] = { "private-host",
        "the host is an address of a private network, not of the Internet" },
    [LOCUS_FINDING_LINK_LOCAL_HOST] = { "link-local-host",
        "the host is an address on the local link, like those of metadata services" },
    [LOCUS_FINDING_MULTICAST_HOST] = { "multicast-host",
        "the host is an address of many machines: multicast or broadcast" },
    [LOCUS_FINDING_DOCUMENTATION_HOST] = { "documentation-host",
        "the host is an address reserved for examples" },
    [LOCUS_FINDING_RESERVED_HOST] = { "reserved-host",
        "the host is a reserved address, or not that of a public host" },
    [LOCUS_FINDING_EMBEDDED_IPV4] = { "embedded-ipv4",
        "the host is an IPv6 address that contains an IPv4 address" },
};

const char *locus_finding_name(enum locus_finding finding)
{
    return (unsigned)finding < LOCUS_FINDING_COUNT ? findings[finding].name
                                                   : NULL;
}

const char *locus_finding_sentence(enum locus_finding finding)
{
    return (unsigned)finding < LOCUS_FINDING_COUNT ? findings[finding].sentence
                                                   : NULL;
}

int locus_finding_from_name(const char *name, size_t len)
{
    for (int i = 0; i < LOCUS_FINDING_COUNT; i++)
        if (is_name(findings[i].name, name, len))
            return i;
    return LOCUS_ERROR_ABSENT;
}
