/* SPDX-License-Identifier: MIT
 *
 * The machines as recorders of spans, once for each kernel. What happens at
 * each event of grammar/events.rl is said here; where an event happens, there.
 */
#include "kernel.h"
#include "lens.h"

#define MACHINE(name) \
    static int parse_##name(struct locus_url *restrict url, \
                            const unsigned char *const text, size_t len)

/* Marks: `begin` is where the component that is being read begins. The user is
   a mark until its host is committed, because RFC 1738's generic form may
   still turn out to be a bare path (foo://a@b@c). */
#define MACHINE_BEGIN(name) \
    const unsigned char *p = text; \
    const unsigned char *const pe = text + len; \
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
    LENS_BEGIN(name) \
    clear(url, (enum locus_grammar)GRAMMAR_##name);

#define MACHINE_END \
    (void)schemepart, (void)cs; \
    if (error) \
        return fail(url, error, (uint32_t)(p - text)); \
    url->present = present; \
    return 0;

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

/* Nothing is present, and every part {0, 0}. By the widest registers that the
   lens has: compilers call memset() for a struct of this size. */
static ALWAYS_INLINE void clear(struct locus_url *url,
                                enum locus_grammar grammar)
{
    typedef char wide __attribute__((vector_size(LENS_WIDTH), aligned(4),
                                     may_alias));
    char *const to = (char *)url;

#pragma GCC unroll 16
    for (size_t i = 0; i + LENS_WIDTH <= sizeof *url; i += LENS_WIDTH)
        *(wide *)(to + i) = (wide){ 0 };
    if (sizeof *url % LENS_WIDTH)
        *(wide *)(to + sizeof *url - LENS_WIDTH) = (wide){ 0 };
    url->grammar = (uint8_t)grammar;
}

static __attribute__((noinline)) int fail(struct locus_url *url, int error,
                                          uint32_t offset)
{
    clear(url, (enum locus_grammar)url->grammar);
    url->error = error;
    url->error_offset = offset;
    return error;
}

enum {
#define X(NAME, name) GRAMMAR_##name = LOCUS_##NAME,
    LOCUS_GRAMMARS
#undef X
};

#include "machines.h"

locus_parser *const KERNEL_NAME(parse)[LOCUS_GRAMMAR_COUNT] = {
#define X(NAME, name) [LOCUS_##NAME] = parse_##name,
    LOCUS_GRAMMARS
#undef X
};
