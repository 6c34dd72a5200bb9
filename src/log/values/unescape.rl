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

%%{
machine log_escapes;

action backslash        { backslash = p; }
action quotation        { put_escaped(to, begin, backslash, 0x22); begin = p + 1; }
action reverse_solidus  { put_escaped(to, begin, backslash, 0x5c); begin = p + 1; }
action backspace        { put_escaped(to, begin, backslash, 0x08); begin = p + 1; }
action line_feed        { put_escaped(to, begin, backslash, 0x0a); begin = p + 1; }
action carriage_return  { put_escaped(to, begin, backslash, 0x0d); begin = p + 1; }
action tab              { put_escaped(to, begin, backslash, 0x09); begin = p + 1; }
action vertical_tab     { put_escaped(to, begin, backslash, 0x0b); begin = p + 1; }
action octet            { put_escaped(to, begin, backslash, hex_octet(p - 1)); begin = p + 1; }

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
