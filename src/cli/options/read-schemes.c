/* SPDX-License-Identifier: MIT
 *
 * The readers of --schemes, --delimiters and --define.
 */
#include "cli/cli.h"
#include "cli/options/arguments.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/option-values.h"
#include "common/bytes.h"

static bool is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* RFC 3986, section 3.1. */
static bool is_scheme_byte(char c)
{
    return is_alpha(c) || (c >= '0' && c <= '9') || c == '+' || c == '-'
        || c == '.';
}

/* The same, optionally with a final ":" (locus.h: struct locus_scan). */
static bool is_scheme(const char *name)
{
    size_t len = strlen(name);

    if (len > 1 && name[len - 1] == ':')
        len--;
    if (!is_alpha(name[0]))
        return false;
    for (size_t i = 1; i < len; i++)
        if (!is_scheme_byte(name[i]))
            return false;
    return true;
}

void read_schemes(void *member, const struct verb *verb, char *argument)
{
    struct scheme_names *const names = member;

    names->count = 0;
    for (char *name = argument, *next; name; name = next) {
        next = cut_list(name);
        if (!is_scheme(name))
            usage_error(verb->name, "--schemes: invalid scheme '%s'"
                        " (example: http,https,data:)", name);
        names->name = mem_resize(names->name,
                                 (names->count + 1) * sizeof *names->name);
        names->name[names->count++] = name;
    }
}

/* The byte that the escape after a backslash stands for. Sets `rest` to its end. */
static char read_escape(const char *verb, const char *text, const char **rest)
{
    static const char letters[] = "tnr0\\", bytes[] = "\t\n\r\0\\";
    const char *const letter = *text ? strchr(letters, *text) : NULL;

    *rest = text + 1;
    if (letter)
        return bytes[letter - letters];
    if (*text != 'x' || !isxdigit((unsigned char)text[1])
        || !isxdigit((unsigned char)text[2]))
        usage_error(verb, "--delimiters: unknown escape '\\%.*s' (\\t \\n \\r \\0"
                    " \\\\ \\xHH)", *text == 'x' ? 3 : 1, text);
    *rest = text + 3;
    return (char)hex_octet((const unsigned char *)text + 1);
}

/* Decodes in place. Rejects bytes without which no URL could be found. */
void read_delimiters(void *member, const struct verb *verb, char *argument)
{
    struct delimiters *const delimiters = member;
    size_t count = 0;

    for (const char *text = argument; *text;) {
        const bool is_escape = *text == '\\';
        char byte = *text++;

        if (is_escape)
            byte = read_escape(verb->name, text, &text);
        else if ((unsigned char)byte >= 0x80)
            usage_error(verb->name, "--delimiters: only ASCII characters are allowed;"
                        " write other bytes as \\xHH");
        if (is_scheme_byte(byte) || byte == ':' || byte == '/')
            usage_error(verb->name, "--delimiters: '%c' cannot be a delimiter, because"
                        " \"scheme://\" may contain it", byte);
        argument[count++] = byte;
    }
    if (count == 0)
        usage_error(verb->name, "--delimiters: expected at least one byte"
                    " (example: ,;\\t)");
    *delimiters = (struct delimiters){ argument, count };
}

/* The port at the beginning of `text`; -1 if there is none. Sets `rest` to its end. */
static int32_t read_port(const char *verb, const char *text, char **rest)
{
    unsigned long port;

    if (strspn(text, "0123456789") == 0)
        usage_error(verb, "--define: expected a port after ':' (example: sftp://:22)");
    errno = 0;
    port = strtoul(text, rest, 10);
    if (errno != 0 || port > 65535)
        usage_error(verb, "--define: invalid port '%s' (0 to 65535)", text);
    return (int32_t)port;
}

/* NAME:, NAME:// or NAME://:PORT, each optionally with =SYNTAX; cut apart in place. */
void read_definition(void *member, const struct verb *verb, char *argument)
{
    struct definitions *const definitions = member;
    struct locus_scheme scheme = { .port = -1, .slashes = LOCUS_NO_SLASHES };
    char *rest = argument + strcspn(argument, ":");

    if (*rest == '\0')
        usage_error(verb->name, "--define: expected NAME:// or NAME:, not '%s'",
                    argument);
    *rest++ = '\0';
    if (!is_scheme(argument))
        usage_error(verb->name, "--define: invalid scheme '%s' (examples: sftp://:22,"
                    " doi:)", argument);
    if (strncmp(rest, "//", 2) == 0) {
        scheme.slashes = LOCUS_SLASHES;
        rest += 2;
        if (*rest == ':')
            scheme.port = read_port(verb->name, rest + 1, &rest);
    }
    if (*rest == '=') {
        scheme.syntax = (uint8_t)read_word(verb, "syntax", &syntax_values, rest + 1);
        rest = "";
    }
    if (*rest)
        usage_error(verb->name, "--define: expected a port or =SYNTAX after the scheme,"
                    " not '%s' (examples: sftp://:22, doi:, sftp://:22=ftp)", rest);
    definitions->entries = mem_resize(
        definitions->entries,
        (definitions->schemes.count + 1) * sizeof *definitions->entries);
    definitions->entries[definitions->schemes.count++] =
        (struct locus_scheme_entry){ argument, scheme };
    definitions->schemes.entries = definitions->entries;
}
