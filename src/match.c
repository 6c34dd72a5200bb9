/* SPDX-License-Identifier: MIT
 *
 * The machines as recognisers: how far a URL reaches that begins here. The
 * machines are those of parse.c to the state; only their events are nothing.
 */
#include "internal.h"
#include "lens.h"

#define MACHINE_BEGIN(name) \
    const uint16_t *const run_bytes = name##_run_bytes; \
    const uint8_t *const run_class = name##_run_class; \
    const unsigned char *p = match->at; \
    const unsigned char *const eof = NULL; \
    const unsigned char *last = match->last; \
    int cs = match->state ? (int)match->state : name##_start; \
    (void)run_bytes, (void)run_class, (void)eof;

#define MACHINE_END \
    match->at = p; \
    match->last = last; \
    match->state = (uint32_t)cs; \
    return cs != 0;

#define ACCEPT last = p + 1;

/* The grammars of URLs. */

#define MACHINE(name) \
    static int match_##name(struct locus_match *restrict match, \
                            const unsigned char *const pe)

#define BEGIN_AFTER
#define BEGIN_HERE
#define MARK(name)
#define MARK_AT
#define USER(password)
#define HOST_KIND(kind)
#define COMMIT(name, from)
#define COMMIT_SCHEME
#define COMMIT_HOST
#define COMMIT_HOST_PORT
#define COMMIT_GTYPE
#define COMMIT_TAB(name)
#define FAIL(rule)

#include "runs/rfc1738.h"
#include "runs/rfc3986.h"
#include "runs/rfc3986-reference.h"
#include "runs/web.h"

#include "rfc1738.h"
#include "rfc3986.h"
#include "rfc3986-reference.h"
#include "web.h"

int locus_match(struct locus_match *match, const unsigned char *end,
                enum locus_grammar grammar)
{
    switch (grammar) {
    case LOCUS_WEB:
        return match_web(match, end);
    case LOCUS_RFC3986:
        return match_rfc3986(match, end);
    case LOCUS_RFC3986_REFERENCE:
        return match_rfc3986_reference(match, end);
    case LOCUS_RFC1738:
        return match_rfc1738(match, end);
    case LOCUS_GRAMMAR_COUNT:
        break;
    }
    return 0;
}

/* Prose. The machine counts brackets and stops itself at a surplus one. */

#undef MACHINE
#define MACHINE(name) \
    static int match_##name(struct locus_match *restrict match, \
                            struct locus_text *restrict text, \
                            const unsigned char *const pe)

#define STOP          { cs = 0; goto stop; }
#define OPEN(kind)    text->open[kind]++;
#define CLOSE(kind)   if (text->open[kind]-- == 0) STOP
#define UNQUOTE(mark) if (text->quoted & (mark)) STOP

enum {
    APOSTROPHE = 1 << 0,
    RIGHT_SINGLE = 1 << 1,
    LEFT_SINGLE = 1 << 2,
    RIGHT_DOUBLE = 1 << 3,
    LEFT_DOUBLE = 1 << 4,
    RIGHT_GUILLEMET = 1 << 5,
    LEFT_GUILLEMET = 1 << 6,
    RIGHT_ANGLE = 1 << 7,
    LEFT_ANGLE = 1 << 8,
    CJK_ANGLE = 1 << 9,
    CJK_DOUBLE_ANGLE = 1 << 10,
    CJK_CORNER = 1 << 11,
    CJK_WHITE_CORNER = 1 << 12,
    CJK_LENTICULAR = 1 << 13,
    FULLWIDTH_ROUND = 1 << 14,
    FULLWIDTH_SQUARE = 1 << 15
};

#undef MACHINE_END
#define MACHINE_END \
stop: \
    match->at = p; \
    match->last = last; \
    match->state = (uint32_t)cs; \
    return cs != 0;

#include "runs/text.h"

#include "text.h"

int locus_text(struct locus_text *text, const unsigned char *end)
{
    return match_text(&text->match, text, end);
}

/* What stands before a URL in prose. */

#undef MACHINE
#define MACHINE(name) \
    static uint32_t match_##name(const unsigned char *p, \
                                 const unsigned char *const pe)

#undef MACHINE_BEGIN
#define MACHINE_BEGIN(name) \
    const unsigned char *const eof = pe; \
    uint32_t marks = 0; \
    int cs = name##_start;

#undef MACHINE_END
#define MACHINE_END \
    (void)cs; \
    return marks;

#define QUOTE(closing) marks = (closing);

#include "quotes.h"

uint32_t locus_quote(const unsigned char *text, size_t len)
{
    uint32_t marks = 0;

    for (size_t n = 1; n <= QUOTE_LENGTH && n <= len && !marks; n++)
        marks = match_quotes(text + len - n, text + len);
    return marks;
}
