/* SPDX-License-Identifier: MIT */
#ifndef LOG_FORMAT_H
#define LOG_FORMAT_H

#include "cli/blocks/blocks.h"
#include "locus/log.h"

/* Where a log may be cut: where lines have columns that a directive sets, each depends on
   the last directive before it. */
enum cut_place log_cut_place(const struct locus_log_format *format);

/* --log auto: the format of a file, judging by its first lines, which it reports on
   standard error; the first one of all if none fits (blocks.look). */
const struct locus_log_format *log_format_of(struct block *block, enum cut_place *place);

/* The formats in which the line is a record, separated by commas; "" if there are none. */
enum { FORMAT_LIST_SIZE = 256 };
void log_formats_that_fit(char list[FORMAT_LIST_SIZE], const char *text, size_t len);

/* The index of a format; see locus_log_format_at(). That of --log-format follows the last
   one. */
unsigned log_format_index(const struct locus_log_format *format);

#endif
