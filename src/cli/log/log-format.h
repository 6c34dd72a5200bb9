/* SPDX-License-Identifier: MIT */
#ifndef LOG_FORMAT_H
#define LOG_FORMAT_H

#include "cli/blocks/blocks.h"
#include "cli/settings/settings.h"
#include "locus/log.h"

/* Where a log may be cut. If a directive sets the columns, each line depends on the last
   directive before it; if an envelope divides messages, on the lines before it. */
enum cut_place log_cut_place(const struct log_choice *log);

/* --log auto: chooses the format of a file, and its envelope unless one is given, by its first
   block, to which it may append more, and reports the choice on standard error. If no format
   fits, chooses the first one of all. Call log_formats_begin() before. */
void log_formats_begin(const struct log_choice *given);
const struct log_choice *log_format_of(struct block *block);

/* Sets the envelope of a log, unless it is NULL, and gives it the buffer that it needs. */
void log_set_envelope(struct locus_log *log, const struct locus_log_envelope *envelope,
                      struct buffer *buffer);

/* "docker+combined" */
enum { LOG_NAME_SIZE = 64 };
void log_name(char name[LOG_NAME_SIZE], const struct log_choice *log);

/* Lists the formats in which most lines of a text are records, with their envelopes,
   separated by commas. Returns the number of these lines; 0 and "" if no format fits any. */
enum { FORMAT_LIST_SIZE = 512 };
unsigned log_formats_that_fit(char list[FORMAT_LIST_SIZE], const char *text, size_t len);

/* The index of a format; see locus_log_format_at(). That of --log-format follows the last
   one. */
unsigned log_format_index(const struct locus_log_format *format);

#endif
