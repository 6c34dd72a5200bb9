/* SPDX-License-Identifier: MIT
 *
 * locus encode: encodes text for a URL; with --file, converts file names to file URLs.
 */
#include "cli/cli.h"

#include "cli/transform/coder.h"
#include "cli/verbs.h"

static int encode_text(void *state, char *buf, size_t size, size_t *len,
                       const char *text, size_t text_len,
                       struct locus_report *report)
{
    const struct coder_state *c = state;

    return locus_encode(buf, size, len, text, text_len, c->grammar,
                        c->component, c->flags, report);
}

static int encode_name(void *state, char *buf, size_t size, size_t *len,
                       const char *text, size_t text_len,
                       struct locus_report *report)
{
    const struct coder_state *c = state;

    return locus_file_url(buf, size, len, text, text_len, c->grammar, c->flags,
                          report);
}

static int run_encode(int argc, char **argv)
{
    static const struct coder coder = {
        .verb = &verb_encode, .write_text = encode_text, .write_name = encode_name
    };

    return coder_run(&coder, argc, argv);
}

static const char *const examples[] = {
    "locus encode --part segment 'AC/DC 100%'",
    "locus encode --part query-item --plus < values.txt",
    "find . -print0 | locus encode -0 --file -g rfc3986-reference",
    NULL
};

const struct verb verb_encode = {
    .name = "encode",
    .operands = "[TEXT...]",
    .summary = "percent-encode text for a part of a URL",
    .about = "Percent-encode each TEXT, or line of standard input, for a part of a"
             " URL.\n",
    .notes = "PART: path, query, host, ..., {components}. Without it"
             " all reserved characters are encoded.\n"
             "Exit status: 0 all encoded, 1 some not, 2 usage or I/O error.\n",
    .examples = examples,
    .options = encode_uses,
    .formats = coder_formats,
    .grammar = &locus_rfc3986,
    .run = run_encode
};
