/* SPDX-License-Identifier: MIT
 *
 * locus/schemes.h and section 8 of locus.h: pieces of parts, the meaning of schemes,
 * and findings. The cases are the .txt files of tests/golden/meaning, one per line
 * (tests/support/columns.h describes the columns):
 *
 *     KIND         PART  PIECE ...         the pieces of a part; KIND is segments, pairs,
 *                                          amp-pairs, prospero, wais, gopher or labels; a
 *                                          last !N: the part fails at offset N
 *     ftp          URL   LINE ...          the commands, without CR LF; or !ERROR
 *     ftp-mail     URL   LINE ...          the same with me@example.org as the password
 *     gopher-line  URL   LINE              what is sent; or !ERROR
 *     meaning      URL   FIELD=VALUE ...   other fields have their defaults
 *     findings     GRAMMAR URL NAME,...    all findings; "-": none
 *     grammar      GRAMMAR                 of the URLs below (default: rfc1738)
 *
 * Each text is tried in an allocation of its exact size and against a guard page. Each
 * function that writes is tried with every size of buffer from 0 to more than it needs.
 */
#define _DEFAULT_SOURCE 1

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/columns.h"
#include "support/golden.h"
#include "support/guard.h"
#include "unit/schemes/test-schemes.h"

static const char mail[] = "me@example.org";

static struct guard guard;

char where[300];
static const struct locus_grammar *file_grammar;
static size_t case_count;

/* Sets `where` to the text of the current case, for failure messages. */
void tell(const unsigned char *bytes, size_t len)
{
    size_t at = 0;

    for (size_t i = 0; i < len && at + 5 < sizeof where; ++i)
        at += (size_t)snprintf(where + at, sizeof where - at,
                               bytes[i] >= 0x20 && bytes[i] < 0x7f ? "%c"
                                                                  : "\\x%02x",
                               bytes[i]);
}

bool same(const char *text, struct locus_span span,
          const char *bytes, size_t len)
{
    return span.len == len && memcmp(text + span.off, bytes, len) == 0;
}

static const struct {
    const char *name;
    enum locus_piece_kind kind;
} kinds[] = {
    { "segments", LOCUS_PIECE_SEGMENT },
    { "pairs", LOCUS_PIECE_PAIR },
    { "amp-pairs", LOCUS_PIECE_AMP_PAIR },
    { "prospero", LOCUS_PIECE_PROSPERO },
    { "wais", LOCUS_PIECE_WAIS },
    { "gopher", LOCUS_PIECE_GOPHER },
    { "labels", LOCUS_PIECE_LABEL },
};

static int kind_named(const char *name)
{
    for (size_t i = 0; i < COUNT(kinds); ++i)
        if (strcmp(kinds[i].name, name) == 0)
            return (int)kinds[i].kind;
    return -1;
}

/* Compares the pieces of text[0..len) with the columns. */
static void check_pieces(enum locus_piece_kind kind, const char *text,
                         size_t len, char *columns)
{
    const struct locus_span all = { 0, (uint32_t)len };
    struct locus_pieces pieces;
    struct locus_piece piece;
    char *column;

    ck_assert_int_eq(locus_pieces_begin(&pieces, kind, all), 0);
    while ((column = next_column(&columns)) != NULL) {
        const int result = locus_pieces_next(&piece, &pieces, text);
        char *equals;

        if (column[0] == '!') {
            CHECK(result == LOCUS_ERROR_PIECE, "it does not fail");
            CHECK(pieces.at == strtoul(column + 1, NULL, 10),
                  "it fails at %u, not at %s", (unsigned)pieces.at, column + 1);
            CHECK(locus_pieces_next(&piece, &pieces, text) == result,
                  "it does not go on failing");
            return;
        }
        CHECK(result == 1, "%d instead of the piece '%s' (at %u)", result,
              column, (unsigned)pieces.at);
        if (strcmp(column, "\"\"") == 0)
            *column = '\0';
        equals = kind == LOCUS_PIECE_SEGMENT || kind == LOCUS_PIECE_LABEL
                 ? NULL : strchr(column, '=');
        CHECK(piece.has_value == (equals != NULL), "'%s': has_value %d",
              column, piece.has_value);
        CHECK(same(text, piece.name, column,
                   equals ? (size_t)(equals - column) : strlen(column)),
              "'%s': another name", column);
        if (equals)
            CHECK(same(text, piece.value, equals + 1, strlen(equals + 1)),
                  "'%s': another value", column);
    }
    for (int i = 0; i < 3; ++i)
        CHECK(locus_pieces_next(&piece, &pieces, text) == 0,
              "one more piece, or an error, at %u", (unsigned)pieces.at);
}

