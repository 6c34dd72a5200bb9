/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/input/source.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cli/decompress/codings.h"
#include "cli/descriptor.h"
#include "cli/input/utf16.h"
#include "cli/output/progress.h"

#define IN_SIZE ((size_t)64 << 10)
/* What st_blocks counts. */
#define BLOCKS_UNIT 512

/* Tells why a call fails. */
PRINTF_LIKE(2, 3)
static void fail(struct source *source, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(source->internal.message, sizeof source->internal.message, format,
              arguments);
    va_end(arguments);
    source->error = source->internal.message;
}

/* -------------------------------------------------------------------------
 * The bytes of the file
 * ------------------------------------------------------------------------- */

/* Whether a file has become shorter than it was when it was opened, and that is why
   it ends here. Not by its size alone: what the kernel shows as files has any. */
static bool is_truncated(const struct source *source)
{
    struct stat st;

    return source->internal.regular
        && source->internal.place < source->internal.size
        && fstat(source->internal.fd, &st) == 0
        && (uint64_t)st.st_size < source->internal.size;
}

static ptrdiff_t read_file(struct source *source, void *buffer, size_t size)
{
    const ssize_t n = fd_read(source->internal.fd, buffer, size);

    if (n > 0) {
        source->internal.place += (uint64_t)n;
        return n;
    }
    if (n == 0) {
        source->internal.fd_end = true;
        if (!is_truncated(source))
            return 0;
        fail(source, SOURCE_TRUNCATED);
    } else {
        fail(source, "%s", strerror(errno));
    }
    return -1;
}

/* Puts more bytes of the file after those that are there. False on error. */
static bool refill_packed(struct source *source, struct bytes *bytes)
{
    ptrdiff_t n;

    if (bytes->head == bytes->tail)
        bytes->head = bytes->tail = 0;
    n = read_file(source, bytes->at + bytes->tail, IN_SIZE - bytes->tail);
    if (n < 0)
        return false;
    bytes->tail += (size_t)n;
    return true;
}

/* -------------------------------------------------------------------------
 * What it holds
 * ------------------------------------------------------------------------- */

/* "64 MiB" as --max-window takes it. */
static const char *size_text(char text[24], uint64_t size)
{
    static const char units[] = { '\0', 'K', 'M', 'G', 'T' };
    size_t unit = 0;

    while (unit + 1 < sizeof units && size > 0 && size % 1024 == 0) {
        size /= 1024;
        unit++;
    }
    snprintf(text, 24, "%" PRIu64 "%c", size, units[unit]);
    return text;
}

static void decoding_failed(struct source *source)
{
    const struct decoding *const d = &source->internal.decoding;
    const char *const name = source->internal.coding->name;
    char needed[24];

    switch (d->fault) {
    case DECODING_OK:
        break;
    case DECODING_DAMAGED:
        fail(source, "the %s data is damaged", name);
        break;
    case DECODING_FOREIGN:
        fail(source, "there is something else after the %s data", name);
        break;
    case DECODING_WINDOW:
        size_text(needed, d->window);
        fail(source, "the %s data needs a window of %s: --max-window %s allows it",
             name, needed, needed);
        break;
    }
}

static ptrdiff_t read_decoded(struct source *source, char *buffer, size_t size)
{
    struct decoding *const d = &source->internal.decoding;
    struct bytes *const packed = &source->internal.packed;

    while (d->fault == DECODING_OK && !source->error) {
        size_t made;

        d->in = packed->at + packed->head;
        d->len = packed->tail - packed->head;
        d->last = source->internal.fd_end;
        made = source->internal.coding->decoder->decode(d, buffer, size);
        packed->head = packed->tail - d->len;
        if (made > 0)
            return (ptrdiff_t)made;
        if (d->fault != DECODING_OK || d->len > 0)
            continue;
        if (d->last) {
            if (!d->in_frame)
                return 0;
            fail(source, "the %s data ends too early", source->internal.coding->name);
        } else if (refill_packed(source, packed)) {
            progress_add(packed->tail);
        }
    }
    if (!source->error)
        decoding_failed(source);
    return -1;
}

