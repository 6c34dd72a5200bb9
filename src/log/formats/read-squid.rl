/* SPDX-License-Identifier: MIT
 *
 * The format squid: Squid's native access logs (grammar/log/formats/squid.rl).
 */
#define LOG_FORMAT squid
#include "log/format.h"

#ifdef KERNEL
#include "log/reader.h"

enum {
    MARK_TARGET = MARK_OWN,        /* where the target begins */
    MARK_ITEM,                     /* after the last space in or after the target */
    MARK_ITEM_2,                   /* after the space before that */
    MARK_ITEM_3,                   /* after the space before both */
    MARK_SLASH,                    /* the last "/" after a hierarchy */
    MARK_SLASH_2,                  /* the last one before the last space */
    MARK_FIELDS_END                /* where the fields after a target with spaces end */
};

#define SPACED_BEGIN    r.mark[MARK_TARGET] = r.mark[MARK_ITEM] = p + 1;
#define ITEM \
    r.mark[MARK_ITEM_3] = r.mark[MARK_ITEM_2]; \
    r.mark[MARK_ITEM_2] = r.mark[MARK_ITEM]; \
    r.mark[MARK_ITEM] = p + 1; \
    r.mark[MARK_SLASH_2] = r.mark[MARK_SLASH];

/* A field, unless it is "-", which stands for what is missing. */
#define SPACED_SPAN(name, from, to) \
    if ((to) - (from) != 1 || *(from) != '-') \
        SPAN(name, from, to);

/* After what may be the MIME type, if the target has spaces. Replaces the fields that were
   set before. */
#define SPACED_END \
    r.present &= ~(FIELD_BIT(USER) | FIELD_BIT(SQUID_PEER) | FIELD_BIT(SQUID_MIME) \
                   | FIELD_BIT(SQUID_TRAILING)); \
    SPAN(TARGET, r.mark[MARK_TARGET], r.mark[MARK_ITEM_3] - 1); \
    SPACED_SPAN(USER, r.mark[MARK_ITEM_3], r.mark[MARK_ITEM_2] - 1) \
    SPAN(SQUID_HIERARCHY, r.mark[MARK_ITEM_2], r.mark[MARK_SLASH_2]); \
    SPACED_SPAN(SQUID_PEER, r.mark[MARK_SLASH_2] + 1, r.mark[MARK_ITEM] - 1) \
    SPACED_SPAN(SQUID_MIME, r.mark[MARK_ITEM], p) \
    MARK(FIELDS_END)

/* The fields after the MIME type, unless the line ends with that. */
#define SPACED_TRAILING_END \
    if (p != r.mark[MARK_FIELDS_END]) { COMMIT(SQUID_TRAILING) }

#include "runs/read-squid-runs.h"

%%{
machine squid;
getkey KEY;
include log_events "log/log-events.rl";

action result_end       { COMMIT(SQUID_RESULT) }
action hierarchy_end    { COMMIT(SQUID_HIERARCHY) }
action peer_end         { COMMIT(SQUID_PEER) }
action mime_end         { COMMIT(SQUID_MIME) }
action trailing_end     { COMMIT(SQUID_TRAILING) }
action spaced_begin     { SPACED_BEGIN }
action item             { ITEM }                # on a space in or after the target
action slash            { MARK(SLASH) }
action spaced_end       { SPACED_END }
action spaced_trailing_end { SPACED_TRAILING_END }
action bad_result       { FAIL(SQUID_RESULT) }
action bad_hierarchy    { FAIL(SQUID_HIERARCHY) }
action bad_peer         { FAIL(SQUID_PEER) }
action bad_mime         { FAIL(SQUID_MIME) }

include squid "log/formats/squid.rl";
write data noerror nofinal noentry;
}%%

static ALL_HOT int read_line(struct locus_log *log, struct locus_log_line *restrict line,
                             const unsigned char *const text, const unsigned char *const pe,
                             int end)
{
    const unsigned char *p = text + log->internal.read;
    const unsigned char *const eof = end ? pe : NULL;
    struct reading r;
    LENS_BEGIN(squid)
    int cs = reading_begins(&r, log, line, text, squid_start);

    %% write exec;
    if (__builtin_expect(!eof || r.failed >= 0, 0))
        return reading_stops(&r, log, line, text, p, cs);
done:
    return reading_ends(&r, line, text, p);
}

#include "log/next.h"
#endif

LOG_FORMAT_OBJECT(
    .name = "squid",
    .description = "Squid's native format",
    .fields = FIELD_BIT(CLIENT) | FIELD_BIT(USER) | FIELD_BIT(TIME) | FIELD_BIT(METHOD)
            | FIELD_BIT(TARGET) | FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(DURATION)
            | FIELD_BIT(SQUID_RESULT) | FIELD_BIT(SQUID_HIERARCHY) | FIELD_BIT(SQUID_PEER)
            | FIELD_BIT(SQUID_MIME) | FIELD_BIT(SQUID_TRAILING),
    .own = { "result", "hierarchy", "peer", "mime", "trailing" },
    .duration_digits = 3
)
