/* SPDX-License-Identifier: MIT
 *
 * Compiles a log format as it was pasted from a configuration
 * (grammar/log/config/format-text.rl).
 */
#include "common/bytes.h"
#include "log/config/build-format.h"
#include "log/config/variables.h"

#include <string.h>

enum { NO_DIALECT = -1 };

/* The most strings that a format may have. */
enum { SEGMENTS = 64 };

/* What is known of the text. */
struct format_text {
    struct { const unsigned char *begin, *end; } segment[SEGMENTS];
    size_t count;
    const unsigned char *end;      /* where reading failed */
    int dialect;                   /* enum locus_log_dialect, or NO_DIALECT */
    int escape_json, escape_none;  /* of nginx */
    int failed;                    /* the text is not a format */
};

static void add_segment(struct format_text *format, const unsigned char *begin,
                        const unsigned char *end)
{
    if (format->count < SEGMENTS) {
        format->segment[format->count].begin = begin;
        format->segment[format->count].end = end;
    }
    format->count++;
}

%%{
machine format_text;

action begin            { begin = p; }
action begin_after      { begin = p + 1; }
action end              { add_segment(format, begin, p); }
action last             { last = p + 1; }
action alone_begin      { alone_begin = p; }
action alone            { alone = 1; }
action is_apache        { format->dialect = LOCUS_LOG_APACHE; }
action is_nginx         { format->dialect = LOCUS_LOG_NGINX; }
action is_haproxy       { format->dialect = LOCUS_LOG_HAPROXY; }
action escape_json      { format->escape_json = 1; }
action escape_none      { format->escape_none = 1; }
action bad              { format->failed = 1; }
action found_apache     { format->dialect = LOCUS_LOG_APACHE; goto done; }
action found_nginx      { format->dialect = LOCUS_LOG_NGINX; goto done; }
action found_haproxy    { format->dialect = LOCUS_LOG_HAPROXY; goto done; }

include format_text "log/config/format-text.rl";
write data noerror nofinal;
}%%

/* Reads a text with the machine, from state `cs` on. */
static void read_text(struct format_text *format, int cs, const unsigned char *p,
                      const unsigned char *pe)
{
    const unsigned char *const eof = pe;
    const unsigned char *begin = p, *alone_begin = p, *last = p;
    int alone = 0;

    %% write exec;
    (void)cs;
    if (alone) {
        format->segment[0].begin = alone_begin;
        format->segment[0].end = last;
        format->count = 1;
    }
    if (format->failed)
        format->end = p;
done:
    return;
}

static void find_dialect(struct format_text *format)
{
    for (size_t i = 0; i < format->count && format->dialect == NO_DIALECT; i++)
        read_text(format, format_text_en_dialect, format->segment[i].begin,
                  format->segment[i].end);
    if (format->dialect == NO_DIALECT)
        format->dialect = LOCUS_LOG_APACHE;
}

/* Sets what depends on the dialect. */
static void begin_builder(struct builder *b, const struct format_text *format)
{
    static const char *const names[] = {
        [LOCUS_LOG_APACHE] = "apache-format",
        [LOCUS_LOG_NGINX] = "nginx-format",
        [LOCUS_LOG_HAPROXY] = "haproxy-format"
    };
    static const char *const descriptions[] = {
        [LOCUS_LOG_APACHE] = "a LogFormat of Apache httpd",
        [LOCUS_LOG_NGINX] = "a log_format of nginx",
        [LOCUS_LOG_HAPROXY] = "a log-format of HAProxy"
    };
    static const struct locus_log_format empty = {
#define NAME_ROW_READER(kernel, needs) [KERNEL_##kernel] = KERNEL_PASTE(log_next_row, kernel),
        .next = { LOCUS_KERNELS(NAME_ROW_READER) },
        .is_row = 1,
        .own = {
            "ident", "vhost-port", "client-port", "forwarded", "uri-query", "received", "scheme",
            "request-id", "cookie", "tls", "cipher", "server-address", "server-port", "upstream",
            "upstream-status", "upstream-time", "cache", "frontend", "backend", "server", "state",
            "request-cookie", "response-cookie", "request-captures", "response-captures"
        }
    };
    struct row *const row = b->row;

    row->format = empty;
    row->format.name = names[format->dialect];
    row->format.description = descriptions[format->dialect];
    row->dialect = (uint8_t)format->dialect;
    row->escape = '\\';
    row->format.unescape = locus_log_unescape;
    if (format->dialect == LOCUS_LOG_HAPROXY) {
        row->escape = '#';
        row->format.unescape = locus_log_unescape_hash;
    } else if (format->dialect == LOCUS_LOG_NGINX && format->escape_json) {
        row->format.unescape = locus_log_unescape_json;
    } else if (format->dialect == LOCUS_LOG_NGINX && format->escape_none) {
        row->escape = 0;
        row->format.unescape = NULL;
    }
    b->escaping = row->escape;
    b->error->dialect = format->dialect;
}

