/* SPDX-License-Identifier: MIT
 *
 * locus encode, locus decode: text that is to stand in a URL, or has stood
 * there; and names of files.
 */
#include "cli.h"

#include <string.h>

#include "options.h"
#include "transform.h"

/* What the options came to. */
struct coding {
    const struct locus_grammar *grammar;
    int component;
    unsigned flags;
};

static int encode_text(void *state, char *buf, size_t size, size_t *len,
                       const char *text, size_t text_len,
                       struct locus_report *report)
{
    const struct coding *c = state;

    return locus_encode(buf, size, len, text, text_len, c->grammar,
                        c->component, c->flags, report);
}

static int decode_text(void *state, char *buf, size_t size, size_t *len,
                       const char *text, size_t text_len,
                       struct locus_report *report)
{
    const struct coding *c = state;

    return locus_decode(buf, size, len, text, text_len, c->component,
                        c->flags, report);
}

static int encode_name(void *state, char *buf, size_t size, size_t *len,
                       const char *text, size_t text_len,
                       struct locus_report *report)
{
    const struct coding *c = state;

    return locus_file_url(buf, size, len, text, text_len, c->grammar, c->flags,
                          report);
}

static int decode_name(void *state, char *buf, size_t size, size_t *len,
                       const char *text, size_t text_len,
                       struct locus_report *report)
{
    const struct coding *c = state;
    struct locus_url url;

    *len = 0;
    if (locus_parse(&url, text, text_len, c->grammar) != 0) {
        *report = (struct locus_report){ 0, -1, url.error_offset };
        return url.error;
    }
    return locus_file_name(buf, size, len, &url, text, c->flags, report);
}

/* What the functions say of the options, before there is an item. */
static void check_options(const char *verb, const struct options *options,
                          const struct transform *t)
{
    const struct coding *c = t->state;
    const char *grammar = locus_grammar_name(c->grammar);
    struct locus_report report;
    size_t len;

    if (options->file
        && (options->component >= 0 || options->keep || options->plus))
        usage_error(verb, "--file excludes --part, --keep and --plus");
    if (options->windows && !options->file)
        usage_error(verb, "--windows is for --file");
    switch (t->write(t->state, NULL, 0, &len, "", 0, &report)) {
    case LOCUS_ERROR_PART:
        usage_error(verb, "the grammar '%s' has no part '%s' (rfc1738 may: -g)",
                    grammar, component_name(c->component));
    case LOCUS_ERROR_ARGUMENT:
        usage_error(verb, "--plus is for --part query and query-item, and for"
                    " no --part");
    default:
        break;
    }
}

static int run(int argc, char **argv, bool decode)
{
    struct options options;
    struct coding coding;
    struct transform t = { .options = &options, .state = &coding };
    int status;

    options_encode(&options, argc, argv);
    options.finds = decode;
    coding.grammar = options.grammar;
    coding.component = options.component < 0 ? (int)LOCUS_ANY
                                             : options.component;
    coding.flags = 0;
    if (options.file) {
        t.write = decode ? decode_name : encode_name;
        coding.flags = options.windows ? LOCUS_WINDOWS : 0;
    } else {
        t.write = decode ? decode_text : encode_text;
        if (options.keep)
            coding.flags |= LOCUS_KEEP;
        if (options.plus)
            coding.flags |= LOCUS_PLUS_IS_SPACE;
    }
    check_options(argv[0], &options, &t);
    status = transform_all(&t);
    options_free(&options);
    return status;
}

int verb_encode(int argc, char **argv)
{
    return run(argc, argv, false);
}

int verb_decode(int argc, char **argv)
{
    return run(argc, argv, true);
}
