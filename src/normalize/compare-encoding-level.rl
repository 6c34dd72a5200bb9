/* SPDX-License-Identifier: MIT
 *
 * RFC 1630, "Encoding reserved characters": whether two URIs are the same once
 * they are at the same encoding level (grammar/normalize/encoding-level.rl).
 */
#include "common/bytes.h"
#include "normalize/normalize.h"
#include "reference/decompose.h"

enum {
    DOTS = 2,                      /* the most dots in an element of dots */
    ENCODED = 256,                 /* a reserved byte that is percent-encoded */
    END = -1
};

/* A URI being read. `unit` holds what was read ahead: bytes, or ENCODED | byte. Dots stay
   there until it is known whether they are an element. */
struct level {
    const unsigned char *p, *end;
    int state;
    int ended;
    unsigned dots;
    unsigned count;
    int unit[DOTS + 1];
};

static void push(struct level *level, int unit)
{
    level->unit[level->count++] = unit;
}

static void push_dot(struct level *level, int unit)
{
    push(level, unit);
    level->dots++;
}

/* The dots are not an element, so it does not matter whether they are encoded. */
static void plain_dots(struct level *level)
{
    for (unsigned i = 0; i < level->dots; i++)
        level->unit[i] = '.';
    level->dots = 0;
}

%%{
machine encoding_level;

action byte             { push(level, *p); }    # a byte that is not reserved
action escape           { push(level, hex_octet(p - 1)); } # the last byte of an escape
action reserved         { push(level, *p); }
action reserved_escape  { push(level, ENCODED | hex_octet(p - 1)); }
action dot              { push_dot(level, '.'); } # "." where it may be an element
action dot_escape       { push_dot(level, ENCODED | '.'); }
action dots_end         { level->dots = 0; }    # the dots were an element
action no_element       { plain_dots(level); }  # they were not

include encoding_level "normalize/encoding-level.rl";
write data noerror nofinal noentry;
}%%

/* Reads one byte, or the end. */
static void read_encoding_level(struct level *level, const unsigned char *const pe,
                                const unsigned char *const eof)
{
    const unsigned char *p = level->p;
    int cs = level->state;

    %% write exec;
    level->p = p;
    level->state = cs;
}

static int next(struct level *level)
{
    int unit;

    while ((level->count == 0 || level->dots > 0) && !level->ended) {
        const int at_end = level->p == level->end;

        read_encoding_level(level, level->p + !at_end, at_end ? level->end : NULL);
        level->ended = at_end || !level->state;
    }
    if (level->count == 0)
        return END;
    unit = level->unit[0];
    level->count--;
    for (unsigned i = 0; i < level->count; i++)
        level->unit[i] = level->unit[i + 1];
    return unit;
}

/* Begins after the scheme and its ":". "A void fragment-id with or without the
   hash sign means that the URL refers to the whole object." */
static struct level begin(const struct locus_url *url, const char *text)
{
    const struct locus_span scheme = url->part[LOCUS_SCHEME];
    struct level level = { NULL, NULL, encoding_level_start, 0, 0, 0, { 0, 0, 0 } };
    size_t end = locus_url_end(url);

    if (locus_has(url, LOCUS_FRAGMENT) && url->part[LOCUS_FRAGMENT].len == 0)
        end--;
    level.p = (const unsigned char *)text + scheme.off + scheme.len + 1;
    level.end = (const unsigned char *)text + end;
    return level;
}

/* Compares the schemes, ignoring case. */
static int compare_schemes(const struct locus_url *a, const char *a_text,
                           const struct locus_url *b, const char *b_text)
{
    const struct locus_span x = a->part[LOCUS_SCHEME];
    const struct locus_span y = b->part[LOCUS_SCHEME];
    struct recomposed lower[2] = { { .count = 0 }, { .count = 0 } };

    locus_recomposed_add(&lower[0], (const unsigned char *)a_text + x.off, x.len,
                         PIECE_LOWER);
    locus_recomposed_add(&lower[1], (const unsigned char *)b_text + y.off, y.len,
                         PIECE_LOWER);
    return locus_recomposed_compare(&lower[0], &lower[1]);
}

int locus_compare_encoding_level(const struct locus_url *a, const char *a_text,
                                 const struct locus_url *b, const char *b_text)
{
    const int schemes = compare_schemes(a, a_text, b, b_text);
    struct level x, y;
    int of_x, of_y;

    if (schemes != 0)
        return schemes;
    x = begin(a, a_text);
    y = begin(b, b_text);
    do {
        of_x = next(&x);
        of_y = next(&y);
    } while (of_x == of_y && of_x != END);
    return of_x < of_y ? -1 : of_x > of_y;
}
