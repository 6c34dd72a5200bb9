/* SPDX-License-Identifier: MIT
 *
 * locus_feed(): however a text is cut, the result is byte for byte that of
 * locus_parse() for the whole, and an error is returned with the piece that makes it
 * certain. Only the feeder is kept between two pieces, and its bytes, too, do not
 * depend on the cuts.
 *
 *     GOLDEN_DIR=...           the golden files, of which only the inputs are used;
 *                              tests/unit/parse/test-golden checks the results
 *     LOCUS_TEST_MUTATIONS=n   mutated texts (default: environment.h), of which this
 *                              test takes a fraction for each grammar
 *     LOCUS_TEST_SEED=n        the seed of the first text (default 1)
 *     LOCUS_TEST_LONG=1        also texts of 4 GiB
 */
#define _GNU_SOURCE 1

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/columns.h"
#include "unit/parse/test-feed.h"
#include "support/golden.h"
#include "support/grammars.h"
#include "locus.h"
#include "support/mutate.h"
#include "support/unit.h"

/* Prints the text and where it was cut, and ends the test. */
static _Noreturn void differ(const char *what, const struct locus_url *whole,
                             const char *text, size_t len, const size_t *ends,
                             size_t count)
{
    const char *grammar =
        locus_grammar_name(locus_url_grammar(whole));

    fprintf(stderr, "%s: %s\n", grammar, what);
    mutate_print(stderr, (const unsigned char *)text, len);
    fprintf(stderr, "\n%zu bytes, cut at", len);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, " %zu", ends[i]);
    fputc('\n', stderr);
    ck_abort_msg("%s: %s", grammar, what);
    abort();                       /* ck_abort_msg() does not return */
}

/* All ways to cut one text */

/* A text, the result of locus_parse() for it, and the feeder after the whole text was
   fed. Feeding in pieces must give the same feeder. */
struct subject {
    const char *text;
    size_t len;
    struct locus_url whole;
    struct locus_feeder feeder;
};

static void cut(const struct subject *s, const size_t *ends, size_t count)
{
    struct locus_feeder feeder;
    const char *wrong = feed_pieces(&feeder, &s->whole, s->text, s->len, ends,
                                    count);

    if (!wrong && memcmp(&feeder, &s->feeder, sizeof feeder) != 0)
        wrong = "the feeder depends on the cuts";
    if (wrong)
        differ(wrong, &s->whole, s->text, s->len, ends, count);
}

static struct subject take(const char *text, size_t len,
                           const struct locus_url *whole)
{
    struct subject s = { .text = text, .len = len, .whole = *whole };
    const char *wrong = feed_pieces(&s.feeder, whole, text, len, NULL, 0);

    if (wrong)
        differ(wrong, whole, text, len, NULL, 0);
    return s;
}

static void cut_in_two(const struct subject *s)
{
    for (size_t at = 0; at <= s->len; at++)
        cut(s, &at, 1);
}

static void cut_in_three(const struct subject *s)
{
    size_t ends[2];

    for (ends[0] = 0; ends[0] <= s->len; ends[0]++)
        for (ends[1] = ends[0]; ends[1] <= s->len; ends[1]++)
            cut(s, ends, 2);
}

/* Byte by byte, with an empty piece before each byte; the result of each prefix is
   checked on the way. */
static void cut_in_bytes(const struct subject *s)
{
    const struct locus_grammar *const grammar = locus_url_grammar(&s->whole);
    struct locus_feeder feeder;

    ck_assert_int_eq(locus_feed_begin(&feeder, grammar), 0);
    for (size_t at = 0; at < s->len; at++) {
        const int empty = feed_expected(&s->whole, s->text, at);
        struct locus_url prefix;
        const char *wrong;

        locus_parse(&prefix, s->text, at, grammar);
        wrong = feed_end(&feeder, &prefix);
        if (!wrong && (feed_piece(&feeder, NULL, 0) != empty
                       || locus_feed(&feeder, NULL, 0) != empty))
            wrong = "another answer to an empty piece";
        if (!wrong && feed_piece(&feeder, s->text + at, 1)
                      != feed_expected(&s->whole, s->text, at + 1))
            wrong = "another answer to a byte";
        if (wrong)
            differ(wrong, &prefix, s->text, s->len, &at, 1);
    }
    if (memcmp(&feeder, &s->feeder, sizeof feeder) != 0)
        differ("the feeder depends on the cuts into bytes", &s->whole, s->text,
               s->len, NULL, 0);
}

