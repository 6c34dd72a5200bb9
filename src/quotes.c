/* SPDX-License-Identifier: MIT
 *
 * What stands before a URL in prose: grammar/quotes.rl, opened.rl, glued.rl and
 * control-sequence.rl.
 */
#include <string.h>

#include "kernel.h"

#define MACHINE(name) \
    static uint32_t match_##name(const unsigned char *p, \
                                 const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *const eof = pe; \
    uint32_t found = 0, bracket = 0; \
    int cs = name##_start;
#define MACHINE_END \
    (void)cs; \
    return found;

#define QUOTE(partners) found = (uint32_t)(partners);
#define PAIR(number)    bracket = BRACKET(number);
#define OPEN            found = bracket;

#include "quotes.h"

uint32_t locus_quote(const unsigned char *text, size_t len)
{
    /* No mark that ends in an ASCII byte is longer than an escaped one. */
    const size_t longest = len > 0 && text[len - 1] < 0x80 ? 2 : QUOTE_LENGTH;

    return match_quotes(text + (len > longest ? len - longest : 0), text + len);
}

#undef MACHINE
#define MACHINE(name) \
    static size_t match_##name(const unsigned char *const word, const size_t pe)
#undef MACHINE_BEGIN
#define MACHINE_BEGIN(name) \
    size_t p = 0; \
    int cs = name##_start;
#undef MACHINE_END
#define MACHINE_END \
    (void)cs; \
    return 0;

#define BACKWARDS     word[pe - 1 - p]
#define GLUED(length) return (length);

#include "glued.h"

size_t locus_glued(const unsigned char *word, size_t len)
{
    return match_glued(word, len);
}

#undef MACHINE
#define MACHINE(name) \
    static void match_##name(struct locus_opened *opened, const unsigned char *p, \
                             const unsigned char *const pe)
#undef MACHINE_BEGIN
#define MACHINE_BEGIN(name) \
    uint32_t marks = opened->marks; \
    int cs = opened->state ? (int)opened->state : name##_start;
#undef MACHINE_END
#define MACHINE_END \
    opened->state = (uint32_t)cs; \
    opened->marks = marks;

enum {
    SINGLES = LEFT_SINGLE | RIGHT_SINGLE,
    DOUBLES = LEFT_DOUBLE | RIGHT_DOUBLE,
    GUILLEMETS = LEFT_GUILLEMET | RIGHT_GUILLEMET,
    ANGLES = LEFT_ANGLE | RIGHT_ANGLE
};

#undef QUOTE
#define QUOTE(mark, kind, partners) \
    marks = (marks & ~(uint32_t)(kind)) \
          | (marks & (mark) ? 0 : (uint32_t)(partners) | (marks & (kind)));
#define CLOSE_ALL marks = 0;

#include "opened.h"

void locus_opened(struct locus_opened *opened, const unsigned char *text, size_t len)
{
    match_opened(opened, text, text + len);
}

#undef MACHINE
#define MACHINE(name) \
    static const unsigned char *match_##name(const unsigned char *p, \
                                             const unsigned char *const pe, \
                                             int *passed_over)
#undef MACHINE_BEGIN
#define MACHINE_BEGIN(name) \
    int cs = name##_start;
#undef MACHINE_END
#define MACHINE_END \
    return cs != 0 ? pe : NULL;

#define SEQUENCE(is_passed_over) \
    *passed_over = (is_passed_over); \
    return p + 1;

#include "control-sequence.h"

int64_t locus_control_sequence(const unsigned char *text, size_t len, int *passed_over)
{
    const unsigned char *end;

    *passed_over = -1;
    end = match_control_sequence(text, text + len, passed_over);
    if (!end)
        return 0;
    return *passed_over < 0 ? -1 : end - text;
}

/* ------------------------------------------------------------------------
 * What stands in a window before a URL
 * ------------------------------------------------------------------------ */

/* The last bytes of what JSON has before a place, decoded. */
struct tail {
    unsigned char bytes[QUOTE_LENGTH];
    size_t        len;
};

static void append(struct tail *tail, const char *text, size_t len)
{
    for (size_t i = len < QUOTE_LENGTH ? 0 : len - QUOTE_LENGTH; i < len; i++) {
        if (tail->len == QUOTE_LENGTH)
            memmove(tail->bytes, tail->bytes + 1, --tail->len);
        tail->bytes[tail->len++] = (unsigned char)text[i];
    }
}

/* Reads a JSON text: its last bytes, decoded, and, unless it is NULL, what is open. A
   quotation mark begins a string; what no string has is passed over. Returns whether
   a string begins where the text ends. */
static int read_json(const char *text, size_t len, struct tail *tail,
                     struct locus_opened *opened)
{
    static const unsigned char line[1] = "\n";
    const char *const end = text + len;
    int begins = 0;

    while (text < end) {
        struct locus_unwrapping pieces;

        locus_unwrap_begin(&pieces, text, (size_t)(end - text), LOCUS_JSON_RAW);
        while (locus_unwrap_next(&pieces) == 1) {
            begins = 0;
            append(tail, pieces.text, pieces.len);
            if (opened)
                locus_opened(opened, (const unsigned char *)pieces.text, pieces.len);
        }
        text = pieces.internal.at;
        if (text < end) {
            begins = *text++ == '"';
            tail->len = 0;
            if (opened)
                locus_opened(opened, line, 1);
        }
    }
    return begins;
}

static int is_json(const struct locus_before *before)
{
    return before->scan->internal.context == LOCUS_JSON;
}

uint32_t locus_quote_before(const struct locus_before *before)
{
    /* An escaped character, or half of a pair, and what is before it. */
    enum { LONGEST = 16 };
    const size_t len = before->start < LONGEST ? before->start : LONGEST;
    struct tail tail = { .len = 0 };

    if (!is_json(before))
        return locus_quote(before->window, before->start);
    if (read_json((const char *)before->window + before->start - len, len, &tail, NULL))
        return STRING_END;
    return locus_quote(tail.bytes, tail.len);
}

uint32_t locus_opened_before(const struct locus_before *before)
{
    static const unsigned char line[1] = "\n";
    size_t begin = before->floor;
    struct locus_opened opened = { 0, 0 };
    struct tail tail = { .len = 0 };

    if (before->start - begin > OPENED_LENGTH)
        begin = before->start - OPENED_LENGTH;
    if (before->scan->base + begin == 0)
        locus_opened(&opened, line, 1);
    if (is_json(before))
        read_json((const char *)before->window + begin, before->start - begin, &tail,
                  &opened);
    else
        locus_opened(&opened, before->window + begin, before->start - begin);
    return opened.marks;
}
