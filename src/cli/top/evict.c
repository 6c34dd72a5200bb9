/* SPDX-License-Identifier: MIT
 *
 * Evictions: how a table of values stays within its limit.
 */
#include "cli/cli.h"
#include "cli/top/count-values.h"

#include <string.h>

#include "cli/top/reserve-memory.h"

/* The part of the used memory that an eviction frees. If it were larger, more values
   than necessary would be lost; if smaller, evictions, which examine the whole table,
   would be more frequent. */
enum { FREED_SHARE = 8 };

static size_t weight(const struct values *values, const struct value *value)
{
    return values_entry_size(values) + value->len;
}

/* Finds the least count such that the values with this count or less weigh at least
   `wanted`. Sets `*below` to the weight of those with less. The count is found digit by
   digit from the highest, as in a radix sort, so no memory is needed. */
static uint64_t find_count(const struct values *values, size_t wanted, size_t *below)
{
    uint64_t found = 0, all = 0;
    int shift = 56;

    for (size_t i = 0; i < values->count; i++)
        all |= values->value[i].count;
    while (shift > 0 && all >> shift == 0)
        shift -= 8;
    *below = 0;
    for (; shift >= 0; shift -= 8) {
        const uint64_t above = shift == 56 ? 0 : UINT64_MAX << (shift + 8);
        size_t weights[256] = { 0 };
        unsigned digit = 0;

        for (size_t i = 0; i < values->count; i++) {
            const uint64_t count = values->value[i].count;

            if ((count & above) == found)
                weights[count >> shift & 0xff] += weight(values, &values->value[i]);
        }
        while (*below + weights[digit] < wanted)
            *below += weights[digit++];
        found |= (uint64_t)digit << shift;
    }
    return found;
}

/* Moves a value and its text to the end of those that stay, which are before it. */
static void keep(struct values *values, size_t i, size_t *kept, size_t *text_len)
{
    struct value value = values->value[i];
    char *const text = values->internal.texts + *text_len;

    memmove(text, value.text, value.len);
    value.text = text;
    values->value[*kept] = value;
    values->error[*kept] = values->error[i];
    if (values->sum)
        values->sum[*kept] = values->sum[i];
    if (values->last)
        values->last[*kept] = values->last[i];
    *text_len += value.len;
    ++*kept;
}

static void trim(struct values *values)
{
    const size_t most = values->internal.most;

    trim_memory(values->value, values->count * sizeof *values->value, most);
    trim_memory(values->error, values->count * sizeof *values->error, most);
    trim_memory(values->internal.texts, values->internal.text_len, most);
    if (values->sum)
        trim_memory(values->sum, values->count * sizeof *values->sum, most);
    if (values->last)
        trim_memory(values->last, values->count * sizeof *values->last, most);
}

void values_evict(struct values *values)
{
    const size_t used = values->count * values_entry_size(values) + values->internal.text_len;
    const size_t wanted = used / FREED_SHARE + 1;
    size_t freed, kept = 0, text_len = 0;
    const uint64_t least = find_count(values, wanted, &freed);

    /* Of those with the same count, the oldest ones go. */
    for (size_t i = 0; i < values->count; i++) {
        const struct value *const value = &values->value[i];

        if (value->count < least)
            continue;
        if (value->count == least && freed < wanted)
            freed += weight(values, value);
        else
            keep(values, i, &kept, &text_len);
    }
    values->count = kept;
    values->internal.text_len = text_len;
    if (values->floor < least)
        values->floor = least;
    trim(values);
    values_enter_all(values);
}
