/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/views/scratch.h"

#include "cli/values/pattern.h"

void scratch_free(struct scratch *scratch)
{
    for (int use = 0; use < SCRATCH_COUNT; use++)
        free(scratch->text[use]);
    free(scratch->domains);
    pattern_memory_free(scratch->patterns);
}
