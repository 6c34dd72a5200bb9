/* SPDX-License-Identifier: MIT
 *
 * Splits a part into pieces. Each kind of piece has a machine, which stops after a
 * piece. The iterator keeps its state, and the next call resumes it.
 */
#include "schemes/split.h"
#include "common/bytes.h"

%%{
machine pieces;

# The events of all these machines.
action next             { split->begin = p + 1; }
action equals           { split->mark = p; split->value = p + 1; }
action piece            { give_piece(split, p, p); if (p != pe) { fbreak; } }
action bad              { split->result = LOCUS_ERROR_PIECE; }
}%%

%%{
machine path_segments;
include pieces;
include path_segments "schemes/path-segments.rl";
write data noerror nofinal noentry;
}%%

/* The segments of a path. */
static void split_path_segments(struct split *split)
{
    const unsigned char *p = split->p;
    const unsigned char *const pe = split->pe;
    const unsigned char *const eof = pe;
    int cs = piece_state(split, path_segments_start);

    %% write exec;
    stop_pieces(split, p, cs);
}

%%{
machine prospero_fields;
include pieces;
include prospero_fields "schemes/prospero-fields.rl";
write data noerror nofinal noentry;
}%%

/* The fields of a prospero URL. */
static void split_prospero_fields(struct split *split)
{
    const unsigned char *p = split->p;
    const unsigned char *const pe = split->pe;
    const unsigned char *const eof = pe;
    int cs = piece_state(split, prospero_fields_start);

    %% write exec;
    stop_pieces(split, p, cs);
}

%%{
machine wais_fields;
include pieces;
include wais_fields "schemes/wais-fields.rl";
write data noerror nofinal noentry;
}%%

/* The fields of a WAIS identifier. */
static void split_wais_fields(struct split *split)
{
    const unsigned char *p = split->p;
    const unsigned char *const pe = split->pe;
    const unsigned char *const eof = pe;
    int cs = piece_state(split, wais_fields_start);

    %% write exec;
    stop_pieces(split, p, cs);
}

%%{
machine gopher_plus;
include pieces;

action divider          { split->divider = p; }
action language         { split->mark = split->divider; split->value = p + 1; }
action piece_before     { give_piece(split, split->divider, p); fbreak; }
action view             { split->pieces->plus = LOCUS_PLUS_VIEW; }
action ask              { split->pieces->plus = LOCUS_PLUS_ASK; }
action attributes       { split->pieces->plus = LOCUS_PLUS_ATTRIBUTES; }
action directory        { split->pieces->plus = LOCUS_PLUS_DIRECTORY_ATTRIBUTES; }
action answers          { split->pieces->plus = LOCUS_PLUS_ANSWERS; }

include gopher_plus "schemes/gopher-plus.rl";
write data noerror nofinal noentry;
}%%

/* The pieces of a Gopher+ string. */
static void split_gopher_plus(struct split *split)
{
    const unsigned char *p = split->p;
    const unsigned char *const pe = split->pe;
    const unsigned char *const eof = pe;
    int cs = piece_state(split, gopher_plus_start);

    %% write exec;
    stop_pieces(split, p, cs);
}

%%{
machine host_labels;
include pieces;
include host_labels "schemes/host-labels.rl";
write data noerror nofinal noentry;
}%%

/* The labels of a host name. */
static void split_host_labels(struct split *split)
{
    const unsigned char *p = split->p;
    const unsigned char *const pe = split->pe;
    const unsigned char *const eof = pe;
    int cs = piece_state(split, host_labels_start);

    %% write exec;
    stop_pieces(split, p, cs);
}

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

/* Runs the machine of the kind. */
static void split_part(struct split *split)
{
    switch ((enum locus_piece_kind)split->pieces->kind) {
    case LOCUS_PIECE_SEGMENT:
        split_path_segments(split);
        break;
    case LOCUS_PIECE_PROSPERO:
        split_prospero_fields(split);
        break;
    case LOCUS_PIECE_WAIS:
        split_wais_fields(split);
        break;
    case LOCUS_PIECE_GOPHER:
        split_gopher_plus(split);
        break;
    case LOCUS_PIECE_LABEL:
        split_host_labels(split);
        break;
    case LOCUS_PIECE_PAIR:
    case LOCUS_PIECE_AMP_PAIR:                     /* not here */
    case LOCUS_PIECE_KIND_COUNT:
        break;
    }
}

/* The next piece of a part other than a query. */
static __attribute__((noinline)) int
next_piece(struct locus_piece *piece, struct locus_pieces *pieces, const char *text)
{
    struct split split = { .pieces = pieces, .piece = piece, .text = text };

    split.p = (const unsigned char *)text + pieces->at;
    split.pe = (const unsigned char *)text + pieces->end;
    split.begin = split.divider = split.p;
    split_part(&split);
    pieces->internal.begun = 1;
    if (split.result < 1) {
        pieces->internal.error = (int8_t)split.result;
        pieces->internal.ended = 1;
    }
    return split.result;
}

/* Inlined, so that the next pair of a query takes one call and not two. */
static inline __attribute__((always_inline)) int
find_piece(struct locus_piece *piece, struct locus_pieces *pieces, const char *text,
           const struct locus_key *key)
{
    static locus_pair_finder *const finders[KERNEL_COUNT] = {
#define NAME_FINDER(kernel, needs) [KERNEL_##kernel] = KERNEL_PASTE(find_pair, kernel),
        LOCUS_KERNELS(NAME_FINDER)
    };
    static locus_pair_finder *const amp_finders[KERNEL_COUNT] = {
#define NAME_AMP_FINDER(kernel, needs) [KERNEL_##kernel] = KERNEL_PASTE(find_amp_pair, kernel),
        LOCUS_KERNELS(NAME_AMP_FINDER)
    };

    if (pieces->internal.ended)
        return pieces->internal.error;
    if (!text)
        text = (const char *)nothing;
    if (pieces->kind == LOCUS_PIECE_AMP_PAIR)
        return amp_finders[locus_kernel_in_use()](piece, pieces, (const unsigned char *)text,
                                                  key);
    if (pieces->kind == LOCUS_PIECE_PAIR)
        return finders[locus_kernel_in_use()](piece, pieces, (const unsigned char *)text, key);
    return next_piece(piece, pieces, text);
}

int locus_pieces_find(struct locus_piece *piece, struct locus_pieces *pieces,
                      const char *text, const struct locus_key *key)
{
    return find_piece(piece, pieces, text, key);
}

int locus_pieces_next(struct locus_piece *piece, struct locus_pieces *pieces,
                      const char *text)
{
    return find_piece(piece, pieces, text, NULL);
}
