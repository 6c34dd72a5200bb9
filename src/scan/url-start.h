/* SPDX-License-Identifier: MIT
 *
 * Which ":" ends a scheme that counts, and where its URL begins. All contexts of a scan
 * use this, in files that are compiled once for each kernel.
 */
#ifndef LOCUS_URL_START_H
#define LOCUS_URL_START_H

#include <string.h>

#include "kernel/lens.h"
#include "locus/schemes.h"
#include "scan/context.h"
#include "schemes/same-scheme.h"

/* The grammars of RFC 1738 and RFC 1630 may read at most this many bytes between two
   places where the URL may end. The longest legitimate wait is for the "@" of a
   message-id, which has at most 250 bytes (RFC 3977, section 3.6). Without a limit, RFC
   1738's grammar would read from each "news:" of "news:a/news:a/news:a/..." to the end
   without finding a URL. RFC 1630's grammar would wait for the ";" of a wais path until
   the end of the stream, and the window would grow with it. (It reads few bytes more
   than once, because no path contains a ":".) The other grammars wait only inside an
   authority, where no other URL can begin. */
enum { UNDECIDED = 256 };

/* How many bytes of a URL show in most cases whether the grammar waits for more than
   UNDECIDED bytes: it may accept a few bytes first. */
enum { DECISIVE = UNDECIDED + 64 };

static inline int is_scheme_byte(const struct locus_scan *scan,
                                 unsigned char byte)
{
    return has_byte(scan->internal.scheme_bytes, byte);
}

static inline int is_first_byte(const struct locus_scan *scan,
                                unsigned char byte)
{
    return has_byte(scan->internal.first_bytes, byte);
}

static inline int is_delimiter(const struct locus_scan *scan, unsigned char byte)
{
    return has_byte(scan->internal.delimiters, byte);
}

/* Whether URLs of this scheme need no "//", according to the tables of schemes. `path`:
   a "/" follows the ":". */
static inline int is_without_slashes(const struct locus_scan *scan,
                                     const char *name, size_t len, int path)
{
    struct locus_scheme known;

    return locus_scheme_find(&known, name, len, scan->own) == 0
        && (known.slashes == LOCUS_NO_SLASHES
            || (known.slashes == LOCUS_SLASHES_OR_PATH && path)
            || (known.slashes == LOCUS_SLASHES_LATER
                && has_trait(scan->internal.grammar, TRAIT_BARE_SCHEMES)));
}

/* Whether a scheme of the caller's list counts here: "data:" always, "http" only with
   "//" or if the tables of schemes say that it has none. */
static inline int counts(const struct locus_scan *scan, const char *listed,
                         size_t len, int slashes)
{
    return slashes || listed[len] == ':'
        || is_without_slashes(scan, listed, len, 1);
}

/* listed_scheme() for the bytes that end before window[colon], if the list is packed and
   there are at least 8 bytes. Any suffix of a word counts. */
static inline size_t packed_scheme(const struct locus_scan *scan,
                                   const unsigned char *window, size_t floor,
                                   size_t colon, int slashes)
{
    /* The last byte is the most significant. Only letters become lower-case letters when
       0x20 is set. */
    const uint64_t word = word_of_8(window + colon - 8)
                        | UINT64_C(0x2020202020202020);

    for (size_t i = 0; i < scan->internal.packed_count; i++) {
        const unsigned shift = scan->internal.packed_shift[i];
        const size_t len = 8 - shift / 8;

        if ((word ^ scan->internal.packed[i]) >> shift == 0
            && len <= colon - floor
            && (slashes || scan->internal.packed_bare >> i & 1))
            return len;
    }
    return 0;
}

/* The length of the longest scheme of the caller's list that equals word[0..len), or
   with TRAIT_SUFFIXES ends it; 0 if there is none. */
static inline size_t listed_scheme(const struct locus_scan *scan,
                                   const char *word, size_t len,
                                   int slashes)
{
    size_t longest = 0;

    for (size_t i = 0; i < scan->scheme_count; i++) {
        const char *name = scan->schemes[i];
        size_t n = 0;

        while (name[n] && name[n] != ':')
            n++;
        if (n > longest && n <= len
            && (n == len || (scan->internal.traits & TRAIT_SUFFIXES))
            && locus_same_scheme(name, word + len - n, n)
            && counts(scan, name, n, slashes))
            longest = n;
    }
    return longest;
}

