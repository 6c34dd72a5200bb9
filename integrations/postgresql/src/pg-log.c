/* SPDX-License-Identifier: MIT
 *
 * url_log(line, format): a line of an access log as a row.
 */
#include "pg-locus.h"

#include <locus/log.h>

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "utils/datetime.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"
#include "utils/numeric.h"
#include "utils/timestamp.h"

/* The columns of access_log, in their order. */
enum column {
    CLIENT, USER, TIME, LOCAL_TIME, REQUEST, METHOD, TARGET, PROTOCOL, STATUS, BYTES,
    REFERER, AGENT, VHOST, DURATION, OTHER, COLUMN_COUNT
};

/* The fields that are columns of type text. */
static const struct {
    enum column column;
    enum locus_log_field field;
} texts[] = {
    { CLIENT, LOCUS_LOG_CLIENT }, { USER, LOCUS_LOG_USER }, { REQUEST, LOCUS_LOG_REQUEST },
    { METHOD, LOCUS_LOG_METHOD }, { TARGET, LOCUS_LOG_TARGET },
    { PROTOCOL, LOCUS_LOG_PROTOCOL }, { REFERER, LOCUS_LOG_REFERER },
    { AGENT, LOCUS_LOG_AGENT }, { VHOST, LOCUS_LOG_VHOST },
};

/* A format, kept from call to call. */
struct format {
    text *name;                   /* as it was given, */
    struct input in;              /* and in UTF-8 */
    const struct locus_log_format *format;
    bool has_columns;             /* `in` is the directive of a W3C log */
    struct locus_log_row row;     /* a compiled format */
    TupleDesc desc;
};

static void unknown_format(const struct input *in, const struct locus_log_row_error *error)
{
    static const char *const reasons[] = {
        [LOCUS_LOG_ROW_UNKNOWN] = "a variable that is not known",
        [LOCUS_LOG_ROW_SYNTAX] = "unexpected text, or unexpected end of the format",
        [LOCUS_LOG_ROW_ADJACENT] = "no text between this variable and the one before it",
        [LOCUS_LOG_ROW_DIGIT] = "the text after this number begins with a digit or \".\"",
        [LOCUS_LOG_ROW_LINE_FEED] = "a line feed",
        [LOCUS_LOG_ROW_TOO_MANY] = "too many variables",
        [LOCUS_LOG_ROW_TOO_LONG] = "too much text between variables",
        [LOCUS_LOG_ROW_NO_VARIABLE] = "it has no variable",
    };
    const struct locus_log_format *format;
    StringInfoData names;

    initStringInfo(&names);
    for (size_t i = 0; (format = locus_log_format_at(i)) != NULL; i++)
        appendStringInfo(&names, "%s%s", names.len > 0 ? ", " : "",
                         locus_log_format_name(format));
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("there is no log format \"%s\"",
                           text_to_cstring(pglocus_result(in, in->at, in->len))),
                    errdetail("As a server's format it is wrong at offset " INT64_FORMAT
                              ": %s.", pglocus_characters(in, error->offset),
                              reasons[error->reason]),
                    errhint("The formats are %s; also a directive \"#Fields: ...\" of a W3C log;"
                            " and formats of Apache httpd, nginx and HAProxy.", names.data)));
}

/* The envelope of that name. */
static const struct locus_log_envelope *envelope_named(const struct input *name)
{
    const struct locus_log_envelope *envelope = locus_log_envelope_from_name(name->at,
                                                                             name->len);

    if (envelope == NULL) {
        StringInfoData names;

        initStringInfo(&names);
        for (size_t i = 0; (envelope = locus_log_envelope_at(i)) != NULL; i++)
            appendStringInfo(&names, "%s%s", names.len > 0 ? ", " : "",
                             locus_log_envelope_name(envelope));
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("there is no envelope \"%s\"",
                               text_to_cstring(pglocus_result(name, name->at, name->len))),
                        errhint("The envelopes are: %s.", names.data)));
    }
    return envelope;
}

