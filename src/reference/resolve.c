/* SPDX-License-Identifier: MIT
 *
 * References: RFC 3986, section 5, there and back.
 */
#include <string.h>

#include "common/bytes.h"
#include "grammars/grammar.h"
#include "reference/recompose.h"
#include "reference/reference.h"

/* -------------------------------------------------------------------------
 * The five components
 * ------------------------------------------------------------------------- */

struct component {
    const unsigned char *text;
    size_t len;
};

/* A URL's components. They tile the text, because each keeps its delimiters:
   "http:", "//a:8", "/b/c", "?d", "#e". So only a path is both there and
   empty. */
struct components {
    struct component scheme;
    struct component authority;
    struct component path;
    struct component query;
    struct component fragment;
};

#define MACHINE(name) \
    static void read_##name(struct components *components, \
                            const unsigned char *p, \
                            const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *const eof = pe; \
    const unsigned char *begin = p; \
    int cs = name##_start;
#define MACHINE_END \
    (void)cs;
#define COMPONENT(name, end) \
    components->name.text = begin; \
    components->name.len = (size_t)((end) - begin); \
    begin = (end);
#include "components.h"
#undef MACHINE
#undef MACHINE_BEGIN
#undef MACHINE_END

/* text[from..to) */
static struct component between(const unsigned char *text, size_t from,
                                size_t to)
{
    return (struct component){ text + from, to - from };
}

/* A part with the byte before it; nothing if it is absent. */
static struct component delimited(const struct locus_url *url,
                                  enum locus_part part,
                                  const unsigned char *text)
{
    const struct locus_span span = url->part[part];

    if (!locus_has(url, part))
        return between(text, 0, 0);
    return between(text, span.off - 1u, (size_t)span.off + span.len);
}

/* "//" to the end of the host or port. */
static struct component authority(const struct locus_url *url,
                                  const unsigned char *text)
{
    const enum locus_part first = locus_has(url, LOCUS_USER) ? LOCUS_USER
                                                             : LOCUS_HOST;
    const enum locus_part last = locus_has(url, LOCUS_PORT) ? LOCUS_PORT
                                                            : LOCUS_HOST;

    if (!locus_has(url, LOCUS_HOST))
        return between(text, 0, 0);
    return between(text, url->part[first].off - 2u,
                   (size_t)url->part[last].off + url->part[last].len);
}

static struct components take_apart(const struct locus_url *url,
                                    const char *text)
{
    const size_t end = locus_form_url_end(url);
    const unsigned char *bytes = bytes_of(text, end);
    const struct locus_span scheme = url->part[LOCUS_SCHEME];
    const struct locus_span path = url->part[LOCUS_PATH];
    struct components c = {
        { bytes, 0 }, { bytes, 0 }, { bytes, 0 }, { bytes, 0 }, { bytes, 0 }
    };

    if (!url_has_trait(url, LOCUS_TRAIT_SCHEME_PARTS)) {
        /* The parts are RFC 3986's. */
        if (locus_has(url, LOCUS_SCHEME))
            c.scheme = between(bytes, 0, scheme.len + 1u);
        c.authority = authority(url, bytes);
        c.path = between(bytes, path.off, (size_t)path.off + path.len);
        c.query = delimited(url, LOCUS_QUERY, bytes);
        c.fragment = delimited(url, LOCUS_FRAGMENT, bytes);
    } else {
        /* "URL:" (RFC 1630) before the scheme is left away. */
        read_components(&c, bytes + scheme.off, bytes + end);
    }
    return c;
}

static void add(struct form *form, struct component component)
{
    locus_form_add(form, component.text, component.len, 0);
}

/* Without case where `how` is FORM_LOWER. */
static int same(struct component a, struct component b, unsigned how)
{
    struct form x = { .count = 0 };
    struct form y = { .count = 0 };

    if (a.len != b.len)
        return 0;
    locus_form_add(&x, a.text, a.len, how);
    locus_form_add(&y, b.text, b.len, how);
    return locus_form_compare(&x, &y) == 0;
}

/* -------------------------------------------------------------------------
 * Resolution
 * ------------------------------------------------------------------------- */

/* The directory of a base: what a relative path comes after. 5.2.3, merge:
   "/" for an empty path after an authority. */
static struct component directory(const struct components *base)
{
    static const unsigned char root[1] = { '/' };

    if (base->authority.len > 0 && base->path.len == 0)
        return (struct component){ root, 1 };
    return (struct component){
        base->path.text, locus_form_directory(base->path.text, base->path.len)
    };
}

/* A path with its dot-segments removed. */
static void add_path(struct form *form, struct component dir,
                     struct component path, int has_authority)
{
    locus_form_add_path(form, dir.text, dir.len, path.text, path.len,
                        has_authority ? FORM_DOTS : FORM_DOTS | FORM_GUARD);
}

/* 5.2.2, transform, and 5.3, recomposition. */
static void target(struct form *form, const struct components *base,
                   struct components ref)
{
    const struct component none = { ref.path.text, 0 };