/* At each place the feeder is copied twice: one copy continues with the text, one with
   other bytes. The original is overwritten. */
static void cut_copies(const struct subject *s, const char *other,
                       size_t other_len)
{
    const struct locus_grammar *const grammar = locus_url_grammar(&s->whole);
    char *both = malloc(s->len + other_len + 1);

    ck_assert_ptr_nonnull(both);
    for (size_t at = 0; at <= s->len; at++) {
        struct locus_feeder feeder, a, b;
        struct locus_url whole;
        const char *wrong;

        memcpy(both, s->text, at);
        memcpy(both + at, other, other_len);
        locus_parse(&whole, both, at + other_len, grammar);

        locus_feed_begin(&feeder, grammar);
        feed_piece(&feeder, s->text, at);
        a = feeder;
        memcpy(&b, &feeder, sizeof b);
        memset(&feeder, 0xff, sizeof feeder);
        wrong = feed_on(&b, &whole, both, at, at + other_len, NULL, 0);
        if (!wrong)
            wrong = feed_on(&a, &s->whole, s->text, at, s->len, NULL, 0);
        if (wrong)
            differ(wrong, &s->whole, s->text, s->len, &at, 1);
    }
    free(both);
}

/* The golden cases */

/* Texts up to this length are cut in three at all pairs of places. */
enum { SHORT = 40 };

static size_t golden_inputs;

static void try_input(struct text input, unsigned grammars)
{
    static const char other[] = "%2:a@b.c:80/d;type=a?#e";

    for (int g = 0; g < grammar_count(); g++) {
        const struct locus_grammar *const grammar = grammar_at(g);
        struct locus_url whole;
        struct subject s;

        if (!(grammars >> g & 1u) || !locus_has_grammar(grammar))
            continue;
        locus_parse(&whole, input.bytes, input.len, grammar);
        s = take(input.bytes, input.len, &whole);
        cut_in_two(&s);
        if (s.len <= SHORT)
            cut_in_three(&s);
        cut_in_bytes(&s);
        cut_copies(&s, other, sizeof other - 1);
        golden_inputs++;
    }
}

/* Tries the input of a line (tests/unit/parse/test-golden.c); false if it has none. */
static bool try_line(char *line, unsigned *grammars)
{
    const bool grammar = strcmp(next_column(&line), "grammar") == 0;
    char *word = next_column(&line);
    struct text input;

    ck_assert_ptr_nonnull(word);
    if (grammar) {
        *grammars = 0;
        for (; word; word = next_column(&line))
            *grammars |= 1u << grammar_number(locus_grammar_from_name(
                word, strlen(word)));
        return false;
    }
    if (strcmp(word, "\"\"") == 0)
        *word = '\0';
    ck_assert(unescape(&input, word));
    try_input(input, *grammars);
    return true;
}

START_TEST(golden)
{
    struct golden_reader reader = golden_open("urls/*/*.txt");
    char *line;

    while (golden_next_file(&reader)) {
        unsigned grammars = 0;

        while ((line = golden_next_line(&reader)) != NULL)
            reader.cases += try_line(line, &grammars);
    }
    ck_assert_uint_gt(golden_inputs, 100);
    printf("%zu golden cases cut\n", golden_inputs);
}
END_TEST

/* Mutations, against every kernel */

enum { BATCH = 256, CUTS = 12 };

struct mutant {
    char text[MUTATE_MAX];
    size_t len;
    struct locus_url whole;
};

static struct mutant mutants[BATCH];

