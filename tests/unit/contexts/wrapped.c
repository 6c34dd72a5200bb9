/* SPDX-License-Identifier: MIT
 *
 * The context wrapped (RFC 3986, appendix C), compared with a direct, slow reading of
 * its definition.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "locus.h"
#include "support/environment.h"
#include "unit/contexts/prose-oracle.h"
#include "unit/contexts/test-contexts.h"

static bool is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_break(char c)
{
    return c >= '\n' && c <= '\r';
}

/* Counts the ">" among the blanks at text[*at..len), and moves *at past them. */
static size_t count_marks(const char *text, size_t len, size_t *at)
{
    size_t count = 0;

    for (; *at < len && (text[*at] == ' ' || text[*at] == '\t' || text[*at] == '>');
         ++*at)
        count += text[*at] == '>';
    return count;
}

/* A text without its white space and the quote marks of its lines; at[i] is the offset
   of byte i. Returns its length. */
static size_t strip(char *to, size_t *at, const char *text, size_t len)
{
    size_t n = 0;

    for (size_t i = 0; i < len; ++i) {
        while (i < len && is_break(text[i])) {
            ++i;
            count_marks(text, len, &i);
        }
        if (i < len && !is_white(text[i])) {
            at[n] = i;
            to[n++] = text[i];
        }
    }
    return n;
}

/* Whether "URL:" precedes what may be a URL. */
static bool is_prefixed(const char *text, size_t len)
{
    return len > 4 && (text[0] | 32) == 'u' && (text[1] | 32) == 'r'
        && (text[2] | 32) == 'l' && text[3] == ':' && text[4] != '/';
}

/* Whether text[at..len) is only punctuation up to white space or the end. */
static bool is_punctuated(const char *text, size_t len, size_t at)
{
    const size_t begin = at;

    while (at < len && text[at] != '\0' && strchr(".,;:!?)]}\"'", text[at]) != NULL)
        ++at;
    return at > begin && (at == len || is_white(text[at]));
}

/* The ">" that closes the "<" at `open`, whose line has `depth` quote marks; `len` if
   none does. It may be the first byte of its line after the marks. */
static size_t find_close(const char *text, size_t len, size_t open, size_t depth)
{
    size_t at = open + 1;

    for (;;) {
        size_t marks;

        for (; at < len && !is_break(text[at]); ++at)
            if (text[at] == '<' || text[at] == '>')
                return text[at] == '>' ? at : len;
        if (at++ == len)
            return len;
        marks = count_marks(text, len, &at);
        if (marks == depth + 1
            && (at == len || is_break(text[at])
                || (text[at - 1] == '>' && is_punctuated(text, len, at)))) {
            while (text[--at] != '>')
                continue;
            return at;
        }
        if (marks != depth && (marks > 0 || (at < len && !is_break(text[at]))))
            return len;
    }
}

/* Whether these bytes are a word, ":", and bytes of URLs. */
static bool is_wrapped(const char *text, size_t len)
{
    size_t at = 0;

    while (at < len && (isalnum((unsigned char)text[at])
                        || (text[at] != '\0' && strchr("+-.", text[at]) != NULL)))
        ++at;
    if (at == 0 || at == len || text[at] != ':')
        return false;
    while (at < len && (unsigned char)text[at] > ' ' && text[at] != '\x7f')
        ++at;
    return at == len;
}

/* Case-insensitive comparison. */
static bool same_word(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; ++i)
        if ((a[i] | 32) != (b[i] | 32))
            return false;
    return true;
}

/* Whether a scheme counts; the library's list of schemes without "//" is tested
   elsewhere. */
static bool is_counted(const struct text *text, const char *bytes, size_t len)
{
    static const char *const bare[] = {
        "mailto", "news", "mid", "cid", "urn", "tel", "sms", "sip", "sips",
        "xmpp", "geo", "magnet"
    };
    const size_t colon = (size_t)((const char *)memchr(bytes, ':', len)
                                  - bytes);
    const bool slashes = len > colon + 2 && bytes[colon + 1] == '/'
                      && bytes[colon + 2] == '/';
    const bool path = len > colon + 1 && bytes[colon + 1] == '/';
    bool known = false;

    if (len <= colon + (slashes ? 3 : path ? 2 : 1) || colon > LOCUS_MAX_SCHEME)
        return false;
    for (size_t i = 0; i < COUNT(bare); ++i)
        known |= strlen(bare[i]) == colon
              && same_word(bytes, bare[i], colon);
    known |= path && colon == 4 && same_word(bytes, "file", 4);
    if (text->schemes == NULL)
        return slashes || known;
    for (size_t i = 0; i < text->scheme_count; ++i) {
        const size_t n = strcspn(text->schemes[i], ":");

        if (n == colon && same_word(bytes, text->schemes[i], n)
            && (slashes || known || text->schemes[i][n] == ':'))
            return true;
    }
    return false;
}

