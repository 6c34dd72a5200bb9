/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/explain/explain.h"

#include <string.h>

#include "cli/output/json-values.h"
#include "cli/output/output.h"
#include "cli/writers/writers.h"

static void json_part(struct json *json, const char *key, const char *text,
                      struct locus_span span)
{
    json_key(json, key);
    json_value(json, text + span.off, span.len);
}

/* `run` is NULL if the text must not be decoded. */
static void json_span(struct json *json, struct explaining *run, const char *text,
                      struct locus_span span)
{
    json_open(json, '{');
    JSON_KEY(json, "off");
    json_number(json, span.off);
    JSON_KEY(json, "len");
    json_number(json, span.len);
    json_part(json, "text", text, span);
    if (run) {
        const size_t len = decode_item(run, text, span);

        JSON_KEY(json, "decoded");
        json_value(json, run->line, len);
    }
    json_close(json, '}');
}

static void json_piece(struct json *json, struct explaining *run, const struct list *list,
                       const struct locus_piece *piece, const char *text)
{
    if (list->kind == LOCUS_PIECE_SEGMENT) {
        json_span(json, NULL, text, piece->text);
        return;
    }
    if (list->kind != LOCUS_PIECE_PAIR)
        run = NULL;
    json_open(json, '{');
    JSON_KEY(json, "name");
    json_span(json, run, text, piece->name);
    JSON_KEY(json, "value");
    if (piece->has_value)
        json_span(json, run, text, piece->value);
    else
        JSON_LITERAL(json, "null");
    json_close(json, '}');
}

static void json_list(struct json *json, struct explaining *run, const struct list *list,
                      const struct record *record)
{
    struct locus_pieces pieces;
    struct locus_piece piece;

    json_key(json, list->name);
    json_open(json, '[');
    locus_pieces_begin(&pieces, list->kind,
                       locus_get(&record->url, list->part));
    while (locus_pieces_next(&piece, &pieces, record->text) == 1)
        json_piece(json, run, list, &piece, record->text);
    json_close(json, ']');
}

static void json_refusal(struct json *json, int error)
{
    json_open(json, '{');
    JSON_KEY(json, "error");
    json_open(json, '{');
    JSON_KEY(json, "code");
    json_name(json, locus_error_name(error));
    JSON_KEY(json, "message");
    json_sentence(json, locus_strerror(error));
    json_close(json, '}');
    json_close(json, '}');
}

static void json_commands(struct json *json, struct explaining *run,
                          const struct record *record)
{
    struct locus_ftp ftp;
    size_t len;
    const int result = begin_commands(run, &ftp, record);

    JSON_KEY(json, "commands");
    if (result != 0) {
        json_refusal(json, result);
        return;
    }
    json_open(json, '[');
    while (next_command(run, &ftp, record, &len))
        json_value(json, run->line, len);
    json_close(json, ']');
}

static void json_gopher(struct json *json, struct explaining *run,
                        const struct record *record)
{
    size_t len;
    const int result = gopher_line(run, record, &len);

    JSON_KEY(json, "sends");
    if (result == 0)
        json_value(json, run->line, len);
    else
        json_refusal(json, result);
}

static void json_address(struct json *json, const struct record *record)
{
    const int host_class = locus_host_class(&record->url, record->text);
    enum locus_embedding embedding;
    uint8_t ipv4[4];

    if (host_class < 0)
        return;
    JSON_KEY(json, "address_class");
    json_name(json, locus_class_name((enum locus_class)host_class));
    if (!other_ipv4(record, ipv4, &embedding))
        return;
    JSON_KEY(json, "ipv4");
    json_separate(json);
    out_char('"');
    out_ipv4(ipv4);
    out_char('"');
    if (embedding != LOCUS_EMBEDDING_NONE) {
        JSON_KEY(json, "embedding");
        json_name(json, locus_embedding_name(embedding));
    }
}

/* `port` is negative if there is none. */
static void json_port(struct json *json, int port)
{
    JSON_KEY(json, "port");
    if (port >= 0)
        json_number(json, (uint64_t)port);
    else
        JSON_LITERAL(json, "null");
}

static void json_host(struct json *json, const struct record *record)
{
    if (locus_has(&record->url, LOCUS_HOST))
        json_part(json, "host", record->text, record->url.part[LOCUS_HOST]);
}

static void json_meaning(struct json *json, struct explaining *run,
                         const struct record *record)
{
    struct locus_meaning meaning;

    if (locus_meaning_of(&meaning, &record->url, record->text,
                         &run->options.define.schemes) != 0)
        meaning.syntax = LOCUS_SYNTAX_GENERIC;
    if (locus_has(&record->url, LOCUS_SCHEME)) {
        json_part(json, "scheme", record->text, record->url.part[LOCUS_SCHEME]);
        JSON_KEY(json, "syntax");
        json_name(json, locus_syntax_name(meaning.syntax));
        JSON_KEY(json, "object");
        json_name(json, locus_object_name(meaning.object));
        JSON_KEY(json, "named_by");
        json_name(json, locus_part_name(meaning.part));
        JSON_KEY(json, "login");
        json_name(json, locus_login_name(meaning.login));
        json_host(json, record);
        json_port(json, meaning.port);
    } else if (locus_has(&record->url, LOCUS_HOST)) {
        json_host(json, record);
        json_port(json, locus_port(&record->url, record->text));
    }
    json_address(json, record);
    if (has_type(&meaning)) {
        JSON_KEY(json, "type");
        json_value(json, (const char *)&meaning.type, 1);
    }
    if (meaning.syntax == LOCUS_SYNTAX_FILE) {
        JSON_KEY(json, "host_is");
        json_name(json, meaning.local ? "local" : "named");
    }
    if (meaning.plus != LOCUS_PLUS_NONE) {
        JSON_KEY(json, "plus");
        json_name(json, locus_plus_name(meaning.plus));
    }
    if (is_of_gopher(&meaning))
        json_gopher(json, run, record);
    if (meaning.syntax == LOCUS_SYNTAX_FTP && has_scheme_parts(&record->url))
        json_commands(json, run, record);
    for (const struct list *list = explain_lists; list->name; list++)
        if (is_told(list, &record->url, &meaning))
            json_list(json, run, list, record);
}

static void json_findings(struct json *json, uint64_t findings)
{
    JSON_KEY(json, "findings");
    json_open(json, '[');
    for (int f = 0; f < LOCUS_FINDING_COUNT; f++) {
        if (!(findings >> f & 1))
            continue;
        json_open(json, '{');
        JSON_KEY(json, "name");
        json_name(json, locus_finding_name((enum locus_finding)f));
        JSON_KEY(json, "message");
        json_sentence(json, locus_finding_sentence((enum locus_finding)f));
        json_close(json, '}');
    }
    json_close(json, ']');
}

void explain_json(struct explaining *run, const struct record *record)
{
    struct json json = { 0 };

    json_open(&json, '{');
    JSON_KEY(&json, "input");
    json_value(&json, record->text, record->len);
    JSON_KEY(&json, "grammar");
    json_name(&json, locus_grammar_name(locus_url_grammar(&record->url)));
    write_json_form(&json, &record->url);
    JSON_KEY(&json, "valid");
    if (record->url.error == 0) {
        JSON_LITERAL(&json, "true");
        json_meaning(&json, run, record);
    } else {
        JSON_LITERAL(&json, "false");
        write_json_record_error(&json, record);
    }
    json_findings(&json, record->findings);
    json_end_record(&json);
}
