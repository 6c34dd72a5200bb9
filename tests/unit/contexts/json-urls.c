/* SPDX-License-Identifier: MIT
 *
 * The contexts json and json-raw: the URLs found in a JSON text are those found in the
 * text that it stands for (RFC 8259, section 7).
 */
#define _DEFAULT_SOURCE 1

#include <stdio.h>
#include <string.h>

#include "locus.h"
#include "support/environment.h"
#include "support/hexdig.h"
#include "unit/contexts/test-contexts.h"

/* The length of the UTF-8 sequence that text[0..len) begins with, and its code
   point; 0 if it begins with none. */
static size_t utf8(const unsigned char *text, size_t len, uint32_t *code)
{
    size_t size = text[0] < 0x80 ? 1 : text[0] < 0xc2 ? 0
                : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3
                : text[0] < 0xf5 ? 4 : 0;

    if (size == 0 || size > len)
        return 0;
    *code = size == 1 ? text[0] : text[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; ++i) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (text[i] & 0x3fu);
    }
    if ((size == 3 && (*code < 0x800 || (*code >= 0xd800 && *code < 0xe000)))
        || (size == 4 && (*code < 0x10000 || *code > 0x10ffff)))
        return 0;
    return size;
}

static size_t put_unit(char *to, struct mutate *m, uint32_t unit)
{
    return (size_t)sprintf(to, mutate_one_in(m, 2) ? "\\u%04x" : "\\u%04X",
                           unit);
}

/* Writes a text as the inside of a JSON string, with some needless escapes. at[i] is
   the offset of byte i; for a character escaped as \u, all bytes after the first are at
   the end of the escape. */
size_t escape(struct mutate *m, char *to, size_t *at,
              const unsigned char *text, size_t len)
{
    static const char named[] = "\"\"\\\\//\bb\ff\nn\rr\tt";
    const size_t often = 1 + mutate_below(m, 12);
    size_t n = 0;

    for (size_t i = 0; i < len;) {
        const char *name = text[i] == '\0' ? NULL : strchr(named, text[i]);
        const bool must = text[i] < ' ' || text[i] == '"' || text[i] == '\\';
        uint32_t code = text[i];
        size_t size = utf8(text + i, len - i, &code);

        if (name != NULL && (name - named) % 2 != 0)
            name = NULL;                  /* the letter of an escape */
        at[i] = n;
        if (name != NULL && (must || mutate_one_in(m, often))
            && !mutate_one_in(m, 8)) {
            to[n++] = '\\';
            to[n++] = name[1];
            ++i;
        } else if (size > 0 && (must || mutate_one_in(m, often))) {
            if (code < 0x10000) {
                n += put_unit(to + n, m, code);
            } else {
                n += put_unit(to + n, m, 0xd7c0 + (code >> 10));
                n += put_unit(to + n, m, 0xdc00 | (code & 0x3ff));
            }
            for (size_t k = 1; k < size; ++k)
                at[i + k] = n;
            i += size;
        } else {
            to[n++] = (char)text[i++];
        }
    }
    at[len] = n;
    return n;
}

/* Checks that the URLs found in JSON are those found in the text that it stands for,
   whose byte i begins at at[i]. */
static void check_unescaped(const struct hits *json, const struct hits *raw,
                            const size_t *at, const char *about)
{
    for (size_t i = 0; i < raw->count || i < json->count; ++i) {
        const struct hit *r = &raw->hit[i], *j = &json->hit[i];

        ck_assert_msg(i < raw->count, "%s: found \"%.*s\"", about,
                      (int)j->url_len, j->url);
        ck_assert_msg(i < json->count, "%s: not found: \"%.*s\"", about,
                      (int)r->url_len, r->url);
        ck_assert_msg(r->url_len == j->url_len
                      && memcmp(r->url, j->url, r->url_len) == 0,
                      "%s: found \"%.*s\", but it is \"%.*s\"", about,
                      (int)j->url_len, j->url, (int)r->url_len, r->url);
        ck_assert_uint_eq(j->offset, at[r->offset]);
        ck_assert_uint_eq(j->offset + j->len, at[r->offset + r->len]);
    }
}

