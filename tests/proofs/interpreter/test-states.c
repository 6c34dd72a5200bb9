/* SPDX-License-Identifier: MIT
 *
 * Complete conformance suites, by Chow's W-method. From the minimized machine of each
 * grammar (tests/proofs/interpreter/make-suite.py) comes a text that leads to each
 * state; after it comes each of the 256 bytes, and then suffixes that distinguish the
 * state that the byte must lead to from all others. Every kernel must give the same
 * result as the interpreter of the RFC's BNF (interpreter.h): verdict, error offset,
 * parts, spans, kind of host. So must locus_feed(), however the text is cut.
 *
 * With LOCUS_TEST_MUTATIONS of a million or more, all suffixes follow each byte; with
 * fewer, only those that suffice for the state that the byte leads to (the Wp-method:
 * S. Fujiwara et al., Test Selection Based on Finite State Models, 1991). In both cases
 * all suffixes follow each way. Below 5000, for slow builds, only one byte in sixteen
 * is tried after each state, varying from state to state. Each text is fed byte by
 * byte, and cut in two: at each place with a million or more, otherwise at one place,
 * which varies.
 */
#include <stdlib.h>

#include "support/environment.h"
#include "unit/parse/test-feed.h"
#include "support/guard.h"
#include "support/hexdig.h"
#include "proofs/interpreter/interpreter.h"

enum { STATES = 1024, SUFFIXES = 1024, TEXT = 64, KERNELS = 8 };

struct text {
    unsigned char bytes[TEXT];
    size_t len;
};

struct state {
    bool exists;
    struct text way;
    int suffixes[SUFFIXES];
    int suffix_count;
    int to[256];                   /* -1: no transition */
};

static struct {
    struct state states[STATES];
    struct text suffixes[SUFFIXES];
    int suffix_count;
} suite;

static _Noreturn void give_up(const char *what, const char *which)
{
    fprintf(stderr, "test-states: %s: %s\n", what, which);
    exit(EXIT_FAILURE);
}

/* Reading a suite */

static struct text read_text(const char *digits)
{
    struct text text = { .len = 0 };

    for (; hexdig_octet(digits) >= 0; digits += 2) {
        if (text.len == TEXT)
            give_up("too long", digits);
        text.bytes[text.len++] = (unsigned char)hexdig_octet(digits);
    }
    return text;
}

static void read_suffixes(struct state *state, char *numbers)
{
    for (char *word = strtok(numbers, ","); word; word = strtok(NULL, ","))
        if (*word != '-')
            state->suffixes[state->suffix_count++] = atoi(word);
}

static void read_line(const char *line)
{
    static char digits[4096], numbers[4096];
    int number, low, high, target;

    if (sscanf(line, "suffix %d %4095s", &number, digits) == 2
        && number == suite.suffix_count && number < SUFFIXES) {
        suite.suffixes[suite.suffix_count++] = read_text(digits);
    } else if (sscanf(line, "way %d %4095s %4095s", &number, digits, numbers)
               == 3 && number < STATES) {
        suite.states[number].exists = true;
        suite.states[number].way = read_text(digits);
        memset(suite.states[number].to, -1, sizeof suite.states[number].to);
        read_suffixes(&suite.states[number], numbers);
    } else if (sscanf(line, "to %d %d-%d=%d", &number, &low, &high, &target)
               == 4 && number < STATES && high < 256) {
        while (low <= high)
            suite.states[number].to[low++] = target;
    } else if (*line != '#') {
        give_up("what is this", line);
    }
}

/* In the build directory or in the source directory. */
static void read_suite(const char *name)
{
    const char *srcdir = getenv("srcdir");
    char path[4096], line[8192];
    FILE *file;

    memset(&suite, 0, sizeof suite);
    snprintf(path, sizeof path, "tests/proofs/suites/%s.txt", name);
    file = fopen(path, "r");
    if (!file && srcdir) {
        snprintf(path, sizeof path, "%s/tests/proofs/suites/%s.txt", srcdir, name);
        file = fopen(path, "r");
    }
    if (!file)
        give_up("cannot open", path);
    while (fgets(line, sizeof line, file))
        read_line(line);
    fclose(file);
}

/* Running it */

static struct {
    const struct locus_grammar *grammar;
    struct interpreter *bnf;
    const char *kernels[KERNELS];
    struct guard guard;
    int step;                      /* one byte in `step` is tried */
    bool all;                      /* all suffixes, and all places to cut a text */
    unsigned long texts, valid;
    /* What failed: kernels that differ from the BNF, texts whose pieces give another result
       than the whole, and suites that test nothing. */
    unsigned long differ, in_pieces, suites;
} run;

static void set_up(void)
{
    for (size_t i = 0; i < KERNELS - 1; i++)
        if (!(run.kernels[i] = locus_kernel_name(i)))
            break;
}

static void fail(unsigned long *count, const char *who)
{
    printf("%s, %s\n", locus_grammar_name(run.grammar), who);
    ++*count;
    if (run.differ + run.in_pieces >= 20)
        give_up("too many differences", locus_grammar_name(run.grammar));
}

