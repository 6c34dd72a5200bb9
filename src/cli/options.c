/* SPDX-License-Identifier: MIT */
#include "cli.h"
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"
#include "suggest.h"
#include "transform.h"

/* Long options that have no letter. */
enum {
    OPTION_GET = 256,
    OPTION_FINDINGS,
    OPTION_DEFINE,
    OPTION_MAIL,
    OPTION_COLOR,
    OPTION_SCHEMES,
    OPTION_DELIMITERS,
    OPTION_VALID,
    OPTION_BY,
    OPTION_LINE_BUFFERED,
    OPTION_NO_PROGRESS,
    OPTION_MAX_WINDOW,
    OPTION_MAX_URL,
    OPTION_STEPS,
    OPTION_COMPATIBLE,
    OPTION_PLUS,
    OPTION_FILE,
    OPTION_WINDOWS,
    OPTION_PRINT0
};

/* What most verbs have: -g, -o; items that are lines; --help, and the end. */
#define GRAMMAR { "grammar", required_argument, NULL, 'g' }
#define OUTPUT { "output", required_argument, NULL, 'o' }
#define LINES \
    { "null", no_argument, NULL, '0' }, \
    { "line-buffered", no_argument, NULL, OPTION_LINE_BUFFERED }
#define END \
    { "help", no_argument, NULL, 'h' }, \
    { NULL, 0, NULL, 0 }

static const struct option none_options[] = {
    END
};

static const struct option parse_options[] = {
    GRAMMAR, OUTPUT,
    { "get", required_argument, NULL, OPTION_GET },
    { "findings", no_argument, NULL, OPTION_FINDINGS },
    { "define", required_argument, NULL, OPTION_DEFINE },
    { "null", no_argument, NULL, '0' },
    { "color", required_argument, NULL, OPTION_COLOR },
    { "line-buffered", no_argument, NULL, OPTION_LINE_BUFFERED },
    END
};

static const struct option explain_options[] = {
    GRAMMAR, OUTPUT,
    { "define", required_argument, NULL, OPTION_DEFINE },
    { "mail", required_argument, NULL, OPTION_MAIL },
    { "plus", no_argument, NULL, OPTION_PLUS },
    LINES, END
};

static const struct option resolve_options[] = {
    { "compatible", no_argument, NULL, OPTION_COMPATIBLE },
    GRAMMAR, OUTPUT,
    LINES, END
};

/* The same without the first. */
#define RELATIVIZE_OPTIONS (resolve_options + 1)

static const struct option normalize_options[] = {
    GRAMMAR, OUTPUT,
    { "steps", required_argument, NULL, OPTION_STEPS },
    LINES, END
};

static const struct option compare_options[] = {
    GRAMMAR,
    { "steps", required_argument, NULL, OPTION_STEPS },
    { "null", no_argument, NULL, '0' },
    END
};

static const struct option scan_options[] = {
    GRAMMAR,
    { "context", required_argument, NULL, 'x' },
    { "schemes", required_argument, NULL, OPTION_SCHEMES },
    { "delimiters", required_argument, NULL, OPTION_DELIMITERS },
    { "valid", no_argument, NULL, OPTION_VALID },
    { "define", required_argument, NULL, OPTION_DEFINE },
    { "findings", no_argument, NULL, OPTION_FINDINGS },
    OUTPUT,
    { "get", required_argument, NULL, OPTION_GET },
    { "count", no_argument, NULL, 'c' },
    { "byte-offset", no_argument, NULL, 'b' },
    { "line-number", no_argument, NULL, 'n' },
    { "with-filename", no_argument, NULL, 'H' },
    { "threads", required_argument, NULL, 'j' },
    { "line-buffered", no_argument, NULL, OPTION_LINE_BUFFERED },
    { "max-url", required_argument, NULL, OPTION_MAX_URL },
    { "max-window", required_argument, NULL, OPTION_MAX_WINDOW },
    { "no-progress", no_argument, NULL, OPTION_NO_PROGRESS },
    END
};

