/* SPDX-License-Identifier: MIT
 *
 * RFC 1630, "Partial (relative) form": resolves a reference in a context.
 * doc/RFC1630.md lists where the RFC's rules leave a choice.
 */
#include "coding/coding.h"
#include "common/bytes.h"
#include "reference/reference.h"

/* A piece of a text. */
struct piece {
    const char *text;
    size_t len;
};

/* The reference by itself: grammar/reference/resolve-partial.rl */

struct reference {
    int absolute;                  /* it needs no context */
    size_t slashes;                /* number of slashes that it begins with */
    size_t path;                   /* length of the path that it begins with */
    int same;                      /* it is empty, except perhaps for a fragment */
};

%%{
machine resolve_partial;

action absolute         { reference.absolute = 1; }
action leading          { reference.slashes = (size_t)(p - begin); }
action path_end         { reference.path = (size_t)(p - begin); }
action same             { reference.same = 1; }

include resolve_partial "reference/resolve-partial.rl";
write data noerror nofinal noentry;
}%%

static struct reference read_reference(const unsigned char *const begin, size_t len)
{
    struct reference reference = { 0, 0, 0, 0 };
    const unsigned char *p = begin;
    const unsigned char *const pe = begin + len;
    const unsigned char *const eof = pe;
    int cs = resolve_partial_start;

    %% write exec;
    (void)cs;
    return reference;
}

/* The slashes of the context: grammar/reference/slashes.rl */

struct slashes {
    size_t wanted;                 /* the number of consecutive slashes to find */
    const unsigned char *exact;    /* the first run of exactly that many, or NULL */
    const unsigned char *fewer;    /* the first run of fewer, or NULL */
    const unsigned char *last;     /* after the last slash in the text */
    size_t at_start;               /* number of slashes that the text begins with */
};

%%{
machine slashes;

action first            { first = p; }                  # on the first of consecutive slashes
action slash            { found->last = p + 1; }        # on each
action slashes          { slashes_end(found, begin, first, p); }  # after the last of them

include slashes "reference/slashes.rl";
write data noerror nofinal noentry;
}%%

static void slashes_end(struct slashes *found, const unsigned char *begin,
                        const unsigned char *first, const unsigned char *end)
{
    const size_t count = (size_t)(end - first);

    if (first == begin)
        found->at_start = count;
    if (count == found->wanted && !found->exact)
        found->exact = first;
    if (count < found->wanted && !found->fewer)
        found->fewer = first;
}

static void read_slashes(struct slashes *found, const unsigned char *const begin,
                         const unsigned char *const pe)
{
    const unsigned char *p = begin;
    const unsigned char *const eof = pe;
    const unsigned char *first = begin;
    int cs = slashes_start;

    %% write exec;
    (void)cs;
}

/*
 * The elements of the resulting path: grammar/reference/elements.rl
 *
 * They are read from the last to the first. Each ".." removes the next element that is
 * not "..", so only the number of elements to remove must be remembered.
 */

/* A path in two pieces, and the result. */
struct path {
    struct piece head, tail;
    char *end;                     /* the result is written backwards from here;
                                      NULL to only count its bytes */
    size_t len;
    size_t count;                  /* elements in the result so far */
    size_t taken;                  /* elements still to be removed */
    unsigned voids;                /* a bit for each element in the result, set if it is
                                      empty; bit 0 is the leftmost so far */
    int changed;                   /* elements have been removed */
};

static unsigned char byte_from_right(const struct path *path, size_t i)
{
    if (i < path->tail.len)
        return (unsigned char)path->tail.text[path->tail.len - 1 - i];
    i -= path->tail.len;
    return (unsigned char)path->head.text[path->head.len - 1 - i];
}

static void put(struct path *path, unsigned char byte)
{
    path->len++;
    if (path->end)
        *--path->end = (char)byte;
}

/* Writes another element to the left: bytes [from, to), counted from the right. */
static void put_element(struct path *path, size_t from, size_t to)
{
    if (path->count++ > 0)
        put(path, '/');
    for (size_t i = from; i < to; i++)
        put(path, byte_from_right(path, i));
    path->voids = path->voids << 1 | (from == to);
}

/* Whether the result begins with "//" and an element that is not empty, so that it
   could be read as a login. */
static int looks_like_login(const struct path *path)
{
    return path->count >= 3 && (path->voids & 7) == 3;
}

/* Writes each ".." that had no element to remove. */
static void put_dots(struct path *path)
{
    for (; path->taken > 0; path->taken--) {
        if (path->count++ > 0)
            put(path, '/');
        put(path, '.');
        put(path, '.');
        path->voids <<= 1;
    }
}

