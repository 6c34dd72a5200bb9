/* SPDX-License-Identifier: MIT
 *
 * The registry of schemes, and user-defined ones.
 */
#include <string.h>

#include "support/guard.h"
#include "unit/schemes/test-schemes.h"

static struct guard guard;

static const struct locus_scheme_entry entries[] = {
    { "sftp", { .port = 22, .slashes = LOCUS_SLASHES } },
    { "doi", { .port = -1, .slashes = LOCUS_NO_SLASHES } },
    { "HTTP", { .port = 8080, .slashes = LOCUS_SLASHES, .syntax = LOCUS_SYNTAX_HTTP } },
    { "x9", { .port = -1, .slashes = LOCUS_NO_SLASHES } },
};
static const struct locus_schemes own = { entries, COUNT(entries) };

/* The schemes that locus knows: RFC 1738, RFC 1630, and the tables of schemes. */
static const struct {
    const char *name;
    int port;
    int slashes;
    enum locus_syntax syntax;
} known[] = {
    { "ftp", 21, 1, LOCUS_SYNTAX_FTP },
    { "http", 80, 1, LOCUS_SYNTAX_HTTP },
    { "https", 443, 1, LOCUS_SYNTAX_HTTP },
    { "gopher", 70, 1, LOCUS_SYNTAX_GOPHER },
    { "mailto", -1, 0, LOCUS_SYNTAX_MAILTO },
    { "news", -1, 0, LOCUS_SYNTAX_NEWS },
    { "nntp", 119, 2, LOCUS_SYNTAX_NNTP },
    { "telnet", 23, 1, LOCUS_SYNTAX_TELNET },
    { "rlogin", 513, 1, LOCUS_SYNTAX_TELNET },
    { "tn3270", 23, 1, LOCUS_SYNTAX_TELNET },
    { "wais", 210, 1, LOCUS_SYNTAX_WAIS },
    { "file", -1, 3, LOCUS_SYNTAX_FILE },
    { "prospero", 1525, 1, LOCUS_SYNTAX_PROSPERO },
    /* RFC 1738, section 4 */
    { "afs", -1, 1, LOCUS_SYNTAX_GENERIC },
    { "mid", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "cid", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "nfs", 2049, 1, LOCUS_SYNTAX_GENERIC },
    { "mailserver", -1, 1, LOCUS_SYNTAX_GENERIC },
    { "z39.50", 210, 1, LOCUS_SYNTAX_GENERIC },
    { "urn", -1, 0, LOCUS_SYNTAX_GENERIC },
    /* RFC 6455, section 3; RFC 3966, 5724, 3261, 5122, 5870 */
    { "ws", 80, 1, LOCUS_SYNTAX_GENERIC },
    { "wss", 443, 1, LOCUS_SYNTAX_GENERIC },
    { "tel", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "sms", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "sip", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "sips", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "xmpp", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "geo", -1, 0, LOCUS_SYNTAX_GENERIC },
    { "magnet", -1, 0, LOCUS_SYNTAX_GENERIC },
    /* RFC 3617, 2660; SSH and GridFTP */
    { "tftp", 69, 1, LOCUS_SYNTAX_GENERIC },
    { "shttp", -1, 1, LOCUS_SYNTAX_GENERIC },
    { "sftp", 22, 1, LOCUS_SYNTAX_GENERIC },
    { "gsiftp", 2811, 1, LOCUS_SYNTAX_GENERIC },
};

static bool same_letters(const char *lower, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (lower[i] != text[i]
            && !(text[i] >= 'A' && text[i] <= 'Z' && lower[i] == (text[i] | 0x20)))
            return false;
    return true;
}

/* The index of the scheme, case-insensitive; COUNT(known) if it is unknown. */
static size_t find_known(const char *name, size_t len)
{
    size_t i = 0;

    while (i < COUNT(known)
           && (strlen(known[i].name) != len
               || !same_letters(known[i].name, name, len)))
        i++;
    return i;
}

static void check_scheme(const char *name, size_t len)
{
    const size_t i = find_known(name, len);
    struct locus_scheme scheme;
    int result;

    memset(&scheme, 0xff, sizeof scheme);
    result = locus_scheme_find(&scheme, guard_after(&guard, name, len), len,
                               NULL);
    if (i == COUNT(known)) {
        ck_assert_msg(result == LOCUS_ERROR_ABSENT, "%.*s: %d", (int)len, name,
                      result);
        return;
    }
    ck_assert_msg(result == 0, "%.*s: %d", (int)len, name, result);
    ck_assert_int_eq(scheme.port, known[i].port);
    ck_assert_int_eq(scheme.slashes, known[i].slashes);
    ck_assert_int_eq(scheme.syntax, known[i].syntax);
    ck_assert_int_eq(scheme.reserved[0] | scheme.reserved[1], 0);
}

/* Each name, in either case; each prefix of it; and each with another byte at any
   place, or appended. */
