/* SPDX-License-Identifier: MIT
 *
 * Finds the partner of the mark directly before a URL (grammar/prose/quoted.rl), once
 * for each kernel.
 */
#include "kernel/lens.h"
#include "scan/context.h"

#define MACHINE(name) \
    static ALL_HOT int match_##name(struct locus_quoted *restrict quoted, \
                                    const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *p = quoted->at; \
    const uint32_t partners = quoted->partners; \
    uint32_t plausible = quoted->plausible; \
    unsigned pair = 0; \
    int cs = quoted->state ? (int)quoted->state : name##_start; \
    LENS_BEGIN(name)

#define STOP { cs = 0; goto stop; }
#define PAIR(number) pair = (number);
#define PLAUSIBLE(is) plausible = (is);
#define PARTNER(mark, length) \
    if (partners & (mark)) { \
        quoted->partner = p + 1 - (length); \
        STOP \
    }
#define PASS(mark) \
    if (partners & (mark) && ++quoted->depth > MOST_PASSED) \
        STOP
/* After a "\", the URL can only end before the "\". */
#define BACKSLASH plausible |= AFTER_BACKSLASH;
#define ESCAPED_PARTNER(mark) \
    if (partners & (mark)) { \
        quoted->partner = p - 1; \
        plausible &= 1; \
    } \
    STOP
#define OPEN \
    if (partners == BRACKET(pair) && ++quoted->depth > MOST_OPEN) \
        STOP
#define CLOSE(length) \
    if (partners == BRACKET(pair)) { \
        if (quoted->depth == 0) { \
            quoted->partner = p + 1 - (length); \
            STOP \
        } \
        quoted->depth--; \
    }

#define MACHINE_END \
stop: \
    quoted->at = p; \
    quoted->plausible = plausible; \
    quoted->state = (uint32_t)cs; \
    return cs != 0;

#include "runs/quoted.h"

#include "quoted.h"

int KERNEL_NAME(quoted)(struct locus_quoted *quoted, const unsigned char *end)
{
    return match_quoted(quoted, end);
}
