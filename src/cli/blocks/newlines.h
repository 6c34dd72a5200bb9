/* SPDX-License-Identifier: MIT */
#ifndef NEWLINES_H
#define NEWLINES_H

#include <stddef.h>
#include <stdint.h>

/* The number of newlines in text[0..len). */
uint64_t count_newlines(const char *text, size_t len);

#endif
