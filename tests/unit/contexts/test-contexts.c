/* SPDX-License-Identifier: MIT
 *
 * The contexts of a scan: where a URL ends in each, and the copies of what is found
 * in those that read a text as something else.
 *
 * The golden cases are the .txt files of tests/golden/contexts:
 *
 *     # comment
 *     context NAME          these three hold for the cases below
 *     grammar NAME ...      each case is one for each of them
 *     schemes NAME ...      a list; none if the line is not there. It ends with
 *                           the next "grammar"
 *     delimiters BYTES      none if the line is not there; likewise
 *     why TEXT              a case begins
 *     in TEXT               what is scanned;
 *     |TEXT                 or these lines of it, with their newlines
 *     url URL               what is found, in this order, each as it is without
 *     at OFFSET+LEN URL     white space or escapes; and where it stands
 *     bad URL               the same of one that is not valid: its authority fails
 *     bad at OFFSET+LEN URL
 *
 * In these texts {XX} is the byte with that number; all else is itself.
 *
 * Each case is scanned whole, in two pieces however cut, and in pieces of each
 * small size, each window an allocation of its exact size; whole with a page
 * after it and one before it that may not be read; with each kernel.
 */
#define _DEFAULT_SOURCE 1

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/golden.h"
#include "support/contexts.h"
#include "support/grammars.h"
#include "support/guard.h"
#include "locus.h"
#include "support/mutate.h"
#include "support/prose-oracle.h"
#include "support/unit.h"

#define COUNT(array) (sizeof (array) / sizeof *(array))

/* ------------------------------------------------------------------------
 * A scan, in windows of all sorts
 * ------------------------------------------------------------------------ */

enum { HITS = 512, SCHEMES = 8 };

struct hit {
    uint64_t offset;
    size_t   len;
    char    *url;
    size_t   url_len;
    bool     is_valid;
};

struct hits {
    struct hit hit[HITS];
    size_t     count;
};

/* What is scanned, and how. */
struct text {
    const struct locus_context *context;
    const struct locus_grammar *grammar;
    const char *const *schemes;
    size_t             scheme_count;
    const char        *delimiters;
    size_t             delimiter_count;
    const char        *bytes;
    size_t             len;
    const char        *about;      /* for a person */
};

static void *allocate(size_t size)
{
    void *new = malloc(size > 0 ? size : 1);

    ck_assert_ptr_nonnull(new);
    return new;
}

static void clear(struct hits *hits)
{
    for (size_t i = 0; i < hits->count; ++i)
        free(hits->hit[i].url);
    hits->count = 0;
}

/* The URL of a span, in an allocation of its exact size. Each size up to that
   is refused, and nothing is written after it. */
static char *unwrap(const struct text *text, const char *span, size_t len,
                    size_t want)
{
    char *copy = allocate(want);
    char *piecewise = allocate(want);
    struct locus_unwrapping pieces;
    size_t n = 0;
    size_t at = 0;

    ck_assert_int_eq(locus_unwrap(NULL, 0, &n, span, len, text->context),
                     want > 0 ? LOCUS_ERROR_SPACE : 0);
    ck_assert_uint_eq(n, want);
    if (want > 0) {
        char *small = allocate(want - 1);

        ck_assert_int_eq(locus_unwrap(small, want - 1, &n, span, len,
                                      text->context), LOCUS_ERROR_SPACE);
        ck_assert_uint_eq(n, want);
        free(small);
    }
    ck_assert_int_eq(locus_unwrap(copy, want, &n, span, len, text->context),
                     0);
    ck_assert_uint_eq(n, want);

    locus_unwrap_begin(&pieces, span, len, text->context);
    while (locus_unwrap_next(&pieces) == 1) {
        ck_assert_uint_gt(pieces.len, 0);
        ck_assert_uint_le(pieces.len, want - at);
        memcpy(piecewise + at, pieces.text, pieces.len);
        at += pieces.len;
    }
    ck_assert_uint_eq(at, want);
    ck_assert_int_eq(memcmp(piecewise, copy, want), 0);
    free(piecewise);
    return copy;
}

/* found->text is the URL, if it has room. */
static void check_text(const struct locus_scan *scan, const char *window, const char *url,
                       const struct locus_found *found)
{
    if (found->url_len == found->len)
        ck_assert_ptr_eq(found->text, window + found->off);
    else if (found->url_len > scan->buf_size)
        ck_assert_ptr_null(found->text);
    else
        ck_assert_ptr_eq(found->text, scan->buf);
    if (found->text)
        ck_assert_int_eq(memcmp(found->text, url, found->url_len), 0);
}

static void add_hit(struct hits *hits, const struct text *text,
                    const char *window, size_t len, const struct locus_scan *scan,
                    uint64_t base, const struct locus_found *found)
{
    struct hit *hit = &hits->hit[hits->count];
    struct locus_url url;

    ck_assert_uint_lt(hits->count, HITS);
    ck_assert_uint_eq(found->offset, base + found->off);
    ck_assert_uint_le(found->off, len);
    ck_assert_uint_le(found->len, len - found->off);
    ck_assert_uint_le(found->url_len, found->len);
    hit->offset = found->offset;
    hit->len = found->len;
    hit->url_len = found->url_len;
    hit->url = unwrap(text, window + found->off, found->len, found->url_len);
    check_text(scan, window, hit->url, found);
    if (found->url_len == found->len)
        ck_assert_int_eq(memcmp(hit->url, window + found->off, found->len), 0);
    hit->is_valid = locus_parse(&url, hit->url, hit->url_len, text->grammar) == 0;
    ck_assert_msg(prose_is_url(hit->url, hit->url_len, text->grammar),
                  "%s: \"%.*s\" is not valid", text->about, (int)hit->url_len,
                  hit->url);
    ++hits->count;
}

static void set_up(struct locus_scan *scan, const struct text *text)
{
    static char buf[4096];
    static const size_t sizes[] = { sizeof buf, 20, sizeof buf, 0 };
    static size_t turn;

    ck_assert_int_eq(locus_scan_init(scan, text->grammar, text->context), 0);
    scan->schemes = text->schemes;
    scan->scheme_count = text->scheme_count;
    scan->delimiters = text->delimiters;
    scan->delimiter_count = text->delimiter_count;
    scan->buf_size = sizes[turn++ % COUNT(sizes)];
    scan->buf = scan->buf_size > 0 ? buf : NULL;
}

/* Scans with the text arriving as `piece` says: the length of the next one. */
static void scan_pieces(struct hits *hits, const struct text *text,
                        size_t (*piece)(void *data), void *data)
{
    struct locus_scan scan;
    size_t have = piece(data);

    clear(hits);
    set_up(&scan, text);
    for (;;) {
        const size_t base = (size_t)scan.base;
        struct locus_found found;
        size_t len, more;
        char *window;
        int result;

        if (have > text->len)
            have = text->len;
        len = have - base;
        window = allocate(len);
        memcpy(window, text->bytes + base, len);
        while ((result = locus_scan_next(&scan, window, len, have == text->len,
                                         &found)) == 1)
            add_hit(hits, text, window, len, &scan, base, &found);
        free(window);
        ck_assert_int_eq(result, 0);
        if (have == text->len)
            return;
        ck_assert_uint_le(scan.drop, len);
        ck_assert_uint_eq(scan.base, base + scan.drop);
        more = piece(data);
        have = more < text->len - have ? have + more : text->len;
    }
}

static size_t piece_whole(void *data)
{
    (void)data;
    return SIZE_MAX;
}

/* data[0], then all. */
static size_t piece_two(void *data)
{
    size_t *first = data;
    const size_t piece = *first;

    *first = SIZE_MAX;
    return piece;
}

static size_t piece_same(void *data)
{
    return *(size_t *)data;
}

