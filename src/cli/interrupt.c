/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static const int signals[] = { SIGINT, SIGTERM };

enum { SIGNALS = sizeof signals / sizeof *signals };

atomic_int interrupt_signal;

/* The signal may come to any thread, and just before another begins to read. So
   nobody waits for input alone: the handler writes to this pipe, and nobody takes
   away what it writes. */
static int wake[2] = { -1, -1 };

static void end_input(int number)
{
    const int error = errno;

    for (int i = 0; i < SIGNALS; i++)
        signal(signals[i], SIG_DFL);
    interrupt_signal = number;
    /* The pipe is empty: this does not wait. */
    if (write(wake[1], "", 1) < 0)
        raise(number);
    errno = error;
}

/* Not as one of the first three, be they open or not: "-" would be this. */
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

    /* Without the pipe the signals do what they ever did. */
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
