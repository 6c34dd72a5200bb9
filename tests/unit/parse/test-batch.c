/* SPDX-License-Identifier: MIT
 *
 * locus_parse_batch(): each entry equals the result of locus_parse() for that
 * text, with every kernel and every choice of columns, and nothing is written
 * past the columns.
 */
#include <stdlib.h>
#include <string.h>

#include "support/guard.h"
#include "support/grammars.h"
#include "locus.h"
#include "support/mutate.h"
#include "support/unit.h"

enum { TEXTS = 97 };               /* in a batch */

/* Texts in one buffer, of its exact size. */
struct buffer {
    char *text;
    size_t len;
    uint64_t begin[TEXTS];
    uint64_t end[TEXTS];
};

/* The texts are adjacent, as in Arrow, or a byte apart. */
static void fill(struct buffer *buffer, struct mutate *m,
                 const struct locus_grammar *grammar)
{
    const size_t gap = mutate_below(m, 2);
    unsigned char *all = exact_allocate((size_t)TEXTS * (MUTATE_MAX + 1));

    buffer->len = 0;
    for (size_t i = 0; i < TEXTS; i++) {
        buffer->begin[i] = buffer->len;
        if (!mutate_one_in(m, 16))
            buffer->len += mutate_url(m, grammar, all + buffer->len);
        buffer->end[i] = buffer->len;
        if (gap && i + 1 < TEXTS)
            all[buffer->len++] = '/';
    }
    buffer->text = exact_copy(all, buffer->len);
    free(all);
}

/* An array of TEXTS entries, and one more that must stay untouched. */
#define COLUMN(type) memset(exact_allocate((TEXTS + 1) * sizeof(type)), 0xa5, \
                            (TEXTS + 1) * sizeof(type))

static struct locus_columns choose_columns(struct mutate *m)
{
    struct locus_columns to = { 0 };

    if (mutate_next(m) & 1)
        to.present = COLUMN(uint32_t);
    if (mutate_next(m) & 1)
        to.error = COLUMN(int32_t);
    if (mutate_next(m) & 1)
        to.error_offset = COLUMN(uint32_t);
    if (mutate_next(m) & 1)
        to.host_kind = COLUMN(uint8_t);
    if (mutate_next(m) & 1)
        to.form = COLUMN(uint8_t);
    if (mutate_next(m) & 1)
        to.other_form = COLUMN(uint8_t);
    for (int part = 0; part < LOCUS_SLOT_COUNT; part++)
        if (mutate_next(m) & 1)
            to.part[part] = COLUMN(struct locus_span);
    return to;
}

static void free_columns(struct locus_columns *of)
{
    free(of->present);
    free(of->error);
    free(of->error_offset);
    free(of->host_kind);
    free(of->form);
    free(of->other_form);
    for (int part = 0; part < LOCUS_SLOT_COUNT; part++)
        free(of->part[part]);
}

static void check_entry(const struct locus_columns *of, size_t i,
                        const struct locus_url *url)
{
    if (of->present)
        ck_assert_uint_eq(of->present[i], url->present);
    if (of->error)
        ck_assert_int_eq(of->error[i], url->error);
    if (of->error_offset)
        ck_assert_uint_eq(of->error_offset[i], url->error_offset);
    if (of->host_kind)
        ck_assert_uint_eq(of->host_kind[i], url->host_kind);
    if (of->form)
        ck_assert_uint_eq(of->form[i], url->form);
    if (of->other_form)
        ck_assert_uint_eq(of->other_form[i], url->other_form);
    for (int part = 0; part < LOCUS_SLOT_COUNT; part++)
        if (of->part[part])
            ck_assert_mem_eq(&of->part[part][i], &url->part[part],
                             sizeof url->part[part]);
}

/* Checks that the entry after the first `count` entries is as COLUMN() left it. */
static void check_rest(const struct locus_columns *of, size_t count)
{
    struct locus_url untouched;

    memset(&untouched, 0xa5, sizeof untouched);
    check_entry(of, count, &untouched);
}

static void check_batch(const struct buffer *buffer,
                        const struct locus_columns *to, size_t count,
                        const struct locus_grammar *grammar)
{
    const int64_t valid = locus_parse_batch(to, buffer->text, buffer->begin,
                                            buffer->end, count, grammar);
    int64_t wanted = 0;

    for (size_t i = 0; i < count; i++) {
        struct locus_url url;

        wanted += locus_parse(&url, buffer->text + buffer->begin[i],
                              (size_t)(buffer->end[i] - buffer->begin[i]),
                              grammar) == 0;
        check_entry(to, i, &url);
    }
    check_rest(to, count);
    ck_assert_int_eq(valid, wanted);
}

