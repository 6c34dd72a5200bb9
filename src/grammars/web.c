/* SPDX-License-Identifier: MIT
 *
 * The grammar web: the structure of RFC 3986, lenient in its bytes, for URLs in logs.
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
    .description = "RFC 3986's structure, lenient in its bytes: what logs hold",
    .traits = TRAIT_IP_LITERALS | TRAIT_PLAIN | TRAIT_LENIENT
)