static void read_format(struct format *to)
{
    const struct input *const in = &to->in;
    struct locus_log log;
    struct locus_log_row_error error;

    to->format = locus_log_format_from_name(in->at, in->len);
    if (to->format != NULL)
        return;
    locus_log_init(&log, locus_log_w3c);
    if (locus_log_set_columns(&log, in->at, in->len) == 0) {
        to->format = locus_log_w3c;
        to->has_columns = true;
        return;
    }
    if (locus_log_compile(&to->row, in->at, in->len, &error) != 0)
        unknown_format(in, &error);
    to->format = locus_log_row_format(&to->row);
}

static struct format *format_of(FunctionCallInfo fcinfo)
{
    struct format *format = fcinfo->flinfo->fn_extra;
    text *name = PG_GETARG_TEXT_PP(1);
    MemoryContext before;
    TupleDesc desc;

    if (format != NULL && VARSIZE_ANY_EXHDR(name) == VARSIZE_ANY_EXHDR(format->name)
        && memcmp(VARDATA_ANY(name), VARDATA_ANY(format->name), VARSIZE_ANY_EXHDR(name))
           == 0)
        return format;
    if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE
        || desc->natts != COLUMN_COUNT)
        elog(ERROR, "access_log has other columns than this version of the extension");
    before = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
    fcinfo->flinfo->fn_extra = NULL;
    if (format != NULL) {
        FreeTupleDesc(format->desc);
        if (format->in.at != VARDATA_ANY(format->name))
            pfree(unconstify(char *, format->in.at));
        pfree(format->name);
        pfree(format);
    }
    format = palloc0(sizeof *format);
    format->name = cstring_to_text_with_len(VARDATA_ANY(name),
                                            (int)VARSIZE_ANY_EXHDR(name));
    format->in = pglocus_input(format->name);
    read_format(format);
    format->desc = BlessTupleDesc(CreateTupleDescCopy(desc));
    fcinfo->flinfo->fn_extra = format;
    MemoryContextSwitchTo(before);
    return format;
}

/* A line with its text. */
struct record {
    struct locus_log_line line;
    const char *at;
    const struct input *in;
};

/* The value of a field: escapes are undone, except those of octets that a text cannot contain. */
static text *value_of(const struct record *r, int field)
{
    const struct locus_span span = locus_log_get(&r->line, field);
    text *as_it_stands = NULL, *value;
    size_t size = Max((size_t)span.len, 64), len;
    char *buf;

    if (!r->line.copied && !(r->line.escaped >> field & 1))
        return pglocus_result(r->in, r->at + span.off, span.len);
    buf = pglocus_room(size);
    if (locus_log_value(buf, size, &len, &r->line, r->at, field) == 0
        && (value = pglocus_octets_or_null(buf, len)) != NULL)
        return value;
    as_it_stands = r->line.copied ? pglocus_octets(r->at + span.off, span.len)
                                  : pglocus_result(r->in, r->at + span.off, span.len);
    return as_it_stands;
}

/* The number in a field. Returns false if it does not fit. */
static bool number_of(int64 *to, const struct record *r, int field)
{
    uint64_t number;

    if (locus_log_number(&number, &r->line, r->at, field) != 0 || number > PG_INT64_MAX)
        return false;
    *to = (int64)number;
    return true;
}

