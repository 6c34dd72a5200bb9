/* SPDX-License-Identifier: MIT */
#ifndef JSON_DIGITS_H
#define JSON_DIGITS_H

#include "cli/output/json-values.h"

/* Writes a number from the input without the zeros before it; text that is not a number, as a
   string. */
void json_digits(struct json *json, const char *text, size_t len);

#endif
