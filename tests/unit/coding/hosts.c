/* SPDX-License-Identifier: MIT
 *
 * Hosts: IP literals, "localhost" in a file URL, and octets that no host may hide.
 */
#include <stdio.h>
#include <string.h>

#include "unit/coding/coding-properties.h"
#include "unit/coding/test-coding.h"

/* RFC 3986, section 3.2.2: the encoder takes a host as an IP-literal exactly when the
   parser does, and then escapes nothing in it. */
static void check_ip_literal(const char *host, size_t len)
{
    char text[128], coded[384];
    struct locus_url url;
    bool literal;
    size_t coded_len;
    int result;

    snprintf(text, sizeof text, "x://%.*s", (int)len, host);
    literal = locus_parse(&url, text, len + 4, locus_rfc3986) == 0
           && url.part[LOCUS_HOST].len == len
           && (url.host_kind == LOCUS_HOST_IPV6
               || url.host_kind == LOCUS_HOST_IPVFUTURE);
    result = locus_encode(coded, sizeof coded, &coded_len, host, len,
                          locus_rfc3986, LOCUS_HOST, 0, NULL);
    ck_assert_msg(literal ? result == 0 && coded_len == len
                            && memcmp(coded, host, len) == 0
                          : result == LOCUS_ERROR_IP_LITERAL, "%s: %d", text,
                  result);
}

/* Every prefix of the host, alone, with another byte, and with that byte and "]". */
static void check_beginnings(const char *host)
{
    static const char bytes[] = ":.]019fgv%";

    for (size_t at = 1; at <= strlen(host); at++) {
        char text[96];

        memcpy(text, host, at);
        check_ip_literal(text, at);
        text[at + 1] = ']';
        for (size_t b = 0; b + 1 < sizeof bytes; b++) {
            text[at] = bytes[b];
            check_ip_literal(text, at + 1);
            check_ip_literal(text, at + 2);
        }
    }
}

START_TEST(ip_literals)
{
    static const char *const futures[] = {
        "[v1.a]", "[VaF.:!]", "[v.a]", "[v1.]", "[v1a]", "[vg.a]", "[v1.%41]", "[]",
    };
    static const char *const groups[] = { "0", "1aF9" };
    static const char *const quads[] = {
        "", "1.22.133.244", "255.0.199.9", "2.251.252.25", "1.2.3.256",
    };

    if (!locus_has_grammar(locus_rfc3986))
        return;
    for (size_t i = 0; i < COUNT(futures); i++)
        check_beginnings(futures[i]);
    /* Some number of groups, "::" or nothing, some more groups, and the last two
       possibly as an IPv4 address. */
    for (size_t i = 0; i < 9 * 8 * COUNT(groups) * COUNT(quads); i++) {
        const size_t before = i % 9, after = i / 9 % 8;
        const char *const group = groups[i / 72 % COUNT(groups)];
        const char *const quad = quads[i / 72 / COUNT(groups)];
        char host[96] = "[";

        for (size_t n = 0; n < before; n++)
            strcat(strcat(host, n ? ":" : ""), group);
        if (after < 7)
            strcat(host, "::");
        for (size_t n = 0; after < 7 && n < after; n++)
            strcat(strcat(host, n ? ":" : ""), group);
        if (*quad && host[strlen(host) - 1] != ':' && host[1])
            strcat(host, ":");
        strcat(strcat(host, quad), "]");
        check_beginnings(host);
    }
}
END_TEST

/* RFC 8089, section 2: "localhost", in any case, is the only host of a file URL that
   means this machine. A POSIX name has no place for any other host. */
START_TEST(localhost)
{
    static const char word[] = "localhost";
    size_t compared = 0;

    if (!locus_has_grammar(locus_web))
        return;
    for (size_t i = 0; i <= strlen(word); i++)
        for (unsigned byte = 0x21; byte < 0x7f; byte++) {
            char host[16] = "", text[64], name[64];
            struct locus_url url;
            size_t len;
            int wanted = LOCUS_ERROR_NAME;

            memcpy(host, word, strlen(word));
            host[i] = (char)byte;
            if (i < strlen(word) && (byte | 0x20) == (unsigned char)word[i])
                wanted = 0;
            snprintf(text, sizeof text, "file://%s/etc", host);
            if (locus_parse(&url, text, strlen(text), locus_web) != 0
                || url.part[LOCUS_HOST].len != strlen(host))
                continue;
            compared++;
            ck_assert_msg(locus_file_name(name, sizeof name, &len, &url, text,
                                          0, NULL) == wanted, "%s", text);
            snprintf(text, sizeof text, "file://%.*s/etc", (int)i, word);
            ck_assert_int_eq(locus_parse(&url, text, strlen(text), locus_web), 0);
            ck_assert_int_eq(locus_file_name(name, sizeof name, &len, &url, text, 0, NULL),
                             i == 0 || i == strlen(word) ? 0 : LOCUS_ERROR_NAME);
        }
    /* At each of the ten places any of these bytes but 17, :/?#[]@\^`{|}%"<>, is part of a
       host; and "%" is in "l%calhost". */
    ck_assert_uint_eq(compared, 10 * (0x7f - 0x21 - 17) + 1);
}
END_TEST

/* CVE-2022-27780 and similar cases. */
START_TEST(hosts_hide_nothing)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        char text[16], buf[16];
        struct locus_report report;
        size_t len;
        const bool refused = byte <= 0x20 || byte == 0x7f
            || strchr(":/?#[]@<>\"%\\", (int)byte) != NULL;
        int result;

        snprintf(text, sizeof text, "a%%%02Xb", byte);
        result = locus_decode(buf, sizeof buf, &len, text, 5, LOCUS_HOST, 0,
                              &report);
        ck_assert_int_eq(result, refused ? LOCUS_ERROR_HIDDEN : 0);
        if (refused)
            ck_assert_uint_eq(report.offset, 1);
        text[1] = (char)byte;
        result = locus_encode(buf, sizeof buf, &len, text, 2, locus_rfc3986,
                              LOCUS_HOST, 0, &report);
        if (!locus_has_grammar(locus_rfc3986))
            continue;
        ck_assert_int_eq(result, refused ? LOCUS_ERROR_HOST : 0);
        for (int upper = 0; upper < 2; upper++) {
            snprintf(text, sizeof text, upper ? "a%%%02Xb" : "a%%%02xb", byte);
            result = locus_encode(buf, sizeof buf, &len, text, 5, locus_rfc3986,
                                  LOCUS_HOST, LOCUS_KEEP, &report);
            ck_assert_int_eq(result, refused ? LOCUS_ERROR_HOST : 0);
        }
    }
}
END_TEST

TCase *host_tests(void)
{
    TCase *tests = tcase_create("hosts");

    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, ip_literals);
    tcase_add_test(tests, localhost);
    tcase_add_test(tests, hosts_hide_nothing);
    return tests;
}
