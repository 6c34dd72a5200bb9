/* SPDX-License-Identifier: MIT
 *
 * The mark directly before a URL in prose (grammar/prose/quotes.rl).
 */
#include "scan/context.h"

#define MACHINE(name) \
    static uint32_t match_##name(const unsigned char *p, \
                                 const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *const eof = pe; \
    uint32_t found = 0, bracket = 0; \
    int cs = name##_start;
#define MACHINE_END \
    (void)cs; \
    return found;

#define QUOTE(partners) found = (uint32_t)(partners);
#define PAIR(number)    bracket = BRACKET(number);
#define OPEN            found = bracket;

#include "quotes.h"

uint32_t locus_quote_at(const unsigned char *text, size_t len)
{
    /* A mark that ends in an ASCII byte has at most two bytes: "\" and itself. */
    const size_t longest = len > 0 && text[len - 1] < 0x80 ? 2 : QUOTE_LENGTH;

    return match_quotes(text + less(len, longest), text + len);
}

static __attribute__((noinline, cold)) uint32_t
quote_before_sequences(const unsigned char *text, size_t len)
{
    return locus_quote_at(text, locus_before_sequences(text, less(len, PASSED_OVER_BEFORE),
                                                       len));
}

uint32_t locus_quote(const unsigned char *text, size_t len)
{
    return locus_may_end_sequence(text, len) ? quote_before_sequences(text, len)
                                             : locus_quote_at(text, len);
}

uint32_t locus_quote_before(const struct locus_before *before)
{
    return locus_quote(before->window, before->start);
}
