/* SPDX-License-Identifier: MIT
 *
 * Looks for the partner of a bracket before a URL (grammar/prose/quoted.rl). Compiled once
 * for each kernel. Brackets may be nested or have no partner; then the same text would be
 * read for each of many URLs. So places that the machine has reached are remembered: for
 * the next URL it reads only up to one of them at which it is in the same state. From
 * there on, only the number of open brackets differs. Nor does it read up to that place if no
 * bracket closes before it.
 */
#include <string.h>

#include "kernel/lens.h"
#include "scan/read.h"

/* At most PLACES places are remembered for each of KINDS pairs of brackets. The gap
   between two places is APART bytes, or half the distance to the first place if that is
   larger: so a few places are enough, however far away the partner is. MORE bytes are read
   ahead for the next URLs where one bracket too many opens. */
enum { KINDS = 4, PLACES = 32, APART = 24, MORE = 256 };

/* Values of `least`: nothing is known of the text up to the next place, or it has no closing
   bracket of this kind. */
enum { UNKNOWN = INT8_MIN, NONE_CLOSES = INT8_MAX };

/* The state at a place where the machine has stopped. */
#define STOPPED UINT32_MAX

_Static_assert(sizeof ((struct locus_prose *)0)->bracketed.kind
                       / sizeof (struct locus_bracket_places) == KINDS
                   && sizeof ((struct locus_bracket_places *)0)->places
                       / sizeof (struct locus_bracket_place) == PLACES
                   && MOST_OPEN < INT8_MAX && MOST_OPENINGS < 64,
               "struct locus_prose");

/* The places for brackets of a kind. If there are none, the oldest kind is dropped to make
   room for them, and *is_new is set. */
static struct locus_bracket_places *places_of(struct locus_scan *scan, uint32_t partner,
                                              int *is_new)
{
    struct locus_bracket_places *kind = scan->internal.of.prose.bracketed.kind;
    const unsigned oldest = scan->internal.of.prose.bracketed.oldest;

    *is_new = 0;
    for (unsigned i = 0; i < KINDS; i++)
        if (kind[i].partner == partner)
            return &kind[i];
    *is_new = 1;
    scan->internal.of.prose.bracketed.oldest = (oldest + 1) % KINDS;
    kind[oldest].partner = partner;
    kind[oldest].count = 0;
    return &kind[oldest];
}

/* Whether the machine has stopped because too many brackets are open or were opened. It
   might read on here if it began at a later bracket. */
static int has_too_many(const struct locus_quoted *quoted)
{
    return quoted->depth > MOST_OPEN || quoted->openings > MOST_OPENINGS;
}

static void remove_places(struct locus_bracket_places *kind, unsigned i, unsigned n)
{
    kind->count -= n;
    memmove(kind->places + i, kind->places + i + n,
            (kind->count - i) * sizeof *kind->places);
}

/* Makes room for two places: removes those that are close together in relation to their
   distance from the first one. */
static void thin_out(struct locus_bracket_places *kind)
{
    struct locus_bracket_place *const places = kind->places;
    unsigned n = 0;

    for (unsigned i = 1; i < kind->count; i++) {
        struct locus_bracket_place *const last = &places[n];
        const uint64_t far = places[i].place - places[0].place;

        if (n > 0 && i + 1 < kind->count && last->least != UNKNOWN
            && places[i].least != UNKNOWN
            && last->openings + places[i].openings <= MOST_OPENINGS
            && places[i + 1].place - last->place <= (far / 2 > APART ? far / 2 : APART)) {
            const int most = last->change + places[i].most;

            if (places[i].least != NONE_CLOSES
                && last->change + places[i].least < last->least)
                last->least = (int8_t)(last->change + places[i].least);
            if (most > last->most)
                last->most = (int8_t)most;
            last->change = (int8_t)(last->change + places[i].change);
            last->openings = (last->openings + places[i].openings) & 63;
        } else {
            places[++n] = places[i];
        }
    }
    kind->count = n + 1 < PLACES - 1 ? n + 1 : PLACES - 2;
}

