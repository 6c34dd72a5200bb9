/* SPDX-License-Identifier: MIT
 *
 * File names and their URLs, according to RFC 8089.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "support/grammars.h"
#include "support/hexdig.h"
#include "unit/coding/coding-properties.h"
#include "unit/coding/test-coding.h"

/* Writes the text as the path of a URL. Returns its length. */
static size_t put_segments(char *to, const struct locus_grammar *grammar,
                           const char *text, size_t len, bool windows)
{
    static const bool literal[64];
    size_t n = 0;

    for (size_t i = 0; i < len; i++)
        if (windows && coding_is_slash(text[i]))
            to[n++] = '/';
        else
            n += encode_plainly(rule_of(grammar, windows ? LOCUS_SEGMENT
                                                         : LOCUS_PATH),
                                text + i, 1, 0, to + n, literal);
    return n;
}

static int url_plainly(char *to, size_t *to_len, const struct locus_grammar *grammar,
                       const char *name, size_t len, bool windows, size_t *fault)
{
    const struct rule *const host = rule_of(grammar, LOCUS_HOST);
    bool literal[64] = { false };
    size_t n, skip = 1;

    *fault = 0;
    if (coding_has_no_files(grammar))
        return LOCUS_ERROR_GRAMMAR;
    *fault = coding_absolute_fault(name, len, windows);
    if (*fault != CODING_NONE) {
        const size_t relative = coding_relative_fault(name, len, windows);

        if (!(locus_grammar_traits(grammar) & LOCUS_TRAIT_REFERENCE))
            return LOCUS_ERROR_NAME;
        if (relative != CODING_NONE) {
            *fault = relative > *fault ? relative : *fault;
            return LOCUS_ERROR_NAME;
        }
        n = memchr(name, ':', strcspn(name, "/")) && !windows
          ? (size_t)sprintf(to, "./") : 0;
        *to_len = n + put_segments(to + n, grammar, name, len, windows);
        return 0;
    }
    n = (size_t)sprintf(to, "file:///");
    if (windows && !coding_is_slash(name[0])) {
        n += (size_t)sprintf(to + n, "%c%s/", name[0],
                             grammar == locus_rfc1630 ? "%3A" : ":");
        skip = 3;
    } else if (windows && len > 1 && coding_is_slash(name[1])) {
        const size_t host_len = strcspn(name + 2, "/\\");

        /* Appendix E.3.2: "localhost" is this machine, which has no shares. */
        if (host_len == 9 && strncasecmp(name + 2, "localhost", 9) == 0)
            n += (size_t)sprintf(to + n, "/");
        else
            n--;
        *fault = host->form(name + 2, host_len, false, literal);
        if (*fault != CODING_NONE) {
            *fault += 2;
            return LOCUS_ERROR_HOST;
        }
        n += encode_plainly(host, name + 2, host_len, 0, to + n, literal);
        skip = 2 + host_len;
    }
    *to_len = n + put_segments(to + n, grammar, name + skip, len - skip, windows);
    return 0;
}

static void check_url_of(char *name, size_t len)
{
    name[len] = '\0';
    for (int i = 0; i < 2 * grammar_count(); i++) {
        const struct locus_grammar *const grammar = grammar_at(i / 2);
        char wanted[160], got[160];
        size_t wanted_len = 0, got_len, fault;
        struct locus_report report;
        int wanted_result, result;

        if (!locus_has_grammar(grammar))
            continue;
        wanted_result = url_plainly(wanted, &wanted_len, grammar, name, len, i % 2,
                                    &fault);
        result = locus_file_url(got, sizeof got, &got_len, name, len, grammar,
                                i % 2 ? LOCUS_WINDOWS : 0, &report);
        CODING_HOLDS(result == wanted_result, name, len);
        CODING_HOLDS(coding_same(got, got_len, wanted, wanted_len), name, len);
        if (result != 0)
            CODING_HOLDS(report.offset == fault, name, len);
    }
}

/* Converts the path of a URL to a name, from `begin` on, with `mark` as the
   separator. */
static int path_plainly(char *to, size_t *n, const char *path, size_t begin,
                        char mark, const char *hidden, size_t *fault)
{
    for (size_t i = begin; path[i]; i++) {
        char c = path[i] == '/' ? mark : path[i];

        if (is_pct_encoded(path + i, strlen(path + i))) {
            c = (char)hexdig_octet(path + i + 1);
            if (c == 0 || is_in(hidden, c)) {
                *fault = i;
                return LOCUS_ERROR_HIDDEN;
            }
            i += 2;
        }
        to[(*n)++] = c;
    }
    return 0;
}

/* What precedes the path. */
static const char reference[] = "";
static const char local[] = "file:";

/* The length of the drive-letter at the beginning of the text (RFC 8089, appendices E.2
   and E.2.2), or 0. An encoded letter is that letter (RFC 3986, 2.3), and "%7C" is "|".
   In RFC 1630, and only there, ":" is always encoded. */
