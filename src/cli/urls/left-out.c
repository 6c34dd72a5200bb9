/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/urls/left-out.h"

#include <inttypes.h>

#include "cli/output/output.h"

/* At most this many too long URLs are reported per file; the others are counted. */
#define REPORTS 10

void left_out_fail(struct left_out *left_out)
{
    left_out->failed = true;
    out_input_failed();
}

void left_out_cut(struct left_out *left_out, const struct block *block,
                  const struct record *record)
{
    if (!out_wait())
        return;
    left_out_fail(left_out);
    complain("%s: skipped the URL at offset %" PRIu64 ", which may be incomplete",
             block->name, record->offset);
}

void left_out_too_long(struct left_out *left_out, const struct block *block,
                       const struct record *record)
{
    if (!out_wait())
        return;
    left_out_fail(left_out);
    if (left_out->too_long++ < REPORTS)
        complain("%s: offset %" PRIu64 ": URL of %" PRIu64 " bytes skipped,"
                 " more than %" PRIu64 " (--max-url)", block->name, record->offset,
                 record->span, left_out->max_url);
}

void left_out_end_file(struct left_out *left_out, const struct block *block)
{
    if (left_out->too_long > REPORTS)
        complain("%s: %" PRIu64 " more URLs of more than %" PRIu64
                 " bytes skipped (--max-url)", block->name,
                 left_out->too_long - REPORTS, left_out->max_url);
    left_out->too_long = 0;
}
