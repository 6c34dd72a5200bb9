/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/top/reserve-memory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

void *reserve_memory(size_t size)
{
    void *const at = mmap(NULL, size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (at == MAP_FAILED)
        die("--max-memory: cannot reserve %zu bytes: %s", size, strerror(errno));
    return at;
}

void trim_memory(void *at, size_t used, size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t from = (used + page - 1) / page * page;

    if (from < size)
        madvise((char *)at + from, size - from, MADV_DONTNEED);
}

void release_memory(void *at, size_t size)
{
    munmap(at, size);
}
