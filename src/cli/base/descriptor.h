/* SPDX-License-Identifier: MIT */
#ifndef DESCRIPTOR_H
#define DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "cli/cli.h"

/*
 * read() and write() that continue after a signal, and wait if O_NONBLOCK is set: another
 * process that shares the terminal or pipe may have set it.
 */

/* Like read(), but returns 0 after a signal that ends the input (interrupt.h). */
ssize_t fd_read(int fd, void *buffer, size_t size);

/* Writes everything. Returns false and sets errno on failure. */
bool fd_write(int fd, const char *text, size_t len);

/* Writes everything to standard error, without a buffer. Ignores failure. */
void err_write(const char *text, size_t len);

/* The same for a formatted text of less than 256 bytes. */
void err_print(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
