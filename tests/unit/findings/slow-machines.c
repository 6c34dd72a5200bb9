/* SPDX-License-Identifier: MIT
 *
 * The machines that pass over runs byte by byte (src/findings/look.h), without runs.
 */
#define PASS_RUN(name, state)
#define locus_unicode_kinds slow_unicode_kinds
#define locus_look_at_query slow_look_at_query
#include "unit/findings/slow-findings.h"
#include "flat/unicode-kinds-machine.c"
#undef RUN
#undef FOUND
#include "flat/look-at-query-machine.c"
