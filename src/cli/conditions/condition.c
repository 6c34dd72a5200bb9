/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/conditions/condition.h"

#include <string.h>

#include "cli/conditions/match-glob.h"
#include "cli/conditions/undecided-records.h"

/* A value and the operands */

/* Whether an order, < 0, 0 or > 0, satisfies the operation. */
static bool decides(enum operation operation, int order)
{
    switch (operation) {
    case OPERATION_LESS:
        return order < 0;
    case OPERATION_LESS_OR_EQUAL:
        return order <= 0;
    case OPERATION_GREATER:
        return order > 0;
    case OPERATION_GREATER_OR_EQUAL:
        return order >= 0;
    default:
        return order == 0;
    }
}

/* "2026-11-20" is equal to all times of that day. */
static int compare_clocks(const struct value_text *value, const struct glob *operand)
{
    const size_t len = value->len < operand->len[0] ? value->len : operand->len[0];

    return memcmp(value->at, operand->text, len);
}

/* A number of 2^64 or more is greater than every operand. */
static bool compare_numbers(const struct value_text *value, const struct number *operand,
                            enum operation operation)
{
    struct number number;

    switch (number_read(&number, value->at, value->len, false)) {
    case NUMBER_READ:
        return decides(operation, number_compare(&number, operand));
    case NUMBER_TOO_LARGE:
        return decides(operation, 1);
    default:
        return false;
    }
}

static bool agrees(const struct value_text *value, const struct operand_value *operand,
                   enum operation operation, struct scratch *scratch)
{
    struct time_read time;

    switch (operand->kind) {
    case COMPARING_NUMBERS:
        return compare_numbers(value, &operand->number, operation);
    case COMPARING_CLOCKS:
        return decides(operation, compare_clocks(value, &operand->glob));
    case COMPARING_TIMES:
        time_parse(&time, value->at, value->len);
        return decides(operation, time_compare(&time, &operand->time));
    case COMPARING_ADDRESSES:
        return prefix_contains(&operand->prefix,
                               scratch_for(scratch, SCRATCH_ADDRESS, HOST_SIZE(value->len)),
                               value->at, value->len);
    default:
        return glob_matches(&operand->glob, value);
    }
}

enum truth { FALSE, TRUE, UNDECIDED };

static enum truth match(const struct condition *condition, const struct value_text *value,
                        struct scratch *scratch, int *error)
{
    switch (pattern_match(condition->pattern, &scratch->patterns, value->at, value->len,
                          error)) {
    case PATTERN_MATCHES:
        return TRUE;
    case PATTERN_DIFFERS:
        return FALSE;
    default:
        return UNDECIDED;
    }
}

static void lower(struct value_text *value, struct scratch *scratch)
{
    char *const buf = scratch_for(scratch, SCRATCH_LOWER, value->len);

    memcpy(buf, value->at, value->len);
    to_lower(buf, value->len);
    value->at = buf;
}

/* Whether the value agrees with one of the condition's operands. For "!=" and "!~", is_true()
   negates the result. */
static enum truth is_meant(const struct condition *condition, struct value_text *value,
                           struct scratch *scratch, int *error)
{
    if (condition->pattern)
        return match(condition, value, scratch, error);
    if (condition->ignore_case)
        lower(value, scratch);
    for (size_t i = 0; i < condition->count; i++)
        if (agrees(value, &condition->values[i], condition->operation, scratch))
            return TRUE;
    return FALSE;
}

/* A record */

/* Whether one of the values of a list agrees with one of the operands. */
static enum truth one_is_meant(const struct condition *condition, const struct record *record,
                               int *error)
{
    enum truth result = FALSE;
    struct value_list list;
    struct value_text value;

    if (!value_list_begin(&list, &condition->selector, record))
        return FALSE;
    while (result != TRUE && value_list_next(&list, &value)) {
        const enum truth one = condition->operation == OPERATION_PRESENT
            ? TRUE : is_meant(condition, &value, record->scratch, error);

        result = one == FALSE ? result : one;
    }
    return result;
}

static enum truth decide(const struct condition *condition, const struct record *record,
                         int *error)
{
    struct value_text value;

    if (condition->findings)
        return locus_findings_any(&record->url, record->text, record->len,
                                  condition->findings, record->own) != 0 ? TRUE : FALSE;
    if (__builtin_expect(selector_is_list(&condition->selector), 0))
        return one_is_meant(condition, record, error);
    if (!value_of(&value, &condition->selector, record))
        return FALSE;
    if (condition->operation == OPERATION_PRESENT)
        return TRUE;
    return is_meant(condition, &value, record->scratch, error);
}

/* If a pattern reached a limit, the condition is true. */
static bool is_true(const struct condition *condition, const struct record *record, int *error)
{
    const bool negated = condition->operation == OPERATION_UNEQUAL
                      || condition->operation == OPERATION_DIFFERS;
    int reached = 0;

    switch (decide(condition, record, &reached)) {
    case FALSE:
        return negated;
    case TRUE:
        return !negated;
    default:
        *error = reached;
        return true;
    }
}

RARELY static void keep_undecided(const struct record *record, int error)
{
    struct undecided *const undecided = record->scratch->undecided;

    if (undecided->count++ > 0)
        return;
    undecided->line = record->line;
    undecided->offset = record->offset;
    undecided->error = error;
}

static bool are_true(const struct conditions *conditions, bool parsed,
                     const struct record *record)
{
    int error = 0;

    for (size_t i = 0; i < conditions->count; i++)
        if (selector_needs_parse(&conditions->at[i].selector) == parsed
            && !is_true(&conditions->at[i], record, &error))
            return false;
    if (__builtin_expect(error != 0, 0))
        keep_undecided(record, error);
    return true;
}

bool conditions_need_parse(const struct conditions *conditions)
{
    for (size_t i = 0; i < conditions->count; i++)
        if (selector_needs_parse(&conditions->at[i].selector))
            return true;
    return false;
}

bool conditions_need_no_parse(const struct conditions *conditions)
{
    for (size_t i = 0; i < conditions->count; i++)
        if (!selector_needs_parse(&conditions->at[i].selector))
            return true;
    return false;
}

bool stage_where_early(const void *conditions, struct record *record)
{
    return are_true(conditions, false, record);
}

bool stage_where(const void *conditions, struct record *record)
{
    return are_true(conditions, true, record);
}
