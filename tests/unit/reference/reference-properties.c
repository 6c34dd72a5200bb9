/* SPDX-License-Identifier: MIT
 *
 * Properties of references and normal forms, over texts that resemble URLs.
 */
#include <stdio.h>
#include <string.h>

#include "support/environment.h"
#include "support/grammars.h"
#include "support/mutate.h"
#include "unit/reference/resolve-oracle.h"
#include "unit/reference/resolve-texts.h"
#include "unit/reference/test-resolve.h"

static uint64_t how_many(void)
{
    return texts_to_try(200000);
}

static uint64_t first_seed(void)
{
    return from_environment("LOCUS_TEST_SEED", 1);
}

/* Prints the texts and fails. */
void wrong(const char *what, struct text a, struct text b, struct text c)
{
    fprintf(stderr, "%s: ", what);
    mutate_print(stderr, (const unsigned char *)a.bytes, a.len);
    fputs("\n  ", stderr);
    mutate_print(stderr, (const unsigned char *)b.bytes, b.len);
    fputs("\n  ", stderr);
    mutate_print(stderr, (const unsigned char *)c.bytes, c.len);
    fputc('\n', stderr);
    ck_abort_msg("%s", what);
}

char buffers[4][4096];

/* The answer to the question, in buffers[i]. */
struct text answer_of(const struct question *q, int i, int *result)
{
    struct text text = { buffers[i], 0 };

    *result = ask(q, text.bytes, sizeof buffers[i], &text.len);
    ck_assert_int_ne(*result, LOCUS_ERROR_SPACE);
    return text;
}

/* Resolution follows the RFC's wording, and resolving the result again does not change
   it. */
START_TEST(resolve_as_the_oracle)
{
    struct mutate m;
    char base[TEXT], ref[TEXT];

    mutate_seed(&m, first_seed());
    for (unsigned long i = 0; i < how_many(); i++) {
        struct question q = { .what = RESOLVE };
        struct text got, want = { buffers[1], 0 };
        int result;

        q.first_text = next_text(&m, base, &q.first, locus_rfc3986);
        q.second_text = next_text(&m, ref, &q.second, locus_rfc3986_reference);
        q.flags = mutate_one_in(&m, 4) ? LOCUS_COMPATIBLE : LOCUS_STRICT;
        got = answer_of(&q, 0, &result);
        ck_assert_int_eq(result, 0);
        want.len = oracle_resolve(want.bytes, &q.first, q.first_text.bytes,
                                  &q.second, q.second_text.bytes,
                                  q.flags == LOCUS_STRICT);
        if (!same_text(got, want))
            wrong("not as the oracle has it", q.first_text, q.second_text, got);
        if (got.len > q.first_text.len + q.second_text.len + 3)
            wrong("longer than promised", q.first_text, q.second_text, got);

        /* An empty path takes the base's path, including its dot-segments. */
        if (q.second.part[LOCUS_PATH].len == 0
            && !locus_has(&q.second, LOCUS_HOST))
            continue;
        q.flags = LOCUS_STRICT;
        q.second_text = got;
        if (locus_parse(&q.second, got.bytes, got.len, locus_rfc3986) != 0)
            wrong("not valid", q.first_text, got, got);
        want = answer_of(&q, 1, &result);
        if (!same_text(got, want))
            wrong("resolved again", q.first_text, got, want);
    }
}
END_TEST

/* Relativizing and then resolving gives the same bytes, and the reference is no longer
   than the target. */
