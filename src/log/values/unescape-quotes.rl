/* SPDX-License-Identifier: MIT
 *
 * Undoes the escapes of Traefik (grammar/log/log-quote-escapes.rl).
 */
#include "common/bytes.h"
#include "log/format.h"

%%{
machine log_quote_escapes;

action backslash        { backslash = p; }
# A quotation mark stands for itself; only the "\" before it is left out.
action quotation {
    locus_put_literals(to, begin, backslash);
    locus_put_escaped(to, backslash, p, 1);
    begin = p + 1;
}

include log_quote_escapes "log/log-quote-escapes.rl";
write data noerror nofinal noentry;
}%%

void locus_log_unescape_quotes(struct locus_unescaped *to, const char *text, size_t len)
{
    const unsigned char *p = bytes_of(text, len);
    const unsigned char *const pe = p + len;
    const unsigned char *begin = p;
    const unsigned char *backslash = p;
    int cs = log_quote_escapes_start;

    %% write exec;
    (void)cs;
    /* The bytes since the last escape are literal, and copied together. */
    locus_put_literals(to, begin, p);
}