/* Keeps the beginning, for source_warning(). */
static void note_sample(struct source *source, const void *bytes, size_t len)
{
    const size_t room = sizeof source->internal.sample - source->internal.sample_len;

    if (room == 0 || !source->internal.in.at)
        return;
    if (len > room)
        len = room;
    memcpy(source->internal.sample + source->internal.sample_len, bytes, len);
    source->internal.sample_len += len;
}

/* Bytes of what the file holds, in its own encoding. */
static ptrdiff_t read_content(struct source *source, void *buffer, size_t size)
{
    const ptrdiff_t n = source->internal.coding
        ? read_decoded(source, buffer, size) : read_file(source, buffer, size);

    if (n > 0)
        note_sample(source, buffer, (size_t)n);
    else
        source->internal.end = true;
    return n;
}

/* The same, after those of in[head..tail). */
static bool refill(struct source *source)
{
    struct bytes *const in = &source->internal.in;
    ptrdiff_t n;

    if (in->head > 0) {
        memmove(in->at, in->at + in->head, in->tail - in->head);
        in->tail -= in->head;
        in->head = 0;
    }
    n = read_content(source, in->at + in->tail, IN_SIZE - in->tail);
    if (n < 0)
        return false;
    in->tail += (size_t)n;
    return true;
}

static size_t bytes_left(const struct bytes *bytes)
{
    return bytes->tail - bytes->head;
}

static const unsigned char *first_byte(const struct bytes *bytes)
{
    return bytes->at + bytes->head;
}

/* -------------------------------------------------------------------------
 * What is it?
 * ------------------------------------------------------------------------- */

/* Drops the frames before the first that says whether they are of zstd or of lz4. */
static bool skip_frames(struct source *source)
{
    struct bytes *const in = &source->internal.in;

    for (;;) {
        uint64_t size;

        while (!source->internal.end && bytes_left(in) < CODING_SKIPPABLE
               && coding_may_skip(first_byte(in), bytes_left(in)))
            if (!refill(source))
                return false;
        size = bytes_left(in) < CODING_SKIPPABLE ? 0 : coding_skippable(first_byte(in));
        if (size == 0)
            return true;
        source->internal.skipped = true;
        while (size > bytes_left(in)) {
            size -= bytes_left(in);
            in->head = in->tail;
            if (!refill(source))
                return false;
            if (source->internal.end) {
                fail(source, "a frame ends too early");
                return false;
            }
        }
        in->head += (size_t)size;
    }
}

/* Sets up the decoder of what in[] begins with, which is now the packed bytes. */
static bool begin_decoding(struct source *source, const struct coding *coding)
{
    if (!coding->decoder) {
        if (coding->library)
            fail(source, "it is %s; this locus is built without %s", coding->what,
                 coding->library);
        else
            fail(source, "it is %s, which locus does not read", coding->what);
        return false;
    }
    progress_add(bytes_left(&source->internal.in));
    source->internal.coding = coding;
    source->internal.packed = source->internal.in;
    source->internal.in = (struct bytes){ .at = mem_resize(NULL, IN_SIZE) };
    source->internal.end = false;
    source->internal.sample_len = 0;
    source->internal.decoding = (struct decoding){
        .in_frame = true, .max_window = source->internal.max_window
    };
    coding->decoder->begin(&source->internal.decoding);
    return true;
}

/* Reads as many bytes as it needs, no more: standard input may be slow. The first
   bytes go before the name, so that a file with the wrong name is read all the
   same. */
static bool detect_coding(struct source *source)
{
    struct bytes *const in = &source->internal.in;
    const struct coding *coding;
    bool undecided = true;

    if (!skip_frames(source))
        return false;
    for (;;) {
        coding = coding_of_bytes(first_byte(in), bytes_left(in), &undecided);
        if (coding || !undecided || source->internal.end)
            break;
        if (!refill(source))
            return false;
    }
    if (!coding && !source->internal.skipped)
        coding = coding_of_name(source->name, first_byte(in), bytes_left(in));
    if (coding)
        return begin_decoding(source, coding);
    if (source->internal.skipped && (bytes_left(in) > 0 || !source->internal.end)) {
        fail(source, "there is something else after the skippable frames");
        return false;
    }
    return true;
}

