/* SPDX-License-Identifier: MIT
 *
 * What stands before a URL in prose (grammar/quotes.rl).
 */
#include "internal.h"

#define MACHINE(name) \
    static uint32_t match_##name(const unsigned char *p, \
                                 const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *const eof = pe; \
    uint32_t marks = 0; \
    int cs = name##_start;
#define MACHINE_END \
    (void)cs; \
    return marks;

#define QUOTE(closing) marks = (closing);

#include "quotes.h"

uint32_t locus_quote(const unsigned char *text, size_t len)
{
    uint32_t marks = 0;

    for (size_t n = 1; n <= QUOTE_LENGTH && n <= len && !marks; n++)
        marks = match_quotes(text + len - n, text + len);
    return marks;
}
