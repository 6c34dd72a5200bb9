/* SPDX-License-Identifier: MIT */
#ifndef PROCESSORS_H
#define PROCESSORS_H

/*
 * The number of processors that this process may use, at least 1. taskset(1), cpusets and
 * the like allow fewer than the machine has.
 */
unsigned processors_allowed(void);

#endif
