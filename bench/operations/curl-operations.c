/* SPDX-License-Identifier: MIT
 *
 * libcurl's operations. curl_url_set() normalizes some things as it parses, and resolves a
 * reference if the handle holds a URL.
 */
#include <curl/curl.h>
#include <string.h>

#include "operation.h"

/* Copies a string of libcurl's. */
static int64_t copy_out(char *out, size_t size, const char *string, size_t len)
{
    if (len > size)
        return BENCH_REFUSED;
    memcpy(out, string, len);
    return (int64_t)len;
}

static int set(CURLU *url, const char *text)
{
    return url
           && curl_url_set(url, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK;
}

/* Writes the URL of a handle, and frees it. */
static int64_t write_out(char *out, size_t size, CURLU *url, int is_set)
{
    int64_t written = BENCH_REFUSED;
    char *string;

    if (is_set && curl_url_get(url, CURLUPART_URL, &string, 0) == CURLUE_OK) {
        written = copy_out(out, size, string, strlen(string));
        curl_free(string);
    }
    curl_url_cleanup(url);
    return written;
}

static int64_t normalize(BENCH_TEXT)
{
    CURLU *const url = curl_url();

    (void)len, (void)other, (void)other_len;
    return write_out(out, size, url, set(url, text));
}

/* The handle with the base is made once, and copied. */
static int64_t resolve(BENCH_TEXT)
{
    static CURLU *base;
    static const char *last;

    (void)len, (void)other_len;
    if (other != last) {
        last = other;
        curl_url_cleanup(base);
        base = curl_url();
        set(base, other);
    }
    CURLU *const url = curl_url_dup(base);

    return write_out(out, size, url, set(url, text));
}

static int64_t decode(BENCH_TEXT)
{
    int got;
    char *const string = curl_easy_unescape(NULL, text, (int)len, &got);
    const int64_t written = string ? copy_out(out, size, string, (size_t)got) : BENCH_REFUSED;

    (void)other, (void)other_len;
    curl_free(string);
    return written;
}

static int64_t encode(BENCH_TEXT)
{
    char *const string = curl_easy_escape(NULL, text, (int)len);
    const int64_t written = string ? copy_out(out, size, string, strlen(string))
                                   : BENCH_REFUSED;

    (void)other, (void)other_len;
    curl_free(string);
    return written;
}

#define NAME "libcurl " LIBCURL_VERSION

static const struct bench_operation operations[] = {
    BENCH_OPERATION(BENCH_WRITES, "normalize", NAME,
                    "curl_url_set(), curl_url_get(): dot-segments, case of the scheme", normalize),
    BENCH_OPERATION(BENCH_WRITES, "resolve", NAME,
                    "curl_url_dup() of the base, curl_url_set()", resolve),
    BENCH_OPERATION(BENCH_WRITES, "decode", NAME, "curl_easy_unescape()", decode),
    BENCH_OPERATION(BENCH_WRITES, "encode", NAME, "curl_easy_escape()", encode)
};

BENCH_OPERATIONS(operations)
