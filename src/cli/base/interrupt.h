/* SPDX-License-Identifier: MIT */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

/*
 * SIGINT and SIGTERM while files are scanned. The first one ends the input, so that what
 * was found so far is written; then the command ends by that signal. The second one ends
 * the command immediately.
 */

/* Begins to handle the signals. A signal that is ignored stays ignored. */
void interrupt_open(void);

extern atomic_int interrupt_signal;            /* 0: none was received */

static inline bool interrupted(void)
{
    return atomic_load_explicit(&interrupt_signal, memory_order_relaxed) != 0;
}

/* Waits for input. Returns false if a signal was received. */
bool interrupt_poll(int fd);

/* The same if signals are handled; otherwise returns at once, because read() itself may
   wait. */
bool interrupt_wait(int fd);

/* Ends the command by the signal, if one was received. All output must have been
   written. */
void interrupt_end(void);

#endif
