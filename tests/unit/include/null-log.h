/* SPDX-License-Identifier: MIT
 *
 * The cases of test-null for <locus/log.h>.
 */
#ifndef LOCUS_TESTS_NULL_LOG_H
#define LOCUS_TESTS_NULL_LOG_H

#include "locus/log.h"
#include "support/unit.h"

static void log_next(void)
{
    struct locus_log log;
    struct locus_log_line line;

    ck_assert_int_eq(locus_log_init(&log, locus_log_combined), 0);
    ck_assert_int_eq(locus_log_next(&log, NULL, 0, 0, &line), 0);
    ck_assert_int_eq(locus_log_next(&log, "#", 1, 0, &line), 0);
    ck_assert_uint_eq(log.drop, 0);
    ck_assert_int_eq(locus_log_next(&log, "#", 1, 1, &line), 1);
    ck_assert_int_eq(line.kind, LOCUS_LOG_COMMENT);
    ck_assert_int_eq(locus_log_next(&log, "#", 1, 1, &line), 0);
    ck_assert_int_eq(locus_log_next(&log, NULL, 0, 1, &line), 0);
}

/* A text that names no columns. */
static void log_columns(void)
{
    struct locus_log log;

    ck_assert_int_eq(locus_log_init(&log, locus_log_w3c), 0);
    ck_assert_int_eq(locus_log_set_columns(&log, NULL, 0), LOCUS_ERROR_LOG);
}

/* The text of a line without fields. */
static void log_values(void)
{
    struct locus_log_line line;
    struct locus_duration duration;
    struct locus_time time;
    uint64_t number;
    size_t len = 1;

    ck_assert_int_eq(locus_log_parse(&line, NULL, 0, locus_log_combined), 0);
    ck_assert_int_eq(line.kind, LOCUS_LOG_BLANK);
    ck_assert_uint_eq(line.len, 0);
    for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++) {
        ck_assert_int_eq(locus_log_value(NULL, 0, &len, &line, NULL, field),
                         LOCUS_ERROR_ABSENT);
        ck_assert_uint_eq(len, 0);
        ck_assert_int_eq(locus_log_number(&number, &line, NULL, field),
                         LOCUS_ERROR_ABSENT);
        ck_assert_int_eq(locus_log_offsets(NULL, 0, &line, NULL, field), LOCUS_ERROR_ABSENT);
    }
    ck_assert_int_eq(locus_log_time(&time, &line, NULL), LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_log_duration(&duration, &line, NULL), LOCUS_ERROR_ABSENT);
}

/* A text without a variable. */
static void log_compile(void)
{
    struct locus_log_row_error error;
    struct locus_log_row row;

    ck_assert_int_eq(locus_log_compile(&row, NULL, 0, &error), LOCUS_ERROR_LOG_FORMAT);
    ck_assert_uint_eq(error.offset, 0);
    ck_assert_int_eq(locus_log_compile(&row, NULL, 0, NULL), LOCUS_ERROR_LOG_FORMAT);
}

static void log_names(void)
{
    ck_assert_ptr_null(locus_log_format_from_name(NULL, 0));
    ck_assert_int_eq(locus_log_field_from_name(locus_log_combined, NULL, 0),
                     LOCUS_ERROR_ABSENT);
}

static void log_envelopes(void)
{
    struct locus_span source;
    struct locus_log_line line;
    struct locus_log log;

    ck_assert_ptr_null(locus_log_envelope_from_name(NULL, 0));
    ck_assert_int_eq(locus_log_init(&log, locus_log_combined), 0);
    ck_assert_int_eq(locus_log_set_envelope(&log, locus_log_docker, NULL, 0), 0);
    ck_assert_int_eq(locus_log_next(&log, NULL, 0, 1, &line), 0);
    ck_assert_int_eq(locus_log_parse(&line, NULL, 0, locus_log_combined), 0);
    ck_assert_int_eq(locus_log_source(&source, &log, &line, NULL,
                                      (struct locus_span){ 0, 0 }), 0);
    ck_assert_uint_eq(source.off + source.len, 0);
}

static void log_keys(void)
{
    struct locus_log_keys keys;

    ck_assert_int_eq(locus_log_read_keys(&keys, NULL, 0), LOCUS_ERROR_ABSENT);
    ck_assert_uint_eq(keys.error_offset, 0);
}

#endif
