/* SPDX-License-Identifier: MIT
 *
 * What findings are called, and what they say.
 */
#include "common/find-name.h"
#include "locus.h"

static const struct {
    const char *name;
    const char *sentence;
} findings[LOCUS_FINDING_COUNT] = {
    [LOCUS_FINDING_PASSWORD] = { "password",
        "it holds a password that everyone on the way can read" },
    [LOCUS_FINDING_USER] = { "user",
        "it has a user; what stands before the \"@\" is no host" },
    [LOCUS_FINDING_OTHER_PORT] = { "other-port",
        "the port is not the scheme's own: another service may listen there" },
    [LOCUS_FINDING_RESERVED_PORT] = { "reserved-port",
        "the port is one of the reserved ones, and not the scheme's own" },
    [LOCUS_FINDING_PROTOCOL_DELIMITER] = { "protocol-delimiter",
        "decoded, it would end a line or an argument of the protocol" },
    [LOCUS_FINDING_CONTROL] = { "control",
        "a control character stands in it" },
    [LOCUS_FINDING_SPACE] = { "space",
        "a space stands in it" },
    [LOCUS_FINDING_BACKSLASH] = { "backslash",
        "it holds a backslash, which some take for \"/\"" },
    [LOCUS_FINDING_BYTE_80] = { "byte-80",
        "it holds bytes beyond ASCII" },
    [LOCUS_FINDING_BAD_PERCENT] = { "bad-percent",
        "a \"%\" has no two hexadecimal digits after it" },
    [LOCUS_FINDING_ENCODED_NUL] = { "encoded-nul",
        "it holds an encoded NUL: for some the text ends there" },
    [LOCUS_FINDING_ENCODED_LINE_BREAK] = { "encoded-line-break",
        "it holds an encoded CR or LF" },
    [LOCUS_FINDING_ENCODED_CONTROL] = { "encoded-control",
        "it holds an encoded control character" },
    [LOCUS_FINDING_ENCODED_UNRESERVED] = { "encoded-unreserved",
        "it encodes characters that never need it, as if to hide them" },
    [LOCUS_FINDING_DOUBLE_ENCODED] = { "double-encoded",
        "it is encoded twice: who decodes twice sees something else" },
    [LOCUS_FINDING_NOT_UTF8] = { "not-utf8",
        "decoded, it is not UTF-8" },
    [LOCUS_FINDING_OVERLONG_UTF8] = { "overlong-utf8",
        "it holds an overlong form of UTF-8, which some decode to a delimiter" },
    [LOCUS_FINDING_UNICODE_ESCAPE] = { "unicode-escape",
        "it holds \"%u\" and four digits, which some decode" },
    [LOCUS_FINDING_COMPATIBILITY_DELIMITER] = { "compatibility-delimiter",
        "it holds a character that becomes a delimiter where text is normalised" },
    [LOCUS_FINDING_LOOK_ALIKE_DELIMITER] = { "look-alike-delimiter",
        "it holds a character that looks like a delimiter and is none" },
    [LOCUS_FINDING_ENCODED_SLASH] = { "encoded-slash",
        "the path holds an encoded \"/\"" },
    [LOCUS_FINDING_ENCODED_BACKSLASH] = { "encoded-backslash",
        "the path holds an encoded backslash" },
    [LOCUS_FINDING_ENCODED_DELIMITER] = { "encoded-delimiter",
        "the path holds an encoded delimiter of URLs" },
    [LOCUS_FINDING_ENCODED_SEMICOLON] = { "encoded-semicolon",
        "the path holds an encoded \";\"" },
    [LOCUS_FINDING_SEGMENT_SPACE] = { "segment-space",
        "a segment begins or ends in encoded white space, which some trim" },
    [LOCUS_FINDING_DOT_SEGMENT] = { "dot-segment",
        "the path holds \".\" or \"..\"" },
    [LOCUS_FINDING_HIDDEN_DOT_SEGMENT] = { "hidden-dot-segment",
        "the path holds \".\" or \"..\" for those who decode it" },
    [LOCUS_FINDING_ABOVE_ROOT] = { "above-root",
        "the path climbs above its root" },
    [LOCUS_FINDING_EMPTY_SEGMENT] = { "empty-segment",
        "the path holds \"//\", which some merge" },
    [LOCUS_FINDING_PARAMETER] = { "parameter",
        "a segment of the path holds \";\"" },
    [LOCUS_FINDING_DOT_PARAMETER] = { "dot-parameter",
        "a segment is \"..\" or \".\" for those who cut it at \";\"" },
    [LOCUS_FINDING_QUERY_TRAVERSAL] = { "query-traversal",
        "the query holds \"..\" as the name of a file would, to climb out" },
    [LOCUS_FINDING_FRAGMENT] = { "fragment",
        "it has a fragment, which no server gets to see" },
    [LOCUS_FINDING_AT_SIGN] = { "at-sign",
        "an \"@\" stands after the host: some take what precedes it for a user" },
    [LOCUS_FINDING_USERINFO_DELIMITER] = { "userinfo-delimiter",
        "the user or password holds an encoded delimiter of URLs" },
    [LOCUS_FINDING_ENCODED_HOST] = { "encoded-host",
        "the host is encoded: not all decode it" },
    [LOCUS_FINDING_HOST_DELIMITER] = { "host-delimiter",
        "the host holds an encoded delimiter: decoded, it is another host" },
    [LOCUS_FINDING_ODD_IPV4] = { "odd-ipv4",
        "the host is an IPv4 address for some, and a name for others" },
    [LOCUS_FINDING_FINAL_DOT] = { "final-dot",
        "the host ends in \".\": the same name, but not the same text" },
    [LOCUS_FINDING_ZONE_ID] = { "zone-id",
        "an IPv6 address has a zone, which means something on one machine only" },
    [LOCUS_FINDING_EMPTY_HOST] = { "empty-host",
        "the host is empty" },
    [LOCUS_FINDING_EMPTY_PORT] = { "empty-port",
        "the port is empty" },
    [LOCUS_FINDING_ZERO_PORT] = { "zero-port",
        "the port is 0" },
    [LOCUS_FINDING_LEADING_ZERO_PORT] = { "leading-zero-port",
        "the port has a leading zero" },
    [LOCUS_FINDING_PORT_OVERFLOW] = { "port-overflow",
        "the port exceeds 65535: some take it modulo 65536" },
    [LOCUS_FINDING_MISSING_SLASHES] = { "missing-slashes",
        "the scheme needs \"//\": some see a host here, others a path" },
    [LOCUS_FINDING_NETWORK_PATH] = { "network-path",
        "the reference begins with \"//\": it leaves for another host" },
    [LOCUS_FINDING_HIDDEN_NETWORK_PATH] = { "hidden-network-path",
        "the reference leaves for another host where it is read by other rules" },
    [LOCUS_FINDING_LOOPBACK_HOST] = { "loopback-host",
        "the host is the machine itself that asks for it" },
    [LOCUS_FINDING_UNSPECIFIED_HOST] = { "unspecified-host",
        "the host is no address to ask: many machines ask themselves then" },
    [LOCUS_FINDING_PRIVATE_HOST] = { "private-host",
        "the host is an address within a network, not one of the Internet" },
    [LOCUS_FINDING_LINK_LOCAL_HOST] = { "link-local-host",
        "the host is an address on the same link, as metadata services have" },
    [LOCUS_FINDING_MULTICAST_HOST] = { "multicast-host",
        "the host is an address of many machines: multicast or broadcast" },
    [LOCUS_FINDING_DOCUMENTATION_HOST] = { "documentation-host",
        "the host is an address for examples, which nobody has" },
    [LOCUS_FINDING_RESERVED_HOST] = { "reserved-host",
        "the host is an address that is reserved, or no public host's" },
    [LOCUS_FINDING_EMBEDDED_IPV4] = { "embedded-ipv4",
        "the host is an IPv6 address that leads to an IPv4 address" },
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
