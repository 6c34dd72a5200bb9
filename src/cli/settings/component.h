/* SPDX-License-Identifier: MIT */
#ifndef COMPONENT_H
#define COMPONENT_H

/* Components that are not parts have names that only the command defines. */
const char *component_name(int component);

#endif
