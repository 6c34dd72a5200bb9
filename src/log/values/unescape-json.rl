/* SPDX-License-Identifier: MIT
 *
 * Undoes the escapes of JSON (grammar/log/log-json-escapes.rl).
 */
#include "common/bytes.h"
#include "common/utf8.h"
#include "log/format.h"

/* Writes the literal bytes before an escape, and the character that it stands for. */
static void put_character(struct locus_unescaped *to, const unsigned char *begin,
                          const unsigned char *end, uint32_t code)
{
    char character[4];

    locus_put_literals(to, begin, end);
    locus_put_escaped(to, end, character, locus_utf8(character, code));
}

%%{
machine log_json_escapes;

action backslash        { backslash = p; }
action hex              { value = value << 4 | hex_value(*p); }
action code             { put_character(to, begin, backslash, value & 0xffff); begin = p + 1; }
action high             { first = backslash; }
action pair             { put_character(to, begin, first, surrogates(value)); begin = p + 1; }
action quotation        { put_character(to, begin, backslash, 0x22); begin = p + 1; }
action reverse_solidus  { put_character(to, begin, backslash, 0x5c); begin = p + 1; }
action solidus          { put_character(to, begin, backslash, 0x2f); begin = p + 1; }
action backspace        { put_character(to, begin, backslash, 0x08); begin = p + 1; }
action form_feed        { put_character(to, begin, backslash, 0x0c); begin = p + 1; }
action line_feed        { put_character(to, begin, backslash, 0x0a); begin = p + 1; }
action carriage_return  { put_character(to, begin, backslash, 0x0d); begin = p + 1; }
action tab              { put_character(to, begin, backslash, 0x09); begin = p + 1; }

include log_json_escapes "log/log-json-escapes.rl";
write data noerror nofinal noentry;
}%%

void locus_log_unescape_json(struct locus_unescaped *to, const char *text, size_t len)
{
    const unsigned char *p = bytes_of(text, len);
    const unsigned char *const pe = p + len;
    const unsigned char *begin = p;
    const unsigned char *backslash = p;
    const unsigned char *first = p;                /* the "\" of the first half */
    uint32_t value = 0;            /* the last eight digits */
    int cs = log_json_escapes_start;

    %% write exec;
    (void)cs;
    /* The bytes since the last escape are literal, and copied together. */
    locus_put_literals(to, begin, p);
}
