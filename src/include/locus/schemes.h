/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_SCHEMES_H
#define LOCUS_SCHEMES_H

/*
 * The semantics of the schemes: how a program uses the parts of a URL. This header is
 * part of liblocus. The conventions in the first comment of <locus.h> apply here too.
 *
 * Contents
 *     1. Pieces of parts
 *     2. Queries
 *     3. The semantics of the schemes
 */

#include <locus.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------
 * 1. Pieces of parts
 *
 *     struct locus_pieces pieces;
 *     struct locus_piece pair;
 *
 *     locus_pieces_begin(&pieces, LOCUS_PIECE_PAIR, url.part[LOCUS_QUERY]);
 *     while (locus_pieces_next(&pair, &pieces, text) == 1)
 *         printf("%.*s\n", (int)pair.name.len, text + pair.name.off);
 *
 * Pieces are spans of the text and are never decoded: "a%26b=c" is one pair. Decoding is
 * a separate step, which also decides whether "+" is a space, as in a search part (RFC
 * 1630) and in a form (HTML), or itself (RFC 3986):
 *
 *     locus_decode(buf, sizeof buf, &len, text + pair.value.off,
 *                  pair.value.len, LOCUS_QUERY_ITEM, LOCUS_PLUS_IS_SPACE, NULL);
 *
 * The pieces and the delimiters between them make up the part, in order and without
 * gaps. An empty part has no pieces. A piece may contain any bytes: only the grammar of
 * the URL restricts them.
 * ------------------------------------------------------------------------ */

/* The kinds of pieces into which a part can be divided. */
enum locus_piece_kind {
    LOCUS_PIECE_SEGMENT,       /* of LOCUS_PATH, RFC 3986 3.3, RFC 1738 3.2.2:
                                  "/a//b" has "a", "" and "b"; "/" has "" */
    LOCUS_PIECE_PAIR,          /* of LOCUS_QUERY: name "=" value, separated by
                                  "&" or ";" (HTML 4.01 B.2.2) */
    LOCUS_PIECE_AMP_PAIR,      /* the same, separated by "&" only, as in browsers */
    LOCUS_PIECE_PROSPERO,      /* of LOCUS_FIELDS, RFC 1738 3.11: ";" name "="
                                  value; RFC 1630's attributes are one piece
                                  without "=" */
    LOCUS_PIECE_WAIS,          /* of LOCUS_WPATH, RFC 1630: number "=" value
                                  ";"; or one piece without "=", since only the
                                  server can interpret a wpath of RFC 1738 3.9 */
    LOCUS_PIECE_GOPHER,        /* of LOCUS_PLUS, RFC 1738 3.4.4 to 3.4.9: the
                                  names of attributes ("!+ABSTRACT%20+SMELL");
                                  or one view, with its language as the value;
                                  or the answers to a form. No character is
                                  reserved: "%2B" is "+" (2.2, 3.4.1) */
    LOCUS_PIECE_LABEL,         /* of LOCUS_HOST, if it is a name, RFC 1034 3.1:
                                  "www.example.org." has "www", "example", "org"
                                  and "", the root's */
    LOCUS_PIECE_KIND_COUNT
};

/* What a Gopher+ string requests. */
enum locus_plus {
    LOCUS_PLUS_NONE,           /* no string, or an empty one */
    LOCUS_PLUS_VIEW,           /* "+": the default view, or the one named */
    LOCUS_PLUS_ASK,            /* "?": an electronic form to fill out */
    LOCUS_PLUS_ATTRIBUTES,     /* "!": the item's attributes, all or those
                                  named */
    LOCUS_PLUS_DIRECTORY_ATTRIBUTES, /* "$": those of all items in a
                                  directory */
    LOCUS_PLUS_ANSWERS,        /* "+%091%0D%0A+-1...": a completed form */
    LOCUS_PLUS_OTHER,          /* not a string that RFC 1738 defines */
    LOCUS_PLUS_COUNT
};

