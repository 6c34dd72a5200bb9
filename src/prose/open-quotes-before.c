/* SPDX-License-Identifier: MIT
 *
 * The quotation marks that are open before a URL in prose. What was found in the text
 * before the last URL is remembered, so that the same text is not read again for each of
 * many neighbouring URLs.
 */
#include <string.h>

#include "prose/prose.h"

/* Each URL has its own place before it at which reading begins. The text up to the last URL
   was read from PLACES places, at least APART bytes from each other, in three cases for each
   kind of mark: none is open; one mark closes what is open; either of two does. So for the
   next URL only two pieces are read: up to one of these places, and after the last URL. The
   places cover all that is read before a URL. */
enum { LEVELS = 3, APART = 13, STEP = 32, PLACES = 21 };

_Static_assert(sizeof ((struct locus_prose *)0)->marks.place / sizeof (uint64_t)
               == PLACES && LEVELS * PLACES <= 64 && APART * PLACES >= OPENED_LENGTH,
               "struct locus_prose");
_Static_assert(STEP - LONGEST_CHARACTER > 0, "each step reads a character");

/* If no more bytes than this precede a URL, they are simply read. */
enum { FEW = 64 };

/* The marks that close what is open, in the second and third of these cases; and the kinds
   of marks. */
enum {
    ONE = APOSTROPHE | RIGHT_SINGLE | RIGHT_DOUBLE | RIGHT_GUILLEMET | RIGHT_ANGLE,
    TWO = APOSTROPHE | SINGLES | DOUBLES | GUILLEMETS | ANGLES
};
static const uint32_t kinds[] = { APOSTROPHE, SINGLES, DOUBLES, GUILLEMETS, ANGLES };

#define MARKS before->scan->internal.of.prose.marks

/* Where the search for open marks begins. */
static size_t opened_from(const struct locus_before *before)
{
    return before->start - before->floor > OPENED_LENGTH ? before->start - OPENED_LENGTH
                                                         : before->floor;
}

/* Whether one of eight bytes is below 0x20. */
static int has_control(const unsigned char *bytes)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return ((word - each * 0x20) & ~word & each * 0x80) != 0;
}

static int is_line_end(const struct locus_before *before, size_t at)
{
    const unsigned char byte = before->window[at];

    return byte < 0x20 && before->reader->line_ends >> byte & 1;
}

/* The last line end in window[begin..start), or `begin`. Few bytes are examined. */
static size_t line_before(const struct locus_before *before, size_t begin)
{
    enum { NEARBY = 16 };
    const size_t start = before->start;
    const size_t least = start - begin > NEARBY ? start - NEARBY : begin;
    size_t at = start;

    if (start - begin >= NEARBY && !has_control(before->window + start - NEARBY)
        && !has_control(before->window + start - NEARBY / 2))
        return begin;
    while (at > least && !is_line_end(before, at - 1))
        at--;
    return at > least ? at - 1 : begin;
}

/* The state before a text that begins at `begin`. */
static struct locus_opened opened_begin(const struct locus_before *before, size_t begin)
{
    static const unsigned char line[1] = "\n";
    struct locus_opened opened = { 0 };

    if (before->scan->base + begin == 0)
        locus_opened(&opened, line, 1);
    return opened;
}

static unsigned next_place(unsigned i)
{
    return i + 1 < PLACES ? i + 1 : 0;
}

/* Replaces the oldest place with window[at]. */
static void add_place(const struct locus_before *before, size_t at)
{
    const unsigned i = MARKS.oldest;

    MARKS.place[i] = before->scan->base + at;
    MARKS.state[i] = MARKS.opened.state;
    MARKS.oldest = next_place(i);
#pragma GCC unroll 9
    for (unsigned n = 0; n < OPENED_MARKS; n++) {
        const uint64_t bits = (uint64_t)(ONE >> n & 1) << 1 | (uint64_t)(TWO >> n & 1) << 2;

        MARKS.opened.open[n] &= ~(UINT64_C(7) << LEVELS * i);
        MARKS.opened.open[n] |= bits << LEVELS * i;
    }
}

/* Reads on to the URL, from the end of what was read before. */
static void read_on(const struct locus_before *before, size_t begin)
{
    const uint64_t base = before->scan->base;
    uint64_t last;
    size_t at = (size_t)(MARKS.to - base);

    if (MARKS.to == 0 || MARKS.to < base + begin || MARKS.to > base + before->start) {
        at = begin;
        MARKS.opened = opened_begin(before, at);
        for (unsigned i = 0; i < PLACES; i++)
            add_place(before, at);
    }
    last = MARKS.place[MARKS.oldest > 0 ? MARKS.oldest - 1 : PLACES - 1];
    while (at < before->start) {
        at = before->reader->opened(&MARKS.opened, before, at,
                                    before->start - at < STEP ? before->start : at + STEP);
        if (base + at - last >= APART) {
            add_place(before, at);
            last = base + at;
        }
    }
    MARKS.to = base + at;
}

/* The marks that are open before the URL if `marks` are open at the i-th place. */
static uint32_t opened_after(const struct locus_before *before, unsigned i, uint32_t marks)
{
    uint32_t level[LEVELS] = { 0 };
    uint32_t opened = 0;

    if (!marks)
        return locus_opened_marks(&MARKS.opened, LEVELS * i);
#pragma GCC unroll 5
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
        level[!(marks & kinds[k]) ? 0 : (marks & kinds[k]) == kinds[k] ? 2 : 1] |= kinds[k];
    for (unsigned l = 0; l < LEVELS; l++)
        if (level[l])
            opened |= locus_opened_marks(&MARKS.opened, LEVELS * i + l) & level[l];
    return opened;
}

/* Reads up to a place at which the machine is in the same state as it was when the text
   after that place was read. */
static uint32_t read_to_place(const struct locus_before *before, size_t begin)
{
    const uint64_t base = before->scan->base;
    struct locus_opened opened = opened_begin(before, begin);
    unsigned i = MARKS.oldest;
    size_t at = begin;

    for (unsigned n = 0; n < PLACES; n++, i = next_place(i)) {
        if (MARKS.place[i] < base + at)
            continue;
        at = before->reader->opened(&opened, before, at, (size_t)(MARKS.place[i] - base));
        if (base + at == MARKS.place[i] && opened.state == MARKS.state[i])
            return opened_after(before, i, locus_opened_marks(&opened, 0));
    }
    before->reader->opened(&opened, before, at, before->start);
    return locus_opened_marks(&opened, 0);
}

uint32_t locus_opened_before(const struct locus_before *before)
{
    uint64_t start;
    size_t begin;
    int is_near;

    if (!before)
        return 0;
    start = before->scan->base + before->start;
    is_near = start - MARKS.asked < OPENED_LENGTH;
    /* At first both members are 0: nothing is open at the beginning of the stream. */
    if (start == MARKS.asked)
        return MARKS.answer;
    MARKS.asked = start;
    begin = line_before(before, opened_from(before));
    if (is_near && before->start - begin > FEW) {
        read_on(before, begin);
        MARKS.answer = read_to_place(before, begin);
    } else {
        struct locus_opened opened = opened_begin(before, begin);

        before->reader->opened(&opened, before, begin, before->start);
        MARKS.answer = locus_opened_marks(&opened, 0);
    }
    return MARKS.answer;
}

size_t locus_read_opened(struct locus_opened *opened, const struct locus_before *before,
                         size_t at, size_t end)
{
    locus_opened(opened, before->window + at, end - at);
    return end;
}