/* The index of the first place that is not before `place`. */
static unsigned index_of(const struct locus_bracket_places *kind, uint64_t place)
{
    unsigned i = 0;

    while (i < kind->count && kind->places[i].place < place)
        i++;
    return i;
}

static int is_at(const struct locus_bracket_place *at, const struct locus_quoted *quoted)
{
    return at->state == quoted->state && at->plausible == quoted->plausible;
}

/* Whether no bracket is between this place and the next one. */
static int is_empty(const struct locus_bracket_place *at)
{
    return at->least == NONE_CLOSES && at->most == 0 && at->openings == 0;
}

/* Removes the i-th place if no bracket is directly before it and after it. Returns how many
   places were removed. */
static unsigned join_empty(struct locus_bracket_places *kind, unsigned i)
{
    if (i == 0 || !is_empty(&kind->places[i - 1]) || !is_empty(&kind->places[i]))
        return 0;
    remove_places(kind, i, 1);
    return 1;
}

/* Adds a place before the i-th one. */
static void add_place(struct locus_bracket_places *kind, unsigned i, uint64_t place,
                      const struct locus_quoted *quoted)
{
    struct locus_bracket_place *const at = &kind->places[i];

    memmove(at + 1, at, (kind->count - i) * sizeof *at);
    kind->count++;
    *at = (struct locus_bracket_place){
        .place = place, .state = quoted->state, .plausible = quoted->plausible & 3,
        .least = UNKNOWN
    };
}

/* Remembers that the machine has reached this place, the i-th. */
static void note_place(struct locus_bracket_places *kind, unsigned i, uint64_t place,
                       const struct locus_quoted *quoted)
{
    if (i < kind->count && kind->places[i].place == place) {
        if (is_at(&kind->places[i], quoted))
            return;
        remove_places(kind, i, 1);
    }
    if (i > 0)
        kind->places[i - 1].least = UNKNOWN;
    add_place(kind, i, place, quoted);
}

/* From the i-th place, passes over the text that is known. Returns the index of the place
   that it reaches. If there would be too many brackets before the next one, the state is
   STOPPED. */
static unsigned pass_over(const struct locus_bracket_places *kind, unsigned i,
                          struct locus_quoted *quoted)
{
    int depth = (int)quoted->depth, has_stopped = 0;

    for (; i + 1 < kind->count; i++) {
        const struct locus_bracket_place *const at = &kind->places[i];

        if (at->least == UNKNOWN || depth + at->least < 0)
            break;
        has_stopped = depth + at->most > MOST_OPEN
                   || quoted->openings + at->openings > MOST_OPENINGS;
        if (has_stopped)
            break;
        depth += at->change;
        quoted->openings += at->openings;
    }
    quoted->depth = (uint32_t)depth;
    quoted->state = has_stopped ? STOPPED : kind->places[i].state;
    quoted->plausible = kind->places[i].plausible;
    return i;
}

/* The index in the piece, at most `most`, of the last byte that begins a character and is
   not after window[place]. */
static size_t index_in(const struct locus_read_piece *piece, size_t place, size_t most)
{
    const size_t begin = piece->places ? piece->origin + piece->places[0]
                                       : piece->end - piece->len;
    size_t n;

    if (place <= begin)
        return 0;
    /* A decoded character has no more bytes than its escape. */
    n = place - begin < most ? place - begin : most;
    while (n > 0 && !begins_at(piece, n))
        n--;
    while (n > 0 && place_of(piece, n) > place)
        for (n--; n > 0 && !begins_at(piece, n); n--)
            continue;
    return n;
}

/* Begins to record how the text after a place changes what is open. */
static void begin_change(struct locus_quoted *quoted)
{
    quoted->least = UINT32_MAX;
    quoted->most = quoted->depth;
}

