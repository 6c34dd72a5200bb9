/* SPDX-License-Identifier: MIT
 *
 * The command: finds the verb, and handles options in place of a verb.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/interrupt.h"
#include "cli/generate/generate.h"
#include "cli/help/suggest.h"
#include "cli/output/output.h"
#include "cli/verbs.h"

static int show_overview(int argc, char **argv)
{
    (void)argc, (void)argv;
    overview();
    return STATUS_OK;
}

static int show_version(int argc, char **argv)
{
    (void)argc, (void)argv;
    out_string("locus " PACKAGE_VERSION "\n");
    return STATUS_OK;
}

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} options[] = {
    { "--help", show_overview },
    { "-h", show_overview },
    { "--version", show_version },
    { "-V", show_version },
    { "--generate", generate },
};

enum { OPTIONS = sizeof options / sizeof *options };

_Noreturn static void unknown_option(const char *word)
{
    struct suggestion near = { word, strlen(word), NULL, 0 };

    for (size_t i = 0; i < OPTIONS; i++)
        if (strncmp(options[i].name, "--", 2) == 0)
            suggest(&near, options[i].name);
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

    if (verb)
        return verb->run(argc, argv);
    for (size_t i = 0; i < OPTIONS; i++)
        if (strcmp(options[i].name, argv[0]) == 0)
            return options[i].run(argc, argv);
    if (argv[0][0] == '-')
        unknown_option(argv[0]);
    unknown_verb(argv[0]);
}

int main(int argc, char **argv)
{
    int status;

    out_open();
    choose_kernel();
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
