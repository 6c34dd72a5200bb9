/* SPDX-License-Identifier: MIT */
#ifndef CONDITION_H
#define CONDITION_H

#include "cli/record/value.h"
#include "cli/values/address.h"
#include "cli/values/operand.h"
#include "cli/values/pattern.h"

/*
 * --where: which records count.
 */
enum operation {
    OPERATION_PRESENT,
    OPERATION_EQUAL,
    OPERATION_UNEQUAL,
    OPERATION_LESS,
    OPERATION_LESS_OR_EQUAL,
    OPERATION_GREATER,
    OPERATION_GREATER_OR_EQUAL,
    OPERATION_MATCHES,
    OPERATION_DIFFERS,
    OPERATION_COUNT
};

/* How values are compared. */
enum comparing {
    COMPARING_TEXT,               /* with a glob */
    COMPARING_NUMBERS,
    COMPARING_CLOCKS,             /* times, byte by byte, as far as the operand goes */
    COMPARING_TIMES,              /* the same with a fraction or a zone */
    COMPARING_ADDRESSES           /* with the first bits of an address */
};

/* One of the texts after the operator. */
struct operand_value {
    enum comparing kind;
    union {
        struct glob      glob;    /* its memory is that of condition.globs */
        struct number    number;
        struct time_read time;
        struct prefix    prefix;
    };
};

struct condition {
    struct selector selector;
    enum operation  operation;
    struct operand_value *values; /* one of these */
    size_t          count;
    struct globs    globs;        /* the texts */
    bool            ignore_case;  /* the globs are in lower case */
    struct pattern *pattern;      /* NULL: none */
    uint64_t        findings;     /* one of these, if the selector is VALUE_FINDINGS */
};

struct conditions {
    struct condition *at;         /* those with a pattern come last */
    size_t            count;
    bool              lines;      /* they need the line number */
};

/* Parses the arguments of --where, to which the result refers. Ends the command if one is
   invalid. */
void conditions_read(struct conditions *conditions, const struct selecting *selecting,
                     const struct texts *arguments);

/* Whether any condition needs the parsed URL, and whether any does not. */
bool conditions_need_parse(const struct conditions *conditions);
bool conditions_need_no_parse(const struct conditions *conditions);

/* Stages. The first drops a record if a condition that needs no parsed URL is false, the second
   if one of the others is. `conditions` is a struct conditions. */
bool stage_where_early(const void *conditions, struct record *record);
bool stage_where(const void *conditions, struct record *record);

void conditions_free(struct conditions *conditions);

#endif
