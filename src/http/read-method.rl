/* SPDX-License-Identifier: MIT
 *
 * Reads the method of a request (grammar/http/method.rl).
 */
#include "common/bytes.h"
#include "http/http.h"

%%{
machine method;

action connect          { method = LOCUS_METHOD_CONNECT; }
action options          { method = LOCUS_METHOD_OPTIONS; }
action other            { method = LOCUS_METHOD_OTHER; }

include method "http/method.rl";
write data noerror nofinal noentry;
}%%

enum locus_method locus_read_method(const char *text, size_t len, size_t *stop)
{
    const unsigned char *const begin = bytes_of(text, len);
    const unsigned char *p = begin;
    const unsigned char *const pe = p + len;
    const unsigned char *const eof = pe;
    enum locus_method method = LOCUS_METHOD_INVALID;
    int cs = method_start;

    %% write exec;
    (void)cs;
    *stop = (size_t)(p - begin);
    return method;
}