static size_t drive_len(const char *text, bool old, char *letter)
{
    const bool encoded = is_pct_encoded(text, strlen(text));
    const size_t at = encoded ? 3 : 1;

    *letter = text[0];
    if (encoded)
        *letter = (char)hexdig_octet(text + 1);
    if (!is_in(ALPHA, *letter))
        return 0;
    if (text[at] == '|' || (!old && text[at] == ':'))
        return at + 1;
    return strncasecmp(text + at, "%7C", 3) == 0
        || (old && strncasecmp(text + at, "%3A", 3) == 0) ? at + 3 : 0;
}

/* The host of a UNC name, path[begin..end): RFC 3986, reg-name, without hidden
   delimiters. */
static int host_plainly(char *to, size_t *n, const char *path, size_t begin, size_t end,
                        size_t *fault)
{
    for (size_t i = begin; i < end; i++) {
        char c = path[i];

        *fault = i;
        if (is_pct_encoded(path + i, end - i)) {
            c = (char)hexdig_octet(path + i + 1);
            if (c == 0 || is_in(":/\\", c))
                return LOCUS_ERROR_HIDDEN;
            i += 2;
        } else if (c == ':') {
            return LOCUS_ERROR_HOST;
        }
        to[(*n)++] = c;
    }
    *fault = 0;
    return 0;
}

/* Converts a path to a Windows name. Its URL has no host, or the host is this machine. */
static int windows_plainly(char *to, size_t *n, const char *before, const char *path,
                           bool old, size_t *fault)
{
    const char *const hidden = old ? "/\\" : "/\\:";
    const size_t slashes = strspn(path, "/\\");
    const size_t host = strcspn(path + slashes, "/\\");
    char letter, ignored;
    const size_t drive = drive_len(path + slashes, old, &letter);
    const bool is_all = drive > 0 && drive == host;
    const bool ends = path[slashes + host] == '\0';
    size_t begin = 0;
    int result;

    if (before != reference && slashes == 0 && !is_all)
        return LOCUS_ERROR_NAME;
    if (is_all && (slashes == 1 || (slashes == 0 && before == local))) {
        if (ends)
            return LOCUS_ERROR_NAME;
        *n = (size_t)sprintf(to, "%c:", letter);
        begin = slashes + drive;
    } else if (slashes > 1) {
        if (slashes > 3 || host == 0 || ends || is_all
            || drive_len(path + slashes, !old, &ignored) == host
            || (host == 1 && path[slashes] == '.')
            || (host == 3 && strncasecmp(path + slashes, "%2E", 3) == 0))
            return LOCUS_ERROR_NAME;
        *n = (size_t)sprintf(to, "\\\\");
        begin = slashes + host;
        result = host_plainly(to, n, path, slashes, begin, fault);
        if (result != 0)
            return result;
    }
    return path_plainly(to, n, path, begin, '\\', hidden, fault);
}

/* Converts a path to a name. `before` is one of the prefixes above, or one with a host;
   `host` is that host, or empty if it is this machine. */
static int name_plainly(char *to, size_t *n, const char *before, const char *host,
                        const char *path, bool windows, bool old, size_t *fault)
{
    *fault = 0;
    *n = 0;
    if (!path[0])
        return LOCUS_ERROR_NAME;
    if (windows && *host) {
        *n = (size_t)sprintf(to, "\\\\%s", host);
        return path_plainly(to, n, path, 0, '\\', old ? "/\\" : "/\\:", fault);
    }
    if (windows)
        return windows_plainly(to, n, before, path, old, fault);
    if (path[0] != '/' && before != reference)
        return LOCUS_ERROR_NAME;
    return path_plainly(to, n, path, 0, '/', "/", fault);
}

/* How many URLs were tried with each grammar, and how many it divided as they were meant. */
static size_t tried, compared[MOST_GRAMMARS];

static void check_name_of(const char *before, const char *path)
{
    const bool has_host = strlen(before) > 5;
    const char *const host = has_host ? before + 7 : "";
    const char *const other = strcmp(host, "h") == 0 ? host : "";
    const bool none = strcmp(host, ".") == 0 || strcmp(host, "%2E") == 0;
    char text[96];

    snprintf(text, sizeof text, "%s%s", before, path);
    tried += 2;
    for (int i = 0; i < 2 * grammar_count(); i++) {
        const struct locus_grammar *const grammar = grammar_at(i / 2);
        char wanted[96], got[96];
        size_t wanted_len, got_len, fault;
        struct locus_report report;
        struct locus_url url;
        int wanted_result, result;

        if (locus_parse(&url, text, strlen(text), grammar) != 0
            || locus_has(&url, LOCUS_SCHEME) != (before != reference)
            || locus_has(&url, LOCUS_HOST) != has_host
            || (has_host && url.part[LOCUS_HOST].len != strlen(host))
            || url.part[LOCUS_PATH].len != strlen(path))
            continue;
        compared[i / 2]++;
        wanted_result = name_plainly(wanted, &wanted_len, before, other, path, i % 2,
                                     grammar == locus_rfc1630, &fault);
        result = locus_file_name(got, sizeof got, &got_len, &url, text,
                                 i % 2 ? LOCUS_WINDOWS : 0, &report);
        if (coding_has_no_files(grammar)) {
            CODING_HOLDS(result == LOCUS_ERROR_GRAMMAR, text, strlen(text));
            continue;
        }
        if (none || (*other && i % 2 == 0))
            wanted_result = LOCUS_ERROR_NAME;
        else if (result != 0)
            CODING_HOLDS(report.part == LOCUS_PATH && report.offset == fault,
                         text, strlen(text));
        CODING_HOLDS(result == wanted_result, text, strlen(text));
        if (result == 0)
            CODING_HOLDS(coding_same(got, got_len, wanted, wanted_len), text,
                         strlen(text));
    }
}

