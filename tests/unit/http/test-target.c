/* SPDX-License-Identifier: MIT
 *
 * locus_parse_target() and locus_apply_method(): which form of a request target each
 * method allows (RFC 9112, sections 3.2.1 to 3.2.4), and what is a method (RFC 9110,
 * sections 5.6.2 and 9.1). The targets themselves: tests/golden/urls/rfc9112-3.
 */
#include <stdlib.h>
#include <string.h>

#include "locus/schemes.h"
#include "support/guard.h"
#include "support/grammars.h"
#include "support/mutate.h"
#include "support/unit.h"

#define SCHEME  (1u << LOCUS_SCHEME)
#define HOST    (1u << LOCUS_HOST)
#define PORT    (1u << LOCUS_PORT)
#define PATH    (1u << LOCUS_PATH)
#define QUERY   (1u << LOCUS_QUERY)

/* Both texts lie in allocations of their exact size. */
static int parse(struct locus_url *url, const char *text, size_t len,
                 const struct locus_grammar *grammar, const char *method,
                 size_t method_len)
{
    char *const text_copy = exact_copy(text, len);
    char *const method_copy = exact_copy(method, method_len);
    int result;

    memset(url, 0x55, sizeof *url);
    result = locus_parse_target(url, text_copy, len, grammar, method_copy, method_len);
    exact_free(method_copy);
    exact_free(text_copy);
    return result;
}

static void is(const char *method, const char *text, const struct locus_url *url,
               int result, int error, uint32_t offset, enum locus_form form,
               uint32_t present)
{
    ck_assert_msg(result == error && url->error == error && url->error_offset == offset
                  && url->form == form && url->present == present,
                  "%s %s: %s@%u, %s, 0x%x", method, text, locus_error_name(result),
                  (unsigned)url->error_offset,
                  locus_form_name((enum locus_form)url->form), (unsigned)url->present);
}

