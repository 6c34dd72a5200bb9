/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/input/source.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/base/progress.h"
#include "cli/input/content.h"
#include "cli/input/detect.h"
#include "cli/input/utf16.h"

/* A smaller file is decompressed before a thread could start. */
#define AHEAD_LEAST ((uint64_t)64 << 10)

/* Never returns descriptor 0, 1 or 2, even if they are closed: else "-" would read
   this file. */
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

/* Whether the input is also the output: it would grow forever. */
static bool is_output(int fd)
{
    struct stat in, output;

    return fstat(fd, &in) == 0 && S_ISREG(in.st_mode)
        && fstat(STDOUT_FILENO, &output) == 0
        && in.st_dev == output.st_dev && in.st_ino == output.st_ino;
}

static bool is_directory(int fd)
{
    struct stat st;

    return fstat(fd, &st) == 0 && S_ISDIR(st.st_mode);
}

bool source_open(struct source *source, const char *operand,
                 const struct source_how *how)
{
    int fd;

    memset(source, 0, sizeof *source);
    if (strcmp(operand, "-") == 0) {
        source->name = "standard input";
        fd = STDIN_FILENO;
    } else {
        source->file = operand;
        source->name = operand;
        fd = open_file(operand);
        source->internal.file.fd = fd;
        if (fd < 0) {
            source_fail(source, "%s", strerror(errno));
            return false;
        }
    }
    input_file_begin(&source->internal.file, fd);
    if (source->file && is_directory(fd)) {
        source_fail(source, "is a directory; -r reads the files in it");
        return false;
    }
    if (is_output(fd)) {
        source_fail(source, "input file is also the output");
        return false;
    }
    source->internal.max_window = how->max_window;
    source->internal.found = how->found;
    if (!how->marks && how->max_window == 0)
        return true;
    source->internal.in.at = mem_resize(NULL, IN_SIZE);
    if (how->max_window > 0 && !detect_coding(source))
        return false;
    return !how->marks || (detect_mark(source) && !(how->found && detect_binary(source)));
}

void source_refuse(struct source *source, const char *name, const char *error,
                   bool skipped)
{
    memset(source, 0, sizeof *source);
    source->file = source->name = name;
    source->internal.file.fd = -1;
    source_fail(source, "%s", error);
    if (skipped)
        source->skip = SOURCE_SKIP_OTHER;
}

/* Reads bytes that are buffered, or more. */
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
        n = content_read(source, buffer, size);
    }
    if (n > 0 && !source->internal.unpack.coding)
        progress_add((uint64_t)n);
    return n;
}

/* Converts bytes that are buffered, or more; `size` is at least UTF16_CHARACTER. */
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
        if (!source->internal.unpack.coding)
            progress_add(used);
        if (made > 0)
            return (ptrdiff_t)made;
        if (source->internal.end)
            break;
        content_refill(source);
    }
    if (!source->error && bytes_left(in) > 0)
        source_fail(source, "the UTF-16 text ends in the middle of a code unit");
    return source->error ? -1 : 0;
}

/* Returns part of a character if there is no room for a whole one. */
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

/* Starts a thread that decompresses a long source, unless there is only one processor, on which
   it would take turns with the scan. source_close() waits for a thread that reads, so none is
   started before the source is open. */
static void look_ahead(struct source *source)
{
    if (source->internal.ahead || source->internal.end
        || source->internal.unpacked < AHEAD_LEAST || source->internal.is_alone)
        return;
    if (processors_allowed() > 1)
        source->internal.ahead = ahead_begin(&source->internal.unpack);
    source->internal.is_alone = !source->internal.ahead;
}

ptrdiff_t source_read(struct source *source, char *buffer, size_t size)
{
    look_ahead(source);
    return source->text == SOURCE_BYTES ? read_bytes(source, buffer, size)
                                        : read_converted(source, buffer, size);
}

bool source_is_ready(const struct source *source)
{
    struct pollfd fd = { .fd = source->internal.file.fd, .events = POLLIN };
    const size_t unit = source->text == SOURCE_BYTES ? 1 : UTF16_CHARACTER;

    if (bytes_left(&source->internal.in) >= unit
        || bytes_left(&source->internal.character) > 0 || source->internal.end)
        return true;
    if (source->internal.ahead)
        return ahead_is_ready(source->internal.ahead);
    return bytes_left(&source->internal.unpack.packed) > 0 || source->internal.file.end
        || poll(&fd, 1, 0) != 0;
}

const char *source_warning(struct source *source)
{
    bool big_endian;

    if (source->internal.has_lone) {
        snprintf(source->internal.warning, sizeof source->internal.warning,
                 "warning: offset %" PRIu64 ": unpaired surrogate; it and any others are"
                 " read as U+FFFD",
                 source->begin + source->internal.lone);
        return source->internal.warning;
    }
    if (source->text != SOURCE_BYTES || source->begin > 0
        || !utf16_is_evident(source->internal.sample, source->internal.sample_len,
                             &big_endian))
        return NULL;
    return big_endian
        ? "warning: this looks like UTF-16BE without a byte order mark; it is read"
          " as bytes (try iconv -f UTF-16BE)"
        : "warning: this looks like UTF-16LE without a byte order mark; it is read"
          " as bytes (try iconv -f UTF-16LE)";
}

void source_close(struct source *source)
{
    if (source->internal.ahead)
        ahead_end(source->internal.ahead);
    unpack_end(&source->internal.unpack);
    free(source->internal.in.at);
    if (source->file && source->internal.file.fd >= 0)
        close(source->internal.file.fd);
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