static size_t piece_random(void *data)
{
    struct mutate *m = data;

    return mutate_below(m, mutate_one_in(m, 4) ? 200 : 9);
}

static void check_same(const struct hits *hits, const struct hits *whole,
                       const struct text *text, const char *how, size_t at)
{
    bool same = hits->count == whole->count;

    for (size_t i = 0; same && i < whole->count; ++i)
        same = hits->hit[i].offset == whole->hit[i].offset
            && hits->hit[i].len == whole->hit[i].len
            && hits->hit[i].url_len == whole->hit[i].url_len
            && memcmp(hits->hit[i].url, whole->hit[i].url,
                      whole->hit[i].url_len) == 0;
    ck_assert_msg(same, "%s: in \"%.*s\": other URLs in %s %zu", text->about,
                  (int)text->len, text->bytes, how, at);
}

static void check_pieces(const struct text *text, const struct hits *whole)
{
    static struct hits pieces;

    for (size_t cut = 0; cut < text->len; ++cut) {
        size_t first = cut;

        scan_pieces(&pieces, text, piece_two, &first);
        check_same(&pieces, whole, text, "two pieces, cut at", cut);
    }
    for (size_t size = 1; size <= 9; ++size) {
        size_t same = size;

        scan_pieces(&pieces, text, piece_same, &same);
        check_same(&pieces, whole, text, "pieces of", size);
    }
    clear(&pieces);
}

/* The text with an unreadable page right after it, and with one right before
   it. */
static void check_guarded(const struct text *text, const struct hits *whole)
{
    static struct guard guard;

    for (int after = 0; after < 2; ++after) {
        const char *place =
            after ? guard_after(&guard, text->bytes, text->len)
                  : guard_before(&guard, text->bytes, text->len);
        struct locus_scan scan;
        struct locus_found found;
        size_t count = 0;

        set_up(&scan, text);
        while (locus_scan_next(&scan, place, text->len, 1, &found) == 1) {
            ck_assert_uint_lt(count, whole->count);
            free(unwrap(text, place + found.off, found.len,
                        whole->hit[count].url_len));
            ++count;
        }
        ck_assert_uint_eq(count, whole->count);
    }
}

/* ------------------------------------------------------------------------
 * Golden cases
 * ------------------------------------------------------------------------ */

struct expected {
    bool     is_valid;
    bool     placed;
    uint64_t offset;
    size_t   len;
    char    *url;
    size_t   url_len;
};

struct golden {
    char               about[300];
    const struct locus_context *context;
    const struct locus_grammar *grammar[MOST_GRAMMARS];
    size_t             grammar_count;
    char              *schemes[SCHEMES];
    size_t             scheme_count;
    bool               listed;
    char              *delimiters;
    size_t             delimiter_count;
    char              *text;
    size_t             len;
    struct expected    expected[32];
    size_t             expected_count;
};

static struct golden *golden;
static size_t golden_count;

static void *grow(void *old, size_t size)
{
    void *new = realloc(old, size > 0 ? size : 1);

    if (new == NULL) {
        perror("realloc");
        exit(EXIT_FAILURE);
    }
    return new;
}

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c == '\0' ? NULL : strchr(digits, c);

    return at == NULL ? -1 : (int)(at - digits);
}

/* Appends a text, with its {XX} undone. */
static void append(char **to, size_t *len, const char *text)
{
    *to = grow(*to, *len + strlen(text) + 1);
    while (*text != '\0') {
        if (text[0] == '{' && hex_digit(text[1]) >= 0
            && hex_digit(text[2]) >= 0 && text[3] == '}') {
            (*to)[(*len)++] = (char)(hex_digit(text[1]) * 16
                                     + hex_digit(text[2]));
            text += 4;
        } else {
            (*to)[(*len)++] = *text++;
        }
    }
}

/* A line of `how` the next cases are, into `now`. */
static bool read_setting(struct golden *now, char *line)
{
    char *word = strtok(line, " ");

    if (strcmp(word, "context") == 0) {
        const char *const name = strtok(NULL, " ");

        now->context = locus_context_from_name(name, strlen(name));
        return now->context != NULL;
    }
    if (strcmp(word, "grammar") == 0) {
        now->grammar_count = now->scheme_count = now->delimiter_count = 0;
        now->listed = false;
        now->delimiters = NULL;
        while ((word = strtok(NULL, " ")) != NULL) {
            const struct locus_grammar *const grammar =
                locus_grammar_from_name(word, strlen(word));

            if (!grammar || now->grammar_count == MOST_GRAMMARS)
                return false;
            now->grammar[now->grammar_count++] = grammar;
        }
        return now->grammar_count > 0;
    }
    if (strcmp(word, "schemes") == 0) {
        now->scheme_count = 0;
        now->listed = true;
        while ((word = strtok(NULL, " ")) != NULL) {
            if (now->scheme_count == SCHEMES)
                return false;
            now->schemes[now->scheme_count++] = strdup(word);
        }
        return true;
    }
    if (strcmp(word, "delimiters") == 0) {
        now->delimiters = NULL;
        now->delimiter_count = 0;
        append(&now->delimiters, &now->delimiter_count, strtok(NULL, ""));
        return true;
    }
    return false;
}

/* "url URL" and "at OFFSET+LEN URL", either after "bad" */
static bool read_expected(struct golden *c, const char *line)
{
    struct expected *e;
    unsigned long long offset;
    size_t len;
    int n = 0;

    if (c->expected_count == COUNT(c->expected))
        return false;
    e = &c->expected[c->expected_count++];
    e->is_valid = strncmp(line, "bad ", 4) != 0;
    if (!e->is_valid && strncmp(line + 4, "at ", 3) != 0) {
        append(&e->url, &e->url_len, line + 4);
        return true;
    }
    line += e->is_valid ? 0 : 4;
    if (strncmp(line, "url ", 4) == 0) {
        append(&e->url, &e->url_len, line + 4);
        return true;
    }
    if (sscanf(line, "at %llu+%zu %n", &offset, &len, &n) != 2 || n == 0)
        return false;
    e->placed = true;
    e->offset = offset;
    e->len = len;
    append(&e->url, &e->url_len, line + n);
    return true;
}

static void read_file(struct golden_reader *reader)
{
    struct golden now = { .grammar_count = 0 };
    struct golden *c = NULL;
    char *line;

    while ((line = golden_next_line(reader)) != NULL) {
        if (strncmp(line, "why ", 4) == 0) {
            golden = grow(golden, (golden_count + 1) * sizeof *golden);
            c = &golden[golden_count++];
            ++reader->cases;
            *c = now;
            snprintf(c->about, sizeof c->about, "%.40s:%u: %.200s",
                     reader->file, reader->line, line + 4);
        } else if (c != NULL && (strncmp(line, "in ", 3) == 0
                                 || line[0] == '|')) {
            append(&c->text, &c->len, line + (line[0] == '|' ? 1 : 3));
            if (line[0] == '|')
                append(&c->text, &c->len, "\n");
        } else if (c != NULL && (strncmp(line, "url ", 4) == 0
                                 || strncmp(line, "at ", 3) == 0
                                 || strncmp(line, "bad ", 4) == 0)) {
            if (!read_expected(c, line))
                golden_fail(reader, "no place and URL");
        } else {
            if (!read_setting(&now, line))
                golden_fail(reader, "what is this line?");
            /* After "why" it is of that case too. */
            if (c != NULL && c->text == NULL) {
                memcpy(c->grammar, now.grammar, sizeof c->grammar);
                memcpy(c->schemes, now.schemes, sizeof c->schemes);
                c->context = now.context;
                c->grammar_count = now.grammar_count;
                c->scheme_count = now.scheme_count;
                c->listed = now.listed;
                c->delimiters = now.delimiters;
                c->delimiter_count = now.delimiter_count;
            }
        }
    }
}

