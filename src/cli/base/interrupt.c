/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/base/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static const int signals[] = { SIGINT, SIGTERM };

enum { SIGNALS = sizeof signals / sizeof *signals };

atomic_int interrupt_signal;

/* The signal may be delivered to any thread, and just before another one begins to read.
   So every thread that waits for input also waits for this pipe. The handler writes to
   it, and nobody reads from it. */
static int wake[2] = { -1, -1 };

static void end_input(int number)
{
    const int error = errno;

    for (int i = 0; i < SIGNALS; i++)
        signal(signals[i], SIG_DFL);
    interrupt_signal = number;
    /* The pipe is empty, so this does not block. */
    if (write(wake[1], "", 1) < 0)
        raise(number);
    errno = error;
}

/* Moves a descriptor past the first three, whether or not these are open: otherwise "-"
   could refer to it. */
static bool move_up(int *fd)
{
    const int low = *fd;

    *fd = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(low);
    return *fd >= 0;
}

void interrupt_open(void)
{
    struct sigaction action = { .sa_flags = 0 };
    struct sigaction before;
    bool both;

    /* Without the pipe the signals keep their default effect. */
    if (wake[0] >= 0 || pipe(wake) != 0)
        return;
    both = move_up(&wake[0]);
    if (!move_up(&wake[1]) || !both)
        return;
    action.sa_handler = end_input;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++)
        sigaddset(&action.sa_mask, signals[i]);
    for (int i = 0; i < SIGNALS; i++)
        if (sigaction(signals[i], NULL, &before) == 0
            && before.sa_handler == SIG_DFL)
            sigaction(signals[i], &action, NULL);
}

bool interrupt_poll(int fd)
{
    struct pollfd fds[2] = {
        { .fd = fd, .events = POLLIN }, { .fd = wake[0], .events = POLLIN },
    };

    while (!interrupted() && poll(fds, 2, -1) < 0 && errno == EINTR)
        ;
    return !interrupted();
}

bool interrupt_wait(int fd)
{
    return wake[0] < 0 || interrupt_poll(fd);
}

void interrupt_end(void)
{
    if (interrupted())
        raise(interrupt_signal);
}
