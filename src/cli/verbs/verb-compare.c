/* SPDX-License-Identifier: MIT
 *
 * locus compare: whether two URLs are equal.
 */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/input/items.h"
#include "cli/options/arguments.h"
#include "cli/values/url-error.h"
#include "cli/verbs.h"

struct compare_options {
    const struct locus_grammar *grammar;
    struct steps steps;
    bool null;
};

static const struct option_use uses[] = {
    TAKES(struct compare_options, grammar),
    TAKES(struct compare_options, steps),
    TAKES(struct compare_options, null),
    TAKES_HELP
};

/* One of the two URLs. */
struct side {
    char            *text;        /* a copy, because reading the next item overwrites it */
    struct locus_url url;
};

static bool read_side(struct side *side, const struct locus_grammar *grammar,
                      const char *operand, int i, struct items *items)
{
    char sentence[URL_ERROR_SIZE];
    const char *text = operand;
    size_t len = strlen(operand);

    if (strcmp(operand, "-") == 0) {
        if (!items_next(items, &text, &len)) {
            complain("%s: %s", items->source.name,
                     items->source.error ? items->source.error
                                         : "no more items");
            return false;
        }
    }
    side->text = mem_resize(NULL, len + 1);
    memcpy(side->text, text, len);
    if (locus_parse(&side->url, side->text, len, grammar) == 0)
        return true;
    url_error(&side->url, side->text, len, sentence);
    complain("item %d: %s: byte %" PRIu32 ": %s", i + 1,
             locus_error_name(side->url.error), side->url.error_offset,
             sentence);
    return false;
}

static int run_compare(int argc, char **argv)
{
    struct compare_options options = { .steps.value = LOCUS_STEPS };
    struct operands operands;
    struct side side[2] = { { .text = NULL }, { .text = NULL } };
    struct items items;
    int status = STATUS_ERROR;

    options_read(&verb_compare, &options, &operands, argc, argv);
    need_grammar(&verb_compare, options.grammar);
    if (locus_grammar_traits(options.grammar) & LOCUS_TRAIT_PARTIAL
        && !options.steps.given)
        options.steps.value = LOCUS_SAME_LEVEL;
    if (!operands.given || operands.count != 2)
        usage_error(verb_compare.name, "expected two URLs, got %d",
                    operands.given ? operands.count : 0);
    if (!items_open(&items, "-", options.null))
        die("%s: %s", items.source.name, items.source.error);
    if (read_side(&side[0], options.grammar, operands.at[0], 0, &items)
        && read_side(&side[1], options.grammar, operands.at[1], 1, &items))
        status = locus_compare(&side[0].url, side[0].text, &side[1].url,
                               side[1].text, options.steps.value) == 0
                     ? STATUS_OK : STATUS_NONE;
    items_warn(&items);
    items_close(&items);
    free(side[0].text);
    free(side[1].text);
    return status;
}

static const char *const examples[] = {
    "locus compare http://example.org HTTP://EXAMPLE.ORG:80/ && echo the same",
    "locus compare --steps all 'http://[::1]/' 'http://[0:0::0:1]/'",
    NULL
};

const struct verb verb_compare = {
    .name = "compare",
    .operands = "URL URL",
    .summary = "compare the normal forms of two URLs",
    .about = "Compare the normal forms of two URLs. - is the next line of standard"
             " input.\nNothing is written.\n",
    .notes = "The steps are those of locus normalize; \"none\" compares byte by byte."
             " Without --steps, rfc1630 URLs are compared at the same encoding level:"
             " %2D equals -, but %2F does not equal /.\n"
             "Exit status: 0 equal, 1 not, 2 invalid URL, usage or I/O error.\n",
    .examples = examples,
    .options = uses,
    .grammar = &locus_rfc3986,
    .run = run_compare,
    .operand_required = true
};
