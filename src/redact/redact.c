/* SPDX-License-Identifier: MIT
 *
 * Writes a URL with a mask in place of its secrets. The grammar then parses the result,
 * to check that it has the same parts.
 */
#include "build/build.h"
#include "coding/coding.h"
#include "common/report.h"
#include "grammars/support/grammar.h"
#include "http/http.h"
#include "query/query.h"
#include "reference/decompose.h"

struct redacting {
    struct locus_writer out;
    const struct locus_redaction *what;
    const struct locus_url *url;
    const char *text;
    size_t at;                     /* text[0..at) is written or replaced */
    uint32_t checked;              /* the parts that have a mask, as bits */
    struct locus_span masks[2];    /* of user and password, in the output */
    struct locus_url expected;     /* the parts of the output */
    struct locus_report *report;
};

/* Adjusts the expected parts: the mask has replaced `len` bytes at `from` in the output. */
static void move_parts(struct redacting *r, uint32_t from, uint32_t len)
{
    const uint32_t grown = (uint32_t)r->what->mask.len - len;

    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        struct locus_span *part = &r->expected.part[LOCUS_SLOT(i)];

        if (!locus_has(&r->expected, (enum locus_part)i))
            continue;
        if (part->off > from)
            part->off += grown;
        else if (part->off + part->len >= from + len)
            part->len += grown;
    }
}

/* Checks the mask by itself, once for each part. */
static int check_mask(struct redacting *r, enum locus_part part)
{
    const struct locus_slice *mask = &r->what->mask;
    int result;

    if (r->checked & BIT(part))
        return 0;
    r->checked |= BIT(part);
    if (mask->len > LOCUS_MAX_LENGTH)
        return LOCUS_ERROR_TOO_LONG;
    r->report->part = (int32_t)part;
    r->report->offset = 0;
    if (part == LOCUS_QUERY) {
        const size_t end = locus_value_end(mask->text, mask->len, LOCUS_QUERY_SEMICOLON);

        if (end < mask->len) {
            r->report->offset = end;
            return LOCUS_ERROR_MISREAD;
        }
    }
    result = locus_check(mask->text, mask->len, locus_url_grammar(r->url), part,
                         &r->report->offset);
    if (result == 0)
        r->report->part = -1;
    return result;
}

static int put_mask(struct redacting *r, enum locus_part part, struct locus_span secret)
{
    const int result = check_mask(r, part);

    if (result != 0)
        return result;
    locus_put(&r->out, r->text + r->at, secret.off - r->at);
    if (part == LOCUS_USER || part == LOCUS_PASSWORD)
        r->masks[part - LOCUS_USER] = (struct locus_span){
            (uint32_t)r->out.len, (uint32_t)r->what->mask.len
        };
    move_parts(r, (uint32_t)r->out.len, secret.len);
    if (r->what->mask.len > 0)
        locus_put(&r->out, r->what->mask.text, r->what->mask.len);
    r->at = (size_t)secret.off + secret.len;
    return 0;
}

static int is_secret(const struct redacting *r, const struct locus_piece *pair)
{
    const struct locus_redaction *what = r->what;

    for (size_t i = 0; pair->has_value && i < what->key_count; i++)
        if (locus_name_is(r->text, pair->name, what->keys[i].text, what->keys[i].len,
                          what->flags))
            return 1;
    return 0;
}

/* Masks secret values inside a pair that is not secret itself, for readers that split
   pairs at ";". */
static int put_inner_values(struct redacting *r, struct locus_span outer)
{
    struct locus_pieces pieces;
    struct locus_piece pair;
    int result = 0;

    locus_pieces_begin(&pieces, LOCUS_PIECE_PAIR, outer);
    while (result == 0 && locus_pieces_next(&pair, &pieces, r->text) == 1)
        if (is_secret(r, &pair))
            result = put_mask(r, LOCUS_QUERY, pair.value);
    return result;
}

/* The secret values of the query. */
static int put_values(struct redacting *r)
{
    struct locus_pieces pieces;
    struct locus_piece pair;
    int result = 0;

    locus_pieces_begin(&pieces, LOCUS_PIECE_AMP_PAIR, r->url->part[LOCUS_QUERY]);
    while (result == 0 && locus_pieces_next(&pair, &pieces, r->text) == 1)
        result = is_secret(r, &pair) ? put_mask(r, LOCUS_QUERY, pair.value)
                                     : put_inner_values(r, pair.text);
    return result;
}

