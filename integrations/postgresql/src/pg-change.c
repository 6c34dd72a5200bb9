/* SPDX-License-Identifier: MIT
 *
 * URLs that are made from others: normal forms, references, edits, redaction.
 */
#include "pg-locus.h"

#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/array.h"

/* The result of a function of the library that wrote to a buffer with room for VARHDRSZ
   before it. */
static Datum written(const struct call *call, char *room, size_t len)
{
    if (unlikely(call->in.converted))
        return PointerGetDatum(pglocus_octets(room + VARHDRSZ, len));
    SET_VARSIZE(room, len + VARHDRSZ);
    return PointerGetDatum(room);
}

/* Raises the error of the library, or returns NULL if the function is not strict. */
static Datum failed(struct call *call, int error)
{
    if (call->strict)
        pglocus_fail(error);
    return pglocus_null(call);
}

/* url_normalize(url) */
URL_FUNCTIONS(url_normalize)
static Datum url_normalize(struct call *call)
{
    size_t len;
    const char *normal = pglocus_normal(&call->url, call->in.at, call->in.len, &len);

    return PointerGetDatum(pglocus_result(&call->in, normal, len));
}

/* url_resolve(base, reference) */
URL_FUNCTION(url_resolve)
static Datum url_resolve(struct call *call)
{
    const struct input ref = pglocus_argument(call->fcinfo, 1);
    const size_t size = call->in.len + ref.len + 3;
    struct locus_url url;
    char *room;
    size_t len;
    int error;

    if (locus_parse_reference(&url, ref.at, ref.len, locus_web) != 0) {
        if (call->strict)
            pglocus_refuse(&ref, &url, "reference");
        return pglocus_null(call);
    }
    room = pglocus_room(size);
    error = locus_resolve(room + VARHDRSZ, size, &len, &call->url, call->in.at, &url, ref.at,
                          LOCUS_STRICT);
    if (error != 0)
        return failed(call, error);
    return written(call, room, len);
}

/* url_relativize(base, target) */
URL_FUNCTION(url_relativize)
static Datum url_relativize(struct call *call)
{
    const struct input target = pglocus_argument(call->fcinfo, 1);
    char *room;
    struct locus_url url;
    size_t len;
    int error;

    if (locus_parse(&url, target.at, target.len, locus_web) != 0) {
        if (call->strict)
            pglocus_refuse(&target, &url, "URL");
        return pglocus_null(call);
    }
    room = pglocus_room(target.len);
    error = locus_relativize(room + VARHDRSZ, target.len, &len, &call->url, call->in.at, &url,
                             target.at);
    if (error != 0)
        return failed(call, error);
    return written(call, room, len);
}

/* url_set_param(url, key, value) */
URL_FUNCTION(url_set_param)
static Datum url_set_param(struct call *call)
{
    const struct input key = pglocus_argument(call->fcinfo, 1);
    const struct input value = pglocus_argument(call->fcinfo, 2);
    size_t len;
    int error = locus_query_set(NULL, 0, &len, &call->url, call->in.at, key.at, key.len,
                                value.at, value.len, LOCUS_PLUS_IS_SPACE, NULL);
    char *room;

    if (error != LOCUS_ERROR_SPACE)
        return failed(call, error);
    room = pglocus_room(len);
    error = locus_query_set(room + VARHDRSZ, len, &len, &call->url, call->in.at, key.at,
                            key.len, value.at, value.len, LOCUS_PLUS_IS_SPACE, NULL);
    if (error != 0)
        return failed(call, error);
    return written(call, room, len);
}

/* The keys in an array of texts. */
static int keys_of(struct locus_slice **keys, ArrayType *array)
{
    Datum *items;
    bool *nulls;
    int count, keep = 0;

    deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT, &items, &nulls, &count);
    *keys = palloc(sizeof **keys * (size_t)Max(count, 1));
    for (int i = 0; i < count; i++) {
        struct input key;

        if (nulls[i])
            continue;
        key = pglocus_input(DatumGetTextPP(items[i]));
        (*keys)[keep++] = (struct locus_slice){ key.at, key.len };
    }
    return keep;
}

