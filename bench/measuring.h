/* SPDX-License-Identifier: MIT
 *
 * Clocks and random numbers, for the programs that measure.
 */
#ifndef BENCH_MEASURING_H
#define BENCH_MEASURING_H

#include <stdint.h>
#include <time.h>

/* The time of a clock in ns. */
static inline double read_clock(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* splitmix64 */
static inline uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

#endif