    if (ref.scheme.len > 0) {
        add(form, ref.scheme);
        add(form, ref.authority);
        add_path(form, none, ref.path, ref.authority.len > 0);
    } else if (ref.authority.len > 0) {
        add(form, base->scheme);
        add(form, ref.authority);
        add_path(form, none, ref.path, 1);
    } else {
        add(form, base->scheme);
        add(form, base->authority);
        if (ref.path.len == 0) {
            add(form, base->path);
            if (ref.query.len == 0)
                ref.query = base->query;
        } else {
            add_path(form,
                     locus_form_is_rooted(ref.path.text, ref.path.len)
                         ? none : directory(base),
                     ref.path, base->authority.len > 0);
        }
    }
    add(form, ref.query);
    add(form, ref.fragment);
}

int locus_resolve(char *buf, size_t size, size_t *len,
                  const struct locus_url *base, const char *base_text,
                  const struct locus_url *ref, const char *ref_text,
                  unsigned flags)
{
    struct components b, r;
    struct form form = { .count = 0 };

    *len = 0;
    if (flags & ~(unsigned)LOCUS_COMPATIBLE)
        return LOCUS_ERROR_ARGUMENT;
    if (base->error)
        return base->error;
    if (ref->error)
        return ref->error;
    /* Grammars with a rule of their own. */
    if (url_has_trait(base, LOCUS_TRAIT_PARTIAL))
        return locus_resolve_partial(buf, size, len, base, base_text,
                             locus_form_url_end(base), ref_text,
                             locus_form_url_end(ref));
    b = take_apart(base, base_text);
    r = take_apart(ref, ref_text);
    if (b.scheme.len == 0)
        return LOCUS_ERROR_BASE;
    if (flags & LOCUS_COMPATIBLE && same(b.scheme, r.scheme, FORM_LOWER))
        r.scheme.len = 0;
    target(&form, &b, r);
    return locus_form_write(&form, buf, size, len);
}

/* -------------------------------------------------------------------------
 * And back
 * ------------------------------------------------------------------------- */

#define MACHINE(name) \
    static int read_##name(const unsigned char *p, \
                           const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    int leading = 0; \
    int cs = name##_start;
#define MACHINE_END \
    (void)cs; \
    return leading;
#define LEADING leading = 1;
#include "leading.h"

/* A reference: "../" so many times, or one of the few prefixes, then text. */
struct candidate {
    size_t ups;
    const char *prefix;
    size_t prefix_len;
    const unsigned char *text;
    size_t len;
};

static size_t candidate_length(const struct candidate *c)
{
    return 3 * c->ups + c->prefix_len + c->len;
}

#define PREFIX(literal) .prefix = (literal), .prefix_len = sizeof(literal) - 1

/* What a reference needs to know of its target. */
struct relation {
    struct components base;
    struct components target;
    struct component path;         /* the target's, without a "/." that only
                                      keeps its "//" from being an authority */
    const unsigned char *end;      /* of the target */
    const struct locus_grammar *grammar;    /* the target's */
    int clean;                     /* the path has no dot-segments */
};

/* The shorter of two, the first where they are as long. */
static void offer(struct candidate *best, int *any, struct candidate c)
{
    if (!*any || candidate_length(&c) < candidate_length(best))
        *best = c;
    *any = 1;
}

/* From `begin` to the end of the target. */
static struct candidate from(const struct relation *r,
                             const unsigned char *begin)
{
    return (struct candidate){
        PREFIX(""), .text = begin, .len = (size_t)(r->end - begin)
    };
}

/* What the target's path is without dot-segments, and without the guard that
   resolution writes before "//" where there is no authority. */
static void look_at_path(struct relation *r)
{
    const struct component path = r->target.path;
    const int has_authority = r->target.authority.len > 0;
    struct form as_it_is = { .count = 0 };
    struct form removed = { .count = 0 };
    struct form without_guard = { .count = 0 };

    add(&as_it_is, path);
    add_path(&removed, (struct component){ path.text, 0 }, path,
             has_authority);
    locus_form_add_path(&without_guard, NULL, 0, path.text, path.len,
                        FORM_DOTS);
    r->clean = locus_form_compare(&as_it_is, &removed) == 0;
    r->path = path;
    if (r->clean) {
        const size_t guard = path.len - locus_form_length(&without_guard);

        r->path.text += guard;
        r->path.len -= guard;
    }
}

/* The length of what the path has in common with the base's directory. */
static size_t common_bytes(const struct form *dir, struct component path)
{
    struct form_reader reader;
    const unsigned char *run;
    size_t at = locus_form_length(dir);
    size_t common = at < path.len ? at : path.len;
    size_t n;

    locus_form_read(&reader, dir);
    while ((n = locus_form_next(&reader, &run)) > 0)
        while (n-- > 0) {
            at--;
            if (at < path.len && path.text[at] != run[n])
                common = at;
        }
    return common;
}

