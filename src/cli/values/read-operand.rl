/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/values/operand.h"

#include <stdlib.h>

struct operand {
    struct number number;
    uint32_t      place;          /* of the next decimal digit, */
    unsigned      group;          /* and its group */
    const unsigned char *slash;   /* NULL: none */
    const unsigned char *zone;    /* its "%" */
    const unsigned char *first;   /* the digit with which the number of JSON begins */
    bool          brackets;       /* around the address and its zone */
    bool          overflow;
    bool          complete;
    size_t        stop;           /* how many bytes could be read */
    struct time_read *time;       /* one of these is read into */
    struct globs *globs;
};

static void add_digit(struct operand *o, unsigned digit)
{
    if (o->number.whole > (UINT64_MAX - digit) / 10)
        o->overflow = true;
    o->number.whole = 10 * o->number.whole + digit;
}

static void add_decimal(struct operand *o, unsigned digit)
{
    if (o->group == DECIMAL_GROUPS)
        return;
    o->number.decimals[o->group] += digit * o->place;
    o->place /= 10;
    if (o->place == 0) {
        o->place = DECIMAL_GROUP / 10;
        o->group++;
    }
}

static void multiply(struct operand *o, unsigned char unit)
{
    const unsigned steps = unit == 'k' ? 1 : unit == 'M' ? 2 : 3;

    for (unsigned i = 0; i < steps; i++) {
        uint64_t carry = 0;

        for (int group = DECIMAL_GROUPS; group-- > 0; carry /= DECIMAL_GROUP) {
            carry += 1000 * (uint64_t)o->number.decimals[group];
            o->number.decimals[group] = (uint32_t)(carry % DECIMAL_GROUP);
        }
        if (o->number.whole > (UINT64_MAX - carry) / 1000)
            o->overflow = true;
        o->number.whole = 1000 * o->number.whole + carry;
    }
}

static void add_to(uint8_t *number, unsigned digit)
{
    *number = (uint8_t)(10 * *number + digit);
}

static void add_fraction(struct time_read *time, unsigned digit)
{
    static const uint32_t place[9] = {
        100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1
    };

    if (time->digits < 9)
        time->nanosecond += digit * place[time->digits++];
}

/* Begins the next text of a list. */
static void begin_glob(struct globs *globs, size_t len)
{
    struct glob *glob;

    globs->at = mem_resize(globs->at, (globs->count + 1) * sizeof *globs->at);
    glob = &globs->at[globs->count++];
    /* Lists are short, so each text may have room for all that follow. */
    *glob = (struct glob){ .text = mem_resize(NULL, len + 1), .count = 1 };
    glob->len = mem_resize(NULL, (len + 1) * sizeof *glob->len);
    glob->len[0] = 0;
}

static struct glob *last_glob(struct globs *globs)
{
    return &globs->at[globs->count - 1];
}

static void add_octet(struct glob *glob, unsigned char octet)
{
    size_t used = 0;

    for (size_t i = 0; i < glob->count; i++)
        used += glob->len[i];
    glob->text[used] = (char)octet;
    glob->len[glob->count - 1]++;
}

/* After a "*". */
static void add_piece(struct glob *glob)
{
    glob->len[glob->count++] = 0;
}

%%{
machine operand;

action whole            { add_digit(o, *p - '0'); }
action decimal          { add_decimal(o, *p - '0'); }
action unit             { multiply(o, *p); }
action slash            { o->slash = p; }
action zone             { o->zone = p; }
action first            { o->first = p; }
action bracket          { o->brackets = true; }
action octet            { add_octet(last_glob(o->globs), *p); }
action star             { add_piece(last_glob(o->globs)); }
action next             { begin_glob(o->globs, (size_t)(pe - p)); }
action year             { o->time->year = (uint16_t)(10 * o->time->year + *p - '0'); }
action month            { add_to(&o->time->month, *p - '0'); }
action day              { add_to(&o->time->day, *p - '0'); }
action hour             { add_to(&o->time->hour, *p - '0'); }
action minute           { add_to(&o->time->minute, *p - '0'); o->time->has_minute = true; }
action second           { add_to(&o->time->second, *p - '0'); o->time->has_second = true; }
action fraction         { add_fraction(o->time, *p - '0'); }
action has_zone         { o->time->has_zone = true; }
action west             { west = true; }
action zone_hour        { hours = 10 * hours + *p - '0'; }
action zone_minute      { minutes = 10 * minutes + *p - '0'; }
action zone_end         { o->time->offset = (int16_t)(west ? -minutes - 60 * hours
                                                           : minutes + 60 * hours); }
action complete         { o->complete = true; }

include operand "command/operand.rl";
write data noerror nofinal;
}%%

