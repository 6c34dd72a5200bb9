/* SPDX-License-Identifier: MIT
 *
 * The context LOCUS_JSON, once for each kernel: URLs in JSON strings. The
 * machine json-colon finds a ":" that may end a scheme; from where the scheme
 * begins, json-string says what the text stands for, and the grammar reads that.
 */
#include <string.h>

#include "kernel.h"
#include "lens.h"
#include "scheme.h"

/* What json-string reads ahead of the grammar at first, so that what is read in
   vain stays in proportion to what is found. */
enum { FIRST_BLOCK = 64, LAST_BLOCK = 1 << 20 };

/* A character takes up to six bytes of JSON outside of the pairs of surrogates,
   which no scheme has. */
enum {
    CHARACTER = 6,
    AHEAD = 2 * CHARACTER,                 /* the longest "//" */
    SPELLED = CHARACTER * (LOCUS_MAX_SCHEME + 2)
};

/* Where json-colon stopped. */
enum stop {
    STOP_END,                              /* of the window */
    STOP_COLON,
    STOP_SLASHES
};

/* The beginning of the bytes of a scheme that end before window[end] and are
   not escaped, of one more than a scheme may have at most. */
static size_t word_begin(const struct locus_scan *scan,
                         const unsigned char *window, size_t floor,
                         size_t end)
{
    size_t word = end;

    while (word > floor && end - word <= LOCUS_MAX_SCHEME
           && is_scheme_byte(scan, window[word - 1]))
        word--;
    return word;
}

/* A byte of a scheme was escaped, and its six bytes end before window[end]. Of a
   long word the end is kept, wherever it begins: in so many bytes are more
   characters than a scheme may have. */
static void note_letter(struct locus_scan *scan, const unsigned char *window,
                        size_t end)
{
    const size_t escaped = scan->internal.escaped;
    const size_t floor = scan->internal.floor;
    size_t begin = word_begin(scan, window, escaped > floor ? escaped : floor,
                              end - CHARACTER);

    if (escaped > floor && begin == escaped)
        begin = scan->internal.begin;
    scan->internal.begin = end - begin < SPELLED ? begin : end - SPELLED;
    scan->internal.escaped = end;
}

/* A ":" in window[begin..end). Returns whether it may end a scheme without
   "//". */
static int note_colon(struct locus_scan *scan, const unsigned char *window,
                      size_t begin, size_t end)
{
    const size_t floor = scan->internal.floor;

    scan->internal.colon = begin;
    scan->internal.colon_floor = floor;
    scan->internal.floor = end;
    switch ((enum bare)scan->internal.bare) {
    case BARE_NONE:
        return 0;
    case BARE_LETTERS:
    case BARE_LETTER:
        return begin == scan->internal.escaped
            || (begin > floor && is_letter(window[begin - 1]));
    case BARE_ANY:
        break;
    }
    return 1;
}

#define MACHINE(name) \
    static enum stop match_##name(struct locus_scan *scan, \
                                  const unsigned char *window, size_t len)

#define MACHINE_BEGIN(name) \
    const unsigned char *p = window + scan->internal.at; \
    const unsigned char *const pe = window + len; \
    int cs = scan->internal.search_state ? (int)scan->internal.search_state \
                                         : name##_start; \
    enum stop stopped = STOP_END; \
    LENS_BEGIN(name)

#define MACHINE_END \
stop: \
    scan->internal.at = (size_t)(p - window); \
    scan->internal.search_state = (uint32_t)cs; \
    return stopped;

#define ACCEPT
#define BEHIND       ((size_t)(p + 1 - window))
#define LETTER       note_letter(scan, window, BEHIND);
#define ESCAPED      scan->internal.floor = BEHIND;
#define STOP(why, state) { \
    stopped = (why); \
    p++; \
    cs = (int)(state); \
    goto stop; \
}
#define SLASHES(state) STOP(STOP_SLASHES, state)
#define COLON(bytes, state) \
    if (note_colon(scan, window, BEHIND - (bytes), BEHIND)) \
        STOP(STOP_COLON, state)

#include "runs/json-colon.h"

#include "json-colon.h"

/* What json-string reads, and the grammar beside it. */
struct reader {
    const unsigned char *at;
    const unsigned char *last;             /* the grammar accepts it up to
                                              here, */
    size_t   decoded_last;                 /* so many bytes decoded, */
    size_t   decoded;                      /* and has read so many */
    uint32_t state;                        /* of the grammar's machine */
    uint32_t string_state;                 /* of json-string */
    uint32_t value;                        /* of the escape being read */
    uint8_t  escaped;                      /* there is one */
    uint8_t  grammar;
    uint8_t  ended;
};

/* Gives a piece to the grammar: bytes of the text itself, or the one character
   that ends before text `behind`. */
