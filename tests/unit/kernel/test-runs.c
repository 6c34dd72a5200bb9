/* SPDX-License-Identifier: MIT
 *
 * Kernels change nothing but the time: each kernel of the library gives the
 * same bytes as one that the library has not (the machines without runs, or
 * with them where the library has none). A third voice, where it can speak, is
 * an interpreter of the machines' XML.
 *
 * Every text lies between two pages that must not be touched, at the one or at
 * the other.
 *
 *     LOCUS_TEST_MUTATIONS=n   texts a grammar (default: environment.h); the slower
 *                              tests take a fraction of it
 *     LOCUS_TEST_SEED=n        the seed of the first text (default 1); the
 *                              next text has the next seed
 *
 * A failure prints the seed of its text: with that seed and one mutation the
 * same test fails again at once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scan/context.h"
#include "support/contexts.h"
#include "support/guard.h"
#include "unit/kernel/interpret.h"
#include "support/mutate.h"
#include "support/prose-oracle.h"
#include "support/unit.h"

/* ------------------------------------------------------------------------
 * Common ground
 * ------------------------------------------------------------------------ */

static uint64_t first_seed(void)
{
    return from_environment("LOCUS_TEST_SEED", 1);
}

/* How many texts a test takes that takes every n-th. */
static uint64_t mutations(uint64_t n)
{
    const uint64_t all = texts_to_try(1000000);

    return (all + n - 1) / n;
}

/* What every kernel of the library is held against, and those of them that
   this processor can run. */
struct kernel {
    const char *name;
    const struct locus_scanner *scanner;
    int number;                    /* OTHER, if the library has not got it */
};

enum { OTHER = -1 };

static const struct kernel *const other = &(const struct kernel){
    KERNEL_STRING(KERNEL), &KERNEL_NAME(scanner), OTHER
};
static const struct kernel *kernels[KERNEL_COUNT];
static size_t kernel_count;

#define X(name) locus_parser KERNEL_NAME(parse_##name);
LOCUS_BUILT_GRAMMARS(X)
#undef X

static locus_parser *parser_of(const struct kernel *kernel,
                               const struct locus_grammar *grammar)
{
    static locus_parser *const others[INDEX_COUNT] = {
#define X(name) [INDEX_##name] = KERNEL_NAME(parse_##name),
        LOCUS_BUILT_GRAMMARS(X)
#undef X
    };

    return kernel->number == OTHER ? others[grammar->index]
                                   : grammar->parse[kernel->number];
}

#define X(name) extern const struct locus_searcher KERNEL_NAME(searcher_##name);
LOCUS_CONTEXTS(X)
#undef X

static const struct locus_searcher *searcher_of(const struct kernel *kernel,
                                                const struct locus_context *context)
{
    static const struct locus_searcher *const others[] = {
#define X(name) &KERNEL_NAME(searcher_##name),
        LOCUS_CONTEXTS(X)
#undef X
    };

    return kernel->number == OTHER ? others[context_number(context)]
                                   : context->searcher[kernel->number];
}

static void set_up_kernels(void)
{
    static struct kernel found[KERNEL_COUNT];
    const char *name;

    while ((name = locus_kernel_name(kernel_count)) != NULL) {
        if (kernel_count == KERNEL_COUNT || locus_use_kernel(name) != 0) {
            fprintf(stderr, "test-runs: kernel %s\n", name);
            exit(EXIT_FAILURE);
        }
        found[kernel_count] = (struct kernel){
            name, locus_scanner_in_use(), (int)locus_kernel_in_use()
        };
        kernels[kernel_count] = &found[kernel_count];
        kernel_count++;
        printf("kernel %s against %s\n", name, other->name);
    }
    locus_use_kernel(kernels[0]->name);
}

static struct guard guard;

static struct interpret machine;

static void set_up_machine(const char *name)
{
    ck_assert_msg(interpret_read(&machine, name),
                  "grammar/xml/%s.xml cannot be read here or in $srcdir",
                  name);
}