static void parse(struct locus_url *url, const char *text, size_t len,
                  const struct locus_grammar *grammar)
{
    const int result = locus_parse(url, text, len, grammar);

    CHECK(result == 0, "%s@%u", locus_error_name(result),
          (unsigned)url->error_offset);
}

/* Each size of buffer must give the same length, each that is large enough the line, and no
   byte past the buffer may be written. */
static void check_line(const struct locus_url *url, const char *text,
                       const char *expected, size_t len)
{
    for (size_t size = 0; size <= len + 2; ++size) {
        char *buf = size > 0 ? guard_after(&guard, NULL, size) : NULL;
        size_t written = 77;
        const int result = locus_gopher_line(buf, size, &written, url, text);

        CHECK(written == len, "%zu bytes instead of %zu", written, len);
        CHECK(result == (size < len ? LOCUS_ERROR_SPACE : 0), "%s",
              locus_error_name(result));
        if (result == 0)
            CHECK(memcmp(buf, expected, len) == 0, "sends '%.*s'", (int)len,
                  buf);
    }
}

static int error_named(const char *name)
{
    for (int error = 0; error > -64; --error)
        if (strcmp(locus_error_name(error), name) == 0)
            return error;
    return 1;
}

static void check_gopher(const char *text, size_t len, char *columns)
{
    char *column = next_column(&columns);
    struct locus_url url;
    struct text line;

    parse(&url, text, len, file_grammar);
    CHECK(column && !next_column(&columns), "not one line");
    if (column[0] == '!') {
        size_t written = 77;

        CHECK(locus_gopher_line(NULL, 0, &written, &url, text)
              == error_named(column + 1), "not %s", column);
        CHECK(written == 0, "a length of %zu", written);
        return;
    }
    CHECK(unescape(&line, column), "no such escape");
    check_line(&url, text, line.bytes, line.len);
}

static void check_ftp(const char *text, size_t len, char *columns,
                      bool with_mail)
{
    struct locus_url url;
    struct locus_ftp ftp;
    char *column;
    size_t written;
    int result;

    parse(&url, text, len, file_grammar);
    result = locus_ftp_begin(&ftp, &url, text);
    if (with_mail) {
        ftp.mail = mail;
        ftp.mail_len = strlen(mail);
    }
    while ((column = next_column(&columns)) != NULL) {
        struct text line;
        char *sent;

        if (column[0] == '!') {
            CHECK(result == error_named(column + 1), "%s, not %s",
                  locus_error_name(result), column + 1);
            CHECK(locus_ftp_next(NULL, 0, &written, &ftp, &url, text)
                  == LOCUS_ERROR_ABSENT, "a command after all");
            return;
        }
        CHECK(result == 0, "%s", locus_error_name(result));
        CHECK(unescape(&line, column), "no such escape");
        for (size_t size = 0; size < line.len + 2; ++size) {
            sent = size > 0 ? guard_after(&guard, NULL, size) : NULL;
            result = locus_ftp_next(sent, size, &written, &ftp, &url, text);
            CHECK(result == LOCUS_ERROR_SPACE, "'%.*s': %d with %zu bytes",
                  (int)line.len, line.bytes, result, size);
            CHECK(written == line.len + 2, "'%.*s': it needs %zu bytes",
                  (int)line.len, line.bytes, written);
        }
        sent = guard_after(&guard, NULL, line.len + 2);
        result = locus_ftp_next(sent, line.len + 2, &written, &ftp, &url,
                                text);
        CHECK(result == 1, "'%.*s': %s", (int)line.len, line.bytes,
              locus_error_name(result));
        CHECK(memcmp(sent, line.bytes, line.len) == 0
              && memcmp(sent + line.len, "\r\n", 2) == 0,
              "it sends '%.*s', not '%.*s'", (int)line.len, sent,
              (int)line.len, line.bytes);
        CHECK(strncmp(sent, locus_ftp_name(ftp.command),
                      strlen(locus_ftp_name(ftp.command))) == 0,
              "'%.*s' is no %s", (int)line.len, sent,
              locus_ftp_name(ftp.command));
        CHECK(ftp.argument_off + ftp.argument_len == line.len,
              "its argument is %zu+%zu", ftp.argument_off, ftp.argument_len);
        result = 0;
    }
    for (int i = 0; i < 2; ++i)
        CHECK(locus_ftp_next(NULL, 0, &written, &ftp, &url, text) == 0
              && written == 0, "one more command");
}

