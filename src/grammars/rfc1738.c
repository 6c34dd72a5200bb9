/* SPDX-License-Identifier: MIT
 *
 * The grammar rfc1738: url of RFC 1738, section 5, with the parts of each scheme.
 */
#define GRAMMAR rfc1738
#include "grammars/support/grammar.h"

#ifdef URL_MACHINE
#include "runs/rfc1738-runs.h"

#include "rfc1738-machine.h"
#endif

OWN_ENCODER_OBJECT(
    .fields_error = LOCUS_ERROR_FIELDS
)

GRAMMAR_OBJECT(
    .name = "rfc1738",
    .description = "url: RFC 1738, section 5, with the parts of each scheme",
    .traits = LOCUS_TRAIT_SCHEME_PARTS | TRAIT_BOUNDED
)
