/* SPDX-License-Identifier: MIT
 *
 * The names of syntaxes, objects, logins, kinds of Gopher+ strings and FTP commands.
 */
#include "locus/schemes.h"

static const char *const syntax_names[LOCUS_SYNTAX_COUNT] = {
    [LOCUS_SYNTAX_GENERIC] = "generic",
    [LOCUS_SYNTAX_FTP] = "ftp",
    [LOCUS_SYNTAX_HTTP] = "http",
    [LOCUS_SYNTAX_GOPHER] = "gopher",
    [LOCUS_SYNTAX_MAILTO] = "mailto",
    [LOCUS_SYNTAX_NEWS] = "news",
    [LOCUS_SYNTAX_NNTP] = "nntp",
    [LOCUS_SYNTAX_TELNET] = "telnet",
    [LOCUS_SYNTAX_WAIS] = "wais",
    [LOCUS_SYNTAX_FILE] = "file",
    [LOCUS_SYNTAX_PROSPERO] = "prospero",
};

static const char *const object_names[LOCUS_OBJECT_COUNT] = {
    [LOCUS_OBJECT_RESOURCE] = "resource",
    [LOCUS_OBJECT_FILE] = "file",
    [LOCUS_OBJECT_DIRECTORY] = "directory",
    [LOCUS_OBJECT_ITEM] = "item",
    [LOCUS_OBJECT_SEARCH] = "search",
    [LOCUS_OBJECT_MAILBOX] = "mailbox",
    [LOCUS_OBJECT_GROUP] = "group",
    [LOCUS_OBJECT_ALL_GROUPS] = "all-groups",
    [LOCUS_OBJECT_ARTICLE] = "article",
    [LOCUS_OBJECT_SESSION] = "session",
    [LOCUS_OBJECT_DATABASE] = "database",
    [LOCUS_OBJECT_DOCUMENT] = "document",
    [LOCUS_OBJECT_LINK] = "link",
};

static const char *const login_names[LOCUS_LOGIN_COUNT] = {
    [LOCUS_LOGIN_NONE] = "none",
    [LOCUS_LOGIN_ANONYMOUS] = "anonymous",
    [LOCUS_LOGIN_USER] = "user",
    [LOCUS_LOGIN_ADVISORY] = "advisory",
};

static const char *const plus_names[LOCUS_PLUS_COUNT] = {
    [LOCUS_PLUS_NONE] = "none",
    [LOCUS_PLUS_VIEW] = "view",
    [LOCUS_PLUS_ASK] = "ask",
    [LOCUS_PLUS_ATTRIBUTES] = "attributes",
    [LOCUS_PLUS_DIRECTORY_ATTRIBUTES] = "directory-attributes",
    [LOCUS_PLUS_ANSWERS] = "answers",
    [LOCUS_PLUS_OTHER] = "other",
};

static const char *const ftp_names[LOCUS_FTP_COMMAND_COUNT] = {
    [LOCUS_FTP_USER] = "USER",
    [LOCUS_FTP_PASS] = "PASS",
    [LOCUS_FTP_CWD] = "CWD",
    [LOCUS_FTP_TYPE] = "TYPE",
    [LOCUS_FTP_RETR] = "RETR",
    [LOCUS_FTP_NLST] = "NLST",
};

const char *locus_syntax_name(enum locus_syntax syntax)
{
    return (unsigned)syntax < LOCUS_SYNTAX_COUNT ? syntax_names[syntax] : NULL;
}

const char *locus_object_name(enum locus_object object)
{
    return (unsigned)object < LOCUS_OBJECT_COUNT ? object_names[object] : NULL;
}

const char *locus_login_name(enum locus_login login)
{
    return (unsigned)login < LOCUS_LOGIN_COUNT ? login_names[login] : NULL;
}

const char *locus_plus_name(enum locus_plus plus)
{
    return (unsigned)plus < LOCUS_PLUS_COUNT ? plus_names[plus] : NULL;
}

const char *locus_ftp_name(enum locus_ftp_command command)
{
    return (unsigned)command < LOCUS_FTP_COMMAND_COUNT ? ftp_names[command]
                                                       : NULL;
}
