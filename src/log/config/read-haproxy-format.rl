/* SPDX-License-Identifier: MIT
 *
 * The string of a log-format of HAProxy (grammar/log/config/haproxy-format.rl).
 */
#include "common/find-name.h"
#include "log/config/build-format.h"

/* The flags of a variable. */
enum { FLAG_QUOTE = 1, FLAG_ESCAPE = 2, FLAG_HEXADECIMAL = 4 };

static const unsigned char any_text[] = "-";

struct item {
    const unsigned char *begin;
    struct name name;
    unsigned flags;
};

static void set_flag(struct item *item, unsigned flag, int is_on)
{
    item->flags = is_on ? item->flags | flag : item->flags & ~flag;
}

/* Numbers and times are never in quotation marks. */
static int may_be_quoted(const struct variable *variable)
{
    switch (variable->kind) {
    case VARIABLE_TEXT: case VARIABLE_HOST: case VARIABLE_REQUEST: case VARIABLE_TARGET_PART:
    case VARIABLE_CAPTURES:
        return 1;
    default:
        return 0;
    }
}

#define IS_ONE_OF(name, names) \
    (find_name(names, sizeof (names) / sizeof *(names), (const char *)(name)->begin, \
               (size_t)((name)->end - (name)->begin)) >= 0)

/* Addresses, ports and some other numbers. HAProxy 2.6 also writes %lc and %ms so, which its
   manual does not name. */
static int may_be_hexadecimal(const struct name *name)
{
    static const char *const names[] = {
        "bi", "bp", "ci", "cp", "fi", "fp", "lc", "ms", "pid", "rt", "si", "sp", "Ts"
    };

    return IS_ONE_OF(name, names);
}

/* Only the parts of a request and captured header fields have escapes that begin with "#". With
   the flag E, HAProxy 2.6 writes "\" before three characters in these, too. Its manual says
   neither. */
static int is_encoded(const struct name *name)
{
    static const char *const names[] = {
        "HM", "HP", "HPO", "HQ", "hr", "hrl", "hs", "hsl", "HU", "HV", "r"
    };

    return IS_ONE_OF(name, names);
}

static unsigned char escape_of(const struct item *item)
{
    if (is_encoded(&item->name))
        return item->flags & FLAG_ESCAPE ? BOTH_ESCAPES : '#';
    return item->flags & FLAG_ESCAPE ? '\\' : 0;
}

static void add(struct builder *b, const struct item *item, const unsigned char *end)
{
    static const struct name any = { .begin = any_text, .end = any_text + 1 };
    const struct variable *variable = locus_builder_find(b, &item->name);
    const int quoted = variable && item->flags & FLAG_QUOTE && may_be_quoted(variable);

    /* A value in hexadecimal is read as any text. */
    if (variable && item->flags & FLAG_HEXADECIMAL && may_be_hexadecimal(&item->name))
        variable = locus_builder_find(b, &any);
    if (quoted)
        locus_builder_text(b, '"', item->begin);
    locus_builder_variable(b, variable, item->begin, end, escape_of(item));
    if (quoted)
        locus_builder_text(b, '"', item->begin);
}

/* Several spaces are written as one, and none begins a line. */
static void add_space(struct builder *b, const unsigned char *at)
{
    const struct row_field *const field = &b->row->field[b->count];
    const int is_first = b->count == 0 && field->text_len == 0;

    if (!is_first && (field->text_len == 0 || b->row->texts[b->texts_len - 1] != ' '))
        locus_builder_text(b, ' ', at);
}

%%{
machine haproxy_format;

action space            { add_space(b, p); }
action variable_begin   { item = (struct item){ .begin = p, .flags = flags }; }
action name_begin       { item.name.begin = p; }
action flag_on          { is_on = 1; }
action flag_off         { is_on = 0; }
action flag_quote       { set_flag(&item, FLAG_QUOTE, is_on); }
action flag_escape      { set_flag(&item, FLAG_ESCAPE, is_on); }
action flag_hexadecimal { set_flag(&item, FLAG_HEXADECIMAL, is_on); }
action flags_for_all    { flags = item.flags; }
action variable_end     { item.name.end = p; add(b, &item, p); }
action parameter_begin  { item.name.parameter = p; }
action parameter_end    { item.name.parameter_end = p; }
action expression       { item.name.end = p + 1; add(b, &item, p + 1); }

include config_events "log/config/config-events.rl";
include haproxy_format "log/config/haproxy-format.rl";
write data noerror nofinal noentry;
}%%

void locus_read_haproxy_segment(struct builder *b, const unsigned char *begin,
                                const unsigned char *end)
{
    const unsigned char *p = begin;
    const unsigned char *const pe = end;
    const unsigned char *const eof = pe;
    struct item item = { .begin = p };
    unsigned flags = 0;
    int is_on = 0;
    int cs = haproxy_format_start;

    %% write exec;
    (void)cs;
}