static void check_expected(const struct golden *c, const struct hits *hits,
                           const char *grammar)
{
    for (size_t i = 0; i < hits->count || i < c->expected_count; ++i) {
        const struct hit *hit = &hits->hit[i];
        const struct expected *e = &c->expected[i];

        ck_assert_msg(i < hits->count, "%s, %s: not found: \"%.*s\"", c->about,
                      grammar, (int)e->url_len, e->url);
        ck_assert_msg(i < c->expected_count, "%s, %s: found \"%.*s\"",
                      c->about, grammar, (int)hit->url_len, hit->url);
        ck_assert_msg(hit->url_len == e->url_len
                      && memcmp(hit->url, e->url, e->url_len) == 0,
                      "%s, %s: found \"%.*s\", but it is \"%.*s\"", c->about,
                      grammar, (int)hit->url_len, hit->url, (int)e->url_len,
                      e->url);
        ck_assert_msg(hit->is_valid == e->is_valid, "%s, %s: \"%.*s\" is %svalid",
                      c->about, grammar, (int)hit->url_len, hit->url,
                      hit->is_valid ? "" : "not ");
        if (e->placed)
            ck_assert_msg(hit->offset == e->offset && hit->len == e->len,
                          "%s, %s: at %llu+%zu", c->about, grammar,
                          (unsigned long long)hit->offset, hit->len);
    }
}

START_TEST(golden_case)
{
    static struct hits whole;
    const struct golden *c = &golden[_i];

    ck_assert_uint_gt(c->grammar_count, 0);
    for (size_t i = 0; i < c->grammar_count; ++i) {
        const struct text text = {
            .context = c->context,
            .grammar = c->grammar[i],
            .schemes = c->listed ? (const char *const *)c->schemes : NULL,
            .scheme_count = c->scheme_count,
            .delimiters = c->delimiters,
            .delimiter_count = c->delimiter_count,
            .bytes = c->text,
            .len = c->len,
            .about = c->about,
        };

        scan_pieces(&whole, &text, piece_whole, NULL);
        check_expected(c, &whole, locus_grammar_name(text.grammar));
        check_pieces(&text, &whole);
        check_guarded(&text, &whole);
        clear(&whole);
    }
}
END_TEST

/* ------------------------------------------------------------------------
 * Random texts
 * ------------------------------------------------------------------------ */

enum { SOUP = 1000 };

static const struct locus_grammar *const *const grammars[] = {
    &locus_web, &locus_rfc3986, &locus_rfc1738
};

/* A text, in which `len` bytes of a random one of the pieces are put until it
   is long enough. */
static size_t soup(struct mutate *m, char text[SOUP], const char *const *pieces,
                   size_t count)
{
    const size_t want = mutate_below(m, SOUP - MUTATE_MAX - 20);
    size_t len = 0;

    while (len < want) {
        if (mutate_one_in(m, 12)) {
            len += mutate_url(m, *grammars[mutate_below(m, COUNT(grammars))],
                              (unsigned char *)text + len);
        } else {
            const char *piece = pieces[mutate_below(m, count)];

            memcpy(text + len, piece, strlen(piece));
            len += strlen(piece);
        }
    }
    return len;
}

static const char *const lists[][3] = {
    { "http", "https", NULL },
    { "mailto", "http:", "x" },
    { "ttp", "data:", "a+b" },
};

static void choose(struct mutate *m, struct text *text)
{
    const char *const *list = lists[mutate_below(m, COUNT(lists))];

    text->grammar = *grammars[mutate_below(m, COUNT(grammars))];
    text->schemes = mutate_one_in(m, 3) ? list : NULL;
    text->scheme_count = list[2] == NULL ? 2 : 3;
}

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

/* A text as the inside of a JSON string, some of it escaped that need not be.
   at[i] is where byte i of it begins; bytes of a character by number begin at
   its end, but the first. */
static size_t escape(struct mutate *m, char *to, size_t *at,
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
            name = NULL;                  /* a letter of the list */
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

/* Whether what is found in JSON is what is found in the text that it stands for,
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

/* What is found in a text escaped for JSON is what is found in the text. */
START_TEST(json_is_raw_unescaped)
{
    static struct hits raw, json, cut;
    static char plain[SOUP];
    static char escaped[6 * SOUP + 1];
    static size_t at[SOUP + 1];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 8259);
    const uint64_t rounds = texts_to_try(1000000) / 50;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text a = { .context = locus_raw, .bytes = plain };
        struct text b = { .context = locus_json_raw, .bytes = escaped };
        char about[60];

        mutate_seed(&m, seed + round);
        snprintf(about, sizeof about,
                 "LOCUS_TEST_SEED=%llu LOCUS_TEST_MUTATIONS=50",
                 (unsigned long long)(seed + round));
        choose(&m, &a);
        b.grammar = a.grammar;
        b.schemes = a.schemes;
        b.scheme_count = a.scheme_count;
        a.about = b.about = about;
        a.len = soup(&m, plain, json_pieces, COUNT(json_pieces));
        b.len = escape(&m, escaped, at, (unsigned char *)plain, a.len);
        scan_pieces(&raw, &a, piece_whole, NULL);
        scan_pieces(&json, &b, piece_whole, NULL);
        check_unescaped(&json, &raw, at, about);
        scan_pieces(&cut, &b, piece_random, &m);
        check_same(&cut, &json, &b, "random pieces", 0);
    }
    clear(&raw), clear(&json), clear(&cut);
}
END_TEST

/* What stands in prose around URLs and in them. The first ones are schemes; the last
   ones sequences that terminals obey. */
static const char *const prose_pieces[] = {
    "http://", "https://", "HTTP://", "ftp://", "ws://", "wss://", "file:/", "file:///",
    "mailto:", "news:", "sftp://", "git+ssh://", "svn+http://", "mongodb://", "xhttp://",
    "2019http://", "://", ":", "//",
    "/", "h", "host.example", "h.dom", "a.b:80", "[::1]", "u:p@", "u@", "p@ss@h",
    "h1:27017,h2:1", "localhost:3000", "例え", "例え.jp", "-", "1", "80", ":x",
    "/a", "/b_", "?q=", "#f", "%41", "=", "&", "&amp;", "&quot;", "&quot", "&gt;", "&#34;",
    "&#39;", "&apos;", "&nbsp;", "&lt;", "&#3", "&a", "&n",
    "\"", "'", "`", "<", ">", "(", ")", "[", "]", "{", "}", "“", "”", "‘", "’", "„", "«",
    "»", "‹", "›", "‚", "「", "」", "（", "）", "【", "】", "〈", "〉", "『", "』", "｛",
    "｝", "｢", "｣", "《", "》", "〔", "〕", "〖", "〗", "［", "］",
    ".", ",", ";", "!", "?", "*", "_", "~", "…", "'s", "’s", "\\", "\\\"", "\\'", "\\n",
    "\\t", "\\x41", "\\x4", "\\u00e9", "\\u00", "\\\\", "\\p", "|", "\xe2\x80\x8b",
    "\xef\xbb\xbf", "\xe2\x80\x8e", "\xd8\x9c", "\xe2\x81\xa6", "\xc2\xa0",
    "\xe3\x80\x80", "\xe2\x80\x83", "\xe1\x9a\x80", "\xc2\x85", "。", "，", "、", "：",
    "！", "？", "；", "｜", "请看", "é", "以", " ", " ", " ", "\n", "\t", "see", "x", "word",
    "=(", "it's",
    "\x1b[31m", "\x1b[m", "\x1b[K", "\x1b[0;1m", "\x1b[2J", "\x1b]8;;", "\x1b\\", "\x07",
    "\x1b[\n", "\x1b[1;3\n", "\x1b(B", "\x1b[5 q", "\x1b[!p", "\x1b[3~"
};

enum { PROSE_SCHEMES = 19, PROSE_SEQUENCES = 14, PROSE_LONGEST = 320 };

