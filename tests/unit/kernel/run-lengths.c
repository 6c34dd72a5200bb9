/* SPDX-License-Identifier: MIT
 *
 * Kernels: runs of every length, from every state that has a run, and parts of every
 * length. Nothing is random.
 */
#include <string.h>

#include "support/grammars.h"
#include "unit/kernel/test-kernels-agree.h"

enum { RUN_MAX = 300 };

/* Interruptions: bytes that may continue a run or end it. */
static const struct {
    const char *bytes;
    size_t len;
} interruptions[] = {
    { "", 0 }, { "%41", 3 }, { "%fF%0a", 6 }, { "%4", 2 }, { "%", 1 },
    { "%4g", 3 }, { "%g4", 3 }, { "%%41", 4 }, { "\x80", 1 }, { "\xff", 1 },
    { "\0", 1 }, { " ", 1 }, { "/", 1 }, { "@", 1 },
};

enum { INTERRUPTIONS = sizeof interruptions / sizeof interruptions[0] };

/* How much of the run follows the interruption. */
static const size_t lengths_after[] = { 0, 1, 2, 66 };

enum { LENGTHS_AFTER = sizeof lengths_after / sizeof lengths_after[0] };

/* The bytes that fill the runs of a state. */
struct fills {
    size_t count;
    struct {
        unsigned char bytes[3];
        size_t len;
    } fill[3];
};

/* The smallest and the largest byte of the state's run, and a pct-encoded octet if one
   leads back to the state. */
static struct fills fills_of(int state)
{
    const short (*const target)[256] = (const short (*)[256])machine.target;
    struct fills fills = { 0 };
    int percent, digit, least = -1, greatest = -1;

    for (int byte = 0; byte < 256; byte++)
        if (target[state][byte] == state) {
            least = least < 0 ? byte : least;
            greatest = byte;
        }
    if (least < 0)
        return fills;
    fills.fill[fills.count].bytes[0] = (unsigned char)least;
    fills.fill[fills.count++].len = 1;
    if (greatest != least) {
        fills.fill[fills.count].bytes[0] = (unsigned char)greatest;
        fills.fill[fills.count++].len = 1;
    }
    percent = target[state]['%'];
    digit = percent < 0 ? -1 : target[percent]['4'];
    if (percent != state && digit >= 0 && target[digit]['1'] == state) {
        memcpy(fills.fill[fills.count].bytes, "%41", 3);
        fills.fill[fills.count++].len = 3;
    }
    return fills;
}

typedef void judge_function(const unsigned char *text, size_t len,
                            size_t interrupted);

/* Judges a text: the path to the state, `n` bytes of its run, an interruption, and more
   of the run. */
static void judge_run(judge_function *judge_text,
                      const struct interpret_way *way,
                      const struct fills *fills, size_t f, size_t n,
                      size_t interruption, size_t after)
{
    unsigned char text[2 * RUN_MAX];
    const size_t period = fills->fill[f].len;
    size_t len = (size_t)way->len, interrupted;

    memcpy(text, way->text, len);
    for (size_t i = 0; i < n; i++)
        text[len++] = fills->fill[f].bytes[i % period];
    interrupted = len;
    memcpy(text + len, interruptions[interruption].bytes,
           interruptions[interruption].len);
    len += interruptions[interruption].len;
    for (size_t i = 0; i < lengths_after[after]; i++)
        text[len++] = fills->fill[f].bytes[i % period];
    judge_text(text, len, interrupted);
}

/* Every length of every run, with interruptions and lengths after them in turn: one
   combination, or several near block boundaries (all with LOCUS_TEST_LONG=1). */
static void judge_runs(judge_function *judge_text)
{
    static struct interpret_way ways[INTERPRET_STATES];
    const size_t all = INTERRUPTIONS * LENGTHS_AFTER;
    /* The number of combinations tried near a block boundary. The next run continues with
       those that follow. */
    const size_t some = long_tests() ? all : 7;
    size_t turn = 0, states = 0;

    interpret_ways(&machine, ways);
    for (int state = 0; state < INTERPRET_STATES; state++) {
        const struct fills fills = fills_of(state);

        if (ways[state].len < 0 || fills.count == 0)
            continue;
        states++;
        for (size_t f = 0; f < fills.count; f++)
            for (size_t n = 0; n <= RUN_MAX; n++) {
                const size_t at = ((size_t)ways[state].len + n) % BLOCK;
                const int near = at >= BLOCK - 4 || at < 2;

                for (size_t i = 0; i < (near ? some : 1); i++) {
                    judge_run(judge_text, &ways[state], &fills, f, n,
                              turn % INTERRUPTIONS,
                              turn / INTERRUPTIONS % LENGTHS_AFTER);
                    turn++;
                }
            }
    }
    ck_assert_uint_gt(states, 0);
}

static const struct locus_grammar *judged_grammar;

