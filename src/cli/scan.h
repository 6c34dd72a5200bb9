/* SPDX-License-Identifier: MIT */
#ifndef SCAN_H
#define SCAN_H

#include "options.h"
#include "record.h"

/* Who gets the URLs instead of standard output: one after the other, in order,
   and in one thread if the options say one. What a record points to is there
   only during the call. */
struct taker {
    void (*take)(void *data, const struct record *record);
    void *data;
    bool  parts;                  /* it needs locus_parse() */
};

/* Finds the URLs in the operands. What cannot be read is told. Returns an enum
   status. `taker` is NULL to write them as the options say. */
int scan_operands(const struct options *options, const struct taker *taker);

#endif
