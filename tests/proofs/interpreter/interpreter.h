/* SPDX-License-Identifier: MIT
 *
 * A slow and obvious interpreter of the RFCs' own BNF: what the library's
 * answer must be, from texts that nobody here wrote (tests/proofs/bnf/) and from code
 * that shares nothing with the machines. It is not the one of interpret.h,
 * which reads what Ragel made of our grammars and so cannot find an error in
 * them.
 *
 *     struct interpreter *rfc = interpreter_new(locus_rfc3986);
 *     struct answer answer;
 *
 *     interpreter_ask(rfc, text, len, &answer);
 *     interpreter_free(rfc);
 *
 * The rules become a nondeterministic automaton with a mark at the beginning
 * and at the end of those that name parts. A text's verdict and error offset
 * come from following all of the automaton's states at once; its spans from
 * the first way through it, where "first" is the order in which the RFC names
 * alternatives, what is optional is there if it can be, and repetitions are as
 * long as they can be. RFC 3986, 3.2.2: "the "first-match-wins" algorithm".
 */
#ifndef LOCUS_TESTS_INTERPRETER_H
#define LOCUS_TESTS_INTERPRETER_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locus.h"
#include "support/mutate.h"

struct interpreter;

struct answer {
    bool valid;
    size_t offset;                 /* the longest viable prefix; 0 if valid */
    unsigned present;
    enum locus_host_kind host_kind;
    struct locus_span part[LOCUS_PART_COUNT];
};

/* Reads bnf/NAME of the directory tests of $srcdir, or of ".". Says what is
   wrong and ends the program if it cannot. */
struct interpreter *interpreter_new(const struct locus_grammar *grammar);
void interpreter_free(struct interpreter *interpreter);

void interpreter_ask(struct interpreter *interpreter,
                     const unsigned char *text, size_t len,
                     struct answer *answer);

/* How many states its automaton has. */
size_t interpreter_size(const struct interpreter *interpreter);

/* Whether the library says the same; if not, prints how they differ. */
static inline bool interpreter_agrees(const struct answer *answer,
                                      const struct locus_url *url, int result,
                                      const unsigned char *text, size_t len)
{
    bool same = answer->valid == (result == 0)
             && answer->offset == url->error_offset
             && answer->present == url->present
             && (int)answer->host_kind == url->host_kind;

    for (int i = 0; same && i < LOCUS_PART_COUNT; i++)
        same = answer->part[i].off == locus_get(url, (enum locus_part)i).off
            && answer->part[i].len == locus_get(url, (enum locus_part)i).len;
    if (same)
        return true;
    mutate_print(stdout, text, len);
    printf("\n  %-11s %7s at %zu, %s\n", "the BNF:",
           answer->valid ? "valid" : "invalid", answer->offset,
           locus_host_kind_name(answer->host_kind));
    printf("  %-11s %7s at %u, %s\n", "locus:",
           result == 0 ? "valid" : "invalid", url->error_offset,
           locus_host_kind_name((enum locus_host_kind)url->host_kind));
    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const struct locus_span a = answer->part[i];
        const struct locus_span b = locus_get(url, (enum locus_part)i);
        const bool has = answer->present >> i & 1;

        if (has != locus_has(url, (enum locus_part)i) || a.off != b.off
            || a.len != b.len)
            printf("  %-11s %d %u+%u, locus %d %u+%u\n",
                   locus_part_name((enum locus_part)i), has, a.off, a.len,
                   locus_has(url, (enum locus_part)i), b.off, b.len);
    }
    return false;
}

#endif
