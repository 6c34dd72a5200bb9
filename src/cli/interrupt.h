/* SPDX-License-Identifier: MIT */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

/*
 * SIGINT and SIGTERM while files are looked through: the first ends the input, so
 * that what was found by then is written, and then the command ends by it. The
 * second ends the command at once.
 */

/* From here on. A signal that is ignored stays so. */
void interrupt_open(void);

extern atomic_int interrupt_signal;            /* 0: none came */

static inline bool interrupted(void)
{
    return atomic_load_explicit(&interrupt_signal, memory_order_relaxed) != 0;
}

/* Waits until there is something to be read. False when a signal has come. */
bool interrupt_poll(int fd);

/* The same, where a signal is waited for; else read() itself may wait. */
bool interrupt_wait(int fd);

/* Ends the command by the signal, if one came. All is written by then. */
void interrupt_end(void);

#endif
