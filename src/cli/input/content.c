/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/input/content.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void source_fail(struct source *source, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(source->internal.message, sizeof source->internal.message, format,
              arguments);
    va_end(arguments);
    source->error = source->internal.message;
}

/* As unpack_read() or ahead_read(). */
static ptrdiff_t read_unpacked(struct source *source, char *buffer, size_t size)
{
    struct unpack *const unpack = &source->internal.unpack;
    const ptrdiff_t n = source->internal.ahead
        ? ahead_read(source->internal.ahead, buffer, size)
        : unpack_read(unpack, buffer, size);

    if (n > 0)
        source->internal.unpacked += (uint64_t)n;
    if (n < 0 && unpack_lacks_memory(unpack))
        die("%s", unpack->message);
    if (n < 0)
        source_fail(source, "%s", unpack->message);
    return n;
}

static ptrdiff_t read_file(struct source *source, void *buffer, size_t size)
{
    char message[INPUT_MESSAGE];
    const ptrdiff_t n = input_file_read(&source->internal.file, buffer, size, message);

    if (n < 0)
        source_fail(source, "%s", message);
    return n;
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
    const ptrdiff_t n = source->internal.unpack.coding
        ? read_unpacked(source, buffer, size) : read_file(source, buffer, size);

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
