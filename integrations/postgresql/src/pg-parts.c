/* SPDX-License-Identifier: MIT
 *
 * The parts of a URL, and what follows from one URL alone.
 */
#include "pg-locus.h"

#include <sys/socket.h>

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "utils/array.h"
#include "utils/inet.h"
#include "utils/jsonb.h"

static Datum part(struct call *call, enum locus_part which)
{
    return locus_has(&call->url, which) ? pglocus_part(call, call->url.part[which])
                                        : pglocus_null(call);
}

#define PART_FUNCTIONS(name, which) \
    URL_FUNCTIONS(name) \
    static Datum name(struct call *call) \
    { \
        return part(call, which); \
    }

PART_FUNCTIONS(url_scheme, LOCUS_SCHEME)
PART_FUNCTIONS(url_user, LOCUS_USER)
PART_FUNCTIONS(url_host, LOCUS_HOST)
PART_FUNCTIONS(url_path, LOCUS_PATH)
PART_FUNCTIONS(url_query, LOCUS_QUERY)
PART_FUNCTIONS(url_fragment, LOCUS_FRAGMENT)

/* url_port(url): the port that applies. */
URL_FUNCTIONS(url_port)
static Datum url_port(struct call *call)
{
    const int port = locus_port(&call->url, call->in.at);

    if (port == LOCUS_ERROR_RANGE && call->strict)
        ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                        errmsg("the port of the URL is greater than 65535"),
                        errdetail("Rule \"range\" fails at offset " INT64_FORMAT ".",
                                  pglocus_characters(&call->in,
                                                     call->url.part[LOCUS_PORT].off))));
    return port < 0 ? pglocus_null(call) : Int32GetDatum(port);
}

/* url_part(url, name) */
URL_FUNCTIONS(url_part)
static Datum url_part(struct call *call)
{
    const struct input name = pglocus_argument(call->fcinfo, 1);
    const int which = locus_part_from_name(name.at, name.len);

    if (which < 0 || which >= LOCUS_GENERIC_PART_COUNT)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("a URL has no part \"%s\"",
                               text_to_cstring(DatumGetTextPP(call->fcinfo->args[1].value))),
                        errhint("The parts are scheme, user, password, host, port, path,"
                                " query, fragment.")));
    return part(call, (enum locus_part)which);
}

static void push(JsonbParseState **state, JsonbIteratorToken token, const char *at,
                 size_t len)
{
    JsonbValue value = { .type = jbvString };

    value.val.string.val = unconstify(char *, at);
    value.val.string.len = (int)len;
    pushJsonbValue(state, token, &value);
}

/* url_parts(url): an object with the parts that the URL has. */
URL_FUNCTIONS(url_parts)
static Datum url_parts(struct call *call)
{
    JsonbParseState *state = NULL;
    JsonbValue *object;

    pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
    for (enum locus_part which = 0; which < LOCUS_GENERIC_PART_COUNT; which++) {
        const struct locus_span span = call->url.part[which];
        const char *name;

        if (!locus_has(&call->url, which))
            continue;
        name = locus_part_name(which);
        push(&state, WJB_KEY, name, strlen(name));
        if (unlikely(call->in.converted)) {
            text *value = pglocus_result(&call->in, call->in.at + span.off, span.len);

            push(&state, WJB_VALUE, VARDATA(value), VARSIZE(value) - VARHDRSZ);
        } else {
            push(&state, WJB_VALUE, call->in.at + span.off, span.len);
        }
    }
    object = pushJsonbValue(&state, WJB_END_OBJECT, NULL);
    return JsonbPGetDatum(JsonbValueToJsonb(object));
}

/* url_param(url, key): the value of the first parameter of that key. */
URL_FUNCTIONS(url_param)
static Datum url_param(struct call *call)
{
    const struct input key = pglocus_argument(call->fcinfo, 1);
    struct locus_pieces pairs;
    struct locus_piece pair;

    locus_pieces_begin(&pairs, LOCUS_PIECE_AMP_PAIR, call->url.part[LOCUS_QUERY]);
    if (locus_query_find(&pair, &pairs, call->in.at, key.at, key.len,
                         LOCUS_PLUS_IS_SPACE) != 1)
        return pglocus_null(call);
    return PointerGetDatum(pglocus_decoded(call->in.at + pair.value.off, pair.value.len,
                                           LOCUS_QUERY_ITEM, LOCUS_PLUS_IS_SPACE));
}

/* url_origin(url): RFC 6454. An origin that equals no other is NULL. */
URL_FUNCTIONS(url_origin)
static Datum url_origin(struct call *call)
{
    const size_t size = call->in.len + 64;
    char *buf = pglocus_room(size);
    size_t len;
    const int error = locus_origin(buf, size, &len, &call->url, call->in.at, NULL);

    if (error != 0 && call->strict)
        pglocus_fail(error);
    /* An opaque origin is equal to none, itself included (RFC 6454, section 5). */
    if (error != 0 || !locus_same_origin(&call->url, call->in.at, &call->url, call->in.at,
                                         NULL))
        return pglocus_null(call);
    return PointerGetDatum(pglocus_result(&call->in, buf, len));
}

