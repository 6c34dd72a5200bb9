/* SPDX-License-Identifier: MIT
 *
 * The names of the errors and their messages.
 */
#include "locus.h"

/* LOCUS_MAX_LENGTH, as a decimal text. */
#define MAX_LENGTH "4294967294"
_Static_assert(LOCUS_MAX_LENGTH == 4294967294, "MAX_LENGTH is LOCUS_MAX_LENGTH");

static const struct {
    const char *name;
    const char *sentence;
} errors[] = {
    [0] = { "none", "no error" },
    [-LOCUS_ERROR_SCHEME] = { "scheme",
        "expected a scheme of this grammar, followed by \":\"" },
    [-LOCUS_ERROR_PATH] = { "path",
        "invalid path" },
    [-LOCUS_ERROR_QUERY] = { "query",
        "invalid query" },
    [-LOCUS_ERROR_FRAGMENT] = { "fragment",
        "invalid fragment" },
    [-LOCUS_ERROR_SLASHES] = { "slashes",
        "expected \"//\" after the \":\" of this scheme" },
    [-LOCUS_ERROR_USERINFO] = { "userinfo",
        "expected a port number, or \"@\" after the user and password" },
    [-LOCUS_ERROR_HOST] = { "host",
        "missing or invalid host name or IPv4 address" },
    [-LOCUS_ERROR_IP_LITERAL] = { "ip-literal",
        "expected an IPv6 or IPvFuture address and \"]\" after \"[\"" },
    [-LOCUS_ERROR_PORT] = { "port",
        "invalid port number" },
    [-LOCUS_ERROR_TYPE] = { "type",
        "expected \";type=\" and A, I or D (in RFC 1630: A, E, I or L8)" },
    [-LOCUS_ERROR_GROUP] = { "group",
        "expected a newsgroup, \"*\" or a message-id" },
    [-LOCUS_ERROR_NUMBER] = { "number",
        "invalid article number" },
    [-LOCUS_ERROR_DATABASE] = { "database",
        "invalid name of a wais database" },
    [-LOCUS_ERROR_FIELDS] = { "fields",
        "expected a prospero field, such as \";name=value\"" },
    [-LOCUS_ERROR_ADDRESS] = { "address",
        "expected a mail address" },
    [-LOCUS_ERROR_PERCENT] = { "percent",
        "\"%\" is not followed by two hexadecimal digits" },
    [-LOCUS_ERROR_MESSAGE_ID] = { "message-id",
        "expected a message-id: a name, \"@\" and a domain" },
    [-LOCUS_ERROR_WPATH] = { "wpath",
        "expected a field of a wais path: digits, \"=\", a path and \";\"" },
    [-LOCUS_ERROR_VERSION] = { "version",
        "invalid version or attributes after \"%00\"" },
    [-LOCUS_ERROR_FORM] = { "form",
        "expected \"/path\", a URI, \"host:port\" or \"*\", whichever is allowed here" },
    [-LOCUS_ERROR_USERINFO_PRESENT] = { "userinfo-present",
        "a user and \"@\" are not allowed here" },
    [-LOCUS_ERROR_TOO_LONG] = { "too-long",
        "text is longer than " MAX_LENGTH " bytes" },
    [-LOCUS_ERROR_GRAMMAR] = { "grammar",
        "this grammar is not built in, or cannot be used here" },
    [-LOCUS_ERROR_ABSENT] = { "absent",
        "not found" },
    [-LOCUS_ERROR_RANGE] = { "range",
        "number too large: a port over 65535, or over 255 in an IPv4 address" },
    [-LOCUS_ERROR_ARGUMENT] = { "argument",
        "invalid argument" },
    [-LOCUS_ERROR_SPACE] = { "space",
        "buffer too small" },
    [-LOCUS_ERROR_BASE] = { "base",
        "base URL has no scheme" },
    [-LOCUS_ERROR_TARGET] = { "target",
        "no reference resolves to a URL without a scheme or with dot-segments" },
    [-LOCUS_ERROR_METHOD] = { "method",
        "a method consists of letters, digits and !#$%&'*+-.^_`|~" },
    [-LOCUS_ERROR_PART] = { "part",
        "no such part in this grammar" },
    [-LOCUS_ERROR_ALONE] = { "alone",
        "this part requires another part, which is missing" },
    [-LOCUS_ERROR_MISREAD] = { "misread",
        "the result would be parsed into different parts" },
    [-LOCUS_ERROR_HIDDEN] = { "hidden",
        "a delimiter or control character must not be percent-encoded here" },
    [-LOCUS_ERROR_NAME] = { "name",
        "neither an absolute file name nor a file URL" },
    [-LOCUS_ERROR_PIECE] = { "piece",
        "invalid piece of this part" },
    [-LOCUS_ERROR_PROTOCOL] = { "protocol",
        "the decoded text has a character that would end or split a line of the protocol" },
    [-LOCUS_ERROR_ESCAPE] = { "escape",
        "a byte or escape that is not allowed in a JSON string" },
    [-LOCUS_ERROR_LOG] = { "log",
        "not a line of this log format" },
    [-LOCUS_ERROR_LOG_FORMAT] = { "log-format",
        "not a log format of Apache, nginx or HAProxy" },
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
