/* SPDX-License-Identifier: MIT
 *
 * The control sequences of a terminal (grammar/prose/control-sequence.rl).
 */
#include "prose/marks.h"

#define MACHINE(name) \
    static const unsigned char *match_##name(const unsigned char *p, \
                                             const unsigned char *const pe, \
                                             int *passed_over)
#define MACHINE_BEGIN(name) \
    int cs = name##_start;
#define MACHINE_END \
    return cs != 0 ? pe : NULL;

#define SEQUENCE(is_passed_over) \
    *passed_over = (is_passed_over); \
    return p + 1;

#include "control-sequence.h"

int64_t locus_control_sequence(const unsigned char *text, size_t len, int *passed_over)
{
    const unsigned char *end;

    *passed_over = -1;
    end = match_control_sequence(text, text + len, passed_over);
    if (!end)
        return 0;
    return *passed_over < 0 ? -1 : end - text;
}

size_t locus_before_sequences(const unsigned char *bytes, size_t floor, size_t end)
{
    struct locus_sequence sequence;

    while (end > floor && locus_sequence_before(&sequence, bytes, floor, end - 1, end)
           && sequence.end == end && sequence.passed_over)
        end = sequence.begin;
    return end;
}
