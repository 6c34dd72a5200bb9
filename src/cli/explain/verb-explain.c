/* SPDX-License-Identifier: MIT
 *
 * locus explain: what URLs mean. One record for each item, in order.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/explain/explain.h"
#include "cli/help/suggest.h"
#include "cli/human/human.h"
#include "cli/input/items.h"
#include "cli/options/arguments.h"
#include "cli/output/output.h"
#include "cli/record/stages.h"
#include "cli/verbs.h"

static const struct option_use uses[] = {
    TAKES(struct explain_options, grammar),
    TAKES_AS(struct explain_options, format, output),
    TAKES(struct explain_options, define),
    TAKES(struct explain_options, mail),
    TAKES(struct explain_options, plus),
    TAKES(struct explain_options, null),
    TAKES(struct explain_options, line_buffered),
    TAKES_HELP
};

/* The grammar that has its own syntax for each scheme, and whose references are those of
   RFC 3986; NULL if it is not built in. */
static const struct locus_grammar *of_schemes(void)
{
    const unsigned traits = LOCUS_TRAIT_SCHEME_PARTS | LOCUS_TRAIT_PARTIAL;
    const struct locus_grammar *grammar;
    size_t i = 0;

    while ((grammar = locus_grammar_at(i)) != NULL
           && (locus_grammar_traits(grammar) & traits) != LOCUS_TRAIT_SCHEME_PARTS)
        i++;
    return grammar;
}

/* Whether RFC 1738 has its own syntax for the URL. http URLs are parsed as in RFC 3986,
   which has fragments and "~"; so are file URLs without a host, which RFC 8089 added
   (section 2: local-path). */
static bool has_own_syntax(const struct locus_url *url, const char *text)
{
    const struct locus_span name = url->part[LOCUS_SCHEME];
    struct locus_scheme scheme;

    return locus_scheme_find(&scheme, text + name.off, name.len, NULL) == 0
        && scheme.syntax != LOCUS_SYNTAX_GENERIC
        && scheme.syntax != LOCUS_SYNTAX_HTTP
        && (scheme.syntax != LOCUS_SYNTAX_FILE || locus_has(url, LOCUS_HOST));
}

/* The grammar of a URL if none is given. */
static const struct locus_grammar *choose_grammar(const char *text, size_t len)
{
    const struct locus_grammar *const schemes = of_schemes();
    struct locus_url generic, own;

    if (!schemes)
        return locus_rfc3986;
    locus_parse(&generic, text, len, locus_rfc3986);
    locus_parse(&own, text, len, schemes);
    if (own.error == 0)
        return generic.error != 0 || has_own_syntax(&own, text) ? schemes : locus_rfc3986;
    return generic.error == 0 && has_own_syntax(&generic, text) ? schemes : locus_rfc3986;
}

static void explain_item(void *context, const char *unit, uint64_t number,
                         const char *text, size_t len)
{
    struct explaining *run = context;
    const struct locus_grammar *const given = run->options.grammar;
    struct record record = record_of_item(text, len, number, NULL,
                                          &run->options.define.schemes);

    (void)unit;
    stage_parse(given ? given : choose_grammar(text, len), &record);
    stage_findings(NULL, &record);
    if (run->json)
        explain_json(run, &record);
    else
        explain_human(run, &record);
    if (record.url.error == 0)
        return;
    if (run->status == STATUS_OK)
        run->status = STATUS_NONE;
    suggest_input(&run->operands, number, text);
}

static int run_explain(int argc, char **argv)
{
    struct explaining run = { .status = STATUS_OK };
    const struct explain_options *const options = &run.options;

    options_read(&verb_explain, &run.options, &run.operands, argc, argv);
    need_grammar(&verb_explain, options->grammar ? options->grammar : locus_rfc3986);
    if (options->mail && strpbrk(options->mail, "\r\n"))
        usage_error(verb_explain.name, "--mail: the address must not contain a line"
                    " break");
    if (options->line_buffered)
        out_line_buffered();
    run.json = options->format == FORMAT_JSON
            || (options->format == FORMAT_NONE && !isatty(STDOUT_FILENO));
    if (!run.json)
        human_open(false);
    if (!items_each(run.operands.at, run.operands.count, options->null, explain_item,
                    &run))
        run.status = STATUS_ERROR;
    free(run.line);
    free(run.options.define.entries);
    return run.status;
}

static const struct word formats[] = {
    { "human", FORMAT_HUMAN, "default on a terminal" },
    { "json", FORMAT_JSON, "default elsewhere" },
    { NULL, 0, NULL }
};

static const char *const examples[] = {
    "locus explain --mail me@example.org 'ftp://example.org/pub/a%20b;type=i'",
    "locus explain 'http://example.org/a/..%2fb?x=1&y=2'",
    "locus explain -o json < urls.txt | jq -r '.findings[].name'",
    NULL
};

const struct verb verb_explain = {
    .name = "explain",
    .operands = "[URL...]",
    .summary = "explain URLs: meaning, commands, findings",
    .about = "Explain URLs: what they identify, the commands of ftp, the request of"
             " gopher,\nsegments, pairs, fields, and findings (suspicious features)."
             " Without URL, or if\nit is -, read lines from standard input.\n",
    .notes = "Without -g: rfc1738 for its schemes except http, else rfc3986.\n"
             "Exit status: 0 all valid, 1 some not, 2 usage or I/O error.\n",
    .examples = examples,
    .options = uses,
    .formats = formats,
    .run = run_explain
};
