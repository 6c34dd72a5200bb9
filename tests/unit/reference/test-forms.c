/* SPDX-License-Identifier: MIT
 *
 * References and normal forms: sections 5 and 6 of locus.h.
 *
 * The golden cases are the .txt files of tests/golden/forms, one case a line,
 * its columns separated by blanks and written as test-golden.c has them (\s \t
 * \n \r \xHH \\ \#, and "" for an empty text):
 *
 *     grammar NAME ...               for the lines below; each is a case for
 *                                    each of them
 *     base URL                       for the lines below
 *     resolve REFERENCE URL          RFC 3986 5.2, strict
 *     compatible REFERENCE URL       with 5.2.2's option
 *     differs REFERENCE THEIRS URL   an older RFC's result, which is not ours
 *     relativize URL REFERENCE       and it resolves back
 *     steps NAME ...                 for the lines below
 *     normalize URL URL
 *     equal URL URL
 *     unequal URL URL
 *
 * In place of a result there may be the name of an error. Each result is asked
 * for with every size of buffer from 0 to 3 more than it needs, between pages
 * that cannot be touched, the texts too.
 *
 * The properties hold of as many generated texts as LOCUS_TEST_MUTATIONS says.
 * What resolution and normal forms should be is there computed by an oracle,
 * which follows RFC 3986's words and uses as much memory as it likes.
 */
#define _DEFAULT_SOURCE 1

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/columns.h"
#include "support/golden.h"
#include "support/grammars.h"
#include "support/guard.h"
#include "locus.h"
#include "support/mutate.h"
#include "support/unit.h"

/* What a function is asked, so that it can be asked again and again. */
struct question {
    enum {
        RESOLVE,
        RELATIVIZE,
        NORMALIZE
    } what;
    unsigned flags;                /* or steps */
    struct locus_url first;
    struct text first_text;        /* the base, or the URL */
    struct locus_url second;
    struct text second_text;       /* the reference or target */
};

static int ask(const struct question *q, char *buf, size_t size, size_t *len)
{
    switch (q->what) {
    case RESOLVE:
        return locus_resolve(buf, size, len, &q->first, q->first_text.bytes,
                             &q->second, q->second_text.bytes, q->flags);
    case RELATIVIZE:
        return locus_relativize(buf, size, len, &q->first,
                                q->first_text.bytes, &q->second,
                                q->second_text.bytes);
    case NORMALIZE:
        break;
    }
    return locus_normalize(buf, size, len, &q->first, q->first_text.bytes,
                           q->flags);
}

/* ------------------------------------------------------------------------
 * Dangerous places
 * ------------------------------------------------------------------------ */

static struct guard first_guard, second_guard, result_guard;

static struct text at_guard(struct guard *guard, struct text text)
{
    text.bytes = guard_after(guard, text.bytes, text.len);
    return text;
}

/* Asks with every size, and demands the same answer. The answer is the
   caller's to free. */
static int ask_hard(const struct question *question, struct text *answer)
{
    struct question q = *question;
    size_t needed = SIZE_MAX;
    size_t len;
    int result;

    q.first_text = at_guard(&first_guard, q.first_text);
    q.second_text = at_guard(&second_guard, q.second_text);
    result = ask(&q, NULL, 0, &needed);
    *answer = (struct text){ malloc(needed + 1), needed };
    if (result != 0 && result != LOCUS_ERROR_SPACE) {
        ck_assert_uint_eq(needed, 0);
        return result;
    }
    ck_assert_int_eq(result, needed == 0 ? 0 : LOCUS_ERROR_SPACE);
    for (size_t size = 0; size <= needed + 3; size++) {
        char *exact = malloc(size);
        char *buf = guard_after(&result_guard, NULL, size);

        memset(buf, 0x55, size);
        len = SIZE_MAX;
        result = ask(&q, buf, size, &len);
        ck_assert_uint_eq(len, needed);
        ck_assert_int_eq(result, size < needed ? LOCUS_ERROR_SPACE : 0);
        len = SIZE_MAX;
        ck_assert_int_eq(ask(&q, exact, size, &len), result);
        ck_assert_uint_eq(len, needed);
        if (result == 0) {
            ck_assert_int_eq(memcmp(buf, exact, needed), 0);
            for (size_t i = needed; i < size; i++)
                ck_assert_msg(buf[i] == 0x55, "written past what is needed");
            memcpy(answer->bytes, buf, needed);
        }
        free(exact);
    }
    ck_assert_msg(question->first_text.len == 0
                  || memcmp(question->first_text.bytes, q.first_text.bytes,
                            q.first_text.len) == 0, "the text was changed");
    ck_assert_msg(question->second_text.len == 0
                  || memcmp(question->second_text.bytes, q.second_text.bytes,
                            q.second_text.len) == 0, "the text was changed");
    return 0;
}

