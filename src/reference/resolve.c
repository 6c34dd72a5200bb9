/* SPDX-License-Identifier: MIT
 *
 * Resolves a reference: RFC 3986, section 5.2.
 */
#include "grammars/support/grammar.h"
#include "reference/decompose.h"
#include "reference/reference.h"

/* 5.2.2, transform, and 5.3, recomposition. */
static inline void target(struct recomposed *form, const struct components *base,
                          const struct components *ref)
{
    const struct component none = { ref->path.text, 0 };
    struct component query = ref->query;

    if (ref->scheme.len > 0) {
        add_component(form, ref->scheme);
        add_component(form, ref->authority);
        add_path(form, none, ref->path, ref->authority.len > 0);
    } else if (ref->authority.len > 0) {
        add_component(form, base->scheme);
        add_component(form, ref->authority);
        add_path(form, none, ref->path, 1);
    } else {
        add_component(form, base->scheme);
        add_component(form, base->authority);
        if (ref->path.len == 0) {
            add_component(form, base->path);
            if (query.len == 0)
                query = base->query;
        } else {
            add_path(form,
                     locus_recomposed_is_rooted(ref->path.text, ref->path.len)
                         ? none : base_directory(base),
                     ref->path, base->authority.len > 0);
        }
    }
    add_component(form, query);
    add_component(form, ref->fragment);
}

int locus_resolve(char *buf, size_t size, size_t *len,
                  const struct locus_url *base, const char *base_text,
                  const struct locus_url *ref, const char *ref_text,
                  unsigned flags)
{
    struct components b, r;
    struct recomposed form;        /* large, so it is not cleared */

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
    form.count = 0;
    target(&form, &b, &r);
    return locus_recomposed_write(&form, buf, size, len);
}
