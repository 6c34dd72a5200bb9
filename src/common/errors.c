/* SPDX-License-Identifier: MIT
 *
 * The names of the errors and their messages.
 */
#include "locus.h"

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
    [-LOCUS_ERROR_FORM] = { "form",
        "a request target is a path, a URL, a host and port, or \"*\", as the method "
        "allows" },
    [-LOCUS_ERROR_USERINFO_PRESENT] = { "userinfo-present",
        "a user and \"@\" are not allowed here" },
    [-LOCUS_ERROR_TOO_LONG] = { "too-long",
        "the text is longer than 4294967294 bytes" },
    [-LOCUS_ERROR_GRAMMAR] = { "grammar",
        "there is no such grammar here" },
    [-LOCUS_ERROR_ABSENT] = { "absent",
        "there is none" },
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
    [-LOCUS_ERROR_METHOD] = { "method",
        "a method consists of letters, digits and !#$%&'*+-.^_`|~" },
    [-LOCUS_ERROR_PART] = { "part",
        "there is no such part in this grammar" },
    [-LOCUS_ERROR_ALONE] = { "alone",
        "this part cannot stand without another one" },
    [-LOCUS_ERROR_MISREAD] = { "misread",
        "this would be read as other parts than those asked for" },
    [-LOCUS_ERROR_HIDDEN] = { "hidden",
        "an escape hides a delimiter or a control here" },
    [-LOCUS_ERROR_NAME] = { "name",
        "this is neither an absolute file name nor a URL of a file" },
    [-LOCUS_ERROR_PIECE] = { "piece",
        "this part is not made of such pieces" },
    [-LOCUS_ERROR_PROTOCOL] = { "protocol",
        "decoded, this would end or divide a line of the protocol" },
    [-LOCUS_ERROR_ESCAPE] = { "escape",
        "this cannot stand in a JSON string" },
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
