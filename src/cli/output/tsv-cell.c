/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/output/tsv-cell.h"

#include "cli/output/output.h"

/* Writes text without bytes that a set below escapes: it has no backslash that out_value()
   would escape again. */
static void write_plain(const char *text, size_t len)
{
    if (visible.output == VISIBLE_LINE)
        out_write(text, len);
    else
        out_value(text, len);
}

/* The letter that stands for a byte after a backslash. Each set also has those before it. */
enum escaped {
    ESCAPED_TSV = 1,
    ESCAPED_ROW,
    ESCAPED_QUOTED
};

static const struct {
    char letter;
    char first;                   /* the first set that has it; 0: none */
} escapes[256] = {
    ['\t'] = { 't', ESCAPED_TSV },
    ['\n'] = { 'n', ESCAPED_TSV },
    ['\\'] = { '\\', ESCAPED_TSV },
    ['\r'] = { 'r', ESCAPED_ROW },
    ['\''] = { '\'', ESCAPED_QUOTED }
};

/* Bytes that are looked at together. */
#define STEP 8
typedef unsigned char step __attribute__((vector_size(STEP)));

static inline bool is_clean_step(const char *text)
{
    step bytes;
    uint64_t escaped;

    memcpy(&bytes, text, STEP);
    bytes = (step)((bytes == '\t') | (bytes == '\n') | (bytes == '\r') | (bytes == '\\')
                   | (bytes == '\''));
    memcpy(&escaped, &bytes, STEP);
    return escaped == 0;
}

/* Whether the text has none of the bytes that any set escapes; false also for what is
   shorter than a step. */
static bool is_clean(const char *text, size_t len)
{
    if (len < STEP)
        return false;
    for (size_t i = 0; i < len - STEP; i += STEP)
        if (!is_clean_step(text + i))
            return false;
    return is_clean_step(text + len - STEP);
}

static inline void write_cell(const char *text, size_t len, enum escaped set)
{
    size_t plain = 0;             /* text[plain..i) is to be copied */

    if (is_clean(text, len)) {
        write_plain(text, len);
        return;
    }
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];

        if (escapes[c].first == 0 || escapes[c].first > (char)set)
            continue;
        write_plain(text + plain, i - plain);
        out_char('\\');
        out_char(escapes[c].letter);
        plain = i + 1;
    }
    write_plain(text + plain, len - plain);
}

void tsv_cell(const char *text, size_t len)
{
    write_cell(text, len, ESCAPED_TSV);
}

void row_cell(const char *text, size_t len)
{
    write_cell(text, len, ESCAPED_ROW);
}

void quoted_cell(const char *text, size_t len)
{
    out_char('\'');
    write_cell(text, len, ESCAPED_QUOTED);
    out_char('\'');
}
