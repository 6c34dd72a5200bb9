/* SPDX-License-Identifier: MIT
 *
 * The grammar rfc1738: url: RFC 1738, section 5, the schemes with their parts.
 */
#define GRAMMAR rfc1738
#include "grammars/grammar.h"

#ifdef URL_MACHINE
#include "runs/rfc1738.h"

#include "rfc1738.h"
#endif

#ifdef ENCODER
#include "encode-rfc1738.h"

#define OLD(to, kept, held) (struct locus_entry){ encode_rfc1738_run, \
    encode_rfc1738_en_##to, encode_rfc1738_en_##kept, \
    encode_rfc1738_en_##held }
#define OLD_TEXT(name) OLD(to_##name, kept_##name, kept_##name)
#define OLD_FIXED(name) OLD(to_##name, to_##name, to_##name)

static struct locus_entry entry(int component, int plus)
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
#endif

ENCODER_OBJECT(
    .entry = entry,
    .fields_error = LOCUS_ERROR_FIELDS
)

GRAMMAR_OBJECT(
    .name = "rfc1738",
    .description = "url: RFC 1738, section 5, the schemes with their parts",
    .traits = LOCUS_TRAIT_SCHEME_PARTS | TRAIT_BOUNDED
)
