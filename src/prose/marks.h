/* SPDX-License-Identifier: MIT
 *
 * The marks around a URL in prose, and the text before it (grammar/prose/marks.rl).
 */
#ifndef LOCUS_MARKS_H
#define LOCUS_MARKS_H

#include <stddef.h>
#include <stdint.h>

#include "locus.h"

/* The number of pairs of brackets in grammar/prose/marks.rl. */
enum { BRACKET_COUNT = 77 };

/* Marks at which a URL ends, because they close a mark that is open before it. */
enum locus_mark {
    APOSTROPHE = 1 << 0,
    RIGHT_SINGLE = 1 << 1,
    LEFT_SINGLE = 1 << 2,
    RIGHT_DOUBLE = 1 << 3,
    LEFT_DOUBLE = 1 << 4,
    RIGHT_GUILLEMET = 1 << 5,
    LEFT_GUILLEMET = 1 << 6,
    RIGHT_ANGLE = 1 << 7,
    LEFT_ANGLE = 1 << 8,           /* the last one of those that open-quotes.rl opens */
    QUOTATION = 1 << 9,
    ESCAPED_QUOTATION = 1 << 10,   /* \" */
    ESCAPED_APOSTROPHE = 1 << 11,
    BACKTICK = 1 << 12,
    GREATER = 1 << 13,             /* ">" */
    STRING_END = 1 << 14,          /* of a JSON string */
    LOW_LINE = 1 << 15,            /* not partners: if one is before a URL, the URL */
    TILDE = 1 << 16,               /* does not end in the same one */
    FIRST_BRACKET = 1 << 17        /* from here on numbers, not bits: the pairs of
                                      brackets */
};

/* The marks from APOSTROPHE to LEFT_ANGLE, and their kinds. No mark of one kind closes
   one of another. */
enum {
    OPENED_MARKS = 9,
    SINGLES = LEFT_SINGLE | RIGHT_SINGLE,
    DOUBLES = LEFT_DOUBLE | RIGHT_DOUBLE,
    GUILLEMETS = LEFT_GUILLEMET | RIGHT_GUILLEMET,
    ANGLES = LEFT_ANGLE | RIGHT_ANGLE
};

#define BRACKET(pair)   (FIRST_BRACKET * ((uint32_t)(pair) + 1))
#define PARTNERS        (~(uint32_t)(LOW_LINE | TILDE | QUOTE_NOT_ASKED))
#define QUOTE_NOT_ASKED (UINT32_C(1) << 31)

/* A place less a number of bytes, or 0. */
static inline size_t less(size_t place, size_t drop)
{
    return place < drop ? 0 : place - drop;
}

/* The mark directly before a URL, at the end of text[0..len), as the marks that close
   it, LOW_LINE or TILDE (grammar/prose/quotes.rl). First passes over control sequences
   that begin at most PASSED_OVER_BEFORE bytes before the end; then examines at most
   QUOTE_LENGTH bytes. */
uint32_t locus_quote(const unsigned char *text, size_t len);

/* The same without passing over control sequences. */
uint32_t locus_quote_at(const unsigned char *text, size_t len);

enum { QUOTE_LENGTH = 3 };

/* The marks that close what is open at the end of a text (grammar/prose/open-quotes.rl).
   The text is read piece by piece; `opened` is all 0 before the first piece. It describes 64
   cases at once, which differ in what is open before the piece: bit i of open[n] is set if
   in case i the mark 1 << n closes something that is open. */
void locus_opened(struct locus_opened *opened, const unsigned char *text, size_t len);

/* These marks, in case i. */
static inline uint32_t locus_opened_marks(const struct locus_opened *opened, unsigned i)
{
    uint64_t any = 0;
    uint32_t marks = 0;

    /* Nearly always nothing is open. */
#pragma GCC unroll 9
    for (unsigned n = 0; n < OPENED_MARKS; n++)
        any |= opened->open[n];
    if (!(any >> i & 1))
        return 0;
#pragma GCC unroll 9
    for (unsigned n = 0; n < OPENED_MARKS; n++)
        marks |= (uint32_t)(opened->open[n] >> i & 1) << n;
    return marks;
}

/* The byte with which most control sequences begin. */
enum { ESC = 0x1B };

/* How many bytes before a URL are searched for open marks. */
enum { OPENED_LENGTH = 256 };

/* The length of the scheme at the end of a longer word (grammar/prose/scheme-in-word.rl); 0 if
   there is none. */
size_t locus_scheme_in_word(const unsigned char *word, size_t len);

/* Finds a control sequence at the beginning of text[0..len)
   (grammar/prose/control-sequence.rl). Returns its length, 0 if there is none, -1 if
   the text ends within it. `passed_over` is set if a URL may contain it. */
int64_t locus_control_sequence(const unsigned char *text, size_t len, int *passed_over);

/* Limits for control sequences before a URL and in its scheme: the longest that is
   recognized, and the greatest distance from the URL or its ":" at which one that is passed
   over may begin. */
enum { MAX_SEQUENCE_BEFORE = 64, PASSED_OVER_BEFORE = 128 };

struct locus_sequence {
    size_t begin;
    size_t end;
    int    passed_over;
};

/* Whether a text may end in a control sequence that is passed over. */
static inline int locus_may_end_sequence(const unsigned char *text, size_t len)
{
    return len > 0 && (text[len - 1] == 'm' || text[len - 1] == 'K');
}

static inline int locus_is_intermediate(unsigned char byte)
{
    return byte >= 0x20 && byte <= 0x2F;
}

/* Returns whether bytes[floor..end) contain a control sequence of which bytes[from] is a
   part. That byte and those after it in the sequence may also be bytes of a scheme. */
static inline int locus_sequence_before(struct locus_sequence *sequence,
                                        const unsigned char *bytes, size_t floor,
                                        size_t from, size_t end)
{
    const size_t least = from < MAX_SEQUENCE_BEFORE ? 0 : from - MAX_SEQUENCE_BEFORE;
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
    /* U+009B is not passed over: it ends a URL, as any control does. */
    sequence->passed_over &= bytes[at] == 0x1B;
    sequence->begin = at;
    sequence->end = at + (size_t)len;
    return 1;
}

/* The beginning of the control sequences that are directly before bytes[end], not
   before `floor`, and are passed over; `end` if there are none. */
size_t locus_before_sequences(const unsigned char *bytes, size_t floor, size_t end);

/* The longest control sequence that is passed over in a decoded JSON string, which is
   decoded in parts. */
enum { MAX_SEQUENCE = 256 };

#endif
