/* SPDX-License-Identifier: MIT
 *
 * uriparser's operations. uriparser normalizes a list of segments, copying those that it
 * changes, and then writes the list as text.
 */
#include <string.h>
#include <uriparser/Uri.h>

#include "operation.h"

static int parse(UriUriA *uri, const char *text, size_t len)
{
    const char *where;

    return uriParseSingleUriExA(uri, text, text + len, &where) == URI_SUCCESS;
}

static int parse_url(UriUriA *uri, const char *text, size_t len)
{
    if (!parse(uri, text, len))
        return 0;
    if (uri->scheme.first)
        return 1;
    uriFreeUriMembersA(uri);
    return 0;
}

/* Writes the URI if the step before succeeded, and frees it. */
static int64_t write_out(char *out, size_t size, UriUriA *uri, int error)
{
    int written = 0;

    if (error == URI_SUCCESS)
        error = uriToStringA(out, uri, (int)size, &written);
    uriFreeUriMembersA(uri);
    return error == URI_SUCCESS ? written - 1 : BENCH_REFUSED;
}

static int64_t normalize(BENCH_TEXT)
{
    UriUriA uri;

    (void)other, (void)other_len;
    return parse_url(&uri, text, len)
        ? write_out(out, size, &uri, uriNormalizeSyntaxA(&uri)) : BENCH_REFUSED;
}

/* uriEqualsUri() does not normalize, so both URIs are normalized first. */
static int64_t compare(BENCH_TEXT)
{
    UriUriA a, b;
    int64_t result = BENCH_REFUSED;

    (void)out, (void)size;
    if (!parse_url(&a, text, len))
        return BENCH_REFUSED;
    if (parse_url(&b, other, other_len)) {
        if (uriNormalizeSyntaxA(&a) == URI_SUCCESS && uriNormalizeSyntaxA(&b) == URI_SUCCESS)
            result = !uriEqualsUriA(&a, &b);
        uriFreeUriMembersA(&b);
    }
    uriFreeUriMembersA(&a);
    return result;
}

/* The base is parsed once. */
static UriUriA *parsed_base(const char *text, size_t len)
{
    static UriUriA uri;
    static const char *last;

    if (text != last) {
        if (!parse(&uri, text, len))
            return NULL;
        last = text;
    }
    return &uri;
}

static int64_t resolve(BENCH_TEXT)
{
    UriUriA *const base = parsed_base(other, other_len);
    UriUriA reference, target;
    int64_t result;

    if (!base || !parse(&reference, text, len))
        return BENCH_REFUSED;
    result = write_out(out, size, &target, uriAddBaseUriA(&target, &reference, base));
    uriFreeUriMembersA(&reference);
    return result;
}

static int64_t relativize(BENCH_TEXT)
{
    UriUriA *const base = parsed_base(other, other_len);
    UriUriA target, reference;
    int64_t result;

    if (!base || !parse_url(&target, text, len))
        return BENCH_REFUSED;
    result = write_out(out, size, &reference,
                       uriRemoveBaseUriA(&reference, &target, base, URI_FALSE));
    uriFreeUriMembersA(&target);
    return result;
}

static int64_t decode(BENCH_TEXT)
{
    (void)size, (void)other, (void)other_len;
    memcpy(out, text, len + 1);
    return uriUnescapeInPlaceA(out) - out;
}

static int64_t encode(BENCH_TEXT)
{
    (void)size, (void)other, (void)other_len;
    return uriEscapeExA(text, text + len, out, URI_FALSE, URI_FALSE) - out;
}

static int64_t query(BENCH_TEXT)
{
    UriQueryListA *pairs;
    UriUriA uri;
    int count = 0;

    (void)out, (void)size, (void)other, (void)other_len;
    if (!parse_url(&uri, text, len))
        return BENCH_REFUSED;
    if (uri.query.first
        && uriDissectQueryMallocA(&pairs, &count, uri.query.first, uri.query.afterLast)
           == URI_SUCCESS) {
        bench_keep(pairs);
        uriFreeQueryListA(pairs);
    }
    uriFreeUriMembersA(&uri);
    return count;
}

#define NAME "uriparser " URI_VER_ANSI

static const struct bench_operation operations[] = {
    BENCH_OPERATION(BENCH_WRITES, "normalize", NAME, "RFC 3986, 6.2.2; allocates", normalize),
    BENCH_OPERATION(0, "compare", NAME, "RFC 3986, 6.2.2, of both; allocates", compare),
    BENCH_OPERATION(BENCH_WRITES, "resolve", NAME, "RFC 3986, 5.2; allocates", resolve),
    BENCH_OPERATION(BENCH_WRITES, "relativize", NAME, "not the shortest; allocates",
                    relativize),
    BENCH_OPERATION(BENCH_WRITES, "decode", NAME, "in place, after a copy", decode),
    BENCH_OPERATION(BENCH_WRITES, "encode", NAME, "all but unreserved characters", encode),
    BENCH_OPERATION(0, "query", NAME, "each pair, decoded; allocates", query)
};

BENCH_OPERATIONS(operations)
