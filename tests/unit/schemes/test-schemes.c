/* SPDX-License-Identifier: MIT
 *
 * locus/schemes.h and section 8 of locus.h: pieces of parts, what the schemes
 * mean, and findings. The cases are the .txt files of tests/golden/meaning, one a line
 * (tests/support/columns.h says how columns are read):
 *
 *     KIND      PART  PIECE ...            segments, pairs, amp-pairs, prospero,
 *                                          wais, gopher: the pieces of a part;
 *                                          !N last: it fails at offset N
 *     ftp       URL   LINE ...             without their CR LF; or !ERROR.
 *     ftp-mail  URL   LINE ...             "ftp-mail" has me@example.org
 *     gopher-line  URL  LINE               what is sent; or !ERROR
 *     meaning   URL   FIELD=VALUE ...      those not named have their default
 *     findings  GRAMMAR URL NAME,NAME,...  all of them
 *     grammar   GRAMMAR                    of the URLs below: else rfc1738
 *
 * Each text lies in an allocation of its exact size and against a guard page;
 * whatever writes gets each size of a buffer from 0 to more than it needs.
 */
#define _DEFAULT_SOURCE 1

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/columns.h"
#include "support/golden.h"
#include "support/grammars.h"
#include "support/guard.h"
#include "locus.h"
#include "locus/schemes.h"
#include "support/mutate.h"
#include "support/unit.h"

#define COUNT(array) (sizeof (array) / sizeof *(array))

static const char mail[] = "me@example.org";

/* ------------------------------------------------------------------------
 * Places to put a text
 * ------------------------------------------------------------------------ */

static struct guard guard;

/* A copy of its exact size; free() it. */
static char *exact(const char *text, size_t len)
{
    char *copy = malloc(len > 0 ? len : 1);

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, len);
    return len > 0 ? copy : (free(copy), malloc(1));
}

/* ------------------------------------------------------------------------
 * Golden cases
 * ------------------------------------------------------------------------ */

static char where[300];
static const struct locus_grammar *file_grammar;
static size_t case_count;

#define CHECK(condition, ...) \
    do { \
        if (!(condition)) { \
            char text_[600]; \
            snprintf(text_, sizeof text_, __VA_ARGS__); \
            ck_abort_msg("%s: %s", where, text_); \
        } \
    } while (0)

static bool same(const char *text, struct locus_span span,
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
};

static int kind_named(const char *name)
{
    for (size_t i = 0; i < COUNT(kinds); ++i)
        if (strcmp(kinds[i].name, name) == 0)
            return (int)kinds[i].kind;
    return -1;
}

/* `expected` are columns, with the escapes in them undone one by one. */
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
        equals = kind == LOCUS_PIECE_SEGMENT ? NULL : strchr(column, '=');
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

/* All sizes of the buffer up to more than is needed: the same length told, the
   same result, and no byte past it. */
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

/* FIELD=VALUE of a meaning. */
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

/* The names of a mask, with commas. */
static const char *names_of(uint64_t found)
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

/* One case with its text at one place. */
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

/* False if the line is no case. */
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

    copy = exact(input.bytes, input.len);
    check_at(word, grammar, copy, input.len, line);
    free(copy);
    /* The buffers of ftp and gopher lie against the guard page themselves. */
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

/* ------------------------------------------------------------------------
 * Properties, over texts that look like URLs
 * ------------------------------------------------------------------------ */

/* The text of the case at work, for complaints. */
static void tell(const unsigned char *bytes, size_t len)
{
    size_t at = 0;

    for (size_t i = 0; i < len && at + 5 < sizeof where; ++i)
        at += (size_t)snprintf(where + at, sizeof where - at,
                               bytes[i] >= 0x20 && bytes[i] < 0x7f ? "%c"
                                                                  : "\\x%02x",
                               bytes[i]);
}

static size_t count_of(const char *text, struct locus_span span,
                       const char *bytes)
{
    size_t count = 0;

    for (uint32_t i = 0; i < span.len; ++i)
        count += text[span.off + i] != '\0'
            && strchr(bytes, text[span.off + i]) != NULL;
    return count;
}

/* The pieces and the one byte between each two of them are the part. */
static void check_tiles(enum locus_piece_kind kind, const char *text,
                        struct locus_span part, const char *between)
{
    const bool path = kind == LOCUS_PIECE_SEGMENT;
    size_t separators = count_of(text, part, between);
    size_t at = part.off;
    size_t count = 0;
    struct locus_pieces pieces;
    struct locus_piece piece;

    ck_assert_int_eq(locus_pieces_begin(&pieces, kind, part), 0);
    while (locus_pieces_next(&piece, &pieces, text) == 1) {
        /* "/" begins an absolute path, and divides nothing. */
        if (count > 0 || (path && text[at] == '/')) {
            CHECK(at < part.off + part.len && strchr(between, text[at]),
                  "no separator at %zu", at);
            ++at;
            --separators;
        }
        CHECK(piece.text.off == at, "a gap at %zu", at);
        CHECK(count_of(text, piece.text, between) == 0,
              "a separator in the piece at %zu", at);
        if (!path) {
            CHECK(piece.name.off == at, "another beginning");
            CHECK(count_of(text, piece.name, "=") == 0, "'=' in a name");
            CHECK(piece.has_value
                  ? piece.value.off == at + piece.name.len + 1
                    && text[piece.value.off - 1] == '='
                    && piece.name.len + 1 + piece.value.len == piece.text.len
                  : piece.name.len == piece.text.len,
                  "name and value do not make up the pair at %zu", at);
        }
        at += piece.text.len;
        ++count;
    }
    CHECK(at == part.off + part.len, "the last piece ends at %zu", at);
    CHECK(separators == 0, "%zu separators are left", separators);
    CHECK((count == 0) == (part.len == 0), "%zu pieces", count);
}

/* Pieces that may be malformed: in order and in bounds. */
static void check_order(enum locus_piece_kind kind, const char *text,
                        struct locus_span part)
{
    size_t at = part.off;
    struct locus_pieces pieces;
    struct locus_piece piece;
    int result;