START_TEST(forms_by_method)
{
    const struct {
        const char *method, *text;
        int error;
        uint32_t offset;
        enum locus_form form;
        uint32_t present;
    } cases[] = {
        { "GET", "/a?b", 0, 0, LOCUS_FORM_ORIGIN, PATH | QUERY },
        { "GET", "//evil/x", 0, 0, LOCUS_FORM_ORIGIN, PATH },
        { "GET", "http://h/a", 0, 0, LOCUS_FORM_ABSOLUTE, SCHEME | HOST | PATH },
        { "POST", "*", LOCUS_ERROR_FORM, 0, 0, 0 },
        { "OPTIONS", "*", 0, 0, LOCUS_FORM_ASTERISK, 0 },
        { "OPTIONS", "/a", 0, 0, LOCUS_FORM_ORIGIN, PATH },
        { "OPTIONS", "http://www.example.org:8001", 0, 0, LOCUS_FORM_ABSOLUTE,
          SCHEME | HOST | PORT | PATH },                      /* 3.2.4 */
        { "CONNECT", "www.example.com:80", 0, 0, LOCUS_FORM_AUTHORITY, HOST | PORT },
        { "CONNECT", "1.2.3.4:80", 0, 0, LOCUS_FORM_AUTHORITY, HOST | PORT },
        { "CONNECT", "[::1]:443", 0, 0, LOCUS_FORM_AUTHORITY, HOST | PORT },
        { "CONNECT", "h:", LOCUS_ERROR_PORT, 2, 0, 0 },       /* RFC 9110, 9.3.6 */
        { "CONNECT", "h:0", LOCUS_ERROR_PORT, 3, 0, 0 },
        { "CONNECT", "h:000", LOCUS_ERROR_PORT, 5, 0, 0 },
        { "CONNECT", "h:65535", 0, 0, LOCUS_FORM_AUTHORITY, HOST | PORT },
        { "CONNECT", "h:00065535", 0, 0, LOCUS_FORM_AUTHORITY, HOST | PORT },
        { "CONNECT", "h:65536", LOCUS_ERROR_PORT, 6, 0, 0 },
        { "CONNECT", "h:70000", LOCUS_ERROR_PORT, 6, 0, 0 },
        { "CONNECT", "[::1]:655350", LOCUS_ERROR_PORT, 11, 0, 0 },
        { "CONNECT", "tel:5551234", LOCUS_ERROR_PORT, 9, 0, 0 },
        { "CONNECT", ":80", 0, 0, LOCUS_FORM_AUTHORITY, HOST | PORT },
        { "CONNECT", "/a", LOCUS_ERROR_FORM, 0, 0, 0 },
        { "CONNECT", "http://h:80/", LOCUS_ERROR_FORM, 0, 0, 0 },
        { "CONNECT", "*", LOCUS_ERROR_FORM, 0, 0, 0 },
        { "CONNECT", "u@h:80", LOCUS_ERROR_FORM, 1, 0, 0 },   /* of locus_parse() */
        { "CONNECT", "h", LOCUS_ERROR_FORM, 1, 0, 0 },
        /* Valid in two forms: authority-form in a CONNECT request, otherwise a URI. */
        { "CONNECT", "tel:555", 0, 0, LOCUS_FORM_AUTHORITY, HOST | PORT },
        { "GET", "tel:5551234", 0, 0, LOCUS_FORM_ABSOLUTE, SCHEME | PATH },
        { "OPTIONS", "tel:5551234", 0, 0, LOCUS_FORM_ABSOLUTE, SCHEME | PATH },
        { "GET", "h:", 0, 0, LOCUS_FORM_ABSOLUTE, SCHEME | PATH },
        { "GET", "1.2.3.4:80", LOCUS_ERROR_FORM, 0, 0, 0 },
        { "GET", "[::1]:443", LOCUS_ERROR_FORM, 0, 0, 0 },
        { "OPTIONS", "a_b:1", LOCUS_ERROR_FORM, 0, 0, 0 },
        /* "The method token is case-sensitive". */
        { "connect", "h_:80", LOCUS_ERROR_FORM, 0, 0, 0 },
        { "options", "*", LOCUS_ERROR_FORM, 0, 0, 0 },
        { "CONNECTS", "/", 0, 0, LOCUS_FORM_ORIGIN, PATH },
        { "CONNEC", "/", 0, 0, LOCUS_FORM_ORIGIN, PATH },
        { "OPTION", "*", LOCUS_ERROR_FORM, 0, 0, 0 },
        /* Without a method. */
        { "", "*", 0, 0, LOCUS_FORM_ASTERISK, 0 },
        { "", "tel:1", 0, 0, LOCUS_FORM_AUTHORITY, HOST | PORT },
        { "", "a b", LOCUS_ERROR_FORM, 1, 0, 0 },
    };
    const struct locus_grammar *const grammars[] = {
        locus_request_target, locus_web_target
    };

    for (size_t g = 0; g < COUNT(grammars); g++)
        for (size_t i = 0; i < COUNT(cases); i++) {
            const char *const method = cases[i].method, *const text = cases[i].text;
            struct locus_url url;
            int result;

            if (!locus_has_grammar(grammars[g]))
                continue;
            result = parse(&url, text, strlen(text), grammars[g], method,
                           strlen(method));
            is(method, text, &url, result, cases[i].error, cases[i].offset,
               cases[i].form, cases[i].present);
        }
}
END_TEST

/* The parts of a text that is valid in both forms. */
START_TEST(parts_of_both_forms)
{
    struct locus_url url;

    if (!locus_has_grammar(locus_request_target))
        return;
    ck_assert_int_eq(locus_parse(&url, "tel:123", 7, locus_request_target), 0);
    ck_assert_int_eq(url.form, LOCUS_FORM_AUTHORITY);
    ck_assert_int_eq(url.other_form, LOCUS_FORM_ABSOLUTE);
    ck_assert_int_eq(url.host_kind, LOCUS_HOST_NAME);
    ck_assert_int_eq(locus_apply_method(&url, "tel:123", "GET", 3), 0);
    ck_assert_int_eq(url.form, LOCUS_FORM_ABSOLUTE);
    ck_assert_int_eq(url.other_form, LOCUS_FORM_ABSOLUTE);
    ck_assert_int_eq(url.host_kind, LOCUS_HOST_NONE);
    ck_assert_uint_eq(url.part[LOCUS_SCHEME].off, 0);
    ck_assert_uint_eq(url.part[LOCUS_SCHEME].len, 3);
    ck_assert_uint_eq(url.part[LOCUS_PATH].off, 4);
    ck_assert_uint_eq(url.part[LOCUS_PATH].len, 3);
    ck_assert_uint_eq(url.part[LOCUS_HOST].len | url.part[LOCUS_PORT].len
                      | url.part[LOCUS_PORT].off, 0);
    /* The first method decides; the error of the second is kept. */
    ck_assert_int_eq(locus_apply_method(&url, "tel:123", "CONNECT", 7), LOCUS_ERROR_FORM);
    ck_assert_int_eq(locus_apply_method(&url, "tel:123", "GET", 3), LOCUS_ERROR_FORM);
}
END_TEST

