/* SPDX-License-Identifier: MIT */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "cli/options/verb.h"

/*
 * The readers of option arguments and the sets of possible values, which options.def
 * names (options.h: struct option_row).
 */
#define OPTION(id, letter, name, argument, type, reader, values, times, sentence) \
    void reader(void *member, const struct verb *verb, char *argument_);
#include "cli/options/options.def"
#undef OPTION

extern const struct option_values assigned_values, color_values, component_values,
    context_values, file_values, format_values, generated_values, grammar_values, input_values,
    log_values, of_values, one_selected_values, part_values, scheme_values, selected_values,
    step_values, syntax_values;

/* A usage error if the grammar that -g or a default names is not built in. */
void need_grammar(const struct verb *verb, const struct locus_grammar *grammar);

/* A usage error if no grammar that can parse its references is built in. */
void need_references(const struct verb *verb, const struct locus_grammar *grammar);

/* Reads the argument of --log. Any other text is a usage error. */
struct log_choice read_log_name(const struct verb *verb, const char *argument);

/* The units of a duration in --log json:FIELD=KEY other than seconds, with the ":" before
   each; NULL after the last. */
extern const char *const duration_units[];

/* A usage error if both --get and -o are given. */
void refuse_both(const struct verb *verb, const char *get, enum format format);

#endif
