/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/generate/generate.h"

#include <string.h>

#include "cli/options/option-values.h"
#include "cli/output/output.h"
#include "cli/verbs.h"

static const struct generator *const generators[GENERATED_COUNT] = {
    [GENERATED_MAN] = &generate_man,
    [GENERATED_MAN_SCAN] = &generate_man_scan,
    [GENERATED_MAN_TOP] = &generate_man_top,
    [GENERATED_MAN_LOGS] = &generate_man_logs,
    [GENERATED_BASH] = &generate_bash,
    [GENERATED_ZSH] = &generate_zsh,
    [GENERATED_FISH] = &generate_fish
};

/* A line that begins with the template's mark: "NAME ARGUMENT". */
static void follow(const struct generator *generator, const char *line)
{
    const size_t len = strcspn(line, " ");
    const struct directive *directive = generator->directives;

    while (directive->name && !(strlen(directive->name) == len
                                && memcmp(directive->name, line, len) == 0))
        directive++;
    if (!directive->name)
        die("unknown directive '%s%s'", generator->mark, line);
    directive->write(line + len + (line[len] == ' '));
}

static void write_all(const struct generator *generator)
{
    const size_t len = strlen(generator->mark);

    for (const char *const *line = generator->lines; *line; line++) {
        if (strncmp(*line, generator->mark, len) == 0) {
            follow(generator, *line + len);
        } else {
            out_string(*line);
            out_char('\n');
        }
    }
}

int generate(int argc, char **argv)
{
    const struct option_row *const row = option_row(OPTION_generate);
    char known[LIST_SIZE];
    enum generated which;

    if (argc != 2) {
        list_words(known, &command, row->values);
        usage_error(NULL, "--%s: expected one of %s", row->name, known);
    }
    row->read(&which, &command, argv[1]);
    write_all(generators[which]);
    return STATUS_OK;
}