static void feed(struct reader *reader, const unsigned char *piece, size_t len,
                 const unsigned char *behind)
{
    const int bounded = is_bounded(reader->grammar);
    struct locus_match match = { .at = piece, .state = reader->state };
    const unsigned char *const end = piece + len;

    while (match.at != end && !reader->ended) {
        const unsigned char *const from = match.at;
        const size_t undecided = reader->decoded - reader->decoded_last;
        size_t block = (size_t)(end - from);

        if (bounded && block > UNDECIDED - undecided)
            block = UNDECIDED - undecided;
        match.last = from;
        reader->ended = !KERNEL_NAME(match)(&match, from + block,
                                            reader->grammar);
        if (match.last != from && (!behind || match.last == end)) {
            reader->last = behind ? behind : match.last;
            reader->decoded_last = reader->decoded
                                 + (size_t)(match.last - from);
        }
        reader->decoded += (size_t)(match.at - from);
        if (bounded && reader->decoded - reader->decoded_last == UNDECIDED)
            reader->ended = 1;
    }
    reader->state = match.state;
    reader->at = behind ? behind : match.at;
}

static void feed_character(struct reader *reader, uint32_t code,
                           const unsigned char *behind)
{
    char character[4];
    const size_t len = locus_utf8(character, code);

    feed(reader, (const unsigned char *)character, len, behind);
}

#undef MACHINE
#define MACHINE(name) \
    static void match_##name(struct reader *reader, \
                             const unsigned char *const pe)

#undef MACHINE_BEGIN
#define MACHINE_BEGIN(name) \
    const unsigned char *p = reader->at; \
    const unsigned char *piece = p; \
    uint32_t value = reader->value; \
    int escaped = reader->escaped; \
    int cs = reader->string_state ? (int)reader->string_state \
                                  : name##_start; \
    LENS_BEGIN(name)

#undef MACHINE_END
#define MACHINE_END \
    reader->at = p; \
    if (!escaped && p != piece) \
        feed(reader, piece, (size_t)(p - piece), NULL); \
    if (cs == 0) \
        reader->ended = 1; \
stop: \
    reader->string_state = (uint32_t)cs; \
    reader->value = value; \
    reader->escaped = (uint8_t)escaped;

#define ESCAPE \
    if (p != piece) { \
        feed(reader, piece, (size_t)(p - piece), NULL); \
        if (reader->ended) \
            goto stop; \
    } \
    escaped = 1;
#define HEX         value = value << 4 | hex_value(*p);
#define CODE_UNIT   (value & 0xffff)
#define CODE_PAIR   surrogates(value)
#define QUOTATION \
    reader->at = p + 1; \
    reader->ended = 1; \
    goto stop;
#define CODE(code) \
    feed_character(reader, code, p + 1); \
    if (reader->ended) \
        goto stop; \
    escaped = 0; \
    piece = p + 1;

#include "runs/json-string.h"

#include "json-string.h"

/* Reads the URL at `start` on. Returns 1 when it has ended, 0 when it may go
   on behind the window. */
static int read_url(struct locus_scan *scan, const unsigned char *window,
                    size_t len, int end)
{
    struct reader reader = {
        .at = window + scan->internal.read,
        .last = window + scan->internal.last,
        .decoded_last = scan->internal.decoded_last,
        .decoded = scan->internal.decoded,
        .state = scan->internal.state,
        .string_state = scan->internal.string_state,
        .value = scan->internal.value,
        .escaped = scan->internal.escaping,
        .grammar = scan->internal.grammar,
    };

    while (!reader.ended && reader.at != window + len) {
        size_t block = (size_t)(window + len - reader.at);

        if (block > scan->internal.block)
            block = scan->internal.block;
        match_json_string(&reader, reader.at + block);
        if (scan->internal.block < LAST_BLOCK)
            scan->internal.block *= 2;
    }
    scan->internal.read = (size_t)(reader.at - window);
    scan->internal.last = (size_t)(reader.last - window);
    scan->internal.decoded_last = reader.decoded_last;
    scan->internal.decoded = reader.decoded;
    scan->internal.state = reader.state;
    scan->internal.string_state = reader.string_state;
    scan->internal.value = reader.value;
    scan->internal.escaping = reader.escaped;
    return reader.ended || end;
}

/* Where the URL begins whose scheme ends before the ":" and has escaped bytes;
   the ":" itself if none does. */
static size_t spelled_start(const struct locus_scan *scan, const char *window,
                            int slashes)
{
    const size_t colon = scan->internal.colon;
    const size_t begin = scan->internal.begin;
    struct locus_unwrapping pieces;
    char word[SPELLED + LOCUS_MAX_SCHEME + 1];
    size_t len, start;

    locus_unwrap(word, sizeof word, &len, window + begin, colon - begin,
                 LOCUS_JSON);
    start = url_start(scan, word, 0, len, slashes);
    if (start == len)
        return colon;
    locus_unwrap_begin(&pieces, window + begin, colon - begin, LOCUS_JSON);
    for (;;) {
        const size_t at = (size_t)(pieces.internal.at - window);

        locus_unwrap_next(&pieces);
        if (start < pieces.len)
            return at + start;
        start -= pieces.len;
    }
}