/* Pieces of prose, with no sequence inside of "://". */
static size_t prose_soup(struct mutate *m, char text[PROSE_LONGEST])
{
    const size_t count = 1 + mutate_below(m, 20);
    size_t len = 0;

    for (size_t i = 0; i < count; ++i) {
        const size_t plain = COUNT(prose_pieces) - PROSE_SEQUENCES;
        const struct prose_pair *const pair = &prose_brackets[mutate_below(m, PROSE_BRACKETS)];
        const char *piece =
            mutate_one_in(m, 4) ? prose_pieces[mutate_below(m, PROSE_SCHEMES)]
            : mutate_one_in(m, 8) ? (mutate_one_in(m, 2) ? pair->open : pair->close)
            : mutate_one_in(m, 16) ? prose_pieces[plain + mutate_below(m, PROSE_SEQUENCES)]
                                   : prose_pieces[mutate_below(m, plain)];

        if (piece[0] == '\x1b' && (prose_ends_in(text, len, ":") || prose_ends_in(text, len, ":/")))
            continue;
        memcpy(text + len, piece, strlen(piece));
        len += strlen(piece);
    }
    return len;
}

/* Whether hit[at] and what follows are the URLs of a text. Returns the first that stands
   after it. */
static size_t check_prose(const struct hits *hits, size_t at, const struct text *text,
                          const size_t *places, bool begins, bool ends)
{
    static struct prose_found url;
    const struct prose prose = {
        .grammar = text->grammar, .schemes = text->schemes,
        .scheme_count = text->scheme_count, .delimiters = text->delimiters,
        .text = text->bytes, .len = text->len, .places = places,
        .string_begins = begins, .string_ends = ends
    };

    url.end = 0;
    while (prose_next(&prose, url.end, &url)) {
        const struct hit *hit = &hits->hit[at++];
        const size_t begin = places ? places[url.begin] : url.begin;
        const size_t end = places ? places[url.end] : url.end;

        ck_assert_msg(at <= hits->count, "%s: not found: \"%.*s\"", text->about,
                      (int)url.len, url.url);
        ck_assert_msg(hit->url_len == url.len && memcmp(hit->url, url.url, url.len) == 0
                      && hit->offset == begin && hit->offset + hit->len == end,
                      "%s: found \"%.*s\" at %llu+%zu, but it is \"%.*s\" at %zu+%zu",
                      text->about, (int)hit->url_len, hit->url,
                      (unsigned long long)hit->offset, hit->len, (int)url.len, url.url, begin,
                      end - begin);
    }
    return at;
}

/* What is found is what the rules say, and it does not depend on the pieces. */
START_TEST(prose_by_its_rules)
{
    static struct hits hits, cut;
    static char bytes[PROSE_LONGEST];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 2026);
    const uint64_t rounds = texts_to_try(1000000) / 10;
    size_t found = 0;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_text, .bytes = bytes };
        char about[60];

        mutate_seed(&m, seed + round);
        snprintf(about, sizeof about,
                 "LOCUS_TEST_SEED=%llu LOCUS_TEST_MUTATIONS=10",
                 (unsigned long long)(seed + round));
        choose(&m, &text);
        text.about = about;
        text.len = prose_soup(&m, bytes);
        if (mutate_one_in(&m, 8)) {
            text.delimiters = ",;";
            text.delimiter_count = 2;
        }
        scan_pieces(&hits, &text, piece_whole, NULL);
        ck_assert_msg(check_prose(&hits, 0, &text, NULL, false, false) == hits.count,
                      "%s: found more in \"%.*s\"", about, (int)text.len, bytes);
        found += hits.count;
        scan_pieces(&cut, &text, piece_random, &m);
        check_same(&cut, &hits, &text, "random pieces", 0);
    }
    clear(&hits), clear(&cut);
    ck_assert_uint_ge(found, rounds / 2);
}
END_TEST

/* Words and control sequences before "://", about as long as they may be. */
static size_t long_words(struct mutate *m, char text[PROSE_MAX])
{
    static const char *const pieces[] = {
        "\x1b[31m", "\x1b[m", "\x1b[K", "\x1b[2J", "\x1b[5 q", "\x1b[! p", "\xc2\x9bm", "\x1b[3~",
        "\x1b[1;", "git", "http", "ftp", "see", "1", "+", "2019http", " ", "“", "é"
    };
    static const size_t lengths[] = { 60, 64, 120, 128, 190, 250, 255, 319 };
    const size_t count = 1 + mutate_below(m, 8);
    size_t len = 0;

    for (size_t i = 0; i < count; ++i) {
        const char *piece = pieces[mutate_below(m, COUNT(pieces))];
        const size_t n = lengths[mutate_below(m, COUNT(lengths))] - 5 + mutate_below(m, 10);
        const size_t kind = mutate_below(m, 12);

        if (kind == 0) {               /* a word */
            memset(text + len, 'a', n);
            len += n;
        } else if (kind == 1) {        /* a sequence */
            len += (size_t)sprintf(text + len, "\x1b[%0*dm", (int)(mutate_one_in(m, 2)
                                   ? 55 + mutate_below(m, 10) : n / 2), 1);
        } else if (kind == 2) {        /* several */
            for (size_t end = len + n / 2; len < end; len += 3)
                memcpy(text + len, "\x1b[m", 3);
        } else {
            memcpy(text + len, piece, strlen(piece));
            len += strlen(piece);
        }
    }
    memcpy(text + len, "://h/”“x ", strlen("://h/”“x "));
    return len + strlen("://h/”“x ");
}

START_TEST(words_of_a_scheme)
{
    static struct hits hits, cut;
    static char bytes[2 * PROSE_MAX], json[12 * PROSE_MAX];
    static size_t places[2 * PROSE_MAX + 1];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 48);
    const uint64_t rounds = texts_to_try(1000000) / 100;
    size_t found = 0;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_text, .bytes = bytes };
        struct text string = { .context = locus_json, .bytes = json };
        char about[60];

        mutate_seed(&m, seed + round);
        snprintf(about, sizeof about, "LOCUS_TEST_SEED=%llu LOCUS_TEST_MUTATIONS=100",
                 (unsigned long long)(seed + round));
        choose(&m, &text);
        string.grammar = text.grammar;
        string.schemes = text.schemes;
        string.scheme_count = text.scheme_count;
        string.about = text.about = about;
        do {
            text.len = long_words(&m, bytes);
            if (mutate_one_in(&m, 2))
                text.len += long_words(&m, bytes + text.len);
        } while (text.len >= PROSE_MAX);
        scan_pieces(&hits, &text, piece_whole, NULL);
        ck_assert_msg(check_prose(&hits, 0, &text, NULL, false, false) == hits.count,
                      "%s: found more in \"%.*s\"", about, (int)text.len, bytes);
        found += hits.count;
        if (round % 50 == 0)
            check_pieces(&text, &hits);
        for (size_t i = 0; i < 4; ++i) {
            size_t first = mutate_below(&m, text.len);

            scan_pieces(&cut, &text, piece_two, &first);
            check_same(&cut, &hits, &text, "two pieces, cut at", first);
        }
        scan_pieces(&cut, &text, piece_random, &m);
        check_same(&cut, &hits, &text, "random pieces", 0);

        /* U+009B is seen in JSON only if it is escaped, or what follows it is not. */
        bytes[text.len] = '\0';
        if (strstr(bytes, "\xc2\x9b") != NULL)
            continue;
        string.len = escape(&m, json, places, (unsigned char *)bytes, text.len);
        /* Before the ":" no more is looked at. */
        if (string.len > 1734)
            continue;
        scan_pieces(&hits, &string, piece_whole, NULL);
        ck_assert_msg(check_prose(&hits, 0, &(struct text){
                          .grammar = text.grammar, .schemes = text.schemes,
                          .scheme_count = text.scheme_count, .bytes = bytes,
                          .len = text.len, .about = about }, places, false, false)
                      == hits.count,
                      "%s: found more in \"%.*s\": \"%.*s\"", about, (int)string.len, json, (int)hits.hit[0].url_len, hits.hit[0].url);
        if (round % 200 == 0)
            check_pieces(&string, &hits);
        scan_pieces(&cut, &string, piece_random, &m);
        check_same(&cut, &hits, &string, "random pieces", 0);
    }
    clear(&hits), clear(&cut);
    ck_assert_uint_ge(found, rounds / 4);
}
END_TEST

