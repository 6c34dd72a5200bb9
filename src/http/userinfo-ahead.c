/* SPDX-License-Identifier: MIT
 *
 * Looks for the "@" of a userinfo (grammar/http/userinfo-ahead.rl).
 */
#include "http/http.h"

#define FAIL(rule)
#define HOST_KIND(kind)
#define COMMIT_SCHEME
#define USER(password)
#define MARK(name)
#define FOUND found = 1;

#define MACHINE(name) \
    int locus_##name(uint32_t *state, const unsigned char *p, \
                     const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    int cs = *state ? (int)*state : name##_start; \
    int found = 0;
#define MACHINE_END \
    *state = found ? 0 : (uint32_t)cs; \
    return found;

#include "userinfo-ahead.h"
