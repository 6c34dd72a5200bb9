/* SPDX-License-Identifier: MIT
 *
 * Declarations shared by the functions that encode and decode percent-encodings.
 */
#ifndef LOCUS_CODING_H
#define LOCUS_CODING_H

#include "common/writer.h"
#include "locus.h"

/* Whether "+" may mean a space in this component. */
static inline int locus_may_have_plus(int component)
{
    return component == LOCUS_QUERY || component == LOCUS_QUERY_ITEM
        || component == LOCUS_ANY;
}

/* locus_encode() with the output in `out`. On an error, *offset is where it failed. */
int locus_encode_to(struct locus_writer *out, const char *text, size_t len,
                    const struct locus_grammar *grammar, int component, unsigned flags,
                    size_t *offset);

/* Checks the text of a part. Returns 0, the error of the rule that the text breaks at
   *offset, LOCUS_ERROR_PART or LOCUS_ERROR_GRAMMAR. */
int locus_check(const char *text, size_t len, const struct locus_grammar *grammar,
                enum locus_part part, size_t *offset);

/* Whether a path may follow an authority: it is empty or begins with "/". */
int locus_may_follow_host(const char *path, size_t len);

/* Whether the whole text is an IP-literal; if not, *offset is where it fails. */
int locus_ip_literal(const unsigned char *text, size_t len, size_t *offset);

/* Whether the whole text is this word (grammar/coding/keywords.rl). */
enum locus_keyword {
    LOCUS_KEYWORD_FILE, LOCUS_KEYWORD_LOCALHOST, LOCUS_KEYWORD_DOT, LOCUS_KEYWORD_ALL_GROUPS
};

int locus_is_keyword(const char *text, size_t len, enum locus_keyword word);

/* Components of the decoder for internal use. */
enum {
    LOCUS_POSIX_PIECE = 128,       /* the text between two "/" of a file name */
    LOCUS_WINDOWS_PIECE,
    LOCUS_WINDOWS_PIECE_1630       /* the same, in a URL of RFC 1630 */
};

/* locus_decode() with the output in `out`. */
int locus_decode_to(struct locus_writer *out, const char *text, size_t len,
                    int component, unsigned flags,
                    struct locus_report *report);

/* What a text contains as it is, without decoding: bits of enum locus_found_bits, but
   not LOCUS_FOUND_DELIMITER. */
uint32_t locus_look_at(const char *text, size_t len);

#endif
