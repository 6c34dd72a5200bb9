/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/top/tally.h"

#include <stdlib.h>
#include <string.h>

#include "cli/record/value.h"

/* A table */

void tally_open(struct tally *tally, const struct tally_limit *limit)
{
    const struct values_options options = {
        .sums = tally->sum != NULL,
        .once = tally->each != NULL,
        .limit = limit->bytes,
        .most = limit->most,
        .like = limit->like ? &limit->like->values : NULL
    };

    tally->total = tally->too_large = 0;
    memset(&tally->internal, 0, sizeof tally->internal);
    values_open(&tally->values, &options);
}

static void buffer_room(struct tally *tally, size_t size)
{
    if (size > tally->internal.buffer_size) {
        tally->internal.buffer = mem_resize(tally->internal.buffer, 2 * size);
        tally->internal.buffer_size = 2 * size;
    }
}

/* Appends to the buffer. */
static void append(struct tally *tally, size_t *used, const void *text, size_t len)
{
    buffer_room(tally, *used + len);
    memcpy(tally->internal.buffer + *used, text, len);
    *used += len;
}

/* Returns false if the value is absent. */
static bool make_cell(struct tally *tally, const struct selector *selector,
                      const struct record *record, size_t *used)
{
    struct value_text value;
    const bool found = value_of(&value, selector, record);
    const uint32_t len = found ? (uint32_t)value.len : TALLY_ABSENT;

    append(tally, used, &len, sizeof len);
    if (found)
        append(tally, used, value.at, value.len);
    return found;
}

/* Returns false if all values are absent. */
static bool make_cells(struct tally *tally, const struct record *record, size_t *used)
{
    bool found = false;

    *used = 0;
    for (size_t i = 0; i < tally->by->count; i++)
        found |= make_cell(tally, &tally->by->at[i].selector, record, used);
    return found;
}

bool tally_cell(const char **text, size_t *len, const char **at)
{
    uint32_t cell;

    memcpy(&cell, *at, sizeof cell);
    *text = *at + sizeof cell;
    *len = cell == TALLY_ABSENT ? 0 : cell;
    *at = *text + *len;
    return cell != TALLY_ABSENT;
}

/* The number that is to be added; 0 if the record has none. */
static struct number summand(struct tally *tally, const struct record *record)
{
    struct number number;
    struct value_text value;
    enum number_kind kind = NUMBER_NONE;

    if (value_of(&value, &tally->sum->selector, record))
        kind = number_read(&number, value.at, value.len, false);
    tally->too_large += kind == NUMBER_TOO_LARGE;
    return kind == NUMBER_READ ? number : (struct number){ .whole = 0 };
}

static inline bool count(struct tally *tally, const struct record *record, bool always)
{
    const struct selector *const selector = &tally->by->at[0].selector;
    struct value_text value;
    struct value *counted;

    if (__builtin_expect(tally->by->count > 1, 0)) {
        if (!make_cells(tally, record, &value.len) && !always)
            return false;
        value.at = tally->internal.buffer;
    } else if (!value_of(&value, selector, record)) {
        if (!always)
            return false;
        value.len = 0;
    }
    tally->total++;
    counted = values_count(&tally->values, value.at, value.len);
    if (__builtin_expect(tally->sum != NULL, 0)) {
        const struct number number = summand(tally, record);

        if (counted)
            sum_add(&tally->values.sum[counted - tally->values.value], &number);
    }
    return counted && counted->count == 1;
}

bool tally_count(struct tally *tally, const struct record *record)
{
    return count(tally, record, true);
}

/* Lists */

/* Makes the cells of all columns but that of the list, which is left out; *list_at is where it
   belongs. Returns false if all values are absent. */
static bool make_other_cells(struct tally *tally, const struct record *record, size_t *used,
                             size_t *list_at)
{
    bool found = false;

    *used = 0;
    for (size_t i = 0; i < tally->by->count; i++) {
        if (&tally->by->at[i] == tally->each)
            *list_at = *used;
        else
            found |= make_cell(tally, &tally->by->at[i].selector, record, used);
    }
    return found;
}

/* Writes the row after buffer[0..others), which has the cells of the other columns: these
   cells, with that of the list inserted at `list_at`. Returns its length. */
static size_t make_row(struct tally *tally, size_t others, size_t list_at,
                       const struct value_text *value)
{
    const uint32_t len = value ? (uint32_t)value->len : TALLY_ABSENT;
    size_t used = others;

    /* append() may move the buffer. */
    buffer_room(tally, 2 * others + sizeof len + (value ? value->len : 0));
    append(tally, &used, tally->internal.buffer, list_at);
    append(tally, &used, &len, sizeof len);
    if (value)
        append(tally, &used, value->at, value->len);
    append(tally, &used, tally->internal.buffer + list_at, others - list_at);
    return used - others;
}

