/* SPDX-License-Identifier: MIT
 *
 * Undoes the escapes of Apache and nginx (grammar/log/log-escapes.rl).
 */
#include "common/bytes.h"
#include "log/format.h"

/* Writes the literal bytes before an escape, and what the escape stands for. */
static void put_escaped(struct locus_unescaped *to, const unsigned char *begin,
                        const unsigned char *end, unsigned char octet)
{
    locus_put_literals(to, begin, end);
    locus_put_escaped(to, end, &octet, 1);
}

#define CHARACTER(code) \
    put_escaped(to, begin, backslash, code); \
    begin = p + 1;

%%{
machine log_escapes;

action backslash        { backslash = p; }
action quotation        { CHARACTER(0x22) }
action reverse_solidus  { CHARACTER(0x5c) }
action backspace        { CHARACTER(0x08) }
action line_feed        { CHARACTER(0x0a) }
action carriage_return  { CHARACTER(0x0d) }
action tab              { CHARACTER(0x09) }
action vertical_tab     { CHARACTER(0x0b) }
action octet            { CHARACTER(hex_octet(p - 1)) }

include log_escapes "log/log-escapes.rl";
write data noerror nofinal noentry;
}%%

void locus_log_unescape(struct locus_unescaped *to, const char *text, size_t len)
{
    const unsigned char *p = bytes_of(text, len);
    const unsigned char *const pe = p + len;
    const unsigned char *begin = p;
    const unsigned char *backslash = p;
    int cs = log_escapes_start;

    %% write exec;
    (void)cs;
    /* The bytes since the last escape are literal, and copied together. */
    locus_put_literals(to, begin, p);
}
