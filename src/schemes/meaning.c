/* SPDX-License-Identifier: MIT
 *
 * The meaning of URLs in the schemes of RFC 1738. The grammar has determined the parts;
 * here they are interpreted.
 */
#include "grammars/support/grammar.h"
#include "schemes/protocol-line.h"
#include "schemes/meaning.h"

static struct locus_scheme scheme_of(const struct locus_url *url,
                                     const char *text,
                                     const struct locus_schemes *own)
{
    const struct locus_span name = url->part[LOCUS_SCHEME];
    struct locus_scheme scheme = { .port = -1 };

    if (locus_scheme_find(&scheme, text + name.off, name.len, own) != 0)
        scheme.syntax = LOCUS_SYNTAX_GENERIC;
    return scheme;
}

enum locus_syntax locus_own_syntax(const struct locus_url *url,
                                   const char *text)
{
    if (!url_has_trait(url, LOCUS_TRAIT_SCHEME_PARTS)
        || !locus_has(url, LOCUS_SCHEME))
        return LOCUS_SYNTAX_GENERIC;
    return (enum locus_syntax)scheme_of(url, text, NULL).syntax;
}

char locus_type_code(const struct locus_url *url, const char *text)
{
    const struct locus_span type = locus_get(url, LOCUS_TYPE);

    return type.len == 0 ? '\0' : (char)(text[type.off] & ~0x20);
}

/* The one octet of a gopher type. */
static uint8_t item_type(const struct locus_url *url, const char *text)
{
    char type = '1';
    struct locus_line line = { .out = { .buf = &type, .size = 1 } };

    if (locus_has(url, LOCUS_GTYPE))
        locus_line_decode(&line, text, locus_get(url, LOCUS_GTYPE));
    return (uint8_t)type;
}

enum locus_plus locus_plus_kind(const struct locus_url *url, const char *text)
{
    struct locus_pieces pieces;
    struct locus_piece piece;
    int result;

    locus_pieces_begin(&pieces, LOCUS_PIECE_GOPHER,
                       locus_get(url, LOCUS_PLUS));
    do
        result = locus_pieces_next(&piece, &pieces, text);
    while (result == 1);
    return result == 0 ? (enum locus_plus)pieces.plus : LOCUS_PLUS_OTHER;
}

/* Whether the path is absent or ends in an empty segment. */
static int names_nothing(const struct locus_url *url, const char *text)
{
    struct locus_pieces pieces;
    struct locus_piece segment = { .text = { 0, 0 } };

    locus_pieces_begin(&pieces, LOCUS_PIECE_SEGMENT, url->part[LOCUS_PATH]);
    while (locus_pieces_next(&segment, &pieces, text) == 1)
        ;
    return segment.text.len == 0;
}

static void set(struct locus_meaning *meaning, enum locus_object object,
                enum locus_part part)
{
    meaning->object = (uint8_t)object;
    meaning->part = (uint8_t)part;
}

static void ftp(struct locus_meaning *meaning, const struct locus_url *url,
                const char *text)
{
    meaning->type = (uint8_t)locus_type_code(url, text);
    if (meaning->type ? meaning->type == 'D' : names_nothing(url, text))
        set(meaning, LOCUS_OBJECT_DIRECTORY, LOCUS_PATH);
    else
        set(meaning, LOCUS_OBJECT_FILE, LOCUS_PATH);
}

static void gopher(struct locus_meaning *meaning, const struct locus_url *url,
                   const char *text)
{
    meaning->type = item_type(url, text);
    meaning->plus = (uint8_t)locus_plus_kind(url, text);
    set(meaning,
        locus_get(url, LOCUS_SEARCH).len > 0 ? LOCUS_OBJECT_SEARCH
                                              : LOCUS_OBJECT_ITEM,
        LOCUS_SELECTOR);
}

