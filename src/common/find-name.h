/* SPDX-License-Identifier: MIT
 *
 * Looks up a name in a list.
 */
#ifndef LOCUS_FIND_NAME_H
#define LOCUS_FIND_NAME_H

#include <stddef.h>

#include "locus.h"

/* Whether name[0..len) equals `known`, which may be NULL and then equals no name. */
static inline int is_name(const char *known, const char *name, size_t len)
{
    size_t k = 0;

    if (!known)
        return 0;
    while (k < len && known[k] && known[k] == name[k])
        k++;
    return k == len && !known[k];
}

/* The index of a name in a list, whose entries may be NULL; or LOCUS_ERROR_ABSENT. */
static inline int find_name(const char *const *names, int count, const char *name,
                            size_t len)
{
    for (int i = 0; i < count; i++)
        if (is_name(names[i], name, len))
            return i;
    return LOCUS_ERROR_ABSENT;
}

#endif
