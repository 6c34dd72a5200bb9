/* SPDX-License-Identifier: MIT
 *
 * Runs the machine of grammar/coding/encoders/encode-lenient.rl, once for each kernel. It
 * finds the bytes to percent-encode where the grammar web differs from RFC 3986.
 */
#include "coding/encoders/encoding.h"
#include "runs/encoder-lenient-runs.h"

%%{
machine encode_lenient;
include url_events "grammars/support/url-events.rl";
include encoding "coding/encoders/encoding.rl";
include encode_lenient "coding/encoders/encode-lenient.rl";
write data noerror;
}%%

/* `stop` is where the machine stopped: at an error or at the end. */
static ALL_HOT int run(struct encoding *e, int cs, size_t *stop)
{
    struct locus_writer out = *e->out;
    const unsigned char *p = e->text;
    const unsigned char *const pe = e->end;
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    const unsigned char *percent = p;
    LENS_BEGIN(encode_lenient)

    %% write exec;
    put_literal(&out, begin, p);
    *e->out = out;
    *stop = (size_t)(p - e->text);
    return cs < encode_lenient_first_final ? FAILED : PASSED;
}

#define LENIENT(to, kept, held) (struct locus_entry){ run, \
    encode_lenient_en_##to, encode_lenient_en_##kept, encode_lenient_en_##held }
#define LENIENT_TEXT(name) LENIENT(to_##name, kept_##name, kept_##name)

struct locus_entry KERNEL_NAME(entry_lenient)(int component, int plus)
{
    switch (component) {
    case LOCUS_HOST: return LENIENT(to_host, kept_host, held_host);
    case LOCUS_PATH: return LENIENT(to_path, kept_path, held_path);
    case LOCUS_QUERY:
        return plus ? LENIENT_TEXT(plus)
                    : LENIENT(to_query, kept_query, held_query);
    case LOCUS_FRAGMENT:
        return LENIENT(to_fragment, kept_fragment, held_fragment);
    case LOCUS_SEGMENT: return LENIENT_TEXT(segment);
    case LOCUS_QUERY_ITEM: return LENIENT_TEXT(item);
    default: return KERNEL_NAME(entry_uri)(component, plus);
    }
}

struct locus_entry KERNEL_NAME(entry_lenient_target)(int component, int plus)
{
    struct locus_entry entry = KERNEL_NAME(entry_lenient)(component, plus);

    if (component == LOCUS_PATH)
        entry.held = encode_lenient_en_held_target_path;
    else if (component == LOCUS_QUERY)
        entry.held = encode_lenient_en_held_target_query;
    else if (component == LOCUS_FRAGMENT)
        entry.held = encode_lenient_en_held_target_fragment;
    return entry;
}