/* Counts a record once for each value of the list. */
static void count_each(struct tally *tally, const struct record *record)
{
    const struct number number = tally->sum ? summand(tally, record)
                                            : (struct number){ .whole = 0 };
    const uint64_t this_record = tally->total + 1;
    const bool is_row = tally->by->count > 1;
    size_t others = 0, list_at = 0;
    struct value_text value;
    struct value_list list;
    bool is_list, found;

    found = is_row && make_other_cells(tally, record, &others, &list_at);
    is_list = value_list_begin(&list, &tally->each->selector, record)
           && value_list_next(&list, &value);
    if (!is_list && !found)
        return;
    tally->total++;
    do {
        const struct value *counted;

        if (is_row) {
            value.len = make_row(tally, others, list_at, is_list ? &value : NULL);
            value.at = tally->internal.buffer + others;
        }
        counted = values_count_once(&tally->values, value.at, value.len, this_record);
        if (counted && tally->sum)
            sum_add(&tally->values.sum[counted - tally->values.value], &number);
    } while (is_list && value_list_next(&list, &value));
}

void tally_close(struct tally *tally)
{
    values_close(&tally->values);
    free(tally->internal.buffer);
}

/* The tables of a pass */

/* The least that a table of a thread gets. */
#define MEMORY_LEAST ((size_t)64 << 10)

/* Each thread's table gets one share of the memory. With several threads, one share is spare:
   while a table is merged into another, the other may grow before the first is freed. */
static size_t shares(const struct tallies *tallies)
{
    return tallies->threads > 1 ? tallies->threads + 1 : 1;
}

uint64_t tallies_memory_least(const struct tallies *tallies)
{
    return (uint64_t)MEMORY_LEAST * tallies->count * shares(tallies);
}

void tallies_open(struct tallies *tallies, const struct tally *model)
{
    const size_t each = tallies->memory / tallies->count;

    tallies->of = mem_resize(NULL, tallies->threads * sizeof(void *));
    for (unsigned thread = 0; thread < tallies->threads; thread++) {
        tallies->of[thread] = mem_resize(NULL, tallies->count * sizeof **tallies->of);
        for (size_t i = 0; i < tallies->count; i++) {
            const struct tally_limit limit = {
                .bytes = each / shares(tallies),
                .most = each,
                .like = thread > 0 ? &tallies->of[0][i] : NULL
            };
            struct tally *const tally = &tallies->of[thread][i];

            *tally = *model;
            tally->by = &tallies->by[i];
            tally->each = tallies->each[i];
            tally_open(tally, &limit);
        }
    }
}

/* sink.take */
static void take(void *tallies_, const struct record *record)
{
    const struct tallies *const tallies = tallies_;
    struct tally *const own = tallies->of[record->thread];

    for (size_t i = 0; i < tallies->count; i++)
        if (__builtin_expect(own[i].each != NULL, 0))
            count_each(&own[i], record);
        else
            count(&own[i], record, false);
}

struct sink tallies_sink(struct tallies *tallies)
{
    const struct listed *const sum = tallies->of[0]->sum;
    struct sink sink = { .take = take, .data = tallies };

    for (size_t i = 0; i < tallies->count; i++) {
        sink.parse |= tallies->by[i].parts;
        sink.lines |= tallies->by[i].lines;
    }
    if (sum) {
        sink.parse |= selector_needs_parse(&sum->selector);
        sink.lines |= sum->selector.value == VALUE_LINE;
    }
    return sink;
}

static void merge(struct tally *tally, struct tally *from)
{
    const size_t share = from->values.limit;

    tally->values.limit += share;
    values_merge(&tally->values, &from->values);
    tally->total += from->total;
    tally->too_large += from->too_large;
    free(from->internal.buffer);
}

void tallies_merge(struct tallies *tallies)
{
    for (unsigned thread = 1; thread < tallies->threads; thread++) {
        for (size_t i = 0; i < tallies->count; i++)
            merge(&tallies->of[0][i], &tallies->of[thread][i]);
        free(tallies->of[thread]);
    }
    tallies->threads = 1;
}

void tallies_close(struct tallies *tallies)
{
    for (size_t i = 0; i < tallies->count; i++) {
        tally_close(&tallies->of[0][i]);
        selectors_free(&tallies->by[i]);
    }
    free(tallies->of[0]);
    free(tallies->of);
    free(tallies->each);
    free(tallies->by);
}
