/* SPDX-License-Identifier: MIT */
#ifndef OPTION_VALUES_H
#define OPTION_VALUES_H

#include "cli/options/arguments.h"

/*
 * The words that arguments may be: the sets that arguments.h declares, and functions with
 * which the readers look up a word.
 */

/* Adds a word and what ends it to a list with commas, unless the word is NULL. */
enum { LIST_SIZE = 512 };
void add_word(char list[LIST_SIZE], const char *word, const char *end);

/* Lists the words for a usage error, except those that are not built in. */
void list_words(char list[LIST_SIZE], const struct verb *verb,
                const struct option_values *values);

/* The meaning of `name`; ends the command with a usage error that lists all words if
   there is none. */
int read_word(const struct verb *verb, const char *what,
              const struct option_values *values, const char *name);

/* Cuts a list at its first comma. Returns the text after it, or NULL. */
char *cut_list(char *list);

#endif
