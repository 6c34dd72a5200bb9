/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_DECOMPOSE_H
#define LOCUS_DECOMPOSE_H

#include "grammars/support/grammar.h"
#include "kernel/kernel.h"
#include "reference/recompose.h"

struct component {
    const unsigned char *text;
    size_t len;
};

/* A URL's components. Each includes its delimiters, so that they tile the text:
   "http:", "//a:8", "/b/c", "?d", "#e". So an empty component is absent, unless it is
   the path. */
struct components {
    struct component scheme;
    struct component authority;
    struct component path;
    struct component query;
    struct component fragment;
};

struct components locus_decompose(const struct locus_url *url, const char *text);

/* Whether two components are equal; ignoring case if `how` is PIECE_LOWER. */
int locus_same_component(struct component a, struct component b, unsigned how);

/* How many bytes at the beginning of two texts of `n` bytes are equal: for each kernel, and
   with the kernel in use. */
typedef size_t locus_bytes_comparer(const unsigned char *a, const unsigned char *b, size_t n);

#define DECLARE_COMMON_BYTES(kernel, needs) \
    locus_bytes_comparer KERNEL_PASTE(common_bytes, kernel);
LOCUS_KERNELS(DECLARE_COMMON_BYTES)

#define NAME_COMMON_BYTES(kernel, needs) \
    [KERNEL_##kernel] = KERNEL_PASTE(common_bytes, kernel),
static inline size_t locus_common_bytes(const unsigned char *a, const unsigned char *b,
                                        size_t n)
{
    static locus_bytes_comparer *const comparers[KERNEL_COUNT] = {
        LOCUS_KERNELS(NAME_COMMON_BYTES)
    };

    return comparers[locus_kernel_in_use()](a, b, n);
}

/* Whether the URL has a host without "//" before it: an authority, or the authority-form of
   a request target. */
static inline int begins_with_host(const struct locus_url *url,
                                   const struct locus_grammar *grammar)
{
    return locus_has(url, LOCUS_HOST)
        && (url->form == LOCUS_FORM_AUTHORITY || has_trait(grammar, LOCUS_TRAIT_AUTHORITY));
}

static inline int locus_begins_with_host(const struct locus_url *url)
{
    return begins_with_host(url, locus_url_grammar(url));
}

/* The end of a URL: where its last part ends. */
size_t locus_url_end(const struct locus_url *url);

static inline void add_component(struct recomposed *form, struct component component)
{
    locus_recomposed_add(form, component.text, component.len, 0);
}

/* A path whose dot-segments are removed. */
static inline struct recomposed_piece path_piece(struct component dir, struct component path,
                                                 int has_authority)
{
    return (struct recomposed_piece){
        dir.text, dir.len, path.text, path.len,
        PIECE_DOTS | PIECE_TOGETHER | (has_authority ? 0u : (unsigned)PIECE_GUARD)
    };
}

/* The directory of a base, to which a relative path is appended (RFC 3986, section
   5.2.3): "/" for an empty path after an authority. */
static inline struct component base_directory(const struct components *base)
{
    static const unsigned char root[1] = { '/' };

    if (base->authority.len > 0 && base->path.len == 0)
        return (struct component){ root, 1 };
    return (struct component){
        base->path.text, locus_recomposed_directory(base->path.text, base->path.len)
    };
}

#endif
