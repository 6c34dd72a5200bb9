/* SPDX-License-Identifier: MIT
 *
 * The contexts json and json_raw: URLs in JSON strings. The machine json-colon finds a ":"
 * that may end a scheme; json-decode.rl decodes the text from the beginning of the scheme.
 * Compiled once for each kernel.
 */
#include <string.h>

#include "contexts/json.h"
#include "runs/json-search-runs.h"

/* The maximum length in JSON of "//", of a scheme, and of a scheme after a control
   sequence, of which usually only the ESC is escaped. No scheme contains a
   surrogate pair. */
enum {
    AHEAD = 2 * CHARACTER,
    SPELLED = CHARACTER * (LOCUS_MAX_SCHEME + 2),
    SPELLED_WORDS = SPELLED + CHARACTER * MAX_SEQUENCE_BEFORE / 2
};

/* Why the machine json-colon stopped. */
enum stop {
    STOP_END,                              /* the end of the window */
    STOP_COLON,
    STOP_SLASHES
};

/* The beginning of the unescaped scheme bytes that end before window[end]. It examines
   at most one byte more than a scheme may have. */
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

/* Records an escaped byte of a scheme, whose six bytes end before `after`. Of a long word
   only the last SPELLED bytes are kept, which have more characters than the longest
   scheme. */
static void note_letter(struct locus_scan *scan, const unsigned char *window,
                        const unsigned char *after)
{
    const size_t end = (size_t)(after - window);
    const size_t escaped = scan->internal.of.json.escaped;
    const size_t floor = scan->internal.floor;
    size_t begin = word_begin(scan, window, escaped > floor ? escaped : floor,
                              end - CHARACTER);

    if (escaped > floor && begin == escaped)
        begin = scan->internal.of.json.begin;
    scan->internal.of.json.begin = end - begin < SPELLED ? begin : end - SPELLED;
    scan->internal.of.json.escaped = end;
}

/* The beginning of the word that ends before window[end] and may have escaped bytes. */
static size_t spelled_begin(const struct locus_scan *scan, const unsigned char *window,
                            size_t end)
{
    const size_t escaped = scan->internal.of.json.escaped;
    const size_t floor = scan->internal.floor;
    const size_t begin = word_begin(scan, window, escaped > floor ? escaped : floor, end);

    return escaped > floor && begin == escaped ? scan->internal.of.json.begin : begin;
}

/* Whether window[begin..end), decoded, consists of a control sequence and bytes that a
   scheme may contain. -1 if the sequence is not complete there. */
static int follows_sequence(const struct locus_scan *scan, const unsigned char *window,
                            size_t begin, size_t end)
{
    char word[SPELLED_WORDS];
    size_t len;
    const ptrdiff_t decoded = json_decoded(scan, begin, end, &len);
    const unsigned char *text = (const unsigned char *)word;
    int64_t n;
    int passed_over;

    if (decoded >= 0)
        text = scan->internal.of.json.string.bytes + decoded;
    else if (!KERNEL_NAME(json_decode_all)(word, sizeof word, &len, window + begin,
                                           end - begin))
        return 0;
    n = locus_control_sequence(text, len, &passed_over);
    if (n < 0)
        return len < MAX_SEQUENCE_BEFORE ? -1 : 0;
    for (size_t i = (size_t)n; i < len; i++)
        if (!is_scheme_byte(scan, text[i]))
            return 0;
    return n > 0;
}

/* Records an escaped ESC or CSI, which ends before `after` and with which a control sequence
   may begin. Words with sequences between them may form a scheme. */
static void note_control(struct locus_scan *scan, const unsigned char *window,
                         const unsigned char *after)
{
    const size_t end = (size_t)(after - window);
    const size_t begin = end - CHARACTER;
    const size_t sequence = scan->internal.of.json.sequence;

    if (!scan->internal.of.json.has_sequence || sequence < scan->internal.previous
        || follows_sequence(scan, window, sequence, begin) != 1)
        scan->internal.of.json.words = spelled_begin(scan, window, begin);
    scan->internal.of.json.has_sequence = 1;
    scan->internal.of.json.sequence = begin;
    scan->internal.floor = end;
}

/* Records a ":" of `len` bytes, which ends before `after`. Returns whether it may end a
   scheme that no "//" follows. */
