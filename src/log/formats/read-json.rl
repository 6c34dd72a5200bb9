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

/* If several members have the same meaning, the first counts. */
static ALWAYS_INLINE void commit_first(struct reading *r, struct locus_log_line *line,
                                       const unsigned char *text, unsigned field,
                                       const unsigned char *p)
{
    if (!(r->present >> field & 1))
        commit(r, line, text, field, p);
}

/* A number that is not only digits counts if it is an integer. */
static RARELY_INLINE int is_whole(const struct reading *r, unsigned field,
                                  const unsigned char *p)
{
    return locus_log_is_whole(r->mark[MARK_BEGIN], p, (int)field);
}

/* Its value is not its text, which the bit in `escaped` says. */
static RARELY_INLINE void commit_double(struct reading *r, struct locus_log_line *line,
                                        const unsigned char *text, unsigned field,
                                        const unsigned char *p)
{
    if (!(r->present >> field & 1) && is_whole(r, field, p)) {
        commit(r, line, text, field, p);
        set_escaped(r, field);
    }
}

/* `field` is that of the last key. */
static ALWAYS_INLINE void set_key(struct reading *r, unsigned field)
{
    r->flags = (r->flags & (ONE_FIELD - 1)) | field * ONE_FIELD;
}

static ALWAYS_INLINE void commit_host_port(struct reading *r, struct locus_log_line *line,
                                           const unsigned char *text, const unsigned char *p)
{
    const unsigned char *const colon = r->mark[MARK_COLON];

    if (!(r->present & FIELD_BIT(VHOST))) {
        commit(r, line, text, LOCUS_LOG_VHOST, colon);
        set_field(r, line, text, LOCUS_LOG_JSON_VHOST_PORT, colon + 1, p);
    }
}

/* `digits`: the unit, as in line->duration_digits. */
static ALWAYS_INLINE void commit_duration(struct reading *r, struct locus_log_line *line,
                                          const unsigned char *text, uint8_t digits,
                                          const unsigned char *p)
{
    if (!(r->present & FIELD_BIT(DURATION))) {
        commit(r, line, text, LOCUS_LOG_DURATION, p);
        line->duration_digits = digits;
    }
}

#include "runs/read-json-runs.h"

%%{
machine json;
getkey KEY;
include log_events "log/log-events.rl";
include request_events "log/request-events.rl";

action here             { r.mark[MARK_BEGIN] = p; } # a number begins
action colon            { r.mark[MARK_COLON] = p; } # a ":" of a host
action key_client       { set_key(&r, LOCUS_LOG_CLIENT); }
action key_user         { set_key(&r, LOCUS_LOG_USER); }
action key_method       { set_key(&r, LOCUS_LOG_METHOD); }
action key_target       { set_key(&r, LOCUS_LOG_TARGET); }
action key_protocol     { set_key(&r, LOCUS_LOG_PROTOCOL); }
action key_referer      { set_key(&r, LOCUS_LOG_REFERER); }
action key_agent        { set_key(&r, LOCUS_LOG_AGENT); }
# Belongs to the last key.
action text_end         { commit_first(&r, line, text, r.flags / ONE_FIELD, p); }
action vhost_port_end   { commit_host_port(&r, line, text, p); }
action vhost_text_end   { commit_first(&r, line, text, LOCUS_LOG_VHOST, p); }
action json_status_end  { commit_first(&r, line, text, LOCUS_LOG_STATUS, p); }
action json_status_double { commit_double(&r, line, text, LOCUS_LOG_STATUS, p); }
action json_bytes_end   { commit_first(&r, line, text, LOCUS_LOG_BYTES, p); }
action json_bytes_double { commit_double(&r, line, text, LOCUS_LOG_BYTES, p); }
action json_time_end    { commit_first(&r, line, text, LOCUS_LOG_TIME, p); }
action seconds_end      { commit_duration(&r, line, text, 0, p); }
action milliseconds_end { commit_duration(&r, line, text, 3, p); }
action nanoseconds_end  { commit_duration(&r, line, text, 9, p); }
action nanoseconds_double {
    if (is_whole(&r, LOCUS_LOG_DURATION, p))
        commit_duration(&r, line, text, 9, p);
}
# An object without a field is not a record. If there are given keys, read_keys() decides.
action object_end {
    if (__builtin_expect(r.present == 0 && !log->internal.keys, 0)) {
        r.failed = 0;
        goto stop;
    }
    r.kind = LOCUS_LOG_RECORD;
    r.mark[MARK_CONTENTS] = p;
}

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

#include "log/next-line.h"
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