START_TEST(as_one_by_one)
{
    const struct locus_grammar *const grammar = grammar_at(_i);
    struct mutate m;

    if (!locus_has_grammar(grammar))
        return;
    mutate_seed(&m, 1738);
    for (size_t k = 0; locus_kernel_name(k); k++) {
        ck_assert_int_eq(locus_use_kernel(locus_kernel_name(k)), 0);
        for (int round = 0; round < 200; round++) {
            struct buffer buffer;
            struct locus_columns to = choose_columns(&m);

            fill(&buffer, &m, grammar);
            check_batch(&buffer, &to, mutate_below(&m, TEXTS + 1), grammar);
            free_columns(&to);
            exact_free(buffer.text);
        }
    }
}
END_TEST

/* With Arrow's offsets, the array of ends is the array of begins shifted by
   one. */
START_TEST(offsets)
{
    static const char text[] = "http://a/ftp://b//";
    static const uint64_t offset[] = { 0, 9, 16, 18, 18 };
    struct locus_span host[4];
    int32_t error[4];
    const struct locus_columns to = {
        .error = error, .part[LOCUS_HOST] = host
    };

    if (!locus_has_grammar(locus_rfc3986))
        return;
    ck_assert_int_eq(locus_parse_batch(&to, text, offset, offset + 1, 4,
                                       locus_rfc3986), 2);
    ck_assert_int_eq(error[0], 0);
    ck_assert_int_eq(error[1], 0);
    ck_assert_int_eq(error[2], LOCUS_ERROR_SCHEME);
    ck_assert_int_eq(error[3], LOCUS_ERROR_SCHEME);
    ck_assert_uint_eq(host[0].off, 7);
    ck_assert_uint_eq(host[0].len, 1);
    ck_assert_uint_eq(host[1].off, 6);      /* relative to its own text */
    ck_assert_uint_eq(host[1].len, 1);
}
END_TEST

START_TEST(refused)
{
    static const uint64_t begin[] = { 4, 0, 0, 0 };
    static const uint64_t end[] = {
        3, LOCUS_MAX_LENGTH + UINT64_C(1), UINT64_MAX, 0
    };
    int32_t error[4] = { 1, 1, 1, 1 };
    uint32_t present[4] = { 1, 1, 1, 1 };
    const struct locus_columns to = { .error = error, .present = present };

    ck_assert_int_eq(locus_parse_batch(&to, "http", begin, end, 4, NULL),
                     LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(error[0], 1);

    for (int g = 0; g < grammar_count(); g++) {
        const struct locus_grammar *const grammar = grammar_at(g);

        if (!locus_has_grammar(grammar) || locus_grammar_traits(grammar)
               & (LOCUS_TRAIT_REFERENCE | LOCUS_TRAIT_TARGET | LOCUS_TRAIT_AUTHORITY))
            continue;
        ck_assert_int_eq(locus_parse_batch(&to, "http", begin, end, 4,
                                           grammar), 0);
        ck_assert_int_eq(error[0], LOCUS_ERROR_ARGUMENT);
        ck_assert_int_eq(error[1], LOCUS_ERROR_TOO_LONG);
        ck_assert_int_eq(error[2], LOCUS_ERROR_TOO_LONG);
        ck_assert_int_eq(error[3], LOCUS_ERROR_SCHEME);
        for (int i = 0; i < 4; i++)
            ck_assert_uint_eq(present[i], 0);
    }
}
END_TEST

/* No texts, no columns, no buffer. */
START_TEST(nothing)
{
    const struct locus_columns to = { 0 };
    static const uint64_t zero[3];

    if (!locus_has_grammar(locus_rfc3986_reference))
        return;
    ck_assert_int_eq(locus_parse_batch(&to, NULL, NULL, NULL, 0,
                                       locus_rfc3986_reference), 0);
    /* The empty text is a URI-reference (RFC 3986 4.1). */
    ck_assert_int_eq(locus_parse_batch(&to, NULL, zero, zero, 3,
                                       locus_rfc3986_reference), 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("batch");
    TCase *batch = tcase_create("batch");

    tcase_set_timeout(batch, 300);
    tcase_add_loop_test(batch, as_one_by_one, 0, grammar_count());
    tcase_add_test(batch, offsets);
    tcase_add_test(batch, refused);
    tcase_add_test(batch, nothing);
    suite_add_tcase(suite, batch);
    return run_suite(suite);
}
