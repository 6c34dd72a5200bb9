/* SPDX-License-Identifier: MIT
 *
 * locus encode, locus decode: text that is to stand in a URL, or has stood
 * there; and names of files.
 */
#include "cli/cli.h"

#include <string.h>

#include "cli/options/arguments.h"
#include "cli/transform/transform.h"

struct encode_options {
    struct transform_options common;
    int  part;                    /* a component, or -1 */
    bool keep;
    bool plus;
    bool file;
    bool windows;
    bool print0;
};

static const struct option_use uses[] = {
    TAKES(struct encode_options, part),
    TAKES_AS(struct encode_options, common.grammar, grammar),
    TAKES(struct encode_options, keep),
    TAKES(struct encode_options, plus),
    TAKES(struct encode_options, file),
    TAKES(struct encode_options, windows),
    TAKES_AS(struct encode_options, common.format, output),
    TAKES_AS(struct encode_options, common.null, null),
    TAKES(struct encode_options, print0),
    TAKES_AS(struct encode_options, common.line_buffered, line_buffered),
    TAKES_HELP
};

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
static void check_options(const char *verb, const struct encode_options *options,
                          const struct transform *t)
{
    const struct coding *c = t->state;
    const char *grammar = locus_grammar_name(c->grammar);
    struct locus_report report;
    size_t len;

    if (options->file
        && (options->part >= 0 || options->keep || options->plus))
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

static int run(const struct verb *verb, int argc, char **argv)
{
    const bool decode = verb == &verb_decode;
    struct encode_options options = { .part = -1 };
    struct operands operands;
    struct coding coding = { .flags = 0 };
    struct transform t = {
        .options = &options.common, .operands = &operands, .state = &coding,
        .finds = decode
    };

    options_read(verb, &options, &operands, argc, argv);
    /* Escapes are undone without a grammar, except in URLs of files. */
    if (!decode || options.file)
        need_grammar(verb, options.common.grammar);
    if (options.print0 && options.common.format == FORMAT_JSON)
        usage_error(verb->name, "--print0 is not for json");
    t.component = options.part;
    t.print0 = options.print0;
    coding.grammar = options.common.grammar;
    coding.component = options.part < 0 ? (int)LOCUS_ANY : options.part;
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
    check_options(verb->name, &options, &t);
    return transform_all(&t);
}

static int run_encode(int argc, char **argv)
{
    return run(&verb_encode, argc, argv);
}

static int run_decode(int argc, char **argv)
{
    return run(&verb_decode, argc, argv);
}

static const struct word formats[] = {
    { "text", FORMAT_URL, "default" },
    { "json", FORMAT_JSON, NULL },
    { NULL, 0, NULL }
};

static const char *const encode_examples[] = {
    "locus encode --part segment 'AC/DC 100%'",
    "locus encode --part query-item --plus < values.txt",
    "find . -print0 | locus encode -0 --file -g rfc3986-reference",
    NULL
};

const struct verb verb_encode = {
    .name = "encode",
    .operands = "[TEXT...]",
    .summary = "escape what a part of a URL cannot hold",
    .about = "Escape in each TEXT, or line of standard input, what a part cannot hold.\n",
    .notes = "PART: path, query, host, ..., segment, query-item, userinfo. Without it\n"
             "all that is reserved is escaped.\n"
             "Exit status: 0 all of them can stand there, 1 some not, 2 usage or I/O"
             " error.\n",
    .examples = encode_examples,
    .options = uses,
    .formats = formats,
    .grammar = &locus_rfc3986,
    .run = run_encode
};

static const char *const decode_examples[] = {
    "locus decode --part query --plus 'q=caf%C3%A9+au+lait'",
    "locus decode -o json < paths.txt | jq .found",
    "locus decode --file --print0 < urls.txt | xargs -0 ls -l",
    NULL
};

const struct verb verb_decode = {
    .name = "decode",
    .operands = "[TEXT...]",
    .summary = "undo escapes, and say what came to light",
    .about = "Undo the escapes in each TEXT, or line of standard input. Standard error"
             " says\nwhat they hid: controls, NUL, CR, LF, delimiters, what is not"
             " UTF-8.\n",
    .notes = "PART: path, query, host, ..., segment, query-item, userinfo.\n"
             "Exit status: 0 all of them decoded, 1 some not, 2 usage or I/O error.\n",
    .examples = decode_examples,
    .options = uses,
    .formats = formats,
    .grammar = &locus_rfc3986,
    .run = run_decode
};
