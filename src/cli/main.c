/* SPDX-License-Identifier: MIT
 *
 * The command: which verb it is.
 */
#include "cli.h"

#include <string.h>

#include "output.h"

static const char known_verbs[] = "parse, scan, grammars, help";

static int verb_help(int argc, char **argv)
{
    if (argc > 2)
        usage_error(NULL, "help takes one verb");
    if (!help(argv[1]))
        usage_error(NULL, "unknown verb '%s' (%s)", argv[1], known_verbs);
    return STATUS_OK;
}

static int show_overview(int argc, char **argv)
{
    (void)argc, (void)argv;
    help(NULL);
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
} verbs[] = {
    { "parse", verb_parse },
    { "scan", verb_scan },
    { "grammars", verb_grammars },
    { "help", verb_help },
    { "--help", show_overview },
    { "-h", show_overview },
    { "--version", show_version },
    { "-V", show_version },
};

int main(int argc, char **argv)
{
    out_open();
    if (argc < 2)
        usage_error(NULL, "what to do? (%s)", known_verbs);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verbs[i].name, argv[1]) == 0) {
            const int status = verbs[i].run(argc - 1, argv + 1);

            out_close();
            return status;
        }
    }
    if (argv[1][0] == '-')
        usage_error(NULL, "unknown option '%s'", argv[1]);
    usage_error(NULL, "unknown verb '%s' (%s)", argv[1], known_verbs);
}