/* ------------------------------------------------------------------------
 * Golden cases
 * ------------------------------------------------------------------------ */

struct golden {
    struct golden_reader *reader;
    const struct locus_grammar *grammar;
    unsigned steps;
    struct text base;
};

static unsigned complaints;

static void complain(const struct golden *g, const char *what, struct text a,
                     struct text b)
{
    fprintf(stderr, "%s:%u (%s): %s: ", g->reader->file, g->reader->line,
            locus_grammar_name(g->grammar), what);
    mutate_print(stderr, (const unsigned char *)a.bytes, a.len);
    fputs(", ", stderr);
    mutate_print(stderr, (const unsigned char *)b.bytes, b.len);
    fputc('\n', stderr);
    complaints++;
}

/* The text that a column stands for. */
static struct text read_text(char *column)
{
    struct text text = { column, 0 };

    if (strcmp(column, "\"\"") != 0)
        ck_assert_msg(unescape(&text, column), "no such escape: %s", column);
    return text;
}

static int parse_reference(struct locus_url *url, struct text text,
                           const struct locus_grammar *grammar)
{
    return locus_parse_reference(url, text.bytes, text.len, grammar);
}

static bool same_text(struct text a, struct text b)
{
    return a.len == b.len && memcmp(a.bytes, b.bytes, a.len) == 0;
}

static bool parse_or_complain(const struct golden *g, struct locus_url *url,
                              struct text text, const struct locus_grammar *grammar)
{
    if (locus_parse(url, text.bytes, text.len, grammar) == 0)
        return true;
    complain(g, "not valid", text, text);
    return false;
}

/* Whether an answer is what the line has: a text, or the name of an error. */
static void expect(const struct golden *g, const struct question *q,
                   struct text want)
{
    struct text got;
    const int result = ask_hard(q, &got);
    const char *name = locus_error_name(result);
    const struct text error = { (char *)(uintptr_t)name, strlen(name) };

    if (!same_text(want, result == 0 ? got : error))
        complain(g, "is, should be", result == 0 ? got : error, want);
    free(got.bytes);
}

static void run_reference(const struct golden *g, const char *verb,
                          struct text *column)
{
    struct question q = {
        .what = RESOLVE,
        .flags = strcmp(verb, "compatible") == 0 ? LOCUS_COMPATIBLE
                                                 : LOCUS_STRICT,
        .first_text = g->base,
        .second_text = column[0],
    };

    if (!parse_or_complain(g, &q.first, g->base, g->grammar))
        return;
    if (parse_reference(&q.second, column[0], g->grammar) != 0) {
        complain(g, "no reference", column[0], column[1]);
        return;
    }
    if (strcmp(verb, "differs") == 0) {
        if (same_text(column[1], column[2]))
            complain(g, "no difference", column[1], column[2]);
        column++;
    }
    expect(g, &q, column[1]);
}

