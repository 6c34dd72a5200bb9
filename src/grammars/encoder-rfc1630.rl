/* SPDX-License-Identifier: MIT
 *
 * Runs the machine of grammar/coding/encoders/encode-rfc1630.rl, once for each kernel. It
 * finds the bytes to percent-encode in each component of a URL of RFC 1630.
 */
#include "coding/encoders/encoding.h"
#include "runs/encoder-rfc1630-runs.h"

%%{
machine encode_rfc1630;
include url_events "grammars/support/url-events.rl";
include encoding "coding/encoders/encoding.rl";
include encode_rfc1630 "coding/encoders/encode-rfc1630.rl";
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
    LENS_BEGIN(encode_rfc1630)

    %% write exec;
    put_literal(&out, begin, p);
    *e->out = out;
    *stop = (size_t)(p - e->text);
    return cs < encode_rfc1630_first_final ? FAILED : PASSED;
}

#define RFC1630(to, kept) (struct locus_entry){ run, \
    encode_rfc1630_en_##to, encode_rfc1630_en_##kept, 0 }
#define RFC1630_TEXT(name) RFC1630(to_##name, kept_##name)
#define RFC1630_FIXED(name) RFC1630(to_##name, to_##name)

/* What a part may contain depends on the scheme, so locus_check() checks nothing here. */
struct locus_entry KERNEL_NAME(entry_rfc1630)(int component, int plus)
{
    switch (component) {
    case LOCUS_SCHEME: return RFC1630_FIXED(scheme);
    case LOCUS_USER: case LOCUS_PASSWORD: return RFC1630_FIXED(user);
    case LOCUS_USERINFO: return RFC1630_FIXED(userinfo);
    case LOCUS_HOST: return RFC1630_FIXED(host);
    case LOCUS_PORT: return RFC1630_FIXED(port);
    case LOCUS_PATH: case LOCUS_PLUS: return RFC1630_TEXT(path);
    case LOCUS_QUERY: return plus ? RFC1630_TEXT(plus) : RFC1630_TEXT(xalphas);
    case LOCUS_FRAGMENT: case LOCUS_SEGMENT: return RFC1630_TEXT(void);
    case LOCUS_TYPE: return RFC1630_FIXED(type);
    case LOCUS_GTYPE: return RFC1630_TEXT(gtype);
    case LOCUS_SELECTOR: case LOCUS_SEARCH: return RFC1630_TEXT(selector);
    case LOCUS_ADDRESS: return RFC1630_TEXT(address);
    case LOCUS_GROUP: return RFC1630_TEXT(group);
    case LOCUS_ARTICLE: return RFC1630_TEXT(article);
    case LOCUS_NUMBER: return RFC1630_FIXED(number);
    case LOCUS_DATABASE: case LOCUS_WTYPE: return RFC1630_TEXT(xalphas);
    case LOCUS_WPATH: return RFC1630_TEXT(wpath);
    case LOCUS_HSONAME: return RFC1630_TEXT(hsoname);
    case LOCUS_FIELDS: return RFC1630_FIXED(attributes);
    case LOCUS_QUERY_ITEM: return RFC1630_TEXT(item);
    case LOCUS_ANY: return RFC1630_TEXT(any);
    default: return (struct locus_entry){ 0 };
    }
}
