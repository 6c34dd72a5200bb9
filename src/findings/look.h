/* SPDX-License-Identifier: MIT
 *
 * Declarations shared by the functions that look for findings.
 */
#ifndef LOCUS_LOOK_H
#define LOCUS_LOOK_H

#include "locus.h"
#include "locus/schemes.h"

#define BIT(finding) (UINT64_C(1) << (finding))

/* Parts, as bits: all that are not contained in another one. INVALID stands for the
   whole text of an invalid URL, which has no parts. */
#define PART(part)  (1u << LOCUS_##part)
#define USERINFO    (PART(USER) | PART(PASSWORD))
#define AFTER      (PART(PATH) | PART(QUERY) | PART(FRAGMENT) | PART(FIELDS))
#define INVALID     (1u << LOCUS_PART_COUNT)
#define ANYWHERE    (USERINFO | PART(HOST) | AFTER | INVALID)

/* What is looked for. What is not wanted may be reported all the same. */
struct look {
    uint64_t wanted;               /* findings, as bits */
    uint64_t stop;                 /* 0, or `wanted`: one of them is enough */
};

/* The findings of the octets in text[span), which is the given part. */
uint64_t locus_look_at_octets(const char *text, struct locus_span span, uint32_t part,
                              enum locus_syntax syntax, const struct look *look);

/* The findings of a path, of a port, and of a text without a scheme, whether or not it is
   a reference. */
uint64_t locus_look_at_path(const char *text, struct locus_span span,
                            const struct look *look);
uint64_t locus_look_at_port(const char *text, struct locus_span span);
uint64_t locus_look_at_reference(const char *text, size_t len);

/* The wanted findings of a URL. */
uint64_t locus_look(const struct locus_url *url, const char *text, size_t len,
                    const struct locus_schemes *own, struct look look);

#endif
