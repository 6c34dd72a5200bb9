/* SPDX-License-Identifier: MIT
 *
 * Findings the slow way: no part is skipped as clean, the scheme is always looked up, and
 * each part is read byte by byte, in the kernel without run classes, by every machine that
 * may find something in it. Which octets are findings in which part is the library's own
 * table; tests/golden/meaning/findings.txt tests that.
 */
#ifndef LOCUS_TESTS_SLOW_FINDINGS_H
#define LOCUS_TESTS_SLOW_FINDINGS_H

#include "findings/findings.h"

locus_octets_finder KERNEL_NAME(kinds_in);
locus_path_finder KERNEL_NAME(path_findings);

/* As in findings.h, without runs (slow-machines.c). */
uint32_t slow_unicode_kinds(const unsigned char *p, const unsigned char *pe, uint32_t stop);
int slow_query_traverses(const unsigned char *p, const unsigned char *pe);

/* A lead byte is not a finding, but lets findings_unicode and findings_query read the text, all of
   it. */
static inline struct found_kinds slow_kinds_in(const unsigned char *begin,
                                               const unsigned char *pe, uint32_t stop)
{
    return (struct found_kinds){ KERNEL_NAME(kinds_in)(begin, pe, stop).kinds | 1u << LEAD, 0 };
}

/* The kinds are those that the machine findings reports. */
static inline struct found_in_path slow_path_findings(const unsigned char *begin,
                                                      const unsigned char *pe, uint64_t stop,
                                                      uint32_t stop_kinds)
{
    return (struct found_in_path){
        KERNEL_NAME(path_findings)(begin, pe, stop, stop_kinds).found,
        slow_kinds_in(begin, pe, stop_kinds)
    };
}

static inline uint32_t none_is_clean(const struct locus_url *url, const unsigned char *text)
{
    (void)url;
    (void)text;
    return 0;
}

/* All findings of a URL. */
static inline uint64_t slow_findings(const struct locus_url *url, const char *text, size_t len)
{
    static const struct finders slow = {
        slow_kinds_in, slow_path_findings, none_is_clean
    };
    const struct search all = { .wanted = ~UINT64_C(0), .stop = 0, .finders = &slow };

    return locus_wanted_findings(url, text, len, NULL, &all);
}

#endif
