/* SPDX-License-Identifier: MIT
 *
 * Splits a part into pieces. Each kind of piece has a machine, which stops after a
 * piece. The iterator keeps its state, and the next call resumes it.
 */
#include "locus/schemes.h"
#include "common/bytes.h"

/* The arguments and the result of a machine. */
struct split {
    struct locus_pieces *pieces;
    struct locus_piece *piece;
    const char *text;
    int result;                   /* 1: a piece; 0: none; or an error */
};

#define MACHINE(name) \
    static void split_##name(struct split *restrict split, \
                             const unsigned char *p, \
                             const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *const eof = pe; \
    const unsigned char *begin = p; \
    const unsigned char *mark = NULL; \
    const unsigned char *value = NULL; \
    const unsigned char *divider = p; \
    int cs = split->pieces->internal.begun \
           ? (int)split->pieces->internal.state : name##_start;
#define MACHINE_END \
    (void)mark, (void)value, (void)divider; \
    split->pieces->internal.state = (uint32_t)cs; \
    split->pieces->at = offset(split, p);

#define BEGIN_AFTER  begin = p + 1;
#define MARK_EQUALS  mark = p; value = p + 1;
#define DIVIDER      divider = p;
#define VALUE_AFTER_DIVIDER mark = divider; value = p + 1;
#define PLUS(kind)   split->pieces->plus = LOCUS_PLUS_##kind;
#define PIECE(end) \
    give(split, begin, mark, value, end); \
    split->pieces->internal.ended = p == pe;
#define BAD          split->result = LOCUS_ERROR_PIECE;

static uint32_t offset(const struct split *split, const unsigned char *p)
{
    return (uint32_t)(p - (const unsigned char *)split->text);
}

static struct locus_span span(const struct split *split,
                              const unsigned char *begin,
                              const unsigned char *end)
{
    return (struct locus_span){ offset(split, begin),
                                (uint32_t)(end - begin) };
}

/* Stores the piece [begin, end). Its name ends at `mark`, if there is one, and its
   value begins at `value`; else all of it is the name. */
static void give(struct split *split, const unsigned char *begin,
                 const unsigned char *mark, const unsigned char *value,
                 const unsigned char *end)
{
    struct locus_piece *piece = split->piece;

    piece->text = span(split, begin, end);
    piece->has_value = mark != NULL;
    piece->name = span(split, begin, mark ? mark : end);
    piece->value = mark ? span(split, value, end) : (struct locus_span){ 0, 0 };
    split->result = 1;
}

#include "path-segments.h"
#include "query-pairs.h"
#include "query-amp-pairs.h"
#include "prospero-fields.h"
#include "wais-fields.h"
#include "gopher-plus.h"

int locus_pieces_begin(struct locus_pieces *pieces,
                       enum locus_piece_kind kind, struct locus_span part)
{
    *pieces = (struct locus_pieces){ .at = part.off };
    if ((unsigned)kind >= LOCUS_PIECE_KIND_COUNT) {
        pieces->internal.ended = 1;
        pieces->internal.error = LOCUS_ERROR_ARGUMENT;
        return LOCUS_ERROR_ARGUMENT;
    }
    pieces->end = part.off + part.len;
    pieces->kind = (uint8_t)kind;
    return 0;
}

int locus_pieces_next(struct locus_piece *piece, struct locus_pieces *pieces,
                      const char *text)
{
    struct split split = { .pieces = pieces, .piece = piece };
    const unsigned char *p, *pe;

    if (pieces->internal.ended)
        return pieces->internal.error;
    split.text = text ? text : (const char *)nothing;
    p = (const unsigned char *)split.text + pieces->at;
    pe = (const unsigned char *)split.text + pieces->end;

    switch ((enum locus_piece_kind)pieces->kind) {
    case LOCUS_PIECE_SEGMENT:
        split_path_segments(&split, p, pe);
        break;
    case LOCUS_PIECE_PAIR:
        split_query_pairs(&split, p, pe);
        break;
    case LOCUS_PIECE_AMP_PAIR:
        split_query_amp_pairs(&split, p, pe);
        break;
    case LOCUS_PIECE_PROSPERO:
        split_prospero_fields(&split, p, pe);
        break;
    case LOCUS_PIECE_WAIS:
        split_wais_fields(&split, p, pe);
        break;
    case LOCUS_PIECE_GOPHER:
        split_gopher_plus(&split, p, pe);
        break;
    case LOCUS_PIECE_KIND_COUNT:
        break;
    }
    pieces->internal.begun = 1;
    if (split.result < 1) {
        pieces->internal.error = (int8_t)split.result;
        pieces->internal.ended = 1;
    }
    return split.result;
}