/* Checks FIELD=VALUE of a meaning. */
static void check_field(const struct locus_meaning *meaning, const char *field,
                        const char *value)
{
    char number[16];
    const char *is = number;

    if (strcmp(field, "port") == 0) {
        if (meaning->port < 0)
            is = locus_error_name(meaning->port);
        else
            snprintf(number, sizeof number, "%d", (int)meaning->port);
    } else if (strcmp(field, "syntax") == 0) {
        is = locus_syntax_name(meaning->syntax);
    } else if (strcmp(field, "object") == 0) {
        is = locus_object_name(meaning->object);
    } else if (strcmp(field, "part") == 0) {
        is = locus_part_name(meaning->part);
    } else if (strcmp(field, "login") == 0) {
        is = locus_login_name(meaning->login);
    } else if (strcmp(field, "plus") == 0) {
        is = locus_plus_name(meaning->plus);
    } else if (strcmp(field, "type") == 0) {
        snprintf(number, sizeof number, "%c", meaning->type);
    } else if (strcmp(field, "local") == 0) {
        snprintf(number, sizeof number, "%d", meaning->local);
    } else {
        is = "no such field";
    }
    CHECK(strcmp(is, value) == 0, "%s is %s, not %s", field, is, value);
}

static void check_meaning(const char *text, size_t len, char *columns)
{
    struct locus_meaning meaning;
    struct locus_url url;
    bool has_type = false, has_local = false;
    char *column;

    parse(&url, text, len, file_grammar);
    ck_assert_int_eq(locus_meaning_of(&meaning, &url, text, NULL), 0);
    while ((column = next_column(&columns)) != NULL) {
        char *value = strchr(column, '=');

        CHECK(value != NULL, "%s without a value", column);
        *value++ = '\0';
        has_type |= strcmp(column, "type") == 0;
        has_local |= strcmp(column, "local") == 0;
        check_field(&meaning, column, value);
    }
    CHECK(has_type || meaning.type == 0, "a type");
    CHECK(has_local || meaning.local == 0, "local");
    CHECK(meaning.reserved == 0, "reserved");
}

/* The names of the findings in a mask, separated by commas. */
const char *names_of(uint64_t found)
{
    static char names[2048];

    names[0] = '\0';
    for (int f = 0; f < LOCUS_FINDING_COUNT; ++f)
        if (found >> f & 1u) {
            strcat(names, names[0] ? "," : "");
            strcat(names, locus_finding_name((enum locus_finding)f));
        }
    ck_assert_uint_eq(found >> LOCUS_FINDING_COUNT, 0);
    return names[0] ? names : "-";
}

