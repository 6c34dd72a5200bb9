/* SPDX-License-Identifier: MIT
 *
 * The type url: input, output, casts.
 */
#include "pg-locus.h"

#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"

static url *make(text *t)
{
    const struct input in = pglocus_input(t);
    struct locus_url parsed;

    if (locus_parse(&parsed, in.at, in.len, locus_web) != 0)
        pglocus_refuse(&in, &parsed, "URL");
    if (in.len > STEP)
        CHECK_FOR_INTERRUPTS();
    return pglocus_make(&in, &parsed);
}

static text *entered(const url *value)
{
    const struct input in = pglocus_entered(value);

    return pglocus_result(&in, in.at, in.len);
}

PG_FUNCTION_INFO_V1(pglocus_url_in);
Datum pglocus_url_in(PG_FUNCTION_ARGS)
{
    PG_RETURN_POINTER(make(cstring_to_text(PG_GETARG_CSTRING(0))));
}

PG_FUNCTION_INFO_V1(pglocus_url_out);
Datum pglocus_url_out(PG_FUNCTION_ARGS)
{
    PG_RETURN_CSTRING(text_to_cstring(entered(PG_GETARG_URL(0))));
}

/* Sends the text in the encoding of the client. */
PG_FUNCTION_INFO_V1(pglocus_url_recv);
Datum pglocus_url_recv(PG_FUNCTION_ARGS)
{
    StringInfo buf = (StringInfo)PG_GETARG_POINTER(0);
    int len;
    const char *at = pq_getmsgtext(buf, buf->len - buf->cursor, &len);

    PG_RETURN_POINTER(make(cstring_to_text_with_len(at, len)));
}

PG_FUNCTION_INFO_V1(pglocus_url_send);
Datum pglocus_url_send(PG_FUNCTION_ARGS)
{
    text *t = entered(PG_GETARG_URL(0));
    StringInfoData buf;

    pq_begintypsend(&buf);
    pq_sendtext(&buf, VARDATA(t), (int)(VARSIZE(t) - VARHDRSZ));
    PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

PG_FUNCTION_INFO_V1(pglocus_url_from_text);
Datum pglocus_url_from_text(PG_FUNCTION_ARGS)
{
    PG_RETURN_POINTER(make(PG_GETARG_TEXT_PP(0)));
}

PG_FUNCTION_INFO_V1(pglocus_url_to_text);
Datum pglocus_url_to_text(PG_FUNCTION_ARGS)
{
    PG_RETURN_TEXT_P(entered(PG_GETARG_URL(0)));
}

/* url_try(text): NULL if it is not valid. */
PG_FUNCTION_INFO_V1(pglocus_url_try);
Datum pglocus_url_try(PG_FUNCTION_ARGS)
{
    const struct input in = pglocus_argument(fcinfo, 0);
    struct locus_url parsed;

    if (locus_parse(&parsed, in.at, in.len, locus_web) != 0)
        PG_RETURN_NULL();
    PG_RETURN_POINTER(pglocus_make(&in, &parsed));
}
