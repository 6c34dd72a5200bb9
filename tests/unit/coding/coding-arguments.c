/* SPDX-License-Identifier: MIT
 *
 * Long texts, and invalid arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "support/grammars.h"
#include "unit/coding/coding-properties.h"
#include "unit/coding/test-coding.h"

/* Lengths around 2^16, and 2^20. */
START_TEST(long_texts)
{
    static const size_t lens[] = { 65535, 65536, 65537, 1 << 20 };

    for (size_t i = 0; i < COUNT(lens); i++) {
        char *text = malloc(lens[i]);

        ck_assert_ptr_nonnull(text);
        memset(text, 'a', lens[i]);
        coding_check_encode(text, lens[i], locus_web, LOCUS_PATH, 0);
        coding_check_decode(text, lens[i], LOCUS_PATH, 0);
        memset(text, '%', lens[i]);
        coding_check_encode(text, lens[i], locus_web, LOCUS_PATH, LOCUS_KEEP);
        coding_check_decode(text, lens[i], LOCUS_PATH, LOCUS_KEEP);
        memset(text, 0xff, lens[i]);
        coding_check_encode(text, lens[i], locus_web, LOCUS_ANY, 0);
        text[0] = '/';
        coding_check_name(text, lens[i], locus_web, 0);
        free(text);
    }
}
END_TEST

/* The bytes of a fragment of RFC 1630 are checked after the URL is built: if the
   fragment does not fit, none of its bytes is read. */
START_TEST(longest_built)
{
    const size_t room = (size_t)LOCUS_MAX_LENGTH - strlen("http://h/#");
    struct locus_parts parts = { 0 };
    struct locus_report report;
    size_t len;

    if (!locus_has_grammar(locus_rfc1630))
        return;
    locus_parts_set(&parts, LOCUS_SCHEME, "http", 4);
    locus_parts_set(&parts, LOCUS_HOST, "h", 1);
    locus_parts_set(&parts, LOCUS_PATH, "/", 1);
    locus_parts_set(&parts, LOCUS_FRAGMENT, "f", room);
    ck_assert_int_eq(locus_build(NULL, 0, &len, &parts, locus_rfc1630, &report),
                     LOCUS_ERROR_SPACE);
    ck_assert_uint_eq(len, LOCUS_MAX_LENGTH);
    ck_assert_int_eq(report.part, -1);
    locus_parts_set(&parts, LOCUS_FRAGMENT, "f", room + 1);
    ck_assert_int_eq(locus_build(NULL, 0, &len, &parts, locus_rfc1630, &report),
                     LOCUS_ERROR_TOO_LONG);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(report.part, -1);
}
END_TEST

/* Invalid arguments to functions that take a URL. */
START_TEST(arguments_beside_a_url)
{
    const char text[] = "file:///a";
    struct locus_report report;
    struct locus_url url;
    char buf[16];
    size_t len = 1;

    if (locus_parse(&url, text, strlen(text), locus_web) != 0)
        return;                        /* --with-grammars */
    ck_assert_int_eq(locus_replace(buf, sizeof buf, &len, &url, text,
                                   LOCUS_PART_COUNT, "x", 1, &report),
                     LOCUS_ERROR_PART);
    ck_assert_uint_eq(len, 0);
    report.part = 1;
    report.offset = 1;
    ck_assert_int_eq(locus_remove(buf, sizeof buf, &len, &url, text,
                                  LOCUS_PART_COUNT, &report),
                     LOCUS_ERROR_PART);
    ck_assert_int_eq(report.part, -1);
    ck_assert_uint_eq(report.offset, 0);
    ck_assert_int_eq(locus_file_name(buf, sizeof buf, &len, &url, text, 2,
                                     &report), LOCUS_ERROR_ARGUMENT);
    ck_assert_uint_eq(len, 0);
}
END_TEST

static const struct locus_grammar *first_grammar(void)
{
    int g = 0;

    while (!locus_has_grammar(grammar_at(g)))
        g++;
    return grammar_at(g);
}

