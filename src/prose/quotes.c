/* SPDX-License-Identifier: MIT
 *
 * What stands before a URL in prose: grammar/prose/quotes.rl, opened.rl, glued.rl and
 * control-sequence.rl.
 */
#include "scan/context.h"

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

uint32_t locus_quote_at(const unsigned char *text, size_t len)
{
    /* No mark that ends in an ASCII byte is longer than an escaped one. */
    const size_t longest = len > 0 && text[len - 1] < 0x80 ? 2 : QUOTE_LENGTH;

    return match_quotes(text + less(len, longest), text + len);
}

static __attribute__((noinline, cold)) uint32_t
quote_before_sequences(const unsigned char *text, size_t len)
{
    return locus_quote_at(text, locus_before_sequences(text, less(len, PASSED_OVER_BEFORE),
                                                       len));
}

uint32_t locus_quote(const unsigned char *text, size_t len)
{
    return locus_may_end_sequence(text, len) ? quote_before_sequences(text, len)
                                             : locus_quote_at(text, len);
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

size_t locus_before_sequences(const unsigned char *bytes, size_t floor, size_t end)
{
    struct locus_sequence sequence;

    while (end > floor && locus_sequence_before(&sequence, bytes, floor, end - 1, end)
           && sequence.end == end && sequence.passed_over)
        end = sequence.begin;
    return end;
}

/* ------------------------------------------------------------------------
 * What stands in a window before a URL
 * ------------------------------------------------------------------------ */

size_t locus_opened_from(const struct locus_before *before)
{
    return before->start - before->floor > OPENED_LENGTH ? before->start - OPENED_LENGTH
                                                         : before->floor;
}

struct locus_opened locus_opened_begin(const struct locus_before *before, size_t begin)
{
    static const unsigned char line[1] = "\n";
    struct locus_opened opened = { 0, 0 };

    if (before->scan->base + begin == 0)
        locus_opened(&opened, line, 1);
    return opened;
}

uint32_t locus_quote_before(const struct locus_before *before)
{
    return locus_quote(before->window, before->start);
}

uint32_t locus_opened_before(const struct locus_before *before)
{
    const size_t begin = locus_opened_from(before);
    struct locus_opened opened = locus_opened_begin(before, begin);

    locus_opened(&opened, before->window + begin, before->start - begin);
    return opened.marks;
}
