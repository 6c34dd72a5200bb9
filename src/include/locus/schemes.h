/* SPDX-License-Identifier: MIT */
#ifndef LOCUS_SCHEMES_H
#define LOCUS_SCHEMES_H

/*
 * What the schemes mean: the parts of a URL put to use. Of liblocus, as <locus.h>,
 * whose first comment holds here too.
 *
 * Contents
 *     1. Pieces of parts
 *     2. Queries
 *     3. What the schemes mean
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
 * Pieces are spans of the text and are never decoded: "a%26b=c" is one pair. To
 * decode is the next step, and so is what "+" means, a space in a search part
 * (RFC 1630) and in a form (HTML), or itself (RFC 3986):
 *
 *     locus_decode(buf, sizeof buf, &len, text + pair.value.off,
 *                  pair.value.len, LOCUS_QUERY_ITEM, LOCUS_PLUS_IS_SPACE, NULL);
 *
 * Together with what divides them the pieces make up the part, in order and
 * without a gap. A part that is empty has no pieces. Any bytes may stand in a
 * span: whether a URL may hold them was for its grammar to say.
 * ------------------------------------------------------------------------ */

/* What a part is divided into. */
enum locus_piece_kind {
    LOCUS_PIECE_SEGMENT,       /* of LOCUS_PATH, RFC 3986 3.3, RFC 1738 3.2.2:
                                  "/a//b" has "a", "" and "b"; "/" has "" */
    LOCUS_PIECE_PAIR,          /* of LOCUS_QUERY: name "=" value, between them
                                  "&" or ";" (HTML 4.01 B.2.2) */
    LOCUS_PIECE_AMP_PAIR,      /* the same with "&" alone, as in browsers */
    LOCUS_PIECE_PROSPERO,      /* of LOCUS_FIELDS, RFC 1738 3.11: ";" name "="
                                  value; RFC 1630's attributes are one piece
                                  without "=" */
    LOCUS_PIECE_WAIS,          /* of LOCUS_WPATH, RFC 1630: number "=" value
                                  ";"; or one piece without "=": RFC 1738 3.9
                                  has a wpath that only its server can read */
    LOCUS_PIECE_GOPHER,        /* of LOCUS_PLUS, RFC 1738 3.4.4 to 3.4.9: the
                                  names of attributes ("!+ABSTRACT%20+SMELL");
                                  or one view, its language as the value; or
                                  the answers to a form. No character of it is
                                  reserved: "%2B" is "+" (2.2, 3.4.1) */
    LOCUS_PIECE_KIND_COUNT
};

/* What a Gopher+ string asks for. */
enum locus_plus {
    LOCUS_PLUS_NONE,           /* there is none, or it is empty */
    LOCUS_PLUS_VIEW,           /* "+": the default view, or the one named */
    LOCUS_PLUS_ASK,            /* "?": an electronic form, to be filled out */
    LOCUS_PLUS_ATTRIBUTES,     /* "!": the item's attributes, all or those
                                  named */
    LOCUS_PLUS_DIRECTORY_ATTRIBUTES, /* "$": those of all items of a
                                  directory */
    LOCUS_PLUS_ANSWERS,        /* "+%091%0D%0A+-1...": a form filled out */
    LOCUS_PLUS_OTHER,          /* none of RFC 1738's forms */
    LOCUS_PLUS_COUNT
};

/* The state of an iterator: yours, plain, no destructor. */
struct locus_pieces {
    uint32_t at;               /* up to here the text was read; after
                                  LOCUS_ERROR_PIECE, the byte that does not fit */
    uint32_t end;              /* of the part */
    uint8_t  kind;             /* enum locus_piece_kind */
    uint8_t  plus;             /* LOCUS_PIECE_GOPHER, after the first call: enum
                                  locus_plus, but for ..._OTHER */
    struct {
        uint8_t  begun;
        uint8_t  ended;
        int32_t  error;
        uint32_t state;        /* of the kind's machine */
    } internal;
};

/* A piece. A name without "=" has no value; one with nothing after its "=" has
   an empty one. */
struct locus_piece {
    struct locus_span text;    /* all of it, without what divides pieces */
    struct locus_span name;    /* up to "=", or all of it */
    struct locus_span value;   /* {0, 0} if it has none */
    uint8_t has_value;         /* 0 or 1 */
};

/*
 * Begins with the pieces of a part, or of any other span of the text. Returns
 * 0, or
 *     LOCUS_ERROR_ARGUMENT    no such kind
 */
LOCUS_API int locus_pieces_begin(struct locus_pieces *pieces,
                                 enum locus_piece_kind kind,
                                 struct locus_span part);

