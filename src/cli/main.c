/* SPDX-License-Identifier: MIT
 *
 * The command: finds the verb, and handles options in place of a verb.
 */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/interrupt.h"
#include "cli/generate/generate.h"
#include "cli/help/suggest.h"
#include "cli/output/output.h"
#include "cli/verbs.h"

static bool is_option(const char *word, const struct option_row *row)
{
    if (strncmp(word, "--", 2) == 0)
        return strcmp(word + 2, row->name) == 0;
    return row->letter && word[0] == '-' && word[1] == row->letter && word[2] == '\0';
}

/* OPTION_COUNT if there is none of that name. */
static enum option_id option_named(const char *word)
{
    const struct option_use *use = command.options;

    while (use->id != OPTION_COUNT && !is_option(word, option_row(use->id)))
        use++;
    return use->id;
}

_Noreturn static void unknown_option(const char *word)
{
    struct suggestion near = { word, strlen(word), NULL, 0 };
    char names[OPTION_COUNT][32];

    for (const struct option_use *use = command.options; use->id != OPTION_COUNT; use++) {
        snprintf(names[use->id], sizeof *names, "--%s", option_row(use->id)->name);
        suggest(&near, names[use->id]);
    }
    if (near.name)
        usage_error(NULL, "unknown option '%s'; did you mean '%s'?", word, near.name);
    usage_error(NULL, "unknown option '%s'", word);
}

/* LOCUS_KERNEL: uses another kernel than the one that the library would choose. */
static void choose_kernel(void)
{
    const char *name = getenv("LOCUS_KERNEL");
    char known[128] = "";

    if (!name || !*name || locus_use_kernel(name) == 0)
        return;
    for (size_t i = 0; locus_kernel_name(i); i++) {
        if (i > 0)
            strcat(known, ", ");
        strcat(known, locus_kernel_name(i));
    }
    usage_error(NULL, "LOCUS_KERNEL: unknown kernel '%s' (%s)", name,
                known);
}

static int run(int argc, char **argv)
{
    const struct verb *const verb = verb_from_name(argv[0]);

    if (verb) {
        choose_kernel();
        return verb->run(argc, argv);
    }
    switch (option_named(argv[0])) {
    case OPTION_help:
        help(&command);
        return STATUS_OK;
    case OPTION_version:
        out_string("locus " PACKAGE_VERSION "\n");
        return STATUS_OK;
    case OPTION_generate:
        return generate(argc, argv);
    default:
        break;
    }
    if (argv[0][0] == '-')
        unknown_option(argv[0]);
    unknown_verb(argv[0]);
}

int main(int argc, char **argv)
{
    int status;

    out_open();
    if (argc < 2) {
        char known[VERB_LIST_SIZE];

        list_verbs(known);
        usage_error(NULL, "expected a verb (%s)", known);
    }
    status = run(argc - 1, argv + 1);
    out_close();
    interrupt_end();
    return status;
}
