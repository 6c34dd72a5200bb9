/* SPDX-License-Identifier: MIT
 *
 * The help of a verb, generated from its row (verb.h). It fits on a screen of 24 lines and
 * 80 columns, or on two if its options do not fit on one: if there is not enough room, blank
 * lines, all examples except the first, and --help are left out.
 */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "cli/options/verb.h"
#include "cli/output/output.h"
#include "cli/settings/component.h"

enum {
    COLUMNS = 80,
    OPTION_COLUMN = 25,           /* the column of the sentences */
    SUMMARY_COLUMN = 37
};

static void pad(size_t from, size_t to)
{
    do
        out_char(' ');
    while (++from < to);
}

/* Options */

/* Text that is wrapped at COLUMNS. */
struct paragraph {
    bool   silent;                /* count lines, but write nothing */
    size_t indent;                /* from the second line on */
    size_t column;
    int    rows;
};

static void begin_paragraph(struct paragraph *p, const char *label)
{
    const size_t len = strlen(label);

    p->rows = 1;
    p->indent = OPTION_COLUMN;
    p->column = len < OPTION_COLUMN ? OPTION_COLUMN : len + 1;
    if (p->silent)
        return;
    out_string(label);
    pad(len, p->column);
}

static void end_row(struct paragraph *p)
{
    p->rows++;
    p->column = p->indent;
    if (p->silent)
        return;
    out_char('\n');
    if (p->indent > 0)
        pad(0, p->indent);
}

/* Writes a word between two marks, such as "(" and "),", and a space before it unless it
   begins a line. */
static void write_word(struct paragraph *p, const char *before, const char *word,
                       size_t word_len, const char *after)
{
    const bool first = p->column <= p->indent;
    const size_t len = strlen(before) + word_len + strlen(after);

    if (!first && p->column + 1 + len > COLUMNS) {
        end_row(p);
    } else if (!first) {
        p->column++;
        if (!p->silent)
            out_char(' ');
    }
    if (!p->silent) {
        out_string(before);
        out_write(word, word_len);
        out_string(after);
    }
    p->column += len;
}

/* Writes the words of a text. The marks are before the first and after the last. */
static void write_words(struct paragraph *p, const char *before, const char *text,
                        const char *after)
{
    while (*text) {
        const size_t len = strcspn(text, " ");
        const char *const next = text + len + (text[len] == ' ');

        write_word(p, before, text, len, *next ? "" : after);
        before = "";
        text = next;
    }
}

/* "  -g, --grammar NAME" */
static void make_label(char *label, size_t size, const struct option_row *row)
{
    const char letter[] = { '-', row->letter, ',', '\0' };

    snprintf(label, size, "  %3s --%s%s%s", row->letter ? letter : "", row->name,
             row->argument ? " " : "", row->argument ? row->argument : "");
}

/* Returns the number of lines. */
static int write_option(const struct verb *verb, const struct option_use *use, bool silent)
{
    const struct option_row *const row = option_row(use->id);
    const char *const sentence = option_sentence(use);
    struct paragraph p = { .silent = silent };
    char label[64];
    struct word word, next;

    make_label(label, sizeof label, row);
    begin_paragraph(&p, label);
    if (!row->values || !row->values->in_help) {
        write_words(&p, "", sentence, "");
    } else {
        write_words(&p, "", sentence, ":");
        word = row->values->at(verb, 0);
        for (size_t i = 1; word.name; i++, word = next) {
            next = row->values->at(verb, i);
            write_words(&p, "", word.name, word.note || !next.name ? "" : ",");
            if (word.note)
                write_words(&p, "(", word.note, next.name ? ")," : ")");
        }
    }
    if (!silent)
        out_char('\n');
    return p.rows;
}

/* All options except --help. */
static int write_options(const struct verb *verb, bool silent)
{
    int rows = 0;

    for (const struct option_use *use = verb->options; use->id != OPTION_help; use++)
        rows += write_option(verb, use, silent);
    return rows;
}

/* Notes */

static bool is_list(const char *list, const char *name)
{
    return strncmp(list, name, strlen(name)) == 0;
}

/* Name number `i` of those for which "{parts}", "{scheme-parts}" or "{components}" stands;
   NULL after the last one. */
static const char *name_at(const char *list, size_t i)
{
    const char *name;

    if (is_list(list, "{components}"))
        return component_within(i);
    if (is_list(list, "{parts}"))
        return i < LOCUS_GENERIC_PART_COUNT ? locus_part_name((enum locus_part)i) : NULL;
    for (int part = LOCUS_GENERIC_PART_COUNT; part < LOCUS_PART_COUNT; part++) {
        name = locus_part_name((enum locus_part)part);
        if (name && i-- == 0)
            return name;
    }
    return NULL;
}

