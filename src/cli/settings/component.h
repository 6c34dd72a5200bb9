/* SPDX-License-Identifier: MIT */
#ifndef COMPONENT_H
#define COMPONENT_H

#include <stddef.h>

/* Components that are not parts have names that only the command defines. NULL: there is no
   such component. */
const char *component_name(int component);

/* The name of number `i` of those of them that lie within a part; NULL after the last one. */
const char *component_within(size_t i);

#endif
