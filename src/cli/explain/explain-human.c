/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/explain/explain.h"

#include <string.h>

#include "cli/human/human.h"
#include "cli/output/output.h"

static void label(const char *name)
{
    size_t len = strlen(name);

    OUT_LITERAL("  ");
    out_string(name);
    do
        out_char(' ');
    while (++len < 10);
}

static void line(const char *name, const char *text, size_t len)
{
    label(name);
    human_text(text, len);
    out_char('\n');
}

static const char *const objects[LOCUS_OBJECT_COUNT] = {
    [LOCUS_OBJECT_RESOURCE] = "a resource",
    [LOCUS_OBJECT_FILE] = "a file",
    [LOCUS_OBJECT_DIRECTORY] = "a directory",
    [LOCUS_OBJECT_ITEM] = "a gopher item",
    [LOCUS_OBJECT_SEARCH] = "a search",
    [LOCUS_OBJECT_MAILBOX] = "a mailbox, which cannot be accessed",
    [LOCUS_OBJECT_GROUP] = "a newsgroup",
    [LOCUS_OBJECT_ALL_GROUPS] = "all newsgroups",
    [LOCUS_OBJECT_ARTICLE] = "a news article",
    [LOCUS_OBJECT_SESSION] = "an interactive session",
    [LOCUS_OBJECT_DATABASE] = "a database to search",
    [LOCUS_OBJECT_DOCUMENT] = "a document in a database",
    [LOCUS_OBJECT_LINK] = "a link that its server resolves",
};

static const char *const logins[LOCUS_LOGIN_COUNT] = {
    [LOCUS_LOGIN_ANONYMOUS] = "anonymous",
    [LOCUS_LOGIN_USER] = "as the user of the URL",
    [LOCUS_LOGIN_ADVISORY] = "the user is displayed, not sent (advisory)",
};

static void refuse(int error)
{
    line("refused", locus_strerror(error), strlen(locus_strerror(error)));
}

static void human_lines(struct explaining *run, const struct record *record,
                        const struct locus_meaning *meaning)
{
    struct locus_ftp ftp;
    size_t len;
    int result;

    if (is_of_gopher(meaning)) {
        result = gopher_line(run, record, &len);
        if (result == 0)
            line("sends", run->line, len);
        else
            refuse(result);
    }
    if (meaning->syntax != LOCUS_SYNTAX_FTP
        || !has_scheme_parts(&record->url))
        return;
    result = begin_commands(run, &ftp, record);
    if (result != 0)
        refuse(result);
    else
        while (next_command(run, &ftp, record, &len))
            line("sends", run->line, len);
}

/* The decoded name or value of a pair, if decoding changes it. */
static void human_decoded(struct explaining *run, const char *text,
                          const struct locus_piece *pair)
{
    size_t len = decode_item(run, text, pair->name);
    bool same = len == pair->name.len
             && memcmp(run->line, text + pair->name.off, len) == 0;

    if (pair->has_value) {
        len = decode_item(run, text, pair->value);
        same &= len == pair->value.len
             && memcmp(run->line, text + pair->value.off, len) == 0;
    }
    if (same)
        return;
    OUT_LITERAL("  (");
    human_text(run->line, decode_item(run, text, pair->name));
    if (pair->has_value) {
        OUT_LITERAL(" = ");
        human_text(run->line, decode_item(run, text, pair->value));
    }
    out_char(')');
}

static void human_pieces(struct explaining *run, const struct list *list,
                         const struct record *record)
{
    struct locus_pieces pieces;
    struct locus_piece piece;

    locus_pieces_begin(&pieces, list->kind,
                       locus_get(&record->url, list->part));
    while (locus_pieces_next(&piece, &pieces, record->text) == 1) {
        label(list->one);
        human_text(record->text + piece.name.off, piece.name.len);
        if (piece.has_value) {
            OUT_LITERAL(" = ");
            human_text(record->text + piece.value.off, piece.value.len);
        }
        if (list->kind == LOCUS_PIECE_PAIR)
            human_decoded(run, record->text, &piece);
        out_char('\n');
    }
}

static void human_form(const struct locus_url *url)
{
    const char *form = locus_form_name((enum locus_form)url->form);

    if (url->form != LOCUS_FORM_NONE)
        line("form", form, strlen(form));
}

/* `port` is negative if there is none. */
static void human_host(const struct record *record, int port)
{
    const struct locus_span host = record->url.part[LOCUS_HOST];

    if (host.len > 0)
        line("host", record->text + host.off, host.len);
    if (port < 0)
        return;
    label("port");
    out_number((uint64_t)port);
    out_char('\n');
}

static void human_address(const struct record *record)
{
    const int host_class = locus_host_class(&record->url, record->text);
    enum locus_embedding embedding;
    uint8_t ipv4[4];

    if (host_class < 0)
        return;
    label("address");
    out_string(locus_class_name((enum locus_class)host_class));
    if (other_ipv4(record, ipv4, &embedding)) {
        OUT_LITERAL(", IPv4 ");
        out_ipv4(ipv4);
        if (embedding != LOCUS_EMBEDDING_NONE) {
            OUT_LITERAL(" (");
            out_string(locus_embedding_name(embedding));
            out_char(')');
        }
    }
    out_char('\n');
}

static void human_meaning(struct explaining *run, const struct record *record)
{
    struct locus_meaning meaning;

    human_form(&record->url);
    if (locus_meaning_of(&meaning, &record->url, record->text,
                         &run->options.define.schemes) == 0) {
        const struct locus_span name = locus_get(&record->url,
                                                  (enum locus_part)meaning.part);

        label("means");
        out_string(objects[meaning.object]);
        if (meaning.syntax == LOCUS_SYNTAX_FILE)
            out_string(meaning.local ? ", on this machine"
                                     : ", on its host");
        out_char('\n');
        if (name.len > 0 && meaning.part != LOCUS_HOST)
            line(locus_part_name(meaning.part), record->text + name.off,
                 name.len);
        human_host(record, meaning.port);
        if (logins[meaning.login])
            line("login", logins[meaning.login],
                 strlen(logins[meaning.login]));
        if (has_type(&meaning))
            line("type", (const char *)&meaning.type, 1);
        if (meaning.plus != LOCUS_PLUS_NONE)
            line("asks for", locus_plus_name(meaning.plus),
                 strlen(locus_plus_name(meaning.plus)));
        human_lines(run, record, &meaning);
    } else {
        human_host(record, locus_port(&record->url, record->text));
    }
    human_address(record);
    for (const struct list *list = explain_lists; list->name; list++)
        if (is_told(list, &record->url, &meaning))
            human_pieces(run, list, record);
}

void explain_human(struct explaining *run, const struct record *record)
{
    if (run->any)
        out_char('\n');
    run->any = true;
    human_text(record->text, record->len);
    OUT_LITERAL("  (");
    out_string(locus_grammar_name(locus_url_grammar(&record->url)));
    OUT_LITERAL(")\n");
    if (record->url.error == 0) {
        human_meaning(run, record);
    } else {
        char sentence[URL_ERROR_SIZE];

        record_error(record, sentence);
        label("invalid");
        OUT_LITERAL("byte ");
        out_number(record->url.error_offset);
        OUT_LITERAL(": ");
        out_string(sentence);
        out_char('\n');
    }
    human_findings(record->findings);
    if (out.by_record)
        out_flush();
}
