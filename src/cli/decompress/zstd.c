/* SPDX-License-Identifier: MIT
 *
 * zstd: any number of frames (RFC 8878, section 3)
 */
#include "cli/cli.h"
#include "cli/decompress/decoders.h"

#ifdef HAVE_ZSTD
#include <string.h>

#include <zstd.h>
#include <zstd_errors.h>

#include "cli/decompress/frames.h"

#define ZSTD_MAGIC_BYTES "\x28\xb5\x2f\xfd"

static void zstd_begin(struct decoding *d)
{
    const ZSTD_bounds bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
    int log = bounds.lowerBound;

    d->state = ZSTD_createDStream();
    if (!d->state)
        die("out of memory (libzstd)");
    /* The smallest power of two that is at least max_window; zstd_decode() checks the
       exact limit. */
    while (log < bounds.upperBound && (uint64_t)1 << log < d->max_window)
        log++;
    ZSTD_DCtx_setParameter(d->state, ZSTD_d_windowLogMax, log);
}

static void zstd_end(struct decoding *d)
{
    ZSTD_freeDStream(d->state);
}

/* The window that a frame needs (RFC 8878, section 3.1.1.1), from the first bytes of its
   header; 0: not known yet, or too small to matter. */
static uint64_t zstd_window(const unsigned char *header, size_t len)
{
    static const size_t id_sizes[] = { 0, 1, 2, 4 };
    unsigned descriptor;
    uint64_t size = 0;
    size_t at;

    if (len < 6 || memcmp(header, ZSTD_MAGIC_BYTES, 4) != 0)
        return 0;
    descriptor = header[4];
    if (!(descriptor & 0x20)) {                /* Window_Descriptor */
        size = (uint64_t)1 << (10 + (header[5] >> 3));
        return size + size / 8 * (header[5] & 7);
    }
    at = 5 + id_sizes[descriptor & 3];         /* Frame_Content_Size */
    if (descriptor >> 6 < 2 || len < at + ((size_t)1 << (descriptor >> 6)))
        return 0;                              /* under 64 KiB + 256, or not there */
    for (size_t i = (size_t)1 << (descriptor >> 6); i-- > 0;)
        size = size << 8 | header[at + i];
    return size;
}

static size_t zstd_decode(struct decoding *d, char *buffer, size_t size)
{
    ZSTD_inBuffer in = { d->in, d->len, 0 };
    ZSTD_outBuffer made = { buffer, size, 0 };
    size_t result;

    if (d->len == 0 && !d->in_frame)
        return 0;
    note_head(d);
    d->window = zstd_window(d->head, d->head_len);
    if (d->window > d->max_window) {
        d->fault = DECODING_WINDOW;
        return 0;
    }
    result = ZSTD_decompressStream(d->state, &made, &in);
    d->in += in.pos;
    d->len -= in.pos;
    d->in_frame = true;
    if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
        d->fault = DECODING_MEMORY;
    else if (ZSTD_isError(result))
        fault_of_frame(d, ZSTD_MAGIC_BYTES);
    else if (result == 0)
        end_frame(d);
    return made.pos;
}

const struct decoder zstd_decoder = { zstd_begin, zstd_decode, zstd_end };

#endif
