/* SPDX-License-Identifier: MIT */
#ifndef COMPONENT_H
#define COMPONENT_H

#include <stddef.h>

/* The components that are no parts have names of the command's own. Returns
   LOCUS_ERROR_ABSENT where there is none of that name. */
int component_from_name(const char *name, size_t len);
const char *component_name(int component);

#endif