    ck_assert_int_eq(locus_pieces_begin(&pieces, kind, part), 0);
    while ((result = locus_pieces_next(&piece, &pieces, text)) == 1) {
        CHECK(piece.text.off >= at
              && piece.text.off + piece.text.len <= part.off + part.len,
              "a piece out of order or bounds");
        CHECK(pieces.at > at || piece.text.len == 0 || pieces.at == pieces.end,
              "it does not go on");
        at = piece.text.off + piece.text.len;
    }
    CHECK(result == 0 || result == LOCUS_ERROR_PIECE, "%d", result);
    CHECK(pieces.at >= part.off && pieces.at <= part.off + part.len,
          "it ends at %u", (unsigned)pieces.at);
}

/* No command but with a CR LF that ends it, and none in it. */
static void check_commands(const struct locus_url *url, const char *text)
{
    struct locus_ftp ftp;
    char line[2 * MUTATE_MAX];
    size_t len, again;
    int result;

    if (locus_ftp_begin(&ftp, url, text) != 0)
        return;
    ftp.mail = mail;
    ftp.mail_len = strlen(mail);
    for (size_t n = 0;; ++n) {
        CHECK(n < 2 * MUTATE_MAX, "no end");
        result = locus_ftp_next(NULL, 0, &len, &ftp, url, text);
        if (result == 0)
            break;
        CHECK(result == LOCUS_ERROR_SPACE && len < sizeof line, "%d", result);
        memset(line, '#', sizeof line);
        CHECK(locus_ftp_next(line, len - 1, &again, &ftp, url, text)
              == LOCUS_ERROR_SPACE && again == len, "a byte too few");
        CHECK(line[len - 1] == '#', "a byte past the buffer");
        CHECK(locus_ftp_next(line, len, &again, &ftp, url, text) == 1
              && again == len, "not with %zu bytes", len);
        CHECK(line[len] == '#', "a byte past the line");
        CHECK(len >= 6 && memcmp(line + len - 2, "\r\n", 2) == 0, "no CR LF");
        CHECK(!memchr(line, '\r', len - 2) && !memchr(line, '\n', len - 2)
              && !memchr(line, '\0', len), "a CR, LF or NUL inside");
    }
}

static void check_gopher_line(const struct locus_url *url, const char *text)
{
    char line[2 * MUTATE_MAX];
    size_t len, again;
    int result = locus_gopher_line(NULL, 0, &len, url, text);

    if (result != LOCUS_ERROR_SPACE) {
        CHECK((result == LOCUS_ERROR_ABSENT || result == LOCUS_ERROR_PROTOCOL)
              && len == 0, "%d", result);
        return;
    }
    CHECK(len < sizeof line, "%zu bytes", len);
    memset(line, '#', sizeof line);
    CHECK(locus_gopher_line(line, len, &again, url, text) == 0 && again == len,
          "not with %zu bytes", len);
    CHECK(line[len] == '#', "a byte past the line");
    CHECK(memcmp(line + len - 2, "\r\n", 2) == 0, "no CR LF");
}

static void check_everything(const char *text, size_t len,
                             const struct locus_grammar *grammar)
{
    const struct locus_span all = { 0, (uint32_t)len };
    struct locus_meaning meaning;
    struct locus_url url;
    uint64_t found;

    check_tiles(LOCUS_PIECE_SEGMENT, text, all, "/");
    check_tiles(LOCUS_PIECE_PAIR, text, all, "&;");
    check_tiles(LOCUS_PIECE_AMP_PAIR, text, all, "&");
    check_order(LOCUS_PIECE_PROSPERO, text, all);
    check_order(LOCUS_PIECE_WAIS, text, all);
    check_order(LOCUS_PIECE_GOPHER, text, all);

    if (!locus_has_grammar(grammar))
        return;
    locus_parse(&url, text, len, grammar);
    found = locus_findings(&url, text, len, NULL);
    CHECK(found >> LOCUS_FINDING_COUNT == 0, "a finding without a name");
    if (url.error != 0)
        return;
    CHECK((found >> LOCUS_FINDING_USER & 1) == (url.present >> LOCUS_USER & 1),
          "a user");
    CHECK((found >> LOCUS_FINDING_FRAGMENT & 1)
          == (url.present >> LOCUS_FRAGMENT & 1), "a fragment");
    CHECK(!(found >> LOCUS_FINDING_CONTROL & 1), "a control is never valid");
    CHECK((found >> LOCUS_FINDING_NETWORK_PATH & 1)
          == (!locus_has(&url, LOCUS_SCHEME) && locus_has(&url, LOCUS_HOST)),
          "a network-path reference");
    check_tiles(LOCUS_PIECE_SEGMENT, text, url.part[LOCUS_PATH], "/");
    check_tiles(LOCUS_PIECE_PAIR, text, url.part[LOCUS_QUERY], "&;");
    check_order(LOCUS_PIECE_GOPHER, text, locus_get(&url, LOCUS_PLUS));
    check_order(LOCUS_PIECE_PROSPERO, text, locus_get(&url, LOCUS_FIELDS));
    check_commands(&url, text);
    check_gopher_line(&url, text);
    if (locus_meaning_of(&meaning, &url, text, NULL) == 0)
        CHECK(locus_object_name(meaning.object)
              && locus_syntax_name(meaning.syntax)
              && locus_login_name(meaning.login)
              && locus_plus_name(meaning.plus), "a name is missing");
    else
        CHECK(!locus_has(&url, LOCUS_SCHEME), "no meaning");
}

START_TEST(properties)
{
    const uint64_t count = texts_to_try(200000);
    unsigned char bytes[MUTATE_MAX];
    struct mutate m;

    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1));
    for (uint64_t i = 0; i < count; ++i) {
        const struct locus_grammar *const grammar =
            i % 2 ? (i % 8 == 1 ? locus_rfc1630 : locus_rfc1738)
                  : grammar_at((int)(i / 2 % (uint64_t)grammar_count()));
        const size_t len = mutate_url(&m, grammar, bytes);

        tell(bytes, len);
        check_everything(guard_after(&guard, bytes, len), len, grammar);
    }
}
END_TEST

