/* SPDX-License-Identifier: MIT
 *
 * What the steps of locus_build() share.
 */
#ifndef LOCUS_BUILD_H
#define LOCUS_BUILD_H

#include "common/writer.h"
#include "locus.h"

#define BIT(part) (UINT32_C(1) << (part))

/* The parts of RFC 1738's schemes that lie in the path. */
#define IN_PATH \
    (BIT(LOCUS_GTYPE) | BIT(LOCUS_SELECTOR) | BIT(LOCUS_SEARCH) \
     | BIT(LOCUS_PLUS) | BIT(LOCUS_ADDRESS) | BIT(LOCUS_GROUP) \
     | BIT(LOCUS_ARTICLE) | BIT(LOCUS_NUMBER) | BIT(LOCUS_DATABASE) \
     | BIT(LOCUS_WTYPE) | BIT(LOCUS_WPATH) | BIT(LOCUS_HSONAME))

struct assembly {
    struct locus_writer out;
    const struct locus_parts *parts;
    uint32_t placed;               /* a part whose text stands in the output, */
    struct { size_t off, len; } at[LOCUS_PART_COUNT];      /* and where */
    size_t path_off, path_len;     /* the path, said as a whole or by parts */
};

static inline int has(const struct locus_parts *parts, enum locus_part part)
{
    return (parts->present & BIT(part)) != 0;
}

/* Puts the parts together. */
void locus_assemble(struct assembly *a);

/* Before: whether each part may read so, by itself. */
int locus_check_parts(const struct locus_parts *parts, const struct locus_grammar *grammar,
                      struct locus_report *report);

/* After: the part because of which the output is no URL. */
void locus_name_failure(const struct assembly *a, const struct locus_url *url,
                        struct locus_report *report);

/* After: 0 if the grammar's parts are those asked for, else LOCUS_ERROR_MISREAD. */
int locus_check_assembly(const struct assembly *a, const struct locus_url *url,
                         struct locus_report *report);

#endif
