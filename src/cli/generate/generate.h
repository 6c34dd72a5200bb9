/* SPDX-License-Identifier: MIT */
#ifndef GENERATE_H
#define GENERATE_H

/*
 * locus --generate: the manual pages and the shell completions. Each is made from a
 * template. Its lines are written as they are, except those that begin with its mark,
 * which name text to be generated from the rows of the verbs and options (verb.h).
 */
struct directive {
    const char *name;
    /* `argument` is the rest of the line. */
    void (*write)(const char *argument);
};

struct generator {
    const char *mark;
    const char *const *lines;     /* ends with NULL, and so do the directives */
    const struct directive *directives;
};

extern const struct generator generate_man, generate_man_scan, generate_man_top,
    generate_man_logs, generate_bash, generate_fish, generate_zsh;

/* doc/ and completions/, line by line (templates.c, which make generates). */
extern const char *const template_locus_1[], *const template_locus_scan_1[],
    *const template_locus_top_1[], *const template_locus_logs_7[],
    *const template_bash[], *const template_fish[], *const template_zsh[];

/* argv[1] selects one. Returns an enum status. */
int generate(int argc, char **argv);

#endif