/* Prints the text and ends the test. */
static _Noreturn void differ(const char *what, const char *who,
                             const struct locus_grammar *grammar, uint64_t seed,
                             const unsigned char *text, size_t len)
{
    fprintf(stderr,
            "%s, %s: %s\nLOCUS_TEST_SEED=%llu LOCUS_TEST_MUTATIONS=1\n",
            locus_grammar_name(grammar), who, what, (unsigned long long)seed);
    mutate_print(stderr, text, len);
    fprintf(stderr, "\n%zu bytes\n", len);
    ck_abort_msg("%s, %s: %s (seed %llu)", locus_grammar_name(grammar), who,
                 what, (unsigned long long)seed);
    abort();                       /* ck_abort_msg() does not come back */
}

/* ------------------------------------------------------------------------
 * Whole texts
 * ------------------------------------------------------------------------ */

/* Parses the text as it lies there by every kernel; all say what `wanted`
   says. */
static void parse_here(const struct locus_url *wanted,
                       const struct locus_grammar *grammar, uint64_t seed,
                       const unsigned char *text, size_t len)
{
    for (size_t k = 0; k < kernel_count; k++) {
        struct locus_url url;
        int result;

        /* What a caller leaves in the struct does not matter. */
        memset(&url, 0xaa, sizeof url);
        result = parser_of(kernels[k], grammar)(&url, text, len);
        if (result != wanted->error
            || memcmp(&url, wanted, sizeof url) != 0)
            differ("another result", kernels[k]->name, grammar, seed, text,
                   len);
    }
}

/* Parses the text by every kernel, at both guards, and returns the result,
   which is the same. */
static struct locus_url parse_all(const struct locus_grammar *grammar, uint64_t seed,
                                  const unsigned char *text, size_t len)
{
    struct locus_url url;
    const unsigned char *here = guard_after(&guard, text, len);
    int result;

    memset(&url, 0x55, sizeof url);
    result = parser_of(other, grammar)(&url, here, len);
    if (result != url.error)
        differ("the result is not the error", other->name, grammar, seed, text,
               len);
    parse_here(&url, grammar, seed, here, len);
    parse_here(&url, grammar, seed, guard_before(&guard, text, len), len);
    return url;
}

/* Parses the text by every kernel, interprets it, and demands one verdict. */
static struct interpreted judge(const struct locus_grammar *grammar, uint64_t seed,
                                const unsigned char *text, size_t len)
{
    const struct locus_url url = parse_all(grammar, seed, text, len);
    const struct interpreted wanted = interpret(&machine, text, len);

    if ((url.error == 0) != wanted.valid)
        differ("the XML has another verdict", other->name, grammar, seed, text,
               len);
    if (url.error != wanted.error)
        differ("the XML has another error", other->name, grammar, seed, text,
               len);
    if (url.error_offset != (wanted.valid ? 0 : wanted.offset))
        differ("the XML has another error offset", other->name, grammar, seed, text,
               len);
    return wanted;
}

/* Else some kernel would be held against itself, or the lens against none. */
START_TEST(the_other_is_another)
{
    ck_assert_uint_gt(kernel_count, 0);
    for (size_t k = 0; k < kernel_count; k++) {
        ck_assert_str_ne(kernels[k]->name, other->name);
        ck_assert_msg(strcmp(kernels[k]->name, "off") == 0
                      || strcmp(other->name, "off") == 0,
                      "neither %s nor %s is \"off\"", kernels[k]->name,
                      other->name);
    }
}
END_TEST

START_TEST(mutations_have_the_same_parts)
{
    const struct locus_grammar *const grammar = grammar_at(_i);
    const uint64_t n = mutations(1);
    uint64_t valid = 0;

    for (uint64_t i = 0; i < n; i++) {
        unsigned char text[MUTATE_MAX];
        const uint64_t seed = first_seed() + i;
        struct mutate m;
        size_t len;

        mutate_seed(&m, seed);
        len = mutate_url(&m, grammar, text);
        valid += parse_all(grammar, seed, text, len).error == 0;
    }
    /* That texts were of both kinds, or this would test half of it. */
    if (n >= 1000) {
        ck_assert_uint_gt(valid, n / 8);
        ck_assert_uint_lt(valid, n - n / 8);
    }
}
END_TEST

START_TEST(mutations_fail_where_the_machine_dies)
{
    const struct locus_grammar *const grammar = grammar_at(_i);
    const uint64_t n = mutations(20);

    set_up_machine(locus_grammar_name(grammar));
    for (uint64_t i = 0; i < n; i++) {
        unsigned char text[MUTATE_MAX];
        const uint64_t seed = first_seed() + i;
        struct mutate m;

        mutate_seed(&m, seed);
        judge(grammar, seed, text, mutate_url(&m, grammar, text));
    }
}
END_TEST

