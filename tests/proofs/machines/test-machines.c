/* SPDX-License-Identifier: MIT
 *
 * Tests completely the machines that are not grammars of URLs (test-states.c tests
 * those): from each entry a shortest text to each state, followed by each of the 256
 * bytes, as a whole text and as the beginning of one. A machine must do what its tables
 * from `ragel -x` say (tests/proofs/machines/make-machines.py): the same actions at the
 * same places, in the same order, and it must stop where they say. What its actions do is
 * tested by the tests of the code that runs the machine; those use mostly valid texts, and
 * so do not try everything that is tried here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/guard.h"

enum { STATES = 1024, LISTS = 512, TEXT = 192, TRACE = 2048 };

/* An action that was performed before the byte at p, or at the end. */
struct event {
    const unsigned char *p;
    const char *name;
    int state;                     /* that it used; -1: none */
};

/* The input of a machine, and a trace of its actions. Only `count` events of the trace
   are set. */
struct walk {
    const unsigned char *p, *pe, *eof;
    int state;
    size_t count;
    struct event trace[TRACE];
};

struct action {
    int list;                      /* its number; the actions of a list are
                                      consecutive */
    const char *name;
    int has_state;                 /* it uses the state entered */
};

/* Lists of actions are numbers; -1 is none. */
struct transition {
    int from, low, high;
    int to;                        /* -1: it fails */
    int list;
};

struct state {
    int number, entering, leaving, at_end;
};

struct machine {
    const char *name;
    void (*run)(struct walk *walk);
    int error;                     /* the error state, or -1 */
    const int *entries;
    const struct state *states;
    const struct transition *transitions;
    const struct action *actions;
};

static _Noreturn void give_up(const char *what, const char *which)
{
    fprintf(stderr, "test-machines: %s: %s\n", what, which);
    exit(EXIT_FAILURE);
}

static void record_state(struct walk *walk, const unsigned char *p,
                         const char *name, int state)
{
    if (walk->count == TRACE)
        give_up("too long a trace", name);
    walk->trace[walk->count++] = (struct event){ p, name, state };
}

static void record(struct walk *walk, const unsigned char *p, const char *name)
{
    record_state(walk, p, name, -1);
}

/* Some machines do not use the name of their first state or of an entry. */
#pragma GCC diagnostic ignored "-Wunused-const-variable"

#include "machines.h"

/* The tables */

static struct {
    const struct machine *machine;
    struct {
        int entering, leaving, at_end;
        int to[256], list[256];
    } states[STATES];
    const struct action *lists[LISTS];
} tables;

static void read_tables(const struct machine *machine)
{
    memset(&tables, -1, sizeof tables);
    tables.machine = machine;
    for (const struct state *s = machine->states; s->number >= 0; s++) {
        if (s->number >= STATES)
            give_up("too many states", machine->name);
        tables.states[s->number].entering = s->entering;
        tables.states[s->number].leaving = s->leaving;
        tables.states[s->number].at_end = s->at_end;
    }
    for (const struct transition *t = machine->transitions; t->from >= 0; t++)
        for (int byte = t->low; byte <= t->high; byte++) {
            tables.states[t->from].to[byte] = t->to;
            tables.states[t->from].list[byte] = t->list;
        }
    for (const struct action *a = machine->actions; a->list >= 0; a++) {
        if (a->list >= LISTS)
            give_up("too many lists of actions", machine->name);
        if (a == machine->actions || a[-1].list != a->list)
            tables.lists[a->list] = a;
    }
}

static void act(struct walk *walk, int list, int state)
{
    if (list < 0)
        return;
    for (const struct action *a = tables.lists[list]; a->list == list; a++)
        record_state(walk, walk->p, a->name, a->has_state ? state : -1);
}

static void interpret(struct walk *walk)
{
    for (; walk->p != walk->pe; walk->p++) {
        const int from = walk->state;
        const int to = tables.states[from].to[*walk->p];
        const int list = tables.states[from].list[*walk->p];

        act(walk, tables.states[from].leaving, from);
        walk->state = to < 0 ? tables.machine->error : to;
        act(walk, list, to);
        if (to < 0)
            return;
        act(walk, tables.states[to].entering, to);
    }
    if (walk->pe == walk->eof)
        act(walk, tables.states[walk->state].at_end, walk->state);
}

/* The texts */

static unsigned long texts, failed;

