/* SPDX-License-Identifier: MIT
 *
 * Shared by the files of the interpreter (interpreter.h).
 */
#ifndef LOCUS_TESTS_BNF_H
#define LOCUS_TESTS_BNF_H

#include <stdbool.h>
#include <stddef.h>

#include "locus.h"

/* The files to read, and the meaning of their rules (definitions.c) */

enum notation {
    ABNF,                          /* RFC 2234 */
    BNF_1738,                      /* RFC 1738, section 5 */
    BNF_1630                       /* RFC 1630: single letters are literals */
};

/* Flags of a row. */
enum {
    IF_ANY = 1,                    /* absent if it would be empty */
    SPLIT_USER = 2                 /* the first ":" separates user and password
                                      (RFC 3986 3.2.1, RFC 1738 3.1) */
};

/* A part: where the rule `within` matches, from the beginning ("<") or the end
   (">") of one rule to that of another, or to the next ":". */
struct row {
    const char *within;
    enum locus_part part;
    const char *from, *to;
    int flags;
};

/* The kind of a host, given by the last of these rules found; an empty host is
   LOCUS_HOST_EMPTY. */
struct kind {
    const char *rule;
    enum locus_host_kind kind;
};

/* `rule` matches no text that begins as `unless` says. */
struct except {
    const char *rule, *unless;
};

struct definition {
    const char *name;              /* of the grammar */
    const char *root;
    enum notation notation;
    const char *files[4];          /* later rules replace earlier ones */
    const char *cased;             /* the only rule with case-sensitive
                                      letters */
    const struct except *except;
    const struct kind *kinds;
    const struct row *rows;
};

/* Expressions, and the automaton that they become */

enum { RULES = 256, NAME = 40, EXCEPTS = 4 };

enum expr_kind { BYTE, RULE, CHOICE, SEQUENCE, REPEAT };

/* CHOICE and SEQUENCE have two parts, or none if `a` is NULL. */
struct expr {
    enum expr_kind kind;
    bool bytes[256];               /* BYTE: one of these */
    int rule;
    int min, max;                  /* REPEAT: max -1 is any number */
    struct expr *a, *b;
    struct expr *next;             /* list of all expressions, for freeing */
};

struct rule {
    char name[NAME];
    char *text;
    struct expr *expr;
    bool marked;                   /* a row, kind or exception refers to it */
    bool open;                     /* being built */
};

enum node_kind { TAKE, FORK, PASS, BEGIN, END, ACCEPT, REFUSE };

/* A state of the automaton. */
struct node {
    enum node_kind kind;
    int a, b;                      /* where it leads; `a` is preferred to
                                      `b` */
    int rule;                      /* BEGIN, END; REFUSE: the exception */
    int group;                     /* n: within the rule of exception n - 1;
                                      -1: within what an exception excludes */
    const struct expr *expr;       /* TAKE */
};

/* The nodes that the text read so far may lead to. */
struct set {
    int *nodes;                    /* TAKE, in order */
    int count;
    bool accepts;
    unsigned refused;              /* a bit for each exception that applies */
    int next[256];                 /* sets, -1 if not known yet */
};

struct built {
    int rule, after, group, entry;
};

struct interpreter {
    const struct definition *definition;
    struct definition own;         /* if it is not in `definitions` */
    char own_file[64];
    struct rule rules[RULES];
    int rule_count;
    struct expr *exprs;
    struct node *nodes;
    int node_count;
    struct built *built;
    int built_count;
    int start;
    struct set *sets;
    int set_count;
    unsigned *seen;                /* a stamp for each node, or node and byte */
    size_t seen_size;
    unsigned stamp;
    size_t begin[RULES], end[RULES];   /* NONE if it is not in the text */
};

/* The definition of a grammar. */
const struct definition *bnf_definition(struct interpreter *in,
                                        const struct locus_grammar *grammar);

/* Reads the rules of in->definition into expressions (rules.c). */
void bnf_read_rules(struct interpreter *in);
int bnf_rule_named(struct interpreter *in, const char *name);
struct expr *bnf_new_expr(struct interpreter *in, enum expr_kind kind,
                          struct expr *a, struct expr *b);

/* Builds the automaton of these expressions (automaton.c). */
void bnf_build(struct interpreter *in);

_Noreturn void bnf_give_up(const char *what, const char *which);
void *bnf_get(void *old, size_t size);

#endif
