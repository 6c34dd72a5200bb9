/* SPDX-License-Identifier: MIT
 *
 * What the lenses with wide registers share: runs as masks of 64 bytes. Before it
 * includes this file, a lens defines
 *
 *     SHORT_IS_SLOW
 *         Whether fewer than 64 bytes take longer to load than 64.
 *     struct lens, with at least
 *         before      the address before the 64 bytes that were looked at
 *         block_end   where the next look begins: after these bytes, or CUT bytes earlier
 *         stop        which of them stop a run, if the machine has only one class
 *     look(lens, runs, from, end)
 *         Looks at the 64 bytes at `from`: sets `before`, and `block_end` to from + 64.
 *         Treats no byte as a part of a percent-encoded octet.
 *     percents(lens), hexdigs(lens, runs)
 *         Which of the 64 bytes are a "%", or a HEXDIG; none past the end are.
 *         Called if some class has percent-encoded octets, or the machine decodes them.
 *     pass_pct_encoded(lens, runs, begins)
 *         Called after a look. `begins`: which of the 64 bytes are the "%" of a
 *         percent-encoded octet that ends within them.
 *     lens_not(lens, runs, set, pct_encoded)
 *         Which of the 64 bytes are not in a set and, with `pct_encoded`, are not the
 *         "%" of a percent-encoded octet. Bytes past the end are in no set.
 *     first_bit(mask)
 *         The number of the lowest bit; 64 for 0.
 *     COLON_STEP, wanted_colons(p, bare)
 *         Which of the COLON_STEP bytes at `p` are a ":" that lens_colon() finds. May
 *         read one byte before them and two after.
 *     are_slashes(p)
 *         Which of the COLON_STEP bytes at `p` are a "/".
 */

/* A percent-encoded octet may begin in the last two of the 64 bytes and end after them:
   the next look begins at these two. */
enum { CUT = 2 };

/* Which "%" of the 64 bytes begin a percent-encoded octet that ends within them. */
static ALWAYS_INLINE uint64_t begin_octets(const struct lens *lens, const struct runs *runs,
                                           uint64_t percent)
{
    const uint64_t hexdig = hexdigs(lens, runs);

    return percent & hexdig >> 1 & hexdig >> 2;
}

static ALWAYS_INLINE void find_pct_encoded(struct lens *lens,
                                           const struct runs *runs,
                                           uint64_t percent)
{
    pass_pct_encoded(lens, runs, begin_octets(lens, runs, percent));
    lens->block_end -= CUT;
}

/* Which of the 64 bytes stop a run of the class. */
static ALWAYS_INLINE uint64_t stops(const struct lens *lens,
                                    const struct runs *runs, unsigned class)
{
    uint64_t stop = lens_not(lens, runs, runs->set[class],
                             runs->pct_encoded >> class & 1);

    if (runs->pairs >> class & 1)
        stop &= lens_not(lens, runs, runs->first[class], 0)
              | lens_not(lens, runs, runs->second[class], 0) >> 1
              | UINT64_C(1) << 63;
    return stop;
}

static ALWAYS_INLINE void lens_look(struct lens *lens, const struct runs *runs,
                                    const unsigned char *from,
                                    const unsigned char *end)
{
    if (runs->is_line)
        fetch_ahead(from);
    look(lens, runs, from, end);
    if (runs->pct_encoded) {
        const uint64_t percent = percents(lens);

        if (__builtin_expect(percent != 0, 0))
            find_pct_encoded(lens, runs, percent);
    }
    if (runs->classes == 1)
        lens->stop = stops(lens, runs, 0);
}

/* Looks at the bytes after those that `lens` has looked at. The lens is passed by value,
   so that it stays in registers. */
static ALWAYS_INLINE struct lens look_on(struct lens lens,
                                         const struct runs *runs,
                                         const unsigned char *from,
                                         const unsigned char *end)
{
    const unsigned char *const begin = (const unsigned char *)lens.before + 1;

    /* If fewer than 64 bytes are left, looks at the last 64 bytes of the text; or at 63,
       if no byte before them is known to be readable. */
    if (SHORT_IS_SLOW && end - from < 64) {
        from = end - begin > 64 ? end - 64 : begin;
        if (end - from < 63)
            __builtin_unreachable();
    }
    if (runs->is_line)
        fetch_ahead(from);
    look(&lens, runs, from, end);
    /* A text longer than 64 bytes is as likely as not to contain a "%", so a branch here
       would often be mispredicted. */
    if (runs->pct_encoded)
        find_pct_encoded(&lens, runs, percents(&lens));
    /* At the end of the text, the block ends too. Then addresses, which are known before
       the bytes are loaded, decide how many looks a run to the end takes. */
    if (end - from <= 64)
        lens.block_end = end;
    if (runs->classes == 1)
        lens.stop = stops(&lens, runs, 0);
    return lens;
}

static ALWAYS_INLINE const unsigned char *
run_in_block(const struct lens *lens, const struct runs *runs, unsigned class,
             const unsigned char *from)
{
    const uint64_t stop = runs->classes == 1 ? lens->stop
                                             : stops(lens, runs, class);

    return from + first_bit(stop >> ((uintptr_t)from - 1 - lens->before) % 64);
}

