/* SPDX-License-Identifier: MIT
 *
 * A URL as a context holds it, piece by piece (grammar/unwrap.rl,
 * grammar/json-string.rl), and copied out.
 */
#include <string.h>

#include "internal.h"
#include "marks.h"

enum { ESC = 0x1B };

#define MACHINE(name) \
    static int match_##name(struct locus_unwrapping *pieces)

#define MACHINE_BEGIN(name) \
    const unsigned char *const at = \
        (const unsigned char *)pieces->internal.at; \
    const unsigned char *const pe = \
        (const unsigned char *)pieces->internal.end; \
    const unsigned char *const eof = pe; \
    const unsigned char *p = at; \
    const unsigned char *begin = at; \
    int cs = name##_start; \
    int found = 0; \
    (void)eof, (void)begin;

#define MACHINE_END \
    (void)cs; \
stop: \
    pieces->internal.at = (const char *)p; \
    return found;

#define PIECE \
    pieces->text = (const char *)begin; \
    pieces->len = (size_t)(p - begin); \
    found = 1;

/* White space. */

#define BEGIN begin = p;
#define END   { PIECE goto stop; }

#include "unwrap.h"

/* JSON. */

#undef MACHINE_BEGIN
#define MACHINE_BEGIN(name) \
    const unsigned char *p = (const unsigned char *)pieces->internal.at; \
    const unsigned char *const pe = \
        (const unsigned char *)pieces->internal.end; \
    const unsigned char *const begin = p; \
    int cs = name##_start; \
    int found = 0; \
    int escaped = 0; \
    uint32_t value = 0;

#undef MACHINE_END
#define MACHINE_END \
    if (escaped) { \
        found = LOCUS_ERROR_ESCAPE; \
        p = begin; \
    } else if (p > begin) { \
        PIECE \
    } else if (cs == 0) { \
        found = LOCUS_ERROR_ESCAPE; \
    } \
stop: \
    pieces->internal.at = (const char *)p; \
    return found;

#define RUN(state)
#define ACCEPT
#define ESCAPE \
    if (p > begin) { \
        PIECE \
        goto stop; \
    } \
    escaped = 1;
#define HEX         value = value << 4 | hex_value(*p);
#define QUOTATION   CODE('"')
#define CODE_UNIT   value
#define CODE_PAIR   surrogates(value)
#define CODE(code) \
    pieces->len = locus_utf8(pieces->internal.character, code); \
    pieces->text = pieces->internal.character; \
    p++; \
    found = 1; \
    goto stop;

#include "json-string.h"

size_t locus_utf8(char bytes[4], uint32_t code)
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        bytes[0] = (char)(0xc0 | code >> 6);
        bytes[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        bytes[0] = (char)(0xe0 | code >> 12);
        bytes[1] = (char)(0x80 | (code >> 6 & 0x3f));
        bytes[2] = (char)(0x80 | (code & 0x3f));
        return 3;
    }
    bytes[0] = (char)(0xf0 | code >> 18);
    bytes[1] = (char)(0x80 | (code >> 12 & 0x3f));
    bytes[2] = (char)(0x80 | (code >> 6 & 0x3f));
    bytes[3] = (char)(0x80 | (code & 0x3f));
    return 4;
}

void locus_unwrap_begin(struct locus_unwrapping *pieces, const char *text,
                        size_t len, enum locus_context context)
{
    memset(pieces, 0, sizeof *pieces);
    pieces->internal.at = text;
    pieces->internal.end = len > 0 ? text + len : text;
    pieces->internal.context = (unsigned)context < LOCUS_CONTEXT_COUNT
                             ? (uint8_t)context : LOCUS_CONTEXT_COUNT;
}

/* All of it. */
static int whole(struct locus_unwrapping *pieces)
{
    pieces->text = pieces->internal.at;
    pieces->len = (size_t)(pieces->internal.end - pieces->internal.at);
    pieces->internal.at = pieces->internal.end;
    return pieces->len > 0;
}

/* The length of the control sequence here that text is read without; 0 if none is. */
static size_t sequence(const char *at, const char *end)
{
    int passed_over;
    int64_t len;

    if (*at != ESC)
        return 0;
    len = locus_control_sequence((const unsigned char *)at, (size_t)(end - at),
                                 &passed_over);
    return len > 0 && passed_over ? (size_t)len : 0;
}

/* What stands up to the next control sequence. */
static int without_sequences(struct locus_unwrapping *pieces)
{
    const char *at = pieces->internal.at;
    const char *const end = pieces->internal.end;
    size_t len;

    while (at < end && (len = sequence(at, end)) > 0)
        at += len;
    pieces->text = at;
    while (at < end && sequence(at, end) == 0)
        at++;
    pieces->len = (size_t)(at - pieces->text);
    pieces->internal.at = at;
    return pieces->len > 0;
}

/* The piece of a JSON string that was read is ESC: passes over the control sequence that
   it begins, if text is read without it. */
static int pass_over_in_json(struct locus_unwrapping *pieces)
{
    struct locus_unwrapping ahead = *pieces;
    unsigned char bytes[MAX_SEQUENCE] = { ESC };
    size_t len = 1;
    int64_t sequence = -1;
    int passed_over;

    while (sequence < 0 && len < sizeof bytes && match_json_string(&ahead) == 1) {
        const size_t before = len;
        const size_t room = sizeof bytes - len;

        /* A piece is a character, or text that was not escaped. */
        len += ahead.len < room ? ahead.len : room;
        memcpy(bytes + before, ahead.text, len - before);
        sequence = locus_control_sequence(bytes, len, &passed_over);
        if (sequence > 0 && passed_over) {
            pieces->internal.at = ahead.internal.at
                                - (ahead.len - ((size_t)sequence - before));
            return 1;
        }
    }
    return 0;
}

/* What a JSON string stands for up to the next escape, without control sequences. */
static int without_sequences_in_json(struct locus_unwrapping *pieces)
{
    int found;

    do
        found = match_json_string(pieces);
    while (found == 1 && *pieces->text == ESC && pass_over_in_json(pieces));
    return found;
}

int locus_unwrap_next(struct locus_unwrapping *pieces)
{
    if (pieces->internal.context == LOCUS_CONTEXT_COUNT)
        return LOCUS_ERROR_ARGUMENT;
    if (pieces->internal.at == pieces->internal.end)
        return 0;
    switch ((enum locus_context)pieces->internal.context) {
    case LOCUS_RAW:
        return whole(pieces);
    case LOCUS_TEXT:
        return without_sequences(pieces);
    case LOCUS_WRAPPED:
        return match_unwrap(pieces);
    case LOCUS_JSON:
        return without_sequences_in_json(pieces);
    case LOCUS_JSON_RAW:
        return match_json_string(pieces);
    case LOCUS_CONTEXT_COUNT:
        break;
    }
    return LOCUS_ERROR_ARGUMENT;
}

int locus_unwrap(char *buf, size_t size, size_t *len, const char *text,
                 size_t text_len, enum locus_context context)
{
    struct locus_unwrapping pieces;
    int result;

    *len = 0;
    locus_unwrap_begin(&pieces, text, text_len, context);
    while ((result = locus_unwrap_next(&pieces)) == 1) {
        if (*len <= size && pieces.len <= size - *len)
            memcpy(buf + *len, pieces.text, pieces.len);
        *len += pieces.len;
    }
    if (result < 0)
        return result;
    return *len > size ? LOCUS_ERROR_SPACE : 0;
}
