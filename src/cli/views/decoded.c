/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/views/decoded.h"

#include <string.h>

/* A "%" that begins no percent-encoding stands for itself: `web` accepts it. A host that
   hides a delimiter in an escape is not decoded: a program that connected to the
   decoded host could be misled. */
size_t value_decode(char *to, const char *text, size_t len, enum locus_part part)
{
    const int component = part < LOCUS_PART_COUNT ? (int)part : (int)LOCUS_ANY;
    size_t decoded;

    if (locus_decode(to, len, &decoded, text, len, component, LOCUS_KEEP, NULL) == 0)
        return decoded;
    memcpy(to, text, len);
    return len;
}
