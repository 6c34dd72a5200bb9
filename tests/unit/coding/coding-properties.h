/* SPDX-License-Identifier: MIT
 *
 * Properties of sections 4 and 7 of locus.h that hold for every text, for the property
 * tests and the fuzz targets. A text that breaks one is printed and the process aborts.
 */
#ifndef LOCUS_TESTS_CODING_PROPERTIES_H
#define LOCUS_TESTS_CODING_PROPERTIES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locus.h"

#define CODING_COUNT(array) (sizeof (array) / sizeof *(array))

static const int coding_components[] = {
    LOCUS_SCHEME, LOCUS_USER, LOCUS_PASSWORD, LOCUS_HOST, LOCUS_PORT, LOCUS_PATH,
    LOCUS_QUERY, LOCUS_FRAGMENT, LOCUS_TYPE, LOCUS_GTYPE, LOCUS_SELECTOR,
    LOCUS_SEARCH, LOCUS_PLUS, LOCUS_ADDRESS, LOCUS_GROUP, LOCUS_ARTICLE,
    LOCUS_NUMBER, LOCUS_DATABASE, LOCUS_WTYPE, LOCUS_WPATH, LOCUS_HSONAME,
    LOCUS_FIELDS, LOCUS_ANY, LOCUS_USERINFO, LOCUS_SEGMENT, LOCUS_QUERY_ITEM,
};

enum { CODING_COMPONENTS = CODING_COUNT(coding_components) };

static inline int coding_component(size_t i)
{
    return coding_components[i];
}

static inline void coding_broken(const char *rule, int line,
                                 const void *text, size_t len)
{
    const unsigned char *bytes = text;

    fprintf(stderr, "line %d: %s: \"", line, rule);
    for (size_t i = 0; i < len; i++)
        fprintf(stderr, bytes[i] >= 0x20 && bytes[i] < 0x7f ? "%c" : "\\%03o",
                bytes[i]);
    fprintf(stderr, "\"\n");
    abort();
}