/* The state of an iterator: plain data, owned by the caller. It needs no destructor. */
struct locus_pieces {
    uint32_t at;               /* the end of the text read so far; after
                                  LOCUS_ERROR_PIECE, the byte that is not allowed */
    uint32_t end;              /* of the part */
    uint8_t  kind;             /* enum locus_piece_kind */
    uint8_t  plus;             /* LOCUS_PIECE_GOPHER, after the first call: enum
                                  locus_plus, but never ..._OTHER */
    struct {
        uint8_t  begun;
        uint8_t  ended;
        int32_t  error;
        uint32_t state;        /* of the kind's machine */
        uint32_t looked;       /* 64 + the offset of 64 bytes of a query; or 0 */
        uint64_t stops[2];     /* where runs end in these 64 bytes */
    } internal;
};

/* A piece. A name without "=" has no value; one with nothing after its "=" has
   an empty one. */
struct locus_piece {
    struct locus_span text;    /* the whole piece, without its delimiters */
    struct locus_span name;    /* up to "=", or the whole piece */
    struct locus_span value;   /* {0, 0} if it has none */
    uint8_t has_value;         /* 0 or 1 */
};

/*
 * Begins an iteration over the pieces of a part, or of any other span of the text.
 * Returns 0, or
 *     LOCUS_ERROR_ARGUMENT    there is no such kind
 */
LOCUS_API int locus_pieces_begin(struct locus_pieces *pieces,
                                 enum locus_piece_kind kind,
                                 struct locus_span part);

/*
 * Gets the next piece. Returns
 *     1                       `piece` is set
 *     0                       there are no more; all later calls return 0 too
 *     LOCUS_ERROR_PIECE       the part does not consist of such pieces: the byte at
 *                             pieces->at is not allowed or, at the end of the part,
 *                             something is missing. Never returned for
 *                             LOCUS_PIECE_SEGMENT, LOCUS_PIECE_LABEL and pairs
 *     LOCUS_ERROR_ARGUMENT    locus_pieces_begin() returned this error
 * Time is linear in the length of the part.
 */
LOCUS_API int locus_pieces_next(struct locus_piece *piece,
                                struct locus_pieces *pieces, const char *text);

/* ------------------------------------------------------------------------
 * 2. Queries
 *
 * A query as a list of pairs: name "=" value. `url` is the result of a successful
 * locus_parse() of `text`, with any grammar. An iterator over pairs (section 1) returns
 * them undecoded; these functions find a pair by its name, decode its value, and edit the
 * query.
 *
 *     locus_query_get(buf, sizeof buf, &len, &url, text, "q", 1,
 *                     LOCUS_PLUS_IS_SPACE, NULL);
 *     locus_query_set(buf, sizeof buf, &len, &url, text, "page", 4, "2", 1, 0, NULL);
 *     locus_query_remove(buf, sizeof buf, &len, &url, text, "utm_", 4,
 *                        LOCUS_QUERY_PREFIX, NULL);
 *
 *     struct locus_pieces pairs;       // each pair of that name, in order
 *     struct locus_piece pair;
 *
 *     locus_pieces_begin(&pairs, LOCUS_PIECE_AMP_PAIR, url.part[LOCUS_QUERY]);
 *     while (locus_query_find(&pair, &pairs, text, "q", 1, 0) == 1)
 *         printf("%.*s\n", (int)pair.value.len, text + pair.value.off);
 *
 * A key is the name of a pair, decoded: "a b" is the key of "a%20b=1", and of "a+b=1"
 * with LOCUS_PLUS_IS_SPACE. A "%" that begins no percent-encoded octet stands for
 * itself. Names are case-sensitive. The text after the first "=" is the value; a pair
 * without "=" is a name.
 * ------------------------------------------------------------------------ */

/* How a query is read and written, in addition to enum locus_coding. May be combined. */
enum locus_query_flags {
    LOCUS_QUERY_ENCODED = 4,   /* the value is already encoded; it is written as it is */
    LOCUS_QUERY_PREFIX = 8,    /* the key is the beginning of a name: "utm_" of
                                  "utm_source". The empty key matches every name */
    LOCUS_QUERY_SEMICOLON = 16 /* ";" separates pairs, as "&" does
                                  (LOCUS_PIECE_PAIR). Otherwise only "&" does
                                  (LOCUS_PIECE_AMP_PAIR) */
};

