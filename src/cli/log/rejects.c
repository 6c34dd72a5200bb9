/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/log/rejects.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/descriptor.h"
#include "cli/log/config-format.h"
#include "cli/log/log-format.h"

void log_results_free(struct log_results *results)
{
    free(results->sample.text.text);
    free(results->rejects.text);
    memset(results, 0, sizeof *results);
}

void sample_add(struct sample *sample, const char *lines, size_t len, unsigned rejects)
{
    if (sample->rejects >= SAMPLE_REJECTS || sample->len >= SAMPLE_SIZE || len == 0)
        return;
    buffer_reserve(&sample->text, sample->len + len + 1);
    memcpy(sample->text.text + sample->len, lines, len);
    sample->len += len;
    sample->rejects += rejects;
    if (lines[len - 1] != '\n')
        sample->text.text[sample->len++] = '\n';
}

_Noreturn static void failed(const struct rejects *rejects)
{
    die("--rejects: %s: %s", rejects->name, strerror(errno));
}

static bool is_same_file(const struct stat *file, const struct stat *other)
{
    return other->st_dev == file->st_dev && other->st_ino == file->st_ino;
}

static bool is_operand(const struct stat *file, const char *operand)
{
    struct stat other;
    const int result = strcmp(operand, "-") == 0 ? fstat(STDIN_FILENO, &other)
                                                 : stat(operand, &other);

    return result == 0 && is_same_file(file, &other);
}

void rejects_open(struct rejects *rejects, const char *name,
                  const struct operands *operands)
{
    struct stat file, output;

    rejects->name = name;
    if (!name)
        return;
    rejects->fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (rejects->fd < 0 || fstat(rejects->fd, &file) != 0)
        failed(rejects);
    if (isatty(rejects->fd))
        die("--rejects: %s is a terminal, which might interpret bytes of the lines", name);
    if (!S_ISREG(file.st_mode))
        return;
    for (int i = 0; i < operands->count; i++)
        if (is_operand(&file, operands->at[i]))
            die("--rejects: %s is also an input", name);
    if (fstat(STDOUT_FILENO, &output) == 0 && is_same_file(&file, &output))
        die("--rejects: %s is also the output", name);
    if (ftruncate(rejects->fd, 0) != 0)
        failed(rejects);
}

void rejects_write(struct rejects *rejects, const char *text, size_t len)
{
    if (rejects->name && len > 0 && !fd_write(rejects->fd, text, len))
        failed(rejects);
}

void rejects_end_block(struct rejects *rejects, const struct block *block,
                       struct log_results *results)
{
    rejects_write(rejects, results->rejects.text, results->rejects_len);
    if (results->first.is_there && !rejects->first.is_there) {
        rejects->first = results->first;
        rejects->first.number += rejects->lines_here;
        rejects->first_name = mem_copy_text(block->name);
    }
    if (rejects->lines[LOCUS_LOG_RECORD] == 0)
        sample_add(&rejects->sample, results->sample.text.text, results->sample.len,
                   results->sample.rejects);
    for (int kind = 0; kind < LOCUS_LOG_REST; kind++) {
        rejects->lines[kind] += results->lines[kind];
        rejects->lines_here += results->lines[kind];
    }
    if (block->last)
        rejects->lines_here = 0;
    log_results_free(results);
}

/* How much of a variable is shown. */
enum { VARIABLE_LEN = 64 };

/* Why the first one is not a record. */
static void describe(char *text, size_t size, const struct reject *reject)
{
    const char *const field = locus_log_field_name(reject->log->format, reject->error_field);
    int len;
    const char *const variable =
        config_format_variable(reject->log->format, reject->error_field, &len);

    if (reject->broken_off)
        snprintf(text, size, "the input ends in the middle of it");
    else if (reject->error == LOCUS_ERROR_TOO_LONG)
        snprintf(text, size, "it is longer than %zu bytes (--max-url)",
                 (size_t)reject->error_offset);
    else if (reject->error_field == LOCUS_LOG_ENVELOPE)
        snprintf(text, size, "it differs from the envelope '%s' at byte %" PRIu32,
                 locus_log_envelope_name(reject->log->envelope), reject->error_offset + 1);
    else if (field)
        snprintf(text, size, "missing or invalid %s at byte %" PRIu32, field,
                 reject->error_offset + 1);
    else if (variable)
        snprintf(text, size, "missing or invalid %.*s at byte %" PRIu32,
                 len < VARIABLE_LEN ? len : VARIABLE_LEN, variable, reject->error_offset + 1);
    else
        snprintf(text, size, "it differs from the format at byte %" PRIu32,
                 reject->error_offset + 1);
}

static void report(const struct rejects *rejects, uint64_t total)
{
    const struct reject *const first = &rejects->first;
    const uint64_t count = rejects->lines[LOCUS_LOG_REJECT];
    const struct sample *const sample = &rejects->sample;
    unsigned fit;
    char fitting[FORMAT_LIST_SIZE], name[LOG_NAME_SIZE], reason[128];

    describe(reason, sizeof reason, first);
    log_name(name, first->log);
    complain("%" PRIu64 " of %" PRIu64 " %s not in the format '%s'; the first is line %"
             PRIu64 " of %s: %s", count, total, count == 1 ? "lines is" : "lines are",
             name, first->number + 1, rejects->first_name,
             reason);
    if (rejects->lines[LOCUS_LOG_RECORD] > 0)
        return;
    fit = log_formats_that_fit(fitting, sample->text.text, sample->len);
    if (sample->rejects == 1)
        snprintf(reason, sizeof reason, "that line matches");
    else if (fit > 0 && fit < sample->rejects)
        snprintf(reason, sizeof reason, "%u of the first %u %s", fit, sample->rejects,
                 fit == 1 ? "matches" : "match");
    else
        snprintf(reason, sizeof reason, "the first %u match", sample->rejects);
    if (fit > 0)
        complain("%s --log %s", reason, fitting);
    else
        complain("%s no format of --log", reason);
}

static void report_counts(const uint64_t *lines, uint64_t total)
{
    char parts[64] = "";

    if (lines[LOCUS_LOG_PART] > 0)
        snprintf(parts, sizeof parts, ", parts of records %" PRIu64, lines[LOCUS_LOG_PART]);
    complain("lines %" PRIu64 ", records %" PRIu64 ", rejects %" PRIu64 ", comments %"
             PRIu64 ", blank %" PRIu64 "%s", total, lines[LOCUS_LOG_RECORD],
             lines[LOCUS_LOG_REJECT], lines[LOCUS_LOG_COMMENT], lines[LOCUS_LOG_BLANK],
             parts);
}

bool rejects_end(struct rejects *rejects, bool stats)
{
    const uint64_t *const lines = rejects->lines;
    const uint64_t total = lines[LOCUS_LOG_RECORD] + lines[LOCUS_LOG_REJECT]
                         + lines[LOCUS_LOG_COMMENT] + lines[LOCUS_LOG_BLANK]
                         + lines[LOCUS_LOG_PART];

    if (rejects->name && close(rejects->fd) != 0)
        failed(rejects);
    if (lines[LOCUS_LOG_REJECT] > 0)
        report(rejects, total);
    if (stats)
        report_counts(lines, total);
    free(rejects->first_name);
    free(rejects->sample.text.text);
    return lines[LOCUS_LOG_REJECT] == 0 || lines[LOCUS_LOG_RECORD] > 0;
}
