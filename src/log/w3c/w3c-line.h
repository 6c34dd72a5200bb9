/* SPDX-License-Identifier: MIT
 *
 * The events of grammar/log/formats/w3c-line.rl, for the formats w3c and cloudfront, which include
 * this header in place of log/reader.h.
 */
#ifndef LOCUS_LOG_W3C_LINE_H
#define LOCUS_LOG_W3C_LINE_H

#include "log/reader.h"

enum { MARK_COLON = MARK_OWN };    /* the last ":" of a value */

/* `flags` also counts the columns of the line, in units of this. */
enum { ONE_COLUMN = FLAG_OWN };

#define COLUMNS_BEGIN   log->internal.columns = 0;

/* Stands for the field of a column that has none; it is never reported. */
enum { LOCUS_LOG_W3C_UNKNOWN = LOCUS_LOG_FIELD_LIMIT - 1 };

#define COLUMN(name)    add_column(log, LOCUS_LOG_##name);

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

#define NUMBERS         (FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(DURATION))

/* The fields that cannot have a value of this form. */
#define NO_NONE         UINT64_C(0)
#define NO_STATUS       (FIELD_BIT(W3C_DATE) | FIELD_BIT(W3C_CLOCK))
#define NO_DIGITS       (FIELD_BIT(STATUS) | NO_STATUS)
#define NO_DECIMAL      (FIELD_BIT(BYTES) | NO_DIGITS)
#define NO_DATE         (NUMBERS | FIELD_BIT(W3C_CLOCK))
#define NO_CLOCK        (NUMBERS | FIELD_BIT(W3C_DATE))
#define NO_PORT         (FIELD_BIT(DURATION) | NO_DECIMAL)
#define NO_OTHER        (FIELD_BIT(DURATION) | NO_DECIMAL)

/* What is special about a form: the value is absent, or may end in a port. */
enum { IS_NONE = 1, IS_PORT = 2, IS_STATUS = 0, IS_DIGITS = 0, IS_DECIMAL = 0, IS_DATE = 0,
       IS_CLOCK = 0, IS_OTHER = 0 };

#define REJECT(field) \
    r.failed = (int)(field) + 1; \
    p = r.mark[MARK_BEGIN]; \
    goto stop;

#define VALUE(form) { \
    const unsigned column = r.flags / ONE_COLUMN; \
    unsigned field = LOCUS_LOG_W3C_UNKNOWN; \
\
    if (__builtin_expect(column >= log->internal.columns, 0)) { \
        REJECT(LOCUS_LOG_LINE) \
    } \
    if (__builtin_expect(column < LOCUS_LOG_COLUMNS, 1)) \
        field = log->internal.column[column]; \
    if (__builtin_expect(NO_##form >> field & 1, 0)) { \
        REJECT(field) \
    } \
    r.flags += ONE_COLUMN; \
    if (IS_##form != IS_NONE) { \
        SPAN_OF(field, r.mark[MARK_BEGIN], p); \
        if (IS_##form == IS_PORT && field == LOCUS_LOG_VHOST) { \
            line->field[field].len = (uint32_t)(r.mark[MARK_COLON] - r.mark[MARK_BEGIN]); \
            SPAN(W3C_VHOST_PORT, r.mark[MARK_COLON] + 1, p); \
        } \
    } \
}

/* The span that contains both. */
static ALWAYS_INLINE struct locus_span both(struct locus_span a, struct locus_span b)
{
    const uint32_t begin = a.off < b.off ? a.off : b.off;
    const uint32_t a_end = a.off + a.len, b_end = b.off + b.len;

    return (struct locus_span){ begin, (a_end > b_end ? a_end : b_end) - begin };
}

#define COLUMNS_END { \
    if (__builtin_expect(r.flags / ONE_COLUMN != log->internal.columns, 0)) { \
        r.mark[MARK_BEGIN] = p; \
        REJECT(LOCUS_LOG_LINE) \
    } \
    r.present &= ~FIELD_BIT(W3C_UNKNOWN); \
    if (r.present & FIELD_BIT(W3C_STEM)) { \
        line->field[LOCUS_LOG_TARGET] = line->field[LOCUS_LOG_W3C_STEM]; \
        r.present |= FIELD_BIT(TARGET); \
        if (r.present & FIELD_BIT(W3C_QUERY)) { \
            line->field[LOCUS_LOG_TARGET] = both(line->field[LOCUS_LOG_W3C_STEM], \
                                                 line->field[LOCUS_LOG_W3C_QUERY]); \
            r.escaped |= FIELD_BIT(TARGET); \
        } \
    } \
    if ((r.present & FIELD_BIT(W3C_DATE)) && (r.present & FIELD_BIT(W3C_CLOCK)) \
        && line->field[LOCUS_LOG_W3C_DATE].off + 11 == line->field[LOCUS_LOG_W3C_CLOCK].off) { \
        line->field[LOCUS_LOG_TIME] = both(line->field[LOCUS_LOG_W3C_DATE], \
                                           line->field[LOCUS_LOG_W3C_CLOCK]); \
        r.present |= FIELD_BIT(TIME); \
    } \
    LINE(RECORD) \
}

#endif