static void read_operand(struct operand *o, const char *text, size_t len, int entry)
{
    const unsigned char *p = (const unsigned char *)text;
    const unsigned char *const pe = p + len;
    const unsigned char *const eof = pe;
    int hours = 0, minutes = 0;
    bool west = false;
    int cs = entry;

    o->place = DECIMAL_GROUP / 10;
    %% write exec;
    (void)cs;
    o->stop = (size_t)(p - (const unsigned char *)text);
}

enum number_kind number_read(struct number *number, const char *text, size_t len, bool units)
{
    struct operand o = { .stop = 0 };

    read_operand(&o, text, len, units ? operand_en_amount : operand_en_plain);
    *number = o.number;
    return !o.complete ? NUMBER_NONE : o.overflow ? NUMBER_TOO_LARGE : NUMBER_READ;
}

int number_compare(const struct number *a, const struct number *b)
{
    if (a->whole != b->whole)
        return a->whole < b->whole ? -1 : 1;
    for (int group = 0; group < DECIMAL_GROUPS; group++)
        if (a->decimals[group] != b->decimals[group])
            return a->decimals[group] < b->decimals[group] ? -1 : 1;
    return 0;
}

/* A number that is too large is greater than any that a caller accepts. */
bool prefix_split(size_t *address_len, uint64_t *bits, const char *text, size_t len)
{
    struct operand o = { .stop = 0 };

    read_operand(&o, text, len, operand_en_prefix);
    if (!o.slash)
        return false;
    *address_len = (size_t)((const char *)o.slash - text);
    *bits = o.complete && !o.overflow ? o.number.whole : UINT64_MAX;
    return true;
}

bool zone_split(size_t *begin, size_t *end, const char *text, size_t len)
{
    struct operand o = { .stop = 0 };

    read_operand(&o, text, len, operand_en_zoned);
    if (!o.complete)
        return false;
    *begin = o.brackets;
    *end = (size_t)((const char *)o.zone - text);
    return true;
}

size_t json_number_in(const char *text, size_t len)
{
    struct operand o = { .stop = 0 };

    read_operand(&o, text, len, operand_en_json_number);
    return o.complete ? (size_t)((const char *)o.first - text) : SIZE_MAX;
}

size_t time_parse(struct time_read *time, const char *text, size_t len)
{
    struct operand o = { .time = time };

    *time = (struct time_read){ .year = 0 };
    read_operand(&o, text, len, operand_en_time);
    return o.complete ? SIZE_MAX : o.stop;
}

/* Days since 1 March of the year 0, in the Gregorian calendar. */
static int64_t day_number(const struct time_read *time)
{
    const int64_t month = (time->month + 9) % 12;
    const int64_t year = time->year - (time->month < 3);

    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5
        + time->day - 1;
}

/* Minutes since then. */
static int64_t minute_number(const struct time_read *time, bool utc)
{
    return (day_number(time) * 24 + time->hour) * 60 + time->minute
        - (utc ? time->offset : 0);
}

static int order(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

int time_compare(const struct time_read *a, const struct time_read *b)
{
    const bool utc = a->has_zone && b->has_zone;
    int result = order(minute_number(a, utc), minute_number(b, utc));
    uint32_t nanosecond = a->nanosecond, unit = 1;

    if (result == 0 && b->has_second)
        result = order(a->second, b->second);
    for (unsigned digits = b->digits; digits < 9; digits++)
        unit *= 10;
    nanosecond -= nanosecond % unit;
    if (result == 0 && b->digits > 0)
        result = order(nanosecond, b->nanosecond);
    return result;
}

size_t globs_read(struct globs *globs, const char *text, size_t len)
{
    struct operand o = { .globs = globs };

    *globs = (struct globs){ .count = 0 };
    begin_glob(globs, len);
    read_operand(&o, text, len, operand_en_texts);
    return o.complete ? SIZE_MAX : o.stop;
}

void globs_free(struct globs *globs)
{
    for (size_t i = 0; i < globs->count; i++) {
        free(globs->at[i].text);
        free(globs->at[i].len);
    }
    free(globs->at);
}
