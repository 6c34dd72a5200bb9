/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

#include <stdlib.h>

void *mem_resize(void *old, size_t size)
{
    void *new = realloc(old, size);

    if (!new)
        die("out of memory (%zu bytes)", size);
    return new;
}
