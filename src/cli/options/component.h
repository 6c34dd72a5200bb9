/* SPDX-License-Identifier: MIT */
#ifndef COMPONENT_H
#define COMPONENT_H

#include <stddef.h>

/* Components that are not parts have names that only the command defines. Returns
   LOCUS_ERROR_ABSENT if there is none of that name. */
int component_from_name(const char *name, size_t len);
const char *component_name(int component);

#endif
