/* SPDX-License-Identifier: MIT
 *
 * Converts the name of a file to a URL.
 */
#include "coding/files/read-file-name.h"
#include "common/bytes.h"
#include "common/report.h"
#include "grammars/support/grammar.h"

static int encode_piece(struct filing *f, const unsigned char *begin,
                        const unsigned char *end, int component)
{
    size_t offset;
    int error;

    /* As a host, "localhost" would mean this machine: RFC 8089, appendix E.3.2. */
    if (component == LOCUS_HOST && is_word(begin, end, LOCUS_KEYWORD_LOCALHOST))
        LOCUS_PUT_LITERAL(f->out, "//");
    error = locus_encode_to(f->out, (const char *)begin,
                            (size_t)(end - begin), f->grammar, component, 0,
                            &offset);
    if (error != 0)
        f->report->offset = (size_t)(begin - f->text) + offset;
    return error;
}

int locus_file_url(char *buf, size_t size, size_t *len, const char *name,
                   size_t name_len, const struct locus_grammar *grammar, unsigned flags,
                   struct locus_report *report)
{
    const int windows = (flags & LOCUS_WINDOWS) != 0;
    struct locus_writer all = { buf, size, 0 };
    struct locus_writer out;
    struct locus_report unwanted;
    struct filing f = {
        .out = &out,
        .text = bytes_of(name, name_len),
        .separator = "/",
        .drive = "/",
        .drive_colon = has_trait(grammar, TRAIT_DRIVE_ESCAPED) ? "%3A" : ":",
        .component = windows ? LOCUS_SEGMENT : LOCUS_PATH,
        .piece = encode_piece,
        .grammar = grammar,
    };
    int result;

    f.report = locus_report_begin(report, &unwanted);
    f.end = f.text + name_len;
    *len = 0;
    if (!is_built_in(grammar) || has_trait(grammar, TRAIT_NO_FILES))
        return LOCUS_ERROR_GRAMMAR;
    if (flags & ~(unsigned)LOCUS_WINDOWS)
        return LOCUS_ERROR_ARGUMENT;

    LOCUS_PUT_LITERAL(&all, "file://");
    out = locus_rest(&all);
    result = locus_read_file_name(&f, windows ? FILE_NAME_WINDOWS : FILE_NAME_POSIX);
    if (result == LOCUS_ERROR_NAME && has_trait(grammar, LOCUS_TRAIT_REFERENCE)) {
        const enum locus_file_name_kind kind =
            windows ? FILE_NAME_WINDOWS_RELATIVE : FILE_NAME_RELATIVE;
        const size_t absolute = f.report->offset;

        /* The first pass finds whether the first segment contains a ":". */
        out = all = (struct locus_writer){ buf, size, 0 };
        result = locus_read_file_name(&f, kind);
        if (result == 0 && f.colon) {
            LOCUS_PUT_LITERAL(&all, "./");
            out = locus_rest(&all);
            result = locus_read_file_name(&f, kind);
        }
        /* Report the error of the reading that got further. */
        if (result == LOCUS_ERROR_NAME && f.report->offset < absolute)
            f.report->offset = absolute;
    }
    if (result != 0)
        return result;
    f.report->offset = 0;
    all.len += out.len;
    return locus_put_end(&all, len);
}
