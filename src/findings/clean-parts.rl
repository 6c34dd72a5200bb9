/* SPDX-License-Identifier: MIT
 *
 * Finds the parts of a URL that have no findings (grammar/findings/clean.rl), once for each
 * kernel.
 */
#include "findings/findings.h"
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

/* Reads a part, if the URL has it, from the entry `cs` on. Returns its bit if it is clean,
   else 0. The lens looks up to `lens_end`. */
static ALWAYS_INLINE uint32_t read_part(struct lens *lens, const struct runs *runs,
                                        const struct locus_url *url, const unsigned char *text,
                                        enum locus_part part,
                                        const unsigned char *const lens_end, int cs)
{
    const unsigned char *p = text + url->part[part].off;
    const unsigned char *const pe = p + url->part[part].len;
    const uint8_t *const run_class = clean_run_class;
    const uint8_t (*const likely)[2] = clean_likely;
    const unsigned char *const eof = pe;
    uint32_t is_clean = 0;

    (void)likely;
    if (!locus_has(url, part))
        return 0;
    %% write exec;
    (void)cs;
    return is_clean << part;
}

ALL_HOT uint32_t KERNEL_NAME(clean_parts)(const struct locus_url *url,
                                          const unsigned char *text)
{
    static const struct runs runs = RUNS_OF(clean);
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
    clean |= read_part(&lens, &runs, url, text, LOCUS_HOST, end, clean_en_host);
    clean |= read_part(&lens, &runs, url, text, LOCUS_PATH, end, clean_en_path);
    clean |= read_part(&lens, &runs, url, text, LOCUS_QUERY, end, clean_en_main);
    clean |= read_part(&lens, &runs, url, text, LOCUS_FRAGMENT, end, clean_en_main);
    return clean;
}
