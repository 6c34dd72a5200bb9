/* SPDX-License-Identifier: MIT
 *
 * Parses many texts into columns.
 */
#include "parse/parse.h"

/* How many results are collected before their columns are written: few enough to stay
   in the first-level cache. */
enum { BATCH = 16 };

#define EACH_RESULT(i, count) \
    _Pragma ("GCC unroll 16") \
    for (size_t i = 0; i < (count); i++)

/* Writes column by column, which takes fewer instructions than text by text; and no
   branches if `count` is constant. (The end of a loop over `count` would be
   mispredicted.) */
static inline __attribute__((always_inline)) void
write_columns(const struct locus_columns *to, size_t at,
              const struct locus_url *urls, size_t count)
{
    if (to->present)
        EACH_RESULT(i, count)
            to->present[at + i] = urls[i].present;
    if (to->error)
        EACH_RESULT(i, count)
            to->error[at + i] = urls[i].error;
    if (to->error_offset)
        EACH_RESULT(i, count)
            to->error_offset[at + i] = urls[i].error_offset;
    if (to->host_kind)
        EACH_RESULT(i, count)
            to->host_kind[at + i] = urls[i].host_kind;
    if (to->form)
        EACH_RESULT(i, count)
            to->form[at + i] = urls[i].form;
    if (to->other_form)
        EACH_RESULT(i, count)
            to->other_form[at + i] = urls[i].other_form;
    for (unsigned slot = 0; slot < LOCUS_SLOT_COUNT; slot++) {
        struct locus_span *const column = to->part[slot];

        if (column)
            EACH_RESULT(i, count)
                column[at + i] = urls[i].part[slot];
    }
}

int64_t locus_parse_batch(const struct locus_columns *to, const char *text,
                          const uint64_t *begin, const uint64_t *end,
                          size_t count, const struct locus_grammar *grammar)
{
    const unsigned kernel = locus_kernel_in_use();
    int64_t valid = 0;

    if (!is_built_in(grammar))
        return LOCUS_ERROR_GRAMMAR;
    for (size_t at = 0; at < count; at += BATCH) {
        const size_t n = count - at < BATCH ? count - at : BATCH;
        struct locus_url urls[BATCH];

        for (size_t i = 0; i < n; i++) {
            const uint64_t first = begin[at + i], past = end[at + i];

            valid += 0 == (past < first
                ? refuse(&urls[i], LOCUS_ERROR_ARGUMENT, grammar->index)
                : parse(grammar->parse[kernel], &urls[i], text ? text + first : text,
                        past - first, grammar));
        }
        if (n == BATCH)
            write_columns(to, at, urls, BATCH);
        else
            write_columns(to, at, urls, n);
    }
    return valid;
}