START_TEST(relativize_and_resolve)
{
    const struct locus_grammar *const grammars[] = {
        locus_rfc3986, locus_web, locus_rfc1738, locus_http_url
    };
    struct mutate m;
    char base[TEXT], target[TEXT];
    unsigned long found = 0;

    mutate_seed(&m, first_seed() + 1);
    for (unsigned long i = 0; i < how_many(); i++) {
        const struct locus_grammar *const grammar = MUTATE_PICK(&m, grammars);
        struct question q = { .what = RELATIVIZE };
        struct text got, back, want;
        int result;

        q.first_text = next_text(&m, base, &q.first, grammar);
        want = mutate_one_in(&m, 4)
            ? next_text(&m, target, &q.second, grammar)
            : near_text(&m, q.first_text, target, &q.second, grammar);
        q.second_text = want;
        got = answer_of(&q, 0, &result);
        if (result != 0) {
            ck_assert_int_eq(result, LOCUS_ERROR_TARGET);
            continue;
        }
        found++;
        if (got.len > q.second_text.len)
            wrong("longer than the target", q.first_text, q.second_text, got);
        q.what = RESOLVE;
        if (parse_reference(&q.second, got, grammar) != 0)
            wrong("no reference", q.first_text, q.second_text, got);
        q.second_text = got;
        back = answer_of(&q, 1, &result);
        ck_assert_int_eq(result, 0);
        if (!same_text(back, want))
            wrong("not back", q.first_text, got, back);
    }
    ck_assert_uint_gt(found, how_many() / 3);
}
END_TEST

START_TEST(normalize_as_the_oracle)
{
    struct mutate m;
    char text[TEXT];

    mutate_seed(&m, first_seed() + 2);
    for (unsigned long i = 0; i < how_many(); i++) {
        const struct locus_grammar *const grammar =
            grammar_at((int)mutate_below(&m, (uint32_t)grammar_count()));
        const unsigned steps =
            mutate_one_in(&m, 2) ? LOCUS_STEPS_ALL
                                 : (unsigned)mutate_below(&m,
                                                          LOCUS_STEPS_ALL + 1);
        struct question q = { .what = NORMALIZE, .flags = steps };
        struct locus_url url;
        struct text got, again, want = { buffers[2], 0 };
        uint32_t allowed = 0;
        int result;

        q.first_text = next_text(&m, text, &q.first, grammar);
        url = q.first;
        got = answer_of(&q, 0, &result);
        ck_assert_int_eq(result, 0);
        if (got.len > q.first_text.len + 32)
            wrong("longer than promised", q.first_text, got, got);

        /* The same parts. */
        if (locus_parse(&q.first, got.bytes, got.len, grammar) != 0)
            wrong("not valid", q.first_text, got, got);
        if (q.first.form != url.form)
            wrong("another form", q.first_text, got, got);
        if (steps & LOCUS_STEP_PORT)
            allowed |= 1u << LOCUS_PORT;
        if (steps & LOCUS_STEP_PATH
            && (grammar == locus_rfc1738 || grammar == locus_rfc1630))
            allowed |= 1u << LOCUS_PATH;
        if ((q.first.present ^ url.present) & ~allowed)
            wrong("other parts", q.first_text, got, got);

        /* A second time changes nothing. */
        want = q.first_text;
        q.first_text = got;
        again = answer_of(&q, 1, &result);
        if (!same_text(got, again))
            wrong("not idempotent", want, got, again);
        if (compare_hard(&url, want, &q.first, got, steps) != 0)
            wrong("not equal to its normal form", want, got, got);

        if (grammar == locus_rfc3986 || grammar == locus_rfc3986_reference) {
            struct text oracle = { buffers[2], 0 };

            oracle.len = oracle_normalize(oracle.bytes, &url, want.bytes,
                                          steps);
            if (!same_text(got, oracle))
                wrong("not as the oracle has it", want, got, oracle);
        }
    }
}
END_TEST

