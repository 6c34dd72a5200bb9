/* SPDX-License-Identifier: MIT */
#ifndef SHAPE_H
#define SHAPE_H

#include <stddef.h>

/*
 * The shape of a path: each segment that is a number, a UUID, … is replaced by the name of
 * its kind, "{int}", "{uuid}", …: grammar/command/shape.rl.
 */

/* No more bytes are written for a path of `len` bytes. */
#define SHAPE_SIZE(len) (4 * (len) + 8)

/* Writes the shape; returns its length. */
size_t write_shape(char *to, const char *path, size_t len);

#endif
