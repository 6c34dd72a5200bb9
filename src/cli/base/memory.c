/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

void *mem_resize(void *old, size_t size)
{
    void *new = realloc(old, size);

    if (!new)
        die("out of memory (%zu bytes)", size);
    return new;
}

char *mem_copy_text(const char *text)
{
    const size_t size = strlen(text) + 1;

    return memcpy(mem_resize(NULL, size), text, size);
}