START_TEST(registry)
{
    struct locus_scheme scheme;

    for (size_t i = 0; i < COUNT(known); ++i) {
        const size_t len = strlen(known[i].name);

        for (size_t at = 0; at <= len; ++at) {
            char name[16] = "";

            memcpy(name, known[i].name, len);
            check_scheme(name, at);
            for (unsigned byte = 0; byte < 256; ++byte) {
                name[at] = (char)byte;
                check_scheme(name, at < len ? len : len + 1);
            }
            for (size_t k = 0; k < len; ++k)
                name[k] = (char)(k == at || name[k] < 'a' ? known[i].name[k]
                                                          : known[i].name[k] - 0x20);
            check_scheme(name, len);
        }
    }
    ck_assert_int_eq(locus_scheme_find(&scheme, "foo", 3, NULL),
                     LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_scheme_find(&scheme, "", 0, NULL),
                     LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_scheme_find(&scheme, NULL, 0, &own),
                     LOCUS_ERROR_ABSENT);
}
END_TEST

START_TEST(own_schemes)
{
    static const struct {
        const char *text;
        int port;
        int with_own;
    } cases[] = {
        { "sftp://h", 22, 22 },
        { "SFTP://h:7", 7, 7 },
        { "http://h", 80, 8080 },                /* the user-defined entry takes
                                                    precedence */
        { "http://h:80", 80, 80 },
        { "https://h", 443, 443 },
        { "doi:10.1", LOCUS_ERROR_ABSENT, LOCUS_ERROR_ABSENT },
        { "sft://h", LOCUS_ERROR_ABSENT, LOCUS_ERROR_ABSENT },
        { "sftpx://h", LOCUS_ERROR_ABSENT, LOCUS_ERROR_ABSENT },
        { "x9x://h", LOCUS_ERROR_ABSENT, LOCUS_ERROR_ABSENT },
    };
    struct locus_meaning meaning;
    struct locus_url url;
    struct locus_scheme scheme;
    const char found_text[] = "http://h:8080/";

    for (size_t i = 0; i < COUNT(cases); ++i) {
        const char *text = cases[i].text;

        ck_assert_int_eq(locus_parse(&url, text, strlen(text), locus_rfc3986),
                         0);
        ck_assert_int_eq(locus_port(&url, text), cases[i].port);
        ck_assert_int_eq(locus_port_with(&url, text, NULL), cases[i].port);
        ck_assert_int_eq(locus_port_with(&url, text, &own), cases[i].with_own);
        ck_assert_int_eq(locus_meaning_of(&meaning, &url, text, &own), 0);
        ck_assert_int_eq(meaning.port, cases[i].with_own);
    }
    ck_assert_int_eq(locus_default_port_with("SFTP", 4, &own), 22);
    ck_assert_int_eq(locus_default_port_with("doi", 3, &own),
                     LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_scheme_find(&scheme, "Doi", 3, &own), 0);
    ck_assert_int_eq(scheme.slashes, 0);

    locus_parse(&url, found_text, strlen(found_text), locus_web);
    ck_assert_str_eq(names_of(locus_findings(&url, found_text,
                                             strlen(found_text), NULL)),
                     "other-port");
    ck_assert_str_eq(names_of(locus_findings(&url, found_text,
                                             strlen(found_text), &own)), "-");
}
END_TEST

/* Scans `text` and returns the URLs found, separated by spaces. */
static const char *scanned(const char *text, const struct locus_schemes *table,
                           const char *const *schemes, size_t scheme_count)
{
    static char result[256];
    struct locus_scan scan;
    struct locus_found found;

    result[0] = '\0';
    ck_assert_int_eq(locus_scan_init(&scan, locus_web, locus_text), 0);
    scan.own = table;
    scan.schemes = schemes;
    scan.scheme_count = scheme_count;
    while (locus_scan_next(&scan, text, strlen(text), 1, &found) == 1)
        snprintf(result + strlen(result), sizeof result - strlen(result),
                 "%s%.*s", result[0] ? " " : "", (int)found.len,
                 text + found.off);
    return result;
}

START_TEST(own_schemes_in_a_scan)
{
    static const char text[] = "see doi:10.1/2, DOI:3 x9:a urn:b and sftp:c "
                               "sftp://h/ or y9:d.";
    static const char *const doi[] = { "doi", "sftp" };

    ck_assert_str_eq(scanned(text, NULL, NULL, 0), "urn:b sftp://h/");
    ck_assert_str_eq(scanned(text, &own, NULL, 0),
                     "doi:10.1/2 DOI:3 x9:a urn:b sftp://h/");
    ck_assert_str_eq(scanned(text, NULL, doi, 2), "sftp://h/");
    ck_assert_str_eq(scanned(text, &own, doi, 2),
                     "doi:10.1/2 DOI:3 sftp://h/");
}
END_TEST

TCase *registry_tests(void)
{
    TCase *tests = tcase_create("registry");

    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, registry);
    if (locus_has_grammar(locus_rfc3986) && locus_has_grammar(locus_web))
        tcase_add_test(tests, own_schemes);
    if (locus_has_grammar(locus_web))
        tcase_add_test(tests, own_schemes_in_a_scan);
    return tests;
}
