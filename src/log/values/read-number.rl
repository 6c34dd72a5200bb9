/* SPDX-License-Identifier: MIT
 *
 * Numbers and durations in the fields of a log (grammar/log/log-number.rl).
 */
#include "log/format.h"

/* The digits of a number. */
struct digits {
    uint64_t value;            /* as if there were no point */
    size_t   whole;            /* how many are before the point, */
    size_t   fraction;         /* and after it */
    int      overflow;
    int      exponent;         /* without its sign: 0 to 99 */
    int      negative;         /* whether its sign is "-" */
};

static inline void add_digit(struct digits *digits, unsigned char byte)
{
    const unsigned digit = byte - (unsigned)'0';

    digits->overflow |= digits->value > (UINT64_MAX - digit) / 10;
    digits->value = digits->value * 10 + digit;
}

%%{
machine log_number;

action digit            { add_digit(digits, *p); digits->whole++; }
action fraction         { add_digit(digits, *p); digits->fraction++; }
action negative         { digits->negative = 1; }
action exponent         { digits->exponent = digits->exponent * 10 + *p - '0'; }

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

int locus_log_is_whole(const unsigned char *from, const unsigned char *to, int field)
{
    struct digits digits;

    return read_number(&digits, field == LOCUS_LOG_STATUS ? log_number_en_status
                                                          : log_number_en_whole_number,
                       from, to) == 0;
}

/* How many digits precede the point after the exponent has moved it; if that is negative, as
   many zeros follow the point. */
static ptrdiff_t point_of(const struct digits *digits)
{
    return (ptrdiff_t)digits->whole
         + (digits->negative ? -digits->exponent : digits->exponent);
}

/* Digit `i` of a text whose first digit has the number 0. Those before it and after the last
   one are zeros. */
static const char *digit_at(const struct digits *digits, const char *text, ptrdiff_t i)
{
    const ptrdiff_t whole = (ptrdiff_t)digits->whole;
    const ptrdiff_t end = whole + (ptrdiff_t)digits->fraction;

    return i < 0 || i >= end ? "0" : text + i + (i >= whole);
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

/* A number that is not only digits. */
static int read_whole(uint64_t *number, const struct locus_log_line *line, const char *text,
                      int field)
{
    struct digits digits, moved = { .value = 0 };
    const int result = read_digits(&digits, log_number_en_whole_number, line, text, field);

    if (result != 0 && result != LOCUS_ERROR_RANGE)
        return result;
    text += line->field[field].off;
    for (ptrdiff_t i = 0; i < point_of(&digits); i++)
        add_digit(&moved, (unsigned char)*digit_at(&digits, text, i));
    if (moved.overflow)
        return LOCUS_ERROR_RANGE;
    *number = moved.value;
    return 0;
}

int locus_log_number(uint64_t *number, const struct locus_log_line *line,
                     const char *text, int field)
{
    struct digits digits;
    int result;

    if (locus_is_double(line, field))
        return read_whole(number, line, text, field);
    result = read_digits(&digits, log_number_en_integer, line, text, field);
    if (result == 0)
        *number = digits.value;
    return result;
}

/* The unit, as in line->duration_digits. */
static int unit_of(const struct locus_log_line *line)
{
    return line->format->duration_digits == DURATION_OF_LINE ? line->duration_digits
                                                             : line->format->duration_digits;
}

int locus_log_duration(struct locus_duration *duration, const struct locus_log_line *line,
                       const char *text)
{
    enum { MOST = 9 };
    struct digits digits;
    const int result = read_digits(&digits, log_number_en_duration, line, text,
                                   LOCUS_LOG_DURATION);
    uint64_t second = 1;
    ptrdiff_t places;

    if (result != 0)
        return result;
    places = unit_of(line) + (ptrdiff_t)(digits.whole + digits.fraction) - point_of(&digits);
    for (; places < 0 && !digits.overflow; places++)
        add_digit(&digits, '0');
    if (places > MOST || digits.overflow)
        return LOCUS_ERROR_RANGE;
    for (ptrdiff_t i = 0; i < places; i++)
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

/* Writes the digits before digit `to`, with the point before digit `point`. */
static void put_digits(struct locus_writer *out, const struct digits *digits,
                       const char *text, ptrdiff_t point, ptrdiff_t to)
{
    ptrdiff_t i = point < 1 ? point - 1 : 0;

    while (i + 1 < point && *digit_at(digits, text, i) == '0')
        i++;
    for (; i < point; i++)
        locus_put(out, digit_at(digits, text, i), 1);
    if (to > point)
        LOCUS_PUT_LITERAL(out, ".");
    for (; i < to; i++)
        locus_put(out, digit_at(digits, text, i), 1);
}

void locus_put_whole(struct locus_writer *out, const struct locus_log_line *line,
                     const char *text, int field)
{
    struct digits digits;

    read_digits(&digits, log_number_en_whole_number, line, text, field);
    put_digits(out, &digits, text + line->field[field].off, point_of(&digits),
               point_of(&digits));
}

/* Only the point moves, so that no digit is lost, however many there are. */
int locus_put_duration(struct locus_writer *out, const struct locus_log_line *line,
                       const char *text)
{
    struct digits digits;
    const int result = read_digits(&digits, log_number_en_duration, line, text,
                                   LOCUS_LOG_DURATION);

    if (result != 0 && result != LOCUS_ERROR_RANGE)
        return result;
    put_digits(out, &digits, text + line->field[LOCUS_LOG_DURATION].off,
               point_of(&digits) - unit_of(line),
               (ptrdiff_t)(digits.whole + digits.fraction));
    return 0;
}