/* Whole, and in two pieces that meet at most two bytes after the interruption begins. */
static void judge_url(const unsigned char *text, size_t len,
                      size_t interrupted)
{
    const struct interpreted wanted = judge(judged_grammar, 0, text, len);
    const struct matched prefix = { wanted.offset, wanted.longest,
                                    wanted.offset == len };

    match_all(prefix, judged_grammar, 0, text, len, NULL, 0);
    for (size_t end = interrupted; end <= interrupted + 2 && end <= len;
         end++)
        match_all(prefix, judged_grammar, 0, text, len, &end, 1);
}

START_TEST(runs_of_every_length)
{
    judged_grammar = grammar_at(_i);
    set_up_grammar(judged_grammar);
    judge_runs(judge_url);
}
END_TEST

static void judge_prose(const unsigned char *text, size_t len,
                        size_t interrupted)
{
    const struct prose_match wanted = text_pieces(other, 2, 0, text, len, NULL, 0);

    text_all(wanted, 2, 0, 0, text, len, NULL, 0);
    for (size_t end = interrupted; end <= interrupted + 2 && end <= len;
         end++)
        text_all(wanted, 2, 0, 0, text, len, &end, 1);
}

START_TEST(runs_of_every_length_in_prose)
{
    set_up_machine("read-unquoted");
    judge_runs(judge_prose);
}
END_TEST

static void judge_quote(const unsigned char *text, size_t len, size_t interrupted)
{
    const uint32_t partners = GREATER | RIGHT_DOUBLE | ESCAPED_QUOTATION;
    const struct quote wanted = quoted_pieces(other, partners, text, len, NULL, 0);

    for (size_t k = 0; k < kernel_count; k++) {
        if (!same_quote(wanted, quoted_pieces(kernels[k], partners, text, len, NULL, 0)))
            differ("another partner", kernels[k]->name, locus_web, 0, text, len);
        for (size_t end = interrupted; end <= interrupted + 2 && end <= len; end++)
            if (!same_quote(wanted, quoted_pieces(kernels[k], partners, text, len, &end, 1)))
                differ("another partner in pieces", kernels[k]->name, locus_web, 0, text, len);
    }
}

START_TEST(runs_of_every_length_in_quotes)
{
    set_up_machine("read-quoted");
    judge_runs(judge_quote);
}
END_TEST

/* Parts of every length */

enum {
    WEB = 1 << INDEX_web,
    URI = 1 << INDEX_rfc3986 | 1 << INDEX_rfc3986_reference,
    URL = 1 << INDEX_rfc1738,
    ALL = WEB | URI | URL
};

/* A part that grows by repetitions of `fill`, a byte at a time. It is valid in
   `grammars` from `least` repetitions on, and then consists of the whole fill and
   `more` bytes before it. */
static const struct growing {
    unsigned grammars;
    enum locus_part part;
    const char *before;
    const char *fill;
    const char *after;
    size_t least;
    size_t more;
} growing[] = {
    { ALL, LOCUS_SCHEME, "", "s", "://h/", 1, 0 },
    { ALL, LOCUS_SCHEME, "a", "+", "://u:p@h:8/p", 0, 1 },
    { ALL, LOCUS_USER, "ftp://", "u", "@h/p", 0, 0 },
    { ALL, LOCUS_USER, "ftp://", "%41", ":@h/p", 0, 0 },
    { ALL, LOCUS_USER, "ftp://", "1", "@h", 0, 0 },
    { ALL, LOCUS_PASSWORD, "ftp://u:", "p", "@h:8/", 0, 0 },
    { ALL, LOCUS_PASSWORD, "ftp://u:", "%fF", "@1.2.3.4", 0, 0 },
    { ALL, LOCUS_PASSWORD, "ftp://1.2.3.4:", "5", "@h:8/", 0, 0 },
    { ALL, LOCUS_HOST, "http://", "h", "/p?q", 1, 0 },
    { ALL, LOCUS_HOST, "ftp://u:p@", "a.", "h:8", 0, 0 },
    { WEB | URI, LOCUS_HOST, "http://u@", "%41", ":8/p#f", 0, 0 },
    { WEB, LOCUS_HOST, "http://", "\xc3", "/p", 0, 0 },
    { WEB | URI, LOCUS_HOST, "http://u@[v1.", "a", "]:8/", 1, 0 },
    { ALL, LOCUS_PORT, "http://h:", "8", "/p?q", 1, 0 },
    { ALL, LOCUS_PORT, "ftp://u:p@h:", "0", "", 1, 0 },
    { ALL, LOCUS_PATH, "http://h/", "p", "", 0, 1 },
    { ALL, LOCUS_PATH, "http://h/", "/", "?q", 0, 1 },
    { ALL, LOCUS_PATH, "http://1.2.3.4:5/", "%2f", "?q", 0, 1 },
    { WEB | URI, LOCUS_PATH, "a:", "p", "#f", 0, 0 },
    { WEB, LOCUS_PATH, "http://h/", "\xff", "", 0, 1 },
    { WEB, LOCUS_PATH, "http://h/", "%", "?q#f", 0, 1 },
    { ALL, LOCUS_QUERY, "http://h/?", "q", "", 0, 0 },
    { ALL, LOCUS_QUERY, "http://h/p?", "%41", "", 0, 0 },
    { WEB | URI, LOCUS_QUERY, "http://h?", "?", "#f", 0, 0 },
    { WEB, LOCUS_QUERY, "http://h?", "\x80", "", 0, 0 },
    { WEB | URI, LOCUS_FRAGMENT, "http://h/p?q#", "f", "", 0, 0 },
    { WEB | URI, LOCUS_FRAGMENT, "a:#", "%41", "", 0, 0 },
    { URL, LOCUS_SELECTOR, "gopher://h/1", "s", "%09", 0, 0 },
    { URL, LOCUS_SELECTOR, "gopher://h/1", "%41", "", 0, 0 },
    { URL, LOCUS_SEARCH, "gopher://h/1s%09", "s", "%09", 0, 0 },
    { URL, LOCUS_PLUS, "gopher://h/1s%09%09", "%09", "", 0, 0 },
    { URL, LOCUS_ADDRESS, "mailto:", "a", "@h", 0, 0 },
    { URL, LOCUS_ADDRESS, "mailto:", "%41", "", 1, 0 },
    { URL, LOCUS_GROUP, "news:a", ".", "", 0, 1 },
    { URL, LOCUS_GROUP, "nntp://h/a", "b", "/1", 0, 1 },
    { URL, LOCUS_ARTICLE, "news:", "a", "@h", 1, 0 },
    { URL, LOCUS_NUMBER, "nntp://h/a/", "1", "", 1, 0 },
    { URL, LOCUS_DATABASE, "wais://h/", "d", "?q", 0, 0 },
    { URL, LOCUS_DATABASE, "wais://h/", "%41", "/t/p", 0, 0 },
    { URL, LOCUS_WTYPE, "wais://h/d/", "t", "/p", 0, 0 },
    { URL, LOCUS_WPATH, "wais://h/d/t/", "p", "", 0, 0 },
    { URL, LOCUS_HSONAME, "prospero://h/", "n", ";a=b", 0, 0 },
    { URL, LOCUS_FIELDS, "prospero://h/n", ";a=b", "", 1, 0 },
};

