/* SPDX-License-Identifier: MIT */
#ifndef UTF16_H
#define UTF16_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Conversion of UTF-16 (RFC 2781) to UTF-8, so that it can be scanned.
 *
 * The UTF-8 determines the length of the UTF-16, so that file offsets can be computed
 * without a table: the first byte of a character stands for one code unit, or for the
 * two of a surrogate pair, and its other bytes for none. An unpaired surrogate becomes
 * U+FFFD.
 */

/* The longest character in UTF-8, in bytes. */
#define UTF16_CHARACTER ((size_t)4)

/* Converts as many complete characters of from[0..len) as fit, and returns the number
   of bytes written. `used` is the number of bytes converted, a multiple of 2. At the
   `end` of the text, a high surrogate that comes last is unpaired. `lone` is the offset
   of the first unpaired surrogate, or `used` if there is none. */
size_t utf16_convert(char *to, size_t room, const unsigned char *from, size_t len,
                     bool big_endian, bool end, size_t *used, size_t *lone);

/* The length of this UTF-8 in UTF-16, in bytes. If a text is split anywhere, the
   lengths of its pieces add up. */
uint64_t utf16_size(const char *text, size_t len);

/* Whether a file that begins with these bytes, without a byte order mark, is clearly
   UTF-16: text without controls that is at least half ASCII. Sets `big_endian`. */
bool utf16_is_evident(const unsigned char *bytes, size_t len, bool *big_endian);

#endif
