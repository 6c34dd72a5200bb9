/* SPDX-License-Identifier: MIT
 *
 * The interpreter of the RFCs' BNF: the verdict on a text, and the parts of the text
 * (interpreter.h). bnf.h declares what the files of the interpreter share.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proofs/interpreter/bnf.h"
#include "proofs/interpreter/interpreter.h"

enum { DEAD = 0 };
static const size_t NONE = (size_t)-1;

/*
 * All paths at once: verdict and offset
 *
 * Each set of nodes gets a number when it is first met, and its transition on a byte is
 * computed when it is first needed. Without this, ten million texts would take too long.
 */

static void new_stamp(struct interpreter *in, size_t size)
{
    if (size > in->seen_size) {
        in->seen = bnf_get(in->seen, size * sizeof *in->seen);
        memset(in->seen, 0, size * sizeof *in->seen);
        in->seen_size = size;
        in->stamp = 0;
    }
    if (++in->stamp == 0) {
        memset(in->seen, 0, in->seen_size * sizeof *in->seen);
        in->stamp = 1;
    }
}

static bool is_refused(const struct node *node, unsigned refused)
{
    return node->group > 0 && refused >> (node->group - 1) & 1;
}

/* Adds the nodes that a node leads to without reading a byte, except refused ones. */
static void add_nodes(struct interpreter *in, struct set *set, int node,
                      unsigned refused)
{
    const struct node *n = &in->nodes[node];

    if (in->seen[node] == in->stamp || is_refused(n, refused))
        return;
    in->seen[node] = in->stamp;
    switch (n->kind) {
    case TAKE:
        set->nodes[set->count++] = node;
        break;
    case FORK:
        add_nodes(in, set, n->a, refused);
        add_nodes(in, set, n->b, refused);
        break;
    case ACCEPT:
        set->accepts = true;
        break;
    case REFUSE:
        set->refused |= 1u << n->rule;
        break;
    default:
        add_nodes(in, set, n->a, refused);
    }
}

