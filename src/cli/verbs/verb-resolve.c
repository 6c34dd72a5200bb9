/* SPDX-License-Identifier: MIT
 *
 * locus resolve, relativize, normalize: one record for each item, in order,
 * valid or not. locus compare.
 */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/input/items.h"
#include "cli/options/arguments.h"
#include "cli/output/record.h"
#include "cli/transform/transform.h"

struct resolve_options {
    struct transform_options common;
    bool compatible;
};

struct relativize_options {
    struct transform_options common;
};

struct normalize_options {
    struct transform_options common;
    struct steps steps;
};

struct compare_options {
    const struct locus_grammar *grammar;
    struct steps steps;
    bool null;
};

static const struct option_use resolve_uses[] = {
    TAKES(struct resolve_options, compatible),
    TAKES_TRANSFORM_OPTIONS(struct resolve_options),
    TAKES_HELP
};

static const struct option_use relativize_uses[] = {
    TAKES_TRANSFORM_OPTIONS(struct relativize_options),
    TAKES_HELP
};

static const struct option_use normalize_uses[] = {
    TAKES_AS(struct normalize_options, common.grammar, grammar),
    TAKES(struct normalize_options, steps),
    TAKES_AS(struct normalize_options, common.format, output),
    TAKES_AS(struct normalize_options, common.null, null),
    TAKES_AS(struct normalize_options, common.line_buffered, line_buffered),
    TAKES_HELP
};

static const struct option_use compare_uses[] = {
    TAKES(struct compare_options, grammar),
    TAKES(struct compare_options, steps),
    TAKES(struct compare_options, null),
    TAKES_HELP
};

static const struct word formats[] = {
    { "url", FORMAT_URL, "default" },
    { "json", FORMAT_JSON, NULL },
    { NULL, 0, NULL }
};

/* What all items are held against. */
struct context {
    const struct locus_grammar *grammar;
    enum locus_resolution strictness;
    unsigned         steps;
    const char      *base_text;
    struct locus_url base;
};

/* For the report: 0, or the error, which is in the item itself. */
static int parse_item(struct locus_url *url, const char *text, size_t len,
                      const struct locus_grammar *grammar, struct locus_report *report)
{
    *report = (struct locus_report){ 0, -1, 0 };
    if (locus_parse(url, text, len, grammar) != 0)
        report->offset = url->error_offset;
    return url->error;
}

static int write_resolved(void *state, char *buf, size_t size, size_t *len,
                          const char *text, size_t text_len,
                          struct locus_report *report)
{
    const struct context *context = state;
    struct locus_url ref;

    *len = 0;
    *report = (struct locus_report){ 0, -1, 0 };
    if (locus_parse_reference(&ref, text, text_len, context->grammar)
        != 0) {
        report->offset = ref.error_offset;
        return ref.error;
    }
    return locus_resolve(buf, size, len, &context->base, context->base_text,
                         &ref, text,
                         context->strictness);
}

static int write_relative(void *state, char *buf, size_t size, size_t *len,
                          const char *text, size_t text_len,
                          struct locus_report *report)
{
    const struct context *context = state;
    struct locus_url url;

    *len = 0;
    if (parse_item(&url, text, text_len, context->grammar, report) != 0)
        return url.error;
    return locus_relativize(buf, size, len, &context->base, context->base_text,
                            &url, text);
}

static int write_normal(void *state, char *buf, size_t size, size_t *len,
                        const char *text, size_t text_len,
                        struct locus_report *report)
{
    const struct context *context = state;
    struct locus_url url;

    *len = 0;
    if (parse_item(&url, text, text_len, context->grammar, report) != 0)
        return url.error;
    return locus_normalize(buf, size, len, &url, text, context->steps);
}

/* Takes the base off the operands. Ends the command if there is none. */
static void take_base(struct context *context, struct operands *operands)
{
    static char standard_input[] = "-";
    static char *no_operands[] = { standard_input, NULL };
    struct record record = { .text = operands->at[0] };
    char sentence[RECORD_ERROR_SIZE];

    operands->at++;
    if (--operands->count == 0) {
        operands->at = no_operands;
        operands->count = 1;
    }
    record.len = strlen(record.text);
    context->base_text = record.text;
    if (locus_parse(&record.url, record.text, record.len, context->grammar) != 0) {
        record_error(&record, sentence);
        die("BASE: %s: byte %" PRIu32 ": %s",
            locus_error_name(record.url.error), record.url.error_offset,
            sentence);
    }
    if (!locus_has(&record.url, LOCUS_SCHEME))
        die("BASE: %s: %s", locus_error_name(LOCUS_ERROR_BASE),
            locus_strerror(LOCUS_ERROR_BASE));
    context->base = record.url;
}

