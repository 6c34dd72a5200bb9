/* SPDX-License-Identifier: MIT
 *
 * What a grammar consists of. Everything specific to a grammar is in its file of
 * src/grammars/, which defines its name as GRAMMAR and includes this header, and in a
 * second one if its encoder runs a machine of its own. The first file is compiled once for
 * each of its objects, so that a program links only those that it uses:
 *
 *     -DPARSER -DKERNEL=K     its parser for a kernel: parser.h
 *     -DMATCHER -DKERNEL=K    its matcher for a kernel, which scans use: matcher.h
 *     -DFEEDER -DKERNEL=K     its parser of texts in pieces: feeder.h
 *     -DENCODER               what its components may contain: encoder.h
 *     none of these           struct locus_grammar
 *
 * The first three run the machine of the grammar (grammar/url/): the file runs it if
 * URL_MACHINE is defined. Each of the three headers says what the machine's events
 * (url-events.rl) do, and defines the function: MACHINE(name), MACHINE_BEGIN(name) and
 * MACHINE_END. A file that defines NO_MATCHER has a matcher without a machine: no scan uses
 * it.
 */
#ifndef LOCUS_GRAMMAR_H
#define LOCUS_GRAMMAR_H

#include "common/lists.h"
#include "locus.h"

#define PASTE(a, b) PASTE_2(a, b)
#define PASTE_2(a, b) a##b

/* The number of each grammar, from 1. */
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

/* ------------------------------------------------------------------------
 * The objects of the including file's grammar
 * ------------------------------------------------------------------------ */

#ifdef GRAMMAR

#if defined PARSER || defined FEEDER || (defined MATCHER && !defined NO_MATCHER)
#define URL_MACHINE
#endif

#if defined PARSER
#include "parse/parser.h"
#elif defined MATCHER && defined NO_MATCHER
#include "match/no-matcher.h"
#elif defined MATCHER
#include "match/matcher.h"
#elif defined FEEDER
#include "parse/feeder.h"
#elif defined ENCODER
#include "coding/encoders/encoder.h"
#else

#define GRAMMAR_IS_DEFINED
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
#define OWN_ENCODER_OBJECT(...)
#endif

#endif

#endif