/*
 * The next piece. Returns
 *     1                       `piece` holds it
 *     0                       there are no more, now and ever after
 *     LOCUS_ERROR_PIECE       the part is not made of such pieces, by what
 *                             stands at pieces->at (at its end: what lacks).
 *                             LOCUS_PIECE_SEGMENT and pairs never fail
 *     LOCUS_ERROR_ARGUMENT    locus_pieces_begin() returned that
 * Time is linear in the length of the part.
 */
LOCUS_API int locus_pieces_next(struct locus_piece *piece,
                                struct locus_pieces *pieces, const char *text);

/* ------------------------------------------------------------------------
 * 2. Queries
 *
 * A query as a list of pairs: name "=" value. `url` is what locus_parse() made of
 * `text` with result 0, by any grammar. An iterator of pairs (section 1) gives them
 * undecoded; these functions find a pair by its name, decode its value, and edit the
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
 * with LOCUS_PLUS_IS_SPACE. A "%" that begins no percent-encoding stands for itself.
 * Case matters. What follows the first "=" is the value; a pair without "=" is a name.
 * ------------------------------------------------------------------------ */

/* How a query is read and written, besides enum locus_coding. A sum of these. */
enum locus_query_flags {
    LOCUS_QUERY_ENCODED = 4,   /* the value is encoded already: it is written as it is */
    LOCUS_QUERY_PREFIX = 8,    /* the key is the beginning of a name: "utm_" of
                                  "utm_source". Every name begins with the empty key */
    LOCUS_QUERY_SEMICOLON = 16 /* ";" separates pairs, as "&" does
                                  (LOCUS_PIECE_PAIR). Else only "&" does
                                  (LOCUS_PIECE_AMP_PAIR) */
};

/*
 * The next pair of an iterator whose decoded name is the key. `pairs` is what
 * locus_pieces_begin() made of the query, with the kind that the caller chooses; to go
 * on after a pair, call again. `flags`: LOCUS_PLUS_IS_SPACE, LOCUS_QUERY_PREFIX. Returns
 *     1                       `pair` holds it
 *     0                       there is no other
 *     LOCUS_ERROR_ARGUMENT    unknown flags, or locus_pieces_begin() returned that
 *     LOCUS_ERROR_PIECE       as locus_pieces_next() returns for other pieces
 * Nothing is copied. Time is linear in what was read of the query.
 */
LOCUS_API int locus_query_find(struct locus_piece *pair, struct locus_pieces *pairs,
                               const char *text, const char *key, size_t key_len,
                               unsigned flags);

/*
 * Writes the value of the first pair of that key, decoded as locus_decode() does with
 * LOCUS_KEEP. A pair without "=" gives the empty text. `flags`: LOCUS_PLUS_IS_SPACE,
 * LOCUS_QUERY_SEMICOLON. report->found tells what was decoded, and report->offset where
 * in the query the first of it stands. Returns 0, or
 *     LOCUS_ERROR_ABSENT      there is no such pair
 *     LOCUS_ERROR_SPACE       the buffer is too small; the length of the query is
 *                             always enough
 *     LOCUS_ERROR_ARGUMENT    unknown flags
 * *len is 0 after an error, but for LOCUS_ERROR_SPACE.
 */
LOCUS_API int locus_query_get(char *buf, size_t size, size_t *len,
                              const struct locus_url *url, const char *text,
                              const char *key, size_t key_len, unsigned flags,
                              struct locus_report *report);

/* How many pairs the query has; an empty query has none. `flags`:
   LOCUS_QUERY_SEMICOLON; others mean nothing. */
LOCUS_API size_t locus_query_count(const struct locus_url *url, const char *text,
                                   unsigned flags);

/*
 * The functions below write the URL with an edited query. No other byte changes: no
 * other pair is encoded anew, no separator is replaced. An absent query stays absent and
 * an empty one empty, unless a pair is set.
 *
 * The grammar then parses the result, as locus_build() does: it must find the new query
 * and otherwise the same parts. Each returns 0, or
 *     LOCUS_ERROR_SPACE       size < *len. The result has not been parsed yet
 *     LOCUS_ERROR_TOO_LONG    the result would exceed LOCUS_MAX_LENGTH bytes
 *     LOCUS_ERROR_GRAMMAR     no such grammar
 *     LOCUS_ERROR_ARGUMENT    flags that the function does not take, or as it says
 * or, with report->part and report->offset as locus_build() has them:
 *     LOCUS_ERROR_MISREAD     the grammar would find other parts: this URL can have no
 *                             query
 *     a rule                  the same; or the query breaks it: locus_rfc1630 has no
 *                             "=" in a query, and no empty query
 * *len is 0 after an error, but for LOCUS_ERROR_SPACE. `report` may be NULL. `buf` must
 * not overlap the texts. Time is linear in their length, except for the sort.
 */

