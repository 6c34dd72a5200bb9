/* SPDX-License-Identifier: MIT */
#ifndef JSON_DIGITS_H
#define JSON_DIGITS_H

#include "cli/output/json-values.h"

/* Writes a number from the input, which may have zeros before it. If it is none, it is written
   as a string. */
void json_digits(struct json *json, const char *text, size_t len);

#endif