/* The time of the line, in its clock and in UTC. */
static bool time_of(Timestamp *local, TimestampTz *utc, bool *has_zone,
                    const struct record *r)
{
    struct locus_time time;
    struct pg_tm tm = { 0 };
    fsec_t fraction;
    int offset = 0;

    if (locus_log_time(&time, &r->line, r->at) != 0 || time.month < 1 || time.month > 12
        || time.day > day_tab[isleap(time.year)][time.month - 1])
        return false;
    tm.tm_year = time.year;
    tm.tm_mon = time.month;
    tm.tm_mday = time.day;
    tm.tm_hour = time.hour;
    tm.tm_min = time.minute;
    tm.tm_sec = time.second;
    fraction = (fsec_t)(time.nanosecond / 1000);
    if (tm2timestamp(&tm, fraction, NULL, local) != 0)
        return false;
    *has_zone = time.zone != LOCUS_ZONE_NONE;
    offset = -time.offset * SECS_PER_MINUTE;
    return !*has_zone || tm2timestamp(&tm, fraction, &offset, utc) == 0;
}

/* How many digits a numeric has at most, before and after the point. */
#define NUMERIC_WHOLE 131072
#define NUMERIC_FRACTION 16383

/* The duration of the line, in seconds. Returns false if it is not a number, or has more
   digits. */
static bool duration_of(Datum *seconds, const struct record *r)
{
    struct locus_duration duration;
    const size_t size = (size_t)locus_log_get(&r->line, LOCUS_LOG_DURATION).len + 128;
    char *decimal;
    size_t len, whole;

    if (locus_log_duration(&duration, &r->line, r->at) == LOCUS_ERROR_NUMBER)
        return false;
    decimal = pglocus_room(size + 1);
    locus_log_value(decimal, size, &len, &r->line, r->at, LOCUS_LOG_DURATION);
    decimal[len] = '\0';
    /* It is digits, also if the line has an exponent. Zeros before the first one are none. */
    for (; decimal[0] == '0' && decimal[1] != '\0' && decimal[1] != '.'; len--)
        decimal++;
    whole = strcspn(decimal, ".");
    if (whole > NUMERIC_WHOLE || len > whole + 1 + NUMERIC_FRACTION)
        return false;
    *seconds = DirectFunctionCall3(numeric_in, CStringGetDatum(decimal),
                                   ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1));
    return true;
}

static void push_text(JsonbParseState **state, JsonbIteratorToken token, const char *at,
                      size_t len)
{
    JsonbValue value = { .type = jbvString };

    value.val.string.val = unconstify(char *, at);
    value.val.string.len = (int)len;
    pushJsonbValue(state, token, &value);
}

/* The fields that have no column of their own, and those of `left`, as an object; 0 if
   there are none. */
static Datum others_of(const struct record *r, uint64_t left)
{
    const uint64_t rest = (r->line.present & ~((UINT64_C(1) << LOCUS_LOG_OWN) - 1)) | left;
    JsonbParseState *state = NULL;

    if (rest == 0)
        return (Datum)0;
    pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
    for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++) {
        const char *name;
        text *value;

        if (!(rest >> field & 1) || !locus_log_has(&r->line, field))
            continue;
        name = locus_log_field_name(r->line.format, field);
        value = value_of(r, field);
        push_text(&state, WJB_KEY, name, strlen(name));
        push_text(&state, WJB_VALUE, VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value));
    }
    return JsonbPGetDatum(JsonbValueToJsonb(pushJsonbValue(&state, WJB_END_OBJECT, NULL)));
}