static ALWAYS_INLINE int note_colon(struct locus_scan *scan, const unsigned char *window,
                                    size_t len, const unsigned char *after)
{
    const size_t floor = scan->internal.floor;
    const size_t end = (size_t)(after - window);
    const size_t begin = end - len;

    scan->internal.of.json.colon = begin;
    scan->internal.of.json.colon_floor = floor;
    scan->internal.floor = end;
    switch ((enum bare)scan->internal.bare) {
    case BARE_NONE:
        return 0;
    case BARE_LETTERS:
    case BARE_LETTER:
        return begin == scan->internal.of.json.escaped
            || (begin > floor && is_letter(window[begin - 1]));
    case BARE_ANY:
        break;
    }
    return 1;
}

%%{
machine json_colon;

action run              { RUN(ftargs) }
action accept           { }

action colon {
    if (note_colon(scan, window, 1, p + 1)) {
        stop = STOP_COLON;
        fbreak;
    }
}

action escaped_colon {
    if (note_colon(scan, window, CHARACTER, p + 1)) {
        stop = STOP_COLON;
        fbreak;
    }
}

# "//" directly after a ":".
action slashes          { stop = STOP_SLASHES; fbreak; }

# Escaped: a byte of a scheme; ESC or CSI; any other character.
action letter           { note_letter(scan, window, p + 1); }
action control          { note_control(scan, window, p + 1); }
action escaped          { scan->internal.floor = (size_t)(p + 1 - window); }

include json_colon "contexts/json-colon.rl";
write data noerror nofinal noentry;
}%%

/* Reads on until after the next ":" that may end a scheme. */
static enum stop find_colon(struct locus_scan *scan, const unsigned char *window, size_t len)
{
    const unsigned char *p = window + scan->internal.at;
    const unsigned char *const pe = window + len;
    int cs = scan->internal.of.json.state ? (int)scan->internal.of.json.state
                                          : json_colon_start;
    enum stop stop = STOP_END;
    LENS_BEGIN(json_colon)

    %% write exec;
    scan->internal.at = (size_t)(p - window);
    scan->internal.of.json.state = (uint32_t)cs;
    return stop;
}

/* Continues to decode until string->bytes has `least` bytes, or twice as many as were asked for
   last, so that the URLs that begin in what is decoded do not each decode it again. */
static void decode_on(struct locus_scan *scan, const struct locus_window *window, size_t least)
{
    struct locus_json_string *const string = window->string;

    if (least < 2 * string->most)
        least = 2 * string->most;
    string->most = least < DECODED ? least : DECODED;
    KERNEL_NAME(json_decode_on)(string, window->bytes, scan->internal.of.json.decoded_to,
                                window->len, string->most);
    scan->internal.of.json.decoded_to = (size_t)(string->at - window->bytes);
}

/* Decodes from window[begin] on. */
static __attribute__((noinline)) void decode_from(struct locus_scan *scan,
                                                  const struct locus_window *window,
                                                  size_t begin, size_t most)
{
    struct locus_json_string *const string = window->string;

    string->most = most < DECODED ? most : DECODED;
    KERNEL_NAME(json_decode)(string, window->bytes, begin, window->len, string->most);
    scan->internal.of.json.is_decoded = 1;
    scan->internal.of.json.decoded_to = (size_t)(string->at - window->bytes);
}

/* Makes room for `most` bytes from string->bytes[n] on, the byte at internal.read, and decodes
   them. What was decoded of the same URL before it is kept, because later URLs may begin there;
   then fewer bytes may be decoded. Returns the new index of that byte. */
static __attribute__((noinline)) size_t
make_room(struct locus_scan *scan, const struct locus_window *window, size_t n, size_t most)
{
    /* BEFORE: bytes before the next URL, which may be examined (json_quote_before()). */
    enum { LEAST = 64, BEFORE = 32 };
    struct locus_json_string *const string = window->string;
    const size_t url = scan->internal.start;
    size_t keep = n;

    /* If the byte is the same as in the last call, fewer bytes were not enough. */
    if (n != string->at_byte && url < scan->internal.read) {
        if (n + LEAST <= DECODED) {
            decode_on(scan, window, DECODED);
            return n;
        }
        if (url >= string->begin)
            keep = json_index(string, url);
        if (keep > n || n - less(keep, BEFORE) + LEAST > DECODED)
            keep = n;
    }
    for (keep = less(keep, BEFORE); string->places[keep] == NO_PLACE; keep--)
        continue;
    KERNEL_NAME(json_drop)(string, keep);
    decode_on(scan, window, n - keep + most);
    return n - keep;
}

/* The index in string->bytes of the byte at internal.read. After it, as many bytes as are
   wanted are decoded, unless no URL continues there, the window ends, or fewer are kept. */
