/* SPDX-License-Identifier: MIT
 *
 * locus_parse_reference(): what a reference is in each grammar (RFC 3986,
 * sections 4.1 and 4.2).
 */
#define _DEFAULT_SOURCE 1

#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"
#include "support/grammars.h"
#include "support/mutate.h"
#include "support/unit.h"

/* Parses a copy of the text in an allocation of its exact size. */
static int parse(struct locus_url *url, const void *text, size_t len,
                 const struct locus_grammar *grammar,
                 int (*how)(struct locus_url *, const char *, size_t,
                            const struct locus_grammar *))
{
    char *copy = malloc(len);
    int result;

    ck_assert(copy || len == 0);
    if (len)
        memcpy(copy, text, len);
    memset(url, 0xa5, sizeof *url);
    result = how(url, len ? copy : NULL, len, grammar);
    ck_assert_int_eq(result, url->error);
    free(copy);
    return result;
}

/* The machine of URI and that of URI-reference agree on relative-ref, including the
   offset of an error. */
static void same_as_machine(const unsigned char *text, size_t len)
{
    struct locus_url wanted, got, absolute;

    parse(&wanted, text, len, locus_rfc3986_reference, locus_parse);
    parse(&got, text, len, locus_rfc3986, locus_parse_relative);
    if (parse(&absolute, text, len, locus_rfc3986, locus_parse) == 0)
        return;                    /* a URI and not a relative-ref */
    if (got.error && absolute.error_offset > got.error_offset)
        got = absolute;
    ck_assert_msg(got.error == wanted.error
                  && got.error_offset == wanted.error_offset
                  && got.present == wanted.present
                  && got.host_kind == wanted.host_kind
                  && memcmp(got.part, wanted.part, sizeof got.part) == 0,
                  "%.*s: %s@%u, and not %s@%u", (int)len, (const char *)text,
                  locus_error_name(got.error), got.error_offset,
                  locus_error_name(wanted.error), wanted.error_offset);
}

START_TEST(by_the_machine_of_uri)
{
    const uint64_t count = texts_to_try(100000);
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);
    uint64_t valid = 0;

    if (!locus_has_grammar(locus_rfc3986)
        || !locus_has_grammar(locus_rfc3986_reference))
        return;
    for (uint64_t i = 0; i < count; i++) {
        unsigned char text[MUTATE_MAX];
        struct locus_url url;
        struct mutate m;
        size_t len;

        mutate_seed(&m, seed + i);
        len = mutate_url(&m, locus_rfc3986_reference, text);
        same_as_machine(text, len);
        valid += locus_parse(&url, (char *)text, len,
                             locus_rfc3986_reference) == 0
              && !locus_has(&url, LOCUS_SCHEME);
    }
    ck_assert_uint_gt(valid, count / 64);
}
END_TEST

/* All texts of up to four of the significant bytes. */
START_TEST(short_texts)
{
    static const char bytes[] = "a1:/?#@%[].";
    const size_t n = sizeof bytes - 1;

    if (!locus_has_grammar(locus_rfc3986)
        || !locus_has_grammar(locus_rfc3986_reference))
        return;
    for (size_t len = 0, all = 1; len <= 4; len++, all *= n)
        for (size_t i = 0; i < all; i++) {
            unsigned char text[4];
            size_t rest = i;

            for (size_t k = 0; k < len; k++, rest /= n)
                text[k] = (unsigned char)bytes[rest % n];
            same_as_machine(text, len);
        }
}
END_TEST