#define CODING_HOLDS(rule, text, len) \
    ((rule) ? (void)0 : coding_broken(#rule, __LINE__, text, len))

/* What a function wrote, in an allocation of its exact size. */
struct coding_text {
    char  *bytes;
    size_t len;
    int    result;
    struct locus_report report;
};

static inline void coding_free(struct coding_text *text)
{
    free(text->bytes);
    text->bytes = NULL;
}

/* A function that writes, and its arguments. */
struct coding_call {
    enum {
        CODING_ENCODE, CODING_DECODE, CODING_BUILD, CODING_REPLACE,
        CODING_REMOVE, CODING_FILE_URL, CODING_FILE_NAME
    } function;
    const char *text;
    size_t len;
    const struct locus_grammar *grammar;
    int component;                 /* or the part */
    unsigned flags;
    const struct locus_url *url;
    const struct locus_parts *parts;
    const char *value;
    size_t value_len;
};

static inline int coding_write(const struct coding_call *c, char *buf,
                               size_t size, size_t *len,
                               struct locus_report *report)
{
    const enum locus_part part = (enum locus_part)c->component;

    switch (c->function) {
    case CODING_ENCODE:
        return locus_encode(buf, size, len, c->text, c->len, c->grammar,
                            c->component, c->flags, report);
    case CODING_DECODE:
        return locus_decode(buf, size, len, c->text, c->len, c->component,
                            c->flags, report);
    case CODING_BUILD:
        return locus_build(buf, size, len, c->parts, c->grammar, report);
    case CODING_REPLACE:
        return locus_replace(buf, size, len, c->url, c->text, part, c->value,
                             c->value_len, report);
    case CODING_REMOVE:
        return locus_remove(buf, size, len, c->url, c->text, part, report);
    case CODING_FILE_URL:
        return locus_file_url(buf, size, len, c->text, c->len, c->grammar,
                              c->flags, report);
    default:
        return locus_file_name(buf, size, len, c->url, c->text, c->flags,
                               report);
    }
}

/* Makes the call to learn the size, then with a buffer one byte too small, then with one of
   that size. The three results must agree. */
static inline struct coding_text coding_call(const struct coding_call *c)
{
    struct coding_text text = { 0 };
    size_t needed, len;
    int result;

    result = coding_write(c, NULL, 0, &needed, NULL);
    text.bytes = malloc(needed ? needed : 1);
    if (!text.bytes)
        abort();
    if (needed == 0) {
        text.result = coding_write(c, text.bytes, 0, &text.len, &text.report);
        CODING_HOLDS(text.result == result && text.len == 0, c->text, c->len);
        return text;
    }
    CODING_HOLDS(result == LOCUS_ERROR_SPACE, c->text, c->len);
    free(text.bytes);
    text.bytes = malloc(needed - 1 ? needed - 1 : 1);
    result = coding_write(c, text.bytes, needed - 1, &len, &text.report);
    CODING_HOLDS(result == LOCUS_ERROR_SPACE && len == needed, c->text, c->len);
    free(text.bytes);
    text.bytes = malloc(needed);
    text.result = coding_write(c, text.bytes, needed, &text.len,
                               &text.report);
    CODING_HOLDS(text.result != LOCUS_ERROR_SPACE, c->text, c->len);
    CODING_HOLDS(text.len == (text.result == 0 ? needed : 0), c->text, c->len);
    return text;
}

static inline int coding_same(const char *a, size_t a_len, const char *b,
                              size_t b_len)
{
    return a_len == b_len && (a_len == 0 || memcmp(a, b, a_len) == 0);
}

/* ------------------------------------------------------------------------
 * Encoding and decoding
 * ------------------------------------------------------------------------ */

/* RFC 3629, section 3, computed from code points: U+0000 to U+10FFFF without the
   surrogates, each in as few octets as possible. Returns the offset of the first octet
   that continues no character, `len` if the last character is incomplete, or
   CODING_NONE. */
#define CODING_NONE ((size_t)-1)

static inline size_t coding_not_utf8(const unsigned char *s, size_t len)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };

    for (size_t i = 0; i < len; i++) {
        const unsigned c = s[i];
        const unsigned n = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3
                         : c >> 3 == 30 ? 4 : 0;
        uint32_t code = n == 1 ? c : n ? c & (0x7fu >> n) : 0;

        if (n == 0)
            return i;
        for (unsigned left = n - 1;; left--) {
            /* The range that the remaining octets can reach. */
            uint32_t low = code << 6 * left;
            uint32_t high = low | ((UINT32_C(1) << 6 * left) - 1);

            low = low < least[n] ? least[n] : low;
            high = high > 0x10ffff ? 0x10ffff : high;
            if (low > high || (low >= 0xd800 && high <= 0xdfff))
                return i;
            if (left == 0)
                break;
            if (++i == len)
                return len;
            if (s[i] >> 6 != 2)
                return i;
            code = code << 6 | (s[i] & 0x3fu);
        }
    }
    return CODING_NONE;
}

/* What a decoded text contains (LOCUS_FOUND_...), except delimiters. *first is set to the
   offset of the first octet found. */
static inline uint32_t coding_found(const char *text, size_t len, size_t *first)
{
    uint32_t found = 0;

    *first = coding_not_utf8((const unsigned char *)text, len);
    if (*first != CODING_NONE)
        found |= LOCUS_FOUND_NOT_UTF8;
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];

        if (c < 0x20 || c == 0x7f) {
            found |= LOCUS_FOUND_CONTROL;
            *first = i < *first ? i : *first;
        }
        if (c == 0)
            found |= LOCUS_FOUND_NUL;
        if (c == '\r')
            found |= LOCUS_FOUND_CR;
        if (c == '\n')
            found |= LOCUS_FOUND_LF;
    }
    return found;
}

static inline int coding_hex(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c | 0x20) : NULL;

    return at && (c > '9' ? (c | 0x20) >= 'a' : c >= '0') ? (int)(at - digits)
                                                           : -1;
}

/* A decoder without a machine: keeps a "%" that begins no pct-encoded octet. Returns
   the length. `from` is set to the offset in the text of each octet, `stray` to that of
   the first such "%", or `len`. */
static inline size_t coding_plainly(char *to, size_t *from, const char *text,
                                    size_t len, int plus, size_t *stray)
{
    size_t n = 0;

    *stray = len;
    for (size_t i = 0; i < len; i++) {
        from[n] = i;
        if (text[i] == '%' && len - i > 2 && coding_hex(text[i + 1]) >= 0
            && coding_hex(text[i + 2]) >= 0) {
            to[n++] = (char)(coding_hex(text[i + 1]) << 4
                             | coding_hex(text[i + 2]));
            i += 2;
            continue;
        }
        if (text[i] == '%' && *stray == len)
            *stray = i;
        to[n++] = plus && text[i] == '+' ? ' ' : text[i];
    }
    from[n] = len;
    return n;
}

