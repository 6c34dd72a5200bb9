/* SPDX-License-Identifier: MIT
 *
 * Reads the method of a request (grammar/http/method.rl).
 */
#include "common/bytes.h"
#include "http/http.h"

#define METHOD(name) method = LOCUS_METHOD_##name;

#define MACHINE(name) \
    static enum locus_method read_##name(const unsigned char **at, \
                                         const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *p = *at; \
    const unsigned char *const eof = pe; \
    enum locus_method method = LOCUS_METHOD_INVALID; \
    int cs = name##_start;
#define MACHINE_END \
    (void)cs; \
    *at = p; \
    return method;

#include "method.h"

enum locus_method locus_read_method(const char *text, size_t len, size_t *stop)
{
    const unsigned char *const begin = bytes_of(text, len);
    const unsigned char *at = begin;
    const enum locus_method method = read_method(&at, begin + len);

    *stop = (size_t)(at - begin);
    return method;
}
