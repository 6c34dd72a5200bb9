/* SPDX-License-Identifier: MIT */
#include "cli.h"
#include "template.h"

#include <stdlib.h>
#include <string.h>

#include "output.h"

/* Values that are no parts, numbered behind these. */
enum value {
    VALUE_INPUT = LOCUS_PART_COUNT,
    VALUE_URL,
    VALUE_FILE,
    VALUE_LINE,
    VALUE_OFFSET,
    VALUE_GRAMMAR,
    VALUE_HOST_KIND,
    VALUE_ERROR,
    VALUE_ERROR_OFFSET,
    VALUE_FINDINGS,
    VALUE_COUNT
};

static const char *const value_names[VALUE_COUNT - LOCUS_PART_COUNT] = {
    [VALUE_INPUT - LOCUS_PART_COUNT] = "input",
    [VALUE_URL - LOCUS_PART_COUNT] = "url",
    [VALUE_FILE - LOCUS_PART_COUNT] = "file",
    [VALUE_LINE - LOCUS_PART_COUNT] = "line",
    [VALUE_OFFSET - LOCUS_PART_COUNT] = "offset",
    [VALUE_GRAMMAR - LOCUS_PART_COUNT] = "grammar",
    [VALUE_HOST_KIND - LOCUS_PART_COUNT] = "host_kind",
    [VALUE_ERROR - LOCUS_PART_COUNT] = "error",
    [VALUE_ERROR_OFFSET - LOCUS_PART_COUNT] = "error_offset",
    [VALUE_FINDINGS - LOCUS_PART_COUNT] = "findings",
};

struct template_piece {
    enum {
        PIECE_TEXT,
        PIECE_VALUE
    } kind;
    bool decoded;                 /* a value, percent-decoded */
    int value;                    /* enum locus_part or enum value */
    const char *text;
    size_t len;
};

static void add(struct template *template, struct template_piece piece)
{
    /* A template is short: an allocation for each piece does not matter. */
    template->pieces = mem_resize(template->pieces,
                                  (template->count + 1) * sizeof piece);
    template->pieces[template->count++] = piece;
}

static int find_value(const char *name, size_t len)
{
    const int part = locus_part_from_name(name, len);

    if (part >= 0)
        return part;
    for (int value = LOCUS_PART_COUNT; value < VALUE_COUNT; value++) {
        const char *known = value_names[value - LOCUS_PART_COUNT];

        if (strlen(known) == len && memcmp(known, name, len) == 0)
            return value;
    }
    return -1;
}

enum { LIST_SIZE = 512 };

/* The names of all parts, with a space behind each. */
static void list_parts(char list[LIST_SIZE])
{
    list[0] = '\0';
    for (int part = 0; part < LOCUS_PART_COUNT; part++) {
        const char *name = locus_part_name((enum locus_part)part);

        if (name) {
            strcat(list, name);
            strcat(list, " ");
        }
    }
}

static void unknown_value(const char *verb, const char *name, size_t len)
{
    char known[LIST_SIZE];

    list_parts(known);
    for (int value = LOCUS_PART_COUNT; value < VALUE_COUNT; value++) {
        strcat(known, value_names[value - LOCUS_PART_COUNT]);
        strcat(known, value + 1 < VALUE_COUNT ? " " : "");
    }
    usage_error(verb, "--get: there is no '{%.*s}' (%s; with :decoded behind a"
                " part, percent-decoded)", (int)len, name, known);
}

/* The length of a name without the ":decoded" that it may end in. */
static size_t undecoded(bool *decoded, const char *name, size_t len)
{
    static const char suffix[] = ":decoded";
    const size_t suffix_len = sizeof suffix - 1;

    *decoded = len > suffix_len
            && memcmp(name + len - suffix_len, suffix, suffix_len) == 0;
    return *decoded ? len - suffix_len : len;
}

/* "{name}" or "{name:decoded}"; `text` stands behind the brace. Returns where
   it ends. */
static const char *read_value(struct template *template, const char *verb,
                              const char *text)
{
    const char *end = strchr(text, '}');
    struct template_piece piece = { .kind = PIECE_VALUE };
    size_t len;

    if (!end)
        usage_error(verb, "--get: '{' without '}' (write \\{ for a brace)");
    len = undecoded(&piece.decoded, text, (size_t)(end - text));
    piece.value = find_value(text, len);
    if (piece.value < 0 || (piece.decoded && piece.value > VALUE_URL))
        unknown_value(verb, text, (size_t)(end - text));
    switch (piece.value) {
    case VALUE_LINE:
        template->lines = true;
        break;
    case VALUE_INPUT: case VALUE_URL: case VALUE_FILE: case VALUE_OFFSET:
    case VALUE_GRAMMAR:
        break;
    default:
        template->parts = true;
    }
    add(template, piece);
    return end + 1;
}

/* The byte that "\" and `c` stand for. */
static const char *escaped(const char *verb, char c)
{
    switch (c) {
    case 't': return "\t";
    case 'n': return "\n";
    case 'r': return "\r";
    case '0': return "";          /* the NUL that ends it */
    case '\\': return "\\";
    case '{': return "{";
    case '}': return "}";
    case '\0':
        usage_error(verb, "--get: nothing follows the last '\\'");
    default:
        usage_error(verb, "--get: there is no '\\%c' (\\t \\n \\r \\0 \\\\ \\{"
                    " \\})", c);
    }
}

