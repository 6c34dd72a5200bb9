/* SPDX-License-Identifier: MIT
 *
 * locus_unwrap() of texts that no scan found.
 */
#include <stdlib.h>
#include <string.h>

#include "locus.h"
#include "unit/contexts/test-contexts.h"

static void check_unwrapped(const struct locus_context *context, const char *wrapped,
                            const char *want)
{
    const size_t len = strlen(wrapped);
    const struct text text = { .context = context };
    char *bytes = exact_allocate(len);
    size_t n = 0;

    memcpy(bytes, wrapped, len);
    if (want == NULL) {
        ck_assert_int_eq(locus_unwrap(NULL, 0, &n, bytes, len, context),
                         LOCUS_ERROR_ESCAPE);
    } else {
        char *url = unwrap(&text, bytes, len, strlen(want));

        ck_assert_msg(memcmp(url, want, strlen(want)) == 0, "%s", want);
        exact_free(url);
    }
    exact_free(bytes);
}

START_TEST(unwrap_any_text)
{
    static const struct {
        const struct locus_context *const *context;
        const char *text;
        const char *want;              /* NULL: LOCUS_ERROR_ESCAPE */
    } cases[] = {
        { &locus_raw, "", "" },
        { &locus_raw, " a\\/b ", " a\\/b " },
        { &locus_text, " a\\/b\n", " a\\/b\n" },
        { &locus_text, "\x1b[m", "" },
        { &locus_text, "\x1b[1;31ma\x1b[Kb\x1b[0m\x1b[m", "ab" },
        { &locus_text, "a\x1b[2Jb\x1b[?25h\x1b]8;;\x1b\\", "a\x1b[2Jb\x1b[?25h\x1b]8;;\x1b\\" },
        { &locus_text, "\x1b", "\x1b" },
        { &locus_text, "a\x1b[", "a\x1b[" },
        { &locus_text, "a\x1b[1;3", "a\x1b[1;3" },
        { &locus_text, "a\x1b\x1b[1 mb\x1b[/K", "a\x1b\x1b[1 mb\x1b[/K" },
        { &locus_text, "a\x1b\x1b[mb", "a\x1b" "b" },
        { &locus_raw, "\x1b[ma", "\x1b[ma" },
        { &locus_wrapped, "\x1b[ma", "\x1b[ma" },
        { &locus_wrapped, "", "" },
        { &locus_wrapped, " \t\n\v\f\r", "" },
        { &locus_wrapped, " a b\tc\n\nd\\/ ", "abcd\\/" },
        { &locus_wrapped, "a\x1f\x7f\x85", "a\x1f\x7f\x85" },
        { &locus_wrapped, ">a > b>\n> > c>\r\n>>\f\t>d >", ">a>b>c>d>" },
        { &locus_wrapped, "\n>", "" },
        { &locus_json, "", "" },
        { &locus_json, "abc", "abc" },
        { &locus_json, "\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t" },
        { &locus_json, "\\u0041\\u00e9\\u20AC\\ud83d\\uDE00",
          "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80" },
        { &locus_json, "\\u0001\\u007f\\u0080\\u07ff\\u0800\\ud7ff\\ue000\\uffff",
          "\x01\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80"
          "\xef\xbf\xbf" },
        { &locus_json, "\\ud800\\udc00\\udbff\\udfff",
          "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf" },
        { &locus_json, "\x7f\x80\xff", "\x7f\x80\xff" },
        { &locus_json, "\\u001b\\u001B", "\x1b\x1b" },
        { &locus_json, "a\\u001b[", "a\x1b[" },
        { &locus_json, "a\\u001b[1;\\u0033", "a\x1b[1;3" },
        { &locus_json, "a\\u001b[2Jb\\u001b[1 m", "a\x1b[2Jb\x1b[1 m" },
        { &locus_json, "\"", NULL },
        { &locus_json, "a\"", NULL },
        { &locus_json, "a\n", NULL },
        { &locus_json, "a\x1f" "b", NULL },
        { &locus_json, "\\", NULL },
        { &locus_json, "a\\", NULL },
        { &locus_json, "\\a", NULL },
        { &locus_json, "\\'", NULL },
        { &locus_json, "\\U0041", NULL },
        { &locus_json, "\\u", NULL },
        { &locus_json, "\\u004", NULL },
        { &locus_json, "\\u004g", NULL },
        { &locus_json, "\\ud83d", NULL },
        { &locus_json, "\\ud83dx", NULL },
        { &locus_json, "\\ud83d\\n", NULL },
        { &locus_json, "\\ud83d\\ud83d", NULL },
        { &locus_json, "\\ude00", NULL },
    };
    static const struct {
        const char *text, *want, *raw;
    } sequences[] = {
        { "\\u001b[m", "", "\x1b[m" },
        { "\\u001b[m\\u001B[K", "", "\x1b[m\x1b[K" },
        { "\\u001b[1;31ma\\u001b\\u005bK\\u00e9", "a\xc3\xa9", "\x1b[1;31ma\x1b[K\xc3\xa9" },
        { "a\\u001b[\\u0031\\u006d\\u0062c", "abc", "a\x1b[1mbc" },
        { "a\\u001b[1mb\\n", "ab\n", "a\x1b[1mb\n" },
        { "\\u001b[ma\\x", NULL, NULL },
        { "\\u001b[m\\x", NULL, NULL },
        { "\\u001b[1\\x", NULL, NULL },
    };

    for (size_t i = 0; i < COUNT(cases); ++i) {
        check_unwrapped(*cases[i].context, cases[i].text, cases[i].want);
        if (*cases[i].context == locus_json)
            check_unwrapped(locus_json_raw, cases[i].text, cases[i].want);
    }
    for (size_t i = 0; i < COUNT(sequences); ++i) {
        check_unwrapped(locus_json, sequences[i].text, sequences[i].want);
        check_unwrapped(locus_json_raw, sequences[i].text, sequences[i].raw);
    }
}
END_TEST

