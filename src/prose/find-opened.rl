/* SPDX-License-Identifier: MIT
 *
 * The quotation marks that are open before a URL in prose (grammar/prose/opened.rl).
 */
#include "scan/context.h"

enum {
    SINGLES = LEFT_SINGLE | RIGHT_SINGLE,
    DOUBLES = LEFT_DOUBLE | RIGHT_DOUBLE,
    GUILLEMETS = LEFT_GUILLEMET | RIGHT_GUILLEMET,
    ANGLES = LEFT_ANGLE | RIGHT_ANGLE
};

/* What is open after a quotation mark: nothing of its kind if it closes one of `closes`;
   otherwise also what `partners` will close. */
static inline uint32_t pass(uint32_t open, uint32_t closes, uint32_t kind, uint32_t partners)
{
    return (open & ~kind) | (open & closes ? 0 : partners | (open & kind));
}

%%{
machine opened;

# The bits that the mark closes; those of its kind; and those that close it later.
action apostrophe       { marks = pass(marks, APOSTROPHE, APOSTROPHE, 0); }
action left_single      { marks = pass(marks, LEFT_SINGLE, SINGLES, RIGHT_SINGLE); }
action right_single     { marks = pass(marks, RIGHT_SINGLE, SINGLES, 0); }
action low_single       { marks = pass(marks, 0, SINGLES, RIGHT_SINGLE | LEFT_SINGLE); }
action left_double      { marks = pass(marks, LEFT_DOUBLE, DOUBLES, RIGHT_DOUBLE); }
action right_double     { marks = pass(marks, RIGHT_DOUBLE, DOUBLES, 0); }
action low_double       { marks = pass(marks, 0, DOUBLES, RIGHT_DOUBLE | LEFT_DOUBLE); }
action left_guillemet   { marks = pass(marks, LEFT_GUILLEMET, GUILLEMETS, RIGHT_GUILLEMET); }
action right_guillemet  { marks = pass(marks, RIGHT_GUILLEMET, GUILLEMETS, 0); }
action left_angle       { marks = pass(marks, LEFT_ANGLE, ANGLES, RIGHT_ANGLE); }
action right_angle      { marks = pass(marks, RIGHT_ANGLE, ANGLES, 0); }
action apostrophe_first { marks = pass(marks, APOSTROPHE, APOSTROPHE, APOSTROPHE); }
action double_first     { marks = pass(marks, RIGHT_DOUBLE, DOUBLES, RIGHT_DOUBLE); }
action guillemet_first  { marks = pass(marks, RIGHT_GUILLEMET, GUILLEMETS, GUILLEMETS); }
action angle_first      { marks = pass(marks, RIGHT_ANGLE, ANGLES, ANGLES); }
action line             { marks = 0; }

# A bracket means nothing here.
include pairs "prose/pairs.rl";
include opened "prose/opened.rl";
write data noerror nofinal noentry;
}%%

void locus_opened(struct locus_opened *opened, const unsigned char *text, size_t len)
{
    const unsigned char *p = text;
    const unsigned char *const pe = text + len;
    uint32_t marks = opened->marks;
    int cs = opened->state ? (int)opened->state : opened_start;

    %% write exec;
    opened->state = (uint32_t)cs;
    opened->marks = marks;
}

size_t locus_opened_from(const struct locus_before *before)
{
    return before->start - before->floor > OPENED_LENGTH ? before->start - OPENED_LENGTH
                                                         : before->floor;
}

struct locus_opened locus_opened_begin(const struct locus_before *before, size_t begin)
{
    static const unsigned char line[1] = "\n";
    struct locus_opened opened = { 0, 0 };

    if (before->scan->base + begin == 0)
        locus_opened(&opened, line, 1);
    return opened;
}

uint32_t locus_opened_before(const struct locus_before *before)
{
    const size_t begin = locus_opened_from(before);
    struct locus_opened opened = locus_opened_begin(before, begin);

    locus_opened(&opened, before->window + begin, before->start - begin);
    return opened.marks;
}
