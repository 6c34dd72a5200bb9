/* SPDX-License-Identifier: MIT
 *
 * Resolves a reference: RFC 3986, section 5.2.
 */
#include <string.h>

#include "common/bytes.h"
#include "grammars/support/grammar.h"
#include "reference/decompose.h"
#include "reference/reference.h"

/* The target (5.2.2, transform): what the base gives, then what the reference gives. */
struct target {
    struct component inherited;    /* the beginning of the base's text, up to the path */
    struct component dir;          /* the directory of the base's path, or empty */
    const unsigned char *own;      /* the part of the reference's text that is copied */
    int has_authority;
};

static inline void find_target(struct target *target, const struct components *base,
                               const struct components *ref)
{
    target->inherited = (struct component){ base->scheme.text, 0 };
    target->dir = (struct component){ nothing, 0 };
    target->has_authority = 1;
    if (ref->scheme.len > 0) {
        target->own = ref->scheme.text;
        target->has_authority = ref->authority.len > 0;
        return;
    }
    target->inherited.len = base->scheme.len;
    if (ref->authority.len > 0) {
        target->own = ref->authority.text;
        return;
    }
    target->own = ref->path.text;
    target->inherited.len += base->authority.len;
    target->has_authority = base->authority.len > 0;
    if (ref->path.len == 0) {
        target->inherited.len += base->path.len;
        if (ref->query.len == 0)
            target->inherited.len += base->query.len;
    } else if (!locus_recomposed_is_rooted(ref->path.text, ref->path.len)) {
        target->dir = base_directory(base);
    }
}

/* If all dot-segments are at the beginning of the reference's path, and so only remove
   segments of the directory, removes both (5.2.4). */
static int is_merged(struct target *target, struct component path,
                     const struct recomposed_dots *dots)
{
    size_t dir_len = target->dir.len;
    size_t removed;

    if (dots->first < dir_len || !target->has_authority
        || !locus_recomposed_is_rooted(target->dir.text, dir_len))
        return 0;
    removed = locus_recomposed_merge(target->dir.text, &dir_len, path.text, path.len);
    if (dots->end > target->dir.len + removed)
        return 0;
    target->dir.len = dir_len;
    target->own += removed;
    return 1;
}

static inline char *put(char *to, const unsigned char *text, size_t len)
{
    if (len > 0)
        memcpy(to, text, len);
    return to + len;
}

/* 5.3, recomposition of a target whose path stays as it is. */
static inline int write_target(char *buf, size_t size, size_t *len,
                               const struct target *target, const unsigned char *end)
{
    const size_t own_len = (size_t)(end - target->own);
    struct component inherited = target->inherited;
    struct component dir = target->dir;

    *len = inherited.len + dir.len + own_len;
    if (*len > size)
        return LOCUS_ERROR_SPACE;
    if (dir.text == inherited.text + inherited.len) {
        inherited.len += dir.len;
        dir.len = 0;
    }
    buf = put(buf, inherited.text, inherited.len);
    buf = put(buf, dir.text, dir.len);
    put(buf, target->own, own_len);
    return 0;
}

/* The same where dot-segments are removed from the path, or "/." is added. */
static int write_changed(char *buf, size_t size, size_t *len, const struct target *target,
                         const struct recomposed_piece *path, struct recomposed *form,
                         const unsigned char *end)
{
    const unsigned char *const after_path = path->text + path->len;

    form->count = 0;
    add_component(form, target->inherited);
    locus_recomposed_add(form, target->own, (size_t)(path->text - target->own), 0);
    locus_recomposed_add_piece(form, path);
    locus_recomposed_add(form, after_path, (size_t)(end - after_path), 0);
    return locus_recomposed_write(form, buf, size, len);
}

static int resolve(char *buf, size_t size, size_t *len, const struct components *base,
                   const struct components *ref)
{
    /* A reference's components tile its text. */
    const unsigned char *const end = ref->path.text + ref->path.len + ref->query.len
                                     + ref->fragment.len;
    struct target target;
    struct recomposed form;        /* large, so it is not cleared */

    find_target(&target, base, ref);
    if (ref->path.len > 0) {
        const struct recomposed_piece path = path_piece(target.dir, ref->path,
                                                        target.has_authority);

        locus_find_dots(&form.dots, &path);
        if (!locus_recomposed_stays(&form.dots, path.how)
            && !is_merged(&target, ref->path, &form.dots))
            return write_changed(buf, size, len, &target, &path, &form, end);
    }
    return write_target(buf, size, len, &target, end);
}

int locus_resolve(char *buf, size_t size, size_t *len,
                  const struct locus_url *base, const char *base_text,
                  const struct locus_url *ref, const char *ref_text,
                  unsigned flags)
{
    struct components b, r;

    *len = 0;
    if (flags & ~(unsigned)LOCUS_COMPATIBLE)
        return LOCUS_ERROR_ARGUMENT;
    if (base->error)
        return base->error;
    if (ref->error)
        return ref->error;
    /* Grammars with their own rule for resolution. */
    if (url_has_trait(base, LOCUS_TRAIT_PARTIAL))
        return locus_resolve_partial(buf, size, len, base, base_text,
                             locus_url_end(base), ref_text,
                             locus_url_end(ref));
    b = locus_decompose(base, base_text);
    r = locus_decompose(ref, ref_text);
    if (b.scheme.len == 0)
        return LOCUS_ERROR_BASE;
    if (locus_begins_with_host(ref) || ref->form == LOCUS_FORM_ASTERISK)
        return LOCUS_ERROR_FORM;
    if (flags & LOCUS_COMPATIBLE && locus_same_component(b.scheme, r.scheme, PIECE_LOWER))
        r.scheme.len = 0;
    return resolve(buf, size, len, &b, &r);
}