/* Parses them with every kernel and checks that the results agree. (Switching kernels
   takes longer than parsing a text, so each kernel parses the whole batch.) */
static void parse_mutants(size_t count, const struct locus_grammar *grammar)
{
    const char *kernel;

    for (size_t k = 0; (kernel = locus_kernel_name(k)) != NULL; k++) {
        ck_assert_int_eq(locus_use_kernel(kernel), 0);
        for (size_t i = 0; i < count; i++) {
            struct mutant *m = &mutants[i];
            struct locus_url url;

            locus_parse(&url, m->text, m->len, grammar);
            if (k == 0)
                m->whole = url;
            else if (memcmp(&url, &m->whole, sizeof url) != 0)
                differ(kernel, &m->whole, m->text, m->len, NULL, 0);
        }
    }
}

/* Places in order, close together or not. A repeated place makes an empty piece. */
static size_t some_cuts(struct mutate *m, size_t len, size_t ends[CUTS])
{
    const size_t count = 1 + mutate_below(m, CUTS);
    size_t from = 0;

    for (size_t i = 0; i < count; i++)
        ends[i] = from += mutate_below(m, (len - from)
                                          / (mutate_one_in(m, 2) ? 1 : 8) + 1);
    return count;
}

static void cut_mutants(struct mutate *m, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct mutant *mutant = &mutants[i];
        const struct subject s = take(mutant->text, mutant->len,
                                      &mutant->whole);
        size_t ends[CUTS];

        for (int times = 0; times < 4; times++)
            cut(&s, ends, some_cuts(m, s.len, ends));
        ends[0] = mutate_below(m, s.len + 1);
        cut(&s, ends, 1);
        if (i % 64 == 0) {
            cut_in_two(&s);
            cut_in_bytes(&s);
            cut_copies(&s, mutants[0].text, mutants[0].len);
        }
    }
}

START_TEST(mutations)
{
    const struct locus_grammar *const grammar = grammar_at(_i);
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);
    const uint64_t n = texts_to_try(1000000) / 10 + 1;

    if (!locus_has_grammar(grammar))
        return;
    for (uint64_t at = 0; at < n; at += BATCH) {
        const size_t count = n - at < BATCH ? (size_t)(n - at) : BATCH;
        struct mutate m;

        for (size_t i = 0; i < count; i++) {
            mutate_seed(&m, seed + at + i);
            mutants[i].len = mutate_url(&m, grammar,
                                        (unsigned char *)mutants[i].text);
        }
        parse_mutants(count, grammar);
        cut_mutants(&m, count);
    }
}
END_TEST

/* What the header promises */

static const struct locus_grammar *some_grammar(void)
{
    size_t i = 0;

    while (!locus_has_grammar(locus_grammar_at(i)))
        i++;
    return locus_grammar_at(i);
}

START_TEST(small)
{
    ck_assert_uint_eq(sizeof(struct locus_feeder), 152);
}
END_TEST

START_TEST(no_grammar)
{
    for (int g = -1; g < grammar_count(); g++) {
        const struct locus_grammar *const grammar = grammar_at(g);
        struct locus_feeder feeder;
        struct locus_url url, wanted;

        if (locus_has_grammar(grammar))
            continue;
        memset(&feeder, 0xaa, sizeof feeder);
        ck_assert_int_eq(locus_feed_begin(&feeder, grammar),
                         LOCUS_ERROR_GRAMMAR);
        ck_assert_int_eq(locus_feed(&feeder, "http:", 5), LOCUS_ERROR_GRAMMAR);
        ck_assert_int_eq(locus_feed(&feeder, NULL, 0), LOCUS_ERROR_GRAMMAR);
        ck_assert_int_eq(locus_feed(&feeder, "h", SIZE_MAX),
                         LOCUS_ERROR_GRAMMAR);
        ck_assert_int_eq(locus_feed_finish(&feeder, &url), LOCUS_ERROR_GRAMMAR);
        locus_parse(&wanted, "http:", 5, grammar);
        ck_assert_mem_eq(&url, &wanted, sizeof url);
    }
}
END_TEST

