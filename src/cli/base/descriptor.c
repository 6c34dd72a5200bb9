/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/base/descriptor.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/base/interrupt.h"

static bool would_wait(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK;
}

ssize_t fd_read(int fd, void *buffer, size_t size)
{
    ssize_t n;

    /* The effect of a larger size is implementation-defined. */
    if (size > SSIZE_MAX)
        size = SSIZE_MAX;
    do
        n = interrupt_wait(fd) ? read(fd, buffer, size) : 0;
    while (n < 0 && (errno == EINTR || (would_wait() && interrupt_poll(fd))));
    return n < 0 && interrupted() ? 0 : n;
}

/* Whether to retry a failed write. Waits until it may succeed. */
static bool may_write(int fd)
{
    struct pollfd pollfd = { .fd = fd, .events = POLLOUT };

    return errno == EINTR
        || (would_wait() && (poll(&pollfd, 1, -1) >= 0 || errno == EINTR));
}

bool fd_write(int fd, const char *text, size_t len)
{
    while (len > 0) {
        const ssize_t n = write(fd, text, len);

        if (n >= 0) {
            text += n;
            len -= (size_t)n;
        } else if (!may_write(fd)) {
            return false;
        }
    }
    return true;
}

void err_print(const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    err_write(text, strlen(text));
}

void err_write(const char *text, size_t len)
{
    for (;;) {
        const size_t n = fwrite(text, 1, len, stderr);

        text += n;
        len -= n;
        if (len == 0 || !may_write(STDERR_FILENO))
            return;
        clearerr(stderr);
    }
}