/* Comparing URLs is the same as comparing their normal forms. */
START_TEST(compare_as_normalize)
{
    struct mutate m;
    char a[TEXT], b[TEXT];
    unsigned long equal = 0;

    mutate_seed(&m, first_seed() + 3);
    for (unsigned long i = 0; i < how_many(); i++) {
        const struct locus_grammar *const grammar =
            grammar_at((int)mutate_below(&m, (uint32_t)grammar_count()));
        const unsigned steps =
            mutate_one_in(&m, 2) ? LOCUS_STEPS
                                 : (unsigned)mutate_below(&m,
                                                          LOCUS_STEPS_ALL + 1);
        struct question q = { .what = NORMALIZE, .flags = steps };
        struct question r = { .what = NORMALIZE, .flags = steps };
        struct text x, y;
        int result, order;

        q.first_text = next_text(&m, a, &q.first, grammar);
        r.first_text = near_text(&m, q.first_text, b, &r.first, grammar);
        x = answer_of(&q, 0, &result);
        y = answer_of(&r, 1, &result);
        order = memcmp(x.bytes, y.bytes, x.len < y.len ? x.len : y.len);
        if (order == 0)
            order = (x.len > y.len) - (x.len < y.len);
        if (sign(order) != sign(compare_hard(&q.first, q.first_text, &r.first,
                                             r.first_text, steps)))
            wrong("compared otherwise", q.first_text, r.first_text, x);
        equal += order == 0;
    }
    /* Both outcomes must have occurred. */
    ck_assert_uint_gt(equal, how_many() / 20);
    ck_assert_uint_lt(equal, how_many() - how_many() / 20);
}
END_TEST

/* Tries every text shorter than `len`. Returns whether one of them resolves to the
   target. */
static bool shorter_exists(struct question *q, size_t len, struct text target,
                           char *found, size_t *found_len)
{
    static const char alphabet[] = "ab./:?#";
    char text[8];

    for (size_t n = 0; n < len; n++) {
        size_t digit[8] = { 0 };

        for (;;) {
            size_t out, k = 0;

            for (size_t i = 0; i < n; i++)
                text[i] = alphabet[digit[i]];
            q->second_text = (struct text){ text, n };
            if (locus_parse(&q->second, text, n, locus_rfc3986_reference) == 0
                && locus_resolve(buffers[3], sizeof buffers[3], &out,
                                 &q->first, q->first_text.bytes, &q->second,
                                 text, LOCUS_STRICT) == 0
                && out == target.len
                && memcmp(buffers[3], target.bytes, out) == 0) {
                memcpy(found, text, n);
                *found_len = n;
                return true;
            }
            while (k < n && ++digit[k] == sizeof alphabet - 1)
                digit[k++] = 0;
            if (k == n)
                break;
        }
    }
    return false;
}

/* A short URL made of few different letters. */
static struct text small_url(struct mutate *m, char *bytes,
                             struct locus_url *url)
{
    static const char *const begins[] = { "a:", "a:/", "a://a", "a://a/", "b:" };
    struct text text = { bytes, 0 };

    do {
        const char *begin = MUTATE_PICK(m, begins);
        size_t n = mutate_below(m, 8);

        text.len = strlen(begin);
        memcpy(bytes, begin, text.len);
        while (n-- > 0)
            bytes[text.len++] = "ab///..:?#"[mutate_below(m, 10)];
    } while (locus_parse(url, text.bytes, text.len, locus_rfc3986) != 0);
    return text;
}

START_TEST(relativize_is_shortest)
{
    enum { ENUMERATED = 5 };
    struct mutate m;
    char base[32], target[32], found[8];
    const uint64_t pairs = 100 + how_many() / 200;

    mutate_seed(&m, first_seed() + 4);
    for (unsigned long i = 0; i < pairs; i++) {
        struct question q = { .what = RELATIVIZE };
        struct text got, want, shorter = { found, 0 };
        size_t limit = ENUMERATED + (i % 16 == 0);
        int result;

        q.first_text = small_url(&m, base, &q.first);
        want = small_url(&m, target, &q.second);
        q.second_text = want;
        got = answer_of(&q, 0, &result);
        if (result == 0 && got.len < limit)
            limit = got.len;
        if (shorter_exists(&q, limit, want, found, &shorter.len))
            wrong(result == 0 ? "a shorter one exists" : "there is one",
                  q.first_text, want, shorter);
    }
}
END_TEST

TCase *property_tests(void)
{
    TCase *tests = tcase_create("properties");

    tcase_add_test(tests, resolve_as_the_oracle);
    tcase_add_test(tests, relativize_and_resolve);
    tcase_add_test(tests, normalize_as_the_oracle);
    tcase_add_test(tests, compare_as_normalize);
    tcase_add_test(tests, relativize_is_shortest);
    tcase_set_timeout(tests, 3600);
    return tests;
}
