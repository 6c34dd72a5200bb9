/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/options/arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/component.h"

/* ------------------------------------------------------------------------
 * Words
 * ------------------------------------------------------------------------ */

static const struct word colors[] = {
    { "auto", COLOR_AUTO, "default" },
    { "always", COLOR_ALWAYS, NULL },
    { "never", COLOR_NEVER, NULL },
    { NULL, 0, NULL }
};

static const struct word steps[] = {
    { "case", LOCUS_STEP_CASE, NULL },
    { "percent-case", LOCUS_STEP_PERCENT_CASE, NULL },
    { "decode", LOCUS_STEP_DECODE, NULL },
    { "dots", LOCUS_STEP_DOTS, NULL },
    { "port", LOCUS_STEP_PORT, NULL },
    { "path", LOCUS_STEP_PATH, NULL },
    { "ipv6", LOCUS_STEP_IPV6, NULL },
    { "syntax", LOCUS_STEPS_SYNTAX, NULL },
    { "scheme", LOCUS_STEPS_SCHEME, NULL },
    { "default", LOCUS_STEPS, NULL },
    { "all", LOCUS_STEPS_ALL, NULL },
    { "none", 0, NULL },
    { NULL, 0, NULL }
};

/* Those that are completed: any other is taken as well. */
static const struct word schemes[] = {
    { "http", 0, NULL },
    { "https", 0, NULL },
    { "ftp", 0, NULL },
    { "mailto:", 0, NULL },
    { "file", 0, NULL },
    { "ws", 0, NULL },
    { "wss", 0, NULL },
    { NULL, 0, NULL }
};

static const struct word no_formats[] = {
    { NULL, 0, NULL }
};

static struct word color_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return colors[i];
}

static struct word context_at(const struct verb *verb, size_t i)
{
    const struct locus_context *const context = locus_context_at(i);

    (void)verb;
    if (!context)
        return (struct word){ NULL, 0, NULL };
    return (struct word){ locus_context_name(context), (int)i,
                          context == locus_text ? "default" : NULL };
}

static struct word format_at(const struct verb *verb, size_t i)
{
    return (verb->formats ? verb->formats : no_formats)[i];
}

static struct word scheme_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return schemes[i];
}

static struct word step_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return steps[i];
}

/* All that the library knows, built in or not. */
static struct word grammar_at(const struct verb *verb, size_t i)
{
    const struct locus_grammar *const grammar = locus_grammar_at(i);

    if (!grammar)
        return (struct word){ NULL, 0, NULL };
    return (struct word){
        locus_grammar_name(grammar), (int)i,
        !locus_has_grammar(grammar) ? "not built in"
        : verb->grammar && *verb->grammar == grammar ? "default" : NULL
    };
}

/* The parts that have a name, and `last` after them. */
static struct word named_part(size_t i, const char *last)
{
    for (int part = 0; part < LOCUS_PART_COUNT; part++) {
        const char *const name = locus_part_name((enum locus_part)part);

        if (name && i-- == 0)
            return (struct word){ name, part, NULL };
    }
    return (struct word){ i == 0 ? last : NULL, LOCUS_PART_COUNT, NULL };
}

static struct word part_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return named_part(i, NULL);
}

static struct word selected_at(const struct verb *verb, size_t i)
{
    (void)verb;
    return named_part(i, "url");
}

static struct word component_at(const struct verb *verb, size_t i)
{
    static const int others[] = {
        LOCUS_ANY, LOCUS_USERINFO, LOCUS_SEGMENT, LOCUS_QUERY_ITEM
    };
    const size_t count = sizeof others / sizeof *others;

    (void)verb;
    if (i < count)
        return (struct word){ component_name(others[i]), others[i], NULL };
    return named_part(i - count, NULL);
}

const struct option_values assigned_values = { part_at, VALUES_ASSIGNED, false };
const struct option_values color_values = { color_at, VALUES_ONE, true };
const struct option_values component_values = { component_at, VALUES_ONE, false };
const struct option_values context_values = { context_at, VALUES_ONE, true };
const struct option_values format_values = { format_at, VALUES_ONE, true };
const struct option_values grammar_values = { grammar_at, VALUES_ONE, true };
const struct option_values part_values = { part_at, VALUES_ONE, false };
const struct option_values scheme_values = { scheme_at, VALUES_LIST, false };
const struct option_values selected_values = { selected_at, VALUES_ONE, false };
const struct option_values step_values = { step_at, VALUES_LIST, true };

