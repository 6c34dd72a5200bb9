/* SPDX-License-Identifier: MIT
 *
 * Reads a log on standard input and writes the lines that locus_log_next() returns, for
 * check-log.py:
 *
 *     read-log [ENVELOPE+]FORMAT KERNEL WINDOW
 *
 * FORMAT is the name of a format, or a format for locus_log_compile().
 * Each line of the output is a line of the log: its kind, offset, length, line ending,
 * error, field and offset of the error, and request, all but the names of the error and the
 * field as numbers; then its fields, each as NAME OFFSET LENGTH ESCAPED VALUE, with the
 * value in hexadecimal ("-" if it is empty). OFFSET and LENGTH are those of
 * locus_log_source(). WINDOW is the most bytes that a window gains at a time; 0: the log is
 * one window.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locus/log.h"

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "read-log: %s\n", what);
    exit(EXIT_FAILURE);
}

static char *read_all(size_t *len)
{
    size_t size = 1 << 16;
    char *text = malloc(size);
    size_t n;

    *len = 0;
    while (text && (n = fread(text + *len, 1, size - *len, stdin)) > 0) {
        *len += n;
        if (*len == size)
            text = realloc(text, size *= 2);
    }
    if (!text || ferror(stdin))
        fail("cannot read");
    return text;
}

static char buf[LOCUS_LOG_MAX_LINE];

static void write_field(const struct locus_log *log, const struct locus_log_line *line,
                        const char *text, int field)
{
    struct locus_span span = locus_log_get(line, field);
    char value[1 << 16];
    size_t len;

    if (locus_log_value(value, sizeof value, &len, line, line->copied ? buf : text, field) != 0)
        fail("a value");
    if (field < LOCUS_LOG_ENVELOPE && locus_log_source(&span, log, line, text, span) != 0)
        fail("a source");
    printf(" %s %u %u %d ", locus_log_field_name(line->format, field), (unsigned)span.off,
           (unsigned)span.len, (int)(line->escaped >> field & 1));
    for (size_t i = 0; i < len; i++)
        printf("%02x", (unsigned)(unsigned char)value[i]);
    fputs(len == 0 ? "-" : "", stdout);
}

static void write_line(const struct locus_log *log, const struct locus_log_line *line,
                       const char *window)
{
    const int failed = line->error != 0 && line->error_field < LOCUS_LOG_ENVELOPE;
    const int passed_over = line->error != 0 && line->error_field > LOCUS_LOG_FIELD_LIMIT;

    printf("%d %" PRIu64 " %u %u %s %s %u %u", line->kind, line->offset, (unsigned)line->len,
           line->ending, locus_error_name(line->error),
           failed ? locus_log_field_name(line->format, line->error_field)
           : passed_over ? "variable" : line->error == 0 ? "-"
           : line->error_field == LOCUS_LOG_ENVELOPE ? "envelope" : "end",
           (unsigned)line->error_offset, line->request);
    for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++)
        if (locus_log_has(line, field))
            write_field(log, line, window + line->off, field);
    putchar('\n');
}

int main(int argc, char **argv)
{
    static struct locus_log_row row;
    const char *const name = argc == 4 ? argv[1] : "";
    const char *const plus = strchr(name, '+');
    const struct locus_log_envelope *const envelope =
        plus ? locus_log_envelope_from_name(name, (size_t)(plus - name)) : NULL;
    const char *const inner = envelope ? plus + 1 : name;
    const struct locus_log_format *format = locus_log_format_from_name(inner, strlen(inner));
    struct locus_log log;
    struct locus_log_line line;
    size_t len, step, have;
    char *text;

    if (argc == 4 && !format && locus_log_compile(&row, argv[1], strlen(argv[1]), NULL) == 0)
        format = locus_log_row_format(&row);
    if (!format || locus_use_kernel(argv[2]) != 0 || locus_log_init(&log, format) != 0
        || (envelope && locus_log_set_envelope(&log, envelope, buf, sizeof buf) != 0))
        fail("usage: read-log [ENVELOPE+]FORMAT KERNEL WINDOW");
    step = strtoul(argv[3], NULL, 10);
    text = read_all(&len);
    have = step == 0 || step > len ? len : step;
    for (;;) {
        const char *const window = text + log.base;
        const size_t window_len = have - (size_t)log.base;

        while (locus_log_next(&log, window, window_len, have == len, &line) == 1)
            write_line(&log, &line, window);
        if (have == len)
            break;
        have = len - have < step ? len : have + step;
    }
    free(text);
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