/* An error and its offset persist, whatever is fed after it. locus_feed_begin() resets
   the feeder. */
START_TEST(sticky)
{
    const struct locus_grammar *const grammar = some_grammar();
    struct locus_feeder feeder;
    struct locus_url url;
    int error;

    ck_assert_int_eq(locus_feed_begin(&feeder, grammar), 0);
    ck_assert_int_eq(locus_feed(&feeder, "http://a", 8), 0);
    error = locus_feed(&feeder, "b c", 3);
    ck_assert_int_lt(error, 0);
    ck_assert_int_eq(locus_feed(&feeder, "", 0), error);
    ck_assert_int_eq(locus_feed(&feeder, "http://h/", 9), error);
    ck_assert_int_eq(locus_feed_finish(&feeder, &url), error);
    ck_assert_uint_eq(url.error_offset, 9);
    ck_assert_uint_eq(url.present, 0);

    ck_assert_int_eq(locus_feed_begin(&feeder, grammar), 0);
    ck_assert_int_eq(locus_feed(&feeder, "http://h", 8), 0);
    ck_assert_int_eq(locus_feed_finish(&feeder, &url), 0);
    ck_assert(locus_has(&url, LOCUS_HOST));
}
END_TEST

/* Lengths. The feeder's counter is set close to the limit; LOCUS_TEST_LONG feeds 4 GiB. */

static struct locus_feeder almost_full(uint32_t left)
{
    struct locus_feeder feeder;

    locus_feed_begin(&feeder, some_grammar());
    ck_assert_int_eq(locus_feed(&feeder, "http://h/", 9), 0);
    feeder.internal.length = LOCUS_MAX_LENGTH - left;
    return feeder;
}

static void check_too_long(const struct locus_feeder *feeder)
{
    struct locus_feeder more = *feeder;
    struct locus_url url;
    struct locus_url wanted = { .error = LOCUS_ERROR_TOO_LONG,
                                .grammar = feeder->internal.url.grammar };

    ck_assert_int_eq(locus_feed_finish(feeder, &url), LOCUS_ERROR_TOO_LONG);
    ck_assert_mem_eq(&url, &wanted, sizeof url);
    ck_assert_int_eq(locus_feed(&more, "", 0), LOCUS_ERROR_TOO_LONG);
    ck_assert_int_eq(locus_feed(&more, " ", 1), LOCUS_ERROR_TOO_LONG);
    ck_assert_mem_eq(&more, feeder, sizeof more);
}

START_TEST(longest)
{
    struct locus_feeder feeder = almost_full(3), full;
    struct locus_url url;

    ck_assert_int_eq(locus_feed(&feeder, "abc", 3), 0);
    ck_assert_int_eq(locus_feed(&feeder, "", 0), 0);
    ck_assert_int_eq(locus_feed_finish(&feeder, &url), 0);
    ck_assert_uint_eq(url.part[LOCUS_PATH].off, 8);
    ck_assert_uint_eq(url.part[LOCUS_PATH].len, LOCUS_MAX_LENGTH - 8);

    full = feeder;
    ck_assert_int_eq(locus_feed(&feeder, "d", 1), LOCUS_ERROR_TOO_LONG);
    check_too_long(&feeder);
    ck_assert_int_eq(locus_feed(&full, " ", 1), LOCUS_ERROR_TOO_LONG);
    check_too_long(&full);
}
END_TEST

/* locus_parse() reports a text as too long before it reads a byte. */
START_TEST(too_long_whatever_it_holds)
{
    struct locus_feeder feeder = almost_full(3), failed;
    struct locus_url url;

    failed = feeder;
    ck_assert_int_eq(locus_feed(&feeder, "a b ", 4), LOCUS_ERROR_TOO_LONG);
    check_too_long(&feeder);

    ck_assert_int_lt(locus_feed(&failed, "a b", 3), 0);
    ck_assert_int_ne(locus_feed_finish(&failed, &url), LOCUS_ERROR_TOO_LONG);
    ck_assert_uint_eq(url.error_offset, LOCUS_MAX_LENGTH - 2);
    ck_assert_int_eq(locus_feed(&failed, "b", 1), LOCUS_ERROR_TOO_LONG);
    check_too_long(&failed);
}
END_TEST

