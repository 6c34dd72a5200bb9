/* SPDX-License-Identifier: MIT
 *
 * lz4: any number of frames; its window is 64 KiB
 */
#include "cli/cli.h"
#include "cli/decompress/decoders.h"

#ifdef HAVE_LZ4
#include <stdlib.h>
#include <string.h>

#include <lz4frame.h>

#include "cli/decompress/frames.h"

#define LZ4_MAGIC_BYTES "\x04\x22\x4d\x18"
#define LZ4_BLOCK_HEADER ((size_t)4)

struct lz4 {
    LZ4F_dctx *context;
    size_t     wanted;            /* how many bytes liblz4 would like next */
    bool       full;              /* the buffer was filled: liblz4 may hold more */
};

static void lz4_begin(struct decoding *d)
{
    struct lz4 *const l = mem_resize(NULL, sizeof *l);

    *l = (struct lz4){ .wanted = sizeof d->head };
    if (LZ4F_isError(LZ4F_createDecompressionContext(&l->context, LZ4F_VERSION)))
        die("out of memory (liblz4)");
    d->state = l;
}

static void lz4_end(struct decoding *d)
{
    struct lz4 *const l = d->state;

    LZ4F_freeDecompressionContext(l->context);
    free(l);
}

/* After an error, liblz4 does not report how much it decoded before it. So it is given
   one item at a time, never a block together with the next header. */
static size_t lz4_decode(struct decoding *d, char *buffer, size_t size)
{
    struct lz4 *const l = d->state;
    const size_t wanted = l->wanted > LZ4_BLOCK_HEADER
        ? l->wanted - LZ4_BLOCK_HEADER : l->wanted;
    size_t used = l->full ? 0 : wanted < d->len ? wanted : d->len;
    size_t made = size;
    size_t result;

    if (d->len == 0 && !d->in_frame)
        return 0;
    note_head(d);
    result = LZ4F_decompress(l->context, buffer, &made, d->in, &used, NULL);
    d->in_frame = true;
    if (LZ4F_isError(result)) {
        if (strcmp(LZ4F_getErrorName(result), "ERROR_allocation_failed") == 0)
            d->fault = DECODING_MEMORY;
        else
            fault_of_frame(d, LZ4_MAGIC_BYTES);
        return 0;
    }
    d->in += used;
    d->len -= used;
    l->full = made == size;
    l->wanted = result > 0 ? result : sizeof d->head;
    if (result == 0)
        end_frame(d);
    return made;
}

const struct decoder lz4_decoder = { lz4_begin, lz4_decode, lz4_end };

#endif
