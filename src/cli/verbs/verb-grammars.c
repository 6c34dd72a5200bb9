/* SPDX-License-Identifier: MIT
 *
 * locus grammars: what is built in, and how locus was built.
 */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "cli/decompress/codings.h"
#include "cli/output/output.h"
#include "cli/verbs.h"

#ifdef HAVE_PCRE2
#define HAS_PCRE2 1
#else
#define HAS_PCRE2 0
#endif
#ifdef HAVE_PSL
#define HAS_PSL 1
#else
#define HAS_PSL 0
#endif

static void write_line(const char *name, const char *value)
{
    char line[128];

    snprintf(line, sizeof line, "%-17s  %s\n", name, value);
    out_string(line);
}

/* All kernels that this processor can run, the fastest first. */
static void write_kernels(void)
{
    char names[96] = "";

    for (size_t i = 0; locus_kernel_name(i); i++) {
        if (i > 0)
            strcat(names, " ");
        strcat(names, locus_kernel_name(i));
    }
    write_line("kernels", names);
}

/* The compressed formats that some build can read, each with the library that reads it
   in this one. */
static void write_codings(void)
{
    for (const struct coding *coding = codings; coding->name; coding++) {
        char value[32];

        if (!coding->library)
            continue;
        snprintf(value, sizeof value, "yes (%s)", coding->library);
        write_line(coding->name, coding->decoder ? value : "no");
    }
}

static const struct option_use uses[] = {
    TAKES_HELP
};

static int run_grammars(int argc, char **argv)
{
    struct operands operands;
    const struct locus_grammar *grammar;

    options_read(&verb_grammars, NULL, &operands, argc, argv);
    for (size_t i = 0; (grammar = locus_grammar_at(i)) != NULL; i++)
        if (locus_has_grammar(grammar))
            write_line(locus_grammar_name(grammar), locus_grammar_description(grammar));
    out_char('\n');
    write_line("version", locus_version());
    write_line("codegen", locus_codegen());
    write_line("kernel", locus_kernel());
    write_kernels();
    write_codings();
    write_line("pcre2", HAS_PCRE2 ? "yes" : "no");
    write_line("psl", HAS_PSL ? "yes" : "no");
    return STATUS_OK;
}

static const char *const examples[] = {
    "locus grammars",
    "LOCUS_KERNEL=portable locus grammars",
    NULL
};

const struct verb verb_grammars = {
    .name = "grammars",
    .summary = "show what is built in",
    .about = "Show what is built in: the grammars for -g, one per line, then an empty"
             " line,\nthen how locus was built, one name and its value per line.\n",
    .notes = "A kernel is the code for one kind of processor. The fastest one is used,"
             " unless the environment variable LOCUS_KERNEL names another, for any"
             " verb.\n",
    .examples = examples,
    .options = uses,
    .run = run_grammars
};
