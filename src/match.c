/* SPDX-License-Identifier: MIT
 *
 * The machines as recognisers, once for each kernel: how far a URL reaches that
 * begins here. They are those of parse.c to the state; only their events are
 * nothing.
 */
#include "kernel.h"
#include "lens.h"

#define MACHINE_BEGIN(name) \
    const unsigned char *p = match->at; \
    const unsigned char *const eof = NULL; \
    const unsigned char *last = match->last; \
    int cs = match->state ? (int)match->state : name##_start; \
    LENS_BEGIN(name) \
    (void)eof;

#define MACHINE_END \
    match->at = p; \
    match->last = last; \
    match->state = (uint32_t)cs; \
    return cs != 0;

#define ACCEPT last = p + 1;

/* The grammars of URLs. */

#define MACHINE(name) \
    static ALL_HOT int match_##name(struct locus_match *restrict match, \
                                    const unsigned char *const pe)

#define BEGIN_AFTER
#define BEGIN_HERE
#define MARK(name)
#define MARK_AT
#define USER(password)
#define HOST_KIND(kind)
#define COMMIT(name, from)
#define COMMIT_SCHEME
#define COMMIT_URI_SCHEME
#define COMMIT_HOST
#define COMMIT_HOST_PORT
#define COMMIT_GTYPE
#define COMMIT_TAB(name)
#define COMMIT_NULL
#define FAIL(rule)

#include "machines.h"

int KERNEL_NAME(match)(struct locus_match *match, const unsigned char *end,
                       enum locus_grammar grammar)
{
    switch (grammar) {
#define X(NAME, name) \
    case LOCUS_##NAME: \
        return match_##name(match, end);
    LOCUS_GRAMMARS
#undef X
    default:
        return 0;
    }
}

/* Prose. The machine counts brackets and stops itself at a surplus one. */

static uint32_t quoted(struct locus_text *text)
{
    if (text->quoted == QUOTE_NOT_ASKED)
        text->quoted = locus_quote(text->window, text->start);
    return text->quoted;
}

#undef MACHINE
#define MACHINE(name) \
    static ALL_HOT int match_##name(struct locus_match *restrict match, \
                                    struct locus_text *restrict text, \
                                    const unsigned char *const pe)

#define STOP          { cs = 0; goto stop; }
#define OPEN(kind)    text->open[kind]++;
#define CLOSE(kind)   if (text->open[kind]-- == 0) STOP
#define UNQUOTE(mark) if (quoted(text) & (mark)) STOP

#undef MACHINE_END
#define MACHINE_END \
stop: \
    match->at = p; \
    match->last = last; \
    match->state = (uint32_t)cs; \
    return cs != 0;

#include "runs/text.h"

#include "text.h"

int KERNEL_NAME(text)(struct locus_text *text, const unsigned char *end)
{
    return match_text(&text->match, text, end);
}
