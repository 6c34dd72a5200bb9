/* SPDX-License-Identifier: MIT
 *
 * What a log format consists of. Everything specific to a format is in its machine in
 * grammar/log/formats/ and in its host, src/log/formats/read-NAME.rl, which defines its name
 * as LOG_FORMAT, includes this header and is compiled
 *
 *     with -DKERNEL=K    to its reader for a kernel: reader.h
 *     without            to its struct locus_log_format
 *
 * so that a program links only the formats that it uses.
 */
#ifndef LOCUS_LOG_FORMAT_H
#define LOCUS_LOG_FORMAT_H

#include "common/writer.h"
#include "grammars/support/grammar.h"
#include "kernel/kernel.h"
#include "locus/log.h"

/* The bit of a field, in `present` and `escaped` of a line and in sets of fields. */
#define FIELD_BIT(name) (UINT64_C(1) << LOCUS_LOG_##name)

/* locus_log_next() for one format and one kernel. */
typedef int locus_log_reader(struct locus_log *log, const char *window, size_t len, int end,
                             struct locus_log_line *line);

/* A text whose escapes are undone. */
struct locus_unescaped {
    struct locus_writer out;
    uint32_t *offsets;             /* of each byte of the value; [0..offset_count) */
    const unsigned char *origin;   /* where offset 0 is */
    size_t offset_count;
};

static inline void locus_put_offset(struct locus_unescaped *to, size_t i,
                                    const unsigned char *at)
{
    if (to->out.len + i < to->offset_count)
        to->offsets[to->out.len + i] = (uint32_t)(at - to->origin);
}

/* Writes literal bytes. */
static inline void locus_put_literals(struct locus_unescaped *to, const unsigned char *begin,
                                      const unsigned char *end)
{
    if (to->offset_count > 0)
        for (const unsigned char *p = begin; p < end; p++)
            locus_put_offset(to, (size_t)(p - begin), p);
    locus_put(&to->out, begin, (size_t)(end - begin));
}

/* Writes what an escape stands for. */
static inline void locus_put_escaped(struct locus_unescaped *to, const unsigned char *escape,
                                     const void *bytes, size_t len)
{
    if (to->offset_count > 0)
        for (size_t i = 0; i < len; i++)
            locus_put_offset(to, i, escape);
    locus_put(&to->out, bytes, len);
}

struct locus_log_format {
    locus_log_reader *next[KERNEL_COUNT];

    /* Undoes the escapes of text[0..len); NULL if the format has none. */
    void (*unescape)(struct locus_unescaped *to, const char *text, size_t len);

    /* Fields, a bit for each, whose escapes differ: [0] have only "\\", [1] also "#". */
    struct {
        uint64_t fields;
        void (*unescape)(struct locus_unescaped *to, const char *text, size_t len);
    } other[2];

    /* Writes a target whose path and query are in two columns; NULL if the format has none. */
    void (*put_target)(struct locus_writer *out, const struct locus_log_line *line,
                       const char *text);

    const char *name;
    const char *description;
    uint64_t    fields;            /* a bit for each field that lines may have */
    /* The names of the fields from LOCUS_LOG_OWN on. */
    const char *own[LOCUS_LOG_FIELD_LIMIT - LOCUS_LOG_OWN];
    const uint8_t *columns;        /* the field of each column before the first directive
                                      #Fields; NULL if the format has no columns */
    uint8_t     column_count;
    uint8_t     has_keys;          /* locus_log_set_keys() */
    uint8_t     is_row;            /* whether it begins a struct row (row/row.h) */
    uint8_t     duration_digits;   /* the unit of durations: 0 for seconds, 3 for
                                      milliseconds, …, or DURATION_OF_LINE */
};

/* The unit of a duration is in the line: line->duration_digits. */
enum { DURATION_OF_LINE = 255 };

/* locus_log.internal.phase */
enum {
    PHASE_BEGIN,                   /* nothing of the line was read */
    PHASE_FORMAT,                  /* the machine of the format reads it */
    PHASE_REST,                    /* the rest of a reject or a comment is being skipped */
    PHASE_LONG                     /* the same, and its first bytes were returned */
};