static int put_secrets(struct redacting *r)
{
    const struct locus_url *url = r->url;
    int result = 0;

    if (locus_has(url, LOCUS_USER))
        result = put_mask(r, LOCUS_USER, url->part[LOCUS_USER]);
    if (result == 0 && locus_has(url, LOCUS_PASSWORD))
        result = put_mask(r, LOCUS_PASSWORD, url->part[LOCUS_PASSWORD]);
    if (result == 0 && r->what->key_count > 0 && locus_has(url, LOCUS_QUERY))
        result = put_values(r);
    return result;
}

/* Reports the part whose mask contains the place in the output. If none does: the query, if
   it has a mask and the place is not before it, else the first part that has a mask. */
static void name_mask(struct redacting *r, uint32_t place)
{
    const uint32_t query = locus_get(&r->expected, LOCUS_QUERY).off;
    const int in_query = r->checked & BIT(LOCUS_QUERY)
                      && (place >= query || !(r->checked & BIT(LOCUS_USER)));

    r->report->part = in_query ? LOCUS_QUERY : LOCUS_USER;
    r->report->offset = 0;
    for (int i = 0; i < 2; i++)
        if (r->checked & BIT(LOCUS_USER + i) && place >= r->masks[i].off
            && place - r->masks[i].off <= r->masks[i].len) {
            r->report->part = LOCUS_USER + i;
            r->report->offset = place - r->masks[i].off;
        }
}

/* The place at which a part first differs from the expected one; for a missing part, the
   place where it was expected. */
static uint32_t difference(const struct locus_url *url, const struct locus_url *expected,
                           enum locus_part part)
{
    const struct locus_span is = locus_get(url, part), wanted = locus_get(expected, part);

    if (!locus_has(url, part))
        return wanted.off;
    if (!locus_has(expected, part) || is.off != wanted.off)
        return is.off;
    return is.off + (is.len < wanted.len ? is.len : wanted.len);
}

/* Parses the output. */
static int check_output(struct redacting *r)
{
    const struct locus_grammar *grammar = locus_url_grammar(r->url);
    struct locus_url url;
    const int result = locus_has(r->url, LOCUS_SCHEME)
        ? locus_parse(&url, r->out.buf, r->out.len, grammar)
        : locus_parse_reference(&url, r->out.buf, r->out.len, grammar);

    if (locus_is_decided(r->url))
        locus_become_absolute(&url);
    if (result != 0) {
        name_mask(r, url.error_offset);
        return result;
    }
    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const enum locus_part part = (enum locus_part)i;
        const struct locus_span is = locus_get(&url, part);
        const struct locus_span wanted = locus_get(&r->expected, part);

        if (locus_has(&url, part) == locus_has(&r->expected, part)
            && is.off == wanted.off && is.len == wanted.len)
            continue;
        name_mask(r, difference(&url, &r->expected, part));
        return LOCUS_ERROR_MISREAD;
    }
    return 0;
}

int locus_redact(char *buf, size_t size, size_t *len, const struct locus_url *url,
                 const char *text, const struct locus_redaction *what,
                 struct locus_report *report)
{
    struct locus_report unwanted;
    struct redacting r = {
        .out = { buf, size, 0 }, .what = what, .url = url,
        .text = text ? text : "",
        .report = locus_report_begin(report, &unwanted)
    };
    size_t end;
    int result;

    *len = 0;
    if (what->flags & ~(unsigned)LOCUS_PLUS_IS_SPACE)
        return LOCUS_ERROR_ARGUMENT;
    if (url->error)
        return url->error;
    r.expected = *url;
    result = put_secrets(&r);
    if (result != 0)
        return result;
    end = locus_url_end(url);
    locus_put(&r.out, r.text + r.at, end - r.at);
    if (r.out.len > LOCUS_MAX_LENGTH)
        return LOCUS_ERROR_TOO_LONG;
    result = locus_put_end(&r.out, len);
    if (result == 0)
        result = check_output(&r);
    if (result != 0 && result != LOCUS_ERROR_SPACE)
        *len = 0;
    return result;
}
