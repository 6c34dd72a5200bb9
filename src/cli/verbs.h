/* SPDX-License-Identifier: MIT */
#ifndef VERBS_H
#define VERBS_H

#include "cli/options/verb.h"

/*
 * The verbs: verbs.def.
 */
#define VERB(name) extern const struct verb verb_##name;
#include "cli/verbs.def"
#undef VERB

/* What takes the options in place of a verb. Its help is the overview. */
extern const struct verb command;

/* Verb number `i`; NULL after the last one. */
const struct verb *verb_at(size_t i);

/* NULL if there is none of that name. */
const struct verb *verb_from_name(const char *name);

/* The names of all verbs, separated by commas. */
enum {
    VERB_LIST_SIZE = 0
#define VERB(name) + sizeof(#name ", ")
#include "cli/verbs.def"
#undef VERB
};
void list_verbs(char list[VERB_LIST_SIZE]);

/* Ends the command: the word is not a verb. The message suggests what may have been
   meant: a verb, a URL or a file. */
_Noreturn void unknown_verb(const char *word);

/* Writes the verbs, and the options in place of one. */
void overview(void);

#endif
