/* SPDX-License-Identifier: MIT
 *
 * Lines of protocols. grammar/coding/octets.rl finds what they contain.
 */
#include "schemes/protocol-line.h"

void locus_line_raw(struct locus_line *line, const char *text, size_t len)
{
    locus_put(&line->out, text, len);
    line->found |= locus_look_at(text, len);
}

void locus_line_decode(struct locus_line *line, const char *text,
                       struct locus_span part)
{
    struct locus_report report = { 0, -1, 0 };

    /* LOCUS_KEEP has no effect if the grammar allows "%" only in percent-encodings. */
    locus_decode_to(&line->out, text + part.off, part.len, LOCUS_SELECTOR,
                    LOCUS_KEEP, &report);
    line->found |= report.found;
}
