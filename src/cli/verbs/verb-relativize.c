/* SPDX-License-Identifier: MIT
 *
 * locus relativize: converts URLs to references. One record for each item, in order,
 * whether or not it is valid.
 */
#include "cli/cli.h"

#include "cli/options/arguments.h"
#include "cli/transform/base-operand.h"
#include "cli/transform/transform.h"
#include "cli/verbs.h"

struct relativize_options {
    struct transform_options common;
};

static const struct option_use uses[] = {
    TAKES_TRANSFORM_OPTIONS(struct relativize_options),
    TAKES_HELP
};

/* The base of all references. */
struct relativizing {
    const struct locus_grammar *grammar;
    struct base base;
};

static int write_relative(void *state, char *buf, size_t size, size_t *len,
                          const char *text, size_t text_len,
                          struct locus_report *report)
{
    const struct relativizing *relativizing = state;
    struct locus_url url;

    *len = 0;
    if (transform_parse(&url, text, text_len, relativizing->grammar, report) != 0)
        return url.error;
    return locus_relativize(buf, size, len, &relativizing->base.url,
                            relativizing->base.text, &url, text);
}

static int run_relativize(int argc, char **argv)
{
    struct relativize_options options = { .common.grammar = NULL };
    struct operands operands;
    struct relativizing relativizing = { .grammar = NULL };
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &relativizing,
        .write = write_relative, .component = -1
    };

    options_read(&verb_relativize, &options, &operands, argc, argv);
    relativizing.grammar = options.common.grammar;
    need_grammar(&verb_relativize, relativizing.grammar);
    base_need(&operands);
    if (locus_grammar_traits(relativizing.grammar) & LOCUS_TRAIT_PARTIAL)
        usage_error(verb_relativize.name, "RFC 1630 does not define how to make a"
                    " URL relative; choose another grammar with -g");
    base_take(&relativizing.base, &operands, relativizing.grammar);
    return transform_all(&t);
}

static const char *const examples[] = {
    "locus relativize http://example.org/a/b http://example.org/a/c?d",
    "locus relativize -o json http://example.org/ < urls.txt | jq -r .output",
    NULL
};

const struct verb verb_relativize = {
    .name = "relativize",
    .operands = "BASE [URL...]",
    .before_items = "BASE",
    .summary = "find the shortest references to URLs",
    .about = "Write, for each URL, the shortest reference that resolves against BASE to"
             "\nexactly the same bytes. Without URL, or if it is -, read lines from"
             " standard\ninput.\n",
    .notes = "Each URL gives one record, in order; an empty line if it is invalid or if"
             " no reference resolves to it, as for a path with dot-segments. (The"
             " reference to BASE itself is also empty.) Normalize BASE and the URLs"
             " first if differences in spelling should not matter.\n"
             "Exit status: 0 all succeeded, 1 some not, 2 usage (also BASE) or I/O"
             " error.\n",
    .examples = examples,
    .options = uses,
    .formats = transform_formats,
    .grammar = &locus_rfc3986,
    .unusable = LOCUS_TRAIT_TARGET | LOCUS_TRAIT_AUTHORITY,
    .run = run_relativize,
    .operand_required = true
};
