/* SPDX-License-Identifier: MIT
 *
 * The lens: how long is the run of a class from here? Every machine asks it on
 * entering a state whose bytes loop (doc/DESIGN.md, "Run classes"). What a
 * machine gets with or without it is the same to the byte; only the time
 * differs. A lens file defines:
 *
 *     const unsigned char *lens_run(from, end, bytes, run)
 *         The first byte from `from` on that does not belong to the run, or
 *         `end`. `bytes` is the machine's NAME_run_bytes, `run` the state's
 *         entry in NAME_run_class, not 0.
 *     const unsigned char *lens_colon(from, end)
 *         The first ":" from `from` on, or `end`.
 *     LENS_NAME
 *         What locus_kernel() says.
 *
 * and never reads at or past `end`.
 */
#ifndef LOCUS_LENS_H
#define LOCUS_LENS_H

#include <stdint.h>

#define RUN_TRIPLES 0x80u         /* in an entry of NAME_run_class */
#define RUN_HEXDIG  0x8000u       /* in an entry of NAME_run_bytes */

#if LOCUS_RUNS
#include "lens-portable.h"
#else
#include "lens-off.h"
#endif

/* The to-state action: `p` is on the byte just read and moves to the last byte
   of the run. `state` is a constant in goto code, so that the states without
   a run cost nothing. */
#define RUN(state) \
    if (LOCUS_RUNS && run_class[state]) \
        p = lens_run(p + 1, pe, run_bytes, run_class[state]) - 1;

#endif
