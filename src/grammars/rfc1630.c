/* SPDX-License-Identifier: MIT
 *
 * The grammar rfc1630: fragmentaddress of RFC 1630, with the parts of each scheme.
 */
#define GRAMMAR rfc1630
#include "grammars/support/grammar.h"

#ifdef URL_MACHINE
#include "runs/rfc1630-runs.h"

#include "rfc1630-machine.h"
#endif

OWN_ENCODER_OBJECT(
    .fields_error = LOCUS_ERROR_VERSION
)

GRAMMAR_OBJECT(
    .name = "rfc1630",
    .description = "fragmentaddress: RFC 1630, with the parts of each scheme",
    .traits = LOCUS_TRAIT_SCHEME_PARTS | LOCUS_TRAIT_PARTIAL | TRAIT_BOUNDED
        | TRAIT_BARE_SCHEMES | TRAIT_DRIVE_ESCAPED | TRAIT_PARTS_TOGETHER
)
