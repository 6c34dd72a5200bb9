/* SPDX-License-Identifier: MIT
 *
 * Converts a URL to the name of the file that it identifies.
 */
#include "coding/files/read-file-name.h"
#include "common/bytes.h"
#include "common/report.h"
#include "grammars/support/grammar.h"

static int decode_piece(struct filing *f, const unsigned char *begin,
                        const unsigned char *end, int component)
{
    struct locus_report report = { 0, -1, 0 };
    const int error = locus_decode_to(f->out, (const char *)begin,
                                      (size_t)(end - begin), component,
                                      LOCUS_KEEP, &report);

    if ((f->report->found == 0 && report.found != 0) || error != 0)
        f->report->offset = (size_t)(begin - f->text) + report.offset;
    f->report->found |= report.found;
    return error;
}

/* Makes a part of the URL the text to be read. */
static void take(struct filing *f, const struct locus_url *url,
                 const char *text, enum locus_part part)
{
    const struct locus_span span = locus_get(url, part);

    f->text = bytes_of(span.len > 0 ? text + span.off : text, span.len);
    f->end = f->text + span.len;
    f->report->part = (int)part;
    f->report->offset = 0;
}

/* Checks every part but the path. Returns 0 or an error. If the host belongs to the
   name, writes the beginning of the name to `all`. */
static int name_host(struct filing *f, struct locus_writer *all,
                     const struct locus_url *url, const char *text,
                     int windows)
{
    const uint32_t wanted = 1u << LOCUS_SCHEME | 1u << LOCUS_HOST
                          | 1u << LOCUS_PATH;
    int result = 0;

    for (int i = 0; i < LOCUS_PART_COUNT; i++)
        if (url->present & ~wanted & 1u << i) {
            take(f, url, text, (enum locus_part)i);
            return LOCUS_ERROR_NAME;
        }
    if (locus_has(url, LOCUS_SCHEME)) {
        take(f, url, text, LOCUS_SCHEME);
        if (!is_word(f->text, f->end, LOCUS_KEYWORD_FILE))
            return LOCUS_ERROR_NAME;
    }
    if (!locus_has(url, LOCUS_HOST))
        return 0;
    take(f, url, text, LOCUS_HOST);
    if (!locus_has(url, LOCUS_SCHEME))
        return LOCUS_ERROR_NAME;
    if (f->text == f->end || is_word(f->text, f->end, LOCUS_KEYWORD_LOCALHOST))
        return 0;
    if (!windows || is_word(f->text, f->end, LOCUS_KEYWORD_DOT))
        return LOCUS_ERROR_NAME;
    LOCUS_PUT_LITERAL(all, "\\\\");
    *f->out = locus_rest(all);
    result = decode_piece(f, f->text, f->end, LOCUS_HOST);
    all->len += f->out->len;
    return result;
}

/* Reads the path as the first of these kinds that it matches. */
static int name_path(struct filing *f, const enum locus_file_name_kind *kinds)
{
    const uint32_t found = f->report->found;
    int result = LOCUS_ERROR_NAME;

    for (; *kinds && result == LOCUS_ERROR_NAME; kinds++) {
        f->report->found = found;
        result = locus_read_file_name(f, *kinds);
    }
    if (result == LOCUS_ERROR_NAME)
        f->report->offset = 0;
    return result;
}

int locus_file_name(char *buf, size_t size, size_t *len,
                    const struct locus_url *url, const char *text,
                    unsigned flags, struct locus_report *report)
{
    const int windows = (flags & LOCUS_WINDOWS) != 0;
    const int relative = !locus_has(url, LOCUS_SCHEME);
    const int old = url_has_trait(url, TRAIT_DRIVE_ESCAPED);
    const enum locus_file_name_kind posix[] = {
        FILE_NAME_POSIX, relative ? FILE_NAME_RELATIVE : FILE_NAME_NONE, FILE_NAME_NONE
    };
    const enum locus_file_name_kind drive[] = {
        old ? FILE_NAME_OLD_DRIVE_PATH : FILE_NAME_DRIVE_PATH,
        old ? FILE_NAME_OLD_ROOT_PATH : FILE_NAME_ROOT_PATH,
        FILE_NAME_UNC_PATH,
        relative ? FILE_NAME_RELATIVE_PATH : FILE_NAME_LOCAL_PATH,
        FILE_NAME_NONE
    };
    const enum locus_file_name_kind share[] = { FILE_NAME_SHARE_PATH, FILE_NAME_NONE };
    struct locus_writer all = { buf, size, 0 };
    struct locus_writer out;
    struct locus_report unwanted;
    struct filing f = {
        .out = &out,
        .separator = windows ? "\\" : "/",
        .drive = "",
        .drive_colon = ":",
        .component = !windows ? LOCUS_POSIX_PIECE
                   : old ? LOCUS_WINDOWS_PIECE_1630 : LOCUS_WINDOWS_PIECE,
        .piece = decode_piece,
    };
    int result;

    f.report = locus_report_begin(report, &unwanted);
    *len = 0;
    if (url_has_trait(url, TRAIT_NO_FILES))
        return LOCUS_ERROR_GRAMMAR;
    if (flags & ~(unsigned)LOCUS_WINDOWS)
        return LOCUS_ERROR_ARGUMENT;
    result = name_host(&f, &all, url, text, windows);
    if (result != 0)
        return result;
    take(&f, url, text, LOCUS_PATH);
    out = locus_rest(&all);
    result = name_path(&f, !windows ? posix : all.len > 0 ? share : drive);
    if (result != 0)
        return result;
    if (f.report->found == 0) {
        f.report->part = -1;
        f.report->offset = 0;
    }
    all.len += out.len;
    return locus_put_end(&all, len);
}