/* In raw, with a list of http and https, what grep -oE 'https?://[^ "<>]+' prints of a
   text that has no other controls than line feeds. */
START_TEST(raw_as_grep_finds_it)
{
    static const char *const pieces[] = {
        "http://", "https://", "http://", "https://", "http:", "s://", "h", "u:p@", "[", "]",
        "[::1]", ":", "80", "x", "/", "//", "?", "#", "%", "%4", "%41", "@", "|", "\\", "`",
        "{", "}", "^", "'", "\xc3\xa9", "\xff", ",", ".", ";", ")", "a", "ftp://", " ", "\"",
        "<", ">", "\n"
    };
    static struct hits hits;
    static char bytes[SOUP];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);
    const uint64_t rounds = texts_to_try(1000000) / 20;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_raw, .grammar = locus_web, .bytes = bytes,
                             .schemes = lists[0], .scheme_count = 2, .about = "grep" };
        size_t count, n = 0;

        mutate_seed(&m, seed + round);
        count = mutate_below(&m, 60);
        for (size_t i = 0; i < count; ++i) {
            const char *piece = pieces[mutate_below(&m, COUNT(pieces))];

            memcpy(bytes + text.len, piece, strlen(piece));
            text.len += strlen(piece);
        }
        scan_pieces(&hits, &text, piece_whole, NULL);
        for (size_t i = 0; i < text.len;) {
            const size_t scheme = prose_at(bytes, text.len, i, "http://") ? 7
                                : prose_at(bytes, text.len, i, "https://") ? 8 : 0;
            size_t end = i + scheme;

            while (end < text.len && strchr(" \"<>\n", bytes[end]) == NULL)
                ++end;
            if (scheme == 0 || end == i + scheme) {
                ++i;
                continue;
            }
            ck_assert_msg(n < hits.count && hits.hit[n].offset == i
                          && hits.hit[n].len == end - i,
                          "LOCUS_TEST_SEED=%llu: not found in \"%.*s\": \"%.*s\"",
                          (unsigned long long)(seed + round), (int)text.len, bytes,
                          (int)(end - i), bytes + i);
            ++n;
            i = end;
        }
        ck_assert_msg(n == hits.count, "LOCUS_TEST_SEED=%llu: found \"%.*s\"",
                      (unsigned long long)(seed + round), (int)hits.hit[n].url_len,
                      hits.hit[n].url);
    }
    clear(&hits);
}
END_TEST

/* JSON: each string is a text of its own. */
START_TEST(json_strings_by_the_rules)
{
    enum { STRINGS = 4 };
    static struct hits hits, cut;
    static char bytes[STRINGS * (6 * PROSE_LONGEST + 2)];
    static char plain[STRINGS][PROSE_LONGEST];
    static size_t places[STRINGS][PROSE_LONGEST + 1];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 8259);
    const uint64_t rounds = texts_to_try(1000000) / 20;
    size_t found = 0;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_json, .bytes = bytes };
        size_t len[STRINGS];
        char about[60];
        size_t n = 0;

        mutate_seed(&m, seed + round);
        snprintf(about, sizeof about,
                 "LOCUS_TEST_SEED=%llu LOCUS_TEST_MUTATIONS=20",
                 (unsigned long long)(seed + round));
        choose(&m, &text);
        text.about = about;
        for (size_t i = 0; i < STRINGS; ++i) {
            const size_t begin = n;

            len[i] = prose_soup(&m, plain[i]);
            n += escape(&m, bytes + n, places[i], (unsigned char *)plain[i], len[i]);
            for (size_t k = 0; k <= len[i]; ++k)
                places[i][k] += begin;
            bytes[n++] = '"';
        }
        text.len = n - 1;
        scan_pieces(&hits, &text, piece_whole, NULL);
        for (size_t i = 0, at = 0; i < STRINGS; ++i) {
            struct text string = text;

            string.bytes = plain[i];
            string.len = len[i];
            at = check_prose(&hits, at, &string, places[i], i > 0, i + 1 < STRINGS);
            found += i + 1 == STRINGS ? at : 0;
            ck_assert_msg(i + 1 < STRINGS || at == hits.count, "%s: found \"%.*s\"", about,
                          (int)hits.hit[at].url_len, hits.hit[at].url);
        }
        scan_pieces(&cut, &text, piece_random, &m);
        check_same(&cut, &hits, &text, "random pieces", 0);
    }
    clear(&hits), clear(&cut);
    ck_assert_uint_ge(found, rounds);
}
END_TEST

static bool is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_break(char c)
{
    return c >= '\n' && c <= '\r';
}

/* How many ">" stand among the blanks at text[*at..len), and the place after them. */
static size_t count_marks(const char *text, size_t len, size_t *at)
{
    size_t count = 0;

    for (; *at < len && (text[*at] == ' ' || text[*at] == '\t' || text[*at] == '>');
         ++*at)
        count += text[*at] == '>';
    return count;
}

/* A text without its white space and the quote marks of its lines; byte i of it is
   that at at[i]. Returns its length. */
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

/* Whether a "URL:" stands before what may be a URL. */
static bool is_prefixed(const char *text, size_t len)
{
    return len > 4 && (text[0] | 32) == 'u' && (text[1] | 32) == 'r'
        && (text[2] | 32) == 'l' && text[3] == ':' && text[4] != '/';
}

/* Whether only punctuation stands at text[at..len) up to white space or the end. */
static bool is_punctuated(const char *text, size_t len, size_t at)
{
    const size_t begin = at;

    while (at < len && text[at] != '\0' && strchr(".,;:!?)]}\"'", text[at]) != NULL)
        ++at;
    return at > begin && (at == len || is_white(text[at]));
}

/* The ">" that closes the "<" at `open`, on whose line `depth` quote marks stand; `len`
   if none does. It may be the first byte of its line after the marks. */
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

/* Equal without case. */
static bool same_word(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; ++i)
        if ((a[i] | 32) != (b[i] | 32))
            return false;
    return true;
}

/* Whether a scheme counts; what the library's list says of those without "//"
   is tested elsewhere. */
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

/* Whether what is found is what the definition says, looked up the slow way: a "<", a
   ">" that closes it (find_close()), and between them a URL, white space and quote
   marks. */
static size_t check_wrapped(const struct hits *hits, const struct text *text)
{
    char bytes[SOUP];              /* a ">" that closed is another byte in it */
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
        ++n;
    }
    ck_assert_msg(n == hits->count, "%s: found \"%.*s\"", text->about,
                  (int)hits->hit[n].url_len, hits->hit[n].url);
    return n;
}

/* What is found is what the definition says. */
START_TEST(wrapped_is_stripped)
{
    static struct hits hits, cut;
    static char bytes[SOUP];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1738);
    const uint64_t rounds = texts_to_try(1000000) / 50;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_wrapped, .bytes = bytes };
        char about[60];

        mutate_seed(&m, seed + round);
        snprintf(about, sizeof about,
                 "LOCUS_TEST_SEED=%llu LOCUS_TEST_MUTATIONS=50",
                 (unsigned long long)(seed + round));
        choose(&m, &text);
        text.about = about;
        text.len = soup(&m, bytes, wrapped_pieces, COUNT(wrapped_pieces));
        text.delimiters = "?\n";
        text.delimiter_count = mutate_one_in(&m, 8) ? 1 + mutate_below(&m, 2) : 0;
        scan_pieces(&hits, &text, piece_whole, NULL);
        check_wrapped(&hits, &text);
        scan_pieces(&cut, &text, piece_random, &m);
        check_same(&cut, &hits, &text, "random pieces", 0);
    }
    clear(&hits), clear(&cut);
}
END_TEST

