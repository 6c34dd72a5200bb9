/* SPDX-License-Identifier: MIT
 *
 * Escapes. Which bytes are to be escaped is said by grammar/encode.rl,
 * grammar/encode-rfc1738.rl and grammar/encode-rfc1630.rl; here it is done.
 */
#include <string.h>

#include "coding.h"

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

const unsigned char *locus_begin(const char *text, size_t len)
{
    static const unsigned char nothing[1];

    return len == 0 ? nothing : (const unsigned char *)text;
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

/* A text on its way through a machine. */
struct encoding {
    struct locus_writer *out;
    const unsigned char *text;
    const unsigned char *end;
    int plus;                      /* a space becomes "+" */
    size_t escaped;                /* the first byte that was, or NONE */
    int error;                     /* the rule it would break as it is */
};

enum { FAILED = 0, PASSED = 1 };

#define NONE ((size_t)-1)

static void put_escaped(struct locus_writer *out, unsigned char byte)
{
    static const char digits[] = "0123456789ABCDEF";
    const char triple[3] = { '%', digits[byte >> 4], digits[byte & 15] };

    locus_put(out, triple, sizeof triple);
}

static void note(struct encoding *e, const unsigned char *at, int error)
{
    if (e->escaped == NONE) {
        e->escaped = (size_t)(at - e->text);
        e->error = error;
    }
}

/* What was read since `begin` is literal: it is copied at once. `stop` is where
   the machine stopped, in vain or at the end. */
#define MACHINE(name) \
    static int name##_run(struct encoding *e, int cs, size_t *stop)
#define MACHINE_BEGIN(name) \
    const int first_final = name##_first_final; \
    const unsigned char *p = e->text; \
    const unsigned char *const pe = e->end; \
    const unsigned char *const eof = pe; \
    const unsigned char *begin = p; \
    const unsigned char *percent = p; \
    (void)name##_start;
#define MACHINE_END \
    locus_put(e->out, begin, (size_t)(p - begin)); \
    *stop = (size_t)(p - e->text); \
    return cs < first_final ? FAILED : PASSED;

#define ESCAPE \
    locus_put(e->out, begin, (size_t)(p - begin)); \
    put_escaped(e->out, *p); \
    note(e, p, 0); \
    begin = p + 1;
#define SPACE \
    locus_put(e->out, begin, (size_t)(p - begin)); \
    if (e->plus) \
        LOCUS_PUT_LITERAL(e->out, "+"); \
    else \
        put_escaped(e->out, ' '); \
    note(e, p, 0); \
    begin = p + 1;
#define PERCENT percent = p;
#define TRIPLE
#define STRAY \
    locus_put(e->out, begin, (size_t)(percent - begin)); \
    put_escaped(e->out, '%'); \
    note(e, percent, LOCUS_ERROR_PERCENT); \
    begin = percent + 1;

/* Events of productions that are shared with the parsers. */
#define FAIL(rule)
#define HOST_KIND(kind)
#define COMMIT_SCHEME

#include "encode.h"
#include "encode-rfc1738.h"
#include "encode-rfc1630.h"

/* The entries of a component: for text, for text with triples, and for what
   the grammar holds. 0 is no state of these machines: no such component. */
struct entry {
    int (*run)(struct encoding *e, int cs, size_t *stop);
    int to;
    int kept;
    int held;
};

#define URI(to, kept, held) (struct entry){ encode_run, \
    encode_en_##to, encode_en_##kept, encode_en_##held }
#define URI_TEXT(name) URI(to_##name, kept_##name, kept_##name)
#define URI_FIXED(name) URI(to_##name, to_##name, to_##name)
#define OLD(to, kept, held) (struct entry){ encode_rfc1738_run, \
    encode_rfc1738_en_##to, encode_rfc1738_en_##kept, \
    encode_rfc1738_en_##held }
#define OLD_TEXT(name) OLD(to_##name, kept_##name, kept_##name)
#define OLD_FIXED(name) OLD(to_##name, to_##name, to_##name)
#define OLDEST(to, kept) (struct entry){ encode_rfc1630_run, \
    encode_rfc1630_en_##to, encode_rfc1630_en_##kept, 0 }
#define OLDEST_TEXT(name) OLDEST(to_##name, kept_##name)
#define OLDEST_FIXED(name) OLDEST(to_##name, to_##name)

static struct entry entry_rfc3986(int component, int plus)
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
    default: return (struct entry){ 0 };
    }
}

