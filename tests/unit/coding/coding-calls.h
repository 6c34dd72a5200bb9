/* SPDX-License-Identifier: MIT
 *
 * Calls of the functions of sections 4 and 7 of locus.h that write, for the properties in
 * coding-properties.h and coding-edits.h. A text that breaks one is printed and the process
 * aborts.
 */
#ifndef LOCUS_TESTS_CODING_CALLS_H
#define LOCUS_TESTS_CODING_CALLS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locus.h"
#include "support/guard.h"

#define CODING_COUNT(array) (sizeof (array) / sizeof *(array))
#define CODING_NONE ((size_t)-1)       /* no offset */

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
    exact_free(text->bytes);
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
static inline struct coding_text coding_try(const struct coding_call *c)
{
    struct coding_text text = { 0 };
    size_t needed, len;
    int result;

    result = coding_write(c, NULL, 0, &needed, NULL);
    text.bytes = exact_allocate(needed);
    if (needed == 0) {
        text.result = coding_write(c, text.bytes, 0, &text.len, &text.report);
        CODING_HOLDS(text.result == result && text.len == 0, c->text, c->len);
        return text;
    }
    CODING_HOLDS(result == LOCUS_ERROR_SPACE, c->text, c->len);
    exact_free(text.bytes);
    text.bytes = exact_allocate(needed - 1);
    result = coding_write(c, text.bytes, needed - 1, &len, &text.report);
    CODING_HOLDS(result == LOCUS_ERROR_SPACE && len == needed, c->text, c->len);
    exact_free(text.bytes);
    text.bytes = exact_allocate(needed);
    text.result = coding_write(c, text.bytes, needed, &text.len,
                               &text.report);
    CODING_HOLDS(text.result != LOCUS_ERROR_SPACE, c->text, c->len);
    CODING_HOLDS(text.len == (text.result == 0 ? needed : 0), c->text, c->len);
    return text;
}

/* How often each function was called, and how often it succeeded: for the tests that must
   not pass because everything is refused. */
static struct { uint64_t calls, successes; } coding_tally[CODING_FILE_NAME + 1];

static inline struct coding_text coding_call(const struct coding_call *c)
{
    const struct coding_text text = coding_try(c);

    coding_tally[c->function].calls++;
    coding_tally[c->function].successes += text.result == 0;
    return text;
}

static inline int coding_same(const char *a, size_t a_len, const char *b,
                              size_t b_len)
{
    return a_len == b_len && (a_len == 0 || memcmp(a, b, a_len) == 0);
}

/* The rule with which locus_encode() refuses some texts of a component; 0 if any text can
   be encoded; LOCUS_ERROR_PART if the grammar has no such component. An IP literal has a
   rule of its own. */
static inline int coding_rule(const struct locus_grammar *grammar, int component)
{
    const int old = grammar == locus_rfc1738, oldest = grammar == locus_rfc1630;

    if (grammar == locus_authority && component != LOCUS_HOST && component != LOCUS_PORT)
        return LOCUS_ERROR_PART;
    if (grammar == locus_request_target && component == LOCUS_FRAGMENT)
        return LOCUS_ERROR_PART;
    if (grammar == locus_http_url && (component == LOCUS_USER || component == LOCUS_PASSWORD
                                      || component == LOCUS_USERINFO))
        return LOCUS_ERROR_PART;
    switch (component) {
    case LOCUS_SCHEME: return LOCUS_ERROR_SCHEME;
    case LOCUS_HOST: return LOCUS_ERROR_HOST;
    case LOCUS_PORT: return LOCUS_ERROR_PORT;
    case LOCUS_USER: case LOCUS_PASSWORD: return oldest ? LOCUS_ERROR_USERINFO : 0;
    case LOCUS_USERINFO: return old || oldest ? LOCUS_ERROR_USERINFO : 0;
    case LOCUS_QUERY: return oldest ? LOCUS_ERROR_QUERY : 0;
    case LOCUS_FRAGMENT: return old ? LOCUS_ERROR_PART : 0;
    case LOCUS_ANY: case LOCUS_PATH: case LOCUS_SEGMENT: case LOCUS_QUERY_ITEM: return 0;
    default: break;
    }
    if (!old && !oldest)
        return LOCUS_ERROR_PART;
    switch (component) {
    case LOCUS_TYPE: return LOCUS_ERROR_TYPE;
    case LOCUS_ADDRESS: return LOCUS_ERROR_ADDRESS;
    case LOCUS_GROUP: case LOCUS_ARTICLE: return LOCUS_ERROR_GROUP;
    case LOCUS_NUMBER: return LOCUS_ERROR_NUMBER;
    case LOCUS_GTYPE: case LOCUS_SELECTOR: case LOCUS_SEARCH: return LOCUS_ERROR_PATH;
    case LOCUS_DATABASE: return oldest ? LOCUS_ERROR_DATABASE : 0;
    case LOCUS_WTYPE: case LOCUS_HSONAME: return oldest ? LOCUS_ERROR_PATH : 0;
    case LOCUS_WPATH: return oldest ? LOCUS_ERROR_WPATH : 0;
    case LOCUS_FIELDS: return oldest ? LOCUS_ERROR_VERSION : LOCUS_ERROR_FIELDS;
    case LOCUS_PLUS: return 0;
    default: return LOCUS_ERROR_PART;
    }
}

#endif
