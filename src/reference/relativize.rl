/* SPDX-License-Identifier: MIT
 *
 * The shortest reference to a URL: the inverse of RFC 3986, section 5.2.
 */
#include <string.h>

#include "grammars/support/grammar.h"
#include "reference/decompose.h"

%%{
machine misread_path;

action misread          { misread = 1; }

include misread_path "reference/misread-path.rl";
write data noerror nofinal noentry;
}%%

/* Whether a path needs "./" before it. */
static int needs_dot(const unsigned char *p, const unsigned char *const pe)
{
    int misread = 0;
    int cs = misread_path_start;

    %% write exec;
    (void)cs;
    return misread;
}

/* A reference: `ups` times "../", a prefix, then text. */
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

/* A base and a target. */
struct relation {
    struct components base;
    struct components target;
    struct component path;         /* the target's, without the "/." that only
                                      keeps its "//" from beginning an authority */
    const unsigned char *end;      /* of the target */
    const struct locus_grammar *grammar;    /* the target's */
    int clean;                     /* resolution leaves the target's path as it is */
};

/* Keeps the shorter of two candidates; the first if they are equally long. */
static void offer(struct candidate *best, int *any, struct candidate c)
{
    if (!*any || candidate_length(&c) < candidate_length(best))
        *best = c;
    *any = 1;
}

/* The text from `begin` to the end of the target. */
static struct candidate from(const struct relation *r,
                             const unsigned char *begin)
{
    return (struct candidate){ .text = begin, .len = (size_t)(r->end - begin) };
}

/* Whether a path has dot-segments, or begins with "//". */
static int is_changed(struct component path)
{
    const struct recomposed_piece piece = {
        .text = path.len > 0 ? path.text : nothing, .len = path.len, .how = PIECE_DOTS
    };
    struct recomposed_dots dots;

    locus_find_dots(&dots, &piece);
    return dots.first != RECOMPOSED_NONE || dots.double_slash;
}

/* Finds whether the target's path is clean although it has dot-segments or begins with
   "//": resolution writes the guard "/." before "//" if there is no authority. */
static __attribute__((noinline, cold)) void look_for_guard(struct relation *r)
{
    const struct component path = r->target.path;
    const struct recomposed_piece piece = path_piece((struct component){ path.text, 0 }, path,
                                                     r->target.authority.len > 0);
    struct recomposed as_it_is = { .count = 0 };
    struct recomposed removed = { .count = 0 };
    struct recomposed without_guard = { .count = 0 };

    add_component(&as_it_is, path);
    locus_recomposed_add_piece(&removed, &piece);
    locus_find_dots(&removed.dots, &piece);
    locus_recomposed_add_path(&without_guard, NULL, 0, path.text, path.len,
                              PIECE_DOTS);
    r->clean = locus_recomposed_compare(&as_it_is, &removed) == 0;
    if (r->clean) {
        const size_t guard = path.len - locus_recomposed_length(&without_guard);

        r->path.text += guard;
        r->path.len -= guard;
    }
}

/* Sets r->clean, and sets r->path to the target's path without a guard. */
static void look_at_path(struct relation *r)
{
    r->clean = 1;
    r->path = r->target.path;
    if (is_changed(r->path))
        look_for_guard(r);
}

/* The base's directory without dot-segments. */
struct directory {
    struct component text;
    int is_as_it_is;               /* it has none, and `removed` is not used */
    struct recomposed removed;
};

static void begin_directory(struct directory *dir, const struct components *base)
{
    dir->text = base_directory(base);
    dir->is_as_it_is = !is_changed(dir->text);
    if (dir->is_as_it_is)
        return;
    dir->removed.count = 0;
    locus_recomposed_add_path(&dir->removed, dir->text.text, dir->text.len, NULL, 0,
                              PIECE_DOTS);
}

static size_t directory_length(const struct directory *dir)
{
    return dir->is_as_it_is ? dir->text.len : locus_recomposed_length(&dir->removed);
}

/* The length of the common prefix of the path and the directory. */
static size_t common_bytes(const struct directory *dir, struct component path)
{
    struct recomposed_reader reader;
    const unsigned char *run;
    size_t at, common, n;

    if (dir->is_as_it_is)
        return locus_common_bytes(dir->text.text, path.text,
                                  dir->text.len < path.len ? dir->text.len : path.len);
    at = locus_recomposed_length(&dir->removed);
    common = at < path.len ? at : path.len;
    locus_recomposed_read(&reader, &dir->removed);
    while ((n = locus_recomposed_next(&reader, &run)) > 0)
        while (n-- > 0) {
            at--;
            if (at < path.len && path.text[at] != run[n])
                common = at;
        }
    return common;
}

