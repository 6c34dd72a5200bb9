/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/decompress/codings.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ZLIB
#define ZLIB_CONST
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif
#ifdef HAVE_LZMA
#include <lzma.h>
#endif
#ifdef HAVE_BZ2
#include <bzlib.h>
#endif
#ifdef HAVE_LZ4
#include <lz4frame.h>
#endif

#if defined HAVE_ZLIB || defined HAVE_BZ2
/* Whether another member follows, which begins with this byte. Zeros may stand
   between and after them: tapes and other block devices are filled up with these. */
static bool next_begins(struct decoding *d, unsigned char first)
{
    while (d->len > 0 && *d->in == 0) {
        d->in++;
        d->len--;
    }
    if (d->len > 0 && *d->in != first)
        d->fault = DECODING_FOREIGN;
    return d->len > 0 && *d->in == first;
}

static unsigned limited(size_t size)
{
    return size < UINT_MAX ? (unsigned)size : UINT_MAX;
}
#endif

/* -------------------------------------------------------------------------
 * gzip: any number of members (RFC 1952, section 2.2)
 * ------------------------------------------------------------------------- */

#ifdef HAVE_ZLIB

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
        die("out of memory (zlib)");
    if (result == Z_STREAM_END)
        d->in_frame = false;
    else if (result != Z_OK && result != Z_BUF_ERROR)    /* it needs more input */
        d->fault = DECODING_DAMAGED;
    return room - z->avail_out;
}

#define GZIP gzip_begin, gzip_decode, gzip_end
#else
#define GZIP NULL, NULL, NULL
#endif

#if defined HAVE_ZSTD || defined HAVE_LZ4
/* What the next frame begins with: from there on it is known whether it is one. */
static void note_head(struct decoding *d)
{
    const size_t lack = sizeof d->head - d->head_len;
    const size_t more = d->len < lack ? d->len : lack;

    memcpy(d->head + d->head_len, d->in, more);
    d->head_len += more;
}

static void end_frame(struct decoding *d)
{
    d->in_frame = false;
    d->head_len = 0;
    d->later = true;
}

static void fault_of_frame(struct decoding *d, const char magic[4])
{
    const size_t len = d->head_len < 4 ? d->head_len : 4;

    d->fault = !d->later || memcmp(d->head, magic, len) == 0
            || coding_may_skip(d->head, len) ? DECODING_DAMAGED : DECODING_FOREIGN;
}
#endif

/* -------------------------------------------------------------------------
 * zstd: any number of frames (RFC 8878, section 3)
 * ------------------------------------------------------------------------- */

#ifdef HAVE_ZSTD

#define ZSTD_MAGIC_BYTES "\x28\xb5\x2f\xfd"

static void zstd_begin(struct decoding *d)
{
    const ZSTD_bounds bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
    int log = bounds.lowerBound;

    d->state = ZSTD_createDStream();
    if (!d->state)
        die("out of memory (zstd)");
    /* Of the powers of two the one that allows max_window; zstd_decode() knows it
       to the byte. */
    while (log < bounds.upperBound && (uint64_t)1 << log < d->max_window)
        log++;
    ZSTD_DCtx_setParameter(d->state, ZSTD_d_windowLogMax, log);
}

static void zstd_end(struct decoding *d)
{
    ZSTD_freeDStream(d->state);
}

/* The window that a frame needs (RFC 8878, section 3.1.1.1), as far as its header
   is there; 0: not known yet. */
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
        die("out of memory (zstd)");
    if (ZSTD_isError(result))
        fault_of_frame(d, ZSTD_MAGIC_BYTES);
    else if (result == 0)
        end_frame(d);
    return made.pos;
}

#define ZSTD zstd_begin, zstd_decode, zstd_end
#else
#define ZSTD NULL, NULL, NULL
#endif

/* -------------------------------------------------------------------------
 * xz: any number of streams, zeros after each (The .xz File Format 1.2.0, section
 * 2); lzma, the format before it: one
 * ------------------------------------------------------------------------- */

