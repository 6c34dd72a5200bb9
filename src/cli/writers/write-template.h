/* SPDX-License-Identifier: MIT */
#ifndef WRITE_TEMPLATE_H
#define WRITE_TEMPLATE_H

#include "cli/cli.h"

/* What ":decoded" makes of a part, LOCUS_PART_COUNT for the whole URL. Writes at
   most `len` bytes; returns how many. */
size_t template_decode(char *to, const char *text, size_t len,
                       enum locus_part part);

#endif