/* Sets what was recorded since the machine was at that place, in the state `before`. */
static void set_change(struct locus_bracket_place *at, const struct locus_quoted *quoted,
                       const struct locus_quoted *before)
{
    at->openings = (quoted->openings - before->openings) & 63;
    at->change = (int8_t)((int)quoted->depth - (int)before->depth);
    at->least = quoted->least == UINT32_MAX
              ? NONE_CLOSES : (int8_t)((int)quoted->least - (int)before->depth);
    at->most = (int8_t)((int)quoted->most - (int)before->depth);
}

/* Remembers that the machine has read from the i-th place, where it was in the state
   `before`, to this one. */
static void note_read(struct locus_bracket_places *kind, unsigned i, uint64_t place,
                      const struct locus_quoted *quoted, const struct locus_quoted *before)
{
    struct locus_bracket_place *const at = &kind->places[i];
    const unsigned next = index_of(kind, place);

    remove_places(kind, i + 1, next - i - 1);
    note_place(kind, i + 1, place, quoted);
    set_change(at, quoted, before);
}

/* Remembers that the machine has read from the i-th place to this one and has stopped
   there. */
static void note_stop(struct locus_bracket_places *kind, unsigned i, uint64_t place,
                      const struct locus_quoted *quoted, const struct locus_quoted *before)
{
    struct locus_quoted stopped = *quoted;

    stopped.state = STOPPED;
    note_read(kind, i, place, &stopped, before);
    kind->count = i + 2;
}

/* Reads from the n-th byte of the piece to the m-th, and remembers the place. Returns 0 if
   the machine has stopped. */
static int read_to(const struct locus_scan *scan, struct locus_bracket_places *kind,
                   unsigned i, struct locus_quoted *quoted,
                   const struct locus_read_piece *piece, size_t n, size_t m)
{
    const struct locus_quoted before = *quoted;

    quoted->at = piece->text + n;
    begin_change(quoted);
    if (KERNEL_NAME(quoted)(quoted, piece->text + m)) {
        if (begins_at(piece, m))
            note_read(kind, i, scan->base + place_of(piece, m), quoted, &before);
        return 1;
    }
    if (!quoted->partner && !has_too_many(quoted) && *quoted->at != ESC) {
        m = (size_t)(quoted->at - piece->text);
        while (m > n && !begins_at(piece, m))
            m--;
        if (m > n)
            note_stop(kind, i, scan->base + place_of(piece, m), quoted, &before);
    }
    return 0;
}

/* Reads from the n-th byte of the piece to the m-th, and remembers how they change the number of
   open brackets, whatever that is before them. Returns 0 if this cannot be determined. */
static int learn(const struct locus_scan *scan, struct locus_bracket_places *kind, unsigned i,
                 const struct locus_quoted *quoted, const struct locus_read_piece *piece,
                 size_t n, size_t m)
{
    struct locus_quoted any = *quoted;
    size_t sequence = n;

    /* The machine stops at control sequences. */
    while (sequence < m && piece->text[sequence] != ESC)
        sequence++;
    if (sequence == n)
        return 0;
    any.depth = MOST_OPEN / 2;
    any.openings = 0;
    read_to(scan, kind, i, &any, piece, n, sequence);
    return kind->places[i].least != UNKNOWN;
}

/* How far to read from the n-th byte of the piece: to the next place, if it is near. */
static size_t next_in(const struct locus_scan *scan, const struct locus_bracket_places *kind,
                      unsigned i, const struct locus_read_piece *piece, size_t n, size_t most)
{
    const uint64_t far = (kind->places[i].place - kind->places[0].place) / 2;
    size_t m = n + (far > APART ? (size_t)far : APART);

    if (m > most)
        m = most;
    while (m < most && !begins_at(piece, m))
        m++;
    if (i + 1 < kind->count) {
        const size_t next = index_in(piece, (size_t)(kind->places[i + 1].place - scan->base),
                                     m);

        if (next > n)
            m = next;
    }
    return m;
}

