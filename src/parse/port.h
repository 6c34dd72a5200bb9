/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_PORT_H
#define LOCUS_PORT_H

#include <stddef.h>

/* The number of digits before the one with which a port exceeds 65535; `len` if it does
   not. */
size_t locus_port_digits(const char *digits, size_t len);

#endif
