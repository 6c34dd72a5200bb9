/* SPDX-License-Identifier: MIT */
#include "cli.h"
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

#include "interrupt.h"
#include "progress.h"

#define IN_SIZE ((size_t)64 << 10)
/* What st_blocks counts. */
#define BLOCKS_UNIT 512

/* read() that goes on after a signal, but for one that ends the input. */
static ptrdiff_t read_fd(struct source *source, void *buffer, size_t size)
{
    ssize_t n;

    /* What more than this would do is up to the system. */
    if (size > SSIZE_MAX)
        size = SSIZE_MAX;
    do
        n = interrupt_wait(source->internal.fd)
            ? read(source->internal.fd, buffer, size) : 0;
    while (n < 0 && errno == EINTR);
    if (n < 0) {
        source->error = strerror(errno);
        return -1;
    }
    if (n == 0)
        source->internal.fd_end = true;
    return n;
}

/* More bytes behind those of in[]. False on error. */
static bool refill(struct source *source)
{
    ptrdiff_t n;

    if (source->internal.head == source->internal.tail)
        source->internal.head = source->internal.tail = 0;
    n = read_fd(source, source->internal.in + source->internal.tail,
                IN_SIZE - source->internal.tail);
    if (n < 0)
        return false;
    source->internal.tail += (size_t)n;
    return true;
}

/* -------------------------------------------------------------------------
 * The decoders. NAME_begin() sets source->error if there is none.
 * NAME_decode() takes of in[] what it can, returns how much it made of it, and
 * sets source->error if the data is bad, even if it made something.
 * ------------------------------------------------------------------------- */

#ifdef HAVE_ZLIB

static void gzip_begin(struct source *source)
{
    z_stream *z = mem_resize(NULL, sizeof *z);

    memset(z, 0, sizeof *z);
    /* A window of any size (15), in gzip's format (16). */
    if (inflateInit2(z, 15 + 16) != Z_OK)
        die("out of memory (zlib)");
    source->internal.decoder = z;
}

static void gzip_end(struct source *source)
{
    inflateEnd(source->internal.decoder);
    free(source->internal.decoder);
}

/* A file is any number of members (RFC 1952, section 2.2). Zeros may follow
   them: tapes and other block devices are filled up with these. */
static void gzip_next_member(struct source *source)
{
    const unsigned char *in = source->internal.in;

    while (source->internal.head < source->internal.tail
           && in[source->internal.head] == 0)
        source->internal.head++;
    if (source->internal.head == source->internal.tail)
        return;
    if (in[source->internal.head] != 0x1f) {
        source->error = "there is something else behind the gzip data";
        return;
    }
    inflateReset(source->internal.decoder);
    source->internal.in_frame = true;
}

static size_t gzip_decode(struct source *source, char *buffer, size_t size)
{
    z_stream *z = source->internal.decoder;
    int result;

    if (!source->internal.in_frame)
        gzip_next_member(source);
    if (!source->internal.in_frame)
        return 0;
    if (size > UINT_MAX)
        size = UINT_MAX;
    z->next_in = source->internal.in + source->internal.head;
    z->avail_in = (unsigned)(source->internal.tail - source->internal.head);
    z->next_out = (unsigned char *)buffer;
    z->avail_out = (unsigned)size;
    result = inflate(z, Z_NO_FLUSH);
    source->internal.head = source->internal.tail - z->avail_in;
    switch (result) {
    case Z_OK:
    case Z_BUF_ERROR:             /* it needs more input */
        break;
    case Z_STREAM_END:
        source->internal.in_frame = false;
        break;
    case Z_MEM_ERROR:
        die("out of memory (zlib)");
    default:
        source->error = "the gzip data is damaged";
    }
    return size - z->avail_out;
}

#else

static void gzip_begin(struct source *source)
{
    source->error = "it is compressed by gzip; this locus is built without zlib";
}

static void gzip_end(struct source *source)
{
    (void)source;
}

static size_t gzip_decode(struct source *source, char *buffer, size_t size)
{
    (void)source, (void)buffer, (void)size;
    return 0;
}

#endif

#ifdef HAVE_ZSTD

static void zstd_begin(struct source *source)
{
    const ZSTD_bounds bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
    int log = bounds.lowerBound;

    source->internal.decoder = ZSTD_createDStream();
    if (!source->internal.decoder)
        die("out of memory (zstd)");
    while (log < bounds.upperBound
           && (uint64_t)1 << log < source->internal.max_window)
        log++;
    ZSTD_DCtx_setParameter(source->internal.decoder, ZSTD_d_windowLogMax, log);
}

static void zstd_end(struct source *source)
{
    ZSTD_freeDStream(source->internal.decoder);
}

/* A file is any number of frames (RFC 8878, section 3); libzstd goes from one
   to the next by itself. */
