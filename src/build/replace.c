/* SPDX-License-Identifier: MIT
 *
 * Replaces or removes a part of a URL.
 */
#include "build/build.h"
#include "common/report.h"
#include "http/http.h"

int locus_replace(char *buf, size_t size, size_t *len,
                  const struct locus_url *url, const char *text,
                  enum locus_part part, const char *value, size_t value_len,
                  struct locus_report *report)
{
    struct locus_parts parts;
    struct locus_report unwanted;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    locus_parts_of(&parts, url, text);
    if (locus_parts_set(&parts, part, value, value_len) != 0)
        return LOCUS_ERROR_PART;
    return locus_build_decided(buf, size, len, &parts, locus_url_grammar(url),
                               locus_is_decided(url), report);
}

int locus_remove(char *buf, size_t size, size_t *len,
                 const struct locus_url *url, const char *text,
                 enum locus_part part, struct locus_report *report)
{
    struct locus_parts parts;
    struct locus_report unwanted;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    locus_parts_of(&parts, url, text);
    if (locus_parts_remove(&parts, part) != 0)
        return LOCUS_ERROR_PART;
    return locus_build_decided(buf, size, len, &parts, locus_url_grammar(url),
                               locus_is_decided(url), report);
}
