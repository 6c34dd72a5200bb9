/* SPDX-License-Identifier: MIT */
#include "cli.h"
#include "output.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "progress.h"

/* Large enough that the system calls do not count, small enough to stay in
   the cache until it is written. */
#define BUFFER_SIZE ((size_t)128 << 10)

struct output out;

static void write_failed(int error)
{
    /* Nothing of what is left can be written: die() must not try again. */
    out.used = 0;
    if (error == EPIPE) {
        progress_hide();
        exit(STATUS_OK);
    }
    die("standard output: %s", strerror(error));
}

static void write_all(const char *text, size_t len)
{
    while (len > 0) {
        ssize_t n = write(STDOUT_FILENO, text, len);

        if (n < 0) {
            if (errno == EINTR)
                continue;
            write_failed(errno);
        }
        text += n;
        len -= (size_t)n;
    }
}

void out_open(void)
{
    /* A closed pipe is to be an error of write(), not a signal. */
    signal(SIGPIPE, SIG_IGN);

    out.buffer = mem_resize(NULL, BUFFER_SIZE);
    out.size = BUFFER_SIZE;
    out.by_record = isatty(STDOUT_FILENO);
}

void out_line_buffered(void)
{
    out.by_record = true;
}

void out_flush(void)
{
    size_t used = out.used;

    if (used == 0)
        return;
    out.used = 0;
    if (out.by_record)
        progress_hide();
    write_all(out.buffer, used);
}

void out_close(void)
{
    out_flush();
    /* A descriptor that was never open is no error as long as nothing was
       written to it. */
    if (close(STDOUT_FILENO) != 0 && errno != EBADF)
        write_failed(errno);
}

void out_write_slow(const char *text, size_t len)
{
    out_flush();
    if (len >= out.size) {
        write_all(text, len);
        return;
    }
    memcpy(out.buffer, text, len);
    out.used = len;
}

void out_string(const char *text)
{
    out_write(text, strlen(text));
}

void out_number(uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    out_write(digits + at, sizeof digits - at);
}

void out_end_record(void)
{
    out_char('\n');
    if (out.by_record)
        out_flush();
}
