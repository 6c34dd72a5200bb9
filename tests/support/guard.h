/* SPDX-License-Identifier: MIT
 *
 * Texts next to inaccessible guard pages: a read or write past an end crashes,
 * with or without a sanitizer. And allocations of the exact size of a text or of a result,
 * for memory checkers; one of no byte is a page that cannot be accessed.
 */
#ifndef LOCUS_TESTS_GUARD_H
#define LOCUS_TESTS_GUARD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Room for a text between two guard pages. Initialize it to { NULL, NULL }. */
struct guard {
    char *begin, *end;
};

/* Makes room for `size` bytes, in whole pages. */
static inline void guard_reserve(struct guard *guard, size_t size)
{
    enum { PAGE = 1 << 16 };       /* a multiple of every processor's page
                                      size */
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

/* A place for `len` bytes with a guard page right after them. The text, unless
   it is NULL, is copied there. Valid until the next call. */
static inline void *guard_after(struct guard *guard, const void *text,
                                 size_t len)
{
    guard_reserve(guard, len);
    return text ? memcpy(guard->end - len, text, len) : guard->end - len;
}

/* The same, with a guard page right before them. */
static inline void *guard_before(struct guard *guard, const void *text,
                                 size_t len)
{
    guard_reserve(guard, len);
    return text ? memcpy(guard->begin, text, len) : guard->begin;
}

/* Weak: one for all files of a program. */
__attribute__((weak)) void *exact_page;

static inline void *exact_nothing(void)
{
    if (!exact_page) {
        exact_page = mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (exact_page == MAP_FAILED) {
            perror("exact");
            abort();
        }
    }
    return exact_page;
}

/* Never NULL. To be freed with exact_free(). */
static inline void *exact_allocate(size_t size)
{
    void *const memory = size > 0 ? malloc(size) : exact_nothing();

    if (!memory) {
        perror("exact");
        abort();
    }
    return memory;
}

/* The same, with a copy of the text. */
static inline void *exact_copy(const void *text, size_t len)
{
    void *const copy = exact_allocate(len);

    return len > 0 ? memcpy(copy, text, len) : copy;
}

/* Also frees what malloc() returned. */
static inline void exact_free(void *memory)
{
    if (memory != exact_nothing())
        free(memory);
}

#endif