/* ------------------------------------------------------------------------
 * RFC 1738, section 2.2: an octet that is not reserved is the same encoded
 * ------------------------------------------------------------------------ */

/* What may be encoded in a URL of a syntax, and the characters of it that are
   reserved (3.2.2; 3.4.1: none). RFC 1630 has no encoded octet in a user. */
static uint32_t encodable(enum locus_syntax syntax, const struct locus_grammar *grammar)
{
    if (syntax == LOCUS_SYNTAX_GOPHER)
        return 1u << LOCUS_GTYPE | 1u << LOCUS_SELECTOR | 1u << LOCUS_SEARCH
             | 1u << LOCUS_PLUS;
    if (syntax != LOCUS_SYNTAX_FTP)
        return 0;
    return 1u << LOCUS_PATH
         | (grammar == locus_rfc1738 ? 1u << LOCUS_USER | 1u << LOCUS_PASSWORD : 0);
}

/* The URL with some of the characters in those parts encoded; its length. */
static size_t encode_some(char *to, struct mutate *m, const struct locus_url *url,
                          const char *text, size_t len, uint32_t parts,
                          const char *reserved)
{
    const bool all = mutate_one_in(m, 2);
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        bool inside = false;

        for (int p = 0; p < LOCUS_PART_COUNT; p++) {
            const struct locus_span span = locus_get(url, (enum locus_part)p);

            inside |= parts >> p & 1u && i >= span.off && i - span.off < span.len;
        }
        if (text[i] == '%') {
            memcpy(to + n, text + i, 3);
            n += 3;
            i += 2;
        } else if (inside && !strchr(reserved, text[i]) && (all || mutate_one_in(m, 2))) {
            n += (size_t)snprintf(to + n, 4, mutate_one_in(m, 2) ? "%%%02X" : "%%%02x",
                                  (unsigned char)text[i]);
        } else {
            to[n++] = text[i];
        }
    }
    return n;
}

/* Both send the same, or neither sends anything. */
static void check_same_lines(const struct locus_url *a, const char *a_text,
                             const struct locus_url *b, const char *b_text)
{
    char a_line[2 * MUTATE_MAX], b_line[2 * MUTATE_MAX];
    struct locus_ftp a_ftp, b_ftp;
    size_t a_len, b_len;
    int result = locus_gopher_line(a_line, sizeof a_line, &a_len, a, a_text);

    CHECK(locus_gopher_line(b_line, sizeof b_line, &b_len, b, b_text) == result
          && a_len == b_len && memcmp(a_line, b_line, a_len) == 0, "gopher: other octets");
    result = locus_ftp_begin(&a_ftp, a, a_text);
    CHECK(locus_ftp_begin(&b_ftp, b, b_text) == result, "ftp: another result");
    while (result == 0) {
        const int more = locus_ftp_next(a_line, sizeof a_line, &a_len, &a_ftp, a, a_text);

        CHECK(locus_ftp_next(b_line, sizeof b_line, &b_len, &b_ftp, b, b_text) == more
              && a_len == b_len && memcmp(a_line, b_line, a_len) == 0,
              "ftp: another command");
        result = more == 0;
    }
}

static void check_encoded(struct mutate *m, const char *text, size_t len,
                          const struct locus_grammar *grammar, size_t counts[2])
{
    struct locus_meaning meaning, other;
    struct locus_url url, again;
    char encoded[3 * MUTATE_MAX];
    size_t n;
    uint32_t parts;

    if (!locus_has_grammar(grammar) || locus_parse(&url, text, len, grammar) != 0)
        return;
    ck_assert_int_eq(locus_meaning_of(&meaning, &url, text, NULL), 0);
    parts = encodable((enum locus_syntax)meaning.syntax, grammar);
    if (parts == 0)
        return;
    counts[meaning.syntax == LOCUS_SYNTAX_FTP]++;
    n = encode_some(encoded, m, &url, text, len, parts,
                    meaning.syntax == LOCUS_SYNTAX_FTP ? "/;" : "");
    CHECK(locus_parse(&again, encoded, n, grammar) == 0
          && again.present == url.present, "encoded, it has other parts");
    ck_assert_int_eq(locus_meaning_of(&other, &again, encoded, NULL), 0);
    CHECK(memcmp(&meaning, &other, sizeof meaning) == 0, "encoded, it means another thing");
    check_same_lines(&url, text, &again, encoded);
}

START_TEST(encoded_octets)
{
    const uint64_t count = texts_to_try(200000);
    static const char *const heads[] = {
        "gopher://h/1s%09%09+%091%0D%0A+-1%0d%0A", "gopher://h/1%09%09",
        "gopher://h/1%09w%09!", "gopher://h/", "ftp://h/", "ftp://u:p@h/",
    };
    static const char *const tokens[] = {
        "+", "!", "$", "?", ".", "-", "1", "a", "/", "%20", "%09", "%0D%0A", "%0a", "%00",
        ".%0D%0A", "%2E%0D%0A", "EVIL", ";", "..", "%2f", ":", "@", ",", "A",
    };
    unsigned char bytes[MUTATE_MAX];
    size_t counts[2] = { 0, 0 };
    char text[256];
    struct mutate m;

    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1));
    for (uint64_t i = 0; i < count; ++i) {
        const struct locus_grammar *const grammar =
            i % 8 < 2 ? locus_rfc1630 : locus_rfc1738;
        size_t len;

        if (i % 2 == 0) {
            len = mutate_url(&m, grammar, bytes);
            tell(bytes, len);
            check_encoded(&m, (char *)bytes, len, grammar, counts);
            continue;
        }
        len = (size_t)snprintf(text, sizeof text, "%s",
                               heads[mutate_below(&m, COUNT(heads))]);
        for (size_t n = mutate_below(&m, 8); n > 0; n--)
            len += (size_t)snprintf(text + len, sizeof text - len, "%s",
                                    tokens[mutate_below(&m, COUNT(tokens))]);
        tell((unsigned char *)text, len);
        check_encoded(&m, text, len, grammar, counts);
    }
    if (count >= 1000)
        ck_assert(counts[0] > count / 100 && counts[1] > count / 100);
}
END_TEST

