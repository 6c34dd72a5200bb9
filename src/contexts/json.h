/* SPDX-License-Identifier: MIT
 *
 * The contexts json and json_raw: what they have in common, once for each kernel.
 */
#ifndef LOCUS_JSON_H
#define LOCUS_JSON_H

#include "scan/context.h"
#include "kernel/lens.h"
#include "scan/url-start.h"

/* A character takes up to six bytes of JSON, or twelve in a pair of surrogates. */
enum { CHARACTER = 6 };

/* So much of a string is decoded at first: as long as a grammar is waited for in vain
   (UNDECIDED). If that is done again, it is more, so that each escape is decoded twice
   at most, however often it stands in what may be a URL. */
enum { DECODED_FIRST = UNDECIDED + 16, DECODED = 2 * UNDECIDED };

/* What an escaped quotation mark is. A URL ends there in any case. */
enum locus_json_quotation {
    QUOTATION_IS_TEXT,             /* a character like any other */
    QUOTATION_ENDS,                /* the end */
    QUOTATION_MAY_CLOSE            /* the last byte: the partner of a mark, perhaps, alone
                                      or after "\\" */
};

/* A part of what a JSON string stands for. */
struct locus_json_string {
    const unsigned char *text;     /* it is decoded from text[begin..) */
    size_t   begin;
    const unsigned char *at;       /* what follows */
    uint32_t state;                /* of json-string */
    uint32_t value;                /* of the escape being read */
    uint32_t mark;                 /* STRING_END, if it ended there */
    uint8_t  quotation;            /* enum locus_json_quotation: set by the caller */
    uint8_t  escaped;              /* an escape is being read */
    uint8_t  ended;                /* no URL goes on after this */
    size_t   at_byte;              /* of the URL that was read last: its first byte */
    size_t   len;
    uint16_t places[DECODED + 1];  /* of the bytes, from `begin` on */
    unsigned char bytes[DECODED];
};

/* Decodes text[begin..len), but no more than `most` bytes. It stops after a quotation mark
   as `quotation` says, and before a byte that no string can contain. It may stop in the
   middle of an escape: what was decoded ends at places[len]. */
void KERNEL_NAME(json_decode)(struct locus_json_string *string, const unsigned char *text,
                              size_t begin, size_t len, size_t most);

/* Decodes text[0..text_len) to buf, up to a byte that no string can contain. Returns 1, or
   0 if it is not the inside of a string, or has more than `size` bytes. */
int KERNEL_NAME(json_decode_all)(char *buf, size_t size, size_t *len,
                                 const unsigned char *text, size_t text_len);

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
uint32_t KERNEL_NAME(json_opened_before)(const struct locus_before *before);

/* locus_scan_next() by the context that `searcher` is of. */
static inline __attribute__((always_inline)) int
json_next(struct locus_scan *scan, const struct locus_searcher *searcher,
          enum locus_json_quotation quotation, const char *text, size_t len, int end,
          struct locus_found *found)
{
    struct locus_json_string string;

    string.text = NULL;
    string.quotation = (uint8_t)quotation;
    return scan_by(scan, searcher, &string, text, len, end, found,
                   KERNEL_NAME(json_search));
}

#endif
