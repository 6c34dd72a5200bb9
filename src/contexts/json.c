/* SPDX-License-Identifier: MIT
 *
 * The context json: a URL ends where a person reading the decoded JSON string (RFC
 * 8259, section 7) would end it.
 */
#define CONTEXT json
#include "scan/context.h"

#ifdef KERNEL
#include "contexts/json.h"

static int next(struct locus_scan *scan, const char *text, size_t len, int end,
                struct locus_found *found)
{
    return json_next(scan, &SEARCHER, QUOTATION_MAY_CLOSE, text, len, end, found);
}

static void rebase(struct locus_scan *scan, size_t drop)
{
    KERNEL_NAME(json_rebase)(scan, drop);
    KERNEL_NAME(prose_rebase)(scan, drop);
}
#endif

SEARCHER_OBJECT(
    .next = next, .read = KERNEL_NAME(json_read), .reader = &KERNEL_NAME(prose_reader),
    .release = KERNEL_NAME(json_release), .rebase = rebase,
    .unwrap = KERNEL_NAME(json_unwrap),
    .before = {
        .quote = KERNEL_NAME(json_quote_before),
        .line_ends = UINT32_MAX,               /* no string contains them */
        .opened = KERNEL_NAME(json_read_opened)
    }
)

CONTEXT_OBJECT(
    .name = "json",
    .description = "as text, but within the decoded strings of JSON",
    .traits = LOCUS_CONTEXT_PROSE | LOCUS_CONTEXT_DECODED
)