static const struct option top_options[] = {
    { "by", required_argument, NULL, OPTION_BY },
    { "limit", required_argument, NULL, 'n' },
    GRAMMAR,
    { "context", required_argument, NULL, 'x' },
    { "schemes", required_argument, NULL, OPTION_SCHEMES },
    { "delimiters", required_argument, NULL, OPTION_DELIMITERS },
    { "valid", no_argument, NULL, OPTION_VALID },
    { "define", required_argument, NULL, OPTION_DEFINE },
    OUTPUT,
    { "max-url", required_argument, NULL, OPTION_MAX_URL },
    { "max-window", required_argument, NULL, OPTION_MAX_WINDOW },
    { "no-progress", no_argument, NULL, OPTION_NO_PROGRESS },
    END
};

static const struct option encode_options[] = {
    GRAMMAR,
    { "part", required_argument, NULL, 'p' },
    { "keep", no_argument, NULL, 'k' },
    { "plus", no_argument, NULL, OPTION_PLUS },
    { "file", no_argument, NULL, OPTION_FILE },
    { "windows", no_argument, NULL, OPTION_WINDOWS },
    OUTPUT,
    { "null", no_argument, NULL, '0' },
    { "print0", no_argument, NULL, OPTION_PRINT0 },
    { "line-buffered", no_argument, NULL, OPTION_LINE_BUFFERED },
    END
};

static const struct option edit_options[] = {
    { "set", required_argument, NULL, 's' },
    { "remove", required_argument, NULL, 'r' },
    GRAMMAR, OUTPUT,
    LINES, END
};

/* The same without the changes. */
#define BUILD_OPTIONS (edit_options + 2)

/* A word that an option takes, and its meaning. */
struct word {
    const char *name;             /* NULL ends a list */
    int value;
};

static const struct word parse_formats[] = {
    { "human", FORMAT_HUMAN },
    { "json", FORMAT_JSON },
    { "tsv", FORMAT_TSV },
    { "url", FORMAT_URL },
    { NULL, 0 }
};

static const struct word no_formats[] = {
    { NULL, 0 }
};

static const struct word explain_formats[] = {
    { "human", FORMAT_HUMAN },
    { "json", FORMAT_JSON },
    { NULL, 0 }
};

static const struct word step_words[] = {
    { "case", LOCUS_STEP_CASE },
    { "percent-case", LOCUS_STEP_PERCENT_CASE },
    { "decode", LOCUS_STEP_DECODE },
    { "dots", LOCUS_STEP_DOTS },
    { "port", LOCUS_STEP_PORT },
    { "path", LOCUS_STEP_PATH },
    { "ipv6", LOCUS_STEP_IPV6 },
    { "syntax", LOCUS_STEPS_SYNTAX },
    { "scheme", LOCUS_STEPS_SCHEME },
    { "default", LOCUS_STEPS },
    { "all", LOCUS_STEPS_ALL },
    { "none", 0 },
    { NULL, 0 }
};

static const struct word scan_formats[] = {
    { "url", FORMAT_URL },
    { "json", FORMAT_JSON },
    { "tsv", FORMAT_TSV },
    { NULL, 0 }
};

static const struct word top_formats[] = {
    { "text", FORMAT_URL },
    { "json", FORMAT_JSON },
    { "tsv", FORMAT_TSV },
    { NULL, 0 }
};

static const struct word text_formats[] = {
    { "text", FORMAT_URL },
    { "json", FORMAT_JSON },
    { NULL, 0 }
};

static const struct word url_formats[] = {
    { "url", FORMAT_URL },
    { "json", FORMAT_JSON },
    { NULL, 0 }
};

static const struct word contexts[] = {
    { "raw", LOCUS_RAW },
    { "text", LOCUS_TEXT },
    { "wrapped", LOCUS_WRAPPED },
    { "json", LOCUS_JSON },
    { "json-raw", LOCUS_JSON_RAW },
    { NULL, 0 }
};

