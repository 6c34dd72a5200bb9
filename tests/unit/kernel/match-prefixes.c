/* SPDX-License-Identifier: MIT
 *
 * Kernels: valid prefixes of texts in pieces.
 */
#include <string.h>

#include "support/grammars.h"
#include "unit/contexts/prose-oracle.h"
#include "unit/kernel/test-kernels-agree.h"

static int same_match(struct matched a, struct matched b)
{
    return a.at == b.at && a.last == b.last && a.alive == b.alive;
}

/* Matches the text in place. */
static struct matched match_here(const struct kernel *kernel,
                                 const struct locus_grammar *grammar,
                                 const unsigned char *text, size_t len)
{
    struct locus_match match = { .at = text, .last = text };
    const int alive = kernel->match(&match, text + len, grammar);

    return (struct matched){ (size_t)(match.at - text),
                             (size_t)(match.last - text), alive };
}

/* Matches the text in pieces that end at ends[0], ends[1], ... and at len.
   Each piece ends at a guard page. */
struct matched match_pieces(const struct kernel *kernel,
                            const struct locus_grammar *grammar,
                            const unsigned char *text, size_t len,
                            const size_t *ends, size_t count)
{
    struct matched result = { 0, 0, 1 };
    uint32_t state = 0;

    for (size_t i = 0; i <= count && result.alive; i++) {
        const size_t end = i < count ? ends[i] : len;
        const unsigned char *piece = guard_after(&guard, text, end);
        struct locus_match match = {
            .at = piece + result.at,
            .last = piece + result.last,
            .state = state,
        };

        result.alive = kernel->match(&match, piece + end, grammar);
        result.at = (size_t)(match.at - piece);
        result.last = (size_t)(match.last - piece);
        state = match.state;
    }
    return result;
}

/* Checks that every kernel matches the text with the same result. */
void match_all(struct matched wanted, const struct locus_grammar *grammar,
               uint64_t seed, const unsigned char *text, size_t len,
               const size_t *ends, size_t count)
{
    for (size_t k = 0; grammar_has_matcher(grammar) && k < kernel_count; k++)
        if (!same_match(wanted, match_pieces(kernels[k], grammar, text, len,
                                             ends, count)))
            differ(count ? "another prefix in pieces" : "another prefix",
                   kernels[k]->name, grammar, seed, text, len);
}

/* Random places in a text, in order. A repeated place makes an empty piece. */
size_t cut(struct mutate *m, size_t len, size_t ends[8])
{
    const size_t count = mutate_below(m, 9);
    size_t from = 0;

    for (size_t i = 0; i < count; i++)
        ends[i] = from += mutate_below(m, (len - from) / (mutate_one_in(m, 2)
                                                          ? 1 : 4) + 1);
    return count;
}

/* The length of the longest nonempty prefix that locus_parse() accepts. */
static size_t longest_by_force(const struct locus_grammar *grammar,
                               const unsigned char *text, size_t len)
{
    struct locus_url url;

    while (len > 0
           && locus_parse(&url, (const char *)text, len, grammar) != 0)
        len--;
    return len;
}

START_TEST(prefixes_are_the_longest)
{
    const struct locus_grammar *const grammar = grammar_at(_i);
    const uint64_t n = mutations(20);

    if (!grammar_has_matcher(grammar))
        return;
    set_up_grammar(grammar);
    for (uint64_t i = 0; i < n; i++) {
        unsigned char text[MUTATE_MAX];
        const uint64_t seed = first_seed() + i;
        struct interpreted wanted;
        struct matched whole;
        size_t ends[8], len, count;
        struct mutate m;

        mutate_seed(&m, seed);
        len = mutate_url(&m, grammar, text);
        wanted = interpret(&machine, text, len);

        whole = match_pieces(other, grammar, text, len, NULL, 0);
        if (whole.last != wanted.longest)
            differ("the XML has another longest prefix", other->name, grammar,
                   seed, text, len);
        if (whole.at != wanted.offset || whole.alive != (wanted.offset == len))
            differ("the XML stops at another byte", other->name, grammar,
                   seed, text, len);
        if (whole.last != longest_by_force(grammar, text, len))
            differ("locus_parse() takes another longest prefix",
                   locus_kernel(), grammar, seed, text, len);

        count = cut(&m, len, ends);
        if (!same_match(whole, match_pieces(other, grammar, text, len, ends,
                                            count)))
            differ("another prefix in pieces", other->name, grammar, seed,
                   text, len);
        match_all(whole, grammar, seed, text, len, NULL, 0);
        match_all(whole, grammar, seed, text, len, ends, count);
    }
}
END_TEST

