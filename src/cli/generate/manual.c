/* SPDX-License-Identifier: MIT
 *
 * locus --generate man, man-scan, man-top, man-logs: SYNOPSIS and OPTIONS in mdoc(7),
 * generated from the rows. The rest is in doc/. What doc/locus.1.in says about an option is
 * also written into the pages of the verbs that take it.
 */
#include "cli/cli.h"
#include "cli/generate/generate.h"

#include <stdio.h>
#include <string.h>

#include "cli/options/arguments.h"
#include "cli/output/output.h"
#include "cli/verbs.h"
#include "common/bytes.h"
#include "locus/log.h"

#define MARK ".\\\"@"

/* Writes a line of text, in which nothing is interpreted as a request. */
static void write_text(const char *text)
{
    if (*text == '.' || *text == '\'')
        out_string("\\&");
    out_char((char)ascii_upper((unsigned char)*text));
    for (text++; *text; text++) {
        if (*text == '\\')
            out_string("\\e");
        else
            out_char(*text);
    }
    out_string(".\n");
}

/* Arguments */

/* Writes the name of an argument, in lower case unless it is "URL". */
static void write_name(const char *name, size_t len)
{
    const bool url = len == 3 && memcmp(name, "URL", 3) == 0;

    out_string("Ar ");
    for (size_t i = 0; i < len; i++)
        out_char(url ? name[i] : (char)ascii_lower((unsigned char)name[i]));
}

/* Writes "NAME" or "PART=VALUE". */
static void write_argument(const char *argument, size_t len)
{
    const char *const equals = memchr(argument, '=', len);

    if (!equals) {
        write_name(argument, len);
        return;
    }
    write_name(argument, (size_t)(equals - argument));
    out_string(" Ns = Ns ");
    write_name(equals + 1, len - (size_t)(equals + 1 - argument));
}

/* Writes a line for each word of "BASE [REFERENCE...]". */
static void write_operands(const char *operands)
{
    static const char dots[] = "...";

    while (operands && *operands) {
        const bool optional = *operands == '[';
        const size_t word = strcspn(operands, " ");
        const char *const name = operands + optional;
        size_t len = word - 2 * (size_t)optional;
        const bool many = len > 3 && memcmp(name + len - 3, dots, 3) == 0;

        if (many)
            len -= 3;
        out_string(optional ? ".Op " : ".");
        write_argument(name, len);
        out_string(many ? " ...\n" : "\n");
        operands += word + (operands[word] == ' ');
    }
}

/* Writes "Fl g Ar name", or the same with the long name. */
static void write_flag(const struct option_row *row, bool by_name)
{
    out_string("Fl ");
    if (by_name) {
        out_char('-');
        out_string(row->name);
    } else {
        out_char(row->letter);
    }
    if (row->argument) {
        out_char(' ');
        write_argument(row->argument, strlen(row->argument));
    }
}

/* SYNOPSIS */

/* Writes the letters of options without arguments, together. */
static void write_letters(const struct verb *verb)
{
    out_string(".Op Fl ");
    for (const struct option_use *use = verb->options; use->id != OPTION_COUNT;
         use++) {
        const struct option_row *const row = option_row(use->id);

        if (row->letter && !row->argument)
            out_char(row->letter);
    }
    out_char('\n');
}

static void write_synopsis_of(const struct verb *verb)
{
    out_string(".Nm locus\n.Cm ");
    out_string(verb->name);
    out_char('\n');
    write_letters(verb);
    for (const struct option_use *use = verb->options; use->id != OPTION_COUNT;
         use++) {
        const struct option_row *const row = option_row(use->id);

        if (row->letter && !row->argument)
            continue;
        out_string(use->required ? "." : ".Op ");
        write_flag(row, !row->letter);
        out_char('\n');
    }
    write_operands(verb->operands);
}

/* Writes the synopsis of the options that take the place of a verb. */
static void write_command(const char *argument)
{
    (void)argument;
    for (const struct option_use *use = command.options; use->id != OPTION_COUNT; use++) {
        const struct option_row *const row = option_row(use->id);

        out_string(".Nm\n.");
        if (row->letter) {
            write_flag(row, false);
            out_string(" | ");
        }
        write_flag(row, true);
        out_char('\n');
    }
}