/* What only web allows, in references. */
START_TEST(web)
{
    static const struct {
        const char *text;
        int error;
        uint32_t offset;
        const char *path;
    } cases[] = {
        { "a|b", 0, 0, "a|b" },
        { "../a b", LOCUS_ERROR_PATH, 4, NULL },
        { "?q={x}", 0, 0, "" },
        { "#a#b", 0, 0, "" },
        { "//h\xc3\xa9/100%", 0, 0, "/100%" },
        { "//h|/", LOCUS_ERROR_HOST, 3, NULL },
        { "", 0, 0, "" },
        { "a|b:c", LOCUS_ERROR_PATH, 3, NULL },     /* 4.2: no ":" there */
        { "./a|b:c", 0, 0, "./a|b:c" },
        { "a/b|:c", 0, 0, "a/b|:c" },
        { "a?b|:c", 0, 0, "a" },
        { "a#b|:c", 0, 0, "a" },
        { "#|:", 0, 0, "" },
        { "1a:b", LOCUS_ERROR_PATH, 2, NULL },
        { ":", LOCUS_ERROR_PATH, 0, NULL },
        { "a:b|c", 0, 0, "b|c" },                   /* a scheme */
        { "a:b c", LOCUS_ERROR_PATH, 3, NULL },
        { "a b:", LOCUS_ERROR_PATH, 1, NULL },
        { "//h:x", LOCUS_ERROR_USERINFO, 5, NULL },   /* no "@" */
    };

    if (!locus_has_grammar(locus_web))
        return;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        struct locus_url url;

        parse(&url, text, strlen(text), locus_web, locus_parse_reference);
        ck_assert_msg(url.error == cases[i].error
                      && url.error_offset == cases[i].offset, "%s: %s@%u",
                      text, locus_error_name(url.error), url.error_offset);
        ck_assert(locus_url_grammar(&url) == locus_web
                  || locus_url_grammar(&url) == locus_web_reference);
        if (url.error == 0 && !locus_has(&url, LOCUS_SCHEME)
            && locus_has_grammar(locus_web_reference))
            ck_assert_ptr_eq(locus_url_grammar(&url), locus_web_reference);
        if (cases[i].path)
            ck_assert_msg(strncmp(text + url.part[LOCUS_PATH].off,
                                  cases[i].path, url.part[LOCUS_PATH].len) == 0
                          && url.part[LOCUS_PATH].len == strlen(cases[i].path),
                          "%s", text);
        else
            ck_assert_uint_eq(url.present, 0);
    }
}
END_TEST

/* With each grammar: its own URLs, and relative references by RFC 3986. */
START_TEST(every_grammar)
{
    const struct {
        const struct locus_grammar *grammar;
        const char *text;
        const struct locus_grammar *as;     /* NULL: invalid */
    } cases[] = {
        { locus_rfc3986, "../g", locus_rfc3986_reference },
        { locus_rfc3986, "a|b", NULL },
        { locus_rfc3986_reference, "../g", locus_rfc3986_reference },
        { locus_rfc1738, "ftp://h/a;type=i", locus_rfc1738 },
        { locus_rfc1738, "../g", locus_rfc3986_reference },
        { locus_rfc1738, "http://h/~a", locus_rfc3986_reference },
        { locus_rfc1630, "URL:http://h/", locus_rfc1630 },
        { locus_rfc1630, "g?x=y", locus_rfc3986_reference },
        { locus_web_reference, "../g|", locus_web_reference },
        { locus_request_target, "//h/a", locus_request_target },
        { locus_request_target, "../g", locus_rfc3986_reference },
        { locus_authority, "h:80", locus_authority },
        /* Nothing is relative to a host and a port (RFC 9110, section 7.2). */
        { locus_authority, "../g", NULL },
        { locus_authority, "//h/a", NULL },
        { locus_authority, "/a", NULL },
        { locus_authority, "http://h/", NULL },
        { locus_authority, "?q", NULL },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        struct locus_url url;

        parse(&url, text, strlen(text), cases[i].grammar,
              locus_parse_reference);
        if (!locus_has_grammar(cases[i].grammar)) {
            ck_assert_int_eq(url.error, LOCUS_ERROR_GRAMMAR);
        } else if (!cases[i].as) {
            ck_assert_int_ne(url.error, 0);
        } else if (locus_has_grammar(cases[i].as)) {
            ck_assert_int_eq(url.error, 0);
            ck_assert_ptr_eq(locus_url_grammar(&url), cases[i].as);
        } else if (locus_has_grammar(locus_rfc3986)) {
            ck_assert_int_eq(url.error, 0);         /* from the machine of URI */
            ck_assert_ptr_eq(locus_url_grammar(&url), locus_rfc3986);
        } else {
            ck_assert_int_eq(url.error, LOCUS_ERROR_GRAMMAR);
        }
    }
}
END_TEST