static struct entry entry_web(int component, int plus)
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
    default: return entry_rfc3986(component, plus);
    }
}

static struct entry entry_rfc1738(int component, int plus)
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
    default: return (struct entry){ 0 };
    }
}

/* What its parts hold depends on the scheme: locus_check() does not ask. */
static struct entry entry_rfc1630(int component, int plus)
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
    default: return entry_rfc1738(component, plus);     /* LOCUS_ANY */
    }
}

static int find_entry(struct entry *entry, enum locus_grammar grammar,
                      int component, int plus)
{
    if (!is_built_in(grammar))
        return LOCUS_ERROR_GRAMMAR;
    switch (grammar) {
    case LOCUS_RFC3986: case LOCUS_RFC3986_REFERENCE:
        *entry = entry_rfc3986(component, plus);
        break;
    case LOCUS_WEB:
        *entry = entry_web(component, plus);
        break;
    case LOCUS_RFC1738:
        *entry = entry_rfc1738(component, plus);
        break;
    case LOCUS_RFC1630:
        *entry = entry_rfc1630(component, plus);
        break;
    default:
        return LOCUS_ERROR_GRAMMAR;
    }
    return entry->run ? 0 : LOCUS_ERROR_PART;
}

/* The rule that a text breaks which the component cannot hold. */
static int rule_of(enum locus_grammar grammar, int component)
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
        return grammar == LOCUS_RFC1630 ? LOCUS_ERROR_VERSION
                                        : LOCUS_ERROR_FIELDS;
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
                           enum locus_grammar grammar, int component,
                           size_t *offset)
{
    if (component != LOCUS_HOST || grammar == LOCUS_RFC1738
        || grammar == LOCUS_RFC1630)
        return 0;
    if (locus_ip_literal(e->text, (size_t)(e->end - e->text), offset))
        return 1;
    return *offset > 0 ? LOCUS_ERROR_IP_LITERAL : 0;
}

int locus_encode_to(struct locus_writer *out, const char *text, size_t len,
                    enum locus_grammar grammar, int component, unsigned flags,
                    size_t *offset)
{
    const int plus = (flags & LOCUS_PLUS_IS_SPACE) != 0;
    struct encoding e = { .out = out, .plus = plus, .escaped = NONE };
    struct entry entry;
    int result;

    *offset = 0;
    result = find_entry(&entry, grammar, component, plus);
    if (result != 0)
        return result;
    if (len > SIZE_MAX / 3)
        return LOCUS_ERROR_TOO_LONG;
    e.text = locus_begin(text, len);
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

int locus_is_behind_host(const char *path, size_t len)
{
    struct locus_writer nowhere = { NULL, 0, 0 };
    struct encoding e = { .out = &nowhere, .escaped = NONE };
    size_t ignored;

    e.text = locus_begin(path, len);
    e.end = e.text + len;
    return encode_run(&e, encode_en_behind_host, &ignored) == PASSED;
}

int locus_check(const char *text, size_t len, enum locus_grammar grammar,
                enum locus_part part, size_t *offset)
{
    struct locus_writer nowhere = { NULL, 0, 0 };
    struct encoding e = { .out = &nowhere, .escaped = NONE };
    struct entry entry;
    int result, passed;

    *offset = 0;
    /* Its parts are looked at together, when the URL is there. */
    if (grammar == LOCUS_RFC1630)
        return 0;
    result = find_entry(&entry, grammar, (int)part, 0);
    if (result != 0)
        return result;
    e.text = locus_begin(text, len);
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
                 size_t text_len, enum locus_grammar grammar, int component,
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