/* ------------------------------------------------------------------------
 * Prefixes and pieces
 * ------------------------------------------------------------------------ */

/* What a recogniser says, in offsets. */
struct matched {
    size_t at;
    size_t last;
    int alive;
};

static int same_match(struct matched a, struct matched b)
{
    return a.at == b.at && a.last == b.last && a.alive == b.alive;
}

/* Matches the text as it lies there. */
static struct matched match_here(const struct kernel *kernel,
                                 const struct locus_grammar *grammar,
                                 const unsigned char *text, size_t len)
{
    struct locus_match match = { .at = text, .last = text };
    const int alive = kernel->scanner->match(&match, text + len, grammar);

    return (struct matched){ (size_t)(match.at - text),
                             (size_t)(match.last - text), alive };
}

/* Matches the text in pieces that end at ends[0], ends[1], ... and at len.
   Each piece ends at the guard. */
static struct matched match_pieces(const struct kernel *kernel,
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

        result.alive = kernel->scanner->match(&match, piece + end, grammar);
        result.at = (size_t)(match.at - piece);
        result.last = (size_t)(match.last - piece);
        state = match.state;
    }
    return result;
}

/* Every kernel matches the text to the same effect. */
static void match_all(struct matched wanted, const struct locus_grammar *grammar,
                      uint64_t seed, const unsigned char *text, size_t len,
                      const size_t *ends, size_t count)
{
    for (size_t k = 0; k < kernel_count; k++)
        if (!same_match(wanted, match_pieces(kernels[k], grammar, text, len,
                                             ends, count)))
            differ(count ? "another prefix in pieces" : "another prefix",
                   kernels[k]->name, grammar, seed, text, len);
}

/* Some places in a text, in order; twice the same one is an empty piece. */
static size_t cut(struct mutate *m, size_t len, size_t ends[8])
{
    const size_t count = mutate_below(m, 9);
    size_t from = 0;

    for (size_t i = 0; i < count; i++)
        ends[i] = from += mutate_below(m, (len - from) / (mutate_one_in(m, 2)
                                                          ? 1 : 4) + 1);
    return count;
}

/* The length of the longest prefix, but "", that locus_parse() takes. */
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

    set_up_machine(locus_grammar_name(grammar));
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

/* What the machine of prose says, and the brackets that it has open then. */
struct prose_match {
    struct matched matched;
    uint32_t open[BRACKET_COUNT];
};

static int same_prose(struct prose_match a, struct prose_match b)
{
    return same_match(a.matched, b.matched)
        && memcmp(a.open, b.open, sizeof a.open) == 0;
}

/* Reads the text in pieces, as match_pieces() does, with `open` brackets of
   each kind before it. */
static struct prose_match text_pieces(const struct kernel *kernel,
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
        result.matched.alive = kernel->scanner->unquoted(&prose, piece + end);
        result.matched.at = (size_t)(prose.match.at - piece);
        result.matched.last = (size_t)(prose.match.last - piece);
    }
    if (prose.has_opened)
        memcpy(result.open, prose.open, sizeof result.open);
    return result;
}

