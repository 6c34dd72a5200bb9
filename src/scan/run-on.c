/* SPDX-License-Identifier: MIT
 *
 * How far a URL extends if the grammar cannot finish its authority
 * (grammar/scan/run-on.rl), once for each kernel.
 */
#include "kernel/lens.h"
#include "scan/longest-prefix.h"

#define ACCEPT last = p + 1;

#define MACHINE(name) \
    int KERNEL_NAME(match_##name)(struct locus_match *restrict match, \
                                  const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *p = match->at; \
    const unsigned char *last = match->last; \
    int cs = name##_start; \
    LENS_BEGIN(name)
#define MACHINE_END \
    match->at = p; \
    match->last = last; \
    match->state = cs != 0 ? RUNNING_ON : 0; \
    return cs != 0;

#include "runs/run-on.h"

#include "run-on.h"