/* Writes the synopsis of one verb, or of all. */
static void write_synopsis(const char *name)
{
    const struct verb *verb;

    for (size_t i = 0; (verb = verb_at(i)) != NULL; i++)
        if (!*name || strcmp(verb->name, name) == 0)
            write_synopsis_of(verb);
}

/* OPTIONS */

/* The words between two verbs, in the line of a macro. */
static void write_separator(bool first)
{
    out_string(first ? " " : " , ");
}

/* Writes which verbs take the option; nothing if all do. */
static void write_takers(enum option_id id)
{
    const struct verb *verb;
    bool first = true;

    if (id == OPTION_help)
        return;
    if (verb_takes(&command, id)) {
        out_string(".Pq without a verb\n");
        return;
    }
    out_string(".Pq Cm");
    for (size_t i = 0; (verb = verb_at(i)) != NULL; i++)
        if (verb_takes(verb, id)) {
            write_separator(first);
            out_string(verb->name);
            first = false;
        }
    out_char('\n');
}

/* Writes the values that the option has for the verb: a sentence that begins with
   `before`. */
static void write_values(const char *before, const struct verb *verb,
                         const struct option_values *values)
{
    struct word word;

    out_string(before);
    out_string(".Cm");
    for (size_t i = 0; (word = values->at(verb, i)).name; i++) {
        const bool last = !values->at(verb, i + 1).name;

        if (i > 0 && last)
            out_string("\nand\n.Cm ");
        else
            write_separator(i == 0);
        out_string(word.name);
    }
    out_string(" .\n");
}

/* Writes the formats of each verb, because they differ. Verbs with the same formats are listed
   together. */
static void write_all_formats(void)
{
    const struct verb *verb, *other;

    for (size_t i = 0; (verb = verb_at(i)) != NULL; i++) {
        bool first = true;

        for (size_t j = 0; j < i && first; j++)
            first = verb_at(j)->formats != verb->formats;
        if (!verb->formats || !first)
            continue;
        for (size_t j = i; (other = verb_at(j)) != NULL; j++)
            if (other->formats == verb->formats) {
                out_string(first ? ".Cm " : " , ");
                out_string(other->name);
                first = false;
            }
        out_string(" :\n");
        write_values("", verb, option_row(OPTION_output)->values);
    }
}

/* Writes the option, in the page of a verb or, for NULL, in that of all. */
static void write_row(enum option_id id, const struct verb *verb)
{
    const struct option_row *const row = option_row(id);

    out_string(".It ");
    if (row->letter) {
        write_flag(row, false);
        out_string(" , ");
    }
    write_flag(row, true);
    out_char('\n');
    if (!verb)
        write_takers(id);
    write_text(row->sentence);
    if (id == OPTION_output && !verb) {
        write_all_formats();
    } else if (row->values && row->values->in_help) {
        write_values(row->values->kind == VALUES_LIST ? "A comma-separated list of\n"
                                                      : "One of\n",
                     verb ? verb : verb_at(0), row->values);
    }
    if (row->repeats)
        out_string("This option may be given more than once.\n");
}

/* The text after the mark and the name of the directive; NULL if the line has another one
   or none. */
static const char *argument_of(const char *line, const char *directive)
{
    const size_t mark = sizeof MARK - 1;
    const size_t len = strlen(directive);

    if (strncmp(line, MARK, mark) != 0 || strncmp(line + mark, directive, len) != 0
        || (line[mark + len] != '\0' && line[mark + len] != ' '))
        return NULL;
    return line + mark + len + (line[mark + len] == ' ');
}

static enum option_id option_named(const char *name)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (strcmp(option_row((enum option_id)id)->name, name) == 0)
            return (enum option_id)id;
    die("doc/locus.1.in: unknown option '%s'", name);
}

/* Writes the option of that name. The text of the template about it follows. */
static void write_option(const char *name)
{
    write_row(option_named(name), NULL);
}

static bool is_named(enum option_id id)
{
    for (const char *const *line = template_locus_1; *line; line++) {
        const char *const name = argument_of(*line, "option");

        if (name && option_named(name) == id)
            return true;
    }
    return false;
}

/* Writes the options that the template does not name. */
static void write_others_of(const struct verb *verb)
{
    for (int id = 0; id < OPTION_COUNT; id++)
        if (!is_named((enum option_id)id) && (!verb || verb_takes(verb, (enum option_id)id)))
            write_row((enum option_id)id, verb);
}