/* How many segments of the directory end after its first `common` bytes. */
static size_t ups(const struct form *dir, size_t common)
{
    struct form_reader reader;
    const unsigned char *run;
    size_t at = locus_form_length(dir);
    size_t count = 0;
    size_t n;

    locus_form_read(&reader, dir);
    while ((n = locus_form_next(&reader, &run)) > 0) {
        at -= n;
        if (at >= common && locus_form_is_slash(run))
            count++;
    }
    return count;
}

/* A path relative to the base's directory: up to what they have in common, and
   down from there. */
static void offer_relative(struct candidate *best, int *any,
                           const struct relation *r)
{
    const struct component base_dir = directory(&r->base);
    const struct component path = r->path;
    struct candidate c;
    struct form dir = { .count = 0 };
    size_t common, dir_len, rest;

    locus_form_add_path(&dir, base_dir.text, base_dir.len, NULL, 0, FORM_DOTS);
    dir_len = locus_form_length(&dir);
    common = locus_form_directory(path.text, common_bytes(&dir, path));
    /* A path without "/" is reached from a directory without one. */
    if (common == 0
        && (dir_len > 0 || locus_form_is_rooted(path.text, path.len)))
        return;

    c = from(r, path.text + common);
    c.ups = ups(&dir, common);
    rest = path.len - common;
    if (c.ups > 0 && rest == 0) {
        c.ups--;                                    /* "../.." for "../../" */
        c.prefix = "..";
        c.prefix_len = 2;
    } else if (c.ups == 0 && rest == 0) {
        c.prefix = ".";
        c.prefix_len = 1;
    } else if (c.ups == 0 && read_leading(c.text, c.text + rest)) {
        c.prefix = "./";
        c.prefix_len = 2;
    }
    offer(best, any, c);
}

/* Whether the target from its authority on is a reference. The schemes that RFC
   1738 does not know have any bytes there ("otherurl"): "x://a@b@c". Where no
   grammar of references is built in there is none to ask. */
static int is_reference(const struct relation *r)
{
    const unsigned char *begin = r->target.authority.text;
    struct locus_url url;
    const int error = locus_parse_reference(&url, (const char *)begin,
                                            (size_t)(r->end - begin),
                                            r->grammar);

    return error == 0 || error == LOCUS_ERROR_GRAMMAR;
}

/* The shortest reference. Of those as long, the one that says least of where
   the base is. Returns 0 if there is none. */
static int choose(struct candidate *best, const struct relation *r)
{
    const struct components *base = &r->base;
    const struct components *t = &r->target;
    const int near = same(base->scheme, t->scheme, 0)
                     && same(base->authority, t->authority, 0);
    const unsigned char *after_path = t->path.text + t->path.len;
    int any = 0;

    if (near && same(base->path, t->path, 0)) {
        if (same(base->query, t->query, 0))
            offer(best, &any, from(r, after_path + t->query.len));
        else if (t->query.len > 0)
            offer(best, &any, from(r, after_path));
    }
    if (!r->clean)
        return any;
    if (near)
        offer_relative(best, &any, r);
    if (near && locus_form_is_rooted(r->path.text, r->path.len)) {
        struct candidate c = from(r, r->path.text);

        /* "//" would begin an authority. */
        if (r->path.len > 1
            && locus_form_is_rooted(r->path.text + 1, r->path.len - 1)) {
            c.prefix = "/.";
            c.prefix_len = 2;
        }
        offer(best, &any, c);
    }
    if (same(base->scheme, t->scheme, 0) && t->authority.len > 0
        && is_reference(r))
        offer(best, &any, from(r, t->authority.text));
    offer(best, &any, from(r, t->scheme.text));
    return any;
}

static int write_candidate(const struct candidate *c, char *buf, size_t size,
                           size_t *len)
{
    *len = candidate_length(c);
    if (*len > size)
        return LOCUS_ERROR_SPACE;
    for (size_t i = 0; i < c->ups; i++, buf += 3)
        memcpy(buf, "../", 3);
    if (c->prefix_len > 0)
        memcpy(buf, c->prefix, c->prefix_len);
    if (c->len > 0)
        memcpy(buf + c->prefix_len, c->text, c->len);
    return 0;
}

int locus_relativize(char *buf, size_t size, size_t *len,
                     const struct locus_url *base, const char *base_text,
                     const struct locus_url *target, const char *target_text)
{
    struct relation r;
    struct candidate best = { .ups = 0 };

    *len = 0;
    if (base->error)
        return base->error;
    if (target->error)
        return target->error;
    if (url_has_trait(base, LOCUS_TRAIT_PARTIAL))
        return LOCUS_ERROR_GRAMMAR;
    r.base = take_apart(base, base_text);
    r.target = take_apart(target, target_text);
    if (r.base.scheme.len == 0)
        return LOCUS_ERROR_BASE;
    if (r.target.scheme.len == 0)
        return LOCUS_ERROR_TARGET;
    r.end = (const unsigned char *)target_text + locus_form_url_end(target);
    r.grammar = locus_url_grammar(target);
    look_at_path(&r);
    if (!choose(&best, &r))
        return LOCUS_ERROR_TARGET;
    return write_candidate(&best, buf, size, len);
}
