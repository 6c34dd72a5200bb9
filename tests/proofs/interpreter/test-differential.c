/* SPDX-License-Identifier: MIT
 *
 * Generated and mutated texts, LOCUS_TEST_MUTATIONS for each grammar. Compares
 * verdict, spans and error offset of the library with the interpreter of the
 * RFCs' BNF (interpreter.h) and, for URI and URI-reference, with uriparser,
 * another strict RFC 3986 library. One of the classes of uriparser.h must
 * explain each difference from uriparser. An unexplained difference fails.
 *
 *     LOCUS_TEST_MUTATIONS=n   texts per grammar (default: environment.h)
 *     LOCUS_TEST_SEED=n        the seed of the first one (default 1)
 */
#include <stdlib.h>

#include "support/environment.h"
#include "proofs/interpreter/interpreter.h"
#include "support/mutate.h"

#ifdef HAVE_URIPARSER
#include "proofs/interpreter/uriparser.h"
#endif

/* uriparser */

#ifdef HAVE_URIPARSER

static struct {
    unsigned long same, unexplained;
    unsigned long explained[URIPARSER_CLASSES];
} theirs;

static void compare(const struct locus_url *url, const unsigned char *bytes,
                    size_t len)
{
    const char *const text = (const char *)bytes;
    const struct uriparser_answer answer = uriparser_ask(url, text, len);

    if (answer.same) {
        theirs.same++;
        return;
    }
    for (int i = 0; i < URIPARSER_CLASSES; i++)
        theirs.explained[i] += answer.classes >> i & 1;
    if (answer.classes == 0 && theirs.unexplained++ <= 20)
        uriparser_tell(&answer, url, text, len);
}

/* Returns the number of differences without an explanation and of explanations
   without a difference. */
static unsigned long tell_theirs(uint64_t n)
{
    unsigned long failed = theirs.unexplained;

    printf("uriparser: %lu agree\n", theirs.same);
    for (int i = 0; i < URIPARSER_CLASSES; i++) {
        printf("uriparser: %lu explained by %s\n", theirs.explained[i],
               uriparser_class_names[i]);
        failed += n >= 50000 && theirs.explained[i] == 0;
    }
    printf("uriparser: %lu unexplained\n", theirs.unexplained);
    return failed;
}

#else

static void compare(const struct locus_url *url, const unsigned char *bytes,
                    size_t len)
{
    (void)url, (void)bytes, (void)len;
}

static unsigned long tell_theirs(uint64_t n)
{
    (void)n;
    puts("uriparser: configure found none (Debian: liburiparser-dev)");
    return 0;
}

#endif

/* The BNF */

/* Returns the number of texts that differ. */
static unsigned long differ(const struct locus_grammar *grammar, uint64_t n,
                            uint64_t seed)
{
    struct interpreter *bnf = interpreter_new(grammar);
    unsigned long failed = 0, valid = 0;

    for (uint64_t i = 0; i < n && failed < 20; i++) {
        unsigned char text[MUTATE_MAX];
        struct mutate m;
        struct locus_url url;
        struct answer answer;
        size_t len;
        int result;

        mutate_seed(&m, seed + i);
        len = mutate_url(&m, grammar, text);
        result = locus_parse(&url, (const char *)text, len, grammar);
        interpreter_ask(bnf, text, len, &answer);
        valid += answer.valid;
        if (!interpreter_agrees(&answer, &url, result, text, len)) {
            printf("%s, LOCUS_TEST_SEED=%llu\n", locus_grammar_name(grammar),
                   (unsigned long long)(seed + i));
            failed++;
        }
        if (grammar == locus_rfc3986 || grammar == locus_rfc3986_reference)
            compare(&url, text, len);
    }
    printf("%s: %llu texts, %lu of them valid, %lu differ from the BNF\n",
           locus_grammar_name(grammar), (unsigned long long)n, valid, failed);
    interpreter_free(bnf);
    if (n >= 1000 && (valid < n / 20 || valid == n)) {
        printf("%s: too few texts of one kind\n", locus_grammar_name(grammar));
        failed++;
    }
    return failed;
}

int main(void)
{
    const uint64_t n = texts_to_try(50000);
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);
    const struct locus_grammar *grammar;
    unsigned long failed = 0;

    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t i = 0; (grammar = locus_grammar_at(i)) != NULL; i++)
        if (locus_has_grammar(grammar))
            failed += differ(grammar, n, seed);
    if (locus_has_grammar(locus_rfc3986_reference))
        failed += tell_theirs(n);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
