/* SPDX-License-Identifier: MIT
 *
 * The interpreter of the RFCs' BNF: from BNF to expressions.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proofs/interpreter/bnf.h"

_Noreturn void bnf_give_up(const char *what, const char *which)
{
    fprintf(stderr, "interpreter: %s: %s\n", what, which);
    exit(EXIT_FAILURE);
}

void *bnf_get(void *old, size_t size)
{
    void *new = realloc(old, size);

    if (!new)
        bnf_give_up("no memory", "realloc");
    return new;
}

static int find_rule(struct interpreter *in, const char *name, size_t len)
{
    for (int i = 0; i < in->rule_count; i++)
        if (strlen(in->rules[i].name) == len
            && memcmp(in->rules[i].name, name, len) == 0)
            return i;
    if (in->rule_count == RULES || len >= NAME)
        bnf_give_up("too many rules, or a name too long", name);
    memcpy(in->rules[in->rule_count].name, name, len);
    return in->rule_count++;
}

int bnf_rule_named(struct interpreter *in, const char *name)
{
    return find_rule(in, name, strlen(name));
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_' || c == '+';
}

/* The length of the rule name that a line begins with, 0 if it begins no rule. In RFC
   1630 the name begins in the first column, elsewhere it precedes "=". */
static size_t name_length(const char *line, enum notation notation)
{
    size_t len = 0;

    while (isalpha((unsigned char)*line) && is_name_char(line[len]))
        len++;
    if (notation != BNF_1630 && line[len + strspn(line + len, " ")] != '=')
        return 0;
    return len;
}

/* Adds a line to the text of its rule; returns that rule. */
static int read_line(struct interpreter *in, char *line, int rule)
{
    const enum notation notation = in->definition->notation;
    bool quoted = false;
    size_t name, len;

    if (notation == BNF_1630 ? *line == '#' : *line == ';')
        *line = '\0';
    for (char *c = line; notation != BNF_1630 && *c; c++) {
        quoted ^= *c == '"';
        if (*c == ';' && !quoted)
            *c = '\0', c--;
    }
    line[strcspn(line, "\r\n")] = '\0';
    if (notation != BNF_1630)
        line += strspn(line, " ");
    if ((name = name_length(line, notation)) > 0) {
        rule = find_rule(in, line, name);
        line += name;
        if (notation != BNF_1630)
            line += strspn(line, " =");
        free(in->rules[rule].text);
        in->rules[rule].text = memset(bnf_get(NULL, 1), 0, 1);
    }
    if (rule < 0 && line[strspn(line, " ")] != '\0')
        bnf_give_up("no rule", line);
    if (rule >= 0) {
        char *const text = in->rules[rule].text;

        len = strlen(text);
        in->rules[rule].text = bnf_get(text, len + strlen(line) + 2);
        strcat(strcat(in->rules[rule].text, " "), line);
    }
    return rule;
}

static void read_file(struct interpreter *in, const char *name)
{
    const char *srcdir = getenv("srcdir");
    char path[4096], line[512];
    int rule = -1;
    FILE *file;

    snprintf(path, sizeof path, "%s/tests/proofs/%s", srcdir ? srcdir : ".", name);
    file = fopen(path, "r");
    if (!file)
        bnf_give_up("cannot open (is srcdir set?)", path);
    while (fgets(line, sizeof line, file))
        rule = read_line(in, line, rule);
    fclose(file);
}

struct expr *bnf_new_expr(struct interpreter *in, enum expr_kind kind,
                          struct expr *a, struct expr *b)
{
    struct expr *expr = memset(bnf_get(NULL, sizeof *expr), 0, sizeof *expr);

    expr->kind = kind;
    expr->a = a;
    expr->b = b;
    expr->next = in->exprs;
    in->exprs = expr;
    return expr;
}

static struct expr *one_byte(struct interpreter *in, int low, int high,
                             bool fold)
{
    struct expr *expr = bnf_new_expr(in, BYTE, NULL, NULL);

    for (int c = low; c <= high; c++) {
        expr->bytes[c & 0xff] = true;
        if (fold && isalpha(c))
            expr->bytes[(c ^ 0x20) & 0xff] = true;
    }
    return expr;
}

static struct expr *nothing(struct interpreter *in)
{
    return bnf_new_expr(in, SEQUENCE, NULL, NULL);
}

/* The text being read; `at` advances. */
struct reader {
    struct interpreter *in;
    const struct rule *rule;
    const char *at;
};

static struct expr *read_choice(struct reader *r);

static char peek(struct reader *r)
{
    r->at += strspn(r->at, " ");
    return *r->at;
}

static _Noreturn void bad_rule(const struct reader *r)
{
    fprintf(stderr, "interpreter: %s: at \"%s\"\n", r->rule->name, r->at);
    exit(EXIT_FAILURE);
}

static void expect(struct reader *r, char c)
{
    if (peek(r) != c)
        bad_rule(r);
    r->at++;
}

/* "text". ABNF is case-insensitive (RFC 2234 2.3). RFC 1738's BNF is case-sensitive,
   except in schemes: "interpreters should use case-ignore" (2.1). A literal that
   contains ":" begins with a scheme. */