/* Whether a ":" without "//" that internal.bare selects may end a scheme. */
static inline int may_be_bare(const struct locus_scan *scan,
                              const unsigned char *bytes, size_t floor,
                              size_t colon)
{
    return scan->internal.bare != BARE_LETTERS
        || is_after_letters(bytes + colon, bytes + floor, SHORTEST_BARE);
}

/* In prose no scheme begins after a digit: "1abc://". */
static inline int is_after_digit(const unsigned char *bytes, size_t start)
{
    return bytes[start - 1] >= '0' && bytes[start - 1] <= '9';
}

/* Whether bytes[start], with which a scheme may begin, is the first such byte of its
   word. Returns 0 if a quick check cannot decide. */
static inline int is_first(const struct locus_scan *scan,
                           const unsigned char *bytes, size_t floor,
                           size_t start)
{
    /* "+http://", as robots sign their requests. */
    if (start > floor && is_scheme_byte(scan, bytes[start - 1])
        && !is_first_byte(scan, bytes[start - 1])
        && !is_after_digit(bytes, start))
        start--;
    return start == floor || !is_scheme_byte(scan, bytes[start - 1]);
}

/* Whether a word before "://" is a scheme known by name. */
static inline int is_known(const struct locus_scan *scan, const char *name, size_t len)
{
    struct locus_scheme known;

    return locus_scheme_find(&known, name, len, scan->own) == 0;
}

/* How many bytes of a word are examined in prose: its first bytes may be the end of a
   control sequence. */
enum { MAX_WORD = LOCUS_MAX_SCHEME + 1 + MAX_SEQUENCE_BEFORE };

/* Whether bytes[at - 1] may belong to the beginning of a control sequence: "[", U+009B, a
   parameter byte, or the one intermediate byte that a sequence may have. */
static inline int may_be_sequence(const unsigned char *bytes, size_t floor, size_t at)
{
    const unsigned char byte = bytes[at - 1];

    if (byte < 0x20 || byte > 0x3F)
        return byte == '[' || byte == 0x9B;
    return byte > 0x2F || (at - floor > 1 && !locus_is_intermediate(bytes[at - 2]));
}

/* Whether the sequence is passed over and near enough to the ":". */
static inline int is_passed_over(const struct locus_sequence *sequence, size_t colon)
{
    return sequence->passed_over && colon - sequence->begin <= PASSED_OVER_BEFORE;
}

/* The beginning of the scheme that ends before window[end] and begins at `floor` or
   later; `end` if there is none. `slashes` and `path` as in url_start_in(). */
static ALWAYS_INLINE size_t scheme_start(const struct locus_scan *scan,
                                         unsigned traits,
                                         const char *window, size_t floor,
                                         size_t end, int slashes, int path)
{
    const unsigned char *bytes = (const unsigned char *)window;
    const int prose = (traits & LOCUS_CONTEXT_PROSE) != 0;
    const int suffixes = (traits & TRAIT_SUFFIXES) != 0;
    const size_t longest = prose ? MAX_WORD : LOCUS_MAX_SCHEME + 1;
    const size_t least = end - floor < longest ? floor : end - longest;
    size_t word = end;
    size_t start, scheme;

    if (!slashes && !may_be_bare(scan, bytes, floor, end))
        return end;
    if (scan->internal.packed_count && end >= 8) {
        start = end - packed_scheme(scan, bytes, floor, end, slashes);
        /* If suffixes do not count, the scheme must be the whole word. */
        if (suffixes || start == end
            || (is_first(scan, bytes, floor, start)
                && !(prose && start > floor && may_be_sequence(bytes, floor, start))))
            return start;
    }
    while (word > least && is_scheme_byte(scan, bytes[word - 1]))
        word--;
    if (scan->schemes && suffixes)
        return end - listed_scheme(scan, window + word, end - word, slashes);
    if (prose && word > floor && may_be_sequence(bytes, floor, word)) {
        struct locus_sequence sequence;

        if (locus_sequence_before(&sequence, bytes, floor, word, end)) {
            word = sequence.end;
            /* The bytes before a sequence that is passed over may belong to the scheme:
               joined_start() checks that. Any other sequence separates words. */
            if (slashes && sequence.passed_over
                && !is_known(scan, window + word, end - word))
                return end;
        }
    }

    /* The scheme begins at the first byte that may begin one. */
    start = word;
    while (start < end && !is_first_byte(scan, bytes[start]))
        start++;
    if (prose && slashes && (scheme = locus_scheme_in_word(bytes + word, end - word)) > 0
        && ((start > word && is_after_digit(bytes, start))
            || !is_known(scan, window + start, end - start)))
        word = start = end - scheme;
    if (end - start > LOCUS_MAX_SCHEME)
        return end;
    if (start > word && prose && is_after_digit(bytes, start))
        return end;
    if (scan->schemes)
        return end - listed_scheme(scan, window + start, end - start, slashes);
    if (!slashes && !is_without_slashes(scan, window + start, end - start, path))
        return end;
    return start;
}

