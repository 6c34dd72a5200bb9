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

#define OLD(to, kept, held) (struct locus_entry){ run, \
    encode_rfc1738_en_##to, encode_rfc1738_en_##kept, \
    encode_rfc1738_en_##held }
#define OLD_TEXT(name) OLD(to_##name, kept_##name, kept_##name)
#define OLD_FIXED(name) OLD(to_##name, to_##name, to_##name)

struct locus_entry KERNEL_NAME(entry_rfc1738)(int component, int plus)
{
    switch (component) {
    case LOCUS_SCHEME: return OLD_FIXED(scheme);
    case LOCUS_USER: case LOCUS_PASSWORD: return OLD_TEXT(user);
    case LOCUS_HOST: return OLD_FIXED(host);
    case LOCUS_PORT: return OLD_FIXED(port);
    case LOCUS_PATH: return OLD(to_path, kept_path, held_path);
    case LOCUS_QUERY: return plus ? OLD_TEXT(plus) : OLD_TEXT(query);
    case LOCUS_TYPE: return OLD_FIXED(type);
    case LOCUS_GTYPE: return OLD_TEXT(gtype);
    case LOCUS_SELECTOR: case LOCUS_SEARCH: return OLD_TEXT(selector);
    case LOCUS_PLUS: return OLD_TEXT(plus_string);
    case LOCUS_ADDRESS: return OLD_TEXT(address);
    case LOCUS_GROUP: return OLD_FIXED(group);
    case LOCUS_ARTICLE: return OLD_TEXT(article);
    case LOCUS_NUMBER: return OLD_FIXED(number);
    case LOCUS_DATABASE: case LOCUS_WTYPE: case LOCUS_WPATH:
        return OLD_TEXT(wais);
    case LOCUS_HSONAME: return OLD_TEXT(ppath);
    case LOCUS_FIELDS: return OLD_TEXT(fields);
    case LOCUS_ANY: return OLD_TEXT(any);
    case LOCUS_USERINFO: return OLD_TEXT(userinfo);
    case LOCUS_SEGMENT: return OLD_TEXT(segment);
    case LOCUS_QUERY_ITEM: return OLD_TEXT(item);
    default: return (struct locus_entry){ 0 };
    }
}
