/* SPDX-License-Identifier: MIT
 *
 * Runs the machine of grammar/coding/encoders/encode-rfc1738.rl, once for each kernel. It
 * finds the bytes to percent-encode in each component of a URL of RFC 1738.
 */
#include "coding/encoders/encoding.h"
#include "runs/encoder-rfc1738-runs.h"

%%{
machine encode_rfc1738;
include url_events "grammars/support/url-events.rl";
include encoding "coding/encoders/encoding.rl";
include encode_rfc1738 "coding/encoders/encode-rfc1738.rl";
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
    LENS_BEGIN(encode_rfc1738)

    %% write exec;
    put_literal(&out, begin, p);
    *e->out = out;
    *stop = (size_t)(p - e->text);
    return cs < encode_rfc1738_first_final ? FAILED : PASSED;
}

#define RFC1738(to, kept, held) (struct locus_entry){ run, \
    encode_rfc1738_en_##to, encode_rfc1738_en_##kept, \
    encode_rfc1738_en_##held }
#define RFC1738_TEXT(name) RFC1738(to_##name, kept_##name, kept_##name)
#define RFC1738_FIXED(name) RFC1738(to_##name, to_##name, to_##name)

struct locus_entry KERNEL_NAME(entry_rfc1738)(int component, int plus)
{
    switch (component) {
    case LOCUS_SCHEME: return RFC1738_FIXED(scheme);
    case LOCUS_USER: case LOCUS_PASSWORD: return RFC1738_TEXT(user);
    case LOCUS_HOST: return RFC1738_FIXED(host);
    case LOCUS_PORT: return RFC1738_FIXED(port);
    case LOCUS_PATH: return RFC1738(to_path, kept_path, held_path);
    case LOCUS_QUERY: return plus ? RFC1738_TEXT(plus) : RFC1738_TEXT(query);
    case LOCUS_TYPE: return RFC1738_FIXED(type);
    case LOCUS_GTYPE: return RFC1738_TEXT(gtype);
    case LOCUS_SELECTOR: case LOCUS_SEARCH: return RFC1738_TEXT(selector);
    case LOCUS_PLUS: return RFC1738_TEXT(plus_string);
    case LOCUS_ADDRESS: return RFC1738_TEXT(address);
    case LOCUS_GROUP: return RFC1738_FIXED(group);
    case LOCUS_ARTICLE: return RFC1738_TEXT(article);
    case LOCUS_NUMBER: return RFC1738_FIXED(number);
    case LOCUS_DATABASE: case LOCUS_WTYPE: case LOCUS_WPATH:
        return RFC1738_TEXT(wais);
    case LOCUS_HSONAME: return RFC1738_TEXT(ppath);
    case LOCUS_FIELDS: return RFC1738_TEXT(fields);
    case LOCUS_ANY: return RFC1738_TEXT(any);
    case LOCUS_USERINFO: return RFC1738_TEXT(userinfo);
    case LOCUS_SEGMENT: return RFC1738_TEXT(segment);
    case LOCUS_QUERY_ITEM: return RFC1738_TEXT(item);
    default: return (struct locus_entry){ 0 };
    }
}
