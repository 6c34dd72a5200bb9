/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/output/output.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/base/descriptor.h"
#include "cli/base/interrupt.h"
#include "cli/base/progress.h"

/* Large enough that the system calls do not count, small enough to stay in
   the cache until it is written. */
#define BUFFER_SIZE ((size_t)128 << 10)

_Thread_local struct output out;

static atomic_int closed_status;

void out_input_failed(void)
{
    closed_status = STATUS_ERROR;
}

static void write_failed(int error)
{
    /* The rest cannot be written either: keep die() from flushing it. */
    out.used = 0;
    if (error == EPIPE) {
        progress_pause();
        interrupt_end();
        exit(closed_status);
    }
    die("standard output: %s", strerror(error));
}

static void write_all(const char *text, size_t len)
{
    if (!fd_write(STDOUT_FILENO, text, len))
        write_failed(errno);
}

/* Before a message. */
static void flush_in_turn(void)
{
    out_wait();
    out_flush();
}

void out_open(void)
{
    complain_after(flush_in_turn);
    /* A closed pipe is to be an error of write(), not a signal. */
    signal(SIGPIPE, SIG_IGN);

    visible_open();
    out.buffer = mem_resize(NULL, BUFFER_SIZE);
    out.size = BUFFER_SIZE;
    out.by_record = isatty(STDOUT_FILENO);
    closed_status = STATUS_OK;
}

void out_line_buffered(void)
{
    out.by_record = true;
}

bool out_wait(void)
{
    return !out.wait || out.wait(out.turn);
}

void out_flush(void)
{
    size_t used = out.used;

    if (used == 0)
        return;
    out.used = 0;
    if (!out_wait())
        return;
    if (!out.by_record) {
        write_all(out.buffer, used);
        return;
    }
    progress_pause();
    write_all(out.buffer, used);
    progress_resume();
}

void out_close(void)
{
    out_flush();
    /* If standard output was never open, that is an error only if something was
       written. */
    if (close(STDOUT_FILENO) != 0 && errno != EBADF && errno != EINTR)
        write_failed(errno);
}

void out_write_slow(const char *text, size_t len)
{
    out_flush();
    if (len >= out.size) {
        if (out_wait())
            write_all(text, len);
        return;
    }
    memcpy(out.buffer, text, len);
    out.used = len;
}

static size_t write_escaped(const char *text, size_t len, bool last)
{
    const size_t ahead = last ? 1 : GLYPH_AHEAD;
    char piece[GLYPH_SIZE];
    size_t at = 0;

    while (len - at >= ahead) {
        const struct glyph glyph = next_glyph(text + at, len - at, visible.output);

        out_write(piece, write_glyph(piece, &glyph, text + at));
        at += glyph.len;
    }
    return at;
}

size_t out_value_piece(const char *text, size_t len, bool last)
{
    if (visible.output != VISIBLE_LINE
        || (len > 0 && (memchr(text, '\n', len) || memchr(text, '\\', len))))
        return write_escaped(text, len, last);
    out_write(text, len);
    return len;
}

void out_value(const char *text, size_t len)
{
    out_value_piece(text, len, true);
}

void out_string(const char *text)
{
    out_write(text, strlen(text));
}

size_t decimal_digits(char digits[DECIMAL_SIZE], uint64_t number)
{
    size_t at = DECIMAL_SIZE;

    /* Two digits a division. */
    while (number >= 10) {
        const unsigned pair = (unsigned)(number % 100);

        number /= 100;
        digits[--at] = (char)('0' + pair % 10);
        digits[--at] = (char)('0' + pair / 10);
    }
    if (number > 0 || at == DECIMAL_SIZE)
        digits[--at] = (char)('0' + number);
    return DECIMAL_SIZE - at;
}

void out_large_number(uint64_t number)
{
    char digits[DECIMAL_SIZE];
    const size_t len = decimal_digits(digits, number);

    out_write(digits + sizeof digits - len, len);
}

void out_end_record_with(char end)
{
    out_char(end);
    if (out.by_record)
        out_flush();
}

void out_end_record(void)
{
    out_end_record_with('\n');
}
