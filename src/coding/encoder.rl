/* SPDX-License-Identifier: MIT
 *
 * The machine encode, grammar/coding/encode.rl: which bytes to percent-encode in each
 * component of RFC 3986's structure; and the list of the encoders of all grammars.
 */
#include "coding/encoder.h"

%%{
machine encode;
include events "rules/events.rl";
include encoding "coding/encoding.rl";
include encode "coding/encode.rl";
write data noerror;
}%%

/* `stop` is where the machine stopped: at an error or at the end. */
static int encode_run(struct encoding *e, int cs, size_t *stop)
{
    const unsigned char *p = e->text;
    const unsigned char *const pe = e->end;
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    const unsigned char *percent = p;

    %% write exec;
    put_before(e, begin, p);
    *stop = (size_t)(p - e->text);
    return cs < encode_first_final ? FAILED : PASSED;
}

#define URI(to, kept, held) (struct locus_entry){ encode_run, \
    encode_en_##to, encode_en_##kept, encode_en_##held }
#define URI_TEXT(name) URI(to_##name, kept_##name, kept_##name)
#define URI_FIXED(name) URI(to_##name, to_##name, to_##name)

struct locus_entry locus_entry_uri(int component, int plus)
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

struct locus_entry locus_entry_lenient(int component, int plus)
{
    switch (component) {
    case LOCUS_HOST: return URI(to_web_host, kept_web_host, held_web_host);
    case LOCUS_PATH: return URI(to_web_path, kept_web_path, held_web_path);
    case LOCUS_QUERY:
        return plus ? URI_TEXT(web_plus)
                    : URI(to_web_query, kept_web_query, held_web_query);
    case LOCUS_FRAGMENT:
        return URI(to_web_fragment, kept_web_fragment, held_web_fragment);
    case LOCUS_SEGMENT: return URI_TEXT(web_segment);
    case LOCUS_QUERY_ITEM: return URI_TEXT(web_item);
    default: return locus_entry_uri(component, plus);
    }
}

struct locus_entry locus_entry_lenient_target(int component, int plus)
{
    struct locus_entry entry = locus_entry_lenient(component, plus);

    if (component == LOCUS_PATH)
        entry.held = encode_en_held_target_path;
    else if (component == LOCUS_QUERY)
        entry.held = encode_en_held_target_query;
    else if (component == LOCUS_FRAGMENT)
        entry.held = encode_en_held_target_fragment;
    return entry;
}

const struct locus_encoder *const locus_encoders[INDEX_COUNT] = {
#define X(name) [INDEX_##name] = &locus_encoder_##name,
    LOCUS_BUILT_GRAMMARS(X)
#undef X
};

int locus_rule_of(const struct locus_grammar *grammar, int component)
{
    switch (component) {
    case LOCUS_SCHEME: return LOCUS_ERROR_SCHEME;
    case LOCUS_USER: case LOCUS_PASSWORD: case LOCUS_USERINFO:
        return LOCUS_ERROR_USERINFO;
    case LOCUS_HOST: return LOCUS_ERROR_HOST;
    case LOCUS_PORT: return LOCUS_ERROR_PORT;
    case LOCUS_QUERY: case LOCUS_QUERY_ITEM: return LOCUS_ERROR_QUERY;
    case LOCUS_FRAGMENT: return LOCUS_ERROR_FRAGMENT;
    case LOCUS_TYPE: return LOCUS_ERROR_TYPE;
    case LOCUS_ADDRESS: return LOCUS_ERROR_ADDRESS;
    case LOCUS_GROUP: case LOCUS_ARTICLE: return LOCUS_ERROR_GROUP;
    case LOCUS_NUMBER: return LOCUS_ERROR_NUMBER;
    case LOCUS_DATABASE: return LOCUS_ERROR_DATABASE;
    case LOCUS_WPATH: return LOCUS_ERROR_WPATH;
    case LOCUS_FIELDS:
        return locus_encoders[grammar->index]->fields_error;
    default: return LOCUS_ERROR_PATH;
    }
}

int locus_ip_literal(const unsigned char *text, size_t len, size_t *offset)
{
    struct locus_writer nowhere = { NULL, 0, 0 };
    struct encoding e = { &nowhere, text, text + len, 0, NONE, 0 };

    return encode_run(&e, encode_en_ip_literal, offset) == PASSED;
}

int locus_may_follow_host(const char *path, size_t len)
{
    struct locus_writer nowhere = { NULL, 0, 0 };
    struct encoding e = { .out = &nowhere, .escaped = NONE };
    size_t ignored;

    e.text = bytes_of(path, len);
    e.end = e.text + len;
    return encode_run(&e, encode_en_after_host, &ignored) == PASSED;
}