static ALWAYS_INLINE const unsigned char *
lens_run(struct lens *lens, const struct runs *runs, unsigned class,
         const unsigned char *from, const unsigned char *end)
{
    /* If no byte of the block stops the run, or if `from` is after the block, `to` is at
       or after the end of the block. */
    const unsigned char *to = run_in_block(lens, runs, class, from);

    while (__builtin_expect(to >= lens->block_end, 0)) {
        const unsigned char *at = lens->block_end;

        if (from < at)
            from = at;
        /* If a look begins where the last one ended, its bytes can be loaded before it is
           known where the runs in the last one ended. */
        if (!runs->is_line || __builtin_expect(from >= at + 64, 0))
            at = from;
        if (from >= end)
            return end;
        *lens = look_on(*lens, runs, at, end);
        to = run_in_block(lens, runs, class, from);
    }
    return to;
}

/* run_in_block() for a part of the text whose last byte is at `last`. If that byte is the
   first byte of a pair, and a run of the class may end after it (`ends`), it does not stop
   the run, whatever follows the part. */
static ALWAYS_INLINE const unsigned char *
run_in_part(const struct lens *lens, const struct runs *runs, unsigned class,
            const unsigned char *from, const unsigned char *last)
{
    uint64_t stop, after;
    uintptr_t at;

    if (!(runs->ends >> class & 1))
        return run_in_block(lens, runs, class, from);
    at = (uintptr_t)last - 1 - lens->before;
    after = lens_not(lens, runs, runs->second[class], 0) >> 1 | UINT64_C(1) << 63;
    stop = lens_not(lens, runs, runs->set[class], 0)
         & (lens_not(lens, runs, runs->first[class], 0)
            | (after & ~((uint64_t)(at < 64) << at % 64)));
    return from + first_bit(stop >> ((uintptr_t)from - 1 - lens->before) % 64);
}

/* If a run with pairs reaches `pe`, the last byte before `pe` is left to the machine: it
   may be the first byte of a pair, with the second one at `pe`. A class in `ends` needs no
   such care (run_in_part()). */
static ALWAYS_INLINE const unsigned char *
lens_run_within(struct lens *lens, const struct runs *runs, unsigned class,
                const unsigned char *from, const unsigned char *pe,
                const unsigned char *end)
{
    const int is_left = (runs->pairs & ~runs->ends) >> class & 1;
    const unsigned char *const last = pe - is_left;
    const unsigned char *to;

    if (from == pe)
        return pe;
    to = run_in_part(lens, runs, class, from, pe - 1);

    while (__builtin_expect(to >= lens->block_end, 0)) {
        if (from < lens->block_end)
            from = lens->block_end;
        if (from >= pe)
            return last;
        *lens = look_on(*lens, runs, from, end);
        to = run_in_part(lens, runs, class, from, pe - 1);
    }
    return to <= pe ? to : last;
}

#ifdef LENS_OCTETS
static ALWAYS_INLINE struct octets
lens_octets(const struct runs *runs, unsigned class, const unsigned char *from,
            const unsigned char *end)
{
    struct lens lens;
    struct octets found;
    uint64_t stop;

    look(&lens, runs, from, end);
    stop = lens_not(&lens, runs, runs->set[class], 0);
    if (stop == 0)                 /* no "%" */
        return (struct octets){ 64, (size_t)(end - from) > 64, 0 };
    found.begin = begin_octets(&lens, runs, percents(&lens));
    found.len = first_bit(stop & ~found.begin);
    found.may_go_on = found.len >= 64 - CUT && (size_t)(end - from) > found.len;
    if (found.len < 64)
        found.begin &= (UINT64_C(1) << found.len) - 1;
    return found;
}
#endif

/* Not inlined: it is called once for 64 bytes, and then the machine itself needs no wide
   registers. If fewer than 64 bytes are left, looks at the last 64 of the text, if it has
   that many: loading fewer takes a branch on their number, which is mispredicted. */
#define LENS_KEEPS

static __attribute__((noinline, unused)) const unsigned char *
lens_keep(uint64_t stop[KEPT_CLASSES], const struct runs *runs, const unsigned char *begin,
          const unsigned char *from, const unsigned char *end)
{
    struct lens lens;

    if (SHORT_IS_SLOW && end - from < 64)
        from = end - begin > 64 ? end - 64 : begin;
    look(&lens, runs, from, end);
#pragma GCC unroll 2
    for (unsigned class = 0; class < KEPT_CLASSES; class++)
        if (class < runs->classes)
            stop[class] = lens_not(&lens, runs, runs->set[class], 0);
    return from;
}

static ALWAYS_INLINE const unsigned char *
lens_colon(struct colons *colons, const unsigned char *from,
           const unsigned char *end, const unsigned char *begin,
           enum bare bare)
{
    if (colons->wanted) {
        const size_t done = (size_t)(from - colons->block);

        colons->wanted = done < 64 ? colons->wanted >> done << done : 0;
        if (colons->wanted)
            return colons->block + first_bit(colons->wanted);
    }
    if (from == begin && from != end) {          /* no byte before it can be read */
        if (*from == ':' && is_colon_wanted(from, end, begin, bare))
            return from;
        from++;
    }
    for (; end - from >= COLON_STEP + 2; from += COLON_STEP) {
        uint64_t wanted;

        fetch_ahead(from);
        wanted = wanted_colons(from, bare);

        if (wanted) {
            /* A ":" after a "/" ends no scheme ("://://"). */
            if (__builtin_expect((wanted & (wanted - 1)) != 0, 0)) {
                wanted &= ~((uint64_t)are_slashes(from + 1) << 2);
                if (!wanted)
                    continue;
            }
            colons->block = from;
            colons->wanted = wanted;
            return from + first_bit(wanted);
        }
    }
    while (from != end
           && (*from != ':' || !is_colon_wanted(from, end, begin, bare)))
        from++;
    return from;
}
