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
    MARK_SLASH_2                   /* the last one before the last space */
};

/* Sets a field, unless it is "-", which stands for what is missing. */
static ALWAYS_INLINE void set_unless_dash(struct reading *r, struct locus_log_line *line,
                                          const unsigned char *text, unsigned field,
                                          const unsigned char *from, const unsigned char *to)
{
    if (to - from != 1 || *from != '-')
        set_field(r, line, text, field, from, to);
}

/* After the MIME type, if the target has spaces. Replaces the fields that were set before. */
static ALWAYS_INLINE void set_spaced(struct reading *r, struct locus_log_line *line,
                                     const unsigned char *text, const unsigned char *p)
{
    const unsigned char *const item = r->mark[MARK_ITEM];
    const unsigned char *const item_2 = r->mark[MARK_ITEM_2];
    const unsigned char *const item_3 = r->mark[MARK_ITEM_3];
    const unsigned char *const slash_2 = r->mark[MARK_SLASH_2];

    r->present &= ~(FIELD_BIT(USER) | FIELD_BIT(SQUID_PEER) | FIELD_BIT(SQUID_MIME));
    set_field(r, line, text, LOCUS_LOG_TARGET, r->mark[MARK_TARGET], item_3 - 1);
    set_unless_dash(r, line, text, LOCUS_LOG_USER, item_3, item_2 - 1);
    set_field(r, line, text, LOCUS_LOG_SQUID_HIERARCHY, item_2, slash_2);
    set_unless_dash(r, line, text, LOCUS_LOG_SQUID_PEER, slash_2 + 1, item - 1);
    set_unless_dash(r, line, text, LOCUS_LOG_SQUID_MIME, item, p);
}

#include "runs/read-squid-runs.h"

%%{
machine squid;
getkey KEY;
include log_events "log/log-events.rl";

action result_end       { commit(&r, line, text, LOCUS_LOG_SQUID_RESULT, p); }
action hierarchy_end    { commit(&r, line, text, LOCUS_LOG_SQUID_HIERARCHY, p); }
action peer_end         { commit(&r, line, text, LOCUS_LOG_SQUID_PEER, p); }
action mime_end         { commit(&r, line, text, LOCUS_LOG_SQUID_MIME, p); }
action trailing_end     { commit(&r, line, text, LOCUS_LOG_SQUID_TRAILING, p); }
action spaced_begin     { r.mark[MARK_TARGET] = r.mark[MARK_ITEM] = p + 1; }
# On a space in or after the target.
action item {
    r.mark[MARK_ITEM_3] = r.mark[MARK_ITEM_2];
    r.mark[MARK_ITEM_2] = r.mark[MARK_ITEM];
    r.mark[MARK_ITEM] = p + 1;
    r.mark[MARK_SLASH_2] = r.mark[MARK_SLASH];
}
action slash            { r.mark[MARK_SLASH] = p; }
action spaced_end       { set_spaced(&r, line, text, p); }
action spaced_line_end  { set_spaced(&r, line, text, r.mark[MARK_CONTENTS]); }
action bad_result       { fail(&r, LOCUS_LOG_SQUID_RESULT); }
action bad_hierarchy    { fail(&r, LOCUS_LOG_SQUID_HIERARCHY); }
action bad_peer         { fail(&r, LOCUS_LOG_SQUID_PEER); }
action bad_mime         { fail(&r, LOCUS_LOG_SQUID_MIME); }

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

#include "log/next-line.h"
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
