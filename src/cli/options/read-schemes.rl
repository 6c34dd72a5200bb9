/* SPDX-License-Identifier: MIT
 *
 * Reads the arguments of --schemes and --define (grammar/command/scheme-names.rl).
 */
#include "cli/cli.h"
#include "cli/options/arguments.h"

#include <string.h>

#include "cli/options/option-values.h"

/* What was read of an argument. */
struct reading {
    const struct verb *verb;
    struct scheme_names *names;   /* --schemes: the list, as far as it was read */
    char  *listed;                /* the current name of the list */
    bool   is_scheme;             /* the name is one */
    char  *name_end;              /* NULL: no ":" follows */
    bool   slashes;
    char  *port;                  /* what follows the second ":"; NULL: there is none */
    int32_t number;               /* the port; at most PORT_OVER; -1: no digit */
    char  *syntax;                /* NULL: none */
    char  *rest;                  /* what follows the last part that was read */
};

#define PORT_MAX 65535
#define PORT_OVER (PORT_MAX + 1)

%%{
machine scheme_names;

action is_scheme        { is.is_scheme = true; }
action listed_name_end  { take_listed(&is, argument + (p - begin)); }
action name_end {
    is.name_end = argument + (p - begin);
    is.rest = is.name_end + 1;
}
action slashes {
    is.slashes = true;
    is.rest = argument + (p - begin) + 1;
}
action port_begins      { is.port = argument + (p - begin) + 1; }
action port_digit {
    is.number = add_digit(is.number, *p);
    is.rest = argument + (p - begin) + 1;
}
action syntax_begins    { is.syntax = argument + (p - begin) + 1; }

include scheme_names "command/scheme-names.rl";
write data noerror nofinal;
}%%

static int32_t add_digit(int32_t number, unsigned char digit)
{
    const int32_t more = (number < 0 ? 0 : number) * 10 + (digit - '0');

    return more < PORT_OVER ? more : PORT_OVER;
}

/* Takes a name of the list, and cuts it off. */
static void take_listed(struct reading *is, char *end)
{
    struct scheme_names *const names = is->names;

    *end = '\0';
    if (!is->is_scheme)
        usage_error(is->verb->name, "--schemes: invalid scheme '%s'"
                    " (example: http,https,data:)", is->listed);
    names->name = mem_resize(names->name, (names->count + 1) * sizeof *names->name);
    names->name[names->count++] = is->listed;
    is->listed = end + 1;
    is->is_scheme = false;
}

static struct reading read_argument(struct reading is, char *argument, int entry)
{
    const unsigned char *p = (const unsigned char *)argument;
    const unsigned char *const begin = p;
    const unsigned char *const pe = p + strlen(argument);
    const unsigned char *const eof = pe;
    int cs = entry;

    %% write exec;
    (void)cs;
    return is;
}

void read_schemes(void *member, const struct verb *verb, char *argument)
{
    struct scheme_names *const names = member;

    names->count = 0;
    read_argument((struct reading){ .verb = verb, .names = names, .listed = argument },
                  argument, scheme_names_en_list);
}

/* The definition is cut apart in place. */
void read_definition(void *member, const struct verb *verb, char *argument)
{
    struct definitions *const definitions = member;
    struct locus_scheme scheme = { .slashes = LOCUS_NO_SLASHES };
    const struct reading is = read_argument((struct reading){ .number = -1 }, argument,
                                            scheme_names_en_definition);

    if (!is.name_end)
        usage_error(verb->name, "--define: expected NAME:// or NAME:, not '%s'",
                    argument);
    *is.name_end = '\0';
    if (!is.is_scheme)
        usage_error(verb->name, "--define: invalid scheme '%s' (examples: sftp://:22,"
                    " doi:)", argument);
    if (is.port && is.number < 0)
        usage_error(verb->name, "--define: expected a port after ':' (example: sftp://:22)");
    if (is.number > PORT_MAX)
        usage_error(verb->name, "--define: invalid port '%s' (0 to 65535)", is.port);
    if (!is.syntax && *is.rest)
        usage_error(verb->name, "--define: expected a port or =SYNTAX after the scheme,"
                    " not '%s' (examples: sftp://:22, doi:, sftp://:22=ftp)", is.rest);
    scheme.port = is.number;
    if (is.slashes)
        scheme.slashes = LOCUS_SLASHES;
    if (is.syntax)
        scheme.syntax = (uint8_t)read_word(verb, "syntax", &syntax_values, is.syntax);
    definitions->entries = mem_resize(
        definitions->entries,
        (definitions->schemes.count + 1) * sizeof *definitions->entries);
    definitions->entries[definitions->schemes.count++] =
        (struct locus_scheme_entry){ argument, scheme };
    definitions->schemes.entries = definitions->entries;
}
