/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/transform/redaction.h"

#include <stdlib.h>
#include <string.h>

/* URLs that together have every place where a mask can be written, for the key "k". */
static const char *const samples[] = {
    "ftp://u:p@h/", "http://h/?k=v", "http://u:p@h/?k=v",
};

/* Ends the command if the mask is not allowed in a URL of the grammar. */
static void check_mask(const struct redaction *r, const struct transform *t)
{
    static const struct locus_slice key = { "k", 1 };
    struct locus_redaction what = r->what;
    struct locus_report report;
    struct locus_url url;
    size_t len;

    what.keys = &key;
    what.key_count = 1;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const size_t size = strlen(samples[i]) + 3 * what.mask.len;
        char *const buf = mem_resize(NULL, size);
        int error;

        if (locus_parse(&url, samples[i], strlen(samples[i]), t->options->grammar) != 0)
            error = 0;
        else
            error = locus_redact(buf, size, &len, &url, samples[i], &what, &report);
        free(buf);
        if (error != 0)
            usage_error(t->operands->verb, "--mask: '%s' cannot replace a %s:"
                        " byte %zu: %s", what.mask.text,
                        report.part == LOCUS_QUERY ? "value"
                        : report.part == LOCUS_USER ? "user" : "password",
                        report.offset, locus_strerror(error));
    }
}

/* Redacts the output of the other transformation, which is in inner.buf. */
static int write_inner(struct transform *inner, size_t *len, const char *text,
                       size_t text_len, struct locus_report *report)
{
    int result;

    *len = 0;
    do {
        if (*len > inner->size) {
            inner->size = *len * 2;
            inner->buf = mem_resize(inner->buf, inner->size);
        }
        result = inner->write(inner->state, inner->buf, inner->size, len, text, text_len,
                              report);
    } while (result == LOCUS_ERROR_SPACE);
    return result;
}

static int write_redacted(void *state, char *buf, size_t size, size_t *len,
                          const char *text, size_t text_len, struct locus_report *report)
{
    struct redaction *r = state;
    struct transform *inner = &r->inner;
    struct locus_url url;
    size_t inner_len;
    int result = write_inner(inner, &inner_len, text, text_len, report);

    *len = 0;
    if (result == 0)
        result = transform_parse(&url, inner->buf, inner_len, inner->options->grammar,
                                 report);
    if (result != 0)
        return result;
    return locus_redact(buf, size, len, &url, inner->buf, &r->what, report);
}

void redaction_begin(struct redaction *r, struct transform *t,
                     const struct redaction_options *options)
{
    const char *const mask = options->mask ? options->mask : MASK;

    memset(r, 0, sizeof *r);
    if (!options->redact && (options->mask || options->keys.count > 0))
        usage_error(t->operands->verb, "--keys and --mask require --redact");
    if (!options->redact)
        return;
    r->what.mask = (struct locus_slice){ mask, strlen(mask) };
    r->what.keys = options->keys.key;
    r->what.key_count = options->keys.count;
    r->what.flags = options->plus ? LOCUS_PLUS_IS_SPACE : 0;
    check_mask(r, t);
    r->inner = *t;
    t->write = write_redacted;
    t->state = r;
    t->hides = true;
}

void redaction_end(struct redaction *r, const struct redaction_options *options)
{
    free(r->inner.buf);
    free(options->keys.key);
}
