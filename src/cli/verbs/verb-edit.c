/* SPDX-License-Identifier: MIT
 *
 * locus edit: some parts of a URL changed, and nothing else.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options/arguments.h"
#include "cli/transform/edits.h"
#include "cli/transform/redaction.h"
#include "cli/transform/transform.h"

struct edit_options {
    struct transform_options common;
    struct changes changes;
    struct redaction_options redaction;
};

static const struct option_use uses[] = {
    TAKES_AS(struct edit_options, changes, set),
    TAKES_AS(struct edit_options, changes, remove),
    TAKES_REDACTION_OPTIONS(struct edit_options),
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
    if (transform_parse(&url, text, text_len, e->grammar, report) != 0)
        return url.error;
    locus_parts_of(&parts, &url, text);
    for (size_t i = 0; i < e->count; i++)
        edit_apply(&parts, &e->edits[i]);
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
        const char *wrong = edit_read(&e->edits[i], change->text,
                                      strlen(change->text), change->remove);
        int error;

        if (wrong)
            usage_error(verb, "'%s' %s", change->text, wrong);
        error = edit_encode(&e->edits[i], e->grammar, &report);
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
    struct redaction redaction;
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &editing,
        .write = write_edited, .component = -1
    };
    int status;

    options_read(&verb_edit, &options, &operands, argc, argv);
    need_grammar(&verb_edit, options.common.grammar);
    if (options.changes.count == 0 && !options.redaction.redact)
        usage_error(verb_edit.name, "what to change? (--set PART=VALUE, --remove"
                    " PART, --redact)");
    read_edits(&editing, &options);
    redaction_begin(&redaction, &t, &options.redaction);
    status = transform_all(&t);
    for (size_t i = 0; i < editing.count; i++)
        free(editing.edits[i].encoded);
    free(editing.edits);
    redaction_end(&redaction, &options.redaction);
    free(options.changes.change);
    return status;
}

static const char *const examples[] = {
    "locus edit --set scheme=https --remove port http://example.org:80/a",
    "locus edit --remove query --remove fragment < urls.txt",
    "locus edit --set 'path:decoded=/AC DC' http://example.org",
    "locus edit --redact --keys token,sig < urls.txt",
    NULL
};

const struct verb verb_edit = {
    .name = "edit",
    .operands = "[URL...]",
    .summary = "change parts of URLs: --set host=h",
    .about = "Change parts of each URL, or line of standard input, and nothing else.\n",
    .notes = "The changes are made together. Each URL gives one line, in order; an empty"
             " one\nif it is not valid, or would have other parts afterwards. With"
             " --redact, neither\nthe output nor a message holds anything of a URL that"
             " is not valid.\n"
             "Exit status: 0 all of them changed, 1 some not, 2 usage or I/O error.\n",
    .examples = examples,
    .options = uses,
    .formats = edit_formats,
    .grammar = &locus_rfc3986,
    .run = run_edit
};