static void run_relativize(const struct golden *g, struct text *column)
{
    struct question q = {
        .what = RELATIVIZE,
        .first_text = g->base,
        .second_text = column[0],
    };
    static const char *const errors[] = { "base", "target", "grammar" };
    bool error = false;

    if (!parse_or_complain(g, &q.first, g->base, g->grammar)
        || !parse_or_complain(g, &q.second, column[0], g->grammar))
        return;
    expect(g, &q, column[1]);
    for (size_t i = 0; i < 3; i++)
        error |= column[1].len == strlen(errors[i])
            && memcmp(column[1].bytes, errors[i], column[1].len) == 0;
    if (error)
        return;
    q.what = RESOLVE;
    q.second_text = column[1];
    if (parse_reference(&q.second, column[1], g->grammar) != 0)
        complain(g, "no reference", column[1], column[0]);
    else
        expect(g, &q, column[0]);
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* locus_compare() both ways, the texts in dangerous places. */
static int compare_hard(const struct locus_url *a, struct text a_text,
                        const struct locus_url *b, struct text b_text,
                        unsigned steps)
{
    int there, back;

    a_text = at_guard(&first_guard, a_text);
    b_text = at_guard(&second_guard, b_text);
    there = locus_compare(a, a_text.bytes, b, b_text.bytes, steps);
    back = locus_compare(b, b_text.bytes, a, a_text.bytes, steps);
    ck_assert_int_eq(sign(there), -sign(back));
    return there;
}

static void run_normal(const struct golden *g, const char *verb,
                       struct text *column)
{
    struct question q = {
        .what = NORMALIZE, .flags = g->steps, .first_text = column[0]
    };
    struct locus_url second;

    if (!parse_or_complain(g, &q.first, column[0], g->grammar)
        || !parse_or_complain(g, &second, column[1], g->grammar))
        return;
    if (strcmp(verb, "normalize") == 0) {
        expect(g, &q, column[1]);
        q.first = second;
        q.first_text = column[1];
        expect(g, &q, column[1]);  /* again: nothing changes */
        return;
    }
    if ((compare_hard(&q.first, column[0], &second, column[1], g->steps) == 0)
        != (strcmp(verb, "equal") == 0))
        complain(g, verb, column[0], column[1]);
}

static const struct {
    const char *name;
    unsigned steps;
} step_names[] = {
    { "none", 0 },
    { "case", LOCUS_STEP_CASE },
    { "percent-case", LOCUS_STEP_PERCENT_CASE },
    { "decode", LOCUS_STEP_DECODE },
    { "dots", LOCUS_STEP_DOTS },
    { "port", LOCUS_STEP_PORT },
    { "path", LOCUS_STEP_PATH },
    { "ipv6", LOCUS_STEP_IPV6 },
    { "syntax", LOCUS_STEPS_SYNTAX },
    { "scheme", LOCUS_STEPS_SCHEME },
    { "default", LOCUS_STEPS },
    { "all", LOCUS_STEPS_ALL },
};

static unsigned read_steps(char **column, size_t count)
{
    unsigned steps = 0;

    for (size_t i = 0; i < count; i++) {
        size_t k = 0;

        while (k < sizeof step_names / sizeof *step_names
               && strcmp(step_names[k].name, column[i]) != 0)
            k++;
        ck_assert_msg(k < sizeof step_names / sizeof *step_names,
                      "no such step: %s", column[i]);
        steps |= step_names[k].steps;
    }
    return steps;
}

enum { COLUMNS = 8 };

/* Splits a line in place. Returns how many columns it has. */
static size_t split(char *line, char **column)
{
    size_t count = 0;

    for (char *at = strtok(line, " \t\n"); at; at = strtok(NULL, " \t\n")) {
        if (strcmp(at, "#") == 0)
            break;
        ck_assert_uint_lt(count, COLUMNS);
        column[count++] = at;
    }
    return count;
}

/* The state of a file, from line to line. */
struct state {
    struct golden golden;
    const struct locus_grammar *grammars[MOST_GRAMMARS];
    size_t grammar_count;
    char base[256];
};

static void run_case(struct state *state, char **column, size_t count)
{
    struct golden_reader *const reader = state->golden.reader;
    const char *verb = column[0];
    struct text text[COLUMNS];

    ck_assert_msg(count == (strcmp(verb, "differs") == 0 ? 4 : 3),
                  "%s:%u: columns", reader->file, reader->line);
    ck_assert_msg(state->grammar_count > 0, "%s:%u: of no grammar",
                  reader->file, reader->line);
    for (size_t i = 1; i < count; i++)
        text[i - 1] = read_text(column[i]);
    for (size_t i = 0; i < state->grammar_count; i++) {
        struct golden *g = &state->golden;

        g->grammar = state->grammars[i];
        reader->cases++;
        if (strcmp(verb, "resolve") == 0 || strcmp(verb, "compatible") == 0
            || strcmp(verb, "differs") == 0)
            run_reference(g, verb, text);
        else if (strcmp(verb, "relativize") == 0)
            run_relativize(g, text);
        else if (strcmp(verb, "normalize") == 0 || strcmp(verb, "equal") == 0
                 || strcmp(verb, "unequal") == 0)
            run_normal(g, verb, text);
        else
            ck_abort_msg("%s:%u: no such word: %s", reader->file,
                         reader->line, verb);
    }
}

static void run_line(struct state *state, char *line)
{
    char *column[COLUMNS] = { NULL };
    const size_t count = split(line, column);

    if (strcmp(column[0], "grammar") == 0) {
        state->grammar_count = 0;
        for (size_t i = 1; i < count; i++) {
            const struct locus_grammar *const grammar =
                locus_grammar_from_name(column[i], strlen(column[i]));

            ck_assert_msg(grammar, "no grammar: %s", column[i]);
            state->grammars[state->grammar_count++] = grammar;
        }
    } else if (strcmp(column[0], "base") == 0) {
        ck_assert_uint_eq(count, 2);
        ck_assert_int_lt(snprintf(state->base, sizeof state->base, "%s",
                                  column[1]), (int)sizeof state->base);
        state->golden.base = read_text(state->base);
    } else if (strcmp(column[0], "steps") == 0) {
        state->golden.steps = read_steps(column + 1, count - 1);
    } else {
        run_case(state, column, count);
    }
}

START_TEST(golden)
{
    struct golden_reader reader = golden_open("forms/*.txt");
    char *line;

    while (golden_next_file(&reader)) {
        struct state state = { .golden = { .reader = &reader } };

        while ((line = golden_next_line(&reader)) != NULL)
            run_line(&state, line);
    }
    printf("%zu golden cases\n", reader.cases);
    ck_assert_uint_eq(complaints, 0);
}
END_TEST

#include "unit/reference/forms-oracle.h"
#include "unit/reference/forms-texts.h"

/* ------------------------------------------------------------------------
 * Properties
 * ------------------------------------------------------------------------ */

static uint64_t how_many(void)
{
    return texts_to_try(200000);
}

static uint64_t first_seed(void)
{
    return from_environment("LOCUS_TEST_SEED", 1);
}

/* Fails with the texts. */
static void wrong(const char *what, struct text a, struct text b, struct text c)
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

static char buffers[4][4096];

/* An answer in buffers[i]. */
static struct text answer_of(const struct question *q, int i, int *result)
{
    struct text text = { buffers[i], 0 };

    *result = ask(q, text.bytes, sizeof buffers[i], &text.len);
    ck_assert_int_ne(*result, LOCUS_ERROR_SPACE);
    return text;
}

/* Resolution is what the RFC's words are, and its result needs no second one. */
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

        /* An empty path has taken the base's, dot-segments and all. */
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

/* There and back gives the very bytes; and the reference is no longer than the
   target. */
START_TEST(relativize_and_resolve)
{
    const struct locus_grammar *const grammars[] = {
        locus_rfc3986, locus_web, locus_rfc1738
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
        if (steps & LOCUS_STEP_PORT)
            allowed |= 1u << LOCUS_PORT;
        if (steps & LOCUS_STEP_PATH
            && (grammar == locus_rfc1738 || grammar == locus_rfc1630))
            allowed |= 1u << LOCUS_PATH;
        if ((q.first.present ^ url.present) & ~allowed)
            wrong("other parts", q.first_text, got, got);

        /* Again: nothing changes. */
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

/* Comparing is comparing the normal forms. */
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
    /* Both verdicts were needed. */
    ck_assert_uint_gt(equal, how_many() / 20);
    ck_assert_uint_lt(equal, how_many() - how_many() / 20);
}
END_TEST

/* Every text of so few bytes is tried: none that is shorter resolves to the
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

/* A small URL out of few letters. */
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

/* ------------------------------------------------------------------------
 * Every text of some kind
 * ------------------------------------------------------------------------ */

/* The text number `n` of those made of up to so many pieces, after `begin`. Returns
   whether there is one. */
static bool text_of_pieces(struct text *text, const char *begin,
                           const char *const *pieces, size_t count, size_t most,
                           size_t n)
{
    size_t some = 1;                       /* texts of `size` pieces */
    size_t size = 0;

    text->len = strlen(begin);
    memcpy(text->bytes, begin, text->len);
    while (size < most && n >= some) {
        n -= some;
        some *= count;
        size++;
    }
    if (n >= some)
        return false;
    for (; size > 0; size--, n /= count) {
        const size_t len = strlen(pieces[n % count]);

        memcpy(text->bytes + text->len, pieces[n % count], len);
        text->len += len;
    }
    return true;
}

/* What a URL is resolved to, or the reference to it, is what RFC 3986 makes of the
   same text ("a single, generic-RL syntax", RFC 1808, section 2.1). */
static unsigned check_generic(struct text text, const struct locus_grammar *grammar)
{
    static const char *const bases[] = { "s:/b", "s://h/a/b", "s:a", "t://h/" };
    static const char *const refs[] = { "a", "?a", "#a", "..", "" };
    struct question q = { .what = RESOLVE, .second_text = text };
    struct question r = { .what = RELATIVIZE, .second_text = text };
    struct text got, want = { buffers[1], 0 };
    struct locus_url here, there;
    int result, other;

    if (locus_parse(&here, text.bytes, text.len, grammar) != 0
        || locus_parse(&there, text.bytes, text.len, locus_rfc3986) != 0)
        return 0;
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        q.first_text = (struct text){ (char *)(uintptr_t)bases[i], strlen(bases[i]) };
        r.first_text = q.first_text;
        ck_assert_int_eq(locus_parse(&q.first, bases[i], q.first_text.len, locus_web), 0);
        q.second = here;
        got = answer_of(&q, 0, &result);
        want.len = oracle_resolve(want.bytes, &q.first, bases[i], &there, text.bytes,
                                  true);
        if (result != 0 || !same_text(got, want))
            wrong("resolved otherwise", q.first_text, text, got);
        r.first = q.first;
        r.second = here;
        got = answer_of(&r, 0, &result);
        r.second = there;
        want = answer_of(&r, 1, &other);
        if (result != other || !same_text(got, want))
            wrong("relativized otherwise", q.first_text, text, got);
    }
    q.first_text = text;
    q.first = here;
    for (size_t i = 0; grammar != locus_rfc1630 && i < sizeof refs / sizeof *refs; i++) {
        q.second_text = (struct text){ (char *)(uintptr_t)refs[i], strlen(refs[i]) };
        ck_assert_int_eq(locus_parse(&q.second, refs[i], q.second_text.len,
                                     locus_rfc3986_reference), 0);
        got = answer_of(&q, 0, &result);
        want.len = oracle_resolve(want.bytes, &there, text.bytes, &q.second, refs[i],
                                  true);
        if (result != 0 || !same_text(got, want))
            wrong("a base otherwise", text, q.second_text, got);
    }
    return 1;
}

START_TEST(every_url_of_other_grammars)
{
    static const char *const begins[] = { "s:", "s://h" };
    static const char *const pieces[] = { "/", "..", "a", "?", "#", ":" };
    char bytes[32];
    struct text text = { bytes, 0 };
    unsigned valid[2] = { 0, 0 };

    for (size_t b = 0; b < 2; b++)
        for (size_t n = 0; text_of_pieces(&text, begins[b], pieces, 6, 5, n); n++) {
            valid[0] += check_generic(text, locus_rfc1738);
            valid[1] += check_generic(text, locus_rfc1630);
        }
    ck_assert_uint_gt(valid[0], 1000);
    ck_assert_uint_gt(valid[1], 1000);
}
END_TEST

/* 5.2.4 and 6.2.2.3: dots of all sorts, after nothing, a scheme, a host. */
START_TEST(every_path_of_dots)
{
    static const char *const begins[] = { "", "s:", "s://h", "s:/" };
    static const char *const pieces[] = { "/", ".", "%2e", "%2E", "a" };
    static const unsigned steps[] = {
        LOCUS_STEP_DOTS, LOCUS_STEP_DOTS | LOCUS_STEP_DECODE
    };
    char bytes[32];
    struct question q = { .what = NORMALIZE, .first_text = { bytes, 0 } };
    unsigned valid = 0;

    for (size_t b = 0; b < sizeof begins / sizeof *begins; b++)
        for (size_t n = 0; text_of_pieces(&q.first_text, begins[b], pieces, 5, 5, n);
             n++) {
            if (locus_parse(&q.first, bytes, q.first_text.len,
                            locus_rfc3986_reference) != 0)
                continue;
            valid++;
            for (int i = 0; i < 2; i++) {
                struct text got, want = { buffers[1], 0 };
                int result;

                q.flags = steps[i];
                got = answer_of(&q, 0, &result);
                want.len = oracle_normalize(want.bytes, &q.first, bytes, steps[i]);
                if (result != 0 || !same_text(got, want))
                    wrong("not as the oracle has it", q.first_text, got, want);
            }
        }
    ck_assert_uint_gt(valid, 10000);
}
END_TEST

/* 2.1, 2.3, 6.2.2.1, 6.2.2.2, and locus.h for a "%" that begins no triple: the
   triples of unreserved characters decoded, the others in upper case, from left to
   right. */
static size_t decode_slowly(char *to, const char *text, size_t len)
{
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        const int high = text[i] == '%' && i + 2 < len ? hex_digit(text[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        const int octet = high * 16 + low;
        const bool guarded = (i > 0 && text[i - 1] == '%')
            || (i > 1 && text[i - 2] == '%' && isxdigit((unsigned char)text[i - 1]));

        if (low < 0) {
            to[n++] = text[i];
            continue;
        }
        i += 2;
        if (!guarded && octet < 0x80 && octet > 0
            && (isalnum(octet) || strchr("-._~", octet)))
            to[n++] = (char)octet;
        else
            n += (size_t)sprintf(to + n, "%%%02X", (unsigned)octet);
    }
    return n;
}

static unsigned check_decoding(const char *text, size_t len)
{
    struct question q = {
        .what = NORMALIZE, .flags = LOCUS_STEP_DECODE | LOCUS_STEP_PERCENT_CASE,
        .first_text = { (char *)(uintptr_t)text, len }
    };
    struct text got, want = { buffers[1], 0 };
    int result;

    if (locus_parse(&q.first, text, len, locus_web) != 0)
        return 0;
    got = answer_of(&q, 0, &result);
    want.len = decode_slowly(want.bytes, text, len);
    if (result != 0 || !same_text(got, want))
        wrong("decoded otherwise", q.first_text, got, want);
    return 1;
}

START_TEST(every_two_bytes_after_percent)
{
    static const char digits[] = "0123456789:/ABCDEFG@Zabcdefg`z%";
    enum { DIGITS = sizeof digits - 1 };
    static const char *const before[] = {
        "%", "%0", "%9", "%:", "%A", "%F", "%G", "%a", "%f", "%g", "%%", "%41", "%c3",
        "%4%", "%4g", "%:3", "a", "%4/",
    };
    char text[32] = "s://h/";
    unsigned valid = 0;

    for (int pair = 0; pair < 0x10000; pair++) {
        text[6] = '%';
        text[7] = (char)(pair >> 8);
        text[8] = (char)pair;
        valid += check_decoding(text, 9);
    }
    ck_assert_uint_gt(valid, 40000);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        for (size_t pair = 0; pair < DIGITS * DIGITS; pair++) {
            const int len = snprintf(text, sizeof text, "s://h/%s%%%c%c", before[i],
                                     digits[pair / DIGITS], digits[pair % DIGITS]);

            ck_assert_uint_eq(check_decoding(text, (size_t)len), 1);
            ck_assert_int_gt(snprintf(text, sizeof text, "s://h/%%%c%c%s",
                                      digits[pair / DIGITS], digits[pair % DIGITS],
                                      before[i]), 0);
            ck_assert_uint_eq(check_decoding(text, (size_t)len), 1);
        }
}
END_TEST

/* ------------------------------------------------------------------------
 * Limits and misuse
 * ------------------------------------------------------------------------ */

START_TEST(misuse)
{
    struct locus_url good, bad;
    char buf[64];
    size_t len = 7;

    ck_assert_int_eq(locus_parse(&good, "s://h/a", 7, locus_rfc3986), 0);
    ck_assert_int_eq(locus_parse(&bad, "s://h h", 7, locus_rfc3986),
                     LOCUS_ERROR_HOST);

    ck_assert_int_eq(locus_resolve(buf, 64, &len, &bad, "s://h h", &good,
                                   "s://h/a", 0), LOCUS_ERROR_HOST);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(locus_resolve(buf, 64, &len, &good, "s://h/a", &bad,
                                   "s://h h", 0), LOCUS_ERROR_HOST);
    ck_assert_int_eq(locus_relativize(buf, 64, &len, &bad, "s://h h", &good,
                                      "s://h/a"), LOCUS_ERROR_HOST);
    ck_assert_int_eq(locus_relativize(buf, 64, &len, &good, "s://h/a", &bad,
                                      "s://h h"), LOCUS_ERROR_HOST);
    ck_assert_int_eq(locus_normalize(buf, 64, &len, &bad, "s://h h", 0),
                     LOCUS_ERROR_HOST);

    ck_assert_int_eq(locus_resolve(buf, 64, &len, &good, "s://h/a", &good,
                                   "s://h/a", 2), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_normalize(buf, 64, &len, &good, "s://h/a",
                                     LOCUS_STEPS_ALL + 1),
                     LOCUS_ERROR_ARGUMENT);
    ck_assert_uint_eq(len, 0);

    /* As empty; and bits that are no step mean nothing. */
    ck_assert_int_gt(locus_compare(&good, "s://h/a", &bad, "s://h h", 0), 0);
    ck_assert_int_eq(locus_compare(&bad, "s://h h", &bad, "s://h h", 0), 0);
    ck_assert_int_eq(locus_compare(&good, "s://h/a", &good, "s://h/a", ~0u), 0);
}
END_TEST

START_TEST(empty_texts)
{
    struct locus_url base, empty;
    char buf[8];
    size_t len;

    ck_assert_int_eq(locus_parse(&base, "s:", 2, locus_rfc3986), 0);
    ck_assert_int_eq(locus_parse(&empty, NULL, 0, locus_rfc3986_reference), 0);
    ck_assert_int_eq(locus_resolve(buf, 8, &len, &base, "s:", &empty, NULL, 0),
                     0);
    ck_assert_uint_eq(len, 2);
    ck_assert_int_eq(locus_normalize(NULL, 0, &len, &empty, NULL,
                                     LOCUS_STEPS_ALL), 0);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(locus_compare(&empty, NULL, &empty, NULL, LOCUS_STEPS), 0);
    ck_assert_int_lt(locus_compare(&empty, NULL, &base, "s:", LOCUS_STEPS), 0);
    ck_assert_int_eq(locus_relativize(NULL, 0, &len, &base, "s:", &base, "s:"),
                     0);
    ck_assert_uint_eq(len, 0);
}
END_TEST

/* Long texts: time is linear, and nothing recurs or grows. (A quadratic
   algorithm would take hours.) */
START_TEST(long_paths)
{
    enum { N = 4000000 };
    static const char *const units[] = {
        "/a", "/..", "/.", "/", "/a/..", "/%2e%2E", "%41", "%", "%%34", "a",
        "../", "/a/a/../..",
    };
    const size_t unit_len = strlen(units[_i]);
    const size_t len = 8 + N / unit_len * unit_len;
    char *text = malloc(len);
    char *out = malloc(len + 64);
    struct locus_url url, again;
    size_t n, back;

    memcpy(text, "s://h/b/", 8);
    for (size_t i = 8; i < len; i += unit_len)
        memcpy(text + i, units[_i], unit_len);
    ck_assert_int_eq(locus_parse(&url, text, len, locus_web), 0);
    ck_assert_int_eq(locus_normalize(out, len + 64, &n, &url, text,
                                     LOCUS_STEPS_ALL), 0);
    ck_assert_int_eq(locus_parse(&again, out, n, locus_web), 0);
    ck_assert_int_eq(locus_compare(&url, text, &again, out, LOCUS_STEPS_ALL),
                     0);
    ck_assert_int_eq(locus_resolve(out, len + 64, &n, &url, text, &again, out,
                                   0) == 0, 1);
    ck_assert_int_eq(locus_parse(&again, out, n, locus_web), 0);
    ck_assert_int_eq(locus_relativize(NULL, 0, &back, &again, out, &again, out),
                     0);
    ck_assert_uint_eq(back, 0);
    free(text);
    free(out);
}
END_TEST

/* The base and the reference are of different grammars: components are RFC 3986's,
   whatever parts a grammar has (RFC 1808, section 2.1). */
START_TEST(grammars_mixed)
{
    const struct {
        const struct locus_grammar *base_grammar;
        const char *base;
        const struct locus_grammar *ref_grammar;
        const char *ref;
        const char *result;
    } mixed[] = {
        { locus_rfc3986, "http://a/b/c", locus_rfc1630, "x:a?b#f", "x:a?b#f" },
        { locus_rfc3986, "http://a/b/c", locus_rfc1630, "x:a/./b#f", "x:a/b#f" },
        { locus_web, "x:|", locus_rfc1630, "URL:http://h/a/../b#f", "http://h/b#f" },
        { locus_web, "x:|", locus_rfc1738, "ftp://h/a/../b;type=i", "ftp://h/b;type=i" },
        { locus_rfc1738, "ftp://h/a/b;type=i", locus_web, "a:|", "a:|" },
        { locus_rfc1738, "ftp://h/a/b;type=i", locus_rfc3986_reference, "?q#f",
          "ftp://h/a/b;type=i?q#f" },
        { locus_rfc3986, "http://a/b", locus_rfc1630, "http://h#f", "http://h#f" },
    };

    for (size_t i = 0; i < sizeof mixed / sizeof *mixed; i++) {
        const char *const base_text = mixed[i].base;
        const char *const ref_text = mixed[i].ref;
        struct locus_url base, ref;
        char buf[64];
        size_t len;

        ck_assert_int_eq(locus_parse(&base, base_text, strlen(base_text),
                                     mixed[i].base_grammar), 0);
        ck_assert_int_eq(locus_parse(&ref, ref_text, strlen(ref_text),
                                     mixed[i].ref_grammar), 0);
        ck_assert_int_eq(locus_resolve(buf, sizeof buf, &len, &base, base_text,
                                       &ref, ref_text, LOCUS_STRICT), 0);
        ck_assert_msg(len == strlen(mixed[i].result)
                      && memcmp(buf, mixed[i].result, len) == 0, "%s: %.*s",
                      ref_text, (int)len, buf);
    }
}
END_TEST

int main(void)
{
    Suite *s = suite_create("forms");
    TCase *t = tcase_create("golden");
    TCase *p = tcase_create("properties");
    TCase *e = tcase_create("every");
    TCase *l = tcase_create("limits");

    need_all_grammars();
    tcase_set_timeout(t, 300);
    tcase_add_test(t, golden);
    suite_add_tcase(s, t);

    tcase_set_timeout(p, 3600);
    tcase_add_test(p, resolve_as_the_oracle);
    tcase_add_test(p, relativize_and_resolve);
    tcase_add_test(p, relativize_is_shortest);
    tcase_add_test(p, normalize_as_the_oracle);
    tcase_add_test(p, compare_as_normalize);
    suite_add_tcase(s, p);

    tcase_set_timeout(e, 300);
    tcase_add_test(e, every_url_of_other_grammars);
    tcase_add_test(e, every_path_of_dots);
    tcase_add_test(e, every_two_bytes_after_percent);
    tcase_add_test(e, grammars_mixed);
    suite_add_tcase(s, e);

    tcase_set_timeout(l, 300);
    tcase_add_test(l, misuse);
    tcase_add_test(l, empty_texts);
    tcase_add_loop_test(l, long_paths, 0, 12);
    suite_add_tcase(s, l);

    return run_suite(s);
}