static inline void coding_check_decode(const char *text, size_t len,
                                       int component, unsigned flags)
{
    const uint32_t simple = ~(uint32_t)LOCUS_FOUND_DELIMITER;
    struct coding_call call = {
        .function = CODING_DECODE, .text = text, .len = len,
        .component = component, .flags = flags,
    };
    struct coding_text got = coding_call(&call);
    size_t *from = malloc((len + 1) * sizeof *from);
    char *plain = malloc(len ? len : 1);
    size_t stray, n, first;

    if (!plain || !from)
        abort();
    n = coding_plainly(plain, from, text, len, (flags & LOCUS_PLUS_IS_SPACE) != 0,
                       &stray);
    if (got.result == 0) {
        CODING_HOLDS(coding_same(got.bytes, got.len, plain, n), text, len);
        CODING_HOLDS((got.report.found & simple) == coding_found(plain, n, &first),
                     text, len);
        if (got.report.found && !(got.report.found & ~simple))
            CODING_HOLDS(got.report.offset == from[first], text, len);
        CODING_HOLDS(flags & LOCUS_KEEP || stray == len, text, len);
        CODING_HOLDS(got.report.offset <= len, text, len);
        if (component == LOCUS_HOST && !(len > 0 && text[0] == '['))
            for (size_t i = 0; i < n; i++)
                CODING_HOLDS((unsigned char)plain[i] > 0x20 && plain[i] != 0x7f
                             && (plain[i] == '%'
                                 || !strchr(":/?#[]@<>\"\\", plain[i])),
                             text, len);
    } else if (component == LOCUS_HOST) {
        CODING_HOLDS(got.result == LOCUS_ERROR_HIDDEN
                     || got.result == LOCUS_ERROR_HOST
                     || got.result == LOCUS_ERROR_PERCENT, text, len);
        CODING_HOLDS(got.report.offset <= len, text, len);
    } else {
        CODING_HOLDS(got.result == LOCUS_ERROR_PERCENT
                     && !(flags & LOCUS_KEEP), text, len);
        CODING_HOLDS(got.report.offset == stray, text, len);
    }
    free(plain);
    free(from);
    coding_free(&got);
}

/* Encoding round-trips through decoding, and encoding twice is the same as once. */
static inline void coding_check_encode(const char *text, size_t len,
                                       const struct locus_grammar *grammar,
                                       int component, unsigned flags)
{
    struct coding_call call = {
        .function = CODING_ENCODE, .text = text, .len = len,
        .grammar = grammar, .component = component, .flags = flags,
    };
    struct coding_text coded = coding_call(&call);
    struct coding_text again;

    if (coded.result != 0) {
        CODING_HOLDS(coded.report.offset <= len
                     || coded.result == LOCUS_ERROR_PART, text, len);
        coding_free(&coded);
        return;
    }
    CODING_HOLDS(coded.len >= len && coded.len <= 3 * len, text, len);
    call.text = coded.bytes;
    call.len = coded.len;
    if (!(flags & LOCUS_PLUS_IS_SPACE)) {
        call.flags = flags | LOCUS_KEEP;
        again = coding_call(&call);
        CODING_HOLDS(again.result == 0, text, len);
        CODING_HOLDS(coding_same(again.bytes, again.len,
                                 coded.bytes, coded.len), text, len);
        coding_free(&again);
    }
    call.function = CODING_DECODE;
    call.flags = flags & LOCUS_PLUS_IS_SPACE;
    again = coding_call(&call);
    CODING_HOLDS(again.result == 0, text, len);
    if (!(flags & LOCUS_KEEP))
        CODING_HOLDS(coding_same(again.bytes, again.len, text, len),
                     text, len);
    coding_free(&again);
    coding_free(&coded);
}

/* ------------------------------------------------------------------------
 * Building
 * ------------------------------------------------------------------------ */

/* The parts that overlap another part. */
static inline int coding_overlaps(enum locus_part part)
{
    return part == LOCUS_PATH
        || (part >= LOCUS_GENERIC_PART_COUNT && part != LOCUS_TYPE
            && part != LOCUS_FIELDS);
}

