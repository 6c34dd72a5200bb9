/* SPDX-License-Identifier: MIT
 *
 * URLs built from parts. The parts are put together in the order of RFC 3986
 * 5.3 and of RFC 1738's schemes; whether that is a URL, and has these parts, is
 * asked of the grammar.
 */
#include <string.h>

#include "coding/coding.h"
#include "grammars/grammar.h"

#define BIT(part) (UINT32_C(1) << (part))

/* The parts of RFC 1738's schemes that lie in the path. */
#define IN_PATH \
    (BIT(LOCUS_GTYPE) | BIT(LOCUS_SELECTOR) | BIT(LOCUS_SEARCH) \
     | BIT(LOCUS_PLUS) | BIT(LOCUS_ADDRESS) | BIT(LOCUS_GROUP) \
     | BIT(LOCUS_ARTICLE) | BIT(LOCUS_NUMBER) | BIT(LOCUS_DATABASE) \
     | BIT(LOCUS_WTYPE) | BIT(LOCUS_WPATH) | BIT(LOCUS_HSONAME))

/* ------------------------------------------------------------------------
 * Lists of parts
 * ------------------------------------------------------------------------ */

void locus_parts_of(struct locus_parts *parts, const struct locus_url *url,
                    const char *text)
{
    memset(parts, 0, sizeof *parts);
    parts->present = url->present;
    if (locus_has(url, LOCUS_SCHEME)) {
        parts->prefix.text = text;
        parts->prefix.len = url->part[LOCUS_SCHEME].off;
    }
    for (int i = 0; i < LOCUS_PART_COUNT; i++)
        if (locus_has(url, (enum locus_part)i)) {
            const struct locus_span span = url->part[LOCUS_SLOT(i)];

            parts->part[i].text = text ? text + span.off : text;
            parts->part[i].len = span.len;
        }
}

static int is_part(enum locus_part part)
{
    return locus_part_name(part) != NULL;
}

static void forget(struct locus_parts *parts, uint32_t which)
{
    parts->present &= ~which;
    for (int i = 0; i < LOCUS_PART_COUNT; i++)
        if (which & BIT(i))
            parts->part[i] = (struct locus_slice){ NULL, 0 };
}

/* What says again what this part says, or what cannot stand beside it. */
static uint32_t others(const struct locus_parts *parts, enum locus_part part)
{
    /* RFC 1630's prospero has a number after the path. */
    if (part == LOCUS_PATH)
        return IN_PATH & ~(parts->present & BIT(LOCUS_HSONAME)
                           ? BIT(LOCUS_NUMBER) : 0);
    if (part == LOCUS_GROUP)
        return BIT(LOCUS_PATH) | BIT(LOCUS_ARTICLE);
    if (part == LOCUS_ARTICLE)
        return BIT(LOCUS_PATH) | BIT(LOCUS_GROUP);
    return BIT(part) & IN_PATH ? BIT(LOCUS_PATH) : 0;
}

int locus_parts_set(struct locus_parts *parts, enum locus_part part,
                    const char *text, size_t len)
{
    if (!is_part(part))
        return LOCUS_ERROR_PART;
    forget(parts, others(parts, part));
    parts->present |= BIT(part);
    parts->part[part].text = text;
    parts->part[part].len = len;
    return 0;
}

int locus_parts_remove(struct locus_parts *parts, enum locus_part part)
{
    if (!is_part(part))
        return LOCUS_ERROR_PART;
    if (parts->present & BIT(part))
        forget(parts, others(parts, part) | BIT(part));
    return 0;
}

/* ------------------------------------------------------------------------
 * Putting together
 * ------------------------------------------------------------------------ */

struct assembly {
    struct locus_writer out;
    const struct locus_parts *parts;
    uint32_t placed;               /* a part whose text stands in the output, */
    struct { size_t off, len; } at[LOCUS_PART_COUNT];      /* and where */
    size_t path_off, path_len;     /* the path, said as a whole or by parts */
};

static int has(const struct locus_parts *parts, enum locus_part part)
{
    return (parts->present & BIT(part)) != 0;
}

/* `before`, the part, `after`; nothing if there is no such part. */
static void place(struct assembly *a, const char *before, enum locus_part part,
                  const char *after)
{
    const struct locus_slice *slice = &a->parts->part[part];
    size_t n = 0;

    if (!has(a->parts, part))
        return;
    while (before[n])
        n++;
    locus_put(&a->out, before, n);
    a->placed |= BIT(part);
    a->at[part].off = a->out.len;
    a->at[part].len = slice->len;
    if (slice->len > 0)
        locus_put(&a->out, slice->text, slice->len);
    for (n = 0; after[n];)
        n++;
    locus_put(&a->out, after, n);
}

/* RFC 3986, section 3.2 */
static void place_authority(struct assembly *a)
{
    if (!has(a->parts, LOCUS_HOST))
        return;
    LOCUS_PUT_LITERAL(&a->out, "//");
    place(a, "", LOCUS_USER, "");
    place(a, ":", LOCUS_PASSWORD, "");
    if (has(a->parts, LOCUS_USER))
        LOCUS_PUT_LITERAL(&a->out, "@");
    place(a, "", LOCUS_HOST, "");
    place(a, ":", LOCUS_PORT, "");
}

