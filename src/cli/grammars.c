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

static const char *const descriptions[] = {
    [LOCUS_WEB] = "RFC 3986's structure, lenient in its bytes: what logs hold",
    [LOCUS_RFC3986] = "URI: RFC 3986, section 3 and appendix A",
    [LOCUS_RFC3986_REFERENCE] = "URI-reference: RFC 3986, section 4.1",
    [LOCUS_RFC1738] = "url: RFC 1738, section 5, the schemes with their parts",
    [LOCUS_RFC1630] = "fragmentaddress: RFC 1630, the schemes with their parts",
};
_Static_assert(sizeof descriptions / sizeof descriptions[0]
               == LOCUS_GRAMMAR_COUNT, "a grammar has no description");

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
    options_none(argc, argv);
    for (int i = 0; i < LOCUS_GRAMMAR_COUNT; i++)
        if (locus_has_grammar((enum locus_grammar)i))
            write_line(locus_grammar_name((enum locus_grammar)i), descriptions[i]);
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
