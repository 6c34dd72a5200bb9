/* SPDX-License-Identifier: MIT
 *
 * Splits a part into pieces. Each kind of piece has a machine, which stops after a
 * piece. The iterator keeps its state, and the next call resumes it.
 */
#include "locus/schemes.h"
#include "common/bytes.h"

/* What a machine reads, and the piece that it finds. */
struct split {
    struct locus_pieces *pieces;
    struct locus_piece *piece;
    const char *text;
    const unsigned char *p, *pe;
    const unsigned char *begin;   /* the piece begins here, */
    const unsigned char *mark;    /* its name ends here, if it has a value, */
    const unsigned char *value;   /* and its value begins here */
    const unsigned char *divider; /* a separator may begin here */
    int result;                   /* 1: a piece; 0: none; or an error */
};

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

/* Stores the piece that ends at `end`. The machine is at `p`. */
static void give(struct split *split, const unsigned char *end, const unsigned char *p)
{
    struct locus_piece *piece = split->piece;
    const unsigned char *const mark = split->mark;

    piece->text = span(split, split->begin, end);
    piece->has_value = mark != NULL;
    piece->name = span(split, split->begin, mark ? mark : end);
    piece->value = mark ? span(split, split->value, end) : (struct locus_span){ 0, 0 };
    split->pieces->internal.ended = p == split->pe;
    split->result = 1;
}

/* The state in which a machine continues. */
static int state(const struct split *split, int start)
{
    return split->pieces->internal.begun ? (int)split->pieces->internal.state : start;
}

static void stop(struct split *split, const unsigned char *p, int cs)
{
    split->pieces->internal.state = (uint32_t)cs;
    split->pieces->at = offset(split, p);
}

%%{
machine pieces;

# The events of all these machines.
action next             { split->begin = p + 1; }
action equals           { split->mark = p; split->value = p + 1; }
action piece            { give(split, p, p); if (p != pe) { fbreak; } }
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
    int cs = state(split, path_segments_start);

    %% write exec;
    stop(split, p, cs);
}

%%{
machine query_pairs;
include pieces;
include query_pairs "schemes/query-pairs.rl";
write data noerror nofinal noentry;
}%%

/* The pairs of a query, separated by "&" or ";". */
static void split_query_pairs(struct split *split)
{
    const unsigned char *p = split->p;
    const unsigned char *const pe = split->pe;
    const unsigned char *const eof = pe;
    int cs = state(split, query_pairs_start);

    %% write exec;
    stop(split, p, cs);
}

%%{
machine query_amp_pairs;
include pieces;
include query_amp_pairs "schemes/query-amp-pairs.rl";
write data noerror nofinal noentry;
}%%

/* The pairs of a query, separated by "&" alone. */
static void split_query_amp_pairs(struct split *split)
{
    const unsigned char *p = split->p;
    const unsigned char *const pe = split->pe;
    const unsigned char *const eof = pe;
    int cs = state(split, query_amp_pairs_start);

    %% write exec;
    stop(split, p, cs);
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
    int cs = state(split, prospero_fields_start);

    %% write exec;
    stop(split, p, cs);
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
    int cs = state(split, wais_fields_start);

    %% write exec;
    stop(split, p, cs);
}

%%{
machine gopher_plus;
include pieces;

action divider          { split->divider = p; }
action language         { split->mark = split->divider; split->value = p + 1; }
action piece_before     { give(split, split->divider, p); fbreak; }
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
    int cs = state(split, gopher_plus_start);

    %% write exec;
    stop(split, p, cs);
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
    int cs = state(split, host_labels_start);

    %% write exec;
    stop(split, p, cs);
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

int locus_pieces_next(struct locus_piece *piece, struct locus_pieces *pieces,
                      const char *text)
{
    struct split split = { .pieces = pieces, .piece = piece };

    if (pieces->internal.ended)
        return pieces->internal.error;
    split.text = text ? text : (const char *)nothing;
    split.p = (const unsigned char *)split.text + pieces->at;
    split.pe = (const unsigned char *)split.text + pieces->end;
    split.begin = split.divider = split.p;

    switch ((enum locus_piece_kind)pieces->kind) {
    case LOCUS_PIECE_SEGMENT:
        split_path_segments(&split);
        break;
    case LOCUS_PIECE_PAIR:
        split_query_pairs(&split);
        break;
    case LOCUS_PIECE_AMP_PAIR:
        split_query_amp_pairs(&split);
        break;
    case LOCUS_PIECE_PROSPERO:
        split_prospero_fields(&split);
        break;
    case LOCUS_PIECE_WAIS:
        split_wais_fields(&split);
        break;
    case LOCUS_PIECE_GOPHER:
        split_gopher_plus(&split);
        break;
    case LOCUS_PIECE_LABEL:
        split_host_labels(&split);
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
