/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/record/condition.h"

#include <stdlib.h>
#include <string.h>

#include "cli/help/suggest.h"
#include "cli/options/words.h"

/* ------------------------------------------------------------------------
 * Reading
 * ------------------------------------------------------------------------ */

static enum operation read_operation(const struct comparison *comparison)
{
    static const char *const names[] = {
        [OPERATION_PRESENT] = "",
        [OPERATION_EQUAL] = "=",
        [OPERATION_UNEQUAL] = "!=",
        [OPERATION_LESS] = "<",
        [OPERATION_LESS_OR_EQUAL] = "<=",
        [OPERATION_GREATER] = ">",
        [OPERATION_GREATER_OR_EQUAL] = ">="
    };
    int operation = OPERATION_PRESENT;

    while (strlen(names[operation]) != comparison->operation_len
           || memcmp(names[operation], comparison->operation, comparison->operation_len) != 0)
        operation++;
    return (enum operation)operation;
}

static uint64_t read_finding(const struct selecting *selecting, const char *name)
{
    struct suggestion near = { name, strlen(name), NULL, 0 };
    const int finding = locus_finding_from_name(name, strlen(name));

    if (finding >= 0)
        return UINT64_C(1) << finding;
    for (int f = 0; f < LOCUS_FINDING_COUNT; f++)
        suggest(&near, locus_finding_name((enum locus_finding)f));
    usage_error(selecting->verb, "--where: there is no finding '%s'%s%s%s", name,
                near.name ? "; did you mean '" : "", near.name ? near.name : "",
                near.name ? "'?" : "");
}

static bool is_order(enum operation operation)
{
    return operation >= OPERATION_LESS;
}

/* "10.0.0.0/8". Returns false if the text has no prefix length. */
static bool read_prefix(struct operand_value *value, const struct selecting *selecting)
{
    const enum prefix_kind kind = prefix_read(&value->prefix, value->text, value->len);

    if (kind == PREFIX_INVALID)
        usage_error(selecting->verb, "--where: '%s' is not an address with a prefix length"
                    " (10.0.0.0/8)", value->text);
    return kind == PREFIX_VALID;
}

static void read_value(struct condition *condition, const struct selecting *selecting,
                       const char *text)
{
    const struct selector *const selector = &condition->selector;
    struct operand_value *value;

    condition->values = mem_resize(condition->values,
                                   (condition->count + 1) * sizeof *condition->values);
    value = &condition->values[condition->count++];
    *value = (struct operand_value){ .text = text, .len = strlen(text) };
    if (selector_is_time(selector)) {
        value->kind = COMPARING_TIMES;
        if (!is_time(text, value->len))
            usage_error(selecting->verb, "--where: '%s' is not a time (2026-11-20T10:00, or"
                        " the beginning of one)", text);
    } else if (is_order(condition->operation)) {
        value->kind = COMPARING_NUMBERS;
        if (!number_read(&value->number, text, value->len, true))
            usage_error(selecting->verb, "--where: '%s' is not a number (examples: 400, 0.5,"
                        " 10k, 1M, 2G)", text);
    } else if (selector_is_address(selector) && read_prefix(value, selecting)) {
        value->kind = COMPARING_ADDRESSES;
    } else if (selector_is_number(selector)
               && number_read(&value->number, text, value->len, true)) {
        value->kind = COMPARING_NUMBERS;
    }
}

static void read_condition(struct condition *condition, const struct selecting *selecting,
                           const char *argument)
{
    struct comparison comparison;
    char *list;

    comparison_read(&comparison, selecting, argument);
    *condition = (struct condition){ .selector = comparison.listed.selector };
    condition->operation = read_operation(&comparison);
    if (condition->operation == OPERATION_PRESENT)
        return;
    if (condition->selector.value == VALUE_FINDINGS && is_order(condition->operation))
        usage_error(selecting->verb, "--where: findings have no order: use findings=NAME");
    /* Part of the command line, which may be cut. */
    list = (char *)argument + (comparison.operation - argument) + comparison.operation_len;
    if (is_order(condition->operation)) {
        read_value(condition, selecting, list);
        return;
    }
    for (char *text = list, *next; text; text = next) {
        next = cut_list(text);
        if (condition->selector.value == VALUE_FINDINGS)
            condition->findings |= read_finding(selecting, text);
        else
            read_value(condition, selecting, text);
    }
}

void conditions_read(struct conditions *conditions, const struct selecting *selecting,
                     const struct texts *arguments)
{
    conditions->at = arguments->count == 0 ? NULL
        : mem_resize(NULL, arguments->count * sizeof *conditions->at);
    conditions->count = arguments->count;
    for (size_t i = 0; i < arguments->count; i++) {
        read_condition(&conditions->at[i], selecting, arguments->text[i]);
        conditions->lines |= conditions->at[i].selector.value == VALUE_LINE;
    }
}

void conditions_free(struct conditions *conditions)
{
    for (size_t i = 0; i < conditions->count; i++) {
        free(conditions->at[i].selector.key);
        free(conditions->at[i].values);
    }
    free(conditions->at);
}

/* ------------------------------------------------------------------------
 * Comparing
 * ------------------------------------------------------------------------ */

/* Whether the text matches a pattern, where "*" stands for any bytes. */
static bool matches(const char *pattern, size_t pattern_len, const char *text, size_t len)
{
    size_t p = 0, t = 0, star = SIZE_MAX, retry = 0;

    while (t < len) {
        if (p < pattern_len && pattern[p] == '*') {
            star = p++;
            retry = t;
        } else if (p < pattern_len && pattern[p] == text[t]) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            t = ++retry;
        } else {
            return false;
        }
    }
    while (p < pattern_len && pattern[p] == '*')
        p++;
    return p == pattern_len;
}

/* An order of < 0, 0 or > 0, by an operation. */
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
static int compare_times(const struct value_text *value, const struct operand_value *operand)
{
    const size_t len = value->len < operand->len ? value->len : operand->len;

    return memcmp(value->at, operand->text, len);
}

static bool agrees(const struct value_text *value, const struct operand_value *operand,
                   enum operation operation)
{
    struct number number;

    switch (operand->kind) {
    case COMPARING_NUMBERS:
        return number_read(&number, value->at, value->len, false)
            && decides(operation, number_compare(&number, &operand->number));
    case COMPARING_TIMES:
        return decides(operation, compare_times(value, operand));
    case COMPARING_ADDRESSES:
        return prefix_contains(&operand->prefix, value->at, value->len);
    default:
        return matches(operand->text, operand->len, value->at, value->len);
    }
}

static bool is_true(const struct condition *condition, const struct record *record)
{
    const bool negated = condition->operation == OPERATION_UNEQUAL;
    struct value_text value;

    if (condition->findings)
        return (locus_findings_any(&record->url, record->text, record->len,
                                   condition->findings, record->own) != 0) != negated;
    if (!value_of(&value, &condition->selector, record))
        return negated;
    if (condition->operation == OPERATION_PRESENT)
        return true;
    for (size_t i = 0; i < condition->count; i++)
        if (agrees(&value, &condition->values[i], condition->operation))
            return !negated;
    return negated;
}

static bool are_true(const struct conditions *conditions, bool parsed, struct record *record)
{
    for (size_t i = 0; i < conditions->count; i++)
        if (selector_needs_parse(&conditions->at[i].selector) == parsed
            && !is_true(&conditions->at[i], record))
            return false;
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
