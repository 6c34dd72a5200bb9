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

static size_t less(size_t place, size_t n)
{
    return place < n ? 0 : place - n;
}

/* Directly before the URL. */
static uint32_t quote(const unsigned char *text, size_t len)
{
    /* No mark that ends in an ASCII byte is longer than an escaped one. */
    const size_t longest = len > 0 && text[len - 1] < 0x80 ? 2 : QUOTE_LENGTH;

    return match_quotes(text + less(len, longest), text + len);
}

/* Whether a control sequence may end here that is passed over. */
static int may_end_sequence(const unsigned char *text, size_t len)
{
    return len > 0 && (text[len - 1] == 'm' || text[len - 1] == 'K');
}

uint32_t locus_quote(const unsigned char *text, size_t len)
{
    if (may_end_sequence(text, len))
        len = locus_before_sequences(text, less(len, PASSED_OVER_BEFORE), len);
    return quote(text, len);
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

int locus_sequence_before(struct locus_sequence *sequence, const unsigned char *bytes,
                          size_t floor, size_t from, size_t end)
{
    const size_t least = less(from, MAX_SEQUENCE_BEFORE);
    size_t at = from;
    int64_t len;

    if (floor < least)
        floor = least;
    if (at > floor && locus_is_intermediate(bytes[at - 1]))
        at--;
    while (at > floor && bytes[at - 1] >= 0x30 && bytes[at - 1] <= 0x3F)
        at--;
    if (at < floor + 2 || !((bytes[at - 1] == '[' && bytes[at - 2] == 0x1B)
                            || (bytes[at - 1] == 0x9B && bytes[at - 2] == 0xC2)))
        return 0;
    at -= 2;
    len = locus_control_sequence(bytes + at, end - at, &sequence->passed_over);
    if (len <= (int64_t)(from - at) || len > MAX_SEQUENCE_BEFORE)
        return 0;
    /* In a URL, U+009B is a control like any other. */
    sequence->passed_over &= bytes[at] == 0x1B;
    sequence->begin = at;
    sequence->end = at + (size_t)len;
    return 1;
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

/* An escaped character, or half of a pair, and what is before it. */
enum { ESCAPED = 16 };

/* What JSON has before a place, decoded. */
struct tail {
    unsigned char bytes[PASSED_OVER_BEFORE + ESCAPED];
    size_t        len;
    const char   *near;
    size_t        far;             /* how many of the bytes stand before `near` */
    int           begins;          /* a string does, before them */
};

/* Appends a piece that stands at `at`. */
static void append(struct tail *tail, const char *at, const struct locus_unwrapping *piece)
{
    memcpy(tail->bytes + tail->len, piece->text, piece->len);
    tail->len += piece->len;
    if (at >= tail->near)
        return;
    /* One that is not an escaped character may end after it. */
    tail->far += piece->text == at && tail->near - at < (ptrdiff_t)piece->len
                 ? (size_t)(tail->near - at) : piece->len;
}

/* Reads a JSON text: the end of it, decoded, and what is open, each unless it is NULL. A
   quotation mark begins a string; what no string has is passed over. */
static void read_json(const char *text, size_t len, struct tail *tail,
                      struct locus_opened *opened)
{
    static const unsigned char line[1] = "\n";
    const char *const end = text + len;

    while (text < end) {
        struct locus_unwrapping pieces;

        locus_unwrap_begin(&pieces, text, (size_t)(end - text), LOCUS_JSON_RAW);
        while (locus_unwrap_next(&pieces) == 1) {
            if (tail)
                append(tail, text, &pieces);
            if (opened)
                locus_opened(opened, (const unsigned char *)pieces.text, pieces.len);
            text = pieces.internal.at;
        }
        if (text < end) {
            if (tail) {
                tail->len = tail->far = 0;
                tail->begins = *text == '"';
            }
            if (opened)
                locus_opened(opened, line, 1);
            text++;
        }
    }
}

static int is_json(const struct locus_before *before)
{
    return before->scan->internal.context == LOCUS_JSON;
}

/* The end of what JSON has before the URL: as much as a mark needs, and `more` bytes, in
   which control sequences may stand. */
static void read_tail(struct tail *tail, const struct locus_before *before, size_t more)
{
    const char *const end = (const char *)before->window + before->start;
    const size_t len = before->start < ESCAPED + more ? before->start : ESCAPED + more;

    tail->len = tail->far = 0;
    tail->begins = 0;
    tail->near = end - (len < more ? len : more);
    read_json(end - len, len, tail, NULL);
}

uint32_t locus_quote_before(const struct locus_before *before)
{
    struct tail tail;
    size_t len;

    if (!is_json(before))
        return locus_quote(before->window, before->start);
    read_tail(&tail, before, 0);
    if (may_end_sequence(tail.bytes, tail.len))
        read_tail(&tail, before, PASSED_OVER_BEFORE);
    len = locus_before_sequences(tail.bytes, tail.far, tail.len);
    return len == 0 && tail.begins ? STRING_END : quote(tail.bytes, len);
}

uint32_t locus_opened_before(const struct locus_before *before)
{
    static const unsigned char line[1] = "\n";
    size_t begin = before->floor;
    struct locus_opened opened = { 0, 0 };

    if (before->start - begin > OPENED_LENGTH)
        begin = before->start - OPENED_LENGTH;
    if (before->scan->base + begin == 0)
        locus_opened(&opened, line, 1);
    if (is_json(before))
        read_json((const char *)before->window + begin, before->start - begin, NULL,
                  &opened);
    else
        locus_opened(&opened, before->window + begin, before->start - begin);
    return opened.marks;
}