/* Each byte in each place of a wrapper, and before each of one. */
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

/* What may stand before, in and after a wrapper where a line begins, in each order. */
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

/* Appendix C of RFC 3986: white space is left out, and nothing else. */
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

/* The number of four digits, or -1. */
static int32_t code_unit(const char *text, size_t len)
{
    int32_t code = 0;

    for (size_t i = 0; i < 4; ++i) {
        if (i == len || !isxdigit((unsigned char)text[i]))
            return -1;
        code = code * 16 + hex_digit((char)tolower((unsigned char)text[i]));
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

/* What a text stands for that is the inside of a string, by RFC 8259, section 7;
   byte i of it begins at at[i], as escape() has it. Returns whether the text is
   such a one; what no character begins with is then a quotation mark, which ends
   each URL: a "\" alone before "u", with the next byte before another, and a
   surrogate alone. */
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

/* Unwraps, and scans, as read_json() reads. */
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

/* RFC 8259, section 7: each byte in each place of an escape, and each cut of one;
   each code unit, before and after each sort of surrogate. */
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

/* Each byte in each place of a URL and just before it, as it is and by number. */
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
                    continue;      /* as the one before */
                memcpy(text, url, at);
                len += (size_t)sprintf(text + len, numbers[i], (unsigned)byte);
                memcpy(text + len, url + at + 1, rest);
                text[len + rest] = '\0';
                check_json(text, len + rest, false);
            }
}
END_TEST

/* However many sequences stand between a scheme and its ":": what is found does not
   depend on the pieces. */
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

/* However long a sequence in a JSON string is. */
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

/* What an escape is that is cut or spoiled, between all that a URL begins with. */
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

/* Texts in which "\" is anywhere: what is found is what is found in the text that
   they stand for, and the same in all pieces. */
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

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_json_raw, .bytes = bytes };
        struct text stood_for;
        char about[60];

        mutate_seed(&m, seed + round);
        snprintf(about, sizeof about,
                 "LOCUS_TEST_SEED=%llu LOCUS_TEST_MUTATIONS=50",
                 (unsigned long long)(seed + round));
        choose(&m, &text);
        text.about = about;
        text.len = soup(&m, bytes, pieces, COUNT(pieces));
        scan_pieces(&hits, &text, piece_whole, NULL);
        stood_for = text;
        stood_for.context = locus_raw;
        stood_for.bytes = plain;
        read_json(plain, &stood_for.len, at, bytes, text.len);
        scan_pieces(&raw, &stood_for, piece_whole, NULL);
        check_unescaped(&hits, &raw, at, about);
        scan_pieces(&cut, &text, piece_random, &m);
        check_same(&cut, &hits, &text, "random pieces", 0);
    }
    clear(&hits), clear(&raw), clear(&cut);
}
END_TEST

/* ------------------------------------------------------------------------
 * Limits
 * ------------------------------------------------------------------------ */

/* A wrapper of LOCUS_MAX_WRAPPED bytes is read, one of a byte more is not; where its
   ">" begins a line, with what shows that it closes; and this does not depend on the
   window. */
START_TEST(longest_wrapper)
{
    static const char *const ends[] = { "x>", "\nx\n>\n", "x\n>  \t \n", "x\n>. " };
    static struct hits hits;
    const char *const end = ends[_i / 2];
    const size_t more = (size_t)_i % 2;
    const size_t size = LOCUS_MAX_WRAPPED + 1 + more;
    char *bytes = allocate(size + 11);
    struct text text = { .context = locus_wrapped, .grammar = locus_web,
                         .bytes = bytes, .len = size + 11,
                         .about = "longest wrapper" };
    const size_t pieces[] = { SIZE_MAX, 1000, 65536, 65537, 100000 };

    memset(bytes, ' ', size);
    memcpy(bytes, " <http://h", 10);
    memcpy(bytes + size - strlen(end), end, strlen(end));
    memcpy(bytes + size, "<http://i/>", 11);
    for (size_t i = 0; i < COUNT(pieces); ++i) {
        size_t piece = pieces[i];

        scan_pieces(&hits, &text, piece_same, &piece);
        ck_assert_uint_eq(hits.count, more == 0 ? 2 : 1);
        if (more == 0)
            ck_assert_uint_eq(hits.hit[0].url_len, 9);
        ck_assert_uint_eq(hits.hit[hits.count - 1].offset, size + 1);
    }
    clear(&hits);
    free(bytes);
}
END_TEST

/* A text without end is not kept: a window of this size serves, and skipping
   is not needed. */
static void drop_all(const struct locus_context *context, const char *fill,
                     size_t window_size)
{
    char *window = allocate(window_size);
    struct locus_scan scan;
    size_t unit = strlen(fill);
    size_t len = 0;

    locus_scan_init(&scan, locus_web, context);
    for (int round = 0; round < 100; ++round) {
        struct locus_found found;

        for (; len < window_size; ++len)
            window[len] = fill[(scan.base + len) % unit];
        while (locus_scan_next(&scan, window, len, 0, &found) == 1)
            ck_assert_uint_le(found.off + found.len, len);
        ck_assert_msg(scan.drop > 0, "nothing dropped of \"%s\", repeated",
                      fill);
        memmove(window, window + scan.drop, len -= scan.drop);
    }
    free(window);
}

START_TEST(nothing_is_kept)
{
    static const char *const wrapped[] = {
        "a", "<", ">", "<a", "< ", "<http://h/ ", "http://h/ ", " ", "<URL:",
        "<http://h/ x\n\n", "<http://h/\n> ", "> <http://h/\n", "\n>", "<a:\n>", "JS> <"
    };
    static const char *const json[] = {
        "a", "\\", ":", "/", "\"", "\\\"", "\\u", "\\u0068", "\\u003a", ":\\/",
        "http:\\/ ", "\\u0068\\u003a", "mailto:\\/\\/ ", "aaaaaaaaaa\\u0068",
        "\\u002f"
    };
    static const char *const text[] = {
        "'", "(", "\x1b", "\x1b[", "\x1b[0", "\x1b[m", "“", "“see http://h/b” ", "\xe2\x80",
        "_http://h/_ ", "&quot", "\"http://h/ ", "(http://h/ ", "http://#", "\\u0041", "://"
    };

    for (size_t i = 0; i < COUNT(wrapped); ++i) {
        drop_all(locus_wrapped, wrapped[i], LOCUS_MAX_WRAPPED);
        /* one long "<" at the beginning */
    }
    for (size_t i = 0; i < COUNT(json); ++i) {
        drop_all(locus_json, json[i], 4096);
        drop_all(locus_json_raw, json[i], 4096);
    }
    for (size_t i = 0; i < COUNT(text); ++i) {
        drop_all(locus_text, text[i], 4096);
        drop_all(locus_json, text[i], 4096);
    }
}
END_TEST

