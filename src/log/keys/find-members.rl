/* SPDX-License-Identifier: MIT
 *
 * Finds the values of given keys in a line of JSON (grammar/log/keys/json-members.rl), once for
 * each kernel.
 */
#include "common/bytes.h"
#include "kernel/lens.h"
#include "log/keys/keys.h"
#include "runs/find-members-runs.h"

/* What is known of the line. */
struct members {
    struct locus_log_line *line;
    const struct locus_log_keys *keys;
    const unsigned char *text;
    uint64_t found;                /* a bit for each field */
    uint32_t depth;                /* how many objects and arrays are open */
    uint8_t  matched[LOCUS_LOG_KEYS]; /* how many objects on a key's path are open */
    uint32_t wanted;               /* a bit for each key whose value is next */
    uint32_t inside;               /* a bit for each key whose path leads into the next
                                      value, if that is an object */
};

static int is_same(const char *a, size_t a_len, const unsigned char *b, size_t len)
{
    size_t k = 0;

    while (k < len && k < a_len && (unsigned char)a[k] == b[k])
        k++;
    return k == len && k == a_len;
}

/* At the end of a member's key. A given key can match here only if all open objects, except
   for the outermost, are on its path. */
static void take_key(struct members *m, const unsigned char *from, const unsigned char *to)
{
    const size_t len = (size_t)(to - from);

    m->wanted = m->inside = 0;
    for (uint32_t i = 0; i < m->keys->count; i++) {
        const uint8_t at = m->matched[i];
        const struct locus_span *const segment = &m->keys->segment[m->keys->key[i].first + at];

        if (at + 1u != m->depth || at >= m->keys->key[i].segments
            || !is_same(m->keys->text + segment->off, segment->len, from, len))
            continue;
        if (at + 1u == m->keys->key[i].segments)
            m->wanted |= 1u << i;
        else
            m->inside |= 1u << i;
    }
}

static void open_value(struct members *m, int array)
{
    for (uint32_t i = 0; !array && i < m->keys->count; i++)
        if (m->inside >> i & 1)
            m->matched[i]++;
    /* Only the first value of a list counts. */
    if (!array)
        m->wanted = 0;
    m->inside = 0;
    m->depth++;
}

static void close_value(struct members *m)
{
    if (m->depth > 0)
        m->depth--;
    for (uint32_t i = 0; i < m->keys->count; i++)
        if (m->matched[i] + 1u > m->depth && m->matched[i] > 0)
            m->matched[i]--;
    m->wanted = m->inside = 0;
}

/* The forms of values, and the fields that a value of each form cannot be. */
enum form {
    FORM_STATUS,
    FORM_SECONDS,                  /* digits that are also a time, */
    FORM_DIGITS,                   /* and others */
    FORM_EPOCH,                    /* a decimal number that is also a time, */
    FORM_DECIMAL,                  /* and others, also with an exponent */
    FORM_MOMENT, FORM_PORT, FORM_TEXT
};
static const uint64_t excluded[] = {
    [FORM_STATUS] = 0,
    [FORM_SECONDS] = FIELD_BIT(STATUS),
    [FORM_DIGITS] = FIELD_BIT(STATUS) | FIELD_BIT(TIME),
    [FORM_EPOCH] = 0,
    [FORM_DECIMAL] = FIELD_BIT(TIME),
    [FORM_MOMENT] = FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(DURATION),
    [FORM_PORT] = FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(DURATION) | FIELD_BIT(TIME),
    [FORM_TEXT] = FIELD_BIT(STATUS) | FIELD_BIT(BYTES) | FIELD_BIT(DURATION) | FIELD_BIT(TIME),
};

/* Whether the value is a number that is not only digits, of a field that must be an integer. */
static int is_double(enum form form, unsigned field)
{
    return (form == FORM_EPOCH || form == FORM_DECIMAL)
        && (field == LOCUS_LOG_STATUS || field == LOCUS_LOG_BYTES);
}

static void set_field(struct members *m, unsigned field, const unsigned char *from,
                      const unsigned char *to, int escaped)
{
    m->line->field[field] = (struct locus_span){ (uint32_t)(from - m->text),
                                                 (uint32_t)(to - from) };
    m->line->present |= UINT64_C(1) << field;
    m->line->escaped &= ~(UINT64_C(1) << field);
    if (escaped)
        m->line->escaped |= UINT64_C(1) << field;
}

