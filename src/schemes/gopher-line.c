/* SPDX-License-Identifier: MIT
 *
 * The line that a gopher client sends (RFC 1436; Gopher+).
 */
#include "schemes/meaning.h"
#include "schemes/protocol-line.h"

/* Writes a field of the line. Returns LOCUS_ERROR_PROTOCOL if it contains what `forbidden`
   has bits for. */
static int field(struct locus_line *line, const struct locus_url *url,
                 const char *text, enum locus_part part, unsigned forbidden)
{
    if (part != LOCUS_SELECTOR)
        LOCUS_PUT_LITERAL(&line->out, "\t");
    line->found = 0;
    locus_line_decode(line, text, locus_get(url, part));
    return line->found & forbidden ? LOCUS_ERROR_PROTOCOL : 0;
}

int locus_gopher_line(char *buf, size_t size, size_t *len,
                      const struct locus_url *url, const char *text)
{
    const unsigned forbidden = LINE_TAB | LINE_END;
    struct locus_line line = { .out = { .buf = buf, .size = size } };
    const enum locus_plus plus = locus_plus_kind(url, text);
    const int answers = plus == LOCUS_PLUS_ANSWERS;
    int result;

    *len = 0;
    if (locus_own_syntax(url, text) != LOCUS_SYNTAX_GOPHER)
        return LOCUS_ERROR_ABSENT;
    result = field(&line, url, text, LOCUS_SELECTOR, forbidden);
    if (result == 0 && locus_has(url, LOCUS_SEARCH)
        && !(answers && locus_get(url, LOCUS_SEARCH).len == 0))
        result = field(&line, url, text, LOCUS_SEARCH, forbidden);
    if (result == 0 && locus_has(url, LOCUS_PLUS))
        result = field(&line, url, text, LOCUS_PLUS,
                       answers ? 0 : forbidden);
    if (result != 0)
        return result;
    if (!answers)
        LOCUS_PUT_LITERAL(&line.out, "\r\n");
    return locus_put_end(&line.out, len);
}
