/* SPDX-License-Identifier: MIT
 *
 * The contexts LOCUS_JSON and LOCUS_JSON_RAW, once for each kernel: URLs in JSON
 * strings. The machine json-colon finds a ":" that may end a scheme; from where the
 * scheme begins, json-string says what the text stands for, and reader.c reads that.
 */
#include <string.h>

#include "kernel.h"
#include "lens.h"
#include "reader.h"
#include "scheme.h"

/* A character takes up to six bytes of JSON outside of the pairs of surrogates,
   which no scheme has. */
enum {
    CHARACTER = 6,
    AHEAD = 2 * CHARACTER,                 /* the longest "//" */
    SPELLED = CHARACTER * (LOCUS_MAX_SCHEME + 2),
    /* with the control sequence before it, of which seldom more than ESC is escaped */
    SPELLED_WORDS = SPELLED + CHARACTER * MAX_SEQUENCE_BEFORE / 2
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

/* Where the word begins that ends before window[end], of which a byte may be escaped. */
static size_t spelled_begin(const struct locus_scan *scan, const unsigned char *window,
                            size_t end)
{
    const size_t escaped = scan->internal.escaped;
    const size_t floor = scan->internal.floor;
    const size_t begin = word_begin(scan, window, escaped > floor ? escaped : floor, end);

    return escaped > floor && begin == escaped ? scan->internal.begin : begin;
}

/* Whether a control sequence begins window[begin..end), decoded, and all that follows it
   may be of a scheme. -1 if the sequence does not end there. */
static int follows_sequence(const struct locus_scan *scan, const unsigned char *window,
                            size_t begin, size_t end)
{
    char text[SPELLED_WORDS];
    int64_t n;
    size_t len;
    int passed_over;

    if (end - begin > sizeof text
        || locus_unwrap(text, sizeof text, &len, (const char *)window + begin, end - begin,
                        LOCUS_JSON_RAW) != 0)
        return 0;
    n = locus_control_sequence((const unsigned char *)text, len, &passed_over);
    if (n < 0)
        return len < MAX_SEQUENCE_BEFORE ? -1 : 0;
    for (size_t i = (size_t)n; i < len; i++)
        if (!is_scheme_byte(scan, (unsigned char)text[i]))
            return 0;
    return n > 0;
}

/* ESC or CSI, window[begin..end), with which a control sequence may begin. Words with
   sequences between them may be a scheme. */
static void note_control(struct locus_scan *scan, const unsigned char *window,
                         size_t begin, size_t end)
{
    const size_t sequence = scan->internal.sequence;

    if (!scan->internal.has_sequence || sequence < scan->internal.previous
        || follows_sequence(scan, window, sequence, begin) != 1)
        scan->internal.words = spelled_begin(scan, window, begin);
    scan->internal.has_sequence = 1;
    scan->internal.sequence = begin;
    scan->internal.floor = end;
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
#define CONTROL      note_control(scan, window, BEHIND - CHARACTER, BEHIND);
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

/* So much of a string is decoded at first: as long as a grammar is waited for in vain
   (UNDECIDED). If that is done again, it is more, so that each escape is decoded twice
   at most, however often it stands in what may be a URL. */
enum { DECODED_FIRST = UNDECIDED + 16, DECODED = 2 * UNDECIDED };

/* A part of a string, decoded. */
struct string {
    const unsigned char *window;
    const unsigned char *at;       /* what follows */
    uint32_t state;                /* of json-string */
    uint32_t value;                /* of the escape being read */
    uint32_t mark;                 /* STRING_END, if it ended there */
    uint8_t  escaped;              /* an escape is being read */
    uint8_t  prose;                /* the context is read as a person reads */
    uint8_t  ended;                /* no URL goes on after this */
    size_t   begin;                /* the place of bytes[0] */
    size_t   at_byte;              /* of the URL that was read last: its first byte */
    size_t   len;
    uint16_t places[DECODED + 1];  /* of the bytes, from `begin` on */
    unsigned char bytes[DECODED];
};

static inline void append_text(struct string *string, const unsigned char *text,
                               size_t len)
{
    const size_t place = (size_t)(text - string->window) - string->begin;
    unsigned char *const bytes = string->bytes + string->len;
    uint16_t *const places = string->places + string->len;

    for (size_t i = 0; i < len; i++) {
        bytes[i] = text[i];
        places[i] = (uint16_t)(place + i);
    }
    places[len] = (uint16_t)(place + len);
    string->len += len;
}

/* A character whose escape ends before `end`. */
static inline void append_character(struct string *string, uint32_t code,
                                    const unsigned char *end)
{
    if (code < 0x80) {
        string->bytes[string->len++] = (unsigned char)code;
    } else {
        char character[4];
        const size_t len = locus_utf8(character, code);

        memcpy(string->bytes + string->len, character, len);
        for (size_t i = 1; i < len; i++)
            string->places[string->len + i] = NO_PLACE;
        string->len += len;
    }
    string->places[string->len] =
        (uint16_t)((size_t)(end - string->window) - string->begin);
}

#undef MACHINE
#define MACHINE(name) \
    static void match_##name(struct string *string, \
                             const unsigned char *const pe)

#undef MACHINE_BEGIN
#define MACHINE_BEGIN(name) \
    const unsigned char *p = string->at; \
    const unsigned char *piece = p; \
    uint32_t value = string->value; \
    int escaped = string->escaped; \
    int cs = string->state ? (int)string->state : name##_start; \
    LENS_BEGIN(name)

/* A byte that no string has ends the URL; a quotation mark ends the string. */
#undef MACHINE_END
#define MACHINE_END \
    if (!escaped && p != piece) \
        append_text(string, piece, (size_t)(p - piece)); \
    if (cs == 0) { \
        string->ended = 1; \
        string->mark = !escaped && *p == '"' ? STRING_END : 0; \
    } \
stop: \
    string->at = p; \
    string->state = (uint32_t)cs; \
    string->value = value; \
    string->escaped = (uint8_t)escaped;

#define ESCAPE \
    if (p != piece) \
        append_text(string, piece, (size_t)(p - piece)); \
    escaped = 1;
#define HEX         value = value << 4 | hex_value(*p);
#define CODE_UNIT   (value & 0xffff)
#define CODE_PAIR   surrogates(value)
/* U+0022 ends every URL. In prose it may be a partner, alone or after "\\". */
#define QUOTATION \
    string->ended = 1; \
    p++; \
    if (string->prose) \
        append_character(string, '"', p); \
    goto stop;
#define CODE(code) \
    append_character(string, code, p + 1); \
    escaped = 0; \
    piece = p + 1;

#include "runs/json-string.h"

#include "json-string.h"

/* Decodes window[start..), as much as there is room for. */
static void decode(struct string *string, const unsigned char *window, size_t start,
                   size_t len)
{
    const unsigned char *const end = window + len;
    const size_t most = string->window == window ? DECODED : DECODED_FIRST;

    string->window = window;
    string->at = window + start;
    string->state = 0;
    string->mark = 0;
    string->escaped = string->ended = 0;
    string->begin = start;
    string->at_byte = 0;
    string->len = 0;
    string->places[0] = 0;
    while (!string->ended && string->at != end) {
        const size_t rest = (size_t)(end - string->at);
        /* The characters of an escape are fewer than its bytes, but it may have begun
           in the bytes before. */
        const size_t room = less(most - string->len, 4);

        if (room == 0)
            break;
        match_json_string(string, string->at + (rest < room ? rest : room));
    }
}

/* The number of the byte at window[start], if it was decoded and enough after it was,
   too; else it is decoded. */
static size_t decoded_at(struct string *string, const unsigned char *window,
                         size_t start, size_t len)
{
    if (string->window == window && start >= string->begin) {
        size_t n = string->at_byte;

        while (n < string->len
               && (string->places[n] == NO_PLACE
                   || string->begin + string->places[n] < start))
            n++;
        if (n < string->len && string->begin + string->places[n] == start
            && (string->ended || string->len - n >= UNDECIDED)) {
            string->at_byte = n;
            return n;
        }
    }
    decode(string, window, start, len);
    return 0;
}

static void cut_at_character(struct locus_read_piece *piece)
{
    while (piece->places[piece->len] == NO_PLACE)
        piece->len--;
    piece->end = piece->origin + piece->places[piece->len];
}

/* The control sequence at bytes[*at]. Returns 1 if it is passed over, with *at after it,
   0 if not, -1 if more has to be decoded to tell. */
static int pass_over(const struct string *string, size_t *at)
{
    const size_t rest = string->len - *at;
    int passed_over;
    const int64_t len = locus_control_sequence(string->bytes + *at,
                                               rest < MAX_SEQUENCE ? rest : MAX_SEQUENCE,
                                               &passed_over);

    if (len < 0)
        return rest < MAX_SEQUENCE ? -1 : 0;
    *at += (size_t)len;
    return len > 0 && passed_over;
}

/* Reads the URL at `start` on. Returns 1 when it has ended, 0 when it may go
   on after the window. */
static int read_url(struct locus_scan *scan, struct string *string,
                    const unsigned char *window, size_t len, int end)
{
    const struct locus_before before = what_is_before(scan, window);

    if (is_read(scan))
        return 1;
    for (;;) {
        const size_t n = decoded_at(string, window, scan->internal.read, len);
        const size_t rest = string->len - n;
        const int is_last = string->ended || (end && string->at == window + len);
        struct locus_read_piece piece = {
            .text = string->bytes + n, .len = rest, .begin = scan->internal.fed,
            .places = string->places + n, .origin = string->begin
        };
        enum locus_read result = LOCUS_READ_ON;
        size_t read;
        int passed_over;

        piece.is_last = is_last;
        piece.may_wait = scan->internal.phase == LOCUS_SCAN_READING;
        if (!is_last && is_prose(scan) && rest > 0)
            piece.len = whole_marks(piece.text, rest);
        cut_at_character(&piece);
        if (piece.len > 0)
            result = KERNEL_NAME(read)(scan, &piece, &before, &read);
        if (result == LOCUS_READ_AHEAD && string->at != window + len) {
            /* What is to be read ahead is in the next part. */
            piece.len = whole_marks(piece.text, piece.len - LOOK_AHEAD);
            piece.may_wait = 0;
            cut_at_character(&piece);
            result = KERNEL_NAME(read)(scan, &piece, &before, &read);
        }
        switch (result) {
        case LOCUS_READ_ENDED:
            while (piece.places[read] == NO_PLACE)
                read++;
            scan->internal.read = piece.origin + piece.places[read];
            return 1;
        case LOCUS_READ_ON:
            if (piece.len > 0)
                scan->internal.read = scan->internal.fed = piece.end;
            if (is_last) {
                KERNEL_NAME(read_end)(scan, scan->internal.fed, string->mark, &before);
                return 1;
            }
            if (piece.len > 0)
                continue;
            break;
        case LOCUS_READ_AHEAD:
            break;
        case LOCUS_READ_ESCAPE:
            read += n;
            scan->internal.read = string->begin + string->places[read];
            /* It may stand directly after another. */
            if (read > n)
                scan->internal.fed = scan->internal.read;
            passed_over = pass_over(string, &read);
            if (passed_over == 0 || (passed_over < 0 && is_last)) {
                KERNEL_NAME(read_end)(scan, scan->internal.fed, 0, &before);
                return 1;
            }
            if (passed_over == 1)
                scan->internal.read = string->begin + string->places[read];
            else if (string->at == window + len)
                break;
            continue;
        }
        KERNEL_NAME(read_later)(scan, &before);
        return 0;
    }
}

/* Where the URL begins whose scheme stands in window[begin..) before the ":", and not as
   it is written there; the ":" itself if none does. */
static size_t spelled_start(const struct locus_scan *scan, const char *window,
                            size_t begin, int slashes, int path)
{
    const size_t colon = scan->internal.colon;
    struct locus_unwrapping pieces;
    char word[SPELLED_WORDS + LOCUS_MAX_SCHEME + 1];
    size_t len, start;

    locus_unwrap(word, sizeof word, &len, window + begin, colon - begin,
                 LOCUS_JSON_RAW);
    start = url_start(scan, word, 0, len, slashes, path);
    if (start == len)
        return colon;
    locus_unwrap_begin(&pieces, window + begin, colon - begin, LOCUS_JSON_RAW);
    for (;;) {
        const size_t at = (size_t)(pieces.internal.at - window);

        locus_unwrap_next(&pieces);
        if (start < pieces.len)
            return at + start;
        start -= pieces.len;
    }
}

/* Of the words and sequences before `end` no more is looked at than a scheme may have:
   nor kept. They may then begin inside of an escape, so far before the scheme that no
   byte of that counts. */
static void keep_words(struct locus_scan *scan, size_t end)
{
    const size_t least = less(end, SPELLED_WORDS);

    if (scan->internal.words < least)
        scan->internal.words = least;
}

/* Where the URL begins whose scheme ends before the ":"; the ":" itself if none
   does. */
static size_t json_start(struct locus_scan *scan, const char *window,
                         int slashes, int path)
{
    const size_t escaped = scan->internal.escaped;
    const size_t colon = scan->internal.colon;
    size_t floor = scan->internal.colon_floor;

    if (scan->internal.has_sequence) {
        int follows = 0;

        keep_words(scan, colon);
        if (scan->internal.sequence >= scan->internal.previous
            && scan->internal.sequence >= scan->internal.words)
            follows = follows_sequence(scan, (const unsigned char *)window,
                                       scan->internal.sequence, colon);
        scan->internal.has_sequence = follows < 0;
        if (follows)
            return spelled_start(scan, window, scan->internal.words, slashes, path);
    }
    if (escaped > floor) {
        if (word_begin(scan, (const unsigned char *)window, escaped, colon)
            == escaped)
            return spelled_start(scan, window, scan->internal.begin, slashes, path);
        floor = escaped;
    }
    return url_start(scan, window, floor, colon, slashes, path);
}

/* How many "/" text[0..len) begins with, but no more than two. */
static int slashes_at(const char *text, size_t len)
{
    struct locus_unwrapping pieces;
    int count = 0;

    locus_unwrap_begin(&pieces, text, len < AHEAD ? len : AHEAD, LOCUS_JSON_RAW);
    while (locus_unwrap_next(&pieces) == 1)
        for (size_t i = 0; i < pieces.len; i++)
            if (pieces.text[i] != '/' || ++count == 2)
                return count;
    return count;
}

static void begin_url(struct locus_scan *scan, const unsigned char *window,
                      size_t start, int slashes)
{
    struct locus_before before;

    scan->internal.phase = LOCUS_SCAN_READING;
    scan->internal.start = start;
    scan->internal.read = scan->internal.fed = start;
    scan->internal.has_sequence = 0;
    before = what_is_before(scan, window);
    KERNEL_NAME(read_begin)(scan, &before, slashes);
}

/* What prose needs of the bytes before a place. */
static size_t kept_before(const struct locus_scan *scan, size_t at)
{
    return is_prose(scan) ? less(at, OPENED_LENGTH) : at;
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
    scan->internal.fed = less(scan->internal.fed, drop);
    if (scan->internal.sequence < drop)
        scan->internal.has_sequence = 0;
    scan->internal.words = less(scan->internal.words, drop);
    scan->internal.sequence = less(scan->internal.sequence, drop);
    scan->internal.previous = less(scan->internal.previous, drop);
    scan->internal.unpaired = less(scan->internal.unpaired, drop);
    scan->internal.url.agreed = less(scan->internal.url.agreed, drop);
    return 0;
}

/* Nothing was found up to `at`. Of what stands before, a scheme is needed, with
   its ":", a "/" and the beginning of an escape after it. */
static int search_on(struct locus_scan *scan, const unsigned char *window)
{
    const size_t after = 3 * CHARACTER;
    size_t keep = less(scan->internal.at, after);

    keep = word_begin(scan, window, 0, keep);
    if (scan->internal.escaped >= keep && scan->internal.begin < keep)
        keep = scan->internal.begin;
    if (scan->internal.has_sequence) {
        keep_words(scan, less(scan->internal.at, after));
        if (scan->internal.words < keep)
            keep = scan->internal.words;
    }
    return need_more(scan, kept_before(scan, keep));
}

int KERNEL_NAME(scan_json)(struct locus_scan *scan, const char *window,
                           size_t len, int end, struct locus_found *found)
{
    const unsigned char *bytes = (const unsigned char *)window;
    struct string string;

    string.window = NULL;
    string.prose = (uint8_t)is_prose(scan);
    for (;;) {
        enum stop stop = STOP_COLON;
        int slashes = 2;
        size_t start;

        if (scan->internal.phase == LOCUS_SCAN_READING) {
            if (!read_url(scan, &string, bytes, len, end))
                return need_more(scan, kept_before(scan, scan->internal.start));
            scan->internal.phase = LOCUS_SCAN_SEARCHING;
            if (read_result(scan) > scan->internal.at) {
                found->off = scan->internal.start;
                found->len = scan->internal.url.agreed - found->off;
                found->url_len = scan->internal.url.decoded_agreed;
                found->offset = scan->base + found->off;
                scan->internal.at = scan->internal.floor = scan->internal.previous
                                  = scan->internal.url.agreed;
                scan->internal.search_state = 0;
                return 1;
            }
        } else if (scan->internal.phase == LOCUS_SCAN_SKIPPING) {
            if (!read_url(scan, &string, bytes, len, end))
                return need_more(scan, scan->internal.read);
            scan->internal.phase = LOCUS_SCAN_SEARCHING;
            scan->internal.at = scan->internal.floor = scan->internal.previous
                              = scan->internal.read;
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
            slashes = slashes_at(window + scan->internal.at, len - scan->internal.at);
            if (slashes == 2)
                continue;
        }
        start = json_start(scan, window, stop == STOP_SLASHES, slashes > 0);
        if (start < scan->internal.colon)
            begin_url(scan, bytes, start, stop == STOP_SLASHES);
    }
}