/*
 * Sets the value of a pair: that of the first pair of the key, whose name stays as it
 * is written. Further pairs of the key are removed (see locus_query_remove()), so that
 * all readers find the new value, whichever pair they take. If there is none, the pair
 * is added at the end, after an "&" unless the query was absent or empty:
 *
 *     page=1&%70age=7&x     page=2&x
 *     x                     x&page=2
 *     (absent)              page=2
 *
 * The value is encoded for LOCUS_QUERY_ITEM (locus_encode()). With LOCUS_KEEP the
 * percent-encodings that it has stay; with LOCUS_QUERY_ENCODED, instead, the value stays
 * as it is. A key that is added is always encoded. `flags`: these, LOCUS_PLUS_IS_SPACE,
 * LOCUS_QUERY_SEMICOLON. Further errors:
 *     LOCUS_ERROR_MISREAD     LOCUS_QUERY_ENCODED, and a separator is in the value;
 *                             report->part is LOCUS_QUERY
 *     LOCUS_ERROR_PART        the grammar has no queries
 *     LOCUS_ERROR_ARGUMENT    LOCUS_KEEP and LOCUS_QUERY_ENCODED
 */
LOCUS_API int locus_query_set(char *buf, size_t size, size_t *len,
                              const struct locus_url *url, const char *text,
                              const char *key, size_t key_len, const char *value,
                              size_t value_len, unsigned flags,
                              struct locus_report *report);

/*
 * Removes all pairs of the key. A pair goes with the separator after it, the last one
 * with the separator before it. If no pair is left, the "?" goes too: the query is then
 * absent. `flags`: LOCUS_PLUS_IS_SPACE, LOCUS_QUERY_PREFIX, LOCUS_QUERY_SEMICOLON.
 *
 * No byte of the key is special. A caller whose users write "utm_*" for a prefix takes
 * the "*" away and adds LOCUS_QUERY_PREFIX; then a name that ends in "*" can still be
 * named without the flag.
 */
LOCUS_API int locus_query_remove(char *buf, size_t size, size_t *len,
                                 const struct locus_url *url, const char *text,
                                 const char *key, size_t key_len, unsigned flags,
                                 struct locus_report *report);

/*
 * Removes the empty pairs, in the same way: those that have neither a name nor a value,
 * nothing or a bare "=". "a=&&b&=" becomes "a=&b". `flags`: LOCUS_QUERY_SEMICOLON.
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
 * Sorts the pairs by their decoded names, byte by byte as unsigned numbers, a name
 * before those that begin with it. Pairs of the same name stay in their order. The
 * separators stay where they are, so the result has the length of the text:
 *
 *     b=1;a=2&%61=1     a=2;%61=1&b=1
 *
 * entries[0..entry_count) is the caller's, need not be initialised, and holds nothing of
 * use afterwards. It has at least as many entries as locus_query_count() says. The
 * decoded names are put into the buffer before the result is. `flags`:
 * LOCUS_PLUS_IS_SPACE, LOCUS_QUERY_SEMICOLON. Further errors:
 *     LOCUS_ERROR_ARGUMENT    too few entries; found only if the buffer is large enough
 * n pairs take n log n comparisons, whatever their names are.
 */
LOCUS_API int locus_query_sort(char *buf, size_t size, size_t *len,
                               const struct locus_url *url, const char *text,
                               struct locus_query_entry *entries, size_t entry_count,
                               unsigned flags, struct locus_report *report);

/* ------------------------------------------------------------------------
 * 3. What the schemes mean
 *
 * `url` is what locus_parse() made of `text` with result 0. The parts that
 * carry a scheme's meaning (`type` of ftp, `selector` of gopher, ...) are there
 * in locus_rfc1738 and locus_rfc1630 only.
 * ------------------------------------------------------------------------ */

/* Whose syntax and meaning the URLs of a scheme have. */
enum locus_syntax {
    LOCUS_SYNTAX_GENERIC,      /* nobody's: RFC 1738 5, genericurl */
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
    LOCUS_SLASHES_LATER,       /* not yet in locus_rfc1630: nntp */
    LOCUS_SLASHES_OR_PATH      /* or only "/": file (RFC 8089, section 2) */
};

