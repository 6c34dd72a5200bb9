/* SPDX-License-Identifier: MIT
 *
 * Streams of lines: where they end, lines that are too long, what was set before the
 * first call, and misuse.
 */
#include "unit/log/test-log.h"

#define FRAME "192.0.2.7 - - [01/Dec/2024:00:00:00 +0000] "

/* The kinds of all lines, as letters, and the bytes of the stream. */
struct stream {
    char     kinds[4096];
    size_t   count;
    uint64_t end;                  /* of the lines so far */
    int32_t  error;                /* of the last reject */
};

static void note_line(const struct locus_log_line *line, const char *text, void *context)
{
    struct stream *const stream = context;

    (void)text;
    ck_assert_uint_eq(line->offset, stream->end);
    stream->end += line->len + line->ending;
    ck_assert_uint_lt(stream->count, sizeof stream->kinds - 1);
    stream->kinds[stream->count++] = "RXCBP."[line->kind];
    stream->kinds[stream->count] = '\0';
    if (line->kind == LOCUS_LOG_REJECT)
        stream->error = line->error;
}

static void check_kinds(const char *text, uint32_t max_line, const char *kinds)
{
    const size_t len = strlen(text);

    for (size_t at = 0; at <= len; at++) {
        struct stream stream = { .count = 0 };

        read_windows(locus_log_combined, text, len, max_line, cut_at, &at, note_line,
                     &stream);
        ck_assert_uint_eq(stream.end, len);
        /* One long line may be returned in any number of pieces. */
        size_t k = 0;
        for (size_t i = 0; i < stream.count; i++) {
            if (stream.kinds[i] == '.' && k > 0 && kinds[k - 1] == '.')
                continue;
            ck_assert_msg(stream.kinds[i] == kinds[k], "%zu: %s, not %s", at, stream.kinds,
                          kinds);
            k++;
        }
        ck_assert_msg(kinds[k] == '\0', "%zu: %s, not %s", at, stream.kinds, kinds);
    }
}

START_TEST(line_endings)
{
    check_kinds("", 1024, "");
    check_kinds("\n", 1024, "B");
    check_kinds("\n\n", 1024, "BB");
    check_kinds("\r", 1024, "B");
    check_kinds("\r\r", 1024, "X");
    check_kinds("\n\r\n\r", 1024, "BBB");
    check_kinds("x\r\r\n#\r\n\n" FRAME "\"-\" 408 -\r\n" FRAME "\"-\" 408 -", 1024, "XCBRR");
    check_kinds(FRAME "\"-\" 408 -\r", 1024, "R");
    check_kinds(FRAME "\"-\" 408 - \"-\" \"-\" a\r", 1024, "R");
}
END_TEST

/* A line is too long if its first max_line bytes contain no line feed. */
START_TEST(long_lines)
{
    char text[300];

    check_kinds("#234567\n#23\n", 8, "CC");
    check_kinds("#2345678\n#23\n", 8, "X.C");
    check_kinds("#234567\r\n#23\n", 8, "X.C");
    check_kinds("#2345678", 8, "X");
    check_kinds("#23456\r\n\n", 8, "CB");
    check_kinds("x234567890123456789\r\n\n#\n", 8, "X.BC");
    check_kinds("        \n\n", 8, "X.B");
    check_kinds("\n\n#\n", 1, "BBX.");
    snprintf(text, sizeof text, "%s\"GET / HTTP/1.1\" 200 5\n", FRAME);
    for (size_t i = 0; i < 3; i++) {
        const uint32_t max_line = (uint32_t)(strlen(text) + i - 1);

        check_kinds(text, max_line, i == 0 ? "X." : "R");
    }
    for (uint32_t max_line = 2; max_line < 70; max_line++) {
        struct stream stream = { .count = 0 };

        read_windows(locus_log_combined, text, strlen(text), max_line, cut_everywhere, NULL,
                     note_line, &stream);
        ck_assert_uint_eq(stream.end, strlen(text));
        if (stream.kinds[0] == 'X')
            ck_assert_int_eq(stream.error, LOCUS_ERROR_TOO_LONG);
    }
}
END_TEST

/* All of a line that is too long is returned, with its first bytes as a reject. */
START_TEST(long_line_bytes)
{
    enum { MAX = 100, LEN = 1000 };
    struct locus_log log;
    struct locus_log_line line;
    char text[LEN];

    memset(text, 'a', LEN);
    text[LEN - 1] = '\n';
    locus_log_init(&log, locus_log_combined);
    log.max_line = MAX;
    ck_assert_int_eq(locus_log_next(&log, text, LEN, 0, &line), 1);
    ck_assert_int_eq(line.kind, LOCUS_LOG_REJECT);
    ck_assert_int_eq(line.error, LOCUS_ERROR_TOO_LONG);
    ck_assert_int_eq(line.error_field, LOCUS_LOG_FIELD_LIMIT);
    ck_assert_uint_eq(line.error_offset, MAX);
    ck_assert_uint_eq(line.len, MAX);
    ck_assert_uint_eq(line.ending, 0);
    ck_assert_uint_eq(line.present, 0);
    for (size_t at = MAX; at < LEN; at += MAX) {
        ck_assert_int_eq(locus_log_next(&log, text, LEN, 0, &line), 1);
        ck_assert_int_eq(line.kind, LOCUS_LOG_REST);
        ck_assert_int_eq(line.error, 0);
        ck_assert_uint_eq(line.off, at);
        ck_assert_uint_eq(line.len + line.ending, MAX);
        ck_assert_uint_eq(line.ending, at + MAX == LEN);
    }
    ck_assert_int_eq(locus_log_next(&log, text, LEN, 0, &line), 0);
    ck_assert_uint_eq(log.drop, LEN);
}
END_TEST

