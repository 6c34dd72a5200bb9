/* SPDX-License-Identifier: MIT
 *
 * The context json_raw: a URL ends where its grammar stops accepting the decoded JSON
 * string (RFC 8259, section 7).
 */
#define CONTEXT json_raw
#include "scan/context.h"

#ifdef KERNEL
#include "contexts/json.h"

static int next(struct locus_scan *scan, const char *text, size_t len, int end,
                struct locus_found *found)
{
    return json_next(scan, &SEARCHER, QUOTATION_ENDS, text, len, end, found);
}
#endif

SEARCHER_OBJECT(
    .next = next, .read = KERNEL_NAME(json_read), .reader = &KERNEL_NAME(reader),
    .release = KERNEL_NAME(json_release), .rebase = KERNEL_NAME(json_rebase),
    .unwrap = KERNEL_NAME(json_unwrap_raw)
)

CONTEXT_OBJECT(
    .name = "json-raw",
    .description = "as raw, but within the decoded strings of JSON",
    .traits = TRAIT_SUFFIXES | LOCUS_CONTEXT_DECODED
)
