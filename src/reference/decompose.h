/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_DECOMPOSE_H
#define LOCUS_DECOMPOSE_H

#include "reference/recompose.h"

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

struct components locus_decompose(const struct locus_url *url, const char *text);

/* Without case where `how` is FORM_LOWER. */
int locus_same_component(struct component a, struct component b, unsigned how);

/* Where the last part of a URL ends, and so the URL. */
size_t locus_url_end(const struct locus_url *url);

static inline void add_component(struct form *form, struct component component)
{
    locus_form_add(form, component.text, component.len, 0);
}

/* A path with its dot-segments removed. */
static inline void add_path(struct form *form, struct component dir,
                            struct component path, int has_authority)
{
    locus_form_add_path(form, dir.text, dir.len, path.text, path.len,
                        has_authority ? FORM_DOTS : FORM_DOTS | FORM_GUARD);
}

/* The directory of a base: what a relative path comes after. 5.2.3, merge:
   "/" for an empty path after an authority. */
static inline struct component base_directory(const struct components *base)
{
    static const unsigned char root[1] = { '/' };

    if (base->authority.len > 0 && base->path.len == 0)
        return (struct component){ root, 1 };
    return (struct component){
        base->path.text, locus_form_directory(base->path.text, base->path.len)
    };
}

#endif