static void need_base(const struct operands *operands)
{
    if (!operands->given)
        usage_error(operands->verb->name, "it needs a BASE");
}

static int run_resolve(int argc, char **argv)
{
    struct resolve_options options = { .compatible = false };
    struct operands operands;
    struct context context = { .base_text = NULL };
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &context,
        .write = write_resolved, .component = -1
    };

    options_read(&verb_resolve, &options, &operands, argc, argv);
    context.grammar = options.common.grammar;
    context.strictness = options.compatible ? LOCUS_COMPATIBLE : LOCUS_STRICT;
    need_grammar(&verb_resolve, context.grammar);
    need_references(&verb_resolve, context.grammar);
    need_base(&operands);
    take_base(&context, &operands);
    return transform_all(&t);
}

static const char *const resolve_examples[] = {
    "locus resolve 'http://a/b/c/d;p?q' ../g '?y'",
    "locus resolve -o json http://example.org/dir/ < links.txt | jq -r .output",
    NULL
};

const struct verb verb_resolve = {
    .name = "resolve",
    .operands = "BASE [REFERENCE...]",
    .summary = "resolve references against BASE",
    .about = "Resolve references against BASE: RFC 3986, section 5.2. Without REFERENCE,"
             " or\nwhere it is -, read standard input by lines.\n",
    .notes = "-g is the grammar of BASE; a reference is of the same, or relative (in"
             " rfc1738\nand rfc1630: as RFC 3986 has it).\n"
             "Each reference gives one record, in order; an empty line if it is not"
             " valid.\n"
             "Exit status: 0 all of them valid, 1 some not, 2 usage (BASE too) or I/O"
             " error.\n",
    .examples = resolve_examples,
    .options = resolve_uses,
    .formats = formats,
    .grammar = &locus_rfc3986,
    .run = run_resolve,
    .operand_required = true
};

static int run_relativize(int argc, char **argv)
{
    struct relativize_options options = { .common.grammar = NULL };
    struct operands operands;
    struct context context = { .base_text = NULL };
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &context,
        .write = write_relative, .component = -1
    };

    options_read(&verb_relativize, &options, &operands, argc, argv);
    context.grammar = options.common.grammar;
    need_grammar(&verb_relativize, context.grammar);
    need_base(&operands);
    if (locus_grammar_traits(context.grammar) & LOCUS_TRAIT_PARTIAL)
        usage_error(verb_relativize.name, "RFC 1630 has a rule of its own for"
                    " references and none for the way back: name another grammar by"
                    " -g");
    take_base(&context, &operands);
    return transform_all(&t);
}

static const char *const relativize_examples[] = {
    "locus relativize http://example.org/a/b http://example.org/a/c?d",
    "locus relativize -o json http://example.org/ < urls.txt | jq -r .output",
    NULL
};

const struct verb verb_relativize = {
    .name = "relativize",
    .operands = "BASE [URL...]",
    .summary = "find the shortest references to URLs",
    .about = "Write the shortest reference that resolves against BASE to each URL, to its"
             " very\nbytes. Without URL, or where it is -, read standard input by"
             " lines.\n",
    .notes = "Each URL gives one record, in order; an empty line if it is not valid, or"
             " if\nno reference leads to it, as to a path with dot-segments. (The"
             " reference to\nBASE itself is empty, too.) Normalize URLs to make nearly"
             " equal ones equal.\n"
             "Exit status: 0 all of them done, 1 some not, 2 usage (BASE too) or I/O"
             " error.\n",
    .examples = relativize_examples,
    .options = relativize_uses,
    .formats = formats,
    .grammar = &locus_rfc3986,
    .run = run_relativize,
    .operand_required = true
};

static int run_normalize(int argc, char **argv)
{
    struct normalize_options options = { .steps.value = LOCUS_STEPS };
    struct operands operands;
    struct context context = { .base_text = NULL };
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &context,
        .write = write_normal, .component = -1
    };

    options_read(&verb_normalize, &options, &operands, argc, argv);
    context.grammar = options.common.grammar;
    context.steps = options.steps.value;
    need_grammar(&verb_normalize, context.grammar);
    return transform_all(&t);
}

