/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/selectors/selector.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/selectors/selector-names.h"
#include "cli/views/domain.h"

_Noreturn static void unknown_escape(const char *verb, unsigned char c)
{
    usage_error(verb, "--get: unknown escape '\\%c' (\\t \\n \\r \\0 \\\\ \\{ \\})", c);
}

/* The machine */

struct reading {
    const struct selecting *selecting;
    struct template *template;    /* NULL: none is read */
    struct selector_list *list;   /* NULL: none is read */
    struct comparison *comparison; /* NULL: none is read */
    struct selector selector;     /* the selector read last */
    const unsigned char *value;   /* the value of an assignment */
    int             entry;        /* of the machine */
    int             named;        /* the value of the last name */
    bool            path_index;   /* what follows ".path" is an index */
    bool            impossible;   /* the selector has a view or a part that does not exist */
    bool            escaping;     /* a "\" is open */
    bool            quoting;      /* a '"' is open */
    bool            whole;        /* everything was read; otherwise, in a template, a
                                     "{" is open unless one of those above is */
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

/* Appends to the key. */
static void add_key(struct selector *selector, const unsigned char *text, size_t len)
{
    selector->key = mem_resize(selector->key, selector->key_len + len + 1);
    memcpy(selector->key + selector->key_len, text, len);
    selector->key_len += len;
}

bool selector_needs_parse(const struct selector *selector)
{
    switch (selector->value) {
    case VALUE_INPUT: case VALUE_URL:
        return selector->views != 0;
    case VALUE_FILE: case VALUE_LINE: case VALUE_OFFSET: case VALUE_TEXT: case VALUE_FIELD:
        return false;
    default:
        return true;
    }
}

static bool is_whole_part(const struct selector *selector)
{
    return selector->value >= 0 && selector->value < LOCUS_PART_COUNT && !selector->key
        && !selector->each && !selector->indexed && !selector->decoded
        && selector->views == 0;
}

/* The key read last names a part of the URL in a field. */
static void end_part(struct reading *r)
{
    struct selector *const selector = &r->selector;

    if (!selector_inner(selector, selector->key, selector->key_len))
        r->impossible = true;
    free(selector->key);
    selector->key = NULL;
    selector->key_len = 0;
}

/* What was read as an index may be part of a key, as in "query.a[0]"; and "path[0]" may have
   been read as a key. */
static void settle_index(struct reading *r)
{
    struct selector *const selector = &r->selector;

    if (r->path_index && selector->value == VALUE_FIELD) {
        selector->part = LOCUS_PATH;
        free(selector->key);
        selector->key = NULL;
        selector->key_len = 0;
    } else if (selector->key || r->path_index) {
        r->impossible |= r->path_index && selector->slice;
        selector->indexed = selector->slice = false;
    }
    r->path_index = false;
}

/* A second key begins. */
static void begin_inner(struct reading *r)
{
    if (r->selector.value == VALUE_FIELD)
        end_part(r);
    else
        r->impossible = true;
}

static void add_listed(struct selector_list *list, struct listed listed)
{
    list->at = mem_resize(list->at, (list->count + 1) * sizeof listed);
    list->at[list->count++] = listed;
    list->parts |= selector_needs_parse(&listed.selector);
    list->lines |= listed.selector.value == VALUE_LINE;
}

/* Adds the selector read last, which is text[0..len). */
static void add_value(struct reading *r, const unsigned char *text, size_t len)
{
    struct template *const template = r->template;
    struct listed listed = { .name = (const char *)text, .name_len = len };

    settle_index(r);
    if (r->selector.value == VALUE_FIELD && r->selector.part == LOCUS_PART_COUNT
        && r->selector.key)
        end_part(r);
    r->selector.whole = is_whole_part(&r->selector);
    listed.selector = r->selector;
    if (r->impossible || !selector_is_possible(&r->selector, r->selecting))
        selector_unknown(r->selecting, (const char *)text, len);
    if (r->selector.views & 1u << VIEW_DOMAIN)
        domains_open(r->selecting->verb, r->selecting->option);
    if (template) {
        template->lines |= r->selector.value == VALUE_LINE;
        template->parts |= selector_needs_parse(&r->selector);
        add(template, (struct template_piece){ .selector = r->selector });
    } else if (r->list) {
        add_listed(r->list, listed);
    } else {
        r->comparison->listed = listed;
    }
}

static void no_selector(struct reading *r, const unsigned char *text, size_t len)
{
    r->selector.value = -1;
    if (r->selecting)
        selector_unknown(r->selecting, (const char *)text, len);
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
    static const struct selecting nothing = { .verb = NULL };

    selector_begin(&r->selector, r->selecting ? r->selecting : &nothing,
                   (const char *)begin, (size_t)(end - begin));
    r->named = r->selector.value;
    r->impossible = r->path_index = false;
}

static void add_view(struct reading *r, const unsigned char *begin,
                     const unsigned char *end)
{
    if (!selector_view(&r->selector, (const char *)begin, (size_t)(end - begin)))
        r->impossible = true;
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
action inner            { begin_inner(r); }
action each             { r->selector.each = true; }
action path_index       { r->path_index = true; }
action index            { r->selector.indexed = true; r->selector.to = LONG_MAX; }
action mark             { mark = p; }
action first            { r->selector.from = strtol((const char *)mark, NULL, 10); }
action slice            { r->selector.slice = true; }
action last             { r->selector.to = strtol((const char *)mark, NULL, 10); }
action view             { add_view(r, mark, p); }
action operator         { r->comparison->operation_len = (size_t)(p + 1 - begin); }
action prefix           { add_key(&r->selector, p, 0); r->selector.prefix = true; }
action value            { add_value(r, begin, (size_t)(p - begin)); }
action no_selector      { no_selector(r, begin, (size_t)(p - begin)); }
action text             { add_text(r, begin, (size_t)(p - begin)); }
action escape           { r->escaping = true; }
action tab              { add_escaped(r, "\t"); }
action newline          { add_escaped(r, "\n"); }
action return           { add_escaped(r, "\r"); }
action nul              { add_escaped(r, "\0"); }
action itself           { add_escaped(r, p); }
action no_escape        { unknown_escape(r->selecting->verb, *p); }
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
    const unsigned char *mark = p;
    int cs = r->entry;

    %% write exec;
    (void)cs;
}

void template_read(struct template *template, const struct selecting *selecting,
                   const char *text)
{
    struct selecting braced = *selecting;
    struct reading r = {
        .selecting = &braced, .template = template, .entry = selection_en_main
    };

    braced.braces = true;
    memset(template, 0, sizeof *template);
    read_all(&r, text, strlen(text));
    if (r.whole)
        return;
    if (r.escaping)
        usage_error(selecting->verb, "--get: '\\' at the end of the template");
    if (r.quoting)
        usage_error(selecting->verb, "--get: unmatched '\"' in a '{'");
    usage_error(selecting->verb, "--get: '{' without '}' (write \\{ for a literal brace)");
}

void template_free(struct template *template)
{
    for (size_t i = 0; i < template->count; i++)
        free(template->pieces[i].selector.key);
    free(template->pieces);
}

void selectors_read(struct selector_list *list, const struct selecting *selecting,
                    const char *text)
{
    struct reading r = {
        .selecting = selecting, .list = list, .entry = selection_en_list
    };

    memset(list, 0, sizeof *list);
    read_all(&r, text, strlen(text));
    if (!r.whole)
        selector_unknown(selecting, text, strlen(text));
}

void selectors_check_names(const struct selector_list *list,
                           const struct selecting *selecting)
{
    for (size_t i = 0; i < list->count; i++)
        for (size_t j = 0; j < i; j++)
            if (list->at[i].name_len == list->at[j].name_len
                && memcmp(list->at[i].name, list->at[j].name, list->at[i].name_len) == 0)
                usage_error(selecting->verb, "%s: %.*s is there twice, and in -o json each name"
                            " is there once", selecting->option, (int)list->at[i].name_len,
                            list->at[i].name);
}

void selectors_free(struct selector_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i].selector.key);
    free(list->at);
}