static const struct word colors[] = {
    { "auto", COLOR_AUTO },
    { "always", COLOR_ALWAYS },
    { "never", COLOR_NEVER },
    { NULL, 0 }
};

enum { LIST_SIZE = 512 };

/* All the words, for a usage error. */
static void list_words(char list[LIST_SIZE], const struct word *words)
{
    list[0] = '\0';
    for (const struct word *word = words; word->name; word++) {
        if (word != words)
            strcat(list, ", ");
        strcat(list, word->name);
    }
}

/* The meaning of `name`, or a usage error that names all the words. */
static int read_word(const char *verb, const char *what,
                     const struct word *words, const char *name)
{
    char known[LIST_SIZE];

    for (const struct word *word = words; word->name; word++)
        if (strcmp(word->name, name) == 0)
            return word->value;
    list_words(known, words);
    usage_error(verb, "unknown %s '%s' (%s)", what, name, known);
}

enum { MOST_GRAMMARS = 32 };

/* The grammars that are built in, as words. */
static void built_in(struct word words[MOST_GRAMMARS + 1])
{
    const struct locus_grammar *grammar;

    for (int i = 0; i < MOST_GRAMMARS
                    && (grammar = locus_grammar_at((size_t)i)) != NULL; i++)
        if (locus_has_grammar(grammar))
            *words++ = (struct word){ locus_grammar_name(grammar), i };
    words->name = NULL;
}

/* A usage error if the grammar, named by -g or a default, is not built in. */
static void need_grammar(const char *verb, const struct locus_grammar *grammar)
{
    struct word words[MOST_GRAMMARS + 1];
    char known[LIST_SIZE];

    if (locus_has_grammar(grammar))
        return;
    built_in(words);
    list_words(known, words);
    usage_error(verb, "the grammar '%s' is not built in: name another by -g (%s)",
                locus_grammar_name(grammar), known);
}

/* The same where there is nothing that reads its references. */
static void need_references(const char *verb, const struct locus_grammar *grammar)
{
    struct locus_url url;

    if (locus_parse_reference(&url, "", 0, grammar) == LOCUS_ERROR_GRAMMAR)
        usage_error(verb, "references of '%s' are those of RFC 3986, which is"
                    " not built in", locus_grammar_name(grammar));
}

static const struct locus_grammar *read_grammar(const char *verb, const char *name)
{
    struct word words[MOST_GRAMMARS + 1];
    const struct locus_grammar *const grammar =
        locus_grammar_from_name(name, strlen(name));

    if (grammar)
        need_grammar(verb, grammar);
    built_in(words);
    return locus_grammar_at((size_t)read_word(verb, "grammar", words, name));
}

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

