/* SPDX-License-Identifier: MIT
 *
 * What the functions that write and read escapes share.
 */
#ifndef LOCUS_CODING_H
#define LOCUS_CODING_H

#include "common/writer.h"
#include "locus.h"

/* Whether "+" may stand for a space there. */
static inline int locus_may_have_plus(int component)
{
    return component == LOCUS_QUERY || component == LOCUS_QUERY_ITEM
        || component == LOCUS_ANY;
}

/* locus_encode() into `out`. `offset` is where it failed. */
int locus_encode_to(struct locus_writer *out, const char *text, size_t len,
                    const struct locus_grammar *grammar, int component, unsigned flags,
                    size_t *offset);

/* Whether a part of a grammar may read so, and if not by which rule and where.
   Also LOCUS_ERROR_PART and LOCUS_ERROR_GRAMMAR. */
int locus_check(const char *text, size_t len, const struct locus_grammar *grammar,
                enum locus_part part, size_t *offset);

/* Whether a path may stand after an authority: it is empty or begins with
   "/". */
int locus_may_follow_host(const char *path, size_t len);

/* Whether all of the text is an IP-literal; `offset` is where it turns out to
   be none. */
int locus_ip_literal(const unsigned char *text, size_t len, size_t *offset);

/* Whether all of the text is this word (grammar/coding/keywords.rl). */
enum locus_keyword {
    LOCUS_KEYWORD_FILE, LOCUS_KEYWORD_LOCALHOST, LOCUS_KEYWORD_DOT, LOCUS_KEYWORD_ALL_GROUPS
};

int locus_is_keyword(const char *text, size_t len, enum locus_keyword word);

/* Components of a decoder that only this library knows. */
enum {
    LOCUS_POSIX_PIECE = 128,       /* what stands between two "/" of a name */
    LOCUS_WINDOWS_PIECE,
    LOCUS_WINDOWS_PIECE_1630       /* the same, of a URL of RFC 1630 */
};

/* locus_decode() into `out`. */
int locus_decode_to(struct locus_writer *out, const char *text, size_t len,
                    int component, unsigned flags,
                    struct locus_report *report);

/* What a text that is not to be decoded holds: bits of enum locus_found_bits,
   without delimiters. */
uint32_t locus_look_at(const char *text, size_t len);

#endif
