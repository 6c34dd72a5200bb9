/* SPDX-License-Identifier: MIT
 *
 * locus build: a URL from its parts. locus edit: some parts of a URL changed,
 * and nothing else.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options/arguments.h"
#include "cli/options/selector.h"
#include "cli/transform/transform.h"

/* "PART=VALUE", "PART:decoded=VALUE", and to remove, "PART". */
struct edit {
    enum locus_part part;
    bool remove;
    bool decoded;
    const char *value;            /* of the command line, or of the item */
    size_t len;
    char *encoded;                /* instead, where it was decoded */
};

/* Reads one. Returns what is wrong with it, or NULL. */
static const char *read_edit(struct edit *edit, const char *text, size_t len,
                             bool remove)
{
    struct assignment assignment = { .part = -1 };

    memset(edit, 0, sizeof *edit);
    edit->remove = remove;
    if (remove)
        assignment.part = locus_part_from_name(text, len);
    else if (!read_assignment(&assignment, text, len))
        return "has no '='; write PART=VALUE";
    if (assignment.part < 0)
        return "names no part (scheme, user, password, host, port, path, query,"
            " fragment, or one of RFC 1738's)";
    edit->part = (enum locus_part)assignment.part;
    edit->decoded = assignment.decoded;
    edit->value = assignment.value;
    edit->len = remove ? 0 : (size_t)(text + len - assignment.value);
    return NULL;
}

/* Encodes the value where it was given decoded. */
static int encode_edit(struct edit *edit, const struct locus_grammar *grammar,
                       struct locus_report *report)
{
    const size_t size = 3 * edit->len + 1;
    int result;

    if (!edit->decoded)
        return 0;
    edit->encoded = mem_resize(NULL, size);
    result = locus_encode(edit->encoded, size, &edit->len, edit->value,
                          edit->len, grammar, (int)edit->part, 0, report);
    edit->value = edit->encoded;
    edit->decoded = false;
    report->part = (int32_t)edit->part;
    return result;
}

static void apply(struct locus_parts *parts, const struct edit *edit)
{
    if (edit->remove)
        locus_parts_remove(parts, edit->part);
    else
        locus_parts_set(parts, edit->part, edit->value, edit->len);
}

/* ------------------------------------------------------------------------
 * edit
 * ------------------------------------------------------------------------ */

struct edit_options {
    struct transform_options common;
    struct changes changes;
};

static const struct option_use edit_uses[] = {
    TAKES_AS(struct edit_options, changes, set),
    TAKES_AS(struct edit_options, changes, remove),
    TAKES_TRANSFORM_OPTIONS(struct edit_options),
    TAKES_HELP
};

struct editing {
    const struct locus_grammar *grammar;
    struct edit *edits;
    size_t count;
};

static int write_edited(void *state, char *buf, size_t size, size_t *len,
                        const char *text, size_t text_len,
                        struct locus_report *report)
{
    const struct editing *e = state;
    struct locus_parts parts;
    struct locus_url url;

    *len = 0;
    if (locus_parse(&url, text, text_len, e->grammar) != 0) {
        *report = (struct locus_report){ 0, -1, url.error_offset };
        return url.error;
    }
    locus_parts_of(&parts, &url, text);
    for (size_t i = 0; i < e->count; i++)
        apply(&parts, &e->edits[i]);
    return locus_build(buf, size, len, &parts, e->grammar, report);
}

/* What --set and --remove said. Ends the command where that is wrong for any
   URL. */
static void read_edits(struct editing *e, const struct edit_options *options)
{
    const char *const verb = verb_edit.name;

    e->grammar = options->common.grammar;
    e->count = options->changes.count;
    e->edits = mem_resize(NULL, (e->count + 1) * sizeof *e->edits);
    for (size_t i = 0; i < e->count; i++) {
        const struct change *change = &options->changes.change[i];
        struct locus_report report;
        const char *wrong = read_edit(&e->edits[i], change->text,
                                      strlen(change->text), change->remove);
        int error;

        if (wrong)
            usage_error(verb, "'%s' %s", change->text, wrong);
        error = encode_edit(&e->edits[i], e->grammar, &report);
        if (error != 0)
            usage_error(verb, "'%s': byte %zu of the value: %s", change->text,
                        report.offset, locus_strerror(error));
    }
}

static int run_edit(int argc, char **argv)
{
    struct edit_options options = { .changes.count = 0 };
    struct operands operands;
    struct editing editing;
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &editing,
        .write = write_edited, .component = -1
    };
    int status;

    options_read(&verb_edit, &options, &operands, argc, argv);
    need_grammar(&verb_edit, options.common.grammar);
    if (options.changes.count == 0)
        usage_error(verb_edit.name, "what to change? (--set PART=VALUE, --remove"
                    " PART)");
    read_edits(&editing, &options);
    status = transform_all(&t);
    for (size_t i = 0; i < editing.count; i++)
        free(editing.edits[i].encoded);
    free(editing.edits);
    free(options.changes.change);
    return status;
}

static const struct word formats[] = {
    { "url", FORMAT_URL, "default" },
    { "json", FORMAT_JSON, NULL },
    { NULL, 0, NULL }
};

static const char *const edit_examples[] = {
    "locus edit --set scheme=https --remove port http://example.org:80/a",
    "locus edit --remove query --remove fragment < urls.txt",
    "locus edit --set 'path:decoded=/AC DC' http://example.org",
    NULL
};