int locus_log_compile(struct locus_log_row *compiled, const char *text, size_t len,
                      struct locus_log_row_error *error)
{
    static locus_segment_reader *const readers[] = {
        [LOCUS_LOG_APACHE] = locus_read_apache_segment,
        [LOCUS_LOG_NGINX] = locus_read_nginx_segment,
        [LOCUS_LOG_HAPROXY] = locus_read_haproxy_segment
    };
    const unsigned char *const bytes = bytes_of(text, len);
    struct locus_log_row_error ignored;
    struct format_text format;
    struct builder b;

    _Static_assert(sizeof(struct row) <= sizeof *compiled, "struct locus_log_row is too small");
    memset(compiled, 0, sizeof *compiled);
    memset(&format, 0, sizeof format);
    memset(&b, 0, sizeof b);
    format.dialect = NO_DIALECT;
    b.row = (struct row *)(void *)compiled->internal;
    b.error = error ? error : &ignored;
    b.text = bytes;
    memset(b.error, 0, sizeof *b.error);
    if (len > LOCUS_MAX_LENGTH)
        return LOCUS_ERROR_TOO_LONG;
    read_text(&format, format_text_start, bytes, bytes + len);
    if (format.failed) {
        locus_builder_fail(&b, LOCUS_LOG_ROW_SYNTAX, format.end, format.end);
        return b.failed;
    }
    if (format.count > SEGMENTS) {
        locus_builder_fail(&b, LOCUS_LOG_ROW_TOO_MANY, format.segment[SEGMENTS - 1].begin,
                           format.segment[SEGMENTS - 1].end);
        return b.failed;
    }
    find_dialect(&format);
    begin_builder(&b, &format);
    for (size_t i = 0; i < format.count; i++)
        readers[format.dialect](&b, format.segment[i].begin, format.segment[i].end);
    locus_builder_finish(&b);
    return b.failed;
}

const struct locus_log_format *locus_log_row_format(const struct locus_log_row *row)
{
    return &((const struct row *)(const void *)row->internal)->format;
}

struct locus_span locus_log_variable_of(const struct locus_log_format *format, int error_field)
{
    const struct locus_span none = { 0, 0 };
    const struct row *const row = (const struct row *)(const void *)format;

    if (!format || error_field <= LOCUS_LOG_FIELD_LIMIT || !format->is_row)
        return none;
    for (unsigned i = 0; i < row->count; i++)
        if (row->field[i].error == error_field)
            return (struct locus_span){ row->field[i].off, row->field[i].len };
    return none;
}

const struct variable *const locus_log_variables[] = {
    [LOCUS_LOG_APACHE] = locus_log_variables_apache,
    [LOCUS_LOG_NGINX] = locus_log_variables_nginx,
    [LOCUS_LOG_HAPROXY] = locus_log_variables_haproxy
};

const char *locus_log_variable_at(enum locus_log_dialect dialect, size_t index)
{
    enum { DIALECTS = sizeof locus_log_variables / sizeof *locus_log_variables };
    const struct variable *variable;

    if ((unsigned)dialect >= DIALECTS)
        return NULL;
    variable = locus_log_variables[dialect];
    while (index > 0 && variable->name) {
        index--;
        variable++;
    }
    return variable->name;
}