/* Splits `list` at its commas, in place: it is an argument of the command. */
static void read_schemes(struct options *options, const char *verb, char *list)
{
    options->scheme_count = 0;
    for (char *name = list, *next; name; name = next) {
        char *comma = strchr(name, ',');

        next = comma ? comma + 1 : NULL;
        if (comma)
            *comma = '\0';
        if (!is_scheme(name))
            usage_error(verb, "--schemes: '%s' is no scheme (http,https,data:)",
                        name);
        options->schemes = mem_resize(
            options->schemes,
            (options->scheme_count + 1) * sizeof *options->schemes);
        options->schemes[options->scheme_count++] = name;
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

/* The bytes of `set`, in place. None without which no URL would be found. */
static void read_delimiters(struct options *options, const char *verb, char *set)
{
    size_t count = 0;

    for (const char *text = set; *text;) {
        const bool is_escape = *text == '\\';
        char byte = *text++;

        if (is_escape)
            byte = read_escape(verb, text, &text);
        else if ((unsigned char)byte >= 0x80)
            usage_error(verb, "--delimiters: only ASCII characters are one byte;"
                        " write other bytes as \\xHH");
        if (is_scheme_byte(byte) || byte == ':' || byte == '/')
            usage_error(verb, "--delimiters: '%c' cannot end a URL: it may be"
                        " part of its \"scheme://\"", byte);
        set[count++] = byte;
    }
    if (count == 0)
        usage_error(verb, "--delimiters: it needs a byte at least (,;\\t)");
    options->delimiters = set;
    options->delimiter_count = count;
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

/* --define NAME:, NAME:// or NAME://:PORT, each perhaps with =SYNTAX; cut apart
   in place. */
static void add_scheme(struct options *options, const char *verb, char *text)
{
    struct locus_scheme scheme = { .port = -1, .slashes = LOCUS_NO_SLASHES };
    char *rest = text + strcspn(text, ":");

    if (*rest == '\0')
        usage_error(verb, "--define: '%s' is neither NAME:// nor NAME:", text);
    *rest++ = '\0';
    if (!is_scheme(text))
        usage_error(verb, "--define: '%s' is no scheme (sftp://:22, doi:)",
                    text);
    if (strncmp(rest, "//", 2) == 0) {
        scheme.slashes = LOCUS_SLASHES;
        rest += 2;
        if (*rest == ':')
            scheme.port = read_port(verb, rest + 1, &rest);
    }
    if (*rest == '=') {
        scheme.syntax = (uint8_t)read_syntax(verb, rest + 1);
        rest = "";
    }
    if (*rest)
        usage_error(verb, "--define: '%s' behind the scheme is neither a port"
                    " nor =SYNTAX (sftp://:22, doi:, sftp://:22=ftp)", rest);
    options->defined = mem_resize(
        options->defined,
        (options->own.count + 1) * sizeof *options->defined);
    options->defined[options->own.count++] =
        (struct locus_scheme_entry){ text, scheme };
    options->own.entries = options->defined;
}

/* A sum of enum locus_step from words with commas between them, which are cut
   apart in place. */
static unsigned read_steps(const char *verb, char *list)
{
    unsigned steps = 0;

    for (char *name = list, *next; name; name = next) {
        char *comma = strchr(name, ',');

        next = comma ? comma + 1 : NULL;
        if (comma)
            *comma = '\0';
        steps |= (unsigned)read_word(verb, "step", step_words, name);
    }
    return steps;
}

/* More threads than this help nobody. */
#define THREADS_MAX 1024

/* A number of threads; that of the processors for 0. */
static unsigned read_threads(const char *verb, const char *number)
{
    const size_t digits = strspn(number, "0123456789");
    unsigned long threads;
    long processors;

    errno = 0;
    threads = strtoul(number, NULL, 10);
    if (digits == 0 || number[digits] || errno != 0 || threads > THREADS_MAX)
        usage_error(verb, "-j: '%s' is no number of threads (0 to %d)", number,
                    THREADS_MAX);
    if (threads > 0)
        return (unsigned)threads;
    processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors < 1)
        return 1;
    return processors < THREADS_MAX ? (unsigned)processors : THREADS_MAX;
}

/* A number of values; all of them for 0. */
static uint64_t read_limit(const char *verb, const char *number)
{
    const size_t digits = strspn(number, "0123456789");
    unsigned long long limit;

    errno = 0;
    limit = strtoull(number, NULL, 10);
    if (digits == 0 || number[digits] || errno != 0)
        usage_error(verb, "-n: '%s' is no number of values (0: all)", number);
    return limit > 0 ? limit : UINT64_MAX;
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
    unsigned steps = 0, base = 1024;

    errno = 0;
    size = strtoull(text, NULL, 10);
    if (*rest && unit) {
        steps = (unsigned)(unit - units) + 1;
        rest++;
        if (strcmp(rest, "B") == 0)
            base = 1000;
        if (strcmp(rest, "B") == 0 || strcmp(rest, "iB") == 0)
            rest = "";
    }
    for (; steps > 0 && size <= UINT64_MAX / base; steps--)
        size *= base;
    if (digits == 0 || *rest || errno != 0 || steps > 0 || size == 0)
        usage_error(verb, "%s: '%s' is no size (4096, 64K, 128M, 2G)", option,
                    text);
    return size;
}

/* --max-window: what is the default of zstd, too. */
#define MAX_WINDOW ((uint64_t)128 << 20)

/* --max-url: by default, at least, and at most, which is what offsets in a URL are
   32 bits for. */
#define MAX_URL ((uint64_t)16 << 20)
#define MAX_URL_LEAST ((uint64_t)1 << 10)
#define MAX_URL_MOST ((uint64_t)LOCUS_MAX_LENGTH)

static uint64_t read_max_url(const char *verb, const char *text)
{
    const uint64_t size = read_size(verb, "--max-url", text);

    if (size < MAX_URL_LEAST || size > MAX_URL_MOST)
        usage_error(verb, "--max-url: '%s' is not from %" PRIu64 " to %" PRIu64
                    " bytes", text, MAX_URL_LEAST, MAX_URL_MOST);
    return size;
}

static int read_component(const char *verb, const char *name)
{
    const int component = component_from_name(name, strlen(name));

    if (component < 0)
        usage_error(verb, "there is no part '%s' (any, userinfo, segment,"
                    " query-item, scheme, user, password, host, port, path,"
                    " query, fragment, or one of RFC 1738's)", name);
    return component;
}

static void add_change(struct options *options, const char *text, bool remove)
{
    options->changes = mem_resize(
        options->changes,
        (options->change_count + 1) * sizeof *options->changes);
    options->changes[options->change_count++] =
        (struct change){ text, remove };
}

/* Ends the command if `argument` abbreviates several long options. */
static void refuse_ambiguous(const char *verb, const char *argument,
                             const struct option *longs)
{
    const size_t len = strcspn(argument, "=");
    char list[256] = "";
    size_t at = 0;
    int count = 0;

    for (; longs->name; longs++)
        if (strncmp(longs->name, argument + 2, len - 2) == 0
            && at < sizeof list) {
            at += (size_t)snprintf(list + at, sizeof list - at, "%s--%s",
                                   at ? ", " : "", longs->name);
            count++;
        }
    if (count > 1)
        usage_error(verb, "option '%.*s' is ambiguous: %s", (int)len, argument,
                    list);
}

static void unknown_option(const char *verb, const char *argument,
                           const struct option *longs)
{
    struct suggestion near = { argument + 2, strcspn(argument + 2, "="), NULL, 0 };

    for (; longs->name; longs++)
        suggest(&near, longs->name);
    if (near.name)
        usage_error(verb, "unknown option '--%.*s'; did you mean '--%s'?",
                    (int)near.len, near.word, near.name);
    usage_error(verb, "unknown option '%s'", argument);
}

static void wrong_option(const char *verb, int c, const char *argument,
                         const char *letters, const struct option *longs)
{
    const bool is_long = strncmp(argument, "--", 2) == 0;

    if (c == ':' && is_long)
        usage_error(verb, "option '%s' needs an argument", argument);
    if (c == ':')
        usage_error(verb, "option '-%c' needs an argument", optopt);
    /* getopt knows the option: then it has an argument that it does not take. */
    if (is_long && (optopt > 255 || (optopt > 0 && strchr(letters, optopt))))
        usage_error(verb, "option '%.*s' takes no argument",
                    (int)strcspn(argument, "="), argument);
    if (is_long) {
        refuse_ambiguous(verb, argument, longs);
        unknown_option(verb, argument, longs);
    }
    usage_error(verb, "unknown option '-%c'", optopt);
}

/* What is the same for all verbs. `letters` begin with ":", so that getopt
   tells a missing argument apart. */
static void read_options(struct options *options, int argc, char **argv,
                         const char *letters, const struct option *longs,
                         const struct word *formats)
{
    static char standard_input[] = "-";
    static char *no_operands[] = { standard_input, NULL };
    const char *verb = argv[0];
    int c;

    options->verb = verb;
    opterr = 0;
    while ((c = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        switch (c) {
        case 'g':
            options->grammar = read_grammar(verb, optarg);
            options->grammar_said = true;
            break;
        case 'o':
            options->format = (enum format)read_word(verb, "format", formats,
                                                     optarg);
            break;
        case 'x':
            options->context = (enum locus_context)read_word(
                verb, "context", contexts, optarg);
            break;
        case '0': options->null = true; break;
        case 'c': options->count = true; break;
        case 'b': options->byte_offset = true; break;
        case 'n':
            if (options->limit > 0)
                options->limit = read_limit(verb, optarg);
            else
                options->line_number = true;
            break;
        case 'H': options->with_filename = true; break;
        case 'j': options->threads = read_threads(verb, optarg); break;
        case OPTION_GET: options->get = optarg; break;
        case OPTION_FINDINGS: options->findings = true; break;
        case OPTION_MAIL: options->mail = optarg; break;
        case OPTION_COLOR:
            options->color = (enum color)read_word(verb, "colour setting",
                                                   colors, optarg);
            break;
        case OPTION_DEFINE: add_scheme(options, verb, optarg); break;
        case OPTION_BY: options->by = optarg; break;
        case OPTION_SCHEMES: read_schemes(options, verb, optarg); break;
        case OPTION_DELIMITERS: read_delimiters(options, verb, optarg); break;
        case OPTION_VALID: options->valid = true; break;
        case OPTION_STEPS:
            options->steps = read_steps(verb, optarg);
            options->steps_said = true;
            break;
        case OPTION_COMPATIBLE: options->compatible = true; break;
        case OPTION_LINE_BUFFERED: options->line_buffered = true; break;
        case 'p': options->component = read_component(verb, optarg); break;
        case 'k': options->keep = true; break;
        case 's': add_change(options, optarg, false); break;
        case 'r': add_change(options, optarg, true); break;
        case OPTION_PLUS: options->plus = true; break;
        case OPTION_FILE: options->file = true; break;
        case OPTION_WINDOWS: options->windows = true; break;
        case OPTION_PRINT0: options->print0 = true; break;
        case OPTION_NO_PROGRESS: options->no_progress = true; break;
        case OPTION_MAX_URL:
            options->max_url = read_max_url(verb, optarg);
            break;
        case OPTION_MAX_WINDOW:
            options->max_window = read_size(verb, "--max-window", optarg);
            break;
        case 'h':
            help(verb);
            out_close();
            exit(STATUS_OK);
        default:
            wrong_option(verb, c, argv[optind - 1], letters, longs);
        }
    }
    if (options->get && options->format != FORMAT_NONE)
        usage_error(verb, "--get is an output format of its own: leave out -o");
    options->operands = argv + optind;
    options->operand_count = argc - optind;
    if (options->operand_count == 0) {
        options->operands = no_operands;
        options->operand_count = 1;
    }
}

void options_parse(struct options *options, int argc, char **argv)
{
    memset(options, 0, sizeof *options);
    options->grammar = locus_rfc3986;
    read_options(options, argc, argv, ":g:o:0h", parse_options, parse_formats);
    need_grammar(argv[0], options->grammar);
}

void options_explain(struct options *options, int argc, char **argv)
{
    memset(options, 0, sizeof *options);
    options->grammar = locus_rfc3986;
    read_options(options, argc, argv, ":g:o:0h", explain_options,
                 explain_formats);
    need_grammar(argv[0], options->grammar);
}

/* What scan and top have in common. */
static void read_scan(struct options *options, int argc, char **argv,
                      const char *letters, const struct option *longs,
                      const struct word *formats)
{
    options->grammar = locus_web;
    options->context = LOCUS_TEXT;
    options->threads = 1;
    options->max_url = MAX_URL;
    options->max_window = MAX_WINDOW;
    read_options(options, argc, argv, letters, longs, formats);
    need_grammar(argv[0], options->grammar);
    /* locus_scan_init(): it is scanned for by the other's machine. */
    if (locus_grammar_traits(options->grammar) & LOCUS_TRAIT_REFERENCE)
        need_grammar(argv[0], locus_rfc3986);
    if (options->format == FORMAT_NONE && !options->get)
        options->format = FORMAT_URL;
}

void options_scan(struct options *options, int argc, char **argv)
{
    memset(options, 0, sizeof *options);
    read_scan(options, argc, argv, ":g:x:o:cbnHj:h", scan_options,
              scan_formats);
}

void options_top(struct options *options, int argc, char **argv)
{
    memset(options, 0, sizeof *options);
    options->limit = 10;
    read_scan(options, argc, argv, ":n:g:x:o:h", top_options, top_formats);
    if (!options->by)
        usage_error(argv[0], "which part? (--by host, --by path:decoded)");
}

/* What encode, decode, edit and build have in common. */
static void read_coding(struct options *options, int argc, char **argv,
                        const char *letters, const struct option *longs,
                        const struct word *formats)
{
    memset(options, 0, sizeof *options);
    options->grammar = locus_rfc3986;
    options->component = -1;
    read_options(options, argc, argv, letters, longs, formats);
    /* To undo escapes no grammar is asked, but for names of files. */
    if (strcmp(argv[0], "decode") != 0 || options->file)
        need_grammar(argv[0], options->grammar);
}

void options_encode(struct options *options, int argc, char **argv)
{
    read_coding(options, argc, argv, ":g:p:ko:0h", encode_options,
                text_formats);
    if (options->print0 && options->format == FORMAT_JSON)
        usage_error(argv[0], "--print0 is not for json");
}

void options_edit(struct options *options, int argc, char **argv)
{
    read_coding(options, argc, argv, ":s:r:g:o:0h", edit_options, url_formats);
}

void options_build(struct options *options, int argc, char **argv)
{
    read_coding(options, argc, argv, ":g:o:0h", BUILD_OPTIONS, url_formats);
}

/* What resolve, relativize, normalize and compare have in common. */
static void read_forms(struct options *options, int argc, char **argv,
                       const char *letters, const struct option *longs)
{
    memset(options, 0, sizeof *options);
    options->grammar = locus_rfc3986;
    options->component = -1;
    options->steps = LOCUS_STEPS;
    read_options(options, argc, argv, letters, longs, url_formats);
    need_grammar(argv[0], options->grammar);
}

void options_resolve(struct options *options, int argc, char **argv)
{
    static char standard_input[] = "-";
    static char *no_operands[] = { NULL, standard_input, NULL };
    const bool resolve = strcmp(argv[0], "resolve") == 0;

    read_forms(options, argc, argv, ":g:o:0h",
               resolve ? resolve_options : RELATIVIZE_OPTIONS);
    if (resolve)
        need_references(argv[0], options->grammar);
    if (optind == argc)
        usage_error(argv[0], "it needs a BASE");
    if (--options->operand_count == 0) {
        no_operands[0] = options->operands[0];
        options->operands = no_operands;
        options->operand_count = 1;
    }
    options->operands++;
}

void options_normalize(struct options *options, int argc, char **argv)
{
    read_forms(options, argc, argv, ":g:o:0h", normalize_options);
}

void options_compare(struct options *options, int argc, char **argv)
{
    read_forms(options, argc, argv, ":g:0h", compare_options);
    if (locus_grammar_traits(options->grammar) & LOCUS_TRAIT_PARTIAL
        && !options->steps_said)
        options->steps = LOCUS_SAME_LEVEL;
    if (argc - optind != 2)
        usage_error(argv[0], "it needs two URLs, not %d", argc - optind);
}

void options_none(int argc, char **argv)
{
    struct options options = { .grammar = locus_web };

    read_options(&options, argc, argv, ":h", none_options, no_formats);
    if (optind < argc)
        usage_error(argv[0], "it takes no operands, not '%s'", argv[optind]);
}

void options_free(struct options *options)
{
    free(options->schemes);
    free(options->defined);
    free(options->changes);
}
