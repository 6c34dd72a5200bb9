/* SPDX-License-Identifier: MIT
 *
 * locus resolve: resolves references. One record for each item, in order, whether or not
 * it is valid.
 */
#include "cli/cli.h"

#include "cli/options/arguments.h"
#include "cli/transform/base-operand.h"
#include "cli/transform/transform.h"
#include "cli/verbs.h"

struct resolve_options {
    struct transform_options common;
    bool compatible;
};

static const struct option_use uses[] = {
    TAKES(struct resolve_options, compatible),
    TAKES_TRANSFORM_OPTIONS(struct resolve_options),
    TAKES_HELP
};

/* The base of all references. */
struct resolving {
    const struct locus_grammar *grammar;
    enum locus_resolution strictness;
    struct base base;
};

static int write_resolved(void *state, char *buf, size_t size, size_t *len,
                          const char *text, size_t text_len,
                          struct locus_report *report)
{
    const struct resolving *resolving = state;
    struct locus_url ref;

    *len = 0;
    *report = (struct locus_report){ 0, -1, 0 };
    if (locus_parse_reference(&ref, text, text_len, resolving->grammar) != 0) {
        report->offset = ref.error_offset;
        return ref.error;
    }
    return locus_resolve(buf, size, len, &resolving->base.url, resolving->base.text,
                         &ref, text, resolving->strictness);
}

static int run_resolve(int argc, char **argv)
{
    struct resolve_options options = { .compatible = false };
    struct operands operands;
    struct resolving resolving = { .grammar = NULL };
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &resolving,
        .write = write_resolved, .component = -1
    };

    options_read(&verb_resolve, &options, &operands, argc, argv);
    resolving.grammar = options.common.grammar;
    resolving.strictness = options.compatible ? LOCUS_COMPATIBLE : LOCUS_STRICT;
    need_grammar(&verb_resolve, resolving.grammar);
    need_references(&verb_resolve, resolving.grammar);
    base_need(&operands);
    base_take(&resolving.base, &operands, resolving.grammar);
    return transform_all(&t);
}

static const char *const examples[] = {
    "locus resolve 'http://a/b/c/d;p?q' ../g '?y'",
    "locus resolve -o json http://example.org/dir/ < links.txt | jq -r .output",
    NULL
};

const struct verb verb_resolve = {
    .name = "resolve",
    .operands = "BASE [REFERENCE...]",
    .before_items = "BASE",
    .summary = "resolve references against BASE",
    .about = "Resolve references against BASE: RFC 3986, section 5.2. Without REFERENCE,"
             " or if\nit is -, read lines from standard input.\n",
    .notes = "-g is the grammar of BASE. A reference is of the same grammar, or relative"
             " (for\nrfc1738 and rfc1630: of the same grammar, or as in RFC 3986).\n"
             "Each reference gives one record, in order; an empty line if it is"
             " invalid.\n"
             "Exit status: 0 all valid, 1 some not, 2 usage (also BASE) or I/O error.\n",
    .examples = examples,
    .options = uses,
    .formats = transform_formats,
    .grammar = &locus_rfc3986,
    .unusable = LOCUS_TRAIT_AUTHORITY,
    .run = run_resolve,
    .operand_required = true
};
