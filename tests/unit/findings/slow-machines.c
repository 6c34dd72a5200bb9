/* SPDX-License-Identifier: MIT
 *
 * The machines that skip runs (src/findings/look.h), compiled to read every byte.
 */
#define PASS_RUN(name, state)
#define locus_unicode_kinds slow_unicode_kinds
#define locus_look_at_query slow_look_at_query
#include "unit/findings/slow-findings.h"
#include "flat/unicode-kinds-machine.c"
#undef RUN
#include "flat/look-at-query-machine.c"