static uint64_t mask_of(char *list)
{
    uint64_t found = 0;

    for (char *name = strtok(list, ","); name; name = strtok(NULL, ",")) {
        const int f = locus_finding_from_name(name, strlen(name));

        CHECK(f >= 0 || strcmp(name, "-") == 0, "no finding '%s'", name);
        if (f >= 0)
            found |= UINT64_C(1) << f;
    }
    return found;
}

static void check_findings(const struct locus_grammar *grammar, const char *text,
                           size_t len, char *columns)
{
    char *column = next_column(&columns);
    struct locus_url url;
    uint64_t found, expected;

    CHECK(column && !next_column(&columns), "not one list of findings");
    expected = mask_of(column);
    locus_parse(&url, text, len, grammar);
    found = locus_findings(&url, text, len, NULL);
    CHECK(found == expected, "%s", names_of(found));
}

/* Checks one case with its text at one place. */
static void check_at(const char *word, const struct locus_grammar *grammar,
                     const char *text, size_t len, const char *rest)
{
    char columns[1024];

    CHECK(snprintf(columns, sizeof columns, "%s", rest)
          < (int)sizeof columns, "too long");
    if (strcmp(word, "ftp") == 0 || strcmp(word, "ftp-mail") == 0)
        check_ftp(text, len, columns, word[3] == '-');
    else if (strcmp(word, "meaning") == 0)
        check_meaning(text, len, columns);
    else if (strcmp(word, "findings") == 0)
        check_findings(grammar, text, len, columns);
    else if (strcmp(word, "gopher-line") == 0)
        check_gopher(text, len, columns);
    else if (kind_named(word) >= 0)
        check_pieces((enum locus_piece_kind)kind_named(word), text, len,
                     columns);
    else
        ck_abort_msg("%s: no such case: %s", where, word);
}

static const struct locus_grammar *read_grammar(char **line)
{
    const char *name = next_column(line);
    const struct locus_grammar *const grammar =
        name ? locus_grammar_from_name(name, strlen(name)) : NULL;

    CHECK(grammar, "no such grammar");
    return grammar;
}

/* Returns false if the line is not a case. */
static bool check_case(char *line)
{
    const struct locus_grammar *grammar = file_grammar;
    char *word = next_column(&line);
    struct text input;
    char *column, *copy;

    if (strcmp(word, "grammar") == 0) {
        file_grammar = read_grammar(&line);
        return false;
    }
    if (strcmp(word, "findings") == 0)
        grammar = read_grammar(&line);
    if (!locus_has_grammar(grammar))
        return true;
    column = next_column(&line);
    CHECK(column != NULL, "no input");
    if (strcmp(column, "\"\"") == 0)
        *column = '\0';
    CHECK(unescape(&input, column), "no such escape");

    copy = exact_copy(input.bytes, input.len);
    check_at(word, grammar, copy, input.len, line);
    exact_free(copy);
    /* The buffers of ftp and gopher are already against the guard page. */
    if (strcmp(word, "meaning") == 0 || strcmp(word, "findings") == 0
        || kind_named(word) >= 0)
        check_at(word, grammar, guard_after(&guard, input.bytes, input.len),
                 input.len, line);
    ++case_count;
    return true;
}

START_TEST(golden)
{
    struct golden_reader reader = golden_open("meaning/*.txt");
    char *line;

    while (golden_next_file(&reader)) {
        file_grammar = locus_rfc1738;
        while ((line = golden_next_line(&reader)) != NULL) {
            snprintf(where, sizeof where, "%.200s:%u", reader.file,
                     reader.line);
            reader.cases += check_case(line);
        }
    }
    ck_assert_uint_gt(case_count, 0);
}
END_TEST

static Suite *suite(void)
{
    Suite *all = suite_create("schemes");
    TCase *tests = tcase_create("golden");

    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, golden);
    suite_add_tcase(all, tests);
    suite_add_tcase(all, property_tests());
    suite_add_tcase(all, piece_tests());
    suite_add_tcase(all, registry_tests());
    suite_add_tcase(all, argument_tests());
    return all;
}

int main(void)
{
    return run_with_each_kernel(suite);
}
