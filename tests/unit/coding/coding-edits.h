/* SPDX-License-Identifier: MIT
 *
 * Properties of section 7 of locus.h that hold for every URL, for the property tests and
 * the fuzz targets.
 */
#ifndef LOCUS_TESTS_CODING_EDITS_H
#define LOCUS_TESTS_CODING_EDITS_H

#include "unit/coding/coding-calls.h"

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

/* What precedes a part in a URL, and what follows it (section 7 of locus.h). */
static inline const char *coding_before(const struct locus_url *url, enum locus_part part)
{
    const unsigned traits = locus_grammar_traits(locus_url_grammar(url));

    switch (part) {
    case LOCUS_PASSWORD: case LOCUS_PORT: return ":";
    case LOCUS_HOST:
        return traits & LOCUS_TRAIT_AUTHORITY
            || (traits & LOCUS_TRAIT_TARGET && !locus_has(url, LOCUS_SCHEME)) ? "" : "//";
    case LOCUS_QUERY: return "?";
    case LOCUS_FRAGMENT: return "#";
    case LOCUS_TYPE: return ";type=";
    case LOCUS_SEARCH: case LOCUS_PLUS: return "%09";
    case LOCUS_GROUP: return locus_has(url, LOCUS_HOST) ? "/" : "";
    case LOCUS_NUMBER: return locus_has(url, LOCUS_HSONAME) ? "%00" : "/";
    case LOCUS_GTYPE: case LOCUS_DATABASE: case LOCUS_WTYPE: case LOCUS_WPATH:
    case LOCUS_HSONAME: return "/";
    default: return "";
    }
}

static inline const char *coding_after(const struct locus_url *url, enum locus_part part)
{
    /* A host without a scheme is an authority-form, which has no "//". */
    if (part == LOCUS_SCHEME && locus_has(url, LOCUS_HOST)
        && locus_grammar_traits(locus_url_grammar(url)) & LOCUS_TRAIT_TARGET)
        return "://";
    return part == LOCUS_SCHEME ? ":" : part == LOCUS_USER ? "@" : "";
}

/* Where an absent part belongs; CODING_NONE if it is part of the path of a scheme. */
static inline size_t coding_place(const struct locus_url *url, size_t len,
                                  enum locus_part part)
{
    static const enum locus_part before_path[] = {
        LOCUS_PORT, LOCUS_HOST, LOCUS_SCHEME
    };
    size_t i = 0;

    switch (part) {
    case LOCUS_SCHEME: return 0;
    case LOCUS_USER: return locus_get(url, LOCUS_HOST).off;
    case LOCUS_PASSWORD:
        return (size_t)locus_get(url, LOCUS_USER).off + locus_get(url, LOCUS_USER).len;
    case LOCUS_HOST: i = 2; break;
    case LOCUS_PORT: i = 1; break;
    case LOCUS_PATH: break;
    case LOCUS_QUERY:
        return locus_has(url, LOCUS_FRAGMENT) ? locus_get(url, LOCUS_FRAGMENT).off - 1u : len;
    case LOCUS_FRAGMENT: return len;
    default: return CODING_NONE;
    }
    for (; i < CODING_COUNT(before_path); i++)
        if (locus_has(url, before_path[i])) {
            const struct locus_span span = locus_get(url, before_path[i]);

            return (size_t)span.off + span.len + (before_path[i] == LOCUS_SCHEME);
        }
    return 0;
}

/* Writes the URL with another value of a part, or without it (NULL), by editing its text.
   Returns the length, or CODING_NONE if no place in the text is known. */
