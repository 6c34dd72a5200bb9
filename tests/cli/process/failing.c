/* SPDX-License-Identifier: MIT
 *
 * For LD_PRELOAD. The environment says which one of these fails: a single allocation or
 * read, by its number; every read at an offset of a file; or a page of a mapped file, which
 * is missing, or is truncated before it is first accessed. When it fails, a byte is written
 * to a descriptor, so that tests/cli/process/test_failing.py knows when it has tried all of
 * them. If a read or an offset fails, no file can be mapped.
 *
 *     FAILING_CALL        "allocation", "read", "place", "page" or "cut"
 *     FAILING_NUMBER      which one, from 1; or the offset, from 0
 *     FAILING_REPORT      the descriptor
 *
 * Only the command itself is affected: with a shared library, libtool puts a script in its
 * place, whose shell is not to be tested. It is affected only until it ends: a build that
 * counts what is run (make coverage) then writes its counts, for which it allocates memory.
 */
#define _GNU_SOURCE 1           /* program_invocation_short_name */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#ifdef __GLIBC__

/* The names of glibc's own functions if others take precedence over them. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
ssize_t __read(int fd, void *buffer, size_t size);

static bool is_command(const char *name)
{
    return strcmp(name, "locus") == 0 || strcmp(name, "lt-locus") == 0;
}

static atomic_bool ended;

static void end(void)
{
    ended = true;
}

/* Whether this kind of call is to fail. If so, sets FAILING_NUMBER. */
static bool is_asked_for(const char *call, long *number)
{
    const char *failing = getenv("FAILING_CALL");
    const char *text = getenv("FAILING_NUMBER");

    if (!failing || !text || !getenv("FAILING_REPORT")
        || strcmp(failing, call) != 0
        || !is_command(program_invocation_short_name))
        return false;
    *number = atol(text);
    return true;
}

static void fail(int error)
{
    if (write(atoi(getenv("FAILING_REPORT")), "x", 1) != 1)
        abort();
    errno = error;
}

static bool fails(const char *call, int error)
{
    static atomic_long calls;
    long number, count;

    if (!is_asked_for(call, &number) || ended)
        return false;
    count = atomic_fetch_add(&calls, 1) + 1;
    /* Not in a constructor: then it would run after the destructors. */
    if (count == 1)
        atexit(end);
    if (count != number)
        return false;
    fail(error);
    return true;
}

void *malloc(size_t size)
{
    return fails("allocation", ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails("allocation", ENOMEM) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails("allocation", ENOMEM) ? NULL : __libc_realloc(old, size);
}

/* The number of bytes that a read of this size may return; -1 if it begins at bytes that
   cannot be read. */
static ssize_t readable(size_t size, off_t place)
{
    enum { BAD = 512 };
    long bad;

    if (!is_asked_for("place", &bad) || place < 0 || place >= bad + BAD
        || place + (off_t)size <= bad)
        return (ssize_t)size;
    if (place < bad)
        return (ssize_t)(bad - place);
    fail(EIO);
    return -1;
}

ssize_t read(int fd, void *buffer, size_t size)
{
    const ssize_t n = readable(size, lseek(fd, 0, SEEK_CUR));

    return n < 0 || fails("read", EIO) ? -1 : __read(fd, buffer, (size_t)n);
}

/* An empty file has no page, so access to a page of it always fails. */
static void break_page(char *page)
{
    const int empty = memfd_create("empty", 0);

    if (empty < 0
        || mmap64(page, (size_t)sysconf(_SC_PAGESIZE), PROT_READ,
                  MAP_PRIVATE | MAP_FIXED, empty, 0) == MAP_FAILED)
        abort();
    close(empty);
}

static void cut_off(int fd, long size)
{
    char name[64];

    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    if (truncate(name, size) != 0)
        abort();
}

void *mmap(void *address, size_t size, int protection, int flags, int fd,
           off_t place)
{
    void *pages;
    long number;

    if (fd >= 0 && (is_asked_for("read", &number)
                    || is_asked_for("place", &number))) {
        errno = ENODEV;
        return MAP_FAILED;
    }
    pages = mmap64(address, size, protection, flags, fd, place);
    if (fd < 0 || pages == MAP_FAILED)
        return pages;
    if (is_asked_for("page", &number)) {
        break_page((char *)pages + number / sysconf(_SC_PAGESIZE)
                                 * sysconf(_SC_PAGESIZE));
        fail(errno);
    } else if (is_asked_for("cut", &number)) {
        cut_off(fd, number);
        fail(errno);
    }
    return pages;
}

#endif
