/* SPDX-License-Identifier: MIT */
#ifndef CONFIG_FORMAT_H
#define CONFIG_FORMAT_H

#include "locus/log.h"

/* --log-format: the format that the text describes. Ends the command if it describes
   none. A second call replaces the result of the first. */
const struct locus_log_format *config_format_read(const char *verb, const char *text);

/* The variable of that format that a reject is about: "$upstream_addr"; NULL: none. */
const char *config_format_variable(const struct locus_log_format *format, int error_field,
                                   int *len);

/* The name in a variable as it is written: without "%", "$", braces and modifiers. */
struct locus_slice variable_name(const char *text, size_t len);

#endif
