/* SPDX-License-Identifier: MIT */
#ifndef GENERATE_H
#define GENERATE_H

/*
 * locus --generate: the manual page, and what shells complete. Each is a template
 * whose lines are written as they are, except for those that begin with its mark:
 * they name what is made of the rows of the verbs and options (verb.h).
 */
struct directive {
    const char *name;
    /* `argument` is the rest of the line. */
    void (*write)(const char *argument);
};

struct generator {
    const char *name;             /* of the command line */
    const char *mark;
    const char *const *lines;     /* NULL ends them, and the directives */
    const struct directive *directives;
};

extern const struct generator generate_man, generate_bash, generate_fish,
    generate_zsh;

/* doc/locus.1.in and completions/, by line (templates.c, which make writes). */
extern const char *const template_locus_1[], *const template_bash[],
    *const template_fish[], *const template_zsh[];

/* argv[1] says which. Returns an enum status. */
int generate(int argc, char **argv);

#endif