/* The result of a function that writes text. */
#define WRITES(wanted, call) \
    do { \
        char buf[64]; \
        size_t len; \
        const int result = (call); \
        \
        ck_assert_msg(result == 0 && len == strlen(wanted) \
                      && memcmp(buf, wanted, len) == 0, "%s: %s, %.*s", wanted, \
                      locus_error_name(result), result ? 0 : (int)len, buf); \
    } while (0)

/* After a method other than CONNECT, what is written for a target is read as a URI. */
START_TEST(writing_with_a_method)
{
    static const struct locus_redaction what = { .mask = { "X", 1 } };
    const struct locus_grammar *const grammars[] = {
        locus_request_target, locus_web_target
    };
    struct locus_url url, other;

    for (size_t g = 0; g < COUNT(grammars); g++) {
        const struct locus_grammar *const grammar = grammars[g];

        if (!locus_has_grammar(grammar))
            continue;
        ck_assert_int_eq(parse(&url, "tel:5", 5, grammar, "GET", 3), 0);
        WRITES("tel:5", locus_normalize(buf, 64, &len, &url, "tel:5", LOCUS_STEPS));
        WRITES("tel:5", locus_redact(buf, 64, &len, &url, "tel:5", &what, NULL));
        WRITES("tel:6", locus_replace(buf, 64, &len, &url, "tel:5", LOCUS_PATH, "6", 1,
                                      NULL));
        WRITES("tel:5?a=", locus_query_set(buf, 64, &len, &url, "tel:5", "a", 1, "", 0, 0,
                                           NULL));
        ck_assert_int_eq(parse(&other, "tel:%35", 7, grammar, "HEAD", 4), 0);
        WRITES("tel:5", locus_normalize(buf, 64, &len, &other, "tel:%35", LOCUS_STEPS));
        ck_assert_int_eq(locus_compare(&url, "tel:5", &other, "tel:%35", LOCUS_STEPS), 0);

        ck_assert_int_eq(parse(&url, "tel:5?a=", 8, grammar, "GET", 3), 0);
        WRITES("tel:5", locus_remove(buf, 64, &len, &url, "tel:5?a=", LOCUS_QUERY, NULL));
        WRITES("tel:5", locus_query_remove(buf, 64, &len, &url, "tel:5?a=", "a", 1, 0,
                                           NULL));

        /* Without a method, and with CONNECT. */
        ck_assert_int_eq(locus_parse(&url, "tel:5?a=", 8, grammar), 0);
        ck_assert_int_eq(locus_remove(NULL, 0, &(size_t){ 0 }, &url, "tel:5?a=",
                                      LOCUS_QUERY, NULL), LOCUS_ERROR_SPACE);
        {
            char buf[64];
            size_t len;

            ck_assert_int_eq(locus_remove(buf, 64, &len, &url, "tel:5?a=", LOCUS_QUERY,
                                          NULL), LOCUS_ERROR_MISREAD);
            ck_assert_int_eq(locus_query_remove(buf, 64, &len, &url, "tel:5?a=", "a", 1,
                                                0, NULL), LOCUS_ERROR_MISREAD);
        }
        ck_assert_int_eq(parse(&url, "tel:5", 5, grammar, "CONNECT", 7), 0);
        WRITES("tel:6", locus_replace(buf, 64, &len, &url, "tel:5", LOCUS_PORT, "6", 1,
                                      NULL));
        WRITES("tel:5", locus_redact(buf, 64, &len, &url, "tel:5", &what, NULL));
    }
}
END_TEST

