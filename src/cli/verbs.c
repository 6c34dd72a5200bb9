/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/verbs.h"

#include <string.h>

#include "cli/help/suggest.h"

static const struct verb *const verbs[] = {
#define VERB(name) &verb_##name,
#include "cli/verbs.def"
#undef VERB
    NULL
};

/* main.c does what they ask for. */
static const struct option_use uses[] = {
    { .id = OPTION_version },
    { .id = OPTION_generate, .unlisted = true },   /* for make */
    TAKES_HELP
};

const struct verb command = {
    .options = uses,
    .help = overview
};

const struct verb *verb_at(size_t i)
{
    return verbs[i];
}

const struct verb *verb_from_name(const char *name)
{
    for (const struct verb *const *verb = verbs; *verb; verb++)
        if (strcmp((*verb)->name, name) == 0)
            return *verb;
    return NULL;
}

void list_verbs(char list[VERB_LIST_SIZE])
{
    list[0] = '\0';
    for (const struct verb *const *verb = verbs; *verb; verb++) {
        if (verb != verbs)
            strcat(list, ", ");
        strcat(list, (*verb)->name);
    }
}

void unknown_verb(const char *word)
{
    struct suggestion near = { word, strlen(word), NULL, 0 };
    char known[VERB_LIST_SIZE];

    for (const struct verb *const *verb = verbs; *verb; verb++)
        suggest(&near, (*verb)->name);
    list_verbs(known);
    suggest_verb(&near, known);
}
