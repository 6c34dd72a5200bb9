/* SPDX-License-Identifier: MIT
 *
 * A grammar's machine as a recorder of spans: locus_parse() for one grammar and one
 * kernel. spans.h defines what happens at each event of src/grammars/support/url-events.rl.
 */
#include "kernel/kernel.h"
#include "kernel/lens.h"
#include "parse/spans.h"

#define MACHINE(name) \
    ALL_HOT int KERNEL_NAME(parse_##name)(struct locus_url *restrict url, \
                                          const unsigned char *const text, \
                                          size_t len)

/* Whether the host or port that failed was meant as a userinfo, which this grammar does
   not have. The file of such a grammar defines NO_USERINFO. */
#ifdef NO_USERINFO
#include "http/http.h"

#define USERINFO_IS_MEANT(error, p, pe) \
    (locus_may_be_userinfo(error) && locus_userinfo_ahead(&(uint32_t){ 0 }, p, pe))
#else
#define USERINFO_IS_MEANT(error, p, pe) 0
#endif

/* Places are pointers. */
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
    clear(url, INDEX_##name);

#define MACHINE_END \
    (void)path, (void)schemepart, (void)cs; \
    if (error) \
        return fail(url, USERINFO_IS_MEANT(error, p, pe) \
                         ? LOCUS_ERROR_USERINFO_PRESENT : error, \
                    (uint32_t)(p - text)); \
    url->present = present; \
    return 0;

#define HERE         p
#define START        text
#define NOWHERE      NULL
#define OFFSET(from) ((uint32_t)((from) - text))
#define LENGTH(from, to) ((uint32_t)((to) - (from)))

/* Makes every part absent and {0, 0}. It uses wide registers, because compilers call
   memset() for a struct of this size; but none wider than 32 bytes, since nearly every
   store of 64 bytes would cross a cache line. If the struct crosses a page it uses 16
   bytes, because a wide store across two pages takes as long as parsing a short URL. */
static ALWAYS_INLINE void clear(struct locus_url *url, uint8_t grammar)
{
    enum { PAGE = 4096 };
    typedef char wide __attribute__((vector_size(LENS_WIDTH < 32 ? LENS_WIDTH : 32),
                                     aligned(4), may_alias));
    typedef char narrow __attribute__((vector_size(16), aligned(4),
                                       may_alias));
    char *const to = (char *)url;
    size_t at = 0;

    _Static_assert(sizeof *url == 112, "a scheme's parts change no struct");
    _Static_assert(sizeof *url % sizeof(narrow) == 0, "no rest");
    if (sizeof(wide) > sizeof(narrow)
        && (uintptr_t)url % PAGE > PAGE - sizeof *url) {
#pragma GCC unroll 16
        for (; at < sizeof *url; at += sizeof(narrow))
            *(narrow *)(to + at) = (narrow){ 0 };
    } else {
#pragma GCC unroll 16
        for (; at + sizeof(wide) <= sizeof *url; at += sizeof(wide))
            *(wide *)(to + at) = (wide){ 0 };
#pragma GCC unroll 16
        for (; at < sizeof *url; at += sizeof(narrow))
            *(narrow *)(to + at) = (narrow){ 0 };
    }
    url->grammar = grammar;
}

static __attribute__((noinline)) int fail(struct locus_url *url, int error,
                                          uint32_t offset)
{
    clear(url, url->grammar);
    url->error = error;
    url->error_offset = offset;
    return error;
}

locus_parser KERNEL_NAME(PASTE(parse_, GRAMMAR));
