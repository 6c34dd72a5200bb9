/* SPDX-License-Identifier: MIT
 *
 * The machines that skip runs (src/findings/findings.h), compiled to read every byte.
 */
#define PASS_RUN(name, state)
#define locus_unicode_kinds slow_unicode_kinds
#define locus_query_traverses slow_query_traverses
#include "unit/findings/slow-findings.h"
#include "flat/unicode-kinds-machine.c"
#undef RUN
#include "flat/query-findings-machine.c"