/* Writes the names, with commas between them and `after` after the last one. */
static void write_names(struct paragraph *p, const char *list, const char *after)
{
    const char *name = name_at(list, 0), *next;

    for (size_t i = 1; name; i++, name = next) {
        next = name_at(list, i);
        write_words(p, "", name, next ? "," : after);
    }
}

/* Writes the notes of a verb. Returns the number of lines. */
static int write_notes(const struct verb *verb, bool silent)
{
    struct paragraph p = { .silent = silent };
    char after[4];
    size_t len;

    for (const char *text = verb->notes; text && *text; text += *text != '\0') {
        len = strcspn(text, " \n");
        if (*text == '{') {
            snprintf(after, sizeof after, "%.*s", (int)(len - strcspn(text, "}") - 1),
                     strchr(text, '}') + 1);
            write_names(&p, text, after);
        } else if (len > 0) {
            write_word(&p, "", text, len, "");
        }
        text += len;
        if (*text == '\n')
            end_row(&p);
    }
    return p.rows;
}

/* Verbs */

static int count_rows(const char *text)
{
    int rows = 0;

    for (; text && *text; text++)
        rows += *text == '\n';
    return rows;
}

/* Formats "top --by PART" and what follows it. Returns its length. */
static size_t write_usage(const struct verb *verb, const char *options)
{
    char line[80];
    size_t len = (size_t)snprintf(line, sizeof line, "%s", verb->name);

    for (const struct option_use *use = verb->options; use->id != OPTION_COUNT;
         use++)
        if (use->required)
            len += (size_t)snprintf(line + len, sizeof line - len, " --%s %s",
                                    option_row(use->id)->name,
                                    option_row(use->id)->argument);
    len += (size_t)snprintf(line + len, sizeof line - len, "%s%s%s", options,
                            verb->operands ? " " : "",
                            verb->operands ? verb->operands : "");
    out_string(line);
    return len;
}

static void write_example(const char *before, const char *example)
{
    out_string(before);
    out_string(example);
    out_char('\n');
}

/* What fits on the screen. */
struct layout {
    int  examples;
    bool help;
    bool heading;                 /* a blank line before the examples */
    bool blank_before_options;
    bool blank_before_notes;
    bool blank_before_examples;
};

static struct layout lay_out(const struct verb *verb)
{
    int rows = 1 + count_rows(verb->about) + write_options(verb, true)
             + write_notes(verb, true) + 1;
    struct layout layout = { .examples = 1 };
    const int most = rows <= HELP_ROWS ? HELP_ROWS : 2 * HELP_ROWS;

    layout.help = rows++ < most;
    layout.heading = rows++ < most;
    for (; verb->examples[layout.examples] && rows < most; rows++)
        layout.examples++;
    layout.blank_before_options = rows++ < most;
    layout.blank_before_examples = rows++ < most;
    layout.blank_before_notes = verb->notes && rows < most;
    return layout;
}

static void write_help(const struct verb *verb)
{
    const struct layout layout = lay_out(verb);

    out_string("Usage: locus ");
    write_usage(verb, verb->options->id == OPTION_help ? "" : " [OPTION]...");
    out_char('\n');
    out_string(verb->about);
    if (layout.blank_before_options)
        out_char('\n');
    write_options(verb, false);
    if (layout.help)
        write_option(verb, &(struct option_use){ .id = OPTION_help }, false);
    if (layout.blank_before_notes)
        out_char('\n');
    write_notes(verb, false);
    if (layout.blank_before_examples)
        out_char('\n');
    if (layout.heading)
        out_string("Examples:\n");
    for (int i = 0; i < layout.examples; i++)
        write_example(layout.heading ? "  " : "Example: ", verb->examples[i]);
}

void help(const struct verb *verb)
{
    if (verb->help)
        verb->help();
    else
        write_help(verb);
}

static void write_summary(size_t len, const char *summary)
{
    pad(len, SUMMARY_COLUMN);
    out_string(summary);
    out_char('\n');
}

void help_line(const struct verb *verb)
{
    out_string("  locus ");
    write_summary(strlen("  locus ") + write_usage(verb, ""), verb->summary);
}

void help_option_line(const struct option_row *row)
{
    out_string("  locus --");
    out_string(row->name);
    write_summary(strlen("  locus --") + strlen(row->name), row->sentence);
}
