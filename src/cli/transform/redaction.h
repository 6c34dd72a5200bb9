/* SPDX-License-Identifier: MIT */
#ifndef REDACTION_H
#define REDACTION_H

#include "cli/transform/transform.h"

/*
 * --redact of edit: the output of another transformation with a mask in place of its
 * secrets.
 */
struct redaction_options {
    bool        redact;
    bool        plus;
    struct keys keys;
    const char *mask;             /* NULL: MASK */
};

/* The same for verb.h: in a member `redaction`. */
#define TAKES_REDACTION_OPTIONS(options) \
    TAKES_AS(options, redaction.redact, redact), \
    TAKES_AS(options, redaction.keys, keys), \
    TAKES_AS(options, redaction.mask, mask), \
    TAKES_AS(options, redaction.plus, plus)

struct redaction {
    struct locus_redaction what;
    struct transform inner;       /* the other transformation */
};

/* Begins to redact the output of `t` if --redact is given. A usage error if the options
   are wrong for any URL. redaction_end() frees the memory. */
void redaction_begin(struct redaction *redaction, struct transform *t,
                     const struct redaction_options *options);
void redaction_end(struct redaction *redaction, const struct redaction_options *options);

#endif
