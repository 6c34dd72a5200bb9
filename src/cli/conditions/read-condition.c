/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/conditions/condition.h"

#include <stdlib.h>
#include <string.h>

#include "cli/conditions/match-glob.h"
#include "cli/help/suggest.h"
#include "common/find-name.h"

static enum operation read_operation(const struct comparison *comparison)
{
    static const char *const names[OPERATION_COUNT] = {
        [OPERATION_PRESENT] = "",
        [OPERATION_EQUAL] = "=",
        [OPERATION_UNEQUAL] = "!=",
        [OPERATION_LESS] = "<",
        [OPERATION_LESS_OR_EQUAL] = "<=",
        [OPERATION_GREATER] = ">",
        [OPERATION_GREATER_OR_EQUAL] = ">=",
        [OPERATION_MATCHES] = "~",
        [OPERATION_DIFFERS] = "!~"
    };

    return (enum operation)find_name(names, OPERATION_COUNT, comparison->operation,
                                     comparison->operation_len);
}

static bool is_order(enum operation operation)
{
    return operation >= OPERATION_LESS && operation <= OPERATION_GREATER_OR_EQUAL;
}

/* The text of a glob without "*", ended by NUL; or the whole list that it is part of, for
   a message. */
static const char *text_of(const struct glob *glob, const char *list)
{
    if (glob->count > 1)
        return list;
    glob->text[glob->len[0]] = '\0';
    return glob->text;
}

#define FINDING(name) (UINT64_C(1) << LOCUS_FINDING_##name)

/* "traversal" stands for every way to climb in a path. */
static const uint64_t traversal = FINDING(DOT_SEGMENT) | FINDING(HIDDEN_DOT_SEGMENT)
    | FINDING(DOT_PARAMETER) | FINDING(ABOVE_ROOT) | FINDING(QUERY_TRAVERSAL);

static uint64_t read_finding(const char *verb, const char *name)
{
    struct suggestion near = { name, strlen(name), NULL, 0 };
    const int finding = locus_finding_from_name(name, strlen(name));

    if (finding >= 0)
        return UINT64_C(1) << finding;
    if (strcmp(name, "traversal") == 0)
        return traversal;
    suggest(&near, "traversal");
    for (int f = 0; f < LOCUS_FINDING_COUNT; f++)
        suggest(&near, locus_finding_name((enum locus_finding)f));
    usage_error(verb, "--where: there is no finding '%s'%s%s%s", name,
                near.name ? "; did you mean '" : "", near.name ? near.name : "",
                near.name ? "'?" : "");
}

static void read_time(struct operand_value *value, const struct selector *selector,
                      const char *verb, const char *text)
{
    struct time_read time;
    const size_t stop = time_parse(&time, text, strlen(text));

    if (stop != SIZE_MAX)
        usage_error(verb, "--where: '%s' is not a time: it is invalid at byte %zu"
                    " (2026-11-20T10:00:00+01:00, 2026-11-20T10:00, or the beginning of one)",
                    text, stop + 1);
    value->kind = COMPARING_CLOCKS;
    if (selector->views == 0 && (time.has_zone || time.digits > 0)) {
        value->kind = COMPARING_TIMES;
        value->time = time;
    }
}

_Noreturn static void too_large(const char *verb, const char *text)
{
    usage_error(verb, "--where: '%s' is too large (numbers are less than 18446744073709551616)",
                text);
}

static void read_number(struct operand_value *value, const char *verb, const char *text)
{
    value->kind = COMPARING_NUMBERS;
    switch (number_read(&value->number, text, strlen(text), true)) {
    case NUMBER_READ:
        break;
    case NUMBER_TOO_LARGE:
        too_large(verb, text);
    default:
        usage_error(verb, "--where: '%s' is not a number (examples: 400, 0.5, 10k, 1M, 2G)",
                    text);
    }
}

/* "10.0.0.0/8". Returns false if the text has no prefix length. */
static bool read_prefix(struct operand_value *value, const char *verb, const char *text)
{
    struct prefix prefix;
    const enum prefix_kind kind = prefix_read(&prefix, text, strlen(text));

    if (kind == PREFIX_INVALID)
        usage_error(verb, "--where: '%s' is not an address with a prefix length (10.0.0.0/8)",
                    text);
    if (kind == PREFIX_NONE)
        return false;
    value->kind = COMPARING_ADDRESSES;
    value->prefix = prefix;
    return true;
}

