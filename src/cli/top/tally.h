/* SPDX-License-Identifier: MIT */
#ifndef TALLY_H
#define TALLY_H

#include "cli/options/selector.h"
#include "cli/record/flow.h"
#include "cli/top/values.h"

/*
 * The end of a flow where records are counted by the value of one of their parts.
 */
struct tally {
    struct selector selector;     /* a part, or VALUE_URL */
    struct values values;

    struct {
        char  *buffer;            /* of a decoded value */
        size_t buffer_size;
    } internal;
};

/* The caller sets `selector`, which tally_close() frees. Ends the command if the system
   has no random bytes. */
void tally_open(struct tally *tally);

/* The tally as the end of a flow. */
struct sink tally_sink(struct tally *tally);

void tally_close(struct tally *tally);

#endif
