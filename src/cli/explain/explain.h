/* SPDX-License-Identifier: MIT */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "cli/record/record.h"
#include "cli/settings/settings.h"

/*
 * The explanation of a URL, in JSON and for people.
 */

struct explain_options {
    const struct locus_grammar *grammar;  /* NULL: not given */
    const char        *mail;      /* NULL: no --mail */
    struct definitions define;
    enum format        format;
    bool               plus;
    bool               null;
    bool               line_buffered;
};

struct explaining {
    struct explain_options options;
    struct operands operands;
    bool           json;
    bool           any;           /* a record has been written before */
    int            status;        /* enum status */
    char          *line;          /* a protocol line, or decoded text */
    size_t         line_size;
};

/* A list: its name in JSON, and the name of one element for people. */
struct list {
    const char *name;
    const char *one;
    enum locus_part part;
    enum locus_piece_kind kind;
    enum locus_syntax syntax;     /* LOCUS_SYNTAX_COUNT: any */
};

/* Ends with a list whose name is NULL. */
extern const struct list explain_lists[];

/* Whether a list is shown for a URL. A Gopher+ string that requests nothing known has no
   pieces. */
bool is_told(const struct list *list, const struct locus_url *url,
             const struct locus_meaning *meaning);

/* Whether the URL asks a gopher server for something. Its type may be any octet, even
   NUL. */
bool is_of_gopher(const struct locus_meaning *meaning);
bool has_type(const struct locus_meaning *meaning);

/* Whether the URL was parsed with a grammar that reports the parts of its scheme. */
bool has_scheme_parts(const struct locus_url *url);

int begin_commands(const struct explaining *run, struct locus_ftp *ftp,
                   const struct record *record);

/* Writes the next ftp command to run->line, without its CR LF. */
bool next_command(struct explaining *run, struct locus_ftp *ftp,
                  const struct record *record, size_t *len);

/* Writes the request of a gopher URL to run->line. */
int gopher_line(struct explaining *run, const struct record *record, size_t *len);

/* Decodes a name or value of a pair into run->line. Returns its length. */
size_t decode_item(struct explaining *run, const char *text, struct locus_span span);

/* The IPv4 address that a host other than an IPv4 address leads to: one in another
   notation, which is a name in RFC 3986, or one embedded in an IPv6 address. */
bool other_ipv4(const struct record *record, uint8_t ipv4[4],
                enum locus_embedding *embedding);

void out_ipv4(const uint8_t ipv4[4]);

/* Writes one record. */
void explain_json(struct explaining *run, const struct record *record);
void explain_human(struct explaining *run, const struct record *record);

#endif
