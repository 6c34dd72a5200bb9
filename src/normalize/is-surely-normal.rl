/* SPDX-License-Identifier: MIT
 *
 * Whether a URL is normal, as far as that can be seen without taking it apart
 * (grammar/normalize/normal.rl), once for each kernel.
 */
#include "common/bytes.h"
#include "kernel/lens.h"
#include "normalize/normalize.h"
#include "runs/is-surely-normal-runs.h"

%%{
machine normal;
getkey KEY;

action run              { RUN_WITHIN(ftargs) }
action likely           { LIKELY(ftargs) }
action normal           { is_normal = 1; }

include normal "normalize/normal.rl";
write data noerror nofinal;
}%%

/* Whether the machine accepts the text up to `pe`. The lens looks up to `lens_end`. */
static ALWAYS_INLINE int read_text(struct lens *lens, const struct runs *runs,
                                   const unsigned char *p, const unsigned char *const pe,
                                   const unsigned char *const lens_end, int cs)
{
    const uint8_t *const run_class = normal_run_class;
    const uint8_t (*const likely)[2] = normal_likely;
    const unsigned char *const eof = pe;
    int is_normal = 0;

    (void)likely;
    %% write exec;
    (void)cs;
    return is_normal;
}

ALL_HOT int KERNEL_NAME(is_surely_normal)(const struct locus_url *url,
                                          const unsigned char *text, size_t len)
{
    static const struct runs runs = RUNS_OF(normal);
    const unsigned char *const path = text + url->part[LOCUS_PATH].off;
    const unsigned char *const end = text + len;
    struct lens lens;

    _Static_assert(!normal_run_pct_encoded, "RUN_WITHIN");
    lens_look(&lens, &runs, text, end);
    return read_text(&lens, &runs, text, path, end, normal_en_authority)
           && read_text(&lens, &runs, path, end, end, normal_en_main);
}
