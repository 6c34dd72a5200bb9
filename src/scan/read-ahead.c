/* SPDX-License-Identifier: MIT
 *
 * Whether a URL that contains control sequences can still end. If a grammar with
 * TRAIT_BOUNDED waits for a byte that may not come, it alone reads ahead, up to its limit
 * (url-start.h). The places that it reaches are remembered, because for the next URL it is
 * nearly always in the same state before the same sequence. Compiled once for each kernel.
 */
#include "kernel/lens.h"
#include "scan/read.h"
#include "scan/url-start.h"

/* At most PLACES places are remembered, BYTES bytes or SEQUENCES sequences apart. UNDECIDED
   bytes show whether a URL ends; FAR bytes are read ahead, so that nothing more need be
   read for the next few URLs. At most MOST bytes of a piece are used. */
enum { PLACES = 32, BYTES = 12, SEQUENCES = 8, FAR = UNDECIDED + 96, MOST = 512 };

_Static_assert(sizeof ((struct locus_prose *)0)->ahead.place / sizeof (uint64_t)
               == PLACES && BYTES * PLACES >= FAR, "struct locus_prose");

/* A place that the grammar has reached: always before an ESC. */
struct ahead {
    size_t place;
    uint32_t state;
    uint32_t read;                 /* how many bytes the grammar has read */
};

enum step {
    STEP_ON,
    STEP_FAILED,                   /* the grammar accepts nothing more */
    STEP_UNKNOWN                   /* it accepts something, or a sequence is not passed
                                      over, or the window ends */
};

#define AHEAD scan->internal.of.prose.ahead

static void read_piece(struct locus_scan *scan, const struct locus_window *window,
                       struct locus_read_piece *piece, size_t place, size_t block)
{
    scan->internal.read = place;
    scan->internal.block = block;
    *piece = (struct locus_read_piece){ .begin = place };
    window->searcher->read(scan, window, piece);
    if (piece->known > MOST) {
        piece->known = MOST;
        piece->is_all = piece->is_end = 0;
    }
    piece->len = piece->known;
    piece->end = place + piece->known;
}

/* Reads the sequence at the place, and on to the next ESC. */
static enum step step(struct locus_scan *scan, const struct locus_window *window,
                      struct ahead *ahead)
{
    const struct locus_grammar *const grammar = scan->internal.grammar;
    struct locus_read_piece piece;
    int passed_over;
    int64_t sequence;
    size_t at, begin;

    read_piece(scan, window, &piece, ahead->place, BLOCK_AFTER_SEQUENCE);
    sequence = sequence_at(&piece, 0, &passed_over);
    if (sequence < 0) {
        read_piece(scan, window, &piece, ahead->place, DECISIVE);
        sequence = sequence_at(&piece, 0, &passed_over);
    }
    if (sequence <= 0 || !passed_over)
        return STEP_UNKNOWN;
    for (begin = at = (size_t)sequence; ; begin = at = 0) {
        struct locus_match match = {
            .state = ahead->state, .runs_on = scan->internal.url.slashes
        };

        while (at < piece.known && piece.text[at] != ESC)
            at++;
        if (at == piece.known && (piece.is_all || piece.is_end || at == 0))
            return STEP_UNKNOWN;
        match.at = piece.text + begin;
        if (at > begin && !KERNEL_NAME(match)(&match, piece.text + at, grammar))
            return match.last ? STEP_UNKNOWN : STEP_FAILED;
        if (match.last || KERNEL_NAME(match_ends)(&match, grammar))
            return STEP_UNKNOWN;
        ahead->state = match.state;
        ahead->read += (uint32_t)(at - begin);
        ahead->place = place_of(&piece, at);
        if (at < piece.known)
            return STEP_ON;
        read_piece(scan, window, &piece, ahead->place, BLOCK_AFTER_SEQUENCE);
    }
}

