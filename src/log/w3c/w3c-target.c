/* SPDX-License-Identifier: MIT
 *
 * The target of a line in the W3C's extended log file format.
 */
#include "log/w3c/w3c-fields.h"

void locus_log_put_w3c_target(struct locus_writer *out, const struct locus_log_line *line,
                              const char *text)
{
    const struct locus_span stem = locus_log_get(line, LOCUS_LOG_W3C_STEM);
    const struct locus_span query = locus_log_get(line, LOCUS_LOG_W3C_QUERY);

    locus_put(out, text + stem.off, stem.len);
    LOCUS_PUT_LITERAL(out, "?");
    locus_put(out, text + query.off, query.len);
}
