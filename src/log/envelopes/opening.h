/* SPDX-License-Identifier: MIT
 *
 * An envelope's machine as a function that opens one line: what its actions call. The
 * envelope's file includes those of src/log/envelopes/envelope-events.rl, and defines
 *
 *     int LOG_OPENER(struct locus_log_opened *opened, const unsigned char *p,
 *                    const unsigned char *pe)
 */
#ifndef LOCUS_LOG_OPENING_H
#define LOCUS_LOG_OPENING_H

#include "kernel/lens.h"

/* Sets a field to from..to. */
static ALWAYS_INLINE void set_field(struct locus_log_opened *opened, const unsigned char *text,
                                    unsigned field, const unsigned char *from,
                                    const unsigned char *to)
{
    opened->field[field - LOCUS_LOG_ENVELOPE] = (struct locus_span){
        (uint32_t)(from - text), (uint32_t)(to - from)
    };
    opened->present |= UINT64_C(1) << field;
}

static ALWAYS_INLINE void opening_begins(struct locus_log_opened *opened)
{
    opened->begin = opened->end = NULL;
    opened->present = 0;
    opened->stream = opened->partial = opened->decoded = opened->blank = 0;
}

#endif