START_TEST(base)
{
    struct locus_log log;
    struct locus_log_line line;

    locus_log_init(&log, locus_log_combined);
    log.base = UINT64_C(1) << 40;
    ck_assert_int_eq(locus_log_next(&log, "\n# ", 3, 0, &line), 1);
    ck_assert_int_eq(locus_log_next(&log, "\n# ", 3, 0, &line), 0);
    ck_assert_uint_eq(log.drop, 1);
    ck_assert_uint_eq(log.base, (UINT64_C(1) << 40) + 1);
    ck_assert_int_eq(locus_log_next(&log, "# a\n", 4, 1, &line), 1);
    ck_assert_uint_eq(line.offset, (UINT64_C(1) << 40) + 1);
    ck_assert_int_eq(line.kind, LOCUS_LOG_COMMENT);
    ck_assert_uint_eq(line.len, 3);
    ck_assert_int_eq(locus_log_next(&log, "# a\n", 4, 1, &line), 0);
}
END_TEST

/* A line that grows byte by byte is read once: the time is linear. */
START_TEST(growing_line)
{
    const size_t size = hostile_size();
    struct locus_log log;
    struct locus_log_line line;
    size_t len;
    char *const text = enlarge(FRAME "\"GET /", "a \\\"", "", size, &len);

    locus_log_init(&log, locus_log_combined);
    log.max_line = (uint32_t)len + 1;
    for (size_t have = 0; have < len; have++)
        ck_assert_int_eq(locus_log_next(&log, text, have, 0, &line), 0);
    ck_assert_int_eq(locus_log_next(&log, text, len, 1, &line), 1);
    ck_assert_int_eq(line.kind, LOCUS_LOG_REJECT);
    ck_assert_int_eq(line.error_field, LOCUS_LOG_REQUEST);
    ck_assert_uint_eq(line.error_offset, len);
    free(text);
}
END_TEST

/* A message that is too long in one stream does not end a message of another stream. */
START_TEST(long_messages)
{
    static const char *const text[] = {
        "{\"log\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\",\"stream\":\"stdout\"}\n",
        /* It fits, but not with the name of its stream. */
        ("{\"log\":\"- - - [10/Oct/2000:13:55:36 -0700] \\\"-\\\" 408 -\\n\","
         "\"stream\":\"stderr\"}\n"),
        "{\"log\":\"#\\n\",\"stream\":\"stdout\"}\n",
        /* The same in two lines. */
        "{\"log\":\"- - - [10/Oct/2000:13:55:36 -0700] \",\"stream\":\"stderr\"}\n",
        "{\"log\":\"\\\"-\\\" 408 -\\n\",\"stream\":\"stderr\"}\n",
        "{\"log\":\"#\\n\",\"stream\":\"stderr\"}\n"
    };
    char whole[1024] = "", buf[46];
    struct locus_log log;
    struct locus_log_line line;

    for (size_t i = 0; i < COUNT(text); i++)
        strcat(whole, text[i]);
    ck_assert_int_eq(locus_log_init(&log, locus_log_combined), 0);
    ck_assert_int_eq(locus_log_set_envelope(&log, locus_log_docker, buf, sizeof buf), 0);
    for (size_t i = 0; i + 1 < COUNT(text); i++) {
        ck_assert_int_eq(locus_log_next(&log, whole, strlen(whole), 1, &line), 1);
        ck_assert_uint_eq(line.len + line.ending, strlen(text[i]));
        ck_assert_msg(line.error == LOCUS_ERROR_TOO_LONG, "line %zu: %d", i, line.error);
    }
    ck_assert_int_eq(locus_log_next(&log, whole, strlen(whole), 1, &line), 1);
    ck_assert_int_eq(line.kind, LOCUS_LOG_COMMENT);
}
END_TEST

START_TEST(misuse)
{
    struct locus_log log;
    struct locus_log_line line;

    ck_assert_int_eq(locus_log_init(&log, NULL), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_log_next(&log, "\n", 1, 1, &line), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_log_parse(&line, "\n", 1, NULL), LOCUS_ERROR_ARGUMENT);
    /* A window that is shorter than the part of it that was read. */
    ck_assert_int_eq(locus_log_init(&log, locus_log_combined), 0);
    ck_assert_int_eq(locus_log_next(&log, "\n\n", 2, 0, &line), 1);
    ck_assert_int_eq(locus_log_next(&log, NULL, 0, 1, &line), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_log_init(&log, locus_log_combined), 0);
    ck_assert_int_eq(locus_log_next(&log, "192.0.2.1 - -", 13, 0, &line), 0);
    ck_assert_int_eq(locus_log_next(&log, "192", 3, 0, &line), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_log_next(&log, NULL, 0, 1, &line), LOCUS_ERROR_ARGUMENT);
}
END_TEST

void add_limits(Suite *suite)
{
    TCase *const test = tcase_create("limits");

    tcase_set_timeout(test, 0);
    tcase_add_test(test, line_endings);
    tcase_add_test(test, long_lines);
    tcase_add_test(test, long_line_bytes);
    tcase_add_test(test, base);
    tcase_add_test(test, growing_line);
    tcase_add_test(test, long_messages);
    tcase_add_test(test, misuse);
    suite_add_tcase(suite, test);
}
