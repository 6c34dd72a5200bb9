/* SPDX-License-Identifier: MIT
 *
 * The interpreter of the RFCs' BNF: for each grammar, the files to read and the meaning
 * of their rules.
 */
#include <stdio.h>
#include <string.h>

#include "proofs/interpreter/bnf.h"

/* RFC 3986 */

static const struct kind kinds_3986[] = {
    { "reg-name", LOCUS_HOST_NAME },
    { "IPv4address", LOCUS_HOST_IPV4 },
    { "IPv6address", LOCUS_HOST_IPV6 },
    { "IPvFuture", LOCUS_HOST_IPVFUTURE },
    { NULL, LOCUS_HOST_NONE },
};

static const struct row rows_3986[] = {
    { "scheme", LOCUS_SCHEME, "<scheme", ">scheme", 0 },
    { "userinfo", LOCUS_USER, "<userinfo", ">userinfo", SPLIT_USER },
    { "host", LOCUS_HOST, "<host", ">host", 0 },
    { "port", LOCUS_PORT, "<port", ">port", 0 },
    { "absolute-path", LOCUS_PATH, "<absolute-path", ">absolute-path", 0 },
    { "path-abempty", LOCUS_PATH, "<path-abempty", ">path-abempty", 0 },
    { "path-absolute", LOCUS_PATH, "<path-absolute", ">path-absolute", 0 },
    { "path-noscheme", LOCUS_PATH, "<path-noscheme", ">path-noscheme", 0 },
    { "path-rootless", LOCUS_PATH, "<path-rootless", ">path-rootless", 0 },
    { "path-empty", LOCUS_PATH, "<path-empty", ">path-empty", 0 },
    { "query", LOCUS_QUERY, "<query", ">query", 0 },
    { "fragment", LOCUS_FRAGMENT, "<fragment", ">fragment", 0 },
    { NULL, LOCUS_PART_COUNT, NULL, NULL, 0 },
};

/* RFC 1738 and RFC 1630 */

static const struct kind kinds_1738[] = {
    { "hostname", LOCUS_HOST_NAME },
    { "hostnumber", LOCUS_HOST_IPV4 },
    { NULL, LOCUS_HOST_NONE },
};

static const struct except except_1738[] = {
    { "otherurl", "predefined" },
    { NULL, NULL },
};

static const struct except except_1630[] = {
    { "generic", "known" },
    { "prefixedgeneric", "prefixedknown" },
    { NULL, NULL },
};

#define LOGIN_AND_HOST \
    { "login", LOCUS_USER, "<user", ">user", 0 }, \
    { "login", LOCUS_PASSWORD, "<password", ">password", 0 }, \
    { "hostport", LOCUS_HOST, "<host", ">host", 0 }, \
    { "hostport", LOCUS_PORT, "<port", ">port", 0 }