/* What is known of a scheme. */
struct locus_scheme {
    int32_t port;              /* its default port, or -1 */
    uint8_t slashes;           /* enum locus_slashes */
    uint8_t syntax;            /* enum locus_syntax */
    uint8_t reserved[2];       /* 0 */
};

/*
 * User-defined schemes, for the functions that take such a table. They look there first,
 * so a table can also redefine a scheme that is known:
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
    const char *name;          /* without ":", in any case; ends in NUL */
    struct locus_scheme scheme;
};

struct locus_schemes {
    const struct locus_scheme_entry *entries;
    size_t count;
};

/*
 * What is known of a scheme, named without its ":" in any case: by `own` unless
 * that is NULL, else by grammar/schemes/registry.rl (RFC 1738 3 and those that its
 * section 4 reserves: afs, mid, cid, nfs, tn3270, mailserver, z39.50; RFC 1630;
 * others in wide use). Returns 0, or
 *     LOCUS_ERROR_ABSENT      nothing
 */
LOCUS_API int locus_scheme_find(struct locus_scheme *scheme, const char *name,
                                size_t len, const struct locus_schemes *own);

/* What a URL designates. */
enum locus_object {
    LOCUS_OBJECT_RESOURCE,     /* what its scheme's protocol has there */
    LOCUS_OBJECT_FILE,         /* ftp, file */
    LOCUS_OBJECT_DIRECTORY,    /* ftp with type d, or whose name is empty and
                                  type not said (RFC 1630, FTP, Data type) */
    LOCUS_OBJECT_ITEM,         /* gopher: an item of `type` */
    LOCUS_OBJECT_SEARCH,       /* gopher, wais: the result of a search */
    LOCUS_OBJECT_MAILBOX,      /* mailto: nothing to be accessed (3.5) */
    LOCUS_OBJECT_GROUP,        /* news, nntp */
    LOCUS_OBJECT_ALL_GROUPS,   /* news:* */
    LOCUS_OBJECT_ARTICLE,      /* news by its message-id, nntp by its number */
    LOCUS_OBJECT_SESSION,      /* telnet: an interactive service */
    LOCUS_OBJECT_DATABASE,     /* wais: to be searched */
    LOCUS_OBJECT_DOCUMENT,     /* wais */
    LOCUS_OBJECT_LINK,         /* prospero: where its server says (3.11) */
    LOCUS_OBJECT_COUNT
};

/* What the user and the password of a URL are used for. */
enum locus_login {
    LOCUS_LOGIN_NONE,          /* the URL has none */
    LOCUS_LOGIN_ANONYMOUS,     /* ftp without a user: "anonymous", with the client's
                                  mail address as the password (3.2.1) */
    LOCUS_LOGIN_USER,          /* log in with them; ftp without a password: ask for
                                  one if the server wants it (3.2.1) */
    LOCUS_LOGIN_ADVISORY,      /* telnet: shown to the user, not sent (3.8) */
    LOCUS_LOGIN_COUNT
};

/* What a URL means, with the defaults of RFC 1738. */
struct locus_meaning {
    int32_t port;              /* what locus_port_with() returns */
    uint8_t syntax;            /* enum locus_syntax */
    uint8_t object;            /* enum locus_object */
    uint8_t part;              /* enum locus_part: the part that names the
                                  object (absent where there is nothing to
                                  name it by: gopher://h) */
    uint8_t login;             /* enum locus_login */
    uint8_t type;              /* gopher: the item's type, one octet, "1" by
                                  default (3.4.1); ftp: "A", "I", "D" if the
                                  URL has a type; else 0 */
    uint8_t plus;              /* gopher: enum locus_plus */
    uint8_t local;             /* file: 1 if its host is absent, empty or
                                  "localhost", the machine where the URL is read
                                  (3.10) */
    uint8_t reserved;          /* 0 */
};

/*
 * What a URL means. `own` may be NULL. A URL of another grammar than
 * those two, or of a scheme that has the generic syntax, is a resource named by
 * its path; syntax, port, login and local are set for all. Returns 0, or
 *     LOCUS_ERROR_ABSENT      it has no scheme
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
 *         send(control, line, len);        // and read the reply
 *
 *     ftp://myname@host.dom/%2Fetc/motd   CWD /etc            RETR motd
 *     ftp://myname@host.dom/etc/motd      CWD etc             RETR motd
 *     ftp://myname@host.dom//etc/motd     CWD      CWD etc    RETR motd
 *
 * What the RFC leaves open:
 *   - Without a type the client has to guess the mode (3.2.3). Then there is no
 *     TYPE, unless you say one in ftp.type.
 *   - A name that is empty, with no type, is a directory to be listed (RFC 1630,
 *     FTP, Data type: a final "/"); so is a URL without a path. NLST then has no
 *     argument (RFC 959).
 *   - A user without a password: no PASS is given; ask for one if the server
 *     does.
 */