enum { LIST_SIZE = 512 };

/* The words for a usage error, without those that are not built in. */
static void list_words(char list[LIST_SIZE], const struct verb *verb,
                       const struct option_values *values)
{
    struct word word;

    list[0] = '\0';
    for (size_t i = 0; (word = values->at(verb, i)).name; i++) {
        if (values == &grammar_values
            && !locus_has_grammar(locus_grammar_at((size_t)word.value)))
            continue;
        if (list[0])
            strcat(list, ", ");
        strcat(list, word.name);
    }
}

/* The meaning of `name`, or a usage error that names all the words. */
static int read_word(const struct verb *verb, const char *what,
                     const struct option_values *values, const char *name)
{
    char known[LIST_SIZE];
    struct word word;

    for (size_t i = 0; (word = values->at(verb, i)).name; i++)
        if (strcmp(word.name, name) == 0)
            return word.value;
    list_words(known, verb, values);
    usage_error(verb->name, "unknown %s '%s' (%s)", what, name, known);
}

void read_color(void *member, const struct verb *verb, char *argument)
{
    *(enum color *)member =
        (enum color)read_word(verb, "colour setting", &color_values, argument);
}

void read_context(void *member, const struct verb *verb, char *argument)
{
    *(const struct locus_context **)member =
        locus_context_at((size_t)read_word(verb, "context", &context_values, argument));
}

void read_format(void *member, const struct verb *verb, char *argument)
{
    *(enum format *)member =
        (enum format)read_word(verb, "format", &format_values, argument);
}

void refuse_both(const struct verb *verb, const char *get, enum format format)
{
    if (get && format != FORMAT_NONE)
        usage_error(verb->name, "--get is an output format of its own: leave out -o");
}

/* ------------------------------------------------------------------------
 * Grammars
 * ------------------------------------------------------------------------ */

void need_grammar(const struct verb *verb, const struct locus_grammar *grammar)
{
    char known[LIST_SIZE];

    if (locus_has_grammar(grammar))
        return;
    list_words(known, verb, &grammar_values);
    usage_error(verb->name, "the grammar '%s' is not built in: name another by -g"
                " (%s)", locus_grammar_name(grammar), known);
}

void need_references(const struct verb *verb, const struct locus_grammar *grammar)
{
    struct locus_url url;

    if (locus_parse_reference(&url, "", 0, grammar) == LOCUS_ERROR_GRAMMAR)
        usage_error(verb->name, "references of '%s' are those of RFC 3986, which is"
                    " not built in", locus_grammar_name(grammar));
}

void read_grammar(void *member, const struct verb *verb, char *argument)
{
    const struct locus_grammar *const grammar = locus_grammar_at(
        (size_t)read_word(verb, "grammar", &grammar_values, argument));

    need_grammar(verb, grammar);
    *(const struct locus_grammar **)member = grammar;
}

/* ------------------------------------------------------------------------
 * Schemes and delimiters
 * ------------------------------------------------------------------------ */

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

/* The same; a ":" may end it (locus.h: struct locus_scan). */
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

/* Cuts a list apart at its first comma. Returns what follows it, or NULL. */
static char *cut_list(char *list)
{
    char *const comma = strchr(list, ',');

    if (!comma)
        return NULL;
    *comma = '\0';
    return comma + 1;
}

void read_schemes(void *member, const struct verb *verb, char *argument)
{
    struct scheme_names *const names = member;

    names->count = 0;
    for (char *name = argument, *next; name; name = next) {
        next = cut_list(name);
        if (!is_scheme(name))
            usage_error(verb->name, "--schemes: '%s' is no scheme"
                        " (http,https,data:)", name);
        names->name = mem_resize(names->name,
                                 (names->count + 1) * sizeof *names->name);
        names->name[names->count++] = name;
    }
}

/* The value of a hexadecimal digit; -1 if it is none. */
static int hex_value(char c)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *const at = c ? strchr(digits, c) : NULL;
    const int value = at ? (int)(at - digits) : -1;

    return value > 15 ? value - 6 : value;
}