START_TEST(too_long_in_one_piece)
{
    struct locus_feeder feeder;

    /* None of its bytes is read. */
    locus_feed_begin(&feeder, some_grammar());
    ck_assert_int_eq(locus_feed(&feeder, "h",
                                (size_t)((uint64_t)LOCUS_MAX_LENGTH + 1)),
                     LOCUS_ERROR_TOO_LONG);
    check_too_long(&feeder);
    locus_feed_begin(&feeder, some_grammar());
    ck_assert_int_eq(locus_feed(&feeder, "h", SIZE_MAX), LOCUS_ERROR_TOO_LONG);
    check_too_long(&feeder);
}
END_TEST

/* 4 GiB: a mapping that repeats a block, fed in pieces and parsed whole */

enum { BLOCK = 1 << 20 };

static const uint64_t huge = UINT64_C(1) << 32;

/* 4 GiB of the block's bytes; NULL if there is not enough address space. */
static char *map_block(const char *block)
{
    const int fd = memfd_create("block", 0);
    char *all = mmap(NULL, (size_t)huge, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (fd < 0 || all == MAP_FAILED || write(fd, block, BLOCK) != BLOCK)
        return NULL;
    for (uint64_t at = 0; at < huge; at += BLOCK)
        if (mmap(all + at, BLOCK, PROT_READ, MAP_SHARED | MAP_FIXED, fd, 0)
            == MAP_FAILED)
            return NULL;
    close(fd);
    return all;
}

/* Feeds text[0..len), whose bytes repeat, and compares the result with
   locus_parse(). */
static void feed_huge(const char *text, uint64_t len)
{
    struct locus_feeder feeder;
    struct locus_url whole;
    const char *wrong;
    uint64_t at = 0;

    locus_feed_begin(&feeder, some_grammar());
    while (at < len) {
        /* The cuts fall at different places in the block. */
        const uint64_t next = len - at < BLOCK - 77 ? len - at : BLOCK - 77;

        locus_feed(&feeder, text + at, (size_t)next);
        at += next;
    }
    locus_parse(&whole, text, (size_t)len, some_grammar());
    wrong = feed_end(&feeder, &whole);
    ck_assert_msg(!wrong, "%llu bytes: %s", (unsigned long long)len, wrong);
}

START_TEST(four_gigabytes)
{
    static const uint64_t lengths[] = {
        UINT64_C(0x80000000), UINT64_C(0xfffffffe), UINT64_C(0xffffffff),
    };
    static char block[BLOCK];
    char *text;

    memset(block, 'a', sizeof block);
    memcpy(block, "h:/%20", 6);
    text = map_block(block);
    if (!text) {
        printf("4 GiB of addresses: none here, not tested\n");
        return;
    }
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        feed_huge(text, lengths[i]);
    munmap(text, (size_t)huge);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("feed");
    TCase *feed = tcase_create("feed");

    tcase_set_timeout(feed, 3600);
    tcase_add_test(feed, golden);
    tcase_add_loop_test(feed, mutations, 0, grammar_count());
    tcase_add_test(feed, small);
    tcase_add_test(feed, no_grammar);
    tcase_add_test(feed, sticky);
    tcase_add_test(feed, longest);
    tcase_add_test(feed, too_long_whatever_it_holds);
    if (SIZE_MAX > LOCUS_MAX_LENGTH)
        tcase_add_test(feed, too_long_in_one_piece);
    if (SIZE_MAX > LOCUS_MAX_LENGTH && long_tests())
        tcase_add_test(feed, four_gigabytes);
    suite_add_tcase(suite, feed);
    return run_suite(suite);
}