/* An error stays an error, and a text may contain NUL. */
START_TEST(pieces_at_the_end)
{
    struct locus_unwrapping pieces;
    char nul[2];
    size_t len;

    locus_unwrap_begin(&pieces, "a\\x", 3, locus_json);
    ck_assert_int_eq(locus_unwrap_next(&pieces), 1);
    ck_assert_uint_eq(pieces.len, 1);
    ck_assert_int_eq(locus_unwrap_next(&pieces), LOCUS_ERROR_ESCAPE);
    ck_assert_int_eq(locus_unwrap_next(&pieces), LOCUS_ERROR_ESCAPE);
    ck_assert_int_eq(locus_unwrap(nul, 2, &len, "a", 1, NULL), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_unwrap(nul, 2, &len, "", 0, NULL), LOCUS_ERROR_ARGUMENT);
    locus_unwrap_begin(&pieces, NULL, 0, locus_wrapped);
    ck_assert_int_eq(locus_unwrap_next(&pieces), 0);
    ck_assert_int_eq(locus_unwrap_next(&pieces), 0);
    ck_assert_int_eq(locus_unwrap(nul, 2, &len, "\\u0000\0", 7, locus_json),
                     LOCUS_ERROR_ESCAPE);
    ck_assert_int_eq(locus_unwrap(nul, 2, &len, "\\u0000", 6, locus_json), 0);
    ck_assert_uint_eq(len, 1);
    ck_assert_int_eq(nul[0], 0);
    ck_assert_int_eq(locus_unwrap(nul, 2, &len, " \0 \0", 4, locus_wrapped), 0);
    ck_assert_uint_eq(len, 2);
}
END_TEST

TCase *unwrap_tests(void)
{
    TCase *tests = tcase_create("unwrap");

    tcase_add_test(tests, unwrap_any_text);
    tcase_add_test(tests, pieces_at_the_end);
    tcase_set_timeout(tests, 60);
    return tests;
}
