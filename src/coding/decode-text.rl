/* SPDX-License-Identifier: MIT
 *
 * Decodes percent-encodings (grammar/coding/decode.rl), once for each kernel.
 *
 * The decoded octets are classified block by block: in the caller's buffer if it has room
 * for the whole text, or else in a small one. If anything is found in them, the text is
 * decoded again to find its offset in the text (`exact`): then each decoded octet is a
 * block of its own.
 */
#include "coding/decoding.h"
#include "common/bytes.h"
#include "kernel/lens.h"
#include "runs/decode-text-runs.h"

/* Bytes copied at once, if there is room for them. */
enum { WIDE = 32, SMALL = 512 };

/* Where the decoded octets go. */
struct block {
    struct decoding *d;
    unsigned char *begin;          /* octets from here on are not classified yet */
    unsigned char *end;            /* of the space for octets */
    int is_small;                  /* the block is `small`, from which octets are copied */
    unsigned char small[SMALL];
};

/* `error` at an offset in the text. Only the first one counts. */
static void fail(struct decoding *d, int error, size_t offset)
{
    if (d->error == 0) {
        d->error = error;
        d->error_offset = offset;
    }
}

static void found(struct decoding *d, uint32_t what, size_t offset)
{
    if (d->found == 0)
        d->first = offset;
    d->found |= what;
}

/* Classifies the octets of the block, which end at `at`, and appends them to the output.
   Returns where the next octet goes. */
static unsigned char *hand_over(struct block *block, unsigned char *at)
{
    struct decoding *const d = block->d;

    KERNEL_NAME(read_octets)(&d->octets, block->begin, at);
    if (block->is_small) {
        locus_put(d->out, block->begin, (size_t)(at - block->begin));
        return block->begin;
    }
    d->out->len += (size_t)(at - block->begin);
    return block->begin = at;
}

/* With `exact`: classifies octets that begin at `offset` in the text, without output. */
static __attribute__((noinline, cold)) unsigned char *
hand_over_exact(struct block *block, unsigned char *at, size_t offset)
{
    struct decoding *const d = block->d;

    d->octets.found = 0;
    d->octets.first = NULL;
    KERNEL_NAME(read_octets)(&d->octets, block->begin, at);
    if (d->octets.found)
        found(d, d->octets.found, offset + (size_t)(d->octets.first - block->begin));
    return block->begin;
}

/* Appends literal bytes, of which there may be more than the block has room for. */
static __attribute__((noinline)) unsigned char *
put_long(struct block *block, unsigned char *at, const unsigned char *begin,
         const unsigned char *end)
{
    struct decoding *const d = block->d;

    while (begin < end) {
        const size_t room = (size_t)(block->end - at);
        const size_t left = (size_t)(end - begin);
        const size_t n = left < room ? left : room;

        memcpy(at, begin, n);
        at += n;
        if (d->exact)
            at = hand_over_exact(block, at, (size_t)(begin - d->text));
        else if (at == block->end)
            at = hand_over(block, at);
        begin += n;
    }
    return at;
}

/* Appends the literal bytes between two percent-encodings. `has_room`: the rest of the text
   fits into the block. */
static ALWAYS_INLINE unsigned char *
put_literal(struct block *block, unsigned char *at, const unsigned char *begin,
            const unsigned char *end, const unsigned char *text_end, int has_room)
{
    const size_t n = (size_t)(end - begin);

    if (!has_room)
        return put_long(block, at, begin, end);
    if (n <= WIDE && text_end - begin >= WIDE)
        memcpy(at, begin, WIDE);
    else if (n > 0)
        memcpy(at, begin, n);
    return at + n;
}

static ALWAYS_INLINE unsigned char *
put_octet(struct block *block, unsigned char *at, unsigned char octet, int has_room)
{
    if (!has_room && at == block->end)
        at = hand_over(block, at);
    *at = octet;
    return at + 1;
}

/* An octet that was percent-encoded, and may be a delimiter of the component. */
static __attribute__((noinline)) void check_delimiter(struct decoding *d, unsigned char octet,
                                                      size_t offset)
{
    if (!locus_is_delimiter(&d->delimiters, octet))
        return;
    found(d, LOCUS_FOUND_DELIMITER, offset);
    if (d->refused & LOCUS_FOUND_DELIMITER)
        fail(d, LOCUS_ERROR_HIDDEN, offset);
}

/* With `exact`: classifies an octet that was not literal. */
static unsigned char *check_octet(struct block *block, unsigned char *at, size_t offset,
                                  int is_encoded)
{
    struct decoding *const d = block->d;

    at = hand_over_exact(block, at, offset);
    if (is_encoded && d->found & d->refused)
        fail(d, LOCUS_ERROR_HIDDEN, offset);
    return at;
}

#ifdef LENS_OCTETS
/* An octet of these 64 bytes may be a delimiter. Only the first delimiter counts. */
static __attribute__((noinline)) void check_delimiters(struct decoding *d,
                                                       const unsigned char *text,
                                                       uint64_t octets)
{
    for (; octets && !(d->found & LOCUS_FOUND_DELIMITER); octets &= octets - 1) {
        const unsigned char *const percent = text + first_bit(octets);

        check_delimiter(d, hex_octet(percent + 1), (size_t)(percent - d->text));
    }
}

/* lens_decode() where the block has room for the rest of the text, but not for more. */
static __attribute__((noinline, cold)) unsigned char *
put_tightly(unsigned char *at, const unsigned char *text, size_t skipped,
            const struct octets *octets, const uint8_t set[2][16], uint64_t *outside)
{
    unsigned char decoded[DECODE_WRITES];
    const size_t len = (size_t)(lens_decode(decoded, text, skipped, octets, set, outside)
                                - decoded);

    memcpy(at, decoded, len);
    return at + len;
}

