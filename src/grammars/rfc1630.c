/* SPDX-License-Identifier: MIT
 *
 * The grammar rfc1630: fragmentaddress: RFC 1630, the schemes with their parts.
 */
#define GRAMMAR rfc1630
#include "grammars/grammar.h"

#ifdef URL_MACHINE
#include "runs/rfc1630.h"

#include "rfc1630.h"
#endif

#ifdef ENCODER
#include "encode-rfc1630.h"

#define OLDEST(to, kept) (struct locus_entry){ encode_rfc1630_run, \
    encode_rfc1630_en_##to, encode_rfc1630_en_##kept, 0 }
#define OLDEST_TEXT(name) OLDEST(to_##name, kept_##name)
#define OLDEST_FIXED(name) OLDEST(to_##name, to_##name)

/* What a part may contain depends on the scheme, so locus_check() checks nothing here.
   In LOCUS_ANY "~" is escaped, as in RFC 1738. */
static struct locus_entry entry(int component, int plus)
{
    switch (component) {
    case LOCUS_SCHEME: return OLDEST_FIXED(scheme);
    case LOCUS_USER: case LOCUS_PASSWORD: return OLDEST_FIXED(user);
    case LOCUS_USERINFO: return OLDEST_FIXED(userinfo);
    case LOCUS_HOST: return OLDEST_FIXED(host);
    case LOCUS_PORT: return OLDEST_FIXED(port);
    case LOCUS_PATH: case LOCUS_PLUS: return OLDEST_TEXT(path);
    case LOCUS_QUERY: return plus ? OLDEST_TEXT(plus) : OLDEST_TEXT(xalphas);
    case LOCUS_FRAGMENT: case LOCUS_SEGMENT: return OLDEST_TEXT(void);
    case LOCUS_TYPE: return OLDEST_FIXED(type);
    case LOCUS_GTYPE: return OLDEST_TEXT(gtype);
    case LOCUS_SELECTOR: case LOCUS_SEARCH: return OLDEST_TEXT(selector);
    case LOCUS_ADDRESS: return OLDEST_TEXT(address);
    case LOCUS_GROUP: return OLDEST_TEXT(group);
    case LOCUS_ARTICLE: return OLDEST_TEXT(article);
    case LOCUS_NUMBER: return OLDEST_FIXED(number);
    case LOCUS_DATABASE: case LOCUS_WTYPE: return OLDEST_TEXT(xalphas);
    case LOCUS_WPATH: return OLDEST_TEXT(wpath);
    case LOCUS_HSONAME: return OLDEST_TEXT(hsoname);
    case LOCUS_FIELDS: return OLDEST_FIXED(attributes);
    case LOCUS_QUERY_ITEM: return OLDEST_TEXT(item);
    case LOCUS_ANY: return locus_encoder_rfc1738.entry(component, plus);
    default: return (struct locus_entry){ 0 };
    }
}
#endif

ENCODER_OBJECT(
    .entry = entry,
    .fields_error = LOCUS_ERROR_VERSION
)

GRAMMAR_OBJECT(
    .name = "rfc1630",
    .description = "fragmentaddress: RFC 1630, the schemes with their parts",
    .traits = LOCUS_TRAIT_SCHEME_PARTS | LOCUS_TRAIT_PARTIAL | TRAIT_BOUNDED
        | TRAIT_BARE_SCHEMES | TRAIT_DRIVE_ESCAPED | TRAIT_PARTS_TOGETHER
)
