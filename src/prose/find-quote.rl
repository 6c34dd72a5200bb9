/* SPDX-License-Identifier: MIT
 *
 * The mark directly before a URL in prose (grammar/prose/quotes.rl).
 */
#include "prose/prose.h"

%%{
machine quotes;

# The marks at which the URL ends.
action quotation        { found = QUOTATION; }
action apostrophe       { found = APOSTROPHE; }
action escaped_quotation { found = ESCAPED_QUOTATION; }
action escaped_apostrophe { found = ESCAPED_APOSTROPHE; }
action backtick         { found = BACKTICK; }
action less             { found = GREATER; }
action left_single      { found = RIGHT_SINGLE; }
action low_single       { found = RIGHT_SINGLE | LEFT_SINGLE; }
action left_double      { found = RIGHT_DOUBLE; }
action right_double     { found = RIGHT_DOUBLE; }
action low_double       { found = RIGHT_DOUBLE | LEFT_DOUBLE; }
action left_guillemet   { found = RIGHT_GUILLEMET; }
action right_guillemet  { found = LEFT_GUILLEMET | RIGHT_GUILLEMET; }
action left_angle       { found = RIGHT_ANGLE; }
action right_angle      { found = LEFT_ANGLE | RIGHT_ANGLE; }
action open             { found = BRACKET(pair); }
action low_line         { found = LOW_LINE; }
action tilde            { found = TILDE; }

include bracket_events "prose/bracket-events.rl";
include quotes "prose/quotes.rl";
write data noerror nofinal noentry;
}%%

static uint32_t match_quotes(const unsigned char *p, const unsigned char *const pe)
{
    const unsigned char *const eof = pe;
    uint32_t found = 0, pair = 0;
    int cs = quotes_start;

    %% write exec;
    (void)cs;
    return found;
}

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
