/* SPDX-License-Identifier: MIT
 *
 * locus decode: decodes text from a URL; with --file, converts file URLs to file names.
 */
#include "cli/cli.h"

#include "cli/transform/coder.h"
#include "cli/transform/transform.h"
#include "cli/verbs.h"

static int decode_text(void *state, char *buf, size_t size, size_t *len,
                       const char *text, size_t text_len,
                       struct locus_report *report)
{
    const struct coder_state *c = state;

    return locus_decode(buf, size, len, text, text_len, c->component,
                        c->flags, report);
}

static int decode_name(void *state, char *buf, size_t size, size_t *len,
                       const char *text, size_t text_len,
                       struct locus_report *report)
{
    const struct coder_state *c = state;
    struct locus_url url;

    *len = 0;
    if (transform_parse(&url, text, text_len, c->grammar, report) != 0)
        return url.error;
    return locus_file_name(buf, size, len, &url, text, c->flags, report);
}

static int run_decode(int argc, char **argv)
{
    static const struct coder coder = {
        .verb = &verb_decode, .write_text = decode_text, .write_name = decode_name,
        .decodes = true
    };

    return coder_run(&coder, argc, argv);
}

static const char *const examples[] = {
    "locus decode --part query --plus 'q=caf%C3%A9+au+lait'",
    "locus decode -o json < paths.txt | jq .found",
    "locus decode --file --print0 < urls.txt | xargs -0 ls -l",
    NULL
};

const struct verb verb_decode = {
    .name = "decode",
    .operands = "[TEXT...]",
    .summary = "percent-decode, and report what was hidden",
    .about = "Percent-decode each TEXT, or line of standard input. Controls, NUL, CR, LF,"
             "\ndelimiters and invalid UTF-8 that were encoded are reported on standard"
             " error.\n",
    .notes = "PART: path, query, host, ..., {components}.\n"
             "Exit status: 0 all decoded, 1 some not, 2 usage or I/O error.\n",
    .examples = examples,
    .options = decode_uses,
    .formats = coder_formats,
    .grammar = &locus_rfc3986,
    .run = run_decode
};