static unsigned index_of(const struct locus_scan *scan, unsigned i)
{
    return (AHEAD.first + i) % PLACES;
}

/* Adds a place after the others, in place of the first one if there is no room. */
static void add(struct locus_scan *scan, const struct ahead *ahead)
{
    const unsigned i = index_of(scan, AHEAD.count);

    AHEAD.place[i] = scan->base + ahead->place;
    AHEAD.state[i] = ahead->state;
    AHEAD.read[i] = ahead->read;
    if (AHEAD.count == PLACES)
        AHEAD.first = (AHEAD.first + 1) % PLACES;
    else
        AHEAD.count++;
}

/* Whether the grammar was in the same state at this place before. If so, *found is the
   index of the place. */
static int was_read(const struct locus_scan *scan, const struct ahead *ahead, unsigned *found)
{
    const uint64_t place = scan->base + ahead->place;

    for (unsigned i = 0; i < AHEAD.count; i++) {
        *found = index_of(scan, i);
        if (AHEAD.place[*found] >= place)
            return AHEAD.place[*found] == place && AHEAD.state[*found] == ahead->state;
    }
    return 0;
}

/* Reads on from the last place until the grammar has read `most` bytes more than at the
   i-th place. */
static void read_on(struct locus_scan *scan, const struct locus_window *window, unsigned i,
                    uint32_t most)
{
    const unsigned last = index_of(scan, AHEAD.count - 1);
    const uint32_t from = AHEAD.read[i];
    const unsigned room = PLACES - 1 - (last + PLACES - i) % PLACES;
    struct ahead ahead = {
        .place = (size_t)(AHEAD.place[last] - scan->base), .state = AHEAD.state[last],
        .read = AHEAD.read[last]
    };
    uint32_t read = ahead.read;
    unsigned sequences = 0, added = 0;

    while (ahead.read - from < most && added < room) {
        switch (step(scan, window, &ahead)) {
        case STEP_FAILED:
            AHEAD.failed = 1;
            return;
        case STEP_UNKNOWN:
            return;
        case STEP_ON:
            break;
        }
        if (ahead.read - read >= BYTES || ++sequences == SEQUENCES) {
            add(scan, &ahead);
            read = ahead.read;
            sequences = 0;
            added++;
        }
    }
}

/* Whether the grammar is known to accept nothing after the i-th place. */
static int fails(const struct locus_scan *scan, unsigned i)
{
    return AHEAD.failed
        || AHEAD.read[index_of(scan, AHEAD.count - 1)] - AHEAD.read[i] >= UNDECIDED;
}

static int gives_up(struct locus_scan *scan, const struct locus_window *window)
{
    struct ahead ahead = {
        .place = scan->internal.read, .state = scan->internal.url.grammar
    };
    const struct ahead here = ahead;
    unsigned i;

    if (AHEAD.slashes != scan->internal.url.slashes)
        AHEAD.count = 0;
    while (AHEAD.count > 0
           && scan->base + ahead.place <= AHEAD.place[index_of(scan, AHEAD.count - 1)]) {
        if (was_read(scan, &ahead, &i)) {
            if (!fails(scan, i))
                read_on(scan, window, i, FAR);
            return fails(scan, i);
        }
        switch (step(scan, window, &ahead)) {
        case STEP_FAILED:
            return 1;
        case STEP_UNKNOWN:
            return 0;
        case STEP_ON:
            break;
        }
    }
    AHEAD.first = AHEAD.count = 0;
    AHEAD.failed = 0;
    AHEAD.slashes = scan->internal.url.slashes;
    add(scan, &here);
    read_on(scan, window, 0, FAR);
    return fails(scan, 0);
}

int KERNEL_NAME(read_gives_up)(struct locus_scan *scan, const struct locus_window *window)
{
    const size_t read = scan->internal.read;
    const size_t block = scan->internal.block;
    const int result = gives_up(scan, window);

    scan->internal.read = read;
    scan->internal.block = block;
    return result;
}
