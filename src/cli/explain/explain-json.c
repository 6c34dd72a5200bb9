/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/explain/explain.h"

#include <string.h>

#include "cli/output/json-string.h"
#include "cli/output/output.h"
#include "cli/writers/writers.h"

static void key(const char *name)
{
    OUT_LITERAL(",\"");
    out_string(name);
    OUT_LITERAL("\":");
}

static void word(const char *name, const char *value)
{
    key(name);
    out_char('"');
    out_string(value);
    out_char('"');
}

/* `run` is NULL if the text must not be decoded. */
static bool json_span(struct explaining *run, const char *text, struct locus_span span)
{
    bool exact = true;

    OUT_LITERAL("{\"off\":");
    out_number(span.off);
    OUT_LITERAL(",\"len\":");
    out_number(span.len);
    OUT_LITERAL(",\"text\":");
    json_string(text + span.off, span.len);
    if (run) {
        const size_t len = decode_item(run, text, span);

        OUT_LITERAL(",\"decoded\":");
        exact = json_string(run->line, len);
    }
    out_char('}');
    return exact;
}

static bool json_piece(struct explaining *run, const struct list *list,
                       const struct locus_piece *piece, const char *text)
{
    bool exact;

    if (list->kind == LOCUS_PIECE_SEGMENT)
        return json_span(NULL, text, piece->text);
    if (list->kind != LOCUS_PIECE_PAIR)
        run = NULL;
    OUT_LITERAL("{\"name\":");
    exact = json_span(run, text, piece->name);
    OUT_LITERAL(",\"value\":");
    if (piece->has_value)
        exact &= json_span(run, text, piece->value);
    else
        OUT_LITERAL("null");
    out_char('}');
    return exact;
}

static bool json_list(struct explaining *run, const struct list *list,
                      const struct record *record)
{
    struct locus_pieces pieces;
    struct locus_piece piece;
    bool first = true;
    bool exact = true;

    key(list->name);
    out_char('[');
    locus_pieces_begin(&pieces, list->kind,
                       locus_get(&record->url, list->part));
    while (locus_pieces_next(&piece, &pieces, record->text) == 1) {
        if (!first)
            out_char(',');
        first = false;
        exact &= json_piece(run, list, &piece, record->text);
    }
    out_char(']');
    return exact;
}

static void json_refusal(int error)
{
    OUT_LITERAL("{\"error\":{\"code\":\"");
    out_string(locus_error_name(error));
    OUT_LITERAL("\",\"message\":");
    json_string(locus_strerror(error), strlen(locus_strerror(error)));
    OUT_LITERAL("}}");
}

static bool json_commands(struct explaining *run, const struct record *record)
{
    struct locus_ftp ftp;
    size_t len;
    bool first = true;
    bool exact = true;
    const int result = begin_commands(run, &ftp, record);

    key("commands");
    if (result != 0) {
        json_refusal(result);
        return true;
    }
    out_char('[');
    while (next_command(run, &ftp, record, &len)) {
        if (!first)
            out_char(',');
        first = false;
        exact &= json_string(run->line, len);
    }
    out_char(']');
    return exact;
}

static bool json_gopher(struct explaining *run, const struct record *record)
{
    size_t len;
    const int result = gopher_line(run, record, &len);

    key("sends");
    if (result == 0)
        return json_string(run->line, len);
    json_refusal(result);
    return true;
}

static void json_address(const struct record *record)
{
    const int host_class = locus_host_class(&record->url, record->text);
    enum locus_embedding embedding;
    uint8_t ipv4[4];

    if (host_class < 0)
        return;
    word("address_class", locus_class_name((enum locus_class)host_class));
    if (!other_ipv4(record, ipv4, &embedding))
        return;
    key("ipv4");
    out_char('"');
    out_ipv4(ipv4);
    out_char('"');
    if (embedding != LOCUS_EMBEDDING_NONE)
        word("embedding", locus_embedding_name(embedding));
}

/* `port` is negative if there is none. */
static void json_port(int port)
{
    key("port");
    if (port >= 0)
        out_number((uint64_t)port);
    else
        OUT_LITERAL("null");
}

static void json_host(const struct record *record)
{
    const struct locus_span host = record->url.part[LOCUS_HOST];

    if (!locus_has(&record->url, LOCUS_HOST))
        return;
    key("host");
    json_string(record->text + host.off, host.len);
}

static bool json_meaning(struct explaining *run, const struct record *record)
{
    const struct locus_span scheme = record->url.part[LOCUS_SCHEME];
    struct locus_meaning meaning;
    bool exact = true;

    if (locus_meaning_of(&meaning, &record->url, record->text,
                         &run->options.define.schemes) != 0)
        meaning.syntax = LOCUS_SYNTAX_GENERIC;
    if (locus_has(&record->url, LOCUS_SCHEME)) {
        key("scheme");
        json_string(record->text + scheme.off, scheme.len);
        word("syntax", locus_syntax_name(meaning.syntax));
        word("object", locus_object_name(meaning.object));
        word("named_by", locus_part_name(meaning.part));
        word("login", locus_login_name(meaning.login));
        json_host(record);
        json_port(meaning.port);
    } else if (locus_has(&record->url, LOCUS_HOST)) {
        json_host(record);
        json_port(locus_port(&record->url, record->text));
    }
    json_address(record);
    if (has_type(&meaning)) {
        key("type");
        exact &= json_string((const char *)&meaning.type, 1);
    }
    if (meaning.syntax == LOCUS_SYNTAX_FILE)
        word("host_is", meaning.local ? "local" : "named");
    if (meaning.plus != LOCUS_PLUS_NONE)
        word("plus", locus_plus_name(meaning.plus));
    if (is_of_gopher(&meaning))
        exact &= json_gopher(run, record);
    if (meaning.syntax == LOCUS_SYNTAX_FTP && has_scheme_parts(&record->url))
        exact &= json_commands(run, record);
    for (const struct list *list = explain_lists; list->name; list++)
        if (is_told(list, &record->url, &meaning))
            exact &= json_list(run, list, record);
    return exact;
}

static void json_findings(uint64_t findings)
{
    bool first = true;

    key("findings");
    out_char('[');
    for (int f = 0; f < LOCUS_FINDING_COUNT; f++) {
        const char *sentence = locus_finding_sentence((enum locus_finding)f);

        if (!(findings >> f & 1))
            continue;
        if (!first)
            out_char(',');
        first = false;
        OUT_LITERAL("{\"name\":\"");
        out_string(locus_finding_name((enum locus_finding)f));
        OUT_LITERAL("\",\"message\":");
        json_string(sentence, strlen(sentence));
        out_char('}');
    }
    out_char(']');
}

void explain_json(struct explaining *run, const struct record *record)
{
    bool exact;

    OUT_LITERAL("{\"input\":");
    exact = json_string(record->text, record->len);
    word("grammar", locus_grammar_name(locus_url_grammar(&record->url)));
    write_json_form(&record->url);
    if (record->url.error == 0) {
        OUT_LITERAL(",\"valid\":true");
        exact &= json_meaning(run, record);
    } else {
        OUT_LITERAL(",\"valid\":false");
        write_json_error(record);
    }
    json_findings(record->findings);
    if (!exact)
        OUT_LITERAL(",\"lossy\":true");
    out_char('}');
    out_end_record();
}
