/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/selectors/operand.h"

struct operand {
    struct number number;
    uint32_t      place;          /* of the next decimal digit, in billionths */
    const unsigned char *slash;   /* NULL: none */
    bool          overflow;
    bool          complete;
};

static void add_digit(struct operand *o, unsigned digit)
{
    if (o->number.whole > (UINT64_MAX - digit) / 10)
        o->overflow = true;
    o->number.whole = 10 * o->number.whole + digit;
}

static void add_decimal(struct operand *o, unsigned digit)
{
    o->number.billionths += digit * o->place;
    o->place /= 10;
}

static void multiply(struct operand *o, unsigned char unit)
{
    const unsigned steps = unit == 'k' ? 1 : unit == 'M' ? 2 : 3;

    for (unsigned i = 0; i < steps; i++) {
        const uint64_t billionths = 1000 * (uint64_t)o->number.billionths;
        const uint64_t carry = billionths / 1000000000;

        if (o->number.whole > (UINT64_MAX - carry) / 1000)
            o->overflow = true;
        o->number.whole = 1000 * o->number.whole + carry;
        o->number.billionths = (uint32_t)(billionths % 1000000000);
    }
}

%%{
machine operand;

action whole            { add_digit(o, *p - '0'); }
action decimal          { add_decimal(o, *p - '0'); }
action unit             { multiply(o, *p); }
action slash            { o->slash = p; }
action complete         { o->complete = true; }

include operand "command/operand.rl";
write data noerror nofinal;
}%%

static void read_operand(struct operand *o, const char *text, size_t len, int entry)
{
    const unsigned char *p = (const unsigned char *)text;
    const unsigned char *const pe = p + len;
    const unsigned char *const eof = pe;
    int cs = entry;

    *o = (struct operand){ .place = 100000000 };
    %% write exec;
    (void)cs;
}

bool number_read(struct number *number, const char *text, size_t len, bool units)
{
    struct operand o;

    read_operand(&o, text, len, units ? operand_en_amount : operand_en_plain);
    *number = o.number;
    return o.complete && !o.overflow;
}

int number_compare(const struct number *a, const struct number *b)
{
    if (a->whole != b->whole)
        return a->whole < b->whole ? -1 : 1;
    return (a->billionths > b->billionths) - (a->billionths < b->billionths);
}

void number_add(struct number *a, const struct number *b)
{
    const uint32_t billionths = a->billionths + b->billionths;
    const uint64_t carry = billionths / 1000000000;

    if (b->whole > UINT64_MAX - carry || a->whole > UINT64_MAX - carry - b->whole) {
        *a = (struct number){ UINT64_MAX, 999999999 };
        return;
    }
    a->whole += b->whole + carry;
    a->billionths = billionths % 1000000000;
}

/* A number that is too large is greater than any that a caller accepts. */
bool prefix_split(size_t *address_len, uint64_t *bits, const char *text, size_t len)
{
    struct operand o;

    read_operand(&o, text, len, operand_en_prefix);
    if (!o.slash)
        return false;
    *address_len = (size_t)((const char *)o.slash - text);
    *bits = o.complete && !o.overflow ? o.number.whole : UINT64_MAX;
    return true;
}

bool is_json_number(const char *text, size_t len)
{
    struct operand o;

    read_operand(&o, text, len, operand_en_json_number);
    return o.complete;
}

bool is_time(const char *text, size_t len)
{
    struct operand o;

    read_operand(&o, text, len, operand_en_time);
    return o.complete;
}
