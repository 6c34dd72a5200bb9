/* SPDX-License-Identifier: MIT
 *
 * Which ":" ends the scheme of a URL that counts, and where that URL begins:
 * what the contexts of a scan have in common. For files that are built once for
 * each kernel, behind lens.h.
 */
#ifndef LOCUS_SCHEME_H
#define LOCUS_SCHEME_H

#include <string.h>

#include "kernel.h"
#include "lens.h"

/* The grammars of RFC 1738 and RFC 1630 are not waited for longer than this
   between two places where the URL may end. What they wait for longest is the
   "@" of a message-id, which has at most 250 bytes (RFC 3977 3.6); and
   "news:a/news:a/news:a/..." would have RFC 1738's read each "news:" to the end
   in vain. RFC 1630's reads no byte in vain more often than an address has ":",
   for no path has one; but it would wait for the ";" of a wais path as long as
   the stream is, and the window with it. The other grammars wait only inside an
   authority, where no other URL can begin. */
enum { UNDECIDED = 1024 };

static inline int is_bounded(enum locus_grammar grammar)
{
    return grammar == LOCUS_RFC1738 || grammar == LOCUS_RFC1630;
}

/* Whether a scheme of the caller's list counts where a longer word ends in it:
   "xhttp://" holds an http URL unless a person reads, or set it off. */
static inline int takes_suffix(const struct locus_scan *scan)
{
    return scan->internal.context == LOCUS_RAW
        || scan->internal.context == LOCUS_JSON;
}

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

/* Whether URLs of this scheme have no "//", by the tables of schemes. */
static inline int is_without_slashes(const struct locus_scan *scan,
                                     const char *name, size_t len)
{
    struct locus_scheme known;

    return locus_scheme_find(&known, name, len, scan->own) == 0
        && (known.slashes == LOCUS_NO_SLASHES
            || (known.slashes == LOCUS_SLASHES_LATER
                && scan->internal.grammar == LOCUS_RFC1630));
}

/* Whether a scheme on the caller's list counts here: "data:" always, "http"
   with "//" or where the tables of schemes know that it has none. */
static inline int counts(const struct locus_scan *scan, const char *listed,
                         size_t len, int slashes)
{
    return slashes || listed[len] == ':'
        || is_without_slashes(scan, listed, len);
}

/* How long a scheme of the caller's is that fits into a word: of letters, and
   eight at most. 0 for any other. */
static inline size_t length_in_word(const char *name)
{
    size_t n = 0;

    while (is_letter((unsigned char)name[n]) && n < 8)
        n++;
    return name[n] && name[n] != ':' ? 0 : n;
}

/* The caller's list as words, the longest first, where it is short and of letters,
   as nearly all are: then listed_scheme() need not look at it letter by letter. */
static inline void pack_list(struct locus_scan *scan)
{
    enum { MOST = sizeof scan->internal.packed / sizeof *scan->internal.packed };
    const size_t listed = scan->schemes ? scan->scheme_count : 0;
    size_t count = 0;

    scan->internal.packed_count = 0;
    if (listed > MOST)
        return;
    for (size_t len = 8; len > 0; len--)
        for (size_t i = 0; i < listed; i++) {
            const char *name = scan->schemes[i];
            uint64_t word = 0;

            if (length_in_word(name) != len)
                continue;
            for (size_t n = 0; n < len; n++)
                word = word >> 8
                     | (uint64_t)((unsigned char)name[n] | 0x20) << 56;
            scan->internal.packed[count] = word;
            scan->internal.packed_shift[count] = (uint8_t)(64 - 8 * len);
            scan->internal.packed_bare |= (uint8_t)(counts(scan, name, len, 0)
                                                    << count);
            count++;
        }
    if (count == listed)
        scan->internal.packed_count = (uint8_t)count;
}

/* Eight bytes, the first one lowest, whatever the order of the machine. */
static ALWAYS_INLINE uint64_t word_of_8(const unsigned char *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word)
                                                  : word;
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
            && (n == len || takes_suffix(scan))
            && locus_same_scheme(name, word + len - n, n)
            && counts(scan, name, n, slashes))
            longest = n;
    }
    return longest;
}

/* Which ":" without "//" may end a scheme that counts. */
static inline enum bare bare_colons(const struct locus_scan *scan)
{
    enum bare bare = scan->schemes ? BARE_NONE : BARE_LETTERS;

    /* Schemes of the caller's may end in any byte. */
    for (size_t i = 0; !scan->schemes && scan->own && i < scan->own->count; i++)
        if (scan->own->entries[i].scheme.slashes == LOCUS_NO_SLASHES)
            return BARE_ANY;
    for (size_t i = 0; scan->schemes && i < scan->scheme_count; i++) {
        const char *name = scan->schemes[i];
        size_t n = 0;

        while (name[n] && name[n] != ':')
            n++;
        if (n == 0 || !counts(scan, name, n, 0))
            continue;
        if (!is_letter((unsigned char)name[n - 1]))
            return BARE_ANY;
        bare = BARE_LETTER;
    }
    return bare;
}

/* Whether a ":" without "//", of those that bare_colons() chose, may end a
   scheme. */
static inline int may_be_bare(const struct locus_scan *scan,
                              const unsigned char *bytes, size_t floor,
                              size_t colon)
{
    return scan->internal.bare != BARE_LETTERS
        || is_behind_letters(bytes + colon, bytes + floor, SHORTEST_BARE);
}

/* "1abc://": in prose no scheme begins there. */
static inline int is_behind_digit(const unsigned char *bytes, size_t start)
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
        && !is_behind_digit(bytes, start))
        start--;
    return start == floor || !is_scheme_byte(scan, bytes[start - 1]);
}

/* Where the URL begins whose scheme ends before window[colon] and begins at
   `floor` or behind it; `colon` itself if none does. */
static inline size_t url_start(const struct locus_scan *scan,
                               const char *window, size_t floor,
                               size_t colon, int slashes)
{
    const unsigned char *bytes = (const unsigned char *)window;
    size_t word = colon;
    size_t start;

    if (!slashes && !may_be_bare(scan, bytes, floor, colon))
        return colon;
    if (scan->internal.packed_count && colon >= 8) {
        start = colon - packed_scheme(scan, bytes, floor, colon, slashes);
        /* Where a suffix does not count, it may be all of its word. */
        if (takes_suffix(scan) || start == colon
            || is_first(scan, bytes, floor, start))
            return start;
    }
    while (word > floor && colon - word <= LOCUS_MAX_SCHEME
           && is_scheme_byte(scan, bytes[word - 1]))
        word--;
    if (scan->schemes && takes_suffix(scan))
        return colon - listed_scheme(scan, window + word, colon - word,
                                     slashes);

    /* The scheme begins at the first byte with which one may begin. */
    start = word;
    while (start < colon && !is_first_byte(scan, bytes[start]))
        start++;
    if (colon - start > LOCUS_MAX_SCHEME)
        return colon;
    if (start > word && scan->internal.context == LOCUS_TEXT
        && is_behind_digit(bytes, start))
        return colon;
    if (scan->schemes)
        return colon - listed_scheme(scan, window + start, colon - start,
                                     slashes);
    if (!slashes && !is_without_slashes(scan, window + start, colon - start))
        return colon;
    return start;
}

#endif
