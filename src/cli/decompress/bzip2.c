/* SPDX-License-Identifier: MIT
 *
 * bzip2: any number of streams
 */
#include "cli/cli.h"
#include "cli/decompress/decoders.h"

#ifdef HAVE_BZ2
#include <stdlib.h>
#include <string.h>

#include <bzlib.h>

#include "cli/decompress/frames.h"

/* Returns false if memory runs out. */
static bool bzip2_next(struct decoding *d)
{
    memset(d->state, 0, sizeof(bz_stream));
    return BZ2_bzDecompressInit(d->state, 0, 0) == BZ_OK;
}

static void bzip2_begin(struct decoding *d)
{
    d->state = mem_resize(NULL, sizeof(bz_stream));
    if (!bzip2_next(d))
        die("out of memory (libbz2)");
}

static void bzip2_end(struct decoding *d)
{
    BZ2_bzDecompressEnd(d->state);
    free(d->state);
}

static size_t bzip2_decode(struct decoding *d, char *buffer, size_t size)
{
    bz_stream *const b = d->state;
    const unsigned room = limited(size);
    /* libbz2 does not write to its input. */
    union { const unsigned char *in; char *next_in; } in;
    unsigned given;
    int result;

    if (!d->in_frame) {
        if (!next_begins(d, 'B'))
            return 0;
        BZ2_bzDecompressEnd(b);
        if (!bzip2_next(d)) {
            d->fault = DECODING_MEMORY;
            return 0;
        }
        d->in_frame = true;
    }
    given = limited(d->len);
    in.in = d->in;
    b->next_in = in.next_in;
    b->avail_in = given;
    b->next_out = buffer;
    b->avail_out = room;
    result = BZ2_bzDecompress(b);
    d->in += given - b->avail_in;
    d->len -= given - b->avail_in;
    if (result == BZ_MEM_ERROR)
        d->fault = DECODING_MEMORY;
    else if (result == BZ_STREAM_END)
        d->in_frame = false;
    else if (result != BZ_OK)
        d->fault = DECODING_DAMAGED;
    return room - b->avail_out;
}

const struct decoder bzip2_decoder = { bzip2_begin, bzip2_decode, bzip2_end };

#endif