static const char *const json_pieces[] = {
    "http://", "https://", "HTTP:", "://", ":", "/", "//", "h", "u:p@", "[::1]",
    "mailto:", "news:", "data:", "a@b", ".", "-", "+", "1", "x", "\\", "\"",
    "\n", "\t", " ", "<", ">", "?", "#", "%41", "%", "\xc3\xa9", "\xe2\x82\xac",
    "\xf0\x9f\x98\x80", "\xff", "\x7f", "\x01", "u0068", "u003a", "n", "a+b:",
    ":", ":", "/", "/"
};

/* Escaping a text for JSON does not change which URLs are found in it. */
START_TEST(json_is_raw_unescaped)
{
    static struct hits raw, json, cut;
    static char plain[SOUP];
    static char escaped[6 * SOUP + 1];
    static size_t at[SOUP + 1];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 8259);
    const uint64_t rounds = texts_to_try(1000000) / 50;
    size_t found = 0;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text a = { .context = locus_raw, .bytes = plain };
        struct text b = { .context = locus_json_raw, .bytes = escaped };

        begin_round(&m, &a, seed + round, 50);
        b.grammar = a.grammar;
        b.schemes = a.schemes;
        b.scheme_count = a.scheme_count;
        b.about = a.about;
        a.len = soup(&m, plain, json_pieces, COUNT(json_pieces));
        b.len = escape(&m, escaped, at, (unsigned char *)plain, a.len);
        scan_pieces(&raw, &a, piece_whole, NULL);
        scan_pieces(&json, &b, piece_whole, NULL);
        found += raw.count;
        check_unescaped(&json, &raw, at, a.about);
        scan_pieces(&cut, &b, piece_random, &m);
        check_same(&cut, &json, &b, "random pieces", 0);
    }
    /* A few rounds, as for repeating a failure, may find nothing. */
    ck_assert(rounds < 20 || found > rounds / 10);
    clear(&raw), clear(&json), clear(&cut);
}
END_TEST

/* The value of four hex digits, or -1. */
static int32_t code_unit(const char *text, size_t len)
{
    int32_t code = 0;

    for (size_t i = 0; i < 4; ++i) {
        if (i == len || hexdig(text[i]) < 0)
            return -1;
        code = code * 16 + hexdig(text[i]);
    }
    return code;
}

