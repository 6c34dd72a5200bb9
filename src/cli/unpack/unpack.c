/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/unpack/unpack.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/progress.h"

void unpack_begin(struct unpack *unpack, struct input_file *file, const struct coding *coding,
                  struct bytes packed, uint64_t max_window)
{
    unpack->file = file;
    unpack->coding = coding;
    unpack->packed = packed;
    unpack->decoding = (struct decoding){ .in_frame = true, .max_window = max_window };
    coding->decoder->begin(&unpack->decoding);
}

void unpack_end(struct unpack *unpack)
{
    if (unpack->coding)
        unpack->coding->decoder->end(&unpack->decoding);
    free(unpack->packed.at);
}

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

static void describe_fault(struct unpack *unpack)
{
    const struct decoding *const d = &unpack->decoding;
    const char *const name = unpack->coding->name;
    char *const message = unpack->message;
    char needed[24];

    switch (d->fault) {
    case DECODING_OK:
        break;
    case DECODING_DAMAGED:
        snprintf(message, INPUT_MESSAGE, "invalid %s data", name);
        break;
    case DECODING_FOREIGN:
        snprintf(message, INPUT_MESSAGE, "unexpected data after the %s data", name);
        break;
    case DECODING_WINDOW:
        size_text(needed, d->window);
        snprintf(message, INPUT_MESSAGE, "the %s data requires a window of %s (allow it with"
                 " --max-window %s)", name, needed, needed);
        break;
    case DECODING_MEMORY:
        snprintf(message, INPUT_MESSAGE, "out of memory (%s)", unpack->coding->library);
        break;
    }
}

/* Reads more of the file. Returns false on error. */
static bool refill(struct unpack *unpack)
{
    struct bytes *const packed = &unpack->packed;
    ptrdiff_t n;

    packed->head = packed->tail = 0;
    n = input_file_read(unpack->file, packed->at, IN_SIZE, unpack->message);
    if (n < 0)
        return false;
    packed->tail = (size_t)n;
    progress_add(packed->tail);
    return true;
}

ptrdiff_t unpack_read(struct unpack *unpack, char *buffer, size_t size)
{
    struct decoding *const d = &unpack->decoding;
    struct bytes *const packed = &unpack->packed;

    for (;;) {
        size_t made;

        d->in = first_byte(packed);
        d->len = bytes_left(packed);
        d->last = unpack->file->end;
        made = d->fault == DECODING_OK
            ? unpack->coding->decoder->decode(d, buffer, size) : 0;
        packed->head = packed->tail - d->len;
        if (made > 0)
            return (ptrdiff_t)made;
        if (d->fault != DECODING_OK) {
            describe_fault(unpack);
            return -1;
        }
        if (d->len > 0)
            continue;
        if (d->last) {
            if (!d->in_frame)
                return 0;
            snprintf(unpack->message, INPUT_MESSAGE, "unexpected end of the %s data",
                     unpack->coding->name);
            return -1;
        }
        if (!refill(unpack))
            return -1;
    }
}
