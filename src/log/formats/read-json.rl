/* SPDX-License-Identifier: MIT
 *
 * The format json: a JSON object in each line (grammar/log/formats/json.rl).
 */
#define LOG_FORMAT json
#include "log/format.h"

#ifdef KERNEL
#include "log/keys/keys.h"
#include "log/reader.h"

enum { MARK_COLON = MARK_OWN };    /* the last ":" of a host */

/* `flags` also holds the field of the last key, in units of this. */
enum { ONE_FIELD = FLAG_OWN };

#define KEY_OF(name)    r.flags = (r.flags & (ONE_FIELD - 1)) | LOCUS_LOG_##name * ONE_FIELD;

/* If several members have the same meaning, the first counts. */
#define COMMIT_FIRST(name) \
    if (!(r.present & FIELD_BIT(name))) { \
        COMMIT(name) \
    }

#define TEXT_END { \
    const unsigned field = r.flags / ONE_FIELD; \
\
    if (!(r.present >> field & 1)) { \
        SPAN_OF_ESCAPED(field, r.mark[MARK_BEGIN], p) \
    } \
}

#define VHOST_PORT \
    if (!(r.present & FIELD_BIT(VHOST))) { \
        SPAN_ESCAPED(VHOST, r.mark[MARK_BEGIN], r.mark[MARK_COLON]) \
        SPAN(JSON_VHOST_PORT, r.mark[MARK_COLON] + 1, p); \
    }

#define DURATION_END(digits) \
    if (!(r.present & FIELD_BIT(DURATION))) { \
        COMMIT(DURATION) \
        line->duration_digits = digits; \
    }

/* An object without a field is not a record. If there are given keys, read_keys() decides. */
#define OBJECT_END \
    if (__builtin_expect(r.present == 0 && !log->internal.keys, 0)) { \
        r.failed = 0; \
        goto stop; \
    } \
    LINE(RECORD)

#include "runs/read-json-runs.h"

%%{
machine json;
getkey KEY;
include log_events "log/log-events.rl";

action here             { MARK(BEGIN) }         # a number begins
action colon            { MARK(COLON) }         # a ":" of a host
action key_client       { KEY_OF(CLIENT) }
action key_user         { KEY_OF(USER) }
action key_method       { KEY_OF(METHOD) }
action key_target       { KEY_OF(TARGET) }
action key_protocol     { KEY_OF(PROTOCOL) }
action key_referer      { KEY_OF(REFERER) }
action key_agent        { KEY_OF(AGENT) }
action text_end         { TEXT_END }            # of the last key
action vhost_port_end   { VHOST_PORT }
action vhost_text_end   { COMMIT_FIRST(VHOST) }
action json_status_end  { COMMIT_FIRST(STATUS) }
action json_bytes_end   { COMMIT_FIRST(BYTES) }
action json_time_end    { COMMIT_FIRST(TIME) }
action seconds_end      { DURATION_END(0) }
action milliseconds_end { DURATION_END(3) }
action nanoseconds_end  { DURATION_END(9) }
action object_end       { OBJECT_END }

include json "log/formats/json.rl";
write data noerror nofinal noentry;
}%%

/* Finds the values of the given keys, in a line that has been read. */
static __attribute__((noinline)) int read_keys(const struct locus_log *log,
                                               struct locus_log_line *line,
                                               const unsigned char *text)
{
    if (line->kind != LOCUS_LOG_RECORD)
        return 1;
    KERNEL_NAME(log_find_members)(line, log->internal.keys, text, line->len);
    if (line->present != 0)
        return 1;
    no_record(line, 0, 0, line->len);
    return LOCUS_ERROR_LOG;
}

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end)
{
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end ? pe : NULL;
    struct reading r;
    LENS_BEGIN(json)
    int cs = reading_begins(&r, log, line, text, json_start);

    %% write exec;
    if (__builtin_expect(eof && r.failed < 0, 1))
        goto done;
stop:
    return reading_stops(&r, log, line, text, p, cs);
done:
    reading_ends(&r, line, text, p);
    return __builtin_expect(log->internal.keys != NULL, 0) ? read_keys(log, line, text) : 1;
}

#include "log/next.h"
#endif

LOG_FORMAT_OBJECT(
    .unescape = locus_log_unescape_json,
    .name = "json",
    .description = "a JSON object in each line: Caddy, Traefik, nginx, Envoy",
    .fields = FIELD_BIT(CLIENT) | FIELD_BIT(USER) | FIELD_BIT(TIME) | FIELD_BIT(REQUEST)
            | FIELD_BIT(METHOD) | FIELD_BIT(TARGET) | FIELD_BIT(PROTOCOL)
            | FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(REFERER) | FIELD_BIT(AGENT)
            | FIELD_BIT(VHOST) | FIELD_BIT(DURATION) | FIELD_BIT(JSON_VHOST_PORT),
    .own = { "vhost-port" },
    .duration_digits = DURATION_OF_LINE,
    .has_keys = 1
)
