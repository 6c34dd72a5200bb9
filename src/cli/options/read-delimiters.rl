/* SPDX-License-Identifier: MIT
 *
 * Reads the argument of --delimiters (grammar/command/delimiter-list.rl).
 */
#include "cli/cli.h"
#include "cli/options/arguments.h"

#include <string.h>

#include "common/bytes.h"

/* Where a machine stopped. */
struct stop {
    const char *at;
    const char *escape;           /* what follows the backslash of an unknown escape; NULL: it
                                     did not stop in one */
    size_t      count;            /* bytes decoded before */
};

%%{
machine delimiter_list;

action escape_begins    { stop.escape = (const char *)p + 1; }
action tab              { take(text, &stop, '\t'); }
action newline          { take(text, &stop, '\n'); }
action return           { take(text, &stop, '\r'); }
action nul              { take(text, &stop, '\0'); }
action itself           { take(text, &stop, *p); }
action octet            { take(text, &stop, hex_octet(p - 1)); }

include delimiter_list "command/delimiter-list.rl";
write data noerror nofinal;
}%%

/* Decodes in place: an escape is longer than the byte that it stands for. */
static void take(char *text, struct stop *stop, unsigned char byte)
{
    text[stop->count++] = (char)byte;
    stop->escape = NULL;
}

static struct stop run(char *text, size_t len, int entry)
{
    const unsigned char *p = (const unsigned char *)text;
    const unsigned char *const pe = p + len;
    struct stop stop = { .escape = NULL };
    int cs = entry;

    %% write exec;
    (void)cs;
    stop.at = (const char *)p;
    return stop;
}

void read_delimiters(void *member, const struct verb *verb, char *argument)
{
    struct delimiters *const delimiters = member;
    const size_t len = strlen(argument);
    const struct stop list = run(argument, len, delimiter_list_en_list);
    const struct stop allowed = run(argument, list.count, delimiter_list_en_allowed);

    if (allowed.at < argument + list.count)
        usage_error(verb->name, "--delimiters: '%c' cannot be a delimiter, because"
                    " \"scheme://\" may contain it", *allowed.at);
    if (list.escape)
        usage_error(verb->name, "--delimiters: unknown escape '\\%.*s' (\\t \\n \\r \\0"
                    " \\\\ \\xHH)", *list.escape == 'x' ? 3 : 1, list.escape);
    if (list.at < argument + len)
        usage_error(verb->name, "--delimiters: only ASCII characters are allowed;"
                    " write other bytes as \\xHH");
    if (list.count == 0)
        usage_error(verb->name, "--delimiters: expected at least one byte"
                    " (example: ,;\\t)");
    *delimiters = (struct delimiters){ argument, list.count };
}