/* RFC 9110, section 5.6.2: token = 1*tchar. Every byte, first, in the middle and last. */
START_TEST(methods)
{
    static const char tchars[] = "!#$%&'*+-.^_`|~0123456789"
                                 "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    if (!locus_has_grammar(locus_request_target))
        return;
    for (unsigned byte = 0; byte < 256; byte++)
        for (size_t at = 0; at < 3; at++) {
            char method[3] = { 'G', 'E', 'T' };
            const int valid = byte && strchr(tchars, (int)byte) != NULL;
            struct locus_url url;

            method[at] = (char)byte;
            ck_assert_int_eq(parse(&url, "/", 1, locus_request_target, method, 3),
                             valid ? 0 : LOCUS_ERROR_METHOD);
            ck_assert_uint_eq(url.error_offset, valid ? 0 : at);
            ck_assert_uint_eq(url.present, valid ? PATH : 0);
        }
}
END_TEST

/* Other grammars have no forms. A target that is not valid keeps its error. */
START_TEST(other_grammars)
{
    for (int g = -1; g < grammar_count(); g++) {
        const struct locus_grammar *const grammar = grammar_at(g);
        const int target = (locus_grammar_traits(grammar) & LOCUS_TRAIT_TARGET) != 0;
        struct locus_url url;

        if (target)
            continue;
        ck_assert_int_eq(parse(&url, "/", 1, grammar, "GET", 3), LOCUS_ERROR_GRAMMAR);
        ck_assert_int_eq(url.error, LOCUS_ERROR_GRAMMAR);
        ck_assert_uint_eq(url.present, 0);
        if (locus_parse(&url, "http://h/", 9, grammar) == 0) {
            ck_assert_int_eq(url.form | url.other_form, LOCUS_FORM_NONE);
            ck_assert_int_eq(locus_apply_method(&url, "http://h/", "GET", 3),
                             LOCUS_ERROR_GRAMMAR);
        }
    }
    if (locus_has_grammar(locus_web_target)) {
        struct locus_url url;

        ck_assert_int_eq(locus_parse(&url, "/a b", 4, locus_web_target),
                         LOCUS_ERROR_PATH);
        ck_assert_int_eq(locus_apply_method(&url, "/a b", "(", 1), LOCUS_ERROR_PATH);
        ck_assert_uint_eq(url.error_offset, 2);
    }
}
END_TEST

/* Whatever the text, the form is one that the method allows. An absolute-form target has
   the parts that locus_rfc3986 finds. */
START_TEST(allowed_forms_only)
{
    static const char *const names[] = { "GET", "OPTIONS", "CONNECT", "" };
    struct mutate m;

    if (!locus_has_grammar(locus_request_target) || !locus_has_grammar(locus_rfc3986))
        return;
    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1));
    for (uint64_t i = texts_to_try(200000); i > 0; i--) {
        const char *const method = MUTATE_PICK(&m, names);
        unsigned char text[MUTATE_MAX];
        const size_t len = mutate_url(&m, locus_request_target, text);
        struct locus_url url, uri, plain;

        locus_parse(&plain, (char *)text, len, locus_request_target);
        if (parse(&url, (char *)text, len, locus_request_target, method,
                  strlen(method)) != 0) {
            ck_assert_uint_eq(url.present | url.form, 0);
            continue;
        }
        ck_assert_int_eq(plain.error, 0);
        if (*method == 'C')
            ck_assert(url.form == LOCUS_FORM_AUTHORITY && url.part[LOCUS_PORT].len > 0);
        else if (*method)
            ck_assert(url.form == LOCUS_FORM_ORIGIN || url.form == LOCUS_FORM_ABSOLUTE
                      || (url.form == LOCUS_FORM_ASTERISK && *method == 'O'));
        else
            ck_assert_int_eq(memcmp(&url, &plain, sizeof url), 0);
        if (url.form != LOCUS_FORM_ABSOLUTE)
            continue;
        ck_assert_int_eq(locus_parse(&uri, (char *)text, len, locus_rfc3986), 0);
        ck_assert_uint_eq(uri.present, url.present);
        ck_assert_int_eq(uri.host_kind, url.host_kind);
        ck_assert_int_eq(memcmp(uri.part, url.part, sizeof url.part), 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http");
    TCase *tests = tcase_create("target");

    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, forms_by_method);
    tcase_add_test(tests, parts_of_both_forms);
    tcase_add_test(tests, writing_with_a_method);
    tcase_add_test(tests, methods);
    tcase_add_test(tests, other_grammars);
    tcase_add_test(tests, allowed_forms_only);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
