/* SPDX-License-Identifier: MIT */
#ifndef URL_ERROR_H
#define URL_ERROR_H

#include <stddef.h>

#include "locus.h"

/* Writes a sentence about an invalid URL: the rule, and the byte where it failed. The size
   is more than any sentence needs. */
enum { URL_ERROR_SIZE = 256 };
void url_error(const struct locus_url *url, const char *text, size_t len,
               char sentence[URL_ERROR_SIZE]);

#endif