/* ------------------------------------------------------------------------
 * Pieces, by what the RFCs and locus.h say of each kind
 * ------------------------------------------------------------------------ */

/* The pieces that are to come, then whether none is left, or what stands at `at` is
   no part of one. */
struct expected {
    struct locus_piece pieces[24];
    size_t count;
    bool fails;
    size_t at;
    enum locus_plus plus;
};

static struct locus_span from_to(size_t begin, size_t end)
{
    return (struct locus_span){ (uint32_t)begin, (uint32_t)(end - begin) };
}

/* The value is [value, end), or there is none, and `value` is 0. */
static void expect_piece(struct expected *to_come, size_t begin, size_t name_end,
                         size_t value, size_t end)
{
    to_come->pieces[to_come->count++] = (struct locus_piece){
        .text = from_to(begin, end),
        .name = from_to(begin, name_end),
        .value = value ? from_to(value, end) : from_to(0, 0),
        .has_value = value != 0,
    };
}

static void expect_failure(struct expected *to_come, size_t at)
{
    to_come->fails = true;
    to_come->at = at;
}

/* Where the first of `bytes` stands from `at` on, or the end. */
static size_t find_any(const char *text, size_t len, size_t at, const char *bytes)
{
    while (at < len && !memchr(bytes, text[at], strlen(bytes)))
        at++;
    return at;
}

/* RFC 3986 3.3: "/" divides them, but for one that begins the path. */
static void expect_segments(struct expected *to_come, const char *text, size_t len)
{
    size_t at = len > 0 && text[0] == '/', end;

    if (len == 0)
        return;
    do {
        end = find_any(text, len, at, "/");
        expect_piece(to_come, at, end, 0, end);
        at = end + 1;
    } while (end < len);
}

