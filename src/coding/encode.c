/* SPDX-License-Identifier: MIT
 *
 * Escapes. Which bytes are to be escaped is said by grammar/coding/encode.rl, and by machines
 * of their own for grammars of another structure than RFC 3986's (grammars/).
 */
#include <string.h>

#include "coding/encoder.h"

void locus_put(struct locus_writer *out, const void *text, size_t len)
{
    if (out->len < out->size) {
        const size_t room = out->size - out->len;

        memcpy(out->buf + out->len, text, len < room ? len : room);
    }
    out->len += len;
}

int locus_put_end(const struct locus_writer *out, size_t *len)
{
    *len = out->len;
    return out->len <= out->size ? 0 : LOCUS_ERROR_SPACE;
}

struct locus_report *locus_report_begin(struct locus_report *report,
                                        struct locus_report *unwanted)
{
    if (!report)
        report = unwanted;
    report->found = 0;
    report->part = -1;
    report->offset = 0;
    return report;
}

#include "encode.h"

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

struct locus_entry locus_entry_web(int component, int plus)
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

static const struct locus_encoder *const encoders[INDEX_COUNT] = {
#define X(name) [INDEX_##name] = &locus_encoder_##name,
    LOCUS_BUILT_GRAMMARS(X)
#undef X
};

static int find_entry(struct locus_entry *entry, const struct locus_grammar *grammar,
                      int component, int plus)
{
    if (!is_built_in(grammar))
        return LOCUS_ERROR_GRAMMAR;
    *entry = encoders[grammar->index]->entry(component, plus);
    return entry->run ? 0 : LOCUS_ERROR_PART;
}

/* The rule that a text breaks which the component cannot hold. */
static int rule_of(const struct locus_grammar *grammar, int component)
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
        return encoders[grammar->index]->fields_error;
    default: return LOCUS_ERROR_PATH;
    }
}

int locus_ip_literal(const unsigned char *text, size_t len, size_t *offset)
{
    struct locus_writer nowhere = { NULL, 0, 0 };
    struct encoding e = { &nowhere, text, text + len, 0, NONE, 0 };

    return encode_run(&e, encode_en_ip_literal, offset) == PASSED;
}

/* A host that is no name: 1 if it is an IP-literal, an error if it begins as
   one, 0 if it does not. */
static int look_at_literal(const struct encoding *e,
                           const struct locus_grammar *grammar, int component,
                           size_t *offset)
{
    if (component != LOCUS_HOST || !has_trait(grammar, TRAIT_IP_LITERALS))
        return 0;
    if (locus_ip_literal(e->text, (size_t)(e->end - e->text), offset))
        return 1;
    return *offset > 0 ? LOCUS_ERROR_IP_LITERAL : 0;
}

int locus_encode_to(struct locus_writer *out, const char *text, size_t len,
                    const struct locus_grammar *grammar, int component, unsigned flags,
                    size_t *offset)
{
    const int plus = (flags & LOCUS_PLUS_IS_SPACE) != 0;
    struct encoding e = { .out = out, .plus = plus, .escaped = NONE };
    struct locus_entry entry;
    int result;

    *offset = 0;
    result = find_entry(&entry, grammar, component, plus);
    if (result != 0)
        return result;
    if (len > SIZE_MAX / 3)
        return LOCUS_ERROR_TOO_LONG;
    e.text = bytes_of(text, len);
    e.end = e.text + len;
    result = look_at_literal(&e, grammar, component, offset);
    if (result < 0)
        return result;
    if (result > 0) {
        locus_put(out, e.text, len);
        *offset = 0;
        return 0;
    }
    if (entry.run(&e, flags & LOCUS_KEEP ? entry.kept : entry.to, offset)
        == FAILED)
        return rule_of(grammar, component);
    *offset = 0;
    return 0;
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

int locus_check(const char *text, size_t len, const struct locus_grammar *grammar,
                enum locus_part part, size_t *offset)
{
    struct locus_writer nowhere = { NULL, 0, 0 };
    struct encoding e = { .out = &nowhere, .escaped = NONE };
    struct locus_entry entry;
    int result, passed;

    *offset = 0;
    /* Its parts are looked at together, when the URL is there. */
    if (has_trait(grammar, TRAIT_PARTS_TOGETHER))
        return 0;
    result = find_entry(&entry, grammar, (int)part, 0);
    if (result != 0)
        return result;
    e.text = bytes_of(text, len);
    e.end = e.text + len;
    result = look_at_literal(&e, grammar, (int)part, offset);
    if (result < 0)
        return result;
    if (result > 0) {
        *offset = 0;
        return 0;
    }
    passed = entry.run(&e, entry.held, offset);
    if (e.escaped != NONE) {
        *offset = e.escaped;
        return e.error ? e.error : rule_of(grammar, (int)part);
    }
    if (!passed)
        return rule_of(grammar, (int)part);
    *offset = 0;
    return 0;
}

int locus_encode(char *buf, size_t size, size_t *len, const char *text,
                 size_t text_len, const struct locus_grammar *grammar, int component,
                 unsigned flags, struct locus_report *report)
{
    struct locus_writer out = { buf, size, 0 };
    struct locus_report unwanted;
    int result;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    if (flags & ~(unsigned)(LOCUS_KEEP | LOCUS_PLUS_IS_SPACE)
        || (flags & LOCUS_PLUS_IS_SPACE && !locus_may_have_plus(component)))
        return LOCUS_ERROR_ARGUMENT;
    result = locus_encode_to(&out, text, text_len, grammar, component, flags,
                             &report->offset);
    return result == 0 ? locus_put_end(&out, len) : result;
}