/* The nodes that a byte leads to. */
static struct set follow_byte(struct interpreter *in, const struct set *from,
                              unsigned char byte, unsigned refused)
{
    struct set set = { .count = 0 };

    set.nodes = bnf_get(NULL, (size_t)in->node_count * sizeof *set.nodes);
    new_stamp(in, (size_t)in->node_count);
    for (int i = 0; i < from->count; i++) {
        const struct node *n = &in->nodes[from->nodes[i]];

        if (n->expr->bytes[byte] && !is_refused(n, refused))
            add_nodes(in, &set, n->a, refused);
    }
    return set;
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Numbers the set and takes ownership of `set->nodes`. A set without a node that can
   lead to a valid text is the dead set. Every rule can end, so every node can lead to a
   valid text unless it is read only for an exception. */
static int number_set(struct interpreter *in, struct set *set)
{
    bool alive = set->accepts;

    for (int i = 0; i < set->count; i++)
        alive |= in->nodes[set->nodes[i]].group >= 0;
    if (!alive)
        set->count = 0, set->refused = 0;
    qsort(set->nodes, (size_t)set->count, sizeof *set->nodes, compare_ints);
    for (int i = 0; i < in->set_count; i++) {
        const struct set *old = &in->sets[i];

        if (old->count == set->count && old->accepts == set->accepts
            && old->refused == set->refused
            && memcmp(old->nodes, set->nodes,
                      (size_t)set->count * sizeof *set->nodes) == 0) {
            free(set->nodes);
            return i;
        }
    }
    memset(set->next, -1, sizeof set->next);
    in->sets = bnf_get(in->sets, (size_t)(in->set_count + 1) * sizeof *in->sets);
    in->sets[in->set_count] = *set;
    return in->set_count++;
}

static int move(struct interpreter *in, int from, unsigned char byte)
{
    struct set set;
    int to;

    if (in->sets[from].next[byte] >= 0)
        return in->sets[from].next[byte];
    set = follow_byte(in, &in->sets[from], byte, 0);
    if (set.refused) {
        const unsigned refused = set.refused;

        free(set.nodes);
        set = follow_byte(in, &in->sets[from], byte, refused);
        set.refused = refused;
    }
    to = number_set(in, &set);
    in->sets[from].next[byte] = to;
    return to;
}

/* The first path: spans */

struct way {
    struct interpreter *in;
    const unsigned char *text;
    size_t len;
    unsigned refused;
};

/* Whether text[at..] can be read from a node. Tries alternatives in order, and none
   twice. Marks the rules on the path. */
static bool follow(const struct way *way, int node, size_t at)
{
    struct interpreter *const in = way->in;

    for (;;) {
        const struct node *n = &in->nodes[node];
        unsigned *const seen = &in->seen[(size_t)node * (way->len + 1) + at];

        if (*seen == in->stamp || n->group < 0 || is_refused(n, way->refused))
            return false;
        *seen = in->stamp;
        switch (n->kind) {
        case ACCEPT:
            return at == way->len;
        case REFUSE:
            return false;
        case TAKE:
            if (at == way->len || !n->expr->bytes[way->text[at]])
                return false;
            at++;
            node = n->a;
            break;
        case FORK:
            if (follow(way, n->a, at))
                return true;
            node = n->b;
            break;
        case PASS:
            node = n->a;
            break;
        case BEGIN:
        case END: {
            size_t *const marks = n->kind == BEGIN ? in->begin : in->end;

            if (!follow(way, n->a, at))
                return false;
            /* Set from the end of the text backwards: of several, the last one is
               kept. */
            if (marks[n->rule] == NONE)
                marks[n->rule] = at;
            return true;
        }
        }
    }
}

/* From marks to parts */

static size_t place(struct interpreter *in, const char *edge)
{
    const int rule = bnf_rule_named(in, edge + 1);

    return *edge == '<' ? in->begin[rule] : in->end[rule];
}

static void set_part(struct answer *answer, enum locus_part part, size_t from,
                     size_t to)
{
    answer->present |= 1u << part;
    answer->part[part].off = (uint32_t)from;
    answer->part[part].len = (uint32_t)(to - from);
}

static void tell_parts(struct interpreter *in, const unsigned char *text,
                       size_t len, struct answer *answer)
{
    for (const struct row *row = in->definition->rows; row->within; row++) {
        size_t from, to;

        if (in->begin[bnf_rule_named(in, row->within)] == NONE
            || (from = place(in, row->from)) == NONE)
            continue;
        to = *row->to == ':'
           ? (size_t)((unsigned char *)memchr(text + from, ':', len - from)
                      - text)
           : place(in, row->to);
        if (to == NONE || (from == to && row->flags & IF_ANY))
            continue;
        if (row->flags & SPLIT_USER) {
            const unsigned char *colon = to == from
                                       ? NULL
                                       : memchr(text + from, ':', to - from);

            if (colon) {
                set_part(answer, LOCUS_PASSWORD, (size_t)(colon - text) + 1,
                         to);
                to = (size_t)(colon - text);
            }
        }
        set_part(answer, row->part, from, to);
    }
    if (!(answer->present >> LOCUS_HOST & 1))
        return;
    for (const struct kind *kind = in->definition->kinds; kind->rule; kind++)
        if (in->begin[bnf_rule_named(in, kind->rule)] != NONE)
            answer->host_kind = kind->kind;
    if (answer->part[LOCUS_HOST].len == 0)
        answer->host_kind = LOCUS_HOST_EMPTY;
}

void interpreter_ask(struct interpreter *in, const unsigned char *text,
                     size_t len, struct answer *answer)
{
    struct way way = { in, text, len, 0 };
    int set = 1;

    memset(answer, 0, sizeof *answer);
    for (size_t i = 0; i < len; i++) {
        set = move(in, set, text[i]);
        way.refused |= in->sets[set].refused;
        if (set == DEAD) {
            answer->offset = i;
            return;
        }
    }
    answer->offset = len;
    if (!in->sets[set].accepts)
        return;
    new_stamp(in, (size_t)in->node_count * (len + 1));
    memset(in->begin, -1, sizeof in->begin);
    memset(in->end, -1, sizeof in->end);
    if (!follow(&way, in->start, 0)) {
        mutate_print(stderr, text, len);
        bnf_give_up(" is valid, and cannot be read", in->definition->root);
    }
    answer->valid = true;
    answer->offset = 0;
    tell_parts(in, text, len, answer);
}

struct interpreter *interpreter_new(const struct locus_grammar *grammar)
{
    struct interpreter *in = memset(bnf_get(NULL, sizeof *in), 0, sizeof *in);
    struct set dead = { .nodes = bnf_get(NULL, 1) }, first = { .count = 0 };

    in->definition = bnf_definition(in, grammar);
    bnf_read_rules(in);
    bnf_build(in);
    number_set(in, &dead);
    first.nodes = bnf_get(NULL, (size_t)in->node_count * sizeof *first.nodes);
    new_stamp(in, (size_t)in->node_count);
    add_nodes(in, &first, in->start, 0);
    if (number_set(in, &first) != 1)
        bnf_give_up("nothing is valid", in->definition->root);
    return in;
}

void interpreter_free(struct interpreter *in)
{
    for (int i = 0; i < in->set_count; i++)
        free(in->sets[i].nodes);
    for (int i = 0; i < in->rule_count; i++)
        free(in->rules[i].text);
    while (in->exprs) {
        struct expr *next = in->exprs->next;

        free(in->exprs);
        in->exprs = next;
    }
    free(in->sets);
    free(in->nodes);
    free(in->built);
    free(in->seen);
    free(in);
}

size_t interpreter_size(const struct interpreter *in)
{
    return (size_t)in->node_count;
}