/* learn() from the n-th byte of the piece to the next place, or half as far, and so on. */
static int learn_next(const struct locus_scan *scan, struct locus_bracket_places *kind,
                      unsigned i, const struct locus_quoted *quoted,
                      const struct locus_read_piece *piece, size_t n, size_t most)
{
    size_t m = next_in(scan, kind, i, piece, n, most);

    /* If too many brackets are opened up to there, they may be few enough half as far. */
    while (!learn(scan, kind, i, quoted, piece, n, m)) {
        if (m - n < 2 * APART)
            return 0;
        for (m = n + (m - n) / 2; !begins_at(piece, m); m--)
            continue;
    }
    return 1;
}

/* The machine has stopped at `at`: at the partner, or at one bracket too many. Remembers a
   place shortly before it, so that less must be read for the next URL. Returns its index in
   the piece; `n` if there is none. */
static size_t note_before(const struct locus_scan *scan, struct locus_bracket_places *kind,
                          unsigned i, struct locus_quoted *before,
                          const struct locus_read_piece *piece, size_t n,
                          const unsigned char *at)
{
    size_t m = (size_t)(at - piece->text);

    if (m - n < APART)
        return n;
    for (m -= LONGEST_CHARACTER; m > n && !begins_at(piece, m); m--)
        continue;
    return m > n && read_to(scan, kind, i, before, piece, n, m) ? m : n;
}

/* Learns of more text from the n-th byte of the piece on, a place that the machine has reached
   in the state `here`: nearly always the next URLs, too, have one bracket too many there. */
static void learn_on(const struct locus_scan *scan, struct locus_bracket_places *kind,
                     struct locus_quoted *here, const struct locus_read_piece *piece, size_t n)
{
    const size_t most = piece->known - n < MORE ? piece->known : n + MORE;

    while (n < most && here->state != STOPPED) {
        const uint64_t place = scan->base + place_of(piece, n);
        unsigned i;

        if (kind->count > PLACES - 2)
            thin_out(kind);
        i = index_of(kind, place);
        if (i + 1 != kind->count || kind->places[i].place != place
            || kind->places[i].least != UNKNOWN
            || !learn_next(scan, kind, i, here, piece, n, most))
            return;
        here->state = kind->places[i + 1].state;
        here->plausible = kind->places[i + 1].plausible;
        n = index_in(piece, (size_t)(kind->places[i + 1].place - scan->base), most);
        join_empty(kind, i);
    }
}

/* Whether places are remembered: if this URL is long, or begins near the last one, unless there
   are so many kinds of brackets that each drops the places of another. */
static int is_near(struct locus_scan *scan, const struct locus_quoted *quoted, uint64_t place,
                   int is_new)
{
    const uint64_t last = scan->internal.of.prose.bracketed.last;

    if (quoted->state != 0)
        return scan->internal.of.prose.bracketed.is_near
            || place - last >= OPENED_LENGTH;
    if (place != last)
        scan->internal.of.prose.bracketed.is_near = place - last < OPENED_LENGTH && !is_new;
    scan->internal.of.prose.bracketed.last = place;
    return scan->internal.of.prose.bracketed.is_near;
}

/* Reads from the beginning of the piece to its n-th byte, at the first place. If that is far,
   remembers places between, so that less must be read for the next URLs. Returns 0 if the
   machine has stopped. */