static void print_text(const unsigned char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        printf(text[i] > ' ' && text[i] < 0x7f ? "%c" : "\\x%02x", text[i]);
}

static void start(struct walk *walk, int entry, const unsigned char *text, size_t len,
                  int is_whole)
{
    walk->p = text;
    walk->pe = text + len;
    walk->eof = is_whole ? walk->pe : NULL;
    walk->state = entry;
    walk->count = 0;
}

static int is_same(const struct walk *a, const struct walk *b)
{
    if (a->p != b->p || a->state != b->state || a->count != b->count)
        return 0;
    for (size_t i = 0; i < a->count; i++)
        if (a->trace[i].p != b->trace[i].p || a->trace[i].state != b->trace[i].state
            || strcmp(a->trace[i].name, b->trace[i].name) != 0)
            return 0;
    return 1;
}

static void print_walk(const struct walk *walk, const unsigned char *text)
{
    printf("state %d, at %zu,", walk->state, (size_t)(walk->p - text));
    for (size_t i = 0; i < walk->count; i++) {
        printf(" %zu:%s", (size_t)(walk->trace[i].p - text), walk->trace[i].name);
        if (walk->trace[i].state >= 0)
            printf("(%d)", walk->trace[i].state);
    }
    putchar('\n');
}

/* Runs the text from an entry. The text is in an allocation of exactly its length, so that
   AddressSanitizer and valgrind notice what is read after it. */
static void try(int entry, const unsigned char *text, size_t len, int is_whole)
{
    static struct walk walk, expected;
    unsigned char *const copy = exact_copy(text, len);

    start(&walk, entry, copy, len, is_whole);
    start(&expected, entry, copy, len, is_whole);
    tables.machine->run(&walk);
    interpret(&expected);
    texts++;
    if (!is_same(&walk, &expected)) {
        printf("%s, state %d, ", tables.machine->name, entry);
        print_text(text, len);
        printf("%s:\n  ", is_whole ? "" : "...");
        print_walk(&walk, copy);
        printf("  expected: ");
        print_walk(&expected, copy);
        if (++failed >= 20)
            give_up("too many differences", tables.machine->name);
    }
    exact_free(copy);
}

/* A shortest text to each state that an entry leads to. */
struct way {
    size_t len;
    unsigned char text[TEXT];
};

static void try_state(int entry, const struct way *way)
{
    unsigned char text[TEXT + 1];

    memcpy(text, way->text, way->len);
    for (int whole = 0; whole < 2; whole++) {
        try(entry, text, way->len, whole);
        for (int byte = 0; byte < 256; byte++) {
            text[way->len] = (unsigned char)byte;
            try(entry, text, way->len + 1, whole);
        }
    }
}

static int try_entry(int entry, char is_seen[STATES])
{
    static struct way ways[STATES];
    int waiting[STATES], count = 0, new = 0;
    char is_reached[STATES] = { 0 };

    waiting[count++] = entry;
    is_reached[entry] = 1;
    ways[entry].len = 0;
    for (int i = 0; i < count; i++) {
        const int from = waiting[i];

        /* What follows a state does not depend on the entry. */
        if (from == entry || !is_seen[from])
            try_state(entry, &ways[from]);
        new += !is_seen[from];
        is_seen[from] = 1;
        for (int byte = 0; byte < 256; byte++) {
            const int to = tables.states[from].to[byte];

            if (to < 0 || is_reached[to])
                continue;
            if (ways[from].len == TEXT)
                give_up("too long a way", tables.machine->name);
            is_reached[to] = 1;
            ways[to] = ways[from];
            ways[to].text[ways[to].len++] = (unsigned char)byte;
            waiting[count++] = to;
        }
    }
    return new;
}

int main(void)
{
    for (size_t m = 0; m < sizeof machines / sizeof machines[0]; m++) {
        const struct machine *const machine = &machines[m];
        char is_seen[STATES] = { 0 };
        int states = 0, reached = 0, entries = 0;

        read_tables(machine);
        texts = 0;
        for (const struct state *s = machine->states; s->number >= 0; s++)
            states++;
        for (; machine->entries[entries] >= 0; entries++)
            reached += try_entry(machine->entries[entries], is_seen);
        printf("%s: %d of %d states, %d entries, %lu texts\n", machine->name,
               reached, states, entries, texts);
        failed += reached != states;
    }
    printf("%lu differences\n", failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
