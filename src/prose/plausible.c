/* SPDX-License-Identifier: MIT
 *
 * Whether a person would take the text for a URL (grammar/prose/plausible.rl), once for
 * each kernel.
 */
#include "kernel/lens.h"
#include "scan/context.h"

#define MACHINE(name) \
    static ALL_HOT int match_##name(struct locus_plausible *restrict found, \
                                    const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *p = found->at; \
    uint8_t plausible = found->plausible; \
    int cs = found->state ? (int)found->state : name##_start; \
    LENS_BEGIN(name)

#define PLAUSIBLE(is) plausible = (is);
#define DECIDED \
    plausible = found->decided = 1; \
    goto stop;

#define MACHINE_END \
stop: \
    found->at = p; \
    found->plausible = plausible; \
    found->state = (uint32_t)cs; \
    return cs != 0;

#include "runs/plausible.h"

#include "plausible.h"

int KERNEL_NAME(plausible)(struct locus_plausible *plausible, const unsigned char *end)
{
    return match_plausible(plausible, end);
}
