/* SPDX-License-Identifier: MIT
 *
 * Reads the times of logs (grammar/log/log-time.rl), and writes them in ISO 8601.
 */
#include "log/format.h"

/* Sets the date and the time of day from the seconds since 1970. Years are counted from
   1 March, so that a leap day is the last day of its year. */
static void from_epoch(struct locus_time *time, uint64_t epoch)
{
    enum { DAY = 86400, CYCLE = 146097 };          /* days of 400 years */
    const unsigned seconds = (unsigned)(epoch % DAY);
    const unsigned days = (unsigned)(epoch / DAY) + 719468; /* since 0000-03-01 */
    const unsigned of_cycle = days % CYCLE;
    const unsigned year = (of_cycle - of_cycle / 1460 + of_cycle / 36524
                           - of_cycle / (CYCLE - 1)) / 365;
    const unsigned of_year = of_cycle - (365 * year + year / 4 - year / 100);
    const unsigned month = (5 * of_year + 2) / 153; /* 0 is March */

    time->year = (int32_t)(days / CYCLE * 400 + year + (month >= 10));
    time->month = (uint8_t)(month < 10 ? month + 3 : month - 9);
    time->day = (uint8_t)(of_year - (153 * month + 2) / 5 + 1);
    time->hour = (uint8_t)(seconds / 3600);
    time->minute = (uint8_t)(seconds / 60 % 60);
    time->second = (uint8_t)(seconds % 60);
}

static inline unsigned digit_value(unsigned char digit)
{
    return digit - (unsigned)'0';
}

%%{
machine log_time;

# A time may begin with the day or the year: its first digits are read as both.
action year_begins      { year = 0; }
action day_begins       { day = 0; }
action year             { year = year * 10 + digit_value(*p); }
action january          { month = 1; }
action february         { month = 2; }
action march            { month = 3; }
action april            { month = 4; }
action may              { month = 5; }
action june             { month = 6; }
action july             { month = 7; }
action august           { month = 8; }
action september        { month = 9; }
action october          { month = 10; }
action november         { month = 11; }
action december         { month = 12; }
action month_digit      { month = month * 10 + digit_value(*p); }
action day              { day = day * 10 + digit_value(*p); }
action hour             { hour = hour * 10 + digit_value(*p); }
action minute           { minute = minute * 10 + digit_value(*p); }
action second           { second = second * 10 + digit_value(*p); }
action zone_hour        { zone_hour = zone_hour * 10 + digit_value(*p); }
action zone_minute      { zone_minute = zone_minute * 10 + digit_value(*p); }
action epoch_digit      { epoch = epoch * 10 + digit_value(*p); } # seconds since 1970
# Of a second.
action fraction {
    place /= 10;
    nanosecond += place * digit_value(*p);
    digits++;
}
action west             { west = 1; }           # the zone is west of UTC
action has_zone         { zone = LOCUS_ZONE_OFFSET; }
action is_utc           { zone = LOCUS_ZONE_UTC; }

include log_time "log/log-time.rl";
write data noerror;
}%%

static int read_time(struct locus_time *time, int cs, const unsigned char *p,
                     const unsigned char *pe)
{
    unsigned year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    unsigned zone_hour = 0, zone_minute = 0;
    uint64_t epoch = 0;
    uint32_t nanosecond = 0, place = 1000000000;
    uint8_t digits = 0;
    uint8_t zone = LOCUS_ZONE_NONE;
    int west = 0;

    %% write exec;
    if (cs < log_time_first_final)
        return LOCUS_ERROR_ABSENT;
    *time = (struct locus_time){
        .year = (int32_t)year, .month = (uint8_t)month, .day = (uint8_t)day,
        .hour = (uint8_t)hour, .minute = (uint8_t)minute, .second = (uint8_t)second,
        .digits = digits, .nanosecond = nanosecond, .zone = zone,
        .offset = (int16_t)((west ? -1 : 1) * (int)(zone_hour * 60 + zone_minute))
    };
    if (month == 0) {                              /* only seconds since 1970 */
        time->zone = LOCUS_ZONE_UTC;
        from_epoch(time, epoch);
    }
    return 0;
}

int locus_log_time(struct locus_time *time, const struct locus_log_line *line,
                   const char *text)
{
    const struct locus_span span = locus_log_get(line, LOCUS_LOG_TIME);
    const unsigned char *bytes;

    if (!locus_log_has(line, LOCUS_LOG_TIME))
        return LOCUS_ERROR_ABSENT;
    bytes = (const unsigned char *)text + span.off;
    return read_time(time, line->format->columns ? log_time_en_columns : log_time_start, bytes,
                     bytes + span.len);
}

/* Two digits and, if there is one, the byte after them. */
static char *two(char *to, unsigned number, char after)
{
    to[0] = (char)('0' + number / 10 % 10);
    to[1] = (char)('0' + number % 10);
    to[2] = after;
    return to + 2 + (after != '\0');
}

void locus_put_time(struct locus_writer *out, const struct locus_time *time)
{
    const unsigned minutes = (unsigned)(time->offset < 0 ? -time->offset : time->offset);
    char text[sizeof "-03-23T17:07:24"], zone[sizeof "+00:00"], *end = text;
    uint32_t fraction = time->nanosecond;

    locus_put_number(out, (unsigned)time->year, 4);
    *end++ = '-';
    end = two(end, time->month, '-');
    end = two(end, time->day, 'T');
    end = two(end, time->hour, ':');
    end = two(end, time->minute, ':');
    end = two(end, time->second, '\0');
    locus_put(out, text, (size_t)(end - text));
    if (time->digits > 0) {
        for (int i = time->digits; i < 9; i++)
            fraction /= 10;
        LOCUS_PUT_LITERAL(out, ".");
        locus_put_number(out, fraction, time->digits);
    }
    if (time->zone == LOCUS_ZONE_UTC) {
        LOCUS_PUT_LITERAL(out, "Z");
    } else if (time->zone == LOCUS_ZONE_OFFSET) {
        zone[0] = time->offset < 0 ? '-' : '+';
        end = two(zone + 1, minutes / 60, ':');
        end = two(end, minutes % 60, '\0');
        locus_put(out, zone, (size_t)(end - zone));
    }
}