/* What a text may begin with (The Unicode Standard, section 23.8). */
static const struct mark {
    size_t           len;
    enum source_text text;
    unsigned char    bytes[4];
} marks[] = {
    /* Before UTF-16, which one of them begins with. */
    { 4, SOURCE_UTF32, { 0xff, 0xfe, 0x00, 0x00 } },
    { 4, SOURCE_UTF32, { 0x00, 0x00, 0xfe, 0xff } },
    { 3, SOURCE_BYTES, { 0xef, 0xbb, 0xbf } },
    { 2, SOURCE_UTF16LE, { 0xff, 0xfe } },
    { 2, SOURCE_UTF16BE, { 0xfe, 0xff } },
};

/* The mark that the bytes begin with, or NULL. */
static const struct mark *mark_of(const unsigned char *bytes, size_t len,
                                  bool *undecided)
{
    const struct mark *found = NULL;

    *undecided = false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const struct mark *mark = &marks[i];

        if (memcmp(bytes, mark->bytes, len < mark->len ? len : mark->len) != 0)
            continue;
        if (len < mark->len)
            *undecided = true;
        else if (!found)
            found = mark;
    }
    return found;
}

static bool detect_mark(struct source *source)
{
    struct bytes *const in = &source->internal.in;
    const struct mark *mark;
    bool undecided = true;

    for (;;) {
        mark = mark_of(first_byte(in), bytes_left(in), &undecided);
        if (!undecided || source->internal.end)
            break;
        if (!refill(source))
            /* What came before is still to be given; then the error. */
            break;
    }
    if (!mark)
        return true;
    source->begin = mark->len;
    source->text = mark->text;
    in->head += mark->len;
    if (mark->text != SOURCE_UTF32)
        return true;
    fail(source, "it is UTF-32, which locus does not read (iconv -t UTF-8)");
    return false;
}

/* Where a file is, and how long: it may become shorter. It can be put into memory
   if there are no holes in it: a file system in memory would fill them for good. */
static void find_place(struct source *source)
{
    struct stat st;
    off_t at;

    if (fstat(source->internal.fd, &st) != 0 || !S_ISREG(st.st_mode))
        return;
    at = lseek(source->internal.fd, 0, SEEK_CUR);
    if (at < 0 || at > st.st_size)
        return;
    source->internal.regular = true;
    source->internal.has_holes = st.st_blocks < st.st_size / BLOCKS_UNIT;
    source->internal.place = (uint64_t)at;
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

bool source_open(struct source *source, const char *operand,
                 const struct source_how *how)
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
            fail(source, "%s", strerror(errno));
            return false;
        }
    }
    if (is_output(source->internal.fd)) {
        fail(source, "this file is also the output");
        return false;
    }
    find_place(source);
    source->internal.max_window = how->max_window;
    if (!how->marks && how->max_window == 0)
        return true;
    source->internal.in.at = mem_resize(NULL, IN_SIZE);
    if (how->max_window > 0 && !detect_coding(source))
        return false;
    return !how->marks || detect_mark(source);
}

/* What came already, or more. */
static ptrdiff_t read_bytes(struct source *source, char *buffer, size_t size)
{
    struct bytes *const in = &source->internal.in;
    size_t have = bytes_left(in);
    ptrdiff_t n = 0;

    if (have > 0) {
        if (have > size)
            have = size;
        memcpy(buffer, first_byte(in), have);
        in->head += have;
        n = (ptrdiff_t)have;
    } else if (source->error) {
        return -1;
    } else if (!source->internal.end) {
        n = read_content(source, buffer, size);
    }
    if (n > 0 && !source->internal.coding)
        progress_add((uint64_t)n);
    return n;
}