static void name(struct path *path, size_t from, size_t to, int leftmost)
{
    if (leftmost && from == to && from > 0) {       /* before the first "/" */
        put_dots(path);
        put_element(path, from, to);
    } else if (path->taken > 0) {
        path->taken--;
        path->changed = 1;
    } else {
        put_element(path, from, to);
    }
}

/* "." is removed; at the end of the path, the slash before it stays. */
static void dot(struct path *path, size_t from)
{
    if (from == 0)
        put_element(path, 0, 0);
    path->changed = 1;
}

static void dots(struct path *path, size_t from)
{
    if (from == 0)
        put_element(path, 0, 0);
    path->taken++;
}

%%{
machine elements;
getkey byte_from_right(path, p);

action next             { begin = p + 1; }
action name             { name(path, begin, p, p == pe); }
action dot              { dot(path, begin); }
action dots             { dots(path, begin); }

include elements "reference/elements.rl";
write data noerror nofinal noentry;
}%%

/* p counts the bytes read, from the right. */
static void read_elements(struct path *path)
{
    const size_t pe = path->head.len + path->tail.len;
    const size_t eof = pe;
    size_t p = 0;
    size_t begin = 0;
    int cs = elements_start;

    %% write exec;
    (void)cs;
    put_dots(path);
}

/* Assembling the result */

static const unsigned char *bytes(const char *text)
{
    return (const unsigned char *)text;
}

/* Where the path begins, or would begin if it is absent. */
static size_t path_begin(const struct locus_url *context)
{
    const struct locus_span *part = context->part;

    if (locus_has(context, LOCUS_PATH))
        return part[LOCUS_PATH].off;
    if (locus_has(context, LOCUS_PORT))
        return (size_t)part[LOCUS_PORT].off + part[LOCUS_PORT].len;
    return (size_t)part[LOCUS_HOST].off + part[LOCUS_HOST].len;
}

/* Appends the path, without "." and without the elements that ".." removes. */
static void append_path(struct locus_writer *result, struct path *path, int has_host,
                        int looked_like_login)
{
    static const char no_host[] = "/.";
    struct path counted = *path;

    read_elements(&counted);
    if (!has_host && looks_like_login(&counted)
        && (counted.changed || !looked_like_login))
        locus_put(result, no_host, sizeof no_host - 1);
    if (counted.len > 0 && result->len <= result->size
        && counted.len <= result->size - result->len) {
        path->end = result->buf + result->len + counted.len;
        read_elements(path);
    }
    result->len += counted.len;
}

int locus_resolve_partial(char *buf, size_t size, size_t *len,
                  const struct locus_url *context, const char *text,
                  size_t text_len, const char *partial, size_t partial_len)
{
    const size_t scheme = context->part[LOCUS_SCHEME].off;
    const size_t begin = path_begin(context);
    const size_t end = locus_has(context, LOCUS_PATH)
                     ? begin + context->part[LOCUS_PATH].len : begin;
    struct locus_writer result = { buf, size, 0 };
    struct reference reference;
    struct slashes slashes = { 0, NULL, NULL, NULL, 0 };

    if (partial_len == 0)
        partial = (const char *)nothing;
    reference = read_reference(bytes(partial), partial_len);
    slashes.wanted = reference.slashes;

    if (reference.absolute) {
        locus_put(&result, partial, partial_len);
    } else if (reference.slashes > 0) {
        const unsigned char *cut;

        read_slashes(&slashes, bytes(text) + scheme, bytes(text) + begin);
        read_slashes(&slashes, bytes(text) + begin, bytes(text) + end);
        cut = slashes.exact ? slashes.exact
            : slashes.fewer ? slashes.fewer : bytes(text) + end;
        locus_put(&result, text + scheme,
               (size_t)(cut - (bytes(text) + scheme)));
        locus_put(&result, partial, partial_len);
    } else if (reference.same) {
        if (locus_has(context, LOCUS_FRAGMENT))
            text_len = context->part[LOCUS_FRAGMENT].off - 1;
        locus_put(&result, text + scheme, text_len - scheme);
        locus_put(&result, partial, partial_len);
    } else {
        const int has_host = locus_has(context, LOCUS_HOST);
        struct path path = { { text + begin, 0 }, { partial, reference.path },
                             NULL, 0, 0, 0, 0, 0 };

        read_slashes(&slashes, bytes(text) + begin, bytes(text) + end);
        if (slashes.last)
            path.head.len = (size_t)(slashes.last - (bytes(text) + begin));
        else if (has_host)
            path.head = (struct piece){ "/", 1 };
        locus_put(&result, text + scheme, begin - scheme);
        append_path(&result, &path, has_host, slashes.at_start == 2);
        locus_put(&result, partial + reference.path,
               partial_len - reference.path);
    }
    return locus_put_end(&result, len);
}