/* url_inet(url): the address that the host is. */
URL_FUNCTIONS(url_inet)
static Datum url_inet(struct call *call)
{
    inet *address = palloc0(sizeof *address);
    uint8_t octets[16];

    if (locus_ipv6(octets, &call->url, call->in.at) == 0) {
        ip_family(address) = PGSQL_AF_INET6;
        ip_bits(address) = 128;
        memcpy(ip_addr(address), octets, 16);
    } else if (locus_numeric_host(octets, &call->url, call->in.at) == 0) {
        ip_family(address) = PGSQL_AF_INET;
        ip_bits(address) = 32;
        memcpy(ip_addr(address), octets, 4);
    } else {
        return pglocus_null(call);
    }
    SET_INET_VARSIZE(address);
    return InetPGetDatum(address);
}

/* url_address_class(url): "private", "loopback", … */
URL_FUNCTIONS(url_address_class)
static Datum url_address_class(struct call *call)
{
    const int address_class = locus_host_class(&call->url, call->in.at);

    if (address_class < 0)
        return pglocus_null(call);
    return PointerGetDatum(
        cstring_to_text(locus_class_name((enum locus_class)address_class)));
}

static Datum findings_of(struct call *call)
{
    const uint64_t found = locus_findings(&call->url, call->in.at, call->in.len, NULL);
    Datum names[LOCUS_FINDING_COUNT];
    int count = 0;

    for (int i = 0; i < LOCUS_FINDING_COUNT; i++)
        if (found >> i & 1)
            names[count++] = PointerGetDatum(
                cstring_to_text(locus_finding_name((enum locus_finding)i)));
    return PointerGetDatum(construct_array(names, count, TEXTOID, -1, false,
                                           TYPALIGN_INT));
}

/* url_findings(url) */
URL_FUNCTION(url_findings)
static Datum url_findings(struct call *call)
{
    return findings_of(call);
}

/* url_findings of type url: of what was entered, since normalizing removes many. */
PG_FUNCTION_INFO_V1(pglocus_url_findings_of);
Datum pglocus_url_findings_of(PG_FUNCTION_ARGS)
{
    struct call call = { .fcinfo = fcinfo, .in = pglocus_entered(PG_GETARG_URL(0)) };

    if (locus_parse(&call.url, call.in.at, call.in.len, locus_web) != 0)
        pglocus_refuse(&call.in, &call.url, "URL");
    return findings_of(&call);
}

/* url_valid(text), url_valid(text, grammar) */
PG_FUNCTION_INFO_V1(pglocus_url_valid);
Datum pglocus_url_valid(PG_FUNCTION_ARGS)
{
    const struct input in = pglocus_argument(fcinfo, 0);
    const struct locus_grammar *grammar =
        PG_NARGS() > 1 ? pglocus_grammar(pglocus_argument(fcinfo, 1)) : locus_web;
    struct locus_url url;

    PG_RETURN_BOOL(locus_parse(&url, in.at, in.len, grammar) == 0);
}

/* url_error(text), url_error(text, grammar): (code, offset, message) */
PG_FUNCTION_INFO_V1(pglocus_url_error);
Datum pglocus_url_error(PG_FUNCTION_ARGS)
{
    const struct input in = pglocus_argument(fcinfo, 0);
    const struct locus_grammar *grammar =
        PG_NARGS() > 1 ? pglocus_grammar(pglocus_argument(fcinfo, 1)) : locus_web;
    struct locus_url url;
    TupleDesc row;
    Datum values[3];
    bool nulls[3] = { false };

    if (locus_parse(&url, in.at, in.len, grammar) == 0)
        PG_RETURN_NULL();
    if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
        elog(ERROR, "url_error returns a row");
    values[0] = PointerGetDatum(cstring_to_text(locus_error_name(url.error)));
    values[1] = Int32GetDatum((int32)pglocus_characters(&in, url.error_offset));
    values[2] = PointerGetDatum(cstring_to_text(locus_strerror(url.error)));
    PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row), values, nulls)));
}

/* url_decode(text), url_decode_octets(text) */
PG_FUNCTION_INFO_V1(pglocus_url_decode);
Datum pglocus_url_decode(PG_FUNCTION_ARGS)
{
    const struct input in = pglocus_argument(fcinfo, 0);

    PG_RETURN_TEXT_P(pglocus_decoded(in.at, in.len, LOCUS_ANY, 0));
}

PG_FUNCTION_INFO_V1(pglocus_url_decode_octets);
Datum pglocus_url_decode_octets(PG_FUNCTION_ARGS)
{
    const struct input in = pglocus_argument(fcinfo, 0);
    bytea *result = pglocus_room(in.len);
    size_t len;
    const int error = locus_decode(VARDATA(result), in.len, &len, in.at, in.len, LOCUS_ANY,
                                   LOCUS_KEEP, NULL);

    if (error != 0)
        pglocus_fail(error);
    SET_VARSIZE(result, len + VARHDRSZ);
    PG_RETURN_BYTEA_P(result);
}
