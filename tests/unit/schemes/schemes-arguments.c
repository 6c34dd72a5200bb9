/* SPDX-License-Identifier: MIT
 *
 * Options of the caller, misuse, and names.
 */
#include <string.h>

#include "unit/schemes/test-schemes.h"

START_TEST(ftp_choices)
{
    static const char text[] = "ftp://h/d/f";
    char line[64];
    struct locus_url url;
    struct locus_ftp ftp;
    size_t len;

    ck_assert_int_eq(locus_parse(&url, text, strlen(text), locus_rfc1738), 0);
    ck_assert_int_eq(locus_ftp_begin(&ftp, &url, text), 0);
    ftp.login = 0;
    ftp.type = 'I';
    ck_assert_int_eq(locus_ftp_next(line, sizeof line, &len, &ftp, &url, text),
                     1);
    ck_assert_uint_eq(len, strlen("CWD d\r\n"));
    ck_assert_mem_eq(line, "CWD d\r\n", len);
    ck_assert_int_eq(ftp.command, LOCUS_FTP_CWD);
    ck_assert_uint_eq(ftp.argument_len, 1);
    ck_assert_mem_eq(line + ftp.argument_off, "d", 1);
    ck_assert_int_eq(locus_ftp_next(line, sizeof line, &len, &ftp, &url, text),
                     1);
    ck_assert_uint_eq(len, strlen("TYPE I\r\n"));
    ck_assert_mem_eq(line, "TYPE I\r\n", len);
    ck_assert_int_eq(locus_ftp_next(line, sizeof line, &len, &ftp, &url, text),
                     1);
    ck_assert_uint_eq(len, strlen("RETR f\r\n"));
    ck_assert_mem_eq(line, "RETR f\r\n", len);
    ck_assert_int_eq(locus_ftp_next(line, sizeof line, &len, &ftp, &url, text),
                     0);

    /* A mail address that would inject another command. */
    ck_assert_int_eq(locus_ftp_begin(&ftp, &url, text), 0);
    ftp.mail = "a\r\nDELE b";
    ftp.mail_len = strlen(ftp.mail);
    ck_assert_int_eq(locus_ftp_next(line, sizeof line, &len, &ftp, &url, text),
                     1);
    ck_assert_int_eq(locus_ftp_next(line, sizeof line, &len, &ftp, &url, text),
                     LOCUS_ERROR_PROTOCOL);
    ck_assert_uint_eq(len, 0);

    /* In other grammars ";type=" is part of a file name. */
    ck_assert_int_eq(locus_parse(&url, text, strlen(text), locus_rfc3986), 0);
    ck_assert_int_eq(locus_ftp_begin(&ftp, &url, text), LOCUS_ERROR_ABSENT);
}
END_TEST

START_TEST(misuse)
{
    const struct locus_span nothing = { 0, 0 };
    struct locus_pieces pieces;
    struct locus_piece piece;
    struct locus_meaning meaning;
    struct locus_url url;

    ck_assert_int_eq(locus_pieces_begin(&pieces, LOCUS_PIECE_KIND_COUNT,
                                        nothing), LOCUS_ERROR_ARGUMENT);
    /* If locus_pieces_begin() failed, locus_pieces_next() fails too. */
    ck_assert_int_eq(locus_pieces_begin(&pieces, LOCUS_PIECE_KIND_COUNT,
                                        (struct locus_span){ 5, 3 }), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_pieces_next(&piece, &pieces, "abcde/fgh"),
                     LOCUS_ERROR_ARGUMENT);
    for (int kind = 0; kind < LOCUS_PIECE_KIND_COUNT; ++kind) {
        ck_assert_int_eq(locus_pieces_begin(&pieces,
                                            (enum locus_piece_kind)kind,
                                            nothing), 0);
        ck_assert_int_eq(locus_pieces_next(&piece, &pieces, NULL), 0);
        ck_assert_int_eq(locus_pieces_next(&piece, &pieces, NULL), 0);
    }
    ck_assert_int_eq(locus_parse(&url, NULL, 0, locus_rfc3986_reference), 0);
    ck_assert_int_eq(locus_meaning_of(&meaning, &url, NULL, NULL),
                     LOCUS_ERROR_ABSENT);
    ck_assert(locus_findings(&url, NULL, 0, NULL) == 0);
    ck_assert_int_ne(locus_parse(&url, NULL, 0, locus_rfc3986), 0);
    ck_assert(locus_findings(&url, NULL, 0, NULL) == 0);
}
END_TEST

START_TEST(names)
{
    for (int f = 0; f < LOCUS_FINDING_COUNT; ++f) {
        const enum locus_finding finding = (enum locus_finding)f;
        const char *name = locus_finding_name(finding);

        ck_assert_ptr_nonnull(name);
        ck_assert_int_eq(locus_finding_from_name(name, strlen(name)), f);
        ck_assert_int_eq(locus_finding_from_name(name, strlen(name) - 1),
                         LOCUS_ERROR_ABSENT);
        ck_assert_uint_gt(strlen(locus_finding_sentence(finding)), 10);
    }
    ck_assert_int_le(LOCUS_FINDING_COUNT, 64);
    ck_assert_ptr_null(locus_finding_name(LOCUS_FINDING_COUNT));
    ck_assert_ptr_null(locus_finding_sentence(LOCUS_FINDING_COUNT));
    ck_assert_int_eq(locus_finding_from_name("", 0), LOCUS_ERROR_ABSENT);
    ck_assert_ptr_null(locus_syntax_name(LOCUS_SYNTAX_COUNT));
    ck_assert_ptr_null(locus_object_name(LOCUS_OBJECT_COUNT));
    ck_assert_ptr_null(locus_login_name(LOCUS_LOGIN_COUNT));
    ck_assert_ptr_null(locus_plus_name(LOCUS_PLUS_COUNT));
    ck_assert_ptr_null(locus_ftp_name(LOCUS_FTP_COMMAND_COUNT));
    ck_assert_str_eq(locus_syntax_name(LOCUS_SYNTAX_PROSPERO), "prospero");
    ck_assert_str_eq(locus_object_name(LOCUS_OBJECT_LINK), "link");
    ck_assert_str_eq(locus_login_name(LOCUS_LOGIN_ADVISORY), "advisory");
    ck_assert_str_eq(locus_plus_name(LOCUS_PLUS_OTHER), "other");
    ck_assert_str_eq(locus_ftp_name(LOCUS_FTP_NLST), "NLST");
}
END_TEST

TCase *argument_tests(void)
{
    TCase *tests = tcase_create("arguments");

    tcase_set_timeout(tests, 600);
    if (locus_has_grammar(locus_rfc1738) && locus_has_grammar(locus_rfc3986))
        tcase_add_test(tests, ftp_choices);
    if (locus_has_grammar(locus_rfc3986_reference))
        tcase_add_test(tests, misuse);
    tcase_add_test(tests, names);
    return tests;
}