/*
 * Gets the next pair of an iterator whose decoded name is the key. Initialize `pairs`
 * with locus_pieces_begin() for the query and either kind of pair. To continue after a
 * pair, call again. `flags`: LOCUS_PLUS_IS_SPACE, LOCUS_QUERY_PREFIX. Returns
 *     1                       `pair` is set
 *     0                       there are no more
 *     LOCUS_ERROR_ARGUMENT    unknown flags, or locus_pieces_begin() returned this error
 *     LOCUS_ERROR_PIECE       as locus_pieces_next(), for kinds other than pairs
 * Nothing is copied. Time is linear in the part of the query that is read.
 */
LOCUS_API int locus_query_find(struct locus_piece *pair, struct locus_pieces *pairs,
                               const char *text, const char *key, size_t key_len,
                               unsigned flags);

/*
 * Writes the value of the first pair of that key, decoded as locus_decode() does with
 * LOCUS_KEEP. A pair without "=" gives the empty text. `flags`: LOCUS_PLUS_IS_SPACE,
 * LOCUS_QUERY_SEMICOLON. report->found lists which dangerous octets were decoded, and
 * report->offset where in the query the first of them is. Returns 0, or
 *     LOCUS_ERROR_ABSENT      there is no such pair
 *     LOCUS_ERROR_SPACE       the buffer is too small; the length of the query is
 *                             always enough
 *     LOCUS_ERROR_ARGUMENT    unknown flags
 * After an error other than LOCUS_ERROR_SPACE, *len is 0.
 */
LOCUS_API int locus_query_get(char *buf, size_t size, size_t *len,
                              const struct locus_url *url, const char *text,
                              const char *key, size_t key_len, unsigned flags,
                              struct locus_report *report);

/* Returns the number of pairs in the query; an empty query has none. `flags`:
   LOCUS_QUERY_SEMICOLON; others are ignored. */
LOCUS_API size_t locus_query_count(const struct locus_url *url, const char *text,
                                   unsigned flags);

/*
 * The functions below write the URL with an edited query. No other byte changes: other
 * pairs are not encoded again, and separators are not replaced. An absent query stays
 * absent and an empty one empty, unless a pair is set.
 *
 * The grammar then parses the result, as locus_build() does: it must find the new query
 * and otherwise the same parts. Each returns 0, or
 *     LOCUS_ERROR_SPACE       size < *len. The result has not been parsed yet
 *     LOCUS_ERROR_TOO_LONG    the result would exceed LOCUS_MAX_LENGTH bytes
 *     LOCUS_ERROR_GRAMMAR     the library has no such grammar
 *     LOCUS_ERROR_ARGUMENT    flags that the function does not accept, or as described
 *                             there
 * or, with report->part and report->offset set as by locus_build():
 *     LOCUS_ERROR_MISREAD     the grammar would find other parts: this URL cannot have a
 *                             query
 *     a rule                  the same; or the query is invalid: in locus_rfc1630 a query
 *                             contains no "=" and is not empty; with LOCUS_QUERY_ENCODED,
 *                             the value contains a NUL or another byte that a query
 *                             cannot contain (RFC 3986, section 3.4)
 * After an error other than LOCUS_ERROR_SPACE, *len is 0. `report` may be NULL. `buf`
 * must not overlap the texts. Time is linear in their length, except for sorting.
 */

/*
 * Sets the value of the first pair with this key; its name stays as it is written.
 * Further pairs with the key are removed (see locus_query_remove()), so that every reader
 * finds the new value, whichever pair it uses. If there is no such pair, it is added at
 * the end, after an "&" unless the query was absent or empty:
 *
 *     page=1&%70age=7&x     page=2&x
 *     x                     x&page=2
 *     (absent)              page=2
 *
 * The value is encoded for LOCUS_QUERY_ITEM (locus_encode()). With LOCUS_KEEP its
 * percent-encoded octets are kept; with LOCUS_QUERY_ENCODED the value is written as it
 * is. A key that is added is always encoded. So a key, and a value without
 * LOCUS_QUERY_ENCODED, may contain any octets, even NUL. `flags`: these,
 * LOCUS_PLUS_IS_SPACE, LOCUS_QUERY_SEMICOLON. Further errors:
 *     LOCUS_ERROR_MISREAD     with LOCUS_QUERY_ENCODED: the value contains a separator;
 *                             report->part is LOCUS_QUERY
 *     LOCUS_ERROR_PART        the grammar has no queries
 *     LOCUS_ERROR_ARGUMENT    both LOCUS_KEEP and LOCUS_QUERY_ENCODED
 */
