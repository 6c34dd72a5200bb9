/* SPDX-License-Identifier: MIT
 *
 * A compiled format: a row of fields with text before each, which read-row.rl reads, one
 * field machine after another (grammar/log/row/log-row.rl).
 */
#ifndef LOCUS_LOG_ROW_H
#define LOCUS_LOG_ROW_H

#include "log/format.h"

/* The entries of the machine log-row. */
#define LOG_ROW_ENTRIES(X) \
    X(plain_space) X(plain_quote) X(plain_any) \
    X(slash_space) X(slash_tab) X(slash_bar) X(slash_any) X(slash_quote) \
    X(hash_space) X(hash_any) X(hash_quote) X(both_space) X(both_any) X(both_quote) \
    X(request_space) X(plain_end) X(slash_end) X(hash_end) X(both_end) X(main) \
    X(number) X(signed) X(decimal) X(status_code) X(code) \
    X(time_clf) X(time_iso) X(time_haproxy) X(time_local) X(time_offset) X(time_epoch) \
    X(ident) X(address) X(upstreams) X(user) X(user_time) X(host_port) X(syslog_host_port) \
    X(captures)

enum row_entry {
#define X(name) ROW_##name,
    LOG_ROW_ENTRIES(X)
#undef X
    ROW_ENTRIES
};

/* What a field gives the line. */
enum row_gives {
    ROW_NOTHING,
    ROW_SPAN,                      /* its span, unless it is "-" */
    ROW_SPAN_UNLESS_EMPTY,         /* the same, unless it is empty, too: in JSON */
    ROW_REQUEST,                   /* the request and its parts */
    ROW_USER,                      /* a user, which may be two quotation marks */
    ROW_USER_TIME,                 /* a user and a time, which take the `] "` after them */
    ROW_HOST_PORT                  /* a host and the port after it */
};

/* A field, after the text before it. */
struct row_field {
    uint16_t text;                 /* where the text is in `texts` */
    uint16_t text_len;
    uint8_t  entry;                /* enum row_entry */
    uint8_t  gives;                /* enum row_gives */
    uint8_t  field;                /* enum locus_log_field; LOCUS_LOG_FIELD_LIMIT: none */
    uint8_t  second;               /* the same for the time or the port after it */
    uint8_t  error;                /* line.error_field if it cannot be read */
    uint8_t  last;                 /* the line ends with it */
    uint8_t  both;                 /* "\\" and "#" begin an escape */
    uint8_t  optional;             /* if it is empty, there is one space, not two */
    uint32_t off, len;             /* its variable in the format */
};

/* The end of the line is a field, too. */
enum { ROW_FIELDS = LOCUS_LOG_VARIABLES + 1 };

struct row {
    struct locus_log_format format; /* first: the reader gets a pointer to it */
    uint8_t  escape;               /* the byte that begins an escape; 0: none does */
    uint8_t  dialect;              /* enum locus_log_dialect */
    uint8_t  count;                /* of fields */
    uint8_t  may_be_blank;         /* a blank line fits */
    struct row_field field[ROW_FIELDS];
    char texts[LOCUS_LOG_TEXTS];
};

/* Changes the kind of a line that is blank, and that of a reject that is a comment
   (grammar/log/row/log-line-kind.rl). */
void locus_log_line_kind(struct locus_log_line *line, const char *text);

#define DECLARE_ROW_READER(kernel, needs) locus_log_reader KERNEL_PASTE(log_next_row, kernel);
LOCUS_KERNELS(DECLARE_ROW_READER)

#endif
