/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/explain/explain.h"

#include <string.h>

#include "cli/output/output.h"

bool has_scheme_parts(const struct locus_url *url)
{
    return locus_grammar_traits(locus_url_grammar(url)) & LOCUS_TRAIT_SCHEME_PARTS;
}

const struct list explain_lists[] = {
    { "segments", "segment", LOCUS_PATH, LOCUS_PIECE_SEGMENT,
      LOCUS_SYNTAX_COUNT },
    { "pairs", "pair", LOCUS_QUERY, LOCUS_PIECE_PAIR, LOCUS_SYNTAX_COUNT },
    { "fields", "field", LOCUS_FIELDS, LOCUS_PIECE_PROSPERO,
      LOCUS_SYNTAX_PROSPERO },
    { "fields", "field", LOCUS_WPATH, LOCUS_PIECE_WAIS, LOCUS_SYNTAX_WAIS },
    { "plus_pieces", "Gopher+", LOCUS_PLUS, LOCUS_PIECE_GOPHER,
      LOCUS_SYNTAX_GOPHER },
    { 0 }
};

/* Whether "/" divides the path into segments, and "&" the query into pairs. With other
   schemes the path is a name without structure, or has parts of its own. */
static bool has_structure(enum locus_syntax syntax, enum locus_piece_kind kind)
{
    if (kind == LOCUS_PIECE_PAIR)
        return syntax != LOCUS_SYNTAX_WAIS;
    return kind != LOCUS_PIECE_SEGMENT
        || syntax == LOCUS_SYNTAX_GENERIC || syntax == LOCUS_SYNTAX_HTTP
        || syntax == LOCUS_SYNTAX_FTP || syntax == LOCUS_SYNTAX_FILE;
}

bool is_told(const struct list *list, const struct locus_url *url,
             const struct locus_meaning *meaning)
{
    const enum locus_syntax syntax = (enum locus_syntax)meaning->syntax;

    return locus_has(url, list->part)
        && (list->syntax == LOCUS_SYNTAX_COUNT || list->syntax == syntax)
        && has_structure(syntax, list->kind)
        && !(list->kind == LOCUS_PIECE_GOPHER
             && meaning->plus == LOCUS_PLUS_OTHER);
}

bool is_of_gopher(const struct locus_meaning *meaning)
{
    return meaning->part == LOCUS_SELECTOR;
}

bool has_type(const struct locus_meaning *meaning)
{
    return meaning->type != 0 || is_of_gopher(meaning);
}

static void grow(struct explaining *run, size_t size)
{
    run->line = mem_resize(run->line, size);
    run->line_size = size;
}

bool next_command(struct explaining *run, struct locus_ftp *ftp,
                  const struct record *record, size_t *len)
{
    int result;

    while ((result = locus_ftp_next(run->line, run->line_size, len, ftp,
                                    &record->url, record->text))
           == LOCUS_ERROR_SPACE)
        grow(run, *len);
    if (result == 1)
        *len -= 2;
    return result == 1;
}

int begin_commands(const struct explaining *run, struct locus_ftp *ftp,
                   const struct record *record)
{
    const int result = locus_ftp_begin(ftp, &record->url, record->text);

    ftp->mail = run->options.mail;
    ftp->mail_len = ftp->mail ? strlen(ftp->mail) : 0;
    return result;
}

int gopher_line(struct explaining *run, const struct record *record, size_t *len)
{
    int result;

    while ((result = locus_gopher_line(run->line, run->line_size, len,
                                       &record->url, record->text))
           == LOCUS_ERROR_SPACE)
        grow(run, *len);
    return result;
}

size_t decode_item(struct explaining *run, const char *text, struct locus_span span)
{
    const unsigned flags = run->options.plus ? LOCUS_KEEP | LOCUS_PLUS_IS_SPACE
                                             : LOCUS_KEEP;
    size_t len;

    if (run->line_size <= span.len)            /* never NULL */
        grow(run, span.len + 1);
    locus_decode(run->line, run->line_size, &len, text + span.off, span.len,
                 LOCUS_QUERY_ITEM, flags, NULL);
    return len;
}

bool other_ipv4(const struct record *record, uint8_t ipv4[4],
                enum locus_embedding *embedding)
{
    uint8_t ipv6[16];

    *embedding = LOCUS_EMBEDDING_NONE;
    if (locus_ipv6(ipv6, &record->url, record->text) == 0) {
        *embedding = locus_embedded_ipv4(ipv4, ipv6);
        return *embedding != LOCUS_EMBEDDING_NONE;
    }
    return record->url.host_kind == LOCUS_HOST_NAME
        && locus_numeric_host(ipv4, &record->url, record->text) == 0;
}

void out_ipv4(const uint8_t ipv4[4])
{
    for (int n = 0; n < 4; n++) {
        if (n > 0)
            out_char('.');
        out_number(ipv4[n]);
    }
}
