/* SPDX-License-Identifier: MIT
 *
 * No lens: the machines read every byte themselves. For comparison.
 */
#define LENS_NEEDS NEEDS_NOTHING
#define LENS_WIDTH 16

struct lens {
    char nothing;
};

static inline void lens_look(struct lens *lens, const struct runs *runs,
                             const unsigned char *from,
                             const unsigned char *end)
{
    (void)runs, (void)from, (void)end;
    lens->nothing = 0;
}

static inline const unsigned char *
lens_run(struct lens *lens, const struct runs *runs, unsigned class,
         const unsigned char *from, const unsigned char *end)
{
    (void)lens, (void)runs, (void)class, (void)end;
    return from;
}

static inline const unsigned char *
lens_run_within(struct lens *lens, const struct runs *runs, unsigned class,
                const unsigned char *from, const unsigned char *pe,
                const unsigned char *end)
{
    (void)lens, (void)runs, (void)class, (void)pe, (void)end;
    return from;
}

static inline const unsigned char *
lens_colon(struct colons *colons, const unsigned char *from,
           const unsigned char *end, const unsigned char *begin,
           enum bare bare)
{
    (void)colons;
    while (from != end
           && (*from != ':' || !is_colon_wanted(from, end, begin, bare)))
        from++;
    return from;
}