static size_t decoded_at(struct locus_scan *scan, const struct locus_window *window)
{
    struct locus_json_string *const string = window->string;
    const size_t start = scan->internal.read;
    const size_t wanted = scan->internal.block < DECISIVE && !may_be_unpaired(scan)
                              ? scan->internal.block : DECISIVE;
    size_t most = wanted + DECODED_MORE;

    if (string->text && start >= string->begin && start < scan->internal.of.json.decoded_to) {
        size_t n = json_index(string, start);

        if (n < string->len) {
            if (!string->ended && string->len - n < wanted) {
                if (n + most <= DECODED)
                    decode_on(scan, window, n + most);
                else
                    n = make_room(scan, window, n, most);
            }
            string->at_byte = n;
            return n;
        }
        if (most < 2 * string->most)
            most = 2 * string->most;
    }
    decode_from(scan, window, start, most);
    return 0;
}

void KERNEL_NAME(json_read)(struct locus_scan *scan, const struct locus_window *window,
                            struct locus_read_piece *piece)
{
    struct locus_json_string *const string = window->string;
    const size_t n = decoded_at(scan, window);

    piece->text = string->bytes + n;
    piece->known = string->len - n;
    piece->places = string->places + n;
    piece->origin = string->begin;
    piece->is_all = string->at == window->bytes + window->len;
    piece->is_end = string->ended || (window->end && piece->is_all);
    piece->mark = string->mark;
}

/* The beginning of the URL whose scheme is in window[begin..) before the ":" and is
   written with escapes or control sequences; the ":" itself if there is none. */
static size_t spelled_start(const struct locus_scan *scan, const unsigned char *window,
                            size_t begin, int slashes, int path)
{
    const size_t colon = scan->internal.of.json.colon;
    struct locus_json_string string;
    char word[SPELLED_WORDS + LOCUS_MAX_SCHEME + 1];
    size_t len, start;
    const ptrdiff_t n = json_decoded(scan, begin, colon, &len);

    if (n >= 0) {
        const struct locus_json_string *const decoded = &scan->internal.of.json.string;

        start = url_start(scan, (const char *)decoded->bytes + n, 0, len, slashes, path);
        return decoded->begin + decoded->places[(size_t)n + start];
    }
    string.quotation = QUOTATION_IS_TEXT;
    KERNEL_NAME(json_decode)(&string, window, begin, colon, DECODED);
    /* Nearly always that is all. */
    if (begin + string.places[string.len] == colon) {
        start = url_start(scan, (const char *)string.bytes, 0, string.len, slashes, path);
        return begin + string.places[start];
    }
    KERNEL_NAME(json_decode_all)(word, sizeof word, &len, window + begin, colon - begin);
    start = url_start(scan, word, 0, len, slashes, path);
    if (start == len)
        return colon;
    while (start >= string.len) {
        start -= string.len;
        begin += string.places[string.len];
        KERNEL_NAME(json_decode)(&string, window, begin, colon, DECODED);
    }
    return begin + string.places[start];
}

/* Limits the words and sequences that are examined and kept before `end` to what a
   scheme may take. They may then begin within an escape, but so far before the scheme
   that its bytes do not matter. */
static void keep_words(struct locus_scan *scan, size_t end)
{
    const size_t least = less(end, SPELLED_WORDS);

    if (scan->internal.of.json.words < least)
        scan->internal.of.json.words = least;
}

/* The beginning of the URL whose scheme ends before the ":"; the ":" itself if there is
   none. */
static size_t json_start(struct locus_scan *scan, const unsigned char *window,
                         int slashes, int path)
{
    const size_t escaped = scan->internal.of.json.escaped;
    const size_t colon = scan->internal.of.json.colon;
    size_t floor = scan->internal.of.json.colon_floor;

    if (scan->internal.of.json.has_sequence) {
        int follows = 0;

        keep_words(scan, colon);
        if (scan->internal.of.json.sequence >= scan->internal.previous
            && scan->internal.of.json.sequence >= scan->internal.of.json.words)
            follows = follows_sequence(scan, window, scan->internal.of.json.sequence, colon);
        scan->internal.of.json.has_sequence = follows < 0;
        if (follows)
            return spelled_start(scan, window, scan->internal.of.json.words, slashes, path);
    }
    if (escaped > floor) {
        if (word_begin(scan, window, escaped, colon) == escaped)
            return spelled_start(scan, window, scan->internal.of.json.begin, slashes, path);
        floor = escaped;
    }
    return url_start(scan, (const char *)window, floor, colon, slashes, path);
}

