/* SPDX-License-Identifier: MIT
 *
 * locus help: the overview, or the help of a verb.
 */
#include "cli/cli.h"

#include "cli/output/output.h"
#include "cli/verbs.h"

/* As many as fit on the screen, below `rows` rows, a blank one and a heading. */
static void write_examples(int rows)
{
    static const char *const examples[] = {
        "parse 'http://u:p@example.org:8080/a?b#c'",
        "scan -o json access.log.gz | jq -r .parts.host.text"
    };
    const int count = sizeof examples / sizeof *examples, room = HELP_ROWS - rows - 2;

    if (room > 0)
        out_string("\nExamples:\n");
    for (int i = 0; i < count && i < room; i++) {
        out_string("  locus ");
        out_string(examples[i]);
        out_char('\n');
    }
}

void overview(void)
{
    const struct verb *verb;
    int rows = 5;                 /* those below, without the lines of verbs and options */

    out_string("Usage: locus VERB [OPTION]... [OPERAND]...\n"
               "Find URLs and parse them into byte offsets.\n"
               "\n");
    for (size_t i = 0; (verb = verb_at(i)) != NULL; i++, rows++)
        help_line(verb);
    for (const struct option_use *use = command.options; use->id != OPTION_help; use++)
        if (!use->unlisted) {
            help_option_line(option_row(use->id));
            rows++;
        }
    out_string("\n"
               "Each verb has --help. The manual is locus(1).\n");
    write_examples(rows);
}

static const struct option_use uses[] = {
    TAKES_HELP
};

static int run_help(int argc, char **argv)
{
    struct operands operands;
    const struct verb *verb;

    if (argc > 2)
        usage_error(verb_help.name, "unexpected argument '%s'", argv[2]);
    options_read(&verb_help, NULL, &operands, argc, argv);
    verb = operands.given ? verb_from_name(operands.at[0]) : &verb_help;
    if (verb)
        help(verb);
    else
        unknown_verb(operands.at[0]);
    return STATUS_OK;
}

const struct verb verb_help = {
    .name = "help",
    .operands = "[VERB]",
    .summary = "show this text, or the help of a verb",
    .options = uses,
    .run = run_help,
    .help = overview,
    .operand = OPERAND_VERB
};
