/* SPDX-License-Identifier: MIT */
#ifndef DESCRIPTOR_H
#define DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "cli/cli.h"

/*
 * read() and write() that go on after a signal, and wait where somebody has set
 * O_NONBLOCK: whoever shares a terminal or a pipe with others shares that, too.
 */

/* As read(), but for a signal that ends the input (interrupt.h): then 0. */
ssize_t fd_read(int fd, void *buffer, size_t size);

/* Writes all of it. False, with errno, if that fails. */
bool fd_write(int fd, const char *text, size_t len);

/* Writes all of it to standard error, which has no buffer, if that can be. */
void err_write(const char *text, size_t len);

/* The same of less than 256 bytes. */
void err_print(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
