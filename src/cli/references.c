/* SPDX-License-Identifier: MIT
 *
 * locus resolve, relativize, normalize: one record for each item, in order,
 * valid or not. locus compare.
 */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "items.h"
#include "record.h"
#include "transform.h"

/* What all items are held against. */
struct context {
    struct options   options;
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
    if (locus_parse_reference(&ref, text, text_len, context->options.grammar)
        != 0) {
        report->offset = ref.error_offset;
        return ref.error;
    }
    return locus_resolve(buf, size, len, &context->base, context->base_text,
                         &ref, text,
                         context->options.compatible ? LOCUS_COMPATIBLE
                                                     : LOCUS_STRICT);
}

static int write_relative(void *state, char *buf, size_t size, size_t *len,
                          const char *text, size_t text_len,
                          struct locus_report *report)
{
    const struct context *context = state;
    struct locus_url url;

    *len = 0;
    if (parse_item(&url, text, text_len, context->options.grammar, report) != 0)
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
    if (parse_item(&url, text, text_len, context->options.grammar, report) != 0)
        return url.error;
    return locus_normalize(buf, size, len, &url, text, context->options.steps);
}

static int transform(struct context *context,
                     int (*write)(void *state, char *buf, size_t size,
                                  size_t *len, const char *text,
                                  size_t text_len, struct locus_report *report))
{
    struct transform t = {
        .options = &context->options, .state = context, .write = write,
    };
    const int status = transform_all(&t);

    options_free(&context->options);
    return status;
}

/* Ends the command if the base is none. */
static void read_base(struct context *context)
{
    struct record record = { .text = context->options.operands[-1] };
    char sentence[RECORD_ERROR_SIZE];

    record.len = strlen(record.text);
    context->base_text = record.text;
    if (locus_parse(&record.url, record.text, record.len,
                    context->options.grammar) != 0) {
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

int verb_resolve(int argc, char **argv)
{
    struct context context = { .base_text = NULL };

    options_resolve(&context.options, argc, argv);
    read_base(&context);
    return transform(&context, write_resolved);
}

int verb_relativize(int argc, char **argv)
{
    struct context context = { .base_text = NULL };

    options_resolve(&context.options, argc, argv);
    if (locus_grammar_traits(context.options.grammar) & LOCUS_TRAIT_PARTIAL)
        usage_error("relativize", "RFC 1630 has a rule of its own for references"
                    " and none for the way back: name another grammar by -g");
    read_base(&context);
    return transform(&context, write_relative);
}

int verb_normalize(int argc, char **argv)
{
    struct context context = { .base_text = NULL };

    options_normalize(&context.options, argc, argv);
    return transform(&context, write_normal);
}

/* -------------------------------------------------------------------------
 * locus compare
 * ------------------------------------------------------------------------- */

/* One of the two: a copy, because the next item takes the place of this one. */
static bool read_side(struct record *side, char **copy,
                      const struct options *options, int i,
                      struct items *items)
{
    const char *operand = options->operands[i];
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
    if (locus_parse(&side->url, *copy, side->len, options->grammar) == 0)
        return true;
    record_error(side, sentence);
    complain("item %d: %s: byte %" PRIu32 ": %s", i + 1,
             locus_error_name(side->url.error), side->url.error_offset,
             sentence);
    return false;
}

int verb_compare(int argc, char **argv)
{
    struct options options;
    struct record side[2] = { { .text = NULL }, { .text = NULL } };
    char *copy[2] = { NULL, NULL };
    struct items items;
    int status = STATUS_ERROR;

    options_compare(&options, argc, argv);
    if (!items_open(&items, "-", options.null))
        die("%s: %s", items.source.name, items.source.error);
    if (read_side(&side[0], &copy[0], &options, 0, &items)
        && read_side(&side[1], &copy[1], &options, 1, &items))
        status = locus_compare(&side[0].url, side[0].text, &side[1].url,
                               side[1].text, options.steps) == 0
                     ? STATUS_OK : STATUS_NONE;
    items_warn(&items);
    items_close(&items);
    free(copy[0]);
    free(copy[1]);
    options_free(&options);
    return status;
}