static const struct row rows_1738[] = {
    { "url", LOCUS_SCHEME, "<url", ":", 0 },
    LOGIN_AND_HOST,
    { "httpurl", LOCUS_PATH, ">hostport", ">hpath", 0 },
    { "httpurl", LOCUS_QUERY, "<search", ">search", 0 },
    { "ftpurl", LOCUS_PATH, ">login", ">fpath", 0 },
    { "ftpurl", LOCUS_TYPE, "<ftptype", ">ftptype", 0 },
    { "fileurl", LOCUS_HOST, "<filehost", ">filehost", 0 },
    { "fileurl", LOCUS_PATH, ">filehost", ">fpath", 0 },
    { "gopherurl", LOCUS_PATH, ">hostport", ">gopherurl", IF_ANY },
    { "gopherurl", LOCUS_GTYPE, "<gtype", ">gtype", 0 },
    { "gopherurl", LOCUS_SELECTOR, "<selector", ">selector", 0 },
    { "gopherurl", LOCUS_SEARCH, "<gsearch", ">gsearch", 0 },
    { "gopherurl", LOCUS_PLUS, "<gopher+_string", ">gopher+_string", 0 },
    { "mailtourl", LOCUS_PATH, "<encoded822addr", ">encoded822addr", 0 },
    { "mailtourl", LOCUS_ADDRESS, "<encoded822addr", ">encoded822addr", 0 },
    { "newsurl", LOCUS_PATH, "<grouppart", ">grouppart", 0 },
    { "newsurl", LOCUS_GROUP, "<newsgroups", ">newsgroups", 0 },
    { "newsurl", LOCUS_ARTICLE, "<article", ">article", 0 },
    { "nntpurl", LOCUS_PATH, ">hostport", ">nntpurl", 0 },
    { "nntpurl", LOCUS_GROUP, "<group", ">group", 0 },
    { "nntpurl", LOCUS_NUMBER, "<number", ">number", 0 },
    { "telneturl", LOCUS_PATH, ">login", ">telneturl", IF_ANY },
    { "waisurl", LOCUS_PATH, ">hostport", ">database", 0 },
    { "waisurl", LOCUS_DATABASE, "<database", ">database", 0 },
    { "waisindex", LOCUS_QUERY, "<search", ">search", 0 },
    { "waisdoc", LOCUS_PATH, ">hostport", ">wpath", 0 },
    { "waisdoc", LOCUS_WTYPE, "<wtype", ">wtype", 0 },
    { "waisdoc", LOCUS_WPATH, "<wpath", ">wpath", 0 },
    { "prosperourl", LOCUS_PATH, ">hostport", ">ppath", 0 },
    { "prosperourl", LOCUS_HSONAME, "<ppath", ">ppath", 0 },
    { "prosperourl", LOCUS_FIELDS, ">ppath", ">prosperourl", IF_ANY },
    { "ip-schemepart", LOCUS_PATH, ">login", ">urlpath", 0 },
    { "bare", LOCUS_PATH, "<bare", ">bare", 0 },
    { NULL, LOCUS_PART_COUNT, NULL, NULL, 0 },
};

static const struct row rows_1630[] = {
    { "url", LOCUS_SCHEME, "<url", ":", 0 },
    { "uri", LOCUS_SCHEME, "<uri", ":", 0 },
    LOGIN_AND_HOST,
    { "fragmentaddress", LOCUS_QUERY, "<search", ">search", 0 },
    { "fragmentaddress", LOCUS_FRAGMENT, "<fragmentid", ">fragmentid", 0 },
    { "httpaddress", LOCUS_PATH, ">hostport", ">path", 0 },
    { "ftpaddress", LOCUS_PATH, ">login", ">path", 0 },
    { "ftpaddress", LOCUS_TYPE, "<ftptype", ">ftptype", 0 },
    { "fileaddress", LOCUS_HOST, "<filehost", ">filehost", 0 },
    { "fileaddress", LOCUS_PATH, ">filehost", ">path", 0 },
    { "afsaddress", LOCUS_HOST, "<cellname", ">cellname", 0 },
    { "afsaddress", LOCUS_PATH, ">cellname", ">path", 0 },
    { "newsaddress", LOCUS_PATH, "<groupart", ">groupart", 0 },
    { "newsaddress", LOCUS_GROUP, "<newsgroups", ">newsgroups", 0 },
    { "newsaddress", LOCUS_ARTICLE, "<article", ">article", 0 },
    { "nntpaddress", LOCUS_PATH, "<group", ">number", 0 },
    { "nntpaddress", LOCUS_GROUP, "<group", ">group", 0 },
    { "nntpaddress", LOCUS_NUMBER, "<number", ">number", 0 },
    { "mailtoaddress", LOCUS_PATH, "<mailbox", ">mailbox", 0 },
    { "mailtoaddress", LOCUS_ADDRESS, "<mailbox", ">mailbox", 0 },
    { "midaddress", LOCUS_PATH, "<addr-spec", ">addr-spec", 0 },
    { "cidaddress", LOCUS_PATH, "<addr-spec", ">addr-spec", 0 },
    { "telnetaddress", LOCUS_PATH, ">login", ">telnetaddress", IF_ANY },
    { "gopheraddress", LOCUS_PATH, ">hostport", ">gopheraddress", IF_ANY },
    { "gopheraddress", LOCUS_GTYPE, "<gtype", ">gtype", 0 },
    { "gopheraddress", LOCUS_SELECTOR, "<selector", ">selector", 0 },
    { "gopheraddress", LOCUS_SEARCH, "<gsearch", ">gsearch", 0 },
    { "gopheraddress", LOCUS_PLUS, "<gstring", ">gstring", 0 },
    { "waisaddress", LOCUS_PATH, ">hostport", ">database", 0 },
    { "waisaddress", LOCUS_DATABASE, "<database", ">database", 0 },
    { "waisdoc", LOCUS_PATH, ">hostport", ">wpath", 0 },
    { "waisdoc", LOCUS_WTYPE, "<wtype", ">wtype", 0 },
    { "waisdoc", LOCUS_WPATH, "<wpath", ">wpath", 0 },
    { "prosperoaddress", LOCUS_PATH, ">hostport", ">hsoname", 0 },
    { "prosperoaddress", LOCUS_HSONAME, "<hsoname", ">hsoname", 0 },
    { "prosperoaddress", LOCUS_NUMBER, "<version", ">version", 0 },
    { "prosperoaddress", LOCUS_FIELDS, "<attributes", ">attributes", 0 },
    { "urnaddress", LOCUS_PATH, "<path", ">path", 0 },
    { "iplogin", LOCUS_PATH, ">login", ">path", 0 },
    { "bare", LOCUS_PATH, "<bare", ">bare", 0 },
    { NULL, LOCUS_PART_COUNT, NULL, NULL, 0 },
};