LOCUS_API int locus_query_set(char *buf, size_t size, size_t *len,
                              const struct locus_url *url, const char *text,
                              const char *key, size_t key_len, const char *value,
                              size_t value_len, unsigned flags,
                              struct locus_report *report);

/*
 * Removes all pairs with this key. A pair is removed with the separator after it, the
 * last one with the separator before it. If no pair is left, the "?" is removed too: the
 * query is then absent. `flags`: LOCUS_PLUS_IS_SPACE, LOCUS_QUERY_PREFIX,
 * LOCUS_QUERY_SEMICOLON.
 *
 * No byte of the key is special. A program whose users write "utm_*" for a prefix should
 * remove the "*" and add LOCUS_QUERY_PREFIX; a name that ends in "*" can then still be
 * given without the flag.
 */
LOCUS_API int locus_query_remove(char *buf, size_t size, size_t *len,
                                 const struct locus_url *url, const char *text,
                                 const char *key, size_t key_len, unsigned flags,
                                 struct locus_report *report);

/*
 * Removes the empty pairs in the same way, those with neither a name nor a value
 * (nothing, or only "="): "a=&&b&=" becomes "a=&b". `flags`: LOCUS_QUERY_SEMICOLON.
 */
LOCUS_API int locus_query_drop_empty(char *buf, size_t size, size_t *len,
                                     const struct locus_url *url, const char *text,
                                     unsigned flags, struct locus_report *report);

/* The memory that locus_query_sort() needs for a pair. */
struct locus_query_entry {
    struct locus_span pair;       /* in the text */
    struct locus_span key;        /* its name, decoded, in the buffer */
    uint64_t beginning;           /* the first eight bytes of that */
};

/*
 * Sorts the pairs by their decoded names, compared as unsigned bytes; a name comes before
 * longer names that begin with it. Pairs with the same name keep their order. The
 * separators keep their places, so the result is as long as the text:
 *
 *     b=1;a=2&%61=1     a=2;%61=1&b=1
 *
 * entries[0..entry_count) is supplied by the caller and need not be initialized; its
 * contents are of no use afterwards. It must have at least locus_query_count() entries.
 * The buffer first receives the decoded names, then the result. `flags`:
 * LOCUS_PLUS_IS_SPACE, LOCUS_QUERY_SEMICOLON. Further errors:
 *     LOCUS_ERROR_ARGUMENT    too few entries; detected only if the buffer is large
 *                             enough
 * n pairs take n log n comparisons, whatever their names.
 */
LOCUS_API int locus_query_sort(char *buf, size_t size, size_t *len,
                               const struct locus_url *url, const char *text,
                               struct locus_query_entry *entries, size_t entry_count,
                               unsigned flags, struct locus_report *report);

/* Further flags of struct locus_query_rules. */
enum locus_query_rule_flags {
    LOCUS_QUERY_SORTED = 32,      /* the pairs are sorted: locus_query_sort() */
    LOCUS_QUERY_NO_EMPTY = 64     /* empty pairs are removed: locus_query_drop_empty() */
};

/* What locus_query_select() does. The caller owns the texts. */
struct locus_query_rules {
    const struct locus_slice *names; /* pairs with these keys are removed */
    size_t   name_count;
    const struct locus_slice *prefixes; /* and pairs whose keys begin with one */
    size_t   prefix_count;
    unsigned flags;               /* LOCUS_QUERY_SORTED, LOCUS_QUERY_NO_EMPTY,
                                     LOCUS_PLUS_IS_SPACE, LOCUS_QUERY_SEMICOLON */
};

/*
 * Does in one pass what locus_query_drop_empty(), locus_query_remove() for each name and
 * prefix, and locus_query_sort() do one after the other, with the same result. If all
 * pairs of a query are removed, the "?" is removed too. Use this for cache keys:
 *
 *     utm_source=x&b=1&&a=2     a=2&b=1        prefix "utm_", SORTED, NO_EMPTY
 *
 * The buffer may be smaller than the URL: if the result fits, it is complete and sorted.
 * To find out whether it fits, the query is then read once more before it is sorted.
 *
 * entries[0..entry_count) is needed with LOCUS_QUERY_SORTED: one entry for each pair
 * that is not removed. Further errors:
 *     LOCUS_ERROR_ARGUMENT    too few entries; detected only if what is left of the query
 *                             fits into the buffer
 */