static inline int coding_part_is(const struct locus_url *url, const char *text,
                                 enum locus_part part, const char *value,
                                 size_t len)
{
    /* RFC 1738 has no empty path after a host; RFC 3986 always has a path. */
    if (part == LOCUS_PATH && !locus_has(url, part))
        return len == 0;
    return locus_has(url, part)
        && coding_same(text + locus_get(url, part).off,
                       locus_get(url, part).len, value, len);
}

/* Whether two URLs have the same parts, except for `except` and the parts that overlap
   it. A change of scheme may change the parts within the path. */
static inline int coding_others_same(const struct locus_url *a,
                                     const char *a_text,
                                     const struct locus_url *b,
                                     const char *b_text,
                                     enum locus_part except)
{
    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const enum locus_part part = (enum locus_part)i;

        if (part == except
            || (coding_overlaps(part) && coding_overlaps(except))
            || (coding_overlaps(part) && part != LOCUS_PATH
                && except == LOCUS_SCHEME && !locus_has(a, part)))
            continue;
        if (locus_has(a, part) != locus_has(b, part)
            && !(part == LOCUS_PATH && locus_get(a, part).len
                                        + locus_get(b, part).len == 0))
            return 0;
        if (locus_has(a, part)
            && !coding_part_is(b, b_text, part,
                               a_text + locus_get(a, part).off,
                               locus_get(a, part).len))
            return 0;
    }
    return 1;
}

/* RFC 1738, section 3.4.1: neither a selector nor a search may hold CR or LF, though
   the grammar accepts them pct-encoded. Whether this URL was refused for that
   reason. */
static inline int coding_is_line_end(const struct coding_text *got,
                                     const struct locus_url *url,
                                     const char *text, size_t len)
{
    if (got->result != LOCUS_ERROR_PATH || locus_url_grammar(url) != locus_rfc1738
        || (got->report.part != LOCUS_SELECTOR
            && got->report.part != LOCUS_SEARCH))
        return 0;
    for (size_t i = 0; i + 3 <= len; i++)
        if (text[i] == '%' && text[i + 1] == '0'
            && memchr("AaDd", text[i + 2], 4))
            return 1;
    return 0;
}

static inline void coding_check_replace(const char *text, size_t len,
                                        const struct locus_url *url,
                                        enum locus_part part,
                                        const char *value, size_t value_len)
{
    struct coding_call call = {
        .function = CODING_REPLACE, .text = text, .len = len, .url = url,
        .component = (int)part, .value = value, .value_len = value_len,
    };
    struct coding_text got = coding_call(&call);
    struct locus_url again;

    if (got.result == 0) {
        CODING_HOLDS(locus_parse(&again, got.bytes, got.len,
                                 locus_url_grammar(url)) == 0,
                     got.bytes, got.len);
        CODING_HOLDS(coding_part_is(&again, got.bytes, part, value, value_len),
                     got.bytes, got.len);
        CODING_HOLDS(coding_others_same(url, text, &again, got.bytes, part),
                     got.bytes, got.len);
    } else {
        CODING_HOLDS(got.report.part >= 0
                     && got.report.part < LOCUS_PART_COUNT, text, len);
        if (locus_has(url, part)) {
            const size_t off = locus_get(url, part).off;
            const size_t end = off + locus_get(url, part).len;
            char *plain = malloc(len + value_len + 1);
            size_t n = 0;

            if (!plain)
                abort();
            memcpy(plain, text, n = off);
            memcpy(plain + n, value, value_len);
            n += value_len;
            memcpy(plain + n, text + end, len - end);
            n += len - end;
            CODING_HOLDS(locus_parse(&again, plain, n, locus_url_grammar(url)) != 0
                         || !coding_part_is(&again, plain, part, value, value_len)
                         || !coding_others_same(url, text, &again, plain, part)
                         || coding_is_line_end(&got, url, plain, n),
                         plain, n);
            free(plain);
        }
    }
    coding_free(&got);
}

/* Removes a part and adds it again. */
static inline void coding_check_remove(const char *text, size_t len,
                                       const struct locus_url *url,
                                       enum locus_part part)
{
    struct coding_call call = {
        .function = CODING_REMOVE, .text = text, .len = len, .url = url,
        .component = (int)part,
    };
    struct coding_text without = coding_call(&call);
    struct coding_text with;
    struct locus_url again;

