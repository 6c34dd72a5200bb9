/* SPDX-License-Identifier: MIT
 *
 * The matcher of a grammar that no scan uses: another grammar finds its URLs in text, or
 * none does (locus_scan_init()).
 */
#include "kernel/kernel.h"
#include "match/longest-prefix.h"

locus_matcher KERNEL_NAME(PASTE(match_, GRAMMAR));

int KERNEL_NAME(PASTE(match_, GRAMMAR))(struct locus_match *restrict match,
                                        const unsigned char *const pe)
{
    (void)match, (void)pe;
    return 0;
}
