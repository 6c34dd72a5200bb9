/* SPDX-License-Identifier: MIT
 *
 * locus --generate complete-bash, complete-fish, complete-zsh: the rows of verbs and
 * options in the language of each shell. The rest is in completions/.
 */
#include "cli/cli.h"
#include "cli/generate/generate.h"

#include <stdio.h>
#include <string.h>

#include "cli/options/arguments.h"
#include "cli/output/output.h"
#include "cli/selectors/selector.h"
#include "cli/verbs.h"
#include "common/bytes.h"
#include "locus/log.h"

/* What the shells have in common */

/* Writes the names of log formats within each envelope, each after a space. */
static void write_enveloped(const struct verb *verb)
{
    const struct locus_log_envelope *envelope;
    struct word word;

    for (size_t e = 0; (envelope = locus_log_envelope_at(e)) != NULL; e++)
        for (size_t i = 0; (word = log_values.at(verb, i)).name; i++) {
            out_char(' ');
            out_string(locus_log_envelope_name(envelope));
            out_char('+');
            out_string(word.name);
        }
}

/* Writes the values, separated by spaces and with `end` after each. In the values of
   `escaped`, a "\" is put before a ":". */
static void write_values(const struct verb *verb, const struct option_values *values,
                         const char *end, bool escaped)
{
    struct word word;

    for (size_t i = 0; (word = values->at(verb, i)).name; i++) {
        if (i > 0)
            out_char(' ');
        for (const char *c = word.name; *c; c++) {
            if (escaped && *c == ':')
                out_char('\\');
            out_char(*c);
        }
        out_string(end);
    }
    if (values == &log_values)
        write_enveloped(verb);
}

static void write_verbs(void)
{
    const struct verb *verb;

    for (size_t i = 0; (verb = verb_at(i)) != NULL; i++) {
        if (i > 0)
            out_char(' ');
        out_string(verb->name);
    }
}

/* Writes a text in single quotes: `quote` replaces a single quote in it, and a "\" is put
   before each character of `special`. */
static void write_quoted(const char *text, const char *quote, const char *special)
{
    for (; *text; text++) {
        if (strchr(special, *text))
            out_char('\\');
        if (*text == '\'')
            out_string(quote);
        else
            out_char(*text);
    }
}

/* What an option does. The sentence about --help is about the help. */
static const char *sentence_of(const struct option_use *use)
{
    return use->id == OPTION_help ? "help" : option_sentence(use);
}

/* The possible words for PART=. */
static const struct option_values *parts(void)
{
    return option_row(OPTION_set)->values;
}

/* bash */

static void bash_verbs(const char *argument)
{
    (void)argument;
    out_string("    local verbs='");
    write_verbs();
    out_string("'\n");
}

/* The names of options, separated by spaces. */
static void bash_names(const struct option_use *uses)
{
    for (const struct option_use *use = uses; use->id != OPTION_COUNT; use++) {
        const struct option_row *const row = option_row(use->id);

        if (use->unlisted)
            continue;
        out_string(use == uses ? "--" : " --");
        out_string(row->name);
        if (row->letter) {
            out_string(" -");
            out_char(row->letter);
        }
    }
}

static void bash_command(const char *argument)
{
    (void)argument;
    out_string("    local options='");
    bash_names(command.options);
    out_string("'\n");
}

/* "--grammar | -g)" */
static void bash_pattern(const struct option_row *row)
{
    out_string("                --");
    out_string(row->name);
    if (row->letter) {
        out_string(" | -");
        out_char(row->letter);
    }
    out_char(')');
}

static void bash_argument(const struct verb *verb, const struct option_row *row)
{
    static const char *const functions[] = {
        [VALUES_ONE] = " _locus_words '",
        [VALUES_LIST] = " _locus_list '",
        [VALUES_SELECTORS] = " _locus_selectors '",
        [VALUES_ASSIGNED] = " _locus_assigned '"
    };

    bash_pattern(row);
    if (row->values && row->values->kind == VALUES_FILE) {
        out_string(" _locus_files;");
    } else if (row->values) {
        out_string(functions[row->values->kind]);
        write_values(verb, row->values, "", false);
        out_string("';");
    }
    out_string(" return ;;\n");
}

/* What may follow ":" in a selector. */
static void bash_views(const char *argument)
{
    const char *view;

    (void)argument;
    out_string("    local views='");
    for (size_t i = 0; (view = selector_view_at(i)) != NULL; i++) {
        if (i > 0)
            out_char(' ');
        out_string(view);
    }
    out_string("'\n");
}

