/* SPDX-License-Identifier: MIT
 *
 * Properties of pieces and commands, over texts that resemble URLs; and unreserved
 * octets, whose meaning does not change when they are encoded.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "support/grammars.h"
#include "support/guard.h"
#include "support/mutate.h"
#include "unit/schemes/test-schemes.h"

static const char mail[] = "me@example.org";

static struct guard guard;

static size_t count_of(const char *text, struct locus_span span,
                       const char *bytes)
{
    size_t count = 0;

    for (uint32_t i = 0; i < span.len; ++i)
        count += text[span.off + i] != '\0'
            && strchr(bytes, text[span.off + i]) != NULL;
    return count;
}

/* Checks that the pieces, with one byte between each two, make up the part. */
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
        /* The "/" that begins an absolute path separates nothing. */
        if (count > 0 || (path && text[at] == '/')) {
            CHECK(at < part.off + part.len && strchr(between, text[at]),
                  "no separator at %zu", at);
            ++at;
            --separators;
        }
        CHECK(piece.text.off == at, "a gap at %zu", at);
        CHECK(count_of(text, piece.text, between) == 0,
              "a separator in the piece at %zu", at);
        if (!path && kind != LOCUS_PIECE_LABEL) {
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

/* Checks that pieces, possibly of a malformed part, are in order and in bounds. */
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

/* What was checked. */
static struct { uint64_t valid, commands, lines; } checked;

/* Whether the grammar has the parts of schemes, and the scheme is this one, in any case. */
static bool is_of_scheme(const struct locus_url *url, const char *text, const char *scheme)
{
    const struct locus_span span = locus_get(url, LOCUS_SCHEME);

    return locus_grammar_traits(locus_url_grammar(url)) & LOCUS_TRAIT_SCHEME_PARTS
        && span.len == strlen(scheme) && strncasecmp(text + span.off, scheme, span.len) == 0;
}

/* Whether the part contains one of these escapes, such as "0D". */
static bool has_escape(const struct locus_url *url, const char *text, enum locus_part part,
                       const char *const *escapes, size_t count)
{
    const struct locus_span span = locus_get(url, part);

    for (uint32_t i = 0; i + 2 < span.len; i++)
        for (size_t k = 0; text[span.off + i] == '%' && k < count; k++)
            if (strncasecmp(text + span.off + i + 1, escapes[k], 2) == 0)
                return true;
    return false;
}

/* Checks that each command ends in CR LF and has no other CR or LF. */
static void check_commands(const struct locus_url *url, const char *text)
{
    struct locus_ftp ftp;
    char line[2 * MUTATE_MAX];
    static const char *const lines[] = { "0D", "0A", "00" };
    const bool breaks = has_escape(url, text, LOCUS_USER, lines, COUNT(lines))
                     || has_escape(url, text, LOCUS_PASSWORD, lines, COUNT(lines))
                     || has_escape(url, text, LOCUS_PATH, lines, COUNT(lines));
    size_t len, again;
    int result = locus_ftp_begin(&ftp, url, text);

    CHECK(result == (!is_of_scheme(url, text, "ftp") ? LOCUS_ERROR_ABSENT
                     : breaks ? LOCUS_ERROR_PROTOCOL : 0), "%d", result);
    if (result != 0)
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
        checked.commands++;
    }
}

static void check_gopher_line(const struct locus_url *url, const char *text)
{
    char line[2 * MUTATE_MAX];
    size_t len, again;
    int result = locus_gopher_line(NULL, 0, &len, url, text);

    if (result != LOCUS_ERROR_SPACE) {
        static const char *const lines[] = { "0D", "0A", "09" };

        CHECK(len == 0, "%zu bytes after an error", len);
        CHECK(result == (is_of_scheme(url, text, "gopher") ? LOCUS_ERROR_PROTOCOL
                                                           : LOCUS_ERROR_ABSENT),
              "%d", result);
        CHECK(result == LOCUS_ERROR_ABSENT
              || has_escape(url, text, LOCUS_PATH, lines, COUNT(lines)), "%d", result);
        return;
    }
    CHECK(is_of_scheme(url, text, "gopher"), "not a gopher URL");
    CHECK(len < sizeof line, "%zu bytes", len);
    memset(line, '#', sizeof line);
    CHECK(locus_gopher_line(line, len, &again, url, text) == 0 && again == len,
          "not with %zu bytes", len);
    CHECK(line[len] == '#', "a byte past the line");
    CHECK(memcmp(line + len - 2, "\r\n", 2) == 0, "no CR LF");
    checked.lines++;
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
    check_tiles(LOCUS_PIECE_LABEL, text, all, ".");
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
          == (!locus_has(&url, LOCUS_SCHEME) && locus_has(&url, LOCUS_HOST)
              && url.form == LOCUS_FORM_NONE
              && !(locus_grammar_traits(grammar) & LOCUS_TRAIT_AUTHORITY)),
          "a network-path reference");
    check_tiles(LOCUS_PIECE_SEGMENT, text, url.part[LOCUS_PATH], "/");
    check_tiles(LOCUS_PIECE_PAIR, text, url.part[LOCUS_QUERY], "&;");
    check_order(LOCUS_PIECE_GOPHER, text, locus_get(&url, LOCUS_PLUS));
    check_order(LOCUS_PIECE_PROSPERO, text, locus_get(&url, LOCUS_FIELDS));
    check_commands(&url, text);
    check_gopher_line(&url, text);
    checked.valid++;
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

    memset(&checked, 0, sizeof checked);
    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1));
    for (uint64_t i = 0; i < count; ++i) {
        const struct locus_grammar *const grammar =
            i % 2 ? (i % 8 == 1 ? locus_rfc1630 : locus_rfc1738)
                  : grammar_at((int)(i / 2 % (uint64_t)grammar_count()));
        const size_t len = mutate_url(&m, grammar, bytes);

        tell(bytes, len);
        check_everything(guard_after(&guard, bytes, len), len, grammar);
    }
    if (count >= 1000 && locus_has_grammar(locus_rfc1738) && locus_has_grammar(locus_rfc1630)) {
        ck_assert_uint_gt(checked.valid, count / 10);
        ck_assert_uint_gt(checked.commands, count / 100);
        ck_assert_uint_gt(checked.lines, count / 100);
    }
}
END_TEST

/* RFC 1738, section 2.2: an unreserved octet means the same when encoded. */

/* The parts of a URL of this syntax in which octets may be encoded (RFC 1738, 3.2.2 and
   3.4.1). RFC 1630 allows no encoded octet in a user. */
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

/* Writes the URL with some of the characters in these parts encoded, except those in
   `reserved`. Returns its length. */
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

/* Checks that both URLs send the same, or that neither sends anything. */
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

TCase *property_tests(void)
{
    TCase *tests = tcase_create("properties");

    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, properties);
    if (locus_has_grammar(locus_rfc1738))
        tcase_add_test(tests, encoded_octets);
    return tests;
}