void comparison_read(struct comparison *comparison, const struct selecting *selecting,
                     const char *text)
{
    struct reading r = {
        .selecting = selecting, .comparison = comparison, .entry = selection_en_condition
    };

    memset(comparison, 0, sizeof *comparison);
    read_all(&r, text, strlen(text));
    if (!r.whole)
        selector_unknown(selecting, text, strlen(text));
    comparison->operation = text + comparison->listed.name_len;
    comparison->operation_len -= comparison->operation_len > 0
                                 ? comparison->listed.name_len : 0;
}

/* Returns what is wrong with the selector of an edit, or NULL. */
static const char *refuse_edit(struct reading *r)
{
    const struct selector *const s = &r->selector;
    bool is_whole;

    settle_index(r);
    is_whole = r->whole && !r->impossible && !s->indexed && !s->each && s->views == 0;

    if (r->quoting)
        return "has an unmatched '\"'";
    if (is_whole && s->key && s->value >= 0 && s->value != LOCUS_QUERY)
        return "has a key, but only a query has parameters (query.KEY)";
    if (is_whole && s->value >= 0 && s->value < LOCUS_PART_COUNT)
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
    const char *refusal;

    read_all(&r, text, len);
    refusal = refuse_edit(&r);
    *assignment = (struct assignment){
        .selector = r.selector, .value = (const char *)r.value
    };
    if (!r.whole && !r.quoting)
        return "has no '='; expected PART=VALUE";
    return refusal;
}

const char *read_removal(struct selector *selector, const char *text, size_t len)
{
    struct reading r = { .entry = selection_en_removal, .named = -1 };
    const char *refusal;

    read_all(&r, text, len);
    refusal = refuse_edit(&r);
    *selector = r.selector;
    return refusal;
}