/* Reads one of the texts, which is value->glob. */
static void read_value(struct operand_value *value, const struct condition *condition,
                       const char *verb, const char *list)
{
    const struct selector *const selector = &condition->selector;
    const bool is_whole = value->glob.count == 1;
    const char *const text = is_order(condition->operation) ? list
                                                            : text_of(&value->glob, list);
    enum number_kind kind;
    struct number number;

    if (selector_is_time(selector)) {
        read_time(value, selector, verb, text);
    } else if (is_order(condition->operation)) {
        read_number(value, verb, text);
    } else if (is_whole && selector_is_address(selector) && read_prefix(value, verb, text)) {
        return;
    } else if (is_whole && selector_is_number(selector)
               && (kind = number_read(&number, text, value->glob.len[0], true)) != NUMBER_NONE) {
        if (kind == NUMBER_TOO_LARGE)
            too_large(verb, text);
        value->kind = COMPARING_NUMBERS;
        value->number = number;
    } else if (condition->ignore_case) {
        glob_to_lower(&value->glob);
    }
}

static void read_globs(struct condition *condition, const char *verb, const char *list)
{
    const size_t stop = globs_read(&condition->globs, list, strlen(list));

    if (stop != SIZE_MAX)
        usage_error(verb, "--where: '%s': unknown escape at byte %zu (a backslash itself is"
                    " \\\\, and \\, and \\* stand for a comma and an asterisk)", list, stop);
}

static void read_values(struct condition *condition, const char *verb, const char *list)
{
    const struct globs *const globs = &condition->globs;

    read_globs(condition, verb, list);
    condition->count = is_order(condition->operation) ? 1 : globs->count;
    condition->values = mem_resize(NULL, condition->count * sizeof *condition->values);
    condition->ignore_case = selector_ignores_case(&condition->selector);
    for (size_t i = 0; i < condition->count; i++) {
        condition->values[i] = (struct operand_value){ .glob = globs->at[i] };
        read_value(&condition->values[i], condition, verb, list);
    }
}

static void read_findings(struct condition *condition, const char *verb, const char *list)
{
    read_globs(condition, verb, list);
    for (size_t i = 0; i < condition->globs.count; i++)
        condition->findings |= read_finding(verb, text_of(&condition->globs.at[i], list));
}

static void read_condition(struct condition *condition, const struct selecting *selecting,
                           const char *argument)
{
    const char *const verb = selecting->verb;
    struct comparison comparison;
    const char *list;

    comparison_read(&comparison, selecting, argument);
    *condition = (struct condition){ .selector = comparison.listed.selector };
    condition->operation = read_operation(&comparison);
    if (condition->operation == OPERATION_PRESENT)
        return;
    if (selector_is_list(&condition->selector) && is_order(condition->operation))
        usage_error(verb, "--where: %.*s is a list, which has no order: use %.*s=NAME",
                    (int)comparison.listed.name_len, comparison.listed.name,
                    (int)comparison.listed.name_len, comparison.listed.name);
    list = comparison.operation + comparison.operation_len;
    if (condition->operation >= OPERATION_MATCHES)
        condition->pattern = pattern_read(verb, list,
                                          selector_ignores_case(&condition->selector));
    else if (condition->selector.value == VALUE_FINDINGS)
        read_findings(condition, verb, list);
    else
        read_values(condition, verb, list);
}

/* Patterns take the most time, and their limit matters only if all other conditions are
   true. */
static int by_cost(const void *a, const void *b)
{
    return (((const struct condition *)a)->pattern != NULL)
         - (((const struct condition *)b)->pattern != NULL);
}

void conditions_read(struct conditions *conditions, const struct selecting *selecting,
                     const struct texts *arguments)
{
    const size_t count = arguments->count;

    conditions->count = count;
    if (count == 0)
        return;
    conditions->at = mem_resize(NULL, count * sizeof *conditions->at);
    for (size_t i = 0; i < count; i++) {
        read_condition(&conditions->at[i], selecting, arguments->text[i]);
        conditions->lines |= conditions->at[i].selector.value == VALUE_LINE;
    }
    qsort(conditions->at, count, sizeof *conditions->at, by_cost);
}

void conditions_free(struct conditions *conditions)
{
    for (size_t i = 0; i < conditions->count; i++) {
        free(conditions->at[i].selector.key);
        free(conditions->at[i].values);
        globs_free(&conditions->at[i].globs);
        pattern_free(conditions->at[i].pattern);
    }
    free(conditions->at);
}