const struct verb verb_edit = {
    .name = "edit",
    .operands = "[URL...]",
    .summary = "change parts of URLs: --set host=h",
    .about = "Change parts of each URL, or line of standard input, and nothing else.\n",
    .notes = "The changes are made together. Each URL gives one line, in order; an empty"
             " one\nif it is not valid, or would have other parts afterwards.\n"
             "Exit status: 0 all of them changed, 1 some not, 2 usage or I/O error.\n",
    .examples = edit_examples,
    .options = edit_uses,
    .formats = formats,
    .grammar = &locus_rfc3986,
    .run = run_edit
};

/* ------------------------------------------------------------------------
 * build
 * ------------------------------------------------------------------------ */

struct build_options {
    struct transform_options common;
};

static const struct option_use build_uses[] = {
    TAKES_TRANSFORM_OPTIONS(struct build_options),
    TAKES_HELP
};

struct building {
    const struct locus_grammar *grammar;
    char **operands;              /* or NULL: the parts are the item's */
    int count;
    struct edit *edits;           /* of one URL */
    size_t edit_count;
};

static struct edit *add_edit(struct building *b)
{
    b->edits = mem_resize(b->edits, (b->edit_count + 1) * sizeof *b->edits);
    return &b->edits[b->edit_count++];
}

static void forget_edits(struct building *b)
{
    for (size_t i = 0; i < b->edit_count; i++)
        free(b->edits[i].encoded);
    b->edit_count = 0;
}

/* The parts of a line, with tabs between them. */
static int read_line(struct building *b, const char *text, size_t len,
                     struct locus_report *report)
{
    const char *const begin = text, *const end = text + len;

    while (text < end) {
        const char *tab = memchr(text, '\t', (size_t)(end - text));
        const char *stop = tab ? tab : end;

        if (read_edit(add_edit(b), text, (size_t)(stop - text), false)) {
            report->offset = (size_t)(text - begin);
            return LOCUS_ERROR_PART;
        }
        text = tab ? tab + 1 : end;
    }
    return 0;
}

static int write_built(void *state, char *buf, size_t size, size_t *len,
                       const char *text, size_t text_len,
                       struct locus_report *report)
{
    struct building *b = state;
    struct locus_parts parts = { 0 };
    int result = 0;

    *len = 0;
    *report = (struct locus_report){ 0, -1, 0 };
    forget_edits(b);
    if (text)
        result = read_line(b, text, text_len, report);
    for (int i = 0; !text && i < b->count; i++)
        read_edit(add_edit(b), b->operands[i], strlen(b->operands[i]), false);
    for (size_t i = 0; result == 0 && i < b->edit_count; i++) {
        result = encode_edit(&b->edits[i], b->grammar, report);
        apply(&parts, &b->edits[i]);
    }
    if (result != 0)
        return result;
    return locus_build(buf, size, len, &parts, b->grammar, report);
}

/* Whether the parts are operands; ends the command where one of them is not. */
static bool are_operands(const struct operands *operands)
{
    if (operands->count == 1 && strcmp(operands->at[0], "-") == 0)
        return false;
    for (int i = 0; i < operands->count; i++) {
        const char *operand = operands->at[i];
        struct edit edit;
        const char *wrong = read_edit(&edit, operand, strlen(operand), false);

        if (wrong)
            usage_error(verb_build.name, "'%s' %s", operand, wrong);
    }
    return true;
}

static int run_build(int argc, char **argv)
{
    struct build_options options = { .common.grammar = NULL };
    struct operands operands;
    struct building building = { 0 };
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &building,
        .write = write_built, .component = -1
    };
    int status;

    options_read(&verb_build, &options, &operands, argc, argv);
    need_grammar(&verb_build, options.common.grammar);
    building.grammar = options.common.grammar;
    building.operands = operands.at;
    building.count = operands.count;
    if (are_operands(&operands)) {
        transform_item(&t, "item", 1, NULL, 0);
        status = t.status;
        free(t.buf);
    } else {
        status = transform_all(&t);
    }
    forget_edits(&building);
    free(building.edits);
    return status;
}

static const char *const build_examples[] = {
    "locus build scheme=https host=example.org 'path:decoded=/a b'",
    "locus build -g rfc1738 scheme=gopher host=example.org gtype=1",
    NULL
};

const struct verb verb_build = {
    .name = "build",
    .operands = "[PART=VALUE...]",
    .summary = "make a URL from its parts",
    .about = "Make a URL from its parts. Without PART, or where it is -, each line of"
             " standard\ninput has the parts of one URL, with tabs between them.\n",
    .notes = "PART is scheme, user, password, host, port, path, query, fragment; in"
             " rfc1738\nalso type, gtype, selector, search, plus, address, group,"
             " article, number,\ndatabase, wtype, wpath, hsoname, fields. VALUE is as it"
             " is to stand in the URL;\nPART:decoded=VALUE escapes it first.\n"
             "Exit status: 0 built, 1 some cannot be, 2 usage or I/O error.\n",
    .examples = build_examples,
    .options = build_uses,
    .formats = formats,
    .grammar = &locus_rfc3986,
    .run = run_build,
    .operand = OPERAND_PART
};