static void news(struct locus_meaning *meaning, const struct locus_url *url,
                 const char *text)
{
    const struct locus_span group = locus_get(url, LOCUS_GROUP);

    if (locus_has(url, LOCUS_NUMBER))
        set(meaning, LOCUS_OBJECT_ARTICLE, LOCUS_NUMBER);
    else if (locus_has(url, LOCUS_ARTICLE))
        set(meaning, LOCUS_OBJECT_ARTICLE, LOCUS_ARTICLE);
    else if (locus_is_keyword(text + group.off, group.len,
                           LOCUS_KEYWORD_ALL_GROUPS))
        set(meaning, LOCUS_OBJECT_ALL_GROUPS, LOCUS_GROUP);
    else
        set(meaning, LOCUS_OBJECT_GROUP, LOCUS_GROUP);
}

static void wais(struct locus_meaning *meaning, const struct locus_url *url)
{
    if (locus_has(url, LOCUS_WPATH))
        set(meaning, LOCUS_OBJECT_DOCUMENT, LOCUS_WPATH);
    else if (locus_has(url, LOCUS_QUERY))
        set(meaning, LOCUS_OBJECT_SEARCH, LOCUS_QUERY);
    else
        set(meaning, LOCUS_OBJECT_DATABASE, LOCUS_DATABASE);
}

/* Whether a file is on the machine on which its URL is interpreted (RFC 1738, section
   3.10; RFC 8089, section 2: the host may be absent). */
static int is_local(const struct locus_url *url, const char *text)
{
    const struct locus_span host = url->part[LOCUS_HOST];

    return host.len == 0
        || locus_is_keyword(text + host.off, host.len, LOCUS_KEYWORD_LOCALHOST);
}

/* Determines the object from the scheme's own parts. */
static void tell_object(struct locus_meaning *meaning,
                        const struct locus_url *url, const char *text)
{
    switch (locus_own_syntax(url, text)) {
    case LOCUS_SYNTAX_FTP:
        ftp(meaning, url, text);
        break;
    case LOCUS_SYNTAX_GOPHER:
        gopher(meaning, url, text);
        break;
    case LOCUS_SYNTAX_MAILTO:
        set(meaning, LOCUS_OBJECT_MAILBOX, LOCUS_ADDRESS);
        break;
    case LOCUS_SYNTAX_NEWS:
    case LOCUS_SYNTAX_NNTP:
        news(meaning, url, text);
        break;
    case LOCUS_SYNTAX_TELNET:
        set(meaning, LOCUS_OBJECT_SESSION, LOCUS_HOST);
        break;
    case LOCUS_SYNTAX_WAIS:
        wais(meaning, url);
        break;
    case LOCUS_SYNTAX_FILE:
        set(meaning, LOCUS_OBJECT_FILE, LOCUS_PATH);
        break;
    case LOCUS_SYNTAX_PROSPERO:
        set(meaning, LOCUS_OBJECT_LINK, LOCUS_HSONAME);
        break;
    case LOCUS_SYNTAX_GENERIC:
    case LOCUS_SYNTAX_HTTP:
    case LOCUS_SYNTAX_COUNT:
        break;
    }
}

static enum locus_login login(const struct locus_url *url,
                              enum locus_syntax syntax)
{
    if (syntax == LOCUS_SYNTAX_FTP && !locus_has(url, LOCUS_USER))
        return LOCUS_LOGIN_ANONYMOUS;
    if (!locus_has(url, LOCUS_USER))
        return LOCUS_LOGIN_NONE;
    return syntax == LOCUS_SYNTAX_TELNET ? LOCUS_LOGIN_ADVISORY
                                         : LOCUS_LOGIN_USER;
}

int locus_meaning_of(struct locus_meaning *meaning,
                     const struct locus_url *url, const char *text,
                     const struct locus_schemes *own)
{
    *meaning = (struct locus_meaning){ .part = LOCUS_PATH };
    if (!locus_has(url, LOCUS_SCHEME))
        return LOCUS_ERROR_ABSENT;
    meaning->port = locus_port_with(url, text, own);
    meaning->syntax = scheme_of(url, text, own).syntax;
    meaning->login = (uint8_t)login(url, (enum locus_syntax)meaning->syntax);
    meaning->local = meaning->syntax == LOCUS_SYNTAX_FILE && is_local(url, text);
    tell_object(meaning, url, text);
    return 0;
}
