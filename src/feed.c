/* SPDX-License-Identifier: MIT
 *
 * The machines as recorders of spans, of a text that comes in pieces. They are
 * those of parse.c to the state. Between two pieces a machine is its state and
 * its marks; the bytes are gone, and nothing asks for them again.
 *
 * Built once, around a lens that runs everywhere: what is fed comes from a
 * network, and a copy for each kernel would double the library.
 */
#include <string.h>

#include "internal.h"
#include "lens.h"
#include "spans.h"

#define MACHINE(name) \
    static void feed_##name(struct locus_feeder *restrict feeder, \
                            const unsigned char *const piece, \
                            const unsigned char *const pe, \
                            const unsigned char *const eof)

/* Places are offsets in the whole text. No mark that may be missing is ever at
   0: all stand behind "//". */
#define MACHINE_BEGIN(name) \
    struct locus_url *const url = &feeder->internal.url; \
    const uint32_t before = feeder->internal.length; \
    const unsigned char *p = piece; \
    uint32_t begin = feeder->internal.begin; \
    uint32_t path = feeder->internal.path; \
    uint32_t schemepart = feeder->internal.schemepart; \
    uint32_t colon = feeder->internal.colon; \
    uint32_t at = feeder->internal.at; \
    uint32_t user = feeder->internal.user; \
    uint32_t user_colon = feeder->internal.user_colon; \
    uint32_t present = url->present; \
    int error = 0; \
    uint8_t host_kind = feeder->internal.host_kind; \
    int cs = feeder->internal.state ? (int)feeder->internal.state \
                                    : name##_start; \
    LENS_BEGIN(name)

#define MACHINE_END \
    if (error) { \
        fail(feeder, error, HERE); \
        return; \
    } \
    feeder->internal.begin = begin; \
    feeder->internal.path = path; \
    feeder->internal.schemepart = schemepart; \
    feeder->internal.colon = colon; \
    feeder->internal.at = at; \
    feeder->internal.user = user; \
    feeder->internal.user_colon = user_colon; \
    url->present = present; \
    feeder->internal.host_kind = host_kind; \
    feeder->internal.state = (uint32_t)cs;

#define HERE         (before + (uint32_t)(p - piece))
#define START        0
#define NOWHERE      0
#define OFFSET(from) (from)
#define LENGTH(from, to) ((to) - (from))

/* Nothing is certain but the error, and nothing is left of what was. */
static void fail(struct locus_feeder *feeder, int error, uint32_t offset)
{
    const uint32_t length = feeder->internal.length;
    const uint8_t grammar = feeder->internal.url.grammar;

    memset(feeder, 0, sizeof *feeder);
    feeder->internal.length = length;
    feeder->internal.url.grammar = grammar;
    feeder->internal.url.error = error;
    feeder->internal.url.error_offset = offset;
}

#include "machines.h"

/* Reads a piece; the last one is empty and ends at `eof`. */
static void read_piece(struct locus_feeder *feeder, const unsigned char *piece,
                       const unsigned char *end, const unsigned char *eof)
{
    switch ((enum locus_grammar)feeder->internal.url.grammar) {
#define X(NAME, name) \
    case LOCUS_##NAME: \
        feed_##name(feeder, piece, end, eof); \
        break;
    LOCUS_GRAMMARS
#undef X
    default:
        break;
    }
}

int locus_feed_begin(struct locus_feeder *feeder, enum locus_grammar grammar)
{
    struct locus_url *const url = &feeder->internal.url;

    memset(feeder, 0, sizeof *feeder);
    if (is_built_in(grammar))
        url->grammar = (uint8_t)grammar;
    else
        url->error = LOCUS_ERROR_GRAMMAR;
    return url->error;
}

int locus_feed(struct locus_feeder *feeder, const char *piece, size_t len)
{
    const int32_t *const error = &feeder->internal.url.error;
    const unsigned char *const bytes = (const unsigned char *)piece;

    if (*error == LOCUS_ERROR_GRAMMAR || *error == LOCUS_ERROR_TOO_LONG
        || len == 0)
        return *error;
    if (len > LOCUS_MAX_LENGTH - feeder->internal.length) {
        fail(feeder, LOCUS_ERROR_TOO_LONG, 0);
        return *error;
    }
    if (!*error)
        read_piece(feeder, bytes, bytes + len, NULL);
    feeder->internal.length += (uint32_t)len;
    return *error;
}

int locus_feed_finish(const struct locus_feeder *feeder, struct locus_url *url)
{
    static const unsigned char nothing[1];
    struct locus_feeder last = *feeder;

    /* The end of the text may be the end of a part, or an error. */
    if (!last.internal.url.error)
        read_piece(&last, nothing, nothing, nothing);
    *url = last.internal.url;
    return url->error;
}
