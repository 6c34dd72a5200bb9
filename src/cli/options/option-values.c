/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/options/option-values.h"

#include <string.h>

#include "cli/selectors/selector.h"
#include "cli/settings/component.h"

static const struct word colors[] = {
    { "auto", COLOR_AUTO, "default" },
    { "always", COLOR_ALWAYS, NULL },
    { "never", COLOR_NEVER, NULL },
    { NULL, 0, NULL }
};

static const struct word steps[] = {
    { "case", LOCUS_STEP_CASE, NULL },
    { "percent-case", LOCUS_STEP_PERCENT_CASE, NULL },
    { "decode", LOCUS_STEP_DECODE, NULL },
    { "dots", LOCUS_STEP_DOTS, NULL },
    { "port", LOCUS_STEP_PORT, NULL },
    { "path", LOCUS_STEP_PATH, NULL },
    { "ipv6", LOCUS_STEP_IPV6, NULL },
    { "syntax", LOCUS_STEPS_SYNTAX, NULL },
    { "scheme", LOCUS_STEPS_SCHEME, NULL },
    { "default", LOCUS_STEPS, NULL },
    { "all", LOCUS_STEPS_ALL, NULL },
    { "none", 0, NULL },
    { NULL, 0, NULL }
};

static const struct word fields[] = {
    { "target", 1 << OF_TARGET, "default" },
    { "referer", 1 << OF_REFERER, NULL },
    { "agent", 1 << OF_AGENT, NULL },
    { "all", (1 << OF_COUNT) - 1, NULL },
    { NULL, 0, NULL }
};

/* The words that are completed. Other texts are accepted as well. */
static const struct word schemes[] = {
    { "http", 0, NULL },
    { "https", 0, NULL },
    { "ftp", 0, NULL },
    { "mailto:", 0, NULL },
    { "file", 0, NULL },
    { "ws", 0, NULL },
    { "wss", 0, NULL },
    { NULL, 0, NULL }
};

static const struct word inputs[] = {
    { "lines", INPUT_LINES, "default" },
    { "rowbinary", INPUT_ROW_BINARY, NULL },
    { "tsv", INPUT_TSV, NULL },
    { NULL, 0, NULL }
};

/* The texts of --generate. */
static const struct word generated[] = {
    { "man", GENERATED_MAN, NULL },
    { "man-scan", GENERATED_MAN_SCAN, NULL },
    { "man-top", GENERATED_MAN_TOP, NULL },
    { "man-logs", GENERATED_MAN_LOGS, NULL },
    { "complete-bash", GENERATED_BASH, NULL },
    { "complete-zsh", GENERATED_ZSH, NULL },
    { "complete-fish", GENERATED_FISH, NULL },
    { NULL, 0, NULL }
};

static const struct word no_formats[] = {
    { NULL, 0, NULL }
};

static struct word color_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return colors[i];
}

static struct word context_at(const struct verb *verb, size_t i)
{
    const struct locus_context *const context = locus_context_at(i);

    (void)verb;
    if (!context)
        return (struct word){ NULL, 0, NULL };
    return (struct word){ locus_context_name(context), (int)i,
                          context == locus_text ? "default" : NULL };
}

static struct word format_at(const struct verb *verb, size_t i)
{
    return (verb->formats ? verb->formats : no_formats)[i];
}

static struct word input_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return inputs[i];
}

/* The formats of the library, and past the last one "auto". */
static struct word log_at(const struct verb *verb, size_t i)
{
    const struct locus_log_format *const format = locus_log_format_at(i);
    const bool is_last = !format && (i == 0 || locus_log_format_at(i - 1));

    (void)verb;
    return (struct word){ is_last ? "auto" : locus_log_format_name(format), (int)i, NULL };
}

static struct word of_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return fields[i];
}

static struct word scheme_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return schemes[i];
}

static struct word step_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return steps[i];
}

static struct word generated_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return generated[i];
}

/* The grammars of the library, whether or not they are built in, without those that the verb
   cannot use. The default of the verb is marked. */
static struct word grammar_at(const struct verb *verb, size_t i)
{
    const struct locus_grammar *grammar;

