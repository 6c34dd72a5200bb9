/* SPDX-License-Identifier: MIT
 *
 * Finds the parts of a URL that have no findings (grammar/findings/clean.rl), once for each
 * kernel.
 */
#include "findings/look.h"
#include "kernel/lens.h"
#include "runs/clean-parts-runs.h"

%%{
machine clean;
getkey KEY;

action run              { RUN_WITHIN(ftargs) }
action likely           { LIKELY(ftargs) }
action clean            { is_clean = 1; }

include clean "findings/clean.rl";
write data noerror nofinal;
}%%

/* Whether the part up to `pe` is clean. The lens looks up to `lens_end`. */
static ALWAYS_INLINE uint32_t read_part(struct lens *lens, const struct runs *runs,
                                        const unsigned char *p, const unsigned char *const pe,
                                        const unsigned char *const lens_end, int cs)
{
    const uint8_t *const run_class = clean_run_class;
    const uint8_t (*const likely)[2] = clean_likely;
    const unsigned char *const eof = pe;
    uint32_t is_clean = 0;

    (void)likely;
    %% write exec;
    (void)cs;
    return is_clean;
}

#define READ(name, entry) \
    if (locus_has(url, LOCUS_##name)) { \
        const unsigned char *const p = text + url->part[LOCUS_##name].off; \
\
        clean |= read_part(&lens, &runs, p, p + url->part[LOCUS_##name].len, end, entry) \
                 << LOCUS_##name; \
    }

ALL_HOT uint32_t KERNEL_NAME(clean_parts)(const struct locus_url *url,
                                          const unsigned char *text)
{
    static const struct runs runs = {
        clean_run_outside, clean_run_nibbles, clean_run_set, clean_run_first,
        clean_run_second, clean_run_classes, clean_run_high, clean_run_mixed,
        clean_run_pct_encoded, clean_run_pairs, clean_run_is_line, clean_run_none
    };
    const struct locus_span path = url->part[LOCUS_PATH];
    const unsigned char *const begin = text + (locus_has(url, LOCUS_HOST)
                                               ? url->part[LOCUS_HOST].off : path.off);
    const unsigned char *end = text + path.off + path.len;
    uint32_t clean = 0;
    struct lens lens;

    _Static_assert(!clean_run_pct_encoded, "RUN_WITHIN");
    /* The lens looks at the text from the host, or the path, to the last part. */
    if (locus_has(url, LOCUS_FRAGMENT))
        end = text + url->part[LOCUS_FRAGMENT].off + url->part[LOCUS_FRAGMENT].len;
    else if (locus_has(url, LOCUS_QUERY))
        end = text + url->part[LOCUS_QUERY].off + url->part[LOCUS_QUERY].len;
    else if (!locus_has(url, LOCUS_PATH))
        end = text + url->part[LOCUS_HOST].off + url->part[LOCUS_HOST].len;
    lens_look(&lens, &runs, begin, end);
    READ(HOST, clean_en_host)
    READ(PATH, clean_en_path)
    READ(QUERY, clean_en_main)
    READ(FRAGMENT, clean_en_main)
    return clean;
}
