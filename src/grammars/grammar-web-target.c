/* SPDX-License-Identifier: MIT
 *
 * The grammar web-target: request targets as servers receive them.
 */
#define GRAMMAR web_target
#define NO_MATCHER
#include "grammars/support/grammar.h"

#ifdef URL_MACHINE
#include "runs/web-target-runs.h"

#include "web-target-machine.h"
#endif

ENCODER_OBJECT(.entry = locus_entry_lenient_target)

GRAMMAR_OBJECT(
    .name = "web-target",
    .description = "request targets in logs: RFC 9112, few restrictions on bytes",
    .traits = TRAIT_IP_LITERALS | TRAIT_LENIENT | TRAIT_NO_FILES | LOCUS_TRAIT_TARGET
)