/* Every kernel ends the text at the same byte. */
static void text_all(struct prose_match wanted, uint32_t open, uint32_t quoted,
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
        /* No mark stops the URL, or some do, or all. */
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

/* What the machine of URLs after an opening mark says. */
struct quote {
    struct matched matched;        /* `last` is the partner's place, 0 if none */
    uint32_t depth;
    uint32_t plausible;
};

static struct quote quoted_pieces(const struct kernel *kernel, uint32_t partners,
                                  const unsigned char *text, size_t len,
                                  const size_t *ends, size_t count)
{
    struct quote result = { .matched = { 0, 0, 1 } };
    struct locus_quoted quoted = { .partners = partners };

    for (size_t i = 0; i <= count && result.matched.alive; i++) {
        const size_t end = i < count ? ends[i] : len;
        const unsigned char *piece = guard_after(&guard, text, end);

        quoted.at = piece + result.matched.at;
        result.matched.alive = kernel->scanner->quoted(&quoted, piece + end);
        result.matched.at = (size_t)(quoted.at - piece);
        if (quoted.partner)
            result.matched.last = (size_t)(quoted.partner - piece);
    }
    result.depth = quoted.depth;
    result.plausible = quoted.plausible;
    return result;
}

static int same_quote(struct quote a, struct quote b)
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
        /* One partner, as nearly always, or some, or none. */
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

/* A text at every place in a cache line, among bytes that would go on with it:
   what lies around it does not matter. */
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

/* ------------------------------------------------------------------------
 * Runs of every length, from every state that has one: nothing is random
 * ------------------------------------------------------------------------ */

enum { RUN_MAX = 300, BLOCK = 64 };

/* What may stand within a run, or end it. */
static const struct {
    const char *bytes;
    size_t len;
} interruptions[] = {
    { "", 0 }, { "%41", 3 }, { "%fF%0a", 6 }, { "%4", 2 }, { "%", 1 },
    { "%4g", 3 }, { "%g4", 3 }, { "%%41", 4 }, { "\x80", 1 }, { "\xff", 1 },
    { "\0", 1 }, { " ", 1 }, { "/", 1 }, { "@", 1 },
};

enum { INTERRUPTIONS = sizeof interruptions / sizeof interruptions[0] };

/* And so much of the run after it. */
static const size_t lengths_behind[] = { 0, 1, 2, 66 };

enum { LENGTHS_BEHIND = sizeof lengths_behind / sizeof lengths_behind[0] };

/* What fills the runs of a state. */
struct fills {
    size_t count;
    struct {
        unsigned char bytes[3];
        size_t len;
    } fill[3];
};

/* The least and the greatest byte of the state's run, and a triple if that
   leads back to it. */
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

/* The way to the state, `n` bytes of its run, an interruption, more of the
   run. */
static void judge_run(judge_function *judge_text,
                      const struct interpret_way *way,
                      const struct fills *fills, size_t f, size_t n,
                      size_t interruption, size_t behind)
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
    for (size_t i = 0; i < lengths_behind[behind]; i++)
        text[len++] = fills->fill[f].bytes[i % period];
    judge_text(text, len, interrupted);
}

/* Every length of every run; near the edges of blocks with every interruption
   and every length after it, elsewhere with one after the other. */
static void judge_runs(judge_function *judge_text)
{
    static struct interpret_way ways[INTERPRET_STATES];
    const size_t all = INTERRUPTIONS * LENGTHS_BEHIND;
    /* The next run has the next ones. */
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
                              turn / INTERRUPTIONS % LENGTHS_BEHIND);
                    turn++;
                }
            }
    }
    ck_assert_uint_gt(states, 0);
}

static const struct locus_grammar *judged_grammar;

/* Whole, and in two pieces that meet in and around the interruption. */
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
    set_up_machine(locus_grammar_name(judged_grammar));
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
    set_up_machine("unquoted");
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
    set_up_machine("quoted");
    judge_runs(judge_quote);
}
END_TEST

/* ------------------------------------------------------------------------
 * Parts of every length
 * ------------------------------------------------------------------------ */

enum {
    WEB = 1 << INDEX_web,
    URI = 1 << INDEX_rfc3986 | 1 << INDEX_rfc3986_reference,
    URL = 1 << INDEX_rfc1738,
    ALL = WEB | URI | URL
};

/* A part that is made longer and longer, by a byte or a triple at a time. It is
   valid in `grammars` from `least` of them on, and then all of the fill and
   `more` bytes before it. */