LOCUS_API int locus_query_select(char *buf, size_t size, size_t *len,
                                 const struct locus_url *url, const char *text,
                                 const struct locus_query_rules *rules,
                                 struct locus_query_entry *entries, size_t entry_count,
                                 struct locus_report *report);

/* ------------------------------------------------------------------------
 * 3. The semantics of the schemes
 *
 * In this section `url` is the result of a successful locus_parse() of `text`. Only
 * locus_rfc1738 and locus_rfc1630 report the parts that belong to a particular scheme
 * (`type` of ftp, `selector` of gopher, ...).
 * ------------------------------------------------------------------------ */

/* The scheme that defines the syntax and meaning of a URL. */
enum locus_syntax {
    LOCUS_SYNTAX_GENERIC,      /* none: RFC 1738 5, genericurl */
    LOCUS_SYNTAX_FTP,          /* RFC 1738 3.2 */
    LOCUS_SYNTAX_HTTP,         /* 3.3: http and https */
    LOCUS_SYNTAX_GOPHER,       /* 3.4 */
    LOCUS_SYNTAX_MAILTO,       /* 3.5 */
    LOCUS_SYNTAX_NEWS,         /* 3.6 */
    LOCUS_SYNTAX_NNTP,         /* 3.7 */
    LOCUS_SYNTAX_TELNET,       /* 3.8: telnet, rlogin and tn3270 */
    LOCUS_SYNTAX_WAIS,         /* 3.9 */
    LOCUS_SYNTAX_FILE,         /* 3.10 */
    LOCUS_SYNTAX_PROSPERO,     /* 3.11 */
    LOCUS_SYNTAX_COUNT
};

/* Whether "//" follows the ":" of a scheme. */
enum locus_slashes {
    LOCUS_NO_SLASHES,
    LOCUS_SLASHES,
    LOCUS_SLASHES_LATER,       /* "//" except in locus_rfc1630: nntp */
    LOCUS_SLASHES_OR_PATH      /* "//" or only "/": file (RFC 8089, section 2) */
};

/* The properties of a scheme. */
struct locus_scheme {
    int32_t port;              /* its default port, or -1 */
    uint8_t slashes;           /* enum locus_slashes */
    uint8_t syntax;            /* enum locus_syntax */
    uint8_t reserved[2];       /* 0 */
};

/*
 * A table of user-defined schemes. The functions that take one look there first, so it
 * can also redefine a known scheme:
 *
 *     static const struct locus_scheme_entry entries[] = {
 *         { "sftp", { .port = 22, .slashes = LOCUS_SLASHES } },
 *         { "doi",  { .port = -1, .slashes = LOCUS_NO_SLASHES } },
 *     };
 *     static const struct locus_schemes own = { entries, 2 };
 *
 *     port = locus_port_with(&url, text, &own);
 *     scan.own = &own;                     // now "doi:10.1000/182" is found
 */
struct locus_scheme_entry {
    const char *name;          /* without ":", in any case; ends with NUL */
    struct locus_scheme scheme;
};

struct locus_schemes {
    const struct locus_scheme_entry *entries;
    size_t count;
};

/*
 * Gets the properties of a scheme, which is given without its ":" and in any case. Looks
 * in `own` first, unless it is NULL, and then in grammar/schemes/registry.rl (the schemes
 * of RFC 1738 3; those that its section 4 reserves: afs, mid, cid, nfs, tn3270,
 * mailserver, z39.50; those of RFC 1630; others in wide use). Returns 0, or
 *     LOCUS_ERROR_ABSENT      the scheme is unknown
 */
LOCUS_API int locus_scheme_find(struct locus_scheme *scheme, const char *name,
                                size_t len, const struct locus_schemes *own);

