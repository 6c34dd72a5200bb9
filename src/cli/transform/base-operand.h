/* SPDX-License-Identifier: MIT */
#ifndef BASE_OPERAND_H
#define BASE_OPERAND_H

#include "cli/settings/settings.h"

/*
 * BASE, the first operand of resolve and relativize.
 */
struct base {
    const char      *text;
    struct locus_url url;
};

/* A usage error if BASE is missing. */
void base_need(const struct operands *operands);

/* Removes BASE from the operands and parses it. Ends the command if it is invalid or has
   no scheme. */
void base_take(struct base *base, struct operands *operands,
               const struct locus_grammar *grammar);

#endif
