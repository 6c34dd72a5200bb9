/* SPDX-License-Identifier: MIT
 *
 * The parts of a request line in a field of a log.
 */
#ifndef LOCUS_LOG_REQUEST_H
#define LOCUS_LOG_REQUEST_H

#include "log/format.h"

struct locus_log_line_request {
    uint64_t present;              /* a bit for each field */
    uint64_t escaped;
    int      kind;                 /* enum locus_log_request */
};

/* Not a byte that begins an escape: "\\" and "#" do. */
enum { BOTH_ESCAPES = 1 };

/* Reads text[begin..end) of a line, and sets the spans of the line's fields. `escape` is the
   byte that begins an escape; 0: none does; or BOTH_ESCAPES. */
struct locus_log_line_request
KERNEL_NAME(log_request)(struct locus_log_line *line, const unsigned char *text,
                         const unsigned char *begin, const unsigned char *end,
                         unsigned char escape);

#endif
