/* SPDX-License-Identifier: MIT
 *
 * What locus_parse() and locus_parse_batch() share: parsing one text of any length.
 */
#ifndef LOCUS_PARSE_H
#define LOCUS_PARSE_H

#include <string.h>

#include "common/bytes.h"
#include "grammars/support/grammar.h"
#include "kernel/kernel.h"

/* The result if no machine has read the text. `grammar` is an INDEX_ of grammar.h. */
static __attribute__((noinline, cold, unused)) int
refuse(struct locus_url *url, int error, uint8_t grammar)
{
    memset(url, 0, sizeof *url);
    url->grammar = grammar;
    return url->error = error;
}

static inline int parse(locus_parser *parser, struct locus_url *url, const char *text,
                        uint64_t len, const struct locus_grammar *grammar)
{
    if (__builtin_expect(len > LOCUS_MAX_LENGTH, 0) && grammar->is_built_in)
        return refuse(url, LOCUS_ERROR_TOO_LONG, grammar->index);
    return parser(url, bytes_of(text, (size_t)len), (size_t)len);
}

#endif
