/* SPDX-License-Identifier: MIT
 *
 * Builds a URL from parts. The parts are put together in the order of RFC 3986, section
 * 5.3, and of RFC 1738's schemes. The grammar then parses the result, to check that it
 * is a URL and has these parts.
 */
#include <string.h>

#include "build/build.h"
#include "common/report.h"
#include "grammars/support/grammar.h"
#include "http/http.h"

int locus_finish(const struct assembly *a, const struct locus_grammar *grammar,
                 size_t *len, struct locus_report *report)
{
    struct locus_url url;
    int result;

    if (a->out.len > LOCUS_MAX_LENGTH)
        return LOCUS_ERROR_TOO_LONG;
    result = locus_put_end(&a->out, len);
    if (result != 0)
        return result;
    result = locus_parse(&url, a->out.buf, a->out.len, grammar);
    if (a->decided)
        locus_become_absolute(&url);
    if (result != 0)
        locus_name_failure(a, &url, report);
    else
        result = locus_check_assembly(a, &url, report);
    if (result != 0)
        *len = 0;
    return result;
}

int locus_build_decided(char *buf, size_t size, size_t *len,
                        const struct locus_parts *parts,
                        const struct locus_grammar *grammar, int decided,
                        struct locus_report *report)
{
    struct assembly a;
    struct locus_report unwanted;
    int result;

    report = locus_report_begin(report, &unwanted);
    memset(&a, 0, sizeof a);
    a.out.buf = buf;
    a.out.size = size;
    a.parts = parts;
    a.grammar = grammar;
    a.decided = decided;
    *len = 0;
    if (!is_built_in(grammar))
        return LOCUS_ERROR_GRAMMAR;
    result = locus_check_parts(parts, grammar, report);
    if (result != 0)
        return result;
    locus_assemble(&a);
    return locus_finish(&a, grammar, len, report);
}

int locus_build(char *buf, size_t size, size_t *len,
                const struct locus_parts *parts, const struct locus_grammar *grammar,
                struct locus_report *report)
{
    return locus_build_decided(buf, size, len, parts, grammar, 0, report);
}