/* Windows that are too small: given up, and what follows is found. */
START_TEST(larger_than_the_window)
{
    const struct locus_context *const context = context_at(_i);
    enum { LONG = 6000, WINDOW = 4000 };
    char text[LONG + 100];
    char window[WINDOW];
    struct locus_scan scan;
    size_t len = 0, read = 0, count = 0;
    bool skipped = false;

    memset(text, 'a', sizeof text);
    memcpy(text, "<http://a/> <http://b/", 22);
    memcpy(text + LONG, "> <http://c/> ", 14);
    locus_scan_init(&scan, locus_web, context);
    for (;;) {
        struct locus_found found;
        size_t more = sizeof window - len;

        if (more > LONG + 14 - read)
            more = LONG + 14 - read;
        memcpy(window + len, text + read, more);
        len += more;
        read += more;
        while (locus_scan_next(&scan, window, len, read == LONG + 14, &found)
               == 1) {
            ck_assert_uint_eq(found.len, 9);
            ck_assert_uint_eq(found.offset, count == 0 ? 1 : LONG + 3);
            ck_assert_uint_ge(found.offset, scan.skipped_to);
            ++count;
        }
        if (read == LONG + 14)
            break;
        if (scan.drop == 0 && len == sizeof window) {
            ck_assert_int_eq(locus_scan_skip(&scan), 0);
            skipped = true;
        }
        memmove(window, window + scan.drop, len -= scan.drop);
    }
    ck_assert(skipped);
    ck_assert_uint_eq(count, 2);
    /* A wrapper that is given up is looked at no further. */
    if (context == locus_wrapped) {
        ck_assert_uint_eq(scan.skipped_from, 12);
        ck_assert_uint_eq(scan.skipped_to, 12 + WINDOW);
    } else {
        ck_assert_uint_eq(scan.skipped_from, 13);
        ck_assert_uint_eq(scan.skipped_to, LONG);
    }
}
END_TEST

/* Whether a window of this size is too small for a text, which locus_scan_skip() says;
   else the scan ends. */
static bool is_too_small(const struct locus_context *context, const struct locus_grammar *grammar,
                         const char *text, size_t text_len, size_t window_size)
{
    char *window = allocate(window_size);
    struct locus_scan scan;
    struct locus_found found;
    size_t len = 0, read = 0, given_up = 0;
    bool too_small = false;

    locus_scan_init(&scan, grammar, context);
    for (;;) {
        const size_t room = window_size - len;
        const size_t more = room < text_len - read ? room : text_len - read;

        memcpy(window + len, text + read, more);
        len += more;
        read += more;
        while (locus_scan_next(&scan, window, len, read == text_len, &found) == 1)
            ck_assert_uint_le(found.off + found.len, len);
        if (read == text_len)
            break;
        if (scan.drop == 0 && len == window_size) {
            const int result = locus_scan_skip(&scan);

            if (result != 0) {
                ck_assert_int_eq(result, LOCUS_ERROR_SPACE);
                too_small = true;
                break;
            }
            ck_assert_uint_lt(given_up++, 2 * text_len);
        }
        memmove(window, window + scan.drop, len -= scan.drop);
    }
    free(window);
    return too_small;
}

START_TEST(windows_that_are_too_small)
{
    static const char *const fills[] = {
        "a", "\\u0061", "(http://h/", "http://h/\x1b[m", "\x1b[m", "http:\\u002f\\u002f",
        "\"http://", "aaaaaaaaa\\u0061", "mailto:a", "<http://h/", "http://[",
        "http://\\ud83d\\ude00", "\\u001b\\u005b", "“a://b|é/"
    };
    enum { LEN = 6000 };
    char *const text = allocate(LEN);
    bool were_some = false;

    for (size_t f = 0; f < COUNT(fills); ++f) {
        for (size_t i = 0; i < LEN; ++i)
            text[i] = fills[f][i % strlen(fills[f])];
        for (int c = 0; c < context_count(); ++c) {
            const struct locus_context *const context = context_at(c);
            const size_t least =
                context == locus_json || context == locus_json_raw ? 2048 : 1024;

            for (size_t size = 1; size < 2100; size += size < 20 ? 1 : 97)
                if (is_too_small(context, locus_web, text, LEN, size)) {
                    ck_assert_uint_lt(size, least);
                    were_some = true;
                }
            ck_assert(!is_too_small(context, locus_rfc1738, text, LEN, least));
        }
    }
    ck_assert(were_some);
    free(text);
}
END_TEST

/* A scheme of LOCUS_MAX_SCHEME bytes is found; of a longer one nothing is, however
   many bytes spell it. */
START_TEST(longest_scheme)
{
    static const struct {
        const struct locus_context *const *context;
        const char *letter;
        const char *seventh;
    } spelled[] = {
        { &locus_wrapped, "a", "a" },
        { &locus_json, "a", "a" },
        { &locus_json, "\\u0061", "b" },
        { &locus_json, "b", "\\u0061" },
        { &locus_json, "\\u0061", "\\u0061" },
        { &locus_json_raw, "\\u0061", "b" },
        { &locus_json_raw, "b", "\\u0061" },
        { &locus_text, "a", "a" },
        { &locus_raw, "a", "a" },
    };
    static const size_t more[] = { 0, 1, 2, 3, 4, 40, LOCUS_MAX_SCHEME, 1000 };
    static struct hits hits;
    static char bytes[6 * (LOCUS_MAX_SCHEME + 1000) + 20];
    struct text text = { .grammar = locus_web, .bytes = bytes,
                         .context = *spelled[_i].context,
                         .about = "longest scheme" };

    for (size_t m = 0; m < COUNT(more); ++m) {
        const size_t n = LOCUS_MAX_SCHEME + more[m];
        size_t len = 0;

        bytes[len++] = '<';
        for (size_t i = 0; i < n; ++i)
            len += (size_t)sprintf(bytes + len, "%s",
                                   i % 7 == 0 ? spelled[_i].seventh
                                              : spelled[_i].letter);
        memcpy(bytes + len, "://h>", 6);
        text.len = len + 5;
        scan_pieces(&hits, &text, piece_whole, NULL);
        ck_assert_uint_eq(hits.count, more[m] == 0 ? 1 : 0);
        if (more[m] == 0)
            ck_assert_uint_eq(hits.hit[0].url_len, n + 4);
        check_pieces(&text, &hits);
    }
    clear(&hits);
}
END_TEST

/* Linear in the length, whatever the text (see test-api.c). */
static size_t hostile_size(void)
{
#ifdef __SANITIZE_ADDRESS__
    return 1 << 16;
#else
    return long_tests() ? 2 << 20 : 1 << 18;
#endif
}