/* What a URL identifies. */
enum locus_object {
    LOCUS_OBJECT_RESOURCE,     /* a resource as its scheme's protocol defines it */
    LOCUS_OBJECT_FILE,         /* ftp, file */
    LOCUS_OBJECT_DIRECTORY,    /* ftp with type d, or with an empty name and no
                                  type (RFC 1630, FTP, Data type) */
    LOCUS_OBJECT_ITEM,         /* gopher: an item of `type` */
    LOCUS_OBJECT_SEARCH,       /* gopher, wais: the result of a search */
    LOCUS_OBJECT_MAILBOX,      /* mailto: no resource to access (3.5) */
    LOCUS_OBJECT_GROUP,        /* news, nntp */
    LOCUS_OBJECT_ALL_GROUPS,   /* news:* */
    LOCUS_OBJECT_ARTICLE,      /* news by its message-id, nntp by its number */
    LOCUS_OBJECT_SESSION,      /* telnet: an interactive service */
    LOCUS_OBJECT_DATABASE,     /* wais: a database to search */
    LOCUS_OBJECT_DOCUMENT,     /* wais */
    LOCUS_OBJECT_LINK,         /* prospero: resolved by its server (3.11) */
    LOCUS_OBJECT_COUNT
};

/* How a client uses the user and the password of a URL. */
enum locus_login {
    LOCUS_LOGIN_NONE,          /* the URL has none */
    LOCUS_LOGIN_ANONYMOUS,     /* ftp without a user: "anonymous", with the client's
                                  mail address as the password (3.2.1) */
    LOCUS_LOGIN_USER,          /* log in with them; ftp without a password: ask for
                                  one if the server requires it (3.2.1) */
    LOCUS_LOGIN_ADVISORY,      /* telnet: shown to the user, not sent (3.8) */
    LOCUS_LOGIN_COUNT
};

/* What a URL means, with the defaults of RFC 1738. */
struct locus_meaning {
    int32_t port;              /* what locus_port_with() returns */
    uint8_t syntax;            /* enum locus_syntax */
    uint8_t object;            /* enum locus_object */
    uint8_t part;              /* enum locus_part: the part that names the
                                  object; absent from the URL if nothing does:
                                  gopher://h */
    uint8_t login;             /* enum locus_login */
    uint8_t type;              /* gopher: the item's type, one octet, "1" by
                                  default (3.4.1); ftp: "A", "I", "D" if the
                                  URL has a type; else 0 */
    uint8_t plus;              /* gopher: enum locus_plus */
    uint8_t local;             /* file: 1 if its host is absent, empty or
                                  "localhost": the machine on which the URL is
                                  interpreted (3.10) */
    uint8_t reserved;          /* 0 */
};

/*
 * Determines what a URL means. `own` may be NULL. A URL of any grammar but
 * locus_rfc1738 and locus_rfc1630, or of a scheme with the generic syntax, is a resource
 * named by its path. syntax, port, login and local are set for every URL. Returns 0, or
 *     LOCUS_ERROR_ABSENT      the URL has no scheme
 */
LOCUS_API int locus_meaning_of(struct locus_meaning *meaning,
                               const struct locus_url *url, const char *text,
                               const struct locus_schemes *own);

/*
 * The commands that access the file or directory of an ftp URL (RFC 1738 3.2.1
 * and 3.2.2):
 *
 *     struct locus_ftp ftp;
 *     char line[1024];
 *     size_t len;
 *     int result = locus_ftp_begin(&ftp, &url, text);
 *
 *     ftp.mail = "me@example.org";
 *     ftp.mail_len = strlen(ftp.mail);
 *     while (result == 0
 *            && locus_ftp_next(line, sizeof line, &len, &ftp, &url, text) == 1)
 *         send(control, line, len);        // then read the reply
 *
 *     ftp://myname@host.dom/%2Fetc/motd   CWD /etc            RETR motd
 *     ftp://myname@host.dom/etc/motd      CWD etc             RETR motd
 *     ftp://myname@host.dom//etc/motd     CWD      CWD etc    RETR motd
 *
 * Where the RFC leaves a choice:
 *   - Without a type the client must guess the transfer mode (3.2.3). No TYPE command is
 *     generated, unless ftp.type is set.
 *   - An empty name without a type is a directory to list (RFC 1630, FTP, Data type: a
 *     final "/"), and so is a URL without a path. NLST then has no argument (RFC 959).
 *   - For a user without a password no PASS command is generated. If the server asks for
 *     a password, the client must ask the user.
 */
