/* SPDX-License-Identifier: MIT
 *
 * locus edit: changes parts of a URL and nothing else.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options/arguments.h"
#include "cli/transform/edits.h"
#include "cli/transform/redaction.h"
#include "cli/transform/transform.h"
#include "cli/verbs.h"

struct edit_options {
    struct transform_options common;
    struct changes changes;
    struct redaction_options redaction;
    bool semicolon;
};

static const struct option_use uses[] = {
    TAKES_AS(struct edit_options, changes, set),
    TAKES_AS(struct edit_options, changes, remove),
    TAKES_AS(struct edit_options, changes, sort_query),
    TAKES_AS(struct edit_options, changes, drop_empty),
    TAKES(struct edit_options, semicolon),
    TAKES_REDACTION_OPTIONS(struct edit_options),
    TAKES_TRANSFORM_OPTIONS(struct edit_options),
    TAKES_HELP
};

static int write_edited(void *state, char *buf, size_t size, size_t *len,
                        const char *text, size_t text_len,
                        struct locus_report *report)
{
    struct edits *const edits = state;
    struct locus_parts parts;
    struct locus_url url;

    *len = 0;
    if (transform_parse(&url, text, text_len, edits->grammar, report) != 0)
        return url.error;
    locus_parts_of(&parts, &url, text);
    return edits_write(edits, buf, size, len, &parts, report);
}

/* Parses the arguments of --set and the like. Ends the command if one is wrong for any
   URL. */
static void read_edits(struct edits *edits, const struct edit_options *options)
{
    const char *const verb = verb_edit.name;

    edits->grammar = options->common.grammar;
    edits->flags = (options->redaction.plus ? LOCUS_PLUS_IS_SPACE : 0u)
                 | (options->semicolon ? LOCUS_QUERY_SEMICOLON : 0u);
    for (size_t i = 0; i < options->changes.count; i++) {
        const struct change *change = &options->changes.change[i];
        struct edit *const edit = edits_add(edits);
        struct locus_report report;
        const char *wrong = edit_read(edit, change->text,
                                      change->text ? strlen(change->text) : 0,
                                      change->kind);
        int error;

        if (wrong)
            usage_error(verb, "'%s' %s", change->text, wrong);
        error = edit_encode(edit, edits->grammar, edits->flags, &report);
        if (error != 0)
            usage_error(verb, "'%s': byte %zu of the value: %s", change->text,
                        report.offset, locus_strerror(error));
    }
}

static int run_edit(int argc, char **argv)
{
    struct edit_options options = { .changes.count = 0 };
    struct operands operands;
    struct edits edits = { .count = 0 };
    struct redaction redaction;
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &edits,
        .write = write_edited, .component = -1
    };
    int status;

    options_read(&verb_edit, &options, &operands, argc, argv);
    need_grammar(&verb_edit, options.common.grammar);
    if (options.changes.count == 0 && !options.redaction.redact
        && options.redaction.keys.count == 0 && !options.redaction.mask)
        usage_error(verb_edit.name, "nothing to change (use --set PART=VALUE, --remove"
                    " PART, --sort-query, --drop-empty or --redact)");
    read_edits(&edits, &options);
    redaction_begin(&redaction, &t, &options.redaction);
    status = transform_all(&t);
    edits_free(&edits);
    redaction_end(&redaction, &options.redaction);
    free(options.changes.change);
    return status;
}

static const char *const examples[] = {
    "locus edit --set scheme=https --remove port http://example.org:80/a",
    "locus edit --remove query --remove fragment < urls.txt",
    "locus edit --set 'path:decoded=/AC DC' http://example.org",
    "locus edit --set query.page=2 --remove 'query.utm_*' < urls.txt",
    "locus edit --redact --keys token,sig < urls.txt",
    NULL
};

const struct verb verb_edit = {
    .name = "edit",
    .operands = "[URL...]",
    .before_items = "...",
    .summary = "change parts of URLs: --set host=h",
    .about = "Change parts of each URL, or line of standard input, and nothing else.\n",
    .notes = "All parts are changed at once, then parameters in the given order. Each URL"
             " gives one line, in order, which is empty if the URL is invalid or the result"
             " would have other parts. With --redact, neither the output nor a message"
             " contains any part of an invalid URL.\n"
             "Exit status: 0 all changed, 1 some not, 2 usage or I/O error.\n",
    .examples = examples,
    .options = uses,
    .formats = edit_formats,
    .grammar = &locus_rfc3986,
    .run = run_edit
};
