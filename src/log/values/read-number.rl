/* SPDX-License-Identifier: MIT
 *
 * Numbers and durations in the fields of a log (grammar/log/log-number.rl).
 */
#include "log/format.h"

/* The digits of a number, and how many of them follow the point. */
struct digits {
    uint64_t value;
    size_t   fraction;
    int      overflow;
};

static inline void add_digit(struct digits *digits, unsigned char byte)
{
    const unsigned digit = byte - (unsigned)'0';

    digits->overflow |= digits->value > (UINT64_MAX - digit) / 10;
    digits->value = digits->value * 10 + digit;
}

%%{
machine log_number;

action digit            { add_digit(digits, *p); }
action fraction         { add_digit(digits, *p); digits->fraction++; }

include log_number "log/log-number.rl";
write data noerror;
}%%

/* Reads p..pe from state `cs` on. Returns 0, or LOCUS_ERROR_NUMBER. */
static int read_number(struct digits *digits, int cs, const unsigned char *p,
                       const unsigned char *pe)
{
    *digits = (struct digits){ .value = 0 };

    %% write exec;
    return cs < log_number_first_final ? LOCUS_ERROR_NUMBER : 0;
}

int locus_log_number_takes(unsigned char byte, int is_decimal)
{
    const unsigned char text[] = { '1', byte, '1' };
    struct digits digits;

    return read_number(&digits, is_decimal ? log_number_en_decimal : log_number_en_integer,
                       text, text + sizeof text) == 0;
}

/* The digits of a field. */
static int read_digits(struct digits *digits, int entry, const struct locus_log_line *line,
                       const char *text, int field)
{
    const struct locus_span span = locus_log_get(line, field);
    const unsigned char *bytes;
    int result;

    if (!locus_log_has(line, field))
        return LOCUS_ERROR_ABSENT;
    bytes = (const unsigned char *)text + span.off;
    result = read_number(digits, entry, bytes, bytes + span.len);
    return result == 0 && digits->overflow ? LOCUS_ERROR_RANGE : result;
}

int locus_log_number(uint64_t *number, const struct locus_log_line *line,
                     const char *text, int field)
{
    struct digits digits;
    const int result = read_digits(&digits, log_number_en_integer, line, text, field);

    if (result == 0)
        *number = digits.value;
    return result;
}

int locus_log_duration(struct locus_duration *duration, const struct locus_log_line *line,
                       const char *text)
{
    enum { MOST = 9 };
    struct digits digits;
    const int result = read_digits(&digits, log_number_en_decimal, line, text,
                                   LOCUS_LOG_DURATION);
    uint64_t second = 1;
    size_t places;

    if (result != 0)
        return result;
    places = (line->format->duration_digits == DURATION_OF_LINE
              ? line->duration_digits : line->format->duration_digits) + digits.fraction;
    if (places > MOST)
        return LOCUS_ERROR_RANGE;
    for (size_t i = 0; i < places; i++)
        second *= 10;
    duration->seconds = digits.value / second;
    duration->nanosecond = (uint32_t)(digits.value % second * (1000000000 / second));
    duration->digits = (uint8_t)places;
    return 0;
}

void locus_put_number(struct locus_writer *out, uint64_t number, int width)
{
    char digits[20];
    int at = sizeof digits;

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0 || (int)sizeof digits - at < width);
    locus_put(out, digits + at, sizeof digits - (size_t)at);
}

void locus_put_duration(struct locus_writer *out, const struct locus_duration *duration)
{
    uint32_t fraction = duration->nanosecond;

    locus_put_number(out, duration->seconds, 1);
    if (duration->digits > 0) {
        for (int i = duration->digits; i < 9; i++)
            fraction /= 10;
        LOCUS_PUT_LITERAL(out, ".");
        locus_put_number(out, fraction, duration->digits);
    }
}