static int read_to_first(const struct locus_scan *scan, struct locus_bracket_places *kind,
                         struct locus_quoted *quoted, const struct locus_read_piece *piece,
                         size_t n)
{
    unsigned added = 0;
    int reads = 1;

    quoted->at = piece->text;
    for (size_t at = 0, gap = APART; reads && at < n; gap *= 2) {
        const struct locus_quoted before = *quoted;

        at = n - at < 2 * gap || kind->count > PLACES - 2 ? n : at + gap;
        while (!begins_at(piece, at))
            at++;
        begin_change(quoted);
        reads = KERNEL_NAME(quoted)(quoted, piece->text + at);
        if (added > 0)
            set_change(&kind->places[added - 1], quoted, &before);
        if (at < n)
            add_place(kind, added++, scan->base + place_of(piece, at), quoted);
    }
    if (added > 0
        && !(reads && (kind->places[added].place > scan->base + place_of(piece, n)
                       || is_at(&kind->places[added], quoted))))
        remove_places(kind, 0, added);
    return reads;
}

/* What is known of the partner of the bracket before a URL. */
enum known {
    KNOWN_NOTHING,
    KNOWN_UNPAIRED,                /* it has none */
    KNOWN_FAR                      /* it is not in the text that was to be read */
};

/* Looks for the partner of the bracket before the URL, which begins with the piece, in `most`
   bytes: reads up to the first place that is known, and passes over the text from there on.
   Where the machine stops depends on the bytes after the bracket, not on where the URL begins,
   so its state at that place need not be the same. (The state also encodes whether the URL is
   plausible.) */
static enum known look_up(const struct locus_scan *scan, struct locus_bracket_places *kind,
                          const struct locus_quoted *quoted,
                          const struct locus_read_piece *piece, size_t most)
{
    const uint64_t end = scan->base + place_of(piece, most);
    struct locus_quoted here = *quoted;
    uint64_t place;
    unsigned i;
    size_t n;

    if (kind->count == 0)
        return KNOWN_NOTHING;
    if (kind->count > PLACES - 2)
        thin_out(kind);
    place = kind->places[0].place;
    if (place < scan->base + piece->begin) {
        /* Of the brackets up to the next place, only opening ones, perhaps all are before the
           URL. If there is no partner even so, there is none. */
        i = 1;
    } else {
        n = index_in(piece, (size_t)(place - scan->base), most);
        if (place < end && scan->base + place_of(piece, n) != place)
            return KNOWN_NOTHING;
        if (!read_to_first(scan, kind, &here, piece, n))
            return KNOWN_NOTHING;
        place = scan->base + place_of(piece, n);
        i = index_of(kind, place);
        if (kind->places[i].place != place)
            add_place(kind, i, place, &here);
    }
    for (;;) {
        i = pass_over(kind, i, &here);
        if (here.state == STOPPED)
            return KNOWN_UNPAIRED;
        place = kind->places[i].place;
        if (place >= end)
            return KNOWN_FAR;
        if (kind->places[i].least != UNKNOWN)
            return KNOWN_NOTHING;
        if (kind->count > PLACES - 2) {
            thin_out(kind);
            i = index_of(kind, place);
            if (i == kind->count || kind->places[i].place != place)
                return KNOWN_NOTHING;
        }
        n = index_in(piece, (size_t)(place - scan->base), most);
        if (scan->base + place_of(piece, n) != place)
            return KNOWN_NOTHING;
        if (!learn_next(scan, kind, i, &here, piece, n, most))
            return KNOWN_NOTHING;
        i -= join_empty(kind, i);
    }
}

/* Ends the search: there is no partner. */
static int unpaired(struct locus_quoted *quoted, const struct locus_read_piece *piece)
{
    quoted->at = piece->text;
    quoted->state = 0;
    return 0;
}

