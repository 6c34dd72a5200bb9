/* SPDX-License-Identifier: MIT
 *
 * A grammar's machine as a recognizer, for one kernel: how far a URL that begins here
 * extends. It has the same states as the machine of parser.h. Only the events that accept a
 * prefix or report which rule failed do anything here.
 */
#include "kernel/lens.h"
#include "match/longest-prefix.h"

#define MACHINE_BEGIN(name) \
    const unsigned char *p = match->at; \
    const unsigned char *const eof = NULL; \
    const unsigned char *last = match->last; \
    int failed = 0; \
    int cs = match->state ? (int)match->state : name##_start; \
    LENS_BEGIN(name) \
    (void)eof, (void)failed;

/* If a URL's authority fails, match_run_on() continues from the byte that failed. */
#define MACHINE_END \
    match->at = p; \
    match->last = last; \
    match->state = (uint32_t)cs; \
    if (failed && match->runs_on) { \
        match->last = p; \
        return KERNEL_NAME(match_run_on)(match, pe); \
    } \
    return cs != 0;

#define ACCEPT last = p + 1;

#define MACHINE(name) \
    ALL_HOT int KERNEL_NAME(match_##name)(struct locus_match *restrict match, \
                                          const unsigned char *const pe)

#define BEGIN_AFTER
#define BEGIN_HERE
#define MARK(name)
#define MARK_AT
#define USER(password)
#define HOST_KIND(kind)
#define COMMIT(name, from)
#define COMMIT_SCHEME
#define COMMIT_URI_SCHEME
#define COMMIT_HOST
#define COMMIT_HOST_PORT
#define MARK_SCHEME
#define COMMIT_FORM(name)
#define COMMIT_ABSOLUTE_FORM
#define COMMIT_EITHER_FORM
#define COMMIT_GTYPE
#define COMMIT_TAB(name)
#define COMMIT_NULL
#define FAIL(rule) \
    if (IN_AUTHORITY(LOCUS_ERROR_##rule)) \
        failed = 1;
#define IN_AUTHORITY(error) \
    ((error) == LOCUS_ERROR_USERINFO || (error) == LOCUS_ERROR_HOST \
     || (error) == LOCUS_ERROR_PORT)

locus_matcher KERNEL_NAME(PASTE(match_, GRAMMAR));