static size_t put_utf8(char *to, uint32_t code)
{
    const uint32_t lead[] = { 0, 0xc0, 0xe0, 0xf0 };
    const size_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;

    for (size_t i = more; i > 0; --i, code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(lead[more] | code);
    return more + 1;
}

/* Decodes the inside of a JSON string (RFC 8259, section 7). Byte i begins at at[i], as
   in escape(). Returns whether the text is valid. An invalid escape is read as a
   quotation mark, which ends every URL: only the "\" of "\u" without four hex digits, a "\"
   with any other byte, and the escape of a lone surrogate. */
static bool read_json(char *to, size_t *to_len, size_t *at, const char *text,
                      size_t len)
{
    static const char named[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    bool valid = true;
    size_t n = 0;

    for (size_t i = 0; i < len;) {
        const unsigned char c = (unsigned char)text[i];
        const char *name = NULL;
        size_t size = 1, bytes = 1;

        to[n] = (char)c;
        if (c == '\\' && i + 1 < len && text[i + 1] != '\0')
            for (name = named; *name != '\0' && *name != text[i + 1];)
                name += 2;
        if (c < 0x20 || c == '"') {
            valid = false;
            to[n] = '"';
        } else if (name != NULL && *name != '\0') {
            size = 2;
            to[n] = name[1];
        } else if (c == '\\' && i + 1 < len && text[i + 1] == 'u') {
            const int32_t unit = code_unit(text + i + 2, len - i - 2);
            const int32_t next = unit >= 0 && i + 8 <= len && text[i + 6] == '\\'
                              && text[i + 7] == 'u'
                               ? code_unit(text + i + 8, len - i - 8) : -1;

            size = unit < 0 ? 1 : 6;
            if (unit < 0 || (unit >= 0xd800 && unit < 0xe000
                             && (unit >= 0xdc00 || next < 0xdc00 || next >= 0xe000))) {
                valid = false;
                to[n] = '"';
            } else if (unit >= 0xd800 && unit < 0xe000) {
                size = 12;
                bytes = put_utf8(to + n, 0x10000u + ((uint32_t)(unit - 0xd800) << 10)
                                         + (uint32_t)(next - 0xdc00));
            } else {
                bytes = put_utf8(to + n, (uint32_t)unit);
            }
        } else if (c == '\\') {
            valid = false;
            to[n] = '"';
            size = i + 1 < len ? 2 : 1;
        }
        at[n] = i;
        i += size;
        for (size_t k = 1; k < bytes; ++k)
            at[n + k] = i;
        n += bytes;
    }
    at[n] = len;
    *to_len = n;
    return valid;
}

/* Checks that unwrapping and scanning agree with read_json(). */
static void check_json(const char *bytes, size_t len, bool unwrapping)
{
    static struct hits raw, json;
    static char plain[SOUP];
    static size_t at[SOUP + 1];
    struct text a = { .context = locus_raw, .grammar = locus_web, .bytes = plain,
                      .about = bytes };
    struct text b = { .context = locus_json_raw, .grammar = locus_web, .bytes = bytes,
                      .len = len, .about = bytes };
    const bool valid = read_json(plain, &a.len, at, bytes, len);

    if (unwrapping) {
        char copy[SOUP];
        size_t n;
        const int result = locus_unwrap(copy, sizeof copy, &n, bytes, len, locus_json);

        ck_assert_msg(result == (valid ? 0 : LOCUS_ERROR_ESCAPE), "%s: %d", bytes,
                      result);
        ck_assert_msg(!valid || (n == a.len && memcmp(copy, plain, n) == 0),
                      "%s: is \"%.*s\"", bytes, (int)n, copy);
        return;
    }
    scan_pieces(&raw, &a, piece_whole, NULL);
    scan_pieces(&json, &b, piece_whole, NULL);
    check_unescaped(&json, &raw, at, bytes);
    clear(&raw), clear(&json);
}

/* RFC 8259, section 7: each byte in each place of an escape, and each truncation of
   one; each code unit, before and after each kind of surrogate. */
START_TEST(every_escape)
{
    static const char *const texts[] = {
        "a", "\\n", "a\\n", "\\u0041", "b\\u00e9", "\\u20ACc", "\\ud83d\\ude00",
        "\\uDBFF\\uDFFFd", "\\u0022", "\\u004a\\/", "\\u0\\", "\\\\u0041",
    };
    static const char *const units[] = {
        "\\u%04x", "\\u%04X", "\\ud800\\u%04x", "\\uDBFF\\u%04X", "\\u%04x\\udc00",
        "\\u%04X\\uDFFF", "\\u0041\\u%04x", "\\u%04x\\u0041",
    };
    char text[40];

    for (size_t i = 0; i < COUNT(texts); ++i)
        for (size_t at = 0; at < strlen(texts[i]); ++at) {
            check_json(texts[i], at, true);
            for (int byte = 0; byte < 256; ++byte) {
                strcpy(text, texts[i]);
                text[at] = (char)byte;
                check_json(text, strlen(texts[i]), true);
            }
        }
    for (size_t i = 0; i < COUNT(units); ++i)
        for (unsigned unit = 0; unit < 0x10000; unit += i == 0 ? 1 : 0x3b) {
            const int len = snprintf(text, sizeof text, units[i], unit);

            check_json(text, (size_t)len, true);
        }
}
END_TEST

/* Each byte at each place in a URL and just before it: raw, after a "\", in a \u escape. */
START_TEST(every_byte_of_a_url_by_number)
{
    static const char url[] = "\\/(aB+3.f://h\\/q";
    static const char *const numbers[] = { "%c", "\\u%04x", "\\u%04X", "\\%c", "\\u00%c" };
    char text[60];

    for (size_t at = 0; at < sizeof url - 1; ++at)
        for (int byte = 0; byte < 256; ++byte)
            for (size_t i = 0; i < COUNT(numbers); ++i) {
                const size_t rest = sizeof url - 1 - (at + 1);
                size_t len = at;

                if (i == 2 && byte % 16 < 10 && byte / 16 < 10)
                    continue;      /* the same as with i == 1 */
                memcpy(text, url, at);
                len += (size_t)sprintf(text + len, numbers[i], (unsigned)byte);
                memcpy(text + len, url + at + 1, rest);
                text[len + rest] = '\0';
                check_json(text, len + rest, false);
            }
}
END_TEST

/* Any number of sequences between a scheme and its ":": what is found does not depend
   on the pieces. */
START_TEST(many_sequences)
{
    static const struct {
        const struct locus_context *const *context;
        const char *esc;
    } cases[] = {
        { &locus_text, "\x1b" }, { &locus_json, "\\u001b" }
    };
    static struct hits hits;
    static char bytes[2000];

    for (size_t n = 1; n < 200; n += n < 80 || n > 90 ? 13 : 1) {
        const char *const esc = cases[_i].esc;
        struct text text = { .context = *cases[_i].context, .grammar = locus_web,
                             .bytes = bytes, .about = "many sequences" };

        text.len = (size_t)sprintf(bytes, "%s[1mhttp", esc);
        for (size_t i = 0; i < n; ++i)
            text.len += (size_t)sprintf(bytes + text.len, i % 2 ? "%s[K" : "%s[m", esc);
        text.len += (size_t)sprintf(bytes + text.len, "://h/a%s[m b", esc);
        scan_pieces(&hits, &text, piece_whole, NULL);
        if (n < 20) {
            ck_assert_uint_eq(hits.count, 1);
            ck_assert_uint_eq(hits.hit[0].url_len, 10);
            ck_assert_uint_eq(hits.hit[0].offset, strlen(esc) + 3);
        }
        check_pieces(&text, &hits);
    }
    clear(&hits);
}
END_TEST

/* What was read for a URL before does not change the partner of a bracket: the last URL is the
   same if a "-" is written for each ":" of those before it. */
START_TEST(brackets_after_others)
{
    static const struct {
        size_t offset;
        const char *bytes;
    } cases[] = {
        /* A string ended directly before the bracket. */
        { 34, "[a://- [i41a://c.\xe2\x80\xa6""bc.%41[1d/]\\\"[a://d/bd/ab\xe2\x80\xa6-"
              "ba%41\xe2\x80\xa6]" },
        /* A control sequence follows, past which the text was known. */
        { 19, "[mailto:}[mailto:}[mid:[i[mid:}[mai@b0061]]\\u001b[m[m\xa6\xc3\xa9}[mid"
              ":}-\xe2\x80\xa6[mid:aaaaa}[mailt1}[mail41x1c.b-b[mailto:a@b.c}[mid:bbb}"
              "{mailto:a@b.c}[mailto:a@b.c}[mailto:a@b.c}[mailto:a@b.c}aad/%41ba%41\xe2"
              "\x80\xa6\xc3\xa9x1[mid:}[mid:}[061x1\xc3\xa9x1\xe2\x80\xa6][mailto:a@b."
              "c}c.a061d/%41]]]]}]-c.-c.bax1\xc3\xa9]]x1x1x1]]]]]]]]" }
    };
    static struct hits hits, hidden;
    static char bytes[400];
    struct text text = {
        .context = locus_json, .grammar = locus_web, .bytes = cases[_i].bytes,
        .len = strlen(cases[_i].bytes), .about = "brackets after others"
    };
    const struct hit *last, *same;

    scan_pieces(&hits, &text, piece_whole, NULL);
    check_pieces(&text, &hits);
    memcpy(bytes, text.bytes, text.len);
    for (size_t i = 0; i < cases[_i].offset; ++i)
        if (bytes[i] == ':')
            bytes[i] = '-';
    text.bytes = bytes;
    scan_pieces(&hidden, &text, piece_whole, NULL);
    ck_assert_uint_eq(hidden.count, 1);
    ck_assert_uint_ge(hits.count, 1);
    last = &hits.hit[hits.count - 1];
    same = &hidden.hit[0];
    ck_assert_uint_eq(same->offset, cases[_i].offset);
    ck_assert_uint_eq(last->offset, same->offset);
    ck_assert_uint_eq(last->len, same->len);
    clear(&hits), clear(&hidden);
}
END_TEST

/* A control sequence in a JSON string is skipped if it is at most 256 bytes long. */
START_TEST(long_sequence_in_json)
{
    static struct hits hits;
    static char bytes[700];

    for (size_t n = 1; n < 600; n += n < 240 || n > 260 ? 13 : 1) {
        struct text text = { .context = locus_json, .grammar = locus_web, .bytes = bytes,
                             .about = "a long sequence" };
        const size_t passed_over = n + 3 <= 256;

        text.len = (size_t)sprintf(bytes, "\"see http://h/a\\u001b[");
        memset(bytes + text.len, '1', n);
        text.len += n;
        text.len += (size_t)sprintf(bytes + text.len, "mbc\"");
        scan_pieces(&hits, &text, piece_whole, NULL);
        ck_assert_uint_eq(hits.count, 1);
        ck_assert_uint_eq(hits.hit[0].url_len, passed_over ? 12 : 10);
        check_pieces(&text, &hits);
    }
    clear(&hits);
}
END_TEST

/* An authority that is longer than what is decoded at once. The grammar rejects it only at
   its end; the URL then ends at the authority's last byte that is not ":". */
START_TEST(long_authority_in_json)
{
    static const char *const schemes[] = { "http" };
    static struct hits hits;
    static char bytes[700];

    for (size_t n = 205; n < 225; ++n) {
        struct text text = { .context = locus_json, .grammar = locus_rfc3986,
                             .schemes = schemes, .scheme_count = COUNT(schemes),
                             .bytes = bytes, .about = "a long authority" };

        text.len = (size_t)sprintf(bytes, "http\\u003a//h");
        memset(bytes + text.len, ':', n);
        text.len += n;
        bytes[text.len++] = 'h';
        memset(bytes + text.len, ':', 100);
        text.len += 100;
        text.len += (size_t)sprintf(bytes + text.len, "\x01 ");
        memset(bytes + text.len, 'x', 250);
        text.len += 250;
        scan_pieces(&hits, &text, piece_whole, NULL);
        ck_assert_uint_eq(hits.count, 1);
        ck_assert_uint_eq(hits.hit[0].len, 13 + n + 1);
        ck_assert_uint_eq(hits.hit[0].url_len, 8 + n + 1);
        check_pieces(&text, &hits);
    }
    clear(&hits);
}
END_TEST

/* Truncated and invalid escapes among all bytes with which a URL may begin. */
START_TEST(every_broken_escape)
{
    static const char *const broken[] = {
        "", "\\", "\\u", "\\u0", "\\u00", "\\u003", "\\u002", "\\u006", "\\u1", "\\u01",
        "\\uD83", "\\ud83d", "\\ud83d\\u", "\\ud83d\\ude0", "\\x", "\\\"", "\\\\", "\\U",
        "\\u007", "\\u004", "\\u005", "\\u0g", "\\u00g", "\\u003g", "\\u002g", "\\ude00",
    };
    static const char *const after[] = {
        "a", "f", "A", "F", "0", "9", "g", "\\u0061", "\\u003a", "\\u002f", "\\/", ":", "/",
        "+", "\\", "\\u",
    };
    static const char *const rest[] = {
        "://h", "a://h", "\\u003A//h", "g\\u003a\\/\\/h", "/h", "//h", "b:\\u002F\\u002fh",
        "http://h\\u",
    };
    static const char *const before[] = { "", "\\u0062", "c:/" };
    char text[60];

    for (size_t i = 0; i < COUNT(broken); ++i)
        for (size_t j = 0; j < COUNT(after); ++j)
            for (size_t k = 0; k < COUNT(rest); ++k)
                for (size_t b = 0; b < COUNT(before); ++b) {
                    const int len = snprintf(text, sizeof text, "%s%s%s%s", before[b],
                                             broken[i], after[j], rest[k]);

                    check_json(text, (size_t)len, false);
                }
}
END_TEST

/* Texts with "\" anywhere: the URLs found are those of the decoded text, and do not depend
   on the pieces. */
START_TEST(json_of_any_sort)
{
    static const char *const pieces[] = {
        "\\", "\\u", "\\u00", "\\u0068", "\\u003a", "\\u002f", "\\/", "\\n",
        "\\\\", "\\\"", "\\ud83d", "\\ude00", "\"", "http", "http://", ":",
        "//", "/", "mailto:", "x", "0", "f", "2", " ", "\n", "\xc3\xa9",
        "http:\\/\\/", "http\\u003a//", "\\x", "data:", "a+b", "\\u0", "\\u002",
        "\\u003", "\\u004", "\\u006", "\\u01", "\\u1", "\\uD", "\\uD8", "\\uD83d\\u",
        "\\uD83d\\uDE0", "\\u007", ":\\u", ":\\u002F\\u00", "A", "B", "9", "-", "|"
    };
    static struct hits hits, raw, cut;
    static char bytes[SOUP], plain[SOUP];
    static size_t at[SOUP + 1];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 7159);
    const uint64_t rounds = texts_to_try(1000000) / 50;
    size_t found = 0;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_json_raw, .bytes = bytes };
        struct text stood_for;

        begin_round(&m, &text, seed + round, 50);
        text.len = soup(&m, bytes, pieces, COUNT(pieces));
        scan_pieces(&hits, &text, piece_whole, NULL);
        stood_for = text;
        stood_for.context = locus_raw;
        stood_for.bytes = plain;
        read_json(plain, &stood_for.len, at, bytes, text.len);
        scan_pieces(&raw, &stood_for, piece_whole, NULL);
        found += raw.count;
        check_unescaped(&hits, &raw, at, text.about);
        scan_pieces(&cut, &text, piece_random, &m);
        check_same(&cut, &hits, &text, "random pieces", 0);
    }
    /* A few rounds, as for repeating a failure, may find nothing. */
    ck_assert(rounds < 20 || found > rounds / 10);
    clear(&hits), clear(&raw), clear(&cut);
}
END_TEST

TCase *json_tests(void)
{
    TCase *tests = tcase_create("json");

    tcase_add_test(tests, json_is_raw_unescaped);
    tcase_add_test(tests, every_escape);
    tcase_add_test(tests, every_byte_of_a_url_by_number);
    tcase_add_test(tests, every_broken_escape);
    tcase_add_loop_test(tests, many_sequences, 0, 2);
    tcase_add_loop_test(tests, brackets_after_others, 0, 2);
    tcase_add_test(tests, long_sequence_in_json);
    tcase_add_test(tests, long_authority_in_json);
    tcase_add_test(tests, json_of_any_sort);
    tcase_set_timeout(tests, 600);
    return tests;
}
