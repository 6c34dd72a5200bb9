/* SPDX-License-Identifier: MIT
 *
 * Which ":" ends the scheme of a URL that counts, and where that URL begins:
 * what the contexts of a scan have in common. For files that are built once for
 * each kernel, after lens.h.
 */
#ifndef LOCUS_URL_START_H
#define LOCUS_URL_START_H

#include <string.h>

#include "kernel/lens.h"
#include "locus/schemes.h"
#include "scan/context.h"
#include "schemes/same-scheme.h"

/* The grammars of RFC 1738 and RFC 1630 are not waited for longer than this
   between two places where the URL may end. What they wait for longest is the
   "@" of a message-id, which has at most 250 bytes (RFC 3977 3.6); and
   "news:a/news:a/news:a/..." would have RFC 1738's read each "news:" to the end
   in vain. RFC 1630's reads no byte in vain more often than an address has ":",
   for no path has one; but it would wait for the ";" of a wais path as long as
   the stream is, and the window with it. The other grammars wait only inside an
   authority, where no other URL can begin. */
enum { UNDECIDED = 256 };

static inline int is_scheme_byte(const struct locus_scan *scan,
                                 unsigned char byte)
{
    return scan->internal.scheme_bytes[byte / 8] >> byte % 8 & 1;
}

static inline int is_first_byte(const struct locus_scan *scan,
                                unsigned char byte)
{
    return scan->internal.first_bytes[byte / 8] >> byte % 8 & 1;
}

static inline int is_delimiter(const struct locus_scan *scan, unsigned char byte)
{
    return scan->internal.delimiters[byte / 8] >> byte % 8 & 1;
}

/* Whether URLs of this scheme need no "//", by the tables of schemes; `path` says
   that "/" follows the ":". */
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

/* Whether a scheme on the caller's list counts here: "data:" always, "http"
   with "//" or where the tables of schemes know that it has none. */
static inline int counts(const struct locus_scan *scan, const char *listed,
                         size_t len, int slashes)
{
    return slashes || listed[len] == ':'
        || is_without_slashes(scan, listed, len, 1);
}

/* What listed_scheme() says of the bytes that end before window[colon], 8 at
   least, if any suffix counted. */