/* Appends the run at `*p`, with its percent-encoded octets decoded, and moves `*p` to its end.
   The block has room for the rest of the text. */
static ALWAYS_INLINE unsigned char *
put_run(struct block *block, const struct locus_delimiters *delimiters, unsigned char *at,
        const struct runs *runs, unsigned class, const unsigned char **p,
        const unsigned char *pe)
{
    struct decoding *const d = block->d;
    const unsigned char *from = *p;
    struct octets octets;

    do {
        unsigned char copy[DECODE_READS];
        const unsigned char *text;
        uint64_t outside;
        size_t skipped = 0;

        octets = lens_octets(runs, class, from, pe);
        if (octets.begin == 0) {
            /* With a constant length, the next look need not wait for this one. */
            if (octets.len == 64) {
                memcpy(at, from, 64);
                at += 64;
                from += 64;
            } else {
                at = put_literal(block, at, from, from + octets.len, pe, 1);
                from += octets.len;
            }
            continue;
        }
        text = from;
        if (pe - d->text < DECODE_READS) {
            text = lens_copy(copy, from, octets.len);
        } else if (pe - from < DECODE_READS) {
            text = pe - DECODE_READS;
            skipped = (size_t)(from - text);
        }
        at = block->end - at < DECODE_WRITES
                 ? put_tightly(at, text, skipped, &octets, delimiters->set, &outside)
                 : lens_decode(at, text, skipped, &octets, delimiters->set, &outside);
        if (__builtin_expect(outside != 0, 0))
            check_delimiters(d, from, outside);
        from += octets.len;
    } while (octets.may_go_on);
    *p = from;
    return at;
}

/* RUN() and RUN_FROM(). If the block has room, the run is also copied, with its octets
   decoded. */
#define DECODE_RUN(state) \
    if (has_room && run_class[state]) { \
        p++; \
        at = put_literal(block, at, begin, p, pe, 1); \
        at = put_run(block, &delimiters, at, &runs, run_class[state] - 1u, &p, pe); \
        begin = p--; \
    } else { \
        RUN(state) \
    }

#define DECODE_RUN_FROM(state) \
    if (has_room) { \
        at = put_run(block, &delimiters, at, &runs, run_class[state] - 1u, &p, pe); \
        begin = p; \
    } else { \
        RUN_FROM(state); \
    }
#else
#define DECODE_RUN(state) RUN(state)
#define DECODE_RUN_FROM(state) RUN_FROM(state);
#endif

%%{
machine decode;

action run              { DECODE_RUN(ftargs) }
action likely           { LIKELY(ftargs) }

# A "%" that begins a percent-encoding or is stray.
action percent {
    percent = p;
}

# On the second of the two digits after the last "%".
action octet {
    const unsigned char octet = hex_octet(percent + 1);

    at = put_literal(block, at, begin, percent, pe, has_room);
    at = put_octet(block, at, octet, has_room);
    begin = p + 1;
    if (may_be_delimiter(&delimiters, octet))
        check_delimiter(d, octet, (size_t)(percent - d->text));
    if (!has_room && d->exact)
        at = check_octet(block, at, (size_t)(percent - d->text), 1);
}

# The last "%" is stray. This event is on the first byte that is not a digit, before the
# other events of that byte, or at the end.
action stray {
    if (!d->keep)
        fail(d, LOCUS_ERROR_PERCENT, (size_t)(percent - d->text));
}

# A "+" that means a space.
action plus {
    at = put_literal(block, at, begin, p, pe, has_room);
    at = put_octet(block, at, ' ', has_room);
    begin = p + 1;
    if (!has_room && d->exact)
        at = check_octet(block, at, (size_t)(p - d->text), 0);
}

include decode "coding/decode.rl";
write data noerror;
}%%

static ALWAYS_INLINE void decode(struct block *block, const int has_room)
{
    static const int entries[] = {
        [DECODE_TEXT] = decode_en_text,
        [DECODE_QUERY] = decode_en_query,
        [DECODE_HOST] = decode_en_host,
    };
    struct decoding *const d = block->d;
    const struct locus_delimiters delimiters = d->delimiters;
    const unsigned char *p = d->text;
    const unsigned char *const pe = d->end;
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    const unsigned char *percent = p;
    unsigned char *at = block->begin;
    int cs = entries[d->as];
    LENS_BEGIN(decode)

    if (cs == decode_en_text) {
        DECODE_RUN_FROM(decode_en_text)
    } else if (cs == decode_en_query) {
        DECODE_RUN_FROM(decode_en_query)
    }
    %% write exec;
    at = put_literal(block, at, begin, p, pe, has_room);
    if (has_room || !d->exact)
        hand_over(block, at);
    if (cs < decode_first_final)
        fail(d, LOCUS_ERROR_HOST, (size_t)(p - d->text));
}

static __attribute__((noinline, cold)) void decode_in_small(struct block *block)
{
    decode(block, 0);
}

ALL_HOT void KERNEL_NAME(decode_text)(struct decoding *d)
{
    const size_t len = (size_t)(d->end - d->text);
    struct locus_writer *const out = d->out;
    struct block block;

    block.d = d;
    block.is_small = d->exact || out->len > out->size || out->size - out->len < len;
    if (block.is_small) {
        block.begin = block.small;
        block.end = block.small + SMALL;
    } else {
        block.begin = len > 0 ? (unsigned char *)out->buf + out->len : block.small;
        block.end = len > 0 ? (unsigned char *)out->buf + out->size : block.small;
    }
    if (block.is_small)
        decode_in_small(&block);
    else
        decode(&block, 1);
}