/* The number of segments of the directory after its first `common` bytes. */
static size_t ups(struct directory *dir, size_t common)
{
    struct recomposed_reader reader;
    const unsigned char *run;
    size_t at = directory_length(dir);
    size_t count = 0;
    size_t n;

    if (at == common)
        return 0;
    if (dir->is_as_it_is) {
        dir->removed.count = 0;
        locus_recomposed_add_path(&dir->removed, NULL, 0, dir->text.text + common,
                                  at - common, PIECE_DOTS);
    }
    locus_recomposed_read(&reader, &dir->removed);
    while ((n = locus_recomposed_next(&reader, &run)) > 0) {
        at -= n;
        if (at >= common && locus_recomposed_is_slash(run))
            count++;
    }
    return count;
}

/* Offers a path relative to the base's directory: up to the directory that they have in
   common, and down from there. */
static void offer_relative(struct candidate *best, int *any,
                           const struct relation *r)
{
    const struct component path = r->path;
    struct candidate c;
    struct directory dir;
    size_t common, dir_len, rest;

    begin_directory(&dir, &r->base);
    dir_len = directory_length(&dir);
    common = locus_recomposed_directory(path.text, common_bytes(&dir, path));
    /* If they have none in common, a relative path needs a target without a leading "/"
       and a base without a directory. */
    if (common == 0
        && (dir_len > 0 || locus_recomposed_is_rooted(path.text, path.len)))
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
    } else if (c.ups == 0 && needs_dot(c.text, c.text + rest)) {
        c.prefix = "./";
        c.prefix_len = 2;
    }
    offer(best, any, c);
}

/* Whether the target, from its authority on, is a reference. In schemes that RFC 1738
   does not define ("otherurl") any bytes may follow the ":", as in "x://a@b@c". If no
   grammar of references is built in, this cannot be checked and is assumed. */
static int is_reference(const struct relation *r)
{
    const unsigned char *begin = r->target.authority.text;
    struct locus_url url;
    const int error = locus_parse_reference(&url, (const char *)begin,
                                            (size_t)(r->end - begin),
                                            r->grammar);

    return error == 0 || error == LOCUS_ERROR_GRAMMAR;
}

/* Chooses the shortest reference. Of equally short ones, the one that repeats least of
   the base's location. Returns 0 if there is none. */
static int choose(struct candidate *best, const struct relation *r)
{
    const struct components *base = &r->base;
    const struct components *t = &r->target;
    const int near = locus_same_component(base->scheme, t->scheme, 0)
                     && locus_same_component(base->authority, t->authority, 0);
    const unsigned char *after_path = t->path.text + t->path.len;
    int any = 0;

    if (near && locus_same_component(base->path, t->path, 0)) {
        if (locus_same_component(base->query, t->query, 0))
            offer(best, &any, from(r, after_path + t->query.len));
        else if (t->query.len > 0)
            offer(best, &any, from(r, after_path));
    }
    if (!r->clean)
        return any;
    if (near)
        offer_relative(best, &any, r);
    if (near && locus_recomposed_is_rooted(r->path.text, r->path.len)) {
        struct candidate c = from(r, r->path.text);

        /* "//" would begin an authority. */
        if (r->path.len > 1
            && locus_recomposed_is_rooted(r->path.text + 1, r->path.len - 1)) {
            c.prefix = "/.";
            c.prefix_len = 2;
        }
        offer(best, &any, c);
    }
    if (locus_same_component(base->scheme, t->scheme, 0) && t->authority.len > 0) {
        const struct candidate c = from(r, t->authority.text);

        if ((!any || candidate_length(&c) < candidate_length(best)) && is_reference(r))
            offer(best, &any, c);
    }
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
    if (url_has_trait(base, LOCUS_TRAIT_PARTIAL)
        || url_has_trait(target, LOCUS_TRAIT_TARGET))
        return LOCUS_ERROR_GRAMMAR;
    r.base = locus_decompose(base, base_text);
    r.target = locus_decompose(target, target_text);
    if (r.base.scheme.len == 0)
        return LOCUS_ERROR_BASE;
    if (r.target.scheme.len == 0)
        return LOCUS_ERROR_TARGET;
    r.end = (const unsigned char *)target_text + locus_url_end(target);
    r.grammar = locus_url_grammar(target);
    look_at_path(&r);
    if (!choose(&best, &r))
        return LOCUS_ERROR_TARGET;
    return write_candidate(&best, buf, size, len);
}
