/* SPDX-License-Identifier: MIT */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/settings/settings.h"
#include "cli/values/url-error.h"
#include "cli/views/scratch.h"
#include "locus.h"
#include "locus/log.h"

/* The line of a log from which a record comes. */
struct log_entry {
    const struct locus_log_line *line;
    const char *text;             /* where its fields are: its first byte, or the buffer of
                                     its envelope */
    const char *bytes;            /* the line as it stands in the file */
    unsigned    format;           /* the index of its format */
    const struct log_grammars *grammars; /* of its fields */
};

/*
 * What one line of output is about: an item that was parsed, valid or not, or a URL that
 * was found in a file. Whatever finds it sets its members by the functions below. The stages
 * of a pipeline (pipeline.h) set the last group.
 */
struct record {
    const char      *text;
    size_t           len;
    size_t           readable;    /* how many bytes can be read at `text`: at least `len`
                                     if it was found, else 0 */
    const struct locus_schemes *own; /* --define; NULL: none */
    const char      *file;        /* NULL: standard input, or no file */
    uint64_t         offset;      /* of the first byte in the file, if it was found */
    uint64_t         line;        /* from 1; the number of an item */
    uint64_t         span;        /* its length in the file, in bytes */
    bool             found;       /* in a file, by a scan */

    const struct log_entry *log;  /* NULL: not of a log, else: */
    enum log_of      of;
    bool             escaped;     /* `text` is what the server escaped: it may contain
                                     any byte */
    bool             no_request;  /* the request is not one of HTTP. `text` is its
                                     target, or all of it if it has none */
    struct scratch  *scratch;     /* for values of the record */
    const char      *key;         /* --input tsv: the second cell; NULL: none */
    size_t           key_len;
    bool             no_text;     /* --input tsv: the URL is NULL. `text` is empty */
    bool             too_long;    /* the line is longer than --max-url. `text` is empty */
    unsigned         thread;      /* the number of the thread that found it, from 0 */

    struct locus_url url;         /* stage_parse(), stage_parse_log(); until then, only its
                                     grammar */
    uint64_t         findings;    /* stage_findings() */
};

/* The text of a record: at[0..len), of which `readable` bytes can be read. */
struct record_text {
    const char *at;
    size_t      len;
    size_t      readable;
};

static ALWAYS_INLINE void record_set_text(struct record *record, struct record_text text)
{
    record->text = text.at;
    record->len = text.len;
    record->readable = text.readable;
}

/* Sets where this is in the file, in bytes. */
static ALWAYS_INLINE void record_set_place(struct record *record, uint64_t offset,
                                           uint64_t span)
{
    record->offset = offset;
    record->span = span;
}

static ALWAYS_INLINE void record_set_line(struct record *record, uint64_t line)
{
    record->line = line;
}

/* Sets which field of a line of a log it is. */
static ALWAYS_INLINE void record_set_field(struct record *record, enum log_of of, bool escaped,
                                           bool no_request)
{
    record->of = of;
    record->escaped = escaped;
    record->no_request = no_request;
}

/* Sets the cells of a row: the URL and the key, each NULL if its `at` is. */
static inline void record_set_cells(struct record *record, struct record_text url,
                                    struct record_text key)
{
    record->no_text = !url.at;
    record->text = url.at ? url.at : "";
    record->len = url.len;
    record->key = key.at;
    record->key_len = key.len;
}

/* Whether there is a text: a line of a log may have neither a target nor a request. */
static inline bool record_has_text(const struct record *record)
{
    const struct locus_log_line *const line = record->no_request ? record->log->line : NULL;

    return !line || locus_log_has(line, LOCUS_LOG_TARGET)
        || locus_log_has(line, LOCUS_LOG_REQUEST);
}

/* What the records of all files have in common. Before they are parsed, they have `grammar`;
   NULL: none. */
struct record record_of_files(const struct locus_schemes *own,
                              const struct locus_grammar *grammar);

/* What the records of a block have in common. `entry` is the current line of a log; NULL: it
   is no log. */
static inline struct record record_of_block(const struct record *of_files, const char *file,
                                            unsigned thread, struct scratch *scratch,
                                            const struct log_entry *entry)
{
    struct record record = *of_files;

    record.file = file;
    record.thread = thread;
    record.scratch = scratch;
    record.log = entry;
    return record;
}

/* The record of an item: an operand, a line of standard input, or a row of --stream. */
static ALWAYS_INLINE struct record record_of_item(const char *text, size_t len,
                                                  uint64_t number, struct scratch *scratch,
                                                  const struct locus_schemes *own)
{
    return (struct record){
        .text = text, .len = len, .line = number, .scratch = scratch, .own = own
    };
}

/* The record of a line or row that is longer than --max-url. */
static inline struct record record_of_too_long(uint64_t number, struct scratch *scratch,
                                               const struct locus_schemes *own)
{
    return (struct record){
        .text = "", .line = number, .scratch = scratch, .own = own, .too_long = true
    };
}

/* url_error() for a record, which may also be a request that is not one of HTTP. */
void record_error(const struct record *record, char sentence[URL_ERROR_SIZE]);

#endif
