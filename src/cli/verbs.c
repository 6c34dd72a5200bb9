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

/* An invalid one counts too: its error will be reported. */
static bool is_url(const char *text)
{
    const struct locus_grammar *grammar;
    struct locus_url url;

    if (strstr(text, "://"))
        return true;
    for (size_t g = 0; (grammar = locus_grammar_at(g)) != NULL; g++)
        if (locus_parse(&url, text, strlen(text), grammar) == 0
            && locus_has(&url, LOCUS_SCHEME))
            return true;
    return false;
}

static enum word_kind kind_of(const char *word)
{
    return is_file(word) ? WORD_FILE : is_url(word) ? WORD_URL : WORD_OTHER;
}

void unknown_verb(const char *word)
{
    static const char *const placeholders[] = { [WORD_FILE] = "FILE", [WORD_URL] = "URL" };
    struct suggestion near = { word, strlen(word), NULL, 0 };
    char known[VERB_LIST_SIZE], quoted[QUOTED_SIZE];
    enum word_kind kind;

    for (const struct verb *const *verb = verbs; *verb; verb++)
        suggest(&near, (*verb)->name);
    list_verbs(known);
    if (near.name)
        usage_error(NULL, "unknown verb '%s'; did you mean '%s'? (%s)", word, near.name, known);
    kind = kind_of(word);
    for (const struct verb *const *verb = verbs; *verb; verb++)
        if (kind != WORD_OTHER && (*verb)->word == kind)
            usage_error(NULL, "unknown verb '%s'; %s, use: locus %s %s", word, (*verb)->purpose,
                        (*verb)->name, quote_operand(quoted, word, placeholders[kind]));
    usage_error(NULL, "unknown verb '%s' (%s)", word, known);
}
