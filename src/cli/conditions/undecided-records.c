/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/conditions/undecided-records.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/values/pattern.h"

void undecided_end_block(struct undecided_report *report, const struct block *block,
                         const struct undecided *undecided, uint64_t lines)
{
    if (undecided->count > 0 && report->all.count == 0) {
        report->all = *undecided;
        report->all.count = 0;
        report->all.line += 1 + lines - block->line;
        report->name = mem_copy_text(block->name);
    }
    report->all.count += undecided->count;
}

bool undecided_end(struct undecided_report *report, bool is_log)
{
    const struct undecided *const all = &report->all;
    char why[PATTERN_ERROR_SIZE];

    if (all->count == 0)
        return true;
    pattern_error(why, all->error);
    complain("--where: kept %" PRIu64 " record%s for which it could not be decided whether a"
             " regular expression matches (%s); the first is at %s %" PRIu64
             " of %s", all->count, all->count == 1 ? "" : "s", why,
             is_log ? "line" : "offset", is_log ? all->line : all->offset, report->name);
    free(report->name);
    return false;
}
