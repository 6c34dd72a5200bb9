/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/generate/generate.h"

#include <string.h>

#include "cli/output/output.h"

static const struct generator *const generators[] = {
    &generate_man, &generate_man_scan, &generate_man_top, &generate_man_logs,
    &generate_bash, &generate_zsh, &generate_fish, NULL
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
        die("--generate %s: unknown directive '%s'", generator->name, line);
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
    for (const struct generator *const *g = generators; argc == 2 && *g; g++)
        if (strcmp((*g)->name, argv[1]) == 0) {
            write_all(*g);
            return STATUS_OK;
        }
    usage_error(NULL, "--generate: expected man, man-scan, man-top, man-logs,"
                " complete-bash, complete-zsh or complete-fish");
}