static inline size_t coding_edit(char *to, const struct locus_url *url, const char *text,
                                 size_t len, enum locus_part part, const char *value,
                                 size_t value_len)
{
    const int has = locus_has(url, part);
    const char *const before = has && value ? "" : coding_before(url, part);
    const char *const after = has && value ? "" : coding_after(url, part);
    const int prefix = url->form == LOCUS_FORM_ASTERISK;       /* "*" has no parts */
    size_t begin = has ? locus_get(url, part).off : coding_place(url, len, part);
    size_t end = begin + locus_get(url, part).len, n = 0;

    if (begin == CODING_NONE)
        return CODING_NONE;
    if (prefix) {
        begin = 0;
        end = len;
    } else if (has && !value) {
        begin = part == LOCUS_SCHEME ? 0 : begin - strlen(before);
        end += strlen(after);
    }
    memcpy(to, text, n = begin);
    if (value) {
        memcpy(to + n, before, strlen(before));
        n += strlen(before);
        memcpy(to + n, value, value_len);
        n += value_len;
        memcpy(to + n, after, strlen(after));
        n += strlen(after);
    }
    memcpy(to + n, text + end, len - end);
    return n + len - end;
}

/* The part that a part requires; itself if none. */
static inline enum locus_part coding_requires(const struct locus_parts *parts,
                                              enum locus_part part)
{
    switch (part) {
    case LOCUS_USER: case LOCUS_PORT: return LOCUS_HOST;
    case LOCUS_PASSWORD: return LOCUS_USER;
    case LOCUS_TYPE: return LOCUS_PATH;
    case LOCUS_SELECTOR: case LOCUS_SEARCH: return LOCUS_GTYPE;
    case LOCUS_PLUS: return LOCUS_SEARCH;
    case LOCUS_NUMBER:
        return parts->present >> LOCUS_HSONAME & 1u ? LOCUS_HSONAME : LOCUS_GROUP;
    case LOCUS_WTYPE: return LOCUS_WPATH;
    case LOCUS_WPATH: return LOCUS_WTYPE;
    default: return part;
    }
}

/* The rule for a part of a URL. */
static inline int coding_rule_of_part(const struct locus_grammar *grammar, enum locus_part part)
{
    const int rule = coding_rule(grammar, (int)part);

    if (rule != 0)
        return rule;
    switch (part) {
    case LOCUS_USER: case LOCUS_PASSWORD: return LOCUS_ERROR_USERINFO;
    case LOCUS_QUERY: return LOCUS_ERROR_QUERY;
    case LOCUS_FRAGMENT: return LOCUS_ERROR_FRAGMENT;
    case LOCUS_DATABASE: return LOCUS_ERROR_DATABASE;
    case LOCUS_WPATH: return LOCUS_ERROR_WPATH;
    default: return LOCUS_ERROR_PATH;
    }
}

/* Whether the error is one of the value by itself: in RFC 1630, where what a part may
   contain depends on the scheme, only the whole URL is checked. */
static inline int coding_is_of_value(const struct coding_call *call,
                                     const struct coding_text *got)
{
    const enum locus_part part = (enum locus_part)call->component;
    const struct locus_grammar *const grammar = locus_url_grammar(call->url);

    if (!call->value || got->report.part != call->component || grammar == locus_rfc1630
        || got->report.offset > call->value_len)
        return 0;
    return got->result == coding_rule_of_part(grammar, part)
        || (got->result == LOCUS_ERROR_PERCENT && got->report.offset < call->value_len
            && call->value[got->report.offset] == '%')
        || (got->result == LOCUS_ERROR_IP_LITERAL && part == LOCUS_HOST
            && call->value[0] == '[');
}

/* Whether the error is a path that does not begin with "/" after a host. */
static inline int coding_is_of_host(const struct locus_parts *parts,
                                    const struct coding_text *got)
{
    const struct locus_slice *const path = &parts->part[LOCUS_PATH];

    return parts->present >> LOCUS_HOST & 1u && parts->present >> LOCUS_PATH & 1u
        && path->len > 0 && path->text[0] != '/'
        && got->result == LOCUS_ERROR_PATH && got->report.part == LOCUS_PATH;
}

/* Whether the URL has a part only because the grammar always has it: it is empty. */
static inline int coding_is_there_anyway(const struct locus_url *url, enum locus_part part)
{
    return locus_get(url, part).len == 0
        && (part == LOCUS_PATH || part == LOCUS_SELECTOR
            || (part == LOCUS_HOST
                && locus_grammar_traits(locus_url_grammar(url)) & LOCUS_TRAIT_AUTHORITY));
}