static int same_prose(struct prose_match a, struct prose_match b)
{
    return same_match(a.matched, b.matched)
        && memcmp(a.open, b.open, sizeof a.open) == 0;
}

/* Reads the text in pieces, as match_pieces() does, with `open` brackets of
   each kind before it. */
struct prose_match text_pieces(const struct kernel *kernel,
                         uint32_t open, uint32_t quoted,
                         const unsigned char *text, size_t len,
                         const size_t *ends, size_t count)
{
    struct prose_match result = { .matched = { 0, 0, 1 } };
    struct locus_unquoted prose = { .opened = quoted, .before = quoted };

    for (size_t i = 0; i < BRACKET_COUNT; i++)
        prose.open[i] = open;
    prose.has_opened = open > 0;
    for (size_t i = 0; i <= count && result.matched.alive; i++) {
        const size_t end = i < count ? ends[i] : len;
        const unsigned char *piece = guard_after(&guard, text, end);

        prose.match.at = piece + result.matched.at;
        prose.match.last = piece + result.matched.last;
        result.matched.alive = kernel->unquoted(&prose, piece + end);
        result.matched.at = (size_t)(prose.match.at - piece);
        result.matched.last = (size_t)(prose.match.last - piece);
    }
    if (prose.has_opened)
        memcpy(result.open, prose.open, sizeof result.open);
    return result;
}

/* Checks that every kernel ends the URL at the same byte. */
void text_all(struct prose_match wanted, uint32_t open, uint32_t quoted,
              uint64_t seed, const unsigned char *text, size_t len,
              const size_t *ends, size_t count)
{
    for (size_t k = 0; k < kernel_count; k++)
        if (!same_prose(wanted, text_pieces(kernels[k], open, quoted, text,
                                            len, ends, count)))
            differ(count ? "another end in pieces" : "another end",
                   kernels[k]->name, locus_web, seed, text, len);
}

START_TEST(prose_ends_a_url_at_the_same_byte)
{
    const uint64_t n = mutations(4);

    for (uint64_t i = 0; i < n; i++) {
        static const char *const pieces[] = {
            "(", ")", "[", "]", "{", "}", "'", ".", ",", "\xc2\x85",
            "\xc2\xa9", "\xc2\xab", "\xc2\xbb", "\xe2\x80\x98",
            "\xe2\x80\x99", "\xe2\x80\x9d", "\xe3\x80\x8d", "\xef\xbc\x89",
            "\xef\xbd\x9c", "\xef\xbd\x9b", "\xef", "\xc2", "\xe2\x80", "|",
        };
        unsigned char bytes[MUTATE_MAX];
        struct mutate_text text = { bytes, 0 };
        const uint64_t seed = first_seed() + i;
        struct prose_match whole;
        size_t ends[8], count;
        struct mutate m;
        uint32_t open, quoted;

        mutate_seed(&m, seed);
        text.len = mutate_url(&m, locus_web, bytes);
        for (size_t more = mutate_below(&m, 8); more > 0; more--) {
            const char *piece = MUTATE_PICK(&m, pieces);
            const size_t at = mutate_below(&m, text.len + 1);

            memcpy(bytes + at, piece, mutate_open(&text, at, strlen(piece)));
        }
        /* The URL is stopped by no mark, by some, or by all. */
        quoted = mutate_one_in(&m, 3) ? 0 : (uint32_t)mutate_next(&m);
        if (mutate_one_in(&m, 4))
            quoted = UINT32_MAX;

        open = (uint32_t)mutate_below(&m, 3);

        whole = text_pieces(other, open, quoted, bytes, text.len, NULL, 0);
        count = cut(&m, text.len, ends);
        if (!same_prose(whole, text_pieces(other, open, quoted, bytes,
                                           text.len, ends, count)))
            differ("another end in pieces", other->name, locus_web, seed,
                   bytes, text.len);
        text_all(whole, open, quoted, seed, bytes, text.len, NULL, 0);
        text_all(whole, open, quoted, seed, bytes, text.len, ends, count);
    }
}
END_TEST

struct quote quoted_pieces(const struct kernel *kernel, uint32_t partners,
                           const unsigned char *text, size_t len,
                           const size_t *ends, size_t count)
{
    struct quote result = { .matched = { 0, 0, 1 } };
    struct locus_quoted quoted = { .partners = partners };

    for (size_t i = 0; i <= count && result.matched.alive; i++) {
        const size_t end = i < count ? ends[i] : len;
        const unsigned char *piece = guard_after(&guard, text, end);

        quoted.at = piece + result.matched.at;
        result.matched.alive = kernel->quoted(&quoted, piece + end);
        result.matched.at = (size_t)(quoted.at - piece);
        if (quoted.partner)
            result.matched.last = (size_t)(quoted.partner - piece);
    }
    result.depth = quoted.depth;
    result.plausible = quoted.plausible;
    return result;
}