/* Characters of what came already, or of more; `size` is enough for one. */
static ptrdiff_t read_utf16(struct source *source, char *buffer, size_t size)
{
    struct bytes *const in = &source->internal.in;

    for (;;) {
        const bool big_endian = source->text == SOURCE_UTF16BE;
        size_t used, lone;
        const size_t made = utf16_convert(buffer, size, first_byte(in),
                                          bytes_left(in), big_endian,
                                          source->internal.end, &used, &lone);

        if (lone < used && !source->internal.has_lone) {
            source->internal.has_lone = true;
            source->internal.lone = source->internal.converted + lone;
        }
        source->internal.converted += used;
        in->head += used;
        if (!source->internal.coding)
            progress_add(used);
        if (made > 0)
            return (ptrdiff_t)made;
        if (source->internal.end)
            break;
        refill(source);
    }
    if (!source->error && bytes_left(in) > 0)
        fail(source, "the UTF-16 text ends in the middle of a code unit");
    return source->error ? -1 : 0;
}

/* Where there is no room for a character, a piece of one. */
static ptrdiff_t read_converted(struct source *source, char *buffer, size_t size)
{
    struct bytes *const out = &source->internal.character;

    if (bytes_left(out) == 0 && size < UTF16_CHARACTER) {
        const ptrdiff_t n = read_utf16(source, source->internal.spill,
                                       UTF16_CHARACTER);

        if (n <= 0)
            return n;
        *out = (struct bytes){ .at = (unsigned char *)source->internal.spill,
                               .tail = (size_t)n };
    }
    if (bytes_left(out) == 0)
        return read_utf16(source, buffer, size);
    if (size > bytes_left(out))
        size = bytes_left(out);
    memcpy(buffer, first_byte(out), size);
    out->head += size;
    return (ptrdiff_t)size;
}

ptrdiff_t source_read(struct source *source, char *buffer, size_t size)
{
    return source->text == SOURCE_BYTES ? read_bytes(source, buffer, size)
                                        : read_converted(source, buffer, size);
}

bool source_is_ready(const struct source *source)
{
    struct pollfd fd = { .fd = source->internal.fd, .events = POLLIN };
    const size_t unit = source->text == SOURCE_BYTES ? 1 : UTF16_CHARACTER;

    return bytes_left(&source->internal.in) >= unit
        || bytes_left(&source->internal.character) > 0
        || bytes_left(&source->internal.packed) > 0
        || source->internal.fd_end || poll(&fd, 1, 0) != 0;
}

const char *source_warning(struct source *source)
{
    bool big_endian;

    if (source->internal.has_lone) {
        snprintf(source->internal.warning, sizeof source->internal.warning,
                 "warning: offset %" PRIu64 ": a surrogate without its partner; it and"
                 " any others are read as U+FFFD",
                 source->begin + source->internal.lone);
        return source->internal.warning;
    }
    if (source->text != SOURCE_BYTES || source->begin > 0
        || !utf16_is_evident(source->internal.sample, source->internal.sample_len,
                             &big_endian))
        return NULL;
    return big_endian
        ? "warning: this is evidently UTF-16BE, but without a byte order mark: it is"
          " read as bytes (iconv -f UTF-16BE)"
        : "warning: this is evidently UTF-16LE, but without a byte order mark: it is"
          " read as bytes (iconv -f UTF-16LE)";
}

void source_close(struct source *source)
{
    if (source->internal.coding)
        source->internal.coding->decoder->end(&source->internal.decoding);
    free(source->internal.packed.at);
    free(source->internal.in.at);
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
static bool is_in_memory(const struct source *source, uint64_t from)
{
#ifdef RWF_NOWAIT
    enum { LOOKS = 16 };
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
    (void)source, (void)from;
#endif
    return true;
}

struct map *source_map(struct source *source, size_t least, bool in_order)
{
    const uint64_t from = source->internal.place - bytes_left(&source->internal.in);
    const uint64_t to = source->internal.size;
    struct map *map;

    if (!source->internal.regular || source->internal.has_holes
        || source->internal.coding || source->text != SOURCE_BYTES
        || source->error || from > to || to - from < least
        || (!in_order && !is_in_memory(source, from)))
        return NULL;
    map = mem_resize(NULL, sizeof *map);
    if (!map_open(map, source->internal.fd, from, to)) {
        free(map);
        return NULL;
    }
    /* Who has the same file open goes on after it. */
    if (lseek(source->internal.fd, (off_t)to, SEEK_SET) < 0) {
        map_close(map);
        free(map);
        return NULL;
    }
    source->internal.fd_end = source->internal.end = true;
    source->internal.in.head = source->internal.in.tail;
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