static inline size_t packed_scheme(const struct locus_scan *scan,
                                   const unsigned char *window, size_t floor,
                                   size_t colon, int slashes)
{
    /* The last byte is the highest one. Only a letter is a lower-case letter
       with this bit. */
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

/* The length of the longest scheme on the caller's list that word[0..len) is,
   or in raw context ends in; 0 if there is none. */
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

/* Whether a ":" without "//", of those that internal.bare chose, may end a
   scheme. */
static inline int may_be_bare(const struct locus_scan *scan,
                              const unsigned char *bytes, size_t floor,
                              size_t colon)
{
    return scan->internal.bare != BARE_LETTERS
        || is_after_letters(bytes + colon, bytes + floor, SHORTEST_BARE);
}

/* "1abc://": in prose no scheme begins there. */
static inline int is_after_digit(const unsigned char *bytes, size_t start)
{
    return bytes[start - 1] >= '0' && bytes[start - 1] <= '9';
}

/* Whether bytes[start], with which a scheme may begin, is the first such one of
   its word; false where that takes more than a look. */
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

/* Whether a word before "://" is a scheme that is known by name. */
static inline int is_known(const struct locus_scan *scan, const char *name, size_t len)
{
    struct locus_scheme known;

    return locus_scheme_find(&known, name, len, scan->own) == 0;
}

/* How many bytes of a word are looked at in prose: the first ones may end a sequence. */
enum { MAX_WORD = LOCUS_MAX_SCHEME + 1 + MAX_SEQUENCE_BEFORE };

/* Whether what stands before bytes[at] may be the beginning of a control sequence: "[" or
   U+009B, a parameter or an intermediate byte, of which there is one at most. */
static inline int may_be_sequence(const unsigned char *bytes, size_t floor, size_t at)
{
    const unsigned char byte = bytes[at - 1];

    if (byte < 0x20 || byte > 0x3F)
        return byte == '[' || byte == 0x9B;
    return byte > 0x2F || (at - floor > 1 && !locus_is_intermediate(bytes[at - 2]));
}

/* Whether it is passed over that far before the ":". */
static inline int is_passed_over(const struct locus_sequence *sequence, size_t colon)
{
    return sequence->passed_over && colon - sequence->begin <= PASSED_OVER_BEFORE;
}

/* Where the scheme begins that ends before window[end] and begins at `floor` or after
   it; `end` itself if none does. */
static ALWAYS_INLINE size_t scheme_start(const struct locus_scan *scan,
                                         unsigned traits,
                                         const char *window, size_t floor,
                                         size_t end, int slashes)
{
    const unsigned char *bytes = (const unsigned char *)window;
    const int prose = (traits & LOCUS_CONTEXT_PROSE) != 0;
    const int suffixes = (traits & TRAIT_SUFFIXES) != 0;
    size_t word = end;
    size_t start, glued;

    if (!slashes && !may_be_bare(scan, bytes, floor, end))
        return end;
    if (scan->internal.packed_count && end >= 8) {
        start = end - packed_scheme(scan, bytes, floor, end, slashes);
        /* Where a suffix does not count, it may be all of its word. */
        if (suffixes || start == end
            || (is_first(scan, bytes, floor, start)
                && !(prose && start > floor && may_be_sequence(bytes, floor, start))))
            return start;
    }
    while (word > floor && end - word < (prose ? MAX_WORD : LOCUS_MAX_SCHEME + 1)
           && is_scheme_byte(scan, bytes[word - 1]))
        word--;
    if (scan->schemes && suffixes)
        return end - listed_scheme(scan, window + word, end - word, slashes);
    if (prose && word > floor && may_be_sequence(bytes, floor, word)) {
        struct locus_sequence sequence;

        if (locus_sequence_before(&sequence, bytes, floor, word, end)) {
            word = sequence.end;
            /* What stands before one that is passed over may belong to the scheme:
               joined_start() looks. Any other parts words. */
            if (slashes && sequence.passed_over
                && !is_known(scan, window + word, end - word))
                return end;
        }
    }

    /* The scheme begins at the first byte with which one may begin. */
    start = word;
    while (start < end && !is_first_byte(scan, bytes[start]))
        start++;
    if (prose && slashes && (glued = locus_glued(bytes + word, end - word)) > 0
        && ((start > word && is_after_digit(bytes, start))
            || !is_known(scan, window + start, end - start)))
        word = start = end - glued;
    if (end - start > LOCUS_MAX_SCHEME)
        return end;
    if (start > word && prose && is_after_digit(bytes, start))
        return end;
    if (scan->schemes)
        return end - listed_scheme(scan, window + start, end - start, slashes);
    if (!slashes && !is_without_slashes(scan, window + start, end - start, 1))
        return end;
    return start;
}

/* Where the scheme begins that ends before window[colon], with control sequences in it or
   after it: as without them. `colon` if none does. With the sequences it is no longer than
   a scheme may be, for search_on() keeps no more. scheme_start() has looked without. */
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
        start = scheme_start(scan, traits, window, floor, end, 1);
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
    start = n + scheme_start(scan, traits, joined + n, 0, MAX_WORD - n, 1);
    return start == MAX_WORD || colon - places[start] > LOCUS_MAX_SCHEME ? colon
           : places[start];
}

/* Whether a URL of this scheme without "//" has a path that begins with "/", and the
   caller's list does not say otherwise ("file:"). */
static inline int needs_path(const struct locus_scan *scan, const char *name, size_t len)
{
    struct locus_scheme known;

    if (locus_scheme_find(&known, name, len, scan->own) != 0
        || known.slashes != LOCUS_SLASHES_OR_PATH)
        return 0;
    for (size_t i = 0; scan->schemes && i < scan->scheme_count; i++)
        if (locus_same_scheme(scan->schemes[i], name, len)
            && scan->schemes[i][len] == ':')
            return 0;
    return 1;
}

/* Where the URL begins whose scheme ends before window[colon] and begins at `floor` or
   after it; `colon` itself if none does. `slashes` says that "//" follows, `path` that
   "/" does; `traits` are the context's, a constant where it is known. `joined` is set if
   control sequences may stand in the scheme or after it. */
static ALWAYS_INLINE size_t url_start_in(const struct locus_scan *scan, unsigned traits,
                                         const char *window, size_t floor,
                                         size_t colon, int slashes, int path, int *joined)
{
    const size_t start = scheme_start(scan, traits, window, floor, colon, slashes);

    *joined = start == colon && slashes && (traits & LOCUS_CONTEXT_PROSE);
    if (*joined)
        return joined_start(scan, window, floor, colon);
    if (start == colon)
        return colon;
    return !slashes && !path && needs_path(scan, window + start, colon - start)
           ? colon : start;
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
