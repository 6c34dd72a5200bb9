/* SPDX-License-Identifier: MIT
 *
 * Objects for the grammars that configure --with-grammars leaves out. Their parsers
 * return LOCUS_ERROR_GRAMMAR.
 */
#include "parse/parse.h"

static __attribute__((unused)) int
parse_absent(struct locus_url *restrict url, const unsigned char *text, size_t len)
{
    (void)text, (void)len;
    return refuse(url, LOCUS_ERROR_GRAMMAR, 0);
}

#define NO_PARSER(kernel, needs) [KERNEL_##kernel] = parse_absent,
#define ABSENT(grammar, called) \
    const struct locus_grammar locus_grammar_##grammar = { \
        .parse = { LOCUS_KERNELS(NO_PARSER) }, \
        .name = called, .description = "", .index = INDEX_##grammar \
    }; \
    const struct locus_grammar *const locus_##grammar = &locus_grammar_##grammar;

LOCUS_ABSENT_GRAMMARS(ABSENT)
