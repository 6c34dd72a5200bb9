/* SPDX-License-Identifier: MIT
 *
 * locus build: builds a URL from its parts.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options/arguments.h"
#include "cli/transform/edits.h"
#include "cli/transform/transform.h"
#include "cli/verbs.h"

struct build_options {
    struct transform_options common;
};

static const struct option_use uses[] = {
    TAKES_TRANSFORM_OPTIONS(struct build_options),
    TAKES_HELP
};

struct building {
    char **operands;              /* or NULL: the parts come from the item */
    int count;
    struct edits edits;           /* the parts of one URL */
};

/* Reads the parts of a line, separated by tabs. */
static int read_line(struct building *b, const char *text, size_t len,
                     struct locus_report *report)
{
    const char *const begin = text, *const end = text + len;

    while (text < end) {
        const char *tab = memchr(text, '\t', (size_t)(end - text));
        const char *stop = tab ? tab : end;

        if (edit_read(edits_add(&b->edits), text, (size_t)(stop - text), CHANGE_SET)) {
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
    edits_forget(&b->edits);
    if (text)
        result = read_line(b, text, text_len, report);
    for (int i = 0; !text && i < b->count; i++)
        edit_read(edits_add(&b->edits), b->operands[i], strlen(b->operands[i]), CHANGE_SET);
    for (size_t i = 0; result == 0 && i < b->edits.count; i++)
        result = edit_encode(&b->edits.edit[i], b->edits.grammar, 0, report);
    if (result != 0)
        return result;
    return edits_write(&b->edits, buf, size, len, &parts, report);
}

/* Whether the parts are operands. Ends the command if one of them is invalid. */
static bool are_operands(const struct operands *operands)
{
    if (operands->count == 1 && strcmp(operands->at[0], "-") == 0)
        return false;
    for (int i = 0; i < operands->count; i++) {
        const char *operand = operands->at[i];
        struct edit edit;
        const char *wrong = edit_read(&edit, operand, strlen(operand), CHANGE_SET);

        if (wrong)
            usage_error(verb_build.name, "'%s' %s", operand, wrong);
        edit_free(&edit);
    }
    return true;
}

static int run_build(int argc, char **argv)
{
    struct build_options options = { .common.grammar = NULL };
    struct operands operands;
    struct building building = { .count = 0 };
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &building,
        .write = write_built, .component = -1
    };
    int status;

    options_read(&verb_build, &options, &operands, argc, argv);
    need_grammar(&verb_build, options.common.grammar);
    building.edits.grammar = options.common.grammar;
    building.operands = operands.at;
    building.count = operands.count;
    if (are_operands(&operands)) {
        transform_item(&t, "item", 1, NULL, 0);
        status = t.status;
        free(t.buf);
    } else {
        status = transform_all(&t);
    }
    edits_free(&building.edits);
    return status;
}

static const char *const examples[] = {
    "locus build scheme=https host=example.org 'path:decoded=/a b'",
    "locus build -g rfc1738 scheme=gopher host=example.org gtype=1",
    NULL
};

const struct verb verb_build = {
    .name = "build",
    .operands = "[PART=VALUE...]",
    .summary = "build a URL from its parts",
    .about = "Build a URL from its parts. Without PART, or if it is -, each line of"
             " standard\ninput has the parts of one URL, separated by tabs.\n",
    .notes = "PART is {parts}; in rfc1738 also {scheme-parts}. VALUE is written"
             " as it is; PART:decoded=VALUE percent-encodes it first.\n"
             "Exit status: 0 all built, 1 some not, 2 usage or I/O error.\n",
    .examples = examples,
    .options = uses,
    .formats = edit_formats,
    .grammar = &locus_rfc3986,
    .run = run_build,
    .operand = OPERAND_PART
};