static void write_others(const char *argument)
{
    (void)argument;
    write_others_of(NULL);
}

/* A list of options. */
static void write_group(const char *title)
{
    out_string(".Pp\n");
    out_string(title);
    out_string("\n.Bl -tag -width Ds\n");
}

static void write_group_end(const char *argument)
{
    (void)argument;
    out_string(".El\n");
}

/* Writes a line of doc/locus.1.in into another page, which does not have its sections. */
static void write_elsewhere(const char *line, const char *previous)
{
    static const char reference[] = ".Sx ", page[] = ".Xr locus";

    if (strcmp(line, ".Nm") == 0)
        line = ".Nm locus";
    if (strncmp(line, reference, sizeof reference - 1) == 0
        && strncmp(previous, page, sizeof page - 1) != 0)
        out_string(".Xr locus 1 ,\n");
    out_string(line);
    out_char('\n');
}

/* Whether the line refers to the page of the verb. */
static bool refers_to(const char *line, const char *verb)
{
    static const char page[] = ".Xr locus-";
    const size_t len = strlen(verb);

    return strncmp(line, page, sizeof page - 1) == 0
        && strncmp(line + sizeof page - 1, verb, len) == 0
        && line[sizeof page - 1 + len] == ' ';
}

/* Writes the options that the verb takes, with what doc/locus.1.in says of them. */
static void write_options_of(const char *name)
{
    const struct verb *const verb = verb_from_name(name);
    const char *title = NULL, *argument, *previous = "";
    bool is_open = false, is_taken = false;

    for (const char *const *line = template_locus_1; *line; previous = *line++) {
        if ((argument = argument_of(*line, "group")) != NULL) {
            title = argument;
        } else if ((argument = argument_of(*line, "option")) != NULL) {
            is_taken = verb_takes(verb, option_named(argument));
            if (!is_taken)
                continue;
            if (!is_open)
                write_group(title);
            is_open = true;
            write_row(option_named(argument), verb);
        } else if (argument_of(*line, "options")) {
            is_taken = false;
            write_others_of(verb);
        } else if (argument_of(*line, "end")) {
            if (is_open)
                write_group_end("");
            is_open = is_taken = false;
        } else if (is_taken && !refers_to(*line, name)) {
            write_elsewhere(*line, previous);
        }
    }
}

/* Writes the fields that only one log format has. */
static void write_log_fields(const char *argument)
{
    const struct locus_log_format *format;

    (void)argument;
    for (size_t i = 0; (format = locus_log_format_at(i)) != NULL; i++) {
        bool first = true;

        out_string(".It Cm ");
        out_string(locus_log_format_name(format));
        for (int field = LOCUS_LOG_OWN; field < LOCUS_LOG_ENVELOPE; field++) {
            const char *const name = locus_log_field_name(format, field);

            if (!name)
                continue;
            out_string(first ? "\n.Cm " : " ,\n.Cm ");
            out_string(name);
            first = false;
        }
        out_string("\n");
    }
}

/* Writes the fields of --log json for durations that are not in seconds. */
static void write_durations(const char *argument)
{
    const char *const duration = locus_log_field_name(locus_log_json, LOCUS_LOG_DURATION);

    (void)argument;
    for (size_t i = 0; duration_units[i]; i++) {
        const bool last = !duration_units[i + 1];

        out_string(i == 0 ? ".Cm " : last ? "\nor\n.Cm " : " , ");
        out_string(duration);
        out_string(duration_units[i]);
    }
    out_char('\n');
}

static const struct directive directives[] = {
    { "synopsis", write_synopsis },
    { "command", write_command },
    { "group", write_group },
    { "option", write_option },
    { "options", write_others },
    { "log-fields", write_log_fields },
    { "durations", write_durations },
    { "end", write_group_end },
    { "options-of", write_options_of },
    { NULL, NULL }
};

const struct generator generate_man = {
    MARK, template_locus_1, directives
};
const struct generator generate_man_scan = {
    MARK, template_locus_scan_1, directives
};
const struct generator generate_man_top = {
    MARK, template_locus_top_1, directives
};
const struct generator generate_man_logs = {
    MARK, template_locus_logs_7, directives
};
