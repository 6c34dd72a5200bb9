/* SPDX-License-Identifier: MIT
 *
 * The machines as recorders of spans, once for each kernel. What happens at
 * each event of grammar/events.rl is said here; where an event happens, there.
 */
#include "kernel.h"
#include "lens.h"

#define MACHINE(name) \
    static void parse_##name(struct locus_url *restrict url, \
                             const unsigned char *const text, \
                             const unsigned char *const pe)

/* Marks: `begin` is where the component that is being read begins. The user is
   a mark until its host is committed, because RFC 1738's generic form may
   still turn out to be a bare path (foo://a@b@c). */
#define MACHINE_BEGIN(name) \
    const unsigned char *p = text; \
    const unsigned char *const eof = pe; \
    const unsigned char *begin = text; \
    const unsigned char *path = text; \
    const unsigned char *schemepart = text; \
    const unsigned char *colon = text; \
    const unsigned char *at = NULL; \
    const unsigned char *user = NULL; \
    const unsigned char *user_colon = NULL; \
    uint32_t present = 0; \
    int error = 0; \
    uint8_t host_kind = LOCUS_HOST_NONE; \
    int cs = name##_start; \
    LENS_BEGIN(name)

#define MACHINE_END \
    (void)schemepart, (void)cs; \
    if (error) { \
        fail(url, error, (uint32_t)(p - text)); \
        return; \
    } \
    url->present = present;

#define SPAN(name, from, to) \
    (url->part[LOCUS_##name].off = (uint32_t)((from) - text), \
     url->part[LOCUS_##name].len = (uint32_t)((to) - (from)), \
     present |= 1u << LOCUS_##name)

#define ACCEPT

#define BEGIN_AFTER      begin = p + 1;
#define BEGIN_HERE       begin = p;
#define MARK(name)       name = p;
#define MARK_AT          at = p; begin = p + 1;
#define USER(password)   user = begin; user_colon = (password) ? colon : NULL;
#define HOST_KIND(kind)  host_kind = LOCUS_HOST_##kind;

#define COMMIT(name, from) \
    SPAN(name, from, p); \
    begin = p + 1;
#define COMMIT_SCHEME \
    SPAN(SCHEME, text, p); \
    path = schemepart = p + 1;
#define COMMIT_URI_SCHEME \
    SPAN(SCHEME, begin, p); \
    path = schemepart = p + 1;
#define COMMIT_USER \
    if (at) { \
        SPAN(USER, user, user_colon ? user_colon : at); \
        if (user_colon) \
            SPAN(PASSWORD, user_colon + 1, at); \
    }
#define COMMIT_HOST \
    COMMIT_USER \
    SPAN(HOST, begin, p); \
    url->host_kind = host_kind; \
    path = p;
#define COMMIT_HOST_PORT \
    COMMIT_USER \
    SPAN(HOST, begin, colon); \
    SPAN(PORT, colon + 1, p); \
    url->host_kind = host_kind; \
    path = p;
#define COMMIT_GTYPE \
    SPAN(GTYPE, begin, p + 1); \
    begin = p + 1;
#define COMMIT_TAB(name) \
    SPAN(name, begin, p - 2); \
    begin = p + 1;

#define COMMIT_NULL \
    SPAN(HSONAME, begin, p - 2); \
    SPAN(PATH, path, p - 2); \
    begin = p + 1;

#define FAIL(rule) \
    if (error > LOCUS_ERROR_##rule) \
        error = LOCUS_ERROR_##rule;

/* Nothing is present, and every part {0, 0}. A loop, because compilers make a
   memset() of this size into something slower (configure.ac keeps them from
   seeing a memset in it). */
static ALWAYS_INLINE void clear(struct locus_url *url,
                                enum locus_grammar grammar)
{
    url->present = 0;
    url->error = 0;
    url->error_offset = 0;
    url->grammar = (uint8_t)grammar;
    url->host_kind = LOCUS_HOST_NONE;
    url->reserved[0] = url->reserved[1] = 0;
#pragma GCC unroll 32
    for (int i = 0; i < LOCUS_PART_COUNT; i++)
        url->part[i] = (struct locus_span){ 0, 0 };
}

static void fail(struct locus_url *url, int error, uint32_t offset)
{
    clear(url, (enum locus_grammar)url->grammar);
    url->error = error;
    url->error_offset = offset;
}

#include "machines.h"

int KERNEL_NAME(parse)(struct locus_url *url, const char *text, size_t len,
                       enum locus_grammar grammar)
{
    static const unsigned char nothing[1];
    const unsigned char *begin = (const unsigned char *)text;

    clear(url, grammar);
    if (!is_built_in(grammar)) {
        url->grammar = 0;
        return url->error = LOCUS_ERROR_GRAMMAR;
    }
    if (len > LOCUS_MAX_LENGTH)
        return url->error = LOCUS_ERROR_TOO_LONG;
    if (len == 0)
        begin = nothing;

    switch (grammar) {
#define X(NAME, name) \
    case LOCUS_##NAME: \
        parse_##name(url, begin, begin + len); \
        break;
    LOCUS_GRAMMARS
#undef X
    default:
        break;
    }
    return url->error;
}
