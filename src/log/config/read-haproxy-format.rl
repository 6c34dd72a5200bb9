/* SPDX-License-Identifier: MIT
 *
 * The string of a log-format of HAProxy (grammar/log/config/haproxy-format.rl).
 */
#include "log/config/draft.h"

/* What the flags of a variable say. */
enum { FLAG_QUOTE = 1, FLAG_ESCAPE = 2, FLAG_HEXADECIMAL = 4 };

static const unsigned char any_text[] = "-";

struct item {
    const unsigned char *begin, *name, *end;
    unsigned flags;
};

#define SET_FLAG(name) \
    of_item = is_on ? of_item | FLAG_##name : of_item & ~(unsigned)FLAG_##name;

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

/* "%o" is no variable: its flags are those of all that follow. */
static void add(struct draft *draft, struct item item, unsigned *flags)
{
    const unsigned char escape = item.flags & FLAG_ESCAPE ? '\\' : '#';
    const struct variable *variable;
    int quoted;

    if (item.end - item.name == 1 && *item.name == 'o') {
        *flags = item.flags;
        return;
    }
    variable = locus_draft_find(draft, item.name, item.end);
    quoted = variable && item.flags & FLAG_QUOTE && may_be_quoted(variable);
    /* A hexadecimal number is not read. */
    if (variable && item.flags & FLAG_HEXADECIMAL)
        variable = locus_draft_find(draft, any_text, any_text + 1);
    if (quoted)
        locus_draft_text(draft, '"', item.begin);
    locus_draft_variable(draft, variable, item.begin, item.end, escape);
    if (quoted)
        locus_draft_text(draft, '"', item.begin);
}

/* Several spaces are written as one, and none begins a line. */
static void add_space(struct draft *draft, const unsigned char *at)
{
    const struct row_field *const field = &draft->row->field[draft->count];
    const int is_first = draft->count == 0 && field->text_len == 0;

    if (!is_first && (field->text_len == 0 || draft->row->texts[draft->texts_len - 1] != ' '))
        locus_draft_text(draft, ' ', at);
}

#define ADD(end) \
    add(draft, (struct item){ variable, name, end, of_item }, &flags);

%%{
machine haproxy_format;

action space            { add_space(draft, p); }
action name_begin       { name = p; }
action variable_begin   { variable = p; of_item = flags; }
action flag_on          { is_on = 1; }
action flag_off         { is_on = 0; }
action flag_quote       { SET_FLAG(QUOTE) }
action flag_escape      { SET_FLAG(ESCAPE) }
action flag_hexadecimal { SET_FLAG(HEXADECIMAL) }
action variable_end     { ADD(p) }
action expression       { ADD(p + 1) }

include config_events "log/config/config-events.rl";
include haproxy_format "log/config/haproxy-format.rl";
write data noerror nofinal noentry;
}%%

void locus_draft_haproxy(struct draft *draft, const unsigned char *begin,
                         const unsigned char *end)
{
    const unsigned char *p = begin;
    const unsigned char *const pe = end;
    const unsigned char *const eof = pe;
    const unsigned char *variable = p, *name = p;
    unsigned flags = 0, of_item = 0, is_on = 0;
    int cs = haproxy_format_start;

    %% write exec;
    (void)cs;
}
