/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/urls/skipped-urls.h"

#include <inttypes.h>

#include "cli/output/output.h"

/* At most this many too long URLs are reported per file; the others are counted. */
#define REPORTS 10

void skipped_urls_fail(struct skipped_urls *skipped)
{
    skipped->failed = true;
    out_input_failed();
}

void skipped_urls_cut(struct skipped_urls *skipped, const struct block *block,
                      const struct record *record)
{
    if (!out_wait())
        return;
    skipped_urls_fail(skipped);
    complain("%s: skipped the URL at offset %" PRIu64 ", which may be incomplete",
             block->name, record->offset);
}

void skipped_urls_too_long(struct skipped_urls *skipped, const struct block *block,
                           const struct record *record)
{
    if (!out_wait())
        return;
    skipped_urls_fail(skipped);
    if (skipped->too_long++ < REPORTS)
        complain("%s: offset %" PRIu64 ": URL of %" PRIu64 " bytes skipped,"
                 " more than %" PRIu64 " (--max-url)", block->name, record->offset,
                 record->span, skipped->max_url);
}

void skipped_urls_end_file(struct skipped_urls *skipped, const struct block *block)
{
    if (skipped->too_long > REPORTS)
        complain("%s: %" PRIu64 " more URLs of more than %" PRIu64
                 " bytes skipped (--max-url)", block->name,
                 skipped->too_long - REPORTS, skipped->max_url);
    skipped->too_long = 0;
}
