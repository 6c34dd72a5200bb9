/* SPDX-License-Identifier: MIT
 *
 * Scans: which URLs are found in which texts.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locus.h"
#include "support/unit.h"
#include "unit/scan/scan.h"

#define TEXT(string) string, sizeof string - 1

/* RAW: a URL ends where the grammar stops accepting, and nothing is trimmed. */
static const struct scan_case raw_cases[] = {
#define RAW(grammar, string, want) \
    { &locus_##grammar, &locus_raw, NULL, 0, TEXT(string), want }
    RAW(web, "", ""),
    RAW(web, "no URL at all", ""),
    RAW(web, "http://h", "http://h"),
    RAW(web, " http://h ", "http://h"),
    RAW(web, "http://h/a?b#c", "http://h/a?b#c"),
    RAW(web, "http://a/ http://b/", "http://a/ http://b/"),
    RAW(web, "http://a/\nftp://b/\r\nx://c\t", "http://a/ ftp://b/ x://c"),
    RAW(web, "\"http://a/\"http://b/\"", "http://a/ http://b/"),
    RAW(web, "<http://a/><http://b/>", "http://a/ http://b/"),
    RAW(web, "http://a/b.", "http://a/b."),
    RAW(web, "(http://a/b).", "http://a/b)."),
    RAW(web, "'http://a/b'", "http://a/b'"),
    RAW(web, "http://a/|[]{}^`\\%\xc3\xa9", "http://a/|[]{}^`\\%\xc3\xa9"),
    RAW(web, "http://a/http://b/", "http://a/http://b/"),
    RAW(web, "http://h/a\0http://i/", "http://h/a http://i/"),
    RAW(web, "http://h/a\x7fhttp://i/", "http://h/a http://i/"),
    RAW(web, "HTTP://h/ hTtP://i/", "HTTP://h/ hTtP://i/"),
    RAW(web, "git+ssh://h/ a.b-c+1://i/", "git+ssh://h/ a.b-c+1://i/"),
    RAW(web, "http://u:p@h:8/", "http://u:p@h:8/"),
    RAW(web, "http://[::1]:80/x", "http://[::1]:80/x"),
    RAW(web, "http:///x", "http:///x"),
    RAW(web, "file:///etc/hosts", "file:///etc/hosts"),
    RAW(web, "file:/etc/hosts jar:file:/x.jar!/y", "file:/etc/hosts file:/x.jar!/y"),
    /* A URL whose authority is not valid runs on, and is found as it is. */
    RAW(web, "http://u:p", "http://u:p"),
    RAW(web, "http://u:p/x", "http://u:p/x"),
    RAW(web, "http://u@v@h/", "http://u@v@h/"),
    RAW(web, "http://h:80x/", "http://h:80x/"),
    RAW(web, "http://h%4/", "http://h%4/"),
    RAW(web, "http://a\\b/", "http://a\\b/"),
    RAW(web, "http://[::1]x", "http://[::1]x"),
    RAW(web, "http://h:x|y.\"z", "http://h:x|y."),
    RAW(web, "mongodb://h1:27017,h2:27017/db", "mongodb://h1:27017,h2:27017/db"),
    /* Otherwise the URL found is the longest valid prefix. */
    RAW(rfc3986, "http://h/a|b", "http://h/a"),
    RAW(rfc3986, "http://h/%4 x", "http://h/"),
    RAW(rfc3986, "http://h/%41%4z", "http://h/%41"),
    RAW(rfc3986, "http://h/#a#b", "http://h/#a"),
    RAW(rfc3986, "http://h/caf\xc3\xa9", "http://h/caf"),
    RAW(rfc3986_reference, "a /b http://h/ //i", "http://h/"),
    RAW(rfc1738, "http://h/~u", "http://h/"),
    RAW(rfc1738, "http://h/p#f", "http://h/p"),
    RAW(rfc1738, "http://h: ", "http://h:"),
    RAW(rfc1738, "http://u@h/", "http://u@h/"),
    RAW(rfc1738, "ftp://u:p@h/x;type=i.", "ftp://u:p@h/x;type=i"),
    RAW(rfc1738, "ftp://h/x;type=z", "ftp://h/x"),
    RAW(rfc1738, "http://1.2.3.4.5/", "http://1.2.3.4.5/"),
    RAW(rfc1738, "http://1.2.3/", "http://1.2.3/"),
    RAW(rfc1738, "wais://h/d/t x", "wais://h/d"),
    RAW(rfc1738, "news:a@b news:*", "news:a@b news:*"),
    RAW(rfc1738, "telnet://h/x", "telnet://h/"),
    RAW(rfc1738, "foo://a@b@c d", "foo://a@b@c"),
    RAW(rfc1630, "http://h/~u", "http://h/"),
    RAW(rfc1630, "http://h/p#f#", "http://h/p#f"),
    RAW(rfc1630, "http://h/a?b=c", "http://h/a?b"),
    RAW(rfc1630, "http://h? x", "http://h"),
    RAW(rfc1630, "\"http://h/\" x", "http://h/\""),
    RAW(rfc1630, "URL:http://h/ url:mailto:a@b", "http://h/ mailto:a@b"),
    RAW(rfc1630, "ftp://u:p@h/x;type=ANx", "ftp://u:p@h/x;type=AN"),
    RAW(rfc1630, "ftp://h/x;type=L ftp://h x", "ftp://h/x ftp://h"),
    RAW(rfc1630, "mid:a@b cid:c=d urn:/a:b", "mid:a@b urn:/a"),
    RAW(rfc1630, "wais://h/d/t/1=a;2=b", "wais://h/d/t/1=a;"),
    RAW(rfc1630, "wais://h/d/t/1=http://i/", "wais://h/d http://i/"),
    RAW(rfc1630, "prospero://h/a%00b", "prospero://h/a"),
    RAW(rfc1630, "x://u:p x://a:1:2", "x://u:p x://a:1:2"),
    RAW(rfc1630, "nntp:a.b/12x", "nntp:a.b/12"),
    /* A URL has at least one byte after its "//". */
    RAW(web, "http://", ""),
    RAW(web, "http:// x", ""),
    RAW(web, "http://\"", ""),
    RAW(web, "http://[::1", "http://[::1"),
    RAW(web, "http://%zz", "http://%zz"),
    RAW(web, "://h", ""),
    RAW(web, "//h/", ""),
    RAW(web, ":", ""),
    RAW(web, "::://", ""),
    RAW(web, "http:/ /h", ""),
    RAW(web, "http:/", ""),
    RAW(web, "mailto:/ file: file:x", "mailto:/"),
    /* An invalid URL does not hide what follows. */
    RAW(web, "http://http://h/", "http://http://h/"),
    RAW(web, "http://[http://h/", "http://[http://h/"),
    RAW(web, "http:http://h/", "http://h/"),
    RAW(web, "x:y:http://h/", "http://h/"),
    RAW(web, "http://u:px://h/", "http://u:px://h/"),
    RAW(web, "http://u:p x://h/", "http://u:p x://h/"),
    /* Without "//", only schemes known to have none. */
    RAW(web, "mailto:a@b news:a.b urn:a:b", "mailto:a@b news:a.b urn:a:b"),
    RAW(web, "MAILTO:a@b", "MAILTO:a@b"),
    RAW(web, "mailto: x", ""),
    RAW(web, "foo:bar http:x 12:30 a:b", ""),
    RAW(web, "mailto://h/", "mailto://h/"),
    /* The scheme begins as far left as the grammar allows. */
    RAW(web, "xhttp://h/", "xhttp://h/"),
    RAW(web, "1http://h/", "http://h/"),
    RAW(web, "+http://h/ -http://h/ .http://h/",
        "http://h/ http://h/ http://h/"),
    RAW(web, "_http://h/ =http://h/", "http://h/ http://h/"),
    RAW(web, "\xc3\xa9http://h/", "http://h/"),
    RAW(web, "1abc://h", "abc://h"),
    RAW(web, "123://h", ""),
    RAW(rfc1738, "1abc://h +.-://h", "1abc://h +.-://h"),
};

/* TEXT: as a person reads. */
static const struct scan_case text_cases[] = {
#define PROSE(string, want) \
    { &locus_web, &locus_text, NULL, 0, TEXT(string), want }
    PROSE("", ""),
    PROSE("no URL at all", ""),
    PROSE("http://h", "http://h"),
    PROSE("See http://a.b/c.", "http://a.b/c"),
    PROSE("See http://a.b/c. And so on", "http://a.b/c"),
    PROSE("http://a.b.", "http://a.b"),
    PROSE("http://a/b, http://c/d; http://e/f: http://g/h!",
          "http://a/b http://c/d http://e/f http://g/h"),
    PROSE("http://a/b? http://a/b?c", "http://a/b http://a/b?c"),
    PROSE("http://a/b...", "http://a/b"),
    PROSE("http://a/b?!.,:;*", "http://a/b"),
    PROSE("http://a/b_~ http://a/__c__", "http://a/b_~ http://a/__c__"),
    PROSE("*http://a/b* _http://a/b_ ~http://a/b~",
          "http://a/b http://a/b http://a/b"),
    PROSE("http://a/b.c,d;e:f!g*h_i~j", "http://a/b.c,d;e:f!g*h_i~j"),
    PROSE("http://a/?", "http://a/"),
    PROSE("http://a/#", "http://a/#"),
    PROSE("http://h: ", "http://h"),
    PROSE("http://h:80: ", "http://h:80"),
    PROSE("http://a/b-", "http://a/b-"),
    PROSE("http://a/b/", "http://a/b/"),
    PROSE("http://a/b= http://a/b& http://a/b+",
          "http://a/b= http://a/b& http://a/b+"),
    /* brackets */
    PROSE("(http://a/b)", "http://a/b"),
    PROSE("[http://a/b]", "http://a/b"),
    PROSE("{http://a/b}", "http://a/b"),
    PROSE("<http://a/b>", "http://a/b"),
    PROSE("(see http://a/b).", "http://a/b"),
    PROSE("(see http://a/b.)", "http://a/b"),
    PROSE("http://a/b_(c)", "http://a/b_(c)"),
    PROSE("(http://a/b_(c))", "http://a/b_(c)"),
    PROSE("http://a/b_(c).", "http://a/b_(c)"),
    PROSE("http://a/(b)(c)", "http://a/(b)(c)"),
    PROSE("http://a/((b))", "http://a/((b))"),
    PROSE("http://a/((b)))", "http://a/((b))"),
    PROSE("http://a/[b]{c}", "http://a/[b]{c}"),
    PROSE("http://a/b)c", "http://a/b"),
    PROSE("http://a/b]c http://a/b}c", "http://a/b http://a/b"),
    PROSE("http://a/b( http://a/b[ http://a/b{",
          "http://a/b http://a/b http://a/b"),
    PROSE("http://a/b([{", "http://a/b"),
    PROSE("http://a/b(c", "http://a/b(c"),
    PROSE("[x](http://a/b)", "http://a/b"),
    PROSE("[x](http://a/b(c)d)", "http://a/b(c)d"),
    PROSE("http://[::1]", "http://[::1]"),
    PROSE("http://[::1].", "http://[::1]"),
    PROSE("[http://[::1]/x]", "http://[::1]/x"),
    PROSE("(http://[::1]:80)", "http://[::1]:80"),
    PROSE("http://a/())", "http://a/()"),
    /* quotes */
    PROSE("\"http://a/b\"", "http://a/b"),
    PROSE("<a href=\"http://a/b\">", "http://a/b"),
    PROSE("'http://a/b'", "http://a/b"),
    PROSE("'http://a/b'c", "http://a/b"),
    PROSE("'http://a/b', 'http://c/d'", "http://a/b http://c/d"),
    PROSE("`http://a/b`", "http://a/b"),
    PROSE("http://a/it's", "http://a/it"),
    PROSE("http://a/it's/b", "http://a/it's/b"),
    PROSE("http://a/b'", "http://a/b"),
    PROSE("http://a/'b'", "http://a/'b'"),
    PROSE("http://a/''b'", "http://a/''b"),
    /* non-ASCII quotes and brackets: U+2018 and 2019, 201C and 201D, 201E and 201C, AB
       and BB, BB and AB, 2039 and 203A, 300C and 300D, 3010 and 3011, FF08 and FF09,
       FF3B and FF3D */
    PROSE("\xe2\x80\x98http://a/b\xe2\x80\x99" "c", "http://a/b"),
    PROSE("\xe2\x80\x9chttp://a/b\xe2\x80\x9d.", "http://a/b"),
    PROSE("\xe2\x80\x9ehttp://a/b\xe2\x80\x9c" "c", "http://a/b"),
    PROSE("\xc2\xabhttp://a/b\xc2\xbb" "c", "http://a/b"),
    PROSE("\xc2\xbbhttp://a/b\xc2\xab" "c", "http://a/b"),
    PROSE("\xe2\x80\xb9http://a/b\xe2\x80\xba" "c", "http://a/b"),
    PROSE("\xe3\x80\x8chttp://a/b\xe3\x80\x8d" "c", "http://a/b"),
    PROSE("\xe3\x80\x90http://a/b\xe3\x80\x91" "c", "http://a/b"),
    PROSE("\xef\xbc\x88http://a/b\xef\xbc\x89" "c", "http://a/b"),
    PROSE("\xef\xbc\xbbhttp://a/b\xef\xbc\xbd" "c", "http://a/b"),
    PROSE("\xe2\x80\x9chttp://a/caf\xc3\xa9.\xe2\x80\x9d http://c/",
          "http://a/caf\xc3\xa9. http://c/"),
    PROSE("\xe2\x80\x9chttp://a/b\xe2\x80\x99" "c\xe2\x80\x9d",
          "http://a/b\xe2\x80\x99" "c"),               /* not its match */
    PROSE("\xe2\x80\x9c http://a/b\xe2\x80\x9d" "c", "http://a/b"), /* not directly
                                                                       before */
    PROSE("\xe2\x80\x9c\n http://a/b\xe2\x80\x9d" "c",
          "http://a/b\xe2\x80\x9d" "c"),               /* on another line */
    /* hard stops */
    PROSE("http://a/b|http://c/d", "http://a/b http://c/d"),
    PROSE("http://a/b`c http://a/b<c", "http://a/b http://a/b"),
    PROSE("http://a/b\x7f" "c", "http://a/b"),
    PROSE("http://a/b\xc2\x80" "c", "http://a/b"),           /* U+0080 */
    PROSE("http://a/b\xc2\x9f" "c", "http://a/b"),           /* U+009F */
    PROSE("http://a/b\xc2\xa0" "c", "http://a/b"),          /* U+00A0 */
    PROSE("http://a/b\xc2\xa1" "c", "http://a/b\xc2\xa1" "c"),
    PROSE("http://a/b\xef\xbd\x9c" "c", "http://a/b"),       /* U+FF5C */
    PROSE("http://a/b\xef\xbd\x9d" "c", "http://a/b"),       /* closes nothing */
    PROSE("http://a/b\xef\xbd\x9e" "c", "http://a/b\xef\xbd\x9e" "c"),
    PROSE("http://a/b.\xc2\x85", "http://a/b"),
    PROSE("http://a/b\nc http://a/b\tc", "http://a/b http://a/b"),
    PROSE("http://a/b\0c", "http://a/b"),
    /* UTF-8 */
    PROSE("http://a/caf\xc3\xa9.", "http://a/caf\xc3\xa9"),
    PROSE("http://b\xc3\xbc" "cher.example/\xe2\x82\xac, x",
          "http://b\xc3\xbc" "cher.example/\xe2\x82\xac"),
    PROSE("http://a/\xf0\x9f\x98\x80", "http://a/\xf0\x9f\x98\x80"),
    PROSE("\xc3\xa9http://a/", "http://a/"),
    PROSE("\xe2\x80\x9chttp://a/b ", "http://a/b"),
    /* schemes */
    PROSE("1abc://h", ""),
    PROSE("1http://h/", "http://h/"),
    PROSE("xhttp://h/", "http://h/"),
    PROSE("xws://h/", "xws://h/"),
    PROSE("_http://h/", "http://h/"),
    PROSE("a1://h", "a1://h"),
    PROSE("://h", ""),
    PROSE("http://", ""),
    PROSE("http://.", ""),
    PROSE("http://) http://'", ""),
    PROSE("mailto:a@b.c.", "mailto:a@b.c"),
    PROSE("<mailto:a@b>, (news:comp.x)", "mailto:a@b news:comp.x"),
    PROSE("urn:isbn:0-395-36341-1.", "urn:isbn:0-395-36341-1"),
    PROSE("mailto:, note: this, at 12:30: x", ""),
    /* both the grammar and the reader must agree */
    PROSE("http://u:p", "http://u:p"),
    PROSE("http://u:p.", "http://u:p"),
    PROSE("http://h:80. x", "http://h:80"),
    PROSE("http://h.\\x", "http://h.\\x"),
    PROSE("http://h.\\x41", "http://h"),
    { &locus_rfc3986, &locus_text, NULL, 0, TEXT("http://h/a.|b"), "http://h/a" },
    { &locus_rfc3986, &locus_text, NULL, 0, TEXT("http://h/a.%4"),
      "http://h/a" },
    { &locus_rfc3986, &locus_text, NULL, 0, TEXT("http://h/a.\xc3\xa9"),
      "http://h/a" },
    { &locus_rfc3986, &locus_text, NULL, 0, TEXT("http://h/a'#'"),
      "http://h/a'#'" },
    { &locus_rfc1738, &locus_text, NULL, 0, TEXT("http://h/a,#b"),
      "http://h/a" },
    { &locus_rfc1738, &locus_text, NULL, 0, TEXT("http://a.b. x"),
      "http://a.b" },
    { &locus_rfc3986_reference, &locus_text, NULL, 0,
      TEXT("a/b, //h, http://h."), "http://h" },
};

/* Lists of schemes. */
static const char *const http_https[] = { "http", "https" };
static const char *const only_http[] = { "http" };
static const char *const upper[] = { "HTTP" };
static const char *const data[] = { "data:" };
static const char *const mail[] = { "mailto" };
static const char *const ssh[] = { "git+ssh", "ssh" };
static const char *const one_letter[] = { "x:" };
static const char *const empty[] = { ":", "" };

#define LISTED(context, schemes, string, want) \
    { &locus_web, &context, schemes, COUNT(schemes), TEXT(string), want }

static const struct scan_case listed_cases[] = {
    LISTED(locus_raw, http_https, "http://a/ https://b/ ftp://c/ mailto:x",
           "http://a/ https://b/"),
    LISTED(locus_text, http_https, "http://a/. https://b/, ftp://c/, mailto:x.",
           "http://a/ https://b/"),
    LISTED(locus_raw, only_http, "https://b/ http://a/", "http://a/"),
    LISTED(locus_text, only_http, "https://b/ http://a/", "http://a/"),
    LISTED(locus_raw, upper, "http://a/ HTTP://b/ hTTp://c/",
           "http://a/ HTTP://b/ hTTp://c/"),
    LISTED(locus_text, upper, "http://a/ HTTP://b/", "http://a/ HTTP://b/"),
    LISTED(locus_raw, only_http, "http:x http:", ""),
    /* In raw context, a scheme of the list is found at the end of any word. */
    LISTED(locus_raw, http_https, "xhttp://h/ 1http://h/ _http://h/",
           "http://h/ http://h/ http://h/"),
    LISTED(locus_raw, http_https, "view-source:http://h/", "http://h/"),
    LISTED(locus_raw, http_https, "url=http://h/", "http://h/"),
    LISTED(locus_text, http_https, "xhttp://h/ 1http://h/ http://i/",
           "http://h/ http://h/ http://i/"),
    LISTED(locus_text, http_https, "x+http://h/ sftp://i/ ahttps.://j/", ""),
    /* The longest match. */
    LISTED(locus_raw, ssh, "git+ssh://h/ xssh://h/", "git+ssh://h/ ssh://h/"),
    /* With ":" and without. */
    LISTED(locus_raw, data, "data:text/plain,x data://h/ http://h/",
           "data:text/plain,x data://h/"),
    LISTED(locus_text, data, "data:text/plain,x. DATA:y", "data:text/plain,x DATA:y"),
    LISTED(locus_raw, mail, "mailto:a@b news:c http://h", "mailto:a@b"),
    LISTED(locus_raw, one_letter, "x:a ax:b y:c x:d", "x:a x:b x:d"),
    LISTED(locus_text, one_letter, "x:a ax:b y:c x:d", "x:a x:d"),
    LISTED(locus_raw, empty, "://h :a a:b", ""),
    LISTED(locus_text, empty, "://h :a a:b", ""),
    /* An empty list differs from no list. */
    { &locus_web, &locus_raw, http_https, 0,
      TEXT("http://a/ mailto:a@b"), "" },
    { &locus_web, &locus_text, http_https, 0,
      TEXT("http://a/ mailto:a@b"), "" },
    /* A URL whose scheme does not count does not hide one whose scheme does. */
    LISTED(locus_raw, http_https, "ftp://u/http://h/", "http://h/"),
};

START_TEST(scan_raw)
{
    check_scan(&raw_cases[_i]);
}
END_TEST

START_TEST(scan_text)
{
    check_scan(&text_cases[_i]);
}
END_TEST

START_TEST(scan_listed)
{
    check_scan(&listed_cases[_i]);
}
END_TEST

START_TEST(scan_arguments)
{
    struct locus_scan scan;
    struct locus_found found;

    ck_assert_int_eq(locus_scan_init(&scan, NULL, locus_raw), LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(locus_scan_init(&scan, NULL, locus_text), LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(locus_scan_next(&scan, "http://h/", 9, 1, &found),
                     LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_scan_init(&scan, locus_web, NULL),
                     LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_scan_next(&scan, NULL, 0, 1, &found), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_scan_skip(&scan), LOCUS_ERROR_SPACE);
    memset(&scan, 0xff, sizeof scan);
    ck_assert_int_eq(locus_scan_init(&scan, locus_web, locus_raw), 0);
    ck_assert_ptr_null(scan.schemes);
    ck_assert_uint_eq(scan.base, 0);
}
END_TEST

/* Whether a scan without a list finds the whole text. It must find all of it or nothing. */
static bool is_found(const char *text, const struct locus_grammar *grammar)
{
    struct locus_scan scan;
    struct locus_found found;

    ck_assert_int_eq(locus_scan_init(&scan, grammar, locus_raw), 0);
    if (locus_scan_next(&scan, text, strlen(text), 1, &found) != 1)
        return false;
    ck_assert_uint_eq(found.off, 0);
    ck_assert_uint_eq(found.len, strlen(text));
    return true;
}

static void check_scheme(const char *name, bool slashes, bool path)
{
    const struct locus_grammar *const grammars[] = { locus_web, locus_rfc3986 };
    char text[64];

    for (size_t i = 0; i < COUNT(grammars); ++i) {
        snprintf(text, sizeof text, "%s:x", name);
        ck_assert_msg(is_found(text, grammars[i]) == !slashes, "%s", text);
        snprintf(text, sizeof text, "%s:/x", name);
        ck_assert_msg(is_found(text, grammars[i]) == (!slashes || path), "%s", text);
        snprintf(text, sizeof text, "%s://x", name);
        ck_assert_msg(is_found(text, grammars[i]), "%s", text);
    }
}

/* Every scheme of src/schemes/find-scheme.rl is found as declared: "NAME:x" if it
   needs no "//", "NAME:/x" if it has a path or needs no "//". (SLASHES_LATER, for nntp,
   is covered by the texts of raw.) A scan looks only at a ":" after three letters where
   that suffices: a shorter scheme, or one that ends in a digit, would be missed. */
START_TEST(scan_known_schemes)
{
    const char *srcdir = getenv("srcdir");
    char path[4096];
    char line[256];
    FILE *file;
    int with = 0, without = 0;

    snprintf(path, sizeof path, "%s/src/schemes/find-scheme.rl",
             srcdir != NULL ? srcdir : ".");
    file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    while (fgets(line, sizeof line, file) != NULL) {
        char name[32], slashes[32];

        if (sscanf(line, "action %31s { return set(scheme, %*[^,], LOCUS_%31[A-Z_],", name,
                   slashes) != 2) {
            ck_assert_msg(strncmp(line, "action ", 7) != 0, "not understood: %s", line);
            continue;
        }
        /* The action of "z39.50" is z39_50. */
        if (strchr(name, '_') != NULL)
            *strchr(name, '_') = '.';
        if (strcmp(slashes, "NO_SLASHES") == 0) {
            ++without;
        } else {
            if (strcmp(slashes, "SLASHES_LATER") != 0
                && strcmp(slashes, "SLASHES_OR_PATH") != 0)
                ck_assert_str_eq(slashes, "SLASHES");
            ++with;
        }
        check_scheme(name, strcmp(slashes, "NO_SLASHES") != 0,
                     strcmp(slashes, "SLASHES_OR_PATH") == 0);
    }
    fclose(file);
    ck_assert_int_gt(with, 0);
    ck_assert_int_gt(without, 0);
}
END_TEST

/* A scan that has ended stays ended. */
START_TEST(scan_past_the_end)
{
    static const char text[] = "http://h/";
    struct locus_scan scan;
    struct locus_found found;

    locus_scan_init(&scan, locus_web, locus_raw);
    ck_assert_int_eq(locus_scan_next(&scan, text, 0, 0, &found), 0);
    ck_assert_uint_eq(scan.drop, 0);
    ck_assert_int_eq(locus_scan_next(&scan, text, 9, 1, &found), 1);
    ck_assert_uint_eq(found.offset, 0);
    ck_assert_uint_eq(found.len, 9);
    ck_assert_int_eq(locus_scan_next(&scan, text, 9, 1, &found), 0);
    ck_assert_uint_eq(scan.drop, 9);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(locus_scan_next(&scan, text + 9, 0, 1, &found), 0);
        ck_assert_uint_eq(scan.drop, 0);
    }
}
END_TEST

/* Every byte before and after a URL, in all kinds of windows. */
START_TEST(scan_bytes_around)
{
    static const char url[] = "http://h/p";
    const char byte = (char)_i;
    const bool letter = (_i >= 'a' && _i <= 'z') || (_i >= 'A' && _i <= 'Z');
    const bool in_web = !(_i <= ' ' || _i == 0x7f || _i == '"' || _i == '<' ||
                          _i == '>');
    const bool closes = _i == ')' || _i == ']' || _i == '}' || _i == '\'';
    const bool never_last = _i != 0 &&
                            strchr("?!.,:;*([{\\_~", _i) != NULL;
    char text[13];
    char want[13];

    text[0] = byte;
    memcpy(text + 1, url, 10);
    text[11] = byte;
    text[12] = '\0';

    /* Raw: a letter before it belongs to the scheme, a byte after it that the grammar
       allows belongs to the URL. */
    snprintf(want, sizeof want, "%.*s",
             (letter ? 1 : 0) + 10 + (in_web ? 1 : 0),
             letter ? text : text + 1);
    check_scan(&(struct scan_case){ &locus_web, &locus_raw, NULL, 0, text, 12,
                                    want });

    /* In prose a letter or a digit before it does not belong to the scheme, and not
       every byte that the grammar allows belongs to the URL. For a lone byte that
       begins a stop or a quote in UTF-8 nothing is promised. */
    if (_i == 0xc2 || _i == 0xd8 || (_i >= 0xe0 && _i <= 0xe3) || _i == 0xef)
        return;
    if (_i == 's' || _i == 'S')            /* shttp is a scheme (RFC 2660) */
        snprintf(want, sizeof want, "%s", text);
    else
        snprintf(want, sizeof want, "%.*s",
                 10 + (in_web && !closes && !never_last && _i != '|' && _i != '`' ? 1 : 0),
                 text + 1);
    check_scan(&(struct scan_case){ &locus_web, &locus_text, NULL, 0, text, 12,
                                    want });
}
END_TEST

TCase *text_tests(void)
{
    TCase *tests = tcase_create("texts");

    tcase_add_test(tests, scan_arguments);
    tcase_add_test(tests, scan_known_schemes);
    tcase_add_test(tests, scan_past_the_end);
    tcase_add_loop_test(tests, scan_raw, 0, (int)COUNT(raw_cases));
    tcase_add_loop_test(tests, scan_text, 0, (int)COUNT(text_cases));
    tcase_add_loop_test(tests, scan_listed, 0, (int)COUNT(listed_cases));
    tcase_add_loop_test(tests, scan_bytes_around, 0, 256);
    tcase_set_timeout(tests, 60);
    return tests;
}