static Datum row_of(const struct record *r, const struct format *format)
{
    Datum values[COLUMN_COUNT];
    bool nulls[COLUMN_COUNT];
    uint64_t left = 0;
    Timestamp local = 0;
    TimestampTz utc = 0;
    bool has_zone = false;
    int64 number;

    memset(nulls, true, sizeof nulls);
    for (size_t i = 0; i < lengthof(texts); i++)
        if (locus_log_has(&r->line, texts[i].field)) {
            values[texts[i].column] = PointerGetDatum(value_of(r, texts[i].field));
            nulls[texts[i].column] = false;
        }
    if (locus_log_has(&r->line, LOCUS_LOG_TIME)) {
        if (time_of(&local, &utc, &has_zone, r)) {
            values[LOCAL_TIME] = TimestampGetDatum(local);
            values[TIME] = TimestampTzGetDatum(utc);
            nulls[LOCAL_TIME] = false;
            nulls[TIME] = !has_zone;
        } else {
            left |= UINT64_C(1) << LOCUS_LOG_TIME;
        }
    }
    if (locus_log_has(&r->line, LOCUS_LOG_STATUS)) {
        if (number_of(&number, r, LOCUS_LOG_STATUS) && number <= PG_INT32_MAX) {
            values[STATUS] = Int32GetDatum((int32)number);
            nulls[STATUS] = false;
        } else {
            left |= UINT64_C(1) << LOCUS_LOG_STATUS;
        }
    }
    if (locus_log_has(&r->line, LOCUS_LOG_BYTES)) {
        if (number_of(&number, r, LOCUS_LOG_BYTES)) {
            values[BYTES] = Int64GetDatum(number);
            nulls[BYTES] = false;
        } else {
            left |= UINT64_C(1) << LOCUS_LOG_BYTES;
        }
    }
    if (locus_log_has(&r->line, LOCUS_LOG_DURATION)) {
        if (duration_of(&values[DURATION], r))
            nulls[DURATION] = false;
        else
            left |= UINT64_C(1) << LOCUS_LOG_DURATION;
    }
    values[OTHER] = others_of(r, left);
    nulls[OTHER] = values[OTHER] == (Datum)0;
    return HeapTupleGetDatum(heap_form_tuple(format->desc, values, nulls));
}

static void refuse_line(const struct record *r, const struct format *format)
{
    const char *name = locus_log_field_name(format->format, r->line.error_field);

    ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
                    errmsg("not a line of this log format: \"%s\"", pglocus_shown(r->in)),
                    errdetail("Rule \"%s\" fails at offset " INT64_FORMAT "%s%s.",
                              locus_error_name(r->line.error),
                              pglocus_characters(r->in, r->line.error_offset),
                              name ? ", in the field " : "", name ? name : ""),
                    errhint("The format is \"%s\".", locus_log_format_name(format->format))));
}

static Datum log_row(FunctionCallInfo fcinfo, bool strict)
{
    struct input in = pglocus_argument(fcinfo, 0);
    struct format *format = format_of(fcinfo);
    const struct locus_log_envelope *envelope = NULL;
    struct record record = { .at = in.at, .in = &in };
    char *buf = NULL;

    if (PG_NARGS() > 2) {
        const struct input name = pglocus_argument(fcinfo, 2);

        envelope = envelope_named(&name);
    }
    if (envelope == NULL && !format->has_columns) {
        locus_log_parse(&record.line, in.at, in.len, format->format);
    } else {
        struct locus_log *log = palloc(sizeof *log);

        locus_log_init(log, format->format);
        /* A line of as many bytes is too long. */
        log->max_line = (uint32_t)in.len + 1;
        if (format->has_columns)
            locus_log_set_columns(log, format->in.at, format->in.len);
        if (envelope != NULL) {
            buf = pglocus_room(in.len);
            locus_log_set_envelope(log, envelope, buf, in.len);
        }
        if (locus_log_next(log, in.at, in.len, 1, &record.line) != 1)
            PG_RETURN_NULL();     /* no byte: a blank line */
        if (record.line.copied)
            record.at = buf;
    }
    if (record.line.kind == LOCUS_LOG_REJECT && strict)
        refuse_line(&record, format);
    if (record.line.kind != LOCUS_LOG_RECORD)
        PG_RETURN_NULL();
    return row_of(&record, format);
}

PG_FUNCTION_INFO_V1(pglocus_url_log);
Datum pglocus_url_log(PG_FUNCTION_ARGS)
{
    return log_row(fcinfo, false);
}

PG_FUNCTION_INFO_V1(pglocus_url_log_strict);
Datum pglocus_url_log_strict(PG_FUNCTION_ARGS)
{
    return log_row(fcinfo, true);
}
