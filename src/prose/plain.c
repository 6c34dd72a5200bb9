/* SPDX-License-Identifier: MIT
 *
 * Finds the end of a URL in prose, if the URL contains no byte whose meaning depends on
 * its surroundings (grammar/prose/plain.rl), once for each kernel. This machine
 * combines the machines of prose and the grammars with TRAIT_PLAIN.
 */
#include "kernel/lens.h"
#include "scan/context.h"

#define MACHINE(name) \
    static ALL_HOT void match_##name(struct locus_plain *restrict plain, \
                                     const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *p = plain->at; \
    const unsigned char *last = plain->last; \
    int cs = name##_start; \
    LENS_BEGIN(name)

#define ACCEPT last = p + 1;
#define STOPPED(mark) \
    plain->stopped = (mark); \
    goto stop;
#define CLOSED(pair) STOPPED(BRACKET(pair))

#define MACHINE_END \
    (void)cs; \
stop: \
    plain->at = p; \
    plain->last = last;

#include "runs/plain.h"

#include "plain.h"

void KERNEL_NAME(plain)(struct locus_plain *plain, const unsigned char *end)
{
    match_plain(plain, end);
}
