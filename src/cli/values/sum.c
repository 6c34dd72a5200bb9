/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/values/sum.h"

#include <inttypes.h>
#include <stdio.h>

void sum_join(struct sum *sum, const struct sum *other)
{
    const uint32_t billionths = sum->billionths + other->billionths;
    const uint64_t carry = billionths / 1000000000;
    const uint64_t low = sum->low + other->low;

    sum->billionths = billionths % 1000000000;
    sum->high += other->high + (low < other->low);
    sum->low = low + carry;
    sum->high += sum->low < carry;
}

void sum_add(struct sum *sum, const struct number *number)
{
    sum_join(sum, &(struct sum){ 0, number->whole, number->billionths });
}

/* Divides the whole part by 10^9; returns the remainder. */
static uint32_t divide(struct sum *sum)
{
    const uint32_t digits[4] = {
        (uint32_t)(sum->high >> 32), (uint32_t)sum->high, (uint32_t)(sum->low >> 32),
        (uint32_t)sum->low
    };
    uint32_t quotient[4];
    uint64_t rest = 0;

    for (int i = 0; i < 4; i++) {
        rest = rest << 32 | digits[i];
        quotient[i] = (uint32_t)(rest / 1000000000);
        rest %= 1000000000;
    }
    sum->high = (uint64_t)quotient[0] << 32 | quotient[1];
    sum->low = (uint64_t)quotient[2] << 32 | quotient[3];
    return (uint32_t)rest;
}

size_t sum_format(char text[SUM_SIZE], const struct sum *sum)
{
    struct sum left = *sum;
    uint32_t groups[5];           /* of nine digits; 2^128 has 39 */
    int count = 0;
    size_t len;

    do
        groups[count++] = divide(&left);
    while (left.high != 0 || left.low != 0);
    len = (size_t)snprintf(text, SUM_SIZE, "%" PRIu32, groups[--count]);
    while (count > 0)
        len += (size_t)snprintf(text + len, SUM_SIZE - len, "%09" PRIu32, groups[--count]);
    if (sum->billionths == 0)
        return len;
    len += (size_t)snprintf(text + len, SUM_SIZE - len, ".%09" PRIu32, sum->billionths);
    while (text[len - 1] == '0')
        len--;
    text[len] = '\0';
    return len;
}