/* The escapes of Apache and nginx: grammar/log/log-escapes.rl. */
void locus_log_unescape(struct locus_unescaped *to, const char *text, size_t len);

/* Those of HAProxy: grammar/log/log-hash-escapes.rl. */
void locus_log_unescape_hash(struct locus_unescaped *to, const char *text, size_t len);

/* Those of Traefik: grammar/log/log-quote-escapes.rl. */
void locus_log_unescape_quotes(struct locus_unescaped *to, const char *text, size_t len);

/* Those of HAProxy's flag E, in values that have no others, and in values that also have those
   of locus_log_unescape_hash(): grammar/log/log-slash-escapes.rl. */
void locus_log_unescape_slash(struct locus_unescaped *to, const char *text, size_t len);
void locus_log_unescape_encoded(struct locus_unescaped *to, const char *text, size_t len);

/* Those of JSON: grammar/log/log-json-escapes.rl. */
void locus_log_unescape_json(struct locus_unescaped *to, const char *text, size_t len);

/* Writes a time in ISO 8601: "2000-10-10T13:55:36-07:00". */
void locus_put_time(struct locus_writer *out, const struct locus_time *time);

/* Writes the duration of a line in seconds, with all of its digits: "0.921". Returns 0;
   LOCUS_ERROR_ABSENT; LOCUS_ERROR_NUMBER if it is not a number. */
int locus_put_duration(struct locus_writer *out, const struct locus_log_line *line,
                       const char *text);

/* Whether the field is an integer that is not only digits ("1.5e3"). */
static inline int locus_is_double(const struct locus_log_line *line, int field)
{
    return (field == LOCUS_LOG_STATUS || field == LOCUS_LOG_BYTES)
        && (line->escaped >> field & 1);
}

/* Whether from..to, a number that is not only digits, is an integer that the field can be:
   LOCUS_LOG_STATUS, or another one. */
int locus_log_is_whole(const unsigned char *from, const unsigned char *to, int field);

/* Writes such an integer, in digits. */
void locus_put_whole(struct locus_writer *out, const struct locus_log_line *line,
                     const char *text, int field);

/* Writes a number, in `width` decimal digits at least. */
void locus_put_number(struct locus_writer *out, uint64_t number, int width);

/* Whether this byte, between two digits, is part of a number. */
int locus_log_number_takes(unsigned char byte, int is_decimal);

#ifdef KERNEL
/* A line that is not a record, whose rest is being skipped. */
struct locus_line_rest {
    const unsigned char *at;       /* read up to here; in the end, after the line ending */
    const unsigned char *contents; /* where its contents end */
    uint32_t state;                /* of the machine; 0 at first */
};

/* Skips the rest of a line. Returns 1 if it ends before `pe`, or, with `end`, at `pe`; else
   0. */
int KERNEL_NAME(log_line_rest)(struct locus_line_rest *rest, const unsigned char *pe,
                               int end);
#endif

/* The objects of the including file's format */

#ifdef LOG_FORMAT
#ifdef KERNEL
#define LOG_FORMAT_OBJECT(...)
#define LOG_READER KERNEL_NAME(PASTE(log_next_, LOG_FORMAT))
#else
/* LOG_FORMAT_OBJECT(.name = …, .description = …, .fields = …) */
#define LOG_READER_NAME(kernel) PASTE(PASTE(locus_log_next_, LOG_FORMAT), _##kernel)
#define DECLARE_LOG_READER(kernel, needs) locus_log_reader LOG_READER_NAME(kernel);
#define NAME_LOG_READER(kernel, needs) [KERNEL_##kernel] = LOG_READER_NAME(kernel),
#define LOG_FORMAT_OBJECT(...) \
    LOCUS_KERNELS(DECLARE_LOG_READER) \
    static const struct locus_log_format format = { \
        .next = { LOCUS_KERNELS(NAME_LOG_READER) }, __VA_ARGS__ \
    }; \
    const struct locus_log_format *const PASTE(locus_log_, LOG_FORMAT) = &format;
#endif
#endif

#endif
