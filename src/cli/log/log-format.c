/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/log/log-format.h"

#include <stdio.h>

/* How many lines decide. */
#define FIRST_LINES 100

unsigned log_format_index(const struct locus_log_format *format)
{
    unsigned index = 0;

    while (locus_log_format_at(index) && locus_log_format_at(index) != format)
        index++;
    return index;
}

/* How many of the first lines are records of the format, with how many fields in all, and
   how many lines there are. */
static unsigned count_records(const struct block *block, const struct locus_log_format *format,
                              unsigned *fields, unsigned *lines)
{
    struct locus_log_line line;
    struct locus_log log;
    unsigned records = 0;

    locus_log_init(&log, format);
    *fields = *lines = 0;
    while (*lines < FIRST_LINES
           && locus_log_next(&log, block->window, block->len, !block->open, &line) == 1) {
        *lines += line.kind == LOCUS_LOG_RECORD || line.kind == LOCUS_LOG_REJECT;
        records += line.kind == LOCUS_LOG_RECORD;
        *fields += (unsigned)__builtin_popcountll(line.present);
    }
    return records;
}

/* The format of most lines, and of several the one with the most fields; NULL if no line is
   a record of any. */
static const struct locus_log_format *find_best(const struct block *block, unsigned *most,
                                                unsigned *lines)
{
    const struct locus_log_format *format, *best = NULL;
    unsigned most_fields = 0;

    *most = *lines = 0;
    for (size_t i = 0; (format = locus_log_format_at(i)) != NULL; i++) {
        unsigned fields;
        const unsigned records = count_records(block, format, &fields, lines);

        if (records > *most || (records == *most && fields > most_fields)) {
            best = format;
            *most = records;
            most_fields = fields;
        }
    }
    return best;
}

enum cut_place log_cut_place(const struct locus_log_format *format)
{
    static const char directive[] = "#Fields: date";
    struct locus_log log;

    locus_log_init(&log, format);
    return locus_log_set_columns(&log, directive, sizeof directive - 1) == 0
        ? CUT_NOWHERE : CUT_AFTER_LINE_FEED;
}

const struct locus_log_format *log_format_of(struct block *block, enum cut_place *place)
{
    const struct locus_log_format *best;
    size_t looked_at;             /* bytes */
    unsigned most, lines;

    /* So the choice does not depend on how the bytes arrive. */
    for (;;) {
        best = find_best(block, &most, &lines);
        if (lines >= FIRST_LINES || !block->open || block_is_full(block))
            break;
        looked_at = block->len;
        do
            block_more(block);
        while (block->open && !block_is_full(block) && block->len < 2 * looked_at);
    }
    *place = log_cut_place(best ? best : locus_log_format_at(0));
    if (best) {
        complain("%s: --log %s (%u of the first %u line%s)", block->name,
                 locus_log_format_name(best), most, lines, lines == 1 ? "" : "s");
        return best;
    }
    best = locus_log_format_at(0);
    if (lines > 0)
        complain("%s: no log format fits the first %u line%s; --log %s is used", block->name,
                 lines, lines == 1 ? "" : "s", locus_log_format_name(best));
    return best;
}

void log_formats_that_fit(char list[FORMAT_LIST_SIZE], const char *text, size_t len)
{
    const struct locus_log_format *format;
    struct locus_log_line line;
    size_t at = 0;

    list[0] = '\0';
    for (size_t i = 0; (format = locus_log_format_at(i)) != NULL; i++)
        if (locus_log_parse(&line, text, len, format) == 0 && line.kind == LOCUS_LOG_RECORD
            && at < FORMAT_LIST_SIZE)
            at += (size_t)snprintf(list + at, FORMAT_LIST_SIZE - at, "%s%s", at ? ", " : "",
                                   locus_log_format_name(format));
}