    if (without.result != 0) {
        CODING_HOLDS(without.report.part >= 0
                     && without.report.part < LOCUS_PART_COUNT, text, len);
        coding_free(&without);
        return;
    }
    CODING_HOLDS(locus_parse(&again, without.bytes, without.len,
                             locus_url_grammar(url)) == 0,
                 without.bytes, without.len);
    CODING_HOLDS(!locus_has(&again, part) || locus_get(&again, part).len == 0,
                 text, len);
    CODING_HOLDS(coding_others_same(url, text, &again, without.bytes, part),
                 text, len);
    call.function = CODING_REPLACE;
    call.text = without.bytes;
    call.len = without.len;
    call.url = &again;
    call.value = text + locus_get(url, part).off;
    call.value_len = locus_get(url, part).len;
    with = coding_call(&call);
    if (!coding_is_line_end(&with, url, text, len)) {
        CODING_HOLDS(with.result == 0, text, len);
        CODING_HOLDS(coding_same(with.bytes, with.len, text, len), text, len);
    }
    coding_free(&with);
    coding_free(&without);
}

/* All of these checks for a text that may be a URL. Each part is replaced by `value`. */
static inline void coding_check_url(const char *text, size_t len,
                                    const struct locus_grammar *grammar,
                                    const char *value, size_t value_len)
{
    struct locus_url url;
    struct locus_parts parts;
    struct coding_call call = {
        .function = CODING_BUILD, .text = text, .len = len,
        .grammar = grammar, .parts = &parts,
    };
    struct coding_text built;

    if (locus_parse(&url, text, len, grammar) != 0)
        return;
    locus_parts_of(&parts, &url, text);
    built = coding_call(&call);
    CODING_HOLDS(built.result == 0, text, len);
    CODING_HOLDS(coding_same(built.bytes, built.len, text, len), text, len);
    coding_free(&built);
    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const enum locus_part part = (enum locus_part)i;

        if (!locus_part_name(part))
            continue;
        if (locus_has(&url, part)) {
            struct coding_call itself = {
                .function = CODING_REPLACE, .text = text, .len = len,
                .url = &url, .component = i,
                .value = text + locus_get(&url, part).off,
                .value_len = locus_get(&url, part).len,
            };

            built = coding_call(&itself);
            if (part == LOCUS_PATH
                || !coding_is_line_end(&built, &url, text, len)) {
                CODING_HOLDS(built.result == 0, text, len);
                CODING_HOLDS(coding_same(built.bytes, built.len, text, len),
                             text, len);
            }
            coding_free(&built);
            coding_check_remove(text, len, &url, part);
        }
        coding_check_replace(text, len, &url, part, value, value_len);
    }
}

/* ------------------------------------------------------------------------
 * Names of files
 * ------------------------------------------------------------------------ */

static inline void coding_check_name(const char *name, size_t len,
                                     const struct locus_grammar *grammar,
                                     unsigned flags)
{
    struct coding_call call = {
        .function = CODING_FILE_URL, .text = name, .len = len,
        .grammar = grammar, .flags = flags,
    };
    struct coding_text got = coding_call(&call);
    struct coding_text back;
    struct locus_url url;
    const int dots = len > 0 && got.len > 1 && got.bytes[0] == '.';

    if (got.result != 0) {
        CODING_HOLDS(flags || len == 0 || name[0] != '/'
                     || memchr(name, 0, len)
                     || got.result == LOCUS_ERROR_GRAMMAR, name, len);
        coding_free(&got);
        return;
    }
    CODING_HOLDS(locus_parse(&url, got.bytes, got.len, grammar) == 0, name, len);
    call.function = CODING_FILE_NAME;
    call.text = got.bytes;
    call.len = got.len;
    call.url = &url;
    back = coding_call(&call);
    if (flags) {
        /* A ":" outside a drive is data in a name and in its URL. */
        CODING_HOLDS(back.result == 0, name, len);
        CODING_HOLDS(back.len == len || dots, name, len);
        for (size_t i = 0; i < len && back.len == len; i++)
            CODING_HOLDS(back.bytes[i] == name[i]
                         || (back.bytes[i] == '\\' && name[i] == '/'),
                         name, len);
    } else {
        CODING_HOLDS(back.result == 0, name, len);
        CODING_HOLDS(coding_same(back.bytes, back.len, name, len)
                     || (dots && back.len == len + 2
                         && memcmp(back.bytes + 2, name, len) == 0),
                     name, len);
    }
    coding_free(&back);
    coding_free(&got);
}

/* The URL with each character of its path encoded except the delimiters of names, and
   each character of its host where the grammar allows it. Its length is at most three
   times that of the text. */
