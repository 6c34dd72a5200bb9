/* SPDX-License-Identifier: MIT
 *
 * Options whose defaults depend on other options, and those that exclude each other.
 */
#include "cli/cli.h"
#include "cli/scan/search-options.h"

#include <stdlib.h>

#include "cli/options/arguments.h"
#include "cli/options/option-values.h"
#include "cli/record/record.h"

/* Checks that a scan can use the grammar. */
static void need_scan(const struct verb *verb, const struct locus_grammar *grammar)
{
    const struct locus_grammar *const used = locus_scan_grammar(grammar);

    if (!used)
        usage_error(verb->name, "grammar '%s' is only for the targets of --log",
                    locus_grammar_name(grammar));
    need_grammar(verb, grammar);
    need_grammar(verb, used);
}

/* A Referer is a URI or a partial one (RFC 9110, section 10.1.3). */
static void complete_grammars(const struct verb *verb, struct search_options *options)
{
    static const struct locus_grammar *const *const defaults[OF_COUNT] = {
        [OF_TARGET] = &locus_web_target,
        [OF_REFERER] = &locus_web_reference,
        [OF_AGENT] = &locus_web
    };
    struct log_grammars *const grammars = &options->log.grammars;
    bool given = options->urls.grammar != NULL;

    for (int of = 0; of < OF_COUNT; of++) {
        grammars->of[of] = *defaults[of];
        if (!(options->log.of >> of & 1))
            continue;
        if (given)
            grammars->of[of] = options->urls.grammar;
        given = false;            /* with --of all, -g is for the targets */
        if (of == OF_AGENT)
            need_scan(verb, grammars->of[of]);
        else
            need_grammar(verb, grammars->of[of]);
    }
    grammars->are_targets = locus_grammar_traits(grammars->of[OF_TARGET]) & LOCUS_TRAIT_TARGET;
}

/* Options that need --log. */
static void refuse_without_log(const struct verb *verb, const struct search_options *options)
{
    const char *const option = options->log.of ? "--of" : options->log.rejects ? "--rejects"
                             : options->log.stats ? "--stats" : NULL;

    if (option)
        usage_error(verb->name, "%s is for access logs; it needs --log", option);
}

/* Options of a search for URLs, which --log does only in the User-Agent. */
static void refuse_with_log(const struct verb *verb, const struct search_options *options)
{
    const struct url_options *const urls = &options->urls;
    const char *const option = urls->context ? "-x" : urls->schemes.name ? "--schemes"
                             : urls->delimiters.bytes ? "--delimiters" : NULL;

    if (option && !(options->log.of & 1u << OF_AGENT))
        usage_error(verb->name, "%s cannot be used with %s, except with --of agent or all",
                    option, options->log.choice.is_row ? "--log-format" : "--log");
}

struct selecting search_selecting(const struct verb *verb, const char *option,
                                  const struct search_options *options)
{
    return (struct selecting){
        .verb = verb->name, .option = option, .log = &options->log.choice,
        .grammar = options->urls.grammar, .grammars = &options->log.grammars,
        .of = options->log.of
    };
}

/* Options that need -r. */
static void refuse_without_walk(const struct verb *verb, const struct search_options *options)
{
    const char *const option = options->include.count > 0 ? "--include"
                             : options->exclude.count > 0 ? "--exclude" : NULL;

    if (option && !options->recursive)
        usage_error(verb->name, "%s is for the files in directories; it needs -r", option);
}

void search_complete(const struct verb *verb, struct search_options *options)
{
    const struct log_choice *const log = &options->log.choice;
    struct selecting selecting;

    refuse_without_walk(verb, options);
    if (log->is_open)
        usage_error(verb->name, "--log %s+ needs a message format, as in %s+auto or --log %s+"
                    " --log-format STRING", locus_log_envelope_name(log->envelope),
                    locus_log_envelope_name(log->envelope),
                    locus_log_envelope_name(log->envelope));
    if (log->given) {
        if (!options->log.of)
            options->log.of = 1u << OF_TARGET;
        refuse_with_log(verb, options);
    } else {
        refuse_without_log(verb, options);
    }
    if (!options->urls.context)
        options->urls.context = locus_text;
    if (log->given) {
        complete_grammars(verb, options);
    } else {
        if (!options->urls.grammar)
            options->urls.grammar = *verb->grammar;
        need_scan(verb, options->urls.grammar);
    }
    selecting = search_selecting(verb, "--where", options);
    conditions_read(&options->conditions, &selecting, &options->where);
}

void search_options_free(struct search_options *options)
{
    free(options->urls.schemes.name);
    free(options->urls.define.entries);
    conditions_free(&options->conditions);
    free(options->where.text);
    free(options->include.text);
    free(options->exclude.text);
}
