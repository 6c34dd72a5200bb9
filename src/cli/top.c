/* SPDX-License-Identifier: MIT
 *
 * locus top: which values a part of the URLs in files and streams has, the most
 * frequent ones first. Memory grows with the values that differ, and with nothing
 * else.
 */
#include "cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "scan.h"
#include "template.h"

struct value {
    uint64_t count;
    size_t   len;
    char    *text;
};

/* Values that were counted lately. */
enum { RECENT_BITS = 12 };

/* So much room there is at first. */
enum { FIRST_ROOM = 1 << 14 };

struct tally {
    enum locus_part part;         /* LOCUS_PART_COUNT: the URL itself */
    bool          decoded;
    char         *buffer;         /* of a decoded value */
    size_t        buffer_size;

    struct value *values;         /* the same text may be there more than once */
    size_t        count;
    size_t        room;
    size_t        recent[1 << RECENT_BITS];    /* where place_of() puts it: the
                                     number of a value, from 1; 0: none */
};

static int compare_texts(const struct value *a, const struct value *b)
{
    const int order = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);

    return order != 0 ? order : (a->len > b->len) - (a->len < b->len);
}

static int by_text(const void *a, const void *b)
{
    return compare_texts(a, b);
}

/* The most frequent first; those that are equally so by their bytes. */
static int by_count(const void *a_, const void *b_)
{
    const struct value *a = a_;
    const struct value *b = b_;

    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return compare_texts(a, b);
}

/* Makes one of those that have the same text. There is one at least. */
static void merge(struct tally *tally)
{
    struct value *last = tally->values;

    qsort(tally->values, tally->count, sizeof *tally->values, by_text);
    memset(tally->recent, 0, sizeof tally->recent);
    for (size_t i = 1; i < tally->count; i++) {
        struct value *value = &tally->values[i];

        if (compare_texts(last, value) == 0) {
            last->count += value->count;
            free(value->text);
        } else {
            *++last = *value;
        }
    }
    tally->count = (size_t)(last - tally->values) + 1;
}

/* Before each merge() half of the room was filled, so that all of them together
   take a time in proportion to what was counted, whatever that is. */
static void make_room(struct tally *tally)
{
    if (tally->count < tally->room)
        return;
    if (tally->count > 0)
        merge(tally);
    if (tally->count > tally->room / 2 || tally->room == 0) {
        tally->room = tally->room > 0 ? 2 * tally->room : FIRST_ROOM;
        tally->values = mem_resize(tally->values,
                                   tally->room * sizeof *tally->values);
    }
}

/* Where a value is looked for: by its length and its last bytes, which differ the
   most. */
static size_t place_of(const char *text, size_t len)
{
    const size_t n = len < 16 ? len : 16;
    uint64_t words[2] = { 0, 0 };

    memcpy(words, text + len - n, n);
    return (size_t)((words[0] ^ (words[1] << 29 | words[1] >> 35) ^ len)
                    * UINT64_C(0x9e3779b97f4a7c15) >> (64 - RECENT_BITS));
}

static void count_value(struct tally *tally, const char *text, size_t len)
{
    const size_t place = place_of(text, len);
    const size_t number = tally->recent[place];
    struct value *value;

    if (number > 0) {
        value = &tally->values[number - 1];
        if (value->len == len && memcmp(value->text, text, len) == 0) {
            value->count++;
            return;
        }
    }
    make_room(tally);
    value = &tally->values[tally->count++];
    *value = (struct value){ .count = 1, .len = len };
    value->text = mem_resize(NULL, len + 1);
    memcpy(value->text, text, len);
    tally->recent[place] = tally->count;
}

/* taker.take */
static void take_url(void *tally_, const struct record *record)
{
    struct tally *tally = tally_;
    const char *text = record->text;
    size_t len = record->len;

    if (tally->part < LOCUS_PART_COUNT) {
        const struct locus_span span = record->url.part[tally->part];

        if (!(record->url.present >> tally->part & 1))
            return;
        text += span.off;
        len = span.len;
    }
    if (tally->decoded) {
        if (len >= tally->buffer_size) {
            tally->buffer = mem_resize(tally->buffer, len + 1);
            tally->buffer_size = len + 1;
        }
        len = template_decode(tally->buffer, text, len, tally->part);
        text = tally->buffer;
    }
    count_value(tally, text, len);
}

static void write_json(const struct value *value)
{
    OUT_LITERAL("{\"count\":");
    out_number(value->count);
    OUT_LITERAL(",\"value\":");
    if (!json_string(value->text, value->len))
        OUT_LITERAL(",\"lossy\":true");
    out_char('}');
    out_end_record();
}

static void write_tsv(const struct value *value)
{
    out_number(value->count);
    out_char('\t');
    tsv_cell(value->text, value->len);
    out_end_record();
}

/* As uniq -c has it: the counts in a column. */
static void write_text(const struct value *value, int width)
{
    char count[24];

    snprintf(count, sizeof count, "%*" PRIu64 " ", width, value->count);
    out_string(count);
    out_write(value->text, value->len);
    out_end_record();
}

static void write_values(const struct options *options, struct tally *tally)
{
    int width = 0;

    if (tally->count > 0) {
        merge(tally);
        qsort(tally->values, tally->count, sizeof *tally->values, by_count);
        width = snprintf(NULL, 0, "%" PRIu64, tally->values[0].count);
    }
    if (options->format == FORMAT_TSV) {
        OUT_LITERAL("count\t");
        out_string(options->by);
        out_end_record();
    }
    for (size_t i = 0; i < tally->count && i < options->limit; i++) {
        if (options->format == FORMAT_JSON)
            write_json(&tally->values[i]);
        else if (options->format == FORMAT_TSV)
            write_tsv(&tally->values[i]);
        else
            write_text(&tally->values[i], width);
    }
}

static void free_values(struct tally *tally)
{
    for (size_t i = 0; i < tally->count; i++)
        free(tally->values[i].text);
    free(tally->values);
    free(tally->buffer);
}

int verb_top(int argc, char **argv)
{
    struct tally tally = { .count = 0 };
    struct taker taker = { .take = take_url, .data = &tally };
    struct options options;
    int status;

    options_top(&options, argc, argv);
    tally.part = template_part(&tally.decoded, "top", options.by);
    taker.parts = tally.part < LOCUS_PART_COUNT;
    status = scan_operands(&options, &taker);
    write_values(&options, &tally);
    if (status == STATUS_OK && tally.count == 0)
        status = STATUS_NONE;
    free_values(&tally);
    options_free(&options);
    return status;
}
