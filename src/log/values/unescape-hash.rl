/* SPDX-License-Identifier: MIT
 *
 * Undoes the escapes of HAProxy (grammar/log/log-hash-escapes.rl).
 */
#include "common/bytes.h"
#include "log/format.h"

%%{
machine log_hash_escapes;

action hash             { hash = p; }
action octet {
    const unsigned char octet = hex_octet(p - 1);

    locus_put_literals(to, begin, hash);
    locus_put_escaped(to, hash, &octet, 1);
    begin = p + 1;
}

include log_hash_escapes "log/log-hash-escapes.rl";
write data noerror nofinal noentry;
}%%

void locus_log_unescape_hash(struct locus_unescaped *to, const char *text, size_t len)
{
    const unsigned char *p = bytes_of(text, len);
    const unsigned char *const pe = p + len;
    const unsigned char *begin = p;
    const unsigned char *hash = p;
    int cs = log_hash_escapes_start;

    %% write exec;
    (void)cs;
    /* The bytes since the last escape are literal, and copied together. */
    locus_put_literals(to, begin, p);
}
