/* SPDX-License-Identifier: MIT
 *
 * What things are called.
 */
#include "locus.h"
#include "locus/schemes.h"

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

static const char *const host_kind_names[LOCUS_HOST_KIND_COUNT] = {
    [LOCUS_HOST_NONE] = "none",
    [LOCUS_HOST_NAME] = "name",
    [LOCUS_HOST_IPV4] = "ipv4",
    [LOCUS_HOST_IPV6] = "ipv6",
    [LOCUS_HOST_IPVFUTURE] = "ipvfuture",
    [LOCUS_HOST_EMPTY] = "empty",
};

static const char *const class_names[LOCUS_CLASS_COUNT] = {
    [LOCUS_CLASS_GLOBAL] = "global",
    [LOCUS_CLASS_UNSPECIFIED] = "unspecified",
    [LOCUS_CLASS_LOOPBACK] = "loopback",
    [LOCUS_CLASS_PRIVATE] = "private",
    [LOCUS_CLASS_SHARED] = "shared",
    [LOCUS_CLASS_UNIQUE_LOCAL] = "unique-local",
    [LOCUS_CLASS_SITE_LOCAL] = "site-local",
    [LOCUS_CLASS_LINK_LOCAL] = "link-local",
    [LOCUS_CLASS_MULTICAST] = "multicast",
    [LOCUS_CLASS_BROADCAST] = "broadcast",
    [LOCUS_CLASS_DOCUMENTATION] = "documentation",
    [LOCUS_CLASS_BENCHMARKING] = "benchmarking",
    [LOCUS_CLASS_DISCARD] = "discard",
    [LOCUS_CLASS_PROTOCOL] = "protocol",
    [LOCUS_CLASS_RESERVED] = "reserved",
};

static const char *const embedding_names[LOCUS_EMBEDDING_COUNT] = {
    [LOCUS_EMBEDDING_NONE] = "none",
    [LOCUS_EMBEDDING_MAPPED] = "ipv4-mapped",
    [LOCUS_EMBEDDING_COMPATIBLE] = "ipv4-compatible",
    [LOCUS_EMBEDDING_TRANSLATED] = "ipv4-translated",
    [LOCUS_EMBEDDING_NAT64] = "nat64",
    [LOCUS_EMBEDDING_6TO4] = "6to4",
    [LOCUS_EMBEDDING_TEREDO] = "teredo",
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
        "a user and password end with \"@\", and a port is made of digits" },
    [-LOCUS_ERROR_HOST] = { "host",
        "a host name or IPv4 address, or what may follow one, is needed here" },
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
        "the name of a wais database is needed here" },
    [-LOCUS_ERROR_FIELDS] = { "fields",
        "a prospero field is \";\", a name, \"=\" and a value" },
    [-LOCUS_ERROR_ADDRESS] = { "address",
        "a mail address is needed here" },
    [-LOCUS_ERROR_PERCENT] = { "percent",
        "\"%\" needs two hexadecimal digits after it" },
    [-LOCUS_ERROR_MESSAGE_ID] = { "message-id",
        "a message-id is a name, \"@\" and a domain" },
    [-LOCUS_ERROR_WPATH] = { "wpath",
        "a wais path is made of fields: digits, \"=\", a path and \";\"" },
    [-LOCUS_ERROR_VERSION] = { "version",
        "\"%00\" needs a version, in digits, and letters and digits after it" },
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
    [-LOCUS_ERROR_BASE] = { "base",
        "a base URL needs a scheme" },
    [-LOCUS_ERROR_TARGET] = { "target",
        "no reference resolves to a URL without scheme or with dot-segments" },
    [-LOCUS_ERROR_PART] = { "part",
        "there is no such part in this grammar" },
    [-LOCUS_ERROR_ALONE] = { "alone",
        "this part cannot stand without another one" },
    [-LOCUS_ERROR_MISREAD] = { "misread",
        "this would be read as other parts than those asked for" },
    [-LOCUS_ERROR_HIDDEN] = { "hidden",
        "an escape hides a delimiter or a control here" },
    [-LOCUS_ERROR_NAME] = { "name",
        "this is no absolute name of a file, nor a URL that stands for one" },
    [-LOCUS_ERROR_PIECE] = { "piece",
        "this part is not made of such pieces" },
    [-LOCUS_ERROR_PROTOCOL] = { "protocol",
        "decoded, this would end or divide a line of the protocol" },
    [-LOCUS_ERROR_ESCAPE] = { "escape",
        "this cannot stand in a JSON string" },
};

