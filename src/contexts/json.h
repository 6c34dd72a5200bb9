/* SPDX-License-Identifier: MIT
 *
 * What the contexts json and json_raw share.
 */
#ifndef LOCUS_JSON_H
#define LOCUS_JSON_H

#include "scan/context.h"
#include "kernel/lens.h"
#include "scan/read.h"
#include "scan/url-start.h"

/* A character takes up to six bytes of JSON, or twelve as a surrogate pair. */
enum { CHARACTER = 6 };

_Static_assert(2 * CHARACTER <= LONGEST_CHARACTER, "a surrogate pair");

/* At most this much of a string is decoded at once: twice what a grammar may read before it
   gives up. Fewer bytes may be decoded than were asked for, by less than DECODED_MORE. */
enum { DECODED = 2 * UNDECIDED, DECODED_MORE = 16 };

/* How an escaped quotation mark is decoded. A URL ends there in any case. */
enum locus_json_quotation {
    QUOTATION_IS_TEXT,             /* a character like any other */
    QUOTATION_ENDS,                /* the end of the text */
    QUOTATION_MAY_CLOSE            /* the last byte: it may be the partner of a mark,
                                      alone or after "\\" */
};

_Static_assert(sizeof ((struct locus_json_string *)0)->bytes == DECODED,
               "struct locus_json_string");

/* Decodes text[begin..len) to at most `most` bytes. It stops after an escaped quotation
   mark, depending on `quotation`, and before a byte that no string can contain. It may
   stop within an escape: what was decoded ends at places[len]. */
void KERNEL_NAME(json_decode)(struct locus_json_string *string, const unsigned char *text,
                              size_t begin, size_t len, size_t most);

/* Continues to decode from text[at], where the last call stopped, until `most` bytes are
   decoded in all. The text may have moved since. */
void KERNEL_NAME(json_decode_on)(struct locus_json_string *string, const unsigned char *text,
                                 size_t at, size_t len, size_t most);

/* Drops the first `n` decoded bytes; a character begins after them. */
void KERNEL_NAME(json_drop)(struct locus_json_string *string, size_t n);

/* Decodes text[0..text_len) to buf, up to a byte that no string can contain. Returns 0
   if there is such a byte or the result exceeds `size` bytes, else 1. */
int KERNEL_NAME(json_decode_all)(char *buf, size_t size, size_t *len,
                                 const unsigned char *text, size_t text_len);

/* The index in string->bytes of the byte at window[start]; string->len if no character
   begins there or that byte is not decoded. */
static inline size_t json_index(const struct locus_json_string *string, size_t start)
{
    enum { NEAR = 16 };
    const uint16_t *const places = string->places;
    const size_t place = start - string->begin;
    const size_t last = string->at_byte;
    size_t n = 0, end = string->len;

    /* Without escapes before it, a byte's index is its place. */
    if (place < end && places[place] == place)
        return place;
    /* It is nearly always near the byte at which the last piece begins. */
    if (places[last] <= place) {
        n = last;
        if (end - n > NEAR && places[n + NEAR] != NO_PLACE && places[n + NEAR] > place)
            end = n + NEAR;
    } else if (places[last] != NO_PLACE) {
        end = last;
        if (end > NEAR && places[end - NEAR] <= place)
            n = end - NEAR;
    }
    while (end - n > NEAR) {
        const size_t middle = n + (end - n) / 2;
        size_t begins = middle;

        while (places[begins] == NO_PLACE)
            begins--;
        if (places[begins] < place)
            n = middle;
        else
            end = begins;
    }
    while (n < string->len && (places[n] == NO_PLACE || places[n] < place))
        n++;
    return places[n] == place ? n : string->len;
}

/* How many bytes are decoded of the text before window[end]. -1 if that is not known, if no
   character begins at `end`, or if `end` is far from where the last piece began: then it takes
   longer to find it than to decode the text again. */
static inline ptrdiff_t json_decoded_before(const struct locus_scan *scan, size_t end)
{
    enum { FAR = 64 };
    const struct locus_json_string *const string = &scan->internal.of.json.string;
    size_t last, n;

    if (!string->text || end < string->begin || end >= scan->internal.of.json.decoded_to)
        return -1;
    last = string->begin + string->places[string->at_byte];
    if (end > last + FAR || last > end + FAR)
        return -1;
    n = json_index(string, end);
    return n == string->len ? -1 : (ptrdiff_t)n;
}

/* The index in the decoded text of window[at..end), which has *len bytes there. -1 if not all
   of it is decoded, if no characters begin at `at` and `end`, or if `end` is far away. */
static inline ptrdiff_t json_decoded(const struct locus_scan *scan, size_t at, size_t end,
                                     size_t *len)
{
    const struct locus_json_string *const string = &scan->internal.of.json.string;
    const ptrdiff_t to = at < string->begin ? -1 : json_decoded_before(scan, end);
    size_t n;

    if (to < 0)
        return -1;
    /* A decoded character has no more bytes than its escape. */
    for (n = less((size_t)to, end - at); string->places[n] == NO_PLACE
                                         || string->begin + string->places[n] < at; n++)
        continue;
    *len = (size_t)to - n;
    return string->begin + string->places[n] == at ? (ptrdiff_t)n : -1;
}

/* The members of struct locus_searcher. */
enum locus_searched KERNEL_NAME(json_search)(struct locus_scan *scan,
                                             const struct locus_window *window,
                                             struct locus_found *found);
void KERNEL_NAME(json_read)(struct locus_scan *scan, const struct locus_window *window,
                            struct locus_read_piece *piece);
void KERNEL_NAME(json_release)(struct locus_scan *scan);
void KERNEL_NAME(json_rebase)(struct locus_scan *scan, size_t drop);
int KERNEL_NAME(json_unwrap)(struct locus_unwrapping *pieces);
int KERNEL_NAME(json_unwrap_raw)(struct locus_unwrapping *pieces);
uint32_t KERNEL_NAME(json_quote_before)(const struct locus_before *before);
size_t KERNEL_NAME(json_read_opened)(struct locus_opened *opened,
                                     const struct locus_before *before, size_t at, size_t end);

/* locus_scan_next() for the context of `searcher`. */
static inline __attribute__((always_inline)) int
json_next(struct locus_scan *scan, const struct locus_searcher *searcher,
          enum locus_json_quotation quotation, const char *text, size_t len, int end,
          struct locus_found *found)
{
    struct locus_json_string *const string = &scan->internal.of.json.string;

    /* What the last call decoded is kept, but the caller may have moved the window
       since. */
    string->text = scan->internal.of.json.is_decoded ? (const unsigned char *)text : NULL;
    string->at = (const unsigned char *)text + scan->internal.of.json.decoded_to;
    string->quotation = (uint8_t)quotation;
    return scan_by(scan, searcher, string, text, len, end, found,
                   KERNEL_NAME(json_search));
}

#endif