START_TEST(hostile_text)
{
    const struct {
        const struct locus_context *const *context;
        const struct locus_grammar *const *grammar;
        const char *fill;
    } hostile[] = {
        { &locus_wrapped, &locus_web, "<" },
        { &locus_wrapped, &locus_web, "<a" },
        { &locus_wrapped, &locus_web, "<http://h/ " },
        { &locus_wrapped, &locus_web, "<http://[:>" },
        { &locus_wrapped, &locus_rfc1738, "<news:a/" },
        { &locus_wrapped, &locus_web, "<http://h/\n>" },
        { &locus_wrapped, &locus_web, "> <a:b\n>>.\n" },
        { &locus_wrapped, &locus_web, "\n>" },
        { &locus_json, &locus_web, "\\" },
        { &locus_json, &locus_web, ":" },
        { &locus_json, &locus_web, "a:" },
        { &locus_json, &locus_web, "\\u0061" },
        { &locus_json, &locus_web, "\\u0061:" },
        { &locus_json, &locus_web, "\\u0061\\u003a" },
        { &locus_json, &locus_web, "http:\\/\\/[" },
        { &locus_json, &locus_web, "http:\\/\\/h\\/\\" },
        { &locus_json, &locus_web, "mailto:" },
        { &locus_json, &locus_web, "mailto:\\" },
        { &locus_json, &locus_rfc3986, "http://h\\/|" },
        { &locus_json, &locus_rfc3986, "http:\\u002f\\/%" },
        { &locus_json, &locus_rfc1738, "news:a\\/" },
        { &locus_json, &locus_rfc1738, "news:1" },
        { &locus_json, &locus_rfc1738, "ftp:\\/\\/u;" },
        { &locus_json, &locus_rfc1738, "\\u003anews" },
        { &locus_json, &locus_rfc1738, "news:()" },
        { &locus_json, &locus_web, "\\\"http:\\/\\/h" },
        { &locus_json, &locus_web, "(http://h" },
        { &locus_json, &locus_web, "\\u201chttp://h'" },
        { &locus_json, &locus_web, "a://b\\u001b[" },
        { &locus_json, &locus_web, "a://b/\\u001b[1" },
        { &locus_json, &locus_web, "\\u001b[m" },
        { &locus_json, &locus_web, "a\\u001b[m:" },
        { &locus_json, &locus_web, "a\\u001b[m://" },
        { &locus_json, &locus_web, "a://b/\\u001b[m" },
        { &locus_json, &locus_web, "\\u001b\\u005b1:" },
        { &locus_text, &locus_web, "(a://b|" },
        { &locus_text, &locus_web, "'a://b|" },
        { &locus_text, &locus_web, "\"a://b|" },
        { &locus_text, &locus_web, "“a://b|" },
        { &locus_text, &locus_web, "‚a://b‹a://b|" },
        { &locus_text, &locus_web, "「a://b。" },
        { &locus_text, &locus_web, "[a://b(a://b{a://b|" },
        { &locus_text, &locus_web, "(((((((((((((((((a://b|" },
        { &locus_text, &locus_web, "(a://b|é/" },
        { &locus_text, &locus_web, "“a://b|é/" },
        { &locus_text, &locus_web, "«a://b|é/‘a://b|é/„a://é/" },
        { &locus_text, &locus_web, "“a://b|é/x”" },
        { &locus_text, &locus_web, "a://b'" },
        { &locus_text, &locus_web, "'a://b' “a://c’" },
        { &locus_text, &locus_web, "http://#" },
        { &locus_text, &locus_web, "http://@" },
        { &locus_text, &locus_web, "http://\xe4\xbb\xa5" },
        { &locus_text, &locus_web, "http://a:b@" },
        { &locus_text, &locus_web, "a://b:c " },
        { &locus_text, &locus_web, "a://b\x1b[" },
        { &locus_text, &locus_web, "a://b\x1b[1" },
        { &locus_text, &locus_web, "\x1b[m" },
        { &locus_text, &locus_web, "a://\x1b[m" },
        { &locus_text, &locus_web, "a://b/\x1b[m" },
        { &locus_text, &locus_web, "a://b/\x1b[2J" },
        { &locus_text, &locus_web, "a\x1b[m://b" },
        { &locus_json, &locus_web, "a\\u001b[m:\\/\\/b" },
        { &locus_text, &locus_web, "a://b/&quot" },
        { &locus_text, &locus_web, "a://b/\\u00" },
        { &locus_text, &locus_web, "a://b/(_~'s" },
        { &locus_text, &locus_rfc3986, "(a://b/%" },
        { &locus_text, &locus_rfc3986, "(a://b/[" },
        { &locus_text, &locus_rfc1738, "(news:a@" },
        { &locus_text, &locus_rfc1738, "(news:a'" },
        { &locus_text, &locus_rfc1738, "news:()" },
        { &locus_text, &locus_rfc1630, "(wais://h/d/t/1=a;" },
        { &locus_text, &locus_rfc1630, "'news:a(" },
        { &locus_raw, &locus_web, "http://a:b" },
        { &locus_raw, &locus_web, "a://b:c " },
        { &locus_raw, &locus_rfc3986, "a://[" },
        { &locus_json_raw, &locus_web, "a:\\/\\/b:c " },
    };
    const size_t size = hostile_size();
    char *text;
    struct locus_scan scan;
    struct locus_found found;

    if ((size_t)_i >= COUNT(hostile))
        return;                    /* the suite has more than enough */
    text = allocate(size);
    for (size_t i = 0; i < size; ++i)
        text[i] = hostile[_i].fill[i % strlen(hostile[_i].fill)];
    locus_scan_init(&scan, *hostile[_i].grammar, *hostile[_i].context);
    if (strstr(hostile[_i].fill, "[m") != NULL) {
        scan.delimiters = "\f";       /* none of them stands there */
        scan.delimiter_count = 1;
    }
    while (locus_scan_next(&scan, text, size, 1, &found) == 1)
        ck_assert_uint_le(found.off + found.len, size);
    free(text);
}
END_TEST

/* ------------------------------------------------------------------------
 * locus_unwrap() of what was not found
 * ------------------------------------------------------------------------ */

static void check_unwrapped(const struct locus_context *context, const char *wrapped,
                            const char *want)
{
    const size_t len = strlen(wrapped);
    const struct text text = { .context = context };
    char *bytes = allocate(len);
    size_t n = 0;

    memcpy(bytes, wrapped, len);
    if (want == NULL) {
        ck_assert_int_eq(locus_unwrap(NULL, 0, &n, bytes, len, context),
                         LOCUS_ERROR_ESCAPE);
    } else {
        char *url = unwrap(&text, bytes, len, strlen(want));

        ck_assert_msg(memcmp(url, want, strlen(want)) == 0, "%s", want);
        free(url);
    }
    free(bytes);
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

/* An error stays one, and NUL may be in a text. */
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

/* ------------------------------------------------------------------------ */

static Suite *suite(void)
{
    static char name[64];          /* Check keeps it */
    Suite *s;
    TCase *cases = tcase_create("golden");
    TCase *any = tcase_create("random");
    TCase *every = tcase_create("every");
    TCase *limits = tcase_create("limits");

    snprintf(name, sizeof name, "contexts, %s", locus_kernel());
    s = suite_create(name);
    tcase_add_loop_test(cases, golden_case, 0, (int)golden_count);
    tcase_set_timeout(cases, 60);
    suite_add_tcase(s, cases);

    tcase_add_test(every, every_escape);
    tcase_add_test(every, every_byte_of_a_url_by_number);
    tcase_add_test(every, every_broken_escape);
    tcase_add_loop_test(every, many_sequences, 0, 2);
    tcase_add_test(every, long_sequence_in_json);
    tcase_add_test(every, every_byte_of_a_wrapper);
    tcase_add_test(every, every_line_of_a_wrapper);
    tcase_add_test(every, every_byte_unwrapped);
    tcase_add_test(every, unwrap_any_text);
    tcase_add_test(every, pieces_at_the_end);
    tcase_set_timeout(every, 60);
    suite_add_tcase(s, every);

    tcase_add_test(any, json_is_raw_unescaped);
    tcase_add_test(any, raw_as_grep_finds_it);
    tcase_add_test(any, prose_by_its_rules);
    tcase_add_test(any, json_strings_by_the_rules);
    tcase_add_test(any, words_of_a_scheme);
    tcase_add_test(any, wrapped_is_stripped);
    tcase_add_test(any, json_of_any_sort);
    tcase_set_timeout(any, 600);
    suite_add_tcase(s, any);

    tcase_add_loop_test(limits, longest_wrapper, 0, 8);
    tcase_add_test(limits, nothing_is_kept);
    tcase_add_loop_test(limits, larger_than_the_window, 0, 5);
    tcase_add_test(limits, windows_that_are_too_small);
    tcase_add_loop_test(limits, longest_scheme, 0, 9);
    tcase_add_loop_test(limits, hostile_text, 0, 80);
    tcase_set_timeout(limits, 60);
    suite_add_tcase(s, limits);
    return s;
}

int main(void)
{
    struct golden_reader reader;
    const char *kernel;
    int failed = 0;

    need_all_grammars();
    reader = golden_open("contexts/*.txt");
    while (golden_next_file(&reader))
        read_file(&reader);
    for (size_t i = 0; (kernel = locus_kernel_name(i)) != NULL; ++i) {
        if (locus_use_kernel(kernel) != 0)
            ++failed;
        failed += run_suite(suite()) != EXIT_SUCCESS;
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