static size_t zstd_decode(struct source *source, char *buffer, size_t size)
{
    ZSTD_inBuffer in = {
        source->internal.in, source->internal.tail, source->internal.head
    };
    ZSTD_outBuffer made = { buffer, size, 0 };
    size_t result;

    if (source->internal.head == source->internal.tail
        && !source->internal.in_frame)
        return 0;
    result = ZSTD_decompressStream(source->internal.decoder, &made, &in);
    source->internal.head = in.pos;
    if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
        die("out of memory (zstd)");
    if (ZSTD_isError(result))
        source->error = ZSTD_getErrorName(result);
    source->internal.in_frame = result != 0;
    return made.pos;
}

#else

static void zstd_begin(struct source *source)
{
    source->error = "it is compressed by zstd; this locus is built without libzstd";
}

static void zstd_end(struct source *source)
{
    (void)source;
}

static size_t zstd_decode(struct source *source, char *buffer, size_t size)
{
    (void)source, (void)buffer, (void)size;
    return 0;
}

#endif

/* -------------------------------------------------------------------------
 * What is it?
 * ------------------------------------------------------------------------- */

/* The number of bytes that tell a compressed file. */
#define MAGIC_SIZE 4

/* Whether in[0..tail) is `magic`, or may become it with more bytes. */
static bool begins(const struct source *source, const unsigned char *magic,
                   size_t len)
{
    size_t have = source->internal.tail - source->internal.head;

    return memcmp(source->internal.in, magic, have < len ? have : len) == 0;
}

static bool begins_gzip(const struct source *source)
{
    static const unsigned char magic[] = { 0x1f, 0x8b };   /* RFC 1952, 2.3.1 */

    return begins(source, magic, sizeof magic);
}

static bool begins_zstd(const struct source *source)
{
    static const unsigned char frame[MAGIC_SIZE] = { 0x28, 0xb5, 0x2f, 0xfd };
    unsigned char skippable[MAGIC_SIZE] = { 0x50, 0x2a, 0x4d, 0x18 };

    /* The low four bits of a skippable frame's magic number are free (RFC
       8878, 3.1.2). */
    skippable[0] |= source->internal.in[0] & 0x0f;
    return begins(source, frame, sizeof frame)
        || begins(source, skippable, sizeof skippable);
}

static bool ends(const char *name, const char *suffix)
{
    const size_t len = strlen(name);
    const size_t suffix_len = strlen(suffix);

    return len > suffix_len && strcmp(name + len - suffix_len, suffix) == 0;
}

/* Reads as many bytes as it needs, no more: standard input may be slow. The
   first bytes go before the name, so that a file with the wrong name is read
   all the same. */
static bool detect(struct source *source)
{
    while (!source->internal.fd_end && source->internal.tail < MAGIC_SIZE
           && (begins_gzip(source) || begins_zstd(source)))
        if (!refill(source))
            return false;

    if (source->internal.tail > 1 && begins_gzip(source))
        source->internal.coding = SOURCE_GZIP;
    else if (source->internal.tail >= MAGIC_SIZE && begins_zstd(source))
        source->internal.coding = SOURCE_ZSTD;
    else if (ends(source->name, ".gz"))
        source->internal.coding = SOURCE_GZIP;
    else if (ends(source->name, ".zst"))
        source->internal.coding = SOURCE_ZSTD;
    if (source->internal.coding != SOURCE_PLAIN)
        progress_add(source->internal.tail);
    return true;
}

/* Whether what follows can be put into memory, and where it is. Not if there are
   holes in it: a file system in memory would fill them for good. */
static void find_place(struct source *source)
{
    const size_t taken = source->internal.tail - source->internal.head;
    struct stat st;
    off_t at;

    if (fstat(source->internal.fd, &st) != 0 || !S_ISREG(st.st_mode)
        || st.st_blocks < st.st_size / BLOCKS_UNIT)
        return;
    at = lseek(source->internal.fd, 0, SEEK_CUR);
    if (at < (off_t)taken || at > st.st_size)
        return;
    source->internal.regular = true;
    source->internal.place = (uint64_t)at - taken;
    source->internal.size = (uint64_t)st.st_size;
}

/* -------------------------------------------------------------------------
 * The interface
 * ------------------------------------------------------------------------- */

/* Not as one of the first three, be they open or not: "-" would be this file. */
static int open_file(const char *name)
{
    const int fd = open(name, O_RDONLY | O_CLOEXEC);
    int other, error;

    if (fd < 0 || fd > STDERR_FILENO)
        return fd;
    other = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    error = errno;
    close(fd);
    errno = error;
    return other;
}

/* What is written would be read again, for ever. */
static bool is_output(int fd)
{
    struct stat in, output;

    return fstat(fd, &in) == 0 && S_ISREG(in.st_mode)
        && fstat(STDOUT_FILENO, &output) == 0
        && in.st_dev == output.st_dev && in.st_ino == output.st_ino;
}

