/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/log/log-format.h"

#include <stdio.h>
#include <stdlib.h>

/* The format is chosen by this many lines. */
#define FIRST_LINES 100

unsigned log_format_index(const struct locus_log_format *format)
{
    unsigned index = 0;

    while (locus_log_format_at(index) && locus_log_format_at(index) != format)
        index++;
    return index;
}

/* What a file may be (--log auto): each format without an envelope, then in each. */
enum { MOST_CHOICES = 256 };
static struct log_choice choices[MOST_CHOICES];
static size_t choice_count;

static void add_choices(const struct locus_log_envelope *envelope)
{
    const struct locus_log_format *format;

    for (size_t i = 0; (format = locus_log_format_at(i)) && choice_count < MOST_CHOICES; i++)
        choices[choice_count++] = (struct log_choice){
            .given = true, .format = format, .envelope = envelope
        };
}

void log_formats_begin(const struct log_choice *given)
{
    const struct locus_log_envelope *envelope;

    choice_count = 0;
    add_choices(given->envelope);
    for (size_t i = 0; given->any_envelope && (envelope = locus_log_envelope_at(i)); i++)
        add_choices(envelope);
}

void log_set_envelope(struct locus_log *log, const struct locus_log_envelope *envelope,
                      struct buffer *buffer)
{
    if (!envelope)
        return;
    if (locus_log_envelope_divides(envelope))
        buffer_reserve(buffer, log->max_line);
    locus_log_set_envelope(log, envelope, buffer->text, buffer->size);
}

void log_name(char name[LOG_NAME_SIZE], const struct log_choice *log)
{
    const char *const envelope = locus_log_envelope_name(log->envelope);

    snprintf(name, LOG_NAME_SIZE, "%s%s%s", envelope ? envelope : "", envelope ? "+" : "",
             locus_log_format_name(log->format));
}

/* How well a format fits the first lines. */
struct fit {
    unsigned targets;             /* how many of them are records with a request or a target, */
    unsigned records;             /* and how many with or without */
    bool     enveloped;
    unsigned fields;              /* of all records */
    unsigned lines;
};

/* Most JSON objects have some known field; only a line with a request or a target surely
   belongs to an access log. Of two formats that fit as many lines, one in an envelope is
   better: combined would read the envelope's words as a user. */
static bool fits_better(const struct fit *a, const struct fit *b)
{
    if (a->targets != b->targets)
        return a->targets > b->targets;
    if (a->records != b->records)
        return a->records > b->records;
    return a->enveloped != b->enveloped ? a->enveloped : a->fields > b->fields;
}

static struct fit fit_of(const struct block *block, const struct log_choice *choice,
                         struct buffer *buffer)
{
    struct fit fit = { .enveloped = choice->envelope != NULL };
    struct locus_log_line line;
    struct locus_log log;

    locus_log_init(&log, choice->format);
    log_set_envelope(&log, choice->envelope, buffer);
    while (fit.lines < FIRST_LINES
           && locus_log_next(&log, block->window, block->len, !block->open, &line) == 1) {
        fit.lines += line.kind == LOCUS_LOG_RECORD || line.kind == LOCUS_LOG_REJECT;
        fit.records += line.kind == LOCUS_LOG_RECORD;
        fit.targets += locus_log_has(&line, LOCUS_LOG_TARGET)
                       || locus_log_has(&line, LOCUS_LOG_REQUEST);
        fit.fields += (unsigned)__builtin_popcountll(line.present);
    }
    return fit;
}

/* The format that fits best; NULL if no line is a record of any. */
static const struct log_choice *find_best(const struct block *block, unsigned *most,
                                          unsigned *lines)
{
    const struct log_choice *best = NULL;
    struct buffer buffer = { NULL, 0 };
    struct fit best_fit = { .targets = 0 };

    for (size_t i = 0; i < choice_count; i++) {
        const struct fit fit = fit_of(block, &choices[i], &buffer);

        if (i == 0)
            best_fit.lines = fit.lines;
        if (fit.records > 0 && fits_better(&fit, &best_fit)) {
            best = &choices[i];
            best_fit = fit;
        }
    }
    *most = best_fit.records;
    *lines = best_fit.lines;
    free(buffer.text);
    return best;
}

enum cut_place log_cut_place(const struct log_choice *choice)
{
    static const char directive[] = "#Fields: date";
    struct locus_log log;

    locus_log_init(&log, choice->format);
    return locus_log_set_columns(&log, directive, sizeof directive - 1) == 0
        || locus_log_envelope_divides(choice->envelope) ? CUT_NOWHERE : CUT_AFTER_LINE_FEED;
}

const struct log_choice *log_format_of(struct block *block)
{
    const struct log_choice *best, *chosen;
    char name[LOG_NAME_SIZE];
    size_t looked_at;             /* bytes */
    unsigned most, lines;

    /* Reads enough lines that the choice does not depend on how the bytes arrive. */
    for (;;) {
        best = find_best(block, &most, &lines);
        if (lines >= FIRST_LINES || !block->open || block_is_full(block))
            break;
        looked_at = block->len;
        do
            block_more(block);
        while (block->open && !block_is_full(block) && block->len < 2 * looked_at);
    }
    chosen = best ? best : &choices[0];
    log_name(name, chosen);
    if (best)
        complain("%s: --log %s (%u of the first %u line%s)", block->name, name, most, lines,
                 lines == 1 ? "" : "s");
    else if (lines > 0)
        complain("%s: no log format fits the first %u line%s; --log %s is used", block->name,
                 lines, lines == 1 ? "" : "s", name);
    return chosen;
}

unsigned log_formats_that_fit(char list[FORMAT_LIST_SIZE], const char *text, size_t len)
{
    const struct block block = { .window = text, .len = len };
    const struct log_choice all = { .any_envelope = true };
    struct buffer buffer = { NULL, 0 };
    char name[LOG_NAME_SIZE];
    struct fit best = { .targets = 0 };
    size_t at = 0;

    list[0] = '\0';
    log_formats_begin(&all);
    for (size_t i = 0; i < choice_count; i++) {
        struct fit fit = fit_of(&block, &choices[i], &buffer);

        fit.fields = 0;
        if (fit.records == 0 || fits_better(&best, &fit))
            continue;
        if (fits_better(&fit, &best))
            at = 0;
        best = fit;
        log_name(name, &choices[i]);
        if (at < FORMAT_LIST_SIZE)
            at += (size_t)snprintf(list + at, FORMAT_LIST_SIZE - at, "%s%s", at ? ", " : "",
                                   name);
    }
    free(buffer.text);
    return best.records;
}
