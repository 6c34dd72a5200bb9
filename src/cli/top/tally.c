/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/top/tally.h"

#include <stdlib.h>
#include <string.h>

#include "cli/record/value.h"

void tally_open(struct tally *tally)
{
    tally->total = 0;
    memset(&tally->internal, 0, sizeof tally->internal);
    values_open(&tally->values);
    tally->values.sums = tally->sum != NULL;
}

/* Appends to the buffer. */
static void append(struct tally *tally, size_t *used, const void *text, size_t len)
{
    const size_t size = *used + len;

    if (size > tally->internal.buffer_size) {
        tally->internal.buffer = mem_resize(tally->internal.buffer, 2 * size);
        tally->internal.buffer_size = 2 * size;
    }
    memcpy(tally->internal.buffer + *used, text, len);
    *used = size;
}

/* Returns false if all values are absent. */
static bool make_cells(struct tally *tally, const struct record *record, size_t *used)
{
    bool found = false;

    *used = 0;
    for (size_t i = 0; i < tally->by.count; i++) {
        struct value_text value = { "", 0 };
        uint32_t len = TALLY_ABSENT;

        if (value_of(&value, &tally->by.at[i].selector, record)) {
            len = (uint32_t)value.len;
            found = true;
        } else {
            value.len = 0;
        }
        append(tally, used, &len, sizeof len);
        append(tally, used, value.at, value.len);
    }
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
static struct number summand(const struct tally *tally, const struct record *record)
{
    struct number number = { 0, 0 };
    struct value_text value;

    if (!value_of(&value, &tally->sum->selector, record)
        || !number_read(&number, value.at, value.len, false))
        return (struct number){ 0, 0 };
    return number;
}

static inline bool count(struct tally *tally, const struct record *record, bool always)
{
    const struct selector *const selector = &tally->by.at[0].selector;
    struct number number = { 0, 0 };
    struct value_text value;
    struct value *counted;

    if (__builtin_expect(tally->sum != NULL, 0))
        number = summand(tally, record);
    if (__builtin_expect(tally->by.count > 1, 0)) {
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
    if (tally->sum)
        number_add(&tally->values.sum[counted - tally->values.value], &number);
    return counted->count == 1;
}

bool tally_count(struct tally *tally, const struct record *record)
{
    return count(tally, record, true);
}

/* sink.take */
static void take(void *tallies_, const struct record *record)
{
    const struct tallies *const tallies = tallies_;

    for (size_t i = 0; i < tallies->count; i++)
        count(&tallies->at[i], record, false);
}

struct sink tallies_sink(struct tallies *tallies)
{
    struct sink sink = { .take = take, .data = tallies };

    for (size_t i = 0; i < tallies->count; i++) {
        sink.parse |= tallies->at[i].by.parts;
        sink.lines |= tallies->at[i].by.lines;
        if (tallies->at[i].sum) {
            sink.parse |= selector_needs_parse(&tallies->at[i].sum->selector);
            sink.lines |= tallies->at[i].sum->selector.value == VALUE_LINE;
        }
    }
    return sink;
}

void tally_close(struct tally *tally)
{
    values_close(&tally->values);
    free(tally->internal.buffer);
    selectors_free(&tally->by);
}