/* The byte that the escape after a "\\" stands for; its end in `rest`. */
static char read_escape(const char *verb, const char *text, const char **rest)
{
    static const char letters[] = "tnr0\\", bytes[] = "\t\n\r\0\\";
    const char *const letter = *text ? strchr(letters, *text) : NULL;

    *rest = text + 1;
    if (letter)
        return bytes[letter - letters];
    if (*text != 'x' || hex_value(text[1]) < 0 || hex_value(text[2]) < 0)
        usage_error(verb, "--delimiters: there is no '\\%.*s' (\\t \\n \\r \\0"
                    " \\\\ \\xHH)", *text == 'x' ? 3 : 1, text);
    *rest = text + 3;
    return (char)(hex_value(text[1]) * 16 + hex_value(text[2]));
}

/* In place. None without which no URL would be found. */
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
            usage_error(verb->name, "--delimiters: only ASCII characters are one"
                        " byte; write other bytes as \\xHH");
        if (is_scheme_byte(byte) || byte == ':' || byte == '/')
            usage_error(verb->name, "--delimiters: '%c' cannot end a URL: it may be"
                        " part of its \"scheme://\"", byte);
        argument[count++] = byte;
    }
    if (count == 0)
        usage_error(verb->name, "--delimiters: it needs a byte at least (,;\\t)");
    *delimiters = (struct delimiters){ argument, count };
}

static enum locus_syntax read_syntax(const char *verb, const char *name)
{
    for (int i = 0; i < LOCUS_SYNTAX_COUNT; i++)
        if (strcmp(name, locus_syntax_name((enum locus_syntax)i)) == 0)
            return (enum locus_syntax)i;
    usage_error(verb, "--define: there is no syntax '%s' (generic, ftp, http,"
                " gopher, mailto, news, nntp, telnet, wais, file, prospero)",
                name);
}

/* A port at the beginning of `text`; its end in `rest`. -1 if there is none. */
static int32_t read_port(const char *verb, const char *text, char **rest)
{
    unsigned long port;

    if (strspn(text, "0123456789") == 0)
        usage_error(verb, "--define: a ':' without a port (sftp://:22)");
    errno = 0;
    port = strtoul(text, rest, 10);
    if (errno != 0 || port > 65535)
        usage_error(verb, "--define: '%s' is no port (0 to 65535)", text);
    return (int32_t)port;
}

/* NAME:, NAME:// or NAME://:PORT, each perhaps with =SYNTAX; cut apart in place. */
void read_definition(void *member, const struct verb *verb, char *argument)
{
    struct definitions *const definitions = member;
    struct locus_scheme scheme = { .port = -1, .slashes = LOCUS_NO_SLASHES };
    char *rest = argument + strcspn(argument, ":");

    if (*rest == '\0')
        usage_error(verb->name, "--define: '%s' is neither NAME:// nor NAME:",
                    argument);
    *rest++ = '\0';
    if (!is_scheme(argument))
        usage_error(verb->name, "--define: '%s' is no scheme (sftp://:22, doi:)",
                    argument);
    if (strncmp(rest, "//", 2) == 0) {
        scheme.slashes = LOCUS_SLASHES;
        rest += 2;
        if (*rest == ':')
            scheme.port = read_port(verb->name, rest + 1, &rest);
    }
    if (*rest == '=') {
        scheme.syntax = (uint8_t)read_syntax(verb->name, rest + 1);
        rest = "";
    }
    if (*rest)
        usage_error(verb->name, "--define: '%s' after the scheme is neither a port"
                    " nor =SYNTAX (sftp://:22, doi:, sftp://:22=ftp)", rest);
    definitions->entries = mem_resize(
        definitions->entries,
        (definitions->schemes.count + 1) * sizeof *definitions->entries);
    definitions->entries[definitions->schemes.count++] =
        (struct locus_scheme_entry){ argument, scheme };
    definitions->schemes.entries = definitions->entries;
}

/* ------------------------------------------------------------------------
 * Steps, parts and changes
 * ------------------------------------------------------------------------ */

void read_steps(void *member, const struct verb *verb, char *argument)
{
    struct steps *const all = member;

    *all = (struct steps){ 0, true };
    for (char *name = argument, *next; name; name = next) {
        next = cut_list(name);
        all->value |= (unsigned)read_word(verb, "step", &step_values, name);
    }
}

void read_component(void *member, const struct verb *verb, char *argument)
{
    const int component = component_from_name(argument, strlen(argument));

    if (component < 0)
        usage_error(verb->name, "there is no part '%s' (any, userinfo, segment,"
                    " query-item, scheme, user, password, host, port, path,"
                    " query, fragment, or one of RFC 1738's)", argument);
    *(int *)member = component;
}

