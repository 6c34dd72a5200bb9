/* SPDX-License-Identifier: MIT
 *
 * Runs the machine of grammar/coding/encoders/encode-uri.rl, once for each kernel. It finds
 * the bytes to percent-encode in each component of RFC 3986's structure.
 */
#include "coding/encoders/encoding.h"
#include "runs/encoder-uri-runs.h"

%%{
machine encode_uri;
include url_events "grammars/support/url-events.rl";
include encoding "coding/encoders/encoding.rl";
include encode_uri "coding/encoders/encode-uri.rl";
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
    LENS_BEGIN(encode_uri)

    %% write exec;
    put_literal(&out, begin, p);
    *e->out = out;
    *stop = (size_t)(p - e->text);
    return cs < encode_uri_first_final ? FAILED : PASSED;
}

#define URI(to, kept, held) (struct locus_entry){ run, \
    encode_uri_en_##to, encode_uri_en_##kept, encode_uri_en_##held }
#define URI_TEXT(name) URI(to_##name, kept_##name, kept_##name)
#define URI_FIXED(name) URI(to_##name, to_##name, to_##name)

struct locus_entry KERNEL_NAME(entry_uri)(int component, int plus)
{
    switch (component) {
    case LOCUS_SCHEME: return URI_FIXED(scheme);
    case LOCUS_USER: return URI_TEXT(user);
    case LOCUS_PASSWORD: return URI_TEXT(password);
    case LOCUS_HOST: return URI(to_host, kept_host, held_host);
    case LOCUS_PORT: return URI_FIXED(port);
    case LOCUS_PATH: return URI_TEXT(path);
    case LOCUS_QUERY: return plus ? URI_TEXT(plus) : URI_TEXT(query);
    case LOCUS_FRAGMENT: return URI_TEXT(query);
    case LOCUS_ANY: return URI_TEXT(any);
    case LOCUS_USERINFO: return URI_TEXT(password);
    case LOCUS_SEGMENT: return URI_TEXT(segment);
    case LOCUS_QUERY_ITEM: return URI_TEXT(item);
    default: return (struct locus_entry){ 0 };
    }
}
