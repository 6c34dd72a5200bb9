/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/input/map.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cli/input/content.h"

/* The most files mapped at the same time. With threads, the last blocks of some files
   wait for their turn while other files are begun. */
#define REGIONS 64

/* The signal handler's view of a map. */
static struct region {
    _Atomic uintptr_t pages;      /* 0: free */
    _Atomic size_t    size;       /* 0: not set yet */
    _Atomic uintptr_t lost;       /* the address of the lowest page that could not
                                     be loaded */
} regions[REGIONS];

static uintptr_t page_size;       /* used by the signal handler, too */

/* Descriptors reserved for files that are read. A map keeps its file open until its
   last block is written; a file that is read is closed before the next is opened. */
#define DESCRIPTORS_LEFT 4

static long descriptors;          /* the process's limit; -1: none */

/* Finds the region of an address. `pages` is read twice, because the region may be
   given to another map in between. */
static struct region *region_at(uintptr_t address)
{
    for (struct region *r = regions; r < regions + REGIONS; r++) {
        const uintptr_t pages = r->pages;

        if (address - pages < r->size && r->pages == pages)
            return r;
    }
    return NULL;
}

static void lower(_Atomic uintptr_t *value, uintptr_t to)
{
    uintptr_t from = *value;

    while (to < from && !atomic_compare_exchange_weak(value, &from, to))
        ;
}

/* The SIGBUS handler: replaces the page and all after it by zeros. POSIX does not list
   mmap() as async-signal-safe, but on every system that sends SIGBUS for a map it is a
   plain system call. */
static void lose(int signal_number, siginfo_t *info, void *context)
{
    const uintptr_t address = (uintptr_t)info->si_addr;
    const uintptr_t past = address % page_size;
    /* A signal sent by kill() and the like has no address. */
    struct region *const region = info->si_code > 0 ? region_at(address) : NULL;
    const int error = errno;

    (void)context;
    if (region
        && mmap((char *)info->si_addr - past,
                region->pages + region->size - (address - past), PROT_READ,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
            != MAP_FAILED) {
        lower(&region->lost, address - past);
    } else {                      /* another cause, or mmap() failed */
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    errno = error;
}

static void catch_signal(void)
{
    struct sigaction action = { .sa_flags = SA_SIGINFO | SA_RESTART };
    sigset_t caught;

    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    descriptors = sysconf(_SC_OPEN_MAX);
    action.sa_sigaction = lose;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
    /* If SIGBUS is blocked, a fault ends the process regardless of the handler. */
    sigemptyset(&caught);
    sigaddset(&caught, SIGBUS);
    pthread_sigmask(SIG_UNBLOCK, &caught, NULL);
}

void map_begin(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, catch_signal);
}

static struct region *take_region(void *pages, size_t size)
{
    for (struct region *r = regions; r < regions + REGIONS; r++) {
        uintptr_t none = 0;

        if (atomic_compare_exchange_strong(&r->pages, &none,
                                           (uintptr_t)pages)) {
            r->lost = UINTPTR_MAX;
            r->size = size;
            return r;
        }
    }
    return NULL;
}

/* Maps the bytes [place..end) of the file. Returns false if that fails. */
static bool open_map(struct map *map, int fd, uint64_t place, uint64_t end)
{
    const size_t before = (size_t)(place % page_size);
    const uint64_t size = end - place + before;
    void *pages;

    if (size > PTRDIFF_MAX)
        return false;
    /* The system assigns the lowest free descriptor, so all lower ones are in use. */
    if (descriptors >= 0 && fd >= descriptors - DESCRIPTORS_LEFT)
        return false;
    pages = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd,
                 (off_t)(place - before));
    if (pages == MAP_FAILED)
        return false;
    *map = (struct map){
        .bytes = (const char *)pages + before,
        .len = (size_t)(end - place),
        .internal = {
            .fd = fd, .end = end, .pages = pages, .size = (size_t)size,
            .region = take_region(pages, (size_t)size),
        },
    };
    if (!map->internal.region) {
        munmap(pages, (size_t)size);
        return false;
    }
    map->internal.lost = &map->internal.region->lost;
    madvise(pages, (size_t)size, MADV_SEQUENTIAL);
    return true;
}

/* Whether the rest of the file seems to be in the system's cache, judging by a few
   non-blocking reads. If the system cannot tell, as for a file system in memory, it is
   assumed to be. */
static bool is_in_memory(const struct source *source, uint64_t from)
{
#ifdef RWF_NOWAIT
    enum { LOOKS = 16 };
    const uint64_t size = source->internal.file.size - from;

    for (unsigned i = 0; i < LOOKS; i++) {
        char byte;
        const struct iovec to = { &byte, 1 };

        if (preadv2(source->internal.file.fd, &to, 1,
                    (off_t)(from + size / LOOKS * i), RWF_NOWAIT) < 0
            && errno == EAGAIN)
            return false;
    }
#else
    (void)source, (void)from;
#endif
    return true;
}

struct map *map_source(struct source *source, size_t least, bool in_order)
{
    const uint64_t from = source->internal.file.place - bytes_left(&source->internal.in);
    const uint64_t to = source->internal.file.size;
    struct map *map;

    if (!source->internal.file.regular || source->internal.file.has_holes
        || source->internal.unpack.coding || source->text != SOURCE_BYTES
        || source->error || from > to || to - from < least
        || (!in_order && !is_in_memory(source, from)))
        return NULL;
    map = mem_resize(NULL, sizeof *map);
    if (!open_map(map, source->internal.file.fd, from, to)) {
        free(map);
        return NULL;
    }
    /* A process that shares the file offset continues after these bytes. */
    if (lseek(source->internal.file.fd, (off_t)to, SEEK_SET) < 0) {
        map_close(map);
        return NULL;
    }
    map->internal.owned = source->file != NULL;
    source->internal.file.fd = -1;
    source->internal.file.end = source->internal.end = true;
    source->internal.in.head = source->internal.in.tail;
    source->internal.file.place = to;
    return map;
}

void map_forget(struct map *map, size_t from, size_t to)
{
    const size_t past = (size_t)(map->bytes - map->internal.pages);

    /* Round both ends down. Earlier bytes of the first page can be loaded again; the
       last page is given back with the bytes that follow. */
    from = (from + past) & ~(page_size - 1);
    to = (to + past) & ~(page_size - 1);
    if (to > from)
        madvise(map->internal.pages + from, to - from, MADV_DONTNEED);
}

bool map_ends_before(const struct map *map, size_t at)
{
    struct stat st;
    size_t i = at;

    if (map_is_cut(map, at + 1))
        return true;
    /* Most zeros are part of the file: avoid fstat() where a non-zero byte follows. */
    do
        if (map->bytes[i] != '\0')
            return false;
    while (++i < map->len && (uintptr_t)(map->bytes + i) % page_size != 0);
    return fstat(map->internal.fd, &st) == 0
        && (uint64_t)st.st_size <= map->internal.end - map->len + at;
}

const char *map_error(const struct map *map, size_t len, bool last)
{
    const bool cut = map_is_cut(map, len);
    struct stat st;

    /* A truncated file's last page may have been loaded, filled up with zeros. */
    if ((cut || last) && fstat(map->internal.fd, &st) == 0
        && (uint64_t)st.st_size < map->internal.end)
        return INPUT_TRUNCATED;
    return cut ? strerror(EIO) : NULL;
}

void map_close(struct map *map)
{
    map->internal.region->size = 0;
    map->internal.region->pages = 0;
    munmap(map->internal.pages, map->internal.size);
    if (map->internal.owned)
        close(map->internal.fd);
    free(map);
}
