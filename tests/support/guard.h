/* SPDX-License-Identifier: MIT
 *
 * Texts beside pages that cannot be touched, which stop whoever reads or writes
 * past an end, whatever built it.
 */
#ifndef LOCUS_TESTS_GUARD_H
#define LOCUS_TESTS_GUARD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Room for a text between two such pages. It begins as { NULL, NULL }. */
struct guard {
    char *begin, *end;
};

/* Makes room for `size` bytes, in whole pages. */
static inline void guard_reserve(struct guard *guard, size_t size)
{
    enum { PAGE = 1 << 16 };       /* a multiple of every processor's */
    const size_t room = (size / PAGE + 1) * PAGE;

    if (guard->begin && size <= (size_t)(guard->end - guard->begin))
        return;
    if (guard->begin)
        munmap(guard->begin - PAGE,
               (size_t)(guard->end - guard->begin) + 2 * PAGE);
    guard->begin = mmap(NULL, room + 2 * PAGE, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (guard->begin == MAP_FAILED
        || mprotect(guard->begin + PAGE, room, PROT_READ | PROT_WRITE) != 0) {
        perror("guard");
        abort();
    }
    guard->begin += PAGE;
    guard->end = guard->begin + room;
}

/* A place for `len` bytes with such a page right after them, and a copy of the
   text there unless it is NULL. Good until the next place is asked for. */
static inline void *guard_after(struct guard *guard, const void *text,
                                 size_t len)
{
    guard_reserve(guard, len);
    return text ? memcpy(guard->end - len, text, len) : guard->end - len;
}

/* The same with such a page right before them. */
static inline void *guard_before(struct guard *guard, const void *text,
                                 size_t len)
{
    guard_reserve(guard, len);
    return text ? memcpy(guard->begin, text, len) : guard->begin;
}

#endif