    for (int number = 0; (grammar = locus_grammar_at((size_t)number)) != NULL; number++) {
        if (locus_grammar_traits(grammar) & verb->unusable || i-- > 0)
            continue;
        return (struct word){
            locus_grammar_name(grammar), number,
            !locus_has_grammar(grammar) ? "not built in"
            : verb->grammar && *verb->grammar == grammar ? "default" : NULL
        };
    }
    return (struct word){ NULL, 0, NULL };
}

/* The parts that have a name. */
static struct word named_part(size_t i)
{
    for (int part = 0; part < LOCUS_PART_COUNT; part++) {
        const char *const name = locus_part_name((enum locus_part)part);

        if (name && i-- == 0)
            return (struct word){ name, part, NULL };
    }
    return (struct word){ NULL, LOCUS_PART_COUNT, NULL };
}

static struct word part_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return named_part(i);
}

static struct word selected_at(const struct verb *verb, size_t i)
{
    return (struct word){ selector_name_at(i, verb_takes(verb, OPTION_log)), (int)i, NULL };
}

static struct word file_at(const struct verb *verb, size_t i)
{
    (void)verb, (void)i;
    return (struct word){ NULL, 0, NULL };
}

static struct word component_at(const struct verb *verb, size_t i)
{
    int others = LOCUS_ANY;

    (void)verb;
    for (; component_name(others); others++)
        if (i-- == 0)
            return (struct word){ component_name(others), others, NULL };
    return named_part(i);
}

static struct word syntax_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return (struct word){ i < LOCUS_SYNTAX_COUNT ? locus_syntax_name((enum locus_syntax)i) : NULL,
                          (int)i, NULL };
}

const struct option_values assigned_values = { part_at, VALUES_ASSIGNED, false };
const struct option_values color_values = { color_at, VALUES_ONE, true };
const struct option_values component_values = { component_at, VALUES_ONE, false };
const struct option_values context_values = { context_at, VALUES_ONE, true };
const struct option_values file_values = { file_at, VALUES_FILE, false };
const struct option_values format_values = { format_at, VALUES_ONE, true };
const struct option_values grammar_values = { grammar_at, VALUES_ONE, true };
const struct option_values input_values = { input_at, VALUES_ONE, true };
const struct option_values log_values = { log_at, VALUES_ONE, true };
const struct option_values of_values = { of_at, VALUES_ONE, true };
const struct option_values one_selected_values = { selected_at, VALUES_ONE, false };
const struct option_values part_values = { part_at, VALUES_ONE, false };
const struct option_values scheme_values = { scheme_at, VALUES_LIST, false };
const struct option_values selected_values = { selected_at, VALUES_SELECTORS, false };
const struct option_values step_values = { step_at, VALUES_LIST, true };
const struct option_values generated_values = { generated_at, VALUES_ONE, true };
const struct option_values syntax_values = { syntax_at, VALUES_ONE, false };

void add_word(char list[LIST_SIZE], const char *word, const char *end)
{
    if (!word)
        return;
    if (list[0])
        strcat(list, ", ");
    strcat(list, word);
    strcat(list, end);
}

void list_words(char list[LIST_SIZE], const struct verb *verb,
                const struct option_values *values)
{
    struct word word;

    list[0] = '\0';
    for (size_t i = 0; (word = values->at(verb, i)).name; i++) {
        if (values == &grammar_values
            && !locus_has_grammar(locus_grammar_at((size_t)word.value)))
            continue;
        add_word(list, word.name, "");
    }
}

int read_word(const struct verb *verb, const char *what,
              const struct option_values *values, const char *name)
{
    char known[LIST_SIZE];
    struct word word;

    for (size_t i = 0; (word = values->at(verb, i)).name; i++)
        if (strcmp(word.name, name) == 0)
            return word.value;
    list_words(known, verb, values);
    usage_error(verb->name, "unknown %s '%s' (%s)", what, name, known);
}

char *cut_list(char *list)
{
    char *const comma = strchr(list, ',');

    if (!comma)
        return NULL;
    *comma = '\0';
    return comma + 1;
}
