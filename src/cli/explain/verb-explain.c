/* SPDX-License-Identifier: MIT
 *
 * locus explain: what URLs mean. One record for each item, in order.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/help/suggest.h"
#include "cli/human/human.h"
#include "cli/input/items.h"
#include "cli/options/arguments.h"
#include "cli/output/output.h"
#include "cli/output/record.h"

struct explain_options {
    const struct locus_grammar *grammar;  /* NULL: not given */
    const char        *mail;      /* NULL: no --mail */
    struct definitions define;
    enum format        format;
    bool               plus;
    bool               null;
    bool               line_buffered;
};

static const struct option_use uses[] = {
    TAKES(struct explain_options, grammar),
    TAKES_AS(struct explain_options, format, output),
    TAKES(struct explain_options, define),
    TAKES(struct explain_options, mail),
    TAKES(struct explain_options, plus),
    TAKES(struct explain_options, null),
    TAKES(struct explain_options, line_buffered),
    TAKES_HELP
};

struct run {
    struct explain_options options;
    struct operands operands;
    bool           json;
    bool           any;           /* a record was written before */
    int            status;        /* enum status */
    char          *line;          /* of a protocol; or decoded text */
    size_t         line_size;
};

/* ------------------------------------------------------------------------
 * Which grammar
 * ------------------------------------------------------------------------ */

/* The grammar that has a syntax for each of its schemes. */
static const struct locus_grammar *of_schemes(void)
{
    static const char name[] = "rfc1738";

    return locus_grammar_from_name(name, sizeof name - 1);
}

/* Whether RFC 1738 has a syntax of its own for the URL. That of http is left to RFC
   3986: it knows fragments and "~"; and so is a file URL without a host, which RFC 8089
   has added (section 2: local-path). */
static bool has_own_syntax(const struct locus_url *url, const char *text)
{
    const struct locus_span name = url->part[LOCUS_SCHEME];
    struct locus_scheme scheme;

    return locus_scheme_find(&scheme, text + name.off, name.len, NULL) == 0
        && scheme.syntax != LOCUS_SYNTAX_GENERIC
        && scheme.syntax != LOCUS_SYNTAX_HTTP
        && (scheme.syntax != LOCUS_SYNTAX_FILE || locus_has(url, LOCUS_HOST));
}

static bool has_scheme_parts(const struct locus_url *url)
{
    return locus_grammar_traits(locus_url_grammar(url)) & LOCUS_TRAIT_SCHEME_PARTS;
}

static void parse(struct record *record, const struct locus_grammar *grammar)
{
    struct locus_url own;

    locus_parse(&record->url, record->text, record->len,
                grammar ? grammar : locus_rfc3986);
    if (grammar || !locus_has_grammar(of_schemes()))
        return;
    locus_parse(&own, record->text, record->len, of_schemes());
    if (own.error == 0 ? record->url.error != 0
                         || has_own_syntax(&own, record->text)
                       : record->url.error == 0
                         && has_own_syntax(&record->url, record->text))
        record->url = own;
}

/* ------------------------------------------------------------------------
 * What is said of a URL, in both formats
 * ------------------------------------------------------------------------ */

/* A list: its name in JSON, and that of one of it for people. */
struct list {
    const char *name;
    const char *one;
    enum locus_part part;
    enum locus_piece_kind kind;
    enum locus_syntax syntax;     /* COUNT: any */
};

static const struct list lists[] = {
    { "segments", "segment", LOCUS_PATH, LOCUS_PIECE_SEGMENT,
      LOCUS_SYNTAX_COUNT },
    { "pairs", "pair", LOCUS_QUERY, LOCUS_PIECE_PAIR, LOCUS_SYNTAX_COUNT },
    { "fields", "field", LOCUS_FIELDS, LOCUS_PIECE_PROSPERO,
      LOCUS_SYNTAX_PROSPERO },
    { "fields", "field", LOCUS_WPATH, LOCUS_PIECE_WAIS, LOCUS_SYNTAX_WAIS },
    { "plus_pieces", "Gopher+", LOCUS_PLUS, LOCUS_PIECE_GOPHER,
      LOCUS_SYNTAX_GOPHER },
};

/* Whether a "/" divides a path, and a "&" a query: in these, a path is a name
   without structure, or has parts of its own. */
static bool has_structure(enum locus_syntax syntax, enum locus_piece_kind kind)
{
    if (kind == LOCUS_PIECE_PAIR)
        return syntax != LOCUS_SYNTAX_WAIS;
    return kind != LOCUS_PIECE_SEGMENT
        || syntax == LOCUS_SYNTAX_GENERIC || syntax == LOCUS_SYNTAX_HTTP
        || syntax == LOCUS_SYNTAX_FTP || syntax == LOCUS_SYNTAX_FILE;
}

