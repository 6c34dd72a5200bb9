/* SPDX-License-Identifier: MIT
 *
 * Gives a normal form in pieces, from its first byte to its last.
 *
 * A recomposed text is read from its end to its beginning (reference/recompose.h), but the
 * state of its reader is small and can be stored. A long text is read once, and the state
 * is stored at up to MARKS places. Then the stretches between these places are read again,
 * the leftmost first, each in the same way, until a stretch fits into a buffer. The buffer
 * is filled from its end.
 */
#include <string.h>

#include "normalize/normalize.h"
#include "reference/decompose.h"

enum {
    MARKS = 16,
    BUFFER = 1024,
    SHORT = BUFFER - RECOMPOSED_SMALL,   /* stretches up to this length are not divided */
    GROWTH = 32,                   /* a normal form exceeds its text by less than this */
    LEVELS = 6                     /* LOCUS_MAX_LENGTH + GROWTH < SHORT * MARKS^LEVELS */
};

/* A stretch: the state of the reader at its end, without reader->small. */
struct mark {
    unsigned char state[offsetof(struct recomposed_reader, small)];
    size_t len;
    size_t most;                   /* its length without its leftmost run is at most this */
};

struct giving {
    int (*each)(void *context, const char *piece, size_t len);
    void *context;
};

static int give_piece(const struct giving *to, const unsigned char *piece, size_t len)
{
    return len > 0 ? to->each(to->context, (const char *)piece, len) : 0;
}

/* Gives a stretch whose runs other than the leftmost fit into the buffer. If the leftmost
   run does not fit, it is longer than reader->small, so it lies in the text and is given
   from there. */
static int give_short(const struct giving *to, struct recomposed_reader *reader, size_t len)
{
    unsigned char buffer[BUFFER];
    size_t at = sizeof buffer;
    const unsigned char *run = NULL;
    size_t n = 0;
    int result;

    while (len > 0 && (n = locus_recomposed_next(reader, &run)) > 0 && n <= at) {
        at -= n;
        len -= n;
        memcpy(buffer + at, run, n);
        n = 0;
    }
    result = give_piece(to, run, n);
    return result != 0 ? result
                       : give_piece(to, buffer + at, sizeof buffer - at);
}

/* Reads a stretch and divides it into at most MARKS stretches of about the same length.
   Returns their number; the last one is the leftmost. */
static size_t divide(struct mark *mark, struct recomposed_reader *reader, size_t len,
                     size_t most)
{
    const size_t share = most / MARKS + 1;
    const size_t step = share > SHORT ? share : SHORT;
    const unsigned char *run;
    size_t count = 0;
    size_t n = 1;

    while (n > 0 && len > 0) {
        struct mark *next = &mark[count++];

        memcpy(next->state, reader, sizeof next->state);
        next->len = 0;
        next->most = step;
        while (next->len < step && next->len < len
               && (n = locus_recomposed_next(reader, &run)) > 0)
            next->len += n;
        len -= next->len;
    }
    return count;
}

static int give_long(const struct giving *to, struct recomposed_reader *reader, size_t most)
{
    struct mark mark[LEVELS * MARKS];       /* stretches not given yet, leftmost last */
    size_t count = divide(mark, reader, most, most);
    int result = 0;

    while (result == 0 && count > 0) {
        const size_t len = mark[--count].len;
        const size_t longest = mark[count].most;

        memcpy(reader, mark[count].state, sizeof mark[count].state);
        if (longest > SHORT)
            count += divide(mark + count, reader, len, longest);
        else
            result = give_short(to, reader, len);
    }
    return result;
}

int locus_normal_each(const struct locus_url *url, const char *text, unsigned steps,
                      int (*each)(void *context, const char *piece, size_t len),
                      void *context)
{
    const struct giving to = { each, context };
    struct recomposed form;
    struct recomposed_reader reader;
    size_t most;

    if (steps & ~(unsigned)LOCUS_STEPS_ALL)
        return LOCUS_ERROR_ARGUMENT;
    if (url->error)
        return url->error;
    locus_normal_form(&form, url, text, steps);
    locus_recomposed_read(&reader, &form);
    most = locus_url_end(url) + GROWTH;
    return most > SHORT ? give_long(&to, &reader, most) : give_short(&to, &reader, most);
}