/* Errors in the arguments, not in the text. */
START_TEST(arguments)
{
    const struct locus_grammar *const grammar = first_grammar();
    struct locus_parts parts = { 0 };
    struct locus_report report;
    char buf[8];
    size_t len = 1;

    ck_assert_int_eq(locus_encode(buf, sizeof buf, &len, "a", 1, NULL, LOCUS_PATH,
                                  0, NULL), LOCUS_ERROR_GRAMMAR);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(locus_encode(buf, sizeof buf, &len, "a", 1, grammar,
                                  LOCUS_PATH, LOCUS_PLUS_IS_SPACE, NULL),
                     LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_encode(buf, sizeof buf, &len, "a", 1, grammar,
                                  LOCUS_PATH, 4, NULL), LOCUS_ERROR_ARGUMENT);
    for (int component = 0; component < 300; component++)
        if ((component < LOCUS_ANY || component > LOCUS_QUERY_ITEM)
            && !locus_part_name((enum locus_part)component)) {
            ck_assert_int_eq(locus_decode(buf, sizeof buf, &len, "a", 1,
                                          component, 0, NULL),
                             LOCUS_ERROR_PART);
            ck_assert_int_eq(locus_encode(buf, sizeof buf, &len, "a", 1, grammar,
                                          component, 0, NULL),
                             LOCUS_ERROR_PART);
            ck_assert_int_eq(locus_parts_set(&parts, (enum locus_part)component,
                                             "a", 1), LOCUS_ERROR_PART);
            ck_assert_int_eq(locus_parts_remove(&parts,
                                                (enum locus_part)component),
                             LOCUS_ERROR_PART);
        }
    ck_assert_uint_eq(parts.present, 0);
    parts.present = 1u << (LOCUS_SLOT_COUNT - 1);
    ck_assert_int_eq(locus_build(buf, sizeof buf, &len, &parts, grammar, NULL),
                     LOCUS_ERROR_PART);
    parts.present = 0;
    ck_assert_int_eq(locus_decode(buf, sizeof buf, &len, "a", 1, -1, 0, NULL),
                     LOCUS_ERROR_PART);
    ck_assert_int_eq(locus_parts_set(&parts, LOCUS_PART_COUNT, "a", 1),
                     LOCUS_ERROR_PART);
    ck_assert_int_eq(locus_parts_remove(&parts, LOCUS_PART_COUNT),
                     LOCUS_ERROR_PART);
    ck_assert_int_eq(locus_build(buf, sizeof buf, &len, &parts, NULL, &report),
                     LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(locus_file_url(buf, sizeof buf, &len, "/a", 2, grammar,
                                    2, NULL), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_file_url(buf, sizeof buf, &len, "/a", 2, NULL, 0,
                                    NULL), LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(locus_file_url(buf, sizeof buf, &len, "a", 1, NULL, 0,
                                    NULL), LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(locus_decode(buf, sizeof buf, &len, "a", 1, LOCUS_PATH, 4,
                                  NULL), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_decode(buf, sizeof buf, &len, "a", 1, LOCUS_PATH,
                                  LOCUS_PLUS_IS_SPACE, NULL),
                     LOCUS_ERROR_ARGUMENT);
    /* If the length of the result might overflow, no byte of the text is read. */
    ck_assert_int_eq(locus_encode(buf, sizeof buf, &len, "a", SIZE_MAX / 3 + 1,
                                  grammar, LOCUS_ANY, 0, NULL),
                     LOCUS_ERROR_TOO_LONG);
    ck_assert_uint_eq(len, 0);
    /* An empty text may be NULL. */
    ck_assert_int_eq(locus_encode(NULL, 0, &len, NULL, 0, grammar,
                                  LOCUS_PATH, 0, NULL), 0);
    ck_assert_int_eq(locus_decode(NULL, 0, &len, NULL, 0, LOCUS_HOST, 0,
                                  NULL), 0);
    ck_assert_int_eq(locus_file_url(NULL, 0, &len, NULL, 0, grammar, 0,
                                    NULL), LOCUS_ERROR_NAME);
}
END_TEST

TCase *argument_tests(void)
{
    TCase *tests = tcase_create("arguments");

    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, long_texts);
    tcase_add_test(tests, longest_built);
    tcase_add_test(tests, arguments_beside_a_url);
    tcase_add_test(tests, arguments);
    return tests;
}
