/* SPDX-License-Identifier: MIT
 *
 * Runs by masks of 64 bytes: what the lenses with wide registers share. A lens
 * defines, before it includes this file,
 *
 *     SHORT_IS_SLOW
 *         Whether fewer than 64 bytes take longer to load than 64.
 *     struct lens, with at least
 *         before      the address before that of the 64 bytes looked at
 *         block_end   where they have been passed, and the next look begins
 *         stop        what stops the run of a machine's only class
 *     look(lens, runs, from, end)
 *         Sets the first two of these, block_end to from + 64. No percent-encoded
 *         octet is known then.
 *     percents(lens), hexdigs(lens, runs)
 *         Which of the 64 bytes are a "%", or a HEXDIG; none past the end are.
 *         Called if some class has percent-encoded octets.
 *     pass_pct_encoded(lens, runs, begins)
 *         After a look: which of the 64 bytes are the "%" of a percent-encoded octet
 *         that ends within them.
 *     lens_not(lens, runs, set, pct_encoded)
 *         Which of the 64 bytes are not in a set, nor, with `pct_encoded`, the "%" of
 *         one; all past the end are not.
 *     first_bit(mask)
 *         The number of the lowest bit; 64 for 0.
 *     COLON_STEP, wanted_colons(p, bare)
 *         Which of so many bytes at `p` are a ":" that lens_colon() finds. It
 *         may look at one byte before and two after.
 *     are_slashes(p)
 *         Which of so many bytes at `p` are a "/".
 */

/* How many bytes of a percent-encoded octet the 64 bytes may cut off. */
enum { CUT = 2 };

static ALWAYS_INLINE void find_pct_encoded(struct lens *lens,
                                           const struct runs *runs,
                                           uint64_t percent)
{
    const uint64_t hexdig = hexdigs(lens, runs);

    pass_pct_encoded(lens, runs, percent & hexdig >> 1 & hexdig >> 2);
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
    look(lens, runs, from, end);
    if (runs->pct_encoded) {
        const uint64_t percent = percents(lens);

        if (__builtin_expect(percent != 0, 0))
            find_pct_encoded(lens, runs, percent);
    }
    if (runs->classes == 1)
        lens->stop = stops(lens, runs, 0);
}

/* The look at what is after the 64 bytes of `lens`. By value: the lens stays in
   registers. */
static ALWAYS_INLINE struct lens look_on(struct lens lens,
                                         const struct runs *runs,
                                         const unsigned char *from,
                                         const unsigned char *end)
{
    const unsigned char *const begin = (const unsigned char *)lens.before + 1;

    /* What is left is seen as the end of 64 bytes, or 63. */
    if (SHORT_IS_SLOW && end - from < 64) {
        from = end - begin > 64 ? end - 64 : begin;
        if (end - from < 63)
            __builtin_unreachable();
    }
    look(&lens, runs, from, end);
    /* A text longer than 64 bytes is as likely as not to contain a "%", so a branch on
       it would be slower. */
    if (runs->pct_encoded)
        find_pct_encoded(&lens, runs, percents(&lens));
    /* A run to the end of the text ends where the 64 do: so the number of looks follows
       from the addresses, before the bytes are loaded. */
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
    /* Where no byte of the block stops it, and where `from` is after it, this
       is after the block too. */
    const unsigned char *to = run_in_block(lens, runs, class, from);

    while (__builtin_expect(to >= lens->block_end, 0)) {
        const unsigned char *at = lens->block_end;

        if (from < at)
            from = at;
        /* The bytes of a look that begins where the last one ended can be loaded before it
           is known where the runs in that one ended. */
        if (!runs->is_line || __builtin_expect(from >= at + 64, 0))
            at = from;
        if (from >= end)
            return end;
        *lens = look_on(*lens, runs, at, end);
        to = run_in_block(lens, runs, class, from);
    }
    return to;
}

/* If a run with pairs goes on after `pe`, the last byte before it is left to the machine: it
   may be the first of a pair whose second is after it. */
static ALWAYS_INLINE const unsigned char *
lens_run_within(struct lens *lens, const struct runs *runs, unsigned class,
                const unsigned char *from, const unsigned char *pe,
                const unsigned char *end)
{
    const unsigned char *const last = runs->pairs >> class & 1 ? pe - 1 : pe;
    const unsigned char *to;

    if (from == pe)
        return pe;
    to = run_in_block(lens, runs, class, from);

    while (__builtin_expect(to >= lens->block_end, 0)) {
        if (from < lens->block_end)
            from = lens->block_end;
        if (from >= pe)
            return last;
        *lens = look_on(*lens, runs, from, end);
        to = run_in_block(lens, runs, class, from);
    }
    return to <= pe ? to : last;
}

/* Not inlined: it is called once for 64 bytes, and then the machine itself needs no wide
   registers. The last bytes are seen as the end of 64, where so many can be read: to load a
   few takes a branch on how many they are, which is mispredicted. */
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
    if (from == begin && from != end) {          /* nothing is before it */
        if (*from == ':' && is_colon_wanted(from, end, begin, bare))
            return from;
        from++;
    }
    for (; end - from >= COLON_STEP + 2; from += COLON_STEP) {
        uint64_t wanted;

        fetch_ahead(from);
        wanted = wanted_colons(from, bare);

        if (wanted) {
            /* "://://://": no scheme ends in "/". */
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
