/* SPDX-License-Identifier: MIT
 *
 * Arguments, results, errors.
 */
#include "pg-locus.h"

#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "utils/memutils.h"

PG_MODULE_MAGIC;

/* How much of a text is in an error message. */
#define SHOWN 200

static bool has_high_bit(const char *at, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (IS_HIGHBIT_SET(at[i]))
            return true;
    return false;
}

bool pglocus_converts(void)
{
    const int encoding = GetDatabaseEncoding();

    return encoding != PG_UTF8 && encoding != PG_SQL_ASCII;
}

struct input pglocus_input(text *argument)
{
    struct input in = { VARDATA_ANY(argument), VARSIZE_ANY_EXHDR(argument),
                        pglocus_converts() };

    if (unlikely(in.converted) && has_high_bit(in.at, in.len)) {
        in.at = pg_server_to_any(in.at, (int)in.len, PG_UTF8);
        in.len = strlen(in.at);
    }
    return in;
}

struct input pglocus_argument(FunctionCallInfo fcinfo, int n)
{
    return pglocus_input(PG_GETARG_TEXT_PP(n));
}

Datum pglocus_null(struct call *call)
{
    FunctionCallInfo fcinfo = call->fcinfo;

    /* The NULL of a function that returns a set, and has none, is an empty set. */
    if (fcinfo->flinfo->fn_retset
        && ((ReturnSetInfo *)fcinfo->resultinfo)->returnMode != SFRM_Materialize)
        ((ReturnSetInfo *)fcinfo->resultinfo)->isDone = ExprEndResult;
    call->fcinfo->isnull = true;
    return (Datum)0;
}

Datum pglocus_text(FunctionCallInfo fcinfo, bool strict, url_body *body)
{
    struct call call = { .fcinfo = fcinfo, .in = pglocus_argument(fcinfo, 0),
                         .strict = strict };

    if (locus_parse(&call.url, call.in.at, call.in.len, locus_web) != 0) {
        if (strict)
            pglocus_refuse(&call.in, &call.url, "URL");
        return pglocus_null(&call);
    }
    if (unlikely(call.in.len > STEP))
        CHECK_FOR_INTERRUPTS();
    return body(&call);
}

Datum pglocus_url(FunctionCallInfo fcinfo, url_body *body)
{
    struct call call = { .fcinfo = fcinfo };
    const struct key key = pglocus_key(PG_GETARG_URL(0));

    call.in.at = pglocus_normal_of(&key, &call.in.len);
    call.in.converted = pglocus_converts();
    if (locus_parse(&call.url, call.in.at, call.in.len, locus_web) != 0)
        pglocus_refuse(&call.in, &call.url, "URL");
    return body(&call);
}

const struct locus_grammar *pglocus_grammar(struct input name)
{
    const struct locus_grammar *grammar = locus_grammar_from_name(name.at, name.len);

    if (grammar == NULL || !locus_has_grammar(grammar)) {
        StringInfoData names;

        initStringInfo(&names);
        for (size_t i = 0; (grammar = locus_grammar_at(i)) != NULL; i++)
            if (locus_has_grammar(grammar))
                appendStringInfo(&names, "%s%s", names.len > 0 ? ", " : "",
                                 locus_grammar_name(grammar));
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("there is no grammar \"%s\"", pglocus_shown(&name)),
                        errhint("The grammars are: %s.", names.data)));
    }
    return grammar;
}

int64 pglocus_characters(const struct input *in, size_t bytes)
{
    const bool utf8 = in->converted || GetDatabaseEncoding() == PG_UTF8;
    int64 count = 0;
    size_t at = 0;

    if (!utf8)
        return (int64)bytes;
    for (; at < bytes; count++) {
        if (unlikely((count & (STEP - 1)) == STEP - 1))
            CHECK_FOR_INTERRUPTS();
        at += (size_t)pg_encoding_mblen(PG_UTF8, in->at + at);
    }
    return count;
}

text *pglocus_result(const struct input *in, const char *at, size_t len)
{
    if (unlikely(in->converted) && has_high_bit(at, len)) {
        char *converted = pg_any_to_server(at, (int)len, PG_UTF8);

        return converted == at ? cstring_to_text_with_len(at, (int)len)
                               : cstring_to_text(converted);
    }
    return cstring_to_text_with_len(at, (int)len);
}

Datum pglocus_part(const struct call *call, struct locus_span span)
{
    return PointerGetDatum(pglocus_result(&call->in, call->in.at + span.off, span.len));
}

void *pglocus_room(size_t len)
{
    if (len > MaxAllocSize - VARHDRSZ)
        ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                        errmsg("the result would have %zu bytes", len),
                        errdetail("A field has at most %zu bytes.",
                                  (size_t)MaxAllocSize - VARHDRSZ)));
    return palloc(len + VARHDRSZ);
}

char *pglocus_shown(const struct input *in)
{
    const int clipped = pg_encoding_mbcliplen(
        GetDatabaseEncoding() == PG_SQL_ASCII ? PG_SQL_ASCII : PG_UTF8, in->at,
        (int)in->len, SHOWN);

    return psprintf("%s%s", text_to_cstring(pglocus_result(in, in->at, (size_t)clipped)),
                    (size_t)clipped < in->len ? "..." : "");
}

void pglocus_refuse(const struct input *in, const struct locus_url *url, const char *what)
{
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
             errmsg("invalid %s: \"%s\"", what, pglocus_shown(in)),
             errdetail("Rule \"%s\" fails at offset " INT64_FORMAT " of " INT64_FORMAT
                       ": %s.",
                       locus_error_name(url->error),
                       pglocus_characters(in, url->error_offset),
                       pglocus_characters(in, in->len), locus_strerror(url->error)),
             errhint("The grammar is \"%s\". Offsets count characters, from 0.",
                     locus_grammar_name(locus_url_grammar(url)))));
    pg_unreachable();
}

void pglocus_fail(int error)
{
    ereport(ERROR, (errcode(error == LOCUS_ERROR_TOO_LONG ? ERRCODE_PROGRAM_LIMIT_EXCEEDED
                            : ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("%s", locus_strerror(error)),
                    errdetail("Rule \"%s\".", locus_error_name(error))));
    pg_unreachable();
}

/* A normal form that is made in pieces. */
struct pieces {
    char  *to;
    size_t len, size;
};

static int append(void *context, const char *piece, size_t len)
{
    struct pieces *pieces = context;

    if (INTERRUPTS_PENDING_CONDITION() && INTERRUPTS_CAN_BE_PROCESSED())
        return 1;
    Assert(pieces->len + len <= pieces->size);
    memcpy(pieces->to + pieces->len, piece, len);
    pieces->len += len;
    return 0;
}

char *pglocus_normal(const struct locus_url *url, const char *text, size_t len,
                     size_t *normal_len)
{
    const size_t size = len + 32;
    struct pieces pieces = { pglocus_room(size), 0, size };
    int error;

    if (len <= STEP) {
        error = locus_normalize(pieces.to, size, normal_len, url, text, LOCUS_STEPS_ALL);
        if (error != 0)
            pglocus_fail(error);
        return pieces.to;
    }
    for (;;) {
        pieces.len = 0;
        error = locus_normal_each(url, text, LOCUS_STEPS_ALL, append, &pieces);
        if (error == 0)
            break;
        if (error < 0)
            pglocus_fail(error);
        /* Not every interrupt ends the statement. */
        CHECK_FOR_INTERRUPTS();
    }
    *normal_len = pieces.len;
    return pieces.to;
}
