/* SPDX-License-Identifier: MIT
 *
 * locus normalize: writes one record for each item, in order, whether or not it is valid.
 */
#include "cli/cli.h"

#include "cli/options/arguments.h"
#include "cli/transform/transform.h"
#include "cli/verbs.h"

struct normalize_options {
    struct transform_options common;
    struct steps steps;
};

static const struct option_use uses[] = {
    TAKES_AS(struct normalize_options, common.grammar, grammar),
    TAKES(struct normalize_options, steps),
    TAKES_AS(struct normalize_options, common.format, output),
    TAKES_AS(struct normalize_options, common.null, null),
    TAKES_AS(struct normalize_options, common.line_buffered, line_buffered),
    TAKES_HELP
};

struct normalizing {
    const struct locus_grammar *grammar;
    unsigned steps;
};

static int write_normal(void *state, char *buf, size_t size, size_t *len,
                        const char *text, size_t text_len,
                        struct locus_report *report)
{
    const struct normalizing *normalizing = state;
    struct locus_url url;

    *len = 0;
    if (transform_parse(&url, text, text_len, normalizing->grammar, report) != 0)
        return url.error;
    return locus_normalize(buf, size, len, &url, text, normalizing->steps);
}

static int run_normalize(int argc, char **argv)
{
    struct normalize_options options = { .steps.value = LOCUS_STEPS };
    struct operands operands;
    struct normalizing normalizing = { .grammar = NULL };
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &normalizing,
        .write = write_normal, .component = -1
    };

    options_read(&verb_normalize, &options, &operands, argc, argv);
    normalizing.grammar = options.common.grammar;
    normalizing.steps = options.steps.value;
    need_grammar(&verb_normalize, normalizing.grammar);
    return transform_all(&t);
}

static const char *const examples[] = {
    "locus normalize 'HTTP://Example.ORG:80/%7Eu/../a'",
    "locus normalize --steps case,port < urls.txt | sort -u",
    NULL
};

const struct verb verb_normalize = {
    .name = "normalize",
    .operands = "[URL...]",
    .summary = "write normal forms",
    .about = "Write normal forms. Without URL, or if it is -, read lines from standard"
             " input.\n",
    .notes = "Steps: case, percent-case, decode, dots (\"syntax\": RFC 3986, 6.2.2);"
             " port, path (\"scheme\": 6.2.3); ipv6 (RFC 5952). The"
             " default is syntax,scheme.\n"
             "Each URL gives one record, in order; an empty line if it is invalid.\n"
             "Exit status: 0 all valid, 1 some not, 2 usage or I/O error.\n",
    .examples = examples,
    .options = uses,
    .formats = transform_formats,
    .grammar = &locus_rfc3986,
    .run = run_normalize
};