/* How many bytes after the fill still belong to the part: in "mailto:aaa@h" the address
   continues after the fill. */
static size_t part_goes_on(const struct growing *g)
{
    switch (g->part) {
    case LOCUS_ADDRESS:
    case LOCUS_ARTICLE:
        return strlen(g->after);
    case LOCUS_HOST:
        if (g->fill[1] == '.')
            return 1;                          /* the last label */
        if (strchr(g->before, '['))
            return 1;                          /* "]" */
        return 0;
    default:
        return 0;
    }
}

/* The offset of the part, which may begin before its fill. */
static size_t part_begins(const struct growing *g)
{
    const char *bracket = strchr(g->before, '[');

    return bracket ? (size_t)(bracket - g->before)
                   : strlen(g->before) - g->more;
}

/* Checks that all kernels agree on the text and on its longest valid prefix, and that the
   part is the expected one if the text is `valid`. */
static void judge_growing(const struct growing *g, const unsigned char *text,
                          size_t len, size_t filled, int valid)
{
    for (int i = 0; i < grammar_count(); i++) {
        const struct locus_grammar *const grammar = grammar_at(i);
        struct locus_span part;
        struct locus_url url;

        if (!locus_has_grammar(grammar))
            continue;
        url = parse_all(grammar, 0, text, len);
        match_all(match_pieces(other, grammar, text, len, NULL, 0), grammar,
                  0, text, len, NULL, 0);
        if (!valid || !(g->grammars >> grammar->index & 1))
            continue;
        part = locus_get(&url, g->part);
        if (url.error != 0 || !locus_has(&url, g->part)
            || part.off != part_begins(g)
            || part.off + part.len != strlen(g->before) + filled
                                      + part_goes_on(g))
            differ("not the part that was made", locus_part_name(g->part),
                   grammar, 0, text, len);
    }
}

START_TEST(parts_of_every_length)
{
    const struct growing *g = &growing[_i];
    const size_t period = strlen(g->fill);

    for (size_t n = 0; n <= RUN_MAX; n++) {
        unsigned char text[2 * RUN_MAX];
        size_t len = strlen(g->before);

        memcpy(text, g->before, len);
        for (size_t i = 0; i < n; i++)
            text[len++] = (unsigned char)g->fill[i % period];
        memcpy(text + len, g->after, strlen(g->after));
        /* Half a pct-encoded octet or half a label makes a different text. */
        judge_growing(g, text, len + strlen(g->after), n,
                      n % period == 0 && n / period >= g->least);
        /* Without the suffix, so that every total length occurs. */
        judge_growing(g, text, len, n, 0);
    }
}
END_TEST

TCase *length_tests(void)
{
    TCase *tests = tcase_create("runs of every length");

    add_for_each_grammar(tests, runs_of_every_length);
    tcase_add_test(tests, runs_of_every_length_in_prose);
    tcase_add_test(tests, runs_of_every_length_in_quotes);
    tcase_add_loop_test(tests, parts_of_every_length, 0, (int)COUNT(growing));
    tcase_set_timeout(tests, TIME_LIMIT);
    return tests;
}
