/* SPDX-License-Identifier: MIT
 *
 * Declarations shared by the steps of locus_build().
 */
#ifndef LOCUS_BUILD_H
#define LOCUS_BUILD_H

#include "common/writer.h"
#include "locus.h"

#define BIT(part) (UINT32_C(1) << (part))

/* The parts of RFC 1738's schemes that are within the path. */
#define IN_PATH \
    (BIT(LOCUS_GTYPE) | BIT(LOCUS_SELECTOR) | BIT(LOCUS_SEARCH) \
     | BIT(LOCUS_PLUS) | BIT(LOCUS_ADDRESS) | BIT(LOCUS_GROUP) \
     | BIT(LOCUS_ARTICLE) | BIT(LOCUS_NUMBER) | BIT(LOCUS_DATABASE) \
     | BIT(LOCUS_WTYPE) | BIT(LOCUS_WPATH) | BIT(LOCUS_HSONAME))

struct assembly {
    struct locus_writer out;
    const struct locus_grammar *grammar;
    const struct locus_parts *parts;
    int decided;                   /* the output is an absolute-form even if it is also
                                      an authority-form (http/http.h) */
    uint32_t placed;               /* the parts written to the output, */
    struct { size_t off, len; } at[LOCUS_PART_COUNT];      /* and where */
    size_t path_off, path_len;     /* the path, given as a whole or in parts */
};

static inline int has(const struct locus_parts *parts, enum locus_part part)
{
    return (parts->present & BIT(part)) != 0;
}

/* locus_build() for a target whose form is decided. */
int locus_build_decided(char *buf, size_t size, size_t *len,
                        const struct locus_parts *parts,
                        const struct locus_grammar *grammar, int decided,
                        struct locus_report *report);

/* Puts the parts together. */
void locus_assemble(struct assembly *a);

/* The same without the query: the parts before its "?", and the part after the query. */
void locus_assemble_to_query(struct assembly *a);
void locus_assemble_from_fragment(struct assembly *a);

/* Before assembly: checks each part by itself. */
int locus_check_parts(const struct locus_parts *parts, const struct locus_grammar *grammar,
                      struct locus_report *report);

/* After assembly: reports the part that makes the output invalid. */
void locus_name_failure(const struct assembly *a, const struct locus_url *url,
                        struct locus_report *report);

/* After assembly: 0 if the parsed parts are the requested ones, else
   LOCUS_ERROR_MISREAD. */
int locus_check_assembly(const struct assembly *a, const struct locus_url *url,
                         struct locus_report *report);

/* After assembly: stores the length and has the grammar parse the output. Returns what
   locus_build() returns. */
int locus_finish(const struct assembly *a, const struct locus_grammar *grammar,
                 size_t *len, struct locus_report *report);

#endif