/* Checks the result of replacing or removing a part against the same change of the text:
   it is that text, if the grammar finds the wanted parts in it; otherwise the error is one
   that section 7 of locus.h lists for it. */
static inline void coding_check_edit(const struct coding_call *call,
                                     const struct coding_text *got)
{
    const struct locus_url *const url = call->url;
    const enum locus_part part = (enum locus_part)call->component;
    const int rule = coding_rule(locus_url_grammar(url), call->component);
    char *const plain = malloc(call->len + call->value_len + 16);
    struct locus_parts parts;
    struct locus_url again;
    size_t n;
    int is_good = 0, error = 0;

    if (!plain)
        abort();
    n = coding_edit(plain, url, call->text, call->len, part, call->value, call->value_len);
    if (n != CODING_NONE) {
        error = locus_parse(&again, plain, n, locus_url_grammar(url));
        is_good = error == 0
            && coding_others_same(url, call->text, &again, plain, part)
            && (call->value ? coding_part_is(&again, plain, part, call->value, call->value_len)
                            : !locus_has(&again, part) || coding_is_there_anyway(&again, part));
    }
    locus_parts_of(&parts, url, call->text);
    if (call->value)
        locus_parts_set(&parts, part, call->value, call->value_len);
    else
        locus_parts_remove(&parts, part);
    if (got->result == 0) {
        CODING_HOLDS(rule != LOCUS_ERROR_PART, call->text, call->len);
        CODING_HOLDS(n == CODING_NONE
                     || (is_good && coding_same(got->bytes, got->len, plain, n)),
                     call->text, call->len);
        free(plain);
        return;
    }
    CODING_HOLDS(got->report.part >= 0 && got->report.part < LOCUS_PART_COUNT, call->text,
                 call->len);
    CODING_HOLDS(!is_good || rule == LOCUS_ERROR_PART || got->result == LOCUS_ERROR_ALONE
                 || coding_is_line_end(got, url, plain, n), plain, n);
    if (rule == LOCUS_ERROR_PART) {
        CODING_HOLDS(got->result == LOCUS_ERROR_PART, call->text, call->len);
    } else if (got->result == LOCUS_ERROR_ALONE) {
        const enum locus_part other
            = coding_requires(&parts, (enum locus_part)got->report.part);

        CODING_HOLDS(parts.present >> got->report.part & 1u
                     && !(parts.present >> other & 1u), call->text, call->len);
    } else if (got->result == LOCUS_ERROR_MISREAD) {
        CODING_HOLDS(error == 0, plain, n);
    } else if (n != CODING_NONE) {
        CODING_HOLDS(got->result == error || coding_is_of_value(call, got)
                     || coding_is_of_host(&parts, got)
                     || coding_is_line_end(got, url, plain, n), call->text, call->len);
    } else {
        CODING_HOLDS(got->result > LOCUS_ERROR_TOO_LONG, call->text, call->len);
    }
    free(plain);
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

    coding_check_edit(&call, &got);
    if (got.result == 0) {
        CODING_HOLDS(locus_parse(&again, got.bytes, got.len,
                                 locus_url_grammar(url)) == 0,
                     got.bytes, got.len);
        CODING_HOLDS(coding_part_is(&again, got.bytes, part, value, value_len),
                     got.bytes, got.len);
        CODING_HOLDS(coding_others_same(url, text, &again, got.bytes, part),
                     got.bytes, got.len);
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

    coding_check_edit(&call, &without);
    if (without.result != 0) {
        coding_free(&without);
        return;
    }
    CODING_HOLDS(locus_parse(&again, without.bytes, without.len,
                             locus_url_grammar(url)) == 0,
                 without.bytes, without.len);
    CODING_HOLDS(!locus_has(&again, part) || coding_is_there_anyway(&again, part),
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

#endif
