/* SPDX-License-Identifier: MIT */
#ifndef CODER_H
#define CODER_H

#include "cli/options/verb.h"

/*
 * The common part of encode and decode: everything but the conversion itself.
 */

/* The settings that result from the options. */
struct coder_state {
    const struct locus_grammar *grammar;
    int      component;
    unsigned flags;
};

struct coder {
    const struct verb *verb;
    /* As transform.write, with a struct coder_state: one for a text, and one for
       --file. */
    int (*write_text)(void *state, char *buf, size_t size, size_t *len,
                      const char *text, size_t text_len, struct locus_report *report);
    int (*write_name)(void *state, char *buf, size_t size, size_t *len,
                      const char *text, size_t text_len, struct locus_report *report);
    bool decodes;
};

extern const struct option_use encode_uses[], decode_uses[];
extern const struct word coder_formats[];

/* Runs the verb. Returns an enum status. */
int coder_run(const struct coder *coder, int argc, char **argv);

#endif
