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
    [VALUE_FORM - LOCUS_PART_COUNT] = "form",
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

#define KEYS "query.KEY, or query.\"KEY\" if KEY has bytes other than letters," \
             " digits, -_$@[]"

/* The names of all parts, each followed by a space. */
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
    usage_error(verb, "--get: unknown name '{%.*s}' (%s; " KEYS "; append :decoded to"
                " a part or KEY to decode it)", (int)len, name, known);
}

_Noreturn static void unknown_escape(const char *verb, unsigned char c)
{
    usage_error(verb, "--get: unknown escape '\\%c' (\\t \\n \\r \\0 \\\\ \\{ \\})", c);
}

/* ------------------------------------------------------------------------
 * The machine
 * ------------------------------------------------------------------------ */

struct reading {
    const char     *verb;
    struct template *template;    /* NULL: a single selector is read */
    struct selector selector;     /* the selector read last */
    const unsigned char *value;   /* the value of an assignment */
    int             entry;        /* of the machine */
    int             named;        /* the value of the last name */
    bool            escaping;     /* a "\" is open or, unless `whole`, a "{" */
    bool            quoting;      /* a '"' is open */
    bool            whole;        /* everything was read */
};

static void add(struct template *template, struct template_piece piece)
{
    /* A template is short, so an allocation for each piece does not matter. */
    template->pieces = mem_resize(template->pieces,
                                  (template->count + 1) * sizeof piece);
    template->pieces[template->count++] = piece;
}

/* Adds bytes of the template, or a literal. */
static void add_text(const struct reading *r, const void *text, size_t len)
{
    add(r->template, (struct template_piece){ .text = text, .len = len });
}

/* Whether the value exists. */
static bool is_value(const struct selector *selector)
{
    return selector->value >= 0
        && (!selector->key || selector->value == LOCUS_QUERY)
        && (!selector->decoded || selector->value <= VALUE_URL);
}

/* Appends to the key. */
static void add_key(struct selector *selector, const unsigned char *text, size_t len)
{
    selector->key = mem_resize(selector->key, selector->key_len + len + 1);
    memcpy(selector->key + selector->key_len, text, len);
    selector->key_len += len;
}

/* Adds the selector read last, which is text[0..len) in the template. */
static void add_value(const struct reading *r, const unsigned char *text, size_t len)
{
    struct template *const template = r->template;

    if (!is_value(&r->selector))
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

/* The character that an escape stands for. */
static void add_escaped(struct reading *r, const void *character)
{
    add_text(r, character, 1);
    r->escaping = false;
}

/* The name [begin, end) begins a selector. */
static void begin_selector(struct reading *r, const unsigned char *begin,
                           const unsigned char *end)
{
    r->named = find_value((const char *)begin, (size_t)(end - begin));
    r->selector = (struct selector){ .value = r->named };
}

%%{
machine selection;

action begin            { begin = p; }
action open             { begin = p + 1; }
action name             { begin_selector(r, begin, p); }
action key              { key = p; }            # a key begins here
action key_after        { key = p + 1; }        # a key, or the rest of one, begins after p
action key_text         { add_key(&r->selector, key, (size_t)(p - key)); }
action open_quote       { r->quoting = true; }
action close_quote      { r->quoting = false; }
action prefix           { add_key(&r->selector, p, 0); r->selector.prefix = true; }
action decoded          { r->selector.decoded = true; }
action value            { if (r->template) add_value(r, begin, (size_t)(p - begin)); }
action no_selector      { no_selector(r, begin, (size_t)(p - begin)); }
action text             { add_text(r, begin, (size_t)(p - begin)); }
action escape           { r->escaping = true; }
action tab              { add_escaped(r, "\t"); }
action newline          { add_escaped(r, "\n"); }
action return           { add_escaped(r, "\r"); }
action nul              { add_escaped(r, "\0"); }
action itself           { add_escaped(r, p); }
action no_escape        { unknown_escape(r->verb, *p); }
action assigned         { r->value = p + 1; }
action whole            { r->whole = true; }

include selection "command/selection.rl";
write data noerror nofinal;
}%%

static void read_all(struct reading *r, const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;
    const unsigned char *const pe = p + len;
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    const unsigned char *key = p;
    int cs = r->entry;

    %% write exec;
    (void)cs;
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
        usage_error(verb, "--get: '\\' at the end of the template");
    if (r.quoting)
        usage_error(verb, "--get: unmatched '\"' in a '{'");
    usage_error(verb, "--get: '{' without '}' (write \\{ for a literal brace)");
}

void template_free(struct template *template)
{
    for (size_t i = 0; i < template->count; i++)
        free(template->pieces[i].selector.key);
    free(template->pieces);
}

void select_value(struct selector *selector, const char *verb, const char *text)
{
    struct reading r = { .verb = verb, .entry = selection_en_single };
    char known[LIST_SIZE];

    read_all(&r, text, strlen(text));
    *selector = r.selector;
    if (r.whole && is_value(selector)
        && (selector->value < LOCUS_PART_COUNT || selector->value == VALUE_URL))
        return;
    list_parts(known);
    usage_error(verb, "--by: unknown part '%s' (%surl; " KEYS "; append :decoded to"
                " decode it)", text, known);
}

bool selected_span(struct locus_span *span, const struct selector *selector,
                   const struct locus_url *url, const char *text)
{
    const enum locus_part part = (enum locus_part)selector->value;
    struct locus_pieces pairs;
    struct locus_piece pair;

    *span = locus_get(url, part);
    if (!selector->key)
        return locus_has(url, part);
    locus_pieces_begin(&pairs, LOCUS_PIECE_AMP_PAIR, *span);
    *span = (struct locus_span){ 0, 0 };
    if (locus_query_find(&pair, &pairs, text, selector->key, selector->key_len, 0) != 1)
        return false;
    *span = pair.value;
    return true;
}

/* Returns what is wrong with the selector of an edit, or NULL. */
static const char *refuse_edit(const struct reading *r)
{
    const struct selector *const s = &r->selector;

    if (r->quoting)
        return "has an unmatched '\"'";
    if (r->whole && s->key && s->value >= 0 && s->value != LOCUS_QUERY)
        return "has a key, but only a query has parameters (query.KEY)";
    if (r->whole && s->value >= 0 && s->value < LOCUS_PART_COUNT)
        return NULL;
    if (r->named == LOCUS_QUERY)
        return "does not name a parameter: write query.\"a.b\" if a key has bytes other"
            " than letters, digits, -_$@[]";
    return "does not name a part (scheme, user, password, host, port, path, query,"
        " fragment, or one of RFC 1738's; query.KEY)";
}

const char *read_assignment(struct assignment *assignment, const char *text, size_t len)
{
    struct reading r = { .entry = selection_en_assignment, .named = -1 };

    read_all(&r, text, len);
    *assignment = (struct assignment){
        .selector = r.selector, .value = (const char *)r.value
    };
    if (!r.whole && !r.quoting)
        return "has no '='; expected PART=VALUE";
    return refuse_edit(&r);
}

const char *read_removal(struct selector *selector, const char *text, size_t len)
{
    struct reading r = { .entry = selection_en_removal, .named = -1 };

    read_all(&r, text, len);
    *selector = r.selector;
    return refuse_edit(&r);
}
