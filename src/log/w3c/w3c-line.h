/* SPDX-License-Identifier: MIT
 *
 * What the actions of src/log/w3c/w3c-events.rl call, in the formats w3c and cloudfront, which
 * include this header in place of log/reader.h.
 */
#ifndef LOCUS_LOG_W3C_LINE_H
#define LOCUS_LOG_W3C_LINE_H

#include "log/reader.h"

enum { MARK_COLON = MARK_OWN };    /* the last ":" of a value */

/* `flags` also counts the columns of the line, in units of this. */
enum { ONE_COLUMN = FLAG_OWN };

/* Stands for the field of a column that has none; it is never reported. */
enum { LOCUS_LOG_W3C_UNKNOWN = LOCUS_LOG_FIELD_LIMIT - 1 };

/* If several columns are the same field, the first counts. */
static __attribute__((noinline)) void add_column(struct locus_log *log, unsigned field)
{
    const uint32_t count = log->internal.columns++;

    for (uint32_t i = 0; i < count && i < LOCUS_LOG_COLUMNS; i++)
        if (log->internal.column[i] == field)
            field = LOCUS_LOG_W3C_UNKNOWN;
    if (count < LOCUS_LOG_COLUMNS)
        log->internal.column[count] = (uint8_t)field;
}

/* The forms of values. FORM_NONE: the value is absent. FORM_PORT: it ends in a port. */
enum form {
    FORM_NONE, FORM_STATUS, FORM_DIGITS, FORM_DECIMAL, FORM_DATE, FORM_CLOCK, FORM_PORT,
    FORM_OTHER
};

/* The fields that cannot have a value of this form. */
static ALWAYS_INLINE uint64_t excluded_by(enum form form)
{
    const uint64_t status = FIELD_BIT(W3C_DATE) | FIELD_BIT(W3C_CLOCK);
    const uint64_t digits = FIELD_BIT(STATUS) | status;
    const uint64_t decimal = FIELD_BIT(BYTES) | digits;
    const uint64_t numbers = FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(DURATION);

    switch (form) {
    case FORM_NONE:    return 0;
    case FORM_STATUS:  return status;
    case FORM_DIGITS:  return digits;
    case FORM_DECIMAL: return decimal;
    case FORM_DATE:    return numbers | FIELD_BIT(W3C_CLOCK);
    case FORM_CLOCK:   return numbers | FIELD_BIT(W3C_DATE);
    case FORM_PORT: case FORM_OTHER: break;
    }
    return FIELD_BIT(DURATION) | decimal;
}

/* The line is not a record, because of a field or LINE_END. Returns 0. */
static ALWAYS_INLINE int reject(struct reading *r, int field)
{
    r->failed = field + 1;
    return 0;
}

/* The value of the next column ends before `p`. Returns 0 if the column cannot have it. */
static ALWAYS_INLINE int set_value(struct reading *r, const struct locus_log *log,
                                   struct locus_log_line *line, const unsigned char *text,
                                   enum form form, const unsigned char *p)
{
    const unsigned char *const begin = r->mark[MARK_BEGIN];
    const unsigned column = r->flags / ONE_COLUMN;
    unsigned field = LOCUS_LOG_W3C_UNKNOWN;

    if (__builtin_expect(column >= log->internal.columns, 0))
        return reject(r, LINE_END);
    if (__builtin_expect(column < LOCUS_LOG_COLUMNS, 1))
        field = log->internal.column[column];
    if (__builtin_expect(excluded_by(form) >> field & 1, 0))
        return reject(r, (int)field);
    r->flags += ONE_COLUMN;
    if (form == FORM_NONE)
        return 1;
    set_field(r, line, text, field, begin, p);
    if (form == FORM_PORT && field == LOCUS_LOG_VHOST) {
        line->field[field].len = (uint32_t)(r->mark[MARK_COLON] - begin);
        set_field(r, line, text, LOCUS_LOG_W3C_VHOST_PORT, r->mark[MARK_COLON] + 1, p);
    }
    return 1;
}

/* The span that contains both. */
static ALWAYS_INLINE struct locus_span both(struct locus_span a, struct locus_span b)
{
    const uint32_t begin = a.off < b.off ? a.off : b.off;
    const uint32_t a_end = a.off + a.len, b_end = b.off + b.len;

    return (struct locus_span){ begin, (a_end > b_end ? a_end : b_end) - begin };
}

/* A record ends: sets the fields that consist of two columns. Returns 0 if a column has no
   value. */
static ALWAYS_INLINE int end_columns(struct reading *r, const struct locus_log *log,
                                     struct locus_log_line *line)
{
    if (__builtin_expect(r->flags / ONE_COLUMN != log->internal.columns, 0))
        return reject(r, LINE_END);
    r->present &= ~FIELD_BIT(W3C_UNKNOWN);
    if (r->present & FIELD_BIT(W3C_STEM)) {
        line->field[LOCUS_LOG_TARGET] = line->field[LOCUS_LOG_W3C_STEM];
        r->present |= FIELD_BIT(TARGET);
        if (r->present & FIELD_BIT(W3C_QUERY)) {
            line->field[LOCUS_LOG_TARGET] = both(line->field[LOCUS_LOG_W3C_STEM],
                                                 line->field[LOCUS_LOG_W3C_QUERY]);
            r->escaped |= FIELD_BIT(TARGET);
        }
    }
    if ((r->present & FIELD_BIT(W3C_DATE)) && (r->present & FIELD_BIT(W3C_CLOCK))
        && line->field[LOCUS_LOG_W3C_DATE].off + 11 == line->field[LOCUS_LOG_W3C_CLOCK].off) {
        line->field[LOCUS_LOG_TIME] = both(line->field[LOCUS_LOG_W3C_DATE],
                                           line->field[LOCUS_LOG_W3C_CLOCK]);
        r->present |= FIELD_BIT(TIME);
    }
    return 1;
}

#endif
