/* SPDX-License-Identifier: MIT
 *
 * The quotation marks that are open before a URL in prose (grammar/prose/open-quotes.rl).
 */
#include <string.h>

#include "prose/marks.h"

/* Passes a quotation mark, in all 64 cases at once (marks.h). Where one of the marks `closes`
   is awaited, it closes: nothing of its kind stays open. Elsewhere it opens, and any of
   `partners` will close it; a mark without partners opens nothing. */
static inline __attribute__((always_inline)) void pass(uint64_t open[OPENED_MARKS],
                                                       uint32_t closes, uint32_t kind,
                                                       uint32_t partners)
{
    uint64_t closed = 0;

#pragma GCC unroll 9
    for (unsigned n = 0; n < OPENED_MARKS; n++)
        if (closes >> n & 1)
            closed |= open[n];
#pragma GCC unroll 9
    for (unsigned n = 0; n < OPENED_MARKS; n++)
        if (kind >> n & 1)
            open[n] = (partners >> n & 1 ? UINT64_MAX : open[n]) & ~closed;
}

%%{
machine open_quotes;

# pass(): the mark as a closing mark, if it can be one; its kind; the marks that close it.
action apostrophe       { pass(open, APOSTROPHE, APOSTROPHE, 0); }
action left_single      { pass(open, LEFT_SINGLE, SINGLES, RIGHT_SINGLE); }
action right_single     { pass(open, RIGHT_SINGLE, SINGLES, 0); }
action low_single       { pass(open, 0, SINGLES, RIGHT_SINGLE | LEFT_SINGLE); }
action left_double      { pass(open, LEFT_DOUBLE, DOUBLES, RIGHT_DOUBLE); }
action right_double     { pass(open, RIGHT_DOUBLE, DOUBLES, 0); }
action low_double       { pass(open, 0, DOUBLES, RIGHT_DOUBLE | LEFT_DOUBLE); }
action left_guillemet   { pass(open, LEFT_GUILLEMET, GUILLEMETS, RIGHT_GUILLEMET); }
action right_guillemet  { pass(open, RIGHT_GUILLEMET, GUILLEMETS, 0); }
action left_angle       { pass(open, LEFT_ANGLE, ANGLES, RIGHT_ANGLE); }
action right_angle      { pass(open, RIGHT_ANGLE, ANGLES, 0); }
action apostrophe_first { pass(open, APOSTROPHE, APOSTROPHE, APOSTROPHE); }
action double_first     { pass(open, RIGHT_DOUBLE, DOUBLES, RIGHT_DOUBLE); }
action guillemet_first  { pass(open, RIGHT_GUILLEMET, GUILLEMETS, GUILLEMETS); }
action angle_first      { pass(open, RIGHT_ANGLE, ANGLES, ANGLES); }
action line             { memset(open, 0, sizeof opened->open); }

# A bracket means nothing here.
include bracket_events "prose/bracket-events.rl";
include open_quotes "prose/open-quotes.rl";
write data noerror nofinal noentry;
}%%

void locus_opened(struct locus_opened *opened, const unsigned char *text, size_t len)
{
    const unsigned char *p = text;
    const unsigned char *const pe = text + len;
    uint64_t *const open = opened->open;
    int cs = opened->state ? (int)opened->state : open_quotes_start;

    %% write exec;
    opened->state = (uint32_t)cs;
}
