/* SPDX-License-Identifier: MIT
 *
 * Resolving, relativizing, normalizing and comparing: sections 5 and 6 of locus.h.
 *
 * The golden cases are the .txt files of tests/golden/resolve and tests/golden/normalize,
 * one case a line, its columns separated by blanks and escaped as in test-golden.c (\s \t \n \r \xHH \\ \#,
 * and "" for an empty text):
 *
 *     grammar NAME ...               for the lines below; each is run with each of them
 *     base URL                       for the lines below
 *     resolve REFERENCE URL          RFC 3986 5.2, strict
 *     compatible REFERENCE URL       with 5.2.2's option
 *     differs REFERENCE THEIRS URL   THEIRS: the result of an older RFC, which differs
 *     relativize URL REFERENCE       the result also resolves back
 *     steps NAME ...                 for the lines below
 *     normalize URL URL
 *     equal URL URL
 *     unequal URL URL
 *
 * The name of an error may take the place of a result. Each result is requested with
 * every size of buffer from 0 to 3 more than it needs. The buffers and the texts end at
 * guard pages.
 *
 * The properties are checked on LOCUS_TEST_MUTATIONS generated texts. There the
 * expected results come from an oracle that follows the wording of RFC 3986 without
 * regard to memory.
 */
#define _DEFAULT_SOURCE 1

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/golden.h"
#include "support/grammars.h"
#include "support/guard.h"
#include "support/mutate.h"
#include "unit/reference/test-resolve.h"

int ask(const struct question *q, char *buf, size_t size, size_t *len)
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

/* Guarded buffers */

static struct guard first_guard, second_guard, result_guard;

static struct text at_guard(struct guard *guard, struct text text)
{
    text.bytes = guard_after(guard, text.bytes, text.len);
    return text;
}

/* Calls with every size of buffer and checks that the answers agree. The caller frees
   the answer. */
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
            /* A normal form may use the rest of the buffer for segments that it removes. */
            for (size_t i = needed; q.what != NORMALIZE && i < size; i++)
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

/* Golden cases */

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

/* The text that a column denotes. */
static struct text read_text(char *column)
{
    struct text text = { column, 0 };

    if (strcmp(column, "\"\"") != 0)
        ck_assert_msg(unescape(&text, column), "no such escape: %s", column);
    return text;
}

int parse_reference(struct locus_url *url, struct text text,
                    const struct locus_grammar *grammar)
{
    return locus_parse_reference(url, text.bytes, text.len, grammar);
}

bool same_text(struct text a, struct text b)
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

/* Checks that an answer is the one on the line: a text, or the name of an error. */
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

int sign(int n)
{
    return (n > 0) - (n < 0);
}

/* locus_compare() in both orders, with the texts against guard pages. */
int compare_hard(const struct locus_url *a, struct text a_text,
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
        expect(g, &q, column[1]);  /* a second time changes nothing */
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

/* The state of a file, kept from line to line. */
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
    static const char *const files[] = { "resolve/*.txt", "normalize/*.txt" };
    struct golden_reader reader = golden_open(files[_i]);
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

static Suite *suite(void)
{
    Suite *all = suite_create("resolve");
    TCase *tests = tcase_create("golden");

    tcase_set_timeout(tests, 300);
    tcase_add_loop_test(tests, golden, 0, 2);
    suite_add_tcase(all, tests);
    suite_add_tcase(all, property_tests());
    suite_add_tcase(all, every_text_tests());
    suite_add_tcase(all, limit_tests());
    return all;
}

int main(void)
{
    need_all_grammars();
    return run_with_each_kernel(suite);
}