int KERNEL_NAME(read_bracketed)(struct locus_scan *scan, struct locus_quoted *quoted,
                                const struct locus_read_piece *piece,
                                const unsigned char *end, uint64_t *to)
{
    const size_t most = (size_t)(end - piece->text);
    const uint64_t base = scan->base;
    int is_new;
    struct locus_bracket_places *const kind = places_of(scan, quoted->partners, &is_new);
    const int is_first = quoted->state == 0;
    int is_within = 0;
    uint64_t place = base + place_of(piece, 0);
    size_t n = 0;

    if (to && *to > place) {
        place = *to;
        n = index_in(piece, (size_t)(place - base), most);
        if (base + place_of(piece, n) != place)
            return 1;
    }
    if (to)
        *to = 0;
    if (is_first) {
        unsigned i = index_of(kind, place);

        /* The text before the bracket ended at it: a place where the machine has stopped. */
        if (i < kind->count && kind->places[i].place == place
            && kind->places[i].state == STOPPED)
            i++;
        /* If no bracket closes between a place and the URL, and none between the URL and the
           next place, the text from that place on may be enough. */
        is_within = i > 0 && i < kind->count && kind->places[i - 1].least == NONE_CLOSES;
        remove_places(kind, 0, is_within ? i - 1 : i);
    }
    /* Few bytes, as between control sequences, are simply read; but that a long URL ends with
       them is remembered below. */
    if (!is_near(scan, quoted, place, is_new)
        || (most - n < APART && (is_first || !piece->is_end || most != piece->known))) {
        quoted->at = piece->text + n;
        return KERNEL_NAME(quoted)(quoted, end);
    }
    if (is_first && scan->internal.of.prose.bracketed.ends_soon) {
        struct locus_quoted soon = *quoted;

        soon.at = piece->text;
        if (!KERNEL_NAME(quoted)(&soon, piece->text + APART)) {
            *quoted = soon;
            return 0;
        }
        scan->internal.of.prose.bracketed.ends_soon = 0;
    }
    if (is_first) {
        enum known known = look_up(scan, kind, quoted, piece, most);

        if (known == KNOWN_NOTHING && is_within) {
            remove_places(kind, 0, 1);
            known = look_up(scan, kind, quoted, piece, most);
        }
        quoted->at = piece->text;
        if (known == KNOWN_UNPAIRED)
            return unpaired(quoted, piece);
        if (known == KNOWN_FAR && !to)
            return 1;
    }
    for (;;) {
        struct locus_quoted before;
        unsigned i;
        size_t m;

        if (kind->count > PLACES - 2)
            thin_out(kind);
        i = index_of(kind, place);
        note_place(kind, i, place, quoted);
        i = pass_over(kind, i, quoted);
        if (quoted->state == STOPPED)
            return unpaired(quoted, piece);
        place = kind->places[i].place;
        n = index_in(piece, (size_t)(place - base), most);
        if (base + place_of(piece, n) != place)
            break;
        if (n == most) {
            /* The text ends here, so the machine would stop. */
            if (piece->is_end && most == piece->known) {
                begin_change(quoted);
                note_stop(kind, i, place + 1, quoted, quoted);
            }
            break;
        }
        m = next_in(scan, kind, i, piece, n, most);
        /* Later URLs can use it, too. */
        if (kind->places[i].least == UNKNOWN && learn(scan, kind, i, quoted, piece, n, m)) {
            const unsigned next = pass_over(kind, i, quoted);

            if (quoted->state == STOPPED)
                return unpaired(quoted, piece);
            if (next > i) {
                place = kind->places[next].place;
                join_empty(kind, i);
                continue;
            }
        }
        before = *quoted;
        if (!read_to(scan, kind, i, quoted, piece, n, m)) {
            scan->internal.of.prose.bracketed.ends_soon
                = is_first && quoted->at - piece->text < APART;
            if (quoted->partner || has_too_many(quoted))
                n = note_before(scan, kind, i, &before, piece, n, quoted->at);
            if (has_too_many(quoted) && !scan->internal.of.prose.bracketed.ends_soon)
                learn_on(scan, kind, &before, piece, n);
            return 0;
        }
        if (!begins_at(piece, m))
            return 1;
        place = base + place_of(piece, m);
        join_empty(kind, i);
    }
    if (to)
        *to = place;
    return 1;
}