/* Where the URL begins whose scheme ends before the ":"; the ":" itself if none
   does. */
static size_t json_start(const struct locus_scan *scan, const char *window,
                         int slashes)
{
    const size_t escaped = scan->internal.escaped;
    const size_t colon = scan->internal.colon;
    size_t floor = scan->internal.colon_floor;

    if (escaped > floor) {
        if (word_begin(scan, (const unsigned char *)window, escaped, colon)
            == escaped)
            return spelled_start(scan, window, slashes);
        floor = escaped;
    }
    return url_start(scan, window, floor, colon, slashes);
}

/* Whether text[0..len) begins with "//". */
static int is_slashes(const char *text, size_t len)
{
    struct locus_unwrapping pieces;
    size_t count = 0;

    locus_unwrap_begin(&pieces, text, len < AHEAD ? len : AHEAD, LOCUS_JSON);
    while (locus_unwrap_next(&pieces) == 1)
        for (size_t i = 0; i < pieces.len; i++)
            if (pieces.text[i] != '/')
                return 0;
            else if (++count == 2)
                return 1;
    return 0;
}

static void begin_url(struct locus_scan *scan, size_t start)
{
    scan->internal.phase = LOCUS_SCAN_READING;
    scan->internal.start = start;
    scan->internal.read = start;
    scan->internal.block = FIRST_BLOCK;
    scan->internal.last = start;
    scan->internal.decoded = scan->internal.decoded_last = 0;
    scan->internal.state = scan->internal.string_state = 0;
    scan->internal.escaping = 0;
}

static size_t less(size_t offset, size_t drop)
{
    return offset < drop ? 0 : offset - drop;
}

/* Ends a call with 0: window[0..drop) is done with. */
static int need_more(struct locus_scan *scan, size_t drop)
{
    scan->drop = drop;
    scan->base += drop;
    scan->internal.at = less(scan->internal.at, drop);
    scan->internal.floor = less(scan->internal.floor, drop);
    scan->internal.colon = less(scan->internal.colon, drop);
    scan->internal.colon_floor = less(scan->internal.colon_floor, drop);
    scan->internal.begin = less(scan->internal.begin, drop);
    scan->internal.escaped = less(scan->internal.escaped, drop);
    scan->internal.start = less(scan->internal.start, drop);
    scan->internal.read = less(scan->internal.read, drop);
    scan->internal.last = less(scan->internal.last, drop);
    return 0;
}

/* Nothing was found up to `at`. Of what stands before, a scheme is needed, with
   its ":", a "/" and the beginning of an escape behind it. */
static int search_on(struct locus_scan *scan, const unsigned char *window)
{
    const size_t behind = 3 * CHARACTER;
    size_t keep = less(scan->internal.at, behind);

    keep = word_begin(scan, window, 0, keep);
    if (scan->internal.escaped >= keep && scan->internal.begin < keep)
        keep = scan->internal.begin;
    return need_more(scan, keep);
}

int KERNEL_NAME(scan_json)(struct locus_scan *scan, const char *window,
                           size_t len, int end, struct locus_found *found)
{
    const unsigned char *bytes = (const unsigned char *)window;

    for (;;) {
        enum stop stop = STOP_COLON;
        size_t start;

        if (scan->internal.phase == LOCUS_SCAN_READING) {
            if (!read_url(scan, bytes, len, end))
                return need_more(scan, scan->internal.start);
            scan->internal.phase = LOCUS_SCAN_SEARCHING;
            if (scan->internal.last > scan->internal.at) {
                found->off = scan->internal.start;
                found->len = scan->internal.last - found->off;
                found->url_len = scan->internal.decoded_last;
                found->offset = scan->base + found->off;
                scan->internal.at = scan->internal.floor = scan->internal.last;
                scan->internal.search_state = 0;
                return 1;
            }
        } else if (scan->internal.phase == LOCUS_SCAN_SKIPPING) {
            if (!read_url(scan, bytes, len, end)) {
                scan->internal.read = scan->internal.last = len;
                return need_more(scan, len);
            }
            scan->internal.phase = LOCUS_SCAN_SEARCHING;
            scan->internal.at = scan->internal.floor = scan->internal.read;
            scan->skipped_to = scan->base + scan->internal.read;
            scan->internal.search_state = 0;
        }

        if (scan->internal.phase != LOCUS_SCAN_WAITING)
            stop = match_json_colon(scan, bytes, len);
        scan->internal.phase = LOCUS_SCAN_SEARCHING;
        if (stop == STOP_END)
            return end ? need_more(scan, len) : search_on(scan, bytes);
        if (stop == STOP_COLON) {
            if (len - scan->internal.at < AHEAD && !end) {
                scan->internal.phase = LOCUS_SCAN_WAITING;
                return search_on(scan, bytes);
            }
            if (is_slashes(window + scan->internal.at,
                           len - scan->internal.at))
                continue;
        }
        start = json_start(scan, window, stop == STOP_SLASHES);
        if (start < scan->internal.colon)
            begin_url(scan, start);
    }
}
