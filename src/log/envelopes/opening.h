/* SPDX-License-Identifier: MIT
 *
 * An envelope's machine as a function that opens one line: what happens at each event of
 * src/log/envelopes/envelope-events.rl. The envelope's file defines
 *
 *     int LOG_OPENER(struct locus_log_opened *opened, const unsigned char *p,
 *                    const unsigned char *pe)
 *
 * whose struct locus_log_opened is `opened`.
 */
#ifndef LOCUS_LOG_OPENING_H
#define LOCUS_LOG_OPENING_H

#include "kernel/lens.h"

#define OPENED_SPAN(name, from, to) \
    opened->field[LOCUS_LOG_##name - LOCUS_LOG_ENVELOPE] = (struct locus_span){ \
        (uint32_t)((from) - text), (uint32_t)((to) - (from)) \
    }; \
    opened->present |= FIELD_BIT(name);

#define BEGIN_HERE      begin = p;
#define BEGIN_AFTER     begin = p + 1;
#define MESSAGE_AFTER   opened->begin = p + 1;
#define MESSAGE_END     opened->end = p;
#define PARTIAL         opened->partial = 1;
#define BLANK           opened->blank = 1;
#define COMMIT(name)    OPENED_SPAN(name, begin, p)
#define STREAM(number) \
    opened->stream = number; \
    COMMIT(STREAM)

static ALWAYS_INLINE void opening_begins(struct locus_log_opened *opened)
{
    opened->begin = opened->end = NULL;
    opened->present = 0;
    opened->stream = opened->partial = opened->decoded = opened->blank = 0;
}

#endif
