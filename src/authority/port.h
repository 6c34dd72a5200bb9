/* SPDX-License-Identifier: MIT
 *
 * The digits of a port.
 */
#ifndef LOCUS_PORT_H
#define LOCUS_PORT_H

#include <stddef.h>

/* The number of digits of a port before the first one that makes it exceed 65535; `len` if
   none does. */
size_t locus_port_digits(const char *digits, size_t len);

#endif