static const char *const syntax_names[LOCUS_SYNTAX_COUNT] = {
    [LOCUS_SYNTAX_GENERIC] = "generic",
    [LOCUS_SYNTAX_FTP] = "ftp",
    [LOCUS_SYNTAX_HTTP] = "http",
    [LOCUS_SYNTAX_GOPHER] = "gopher",
    [LOCUS_SYNTAX_MAILTO] = "mailto",
    [LOCUS_SYNTAX_NEWS] = "news",
    [LOCUS_SYNTAX_NNTP] = "nntp",
    [LOCUS_SYNTAX_TELNET] = "telnet",
    [LOCUS_SYNTAX_WAIS] = "wais",
    [LOCUS_SYNTAX_FILE] = "file",
    [LOCUS_SYNTAX_PROSPERO] = "prospero",
};

static const char *const object_names[LOCUS_OBJECT_COUNT] = {
    [LOCUS_OBJECT_RESOURCE] = "resource",
    [LOCUS_OBJECT_FILE] = "file",
    [LOCUS_OBJECT_DIRECTORY] = "directory",
    [LOCUS_OBJECT_ITEM] = "item",
    [LOCUS_OBJECT_SEARCH] = "search",
    [LOCUS_OBJECT_MAILBOX] = "mailbox",
    [LOCUS_OBJECT_GROUP] = "group",
    [LOCUS_OBJECT_ALL_GROUPS] = "all-groups",
    [LOCUS_OBJECT_ARTICLE] = "article",
    [LOCUS_OBJECT_SESSION] = "session",
    [LOCUS_OBJECT_DATABASE] = "database",
    [LOCUS_OBJECT_DOCUMENT] = "document",
    [LOCUS_OBJECT_LINK] = "link",
};

static const char *const login_names[LOCUS_LOGIN_COUNT] = {
    [LOCUS_LOGIN_NONE] = "none",
    [LOCUS_LOGIN_ANONYMOUS] = "anonymous",
    [LOCUS_LOGIN_USER] = "user",
    [LOCUS_LOGIN_ADVISORY] = "advisory",
};

static const char *const plus_names[LOCUS_PLUS_COUNT] = {
    [LOCUS_PLUS_NONE] = "none",
    [LOCUS_PLUS_VIEW] = "view",
    [LOCUS_PLUS_ASK] = "ask",
    [LOCUS_PLUS_ATTRIBUTES] = "attributes",
    [LOCUS_PLUS_DIRECTORY_ATTRIBUTES] = "directory-attributes",
    [LOCUS_PLUS_ANSWERS] = "answers",
    [LOCUS_PLUS_OTHER] = "other",
};

static const char *const ftp_names[LOCUS_FTP_COMMAND_COUNT] = {
    [LOCUS_FTP_USER] = "USER",
    [LOCUS_FTP_PASS] = "PASS",
    [LOCUS_FTP_CWD] = "CWD",
    [LOCUS_FTP_TYPE] = "TYPE",
    [LOCUS_FTP_RETR] = "RETR",
    [LOCUS_FTP_NLST] = "NLST",
};

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

/* The index of name[0..len) in a list, some of whose entries may be NULL; or
   LOCUS_ERROR_ABSENT. */
static int find(const char *const *names, int count,
                const char *name, size_t len)
{
    for (int i = 0; i < count; i++) {
        size_t k = 0;

        if (!names[i])
            continue;
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

const char *locus_host_kind_name(enum locus_host_kind kind)
{
    return (unsigned)kind < LOCUS_HOST_KIND_COUNT ? host_kind_names[kind]
                                                  : NULL;
}

const char *locus_syntax_name(enum locus_syntax syntax)
{
    return (unsigned)syntax < LOCUS_SYNTAX_COUNT ? syntax_names[syntax] : NULL;
}

const char *locus_object_name(enum locus_object object)
{
    return (unsigned)object < LOCUS_OBJECT_COUNT ? object_names[object] : NULL;
}

const char *locus_login_name(enum locus_login login)
{
    return (unsigned)login < LOCUS_LOGIN_COUNT ? login_names[login] : NULL;
}

const char *locus_plus_name(enum locus_plus plus)
{
    return (unsigned)plus < LOCUS_PLUS_COUNT ? plus_names[plus] : NULL;
}

const char *locus_ftp_name(enum locus_ftp_command command)
{
    return (unsigned)command < LOCUS_FTP_COMMAND_COUNT ? ftp_names[command]
                                                       : NULL;
}

const char *locus_class_name(enum locus_class address_class)
{
    return (unsigned)address_class < LOCUS_CLASS_COUNT
         ? class_names[address_class] : NULL;
}

const char *locus_embedding_name(enum locus_embedding embedding)
{
    return (unsigned)embedding < LOCUS_EMBEDDING_COUNT
         ? embedding_names[embedding] : NULL;
}

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
        if (find(&findings[i].name, 1, name, len) == 0)
            return i;
    return LOCUS_ERROR_ABSENT;
}

const char *locus_version(void)
{
    return LOCUS_VERSION;
}
