/* SPDX-License-Identifier: MIT
 *
 * Reads a URL on from where it begins, piece by piece, to where it ends: the longest
 * prefix that the grammar of the scan and the context both accept. What is read so
 * far is in scan->internal.url. Built once for each kernel.
 */
#ifndef LOCUS_READ_H
#define LOCUS_READ_H

#include "scan/context.h"

/* A piece of the URL. Places are offsets in the window. */
struct locus_read_piece {
    const unsigned char *text;
    size_t len;
    size_t known;                  /* so many bytes are at `text`, not all of which are
                                      read at once */
    int    is_all;                 /* the window has no more than these, */
    int    is_end;                 /* and no URL goes on after them */
    uint32_t mark;                 /* STRING_END, if a JSON string ends after them */
    size_t end;                    /* where the piece ends */
    const uint16_t *places;        /* of a text that was decoded: where each byte stands,
                                      from `origin` on, and the end; NO_PLACE inside a
                                      character. NULL: byte by byte before `end` */
    size_t origin;

    /* What driver.c says of it. */
    size_t begin;                  /* where the piece before it ends */
    int    is_last;                /* nothing of the URL follows */
    int    may_wait;               /* for a longer piece */
};

#define NO_PLACE UINT16_MAX

enum locus_read {
    LOCUS_READ_ENDED,              /* the URL has ended */
    LOCUS_READ_ON,                 /* the piece was read */
    LOCUS_READ_AHEAD,              /* nothing was read: it ends in an authority, or where
                                      more has to follow to tell whether the URL ended */
    LOCUS_READ_ESCAPE              /* an ESC stands before text[*read], which may
                                      begin a control sequence that is passed over */
};

/* Begins with the URL at `start`; `before` says what stands there. */
void KERNEL_NAME(read_begin)(struct locus_scan *scan, const struct locus_before *before,
                             int slashes);

/* Reads a piece: text[0..*read) of it, unless it returns LOCUS_READ_ON. */
enum locus_read KERNEL_NAME(read)(struct locus_scan *scan, const struct locus_read_piece *piece,
                                  const struct locus_before *before, size_t *read);

/* No more of the URL follows. `mark` is STRING_END where a JSON string ends; else 0. */
void KERNEL_NAME(read_end)(struct locus_scan *scan, size_t end, uint32_t mark,
                           const struct locus_before *before);

/* Before the window moves: what the machines may ask of it later. */
void KERNEL_NAME(read_later)(struct locus_scan *scan, const struct locus_before *before);

static inline struct locus_before what_is_before(const struct locus_scan *scan,
                                                 const struct locus_window *window)
{
    return (struct locus_before){
        .scan = scan, .searcher = window->searcher, .window = window->bytes,
        .floor = scan->internal.previous, .start = scan->internal.start,
    };
}

/* How much of text[0..len) is read at once in prose: no mark is cut in two that may be
   the partner of one before the URL. It may be nothing. */
static inline size_t whole_marks(const unsigned char *text, size_t len)
{
    size_t n = len;

    while (n > 0 && len - n < 3 && (text[n - 1] & 0xC0) == 0x80)
        n--;
    /* Before a UTF-8 sequence that does not end here. */
    if (n > 0 && text[n - 1] >= 0xC0
        && len - n < (text[n - 1] >= 0xF0 ? 3u : text[n - 1] >= 0xE0 ? 2u : 1u))
        return n - 1;
    return text[len - 1] == '\\' ? len - 1 : len;
}

/* The place of text[n] in the window; in the middle of a character that of the next
   character. */
static inline size_t place_of(const struct locus_read_piece *piece, size_t n)
{
    if (n == 0)
        return piece->begin;
    if (!piece->places)
        return piece->end - (piece->len - n);
    while (piece->places[n] == NO_PLACE)
        n++;
    return piece->origin + piece->places[n];
}

/* Whether the end of the URL is known before more is read (locus_scan_skip()). */
static inline int is_read(const struct locus_scan *scan)
{
    return is_prose(scan) && !scan->internal.url.text_reads
        && !scan->internal.url.quoted_reads;
}

/* The end of the URL that was read; 0 if a person would take it for none. */
static inline size_t read_result(const struct locus_scan *scan)
{
    return scan->internal.url.is_plausible ? scan->internal.url.agreed : 0;
}

#endif
