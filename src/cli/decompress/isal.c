/* SPDX-License-Identifier: MIT
 *
 * gzip by ISA-L: any number of members (RFC 1952, section 2.2)
 */
#include "cli/cli.h"
#include "cli/decompress/decoders.h"

#ifdef HAVE_ISAL
#include <stdlib.h>
#include <string.h>

#include <isa-l.h>

#include "cli/decompress/frames.h"

/* ID1, ID2 and CM (RFC 1952, section 2.3.1). */
#define GZIP_MAGIC_BYTES "\x1f\x8b\x08"
#define GZIP_MAGIC_SIZE ((size_t)3)

/* The bits of FLG that must be zero (section 2.3.1.2). */
#define GZIP_RESERVED 0xe0

struct isal {
    struct inflate_state    inflate;
    struct inflate_state    before; /* the last isal_inflate() */
    struct isal_gzip_header header;
    bool                    in_header;
    bool                    failed; /* some decoded bytes may be unwritten */
};

static void next_member(struct decoding *d)
{
    struct isal *const l = d->state;

    isal_inflate_reset(&l->inflate);
    /* The trailer is verified. isal_inflate() could also read the header, but not in
       pieces: it forgets which fields follow. */
    l->inflate.crc_flag = ISAL_GZIP_NO_HDR_VER;
    memset(&l->header, 0, sizeof l->header);
    l->in_header = true;
    d->head_len = 0;
    d->in_frame = true;
}

static void isal_begin(struct decoding *d)
{
    struct isal *const l = mem_resize(NULL, sizeof *l);

    l->failed = false;
    isal_inflate_init(&l->inflate);
    d->state = l;
    next_member(d);
}

static void isal_end(struct decoding *d)
{
    free(d->state);
}

/* Returns whether the header has ended. ISA-L waits for ten bytes before it looks at the
   first. */
static bool read_header(struct decoding *d)
{
    struct isal *const l = d->state;
    size_t known;
    int result;

    note_head(d);
    known = d->head_len < GZIP_MAGIC_SIZE ? d->head_len : GZIP_MAGIC_SIZE;
    if (memcmp(d->head, GZIP_MAGIC_BYTES, known) != 0) {
        d->fault = DECODING_DAMAGED;
        return false;
    }
    result = isal_read_gzip_header(&l->inflate, &l->header);
    l->in_header = result != ISAL_DECOMP_OK;
    if (result < 0 || (!l->in_header && l->header.flags & GZIP_RESERVED))
        d->fault = DECODING_DAMAGED;
    return !l->in_header && d->fault == DECODING_OK;
}

/* Writes what was decoded before an error and did not fit. */
static size_t write_rest(struct decoding *d, char *buffer, size_t size)
{
    struct inflate_state *const s = &((struct isal *)d->state)->inflate;
    const size_t rest = (size_t)(s->tmp_out_valid - s->tmp_out_processed);

    if (size > rest)
        size = rest;
    memcpy(buffer, s->tmp_out_buffer + s->tmp_out_processed, size);
    s->tmp_out_processed += (int32_t)size;
    if (size == rest)
        d->fault = DECODING_DAMAGED;
    return size;
}

/* Copies only the part of the state that is in use: most of tmp_out_buffer may be empty. */
static void copy_state(struct inflate_state *to, const struct inflate_state *from)
{
    memcpy(to, from, offsetof(struct inflate_state, tmp_out_buffer)
                         + (size_t)from->tmp_out_valid);
}

/* Repeats the last isal_inflate() byte by byte. If a match begins before the first decoded
   byte, the fast loop of ISA-L counts its bytes as written, though it has written none; the
   loop for the end of the input stops before them. Returns whether it fails again. */
static bool fails_again(struct isal *l)
{
    struct inflate_state *const s = &l->inflate;
    unsigned rest = l->before.avail_in;
    int result;

    copy_state(s, &l->before);
    do {
        s->avail_in = rest > 0;
        rest -= s->avail_in;
        result = isal_inflate(s);
        rest += s->avail_in;
    } while (result >= 0 && rest > 0 && s->avail_out > 0
             && s->block_state != ISAL_BLOCK_FINISH);
    s->avail_in = rest;
    return result < 0;
}

static size_t inflate_some(struct decoding *d, char *buffer, size_t size)
{
    struct isal *const l = d->state;
    struct inflate_state *const s = &l->inflate;
    const unsigned room = limited(size);
    size_t made;

    s->next_out = (uint8_t *)buffer;
    s->avail_out = room;
    copy_state(&l->before, s);
    l->failed = isal_inflate(s) < 0 && fails_again(l);
    made = room - s->avail_out;
    if (l->failed)
        made += write_rest(d, buffer + made, room - made);
    else if (s->block_state == ISAL_BLOCK_FINISH)
        d->in_frame = false;
    return made;
}

static size_t isal_decode(struct decoding *d, char *buffer, size_t size)
{
    struct isal *const l = d->state;
    /* ISA-L does not write to its input. */
    union { const unsigned char *in; uint8_t *next_in; } in;
    unsigned given;
    size_t made = 0;

    if (l->failed)
        return write_rest(d, buffer, size);
    if (!d->in_frame) {
        if (!next_begins(d, 0x1f))
            return 0;
        next_member(d);
    }
    given = limited(d->len);
    in.in = d->in;
    l->inflate.next_in = in.next_in;
    l->inflate.avail_in = given;
    if (!l->in_header || read_header(d))
        made = inflate_some(d, buffer, size);
    d->in += given - l->inflate.avail_in;
    d->len -= given - l->inflate.avail_in;
    return made;
}

const struct decoder gzip_decoder = { isal_begin, isal_decode, isal_end };

#endif
