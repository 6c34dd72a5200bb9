/* SPDX-License-Identifier: MIT
 *
 * Finds pairs by their decoded names, and decodes their values.
 */
#include "query/query.h"

#include "coding/coding.h"
#include "common/bytes.h"
#include "common/report.h"

#define NAME_READER(kernel, needs) [KERNEL_##kernel] = &KERNEL_PASTE(name_reader, kernel),
static const struct locus_name_reader *const readers[KERNEL_COUNT] = {
    LOCUS_KERNELS(NAME_READER)
};

static const struct locus_name_reader *reader(void)
{
    return readers[locus_kernel_in_use()];
}

static const unsigned char *at(const char *text, uint32_t offset)
{
    return text ? (const unsigned char *)text + offset : nothing;
}

int locus_name_is(const char *text, struct locus_span name, const char *key,
                  size_t key_len, unsigned flags)
{
    const unsigned char *const begin = at(text, name.off);
    struct locus_key wanted;

    reader()->begin(&wanted, key, key_len, flags);
    return reader()->is(&wanted, begin, begin + name.len);
}

size_t locus_decode_name(char *to, const char *text, struct locus_span name,
                         unsigned flags)
{
    const unsigned char *const begin = at(text, name.off);

    return (size_t)(reader()->decode(to, begin, begin + name.len, flags) - to);
}

int locus_query_find(struct locus_piece *pair, struct locus_pieces *pairs,
                     const char *text, const char *key, size_t key_len, unsigned flags)
{
    struct locus_key wanted;
    int result;

    if (flags & ~(unsigned)(LOCUS_PLUS_IS_SPACE | LOCUS_QUERY_PREFIX))
        return LOCUS_ERROR_ARGUMENT;
    reader()->begin(&wanted, key, key_len, flags);
    if (pairs->kind == LOCUS_PIECE_PAIR || pairs->kind == LOCUS_PIECE_AMP_PAIR)
        return locus_pieces_find(pair, pairs, text, &wanted);
    do {
        result = locus_pieces_next(pair, pairs, text);
    } while (result == 1 && !locus_name_is(text, pair->name, key, key_len, flags));
    return result;
}

int locus_query_get(char *buf, size_t size, size_t *len, const struct locus_url *url,
                    const char *text, const char *key, size_t key_len, unsigned flags,
                    struct locus_report *report)
{
    const struct locus_span query = locus_get(url, LOCUS_QUERY);
    const unsigned plus = flags & LOCUS_PLUS_IS_SPACE;
    struct locus_writer out = { buf, size, 0 };
    struct locus_report unwanted;
    struct locus_pieces pairs;
    struct locus_piece pair;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    if (flags & ~(unsigned)(LOCUS_PLUS_IS_SPACE | LOCUS_QUERY_SEMICOLON))
        return LOCUS_ERROR_ARGUMENT;
    locus_begin_pairs(&pairs, flags, query);
    if (locus_query_find(&pair, &pairs, text, key, key_len, plus) != 1)
        return LOCUS_ERROR_ABSENT;
    /* With LOCUS_KEEP no text fails. */
    locus_decode_to(&out, text + pair.value.off, pair.value.len, LOCUS_QUERY_ITEM,
                    LOCUS_KEEP | plus, report);
    if (report->found) {
        report->part = LOCUS_QUERY;
        report->offset += pair.value.off - query.off;
    }
    return locus_put_end(&out, len);
}

size_t locus_value_end(const char *text, size_t len, unsigned flags)
{
    const struct locus_span all = { 0, (uint32_t)len };
    struct locus_pieces pairs;
    struct locus_piece pair;

    if (len == 0)
        return 0;
    locus_begin_pairs(&pairs, flags, all);
    return locus_pieces_next(&pair, &pairs, text) == 1 ? pair.text.len : 0;
}

size_t locus_query_count(const struct locus_url *url, const char *text, unsigned flags)
{
    struct locus_pieces pairs;
    struct locus_piece pair;
    size_t count = 0;

    locus_begin_pairs(&pairs, flags, locus_get(url, LOCUS_QUERY));
    while (locus_pieces_next(&pair, &pairs, text) == 1)
        count++;
    return count;
}
