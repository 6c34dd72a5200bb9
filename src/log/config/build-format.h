/* SPDX-License-Identifier: MIT
 *
 * A log format that is being compiled: its variables, and the text between them. The
 * machines of the dialects call the functions below in the order of the format.
 */
#ifndef LOCUS_LOG_BUILD_FORMAT_H
#define LOCUS_LOG_BUILD_FORMAT_H

#include "log/row/request.h"
#include "log/row/row.h"

/* What the value of a variable looks like. */
enum variable_kind {
    VARIABLE_TEXT,
    VARIABLE_HOST,                 /* an address or a name, or a list of them: "a, b" */
    VARIABLE_UPSTREAMS,            /* a list with groups: "a, b : c" */
    VARIABLE_IDENT,
    VARIABLE_USER,
    VARIABLE_REQUEST,
    VARIABLE_TARGET_PART,          /* text that may be joined with what follows it */
    VARIABLE_PORT,                 /* digits, which may be joined with the host before */
    VARIABLE_NUMBER,
    VARIABLE_SIGNED,
    VARIABLE_DECIMAL,
    VARIABLE_STATUS,
    VARIABLE_CODE,                 /* a status code, or "-1" */
    VARIABLE_CLF,                  /* times */
    VARIABLE_CLF_IN_BRACKETS,
    VARIABLE_ISO,
    VARIABLE_HAPROXY_TIME,
    VARIABLE_LOCAL_TIME,           /* of strftime(), without an offset */
    VARIABLE_OFFSET_TIME,          /* of strftime(), with an offset */
    VARIABLE_OFFSET,               /* may be joined with the local time before it */
    VARIABLE_EPOCH,
    VARIABLE_FRACTION,             /* digits, which may be joined with the seconds before */
    VARIABLE_CAPTURES
};

/* The rank of the header field X-Forwarded-For as the client. */
enum { RANK_FORWARDED = 9 };

/* A variable of a dialect. */
struct variable {
    const char *name;              /* without "%" or "$"; "*" stands for any parameter:
                                      "http_*", "{*}i" */
    uint8_t kind;                  /* enum variable_kind */
    uint8_t field;                 /* enum locus_log_field; LOCUS_LOG_FIELD_LIMIT: none */
    uint8_t rank;                  /* of several variables of a field, the one of the lowest
                                      rank counts */
    uint8_t digits;                /* of a duration: its unit, 0 for seconds, 3 for
                                      milliseconds, … */
};

/* Apache's times in a format of strftime(); grammar/log/config/apache-format.rl has their
   names. The time of a request's beginning has a lower rank than that of its end. */
enum { LOCAL_TIME, OFFSET_TIME, LOCAL_END_TIME, OFFSET_END_TIME };
extern const struct variable locus_log_time_variables[];

/* The variables of each enum locus_log_dialect. The last one has no name. */
extern const struct variable *const locus_log_variables[3];

struct builder {
    struct row *row;
    struct locus_log_row_error *error;
    const unsigned char *text;     /* of the whole format */
    unsigned char escaping;        /* the byte that begins an escape in a value; 0: none does */
    const struct variable *variable[ROW_FIELDS];
    unsigned count;                /* of variables */
    unsigned texts_len;
    unsigned char escape[ROW_FIELDS]; /* of each variable: the byte that begins an escape,
                                      or BOTH_ESCAPES */
    int failed;                    /* 0, or LOCUS_ERROR_LOG_FORMAT */
};

/* Fails for `reason` at text[begin..end). The first failure counts. */
void locus_builder_fail(struct builder *b, int reason, const unsigned char *begin,
                        const unsigned char *end);

/* Adds a byte of the text between variables. It is at `at` in the format. */
void locus_builder_text(struct builder *b, unsigned char byte, const unsigned char *at);

/* The name of a variable, begin..end, as the machine of the dialect has found it. Some
   names have a parameter: "Referer" in "{Referer}i", "x" in "http_x"; else `parameter` is
   NULL. */
struct name {
    const unsigned char *begin, *parameter, *parameter_end, *end;
};

/* The variable of that name in the dialect; NULL if there is none. */
const struct variable *locus_builder_find(const struct builder *b, const struct name *name);

/* Adds a variable, begin..end in the format. NULL is an unknown variable, and fails.
   `escape` is the byte that begins an escape in its value; 0: none does;
   BOTH_ESCAPES: "\\" and "#" do. */
void locus_builder_variable(struct builder *b, const struct variable *variable,
                            const unsigned char *begin, const unsigned char *end,
                            unsigned char escape);

/* Reads a segment of a format in the dialect: read-apache.rl, read-nginx.rl,
   read-haproxy-format.rl. */
typedef void locus_segment_reader(struct builder *b, const unsigned char *begin,
                                  const unsigned char *end);
locus_segment_reader locus_read_apache_segment;
locus_segment_reader locus_read_nginx_segment;
locus_segment_reader locus_read_haproxy_segment;

/* Makes the fields of the row from the variables (make-fields.c). */
void locus_builder_finish(struct builder *b);

#endif
