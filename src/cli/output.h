/* SPDX-License-Identifier: MIT */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Standard output, buffered. stdio is left out because a record is many small
 * writes, each of which stdio locks and checks.
 *
 * A write that fails ends the command: with an error and STATUS_ERROR, or
 * quietly and with STATUS_OK where nobody reads any more (EPIPE).
 */
struct output {
    char  *buffer;
    size_t size;
    size_t used;
    bool   by_record;             /* flush at the end of each record */
};

extern struct output out;

/* Before all else. On a terminal each record is seen at once. */
void out_open(void);

/* Each record at once, terminal or not. */
void out_line_buffered(void);

void out_flush(void);

/* The last flush; reports what the system only tells on close. */
void out_close(void);

/* For what does not fit into the rest of the buffer. */
void out_write_slow(const char *text, size_t len);

static inline void out_write(const char *text, size_t len)
{
    if (len > out.size - out.used) {
        out_write_slow(text, len);
        return;
    }
    memcpy(out.buffer + out.used, text, len);
    out.used += len;
}

static inline void out_char(char c)
{
    out_write(&c, 1);
}

/* A string literal; its length is known to the compiler. */
#define OUT_LITERAL(literal) out_write("" literal, sizeof(literal) - 1)

void out_string(const char *text);
void out_number(uint64_t number);

/* A newline, and a flush if records are flushed one by one. */
void out_end_record(void);

#endif
