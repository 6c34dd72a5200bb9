/* SPDX-License-Identifier: MIT
 *
 * Numbers, times and names.
 */
#include "unit/log/test-log.h"

static struct locus_log_line parse_by(const struct locus_log_format *format, const char *text)
{
    struct locus_log_line line;

    ck_assert_int_eq(locus_log_parse(&line, text, strlen(text), format), 0);
    ck_assert_int_eq(line.kind, LOCUS_LOG_RECORD);
    return line;
}

static struct locus_log_line parse(const char *text)
{
    return parse_by(locus_log_combined, text);
}

static int number(uint64_t *value, const char *text, int field)
{
    const struct locus_log_line line = parse(text);

    return locus_log_number(value, &line, text, field);
}

#define FRAME "h:080 192.0.2.7 - - [01/Dec/2024:00:00:00 +0000] \"-\" "

START_TEST(numbers)
{
    uint64_t value = 7;

    ck_assert_int_eq(number(&value, FRAME "099 0", LOCUS_LOG_STATUS), 0);
    ck_assert_uint_eq(value, 99);
    ck_assert_int_eq(number(&value, FRAME "099 0", LOCUS_LOG_BYTES), 0);
    ck_assert_uint_eq(value, 0);
    ck_assert_int_eq(number(&value, FRAME "099 0", LOCUS_LOG_COMBINED_VHOST_PORT), 0);
    ck_assert_uint_eq(value, 80);
    ck_assert_int_eq(number(&value, FRAME "200 18446744073709551615", LOCUS_LOG_BYTES), 0);
    ck_assert_uint_eq(value, UINT64_MAX);
    ck_assert_int_eq(number(&value, FRAME "200 18446744073709551616", LOCUS_LOG_BYTES),
                     LOCUS_ERROR_RANGE);
    ck_assert_int_eq(number(&value, FRAME "200 184467440737095516150", LOCUS_LOG_BYTES),
                     LOCUS_ERROR_RANGE);
    ck_assert_int_eq(number(&value, FRAME "200 00000000000000000000000042", LOCUS_LOG_BYTES),
                     0);
    ck_assert_uint_eq(value, 42);
    ck_assert_int_eq(number(&value, FRAME "- -", LOCUS_LOG_STATUS), LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(number(&value, FRAME "- -", LOCUS_LOG_BYTES), LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(number(&value, FRAME "- -", LOCUS_LOG_CLIENT), LOCUS_ERROR_NUMBER);
    ck_assert_int_eq(number(&value, FRAME "- - \"\" \"1x\"", LOCUS_LOG_REFERER),
                     LOCUS_ERROR_NUMBER);
    ck_assert_int_eq(number(&value, FRAME "- - \"\" \"1x\"", LOCUS_LOG_AGENT),
                     LOCUS_ERROR_NUMBER);
}
END_TEST

/* Where in the line each byte of a decoded value is. */
START_TEST(offsets)
{
    static const char apache[] = FRAME "200 5 \"\" \"a\\x41\\\"\\\\n\"";
    static const char object[] = "{\"ts\":1.5,\"request\":{\"method\":\"GET\",\"uri\":\"/\","
                                 "\"headers\":{\"User-Agent\":[\"a\\u00e9\\ud83d\\ude00\\/b\"]}},"
                                 "\"status\":200}";
    struct locus_log_line line = parse(apache);
    static const uint32_t in_apache[] = { 0, 1, 5, 7, 9, 10 };
    static const uint32_t in_object[] = { 0, 1, 1, 7, 7, 7, 7, 19, 21, 22 };
    uint32_t at[16], begin = line.field[LOCUS_LOG_AGENT].off;

    ck_assert_int_eq(locus_log_offsets(at, 16, &line, apache, LOCUS_LOG_AGENT), 0);
    for (int i = 0; i < 6; i++)
        ck_assert_uint_eq(at[i], begin + in_apache[i]);
    ck_assert_int_eq(locus_log_offsets(at, 5, &line, apache, LOCUS_LOG_AGENT),
                     LOCUS_ERROR_SPACE);
    ck_assert_int_eq(locus_log_offsets(at, 16, &line, apache, LOCUS_LOG_USER),
                     LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_log_offsets(at, 16, &line, apache, LOCUS_LOG_TIME),
                     LOCUS_ERROR_ARGUMENT);

    line = parse_by(locus_log_json, object);
    begin = line.field[LOCUS_LOG_AGENT].off;
    ck_assert_int_eq(locus_log_offsets(at, 16, &line, object, LOCUS_LOG_AGENT), 0);
    /* a, two bytes of U+00E9, four of U+1F600, "/", b, and the end. */
    for (int i = 0; i < 10; i++)
        ck_assert_uint_eq(at[i], begin + in_object[i]);
}
END_TEST

START_TEST(times)
{
    static const char *const months[] = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
    };
    struct locus_time time;
    struct locus_log_line line;
    char text[128];

    for (int month = 1; month <= 12; month++)
        for (int day = 1; day <= 31; day++) {
            snprintf(text, sizeof text, "h - - [%02d/%s/%04d:%02d:%02d:%02d %c%02d%02d] \"\" 200 5",
                     day, months[month - 1], month * day, day % 24, month + 40, day * 2 - 2,
                     day % 2 ? '+' : '-', month, day);
            line = parse(text);
            ck_assert_int_eq(locus_log_time(&time, &line, text), 0);
            ck_assert_int_eq(time.year, month * day);
            ck_assert_int_eq(time.month, month);
            ck_assert_int_eq(time.day, day);
            ck_assert_int_eq(time.hour, day % 24);
            ck_assert_int_eq(time.minute, month + 40);
            ck_assert_int_eq(time.second, day * 2 - 2);
            ck_assert_int_eq(time.zone, LOCUS_ZONE_OFFSET);
            ck_assert_int_eq(time.digits, 0);
            ck_assert_uint_eq(time.nanosecond, 0);
            ck_assert_int_eq(time.offset, (day % 2 ? 1 : -1) * (month * 60 + day));
        }
    ck_assert_int_eq(locus_log_parse(&line, "#", 1, locus_log_combined), 0);
    ck_assert_int_eq(locus_log_time(&time, &line, "#"), LOCUS_ERROR_ABSENT);
}
END_TEST

/* Seconds since 1970, and the times that date(1) prints for them. */
START_TEST(epochs)
{
    static const struct {
        const char *epoch, *value;
    } cases[] = {
        { "0.000", "1970-01-01T00:00:00.000Z" },
        { "59.001", "1970-01-01T00:00:59.001Z" },
        { "86399.999", "1970-01-01T23:59:59.999Z" },
        { "86400.050", "1970-01-02T00:00:00.050Z" },
        { "951782399.000", "2000-02-28T23:59:59.000Z" },
        { "951782400.000", "2000-02-29T00:00:00.000Z" },
        { "951868800.000", "2000-03-01T00:00:00.000Z" },
        { "978307199.000", "2000-12-31T23:59:59.000Z" },
        { "1286536309.586", "2010-10-08T11:11:49.586Z" },
        { "1709164800.000", "2024-02-29T00:00:00.000Z" },
        { "4107542399.000", "2100-02-28T23:59:59.000Z" },
        { "4107542400.000", "2100-03-01T00:00:00.000Z" },
        { "13574649599.000", "2400-02-29T23:59:59.000Z" },
        { "99999999999.999", "5138-11-16T09:46:39.999Z" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct locus_log_line line;
        struct locus_time time;
        char text[128], value[64];
        size_t len;

        snprintf(text, sizeof text, "%s 1 h A/200 1 GET / - B/h -", cases[i].epoch);
        line = parse_by(locus_log_squid, text);
        ck_assert_int_eq(locus_log_value(value, sizeof value, &len, &line, text,
                                         LOCUS_LOG_TIME), 0);
        ck_assert_msg(len == strlen(cases[i].value) && memcmp(value, cases[i].value, len) == 0,
                      "%s: %.*s", cases[i].epoch, (int)len, value);
        ck_assert_int_eq(locus_log_time(&time, &line, text), 0);
        ck_assert_int_eq(time.zone, LOCUS_ZONE_UTC);
        ck_assert_int_eq(time.digits, 3);
        ck_assert_int_eq(time.offset, 0);
        ck_assert_uint_eq(time.nanosecond,
                          strtoul(strchr(text, '.') + 1, NULL, 10) * 1000000);
    }
}
END_TEST

START_TEST(durations)
{
    static const struct {
        const char *field;
        int result;
        uint64_t seconds;
        uint32_t nanosecond;
        const char *value;
    } cases[] = {
        { "0", 0, 0, 0, "0.000" },
        { "7", 0, 0, 7000000, "0.007" },
        { "999", 0, 0, 999000000, "0.999" },
        { "1000", 0, 1, 0, "1.000" },
        { "  60050", 0, 60, 50000000, "60.050" },
        { "18446744073709551615", 0, UINT64_C(18446744073709551), 615000000,
          "18446744073709551.615" },
        { "18446744073709551616", LOCUS_ERROR_RANGE, 0, 0, "18446744073709551.616" },
        { "-5", LOCUS_ERROR_ABSENT, 0, 0, NULL },
        { "-", LOCUS_ERROR_ABSENT, 0, 0, NULL },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct locus_log_line line;
        struct locus_duration duration;
        char text[128], value[64];
        size_t len;
        int result;

        snprintf(text, sizeof text, "1.000 %s h A/200 1 GET / - B/h -", cases[i].field);
        line = parse_by(locus_log_squid, text);
        result = locus_log_duration(&duration, &line, text);
        ck_assert_int_eq(result, cases[i].result);
        if (result == 0) {
            ck_assert_uint_eq(duration.seconds, cases[i].seconds);
            ck_assert_uint_eq(duration.nanosecond, cases[i].nanosecond);
            ck_assert_uint_eq(duration.digits, 3);
        }
        result = locus_log_value(value, sizeof value, &len, &line, text, LOCUS_LOG_DURATION);
        ck_assert_int_eq(result, cases[i].value ? 0 : LOCUS_ERROR_ABSENT);
        if (cases[i].value)
            ck_assert(len == strlen(cases[i].value)
                      && memcmp(value, cases[i].value, len) == 0);
    }
}
END_TEST

START_TEST(names)
{
    static const char *const fields[] = {
        "client", "user", "time", "request", "method", "target", "protocol", "status",
        "bytes", "referer", "agent", "vhost", NULL, NULL, NULL, NULL, "ident", "vhost-port",
        "trailing", NULL
    };
    const struct locus_log_format *const format = locus_log_combined;

    ck_assert_ptr_eq(locus_log_format_at(0), format);
    ck_assert_ptr_null(locus_log_format_at(SIZE_MAX));
    ck_assert_str_eq(locus_log_format_name(format), "combined");
    ck_assert_ptr_null(locus_log_format_name(NULL));
    ck_assert_ptr_null(locus_log_format_description(NULL));
    for (size_t i = 0; locus_log_format_at(i); i++) {
        const char *const name = locus_log_format_name(locus_log_format_at(i));

        ck_assert_ptr_eq(locus_log_format_from_name(name, strlen(name)),
                         locus_log_format_at(i));
        ck_assert_uint_lt(strlen(locus_log_format_description(locus_log_format_at(i))), 70);
    }
    ck_assert_ptr_null(locus_log_format_from_name("combine", 7));
    ck_assert_ptr_null(locus_log_format_from_name("combinedx", 9));

    for (size_t i = 0; i < COUNT(fields); i++)
        if (fields[i]) {
            ck_assert_str_eq(locus_log_field_name(format, (int)i), fields[i]);
            ck_assert_int_eq(locus_log_field_from_name(format, fields[i], strlen(fields[i])),
                             (int)i);
        } else {
            ck_assert_ptr_null(locus_log_field_name(format, (int)i));
        }
    ck_assert_ptr_null(locus_log_field_name(format, -1));
    ck_assert_ptr_null(locus_log_field_name(format, LOCUS_LOG_FIELD_LIMIT));
    ck_assert_ptr_null(locus_log_field_name(NULL, LOCUS_LOG_CLIENT));
    ck_assert_int_eq(locus_log_field_from_name(format, "host", 4), LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_log_field_from_name(NULL, "client", 6), LOCUS_ERROR_ABSENT);
}
END_TEST

/* A log that is read from its middle: the caller names the columns of the next line. */
START_TEST(columns)
{
    const char text[] = "404 /x";
    struct locus_log_line line;
    struct locus_log log;

    ck_assert_int_eq(locus_log_init(&log, NULL), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_log_set_columns(&log, "#Fields: date", 13), LOCUS_ERROR_ARGUMENT);
    locus_log_init(&log, locus_log_combined);
    ck_assert_int_eq(locus_log_set_columns(&log, "#Fields: date", 13), LOCUS_ERROR_LOG);

    locus_log_init(&log, locus_log_w3c);
    ck_assert_int_eq(locus_log_set_columns(&log, "#Fields: sc-status cs-uri\n", 26), 0);
    ck_assert_int_eq(locus_log_set_columns(&log, NULL, 0), LOCUS_ERROR_LOG);
    ck_assert_int_eq(locus_log_set_columns(&log, "#Fields:", 8), LOCUS_ERROR_LOG);
    ck_assert_int_eq(locus_log_set_columns(&log, "#Date: x", 8), LOCUS_ERROR_LOG);
    ck_assert_int_eq(locus_log_set_columns(&log, "404 /x", 6), LOCUS_ERROR_LOG);
    ck_assert_int_eq(locus_log_next(&log, text, strlen(text), 1, &line), 1);
    ck_assert_int_eq(line.kind, LOCUS_LOG_RECORD);
    ck_assert_uint_eq(line.field[LOCUS_LOG_TARGET].off, 4);
}
END_TEST

void add_values(Suite *suite)
{
    TCase *const test = tcase_create("values");

    tcase_add_test(test, numbers);
    tcase_add_test(test, offsets);
    tcase_add_test(test, times);
    tcase_add_test(test, epochs);
    tcase_add_test(test, durations);
    tcase_add_test(test, names);
    tcase_add_test(test, columns);
    suite_add_tcase(suite, test);
}