static const char *const normalize_examples[] = {
    "locus normalize 'HTTP://Example.ORG:80/%7Eu/../a'",
    "locus normalize --steps case,port < urls.txt | sort -u",
    NULL
};

const struct verb verb_normalize = {
    .name = "normalize",
    .operands = "[URL...]",
    .summary = "write normal forms",
    .about = "Write normal forms. Without URL, or where it is -, read standard input by"
             " lines.\n",
    .notes = "Steps: case, percent-case, decode, dots (\"syntax\": RFC 3986, 6.2.2);"
             " port, path\n(\"scheme\": 6.2.3); ipv6 (RFC 5952). default is"
             " syntax,scheme.\n"
             "Each URL gives one record, in order; an empty line if it is not valid.\n"
             "Exit status: 0 all of them valid, 1 some not, 2 usage or I/O error.\n",
    .examples = normalize_examples,
    .options = normalize_uses,
    .formats = formats,
    .grammar = &locus_rfc3986,
    .run = run_normalize
};

/* -------------------------------------------------------------------------
 * locus compare
 * ------------------------------------------------------------------------- */

/* One of the two: a copy, because the next item takes the place of this one. */
static bool read_side(struct record *side, char **copy,
                      const struct locus_grammar *grammar,
                      const char *operand, int i, struct items *items)
{
    char sentence[RECORD_ERROR_SIZE];

    side->text = operand;
    side->len = strlen(operand);
    if (strcmp(operand, "-") == 0) {
        if (!items_next(items, &side->text, &side->len)) {
            complain("%s: %s", items->source.name,
                     items->source.error ? items->source.error
                                         : "it has no more items");
            return false;
        }
    }
    *copy = mem_resize(NULL, side->len + 1);
    memcpy(*copy, side->text, side->len);
    side->text = *copy;
    if (locus_parse(&side->url, *copy, side->len, grammar) == 0)
        return true;
    record_error(side, sentence);
    complain("item %d: %s: byte %" PRIu32 ": %s", i + 1,
             locus_error_name(side->url.error), side->url.error_offset,
             sentence);
    return false;
}

static int run_compare(int argc, char **argv)
{
    struct compare_options options = { .steps.value = LOCUS_STEPS };
    struct operands operands;
    struct record side[2] = { { .text = NULL }, { .text = NULL } };
    char *copy[2] = { NULL, NULL };
    struct items items;
    int status = STATUS_ERROR;

    options_read(&verb_compare, &options, &operands, argc, argv);
    need_grammar(&verb_compare, options.grammar);
    if (locus_grammar_traits(options.grammar) & LOCUS_TRAIT_PARTIAL
        && !options.steps.given)
        options.steps.value = LOCUS_SAME_LEVEL;
    if (!operands.given || operands.count != 2)
        usage_error(verb_compare.name, "it needs two URLs, not %d",
                    operands.given ? operands.count : 0);
    if (!items_open(&items, "-", options.null))
        die("%s: %s", items.source.name, items.source.error);
    if (read_side(&side[0], &copy[0], options.grammar, operands.at[0], 0, &items)
        && read_side(&side[1], &copy[1], options.grammar, operands.at[1], 1, &items))
        status = locus_compare(&side[0].url, side[0].text, &side[1].url,
                               side[1].text, options.steps.value) == 0
                     ? STATUS_OK : STATUS_NONE;
    items_warn(&items);
    items_close(&items);
    free(copy[0]);
    free(copy[1]);
    return status;
}

static const char *const compare_examples[] = {
    "locus compare http://example.org HTTP://EXAMPLE.ORG:80/ && echo the same",
    "locus compare --steps all 'http://[::1]/' 'http://[0:0::0:1]/'",
    NULL
};

const struct verb verb_compare = {
    .name = "compare",
    .operands = "URL URL",
    .summary = "compare the normal forms of two URLs",
    .about = "Compare the normal forms of two URLs. - is the next line of standard"
             " input.\nNothing is written.\n",
    .notes = "The steps are those of locus normalize; none compares byte by byte. Without\n"
             "--steps rfc1630 compares by its own rule: at the same encoding level (%2D"
             " is -,\n%2F is not /).\n"
             "Exit status: 0 equal, 1 not, 2 not valid, usage or I/O error.\n",
    .examples = compare_examples,
    .options = compare_uses,
    .grammar = &locus_rfc3986,
    .run = run_compare,
    .operand_required = true
};