/* Writes the `which`th text of `n` words. The word "" stands for a NUL. */
static size_t put_words(char *to, const char *const *words, size_t count, size_t n,
                        size_t which)
{
    size_t len = 0;

    for (; n > 0; n--, which /= count) {
        const char *const word = words[which % count];
        const size_t word_len = *word ? strlen(word) : 1;

        memcpy(to + len, word, word_len);
        len += word_len;
    }
    to[len] = '\0';
    return len;
}

/* Checks that enough URLs were compared. locus_web accepts nearly every path; the grammars
   of RFC 3986 have no "|" and no "\", and the others no ":" or encoded host either. */
static void check_compared(void)
{
    for (int i = 0; i < grammar_count(); i++) {
        const struct locus_grammar *const grammar = grammar_at(i);
        const bool is_web = grammar == locus_web || grammar == locus_web_reference
                         || grammar == locus_web_target;
        const bool is_old = grammar == locus_rfc1738 || grammar == locus_rfc1630;
        const size_t share = is_web ? 90 : is_old ? 15 : 50;

        /* In these, no URL of a file can be parsed. */
        if (grammar == locus_http_url || grammar == locus_authority)
            ck_assert_uint_eq(compared[i], 0);
        else if (locus_has_grammar(grammar))
            ck_assert_msg(compared[i] >= tried / 100 * share, "%s: only %zu of %zu",
                          locus_grammar_name(grammar), compared[i], tried);
    }
}

/* All short texts made of what is special in a name or in the path of a URL. */
START_TEST(names_of_files)
{
    static const char *const in_names[] = {
        "/", "\\", ":", "C", "|", "1", "", "LocalHost",
    };
    static const char *const in_paths[] = {
        "/", "C", ":", "|", "1", "%3A", "%3a", "%2F", "%5c", "%00", "\\", "%7a", "%7C",
        ".", "%2e",
    };
    static const char *const before[] = { "", "\\/", "C:", "/a", "\\\\h\\s" };
    static const char *const hosts[] = {
        "file://", local, "file://localhost", "file://h", "file://Loc%61lhos%54",
        "file://.", "file://%2E",
    };
    char text[64];

    tried = 0;
    memset(compared, 0, sizeof compared);
    for (size_t n = 0, texts = 1; n <= 4; n++, texts *= COUNT(in_names))
        for (size_t i = 0; i < texts; i++) {
            check_url_of(text, put_words(text, in_names, COUNT(in_names), n, i));
            memcpy(text, "\\\\", 2);
            check_url_of(text, 2 + put_words(text + 2, in_names, COUNT(in_names),
                                             n, i));
        }
    for (size_t i = 0; i < COUNT(before) * 256; i++) {
        const int len = snprintf(text, sizeof text, "%s.:/", before[i / 256]);

        text[len - 3] = (char)i;
        if (text[len - 3] == '[')
            continue;
        check_url_of(text, (size_t)len);
        check_url_of(text, (size_t)len - 2);
    }
    for (size_t n = 0, texts = 1; n <= 4; n++, texts *= COUNT(in_paths))
        for (size_t i = 0; i < texts; i++) {
            text[0] = '/';
            put_words(text + 1, in_paths, COUNT(in_paths), n, i);
            for (size_t h = 0; h < (n < 4 ? COUNT(hosts) : 1); h++)
                check_name_of(hosts[h], text);
            check_name_of(local, text + 1);
            if (n < 4) {
                check_name_of("file://", text + 1);
                check_name_of(reference, text + 1);
                check_name_of(reference, text);
            }
        }
    for (unsigned byte = 0; byte < 256; byte++) {
        snprintf(text, sizeof text, "/a/b%%%02x/c", byte);
        check_name_of("file://", text);
        check_name_of("file://h", text);
        check_name_of(reference, text + 1);
        snprintf(text, sizeof text, "/%c:/c", byte > 0x20 ? byte : ' ');
        check_name_of("file://", text);
        snprintf(text, sizeof text, "/%c%%3A/c", byte > 0x20 ? byte : ' ');
        check_name_of("file://", text);
        snprintf(text, sizeof text, "/%%%02x:/c", byte);
        check_name_of("file://", text);
        check_name_of(local, text + 1);
        snprintf(text, sizeof text, "/%%%02X%%3a/c", byte);
        check_name_of("file://", text);
    }
    check_compared();
}
END_TEST

TCase *file_name_tests(void)
{
    TCase *tests = tcase_create("file names");

    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, names_of_files);
    return tests;
}