void template_read(struct template *template, const char *verb,
                   const char *text)
{
    memset(template, 0, sizeof *template);
    while (*text) {
        struct template_piece piece = { .kind = PIECE_TEXT };

        if (*text == '{') {
            text = read_value(template, verb, text + 1);
            continue;
        }
        if (*text == '\\') {
            piece.text = escaped(verb, text[1]);
            piece.len = 1;
            text += 2;
        } else {
            piece.text = text;
            piece.len = strcspn(text, "{\\");
            text += piece.len;
        }
        add(template, piece);
    }
}

/* A "%" that begins no triple stands for itself: `web` has such. A host that
   hides a delimiter in an escape is not decoded: who connected to what came out
   would be misled. */
size_t template_decode(char *to, const char *text, size_t len,
                       enum locus_part part)
{
    const int component = part < LOCUS_PART_COUNT ? (int)part : (int)LOCUS_ANY;
    size_t decoded;

    if (locus_decode(to, len, &decoded, text, len, component, LOCUS_KEEP,
                     NULL) == 0)
        return decoded;
    memcpy(to, text, len);
    return len;
}

/* So much is decoded at a time: a long URL takes no memory for that. */
#define PIECE_SIZE ((size_t)4096)

/* How much of a text is decoded next: no triple goes on after it. */
static size_t piece_len(const char *text, size_t len)
{
    if (len <= PIECE_SIZE)
        return len;
    if (text[PIECE_SIZE - 2] == '%')
        return PIECE_SIZE - 2;
    return PIECE_SIZE - (text[PIECE_SIZE - 1] == '%');
}

/* Whether template_decode() would decode each piece, and so the whole. */
static bool is_decodable(const char *text, size_t len, enum locus_part part)
{
    const int component = part < LOCUS_PART_COUNT ? (int)part : (int)LOCUS_ANY;
    char buf[PIECE_SIZE];
    size_t n, decoded;

    for (; len > 0; text += n, len -= n) {
        n = piece_len(text, len);
        if (locus_decode(buf, sizeof buf, &decoded, text, n, component, LOCUS_KEEP,
                         NULL) != 0)
            return false;
    }
    return true;
}

static void write_decoded(const char *text, size_t len, enum locus_part part)
{
    char buf[GLYPH_AHEAD + PIECE_SIZE];
    size_t left = 0;              /* buf[0..left) is to be written with what follows */

    if (len > PIECE_SIZE && !is_decodable(text, len, part)) {
        out_value(text, len);
        return;
    }
    do {
        const size_t n = piece_len(text, len);
        size_t done;

        left += template_decode(buf + left, text, n, part);
        text += n;
        len -= n;
        done = out_value_piece(buf, left, len == 0);
        left -= done;
        memmove(buf, buf + done, left);
    } while (len > 0);
}

static void write_value(const struct record *record,
                        const struct template_piece *piece)
{
    const struct locus_url *url = &record->url;
    const char *text = record->text;
    size_t len = record->len;
    struct locus_span part;

    switch (piece->value) {
    case VALUE_FILE:
        if (record->file)
            out_value(record->file, strlen(record->file));
        return;
    case VALUE_LINE:
        out_number(record->line);
        return;
    case VALUE_OFFSET:
        if (record->found)
            out_number(record->offset);
        return;
    case VALUE_GRAMMAR:
        out_string(locus_grammar_name(locus_url_grammar(url)));
        return;
    case VALUE_HOST_KIND:
        if (url->host_kind != LOCUS_HOST_NONE)
            out_string(locus_host_kind_name(url->host_kind));
        return;
    case VALUE_ERROR:
        if (url->error != 0)
            out_string(locus_error_name(url->error));
        return;
    case VALUE_ERROR_OFFSET:
        if (url->error != 0)
            out_number(url->error_offset);
        return;
    case VALUE_FINDINGS:
        write_findings(locus_findings(url, text, len, record->own));
        return;
    case VALUE_INPUT:
    case VALUE_URL:
        break;
    default:
        part = locus_get(url, (enum locus_part)piece->value);
        text += part.off;
        len = part.len;
    }
    if (piece->decoded)
        write_decoded(text, len, piece->value < LOCUS_PART_COUNT
                                     ? (enum locus_part)piece->value
                                     : LOCUS_PART_COUNT);
    else if (record->found || url->error == 0)
        out_url(text, len);
    else
        out_value(text, len);
}

void template_write(const struct template *template,
                    const struct record *record)
{
    for (size_t i = 0; i < template->count; i++) {
        const struct template_piece *piece = &template->pieces[i];

        if (piece->kind == PIECE_TEXT)
            out_write(piece->text, piece->len);
        else
            write_value(record, piece);
    }
    out_end_record();
}

enum locus_part template_part(bool *decoded, const char *verb, const char *name)
{
    const size_t len = undecoded(decoded, name, strlen(name));
    const int value = find_value(name, len);
    char known[LIST_SIZE];

    if (value == VALUE_URL)
        return LOCUS_PART_COUNT;
    if (value >= 0 && value < LOCUS_PART_COUNT)
        return (enum locus_part)value;
    list_parts(known);
    usage_error(verb, "--by: there is no part '%s' (%surl; with :decoded behind"
                " it, percent-decoded)", name, known);
}

void template_free(struct template *template)
{
    free(template->pieces);
}
