/* SPDX-License-Identifier: MIT
 *
 * gzip by zlib: any number of members (RFC 1952, section 2.2)
 */
#include "cli/cli.h"
#include "cli/decompress/decoders.h"

#if defined HAVE_ZLIB && !defined HAVE_ISAL
#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST
#include <zlib.h>

#include "cli/decompress/frames.h"

static void gzip_begin(struct decoding *d)
{
    z_stream *const z = mem_resize(NULL, sizeof *z);

    memset(z, 0, sizeof *z);
    /* A window of any size (15), in gzip's format (16). */
    if (inflateInit2(z, 15 + 16) != Z_OK)
        die("out of memory (zlib)");
    d->state = z;
}

static void gzip_end(struct decoding *d)
{
    inflateEnd(d->state);
    free(d->state);
}

static size_t gzip_decode(struct decoding *d, char *buffer, size_t size)
{
    z_stream *const z = d->state;
    const unsigned room = limited(size);
    unsigned given;
    int result;

    if (!d->in_frame) {
        if (!next_begins(d, 0x1f))
            return 0;
        inflateReset(z);
        d->in_frame = true;
    }
    given = limited(d->len);
    z->next_in = d->in;
    z->avail_in = given;
    z->next_out = (unsigned char *)buffer;
    z->avail_out = room;
    result = inflate(z, Z_NO_FLUSH);
    d->in += given - z->avail_in;
    d->len -= given - z->avail_in;
    if (result == Z_MEM_ERROR)
        d->fault = DECODING_MEMORY;
    else if (result == Z_STREAM_END)
        d->in_frame = false;
    else if (result != Z_OK && result != Z_BUF_ERROR)    /* it needs more input */
        d->fault = DECODING_DAMAGED;
    return room - z->avail_out;
}

const struct decoder gzip_decoder = { gzip_begin, gzip_decode, gzip_end };

#endif
