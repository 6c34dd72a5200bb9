/* SPDX-License-Identifier: MIT
 *
 * Names of files as URLs, and back. What names and paths are made of is said by
 * grammar/coding/file-names.rl.
 */
#include "coding/coding.h"
#include "common/bytes.h"
#include "grammars/grammar.h"

/* A name or the path of a URL on its way through the machine, which reads it
   piece by piece. */
struct filing {
    struct locus_writer *out;
    const unsigned char *text;
    const unsigned char *end;
    const char *separator;         /* one byte, between the pieces written */
    const char *drive;             /* what stands before "C:"; one byte or none */
    const char *drive_colon;       /* and as what its ":" is written */
    int component;                 /* what a piece is */
    int (*piece)(struct filing *f, const unsigned char *begin,
                 const unsigned char *end, int component);
    const struct locus_grammar *grammar;
    int colon;                     /* one in a relative name's first segment */
    struct locus_report *report;
    int error;
};

static void put_piece(struct filing *f, const unsigned char *begin,
                      const unsigned char *end, int component)
{
    if (f->error == 0)
        f->error = f->piece(f, begin, end, component);
}

/* Returns 0, or LOCUS_ERROR_NAME where the text is not of that kind, or what a
   piece failed of. */
#define MACHINE(name) \
    static int name##_run(struct filing *f, int cs)
#define MACHINE_BEGIN(name) \
    const int first_final = name##_first_final; \
    const unsigned char *p = f->text; \
    const unsigned char *const pe = f->end; \
    const unsigned char *const eof = pe; \
    const unsigned char *begin = p; \
    (void)name##_start; \
    f->out->len = 0; \
    f->colon = 0; \
    f->error = 0;
#define MACHINE_END \
    if (cs < first_final) { \
        f->report->offset = (size_t)(p - f->text); \
        return LOCUS_ERROR_NAME; \
    } \
    put_piece(f, begin, p, f->component); \
    return f->error;

#define BEGIN_HERE begin = p;
#define SEPARATOR \
    put_piece(f, begin, p, f->component); \
    locus_put(f->out, f->separator, 1); \
    begin = p + 1;
#define ROOT \
    locus_put(f->out, f->separator, 1); \
    begin = p;
#define LETTER \
    locus_put(f->out, f->drive, *f->drive ? 1 : 0); \
    put_piece(f, begin, p, f->component);
#define DRIVE \
    locus_put(f->out, f->drive_colon, *f->drive_colon == '%' ? 3 : 1); \
    begin = p + 1;
#define HOST_END \
    put_piece(f, begin, p, LOCUS_HOST); \
    begin = p;
#define COLON f->colon = 1;

#include "file-names.h"

static int is_word(const unsigned char *begin, const unsigned char *end,
                   enum locus_keyword word)
{
    return locus_is_keyword((const char *)begin, (size_t)(end - begin), word);
}

/* ------------------------------------------------------------------------
 * A name as a URL
 * ------------------------------------------------------------------------ */

static int encode_piece(struct filing *f, const unsigned char *begin,
                        const unsigned char *end, int component)
{
    size_t offset;
    int error;

    /* As a host it would be this very machine: RFC 8089, appendix E.3.2. */
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
    if (!is_built_in(grammar))
        return LOCUS_ERROR_GRAMMAR;
    if (flags & ~(unsigned)LOCUS_WINDOWS)
        return LOCUS_ERROR_ARGUMENT;

    LOCUS_PUT_LITERAL(&all, "file://");
    out = locus_rest(&all);
    result = file_names_run(&f, windows ? file_names_en_windows : file_names_en_posix);
    if (result == LOCUS_ERROR_NAME && has_trait(grammar, LOCUS_TRAIT_REFERENCE)) {
        const int entry = windows ? file_names_en_windows_relative
                                  : file_names_en_relative;
        const size_t absolute = f.report->offset;

        /* Once to see whether it has a ":". */
        out = all = (struct locus_writer){ buf, size, 0 };
        result = file_names_run(&f, entry);
        if (result == 0 && f.colon) {
            LOCUS_PUT_LITERAL(&all, "./");
            out = locus_rest(&all);
            result = file_names_run(&f, entry);
        }
        /* Of the two readings, the error is that of the one that goes further. */
        if (result == LOCUS_ERROR_NAME && f.report->offset < absolute)
            f.report->offset = absolute;
    }
    if (result != 0)
        return result;
    f.report->offset = 0;
    all.len += out.len;
    return locus_put_end(&all, len);
}

/* ------------------------------------------------------------------------
 * And back
 * ------------------------------------------------------------------------ */

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

/* Takes up a part of the URL. */
static void take(struct filing *f, const struct locus_url *url,
                 const char *text, enum locus_part part)
{
    const struct locus_span span = locus_get(url, part);

    f->text = bytes_of(span.len > 0 ? text + span.off : text, span.len);
    f->end = f->text + span.len;
    f->report->part = (int)part;
    f->report->offset = 0;
}

/* All but the path: 0 and, if the host is to be part of the name, its
   beginning in `all`. */
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

/* The path, as one of the kinds that it may be. */
static int name_path(struct filing *f, const int *entries)
{
    const uint32_t found = f->report->found;
    int result = LOCUS_ERROR_NAME;

    for (; *entries && result == LOCUS_ERROR_NAME; entries++) {
        f->report->found = found;
        result = file_names_run(f, *entries);
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
    const int posix[] = { file_names_en_posix, relative ? file_names_en_relative_path : 0,
                          0 };
    const int old = url_has_trait(url, TRAIT_DRIVE_ESCAPED);
    const int drive[] = { old ? file_names_en_old_drive_path : file_names_en_drive_path,
                          old ? file_names_en_old_root_path : file_names_en_root_path,
                          file_names_en_unc_path,
                          relative ? file_names_en_relative_path
                                   : file_names_en_local_path, 0 };
    const int share[] = { file_names_en_share_path, 0 };
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
