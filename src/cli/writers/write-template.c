/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/writers/writers.h"

#include <string.h>

#include "cli/output/output.h"
#include "cli/record/value.h"
#include "cli/views/decoded.h"

/* Long texts are decoded in pieces of this size, without an allocation. */
#define PIECE_SIZE ((size_t)4096)

/* How much of a text is decoded next: no percent-encoding continues after it. */
static size_t piece_len(const char *text, size_t len)
{
    if (len <= PIECE_SIZE)
        return len;
    if (text[PIECE_SIZE - 2] == '%')
        return PIECE_SIZE - 2;
    return PIECE_SIZE - (text[PIECE_SIZE - 1] == '%');
}

/* Whether value_decode() would decode each piece, and so the whole. */
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

        left += value_decode(buf + left, text, n, part);
        text += n;
        len -= n;
        done = out_value_piece(buf, left, len == 0);
        left -= done;
        memmove(buf, buf + done, left);
    } while (len > 0);
}

/* A value that needs the record's scratch memory. */
static void write_in_scratch(const struct record *record, const struct selector *selector)
{
    struct value_text value;

    if (!value_of(&value, selector, record))
        return;
    if (selector->value == VALUE_TEXT)
        out_url(value.at, value.len);    /* it contains no line feed */
    else
        out_value(value.at, value.len);
}

/* Whether the text is free of line feeds. So is every valid URL; but one whose parts no
   selector asks for may not have been parsed, so for all of it only this counts: that it was
   found in a file where no server has escaped it. */
static bool is_one_line(const struct record *record, bool is_part)
{
    if (record->found && !record->escaped)
        return true;
    return (is_part || !record->found) && record->url.error == 0;
}

static void write_value(const struct record *record,
                        const struct selector *selector)
{
    const struct locus_url *url = &record->url;
    const char *text = record->text;
    size_t len = record->len;
    struct locus_span part;

    if (selector->value >= VALUE_TEXT || selector->value == VALUE_PORT_NUMBER
        || selector->views || selector->each) {
        write_in_scratch(record, selector);
        return;
    }
    switch (selector->value) {
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
    case VALUE_FORM:
        if (url->form != LOCUS_FORM_NONE)
            out_string(locus_form_name((enum locus_form)url->form));
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
        if (!selected_span(&part, selector, selector->value, url, text))
            return;
        text += part.off;
        len = part.len;
    }
    if (selector->decoded)
        write_decoded(text, len, selector->value < LOCUS_PART_COUNT
                                     ? (enum locus_part)selector->value
                                     : LOCUS_PART_COUNT);
    else if (is_one_line(record, selector->value < LOCUS_PART_COUNT))
        out_url(text, len);
    else
        out_value(text, len);
}

void write_template(void *writer_, const struct record *record)
{
    const struct writer *const writer = writer_;
    const struct template *const template = &writer->template;

    write_prefix(&writer->columns, record);
    for (size_t i = 0; i < template->count; i++) {
        const struct template_piece *piece = &template->pieces[i];

        if (piece->text)
            out_write(piece->text, piece->len);
        else
            write_value(record, &piece->selector);
    }
    out_end_record();
}