/* A Gopher+ string that asks for nothing known is made of no pieces. */
static bool is_told(const struct list *list, const struct locus_url *url,
                    const struct locus_meaning *meaning)
{
    const enum locus_syntax syntax = (enum locus_syntax)meaning->syntax;

    return locus_has(url, list->part)
        && (list->syntax == LOCUS_SYNTAX_COUNT || list->syntax == syntax)
        && has_structure(syntax, list->kind)
        && !(list->kind == LOCUS_PIECE_GOPHER
             && meaning->plus == LOCUS_PLUS_OTHER);
}

/* Whether gopher is asked for it. Its type may be any octet, even NUL. */
static bool is_of_gopher(const struct locus_meaning *meaning)
{
    return meaning->part == LOCUS_SELECTOR;
}

static bool has_type(const struct locus_meaning *meaning)
{
    return meaning->type != 0 || is_of_gopher(meaning);
}

static void grow(struct run *run, size_t size)
{
    run->line = mem_resize(run->line, size);
    run->line_size = size;
}

/* The next command of ftp in run->line, without its CR LF. */
static bool next_command(struct run *run, struct locus_ftp *ftp,
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

static int begin_commands(const struct run *run, struct locus_ftp *ftp,
                          const struct record *record)
{
    const int result = locus_ftp_begin(ftp, &record->url, record->text);

    ftp->mail = run->options.mail;
    ftp->mail_len = ftp->mail ? strlen(ftp->mail) : 0;
    return result;
}

/* What is sent to gopher, in run->line. */
static int gopher_line(struct run *run, const struct record *record,
                       size_t *len)
{
    int result;

    while ((result = locus_gopher_line(run->line, run->line_size, len,
                                       &record->url, record->text))
           == LOCUS_ERROR_SPACE)
        grow(run, *len);
    return result;
}

/* A name or value of a pair, decoded into run->line. Returns its length. */
static size_t decode_item(struct run *run, const char *text,
                          struct locus_span span)
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

/* ------------------------------------------------------------------------
 * JSON
 * ------------------------------------------------------------------------ */

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

/* `run` is NULL where the text is not to be decoded. */
static bool json_span(struct run *run, const char *text, struct locus_span span)
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

static bool json_piece(struct run *run, const struct list *list,
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

static bool json_list(struct run *run, const struct list *list,
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

static bool json_commands(struct run *run, const struct record *record)
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

static bool json_gopher(struct run *run, const struct record *record)
{
    size_t len;
    const int result = gopher_line(run, record, &len);

    key("sends");
    if (result == 0)
        return json_string(run->line, len);
    json_refusal(result);
    return true;
}

/* The IPv4 address that the host leads to without being one: in numbers, which
   RFC 3986 takes for a name, or in an IPv6 address. */
static bool other_ipv4(const struct record *record, uint8_t ipv4[4],
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

static void out_ipv4(const uint8_t ipv4[4])
{
    for (int n = 0; n < 4; n++) {
        if (n > 0)
            out_char('.');
        out_number(ipv4[n]);
    }
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

static bool json_meaning(struct run *run, const struct record *record)
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
        key("port");
        if (meaning.port >= 0)
            out_number((uint64_t)meaning.port);
        else
            OUT_LITERAL("null");
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
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (is_told(&lists[i], &record->url, &meaning))
            exact &= json_list(run, &lists[i], record);
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

static void write_json(struct run *run, const struct record *record)
{
    bool exact;

    OUT_LITERAL("{\"input\":");
    exact = json_string(record->text, record->len);
    word("grammar", locus_grammar_name(locus_url_grammar(&record->url)));
    if (record->url.error == 0) {
        OUT_LITERAL(",\"valid\":true");
        exact &= json_meaning(run, record);
    } else {
        OUT_LITERAL(",\"valid\":false");
        json_error(record);
    }
    json_findings(record->findings);
    if (!exact)
        OUT_LITERAL(",\"lossy\":true");
    out_char('}');
    out_end_record();
}

/* ------------------------------------------------------------------------
 * For people
 * ------------------------------------------------------------------------ */

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
    [LOCUS_OBJECT_ITEM] = "an item of gopher",
    [LOCUS_OBJECT_SEARCH] = "a search",
    [LOCUS_OBJECT_MAILBOX] = "a mailbox: nothing to be accessed",
    [LOCUS_OBJECT_GROUP] = "a news group",
    [LOCUS_OBJECT_ALL_GROUPS] = "all news groups",
    [LOCUS_OBJECT_ARTICLE] = "an article of news",
    [LOCUS_OBJECT_SESSION] = "an interactive session",
    [LOCUS_OBJECT_DATABASE] = "a database to be searched",
    [LOCUS_OBJECT_DOCUMENT] = "a document of a database",
    [LOCUS_OBJECT_LINK] = "a link that its server resolves",
};

static const char *const logins[LOCUS_LOGIN_COUNT] = {
    [LOCUS_LOGIN_ANONYMOUS] = "anonymous",
    [LOCUS_LOGIN_USER] = "as the user that it names",
    [LOCUS_LOGIN_ADVISORY] = "its user is told to the person, not sent",
};

static void out_port(int32_t port)
{
    label("port");
    out_number((uint64_t)port);
    out_char('\n');
}

static void refuse(int error)
{
    line("refused", locus_strerror(error), strlen(locus_strerror(error)));
}

static void human_lines(struct run *run, const struct record *record,
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

/* What a pair is when it is decoded, if that is something else. */
static void human_decoded(struct run *run, const char *text,
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

static void human_pieces(struct run *run, const struct list *list,
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

static void human_meaning(struct run *run, const struct record *record)
{
    struct locus_meaning meaning;

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
        if (name.len > 0)
            line(locus_part_name(meaning.part), record->text + name.off,
                 name.len);
        if (meaning.port >= 0)
            out_port(meaning.port);
        if (logins[meaning.login])
            line("login", logins[meaning.login],
                 strlen(logins[meaning.login]));
        if (has_type(&meaning))
            line("type", (const char *)&meaning.type, 1);
        if (meaning.plus != LOCUS_PLUS_NONE)
            line("asks for", locus_plus_name(meaning.plus),
                 strlen(locus_plus_name(meaning.plus)));
        human_lines(run, record, &meaning);
    }
    human_address(record);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (is_told(&lists[i], &record->url, &meaning))
            human_pieces(run, &lists[i], record);
}

static void write_human(struct run *run, const struct record *record)
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
        char sentence[RECORD_ERROR_SIZE];

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

/* ------------------------------------------------------------------------ */

static void explain_item(void *context, const char *unit, uint64_t number,
                         const char *text, size_t len)
{
    struct run *run = context;
    struct record record = { .text = text, .len = len, .line = number };

    (void)unit;
    parse(&record, run->options.grammar);
    record.findings = locus_findings(&record.url, text, len,
                                     &run->options.define.schemes);
    if (run->json)
        write_json(run, &record);
    else
        write_human(run, &record);
    if (record.url.error == 0)
        return;
    if (run->status == STATUS_OK)
        run->status = STATUS_NONE;
    suggest_input(&run->operands, number, text);
}

static int run_explain(int argc, char **argv)
{
    struct run run = { .status = STATUS_OK };
    const struct explain_options *const options = &run.options;

    options_read(&verb_explain, &run.options, &run.operands, argc, argv);
    need_grammar(&verb_explain, options->grammar ? options->grammar : locus_rfc3986);
    if (options->mail && strpbrk(options->mail, "\r\n"))
        usage_error(verb_explain.name, "--mail: a line break is in no mail address");
    if (options->line_buffered)
        out_line_buffered();
    run.json = options->format == FORMAT_JSON
            || (options->format == FORMAT_NONE && !isatty(STDOUT_FILENO));
    if (!run.json)
        human_open(false);
    if (!items_each(run.operands.at, run.operands.count, options->null, explain_item,
                    &run))
        run.status = STATUS_ERROR;
    free(run.line);
    free(run.options.define.entries);
    return run.status;
}

static const struct word formats[] = {
    { "human", FORMAT_HUMAN, "default on a terminal" },
    { "json", FORMAT_JSON, "default elsewhere" },
    { NULL, 0, NULL }
};

static const char *const examples[] = {
    "locus explain --mail me@example.org 'ftp://example.org/pub/a%20b;type=i'",
    "locus explain 'http://example.org/a/..%2fb?x=1&y=2'",
    "locus explain -o json < urls.txt | jq -r '.findings[].name'",
    NULL
};

const struct verb verb_explain = {
    .name = "explain",
    .operands = "[URL...]",
    .summary = "say what URLs mean: commands, findings, ...",
    .about = "Say what URLs mean: what they designate, the commands of ftp, what gopher"
             " sends,\nsegments, pairs, fields, and findings: what to look at twice."
             " Without URL, or\nwhere it is -, read standard input by lines.\n",
    .notes = "Without -g: rfc1738 for its schemes except http, else rfc3986.\n"
             "Exit status: 0 all of them valid, 1 some not, 2 usage or I/O error.\n",
    .examples = examples,
    .options = uses,
    .formats = formats,
    .run = run_explain
};
