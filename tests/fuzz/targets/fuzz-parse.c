/* SPDX-License-Identifier: MIT
 *
 * A libFuzzer target for locus_parse(): the first byte selects the grammar, the rest is the
 * text. It aborts if two kernels differ in a byte of struct locus_url, if the RFC's BNF
 * gives another result (interpreter.h), or if uriparser gives another result that no class
 * of doc/DIFFERENCES.md explains.
 */
#include "fuzz.h"

#include "proofs/interpreter/interpreter.h"
#ifdef HAVE_URIPARSER
#include "proofs/interpreter/uriparser.h"
#endif

/* The interpreter examines each byte in each of its states. */
enum { LONGEST = 1024, STATES = 512 };

/* Records which states of the machines a text passes through, and how it ends. The
   machines are tables, in which libFuzzer sees no branches, but it treats the counters in
   this section as coverage. */
__attribute__((section("__libfuzzer_extra_counters"), used))
static uint8_t states[MOST_GRAMMARS][STATES];

static void count_states(const char *text, size_t len,
                         const struct locus_grammar *grammar)
{
    struct locus_feeder feeder;
    struct locus_url url;

    locus_feed_begin(&feeder, grammar);
    for (size_t i = 0; i < len && locus_feed(&feeder, text + i, 1) == 0; i++)
        states[grammar_number(grammar)][feeder.internal.state % STATES] = 1;
    states[grammar_number(grammar)][STATES - 1 + locus_feed_finish(&feeder, &url)] = 1;
}

static void check_kernels(struct locus_url *url, const void *text, size_t len,
                          const struct locus_grammar *grammar)
{
    const char *kernel;

    for (size_t i = 0; (kernel = locus_kernel_name(i)); i++) {
        CHECK(locus_use_kernel(kernel) == 0);
        for (int after = 0; after < 2; after++) {
            const char *copy = fuzz_guarded(text, len, after);
            struct locus_url again;
            int result;

            memset(&again, after ? 0x55 : 0xaa, sizeof again);
            result = locus_parse(&again, copy, len, grammar);
            CHECK(result == again.error);
            if (i == 0 && !after)
                *url = again;
            CHECK(memcmp(url, &again, sizeof again) == 0);
        }
    }
}

static void check_bnf(const struct locus_url *url, const void *text,
                      size_t len)
{
    static struct interpreter *bnf[MOST_GRAMMARS];
    struct answer answer;

    if (!bnf[url->grammar])
        bnf[url->grammar] = interpreter_new(locus_url_grammar(url));
    interpreter_ask(bnf[url->grammar], text, len, &answer);
    CHECK(interpreter_agrees(&answer, url, url->error, text, len));
}

static void check_uriparser(const struct locus_url *url, const char *text,
                            size_t len)
{
#ifdef HAVE_URIPARSER
    struct uriparser_answer theirs;

    if (locus_url_grammar(url) != locus_rfc3986
        && locus_url_grammar(url) != locus_rfc3986_reference)
        return;
    theirs = uriparser_ask(url, text, len);
    if (!theirs.same && theirs.classes == 0)
        uriparser_tell(&theirs, url, text, len);
    CHECK(theirs.same || theirs.classes != 0);
#else
    (void)url, (void)text, (void)len;
#endif
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct locus_grammar *grammar;
    struct locus_url url;
    char *text;

    if (size < 1 || size > LONGEST)
        return 0;
    grammar = grammar_at(data[0] % grammar_count());
    if (!locus_has_grammar(grammar))
        return 0;
    size--;
    text = exact_copy(data + 1, size);
    check_kernels(&url, text, size, grammar);
    check_bnf(&url, text, size);
    check_uriparser(&url, text, size);
    count_states(text, size, grammar);
    exact_free(text);
    return 0;
}
