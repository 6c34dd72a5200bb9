/* SPDX-License-Identifier: MIT
 *
 * The interpreter of the RFCs' BNF: builds an automaton from the expressions, from
 * right to left, so that the node after each expression is known. A rule that ends in
 * itself, as many of RFC 1630 do, becomes a loop: a rule followed by a given node is
 * built only once.
 */
#include <string.h>

#include "proofs/interpreter/bnf.h"

static int new_node(struct interpreter *in, enum node_kind kind, int a, int b,
                    int group)
{
    const int n = in->node_count++;

    in->nodes = bnf_get(in->nodes, (size_t)in->node_count * sizeof *in->nodes);
    in->nodes[n] = (struct node){ kind, a, b, -1, group, NULL };
    return n;
}

/* Whether the expression always matches exactly one byte of a set. */
static bool is_byte(struct interpreter *in, const struct expr *expr,
                    bool bytes[256])
{
    switch (expr->kind) {
    case BYTE:
        for (int c = 0; c < 256; c++)
            bytes[c] |= expr->bytes[c];
        return true;
    case CHOICE:
        return expr->a && is_byte(in, expr->a, bytes)
            && is_byte(in, expr->b, bytes);
    case RULE:
        return !in->rules[expr->rule].marked && in->rules[expr->rule].expr
            && in->rules[expr->rule].expr->kind != REPEAT
            && is_byte(in, in->rules[expr->rule].expr, bytes);
    default:
        return false;
    }
}

static int build(struct interpreter *in, struct expr *expr, int after,
                 int group);

static int build_rule(struct interpreter *in, int number, int after, int group)
{
    struct rule *const rule = &in->rules[number];
    int entry;

    if (!rule->expr)
        bnf_give_up("no such rule", rule->name);
    if (rule->marked && !rule->open) {
        rule->open = true;
        entry = new_node(in, END, after, -1, group);
        in->nodes[entry].rule = number;
        after = build_rule(in, number, entry, group);
        entry = new_node(in, BEGIN, after, -1, group);
        in->nodes[entry].rule = number;
        rule->open = false;
        return entry;
    }
    for (int i = 0; i < in->built_count; i++) {
        const struct built *b = &in->built[i];

        if (b->rule == number && b->after == after && b->group == group)
            return b->entry;
    }
    entry = new_node(in, PASS, -1, -1, group);
    in->built = bnf_get(in->built,
                        (size_t)(in->built_count + 1) * sizeof *in->built);
    in->built[in->built_count++] = (struct built){ number, after, group,
                                                   entry };
    after = build(in, rule->expr, after, group);
    in->nodes[entry].a = after;
    return entry;
}

static int build_repeat(struct interpreter *in, const struct expr *expr,
                        int after, int group)
{
    int entry = after;

    if (expr->max < 0) {
        int body;

        entry = new_node(in, FORK, -1, after, group);
        body = build(in, expr->a, entry, group);
        in->nodes[entry].a = body;
    }
    for (int i = expr->min; i < expr->max; i++) {
        const int body = build(in, expr->a, entry, group);

        entry = new_node(in, FORK, body, after, group);
    }
    for (int i = 0; i < expr->min; i++)
        entry = build(in, expr->a, entry, group);
    return entry;
}

/* Returns the node where the expression begins. */
static int build(struct interpreter *in, struct expr *expr, int after,
                 int group)
{
    bool bytes[256] = { false };
    int a, b;

    if (is_byte(in, expr, bytes)) {
        struct expr *byte = bnf_new_expr(in, BYTE, NULL, NULL);

        memcpy(byte->bytes, bytes, sizeof bytes);
        a = new_node(in, TAKE, after, -1, group);
        in->nodes[a].expr = byte;
        return a;
    }
    switch (expr->kind) {
    case RULE:
        return build_rule(in, expr->rule, after, group);
    case CHOICE:
        a = build(in, expr->a, after, group);
        b = build(in, expr->b, after, group);
        return new_node(in, FORK, a, b, group);
    case SEQUENCE:
        if (!expr->a)
            return after;
        b = build(in, expr->b, after, group);
        return build(in, expr->a, b, group);
    default:
        return build_repeat(in, expr, after, group);
    }
}

/* Marks the nodes between the beginning and the end of an exception's rule as its
   group. */
static void set_group(struct interpreter *in, int node, int rule, int group)
{
    struct node *const n = &in->nodes[node];

    if (n->group == group || (n->kind == END && n->rule == rule))
        return;
    n->group = group;
    if (n->a >= 0)
        set_group(in, n->a, rule, group);
    if (n->kind == FORK)
        set_group(in, n->b, rule, group);
}

static void build_excepts(struct interpreter *in)
{
    const struct except *except = in->definition->except;

    for (int k = 0; except[k].rule; k++) {
        const int rule = bnf_rule_named(in, except[k].rule);
        const int refuse = new_node(in, REFUSE, -1, -1, -1);
        int entry;

        in->nodes[refuse].rule = k;
        entry = build_rule(in, bnf_rule_named(in, except[k].unless), refuse, -1);
        in->start = new_node(in, FORK, in->start, entry, 0);
        for (int n = 0; n < in->node_count; n++)
            if (in->nodes[n].kind == BEGIN && in->nodes[n].rule == rule)
                set_group(in, n, rule, k + 1);
    }
}

static void mark(struct interpreter *in, const char *name)
{
    in->rules[bnf_rule_named(in, name)].marked = true;
}

static void mark_rules(struct interpreter *in)
{
    const struct definition *d = in->definition;

    for (const struct row *row = d->rows; row->within; row++) {
        mark(in, row->within);
        mark(in, row->from + 1);
        if (*row->to != ':')
            mark(in, row->to + 1);
    }
    for (const struct kind *kind = d->kinds; kind->rule; kind++)
        mark(in, kind->rule);
    for (const struct except *except = d->except; except->rule; except++)
        mark(in, except->rule);
}

void bnf_build(struct interpreter *in)
{
    int accept;

    mark_rules(in);
    accept = new_node(in, ACCEPT, -1, -1, 0);
    in->start = build_rule(in, bnf_rule_named(in, in->definition->root), accept, 0);
    build_excepts(in);
}
