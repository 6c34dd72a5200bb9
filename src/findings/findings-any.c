/* SPDX-License-Identifier: MIT
 *
 * Whether a URL has one of several findings.
 */
#include "findings/look.h"

int locus_findings_any(const struct locus_url *url, const char *text, size_t len,
                       uint64_t mask, const struct locus_schemes *own)
{
    const struct look look = { .wanted = mask, .stop = mask, .finders = locus_finders() };

    return locus_look(url, text, len, own, &look) != 0;
}