static struct expr *read_literal(struct reader *r)
{
    const char *const begin = r->at + 1;
    const size_t len = strcspn(begin, "\"");
    const bool fold = r->in->definition->notation == ABNF
                   || (len > 1 && memchr(begin, ':', len));
    struct expr *expr = nothing(r->in);

    if (begin[len] != '"')
        bad_rule(r);
    for (size_t i = len; i-- > 0;)
        expr = bnf_new_expr(r->in, SEQUENCE,
                            one_byte(r->in, begin[i], begin[i], fold), expr);
    r->at = begin + len + 1;
    return len == 1 ? expr->a : expr;
}

/* %x41 or %x41-5A */
static struct expr *read_number(struct reader *r)
{
    char *end;
    long low, high;

    if (r->at[1] != 'x')
        bad_rule(r);
    low = high = strtol(r->at + 2, &end, 16);
    if (*end == '-')
        high = strtol(end + 1, &end, 16);
    r->at = end;
    return one_byte(r->in, (int)low, (int)high, false);
}

static struct expr *read_name(struct reader *r)
{
    struct expr *expr = bnf_new_expr(r->in, RULE, NULL, NULL);
    size_t len = 0;

    while (is_name_char(r->at[len]))
        len++;
    expr->rule = find_rule(r->in, r->at, len);
    r->at += len;
    return expr;
}

static struct expr *optional(struct interpreter *in, struct expr *what)
{
    struct expr *expr = bnf_new_expr(in, REPEAT, what, NULL);

    expr->min = 0;
    expr->max = 1;
    return expr;
}

/* One element; `repeated`: it follows a repetition count. RFC 1738: "brackets [] are
   used around optional or repeated elements". */
static struct expr *read_element(struct reader *r, bool repeated)
{
    const enum notation notation = r->in->definition->notation;
    struct expr *expr;
    const char c = peek(r);

    if (c == '[') {
        r->at++;
        expr = read_choice(r);
        expect(r, ']');
        return repeated && notation == BNF_1738 ? expr
                                                : optional(r->in, expr);
    }
    if (notation == BNF_1630) {
        if (isalpha((unsigned char)c) && is_name_char(r->at[1])
            && r->at[1] != '+' && r->at[1] != '_')
            return read_name(r);
        if (c == '\0' || c == ']')
            bad_rule(r);
        r->at++;
        return one_byte(r->in, (unsigned char)c, (unsigned char)c,
                        !r->in->definition->cased
                        || strcmp(r->in->definition->cased, r->rule->name));
    }
    if (c == '(') {
        r->at++;
        expr = read_choice(r);
        expect(r, ')');
        return expr;
    }
    if (c == '"')
        return read_literal(r);
    if (c == '%')
        return read_number(r);
    if (strncmp(r->at, "<\">", 3) == 0) {
        r->at += 3;
        return one_byte(r->in, '"', '"', false);
    }
    if (c == '<') {                                   /* 0<pchar> */
        r->at++;
        expr = read_name(r);
        expect(r, '>');
        return expr;
    }
    if (c == '/') {                /* RFC 1738, gopherurl: a literal without its
                                      quotes */
        r->at++;
        return one_byte(r->in, c, c, false);
    }
    if (!isalpha((unsigned char)c))
        bad_rule(r);
    return read_name(r);
}

/* [n] [*[m]] element */
static struct expr *read_item(struct reader *r)
{
    struct expr *expr;
    char *end;

    if (r->in->definition->notation == BNF_1630
        || (!isdigit((unsigned char)peek(r)) && *r->at != '*'))
        return read_element(r, false);
    expr = bnf_new_expr(r->in, REPEAT, NULL, NULL);
    expr->min = expr->max = (int)strtol(r->at, &end, 10);
    r->at = end;
    if (*r->at == '*') {
        const char *const at = r->at + 1;

        expr->max = (int)strtol(at, &end, 10);
        if (end == at)
            expr->max = -1;
        r->at = end;
    }
    expr->a = read_element(r, true);
    return expr;
}

static bool at_end_of_sequence(struct reader *r)
{
    const enum notation notation = r->in->definition->notation;
    const char c = peek(r);

    return c == '\0' || c == ']' || c == (notation == ABNF ? '/' : '|')
        || (c == ')' && notation != BNF_1630);
}

static struct expr *read_sequence(struct reader *r)
{
    struct expr *first;

    if (at_end_of_sequence(r))
        return nothing(r->in);
    first = read_item(r);
    return at_end_of_sequence(r)
        ? first : bnf_new_expr(r->in, SEQUENCE, first, read_sequence(r));
}

static struct expr *read_choice(struct reader *r)
{
    struct expr *first = read_sequence(r);

    if (peek(r) != (r->in->definition->notation == ABNF ? '/' : '|'))
        return first;
    r->at++;
    return bnf_new_expr(r->in, CHOICE, first, read_choice(r));
}

void bnf_read_rules(struct interpreter *in)
{
    for (int i = 0; i < 4 && in->definition->files[i]; i++)
        read_file(in, in->definition->files[i]);
    for (int i = 0; i < in->rule_count; i++) {
        struct reader r = { in, &in->rules[i], in->rules[i].text };

        if (!r.at)                 /* used but not defined */
            continue;
        in->rules[i].expr = read_choice(&r);
        if (peek(&r) != '\0')
            bad_rule(&r);
    }
}