static void bash_options_of(const struct verb *verb)
{
    out_string("        ");
    out_string(verb->name);
    out_string(")\n            options='");
    bash_names(verb->options);
    out_string("'\n            case $prev in\n");
    for (const struct option_use *use = verb->options; use->id != OPTION_COUNT;
         use++)
        if (option_row(use->id)->argument)
            bash_argument(verb, option_row(use->id));
    out_string("            esac ;;\n");
}

static void bash_options(const char *argument)
{
    const struct verb *verb;

    (void)argument;
    for (size_t i = 0; (verb = verb_at(i)) != NULL; i++)
        bash_options_of(verb);
}

static void bash_operands(const char *argument)
{
    const struct verb *verb;

    (void)argument;
    for (size_t i = 0; (verb = verb_at(i)) != NULL; i++) {
        if (verb->operand == OPERAND_TEXT)
            continue;
        out_string("        ");
        out_string(verb->name);
        switch (verb->operand) {
        case OPERAND_FILE:
            out_string(") _locus_files ;;\n");
            break;
        case OPERAND_PART:
            out_string(") _locus_assigned '");
            write_values(verb, parts(), "", false);
            out_string("' ;;\n");
            break;
        case OPERAND_VERB:
            out_string(") _locus_words \"$verbs\" ;;\n");
            break;
        case OPERAND_TEXT:
            break;
        }
    }
}

static const struct directive bash_directives[] = {
    { "command", bash_command },
    { "verbs", bash_verbs },
    { "views", bash_views },
    { "options", bash_options },
    { "operands", bash_operands },
    { NULL, NULL }
};

const struct generator generate_bash = {
    "#@", template_bash, bash_directives
};

/* fish */

/* " -d 'Sentence'" */
static void fish_description(const char *text)
{
    const char first[2] = { (char)ascii_upper((unsigned char)text[0]), '\0' };

    out_string(" -d '");
    write_quoted(first, "\\'", "\\");
    write_quoted(text + 1, "\\'", "\\");
    out_string("'\n");
}

/* The options in place of a verb. All verbs take --help, too. */
static void fish_command(const char *argument)
{
    (void)argument;
    for (const struct option_use *use = command.options; use->id != OPTION_COUNT; use++) {
        const struct option_row *const row = option_row(use->id);

        if (use->unlisted)
            continue;
        out_string("complete -c locus");
        if (use->id != OPTION_help)
            out_string(" -n __locus_verb");
        out_string(" -s ");
        out_char(row->letter);
        out_string(" -l ");
        out_string(row->name);
        fish_description(sentence_of(use));
    }
}

static void fish_verbs(const char *argument)
{
    const struct verb *verb;

    (void)argument;
    for (size_t i = 0; (verb = verb_at(i)) != NULL; i++) {
        out_string("complete -c locus -n __locus_verb -a ");
        out_string(verb->name);
        fish_description(verb->summary);
    }
}

static void fish_argument(const struct verb *verb, const struct option_row *row)
{
    if (!row->values) {
        out_string(" -x");
        return;
    }
    switch (row->values->kind) {
    case VALUES_ONE:
        out_string(" -xa '");
        write_values(verb, row->values, "", false);
        out_char('\'');
        break;
    case VALUES_LIST:
    case VALUES_SELECTORS:
        out_string(" -xa \"(__fish_complete_list , 'printf %s\\\\\\\\n ");
        write_values(verb, row->values, "", false);
        out_string("')\"");
        break;
    case VALUES_ASSIGNED:
        out_string(" -xa '");
        write_values(verb, row->values, "=", false);
        out_char('\'');
        break;
    case VALUES_FILE:
        out_string(" -rF");
        break;
    }
}

static void fish_options_of(const struct verb *verb)
{
    for (const struct option_use *use = verb->options; use->id != OPTION_help;
         use++) {
        const struct option_row *const row = option_row(use->id);

        out_string("__locus_option ");
        out_string(verb->name);
        if (row->letter) {
            out_string(" -s ");
            out_char(row->letter);
        }
        out_string(" -l ");
        out_string(row->name);
        if (row->argument)
            fish_argument(verb, row);
        fish_description(sentence_of(use));
    }
}

static void fish_options(const char *argument)
{
    const struct verb *verb;

    (void)argument;
    for (size_t i = 0; (verb = verb_at(i)) != NULL; i++) {
        out_char('\n');
        fish_options_of(verb);
    }
}

static void fish_operands(const char *argument)
{
    const struct verb *verb;

    (void)argument;
    out_char('\n');
    for (size_t i = 0; (verb = verb_at(i)) != NULL; i++) {
        if (verb->operand == OPERAND_TEXT)
            continue;
        out_string("__locus_option ");
        out_string(verb->name);
        switch (verb->operand) {
        case OPERAND_FILE:
            out_string(" -F\n");
            break;
        case OPERAND_PART:
            out_string(" -a '");
            write_values(verb, parts(), "=", false);
            out_string("' -d Part\n");
            break;
        case OPERAND_VERB:
            out_string(" -a '");
            write_verbs();
            out_string("'\n");
            break;
        case OPERAND_TEXT:
            break;
        }
    }
}