/* The beginning of a scheme that ends before window[colon] and has control sequences
   within it or after it; it is read as if they were absent. Returns `colon` if there is
   none. Including the sequences it must not be longer than a scheme may be, because
   search_on() keeps no more bytes. scheme_start() has found no scheme without
   sequences. */
static __attribute__((noinline, cold)) size_t
joined_start(const struct locus_scan *scan, const char *window, size_t floor, size_t colon)
{
    const unsigned traits = scan->internal.traits;
    const unsigned char *bytes = (const unsigned char *)window;
    const size_t least = less(colon, PASSED_OVER_BEFORE);
    const size_t end = locus_before_sequences(bytes, floor < least ? least : floor, colon);
    char joined[MAX_WORD];
    size_t places[MAX_WORD];
    size_t n = MAX_WORD;
    size_t at = end, start = end;

    if (end != colon)
        start = scheme_start(scan, traits, window, floor, end, 1, 0);
    if (start != end)
        return colon - start > LOCUS_MAX_SCHEME ? colon : start;
    for (;;) {
        struct locus_sequence sequence;
        size_t begin = at;
        int is_sequence, goes_on;

        while (begin > floor && at - begin < n && is_scheme_byte(scan, bytes[begin - 1]))
            begin--;
        is_sequence = locus_sequence_before(&sequence, bytes, floor, begin, at);
        goes_on = is_sequence && is_passed_over(&sequence, colon);
        if (is_sequence)
            begin = sequence.end;
        else if (at == end)
            return colon;
        for (size_t i = at; i > begin; places[n] = i)
            joined[--n] = window[--i];
        if (!goes_on)
            break;
        at = sequence.begin;
    }
    start = n + scheme_start(scan, traits, joined + n, 0, MAX_WORD - n, 1, 0);
    return start == MAX_WORD || colon - places[start] > LOCUS_MAX_SCHEME ? colon
           : places[start];
}

/* Whether a URL of this scheme of the caller's list must have a path that begins with "/", if
   it has no "//". The list can override this ("file:"). */
static inline int needs_path(const struct locus_scan *scan, const char *name, size_t len)
{
    struct locus_scheme known;

    if (locus_scheme_find(&known, name, len, scan->own) != 0
        || known.slashes != LOCUS_SLASHES_OR_PATH)
        return 0;
    for (size_t i = 0; i < scan->scheme_count; i++)
        if (locus_same_scheme(scan->schemes[i], name, len)
            && scan->schemes[i][len] == ':')
            return 0;
    return 1;
}

/* The beginning of the URL whose scheme ends before window[colon] and begins at `floor`
   or later; `colon` if there is none. `slashes`: "//" follows the ":"; `path`: "/"
   follows. `traits` are the context's, a constant if the context is known. `joined` is
   set if control sequences may stand in the scheme or after it. */
static ALWAYS_INLINE size_t url_start_in(const struct locus_scan *scan, unsigned traits,
                                         const char *window, size_t floor,
                                         size_t colon, int slashes, int path, int *joined)
{
    const size_t start = scheme_start(scan, traits, window, floor, colon, slashes, path);

    *joined = start == colon && slashes && (traits & LOCUS_CONTEXT_PROSE);
    if (*joined)
        return joined_start(scan, window, floor, colon);
    if (start == colon)
        return colon;
    return !slashes && !path && scan->schemes
        && needs_path(scan, window + start, colon - start) ? colon : start;
}

static inline size_t url_start(const struct locus_scan *scan,
                               const char *window, size_t floor,
                               size_t colon, int slashes, int path)
{
    int joined;

    return url_start_in(scan, scan->internal.traits, window, floor, colon, slashes, path,
                        &joined);
}

#endif
