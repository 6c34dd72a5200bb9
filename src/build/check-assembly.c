/* SPDX-License-Identifier: MIT
 *
 * Checks that the assembled text is a URL with the requested parts.
 */
#include "build/build.h"
#include "grammars/support/grammar.h"

/* Reports the part that contains a place in the output, or else the next part after the
   place. Returns whether a part contains the place. */
static int name_place(const struct assembly *a, size_t place,
                       struct locus_report *report)
{
    size_t best = (size_t)-1;

    report->part = -1;
    report->offset = 0;
    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const size_t off = a->at[i].off;

        if (!(a->placed & BIT(i)))
            continue;
        if (place >= off && place - off < a->at[i].len) {
            report->part = i;
            report->offset = place - off;
            return 1;
        }
        if (off >= place && off < best) {
            best = off;
            report->part = i;
        }
    }
    return 0;
}

/* The part that is at fault if the text has none of the forms of a request target: a
   host without a scheme needs a port and must have no user. */
static int part_of_form(const struct locus_parts *parts)
{
    if (has(parts, LOCUS_SCHEME) || !has(parts, LOCUS_HOST))
        return LOCUS_PATH;
    return has(parts, LOCUS_USER) ? LOCUS_USER : LOCUS_PORT;
}

/* The part that a rule applies to. */
static int part_of_rule(const struct locus_parts *parts, int error)
{
    switch (error) {
    case LOCUS_ERROR_FORM: return part_of_form(parts);
    case LOCUS_ERROR_SCHEME: return LOCUS_SCHEME;
    case LOCUS_ERROR_SLASHES: case LOCUS_ERROR_HOST:
    case LOCUS_ERROR_IP_LITERAL: return LOCUS_HOST;
    case LOCUS_ERROR_USERINFO: return LOCUS_USER;
    case LOCUS_ERROR_PORT: return LOCUS_PORT;
    case LOCUS_ERROR_QUERY: return LOCUS_QUERY;
    case LOCUS_ERROR_FRAGMENT: return LOCUS_FRAGMENT;
    case LOCUS_ERROR_TYPE: return LOCUS_TYPE;
    case LOCUS_ERROR_GROUP: return LOCUS_GROUP;
    case LOCUS_ERROR_NUMBER: return LOCUS_NUMBER;
    case LOCUS_ERROR_DATABASE: return LOCUS_DATABASE;
    case LOCUS_ERROR_FIELDS: return LOCUS_FIELDS;
    case LOCUS_ERROR_ADDRESS: return LOCUS_ADDRESS;
    default: return LOCUS_PATH;
    }
}

void locus_name_failure(const struct assembly *a, const struct locus_url *url,
                        struct locus_report *report)
{
    const int part = part_of_rule(a->parts, url->error);

    /* If no part contains the error, the part of the failed rule is reported, unless that
       part was requested and another one follows the error. */
    if (!name_place(a, url->error_offset, report)
        && (report->part < 0 || !has(a->parts, (enum locus_part)part)
            || url->error == LOCUS_ERROR_FORM))
        report->part = part;
}

/* The offset at which the parsed parts first differ from the requested ones; (size_t)-1 if
   they do not. */
static size_t difference(const struct assembly *a,
                         const struct locus_url *url)
{
    size_t first = (size_t)-1;

    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const struct locus_span span = locus_get(url, (enum locus_part)i);
        const size_t off = a->at[i].off, len = a->at[i].len;
        size_t place;

        if (!(a->placed & BIT(i)))
            continue;
        /* In RFC 3986 a path may be empty; RFC 1738 has no empty path. */
        if (i == LOCUS_PATH && len == 0 && !locus_has(url, LOCUS_PATH))
            continue;
        if (!locus_has(url, (enum locus_part)i) || span.off != off)
            place = off;
        else if (span.len != len)
            place = off + (span.len < len ? span.len : len);
        else
            continue;
        if (place < first)
            first = place;
    }
    /* The path "a:b" is read as a scheme: the difference is at its ":". */
    if (!(a->placed & BIT(LOCUS_SCHEME)) && locus_has(url, LOCUS_SCHEME))
        first = url->part[LOCUS_SCHEME].off + url->part[LOCUS_SCHEME].len;
    return first;
}

/* Whether a part may be present although it was not requested: it consists of requested
   parts or is within one, or it is empty and the grammar always has it. */
static int may_be_there(const struct assembly *a, const struct locus_url *url,
                        enum locus_part part)
{
    const struct locus_span span = locus_get(url, part);

    if (part == LOCUS_PATH)
        return span.off == a->path_off && span.len == a->path_len;
    if (part == LOCUS_HOST)
        return span.len == 0 && has_trait(a->grammar, LOCUS_TRAIT_AUTHORITY);
    if (!(BIT(part) & IN_PATH))
        return 0;
    return has(a->parts, LOCUS_PATH)
        || (part == LOCUS_SELECTOR && span.len == 0);
}

/* Compares a part that lies within the requested path with the requested part. */
static int agrees(const struct assembly *a, const struct locus_url *url,
                  enum locus_part part, struct locus_report *report)
{
    const struct locus_slice *asked = &a->parts->part[part];
    const struct locus_span span = locus_get(url, part);
    size_t n = 0;

    while (n < span.len && n < asked->len
           && a->out.buf[span.off + n] == asked->text[n])
        n++;
    if (locus_has(url, part) && n == span.len && n == asked->len)
        return 1;
    report->part = (int)part;
    report->offset = n;
    return 0;
}

int locus_check_assembly(const struct assembly *a, const struct locus_url *url,
                         struct locus_report *report)
{
    const size_t first = difference(a, url);

    if (first != (size_t)-1) {
        name_place(a, first, report);
        return LOCUS_ERROR_MISREAD;
    }
    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const enum locus_part part = (enum locus_part)i;

        if (a->placed & BIT(i))
            continue;
        if (has(a->parts, part)) {
            if (!agrees(a, url, part, report))
                return LOCUS_ERROR_MISREAD;
        } else if (locus_has(url, part) && !may_be_there(a, url, part)) {
            name_place(a, locus_get(url, part).off, report);
            return LOCUS_ERROR_MISREAD;
        }
    }
    return 0;
}
