/* SPDX-License-Identifier: MIT
 *
 * What a grammar is made of. All that is particular to one stands in one file of
 * grammars/, which defines its name as GRAMMAR, includes this and is compiled once for
 * each of its objects, so that a program links those alone that it uses:
 *
 *     -DPARSER -DKERNEL=K     its parser for a kernel: parser.h
 *     -DMATCHER -DKERNEL=K    its matcher for a kernel, of which a scan is made:
 *                             matcher.h
 *     -DFEEDER -DKERNEL=K     its parser of texts in pieces: feeder.h
 *     -DENCODER               what its components may hold: encoder.h
 *     nothing of these        struct locus_grammar
 *
 * The first three have a machine: the file includes it where URL_MACHINE is defined.
 */
#ifndef LOCUS_GRAMMAR_H
#define LOCUS_GRAMMAR_H

#include "common/lists.h"
#include "locus.h"

#define PASTE(a, b) PASTE_2(a, b)
#define PASTE_2(a, b) a##b

/* The number of each grammar, from 1 on. */
enum {
    INDEX_NONE,
#define X(name) INDEX_##name,
    LOCUS_GRAMMARS(X)
#undef X
    INDEX_COUNT
};

/* The number of each kernel. */
enum {
#define X(name, needs) KERNEL_##name,
    LOCUS_KERNELS(X)
#undef X
    KERNEL_COUNT
};

/* What is true of a grammar besides what stands in locus.h. */
enum {
    /* A URL may be undecided for as long as it is: a scan waits for no more than
       UNDECIDED bytes (url-start.h). */
    TRAIT_BOUNDED = 1 << 16,
    /* A host may be an IP-literal. */
    TRAIT_IP_LITERALS = 1 << 17,
    /* Schemes to which later RFCs gave a "//" have none (LOCUS_SLASHES_LATER). */
    TRAIT_BARE_SCHEMES = 1 << 18,
    /* The colon of a drive is escaped in a path. */
    TRAIT_DRIVE_ESCAPED = 1 << 19,
    /* What a part may hold depends on the others. */
    TRAIT_PARTS_TOGETHER = 1 << 20,
    /* It accepts what grammar/prose/plain.rl does. */
    TRAIT_PLAIN = 1 << 21
};
#define TRAITS_PUBLIC 0xffffu

/* locus_parse() of one grammar, by one kernel. */
typedef int locus_parser(struct locus_url *restrict url,
                         const unsigned char *text, size_t len);

struct locus_grammar {
    locus_parser *parse[KERNEL_COUNT];
    const char *name;
    const char *description;
    uint32_t traits;               /* of enum locus_trait and those above */
    uint8_t  index;
    uint8_t  is_built_in;
};

/* locus_NAME points to it. */
#define X(name) extern const struct locus_grammar locus_grammar_##name;
LOCUS_GRAMMARS(X)
#undef X

/* Whether the machine of a grammar is in this library. */
static inline int is_built_in(const struct locus_grammar *grammar)
{
    return grammar && grammar->is_built_in;
}

static inline int has_trait(const struct locus_grammar *grammar, unsigned trait)
{
    return grammar && (grammar->traits & trait) != 0;
}

/* The same of the grammar that took a URL apart. */
static inline int url_has_trait(const struct locus_url *url, unsigned trait)
{
    return has_trait(locus_url_grammar(url), trait);
}

/* ------------------------------------------------------------------------
 * The objects of the grammar that the including file is about
 * ------------------------------------------------------------------------ */

#ifdef GRAMMAR

#if defined PARSER || defined MATCHER || defined FEEDER
#define URL_MACHINE
#endif

#if defined PARSER
#include "parse/parser.h"
#elif defined MATCHER
#include "scan/matcher.h"
#elif defined FEEDER
#include "parse/feeder.h"
#elif defined ENCODER
#include "coding/encoder.h"
#else

/* GRAMMAR_OBJECT(.name = …, .description = …, .traits = …) */
#define PARSER_NAME(kernel) PASTE(PASTE(locus_parse_, GRAMMAR), _##kernel)
#define DECLARE_PARSER(kernel, needs) locus_parser PARSER_NAME(kernel);
#define NAME_PARSER(kernel, needs) [KERNEL_##kernel] = PARSER_NAME(kernel),
#define GRAMMAR_OBJECT(...) \
    LOCUS_KERNELS(DECLARE_PARSER) \
    const struct locus_grammar PASTE(locus_grammar_, GRAMMAR) = { \
        .parse = { LOCUS_KERNELS(NAME_PARSER) }, \
        .index = PASTE(INDEX_, GRAMMAR), .is_built_in = 1, __VA_ARGS__ \
    }; \
    const struct locus_grammar *const PASTE(locus_, GRAMMAR) = \
        &PASTE(locus_grammar_, GRAMMAR);
#endif

#ifndef GRAMMAR_OBJECT
#define GRAMMAR_OBJECT(...)
#endif
#ifndef ENCODER_OBJECT
#define ENCODER_OBJECT(...)
#endif

#endif

#endif