bool source_open(struct source *source, const char *operand, uint64_t max_window)
{
    memset(source, 0, sizeof *source);
    if (strcmp(operand, "-") == 0) {
        source->name = "standard input";
        source->internal.fd = STDIN_FILENO;
    } else {
        source->file = operand;
        source->name = operand;
        source->internal.fd = open_file(operand);
        if (source->internal.fd < 0) {
            source->error = strerror(errno);
            return false;
        }
    }
    if (is_output(source->internal.fd)) {
        source->error = "this file is also the output";
        return false;
    }
    if (max_window == 0)
        return true;

    source->internal.max_window = max_window;

    source->internal.in = mem_resize(NULL, IN_SIZE);
    source->internal.in[0] = 0;
    if (!detect(source))
        return false;
    source->internal.in_frame = source->internal.coding != SOURCE_PLAIN;
    if (source->internal.coding == SOURCE_PLAIN)
        find_place(source);
    else if (source->internal.coding == SOURCE_GZIP)
        gzip_begin(source);
    else
        zstd_begin(source);
    return !source->error;
}

static ptrdiff_t read_plain(struct source *source, char *buffer, size_t size)
{
    size_t have = source->internal.tail - source->internal.head;
    ptrdiff_t n = 0;

    /* What detect() took. */
    if (have > 0) {
        if (have > size)
            have = size;
        memcpy(buffer, source->internal.in + source->internal.head, have);
        source->internal.head += have;
        n = (ptrdiff_t)have;
    } else if (!source->internal.fd_end) {
        n = read_fd(source, buffer, size);
    }
    if (n > 0) {
        source->internal.place += (uint64_t)n;
        progress_add((uint64_t)n);
    }
    return n;
}

static ptrdiff_t read_decoded(struct source *source, char *buffer, size_t size)
{
    while (!source->error) {
        const size_t made = source->internal.coding == SOURCE_GZIP
            ? gzip_decode(source, buffer, size)
            : zstd_decode(source, buffer, size);

        if (made > 0)
            return (ptrdiff_t)made;
        if (source->error || source->internal.head < source->internal.tail)
            continue;
        if (source->internal.fd_end) {
            if (!source->internal.in_frame)
                return 0;
            source->error = "the compressed data ends too early";
        } else {
            if (!refill(source))
                break;
            progress_add(source->internal.tail);
        }
    }
    return -1;
}

ptrdiff_t source_read(struct source *source, char *buffer, size_t size)
{
    return source->internal.coding == SOURCE_PLAIN
        ? read_plain(source, buffer, size)
        : read_decoded(source, buffer, size);
}

bool source_is_ready(const struct source *source)
{
    struct pollfd fd = { .fd = source->internal.fd, .events = POLLIN };

    return source->internal.head < source->internal.tail
        || source->internal.fd_end || poll(&fd, 1, 0) != 0;
}

void source_close(struct source *source)
{
    if (source->internal.decoder) {
        if (source->internal.coding == SOURCE_GZIP)
            gzip_end(source);
        else
            zstd_end(source);
    }
    free(source->internal.in);
    if (source->file && source->internal.fd >= 0)
        close(source->internal.fd);
}

int source_detach(struct source *source)
{
    const int fd = source->file ? source->internal.fd : -1;

    source->internal.fd = -1;
    source_close(source);
    return fd;
}

/* Whether the system has what is still to be read in memory, as a few looks tell
   that wait for nothing. Where it cannot say, as of a file system in memory, it is
   taken to be there. */
static bool is_in_memory(const struct source *source)
{
#ifdef RWF_NOWAIT
    enum { LOOKS = 16 };
    const uint64_t from = source->internal.place;
    const uint64_t size = source->internal.size - from;

    for (unsigned i = 0; i < LOOKS; i++) {
        char byte;
        const struct iovec to = { &byte, 1 };

        if (preadv2(source->internal.fd, &to, 1,
                    (off_t)(from + size / LOOKS * i), RWF_NOWAIT) < 0
            && errno == EAGAIN)
            return false;
    }
#else
    (void)source;
#endif
    return true;
}

struct map *source_map(struct source *source, size_t least, bool in_order)
{
    const uint64_t from = source->internal.place;
    const uint64_t to = source->internal.size;
    struct map *map;

    if (!source->internal.regular || to - from < least
        || (!in_order && !is_in_memory(source)))
        return NULL;
    map = mem_resize(NULL, sizeof *map);
    if (!map_open(map, source->internal.fd, from, to)) {
        free(map);
        return NULL;
    }
    /* Who has the same file open goes on behind it. */
    if (lseek(source->internal.fd, (off_t)to, SEEK_SET) < 0) {
        map_close(map);
        free(map);
        return NULL;
    }
    source->internal.fd_end = true;
    source->internal.head = source->internal.tail;
    source->internal.place = to;
    return map;
}

bool source_size(const char *operand, uint64_t *size)
{
    struct stat st;
    off_t at = 0;

    if (strcmp(operand, "-") == 0) {
        if (fstat(STDIN_FILENO, &st) != 0)
            return false;
        at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    } else if (stat(operand, &st) != 0) {
        return false;
    }
    if (!S_ISREG(st.st_mode) || at < 0 || at > st.st_size)
        return false;
    *size = (uint64_t)(st.st_size - at);
    return true;
}
