/* SPDX-License-Identifier: MIT
 *
 * How fast locus_log_next() reads a log, compared with a loop over its line feeds:
 *
 *     bench/log FORMAT FILE [MEGABYTES [ROUNDS]]
 *
 * The file is repeated in memory to that size (default: 200). In each round all rows are
 * measured, one after the other, so that other activity on the machine affects all of them;
 * the best round of each counts (default: 15 rounds). The first round warms up the
 * processor and is not counted.
 */
#define _GNU_SOURCE 1

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locus/log.h"
#include "measuring.h"

struct log_text {
    const struct locus_log_format *format;
    char  *bytes;
    size_t len;
};

/* The rows. Each returns the number of lines. */

static size_t count_line_feeds(const struct log_text *text)
{
    const char *p = text->bytes, *const end = p + text->len;
    size_t lines = 0;

    while ((p = memchr(p, '\n', (size_t)(end - p))) != NULL)
        lines++, p++;
    return lines;
}

static size_t read_lines(const struct log_text *text)
{
    struct locus_log log;
    struct locus_log_line line;
    size_t lines = 0;

    locus_log_init(&log, text->format);
    while (locus_log_next(&log, text->bytes, text->len, 1, &line) == 1)
        lines++;
    return lines;
}

/* Also reads the first byte of each target. */
static size_t read_targets(const struct log_text *text)
{
    struct locus_log log;
    struct locus_log_line line;
    size_t lines = 0, sum = 0;

    locus_log_init(&log, text->format);
    while (locus_log_next(&log, text->bytes, text->len, 1, &line) == 1) {
        const struct locus_span target = locus_log_get(&line, LOCUS_LOG_TARGET);

        if (target.len > 0)
            sum += (unsigned char)text->bytes[line.off + target.off] + target.len;
        lines++;
    }
    return sum == 1 ? 0 : lines;
}

static const struct {
    const char *name;
    size_t    (*run)(const struct log_text *text);
} rows[] = {
    { "memchr", count_line_feeds },
    { "lines", read_lines },
    { "targets", read_targets },
};

enum { ROWS = sizeof rows / sizeof *rows };

static struct log_text repeat(const struct locus_log_format *format, const char *path,
                              size_t size)
{
    FILE *file = fopen(path, "rb");
    struct log_text text = { format, malloc(size), 0 };
    size_t len;

    if (!file || !text.bytes)
        err(EXIT_FAILURE, "%s", path);
    len = fread(text.bytes, 1, size, file);
    if (len == 0 || ferror(file))
        errx(EXIT_FAILURE, "%s: cannot be read, or is empty", path);
    fclose(file);
    for (text.len = len; size - text.len >= len; text.len += len)
        memcpy(text.bytes + text.len, text.bytes, len);
    return text;
}

int main(int argc, char **argv)
{
    const struct locus_log_format *format =
        argc > 2 ? locus_log_format_from_name(argv[1], strlen(argv[1])) : NULL;
    const size_t megabytes = argc > 3 ? strtoul(argv[3], NULL, 10) : 200;
    const int rounds = argc > 4 ? atoi(argv[4]) : 15;
    double best[ROWS] = { 0 };
    size_t lines[ROWS] = { 0 };
    struct log_text text;

    if (!format || argc > 5 || megabytes == 0 || rounds < 1)
        errx(EXIT_FAILURE, "usage: bench/log FORMAT FILE [MEGABYTES [ROUNDS]]");
    text = repeat(format, argv[2], megabytes * 1000000);
    for (int round = 0; round <= rounds; round++)
        for (size_t i = 0; i < ROWS; i++) {
            const double begin = read_clock(CLOCK_MONOTONIC);
            double seconds;

            lines[i] = rows[i].run(&text);
            seconds = (read_clock(CLOCK_MONOTONIC) - begin) / 1e9;
            if (round > 0 && (best[i] == 0 || seconds < best[i]))
                best[i] = seconds;
        }
    printf("%s, %.1f MB, kernel %s\n%-8s %9s %9s %9s\n", locus_log_format_name(format),
           (double)text.len / 1e6, locus_kernel(), "", "lines", "ns/line", "GB/s");
    for (size_t i = 0; i < ROWS; i++)
        printf("%-8s %9zu %9.1f %9.2f\n", rows[i].name, lines[i],
               1e9 * best[i] / (double)lines[i], (double)text.len / 1e9 / best[i]);
    free(text.bytes);
    return EXIT_SUCCESS;
}
