/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/input/content.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/decompress/codings.h"
#include "cli/descriptor.h"
#include "cli/output/progress.h"

void source_fail(struct source *source, const char *format, ...)
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

/* Whether the file was truncated since it was opened, and so ends here. The size of
   /proc files and the like is arbitrary, so the current size is compared as well. */
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
        source_fail(source, SOURCE_TRUNCATED);
    } else {
        source_fail(source, "%s", strerror(errno));
    }
    return -1;
}

/* Appends bytes of the file to `bytes`. Returns false on error. */
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
 * The content
 * ------------------------------------------------------------------------- */

/* Formats a size as --max-window takes it, such as "64M". */
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
        source_fail(source, "invalid %s data", name);
        break;
    case DECODING_FOREIGN:
        source_fail(source, "unexpected data after the %s data", name);
        break;
    case DECODING_WINDOW:
        size_text(needed, d->window);
        source_fail(source, "the %s data requires a window of %s (allow it with"
                    " --max-window %s)", name, needed, needed);
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
            source_fail(source, "unexpected end of the %s data",
                        source->internal.coding->name);
        } else if (refill_packed(source, packed)) {
            progress_add(packed->tail);
        }
    }
    if (!source->error)
        decoding_failed(source);
    return -1;
}

/* Keeps the first bytes for source_warning(). */
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

ptrdiff_t content_read(struct source *source, void *buffer, size_t size)
{
    const ptrdiff_t n = source->internal.coding
        ? read_decoded(source, buffer, size) : read_file(source, buffer, size);

    if (n > 0)
        note_sample(source, buffer, (size_t)n);
    else
        source->internal.end = true;
    return n;
}

bool content_refill(struct source *source)
{
    struct bytes *const in = &source->internal.in;
    ptrdiff_t n;

    if (in->head > 0) {
        memmove(in->at, in->at + in->head, in->tail - in->head);
        in->tail -= in->head;
        in->head = 0;
    }
    n = content_read(source, in->at + in->tail, IN_SIZE - in->tail);
    if (n < 0)
        return false;
    in->tail += (size_t)n;
    return true;
}