static const char *const wrapped_pieces[] = {
    "<", ">", "<URL:", "<url:", "<U", "<UR", "<URL", "U", "RL:", " ",
    "\n", "\r\n", "\t", "\f", "\v", "\n>", "\n> ", "\n>>", "\n > > ", "\nJS> ", ">\n", ">.", ">) ",
    "http://", "ht tp://", "http", ":", "//", "/", "h", "u:p@", "[::1]", "-\n",
    "mailto:", "news:", "data:", "a@b", "\"", "\x01", "\x7f", "%41", "\xc3\xa9",
    "<http://h/>", "<a href=\"http://h/\">", "1", "x", "+", "#", "?", "<", ">",
    "> <http://h/\n> x", "<http://h/\n> x>", "<http://h\n>"
};

/* The quote depth of the line of text[open]. */
static size_t depth_of(const char *text, size_t open)
{
    size_t at = open;
    size_t depth, word;

    while (at > 0 && !is_break(text[at - 1]))
        --at;
    depth = count_marks(text, open, &at);
    if (depth > 0)
        return depth;
    word = at;
    while (at < open && isalnum((unsigned char)text[at]))
        ++at;
    return at > word && at < open && text[at] == '>';
}

/* Checks what is found against a slow search by the definition: a "<", a ">" that
   closes it (find_close()), and between them a URL, white space and quote marks. */
static size_t check_wrapped(const struct hits *hits, const struct text *text)
{
    char bytes[SOUP];              /* with ")" for each ">" that closed a wrapper */
    size_t n = 0;

    memcpy(bytes, text->bytes, text->len);

    for (size_t i = 0; i < text->len; ++i) {
        const char *const inside = text->bytes + i + 1;
        char url[SOUP];
        size_t at[SOUP];
        size_t begin, len, close;

        if (text->bytes[i] != '<')
            continue;
        close = find_close(bytes, text->len, i, depth_of(bytes, i));
        if (close == text->len)
            continue;
        len = strip(url, at, inside, close - i - 1);
        if (!is_wrapped(url, len))
            continue;
        bytes[close] = ')';
        begin = at[is_prefixed(url, len) ? 4 : 0];
        close -= i + 1;
        for (size_t k = close; k-- > begin;)
            if (memchr(text->delimiters, inside[k], text->delimiter_count) != NULL)
                close = k;
        len = strip(url, at, inside + begin, close - begin);
        begin += i + 1;
        if (!prose_is_url(url, len, text->grammar) || !is_counted(text, url, len))
            continue;
        ck_assert_msg(n < hits->count, "%s: not found: \"%.*s\"", text->about,
                      (int)len, url);
        ck_assert_msg(hits->hit[n].url_len == len
                      && memcmp(hits->hit[n].url, url, len) == 0,
                      "%s: found \"%.*s\", but it is \"%.*s\"", text->about,
                      (int)hits->hit[n].url_len, hits->hit[n].url, (int)len,
                      url);
        ck_assert_uint_eq(hits->hit[n].offset, begin);
        /* The span ends with the last byte of the URL. */
        ck_assert_uint_eq(hits->hit[n].len, at[len - 1] + 1);
        ++n;
    }
    ck_assert_msg(n == hits->count, "%s: found \"%.*s\"", text->about,
                  (int)hits->hit[n].url_len, hits->hit[n].url);
    return n;
}