enum locus_ftp_command {
    LOCUS_FTP_USER,            /* USER, "anonymous" by default */
    LOCUS_FTP_PASS,            /* PASS, `mail` for anonymous */
    LOCUS_FTP_CWD,             /* CWD, one for each segment except the last,
                                  even if empty */
    LOCUS_FTP_TYPE,            /* TYPE and the type code */
    LOCUS_FTP_RETR,            /* RETR and the name */
    LOCUS_FTP_NLST,            /* NLST and the name: type d */
    LOCUS_FTP_COMMAND_COUNT
};

/* The state: plain data, owned by the caller. It needs no destructor. The first group may
   be set after locus_ftp_begin(); the second may be read; `internal` must not be used. */
struct locus_ftp {
    const char *mail;          /* the password for anonymous; NULL: no PASS */
    size_t mail_len;
    uint8_t login;             /* 0: no USER and no PASS; initially 1 */
    char    type;              /* 'A' or 'I': the TYPE if the URL has no type;
                                  0, the initial value: none */

    uint8_t command;           /* after a return of 1: enum locus_ftp_command, */
    size_t  argument_off;      /* and the place of its argument in the line */
    size_t  argument_len;

    struct {
        uint8_t stage;
        struct locus_span name;
        struct locus_pieces pieces;
    } internal;
};

/*
 * Begins the commands of an ftp URL. All parts are checked now, so that no command is
 * sent if a later one must not be. Returns 0, or
 *     LOCUS_ERROR_ABSENT      it is not an ftp URL of locus_rfc1738 or locus_rfc1630
 *     LOCUS_ERROR_PROTOCOL    a CR, LF or NUL in its user, password or path,
 *                             decoded, would begin another command
 */
LOCUS_API int locus_ftp_begin(struct locus_ftp *ftp,
                              const struct locus_url *url, const char *text);

/*
 * Writes the next command, a line with its argument decoded, including CR LF. Returns
 *     1                       the line is in buf[0..*len)
 *     0                       there are no more; *len is 0
 *     LOCUS_ERROR_SPACE       the line has *len bytes; call again with a larger buffer
 *     LOCUS_ERROR_PROTOCOL    ftp->mail contains a CR, LF or NUL
 *     LOCUS_ERROR_ABSENT      locus_ftp_begin() returned an error
 */
LOCUS_API int locus_ftp_next(char *buf, size_t size, size_t *len,
                             struct locus_ftp *ftp,
                             const struct locus_url *url, const char *text);

/*
 * Writes the request for a gopher URL, which a client sends to the server (RFC 1738 3.4):
 * the selector, decoded; TAB and the search, if there is one; TAB and the Gopher+ string,
 * if there is one; CR LF. Answers to a form are sent as 3.4.9 shows: they end with their
 * own CR LF, and an empty search before them is omitted together with its TAB. (By 3.4.3
 * that TAB precedes all other Gopher+ strings.) An octet means the same whether or not
 * it is percent-encoded: a line that consists of "." ends the answers, and so does one
 * that consists of "%2E". Returns 0, or
 *     LOCUS_ERROR_SPACE       the request has *len bytes
 *     LOCUS_ERROR_ABSENT      it is not a gopher URL of locus_rfc1738 or locus_rfc1630
 *     LOCUS_ERROR_PROTOCOL    a CR or LF, or one TAB too many, in the selector, in the
 *                             search, or in a Gopher+ string that is not one of 3.4.9;
 *                             *len is 0
 */
LOCUS_API int locus_gopher_line(char *buf, size_t size, size_t *len,
                                const struct locus_url *url,
                                const char *text);

/* Returns "generic", "ftp", "http", ...; NULL if there is no such syntax. */
LOCUS_API const char *locus_syntax_name(enum locus_syntax syntax);

/* Returns "resource", "file", "all-groups", ...; NULL if there is no such object. */
LOCUS_API const char *locus_object_name(enum locus_object object);

/* Returns "none", "anonymous", "user", "advisory"; NULL if there is no such login. */
LOCUS_API const char *locus_login_name(enum locus_login login);

/* Returns "none", "view", "ask", ...; NULL if there is no such string. */
LOCUS_API const char *locus_plus_name(enum locus_plus plus);

/* Returns "USER", "PASS", ...; NULL if there is no such command. */
LOCUS_API const char *locus_ftp_name(enum locus_ftp_command command);

#ifdef __cplusplus
}
#endif

#endif
