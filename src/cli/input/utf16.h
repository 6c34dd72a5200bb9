/* SPDX-License-Identifier: MIT */
#ifndef UTF16_H
#define UTF16_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * UTF-16 (RFC 2781) as UTF-8, so that it can be scanned.
 *
 * Each byte of the UTF-8 tells how many bytes of the UTF-16 it stands for, so that
 * places in the file are found again by counting, without any table: the first byte
 * of a character stands for one code unit, or for the two of a surrogate pair, and
 * the others for none. A surrogate without its partner becomes U+FFFD.
 */

/* The most bytes that one character becomes. */
#define UTF16_CHARACTER ((size_t)4)

/* Converts of from[0..len) what is whole and fits, and returns how much it made;
   `used` is how much it took, a multiple of 2. At the `end` a surrogate that waits for
   its partner has none. `lone` is where in from[0..used) the first is that has none;
   `used` if there is no such. */
size_t utf16_convert(char *to, size_t room, const unsigned char *from, size_t len,
                     bool big_endian, bool end, size_t *used, size_t *lone);

/* The bytes of UTF-16 that these bytes of UTF-8 stand for. Of two pieces it is the
   sum, wherever the text is cut. */
uint64_t utf16_size(const char *text, size_t len);

/* Whether a file that begins so, without a byte order mark, can only be UTF-16: text
   without controls, of which much is ASCII. `big_endian` tells which. */
bool utf16_is_evident(const unsigned char *bytes, size_t len, bool *big_endian);

#endif