static void take_value(struct members *m, enum form form, const unsigned char *from,
                       const unsigned char *to, const unsigned char *colon, int escaped)
{
    for (uint32_t i = 0; i < m->keys->count; i++) {
        const unsigned field = m->keys->key[i].field;

        if (!(m->wanted >> i & 1) || (m->found | excluded[form]) >> field & 1)
            continue;
        if (is_double(form, field) && !locus_log_is_whole(from, to, (int)field))
            continue;
        m->found |= UINT64_C(1) << field;
        set_field(m, field, from, to, escaped || is_double(form, field));
        if (field == LOCUS_LOG_DURATION)
            m->line->duration_digits = m->keys->key[i].digits;
        if (field == LOCUS_LOG_VHOST) {
            m->line->present &= ~FIELD_BIT(JSON_VHOST_PORT);
            if (form == FORM_PORT) {
                m->line->field[field].len = (uint32_t)(colon - from);
                set_field(m, LOCUS_LOG_JSON_VHOST_PORT, colon + 1, to, 0);
            }
        }
    }
    m->wanted = 0;
}

/* The fields for which keys were given, as bits. Their default keys are ignored. */
static uint64_t replaced(const struct locus_log_keys *keys)
{
    uint64_t fields = 0;

    for (uint32_t i = 0; i < keys->count; i++)
        fields |= UINT64_C(1) << keys->key[i].field;
    if (fields & FIELD_BIT(REQUEST))
        fields |= FIELD_BIT(METHOD) | FIELD_BIT(TARGET) | FIELD_BIT(PROTOCOL);
    if (fields & FIELD_BIT(VHOST))
        fields |= FIELD_BIT(JSON_VHOST_PORT);
    return fields;
}

/* A string, or another value. */
struct range {
    const unsigned char *begin, *end;
};

/* Takes the value that ends before `p`, if it is wanted. Returns it, because only the ":" after
   a string shows that it is a key. */
static ALWAYS_INLINE struct range end_value(struct members *m, enum form form,
                                            const unsigned char *begin, const unsigned char *p,
                                            const unsigned char *colon,
                                            const unsigned char *escape)
{
    if (m->wanted)
        take_value(m, form, begin, p, colon, escape >= begin);
    return (struct range){ begin, p };
}

%%{
machine json_members;
getkey KEY;

action run              { RUN(ftargs) }
action likely           { LIKELY(ftargs) }
action string_begins    { begin = p + 1; }
action number_begins    { begin = p; }
action escape           { escape = p; }
action colon            { colon = p; }
action none_end         { last = (struct range){ begin, p }; m.wanted = 0; }
action status_end       { last = end_value(&m, FORM_STATUS, begin, p, colon, escape); }
action seconds_end      { last = end_value(&m, FORM_SECONDS, begin, p, colon, escape); }
action digits_end       { last = end_value(&m, FORM_DIGITS, begin, p, colon, escape); }
action epoch_end        { last = end_value(&m, FORM_EPOCH, begin, p, colon, escape); }
action decimal_end      { last = end_value(&m, FORM_DECIMAL, begin, p, colon, escape); }
action moment_end       { last = end_value(&m, FORM_MOMENT, begin, p, colon, escape); }
action port_end         { last = end_value(&m, FORM_PORT, begin, p, colon, escape); }
action text_end         { last = end_value(&m, FORM_TEXT, begin, p, colon, escape); }
action key              { take_key(&m, last.begin, last.end); }
action comma            { m.wanted = m.inside = 0; }
action object_begins    { open_value(&m, 0); }
action array_begins     { open_value(&m, 1); }
action ends             { close_value(&m); }

include json_members "log/keys/json-members.rl";
write data noerror nofinal noentry;
}%%

ALL_HOT void KERNEL_NAME(log_find_members)(struct locus_log_line *line,
                                           const struct locus_log_keys *keys,
                                           const unsigned char *text, size_t len)
{
    const unsigned char *p = text;
    const unsigned char *const pe = text + len;
    const unsigned char *begin = p, *colon = p, *escape = NULL;
    struct range last = { p, p };
    struct members m = { .line = line, .keys = keys, .text = text };
    int cs = json_members_start;
    LENS_BEGIN(json_members)

    line->present &= ~replaced(keys);
    line->escaped &= ~replaced(keys);
    if (replaced(keys) & FIELD_BIT(REQUEST))
        line->request = LOCUS_LOG_REQUEST_ABSENT;
    %% write exec;
    (void)cs;
    if (m.found & FIELD_BIT(REQUEST))
        KERNEL_NAME(log_read_request)(line, text);
}
