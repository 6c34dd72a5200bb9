/* SPDX-License-Identifier: MIT
 *
 * The values of keys that the caller has named, in a line of JSON.
 */
#ifndef LOCUS_LOG_KEYS_H
#define LOCUS_LOG_KEYS_H

#include "log/format.h"

#ifdef KERNEL
/* Sets the fields of the given keys from the line text[0..len), a JSON object. A given key
   replaces the known keys of its field. */
void KERNEL_NAME(log_find_members)(struct locus_log_line *line,
                                   const struct locus_log_keys *keys,
                                   const unsigned char *text, size_t len);

/* Sets the method, the target and the protocol of LOCUS_LOG_REQUEST. */
void KERNEL_NAME(log_read_request)(struct locus_log_line *line, const unsigned char *text);
#endif

#endif