/* slashes_at(), if an escape may be among the first two characters, or the text ends there. */
static __attribute__((noinline)) int decoded_slashes_at(const unsigned char *text, size_t len,
                                                        int is_end)
{
    struct locus_json_string string;
    size_t count = 0;

    string.quotation = QUOTATION_IS_TEXT;
    KERNEL_NAME(json_decode)(&string, text, 0, len < AHEAD ? len : AHEAD, DECODED);
    while (count < 2 && count < string.len && string.bytes[count] == '/')
        count++;
    /* In AHEAD bytes two slashes would be complete. A surrogate pair may not be. */
    return count == 2 || count < string.len || string.ended || is_end || len >= AHEAD
         ? (int)count : -1;
}

/* The number of "/" at the beginning of text[0..len), at most two; -1 if that depends on what
   follows. `is_end`: nothing follows. */
static inline int slashes_at(const unsigned char *text, size_t len, int is_end)
{
    /* Most often nothing needs to be decoded. */
    if (len > 0 && *text != '/' && *text != '\\')
        return 0;
    if (len > 1 && *text == '/' && text[1] != '\\')
        return text[1] == '/' ? 2 : 1;
    return decoded_slashes_at(text, len, is_end);
}

/* Nothing was found up to internal.at. What must be kept before it is a scheme with its
   ":", and after that a "/" and the beginning of an escape. */
static enum locus_searched search_on(struct locus_scan *scan, const unsigned char *window)
{
    const size_t after = 3 * CHARACTER;
    size_t keep = less(scan->internal.at, after);

    keep = word_begin(scan, window, 0, keep);
    if (scan->internal.of.json.escaped >= keep && scan->internal.of.json.begin < keep)
        keep = scan->internal.of.json.begin;
    if (scan->internal.of.json.has_sequence) {
        keep_words(scan, less(scan->internal.at, after));
        if (scan->internal.of.json.words < keep)
            keep = scan->internal.of.json.words;
    }
    scan->drop = kept_before(scan, keep);
    return LOCUS_SEARCH_ON;
}

enum locus_searched KERNEL_NAME(json_search)(struct locus_scan *scan,
                                             const struct locus_window *window,
                                             struct locus_found *found)
{
    const unsigned char *const bytes = window->bytes;
    const size_t len = window->len;

    (void)found;
    for (;;) {
        enum stop stop = STOP_COLON;
        int slashes = 2;
        size_t start;

        if (!scan->internal.of.json.waits)
            stop = find_colon(scan, bytes, len);
        scan->internal.of.json.waits = 0;
        if (stop == STOP_END && window->end) {
            scan->drop = len;
            return LOCUS_SEARCH_ON;
        }
        if (stop == STOP_END)
            return search_on(scan, bytes);
        if (stop == STOP_COLON) {
            slashes = slashes_at(bytes + scan->internal.at, len - scan->internal.at,
                                 window->end);
            if (slashes < 0) {
                scan->internal.of.json.waits = 1;
                return search_on(scan, bytes);
            }
            if (slashes == 2)
                continue;
        }
        start = json_start(scan, bytes, stop == STOP_SLASHES, slashes > 0);
        if (start < scan->internal.of.json.colon) {
            scan->internal.of.json.has_sequence = 0;
            KERNEL_NAME(begin_url)(scan, window, start, scan->internal.at, stop == STOP_SLASHES);
            return LOCUS_SEARCH_BEGUN;
        }
    }
}

void KERNEL_NAME(json_release)(struct locus_scan *scan)
{
    scan->internal.of.json.state = 0;
}

void KERNEL_NAME(json_rebase)(struct locus_scan *scan, size_t drop)
{
    struct locus_json_string *const string = &scan->internal.of.json.string;

    if (string->begin < drop)
        scan->internal.of.json.is_decoded = 0;
    string->begin = less(string->begin, drop);
    scan->internal.of.json.decoded_to = less(scan->internal.of.json.decoded_to, drop);
    if (scan->internal.of.json.sequence < drop)
        scan->internal.of.json.has_sequence = 0;
    scan->internal.of.json.begin = less(scan->internal.of.json.begin, drop);
    scan->internal.of.json.escaped = less(scan->internal.of.json.escaped, drop);
    scan->internal.of.json.colon = less(scan->internal.of.json.colon, drop);
    scan->internal.of.json.colon_floor = less(scan->internal.of.json.colon_floor, drop);
    scan->internal.of.json.sequence = less(scan->internal.of.json.sequence, drop);
    scan->internal.of.json.words = less(scan->internal.of.json.words, drop);
}
