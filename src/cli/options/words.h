/* SPDX-License-Identifier: MIT */
#ifndef WORDS_H
#define WORDS_H

#include "cli/options/arguments.h"

/*
 * The words that arguments may be: the values that arguments.h declares, and how the
 * readers find the meaning of one.
 */

/* The words for a usage error, without those that are not built in. */
enum { LIST_SIZE = 512 };
void list_words(char list[LIST_SIZE], const struct verb *verb,
                const struct option_values *values);

/* The meaning of `name`, or a usage error that names all the words. */
int read_word(const struct verb *verb, const char *what,
              const struct option_values *values, const char *name);

/* Cuts a list apart at its first comma. Returns what follows it, or NULL. */
char *cut_list(char *list);

#endif