/* The promises of http-url hold for references, too: no other scheme, a host, and no
   userinfo (RFC 9110, sections 4.2.1, 4.2.2 and 4.2.4). */
START_TEST(http)
{
    static const struct {
        const char *text;
        int error;
        uint32_t offset;
    } cases[] = {
        { "", 0, 0 },
        { "/p?q#f", 0, 0 },
        { "../g:h", 0, 0 },
        { "//h", 0, 0 },
        { "//h:8/", 0, 0 },
        { "//[::1]:", 0, 0 },
        { "HTTPS://h/", 0, 0 },
        { "//", LOCUS_ERROR_HOST, 2 },
        { "///x", LOCUS_ERROR_HOST, 2 },
        { "//:8/", LOCUS_ERROR_HOST, 2 },
        { "//u@h/", LOCUS_ERROR_USERINFO_PRESENT, 3 },
        { "//u:8@h/", LOCUS_ERROR_USERINFO_PRESENT, 5 },
        { "http:///x", LOCUS_ERROR_HOST, 7 },
        { "http://u@h/", LOCUS_ERROR_USERINFO_PRESENT, 8 },
        { "ftp://h/", LOCUS_ERROR_SCHEME, 0 },
    };

    if (!locus_has_grammar(locus_http_url)
        || !locus_has_grammar(locus_rfc3986_reference))
        return;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        struct locus_url url;

        parse(&url, text, strlen(text), locus_http_url, locus_parse_reference);
        ck_assert_msg(url.error == cases[i].error
                      && url.error_offset == cases[i].offset, "%s: %s@%u",
                      text, locus_error_name(url.error), url.error_offset);
        if (url.error)
            ck_assert_uint_eq(url.present, 0);
    }
}
END_TEST

/* Invalid lengths and grammars. */
START_TEST(no_reference)
{
    const size_t too_long = (size_t)LOCUS_MAX_LENGTH + 1;
    struct locus_url url;

    for (int g = -1; g < grammar_count(); g++) {
        const struct locus_grammar *const grammar = grammar_at(g);
        const int known = locus_has_grammar(grammar);

        memset(&url, 0xff, sizeof url);
        if (!known)
            ck_assert_int_eq(locus_parse_reference(&url, "a", 1, grammar),
                             LOCUS_ERROR_GRAMMAR);
        else if (too_long > LOCUS_MAX_LENGTH)       /* only if size_t has 64 bits */
            ck_assert_int_eq(locus_parse_reference(&url, "a", too_long, grammar),
                             LOCUS_ERROR_TOO_LONG);
        else
            continue;
        ck_assert_uint_eq(url.present, 0);
    }
}
END_TEST

/* The limit applies before the scheme is read: no byte of the text is read. */
START_TEST(too_long_with_a_scheme)
{
    struct locus_url url;

    if (!locus_has_grammar(locus_web))
        return;
    memset(&url, 0xff, sizeof url);
    ck_assert_int_eq(locus_parse_relative(&url, "a", LOCUS_MAX_LENGTH - 1,
                                          locus_web), LOCUS_ERROR_TOO_LONG);
    ck_assert_uint_eq(url.error_offset, 0);
    ck_assert_uint_eq(url.present, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reference");
    TCase *tcase = tcase_create("reference");

    tcase_add_test(tcase, by_the_machine_of_uri);
    tcase_add_test(tcase, short_texts);
    tcase_add_test(tcase, web);
    tcase_add_test(tcase, every_grammar);
    tcase_add_test(tcase, http);
    tcase_add_test(tcase, no_reference);
    tcase_add_test(tcase, too_long_with_a_scheme);
    tcase_set_timeout(tcase, 0);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
