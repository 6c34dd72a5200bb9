/* SPDX-License-Identifier: MIT
 *
 * Lines of protocols (grammar/protocol-line.rl).
 */
#include "line.h"

#define MACHINE(name) \
    static int decode_##name(struct locus_line *restrict line, \
                             const unsigned char *p, \
                             const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    unsigned high = 0; \
    int cs = name##_start;
#define MACHINE_END \
    (void)cs; \
    return p == pe ? 0 : LOCUS_ERROR_PERCENT;

#define OCTET(octet) put(line, (char)(octet));
#define HIGH(digit)  high = hex_value(digit);
#define LOW(digit)   put(line, (char)(unsigned char)(high << 4 | hex_value(digit)));
#define SEEN(what)   line->seen |= (what);

static void put(struct locus_line *line, char octet)
{
    if (line->len < line->size)
        line->buf[line->len] = octet;
    line->len++;
}

#include "protocol-line.h"

void locus_line_put(struct locus_line *line, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        put(line, text[i]);
}

void locus_line_raw(struct locus_line *line, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        line->seen |= text[i] == '\0' ? NUL
                    : text[i] == '\r' ? CR
                    : text[i] == '\n' ? LF
                    : 0u;
        put(line, text[i]);
    }
}

int locus_line_decode(struct locus_line *line, const char *text,
                      struct locus_span part)
{
    const unsigned char *p = (const unsigned char *)text + part.off;

    return decode_protocol_line(line, p, p + part.len);
}

int locus_line_end(const struct locus_line *line, size_t *len)
{
    *len = line->len;
    return line->len > line->size ? LOCUS_ERROR_SPACE : 0;
}
