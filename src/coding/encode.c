/* SPDX-License-Identifier: MIT
 *
 * Percent-encodes. Which bytes to encode is defined by the machines of
 * grammar/coding/encoders/.
 */
#include "coding/ip-literal.h"
#include "common/report.h"

int locus_encode_to(struct locus_writer *out, const char *text, size_t len,
                    const struct locus_grammar *grammar, int component, unsigned flags,
                    size_t *offset)
{
    const int plus = (flags & LOCUS_PLUS_IS_SPACE) != 0;
    struct encoding e = { .out = out, .plus = plus, .escaped = NOWHERE };
    struct locus_entry entry;
    int result;

    *offset = 0;
    result = locus_find_entry(&entry, grammar, component, plus);
    if (result != 0)
        return result;
    if (len > SIZE_MAX / 3)
        return LOCUS_ERROR_TOO_LONG;
    e.text = bytes_of(text, len);
    e.end = e.text + len;
    result = locus_check_literal(&e, grammar, component, offset);
    if (result < 0)
        return result;
    if (result > 0) {
        locus_put(out, e.text, len);
        *offset = 0;
        return 0;
    }
    if (entry.run(&e, flags & LOCUS_KEEP ? entry.kept : entry.to, offset)
        == FAILED)
        return locus_rule_of(grammar, component);
    *offset = 0;
    return 0;
}

int locus_encode(char *buf, size_t size, size_t *len, const char *text,
                 size_t text_len, const struct locus_grammar *grammar, int component,
                 unsigned flags, struct locus_report *report)
{
    struct locus_writer out = { buf, size, 0 };
    struct locus_report unwanted;
    int result;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    if (flags & ~(unsigned)(LOCUS_KEEP | LOCUS_PLUS_IS_SPACE)
        || (flags & LOCUS_PLUS_IS_SPACE && !locus_may_have_plus(component)))
        return LOCUS_ERROR_ARGUMENT;
    result = locus_encode_to(&out, text, text_len, grammar, component, flags,
                             &report->offset);
    return result == 0 ? locus_put_end(&out, len) : result;
}
