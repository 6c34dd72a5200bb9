/* SPDX-License-Identifier: MIT
 *
 * What is known of a grammar, and the list of the grammars. Everything specific to a grammar
 * is in its file of src/grammars/ (grammar-objects.h).
 */
#ifndef LOCUS_GRAMMAR_H
#define LOCUS_GRAMMAR_H

#include "common/lists.h"
#include "kernel/kernel.h"
#include "locus.h"

/* The number of each grammar, from 1. */
enum {
    INDEX_NONE,
#define X(name) INDEX_##name,
    LOCUS_GRAMMARS(X)
#undef X
    INDEX_COUNT
};

/* Traits of a grammar, in addition to those in locus.h. */
enum {
    /* From one place where a URL may end to the next, the grammar may read arbitrarily
       far. A scan waits for at most UNDECIDED bytes (url-start.h). */
    TRAIT_BOUNDED = 1 << 16,
    /* A host may be an IP-literal. */
    TRAIT_IP_LITERALS = 1 << 17,
    /* Schemes that take "//" only in later RFCs do not take it
       (LOCUS_SLASHES_LATER). */
    TRAIT_BARE_SCHEMES = 1 << 18,
    /* In a path, the colon of a drive is percent-encoded. */
    TRAIT_DRIVE_ESCAPED = 1 << 19,
    /* What a part may contain depends on the other parts. */
    TRAIT_PARTS_TOGETHER = 1 << 20,
    /* It accepts everything that grammar/prose/plain.rl accepts. */
    TRAIT_PLAIN = 1 << 21,
    /* Its bytes are those of the grammar web, or more. */
    TRAIT_LENIENT = 1 << 22,
    /* It has no file URLs. */
    TRAIT_NO_FILES = 1 << 23,
    /* It rejects some authorities that RFC 3986 allows, also in references. To check the
       authority of a reference, parse-reference.rl parses "http:" and the reference; so
       "http" is one of its schemes, and all of them have an authority. */
    TRAIT_OWN_AUTHORITY = 1 << 24
};
#define TRAITS_PUBLIC 0xffffu

/* locus_parse() for one grammar and one kernel. */
typedef int locus_parser(struct locus_url *restrict url,
                         const unsigned char *text, size_t len);

struct locus_grammar {
    locus_parser *parse[KERNEL_COUNT];
    const char *name;
    const char *description;
    const char *const *schemes;    /* the only ones, in lower case; NULL: any */
    const struct locus_grammar *in_text; /* the grammar that a scan uses instead; NULL:
                                      this one */
    uint32_t traits;               /* enum locus_trait, and those above */
    uint8_t  scheme_count;
    uint8_t  index;
    uint8_t  is_built_in;
};

/* locus_NAME points to it. */
#define X(name) extern const struct locus_grammar locus_grammar_##name;
LOCUS_GRAMMARS(X)
#undef X

/* The grammar that reads relative references to URLs of `grammar`; and the one that reads
   URLs with the same bytes, but no relative references. Either may be absent from the
   library. */
const struct locus_grammar *locus_reference_grammar(const struct locus_grammar *grammar);
const struct locus_grammar *locus_text_grammar(const struct locus_grammar *grammar);

/* Whether this library contains the grammar's machine. */
static inline int is_built_in(const struct locus_grammar *grammar)
{
    return grammar && grammar->is_built_in;
}

static inline int has_trait(const struct locus_grammar *grammar, unsigned trait)
{
    return grammar && (grammar->traits & trait) != 0;
}

/* The same for the grammar that parsed a URL. */
static inline int url_has_trait(const struct locus_url *url, unsigned trait)
{
    return has_trait(locus_url_grammar(url), trait);
}

#endif
