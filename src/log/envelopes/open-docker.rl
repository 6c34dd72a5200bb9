/* SPDX-License-Identifier: MIT
 *
 * The envelope docker: logs of containers as Docker's driver json-file writes them
 * (grammar/log/envelopes/docker.rl). It decodes the message while it reads the line.
 */
#define LOG_ENVELOPE docker
#include "log/envelopes/envelope.h"

#ifdef KERNEL
#include "common/bytes.h"
#include "common/utf8.h"
#include "log/envelopes/opening.h"

#include "runs/open-docker-runs.h"

/* Appends bytes of the message: those at `from` in the line if `literal`, else what the
   escape at `from` stands for. */
static void append(struct locus_log_opened *opened, const void *bytes, size_t len,
                   const unsigned char *from, int literal)
{
    const size_t at = opened->out.len;

    locus_put(&opened->out, bytes, len);
    if (opened->wanted >= at && opened->wanted - at < len)
        opened->source = literal ? from + (opened->wanted - at) : from;
}

/* Appends the literal bytes since the last escape. */
#define LITERAL(to) \
    if ((to) != piece) \
        append(opened, piece, (size_t)((to) - piece), piece, 1); \
    piece = p + 1;

#define CODE(code) { \
    char character[4]; \
    const size_t len = locus_utf8(character, code); \
\
    append(opened, character, len, escape, 0); \
    piece = p + 1; \
}

%%{
machine docker;
getkey KEY;
include envelope_events "log/envelopes/envelope-events.rl";

# On the quotation mark before the message. If there are two messages, the last counts.
action log_begins {
    MESSAGE_AFTER
    opened->out.len = before;
    piece = p + 1;
    escapes = 0;
}

# On the "\" of an escape.
action escape {
    LITERAL(p)
    escape = p;
    escapes++;
}
action hex              { value = value << 4 | hex_value(*p); }
action code             { CODE(value & 0xffff) }
action pair             { CODE(surrogates(value)) }
action quotation        { CODE(0x22) }
action reverse_solidus  { CODE(0x5c) }
action solidus          { CODE(0x2f) }
action backspace        { CODE(0x08) }
action form_feed        { CODE(0x0c) }
action line_feed        { CODE(0x0a) }
action carriage_return  { CODE(0x0d) }
action tab              { CODE(0x09) }

# On the quotation mark after the message. A message without escapes is not copied.
action partial_end {
    if (escapes > 0) {
        LITERAL(p)
    }
    MESSAGE_END
    opened->partial = 1;
}
action full_end {
    escapes--;
    opened->out.len = escapes > 0 ? opened->out.len - 1 : before;
    opened->end = escape;
    opened->partial = 0;
}

action record_end       { whole = 1; }

include docker "log/envelopes/docker.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT int LOG_OPENER(struct locus_log_opened *opened, const unsigned char *p,
                       const unsigned char *const pe)
{
    const unsigned char *const text = p, *const eof = pe;
    const unsigned char *begin = p, *piece = p, *escape = p;
    const size_t before = opened->out.len;
    uint32_t value = 0;
    unsigned escapes = 0;
    int whole = 0;
    int cs = docker_start;
    LENS_BEGIN(docker)

    opening_begins(opened);
    %% write exec;
    opened->at = p;
    opened->decoded = escapes > 0;
    return (whole && opened->end) || opened->blank;
}
#endif

LOG_ENVELOPE_OBJECT(
    .name = "docker",
    .description = "logs of containers as Docker's driver json-file writes them",
    .fields = FIELD_BIT(STREAM) | FIELD_BIT(LOGGED),
    .divides = 1
)