/* Removes the parameters of each key. */
static Datum remove_params(struct call *call, unsigned flags)
{
    struct locus_slice *keys;
    const int count = keys_of(&keys, DatumGetArrayTypeP(call->fcinfo->args[1].value));
    char *room = NULL;
    const char *at = call->in.at;
    size_t len = call->in.len;

    for (int i = 0; i < count; i++) {
        char *const other = pglocus_room(call->in.len);
        const int error = locus_query_remove(other + VARHDRSZ, call->in.len, &len,
                                             &call->url, at, keys[i].text, keys[i].len,
                                             flags | LOCUS_PLUS_IS_SPACE, NULL);

        CHECK_FOR_INTERRUPTS();
        if (error != 0)
            return failed(call, error);
        if (room != NULL)
            pfree(room);
        room = other;
        at = room + VARHDRSZ;
        locus_parse(&call->url, at, len, locus_web);
    }
    if (room == NULL)
        return PointerGetDatum(pglocus_result(&call->in, call->in.at, call->in.len));
    return written(call, room, len);
}

/* url_remove_params(url, VARIADIC keys) */
URL_FUNCTION(url_remove_params)
static Datum url_remove_params(struct call *call)
{
    return remove_params(call, 0);
}

/* url_remove_prefixed(url, VARIADIC prefixes) */
URL_FUNCTION(url_remove_prefixed)
static Datum url_remove_prefixed(struct call *call)
{
    return remove_params(call, LOCUS_QUERY_PREFIX);
}

/* How many keys one pass over a text of this length compares with each parameter. */
static size_t keys_at_once(size_t len)
{
    return 16 * STEP / (len + 1) + 4;
}

/* url_redact(url), url_redact(url, keys), url_redact(url, keys, mask) */
URL_FUNCTION(url_redact)
static Datum url_redact(struct call *call)
{
    FunctionCallInfo fcinfo = call->fcinfo;
    struct locus_redaction what = { .mask = { "XXX", 3 }, .flags = LOCUS_PLUS_IS_SPACE };
    struct locus_report report;
    struct locus_slice *keys = NULL;
    size_t left = 0, len = call->in.len;
    const char *at = call->in.at;
    char *room = NULL;
    int error;

    if (PG_NARGS() > 1)
        left = (size_t)keys_of(&keys, PG_GETARG_ARRAYTYPE_P(1));
    if (PG_NARGS() > 2) {
        const struct input mask = pglocus_argument(fcinfo, 2);

        what.mask = (struct locus_slice){ mask.at, mask.len };
    }
    /* A mask is one value for every key, so that the passes may follow each other. */
    for (;;) {
        char *const before = room;

        what.keys = keys;
        what.key_count = Min(left, keys_at_once(len));
        error = locus_redact(NULL, 0, &len, &call->url, at, &what, &report);
        if (error != LOCUS_ERROR_SPACE)
            break;
        room = pglocus_room(len);
        error = locus_redact(room + VARHDRSZ, len, &len, &call->url, at, &what, &report);
        if (error != 0)
            break;
        left -= what.key_count;
        if (left == 0)
            return written(call, room, len);
        CHECK_FOR_INTERRUPTS();
        if (before != NULL)
            pfree(before);
        keys += what.key_count;
        at = room + VARHDRSZ;
        locus_parse(&call->url, at, len, locus_web);
    }
    /* Never NULL: if a URL cannot be redacted, the mask is wrong. */
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("the mask cannot be in a URL: %s", locus_strerror(error)),
                    report.part >= 0
                    ? errdetail("Rule \"%s\" fails at offset %zu of the mask, in the part"
                                " %s.", locus_error_name(error), report.offset,
                                locus_part_name((enum locus_part)report.part))
                    : errdetail("Rule \"%s\".", locus_error_name(error))));
}
