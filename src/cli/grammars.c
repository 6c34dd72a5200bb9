/* SPDX-License-Identifier: MIT
 *
 * locus grammars: what is built in, and how.
 */
#include "cli.h"

#include <stdio.h>
#include <string.h>

#include "coding.h"
#include "options.h"
#include "output.h"

static void write_line(const char *name, const char *value)
{
    char line[128];

    snprintf(line, sizeof line, "%-17s  %s\n", name, value);
    out_string(line);
}

/* All that run here, the fastest first. */
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

int verb_grammars(int argc, char **argv)
{
    const struct locus_grammar *grammar;

    options_none(argc, argv);
    for (size_t i = 0; (grammar = locus_grammar_at(i)) != NULL; i++)
        if (locus_has_grammar(grammar))
            write_line(locus_grammar_name(grammar), locus_grammar_description(grammar));
    out_char('\n');
    write_line("version", locus_version());
    write_line("codegen", locus_codegen());
    write_line("kernel", locus_kernel());
    write_kernels();
    for (const struct coding *coding = codings; coding->name; coding++)
        if (coding->library)
            write_line(coding->name, coding->begin ? "yes" : "no");
    return STATUS_OK;
}
