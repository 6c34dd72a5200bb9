/* SPDX-License-Identifier: MIT */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cli/base/copy.h"
#include "cli/base/visible.h"

/*
 * Standard output, buffered. stdio is not used: a record consists of many small writes,
 * and stdio locks and checks on each. Each thread has its own buffer, and waits for its
 * turn before it flushes it.
 *
 * A failed write ends the command: with an error and STATUS_ERROR, or silently if the
 * reader has closed the pipe (EPIPE).
 */
struct output {
    char  *buffer;
    size_t size;
    size_t used;
    bool   by_record;             /* flush at the end of each record */
    bool (*wait)(void *turn);     /* blocks until it is this thread's turn; NULL: it
                                     always is. Returns false if this thread's output is
                                     to be discarded */
    void  *turn;
};

extern _Thread_local struct output out;

/* Call this first. On a terminal, each record is flushed at once. */
void out_open(void);

/* Each record at once, terminal or not. */
void out_line_buffered(void);

/* An input could not be read, and the command goes on. If its output is closed later, it
   ends with STATUS_ERROR instead of STATUS_OK. */
void out_input_failed(void);

void out_flush(void);

/* Waits for this thread's turn; until the turn ends, only this thread writes, also to
   standard error. Returns false if its output is to be discarded. */
bool out_wait(void);

/* Flushes and closes standard output. Some errors are reported only by close(). */
void out_close(void);

/* For what does not fit into the rest of the buffer. */
void out_write_slow(const char *text, size_t len);

static inline void out_write(const char *text, size_t len)
{
    if (len > out.size - out.used) {
        out_write_slow(text, len);
        return;
    }
    copy_short(out.buffer + out.used, text, len);
    out.used += len;
}

/* The same if `readable` bytes can be read at `text`. */
static inline void out_write_wide(const char *text, size_t readable, size_t len)
{
    const size_t room = out.size - out.used;

    if (len > room) {
        out_write_slow(text, len);
        return;
    }
    copy_wide(out.buffer + out.used, room, text, readable, len);
    out.used += len;
}

/* Writes a value from the input in a one-line record: newlines are escaped and, on a
   terminal, everything else that visible.h hides. */
void out_value(const char *text, size_t len);

/* The same for a piece of a value; more pieces follow unless it is the `last`. Returns how
   many bytes were written. The caller puts the others, fewer than GLYPH_AHEAD, before the next
   piece. */
size_t out_value_piece(const char *text, size_t len, bool last);

/* The same for a URL or a part of one. No grammar accepts a newline, so it is written
   unchanged unless the output is a terminal. */
static inline void out_url(const char *text, size_t len)
{
    if (visible.output == VISIBLE_LINE)
        out_write(text, len);
    else
        out_value(text, len);
}

static inline void out_char(char c)
{
    if (out.used == out.size)
        out_flush();
    out.buffer[out.used++] = c;
}

/* A string literal; its length is known to the compiler. */
#define OUT_LITERAL(literal) out_write("" literal, sizeof(literal) - 1)

void out_string(const char *text);

/* The most digits of a number. */
#define DECIMAL_SIZE ((size_t)20)

/* Writes a number to the end of `digits`. Returns how many digits it has. */
size_t decimal_digits(char digits[DECIMAL_SIZE], uint64_t number);

/* For a number of more than two digits. */
void out_large_number(uint64_t number);

/* Decimal. Most numbers are offsets and lengths in a URL. */
static inline void out_number(uint64_t number)
{
    const char digits[2] = {
        (char)('0' + number / 10 % 10), (char)('0' + number % 10)
    };

    if (number < 10)
        out_char(digits[1]);
    else if (number < 100)
        out_write(digits, 2);
    else
        out_large_number(number);
}

/* A newline, and a flush if records are flushed one by one. */
void out_end_record(void);

/* The same with another byte than a newline. */
void out_end_record_with(char end);

#endif
