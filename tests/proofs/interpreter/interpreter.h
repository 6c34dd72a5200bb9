/* SPDX-License-Identifier: MIT
 *
 * A slow, straightforward interpreter of the RFCs' own BNF (tests/proofs/bnf/): it
 * gives the expected answer of the library, independently of our grammars and machines.
 * The interpreter of tests/unit/kernel/interpret.h, in contrast, reads Ragel's output for
 * our grammars, and so cannot find an error in them.
 *
 *     struct interpreter *rfc = interpreter_new(locus_rfc3986);
 *     struct answer answer;
 *
 *     interpreter_ask(rfc, text, len, &answer);
 *     interpreter_free(rfc);
 *
 * The rules become a nondeterministic automaton with a mark at the beginning and at the
 * end of each rule that names a part. The verdict and the error offset of a text come
 * from following all states of the automaton at once. The spans come from the first
 * path through it: alternatives are tried in the RFC's order, an optional element is
 * present if it can be, and repetitions are as long as possible. RFC 3986, 3.2.2: "the
 * "first-match-wins" algorithm".
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

/* Reads the files of the grammar under $srcdir, or under ".". On failure prints what is
   wrong and ends the program. */
struct interpreter *interpreter_new(const struct locus_grammar *grammar);
void interpreter_free(struct interpreter *interpreter);

void interpreter_ask(struct interpreter *interpreter,
                     const unsigned char *text, size_t len,
                     struct answer *answer);

/* The number of states of its automaton. */
size_t interpreter_size(const struct interpreter *interpreter);

/* The form of a request target, which its parts decide. Another form is there only if
   the host would be a scheme (tests/proofs/spans/check-spans.py proves it). */
static inline bool interpreter_has_form(const struct locus_url *url, int result)
{
    const unsigned traits = locus_grammar_traits(locus_url_grammar(url));
    enum locus_form form = LOCUS_FORM_ASTERISK;

    if (result != 0 || !(traits & LOCUS_TRAIT_TARGET))
        form = LOCUS_FORM_NONE;
    else if (locus_has(url, LOCUS_SCHEME))
        form = LOCUS_FORM_ABSOLUTE;
    else if (locus_has(url, LOCUS_HOST))
        form = LOCUS_FORM_AUTHORITY;
    else if (locus_has(url, LOCUS_PATH))
        form = LOCUS_FORM_ORIGIN;
    return url->form == form
        && (url->other_form == LOCUS_FORM_NONE
            || (url->other_form == LOCUS_FORM_ABSOLUTE
                && form == LOCUS_FORM_AUTHORITY
                && url->host_kind == LOCUS_HOST_NAME));
}

/* Whether the library gives the same answer; if not, prints how they differ. */
static inline bool interpreter_agrees(const struct answer *answer,
                                      const struct locus_url *url, int result,
                                      const unsigned char *text, size_t len)
{
    bool same = answer->valid == (result == 0)
             && answer->offset == url->error_offset
             && answer->present == url->present
             && (int)answer->host_kind == url->host_kind
             && interpreter_has_form(url, result);

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
