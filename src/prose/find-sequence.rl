/* SPDX-License-Identifier: MIT
 *
 * The control sequences of a terminal (grammar/prose/control-sequence.rl).
 */
#include "prose/marks.h"

%%{
machine control_sequence;

action passed_over      { *passed_over = 1; fbreak; }
action other_sequence   { *passed_over = 0; fbreak; }

include control_sequence "prose/control-sequence.rl";
write data noerror nofinal noentry;
}%%

int64_t locus_control_sequence(const unsigned char *text, size_t len, int *passed_over)
{
    const unsigned char *p = text;
    const unsigned char *const pe = text + len;
    int cs = control_sequence_start;

    *passed_over = -1;
    %% write exec;
    if (cs == 0)
        return 0;
    return *passed_over < 0 ? -1 : p - text;
}

size_t locus_before_sequences(const unsigned char *bytes, size_t floor, size_t end)
{
    struct locus_sequence sequence;

    while (end > floor && locus_sequence_before(&sequence, bytes, floor, end - 1, end)
           && sequence.end == end && sequence.passed_over)
        end = sequence.begin;
    return end;
}
