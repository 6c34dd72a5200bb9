/* SPDX-License-Identifier: MIT
 *
 * The command: which verb it is.
 */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#include "interrupt.h"
#include "output.h"
#include "suggest.h"

static const char known_verbs[] =
    "parse, explain, scan, top, resolve, relativize, normalize, compare, encode,"
    " decode, edit, build, grammars, help";

_Noreturn static void unknown_verb(const char *word);

static int verb_help(int argc, char **argv)
{
    if (argc > 2)
        usage_error(NULL, "help takes one verb");
    const char *const verb = argc == 2 && strcmp(argv[1], "--help") != 0
                          && strcmp(argv[1], "-h") != 0 ? argv[1] : NULL;

    if (!help(verb) && verb)
        unknown_verb(verb);
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
    { "explain", verb_explain },
    { "scan", verb_scan },
    { "top", verb_top },
    { "resolve", verb_resolve },
    { "relativize", verb_relativize },
    { "normalize", verb_normalize },
    { "compare", verb_compare },
    { "encode", verb_encode },
    { "decode", verb_decode },
    { "edit", verb_edit },
    { "build", verb_build },
    { "grammars", verb_grammars },
    { "help", verb_help },
    { "--help", show_overview },
    { "-h", show_overview },
    { "--version", show_version },
    { "-V", show_version },
};

_Noreturn static void unknown_verb(const char *word)
{
    const bool is_option = word[0] == '-';
    struct suggestion near = { word, strlen(word), NULL, 0 };

    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (is_option ? strncmp(verbs[i].name, "--", 2) == 0
                      : verbs[i].name[0] != '-')
            suggest(&near, verbs[i].name);
    if (!is_option)
        suggest_verb(&near, known_verbs);
    if (near.name)
        usage_error(NULL, "unknown option '%s'; did you mean '%s'?", word, near.name);
    usage_error(NULL, "unknown option '%s'", word);
}

/* LOCUS_KERNEL: another kernel than the one that the library would choose. */
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
    usage_error(NULL, "LOCUS_KERNEL: there is no kernel '%s' here (%s)", name,
                known);
}

int main(int argc, char **argv)
{
    out_open();
    choose_kernel();
    if (argc < 2)
        usage_error(NULL, "what to do? (%s)", known_verbs);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verbs[i].name, argv[1]) == 0) {
            const int status = verbs[i].run(argc - 1, argv + 1);

            out_close();
            interrupt_end();
            return status;
        }
    }
    unknown_verb(argv[1]);
}