static inline size_t coding_encode_all(char *to, const struct locus_url *url,
                                       const char *text, size_t len)
{
    const struct locus_grammar *const grammar = locus_url_grammar(url);
    const int host = url->host_kind == LOCUS_HOST_NAME
                  && grammar != locus_rfc1738 && grammar != locus_rfc1630;
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        const struct locus_span in = i < url->part[LOCUS_PATH].off && host
                                   ? url->part[LOCUS_HOST] : url->part[LOCUS_PATH];

        if (text[i] == '%' && i + 2 < len && coding_hex(text[i + 1]) >= 0
            && coding_hex(text[i + 2]) >= 0) {
            memcpy(to + n, text + i, 3);
            n += 3;
            i += 2;
        } else if (i >= in.off && i - in.off < in.len
                   && !memchr("%/\\:", text[i], 4)) {
            static const char digits[] = "0123456789aBcDeF";

            to[n++] = '%';
            to[n++] = digits[(unsigned char)text[i] >> 4];
            to[n++] = digits[(unsigned char)text[i] & 15];
        } else {
            to[n++] = text[i];
        }
    }
    return n;
}

/* An octet means the same whether or not it is encoded, except for the delimiters of
   names (RFC 3986, 2.2 and 2.3). */
static inline void coding_check_encoded_file(const char *text, size_t len,
                                             const struct locus_url *url,
                                             const struct coding_text *name,
                                             unsigned flags)
{
    struct locus_url again;
    char *encoded = malloc(3 * len + 1);
    struct coding_call call = {
        .function = CODING_FILE_NAME, .text = encoded, .url = &again, .flags = flags,
    };
    struct coding_text got;

    if (!encoded)
        abort();
    call.len = coding_encode_all(encoded, url, text, len);
    CODING_HOLDS(locus_parse(&again, encoded, call.len,
                             locus_url_grammar(url)) == 0, text, len);
    got = coding_call(&call);
    /* A byte that no host may hold counts as hidden when it is encoded. */
    CODING_HOLDS(got.result == name->result
                 || (name->result == LOCUS_ERROR_HOST
                     && got.result == LOCUS_ERROR_HIDDEN), text, len);
    CODING_HOLDS(coding_same(got.bytes, got.len, name->bytes, name->len), text, len);
    coding_free(&got);
    free(encoded);
}

/* For any URL: the name contains no NUL, and does not change if the URL's octets are
   encoded. */
static inline void coding_check_file(const char *text, size_t len,
                                     const struct locus_grammar *grammar,
                                     unsigned flags)
{
    struct locus_url url;
    struct coding_call call = {
        .function = CODING_FILE_NAME, .text = text, .len = len,
        .url = &url, .flags = flags,
    };
    struct coding_text got;

    if (locus_parse(&url, text, len, grammar) != 0)
        return;
    got = coding_call(&call);
    if (got.result == 0)
        CODING_HOLDS(!memchr(got.bytes, 0, got.len), text, len);
    if (got.result != LOCUS_ERROR_NAME || got.report.part == LOCUS_PATH)
        coding_check_encoded_file(text, len, &url, &got, flags);
    coding_free(&got);
}

/* All of these properties for one text. */
static inline void coding_check(const char *text, size_t len,
                                const struct locus_grammar *grammar, int component)
{
    static const int plus[] = { LOCUS_QUERY, LOCUS_QUERY_ITEM, LOCUS_ANY };

    coding_check_encode(text, len, grammar, component, 0);
    coding_check_encode(text, len, grammar, component, LOCUS_KEEP);
    coding_check_decode(text, len, component, 0);
    coding_check_decode(text, len, component, LOCUS_KEEP);
    for (size_t i = 0; i < CODING_COUNT(plus); i++) {
        if (component != plus[i])
            continue;
        coding_check_encode(text, len, grammar, component,
                            LOCUS_PLUS_IS_SPACE);
        coding_check_encode(text, len, grammar, component,
                            LOCUS_PLUS_IS_SPACE | LOCUS_KEEP);
        coding_check_decode(text, len, component, LOCUS_PLUS_IS_SPACE);
    }
    coding_check_url(text, len, grammar, text, len);
    coding_check_url(text, len, grammar, text + len / 2, len / 4);
    for (unsigned flags = 0; flags <= LOCUS_WINDOWS; flags++) {
        coding_check_name(text, len, grammar, flags);
        coding_check_file(text, len, grammar, flags);
    }
}

#endif
