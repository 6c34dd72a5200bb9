/* SPDX-License-Identifier: MIT
 *
 * locus help: the overview, or the help of a verb.
 */
#include "cli/cli.h"

#include "cli/verb.h"

static const struct option_use uses[] = {
    TAKES_HELP
};

static int run_help(int argc, char **argv)
{
    struct operands operands;
    const struct verb *verb = NULL;

    if (argc > 2)
        usage_error(NULL, "help takes only one verb");
    options_read(&verb_help, NULL, &operands, argc, argv);
    if (operands.given) {
        verb = verb_from_name(operands.at[0]);
        if (!verb)
            unknown_verb(operands.at[0]);
    }
    help(verb);
    return STATUS_OK;
}

const struct verb verb_help = {
    .name = "help",
    .operands = "[VERB]",
    .summary = "show this text, or the help of a verb",
    .options = uses,
    .run = run_help,
    .operand = OPERAND_VERB
};