static void try_cuts(const struct locus_url *whole, const char *text,
                     size_t len, const size_t *ends, size_t count)
{
    struct locus_feeder feeder;
    const char *wrong = feed_pieces(&feeder, whole, text, len, ends, count);

    if (!wrong)
        return;
    mutate_print(stdout, (const unsigned char *)text, len);
    printf("\n%zu bytes in %zu pieces: %s\n", len, count + 1, wrong);
    fail(&run.in_pieces, "locus_feed()");
}

/* Checks that the text in pieces gives the same result as the whole. */
static void try_pieces(const char *text, size_t len, size_t number)
{
    size_t at = run.all || len < 2 ? 1 : 1 + number % (len - 1);
    size_t ends[2 * TEXT + 2];
    struct locus_url whole;

    locus_parse(&whole, text, len, run.grammar);
    for (size_t i = 0; i <= len; i++)
        ends[i] = i;
    try_cuts(&whole, text, len, ends, len + 1);
    for (; at < len; at++) {
        try_cuts(&whole, text, len, &at, 1);
        if (!run.all)
            break;
    }
}

/* Texts waiting for the kernels, and the expected answers. */
static struct waiting {
    unsigned char bytes[2 * TEXT + 1];
    size_t len;
    struct answer answer;
} waiting[1024];

static size_t waiting_count;

/* Switching the kernel takes longer than parsing, so texts are tried in batches. */
static void try_kernels(void)
{
    for (const char **kernel = run.kernels; *kernel; kernel++) {
        if (locus_use_kernel(*kernel) != 0)
            give_up("no such kernel", *kernel);
        for (size_t i = 0; i < waiting_count; i++) {
            const struct waiting *w = &waiting[i];
            const char *const guarded
                = guard_after(&run.guard, w->bytes, w->len);
            struct locus_url url;
            const int result = locus_parse(&url, guarded, w->len, run.grammar);

            if (!interpreter_agrees(&w->answer, &url, result, w->bytes, w->len))
                fail(&run.differ, *kernel);
        }
    }
    for (size_t i = 0; i < waiting_count; i++)
        try_pieces((const char *)waiting[i].bytes, waiting[i].len, i);
    waiting_count = 0;
}

/* Returns whether more bytes may follow. */
static bool try(const unsigned char *text, size_t len)
{
    struct waiting *const w = &waiting[waiting_count++];
    bool more;

    memcpy(w->bytes, text, len);
    w->len = len;
    interpreter_ask(run.bnf, text, len, &w->answer);
    run.texts++;
    run.valid += w->answer.valid;
    more = w->answer.valid || w->answer.offset == len;
    if (waiting_count == sizeof waiting / sizeof *waiting)
        try_kernels();
    return more;
}

/* Tries the text with each suffix of a state, or with every suffix. */
static void try_suffixes(unsigned char *text, size_t len,
                         const struct state *state)
{
    const int count = state ? state->suffix_count : suite.suffix_count;

    for (int i = 0; i < count; i++) {
        const struct text *suffix
            = &suite.suffixes[state ? state->suffixes[i] : i];

        memcpy(text + len, suffix->bytes, suffix->len);
        try(text, len + suffix->len);
    }
}

static void try_state(int number)
{
    const struct state *const state = &suite.states[number];
    const size_t len = state->way.len;
    unsigned char text[2 * TEXT + 1];

    memcpy(text, state->way.bytes, len);
    try_suffixes(text, len, NULL);
    for (int byte = number % run.step; byte < 256; byte += run.step) {
        const int to = state->to[byte];

        text[len] = (unsigned char)byte;
        /* No suffix follows a text that begins no URL: a machine that continued there
           would already have given another offset. */
        if (try(text, len + 1) && to >= 0)
            try_suffixes(text, len + 1, run.all ? NULL : &suite.states[to]);
    }
}

static void run_suite(const struct locus_grammar *grammar)
{
    const char *const name = locus_grammar_name(grammar);
    int states = 0;

    read_suite(name);
    run.grammar = grammar;
    run.bnf = interpreter_new(grammar);
    run.texts = run.valid = 0;
    for (int s = 0; s < STATES; s++)
        if (suite.states[s].exists) {
            states++;
            try_state(s);
        }
    try_kernels();
    printf("%s: %d states, %d suffixes, %lu texts, %lu of them valid\n", name,
           states, suite.suffix_count, run.texts, run.valid);
    interpreter_free(run.bnf);
    if (states == 0 || run.valid == 0 || run.valid == run.texts) {
        printf("%s: %s\n", name, states == 0 ? "the suite has no state"
                                : run.valid == 0 ? "no text of the suite is valid"
                                                 : "no text of the suite is invalid");
        run.suites++;
    }
}

int main(void)
{
    const uint64_t n = from_environment("LOCUS_TEST_MUTATIONS", 50000);
    const struct locus_grammar *grammar;

    setvbuf(stdout, NULL, _IOLBF, 0);
    set_up();
    run.step = n < 5000 ? 16 : 1;
    run.all = n >= 1000000;
    for (size_t i = 0; (grammar = locus_grammar_at(i)) != NULL; i++)
        if (locus_has_grammar(grammar))
            run_suite(grammar);
    for (const char **kernel = run.kernels; *kernel; kernel++)
        printf("kernel %s\n", *kernel);
    printf("%lu differ from the BNF, %lu in pieces from the whole; %lu suites test nothing\n",
           run.differ, run.in_pieces, run.suites);
    return run.differ + run.in_pieces + run.suites ? EXIT_FAILURE : EXIT_SUCCESS;
}