static void add_change(struct changes *changes, const char *text, bool remove)
{
    changes->change = mem_resize(changes->change,
                                 (changes->count + 1) * sizeof *changes->change);
    changes->change[changes->count++] = (struct change){ text, remove };
}

void read_set(void *member, const struct verb *verb, char *argument)
{
    (void)verb;
    add_change(member, argument, false);
}

void read_remove(void *member, const struct verb *verb, char *argument)
{
    (void)verb;
    add_change(member, argument, true);
}

/* ------------------------------------------------------------------------
 * Numbers
 * ------------------------------------------------------------------------ */

/* More threads than this help nobody. */
#define THREADS_MAX 1024

/* That of the processors for 0. */
void read_threads(void *member, const struct verb *verb, char *argument)
{
    const size_t digits = strspn(argument, "0123456789");
    unsigned long threads;
    long processors;

    errno = 0;
    threads = strtoul(argument, NULL, 10);
    if (digits == 0 || argument[digits] || errno != 0 || threads > THREADS_MAX)
        usage_error(verb->name, "-j: '%s' is no number of threads (0 to %d)",
                    argument, THREADS_MAX);
    if (threads == 0) {
        processors = sysconf(_SC_NPROCESSORS_ONLN);
        threads = processors < 1 ? 1 : (unsigned long)processors;
    }
    *(unsigned *)member = threads < THREADS_MAX ? (unsigned)threads : THREADS_MAX;
}

/* All values for 0. */
void read_limit(void *member, const struct verb *verb, char *argument)
{
    const size_t digits = strspn(argument, "0123456789");
    unsigned long long limit;

    errno = 0;
    limit = strtoull(argument, NULL, 10);
    if (digits == 0 || argument[digits] || errno != 0)
        usage_error(verb->name, "-n: '%s' is no number of values (0: all)", argument);
    *(uint64_t *)member = limit > 0 ? limit : UINT64_MAX;
}

/* A number of bytes: digits, and perhaps one of the units K, M, G and T, which are
   powers of 1024 (also written KiB) or, with a "B", of 1000 (kB): as GNU's tools
   have them. Not 0. */
static uint64_t read_size(const char *verb, const char *option, const char *text)
{
    static const char units[] = "KMGT";
    const size_t digits = strspn(text, "0123456789");
    const char *rest = text + digits;
    const char *unit = strchr(units, *rest == 'k' ? 'K' : *rest);
    unsigned long long size;
    unsigned powers = 0, base = 1024;

    errno = 0;
    size = strtoull(text, NULL, 10);
    if (*rest && unit) {
        powers = (unsigned)(unit - units) + 1;
        rest++;
        if (strcmp(rest, "B") == 0)
            base = 1000;
        if (strcmp(rest, "B") == 0 || strcmp(rest, "iB") == 0)
            rest = "";
    }
    for (; powers > 0 && size <= UINT64_MAX / base; powers--)
        size *= base;
    if (digits == 0 || *rest || errno != 0 || powers > 0 || size == 0)
        usage_error(verb, "%s: '%s' is no size (4096, 64K, 128M, 2G)", option,
                    text);
    return size;
}

/* At least, and at most, which is what offsets in a URL are 32 bits for. */
#define MAX_URL_LEAST ((uint64_t)1 << 10)
#define MAX_URL_MOST ((uint64_t)LOCUS_MAX_LENGTH)

void read_max_url(void *member, const struct verb *verb, char *argument)
{
    const uint64_t size = read_size(verb->name, "--max-url", argument);

    if (size < MAX_URL_LEAST || size > MAX_URL_MOST)
        usage_error(verb->name, "--max-url: '%s' is not from %" PRIu64 " to %" PRIu64
                    " bytes", argument, MAX_URL_LEAST, MAX_URL_MOST);
    *(uint64_t *)member = size;
}

void read_max_window(void *member, const struct verb *verb, char *argument)
{
    *(uint64_t *)member = read_size(verb->name, "--max-window", argument);
}

/* ------------------------------------------------------------------------
 * What needs no reading
 * ------------------------------------------------------------------------ */

void read_flag(void *member, const struct verb *verb, char *argument)
{
    (void)verb, (void)argument;
    *(bool *)member = true;
}

void read_text(void *member, const struct verb *verb, char *argument)
{
    (void)verb;
    *(const char **)member = argument;
}