/* RFC 1866 8.2.1: name "=" value, and the first "=" is the one. */
static void expect_pairs(struct expected *to_come, const char *text, size_t len,
                         const char *between)
{
    size_t at = 0, end, equals;

    if (len == 0)
        return;
    do {
        end = find_any(text, len, at, between);
        equals = find_any(text, end, at, "=");
        expect_piece(to_come, at, equals, equals < end ? equals + 1 : 0, end);
        at = end + 1;
    } while (end < len);
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_letter(char byte)
{
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

/* RFC 1738 5: *[ ";" fieldname "=" fieldvalue ], without ";" and "=" in either. RFC
   1630: attributes, alphanums, with nothing between them. */
static void expect_prospero(struct expected *to_come, const char *text, size_t len)
{
    size_t at = 0, equals, end;

    if (len > 0 && text[0] != ';') {
        while (at < len && (is_digit(text[at]) || is_letter(text[at])))
            at++;
        if (at == len)
            expect_piece(to_come, 0, len, 0, len);
        else
            expect_failure(to_come, at);
        return;
    }
    for (; at < len; at = end) {
        equals = find_any(text, len, at + 1, ";=");
        if (equals == len || text[equals] != '=') {
            expect_failure(to_come, equals);
            return;
        }
        end = find_any(text, len, equals + 1, ";=");
        if (end < len && text[end] == '=') {
            expect_failure(to_come, end);
            return;
        }
        expect_piece(to_come, at + 1, equals, equals + 1, end);
    }
}

/* RFC 1630: *( digits "=" path ";" ). RFC 1738 3.9: or what its server alone can read. */
static void expect_wais(struct expected *to_come, const char *text, size_t len)
{
    const size_t opaque = find_any(text, len, 0, "=;");
    size_t at = 0, equals, end;

    if (len > 0 && opaque == len) {
        expect_piece(to_come, 0, len, 0, len);
        return;
    }
    for (; at < len; at = end + 1) {
        for (equals = at; equals < len && is_digit(text[equals]);)
            equals++;
        end = find_any(text, len, equals, ";");
        if (equals == at || equals == len || text[equals] != '=') {
            /* Up to there the first one could have been opaque. */
            expect_failure(to_come, at == 0 ? opaque : equals);
            return;
        }
        if (end == len) {
            expect_failure(to_come, len);
            return;
        }
        expect_piece(to_come, at, equals, equals + 1, end);
    }
}

/* A Gopher+ string, octet by octet. An octet is a byte, or is encoded: RFC 1738 2.2,
   and 3.4.1: "no characters are reserved". */
struct octets {
    const char *text;
    size_t len;
    size_t at;                    /* of the next octet; or what fails stands here */
    size_t begin;                 /* of the last one */
};

enum { NO_OCTET = -1 };

/* Sets of octets, each in a string. */
static const char dividers[] = " \t\r\n";

static int hex_value(char byte)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = memchr(digits, is_letter(byte) ? byte | 0x20 : byte, 16);

    return found ? (int)(found - digits) : -1;
}

/* Whether the octets of `others` are the only ones, or the only ones that may not
   be. */
static bool may_be(int octet, const char *others, bool only)
{
    return (memchr(others, octet, strlen(others)) != NULL) == only;
}

/* The next octet, if it may be there; else NO_OCTET, and `at` is the first byte with
   which none of those goes on. */
static int next_octet(struct octets *o, const char *others, bool only)
{
    int high, low;
    bool any = false;

    o->begin = o->at;
    if (o->at == o->len)
        return NO_OCTET;
    if (o->text[o->at] != '%') {
        const int octet = (unsigned char)o->text[o->at];

        if (!may_be(octet, others, only))
            return NO_OCTET;
        o->at++;
        return octet;
    }
    if (only && others[0] == '\0')
        return NO_OCTET;
    high = ++o->at < o->len ? hex_value(o->text[o->at]) : -1;
    for (low = 0; high >= 0 && low < 16; low++)
        any |= may_be(high << 4 | low, others, only);
    if (!any)
        return NO_OCTET;
    low = ++o->at < o->len ? hex_value(o->text[o->at]) : -1;
    if (low < 0 || !may_be(high << 4 | low, others, only))
        return NO_OCTET;
    o->at++;
    return high << 4 | low;
}

/* Octets up to the end or to the first of `ends`, of which those in `others` may not
   stand there. `first` is the first of them, or NO_OCTET. Returns the one that ends
   them; -1 at the end; -2 if it fails. */
static int read_word(struct octets *o, int first, const char *others, const char *ends)
{
    int octet = first;

    if (first == NO_OCTET && (octet = next_octet(o, dividers, false)) == NO_OCTET)
        return -2;
    while (o->at < o->len) {
        octet = next_octet(o, others, false);
        if (octet == NO_OCTET)
            return -2;
        if (may_be(octet, ends, true))
            return octet;
    }
    o->begin = o->len;
    return -1;
}

/* RFC 1738 3.4.7: words with coded spaces between them. */
static void expect_names(struct expected *to_come, struct octets *o)
{
    int end = o->at < o->len ? ' ' : -1;

    while (end == ' ') {
        const size_t begin = o->at;

        end = read_word(o, NO_OCTET, "\t\r\n", " ");
        if (end != -2)
            expect_piece(to_come, begin, o->begin, 0, o->begin);
    }
    if (end == -2)
        expect_failure(to_come, o->at);
}

/* 3.4.8: a view, of which the first octet has been read, and perhaps a coded space and
   its language. */
static void expect_view(struct expected *to_come, struct octets *o, int first)
{
    const size_t begin = o->begin;
    const int end = read_word(o, first, "\t\r\n", " ");
    const size_t name_end = o->begin, value = o->at;

    if (end == -2 || (end == ' ' && read_word(o, NO_OCTET, dividers, "") == -2))
        expect_failure(to_come, o->at);
    else
        expect_piece(to_come, begin, name_end, end == ' ' ? value : 0, o->len);
}

/* 3.4.9, after "+" and the tab: lines, the last one of which is ".". */
static void expect_answers(struct expected *to_come, struct octets *o)
{
    static const char *const begin[] = { "1", "\r", "\n", "+", "-", "1", "\r", "\n" };
    bool last = false;

    for (size_t i = 0; i < COUNT(begin); i++)
        if (next_octet(o, begin[i], true) == NO_OCTET) {
            expect_failure(to_come, o->at);
            return;
        }
    to_come->plus = LOCUS_PLUS_ANSWERS;
    while (!last) {
        const size_t line = o->at;
        size_t end, count = 0;
        int octet;

        for (; (octet = next_octet(o, "\n", false)) != '\r'; count++) {
            if (octet == NO_OCTET) {
                expect_failure(to_come, o->at);
                return;
            }
            last = count == 0 && octet == '.';
        }
        end = o->begin;
        if (next_octet(o, "\n", true) == NO_OCTET) {
            expect_failure(to_come, o->at);
            return;
        }
        last = last && count == 1;
        if (!last)
            expect_piece(to_come, line, end, 0, end);
    }
    if (o->at < o->len)
        expect_failure(to_come, o->at);
}

static void expect_gopher(struct expected *to_come, const char *text, size_t len)
{
    struct octets o = { text, len, 0, 0 };
    const int head = len > 0 ? next_octet(&o, "+?!$", true) : '\0';
    int octet;

    switch (head) {
    case '\0':
        break;
    case '?':
        to_come->plus = LOCUS_PLUS_ASK;
        if (o.at < len)
            expect_failure(to_come, o.at);
        break;
    case '!': case '$':
        to_come->plus = head == '!' ? LOCUS_PLUS_ATTRIBUTES
                                    : LOCUS_PLUS_DIRECTORY_ATTRIBUTES;
        expect_names(to_come, &o);
        break;
    case '+':
        to_come->plus = LOCUS_PLUS_VIEW;
        if (o.at == len)
            break;
        octet = next_octet(&o, " \r\n", false);
        if (octet == NO_OCTET)
            expect_failure(to_come, o.at);
        else if (octet == '\t')
            expect_answers(to_come, &o);
        else
            expect_view(to_come, &o, octet);
        break;
    default:
        expect_failure(to_come, o.at);
    }
}

static void expect(struct expected *to_come, enum locus_piece_kind kind,
                   const char *text, size_t len)
{
    *to_come = (struct expected){ .count = 0 };
    switch (kind) {
    case LOCUS_PIECE_SEGMENT:
        expect_segments(to_come, text, len);
        break;
    case LOCUS_PIECE_PAIR:
        expect_pairs(to_come, text, len, "&;");
        break;
    case LOCUS_PIECE_AMP_PAIR:
        expect_pairs(to_come, text, len, "&");
        break;
    case LOCUS_PIECE_PROSPERO:
        expect_prospero(to_come, text, len);
        break;
    case LOCUS_PIECE_WAIS:
        expect_wais(to_come, text, len);
        break;
    case LOCUS_PIECE_GOPHER:
        expect_gopher(to_come, text, len);
        break;
    case LOCUS_PIECE_KIND_COUNT:
        break;
    }
}

static bool same_span(struct locus_span one, struct locus_span other)
{
    return one.off == other.off && one.len == other.len;
}

static void check_expected(enum locus_piece_kind kind, const char *bytes, size_t len)
{
    const char *text = guard_after(&guard, bytes, len);
    struct expected to_come;
    struct locus_pieces pieces;
    struct locus_piece piece;

    tell((const unsigned char *)bytes, len);
    expect(&to_come, kind, text, len);
    ck_assert_int_eq(locus_pieces_begin(&pieces, kind, from_to(0, len)), 0);
    for (size_t i = 0; i < to_come.count; i++) {
        const struct locus_piece *other = &to_come.pieces[i];

        CHECK(locus_pieces_next(&piece, &pieces, text) == 1,
              "kind %d: %zu pieces, not %zu", kind, i, to_come.count);
        CHECK(same_span(piece.text, other->text) && same_span(piece.name, other->name)
              && same_span(piece.value, other->value)
              && piece.has_value == other->has_value, "kind %d: piece %zu", kind, i);
    }
    for (int again = 0; again < 2; again++)
        CHECK(locus_pieces_next(&piece, &pieces, text)
              == (to_come.fails ? LOCUS_ERROR_PIECE : 0),
              "kind %d: what is behind piece %zu", kind, to_come.count);
    CHECK(pieces.at == (to_come.fails ? to_come.at : len), "kind %d: it ends at %u",
          kind, (unsigned)pieces.at);
    if (!to_come.fails)
        CHECK(pieces.plus == to_come.plus, "kind %d: plus %d", kind, pieces.plus);
}

/* `text`, with up to `left` of the tokens after it. */
static void check_tokens(enum locus_piece_kind kind, const char *text,
                         const char *const *tokens, size_t left)
{
    char longer[96];

    check_expected(kind, text, strlen(text));
    for (size_t i = 0; left > 0 && tokens[i]; i++) {
        snprintf(longer, sizeof longer, "%s%s", text, tokens[i]);
        check_tokens(kind, longer, tokens, left - 1);
    }
}

/* `text`, with each byte at each place, and after it. */
static void check_each_byte(enum locus_piece_kind kind, const char *text)
{
    const size_t len = strlen(text);
    char other[64];

    for (size_t at = 0; at <= len; at++)
        for (unsigned byte = 0; byte < 256; byte++) {
            memcpy(other, text, len);
            other[at] = (char)byte;
            check_expected(kind, other, at < len ? len : len + 1);
        }
}

static const char *const path_tokens[] = { "/", "a", ";", ".", NULL };
static const char *const pair_tokens[] = { "&", ";", "=", "a", NULL };
static const char *const field_tokens[] = { ";", "=", "1", "a", "%", NULL };
static const char *const gopher_tokens[] = {
    "%20", "%09", "%0D", "%0a", "%2E", "%", "4", "a", ".", "+", "1", NULL
};

static const struct {
    enum locus_piece_kind kind;
    const char *text;
    const char *const *tokens;
    size_t count;                 /* of tokens after it */
} made_of[] = {
    { LOCUS_PIECE_SEGMENT, "", path_tokens, 5 },
    { LOCUS_PIECE_SEGMENT, "/a//b", path_tokens, 0 },
    { LOCUS_PIECE_PAIR, "", pair_tokens, 6 },
    { LOCUS_PIECE_PAIR, "a=b&c;d=", pair_tokens, 0 },
    { LOCUS_PIECE_AMP_PAIR, "", pair_tokens, 6 },
    { LOCUS_PIECE_AMP_PAIR, "a=b&c;d=", pair_tokens, 0 },
    { LOCUS_PIECE_PROSPERO, "", field_tokens, 6 },
    { LOCUS_PIECE_PROSPERO, ";a=b;cd=", field_tokens, 0 },
    { LOCUS_PIECE_PROSPERO, "azAZ09", field_tokens, 0 },
    { LOCUS_PIECE_WAIS, "", field_tokens, 6 },
    { LOCUS_PIECE_WAIS, "09=a;1=;", field_tokens, 0 },
    { LOCUS_PIECE_WAIS, "1a%3D", field_tokens, 0 },
    { LOCUS_PIECE_GOPHER, "", gopher_tokens, 4 },
    { LOCUS_PIECE_GOPHER, "+a", gopher_tokens, 4 },
    { LOCUS_PIECE_GOPHER, "!", gopher_tokens, 4 },
    { LOCUS_PIECE_GOPHER, "$a%20", gopher_tokens, 3 },
    { LOCUS_PIECE_GOPHER, "?", gopher_tokens, 2 },
    { LOCUS_PIECE_GOPHER, "+%091%0D%0A+-1%0d%0a", gopher_tokens, 4 },
    { LOCUS_PIECE_GOPHER, "+%091%0d%0a+-1%0D%0Ab%0D%0A", gopher_tokens, 4 },
    { LOCUS_PIECE_GOPHER, "+%091%0D%0A+-1%0D%0Ab%41%0D%0A.%0D%0A", gopher_tokens, 1 },
    { LOCUS_PIECE_GOPHER, "+a%20b%4f", gopher_tokens, 1 },
    { LOCUS_PIECE_GOPHER, "!a%20%4fb", gopher_tokens, 1 },
    { LOCUS_PIECE_GOPHER, "%2B%61", gopher_tokens, 2 },
    { LOCUS_PIECE_GOPHER, "%21", gopher_tokens, 3 },
    { LOCUS_PIECE_GOPHER, "%24+a b", gopher_tokens, 2 },
    { LOCUS_PIECE_GOPHER, "%3f", gopher_tokens, 1 },
    { LOCUS_PIECE_GOPHER, "%2b%09%31%0D%0A%2b%2D%31%0d%0a", gopher_tokens, 3 },
    { LOCUS_PIECE_GOPHER, "+\t1\r\n+-1\r\n\r\n", gopher_tokens, 3 },
    { LOCUS_PIECE_GOPHER, "+%091%0D%0A+-1%0d%0a%2E%0D%0A", gopher_tokens, 1 },
};

START_TEST(pieces_of_all)
{
    for (size_t i = 0; i < COUNT(made_of); i++) {
        check_tokens(made_of[i].kind, made_of[i].text, made_of[i].tokens,
                     made_of[i].count);
        check_each_byte(made_of[i].kind, made_of[i].text);
    }
}
END_TEST

/* ------------------------------------------------------------------------
 * The rest of the header
 * ------------------------------------------------------------------------ */

static const struct locus_scheme_entry entries[] = {
    { "sftp", { .port = 22, .slashes = LOCUS_SLASHES } },
    { "doi", { .port = -1, .slashes = LOCUS_NO_SLASHES } },
    { "HTTP", { .port = 8080, .slashes = LOCUS_SLASHES, .syntax = LOCUS_SYNTAX_HTTP } },
    { "x9", { .port = -1, .slashes = LOCUS_NO_SLASHES } },
};
static const struct locus_schemes own = { entries, COUNT(entries) };

/* The schemes that locus knows: RFC 1738, RFC 1630, and those of scheme tables. */
static const struct {
    const char *name;
    int port;
    int slashes;
    enum locus_syntax syntax;
} known[] = {
    { "ftp", 21, 1, LOCUS_SYNTAX_FTP },
    { "http", 80, 1, LOCUS_SYNTAX_HTTP },
    { "https", 443, 1, LOCUS_SYNTAX_HTTP },
    { "gopher", 70, 1, LOCUS_SYNTAX_GOPHER },
    { "mailto", -1, 0, LOCUS_SYNTAX_MAILTO },
    { "news", -1, 0, LOCUS_SYNTAX_NEWS },
    { "nntp", 119, 2, LOCUS_SYNTAX_NNTP },
    { "telnet", 23, 1, LOCUS_SYNTAX_TELNET },
    { "rlogin", 513, 1, LOCUS_SYNTAX_TELNET },
    { "tn3270", 23, 1, LOCUS_SYNTAX_TELNET },
    { "wais", 210, 1, LOCUS_SYNTAX_WAIS },
    { "file", -1, 3, LOCUS_SYNTAX_FILE },
    { "prospero", 1525, 1, LOCUS_SYNTAX_PROSPERO },
    /* RFC 1738, section 4 */
    { "afs", -1, 1, LOCUS_SYNTAX_GENERIC },
    { "mid", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "cid", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "nfs", 2049, 1, LOCUS_SYNTAX_GENERIC },
    { "mailserver", -1, 1, LOCUS_SYNTAX_GENERIC },
    { "z39.50", 210, 1, LOCUS_SYNTAX_GENERIC },
    { "urn", -1, 0, LOCUS_SYNTAX_GENERIC },
    /* RFC 6455, section 3; RFC 3966, 5724, 3261, 5122, 5870 */
    { "ws", 80, 1, LOCUS_SYNTAX_GENERIC },
    { "wss", 443, 1, LOCUS_SYNTAX_GENERIC },
    { "tel", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "sms", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "sip", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "sips", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "xmpp", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "geo", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "magnet", -1, 0, LOCUS_SYNTAX_GENERIC },
    /* RFC 3617, 2660; SSH and GridFTP */
    { "tftp", 69, 1, LOCUS_SYNTAX_GENERIC },
    { "shttp", -1, 1, LOCUS_SYNTAX_GENERIC },
    { "sftp", 22, 1, LOCUS_SYNTAX_GENERIC },
    { "gsiftp", 2811, 1, LOCUS_SYNTAX_GENERIC },
};

static bool same_letters(const char *lower, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (lower[i] != text[i]
            && !(text[i] >= 'A' && text[i] <= 'Z' && lower[i] == (text[i] | 0x20)))
            return false;
    return true;
}

/* Which of them it is, without case; COUNT(known) if none. */
static size_t find_known(const char *name, size_t len)
{
    size_t i = 0;

    while (i < COUNT(known)
           && (strlen(known[i].name) != len
               || !same_letters(known[i].name, name, len)))
        i++;
    return i;
}

static void check_scheme(const char *name, size_t len)
{
    const size_t i = find_known(name, len);
    struct locus_scheme scheme;
    int result;

    memset(&scheme, 0xff, sizeof scheme);
    result = locus_scheme_find(&scheme, guard_after(&guard, name, len), len,
                               NULL);
    if (i == COUNT(known)) {
        ck_assert_msg(result == LOCUS_ERROR_ABSENT, "%.*s: %d", (int)len, name,
                      result);
        return;
    }
    ck_assert_msg(result == 0, "%.*s: %d", (int)len, name, result);
    ck_assert_int_eq(scheme.port, known[i].port);
    ck_assert_int_eq(scheme.slashes, known[i].slashes);
    ck_assert_int_eq(scheme.syntax, known[i].syntax);
    ck_assert_int_eq(scheme.reserved[0] | scheme.reserved[1], 0);
}

/* Each name, in either case; each beginning of it; and each with another byte at any
   place, and after it. */
START_TEST(registry)
{
    struct locus_scheme scheme;

    for (size_t i = 0; i < COUNT(known); ++i) {
        const size_t len = strlen(known[i].name);

        for (size_t at = 0; at <= len; ++at) {
            char name[16] = "";

            memcpy(name, known[i].name, len);
            check_scheme(name, at);
            for (unsigned byte = 0; byte < 256; ++byte) {
                name[at] = (char)byte;
                check_scheme(name, at < len ? len : len + 1);
            }
            for (size_t k = 0; k < len; ++k)
                name[k] = (char)(k == at || name[k] < 'a' ? known[i].name[k]
                                                          : known[i].name[k] - 0x20);
            check_scheme(name, len);
        }
    }
    ck_assert_int_eq(locus_scheme_find(&scheme, "foo", 3, NULL),
                     LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_scheme_find(&scheme, "", 0, NULL),
                     LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_scheme_find(&scheme, NULL, 0, &own),
                     LOCUS_ERROR_ABSENT);
}
END_TEST

START_TEST(own_schemes)
{
    static const struct {
        const char *text;
        int port;
        int with_own;
    } cases[] = {
        { "sftp://h", 22, 22 },
        { "SFTP://h:7", 7, 7 },
        { "http://h", 80, 8080 },                /* theirs comes first */
        { "http://h:80", 80, 80 },
        { "https://h", 443, 443 },
        { "doi:10.1", LOCUS_ERROR_ABSENT, LOCUS_ERROR_ABSENT },
        { "sft://h", LOCUS_ERROR_ABSENT, LOCUS_ERROR_ABSENT },
        { "sftpx://h", LOCUS_ERROR_ABSENT, LOCUS_ERROR_ABSENT },
        { "x9x://h", LOCUS_ERROR_ABSENT, LOCUS_ERROR_ABSENT },
    };
    struct locus_meaning meaning;
    struct locus_url url;
    struct locus_scheme scheme;
    const char found_text[] = "http://h:8080/";

    for (size_t i = 0; i < COUNT(cases); ++i) {
        const char *text = cases[i].text;

        ck_assert_int_eq(locus_parse(&url, text, strlen(text), locus_rfc3986),
                         0);
        ck_assert_int_eq(locus_port(&url, text), cases[i].port);
        ck_assert_int_eq(locus_port_with(&url, text, NULL), cases[i].port);
        ck_assert_int_eq(locus_port_with(&url, text, &own), cases[i].with_own);
        ck_assert_int_eq(locus_meaning_of(&meaning, &url, text, &own), 0);
        ck_assert_int_eq(meaning.port, cases[i].with_own);
    }
    ck_assert_int_eq(locus_default_port_with("SFTP", 4, &own), 22);
    ck_assert_int_eq(locus_default_port_with("doi", 3, &own),
                     LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_scheme_find(&scheme, "Doi", 3, &own), 0);
    ck_assert_int_eq(scheme.slashes, 0);

    locus_parse(&url, found_text, strlen(found_text), locus_web);
    ck_assert_str_eq(names_of(locus_findings(&url, found_text,
                                             strlen(found_text), NULL)),
                     "other-port");
    ck_assert_str_eq(names_of(locus_findings(&url, found_text,
                                             strlen(found_text), &own)), "-");
}
END_TEST

/* Scans `text` and returns what is found, with spaces. */
static const char *scanned(const char *text, const struct locus_schemes *table,
                           const char *const *schemes, size_t scheme_count)
{
    static char result[256];
    struct locus_scan scan;
    struct locus_found found;

    result[0] = '\0';
    ck_assert_int_eq(locus_scan_init(&scan, locus_web, locus_text), 0);
    scan.own = table;
    scan.schemes = schemes;
    scan.scheme_count = scheme_count;
    while (locus_scan_next(&scan, text, strlen(text), 1, &found) == 1)
        snprintf(result + strlen(result), sizeof result - strlen(result),
                 "%s%.*s", result[0] ? " " : "", (int)found.len,
                 text + found.off);
    return result;
}

START_TEST(own_schemes_in_a_scan)
{
    static const char text[] = "see doi:10.1/2, DOI:3 x9:a urn:b and sftp:c "
                               "sftp://h/ or y9:d.";
    static const char *const doi[] = { "doi", "sftp" };

    ck_assert_str_eq(scanned(text, NULL, NULL, 0), "urn:b sftp://h/");
    ck_assert_str_eq(scanned(text, &own, NULL, 0),
                     "doi:10.1/2 DOI:3 x9:a urn:b sftp://h/");
    ck_assert_str_eq(scanned(text, NULL, doi, 2), "sftp://h/");
    ck_assert_str_eq(scanned(text, &own, doi, 2),
                     "doi:10.1/2 DOI:3 sftp://h/");
}
END_TEST

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
    ck_assert_mem_eq(line, "CWD d\r\n", len);
    ck_assert_int_eq(ftp.command, LOCUS_FTP_CWD);
    ck_assert_mem_eq(line + ftp.argument_off, "d", ftp.argument_len);
    ck_assert_int_eq(locus_ftp_next(line, sizeof line, &len, &ftp, &url, text),
                     1);
    ck_assert_mem_eq(line, "TYPE I\r\n", len);
    ck_assert_int_eq(locus_ftp_next(line, sizeof line, &len, &ftp, &url, text),
                     1);
    ck_assert_mem_eq(line, "RETR f\r\n", len);
    ck_assert_int_eq(locus_ftp_next(line, sizeof line, &len, &ftp, &url, text),
                     0);

    /* A mail address that would be another command. */
    ck_assert_int_eq(locus_ftp_begin(&ftp, &url, text), 0);
    ftp.mail = "a\r\nDELE b";
    ftp.mail_len = strlen(ftp.mail);
    ck_assert_int_eq(locus_ftp_next(line, sizeof line, &len, &ftp, &url, text),
                     1);
    ck_assert_int_eq(locus_ftp_next(line, sizeof line, &len, &ftp, &url, text),
                     LOCUS_ERROR_PROTOCOL);
    ck_assert_uint_eq(len, 0);

    /* In other grammars ";type=" is part of a name. */
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
    /* Nobody has to ask whether it began. */
    ck_assert_int_eq(locus_pieces_begin(&pieces, LOCUS_PIECE_KIND_COUNT,
                                        from_to(5, 8)), LOCUS_ERROR_ARGUMENT);
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

int main(void)
{
    Suite *suite = suite_create("schemes");
    TCase *cases = tcase_create("schemes");

    tcase_set_timeout(cases, 600);
    tcase_add_test(cases, golden);
    tcase_add_test(cases, properties);
    if (locus_has_grammar(locus_rfc1738))
        tcase_add_test(cases, encoded_octets);
    tcase_add_test(cases, pieces_of_all);
    tcase_add_test(cases, registry);
    if (locus_has_grammar(locus_rfc3986) && locus_has_grammar(locus_web))
        tcase_add_test(cases, own_schemes);
    if (locus_has_grammar(locus_web))
        tcase_add_test(cases, own_schemes_in_a_scan);
    if (locus_has_grammar(locus_rfc1738) && locus_has_grammar(locus_rfc3986))
        tcase_add_test(cases, ftp_choices);
    if (locus_has_grammar(locus_rfc3986_reference))
        tcase_add_test(cases, misuse);
    tcase_add_test(cases, names);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
