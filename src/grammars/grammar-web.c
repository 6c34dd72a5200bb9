/* SPDX-License-Identifier: MIT
 *
 * The grammar web: the structure of RFC 3986 with few restrictions on bytes, for URLs
 * in logs.
 */
#define GRAMMAR web
#include "grammars/support/grammar.h"

#ifdef URL_MACHINE
#include "runs/web-runs.h"

#include "web-machine.h"
#endif

ENCODER_OBJECT(.entry = locus_entry_lenient)

GRAMMAR_OBJECT(
    .name = "web",
    .description = "URLs in logs: RFC 3986, few restrictions on bytes",
    .traits = TRAIT_IP_LITERALS | TRAIT_PLAIN | TRAIT_LENIENT
)
