/* SPDX-License-Identifier: MIT
 *
 * Pieces of each kind, according to the RFCs and locus/schemes.h.
 */
#include <string.h>

#include "support/guard.h"
#include "support/hexdig.h"
#include "unit/schemes/test-schemes.h"

static struct guard guard;

/* The expected pieces, and then whether they end there or fail at `at`. */
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

/* The value is [value, end); `value` is 0 if there is none. */
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

/* The offset of the first of `bytes` at or after `at`, or the end. */
static size_t find_any(const char *text, size_t len, size_t at, const char *bytes)
{
    while (at < len && !memchr(bytes, text[at], strlen(bytes)))
        at++;
    return at;
}

/* RFC 3986 3.3: "/" separates segments, except one at the beginning of the path. */
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

/* RFC 1034 3.1 and 3.5: labels with "." between them. */
static void expect_labels(struct expected *to_come, const char *text, size_t len)
{
    size_t at = 0, end;

    if (len == 0)
        return;
    do {
        end = find_any(text, len, at, ".");
        expect_piece(to_come, at, end, 0, end);
        at = end + 1;
    } while (end < len);
}

/* RFC 1866 8.2.1: name "=" value, split at the first "=". */
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

/* RFC 1630: *( digits "=" path ";" ). RFC 1738 3.9: or text that only its server can
   read. */
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
            /* Up to here the first piece could have been opaque. */
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

/* A Gopher+ string, octet by octet. An octet is raw or encoded: RFC 1738 2.2, and
   3.4.1: "no characters are reserved". */
struct octets {
    const char *text;
    size_t len;
    size_t at;                    /* of the next octet, or of the failure */
    size_t begin;                 /* of the last one */
};

enum { NO_OCTET = -1 };

/* The octets that no word begins with. */
static const char dividers[] = " \t\r\n";

/* Whether the octet is allowed: `others` lists the only octets allowed, or the only
   ones forbidden. */
static bool may_be(int octet, const char *others, bool only)
{
    return (memchr(others, octet, strlen(others)) != NULL) == only;
}

/* The next octet if it is allowed there; otherwise NO_OCTET, with `at` at the first
   byte that continues no allowed octet. */
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
    high = ++o->at < o->len ? hexdig(o->text[o->at]) : -1;
    for (low = 0; high >= 0 && low < 16; low++)
        any |= may_be(high << 4 | low, others, only);
    if (!any)
        return NO_OCTET;
    low = ++o->at < o->len ? hexdig(o->text[o->at]) : -1;
    if (low < 0 || !may_be(high << 4 | low, others, only))
        return NO_OCTET;
    o->at++;
    return high << 4 | low;
}

/* Octets up to the end or to the first of `ends`, with those in `others` forbidden.
   `first` is the first of them if it has already been read, or else NO_OCTET. Returns
   the octet that ends them, -1 at the end, or -2 on failure. */
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

/* 3.4.8: a view whose first octet has been read, with an optional coded space and
   language. */
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

/* 3.4.9, after "+" and the tab: lines, of which the last is ".". */
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
    case LOCUS_PIECE_LABEL:
        expect_labels(to_come, text, len);
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
              "kind %d: what is after piece %zu", kind, to_come.count);
    CHECK(pieces.at == (to_come.fails ? to_come.at : len), "kind %d: it ends at %u",
          kind, (unsigned)pieces.at);
    if (!to_come.fails)
        CHECK(pieces.plus == to_come.plus, "kind %d: plus %d", kind, pieces.plus);
}

/* `text` followed by up to `left` tokens. */
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

/* `text` with each byte substituted at each place, and appended. */
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
    size_t count;                 /* of the tokens that follow */
} made_of[] = {
    { LOCUS_PIECE_SEGMENT, "", path_tokens, 5 },
    { LOCUS_PIECE_SEGMENT, "/a//b", path_tokens, 0 },
    { LOCUS_PIECE_LABEL, "", path_tokens, 5 },
    { LOCUS_PIECE_LABEL, "a..b", path_tokens, 0 },
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

TCase *piece_tests(void)
{
    TCase *tests = tcase_create("pieces");

    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, pieces_of_all);
    return tests;
}
