/* SPDX-License-Identifier: MIT
 *
 * A slow, straightforward interpreter of the machines that `ragel -x` writes:
 * the expected answer of the library, without Ragel's C and without the lens.
 * It knows nothing of parts. It reports whether a text is valid, where it
 * fails and by which rule, and how long its longest valid prefix is.
 */
#ifndef LOCUS_TESTS_INTERPRET_H
#define LOCUS_TESTS_INTERPRET_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locus.h"

enum {
    INTERPRET_STATES = 1024,
    INTERPRET_TABLES = 1024,
    INTERPRET_ACTIONS = 256,
    INTERPRET_WAY = 64
};

struct interpret {
    int start;
    unsigned char final[INTERPRET_STATES];
    short target[INTERPRET_STATES][256];      /* -1: none */
    signed char failure[INTERPRET_STATES][256];
    signed char failure_at_end[INTERPRET_STATES];
};

struct interpreted {
    int valid;
    int error;                     /* of the rule that failed */
    size_t offset;                 /* len if the text is valid */
    size_t longest;                /* 0 if only the empty prefix is valid */
};

/* The error of the action bad_NAME; 0 for other actions. */
static inline int interpret_error(const char *action)
{
    if (strncmp(action, "bad_", 4) != 0)
        return 0;
    for (int error = -1; error > -32; error--) {
        const char *name = locus_error_name(error);
        size_t i = 0;

        /* "bad_ip_literal" and "ip-literal" */
        while (name[i] && (name[i] == '-' ? '_' : name[i]) == action[4 + i])
            i++;
        if (!name[i] && !action[4 + i])
            return error;
    }
    fprintf(stderr, "no error of the name %s\n", action);
    exit(EXIT_FAILURE);
}

/* Opens NAME.xml in the build directory or in the source directory. */
static inline FILE *interpret_open(const char *name)
{
    const char *srcdir = getenv("srcdir");
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "grammar/xml/%s.xml", name);
    file = fopen(path, "r");
    if (!file && srcdir) {
        snprintf(path, sizeof path, "%s/grammar/xml/%s.xml", srcdir, name);
        file = fopen(path, "r");
    }
    return file;
}

/* Reads grammar/xml/NAME.xml, in which Ragel writes each element on a line of its own.
   Returns 0 if there is no such file, or no start state in it. */
static inline int interpret_read(struct interpret *machine, const char *name)
{
    /* The error of each action, by its id. An action table is a list of actions that are
       run together; of their errors the most specific one counts, which is the least:
       enum locus_error is in that order. */
    static int action_error[INTERPRET_ACTIONS];
    static int table_error[INTERPRET_TABLES];
    FILE *file = interpret_open(name);
    char line[4096];
    int state = 0;

    if (!file)
        return 0;
    memset(machine, 0, sizeof *machine);
    memset(machine->target, -1, sizeof machine->target);
    while (fgets(line, sizeof line, file)) {
        char word[128], target[16], table[16];
        int number, low, high, used;

        if (sscanf(line, " <action id=\"%d\" name=\"%127[^\"]", &number,
                   word) == 2) {
            action_error[number] = interpret_error(word);
        } else if (sscanf(line, " <action_table id=\"%d\" length=\"%*d\">%n",
                          &number, &used) == 1) {
            char *next = line + used;
            int error = 0;

            while (*next != '<') {
                const long action = strtol(next, &next, 10);

                if (action_error[action] < error)
                    error = action_error[action];
            }
            table_error[number] = error;
        } else if (sscanf(line, " <start_state>%d", &number) == 1) {
            machine->start = number;
        } else if (sscanf(line, " <state id=\"%d\"", &number) == 1) {
            state = number;
            machine->final[state] = strstr(line, "final=\"t\"") != NULL;
        } else if (sscanf(line, " <state_actions>%*s %*s %15[^<]", table)
                   == 1) {
            if (*table != 'x')
                machine->failure_at_end[state] =
                    (signed char)table_error[atoi(table)];
        } else if (sscanf(line, " <t>%d %d %15s %15[^<]", &low, &high, target,
                          table) == 4) {
            for (int byte = low; byte <= high; byte++) {
                if (*target != 'x')
                    machine->target[state][byte] = (short)atoi(target);
                if (*table != 'x')
                    machine->failure[state][byte] =
                        (signed char)table_error[atoi(table)];
            }
        }
    }
    fclose(file);
    return machine->start != 0;
}

static inline struct interpreted interpret(const struct interpret *machine,
                                           const unsigned char *text,
                                           size_t len)
{
    struct interpreted result = { 0, 0, len, 0 };
    int state = machine->start;

    for (size_t i = 0; i < len; i++) {
        const int target = machine->target[state][text[i]];

        if (target < 0) {
            result.error = machine->failure[state][text[i]];
            result.offset = i;
            return result;
        }
        state = target;
        if (machine->final[state])
            result.longest = i + 1;
    }
    result.valid = machine->final[state];
    result.error = machine->failure_at_end[state];
    return result;
}

/* A shortest text that leads to each state; `len` is -1 if the state is
   unreachable. */
struct interpret_way {
    int len;
    unsigned char text[INTERPRET_WAY];
};

static inline void interpret_ways(const struct interpret *machine,
                                  struct interpret_way ways[INTERPRET_STATES])
{
    static int queue[INTERPRET_STATES];
    int first = 0, count = 0;

    for (int i = 0; i < INTERPRET_STATES; i++)
        ways[i].len = -1;
    ways[machine->start].len = 0;
    queue[count++] = machine->start;
    while (first < count) {
        const int state = queue[first++];
        const struct interpret_way *way = &ways[state];

        for (int byte = 0; byte < 256; byte++) {
            const int target = machine->target[state][byte];

            if (target < 0 || ways[target].len >= 0)
                continue;
            if (way->len == INTERPRET_WAY) {
                fprintf(stderr, "the way to state %d is too long\n", target);
                exit(EXIT_FAILURE);
            }
            ways[target] = *way;
            ways[target].text[ways[target].len++] = (unsigned char)byte;
            queue[count++] = target;
        }
    }
}

#endif