static const struct directive fish_directives[] = {
    { "command", fish_command },
    { "verbs", fish_verbs },
    { "options", fish_options },
    { "operands", fish_operands },
    { NULL, NULL }
};

const struct generator generate_fish = {
    "#@", template_fish, fish_directives
};

/* zsh */

/* In single quotes. */
static void zsh_text(const char *text)
{
    write_quoted(text, "'\\''", "\\[]:");
}

/* An option with which nothing else is read. */
static void zsh_option_alone(const struct option_use *use, const char *end)
{
    const struct option_row *const row = option_row(use->id);

    out_string("    '(- : *)'{-");
    out_char(row->letter);
    out_string(",--");
    out_string(row->name);
    out_string("}'[");
    zsh_text(sentence_of(use));
    out_string("]'");
    out_string(end);
}

static void zsh_command(const char *argument)
{
    (void)argument;
    for (const struct option_use *use = command.options; use->id != OPTION_COUNT; use++)
        if (!use->unlisted)
            zsh_option_alone(use, " \\\n");
}

static void zsh_verbs(const char *argument)
{
    const struct verb *verb;

    (void)argument;
    for (size_t i = 0; (verb = verb_at(i)) != NULL; i++) {
        out_string("    '");
        out_string(verb->name);
        out_char(':');
        zsh_text(verb->summary);
        out_string("'\n");
    }
}

/* ":message:action" */
static void zsh_argument(const struct verb *verb, const struct option_row *row)
{
    out_char(':');
    zsh_text(row->argument);
    out_char(':');
    if (!row->values)
        return;
    switch (row->values->kind) {
    case VALUES_ONE:
        out_char('(');
        write_values(verb, row->values, "", true);
        out_char(')');
        break;
    case VALUES_LIST:
    case VALUES_SELECTORS:
        out_string("_values -s , ");
        out_string(row->name);
        out_char(' ');
        write_values(verb, row->values, "", true);
        break;
    case VALUES_ASSIGNED:
        out_string("compadd -S = -- ");
        write_values(verb, row->values, "", true);
        break;
    case VALUES_FILE:
        out_string("_files");
        break;
    }
}

static void zsh_option(const struct verb *verb, const struct option_use *use)
{
    const struct option_row *const row = option_row(use->id);
    const char *const letter_end = row->argument ? "+" : "";
    const char *const name_end = row->argument ? "=" : "";
    char names[80];

    if (row->letter)
        snprintf(names, sizeof names, "%s{-%c%s,--%s%s}'",
                 row->repeats ? "*'" : "", row->letter, letter_end, row->name, name_end);
    else
        snprintf(names, sizeof names, "%s--%s%s", row->repeats ? "*" : "", row->name,
                 name_end);
    out_string("        '");
    if (row->letter && !row->repeats) {
        /* Each excludes the other. */
        out_string("(-");
        out_char(row->letter);
        out_string(" --");
        out_string(row->name);
        out_string(")'");
    }
    out_string(names);
    out_char('[');
    zsh_text(sentence_of(use));
    out_char(']');
    if (row->argument)
        zsh_argument(verb, row);
    out_string("'\n");
}

static void zsh_operands(const struct verb *verb)
{
    switch (verb->operand) {
    case OPERAND_TEXT:
        break;
    case OPERAND_FILE:
        out_string("        '*:file:_files'\n");
        break;
    case OPERAND_PART:
        out_string("        '*:part=value:compadd -S = -- ");
        write_values(verb, parts(), "", false);
        out_string("'\n");
        break;
    case OPERAND_VERB:
        out_string("        '1:verb:(");
        write_verbs();
        out_string(")'\n");
        break;
    }
}

static void zsh_options(const char *argument)
{
    const struct verb *verb;

    (void)argument;
    for (size_t i = 0; (verb = verb_at(i)) != NULL; i++) {
        out_string("    ");
        out_string(verb->name);
        out_string(")\n      args=(\n");
        const struct option_use *use = verb->options;

        for (; use->id != OPTION_help; use++)
            zsh_option(verb, use);
        out_string("    ");
        zsh_option_alone(use, "\n");
        zsh_operands(verb);
        out_string("      ) ;;\n");
    }
}

static const struct directive zsh_directives[] = {
    { "command", zsh_command },
    { "verbs", zsh_verbs },
    { "options", zsh_options },
    { NULL, NULL }
};

const struct generator generate_zsh = {
    "#@", template_zsh, zsh_directives
};
