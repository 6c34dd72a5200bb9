/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/options/selector.h"

#include <stdlib.h>
#include <string.h>

static const char *const value_names[VALUE_COUNT - LOCUS_PART_COUNT] = {
    [VALUE_INPUT - LOCUS_PART_COUNT] = "input",
    [VALUE_URL - LOCUS_PART_COUNT] = "url",
    [VALUE_FILE - LOCUS_PART_COUNT] = "file",
    [VALUE_LINE - LOCUS_PART_COUNT] = "line",
    [VALUE_OFFSET - LOCUS_PART_COUNT] = "offset",
    [VALUE_GRAMMAR - LOCUS_PART_COUNT] = "grammar",
    [VALUE_HOST_KIND - LOCUS_PART_COUNT] = "host_kind",
    [VALUE_ERROR - LOCUS_PART_COUNT] = "error",
    [VALUE_ERROR_OFFSET - LOCUS_PART_COUNT] = "error_offset",
    [VALUE_FINDINGS - LOCUS_PART_COUNT] = "findings",
};

static int find_value(const char *name, size_t len)
{
    const int part = locus_part_from_name(name, len);

    if (part >= 0)
        return part;
    for (int value = LOCUS_PART_COUNT; value < VALUE_COUNT; value++) {
        const char *known = value_names[value - LOCUS_PART_COUNT];

        if (strlen(known) == len && memcmp(known, name, len) == 0)
            return value;
    }
    return -1;
}

/* ------------------------------------------------------------------------
 * Usage errors
 * ------------------------------------------------------------------------ */

enum { LIST_SIZE = 512 };

/* The names of all parts, with a space after each. */
static void list_parts(char list[LIST_SIZE])
{
    list[0] = '\0';
    for (int part = 0; part < LOCUS_PART_COUNT; part++) {
        const char *name = locus_part_name((enum locus_part)part);

        if (name) {
            strcat(list, name);
            strcat(list, " ");
        }
    }
}

_Noreturn static void unknown_value(const char *verb, const char *name, size_t len)
{
    char known[LIST_SIZE];

    list_parts(known);
    for (int value = LOCUS_PART_COUNT; value < VALUE_COUNT; value++) {
        strcat(known, value_names[value - LOCUS_PART_COUNT]);
        strcat(known, value + 1 < VALUE_COUNT ? " " : "");
    }
    usage_error(verb, "--get: there is no '{%.*s}' (%s; with :decoded after a"
                " part, percent-decoded)", (int)len, name, known);
}

_Noreturn static void unknown_escape(const char *verb, unsigned char c)
{
    usage_error(verb, "--get: there is no '\\%c' (\\t \\n \\r \\0 \\\\ \\{ \\})", c);
}

/* ------------------------------------------------------------------------
 * The machine
 * ------------------------------------------------------------------------ */

struct reading {
    const char     *verb;
    struct template *template;    /* NULL: a single selector is read */
    struct selector selector;     /* the last one */
    const unsigned char *value;   /* what an assignment gives it */
    int             entry;        /* of the machine */
    bool            escaping;     /* a "\" is open, else, unless `whole`, a "{" */
    bool            whole;        /* all is read */
};

static void add(struct template *template, struct template_piece piece)
{
    /* A template is short: an allocation for each piece does not matter. */
    template->pieces = mem_resize(template->pieces,
                                  (template->count + 1) * sizeof piece);
    template->pieces[template->count++] = piece;
}

/* Bytes of the template, or a literal. */
static void add_text(const struct reading *r, const void *text, size_t len)
{
    add(r->template, (struct template_piece){ .text = text, .len = len });
}

/* The last selector, which is text[0..len) in the template. */
static void add_value(const struct reading *r, const unsigned char *text, size_t len)
{
    struct template *const template = r->template;

    if (r->selector.value < 0
        || (r->selector.decoded && r->selector.value > VALUE_URL))
        unknown_value(r->verb, (const char *)text, len);
    switch (r->selector.value) {
    case VALUE_LINE:
        template->lines = true;
        break;
    case VALUE_INPUT: case VALUE_URL: case VALUE_FILE: case VALUE_OFFSET:
    case VALUE_GRAMMAR:
        break;
    default:
        template->parts = true;
    }
    add(template, (struct template_piece){ .selector = r->selector });
}

static void no_selector(struct reading *r, const unsigned char *text, size_t len)
{
    r->selector.value = -1;
    if (r->template)
        unknown_value(r->verb, (const char *)text, len);
}

#define TEXT_TAB       "\t"
#define TEXT_NEWLINE   "\n"
#define TEXT_RETURN    "\r"
#define TEXT_NUL       "\0"
#define TEXT_ITSELF    p

#define BEGIN          begin = p;
#define OPEN           begin = p + 1;
#define NAME \
    r->selector = (struct selector){ \
        .value = find_value((const char *)begin, (size_t)(p - begin)) };
#define DECODED        r->selector.decoded = true;
#define VALUE          if (r->template) add_value(r, begin, (size_t)(p - begin));
#define NO_SELECTOR    no_selector(r, begin, (size_t)(p - begin));
#define ASSIGNED       r->value = p + 1;
#define TEXT           add_text(r, begin, (size_t)(p - begin));
#define ESCAPE         r->escaping = true;
#define ESCAPED(byte)  add_text(r, TEXT_##byte, 1); r->escaping = false;
#define NO_ESCAPE      unknown_escape(r->verb, *p);
#define WHOLE          r->whole = true;

#define MACHINE(machine) \
    static void read_##machine(struct reading *r, const unsigned char *p, \
                               const unsigned char *const pe)
#define MACHINE_BEGIN(machine) \
    const unsigned char *const eof = pe; \
    const unsigned char *begin = p; \
    int cs = r->entry;
#define MACHINE_END \
    (void)cs;

#include "selection.h"

static void read_all(struct reading *r, const char *text, size_t len)
{
    const unsigned char *const begin = (const unsigned char *)text;

    read_selection(r, begin, begin + len);
}

void template_read(struct template *template, const char *verb, const char *text)
{
    struct reading r = {
        .verb = verb, .template = template, .entry = selection_en_main
    };

    memset(template, 0, sizeof *template);
    read_all(&r, text, strlen(text));
    if (r.whole)
        return;
    if (r.escaping)
        usage_error(verb, "--get: nothing follows the last '\\'");
    usage_error(verb, "--get: '{' without '}' (write \\{ for a brace)");
}

void template_free(struct template *template)
{
    free(template->pieces);
}

enum locus_part select_part(bool *decoded, const char *verb, const char *text)
{
    struct reading r = { .verb = verb, .entry = selection_en_single };
    char known[LIST_SIZE];

    read_all(&r, text, strlen(text));
    *decoded = r.selector.decoded;
    if (r.whole && r.selector.value == VALUE_URL)
        return LOCUS_PART_COUNT;
    if (r.whole && r.selector.value >= 0 && r.selector.value < LOCUS_PART_COUNT)
        return (enum locus_part)r.selector.value;
    list_parts(known);
    usage_error(verb, "--by: there is no part '%s' (%surl; with :decoded after"
                " it, percent-decoded)", text, known);
}

bool read_assignment(struct assignment *assignment, const char *text, size_t len)
{
    struct reading r = { .entry = selection_en_assignment };

    read_all(&r, text, len);
    *assignment = (struct assignment){
        .value = (const char *)r.value,
        .part = r.selector.value < LOCUS_PART_COUNT ? r.selector.value : -1,
        .decoded = r.selector.decoded
    };
    return r.whole;
}