static const struct except no_except[] = { { NULL, NULL } };

/* The files of RFC 3986's rules. */
#define RFC_3986 "bnf/rfc2234.abnf", "bnf/rfc3986.abnf"

static const struct definition definitions[] = {
    {
        "web", "URI", ABNF,
        { RFC_3986, "replaced-rules/interpreter-web.abnf" }, NULL,
        no_except, kinds_3986, rows_3986,
    },
    {
        "rfc3986", "URI", ABNF, { RFC_3986 }, NULL,
        no_except, kinds_3986, rows_3986,
    },
    {
        "rfc3986-reference", "URI-reference", ABNF, { RFC_3986 }, NULL,
        no_except, kinds_3986, rows_3986,
    },
    {
        "rfc1738", "url", BNF_1738,
        { "bnf/rfc1738.bnf", "replaced-rules/interpreter-rfc1738.bnf" }, NULL,
        except_1738, kinds_1738, rows_1738,
    },
    {
        "rfc1630", "fragmentaddress", BNF_1630,
        { "bnf/rfc1630-uri.bnf", "bnf/rfc1630-url.bnf",
          "replaced-rules/interpreter-rfc1630.bnf" },
        "ftpsuffix", except_1630, kinds_1738, rows_1630,
    },
    {
        "web-reference", "URI-reference", ABNF,
        { RFC_3986, "replaced-rules/interpreter-web.abnf" }, NULL,
        no_except, kinds_3986, rows_3986,
    },
    {
        "request-target", "request-target", ABNF,
        { RFC_3986, "replaced-rules/interpreter-request-target.abnf" }, NULL,
        no_except, kinds_3986, rows_3986,
    },
    {
        "web-target", "request-target", ABNF,
        { RFC_3986, "replaced-rules/interpreter-web-target.abnf" }, NULL,
        no_except, kinds_3986, rows_3986,
    },
    {
        "authority", "Host", ABNF,
        { RFC_3986, "replaced-rules/interpreter-authority.abnf" }, NULL,
        no_except, kinds_3986, rows_3986,
    },
    {
        "http-url", "http-URL", ABNF,
        { RFC_3986, "replaced-rules/interpreter-http-url.abnf" }, NULL,
        no_except, kinds_3986, rows_3986,
    },
};

/* Any other grammar is that of a URI (RFC 3986), except for the rules of its own
   file. */
const struct definition *bnf_definition(struct interpreter *in,
                                        const struct locus_grammar *grammar)
{
    const char *name = locus_grammar_name(grammar);

    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++)
        if (strcmp(definitions[i].name, name) == 0)
            return &definitions[i];
    snprintf(in->own_file, sizeof in->own_file, "bnf/%s.abnf", name);
    in->own = (struct definition){
        name, "URI", ABNF, { RFC_3986, in->own_file }, NULL,
        no_except, kinds_3986, rows_3986
    };
    return &in->own;
}
