/* SPDX-License-Identifier: MIT */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "cli/verb.h"

/*
 * What the arguments of options may be: the readers and the values that options.def
 * names (options.h: struct option_row).
 */
#define OPTION(id, letter, name, argument, type, reader, values, times, sentence) \
    void reader(void *member, const struct verb *verb, char *argument_);
#include "cli/options/options.def"
#undef OPTION

extern const struct option_values assigned_values, color_values, component_values,
    context_values, format_values, grammar_values, part_values, scheme_values,
    selected_values, step_values;

/* A usage error if the grammar, named by -g or a default, is not built in. */
void need_grammar(const struct verb *verb, const struct locus_grammar *grammar);

/* A usage error if nothing is built in that reads its references. */
void need_references(const struct verb *verb, const struct locus_grammar *grammar);

/* A usage error if both --get and -o are there. */
void refuse_both(const struct verb *verb, const char *get, enum format format);

#endif
