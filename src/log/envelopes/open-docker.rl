/* SPDX-License-Identifier: MIT
 *
 * The envelope docker: logs of containers as Docker's driver json-file writes them
 * (grammar/log/envelopes/docker.rl). It decodes the message while it reads the line.
 */
#define LOG_ENVELOPE docker
#include "log/envelope.h"

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
static ALWAYS_INLINE void append_literal(struct locus_log_opened *opened,
                                         const unsigned char *piece, const unsigned char *p)
{
    if (p != piece)
        append(opened, piece, (size_t)(p - piece), piece, 1);
}

/* Appends the character that the escape stands for. */
static ALWAYS_INLINE void append_code(struct locus_log_opened *opened, uint32_t code,
                                      const unsigned char *escape)
{
    char character[4];
    const size_t len = locus_utf8(character, code);

    append(opened, character, len, escape, 0);
}

%%{
machine docker;
getkey KEY;
include envelope_events "log/envelopes/envelope-events.rl";

# On the quotation mark before the message. If there are two messages, the last counts.
action log_begins {
    opened->begin = p + 1;
    opened->out.len = before;
    piece = p + 1;
    escapes = 0;
}

# On the "\" of an escape.
action escape {
    append_literal(opened, piece, p);
    piece = p + 1;
    escape = p;
    escapes++;
}
action hex              { value = value << 4 | hex_value(*p); }
action code             { append_code(opened, value & 0xffff, escape); piece = p + 1; }
action pair             { append_code(opened, surrogates(value), escape); piece = p + 1; }
action quotation        { append_code(opened, 0x22, escape); piece = p + 1; }
action reverse_solidus  { append_code(opened, 0x5c, escape); piece = p + 1; }
action solidus          { append_code(opened, 0x2f, escape); piece = p + 1; }
action backspace        { append_code(opened, 0x08, escape); piece = p + 1; }
action form_feed        { append_code(opened, 0x0c, escape); piece = p + 1; }
action line_feed        { append_code(opened, 0x0a, escape); piece = p + 1; }
action carriage_return  { append_code(opened, 0x0d, escape); piece = p + 1; }
action tab              { append_code(opened, 0x09, escape); piece = p + 1; }

# On the quotation mark after the message. A message without escapes is not copied.
action partial_end {
    if (escapes > 0) {
        append_literal(opened, piece, p);
        piece = p + 1;
    }
    opened->end = p;
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
