/* SPDX-License-Identifier: MIT
 *
 * Undoes the escapes of HAProxy's flag E (grammar/log/log-slash-escapes.rl).
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
machine log_slash_escapes;

action escape           { escape = p; }
action character        { put_escaped(to, begin, escape, *p); begin = p + 1; }
action octet            { put_escaped(to, begin, escape, hex_octet(p - 1)); begin = p + 1; }

include log_slash_escapes "log/log-slash-escapes.rl";
write data noerror nofinal;
}%%

static void unescape(struct locus_unescaped *to, const char *text, size_t len, int cs)
{
    const unsigned char *p = bytes_of(text, len);
    const unsigned char *const pe = p + len;
    const unsigned char *begin = p;
    const unsigned char *escape = p;

    %% write exec;
    (void)cs;
    /* The bytes since the last escape are literal, and copied together. */
    locus_put_literals(to, begin, p);
}

void locus_log_unescape_slash(struct locus_unescaped *to, const char *text, size_t len)
{
    unescape(to, text, len, log_slash_escapes_en_text);
}

void locus_log_unescape_encoded(struct locus_unescaped *to, const char *text, size_t len)
{
    unescape(to, text, len, log_slash_escapes_en_encoded);
}
