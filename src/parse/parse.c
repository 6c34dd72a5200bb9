/* SPDX-License-Identifier: MIT
 *
 * locus_parse(). It refers only to the parsers of the given grammar, so a program that
 * only parses links nothing else.
 */
#include "parse/parse.h"

int locus_parse(struct locus_url *url, const char *text, size_t len,
                const struct locus_grammar *grammar)
{
    if (!grammar)
        return refuse(url, LOCUS_ERROR_GRAMMAR, 0);
    return parse(grammar->parse[locus_kernel_in_use()], url, text, len, grammar);
}