#ifdef HAVE_LZMA

/* What a decoder takes besides its dictionary, which is its window: a tenth of
   this. */
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
        die("out of memory (liblzma)");
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

#define XZ xz_begin, xz_decode, xz_end
#define LZMA lzma_begin, xz_decode, xz_end
#else
#define XZ NULL, NULL, NULL
#define LZMA NULL, NULL, NULL
#endif

/* -------------------------------------------------------------------------
 * bzip2: any number of streams
 * ------------------------------------------------------------------------- */

#ifdef HAVE_BZ2

static void bzip2_next(struct decoding *d)
{
    memset(d->state, 0, sizeof(bz_stream));
    if (BZ2_bzDecompressInit(d->state, 0, 0) != BZ_OK)
        die("out of memory (libbz2)");
}

static void bzip2_begin(struct decoding *d)
{
    d->state = mem_resize(NULL, sizeof(bz_stream));
    bzip2_next(d);
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
    /* What libbz2 reads it does not write. */
    union { const unsigned char *in; char *next_in; } in;
    unsigned given;
    int result;

    if (!d->in_frame) {
        if (!next_begins(d, 'B'))
            return 0;
        BZ2_bzDecompressEnd(b);
        bzip2_next(d);
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
        die("out of memory (libbz2)");
    if (result == BZ_STREAM_END)
        d->in_frame = false;
    else if (result != BZ_OK)
        d->fault = DECODING_DAMAGED;
    return room - b->avail_out;
}

#define BZIP2 bzip2_begin, bzip2_decode, bzip2_end
#else
#define BZIP2 NULL, NULL, NULL
#endif

/* -------------------------------------------------------------------------
 * lz4: any number of frames; its window is 64 KiB
 * ------------------------------------------------------------------------- */

#ifdef HAVE_LZ4

#define LZ4_MAGIC_BYTES "\x04\x22\x4d\x18"
#define LZ4_BLOCK_HEADER ((size_t)4)

struct lz4 {
    LZ4F_dctx *context;
    size_t     wanted;            /* what liblz4 would like to be given next */
    bool       full;              /* it may have made more than it could give */
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

/* Where it finds a fault liblz4 says nothing of what it made before that: so it gets
   one thing at a time, and never a block together with the header of the next. */
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
            die("out of memory (liblz4)");
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

#define LZ4 lz4_begin, lz4_decode, lz4_end
#else
#define LZ4 NULL, NULL, NULL
#endif

/* -------------------------------------------------------------------------
 * The formats
 * ------------------------------------------------------------------------- */

#define MAGIC(text) { "" text, sizeof(text) - 1 }
#define NOT_READ NULL, NULL, NULL

const struct coding codings[] = {
    { "gzip", "compressed by gzip", "zlib", ".gz", false,
      { MAGIC("\x1f\x8b") }, GZIP },                    /* RFC 1952, 2.3.1 */
    { "zstd", "compressed by zstd", "libzstd", ".zst", false,
      { MAGIC("\x28\xb5\x2f\xfd") }, ZSTD },            /* RFC 8878, 3.1.1 */
    { "xz", "compressed by xz", "liblzma", ".xz", false,
      { MAGIC("\xfd" "7zXZ\0") }, XZ },
    /* It has no magic number. What nearly all begin with: the properties, a size of the
       dictionary, and the size of the data, either unknown or under 2^40. */
    { "lzma", "compressed by lzma", "liblzma", ".lzma", false,
      { MAGIC("\x5d\0\0" "?" "?" "\xff\xff\xff\xff\xff\xff\xff\xff"),
        MAGIC("\x5d\0\0" "?" "?" "?" "?" "?" "?" "?" "\0\0\0") }, LZMA },
    /* The number of a block follows, pi; that of the end, its square root. */
    { "bzip2", "compressed by bzip2", "libbz2", ".bz2", false,
      { MAGIC("BZh?1AY&SY"), MAGIC("BZh?\x17\x72\x45\x38\x50\x90") }, BZIP2 },
    { "lz4", "compressed by lz4", "liblz4", ".lz4", false,
      { MAGIC("\x04\x22\x4d\x18") }, LZ4 },

    { "lz4-legacy", "compressed by lz4 in its legacy format", NULL, NULL, false,
      { MAGIC("\x02\x21\x4c\x18") }, NOT_READ },
    { "zip", "a zip archive", NULL, ".zip", false,
      { MAGIC("PK\3\4"), MAGIC("PK\5\6"), MAGIC("PK\7\10") }, NOT_READ },
    { "7z", "a 7z archive", NULL, ".7z", false,
      { MAGIC("7z\xbc\xaf\x27\x1c") }, NOT_READ },
    { "rar", "a rar archive", NULL, ".rar", false,
      { MAGIC("Rar!\x1a\7") }, NOT_READ },
    { "compress", "compressed by compress", NULL, ".Z", false,
      { MAGIC("\x1f\x9d") }, NOT_READ },
    { "lzip", "compressed by lzip", NULL, ".lz", false,
      { MAGIC("LZIP\1") }, NOT_READ },
    { "lzop", "compressed by lzop", NULL, ".lzo", false,
      { MAGIC("\x89LZO\0\r\n\x1a\n") }, NOT_READ },
    /* It has no magic number, and hosts in Brazil have its suffix. */
    { "brotli", "compressed by brotli", NULL, ".br", true, { { 0 } }, NOT_READ },
    { 0 }
};

/* Whether the bytes are `magic` as far as both go. */
static bool begins(const struct magic *magic, const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i < len && i < magic->len; i++)
        if (magic->bytes[i] != '?' && (unsigned char)magic->bytes[i] != bytes[i])
            return false;
    return magic->len > 0;
}

const struct coding *coding_of_bytes(const unsigned char *bytes, size_t len,
                                     bool *undecided)
{
    enum { MAGICS = sizeof codings->magic / sizeof *codings->magic };

    *undecided = false;
    for (const struct coding *coding = codings; coding->name; coding++)
        for (size_t i = 0; i < MAGICS; i++) {
            if (!begins(&coding->magic[i], bytes, len))
                continue;
            if (len >= coding->magic[i].len)
                return coding;
            *undecided = true;
        }
    return NULL;
}

/* Controls that no text has. */
static bool is_text(const unsigned char *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((bytes[i] < ' ' && !(bytes[i] >= '\t' && bytes[i] <= '\r')
             && bytes[i] != 0x1b) || bytes[i] == 0x7f)
            return false;
    return true;
}

const struct coding *coding_of_name(const char *name, const unsigned char *bytes,
                                    size_t len)
{
    const size_t name_len = strlen(name);

    for (const struct coding *coding = codings; coding->name; coding++) {
        const size_t suffix_len = coding->suffix ? strlen(coding->suffix) : name_len;

        if (name_len > suffix_len
            && strcmp(name + name_len - suffix_len, coding->suffix) == 0
            && !(coding->not_text && is_text(bytes, len)))
            return coding;
    }
    return NULL;
}

bool coding_may_skip(const unsigned char *bytes, size_t len)
{
    static const unsigned char magic[] = { 0x50, 0x2a, 0x4d, 0x18 };

    /* The low four bits are free. */
    return len == 0
        || ((bytes[0] & 0xf0) == magic[0]
            && memcmp(bytes + 1, magic + 1, len < sizeof magic ? len - 1 : 3) == 0);
}

uint64_t coding_skippable(const unsigned char bytes[CODING_SKIPPABLE])
{
    uint64_t size = 0;

    if (!coding_may_skip(bytes, CODING_SKIPPABLE))
        return 0;
    for (size_t i = CODING_SKIPPABLE; i-- > CODING_SKIPPABLE / 2;)
        size = size << 8 | bytes[i];
    return CODING_SKIPPABLE + size;
}
