/* SPDX-License-Identifier: MIT
 *
 * xz: any number of streams, zeros after each (The .xz File Format 1.2.0, section 2);
 * lzma, the older format: one stream
 */
#include "cli/cli.h"
#include "cli/decompress/decoders.h"

#ifdef HAVE_LZMA
#include <stdlib.h>

#include <lzma.h>

/* Besides its dictionary, which is its window, a decoder needs less than a tenth of this. */
#define LZMA_REST ((uint64_t)1 << 20)

static lzma_stream *new_lzma(const struct decoding *d, uint64_t *limit)
{
    static const lzma_stream empty = LZMA_STREAM_INIT;
    lzma_stream *const s = mem_resize(NULL, sizeof *s);

    *s = empty;
    *limit = d->max_window < UINT64_MAX - LZMA_REST ? d->max_window + LZMA_REST
                                                    : UINT64_MAX;
    return s;
}

static void xz_begin(struct decoding *d)
{
    uint64_t limit;

    d->state = new_lzma(d, &limit);
    if (lzma_stream_decoder(d->state, limit, LZMA_CONCATENATED) != LZMA_OK)
        die("out of memory (liblzma)");
}

static void lzma_begin(struct decoding *d)
{
    uint64_t limit;

    d->state = new_lzma(d, &limit);
    if (lzma_alone_decoder(d->state, limit) != LZMA_OK)
        die("out of memory (liblzma)");
}

static void xz_end(struct decoding *d)
{
    lzma_end(d->state);
    free(d->state);
}

static size_t xz_decode(struct decoding *d, char *buffer, size_t size)
{
    lzma_stream *const s = d->state;

    if (!d->in_frame) {
        if (d->len > 0)
            d->fault = DECODING_FOREIGN;
        return 0;
    }
    s->next_in = d->in;
    s->avail_in = d->len;
    s->next_out = (unsigned char *)buffer;
    s->avail_out = size;
    switch (lzma_code(s, d->last ? LZMA_FINISH : LZMA_RUN)) {
    case LZMA_STREAM_END:
        d->in_frame = false;
        break;
    case LZMA_OK:
    case LZMA_BUF_ERROR:          /* it needs more input */
        break;
    case LZMA_MEMLIMIT_ERROR:
        /* In whole mebibytes. */
        d->window = (lzma_memusage(s) - 1) >> 20 << 20;
        d->fault = DECODING_WINDOW;
        break;
    case LZMA_MEM_ERROR:
        d->fault = DECODING_MEMORY;
        break;
    case LZMA_FORMAT_ERROR:
        d->fault = s->total_out > 0 ? DECODING_FOREIGN : DECODING_DAMAGED;
        break;
    default:
        d->fault = DECODING_DAMAGED;
    }
    d->in += d->len - s->avail_in;
    d->len = s->avail_in;
    return size - s->avail_out;
}

const struct decoder xz_decoder = { xz_begin, xz_decode, xz_end };
const struct decoder lzma_decoder = { lzma_begin, xz_decode, xz_end };

#endif
