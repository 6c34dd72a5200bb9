/* SPDX-License-Identifier: MIT */
#ifndef COMPONENT_H
#define COMPONENT_H

#include <stddef.h>

/* The name of a component: that of a part, or a name that only the command has ("segment").
   NULL if there is no such component. */
const char *component_name(int component);

/* The name of component `i` of those that are within a part; NULL after the last one. */
const char *component_within(size_t i);

#endif