/* RFC 1738, section 5. No scheme has parts of two of these lines. */
static void place_path(struct assembly *a)
{
    const char *slash = has(a->parts, LOCUS_HOST) ? "/" : "";

    a->path_off = a->out.len;
    if (has(a->parts, LOCUS_PATH)) {
        place(a, "", LOCUS_PATH, "");
    } else {
        place(a, "/", LOCUS_GTYPE, "");
        place(a, "", LOCUS_SELECTOR, "");
        place(a, "%09", LOCUS_SEARCH, "");
        place(a, "%09", LOCUS_PLUS, "");
        place(a, "", LOCUS_ADDRESS, "");
        place(a, "", LOCUS_ARTICLE, "");
        place(a, slash, LOCUS_GROUP, "");
        if (has(a->parts, LOCUS_GROUP))
            place(a, "/", LOCUS_NUMBER, "");
        place(a, "/", LOCUS_DATABASE, "");
        place(a, "/", LOCUS_WTYPE, "");
        place(a, "/", LOCUS_WPATH, "");
        place(a, "/", LOCUS_HSONAME, "");
    }
    a->path_len = a->out.len - a->path_off;
}

static void assemble(struct assembly *a)
{
    if (a->parts->prefix.len > 0 && has(a->parts, LOCUS_SCHEME))
        locus_put(&a->out, a->parts->prefix.text, a->parts->prefix.len);
    place(a, "", LOCUS_SCHEME, ":");
    place_authority(a);
    place_path(a);
    place(a, ";type=", LOCUS_TYPE, "");
    if (!has(a->parts, LOCUS_GROUP))
        place(a, "%00", LOCUS_NUMBER, "");      /* RFC 1630's prospero */
    place(a, "", LOCUS_FIELDS, "");
    place(a, "?", LOCUS_QUERY, "");
    place(a, "#", LOCUS_FRAGMENT, "");
}

/* ------------------------------------------------------------------------
 * Before: each part by itself
 * ------------------------------------------------------------------------ */

/* Whether the path says it: then the grammar is asked what it is. */
static int is_said_by_path(const struct locus_parts *parts,
                           enum locus_part part)
{
    return has(parts, LOCUS_PATH) && (BIT(part) & IN_PATH) != 0;
}

/* The part that this one cannot do without; itself if it can. */
static enum locus_part needed_by(const struct locus_parts *parts,
                                 enum locus_part part)
{
    switch (part) {
    case LOCUS_USER: case LOCUS_PORT: return LOCUS_HOST;
    case LOCUS_PASSWORD: return LOCUS_USER;
    case LOCUS_TYPE: return LOCUS_PATH;
    case LOCUS_SELECTOR: case LOCUS_SEARCH: return LOCUS_GTYPE;
    case LOCUS_PLUS: return LOCUS_SEARCH;
    case LOCUS_NUMBER:
        return has(parts, LOCUS_HSONAME) ? LOCUS_HSONAME : LOCUS_GROUP;
    case LOCUS_WTYPE: return LOCUS_WPATH;
    case LOCUS_WPATH: return LOCUS_WTYPE;
    default: return part;
    }
}

static int check_parts(const struct locus_parts *parts,
                       const struct locus_grammar *grammar, struct locus_report *report)
{
    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const enum locus_part part = (enum locus_part)i;
        int result;

        if (!has(parts, part) || is_said_by_path(parts, part))
            continue;
        report->part = i;
        report->offset = 0;
        result = locus_check(parts->part[i].text, parts->part[i].len, grammar,
                             part, &report->offset);
        if (result != 0)
            return result;
        if (!has(parts, needed_by(parts, part)))
            return LOCUS_ERROR_ALONE;
        if (part == LOCUS_PATH && has(parts, LOCUS_HOST)
            && !locus_may_follow_host(parts->part[i].text, parts->part[i].len))
            return LOCUS_ERROR_PATH;
    }
    report->part = -1;
    report->offset = 0;
    return 0;
}

/* ------------------------------------------------------------------------
 * After: what the grammar finds
 * ------------------------------------------------------------------------ */

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

/* The output is no URL. */
static void name_failure(const struct assembly *a, const struct locus_url *url,
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

static int compare(const struct assembly *a, const struct locus_url *url,
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

int locus_build(char *buf, size_t size, size_t *len,
                const struct locus_parts *parts, const struct locus_grammar *grammar,
                struct locus_report *report)
{
    struct assembly a;
    struct locus_report unwanted;
    struct locus_url url;
    int result;

    report = locus_report_begin(report, &unwanted);
    memset(&a, 0, sizeof a);
    a.out.buf = buf;
    a.out.size = size;
    a.parts = parts;
    *len = 0;
    if (!is_built_in(grammar))
        return LOCUS_ERROR_GRAMMAR;
    result = check_parts(parts, grammar, report);
    if (result != 0)
        return result;
    assemble(&a);
    if (a.out.len > LOCUS_MAX_LENGTH)
        return LOCUS_ERROR_TOO_LONG;
    result = locus_put_end(&a.out, len);
    if (result != 0)
        return result;
    result = locus_parse(&url, buf, a.out.len, grammar);
    if (result != 0)
        name_failure(&a, &url, report);
    else
        result = compare(&a, &url, report);
    if (result != 0)
        *len = 0;
    return result;
}

int locus_replace(char *buf, size_t size, size_t *len,
                  const struct locus_url *url, const char *text,
                  enum locus_part part, const char *value, size_t value_len,
                  struct locus_report *report)
{
    struct locus_parts parts;
    struct locus_report unwanted;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    locus_parts_of(&parts, url, text);
    if (locus_parts_set(&parts, part, value, value_len) != 0)
        return LOCUS_ERROR_PART;
    return locus_build(buf, size, len, &parts,
                       locus_url_grammar(url), report);
}

int locus_remove(char *buf, size_t size, size_t *len,
                 const struct locus_url *url, const char *text,
                 enum locus_part part, struct locus_report *report)
{
    struct locus_parts parts;
    struct locus_report unwanted;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    locus_parts_of(&parts, url, text);
    if (locus_parts_remove(&parts, part) != 0)
        return LOCUS_ERROR_PART;
    return locus_build(buf, size, len, &parts,
                       locus_url_grammar(url), report);
}
