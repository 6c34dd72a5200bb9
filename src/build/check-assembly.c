/* SPDX-License-Identifier: MIT
 *
 * Whether what was put together is a URL that has the parts asked for.
 */
#include "build/build.h"

/* The part that a place in the output belongs to: the one that it lies in, or
   else that follows. Returns whether it lies in it. */
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

/* The part that a rule is about. */
static int part_of_rule(int error)
{
    switch (error) {
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
    const int part = part_of_rule(url->error);

    /* One that is not there, or after which nothing is. */
    if (!name_place(a, url->error_offset, report)
        && (report->part < 0 || !has(a->parts, (enum locus_part)part)))
        report->part = part;
}

/* Where the grammar's parts and those asked for begin to differ; (size_t)-1 if
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
        /* RFC 1738 has no empty path after a host; RFC 3986 has one always. */
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
    /* "a:b" as a path became a scheme: it is the ":" that did it. */
    if (!(a->placed & BIT(LOCUS_SCHEME)) && locus_has(url, LOCUS_SCHEME))
        first = url->part[LOCUS_SCHEME].off + url->part[LOCUS_SCHEME].len;
    return first;
}

/* Whether a part that was not asked for may be there nevertheless: it says
   again what another one says, or the grammar has it always, and it is empty. */
static int may_be_there(const struct assembly *a, const struct locus_url *url,
                        enum locus_part part)
{
    const struct locus_span span = locus_get(url, part);

    if (part == LOCUS_PATH)
        return span.off == a->path_off && span.len == a->path_len;
    if (!(BIT(part) & IN_PATH))
        return 0;
    return has(a->parts, LOCUS_PATH)
        || (part == LOCUS_SELECTOR && span.len == 0);
}

/* A part of the path that was asked for beside the path. */
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
