/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/values/sum.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void sum_join(struct sum *sum, const struct sum *other)
{
    const uint64_t low = sum->low + other->low;
    uint32_t carry = 0;

    for (int group = DECIMAL_GROUPS; group-- > 0; carry /= DECIMAL_GROUP) {
        carry += sum->decimals[group] + other->decimals[group];
        sum->decimals[group] = carry % DECIMAL_GROUP;
    }
    sum->high += other->high + (low < other->low);
    sum->low = low + carry;
    sum->high += sum->low < carry;
}

void sum_add(struct sum *sum, const struct number *number)
{
    struct sum one = { .low = number->whole };

    memcpy(one.decimals, number->decimals, sizeof one.decimals);
    sum_join(sum, &one);
}

/* Divides the whole part by 10^9; returns the remainder. */
static uint32_t divide(struct sum *sum)
{
    const uint32_t digits[3] = { sum->high, (uint32_t)(sum->low >> 32), (uint32_t)sum->low };
    uint32_t quotient[3] = { 0, 0, 0 };
    uint64_t rest = 0;

    for (int i = 0; i < 3; i++) {
        rest = rest << 32 | digits[i];
        quotient[i] = (uint32_t)(rest / 1000000000);
        rest %= 1000000000;
    }
    sum->high = quotient[0];
    sum->low = (uint64_t)quotient[1] << 32 | quotient[2];
    return (uint32_t)rest;
}

size_t sum_format(char text[SUM_SIZE], const struct sum *sum)
{
    struct sum left = *sum;
    uint32_t groups[4];           /* of nine digits; 2^96 has 29 */
    int count = 0;
    size_t len, whole;

    do
        groups[count++] = divide(&left);
    while (left.high != 0 || left.low != 0);
    len = (size_t)snprintf(text, SUM_SIZE, "%" PRIu32, groups[--count]);
    while (count > 0)
        len += (size_t)snprintf(text + len, SUM_SIZE - len, "%09" PRIu32, groups[--count]);
    text[len] = '.';
    whole = len++;
    for (int group = 0; group < DECIMAL_GROUPS; group++)
        len += (size_t)snprintf(text + len, SUM_SIZE - len, "%09" PRIu32,
                                sum->decimals[group]);
    while (text[len - 1] == '0')
        len--;
    if (len == whole + 1)
        len = whole;              /* no decimal places */
    text[len] = '\0';
    return len;
}
