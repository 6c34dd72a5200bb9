/* SPDX-License-Identifier: MIT
 *
 * The objects of a grammar. Everything specific to a grammar is in its file of
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
#ifndef LOCUS_GRAMMAR_OBJECTS_H
#define LOCUS_GRAMMAR_OBJECTS_H

#include "grammars/support/grammar.h"

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