/* The scan finds what the definition of a wrapper requires. */
START_TEST(wrapped_is_stripped)
{
    static struct hits hits, cut;
    static char bytes[SOUP];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1738);
    const uint64_t rounds = texts_to_try(1000000) / 50;
    uint64_t found = 0;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_wrapped, .bytes = bytes };

        begin_round(&m, &text, seed + round, 50);
        text.len = soup(&m, bytes, wrapped_pieces, COUNT(wrapped_pieces));
        text.delimiters = "?\n";
        text.delimiter_count = mutate_one_in(&m, 8) ? 1 + mutate_below(&m, 2) : 0;
        scan_pieces(&hits, &text, piece_whole, NULL);
        found += check_wrapped(&hits, &text);
        scan_pieces(&cut, &text, piece_random, &m);
        check_same(&cut, &hits, &text, "random pieces", 0);
    }
    clear(&hits), clear(&cut);
    ck_assert_uint_ge(found, rounds / 2);
}
END_TEST

/* Each byte in each place of a wrapper and, in the first, inserted before each place. */
START_TEST(every_byte_of_a_wrapper)
{
    static const char *const wrappers[] = {
        "<URL:a.c-d+1://h/p>", "<x+y://h/>", "<mailto:a@b>", "< a://h/ >>",
        "> <a://h/\n> p>", "<a://h/\n>., <a://i/\np>", "> <a://h/\r\n>\n> >\n",
    };
    static struct hits hits;
    char bytes[40];
    size_t found = 0;

    for (size_t i = 0; i < COUNT(wrappers); ++i)
        for (size_t at = 0; wrappers[i][at] != '\0'; ++at)
            for (int byte = 0; byte < (i == 0 ? 512 : 256); ++byte) {
                const size_t len = strlen(wrappers[i]) + (byte < 256 ? 0 : 1);
                const struct text text = { .context = locus_wrapped,
                                           .grammar = locus_web, .bytes = bytes,
                                           .len = len, .about = wrappers[i],
                                           .delimiters = "" };

                memcpy(bytes, wrappers[i], at);
                bytes[at] = (char)byte;
                memcpy(bytes + at + 1, wrappers[i] + at + (byte < 256 ? 1 : 0),
                       len - at - 1);
                scan_pieces(&hits, &text, piece_whole, NULL);
                found += check_wrapped(&hits, &text);
            }
    clear(&hits);
    ck_assert_uint_gt(found, 1000);
}
END_TEST

/* What may occur before, in and after a wrapper at the beginning of a line, in each
   order. */
START_TEST(every_line_of_a_wrapper)
{
    static const char *const pieces[] = { "<a://b", "\n", ">", " ", ".", "c" };
    enum { LENGTH = 7 };
    static struct hits hits;
    size_t orders = 1, found = 0;

    for (size_t i = 0; i < LENGTH; ++i)
        orders *= COUNT(pieces);
    for (size_t order = 0; order < orders; ++order) {
        char bytes[60] = "";
        struct text text = { .context = locus_wrapped, .grammar = locus_web,
                             .bytes = bytes, .delimiters = "", .about = bytes };

        for (size_t rest = order, i = 0; i < LENGTH; ++i, rest /= COUNT(pieces))
            strcat(bytes, pieces[rest % COUNT(pieces)]);
        text.len = strlen(bytes);
        scan_pieces(&hits, &text, piece_whole, NULL);
        found += check_wrapped(&hits, &text);
    }
    clear(&hits);
    ck_assert_uint_gt(found, 10000);
}
END_TEST

/* Appendix C of RFC 3986: only white space is removed. */
START_TEST(every_byte_unwrapped)
{
    for (int byte = 0; byte < 256; ++byte) {
        const char text[3] = { 'a', (char)byte, 'b' };
        const size_t want = is_white((char)byte) ? 2 : 3;
        char copy[3];
        size_t len;

        ck_assert_int_eq(locus_unwrap(copy, 3, &len, text, 3, locus_wrapped), 0);
        ck_assert_uint_eq(len, want);
        ck_assert_int_eq(memcmp(copy, want == 2 ? "ab" : text, want), 0);
    }
}
END_TEST

TCase *wrapped_tests(void)
{
    TCase *tests = tcase_create("wrapped");

    tcase_add_test(tests, wrapped_is_stripped);
    tcase_add_test(tests, every_byte_of_a_wrapper);
    tcase_add_test(tests, every_line_of_a_wrapper);
    tcase_add_test(tests, every_byte_unwrapped);
    tcase_set_timeout(tests, 600);
    return tests;
}