static const struct growing {
    unsigned grammars;
    enum locus_part part;
    const char *before;
    const char *fill;
    const char *behind;
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

/* What comes at the end of a part that was built: "mailto:aaa@h" is all of its
   address. */
static size_t part_goes_on(const struct growing *g)
{
    switch (g->part) {
    case LOCUS_ADDRESS:
    case LOCUS_ARTICLE:
        return strlen(g->behind);
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

/* Where the part begins before its fill. */
static size_t part_begins(const struct growing *g)
{
    const char *bracket = strchr(g->before, '[');

    return bracket ? (size_t)(bracket - g->before)
                   : strlen(g->before) - g->more;
}

/* Every kernel says the same of the text and all that is cut off from it, and
   where it is known, what it is. */
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
        memcpy(text + len, g->behind, strlen(g->behind));
        /* Half a triple, or half a label, is another text. */
        judge_growing(g, text, len + strlen(g->behind), n,
                      n % period == 0 && n / period >= g->least);
        /* Without what is after, and so with every length in all. */
        judge_growing(g, text, len, n, 0);
    }
}
END_TEST

/* ------------------------------------------------------------------------
 * Corpora: a log that is here, and what lies beside the project, if it does
 * ------------------------------------------------------------------------ */

static const char *const corpora[] = {
    "demo/access.log",
    "../shared/data/access-combined.log",
    "../shared/data/urls-web.txt",
};

/* The file, opened from the source directory; NULL if there is none. */
static FILE *open_corpus(const char *name)
{
    const char *srcdir = getenv("srcdir");
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", srcdir ? srcdir : ".", name);
    return fopen(path, "r");
}

START_TEST(lines_of_corpora_have_the_same_parts)
{
    FILE *file = open_corpus(corpora[_i]);
    uint64_t left = mutations(1);
    char *line = NULL;
    size_t size = 0;
    ssize_t len;

    if (!file) {
        printf("skipped: no %s\n", corpora[_i]);
        /* The first one is part of the project. */
        ck_assert_int_gt(_i, 0);
        return;
    }
    while (left-- > 0 && (len = getline(&line, &size, file)) > 0) {
        const unsigned char *text = (const unsigned char *)line;

        len -= line[len - 1] == '\n';
        for (int g = 0; g < grammar_count(); g++)
            if (locus_has_grammar(grammar_at(g)))
                parse_all(grammar_at(g), 0, text, (size_t)len);
    }
    free(line);
    fclose(file);
}
END_TEST

/* ------------------------------------------------------------------------
 * Scans
 * ------------------------------------------------------------------------ */

enum { STREAM_MAX = 4096, FOUND_MAX = STREAM_MAX };

struct found_list {
    size_t count;
    struct locus_found found[FOUND_MAX];
};

/* How a stream is scanned. */
struct scan_way {
    const struct locus_grammar *grammar;
    const struct locus_context *context;
    const char *const *schemes;
    size_t scheme_count;
};

/* Scans a stream as locus.h shows, and gives what was found. `m` decides how
   much comes at a time; without it all comes at once. Without a kernel, those
   of the library take turns. */
static void scan_stream(struct found_list *list,
                        const struct kernel *kernel,
                        const struct scan_way *way,
                        const unsigned char *stream, size_t len,
                        struct mutate *m)
{
    struct locus_scan scan;
    size_t base = 0, end = m ? 0 : len, turn = 0;

    list->count = 0;
    ck_assert_int_eq(locus_scan_init(&scan, way->grammar, way->context), 0);
    scan.schemes = way->schemes;
    scan.scheme_count = way->scheme_count;
    for (;;) {
        const unsigned char *window =
            guard_after(&guard, stream + base, end - base);
        struct locus_found found;

        ck_assert_uint_eq(scan.base, base);
        while (searcher_of(kernel ? kernel : kernels[turn++ % kernel_count], way->context)
                   ->next(&scan, (const char *)window, end - base, end == len, &found) == 1) {
            ck_assert_uint_lt(list->count, FOUND_MAX);
            ck_assert_uint_eq(found.offset, base + found.off);
            ck_assert_uint_gt(found.len, 0);
            ck_assert_uint_le(found.off + found.len, end - base);
            list->found[list->count++] = found;
        }
        if (end == len)
            return;
        ck_assert_uint_le(scan.drop, end - base);
        base += scan.drop;
        end += mutate_below(m, (len - end) / (mutate_one_in(m, 3) ? 1 : 64)
                               + 2);
        if (end > len)
            end = len;
    }
}

static int same_list(const struct found_list *a, const struct found_list *b)
{
    if (a->count != b->count)
        return 0;
    for (size_t i = 0; i < a->count; i++)
        if (a->found[i].offset != b->found[i].offset
            || a->found[i].len != b->found[i].len)
            return 0;
    return 1;
}

/* URLs, whole and damaged, and what stands between them. */
static size_t make_stream(struct mutate *m, unsigned char *stream)
{
    static const char *const between[] = {
        " ", "\n", "\"", " (", ") ", "[", "](", "'", "' ", "<URL:", "> ", ", ",
        ". ", "; ", "1", "x", "://", ":", "www.", "\t", "\xe2\x80\x9c",
        "\xe2\x80\x9d", "\xc2\xab", "\xc2\xbb", "\xe3\x80\x8c", "\xe3\x80\x8d",
        "\xef\xbd\x9c", "see: ", "\r\n", "a:b:c ", "|",
    };
    const size_t urls = mutate_below(m, 13);
    size_t len = 0;

    for (size_t i = 0; i <= urls; i++) {
        for (size_t n = mutate_below(m, 4); n > 0; n--) {
            const char *piece = MUTATE_PICK(m, between);

            memcpy(stream + len, piece, strlen(piece));
            len += strlen(piece);
        }
        len += mutate_url(m, mutate_grammar(m), stream + len);
    }
    return len;
}

/* Whether the machine is built in that a scan with this grammar uses. */
static int can_scan(const struct locus_grammar *grammar)
{
    return locus_has_grammar(grammar)
        && (grammar != locus_rfc3986_reference || locus_has_grammar(locus_rfc3986));
}

START_TEST(corpora_have_the_same_urls)
{
    const struct locus_grammar *const grammar = grammar_at(_i);

    if (!can_scan(grammar))
        return;
    for (size_t c = 0; c < sizeof corpora / sizeof corpora[0]; c++) {
        static struct found_list whole, list;
        unsigned char stream[STREAM_MAX];
        FILE *file = open_corpus(corpora[c]);
        uint64_t left = mutations(STREAM_MAX / 64);
        size_t len;

        while (file && left-- > 0
               && (len = fread(stream, 1, sizeof stream, file)) > 0)
            for (int context = 0; context < context_count(); context++) {
                const struct scan_way way = { grammar, context_at(context), NULL, 0 };

                scan_stream(&whole, other, &way, stream, len, NULL);
                for (size_t k = 0; k < kernel_count; k++) {
                    scan_stream(&list, kernels[k], &way, stream, len, NULL);
                    if (!same_list(&whole, &list))
                        differ("other URLs", kernels[k]->name, grammar, 0,
                               stream, len);
                }
            }
        if (file)
            fclose(file);
    }
}
END_TEST

START_TEST(scans_find_the_same)
{
    static const char *const schemes[] = { "http", "https", "ftp:", "news" };
    const struct locus_grammar *const grammar = grammar_at(_i);
    const struct locus_grammar *const used = grammar == locus_rfc3986_reference ? locus_rfc3986 : grammar;
    const uint64_t n = mutations(200);

    if (!can_scan(grammar))
        return;
    set_up_machine(locus_grammar_name(used));
    for (uint64_t i = 0; i < n; i++) {
        static struct found_list whole, list;
        unsigned char stream[STREAM_MAX];
        const uint64_t seed = first_seed() + i;
        struct scan_way way = { grammar, locus_raw, NULL, 0 };
        struct mutate m;
        size_t len;

        mutate_seed(&m, seed);
        len = make_stream(&m, stream);
        if (mutate_one_in(&m, 2))
            way.context = locus_text;
        if (mutate_one_in(&m, 2)) {
            way.schemes = schemes;
            way.scheme_count = sizeof schemes / sizeof schemes[0];
        }

        scan_stream(&whole, other, &way, stream, len, NULL);
        scan_stream(&list, other, &way, stream, len, &m);
        if (!same_list(&whole, &list))
            differ("other URLs in pieces", other->name, grammar, seed, stream,
                   len);
        for (size_t k = 0; k < kernel_count; k++) {
            scan_stream(&list, kernels[k], &way, stream, len, NULL);
            if (!same_list(&whole, &list))
                differ("other URLs", kernels[k]->name, grammar, seed, stream,
                       len);
            scan_stream(&list, kernels[k], &way, stream, len, &m);
            if (!same_list(&whole, &list))
                differ("other URLs in pieces", kernels[k]->name, grammar,
                       seed, stream, len);
        }
        scan_stream(&list, NULL, &way, stream, len, &m);
        if (!same_list(&whole, &list))
            differ("other URLs in pieces", "in turns", grammar, seed, stream,
                   len);

        for (size_t k = 0; k < whole.count; k++) {
            const unsigned char *url = stream + whole.found[k].offset;
            const size_t found = whole.found[k].len;
            const size_t rest = len - (size_t)whole.found[k].offset;

            const int valid = interpret(&machine, url, found).valid;

            /* Or its authority fails, and it runs on. */
            if (!valid && !prose_is_url((const char *)url, found, used))
                differ("what was found is not valid", other->name, grammar,
                       seed, stream, len);
            /* RFC 1738's and RFC 1630's are given up after 256 bytes. */
            if (way.context == locus_raw && valid
                && (rest < 256 || (grammar != locus_rfc1738 && grammar != locus_rfc1630))
                && found != interpret(&machine, url, rest).longest)
                differ("what was found is not the longest", other->name,
                       grammar, seed, stream, len);
        }
    }
}
END_TEST

/* What a scan begins with is what the grammar says of bytes, whichever kernel
   asks it. */
START_TEST(kernels_begin_a_scan_alike)
{
    for (int g = 0; g < grammar_count(); g++)
        for (int context = 0; context < context_count(); context++) {
            struct locus_scan first, scan;

            if (!can_scan(grammar_at(g)))
                continue;
            for (size_t k = 0; k < kernel_count; k++) {
                memset(&scan, 0xaa, sizeof scan);
                ck_assert_int_eq(locus_use_kernel(kernels[k]->name), 0);
                ck_assert_int_eq(locus_scan_init(&scan, grammar_at(g),
                                                 context_at(context)), 0);
                if (k == 0)
                    memcpy(&first, &scan, sizeof first);
                ck_assert_mem_eq(&scan, &first, sizeof scan);
            }
        }
}
END_TEST

static const char *const only_http[] = { "http" };
static const char *const letters[] = { "data:", "xyz:" };
static const char *const only_x9[] = { "x9:" };

/* The ways to look for a ":": where none without "//" counts, those after a
   letter, and all. */
static const struct {
    const struct locus_context *const *context;
    const char *const *schemes;
    size_t scheme_count;
} colon_ways[] = {
    { &locus_raw, NULL, 0 },
    { &locus_text, NULL, 0 },
    { &locus_raw, only_http, 1 },
    { &locus_text, only_http, 1 },
    { &locus_raw, letters, 2 },
    { &locus_text, letters, 2 },
    { &locus_raw, only_x9, 1 },
    { &locus_text, only_x9, 1 },
};

/* Scans one window to its end by a kernel. Returns how many URLs there were,
   the first and the last of them, and the scan as it is then. */
static size_t scan_window(const struct kernel *kernel,
                          const unsigned char *window, size_t len, int end,
                          struct locus_scan *scan, struct locus_found found[2])
{
    size_t count = 0;
    struct locus_found next;

    memset(found, 0, 2 * sizeof *found);
    while (searcher_of(kernel, scan->internal.context)
               ->next(scan, (const char *)window, len, end, &next) == 1)
        found[count++ != 0] = next;
    return count;
}

/* Every kernel finds the same in the window, and is in the same state after
   it. Returns how many URLs there are. */
static size_t scan_all(const struct locus_scan *begun,
                       const unsigned char *window, size_t len, int end)
{
    struct locus_found found[2], wanted_found[2];
    struct locus_scan scan, wanted_scan;
    size_t wanted;

    memcpy(&wanted_scan, begun, sizeof wanted_scan);
    wanted = scan_window(other, window, len, end, &wanted_scan, wanted_found);
    for (size_t k = 0; k < kernel_count; k++) {
        memcpy(&scan, begun, sizeof scan);
        if (scan_window(kernels[k], window, len, end, &scan, found) != wanted
            || memcmp(found, wanted_found, sizeof found) != 0
            || memcmp(&scan, &wanted_scan, sizeof scan) != 0)
            differ("other URLs in a window", kernels[k]->name, locus_web, 0,
                   window, len);
    }
    return wanted;
}

/* A ":" at every offset of windows of every length, with and without a scheme
   before it and "//" after it, alone and after others. Without the long tests not of
   all that are longer than a block. */
START_TEST(colons_everywhere)
{
    enum { WINDOW_MAX = 200 };
    static const char *const before[] = {
        "", "x9", "http", "data", "DATA", "xyz", "XYZ", "mailto", "[", "@",
        "\xe1", "://://a",
    };
    static const char *const behind[] = { ":", ":/", "://", "://x" };
    static const unsigned char fills[] = { ' ', ':', '/' };
    const size_t step = long_tests() ? 1 : 13;
    struct locus_scan scan;
    size_t found = 0;

    ck_assert_int_eq(locus_scan_init(&scan, locus_web, *colon_ways[_i].context), 0);
    scan.schemes = colon_ways[_i].schemes;
    scan.scheme_count = colon_ways[_i].scheme_count;
    for (size_t len = 0; len <= WINDOW_MAX; len += len <= BLOCK ? 1 : step)
        for (size_t colon = 0; colon < len; colon++)
            for (size_t b = 0; b < sizeof before / sizeof before[0]; b++)
                for (size_t a = 0; a < sizeof behind / sizeof behind[0]; a++) {
                    /* All pairs with each fill, one after the other. */
                    const size_t turn = len + colon + b + a;
                    unsigned char *window =
                        turn % 2 ? guard_after(&guard, NULL, len)
                                 : guard_before(&guard, NULL, len);
                    const size_t n = strlen(before[b]);
                    const size_t more = strlen(behind[a]);
                    const size_t left = len - colon;

                    memset(window, fills[turn / 2 % sizeof fills], len);
                    /* What does not fit stands outside the window. */
                    if (n <= colon)
                        memcpy(window + colon - n, before[b], n);
                    else
                        memcpy(window, before[b] + (n - colon), colon);
                    memcpy(window + colon, behind[a],
                           more < left ? more : left);
                    found += scan_all(&scan, window, len, turn / 6 % 2 != 0);
                }
    /* That there was something to find. */
    ck_assert_uint_gt(found, 1000);
}
END_TEST

/* Seconds for one test; CK_TIMEOUT_MULTIPLIER multiplies it. A machine that
   skips backwards never ends. */
enum { LIMIT = 600 };

/* A test that is told its grammar, for each that is built in. */
static void add_for_each_grammar(TCase *tcase, const TTest *test)
{
    for (int g = 0; g < grammar_count(); g++)
        if (locus_has_grammar(grammar_at(g)))
            tcase_add_loop_test(tcase, test, g, g + 1);
}

int main(void)
{
    Suite *suite = suite_create("runs");
    TCase *whole = tcase_create("whole texts");
    TCase *prefixes = tcase_create("prefixes and pieces");
    TCase *lengths = tcase_create("runs of every length");
    TCase *scans = tcase_create("scans");

    set_up_kernels();
    tcase_set_timeout(whole, LIMIT);
    tcase_add_test(whole, the_other_is_another);
    add_for_each_grammar(whole, mutations_have_the_same_parts);
    add_for_each_grammar(whole, mutations_fail_where_the_machine_dies);
    tcase_add_loop_test(whole, lines_of_corpora_have_the_same_parts, 0,
                        (int)(sizeof corpora / sizeof corpora[0]));
    suite_add_tcase(suite, whole);

    tcase_set_timeout(prefixes, LIMIT);
    add_for_each_grammar(prefixes, prefixes_are_the_longest);
    tcase_add_test(prefixes, prose_ends_a_url_at_the_same_byte);
    tcase_add_test(prefixes, quotes_end_a_url_at_the_same_byte);
    add_for_each_grammar(prefixes, texts_lie_anywhere);
    suite_add_tcase(suite, prefixes);

    tcase_set_timeout(lengths, LIMIT);
    add_for_each_grammar(lengths, runs_of_every_length);
    tcase_add_test(lengths, runs_of_every_length_in_prose);
    tcase_add_test(lengths, runs_of_every_length_in_quotes);
    tcase_add_loop_test(lengths, parts_of_every_length, 0,
                        (int)(sizeof growing / sizeof growing[0]));
    suite_add_tcase(suite, lengths);

    tcase_set_timeout(scans, LIMIT);
    add_for_each_grammar(scans, scans_find_the_same);
    add_for_each_grammar(scans, corpora_have_the_same_urls);
    tcase_add_test(scans, kernels_begin_a_scan_alike);
    if (locus_has_grammar(locus_web))
        tcase_add_loop_test(scans, colons_everywhere, 0,
                            (int)(sizeof colon_ways / sizeof colon_ways[0]));
    suite_add_tcase(suite, scans);

    return run_suite(suite);
}
