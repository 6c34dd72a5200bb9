/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/transform/coder.h"

#include <stdio.h>

#include "cli/options/arguments.h"
#include "cli/settings/component.h"
#include "cli/transform/transform.h"

struct coder_options {
    struct transform_options common;
    int  part;                    /* a component, or -1 */
    bool keep;
    bool plus;
    bool file;
    bool windows;
    bool print0;
};

/* The options of both verbs, and what --keep does in this one. */
#define USES(keeps) { \
    TAKES(struct coder_options, part), \
    TAKES_AS(struct coder_options, common.grammar, grammar), \
    TAKES_SAYING(struct coder_options, keep, keeps), \
    TAKES(struct coder_options, plus), \
    TAKES(struct coder_options, file), \
    TAKES(struct coder_options, windows), \
    TAKES_AS(struct coder_options, common.format, output), \
    TAKES_AS(struct coder_options, common.null, null), \
    TAKES(struct coder_options, print0), \
    TAKES_AS(struct coder_options, common.line_buffered, line_buffered), \
    TAKES_HELP \
}

const struct option_use encode_uses[] = USES("keep percent-encodings such as %41");
const struct option_use decode_uses[] = USES("keep a % without two hexadecimal digits");

const struct word coder_formats[] = {
    { "text", FORMAT_URL, "default" },
    { "json", FORMAT_JSON, NULL },
    { NULL, 0, NULL }
};

static bool has_component(const struct transform *t, const struct locus_grammar *grammar,
                          int component)
{
    struct coder_state c = *(const struct coder_state *)t->state;
    struct locus_report report;
    size_t len;

    c.grammar = grammar;
    c.component = component;
    return locus_has_grammar(grammar)
        && t->write(&c, NULL, 0, &len, "", 0, &report) != LOCUS_ERROR_PART;
}

/* Names a grammar that has the part, the verb's default if possible. */
static void refuse_part(const struct verb *verb, const struct transform *t)
{
    const struct coder_state *c = t->state;
    const struct locus_grammar *other = *verb->grammar;

    for (size_t i = 0; other && !has_component(t, other, c->component); i++)
        other = locus_grammar_at(i);
    usage_error(verb->name, "grammar '%s' has no part '%s'%s%s%s",
                locus_grammar_name(c->grammar), component_name(c->component),
                other ? " (try -g " : "", other ? locus_grammar_name(other) : "",
                other ? ")" : "");
}

/* Names the parts of a grammar of which none may contain any encoded text. */
static void need_part(const struct verb *verb, const struct transform *t)
{
    const struct coder_state *c = t->state;
    char names[256] = "";
    size_t len = 0;

    for (int part = 0; part < LOCUS_PART_COUNT; part++)
        if (locus_part_name((enum locus_part)part)
            && has_component(t, c->grammar, part) && len < sizeof names)
            len += (size_t)snprintf(names + len, sizeof names - len, "%s%s",
                                    len > 0 ? ", " : "",
                                    locus_part_name((enum locus_part)part));
    usage_error(verb->name, "grammar '%s' has no part that can hold any text"
                " (use --part: %s)", locus_grammar_name(c->grammar), names);
}

/* Checks the options before there is an item, by the errors that the functions return. */
static void check_options(const struct verb *of, const struct coder_options *options,
                          const struct transform *t)
{
    const char *const verb = of->name;
    struct locus_report report;
    size_t len;

    if (options->file
        && (options->part >= 0 || options->keep || options->plus))
        usage_error(verb, "--file cannot be combined with --part, --keep or --plus");
    if (options->file
        && locus_file_url(NULL, 0, &len, "/", 1, options->common.grammar, 0, &report)
           == LOCUS_ERROR_GRAMMAR)
        usage_error(verb, "grammar '%s' has no file URLs (try -g %s)",
                    locus_grammar_name(options->common.grammar),
                    locus_grammar_name(*of->grammar));
    if (options->windows && !options->file)
        usage_error(verb, "--windows requires --file");
    switch (t->write(t->state, NULL, 0, &len, "", 0, &report)) {
    case LOCUS_ERROR_PART:
        if (options->part >= 0)
            refuse_part(of, t);
        need_part(of, t);
        break;
    case LOCUS_ERROR_ARGUMENT:
        usage_error(verb, "--plus applies to --part query and query-item only, or"
                    " without --part");
    default:
        break;
    }
}

int coder_run(const struct coder *coder, int argc, char **argv)
{
    const struct verb *const verb = coder->verb;
    struct coder_options options = { .part = -1 };
    struct operands operands;
    struct coder_state state = { .flags = 0 };
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &state,
        .finds = coder->decodes
    };

    options_read(verb, &options, &operands, argc, argv);
    /* Only file URLs need a grammar to be decoded. */
    if (!coder->decodes || options.file)
        need_grammar(verb, options.common.grammar);
    if (options.print0 && options.common.format == FORMAT_JSON)
        usage_error(verb->name, "--print0 cannot be used with -o json");
    t.component = options.part;
    t.print0 = options.print0;
    state.grammar = options.common.grammar;
    state.component = options.part < 0 ? (int)LOCUS_ANY : options.part;
    if (options.file) {
        t.write = coder->write_name;
        state.flags = options.windows ? LOCUS_WINDOWS : 0;
    } else {
        t.write = coder->write_text;
        if (options.keep)
            state.flags |= LOCUS_KEEP;
        if (options.plus)
            state.flags |= LOCUS_PLUS_IS_SPACE;
    }
    check_options(verb, &options, &t);
    return transform_all(&t);
}