enum locus_ftp_command {
    LOCUS_FTP_USER,            /* USER, "anonymous" by default */
    LOCUS_FTP_PASS,            /* PASS, `mail` for anonymous */
    LOCUS_FTP_CWD,             /* CWD, one for each segment but the last,
                                  empty or not */
    LOCUS_FTP_TYPE,            /* TYPE and the type code */
    LOCUS_FTP_RETR,            /* RETR and the name */
    LOCUS_FTP_NLST,            /* NLST and the name: type d */
    LOCUS_FTP_COMMAND_COUNT
};

/* The state: yours, plain, no destructor. Set the first group after
   locus_ftp_begin(); read the second; leave the third alone. */
struct locus_ftp {
    const char *mail;          /* the password of anonymous; NULL: no PASS */
    size_t mail_len;
    uint8_t login;             /* 0: no USER and no PASS (1 to begin with) */
    char    type;              /* 'A' or 'I': the TYPE where the URL has no
                                  type; 0, to begin with: none */

    uint8_t command;           /* after 1: enum locus_ftp_command, */
    size_t  argument_off;      /* and where in the line its argument stands */
    size_t  argument_len;

    struct {
        uint8_t stage;
        struct locus_span name;
        struct locus_pieces pieces;
    } internal;
};

/*
 * Begins with the commands of an ftp URL. All of its parts are looked at now, so
 * that no command is sent before one that must not be. Returns 0, or
 *     LOCUS_ERROR_ABSENT      it is no ftp URL of those two grammars
 *     LOCUS_ERROR_PROTOCOL    a CR, LF or NUL in its user, password or path,
 *                             decoded, would begin another command
 */
LOCUS_API int locus_ftp_begin(struct locus_ftp *ftp,
                              const struct locus_url *url, const char *text);

/*
 * The next command: a line, its argument decoded, with CR LF. Returns
 *     1                       the line is in buf[0..*len)
 *     0                       there are no more; *len is 0
 *     LOCUS_ERROR_SPACE       it has *len bytes: call again with so many
 *     LOCUS_ERROR_PROTOCOL    a CR, LF or NUL in ftp->mail
 *     LOCUS_ERROR_ABSENT      locus_ftp_begin() has failed
 */
LOCUS_API int locus_ftp_next(char *buf, size_t size, size_t *len,
                             struct locus_ftp *ftp,
                             const struct locus_url *url, const char *text);

/*
 * What is sent to the server of a gopher URL (RFC 1738 3.4): the selector,
 * decoded; TAB and the search where there is one, TAB and the Gopher+ string
 * where there is one; CR LF. Answers to a form are sent as 3.4.9 shows it: they
 * end in their own CR LF, and a search that is empty is left out before them
 * with its TAB. (3.4.3 has that TAB in front of all other Gopher+ strings.) An
 * octet means the same whether it stands as a character or is encoded: a line with
 * nothing but "." ends the answers, and so does one with nothing but "%2E".
 * Returns 0, or
 *     LOCUS_ERROR_SPACE       the line has *len bytes
 *     LOCUS_ERROR_ABSENT      it is no gopher URL of those two grammars
 *     LOCUS_ERROR_PROTOCOL    a CR or LF, or a TAB too many: in the selector, in
 *                             the search, or in a Gopher+ string that is none of
 *                             3.4.9's; *len is 0
 */
LOCUS_API int locus_gopher_line(char *buf, size_t size, size_t *len,
                                const struct locus_url *url,
                                const char *text);

/* "generic", "ftp", "http", ...; NULL if there is no such syntax. */
LOCUS_API const char *locus_syntax_name(enum locus_syntax syntax);

/* "resource", "file", "all-groups", ...; NULL if there is no such object. */
LOCUS_API const char *locus_object_name(enum locus_object object);

/* "none", "anonymous", "user", "advisory"; NULL if there is no such login. */
LOCUS_API const char *locus_login_name(enum locus_login login);

/* "none", "view", "ask", ...; NULL if there is no such string. */
LOCUS_API const char *locus_plus_name(enum locus_plus plus);

/* "USER", "PASS", ...; NULL if there is no such command. */
LOCUS_API const char *locus_ftp_name(enum locus_ftp_command command);

#ifdef __cplusplus
}
#endif

#endif
