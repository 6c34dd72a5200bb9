/* SPDX-License-Identifier: MIT
 *
 * Functions that return sets and arrays: parameters, segments, the URLs in a text.
 */
#include "pg-locus.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/memutils.h"

/* Begins a set of rows as the query expects them: a function's own description of them would
   need memory until the query ends, at each call. */
static ReturnSetInfo *begin_set(FunctionCallInfo fcinfo)
{
    ReturnSetInfo *set = (ReturnSetInfo *)fcinfo->resultinfo;
    const bool expected = set != NULL && IsA(set, ReturnSetInfo) && set->expectedDesc != NULL;

    InitMaterializedSRF(fcinfo, expected ? MAT_SRF_USE_EXPECTED_DESC | MAT_SRF_BLESS : 0);
    return set;
}

/* url_params(url): (key, value, position) for each parameter. */
URL_FUNCTIONS(url_params)
static Datum url_params(struct call *call)
{
    ReturnSetInfo *set = begin_set(call->fcinfo);
    struct locus_pieces pairs;
    struct locus_piece pair;
    MemoryContext row, before;

    row = AllocSetContextCreate(CurrentMemoryContext, "url_params", ALLOCSET_DEFAULT_SIZES);
    before = MemoryContextSwitchTo(row);
    locus_pieces_begin(&pairs, LOCUS_PIECE_AMP_PAIR, call->url.part[LOCUS_QUERY]);
    for (int32 n = 1; locus_pieces_next(&pair, &pairs, call->in.at) == 1; n++) {
        Datum values[3];
        bool nulls[3] = { false, !pair.has_value, false };

        CHECK_FOR_INTERRUPTS();
        values[0] = PointerGetDatum(pglocus_decoded(
            call->in.at + pair.name.off, pair.name.len, LOCUS_QUERY_ITEM,
            LOCUS_PLUS_IS_SPACE));
        values[1] = pair.has_value ? PointerGetDatum(pglocus_decoded(
            call->in.at + pair.value.off, pair.value.len, LOCUS_QUERY_ITEM,
            LOCUS_PLUS_IS_SPACE)) : (Datum)0;
        values[2] = Int32GetDatum(n);
        tuplestore_putvalues(set->setResult, set->setDesc, values, nulls);
        MemoryContextReset(row);
    }
    MemoryContextSwitchTo(before);
    MemoryContextDelete(row);
    return pglocus_null(call);
}

/* The room of an array that is being built doubles, and is at most MaxAllocSize. */
#define MOST_SEGMENTS ((int)(MaxAllocSize / 2 / sizeof(Datum)))

/* url_segments(url): the segments of its path, unchanged. */
URL_FUNCTIONS(url_segments)
static Datum url_segments(struct call *call)
{
    ArrayBuildState *segments = initArrayResult(TEXTOID, CurrentMemoryContext, true);
    struct locus_pieces pieces;
    struct locus_piece piece;

    locus_pieces_begin(&pieces, LOCUS_PIECE_SEGMENT, call->url.part[LOCUS_PATH]);
    while (locus_pieces_next(&piece, &pieces, call->in.at) == 1) {
        text *segment = pglocus_result(&call->in, call->in.at + piece.text.off,
                                       piece.text.len);

        CHECK_FOR_INTERRUPTS();
        if (unlikely(segments->nelems >= MOST_SEGMENTS))
            ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                            errmsg("the path has more than %d segments", MOST_SEGMENTS)));
        accumArrayResult(segments, PointerGetDatum(segment), false, TEXTOID,
                         CurrentMemoryContext);
        pfree(segment);
    }
    return makeArrayResult(segments, CurrentMemoryContext);
}

static const struct locus_context *context_named(struct input name)
{
    const struct locus_context *context = locus_context_from_name(name.at, name.len);

    if (context == NULL) {
        StringInfoData names;

        initStringInfo(&names);
        for (size_t i = 0; (context = locus_context_at(i)) != NULL; i++)
            appendStringInfo(&names, "%s%s", names.len > 0 ? ", " : "",
                             locus_context_name(context));
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("there is no context \"%s\"", pglocus_shown(&name)),
                        errhint("The contexts are: %s.", names.data)));
    }
    return context;
}

/* The URL that was found, without what its context adds to it. */
static text *found_text(const struct input *in, const struct locus_found *found,
                        const char *window, const struct locus_context *context)
{
    char *buf;
    size_t len;
    int error;

    if (found->url_len == found->len)
        return pglocus_result(in, window + found->off, found->len);
    buf = pglocus_room(found->url_len);
    error = locus_unwrap(buf, found->url_len, &len, window + found->off, found->len, context);
    if (error != 0)
        pglocus_fail(error);
    /* Escapes of JSON may stand for characters that the database does not have. */
    return pglocus_octets(buf, len);
}

/* url_find(text), url_find(text, context): (url, position) */
PG_FUNCTION_INFO_V1(pglocus_url_find);
Datum pglocus_url_find(PG_FUNCTION_ARGS)
{
    ReturnSetInfo *set;
    const struct input in = pglocus_argument(fcinfo, 0);
    const struct locus_context *context =
        PG_NARGS() > 1 ? context_named(pglocus_argument(fcinfo, 1)) : locus_text;
    const char *counted = in.at;
    int64 characters = 0;
    struct locus_scan scan;
    struct locus_found found;
    size_t begin = 0, end = Min(in.len, STEP);
    MemoryContext row, before;
    int result;

    set = begin_set(fcinfo);
    row = AllocSetContextCreate(CurrentMemoryContext, "url_find", ALLOCSET_DEFAULT_SIZES);
    result = locus_scan_init(&scan, locus_web, context);
    if (result != 0)
        pglocus_fail(result);
    before = MemoryContextSwitchTo(row);
    for (;;) {
        const char *const window = in.at + begin;

        while ((result = locus_scan_next(&scan, window, end - begin, end == in.len, &found))
               == 1) {
            const struct input gap = { counted, 0, in.converted };
            Datum values[2];
            bool nulls[2] = { false };

            CHECK_FOR_INTERRUPTS();
            characters += pglocus_characters(&gap, (size_t)(window + found.off - counted));
            counted = window + found.off;
            values[0] = PointerGetDatum(found_text(&in, &found, window, context));
            values[1] = Int32GetDatum((int32)characters + 1);
            tuplestore_putvalues(set->setResult, set->setDesc, values, nulls);
            MemoryContextReset(row);
        }
        if (result < 0)
            pglocus_fail(result);
        if (end == in.len)
            break;
        CHECK_FOR_INTERRUPTS();
        begin += scan.drop;
        end += Min(in.len - end, STEP);
    }
    MemoryContextSwitchTo(before);
    MemoryContextDelete(row);
    PG_RETURN_NULL();
}
