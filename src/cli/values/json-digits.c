/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/values/json-digits.h"

#include "cli/values/operand.h"

void json_digits(struct json *json, const char *text, size_t len)
{
    const size_t at = json_number_in(text, len);

    if (at != SIZE_MAX)
        json_literal(json, text + at, len - at);
    else
        json_value(json, text, len);
}