int same_quote(struct quote a, struct quote b)
{
    return same_match(a.matched, b.matched) && a.depth == b.depth
        && a.plausible == b.plausible;
}

START_TEST(quotes_end_a_url_at_the_same_byte)
{
    static const char *const pieces[] = {
        "(", ")", "[", "]", "{", "}", "'", "\"", "`", "<", ">", "\\", "\\\"", "\\n", "\\x41",
        "\\u0041", " ", "\xc2\xa0", "\xc2\xab", "\xc2\xbb", "\xe2\x80\x98", "\xe2\x80\x99",
        "\xe2\x80\x9d", "\xe3\x80\x8c", "\xe3\x80\x8d", "\xef\xbc\x89", "\xe3\x80\x82", "\xe2",
        "\xe3\x80", "@", ":", "/", "?", "\xc3\xa9", "."
    };
    const uint64_t n = mutations(4);

    for (uint64_t i = 0; i < n; i++) {
        unsigned char bytes[MUTATE_MAX];
        struct mutate_text text = { bytes, 0 };
        const uint64_t seed = first_seed() + i;
        struct quote whole;
        size_t ends[8], count;
        struct mutate m;
        uint32_t partners;

        mutate_seed(&m, seed);
        text.len = mutate_url(&m, locus_web, bytes);
        for (size_t more = mutate_below(&m, 8); more > 0; more--) {
            const char *piece = MUTATE_PICK(&m, pieces);
            const size_t at = mutate_below(&m, text.len + 1);

            memcpy(bytes + at, piece, mutate_open(&text, at, strlen(piece)));
        }
        /* Usually one partner; sometimes several or none. */
        partners = mutate_one_in(&m, 4) ? (uint32_t)mutate_next(&m)
                                        : UINT32_C(1) << mutate_below(&m, 32);

        whole = quoted_pieces(other, partners, bytes, text.len, NULL, 0);
        count = cut(&m, text.len, ends);
        if (!same_quote(whole, quoted_pieces(other, partners, bytes, text.len, ends, count)))
            differ("another partner in pieces", other->name, locus_web, seed, bytes, text.len);
        for (size_t k = 0; k < kernel_count; k++)
            if (!same_quote(whole, quoted_pieces(kernels[k], partners, bytes, text.len, NULL, 0))
                || !same_quote(whole, quoted_pieces(kernels[k], partners, bytes, text.len, ends,
                                                    count)))
                differ("another partner", kernels[k]->name, locus_web, seed, bytes, text.len);
    }
}
END_TEST

/* A text at every offset in a cache line, surrounded by bytes that would continue it.
   The surrounding bytes must not matter. */
START_TEST(texts_lie_anywhere)
{
    enum { LINE = 64 };
    const struct locus_grammar *const grammar = grammar_at(_i);
    const uint64_t n = mutations(200);

    for (uint64_t i = 0; i < n; i++) {
        unsigned char text[MUTATE_MAX], *room;
        const uint64_t seed = first_seed() + i;
        struct locus_url wanted;
        struct matched prefix;
        struct mutate m;
        size_t len;

        mutate_seed(&m, seed);
        len = mutate_url(&m, grammar, text);
        wanted = parse_all(grammar, seed, text, len);
        prefix = match_pieces(other, grammar, text, len, NULL, 0);
        room = guard_before(&guard, NULL, len + 5 * LINE);
        for (size_t at = 0; at < LINE; at++) {
            unsigned char *here = room + 2 * LINE + at;

            memset(here - 2 * LINE, 'a', len + 4 * LINE);
            memcpy(here, text, len);
            parse_here(&wanted, grammar, seed, here, len);
            for (size_t k = 0; k < kernel_count; k++)
                if (!same_match(prefix, match_here(kernels[k], grammar, here,
                                                   len)))
                    differ("another prefix", kernels[k]->name, grammar, seed,
                           text, len);
        }
    }
}
END_TEST

TCase *prefix_tests(void)
{
    TCase *tests = tcase_create("prefixes and pieces");

    add_for_each_grammar(tests, prefixes_are_the_longest);
    tcase_add_test(tests, prose_ends_a_url_at_the_same_byte);
    tcase_add_test(tests, quotes_end_a_url_at_the_same_byte);
    add_for_each_grammar(tests, texts_lie_anywhere);
    tcase_set_timeout(tests, TIME_LIMIT);
    return tests;
}
