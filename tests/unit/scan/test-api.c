/* SPDX-License-Identifier: MIT
 *
 * What locus.h promises besides what the golden cases say of locus_parse():
 * numbers, names, kernels, limits, and locus_scan. The last two depend on the
 * kernel and are tested with each.
 */
#define _DEFAULT_SOURCE 1

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "support/contexts.h"
#include "support/grammars.h"
#include "locus.h"
#include "support/prose-oracle.h"
#include "support/unit.h"

#define COUNT(array) (sizeof (array) / sizeof *(array))

/* Parses a text that must be valid. */
static void parse(struct locus_url *url, const char *text,
                  const struct locus_grammar *grammar)
{
    int result = locus_parse(url, text, strlen(text), grammar);

    ck_assert_msg(result == 0, "%s: %s@%u", text, locus_error_name(result),
                  (unsigned)url->error_offset);
}

/* ------------------------------------------------------------------------
 * Numbers
 * ------------------------------------------------------------------------ */

struct port_case {
    const char *text;
    int port;
};

static void check_ports(const struct port_case *cases, size_t count,
                        const struct locus_grammar *grammar)
{
    for (size_t i = 0; i < count; ++i) {
        struct locus_url url;
        int port;

        parse(&url, cases[i].text, grammar);
        port = locus_port(&url, cases[i].text);
        ck_assert_msg(port == cases[i].port, "%s: port %d, but it is %d",
                      cases[i].text, port, cases[i].port);
    }
}

START_TEST(port_in_rfc3986)
{
    static const struct port_case cases[] = {
        { "http://h:8080/", 8080 },
        { "http://h:8080", 8080 },
        { "http://h:0/", 0 },
        { "http://h:1", 1 },
        { "http://h:65535", 65535 },
        { "http://h:65536", LOCUS_ERROR_RANGE },
        { "http://h:99999", LOCUS_ERROR_RANGE },
        { "http://h:4294967376", LOCUS_ERROR_RANGE },      /* 2^32 + 80 */
        { "http://h:2147483648", LOCUS_ERROR_RANGE },
        { "http://h:18446744073709551696", LOCUS_ERROR_RANGE },
        { "http://h:00080", 80 },
        { "http://h:000000000000000000000000000065535/", 65535 },
        { "http://h:000000000000000000000000000065536/", LOCUS_ERROR_RANGE },
        { "http://h:00000000000000000000000000000/", 0 },
        { "http://h", 80 },
        { "http://h/", 80 },
        { "http://h:", 80 },                               /* 6.2.3 */
        { "http://h:/", 80 },
        { "http://", 80 },
        { "http://:", 80 },
        { "http://:81", 81 },
        { "http://u:1@h/", 80 },                           /* a password */
        { "http://u:1@h:2/", 2 },
        { "http://[::1]:8/", 8 },
        { "http://[::1]/", 80 },
        { "http://h/:8", 80 },
        { "http:g", 80 },
        { "HTTP://h", 80 },
        { "hTtPs://h", 443 },
        { "ftp://h", 21 },
        { "gopher://h", 70 },
        { "nntp://h", 119 },
        { "telnet://h", 23 },
        { "wais://h", 210 },
        { "prospero://h", 1525 },
        { "rlogin://h", 513 },
        { "tn3270://h", 23 },
        { "ws://h", 80 },
        { "wss://h", 443 },
        { "file://h", LOCUS_ERROR_ABSENT },
        { "mailto:a@b", LOCUS_ERROR_ABSENT },
        { "news:a", LOCUS_ERROR_ABSENT },
        { "foo://h", LOCUS_ERROR_ABSENT },
        { "foo://h:", LOCUS_ERROR_ABSENT },
        { "foo://h:7", 7 },
        { "foo://h:65536", LOCUS_ERROR_RANGE },
        { "httpx://h", LOCUS_ERROR_ABSENT },
        { "htt://h", LOCUS_ERROR_ABSENT },
    };

    check_ports(cases, COUNT(cases), locus_rfc3986);
    check_ports(cases, COUNT(cases), locus_rfc3986_reference);
    check_ports(cases, COUNT(cases), locus_web);
}
END_TEST

START_TEST(port_of_a_reference)
{
    static const struct port_case cases[] = {
        { "", LOCUS_ERROR_ABSENT },
        { "//h", LOCUS_ERROR_ABSENT },
        { "//h:", LOCUS_ERROR_ABSENT },
        { "//h:81", 81 },
        { "//h:65536", LOCUS_ERROR_RANGE },
        { "http", LOCUS_ERROR_ABSENT },
        { "/http:80", LOCUS_ERROR_ABSENT },
    };

    check_ports(cases, COUNT(cases), locus_rfc3986_reference);
}
END_TEST

START_TEST(port_in_rfc1738)
{
    static const struct port_case cases[] = {
        { "ftp://h/", 21 },
        { "ftp://u:1@h/", 21 },
        { "ftp://u:1@h:2/", 2 },
        { "http://h/", 80 },
        { "HTTP://h/", 80 },
        { "http://h:00080/", 80 },
        { "http://h:65535/", 65535 },
        { "http://h:65536/", LOCUS_ERROR_RANGE },
        { "http://h:18446744073709551696/", LOCUS_ERROR_RANGE },
        { "https://h", 443 },
        { "gopher://h", 70 },
        { "mailto:a", LOCUS_ERROR_ABSENT },
        { "news:a", LOCUS_ERROR_ABSENT },
        { "nntp://h/g/1", 119 },
        { "telnet://h", 23 },
        { "rlogin://h", 513 },
        { "tn3270://h", 23 },
        { "wais://h/d", 210 },
        { "file:///x", LOCUS_ERROR_ABSENT },
        { "prospero://h/x", 1525 },
        { "prospero://h:1/x", 1 },
        { "ws://h", 80 },
        { "wss://h", 443 },
        { "foo://h", LOCUS_ERROR_ABSENT },
        { "foo://h:7", 7 },
        { "foo://h:", LOCUS_ERROR_ABSENT },                /* all of it path */
        { "ws://h:", 80 },
    };

    check_ports(cases, COUNT(cases), locus_rfc1738);
}
END_TEST

START_TEST(default_port)
{
    static const struct port_case cases[] = {
        { "ftp", 21 },       { "FTP", 21 },        { "fTp", 21 },
        { "http", 80 },      { "HTTP", 80 },       { "https", 443 },
        { "gopher", 70 },    { "Gopher", 70 },     { "nntp", 119 },
        { "telnet", 23 },    { "wais", 210 },      { "prospero", 1525 },
        { "rlogin", 513 },   { "tn3270", 23 },     { "TN3270", 23 },
        { "ws", 80 },        { "wss", 443 },       { "WSS", 443 },
        { "mailto", LOCUS_ERROR_ABSENT },
        { "news", LOCUS_ERROR_ABSENT },
        { "file", LOCUS_ERROR_ABSENT },
        { "urn", LOCUS_ERROR_ABSENT },
        { "foo", LOCUS_ERROR_ABSENT },
        { "", LOCUS_ERROR_ABSENT },
        { "h", LOCUS_ERROR_ABSENT },
        { "htt", LOCUS_ERROR_ABSENT },
        { "httpx", LOCUS_ERROR_ABSENT },
        { "http:", LOCUS_ERROR_ABSENT },
        { " http", LOCUS_ERROR_ABSENT },
        { "http ", LOCUS_ERROR_ABSENT },
    };

    for (size_t i = 0; i < COUNT(cases); ++i) {
        size_t len = strlen(cases[i].text);
        char *exact = malloc(len);               /* it need not end in NUL */

        memcpy(exact, cases[i].text, len);
        ck_assert_msg(locus_default_port(exact, len) == cases[i].port,
                      "%s: %d, but it is %d", cases[i].text,
                      locus_default_port(exact, len), cases[i].port);
        free(exact);
    }
    ck_assert_int_eq(locus_default_port("https", 4), 80);
    ck_assert_int_eq(locus_default_port("http\0", 5), LOCUS_ERROR_ABSENT);
}
END_TEST

struct ipv4_case {
    const char *text;
    int result;
    uint8_t octets[4];
};

static void check_ipv4(const struct ipv4_case *cases, size_t count,
                       const struct locus_grammar *grammar)
{
    for (size_t i = 0; i < count; ++i) {
        struct locus_url url;
        uint8_t guarded[6] = { 0xa5, 0, 0, 0, 0, 0xa5 };
        int result;

        parse(&url, cases[i].text, grammar);
        result = locus_ipv4(guarded + 1, &url, cases[i].text);
        ck_assert_msg(result == cases[i].result, "%s: %d", cases[i].text,
                      result);
        if (result == 0)
            ck_assert_msg(memcmp(guarded + 1, cases[i].octets, 4) == 0,
                          "%s: %u.%u.%u.%u", cases[i].text, guarded[1],
                          guarded[2], guarded[3], guarded[4]);
        ck_assert_uint_eq(guarded[0], 0xa5);
        ck_assert_uint_eq(guarded[5], 0xa5);
    }
}

START_TEST(ipv4_in_rfc3986)
{
    static const struct ipv4_case cases[] = {
        { "http://1.2.3.4/", 0, { 1, 2, 3, 4 } },
        { "http://0.0.0.0", 0, { 0, 0, 0, 0 } },
        { "http://255.255.255.255", 0, { 255, 255, 255, 255 } },
        { "http://192.0.2.16:80/", 0, { 192, 0, 2, 16 } },
        { "http://9.9.9.9@10.20.99.100/", 0, { 10, 20, 99, 100 } },
        { "http://256.1.1.1/", LOCUS_ERROR_ABSENT, { 0 } },
        { "http://012.0.0.1/", LOCUS_ERROR_ABSENT, { 0 } },
        { "http://1.2.3/", LOCUS_ERROR_ABSENT, { 0 } },
        { "http://example.com/", LOCUS_ERROR_ABSENT, { 0 } },
        { "http://[::1.2.3.4]/", LOCUS_ERROR_ABSENT, { 0 } },
        { "http:///1.2.3.4", LOCUS_ERROR_ABSENT, { 0 } },
        { "http:1.2.3.4", LOCUS_ERROR_ABSENT, { 0 } },
    };

    check_ipv4(cases, COUNT(cases), locus_rfc3986);
    check_ipv4(cases, COUNT(cases), locus_rfc3986_reference);
    check_ipv4(cases, COUNT(cases), locus_web);
}
END_TEST

START_TEST(ipv4_in_rfc1738)
{
    static const struct ipv4_case cases[] = {
        { "http://1.2.3.4/", 0, { 1, 2, 3, 4 } },
        { "http://012.010.001.008/", 0, { 12, 10, 1, 8 } },   /* no octal */
        { "http://00000000000000000255.0.0.1/", 0, { 255, 0, 0, 1 } },
        { "http://256.0.0.1/", LOCUS_ERROR_RANGE, { 0 } },
        { "http://0.256.0.1/", LOCUS_ERROR_RANGE, { 0 } },
        { "http://0.0.999.1/", LOCUS_ERROR_RANGE, { 0 } },
        { "http://1.2.3.256", LOCUS_ERROR_RANGE, { 0 } },
        { "http://4294967297.0.0.1/", LOCUS_ERROR_RANGE, { 0 } },
        { "http://1.2.3.18446744073709551617/", LOCUS_ERROR_RANGE, { 0 } },
        { "foo://u:p@1.2.3.4:5", 0, { 1, 2, 3, 4 } },
        { "http://h/", LOCUS_ERROR_ABSENT, { 0 } },
        { "file:///1.2.3.4", LOCUS_ERROR_ABSENT, { 0 } },
        { "news:a@1.2.3.4", LOCUS_ERROR_ABSENT, { 0 } },
    };

    check_ipv4(cases, COUNT(cases), locus_rfc1738);
}
END_TEST

struct ipv6_case {
    const char *address;
    uint8_t octets[16];
};

static void check_ipv6(const char *text, const struct locus_grammar *grammar,
                       const uint8_t octets[16])
{
    struct locus_url url;
    uint8_t guarded[18];

    parse(&url, text, grammar);
    memset(guarded, 0xa5, sizeof guarded);
    ck_assert_msg(locus_ipv6(guarded + 1, &url, text) == 0, "%s", text);
    ck_assert_msg(memcmp(guarded + 1, octets, 16) == 0, "%s: wrong octets",
                  text);
    ck_assert_uint_eq(guarded[0], 0xa5);
    ck_assert_uint_eq(guarded[17], 0xa5);
}

START_TEST(ipv6)
{
    static const struct ipv6_case cases[] = {
        /* The nine lines of IPv6address, in RFC 3986's order. */
        { "1:2:3:4:5:6:7:8",
          { 0,1, 0,2, 0,3, 0,4, 0,5, 0,6, 0,7, 0,8 } },
        { "::2:3:4:5:6:7:8",
          { 0,0, 0,2, 0,3, 0,4, 0,5, 0,6, 0,7, 0,8 } },
        { "1::3:4:5:6:7:8",
          { 0,1, 0,0, 0,3, 0,4, 0,5, 0,6, 0,7, 0,8 } },
        { "::3:4:5:6:7:8",
          { 0,0, 0,0, 0,3, 0,4, 0,5, 0,6, 0,7, 0,8 } },
        { "1:2::4:5:6:7:8",
          { 0,1, 0,2, 0,0, 0,4, 0,5, 0,6, 0,7, 0,8 } },
        { "1:2:3::5:6:7:8",
          { 0,1, 0,2, 0,3, 0,0, 0,5, 0,6, 0,7, 0,8 } },
        { "1:2:3:4::6:7:8",
          { 0,1, 0,2, 0,3, 0,4, 0,0, 0,6, 0,7, 0,8 } },
        { "1:2:3:4:5::7:8",
          { 0,1, 0,2, 0,3, 0,4, 0,5, 0,0, 0,7, 0,8 } },
        { "1:2:3:4:5:6::8",
          { 0,1, 0,2, 0,3, 0,4, 0,5, 0,6, 0,0, 0,8 } },
        { "1:2:3:4:5:6:7::",
          { 0,1, 0,2, 0,3, 0,4, 0,5, 0,6, 0,7, 0,0 } },
        /* The same with an IPv4address. */
        { "1:2:3:4:5:6:7.8.9.10",
          { 0,1, 0,2, 0,3, 0,4, 0,5, 0,6, 7,8, 9,10 } },
        { "::2:3:4:5:6:7.8.9.10",
          { 0,0, 0,2, 0,3, 0,4, 0,5, 0,6, 7,8, 9,10 } },
        { "1::3:4:5:6:7.8.9.10",
          { 0,1, 0,0, 0,3, 0,4, 0,5, 0,6, 7,8, 9,10 } },
        { "1:2::4:5:6:7.8.9.10",
          { 0,1, 0,2, 0,0, 0,4, 0,5, 0,6, 7,8, 9,10 } },
        { "1:2:3::5:6:7.8.9.10",
          { 0,1, 0,2, 0,3, 0,0, 0,5, 0,6, 7,8, 9,10 } },
        { "1:2:3:4::6:7.8.9.10",
          { 0,1, 0,2, 0,3, 0,4, 0,0, 0,6, 7,8, 9,10 } },
        { "1:2:3:4:5::7.8.9.10",
          { 0,1, 0,2, 0,3, 0,4, 0,5, 0,0, 7,8, 9,10 } },
        { "::255.255.255.255",
          { 0,0, 0,0, 0,0, 0,0, 0,0, 0,0, 255,255, 255,255 } },
        { "1::0.0.0.0",
          { 0,1, 0,0, 0,0, 0,0, 0,0, 0,0, 0,0, 0,0 } },
        /* "::" at its longest, h16 at its widest. */
        { "::", { 0 } },
        { "::8", { [15] = 8 } },
        { "1::", { [1] = 1 } },
        { "1::8", { [1] = 1, [15] = 8 } },
        { "1:2::7:8", { [1] = 1, [3] = 2, [13] = 7, [15] = 8 } },
        { "fedc:ba98:7654:3210:FEDC:BA98:7654:3210",
          { 0xfe,0xdc, 0xba,0x98, 0x76,0x54, 0x32,0x10,
            0xfe,0xdc, 0xba,0x98, 0x76,0x54, 0x32,0x10 } },
        { "0:00:000:0000:a:bc:def:0123",
          { 0,0, 0,0, 0,0, 0,0, 0,0xa, 0,0xbc, 0xd,0xef, 0x1,0x23 } },
        /* RFC 4291, section 2.2 */
        { "ABCD:EF01:2345:6789:ABCD:EF01:2345:6789",
          { 0xab,0xcd, 0xef,0x01, 0x23,0x45, 0x67,0x89,
            0xab,0xcd, 0xef,0x01, 0x23,0x45, 0x67,0x89 } },
        { "2001:DB8:0:0:8:800:200C:417A",
          { 0x20,0x01, 0x0d,0xb8, 0,0, 0,0,
            0,0x08, 0x08,0x00, 0x20,0x0c, 0x41,0x7a } },
        { "2001:DB8::8:800:200C:417A",
          { 0x20,0x01, 0x0d,0xb8, 0,0, 0,0,
            0,0x08, 0x08,0x00, 0x20,0x0c, 0x41,0x7a } },
        { "FF01:0:0:0:0:0:0:101", { 0xff, 0x01, [14] = 0x01, 0x01 } },
        { "FF01::101", { 0xff, 0x01, [14] = 0x01, 0x01 } },
        { "0:0:0:0:0:0:0:1", { [15] = 1 } },
        { "::1", { [15] = 1 } },
        { "0:0:0:0:0:0:0:0", { 0 } },
        { "0:0:0:0:0:0:13.1.68.3", { [12] = 13, 1, 68, 3 } },
        { "::13.1.68.3", { [12] = 13, 1, 68, 3 } },
        { "0:0:0:0:0:FFFF:129.144.52.38",
          { [10] = 0xff, 0xff, 129, 144, 52, 38 } },
        { "::FFFF:129.144.52.38", { [10] = 0xff, 0xff, 129, 144, 52, 38 } },
        /* RFC 5952, sections 1 and 2 */
        { "2001:db8:0:0:1:0:0:1",
          { 0x20,0x01, 0x0d,0xb8, [9] = 1, [15] = 1 } },
        { "2001:0db8:0:0:1:0:0:1",
          { 0x20,0x01, 0x0d,0xb8, [9] = 1, [15] = 1 } },
        { "2001:db8::1:0:0:1",
          { 0x20,0x01, 0x0d,0xb8, [9] = 1, [15] = 1 } },
        { "2001:db8::0:1:0:0:1",
          { 0x20,0x01, 0x0d,0xb8, [9] = 1, [15] = 1 } },
        { "2001:db8:0:0:1::1",
          { 0x20,0x01, 0x0d,0xb8, [9] = 1, [15] = 1 } },
        { "2001:DB8:0:0:1::1",
          { 0x20,0x01, 0x0d,0xb8, [9] = 1, [15] = 1 } },
        { "2001:db8:aaaa:bbbb:cccc:dddd::1",
          { 0x20,0x01, 0x0d,0xb8, 0xaa,0xaa, 0xbb,0xbb,
            0xcc,0xcc, 0xdd,0xdd, 0,0, 0,1 } },
        { "2001:db8:aaaa:bbbb:cccc:dddd:0:1",
          { 0x20,0x01, 0x0d,0xb8, 0xaa,0xaa, 0xbb,0xbb,
            0xcc,0xcc, 0xdd,0xdd, 0,0, 0,1 } },
        { "2001:db8:0:0:0::1", { 0x20,0x01, 0x0d,0xb8, [15] = 1 } },
        { "2001:db8::1", { 0x20,0x01, 0x0d,0xb8, [15] = 1 } },
    };

    for (size_t i = 0; i < COUNT(cases); ++i) {
        char text[80];

        snprintf(text, sizeof text, "http://[%s]", cases[i].address);
        check_ipv6(text, locus_rfc3986, cases[i].octets);
        snprintf(text, sizeof text, "http://1:2@[%s]:3/[", cases[i].address);
        check_ipv6(text, locus_web, cases[i].octets);
        snprintf(text, sizeof text, "//[%s]?1", cases[i].address);
        check_ipv6(text, locus_rfc3986_reference, cases[i].octets);
    }
}
END_TEST

/* Who hands over another text than was parsed gets nothing good, but no byte past
   the sixteen either. */
START_TEST(ipv6_of_another_text)
{
    static const char parsed[] = "x://[1111:2222:3333:4444:5555:6666:7777:8888]";
    static const char *const others[] = {
        "x://[1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1]",      /* too many */
        "x://[1111:2222:3333:4444:5555:6666:7777:11.2]",      /* and an IPv4address */
        "x://[1111:2222:3333:4444:5555:6666:999.1.1.1]",
    };
    struct locus_url url;

    if (locus_parse(&url, parsed, strlen(parsed), locus_web) != 0)
        return;                        /* --with-grammars */
    for (size_t i = 0; i < COUNT(others); ++i) {
        uint8_t octets[17];

        ck_assert_uint_eq(strlen(others[i]), strlen(parsed));
        octets[16] = 0xa5;
        ck_assert_msg(locus_ipv6(octets, &url, others[i]) == LOCUS_ERROR_RANGE,
                      "%s", others[i]);
        ck_assert_uint_eq(octets[16], 0xa5);
    }
}
END_TEST

/* The first and the last address of each block, and those beside them that are in
   no other one, as the RFCs that locus.h names have them. */
START_TEST(classes_of_addresses)
{
    static const struct {
        enum locus_class expected;
        const char *addresses;
    } cases[] = {
        { LOCUS_CLASS_UNSPECIFIED, "0.0.0.0 0.255.255.255 [::] [::0.0.0.2]" },
        { LOCUS_CLASS_LOOPBACK, "127.0.0.0 127.0.0.1 127.255.255.255 [::1]" },
        { LOCUS_CLASS_PRIVATE, "10.0.0.0 10.255.255.255 172.16.0.0 "
          "172.31.255.255 192.168.0.0 192.168.255.255 [64:ff9b:1::] "
          "[64:ff9b:1:ffff:ffff:ffff:ffff:ffff]" },
        { LOCUS_CLASS_SHARED, "100.64.0.0 100.127.255.255" },
        { LOCUS_CLASS_UNIQUE_LOCAL,
          "[fc00::] [fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]" },
        { LOCUS_CLASS_SITE_LOCAL,
          "[fec0::] [feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]" },
        { LOCUS_CLASS_LINK_LOCAL, "169.254.0.0 169.254.169.254 "
          "169.254.255.255 [fe80::] "
          "[febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff]" },
        { LOCUS_CLASS_MULTICAST, "224.0.0.0 233.251.255.255 233.252.1.0 "
          "239.255.255.255 [ff00::] "
          "[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]" },
        { LOCUS_CLASS_BROADCAST, "255.255.255.255" },
        { LOCUS_CLASS_DOCUMENTATION, "192.0.2.0 192.0.2.255 198.51.100.0 "
          "198.51.100.255 203.0.113.0 203.0.113.255 233.252.0.0 "
          "233.252.0.255 [2001:db8::] "
          "[2001:db8:ffff:ffff:ffff:ffff:ffff:ffff] [3fff::] "
          "[3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff]" },
        { LOCUS_CLASS_BENCHMARKING, "198.18.0.0 198.19.255.255 [2001:2::] "
          "[2001:2:0:ffff:ffff:ffff:ffff:ffff]" },
        { LOCUS_CLASS_DISCARD, "[100::] [100::ffff:ffff:ffff:ffff] "
          "[100:0:0:1::] [100::1:ffff:ffff:ffff:ffff]" },
        { LOCUS_CLASS_PROTOCOL, "192.0.0.0 192.0.0.8 192.0.0.11 192.0.0.255 "
          "192.88.99.0 192.88.99.255 [2001:1::] [2001:1::4] [2001:2:1::] "
          "[2001:4:111:ffff:ffff:ffff:ffff:ffff] [2001:4:113::] [2001:10::] "
          "[2001:1f:ffff::] [2001:40::] "
          "[2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff] [5f00::] "
          "[5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff]" },
        { LOCUS_CLASS_RESERVED, "240.0.0.0 255.255.255.254 "
          "[0:0:0:1::] [::1:0:0:0] [64:ff9b::1:0:0] [64:ff9b:2::] "
          "[ff:ffff:ffff:ffff::] [100:0:0:2::] "
          "[1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff] [4000::] [5eff:ffff::] "
          "[5f01::] [fbff:ffff::] [fe00::] [fe7f:ffff::]" },
        { LOCUS_CLASS_GLOBAL, "1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 "
          "100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0 "
          "172.15.255.255 172.32.0.0 191.255.255.255 192.0.0.9 192.0.0.10 "
          "192.0.1.0 192.0.1.255 192.0.3.0 192.31.196.1 192.52.193.1 "
          "192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 "
          "192.175.48.1 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 "
          "203.0.112.255 203.0.114.0 223.255.255.255 [2000::] [2001:1::1] "
          "[2001:1::2] [2001:1::3] [2001:3::] [2001:3:ffff::] "
          "[2001:4:112::] [2001:4:112:ffff::] [2001:20::] [2001:2f:ffff::] "
          "[2001:30::] [2001:3f:ffff::] [2001:200::] [2001:db7:ffff::] "
          "[2001:db9::] [2003::] [3ffe:ffff::] [3fff:1000::] "
          "[::ffff:8.8.8.8] [2002:808:808::]" },
        /* The address that another one holds is what counts. */
        { LOCUS_CLASS_LOOPBACK, "[::ffff:127.0.0.1] [::127.0.0.1] "
          "[::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1] [2002:7f00:1::1] "
          "[2001:0:1:2:3:4:80ff:fffe]" },
        { LOCUS_CLASS_LINK_LOCAL, "[::ffff:a9fe:a9fe] [2002:a9fe:a9fe::]" },
    };

    for (size_t i = 0; i < COUNT(cases); ++i) {
        const char *from = cases[i].addresses;

        while (*from) {
            const size_t len = strcspn(from, " ");
            struct locus_url url;
            uint8_t octets[16];
            char text[80];
            int result;

            snprintf(text, sizeof text, "x://%.*s/", (int)len, from);
            parse(&url, text, locus_rfc3986);
            ck_assert_msg(locus_host_class(&url, text)
                          == (int)cases[i].expected, "%s: %d", text,
                          locus_host_class(&url, text));
            result = locus_ipv6(octets, &url, text) == 0
                   ? locus_address_class(octets, 16)
                   : locus_ipv4(octets, &url, text) == 0
                   ? locus_address_class(octets, 4) : -1;
            ck_assert_msg(result == (int)cases[i].expected, "%s: %d", text,
                          result);
            from += len + (from[len] == ' ');
        }
    }
    ck_assert_int_eq(locus_address_class(NULL, 0), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_address_class((const uint8_t *)"12345", 5),
                     LOCUS_ERROR_ARGUMENT);
}
END_TEST

START_TEST(classes_of_hosts)
{
    static const struct {
        const char *text;
        int expected;
    } cases[] = {
        { "x://localhost", LOCUS_CLASS_LOOPBACK },
        { "x://LocalHost.:80/", LOCUS_CLASS_LOOPBACK },
        { "x://a.b.localhost", LOCUS_CLASS_LOOPBACK },
        { "x://localhost.a", LOCUS_ERROR_ABSENT },
        { "x://alocalhost", LOCUS_ERROR_ABSENT },
        { "x://localhost..", LOCUS_ERROR_ABSENT },
        { "x://127.1", LOCUS_CLASS_LOOPBACK },
        { "x://010.0.0.1", LOCUS_CLASS_GLOBAL },              /* 8.0.0.1 */
        { "x://0x100000000", LOCUS_ERROR_RANGE },
        { "x://[v1.a]", LOCUS_ERROR_ABSENT },
        { "x://", LOCUS_ERROR_ABSENT },
        { "x:", LOCUS_ERROR_ABSENT },
    };

    for (size_t i = 0; i < COUNT(cases); ++i) {
        struct locus_url url;

        parse(&url, cases[i].text, locus_rfc3986);
        ck_assert_msg(locus_host_class(&url, cases[i].text)
                      == cases[i].expected, "%s: %d", cases[i].text,
                      locus_host_class(&url, cases[i].text));
    }
}
END_TEST

START_TEST(embedded_ipv4)
{
    static const struct {
        const char *text;
        enum locus_embedding expected;
        uint8_t octets[4];
    } cases[] = {
        { "x://[::ffff:1.2.3.4]", LOCUS_EMBEDDING_MAPPED, { 1, 2, 3, 4 } },
        { "x://[::1.2.3.4]", LOCUS_EMBEDDING_COMPATIBLE, { 1, 2, 3, 4 } },
        { "x://[::2]", LOCUS_EMBEDDING_COMPATIBLE, { 0, 0, 0, 2 } },
        { "x://[::ffff:0:102:304]", LOCUS_EMBEDDING_TRANSLATED, { 1, 2, 3, 4 } },
        /* RFC 6052, section 2.4 */
        { "x://[64:ff9b::192.0.2.33]", LOCUS_EMBEDDING_NAT64,
          { 192, 0, 2, 33 } },
        { "x://[2002:102:304:5:6:7:8:9]", LOCUS_EMBEDDING_6TO4, { 1, 2, 3, 4 } },
        { "x://[2001:0:a:b:c:d:fefd:fcfb]", LOCUS_EMBEDDING_TEREDO,
          { 1, 2, 3, 4 } },
        { "x://[::]", LOCUS_EMBEDDING_NONE, { 0 } },
        { "x://[::1]", LOCUS_EMBEDDING_NONE, { 0 } },
        { "x://[::1:ffff:1.2.3.4]", LOCUS_EMBEDDING_NONE, { 0 } },
        { "x://[::fffe:1.2.3.4]", LOCUS_EMBEDDING_NONE, { 0 } },
        { "x://[64:ff9b:1::1.2.3.4]", LOCUS_EMBEDDING_NONE, { 0 } },
        { "x://[2001:1::1]", LOCUS_EMBEDDING_NONE, { 0 } },
        { "x://[2003:102:304::]", LOCUS_EMBEDDING_NONE, { 0 } },
    };

    for (size_t i = 0; i < COUNT(cases); ++i) {
        struct locus_url url;
        uint8_t octets[16], held[4] = { 0 };

        parse(&url, cases[i].text, locus_rfc3986);
        ck_assert_int_eq(locus_ipv6(octets, &url, cases[i].text), 0);
        ck_assert_msg(locus_embedded_ipv4(held, octets) == cases[i].expected,
                      "%s", cases[i].text);
        ck_assert_msg(memcmp(held, cases[i].octets, 4) == 0, "%s",
                      cases[i].text);
    }
}
END_TEST

START_TEST(numeric_hosts)
{
    static const struct ipv4_case cases[] = {
        { "x://1.2.3.4", 0, { 1, 2, 3, 4 } },
        { "x://127.1", 0, { 127, 0, 0, 1 } },
        { "x://1.2.65535", 0, { 1, 2, 255, 255 } },
        { "x://1.16777215", 0, { 1, 255, 255, 255 } },
        { "x://4294967295", 0, { 255, 255, 255, 255 } },
        { "x://2130706433/", 0, { 127, 0, 0, 1 } },
        { "x://0x7f.0x0.0X0.0x1", 0, { 127, 0, 0, 1 } },
        { "x://0xFFfFFFFF", 0, { 255, 255, 255, 255 } },
        { "x://017700000001", 0, { 127, 0, 0, 1 } },
        { "x://012.0.0.1", 0, { 10, 0, 0, 1 } },
        { "x://0x", 0, { 0, 0, 0, 0 } },
        { "x://0", 0, { 0, 0, 0, 0 } },
        { "x://127.0.0.1.", 0, { 127, 0, 0, 1 } },
        { "x://000000000000000000000000000000000000001", 0, { 0, 0, 0, 1 } },
        { "x://256.1.1.1", LOCUS_ERROR_RANGE, { 0 } },
        { "x://1.256.1", LOCUS_ERROR_RANGE, { 0 } },
        { "x://1.2.3.256", LOCUS_ERROR_RANGE, { 0 } },
        { "x://1.2.65536", LOCUS_ERROR_RANGE, { 0 } },
        { "x://1.16777216", LOCUS_ERROR_RANGE, { 0 } },
        { "x://4294967296", LOCUS_ERROR_RANGE, { 0 } },
        { "x://18446744073709551617", LOCUS_ERROR_RANGE, { 0 } },
        { "x://08.0.0.1", LOCUS_ERROR_RANGE, { 0 } },
        { "x://1.2.3.4.5", LOCUS_ERROR_ABSENT, { 0 } },
        { "x://1..2", LOCUS_ERROR_ABSENT, { 0 } },
        { "x://1.a", LOCUS_ERROR_ABSENT, { 0 } },
        { "x://0xg", LOCUS_ERROR_ABSENT, { 0 } },
        { "x://h", LOCUS_ERROR_ABSENT, { 0 } },
        { "x://[::1.2.3.4]", LOCUS_ERROR_ABSENT, { 0 } },
        { "x://", LOCUS_ERROR_ABSENT, { 0 } },
        { "x:1", LOCUS_ERROR_ABSENT, { 0 } },
    };

    for (size_t i = 0; i < COUNT(cases); ++i) {
        struct locus_url url;
        uint8_t octets[4];
        int result;

        parse(&url, cases[i].text, locus_rfc3986);
        result = locus_numeric_host(octets, &url, cases[i].text);
        ck_assert_msg(result == cases[i].result, "%s: %d", cases[i].text,
                      result);
        if (result == 0)
            ck_assert_msg(memcmp(octets, cases[i].octets, 4) == 0, "%s",
                          cases[i].text);
    }
}
END_TEST

START_TEST(ipv6_absent)
{
    static const char *const texts[] = {
        "http://1.2.3.4/", "http://h/", "http://[v1.::1]/", "http:///[::1]",
        "http:h",
    };

    for (size_t i = 0; i < COUNT(texts); ++i) {
        struct locus_url url;
        uint8_t octets[16];

        parse(&url, texts[i], locus_web);
        ck_assert_msg(locus_ipv6(octets, &url, texts[i]) ==
                      LOCUS_ERROR_ABSENT, "%s", texts[i]);
    }
}
END_TEST

/* ------------------------------------------------------------------------
 * Names
 * ------------------------------------------------------------------------ */

static const char *const part_names[] = {
    [LOCUS_SCHEME] = "scheme",     [LOCUS_USER] = "user",
    [LOCUS_PASSWORD] = "password", [LOCUS_HOST] = "host",
    [LOCUS_PORT] = "port",         [LOCUS_PATH] = "path",
    [LOCUS_QUERY] = "query",       [LOCUS_FRAGMENT] = "fragment",
    [LOCUS_TYPE] = "type",         [LOCUS_GTYPE] = "gtype",
    [LOCUS_SELECTOR] = "selector", [LOCUS_SEARCH] = "search",
    [LOCUS_PLUS] = "plus",         [LOCUS_ADDRESS] = "address",
    [LOCUS_GROUP] = "group",       [LOCUS_ARTICLE] = "article",
    [LOCUS_NUMBER] = "number",     [LOCUS_DATABASE] = "database",
    [LOCUS_WTYPE] = "wtype",       [LOCUS_WPATH] = "wpath",
    [LOCUS_HSONAME] = "hsoname",   [LOCUS_FIELDS] = "fields",
};

static const struct {
    const struct locus_grammar *const *grammar;
    const char *name;
} grammar_names[] = {
    { &locus_web, "web" },
    { &locus_rfc3986, "rfc3986" },
    { &locus_rfc3986_reference, "rfc3986-reference" },
    { &locus_rfc1738, "rfc1738" },
    { &locus_rfc1630, "rfc1630" },
};

static const char *const kind_names[] = {
    [LOCUS_HOST_NONE] = "none",
    [LOCUS_HOST_NAME] = "name",
    [LOCUS_HOST_IPV4] = "ipv4",
    [LOCUS_HOST_IPV6] = "ipv6",
    [LOCUS_HOST_IPVFUTURE] = "ipvfuture",
    [LOCUS_HOST_EMPTY] = "empty",
};

static const struct {
    int error;
    const char *name;
} error_names[] = {
    { LOCUS_ERROR_SCHEME, "scheme" },
    { LOCUS_ERROR_PATH, "path" },
    { LOCUS_ERROR_QUERY, "query" },
    { LOCUS_ERROR_FRAGMENT, "fragment" },
    { LOCUS_ERROR_SLASHES, "slashes" },
    { LOCUS_ERROR_USERINFO, "userinfo" },
    { LOCUS_ERROR_HOST, "host" },
    { LOCUS_ERROR_IP_LITERAL, "ip-literal" },
    { LOCUS_ERROR_PORT, "port" },
    { LOCUS_ERROR_TYPE, "type" },
    { LOCUS_ERROR_GROUP, "group" },
    { LOCUS_ERROR_NUMBER, "number" },
    { LOCUS_ERROR_DATABASE, "database" },
    { LOCUS_ERROR_FIELDS, "fields" },
    { LOCUS_ERROR_ADDRESS, "address" },
    { LOCUS_ERROR_PERCENT, "percent" },
    { LOCUS_ERROR_MESSAGE_ID, "message-id" },
    { LOCUS_ERROR_WPATH, "wpath" },
    { LOCUS_ERROR_VERSION, "version" },
    { LOCUS_ERROR_TOO_LONG, "too-long" },
    { LOCUS_ERROR_GRAMMAR, "grammar" },
    { LOCUS_ERROR_ABSENT, "absent" },
    { LOCUS_ERROR_RANGE, "range" },
    { LOCUS_ERROR_ARGUMENT, "argument" },
    { LOCUS_ERROR_SPACE, "space" },
    { LOCUS_ERROR_BASE, "base" },
    { LOCUS_ERROR_TARGET, "target" },
    { LOCUS_ERROR_PART, "part" },
    { LOCUS_ERROR_ALONE, "alone" },
    { LOCUS_ERROR_MISREAD, "misread" },
    { LOCUS_ERROR_HIDDEN, "hidden" },
    { LOCUS_ERROR_NAME, "name" },
    { LOCUS_ERROR_PIECE, "piece" },
    { LOCUS_ERROR_PROTOCOL, "protocol" },
    { LOCUS_ERROR_ESCAPE, "escape" },
};

/* A name is found by its bytes and its length, and by nothing that is only
   like it. */
static void check_from_name(int (*from_name)(const char *, size_t),
                            const char *name, int value)
{
    size_t len = strlen(name);
    char *exact = malloc(len);
    char longer[64];

    memcpy(exact, name, len);
    ck_assert_msg(from_name(exact, len) == value, "%s", name);
    exact[0] = (char)(exact[0] - 'a' + 'A');
    ck_assert_msg(from_name(exact, len) == LOCUS_ERROR_ABSENT,
                  "%s: in upper case", name);
    free(exact);
    snprintf(longer, sizeof longer, "%s?", name);
    ck_assert_msg(from_name(longer, len) == value, "%s: without NUL", name);
    ck_assert_msg(from_name(longer, len + 1) == LOCUS_ERROR_ABSENT, "%s",
                  longer);
    longer[len] = '\0';
    ck_assert_msg(from_name(longer, len + 1) == LOCUS_ERROR_ABSENT,
                  "%s: with NUL", name);
    if (strcmp(name, "rfc3986-reference") != 0)
        ck_assert_msg(from_name(name, len - 1) == LOCUS_ERROR_ABSENT,
                      "%s: cut", name);
}

START_TEST(names_of_parts)
{
    ck_assert_uint_eq(COUNT(part_names), LOCUS_PART_COUNT);
    for (int p = 0; p < LOCUS_PART_COUNT; ++p) {
        if (!part_names[p]) {
            ck_assert_ptr_null(locus_part_name((enum locus_part)p));
            continue;
        }
        ck_assert_str_eq(locus_part_name((enum locus_part)p), part_names[p]);
        check_from_name(locus_part_from_name, part_names[p], p);
    }
    ck_assert_ptr_null(locus_part_name(LOCUS_PART_COUNT));
    ck_assert_ptr_null(locus_part_name((enum locus_part)-1));
    ck_assert_ptr_null(locus_part_name((enum locus_part)INT_MAX));
    ck_assert_int_eq(locus_part_from_name("", 0), LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_part_from_name("authority", 9), LOCUS_ERROR_ABSENT);
}
END_TEST

static int grammar_from_name(const char *name, size_t len)
{
    const struct locus_grammar *const grammar = locus_grammar_from_name(name, len);

    return grammar ? grammar_number(grammar) : LOCUS_ERROR_ABSENT;
}

/* What the ABI says of them (doc/DESIGN.md, "The struct of a URL"). */
START_TEST(slots)
{
    /* RFC 1738's and RFC 1630's schemes, each with all parts that it may have. */
    static const enum locus_part together[][4] = {
        { LOCUS_TYPE },
        { LOCUS_GTYPE, LOCUS_SELECTOR, LOCUS_SEARCH, LOCUS_PLUS },
        { LOCUS_ADDRESS },
        { LOCUS_GROUP, LOCUS_NUMBER },
        { LOCUS_ARTICLE },
        { LOCUS_DATABASE, LOCUS_WTYPE, LOCUS_WPATH },
        { LOCUS_HSONAME, LOCUS_NUMBER, LOCUS_FIELDS },
    };
    static const int constant[] = {
        [LOCUS_SLOT(LOCUS_HOST)] = 1, [LOCUS_SLOT(LOCUS_PLUS)] = 2
    };
    uint32_t seen = 0;

    ck_assert_uint_eq(sizeof(struct locus_url), 112);
    ck_assert_int_le(LOCUS_PART_COUNT, 32);
    ck_assert_int_eq(constant[LOCUS_HOST], 1);
    for (int p = 0; p < LOCUS_GENERIC_PART_COUNT; ++p)
        ck_assert_int_eq(LOCUS_SLOT(p), p);
    for (size_t i = 0; i < COUNT(together); ++i) {
        uint32_t taken = 0;

        for (size_t k = 0; k < 4 && together[i][k]; ++k) {
            const unsigned slot = LOCUS_SLOT(together[i][k]);

            ck_assert_uint_ge(slot, LOCUS_GENERIC_PART_COUNT);
            ck_assert_uint_lt(slot, LOCUS_SLOT_COUNT);
            ck_assert_msg((taken >> slot & 1) == 0, "%s: in another's slot",
                          locus_part_name(together[i][k]));
            taken |= UINT32_C(1) << slot;
            seen |= UINT32_C(1) << together[i][k];
        }
    }
    for (int p = LOCUS_GENERIC_PART_COUNT; p < LOCUS_PART_COUNT; ++p)
        ck_assert_int_eq(seen >> p & 1, locus_part_name((enum locus_part)p) != NULL);
}
END_TEST

/* A slot is the part's that is present, and no other's. */
START_TEST(parts_of_a_slot)
{
    static const char text[] = "gopher://h/1s%09t";
    struct locus_url url;
    struct locus_span span;

    if (locus_parse(&url, text, strlen(text), locus_rfc1738) != 0)
        return;                        /* --with-grammars */
    span = locus_get(&url, LOCUS_SELECTOR);
    ck_assert_uint_eq(span.off, 12);
    ck_assert_uint_eq(span.len, 1);
    ck_assert_mem_eq(&span, &url.part[LOCUS_SLOT(LOCUS_SELECTOR)], sizeof span);
    ck_assert_int_eq(LOCUS_SLOT(LOCUS_GROUP), LOCUS_SLOT(LOCUS_SELECTOR));
    span = locus_get(&url, LOCUS_GROUP);
    ck_assert_uint_eq(span.off, 0);
    ck_assert_uint_eq(span.len, 0);
    span = locus_get(&url, LOCUS_HOST);
    ck_assert_uint_eq(span.off, 9);
    ck_assert_uint_eq(span.len, 1);
    span = locus_get(&url, LOCUS_QUERY);
    ck_assert_uint_eq(span.off + span.len, 0);
}
END_TEST

START_TEST(names_of_grammars)
{
    for (size_t g = 0; g < COUNT(grammar_names); ++g) {
        ck_assert_ptr_eq(locus_grammar_at(g), *grammar_names[g].grammar);
        ck_assert_str_eq(locus_grammar_name(*grammar_names[g].grammar),
                         grammar_names[g].name);
        check_from_name(grammar_from_name, grammar_names[g].name, (int)g);
    }
    ck_assert_ptr_null(locus_grammar_at(COUNT(grammar_names)));
    ck_assert_ptr_null(locus_grammar_at((size_t)INT_MAX + 1));
    ck_assert_ptr_null(locus_grammar_at(SIZE_MAX));
    ck_assert_ptr_null(locus_grammar_name(NULL));
    ck_assert_ptr_null(locus_grammar_from_name("", 0));
    ck_assert_ptr_null(locus_grammar_from_name("rfc3986-", 8));
}
END_TEST

START_TEST(names_of_contexts)
{
    static const struct {
        const char *name;
        const struct locus_context *const *context;
        unsigned traits;
    } known[] = {
        { "text", &locus_text, LOCUS_CONTEXT_PROSE },
        { "raw", &locus_raw, 0 },
        { "wrapped", &locus_wrapped, LOCUS_CONTEXT_WRAPPED },
        { "json", &locus_json, LOCUS_CONTEXT_PROSE | LOCUS_CONTEXT_DECODED },
        { "json-raw", &locus_json_raw, LOCUS_CONTEXT_DECODED },
    };

    for (size_t c = 0; c < COUNT(known); ++c) {
        const struct locus_context *const context = *known[c].context;
        const char *const name = known[c].name;

        ck_assert_ptr_eq(locus_context_at(c), context);
        ck_assert_str_eq(locus_context_name(context), name);
        ck_assert_ptr_eq(locus_context_from_name(name, strlen(name)), context);
        ck_assert_ptr_null(locus_context_from_name(name, strlen(name) - 1));
        ck_assert_uint_gt(strlen(locus_context_description(context)), 20);
        ck_assert_uint_eq(locus_context_traits(context), known[c].traits);
    }
    ck_assert_ptr_null(locus_context_at(COUNT(known)));
    ck_assert_ptr_null(locus_context_at(SIZE_MAX));
    ck_assert_ptr_null(locus_context_name(NULL));
    ck_assert_ptr_null(locus_context_description(NULL));
    ck_assert_uint_eq(locus_context_traits(NULL), 0);
    ck_assert_ptr_null(locus_context_from_name("", 0));
    ck_assert_ptr_null(locus_context_from_name("json_raw", 8));
}
END_TEST

START_TEST(names_of_host_kinds)
{
    ck_assert_uint_eq(COUNT(kind_names), LOCUS_HOST_KIND_COUNT);
    for (int k = 0; k < LOCUS_HOST_KIND_COUNT; ++k)
        ck_assert_str_eq(locus_host_kind_name((enum locus_host_kind)k),
                         kind_names[k]);
    for (int c = 0; c < LOCUS_CLASS_COUNT; ++c)
        ck_assert_ptr_nonnull(locus_class_name((enum locus_class)c));
    ck_assert_str_eq(locus_class_name(LOCUS_CLASS_UNIQUE_LOCAL),
                     "unique-local");
    ck_assert_ptr_null(locus_class_name(LOCUS_CLASS_COUNT));
    ck_assert_ptr_null(locus_class_name((enum locus_class)-1));
    for (int e = 0; e < LOCUS_EMBEDDING_COUNT; ++e)
        ck_assert_ptr_nonnull(locus_embedding_name((enum locus_embedding)e));
    ck_assert_str_eq(locus_embedding_name(LOCUS_EMBEDDING_6TO4), "6to4");
    ck_assert_ptr_null(locus_embedding_name(LOCUS_EMBEDDING_COUNT));
    ck_assert_ptr_null(locus_embedding_name((enum locus_embedding)-1));
    ck_assert_ptr_null(locus_host_kind_name(LOCUS_HOST_KIND_COUNT));
    ck_assert_ptr_null(locus_host_kind_name((enum locus_host_kind)-1));
    ck_assert_ptr_null(locus_host_kind_name((enum locus_host_kind)INT_MAX));
}
END_TEST

START_TEST(names_of_errors)
{
    static const int unknown[] = {
        1, 2, INT_MAX, INT_MIN, INT_MIN + 1, -31, -300, -1000,
    };

    ck_assert_str_eq(locus_error_name(0), "none");
    ck_assert_ptr_nonnull(locus_strerror(0));
    for (size_t i = 0; i < COUNT(error_names); ++i) {
        const char *sentence = locus_strerror(error_names[i].error);

        ck_assert_str_eq(locus_error_name(error_names[i].error),
                         error_names[i].name);
        ck_assert_uint_gt(strlen(sentence), 0);
        ck_assert_str_ne(sentence, locus_strerror(0));
        ck_assert_str_ne(sentence, locus_strerror(1));
        for (size_t j = 0; j < i; ++j)
            ck_assert_str_ne(sentence, locus_strerror(error_names[j].error));
    }
    for (size_t i = 0; i < COUNT(unknown); ++i) {
        ck_assert_str_eq(locus_error_name(unknown[i]), "unknown");
        ck_assert_uint_gt(strlen(locus_strerror(unknown[i])), 0);
    }
    /* Every number is safe, and none past the table has a name. */
    for (int e = -300; e <= 300; ++e) {
        bool known = e == 0;

        for (size_t i = 0; i < COUNT(error_names); ++i)
            known = known || error_names[i].error == e;
        ck_assert_ptr_nonnull(locus_strerror(e));
        ck_assert_msg(known == (strcmp(locus_error_name(e), "unknown") != 0),
                      "%d", e);
    }
}
END_TEST

START_TEST(version)
{
    char numbers[64];

    snprintf(numbers, sizeof numbers, "%d.%d.%d", LOCUS_VERSION_MAJOR,
             LOCUS_VERSION_MINOR, LOCUS_VERSION_PATCH);
    ck_assert_str_eq(locus_version(), LOCUS_VERSION);
    ck_assert_str_eq(LOCUS_VERSION, numbers);
    ck_assert(strcmp(locus_codegen(), "goto") == 0 ||
              strcmp(locus_codegen(), "flat") == 0 ||
              strcmp(locus_codegen(), "table") == 0);
}
END_TEST

/* ------------------------------------------------------------------------
 * Kernels
 * ------------------------------------------------------------------------ */

/* The fastest first; without runs there is no choice. */
START_TEST(names_of_kernels)
{
    static const char *const known[] = {
        "avx512", "avx2", "neon", "portable",
    };
    size_t count = 0;

    ck_assert_ptr_nonnull(locus_kernel_name(0));
    if (strcmp(locus_kernel_name(0), "off") == 0) {
        count = 1;
    } else {
        for (size_t i = 0; i < COUNT(known); ++i) {
            const char *name = locus_kernel_name(count);

            if (name != NULL && strcmp(name, known[i]) == 0)
                ++count;
        }
        /* All processors run the last one. */
        ck_assert_uint_gt(count, 0);
        ck_assert_str_eq(locus_kernel_name(count - 1), "portable");
    }
    ck_assert_ptr_null(locus_kernel_name(count));
    ck_assert_ptr_null(locus_kernel_name(count + 1));
    ck_assert_ptr_null(locus_kernel_name(SIZE_MAX));
}
END_TEST

START_TEST(first_kernel_is_in_use)
{
    ck_assert_str_eq(locus_kernel(), locus_kernel_name(0));
}
END_TEST

START_TEST(use_kernel)
{
    static const char *const unknown[] = {
        "", "avx", "avx5", "avx512f", "avx22", "AVX2", "portable ", " off",
        "portabl", "sse2", "none", "default",
    };
    const char *name;
    size_t count = 0;
    bool has_off = false;

    while ((name = locus_kernel_name(count)) != NULL) {
        has_off |= strcmp(name, "off") == 0;
        ck_assert_int_eq(locus_use_kernel(name), 0);
        ck_assert_str_eq(locus_kernel(), name);
        for (size_t i = 0; i < COUNT(unknown); ++i) {
            ck_assert_int_eq(locus_use_kernel(unknown[i]),
                             LOCUS_ERROR_ABSENT);
            ck_assert_str_eq(locus_kernel(), name);
        }
        ++count;
    }
    /* Those that there are do not depend on the one in use. */
    ck_assert_int_eq(locus_use_kernel(locus_kernel_name(0)), 0);
    ck_assert_ptr_nonnull(locus_kernel_name(count - 1));
    ck_assert_ptr_null(locus_kernel_name(count));
    /* A library has runs or has none. */
    ck_assert_int_eq(locus_use_kernel(has_off ? "portable" : "off"),
                     LOCUS_ERROR_ABSENT);
    ck_assert_str_eq(locus_kernel(), locus_kernel_name(0));
}
END_TEST

/* ------------------------------------------------------------------------
 * Misuse and limits of locus_parse()
 * ------------------------------------------------------------------------ */

static void check_no_parts(const struct locus_url *url, int error)
{
    static const struct locus_span none[LOCUS_SLOT_COUNT];

    ck_assert_int_eq(url->error, error);
    ck_assert_uint_eq(url->present, 0);
    ck_assert_uint_eq(url->host_kind, LOCUS_HOST_NONE);
    ck_assert_int_eq(memcmp(url->part, none, sizeof none), 0);
    for (int p = 0; p < LOCUS_PART_COUNT; ++p)
        ck_assert_int_eq(locus_has(url, (enum locus_part)p), 0);
}

START_TEST(null_text)
{
    struct locus_url url;

    for (int g = 0; g < grammar_count(); ++g) {
        memset(&url, 0xff, sizeof url);
        if (grammar_at(g) == locus_rfc3986_reference) {
            ck_assert_int_eq(locus_parse(&url, NULL, 0, grammar_at(g)), 0);
            ck_assert_uint_eq(url.present, 1u << LOCUS_PATH);
            ck_assert_uint_eq(url.part[LOCUS_PATH].len, 0);
        } else {
            ck_assert_int_eq(locus_parse(&url, NULL, 0, grammar_at(g)),
                             LOCUS_ERROR_SCHEME);
            ck_assert_uint_eq(url.error_offset, 0);
            check_no_parts(&url, LOCUS_ERROR_SCHEME);
        }
    }
}
END_TEST

START_TEST(no_grammar)
{
    struct locus_url url;

    memset(&url, 0xff, sizeof url);
    ck_assert_int_eq(locus_parse(&url, "http://h/", 9, NULL), LOCUS_ERROR_GRAMMAR);
    check_no_parts(&url, LOCUS_ERROR_GRAMMAR);
    ck_assert_ptr_null(locus_url_grammar(&url));
}
END_TEST

/* Refused before a byte is read: there are none. */
START_TEST(too_long)
{
#if SIZE_MAX > 0xffffffff
    static const size_t lengths[] = {
        (size_t)LOCUS_MAX_LENGTH + 1,
        (size_t)LOCUS_MAX_LENGTH + 2,           /* 2^32 */
        (size_t)LOCUS_MAX_LENGTH + 11,          /* 9 in 32 bits */
        SIZE_MAX,
    };

    for (int g = 0; g < grammar_count(); ++g) {
        for (size_t i = 0; i < COUNT(lengths); ++i) {
            struct locus_url url;
            char *text = malloc(9);

            memcpy(text, "http://h/", 9);
            memset(&url, 0xff, sizeof url);
            ck_assert_int_eq(locus_parse(&url, text, lengths[i], grammar_at(g)),
                             LOCUS_ERROR_TOO_LONG);
            check_no_parts(&url, LOCUS_ERROR_TOO_LONG);
            ck_assert_int_eq(locus_parse(&url, NULL, lengths[i], grammar_at(g)),
                             LOCUS_ERROR_TOO_LONG);
            free(text);
        }
    }
#endif
}
END_TEST

/* Lengths at which 16, 31 and 32 bits end: "http://h/" and then NUL, which is
   what the pages hold that nobody wrote to. */
START_TEST(long_text_that_fails_early)
{
    static const uint64_t lengths[] = {
        0xffff, 0x10000, 0x10001, 0x10000 + 9, 0x7fffffff, 0x80000000,
        0x80000001, 0xfffffffe,
    };

    for (size_t i = 0; i < COUNT(lengths); ++i) {
        size_t len = (size_t)lengths[i];
        char *text = mmap(NULL, len, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

        if (text == MAP_FAILED) {
            printf("skipped: %zu bytes: no room\n", len);
            continue;
        }
        memcpy(text, "http://h/", 9);
        for (int g = 0; g < grammar_count(); ++g) {
            struct locus_url url;

            ck_assert_int_eq(locus_parse(&url, text, len, grammar_at(g)),
                             LOCUS_ERROR_PATH);
            ck_assert_uint_eq(url.error_offset, 9);
        }
        munmap(text, len);
    }
}
END_TEST

/* Whether this runs on no processor of its kind (configure EMULATOR=). */
static bool is_emulated(void)
{
    const char *emulator = getenv("EMULATOR");

    return emulator != NULL && *emulator != '\0';
}

#if SIZE_MAX > 0xffffffff
/* A text of `len` bytes "a", made of one small file mapped again and again;
   NULL if there is no room. A write changes the page written to, no other. */
static char *map_many(size_t len)
{
    enum { BLOCK = 1 << 20 };
    size_t blocks = len / BLOCK + 1;
    FILE *file = tmpfile();
    char *text;

    if (file == NULL)
        return NULL;
    for (size_t i = 0; i < BLOCK; ++i)
        putc('a', file);
    if (fflush(file) != 0) {
        fclose(file);
        return NULL;
    }
    text = mmap(NULL, blocks * BLOCK, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (size_t i = 0; text != MAP_FAILED && i < blocks; ++i)
        if (mmap(text + i * BLOCK, BLOCK, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, fileno(file), 0) ==
            MAP_FAILED)
            text = MAP_FAILED;
    fclose(file);
    return text == MAP_FAILED ? NULL : text;
}
#endif

/* Offsets and lengths past 31 bits, up to the last of 32. */
START_TEST(long_text_that_is_valid)
{
#if SIZE_MAX > 0xffffffff
    size_t len = LOCUS_MAX_LENGTH;
    char *text = map_many(len);
    struct locus_url url;

    if (text == NULL) {
        printf("skipped: %zu bytes: no room\n", len);
        return;
    }
    if (strcmp(locus_kernel(), "off") == 0 || is_emulated()) {
        printf("skipped: %zu bytes: here they take minutes\n", len);
        return;
    }
    memcpy(text, "http://h/", 9);
    memcpy(text + len - 4, "?q#f", 4);
    ck_assert_int_eq(locus_parse(&url, text, len, locus_web), 0);
    ck_assert_uint_eq(url.part[LOCUS_PATH].off, 8);
    ck_assert_uint_eq(url.part[LOCUS_PATH].len, len - 12);
    ck_assert_uint_eq(url.part[LOCUS_QUERY].off, len - 3);
    ck_assert_uint_eq(url.part[LOCUS_QUERY].len, 1);
    ck_assert_uint_eq(url.part[LOCUS_FRAGMENT].off, len - 1);
    ck_assert_uint_eq(url.part[LOCUS_FRAGMENT].len, 1);

    len = 0x80000001;
    text[len - 1] = ' ';
    ck_assert_int_eq(locus_parse(&url, text, len, locus_rfc3986),
                     LOCUS_ERROR_PATH);
    ck_assert_uint_eq(url.error_offset, len - 1);
#endif
}
END_TEST

/* ------------------------------------------------------------------------
 * Large components on a small stack
 * ------------------------------------------------------------------------ */

struct large {
    const struct locus_grammar *const *grammar;
    const char *before;
    const char *fill;              /* repeated */
    const char *after;
    int error;                     /* and its offset is at the end */
    enum locus_part part;          /* or what the fill is, all of it ... */
    size_t more;                   /* ... and so many bytes more */
};

static const struct large large[] = {
    { &locus_web, "http://h/", "a", "", 0, LOCUS_PATH, 1 },
    { &locus_web, "http://h/", "\xff", "?q", 0, LOCUS_PATH, 1 },
    { &locus_web, "http://", "\xff", "/", 0, LOCUS_HOST, 0 },
    { &locus_web, "http://h#", "#", "", 0, LOCUS_FRAGMENT, 0 },
    { &locus_rfc3986, "", "a", ":", 0, LOCUS_SCHEME, 0 },
    { &locus_rfc3986, "http://", "a", "@h", 0, LOCUS_USER, 0 },
    { &locus_rfc3986, "http://u:", "1", "@h", 0, LOCUS_PASSWORD, 0 },
    { &locus_rfc3986, "http://u:", ":", "@h", 0, LOCUS_PASSWORD, 0 },
    { &locus_rfc3986, "http://", "a.", "/", 0, LOCUS_HOST, 0 },
    { &locus_rfc3986, "http://", "1.", "", 0, LOCUS_HOST, 0 },
    { &locus_rfc3986, "http://", "%41", "", 0, LOCUS_HOST, 0 },
    { &locus_rfc3986, "http://[v1.", ":", "]", 0, LOCUS_HOST, 5 },
    { &locus_rfc3986, "http://[v", "f", ".a]", 0, LOCUS_HOST, 5 },
    { &locus_rfc3986, "http://h:", "7", "/", 0, LOCUS_PORT, 0 },
    { &locus_rfc3986, "http://h", "/", "", 0, LOCUS_PATH, 0 },
    { &locus_rfc3986, "http://h", "/../.", "", 0, LOCUS_PATH, 0 },
    { &locus_rfc3986, "x:", "a:@", "", 0, LOCUS_PATH, 0 },
    { &locus_rfc3986, "http://h?", "?", "#", 0, LOCUS_QUERY, 0 },
    { &locus_rfc3986, "http://h#", "%41", "", 0, LOCUS_FRAGMENT, 0 },
    { &locus_rfc3986, "http://h/", "a", " ", LOCUS_ERROR_PATH, 0, 0 },
    { &locus_rfc3986_reference, "", "a", "", 0, LOCUS_PATH, 0 },
    { &locus_rfc3986_reference, "", "../", "", 0, LOCUS_PATH, 0 },
    { &locus_rfc1738, "ftp://", "a", ":p@h", 0, LOCUS_USER, 0 },
    { &locus_rfc1738, "http://", "a.", "a/", 0, LOCUS_HOST, 1 },
    { &locus_rfc1738, "http://", "1", ".2.3.4/", 0, LOCUS_HOST, 6 },
    { &locus_rfc1738, "http://h:", "7", "", 0, LOCUS_PORT, 0 },
    { &locus_rfc1738, "ftp://h", "/a", ";type=a", 0, LOCUS_PATH, 0 },
    { &locus_rfc1738, "gopher://h/1", "%0a", "%09", 0, LOCUS_SELECTOR, 0 },
    { &locus_rfc1738, "gopher://h/1%09%09", "%09", "", 0, LOCUS_PLUS, 0 },
    { &locus_rfc1738, "mailto:", "%40", "", 0, LOCUS_ADDRESS, 0 },
    { &locus_rfc1738, "news:", "a", "@h", 0, LOCUS_ARTICLE, 2 },
    { &locus_rfc1738, "nntp://h/g/", "1", "", 0, LOCUS_NUMBER, 0 },
    { &locus_rfc1738, "wais://h/", "a", "/t/p", 0, LOCUS_DATABASE, 0 },
    { &locus_rfc1738, "prospero://h/", "/", ";a=b", 0, LOCUS_HSONAME, 0 },
    { &locus_rfc1738, "prospero://h/x", ";a=b", "", 0, LOCUS_FIELDS, 0 },
    { &locus_rfc1738, "foo://a@b@", "/", "", 0, LOCUS_PATH, 6 },
    { &locus_rfc1630, "URL:", "a", ":", 0, LOCUS_SCHEME, 0 },
    { &locus_rfc1630, "ftp://", "a", ":p@h/", 0, LOCUS_USER, 0 },
    { &locus_rfc1630, "http://", "a.", "a#f", 0, LOCUS_HOST, 1 },
    { &locus_rfc1630, "ftp://h/x;type=L", "8", "", 0, LOCUS_TYPE, 1 },
    { &locus_rfc1630, "mid:", "%40", "@h", 0, LOCUS_PATH, 2 },
    { &locus_rfc1630, "nntp:a", ".a", "/1", 0, LOCUS_GROUP, 1 },
    { &locus_rfc1630, "wais://h/d/t/", "1=a/b;", "", 0, LOCUS_WPATH, 0 },
    { &locus_rfc1630, "prospero://h/", "/", "%001", 0, LOCUS_HSONAME, 0 },
    { &locus_rfc1630, "prospero://h/x%00", "1", "a", 0, LOCUS_NUMBER, 0 },
    { &locus_rfc1630, "prospero://h/x%001", "a1", "", 0, LOCUS_FIELDS, 0 },
    { &locus_rfc1630, "x://a@b@", "/", "", 0, LOCUS_PATH, 6 },
    { &locus_rfc1630, "x:?", "+", "", 0, LOCUS_QUERY, 0 },
    { &locus_rfc1630, "x:y#", "%41", "", 0, LOCUS_FRAGMENT, 0 },
};

struct job {
    struct locus_url url;
    const char *text;
    size_t len;
    const struct locus_grammar *grammar;
    int result;
};

static void parse_job(void *argument)
{
    struct job *job = argument;

    job->result = locus_parse(&job->url, job->text, job->len, job->grammar);
}

START_TEST(large_components)
{
    static const size_t sizes[] = { 65535, 65536, 70000, 10000000 };
    const struct large *l = &large[_i];

    for (size_t i = 0; i < COUNT(sizes); ++i) {
        struct job job = { .grammar = *l->grammar };
        char *text = enlarge(l->before, l->fill, l->after, sizes[i], &job.len);
        const size_t fill = job.len - strlen(l->before) - strlen(l->after);

        job.text = text;
        on_small_stack(parse_job, &job);
        ck_assert_msg(job.result == l->error, "%s %s ... %s: %s@%u", l->before,
                      l->fill, l->after, locus_error_name(job.result),
                      (unsigned)job.url.error_offset);
        if (l->error != 0)
            ck_assert_uint_eq(job.url.error_offset,
                              job.len - strlen(l->after));
        else
            ck_assert_msg(locus_get(&job.url, l->part).len == fill + l->more,
                          "%s %s ... %s: %u bytes", l->before, l->fill,
                          l->after, (unsigned)locus_get(&job.url, l->part).len);
        free(text);
    }
}
END_TEST

/* ------------------------------------------------------------------------
 * Scanning
 * ------------------------------------------------------------------------ */

struct hit {
    uint64_t offset;
    size_t len;
};

struct hits {
    struct hit hit[1024];
    size_t count;
    uint64_t skipped_from;         /* by scan_fixed(), of the last one */
    uint64_t skipped_to;
};

struct scan_case {
    const struct locus_grammar *const *grammar;
    const struct locus_context *const *context;
    const char *const *schemes;
    size_t scheme_count;
    const char *text;
    size_t len;
    const char *want;              /* the URLs found, a space between them */
};

static void begin(struct locus_scan *scan, const struct scan_case *c)
{
    ck_assert_int_eq(locus_scan_init(scan, *c->grammar, *c->context), 0);
    scan->schemes = c->schemes;
    scan->scheme_count = c->scheme_count;
}

/* Scans with the text arriving `piece` bytes at a time, but the first piece
   having `first`. Each window is an allocation of its own and of its exact
   size, so that nothing is read outside and nothing is kept. */
static void scan_pieces(struct hits *hits, const struct scan_case *c,
                        size_t first, size_t piece)
{
    struct locus_scan scan;
    size_t have = first;

    hits->count = 0;
    begin(&scan, c);
    for (;;) {
        size_t base = (size_t)scan.base;
        size_t len = have - base;
        char *window = malloc(len);
        struct locus_found found;
        int result;

        memcpy(window, c->text + base, len);
        while ((result = locus_scan_next(&scan, window, len, have == c->len,
                                         &found)) == 1) {
            ck_assert_uint_eq(found.offset, base + found.off);
            ck_assert_uint_le(found.off, len);
            ck_assert_uint_le(found.len, len - found.off);
            ck_assert_uint_lt(hits->count, COUNT(hits->hit));
            hits->hit[hits->count].offset = found.offset;
            hits->hit[hits->count].len = found.len;
            ++hits->count;
        }
        free(window);
        ck_assert_int_eq(result, 0);
        if (have == c->len)
            return;
        ck_assert_uint_le(scan.drop, len);
        ck_assert_uint_eq(scan.base, base + scan.drop);
        have += c->len - have < piece ? c->len - have : piece;
    }
}

/* Each URL found is valid or fails in its authority, lies after the one before, and is
   what is wanted. */
static void check_hits(const struct hits *hits, const struct scan_case *c)
{
    const char *want = c->want;
    uint64_t end = 0;

    for (size_t i = 0; i < hits->count; ++i) {
        const struct hit *hit = &hits->hit[i];
        const char *text = c->text + hit->offset;
        size_t len = strcspn(want, " ");

        ck_assert_uint_ge(hit->offset, end);
        end = hit->offset + hit->len;
        ck_assert_msg(prose_is_url(text, hit->len, *c->grammar),
                      "in \"%s\": \"%.*s\" is not valid", c->text,
                      (int)hit->len, text);
        ck_assert_msg(hit->len == len && memcmp(text, want, len) == 0,
                      "in \"%s\": found \"%.*s\", but it is \"%.*s\"", c->text,
                      (int)hit->len, text, (int)len, want);
        want += len;
        want += *want == ' ';
    }
    ck_assert_msg(*want == '\0', "in \"%s\": \"%s\" is not found", c->text,
                  want);
}

static void check_same(const struct hits *hits, const struct hits *whole,
                       const struct scan_case *c, const char *how, size_t at)
{
    bool same = hits->count == whole->count;

    for (size_t i = 0; same && i < whole->count; ++i)
        same = hits->hit[i].offset == whole->hit[i].offset &&
               hits->hit[i].len == whole->hit[i].len;
    ck_assert_msg(same, "in \"%s\": other URLs in %s %zu", c->text, how, at);
}

/* Whole, in every two pieces, and in pieces of each small size. */
static void check_scan(const struct scan_case *c)
{
    static struct hits whole;
    static struct hits pieces;

    scan_pieces(&whole, c, c->len, 0);
    check_hits(&whole, c);
    for (size_t cut = 0; cut < c->len; ++cut) {
        scan_pieces(&pieces, c, cut, c->len);
        check_same(&pieces, &whole, c, "two pieces, cut at", cut);
    }
    for (size_t piece = 1; piece <= 9; ++piece) {
        scan_pieces(&pieces, c, 0, piece);
        check_same(&pieces, &whole, c, "pieces of", piece);
    }
}

#define TEXT(string) string, sizeof string - 1

/* RAW: where the grammar stops accepting, nothing is trimmed. */
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
    /* An authority that the grammar cannot finish runs on, and is not valid. */
    RAW(web, "http://u:p", "http://u:p"),
    RAW(web, "http://u:p/x", "http://u:p/x"),
    RAW(web, "http://u@v@h/", "http://u@v@h/"),
    RAW(web, "http://h:80x/", "http://h:80x/"),
    RAW(web, "http://h%4/", "http://h%4/"),
    RAW(web, "http://a\\b/", "http://a\\b/"),
    RAW(web, "http://[::1]x", "http://[::1]x"),
    RAW(web, "http://h:x|y.\"z", "http://h:x|y."),
    RAW(web, "mongodb://h1:27017,h2:27017/db", "mongodb://h1:27017,h2:27017/db"),
    /* Else it is the longest prefix that is valid. */
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
    /* A URL has at least a byte after its "//". */
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
    /* What fails does not hide what follows. */
    RAW(web, "http://http://h/", "http://http://h/"),
    RAW(web, "http://[http://h/", "http://[http://h/"),
    RAW(web, "http:http://h/", "http://h/"),
    RAW(web, "x:y:http://h/", "http://h/"),
    RAW(web, "http://u:px://h/", "http://u:px://h/"),
    RAW(web, "http://u:p x://h/", "http://u:p x://h/"),
    /* Without "//" only schemes that are known to have none. */
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
    /* quotes and brackets that are not ASCII: U+2018 and 2019, 201C and 201D,
       201E and 201C, AB and BB, BB and AB, 2039 and 203A, 300C and 300D, 3010
       and 3011, FF08 and FF09, FF3B and FF3D */
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
    PROSE("\xe2\x80\x9c http://a/b\xe2\x80\x9d" "c", "http://a/b"), /* not just before */
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
    /* In raw context, what ends in a scheme of the list holds one. */
    LISTED(locus_raw, http_https, "xhttp://h/ 1http://h/ _http://h/",
           "http://h/ http://h/ http://h/"),
    LISTED(locus_raw, http_https, "view-source:http://h/", "http://h/"),
    LISTED(locus_raw, http_https, "url=http://h/", "http://h/"),
    LISTED(locus_text, http_https, "xhttp://h/ 1http://h/ http://i/",
           "http://h/ http://h/ http://i/"),
    LISTED(locus_text, http_https, "x+http://h/ sftp://i/ ahttps.://j/", ""),
    /* The longest one. */
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
    /* An empty list is not none. */
    { &locus_web, &locus_raw, http_https, 0,
      TEXT("http://a/ mailto:a@b"), "" },
    { &locus_web, &locus_text, http_https, 0,
      TEXT("http://a/ mailto:a@b"), "" },
    /* A URL of a scheme that does not count hides none that does. */
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

    ck_assert_int_eq(locus_scan_init(&scan, NULL, locus_raw), LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(locus_scan_init(&scan, NULL, locus_text), LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(locus_scan_init(&scan, locus_web, NULL),
                     LOCUS_ERROR_ARGUMENT);
    memset(&scan, 0xff, sizeof scan);
    ck_assert_int_eq(locus_scan_init(&scan, locus_web, locus_raw), 0);
    ck_assert_ptr_null(scan.schemes);
    ck_assert_uint_eq(scan.base, 0);
}
END_TEST

/* Whether a scan without a list finds the text, all of it or nothing. */
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

/* Every scheme of grammar/schemes/registry.rl is found as it says: "NAME:x" where there
   is no "//", "NAME:/x" where there is a path or no "//". (SLASHES_LATER, that of nntp, is among the texts of raw.) A scan
   looks only at a ":" after three letters if that is enough: one of those that
   was shorter, or ended in a digit, would not be found. */
START_TEST(scan_known_schemes)
{
    const char *srcdir = getenv("srcdir");
    char path[4096];
    char line[256];
    FILE *file;
    int with = 0, without = 0;

    snprintf(path, sizeof path, "%s/grammar/schemes/registry.rl",
             srcdir != NULL ? srcdir : ".");
    file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    while (fgets(line, sizeof line, file) != NULL) {
        char name[32], slashes[32];

        if (sscanf(line, " %*[|] \"%31[^\"]\"i %%{ SCHEME(%*[^,], %31[A-Z_])",
                   name, slashes) != 2 &&
            sscanf(line, " \"%31[^\"]\"i %%{ SCHEME(%*[^,], %31[A-Z_])", name,
                   slashes) != 2) {
            ck_assert_msg(strstr(line, "SCHEME(") == NULL,
                          "not understood: %s", line);
            continue;
        }
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

/* Where a scan is over, it stays over. */
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
}
END_TEST

/* Every byte before and after a URL, in windows of all sorts. */
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

    /* Raw: a letter before is the scheme's, a byte of the grammar after is the
       URL's. */
    snprintf(want, sizeof want, "%.*s",
             (letter ? 1 : 0) + 10 + (in_web ? 1 : 0),
             letter ? text : text + 1);
    check_scan(&(struct scan_case){ &locus_web, &locus_raw, NULL, 0, text, 12,
                                    want });

    /* In prose a letter or a digit before is none of the scheme's, and not all that
       the grammar takes is the URL's. Bytes that begin a stop or a quote in UTF-8 and
       are alone here: not promised. */
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

/* ------------------------------------------------------------------------
 * Windows
 * ------------------------------------------------------------------------ */

/* Scans through a window of fixed size, giving up what does not fit. */
static void scan_fixed(struct hits *hits, const struct scan_case *c,
                       size_t size)
{
    struct locus_scan scan;
    char *window = malloc(size);
    size_t len = 0;
    size_t read = 0;

    hits->count = 0;
    begin(&scan, c);
    for (;;) {
        size_t more = size - len;
        struct locus_found found;

        if (more > c->len - read)
            more = c->len - read;
        memcpy(window + len, c->text + read, more);
        len += more;
        read += more;
        while (locus_scan_next(&scan, window, len, read == c->len, &found) ==
               1) {
            ck_assert_uint_ge(found.offset, scan.skipped_to);
            ck_assert_int_eq(memcmp(window + found.off,
                                    c->text + found.offset, found.len), 0);
            hits->hit[hits->count].offset = found.offset;
            hits->hit[hits->count].len = found.len;
            ++hits->count;
        }
        hits->skipped_from = scan.skipped_from;
        hits->skipped_to = scan.skipped_to;
        if (read == c->len)
            break;
        ck_assert_uint_le(scan.drop, len);
        if (scan.drop == 0 && len == size)
            ck_assert_int_eq(locus_scan_skip(&scan), 0);
        len -= scan.drop;
        memmove(window, window + scan.drop, len);
    }
    free(window);
}

START_TEST(scan_larger_than_the_window)
{
    static struct hits hits;
    enum { LONG = 5000, WINDOW = 2048 };   /* what JSON needs */
    char *text = malloc(2 * LONG);
    size_t len = 0;
    size_t second;

    memcpy(text, "http://a/ http://b/", 19);
    len = 19;
    memset(text + len, 'b', LONG);
    len += LONG;
    memcpy(text + len, " http://c/ ", 11);
    second = len + 1;
    len += 11;
    for (int number = 0; number < context_count(); ++number) {
        const struct locus_context *const context = context_at(number);
        struct scan_case c = { &locus_web, &context, NULL, 0,
                               text, len, NULL };

        if (context == locus_wrapped)          /* see test-contexts.c */
            continue;
        /* Too long for the window: given up, and what follows is found. */
        for (size_t size = WINDOW; size < WINDOW + 40; ++size) {
            scan_fixed(&hits, &c, size);
            ck_assert_uint_eq(hits.count, 2);
            ck_assert_uint_eq(hits.hit[0].offset, 0);
            ck_assert_uint_eq(hits.hit[0].len, 9);
            ck_assert_uint_eq(hits.hit[1].offset, second);
            ck_assert_uint_eq(hits.hit[1].len, 9);
            ck_assert_uint_eq(hits.skipped_from, 10);
            ck_assert_uint_eq(hits.skipped_to, second - 1);
        }
        /* With room for it, it is found. */
        scan_fixed(&hits, &c, len);
        ck_assert_uint_eq(hits.count, 3);
        ck_assert_uint_eq(hits.hit[1].offset, 10);
        ck_assert_uint_eq(hits.hit[1].len, LONG + 9);
        scan_pieces(&hits, &c, 0, 100);
        ck_assert_uint_eq(hits.count, 3);
        ck_assert_uint_eq(hits.hit[1].len, LONG + 9);
        ck_assert_uint_eq(hits.hit[2].offset, second);
    }
    free(text);
}
END_TEST

/* The URL that is given up ends with the stream. */
START_TEST(scan_skip_to_the_end)
{
    static struct hits hits;
    char text[2000];
    struct scan_case c = { &locus_web, &locus_text, NULL, 0, text, sizeof text,
                           NULL };

    memset(text, 'a', sizeof text);
    memcpy(text, "http://", 7);
    scan_fixed(&hits, &c, 300);
    ck_assert_uint_eq(hits.count, 0);
    ck_assert_uint_eq(hits.skipped_from, 0);
    ck_assert_uint_eq(hits.skipped_to, sizeof text);
}
END_TEST

/* A scheme of LOCUS_MAX_SCHEME bytes is found, a longer one is not; "http" is found
   after any number of letters, in raw context if it is on the list. */
START_TEST(scan_longest_scheme)
{
    char text[LOCUS_MAX_SCHEME + 6];
    const struct locus_context *const context = context_at(_i);
    struct scan_case c = { &locus_web, &context, NULL, 0, text,
                           sizeof text - 1, text };

    if (context == locus_wrapped)            /* see test-contexts.c */
        return;
    memset(text, 'a', sizeof text);
    memcpy(text + LOCUS_MAX_SCHEME, "://h", 5);
    c.len = LOCUS_MAX_SCHEME + 4;
    check_scan(&c);
    memcpy(text + LOCUS_MAX_SCHEME + 1, "://h", 5);
    c.len = LOCUS_MAX_SCHEME + 5;
    c.want = "";
    check_scan(&c);
    memcpy(text + LOCUS_MAX_SCHEME - 3, "http", 4);
    if (context == locus_text || context == locus_json)
        c.want = "http://h";
    check_scan(&c);
    c.schemes = only_http;
    c.scheme_count = COUNT(only_http);
    c.want = "http://h";
    check_scan(&c);
}
END_TEST

/* RFC 1738's and RFC 1630's grammars are waited for over 256 bytes between two
   places where a URL may end, and no longer: a message-id ends after its "@". The
   others are waited for as long as it takes, and so is every authority. */
START_TEST(scan_longest_wait)
{
    enum { MOST = 256 };
    static const struct {
        const char *begins, *fill, *ends;
        bool is_limited;
    } waits[] = {
        { "news:", "!", "@h", true },
        { "ftp://u:", "p", "@h/", false },
        { "ftp://", "u", ":p@h/", false },
    };
    char text[2 * MOST];

    for (int g = 0; g < grammar_count(); ++g)
        for (size_t w = 0; w < COUNT(waits); ++w)
            for (size_t more = 0; more < 2; ++more) {
                const size_t prefix = strlen(waits[w].begins);
                const size_t n = MOST - prefix - strlen(waits[w].ends) + more;
                const struct locus_grammar *const grammar = grammar_at(g);
                const struct locus_context *const context = context_at(_i);
                struct scan_case c = { &grammar, &context, NULL, 0,
                                       text, MOST + more, text };

                memcpy(text, waits[w].begins, prefix);
                memset(text + prefix, waits[w].fill[0], n);
                strcpy(text + prefix + n, waits[w].ends);
                if (more && waits[w].is_limited
                    && (grammar == locus_rfc1738 || grammar == locus_rfc1630))
                    c.want = "";
                /* In wrappers none waits; a grammar may be left out. */
                if (context != locus_wrapped && locus_has_grammar(grammar))
                    check_scan(&c);
            }
}
END_TEST

/* Offsets in the stream have 64 bits. */
START_TEST(scan_long_stream)
{
    enum { WINDOW = 1 << 20 };
    char *window = malloc(WINDOW);
    struct locus_scan scan;
    struct locus_found found;
    size_t len = 0;

    memset(window, ' ', WINDOW);
    locus_scan_init(&scan, locus_web, locus_text);
    while (scan.base <= UINT32_MAX) {
        ck_assert_int_eq(locus_scan_next(&scan, window, WINDOW, 0, &found), 0);
        ck_assert_uint_gt(scan.drop, WINDOW / 2);
        len = WINDOW - scan.drop;
    }
    memcpy(window + len, "http://h/ ", 10);
    ck_assert_int_eq(locus_scan_next(&scan, window, len + 10, 1, &found), 1);
    ck_assert_uint_eq(found.off, len);
    ck_assert_uint_eq(found.offset, scan.base + len);
    ck_assert_uint_gt(found.offset, UINT32_MAX);
    ck_assert_uint_eq(found.len, 9);
    free(window);
}
END_TEST

/* Text without URLs is dropped as it comes: a window of a kilobyte serves. */
START_TEST(scan_drops_what_is_done)
{
    static const char *const fills[] = { "a", ":", "/", "a:", "://", " ", "+",
                                         "1", "http:/ ", "(", "\xff", "" };

    for (size_t i = 0; i < COUNT(fills); ++i) {
        size_t unit = strlen(fills[i]) + (i == COUNT(fills) - 1);
        struct locus_scan scan;
        char window[1024];
        size_t len = 0;

        locus_scan_init(&scan, locus_web, locus_text);
        for (int round = 0; round < 200; ++round) {
            struct locus_found found;

            while (len < sizeof window) {
                window[len] = fills[i][(scan.base + len) % unit];
                ++len;
            }
            ck_assert_msg(locus_scan_next(&scan, window, len, 0, &found) == 0,
                          "a URL in \"%s\", repeated", fills[i]);
            ck_assert_msg(scan.drop > 0, "nothing dropped of \"%s\", repeated",
                          fills[i]);
            len -= scan.drop;
            memmove(window, window + scan.drop, len);
        }
    }
}
END_TEST

/* Linear in the length, whatever the text: where each candidate is read to the
   end of the text, these take longer than the test may, with LOCUS_TEST_LONG=1. With a
   sanitizer or an emulator, which is as slow on a linear one, only that nothing is read
   that may not be. */
static size_t hostile_size(void)
{
#ifdef __SANITIZE_ADDRESS__
    return 1 << 16;
#else
    return is_emulated() ? 1 << 16 : long_tests() ? 2 << 20 : 1 << 18;
#endif
}

struct hostile {
    const struct locus_grammar *const *grammar;
    const char *fill;
};

static const struct hostile hostile[] = {
    { &locus_web, "a" },
    { &locus_web, ":" },
    { &locus_web, "a:" },
    { &locus_web, "://" },
    { &locus_web, "x://" },
    { &locus_web, "http://[" },
    { &locus_web, "http://[::" },
    { &locus_web, "http://u:p" },
    { &locus_web, "mailto:" },
    { &locus_web, "mailto:." },
    { &locus_web, "http://h/(" },
    { &locus_web, "http://h/)" },
    { &locus_web, "http://h'" },
    { &locus_web, "http://h/." },
    { &locus_web, "x://," },
    { &locus_rfc3986, "http://h/%" },
    { &locus_rfc3986, "http://[v1.a" },
    { &locus_rfc1738, "ftp://u;" },
    { &locus_rfc1738, "ftp://h/;type=" },
    { &locus_rfc1738, "wais://h/d/" },
    { &locus_rfc1738, "prospero://h/;a" },
    { &locus_rfc1738, "news:a/" },
    { &locus_rfc1738, "news:1" },
    { &locus_rfc1738, "foo://a@" },
    { &locus_rfc1630, "mailto:a" },
    { &locus_rfc1630, "mid:" },
    { &locus_rfc1630, "news:a@" },
    { &locus_rfc1630, "news:1" },
    { &locus_rfc1630, "nntp:a" },
    { &locus_rfc1630, "url:" },
    { &locus_rfc1630, "x://u:p" },
    { &locus_rfc1630, "x://a@" },
    { &locus_rfc1630, "ftp://h/;type=" },
    { &locus_rfc1630, "wais://h/d/" },
    { &locus_rfc1630, "wais://h/d/t/1=" },
    { &locus_rfc1630, "wais://h/d/t/1=a;" },
    { &locus_rfc1630, "prospero://h/%0" },
    { &locus_rfc1630, "prospero://h/%001" },
    { &locus_rfc1630, "http://h/\"http://h?" },
};

START_TEST(scan_hostile_text)
{
    const struct hostile *h = &hostile[_i / context_count()];
    const size_t size = hostile_size();
    size_t unit = strlen(h->fill);
    char *text = malloc(size);
    struct locus_scan scan;
    struct locus_found found;

    for (size_t i = 0; i < size; ++i)
        text[i] = h->fill[i % unit];
    locus_scan_init(&scan, *h->grammar,
                    context_at(_i % context_count()));
    while (locus_scan_next(&scan, text, size, 1, &found) == 1)
        ck_assert_uint_le(found.off + found.len, size);
    free(text);
}
END_TEST

/* ------------------------------------------------------------------------ */

static void add_case(Suite *suite, TCase *tcase, double seconds)
{
    tcase_set_timeout(tcase, seconds);
    suite_add_tcase(suite, tcase);
}

/* What has nothing to do with the kernel. */
static Suite *common_suite(void)
{
    Suite *s = suite_create("api");
    TCase *numbers = tcase_create("numbers");
    TCase *names = tcase_create("names");
    TCase *kernels = tcase_create("kernels");

    tcase_add_test(numbers, port_in_rfc3986);
    tcase_add_test(numbers, port_of_a_reference);
    tcase_add_test(numbers, port_in_rfc1738);
    tcase_add_test(numbers, default_port);
    tcase_add_test(numbers, ipv4_in_rfc3986);
    tcase_add_test(numbers, ipv4_in_rfc1738);
    tcase_add_test(numbers, ipv6);
    tcase_add_test(numbers, ipv6_absent);
    tcase_add_test(numbers, ipv6_of_another_text);
    tcase_add_test(numbers, classes_of_addresses);
    tcase_add_test(numbers, classes_of_hosts);
    tcase_add_test(numbers, embedded_ipv4);
    tcase_add_test(numbers, numeric_hosts);
    add_case(s, numbers, 10);

    tcase_add_test(names, slots);
    tcase_add_test(names, parts_of_a_slot);
    tcase_add_test(names, names_of_parts);
    tcase_add_test(names, names_of_grammars);
    tcase_add_test(names, names_of_contexts);
    tcase_add_test(names, names_of_host_kinds);
    tcase_add_test(names, names_of_errors);
    tcase_add_test(names, version);
    add_case(s, names, 10);

    tcase_add_test(kernels, names_of_kernels);
    tcase_add_test(kernels, first_kernel_is_in_use);
    tcase_add_test(kernels, use_kernel);
    add_case(s, kernels, 10);
    return s;
}

/* What is run with each kernel. */
static Suite *kernel_suite(void)
{
    static char name[64];          /* Check keeps it */
    Suite *s;
    TCase *limits = tcase_create("limits");
    TCase *scan = tcase_create("scan");

    snprintf(name, sizeof name, "api, %s", locus_kernel());
    s = suite_create(name);

    tcase_add_test(limits, null_text);
    tcase_add_test(limits, no_grammar);
    tcase_add_test(limits, too_long);
    tcase_add_test(limits, long_text_that_fails_early);
    tcase_add_test(limits, long_text_that_is_valid);
    tcase_add_loop_test(limits, large_components, 0, (int)COUNT(large));
    add_case(s, limits, 300);

    tcase_add_test(scan, scan_arguments);
    tcase_add_test(scan, scan_known_schemes);
    tcase_add_test(scan, scan_past_the_end);
    tcase_add_loop_test(scan, scan_raw, 0, (int)COUNT(raw_cases));
    tcase_add_loop_test(scan, scan_text, 0, (int)COUNT(text_cases));
    tcase_add_loop_test(scan, scan_listed, 0, (int)COUNT(listed_cases));
    tcase_add_loop_test(scan, scan_bytes_around, 0, 256);
    tcase_add_test(scan, scan_larger_than_the_window);
    tcase_add_test(scan, scan_skip_to_the_end);
    tcase_add_loop_test(scan, scan_longest_scheme, 0, context_count());
    tcase_add_loop_test(scan, scan_longest_wait, 0, context_count());
    tcase_add_test(scan, scan_long_stream);
    tcase_add_test(scan, scan_drops_what_is_done);
    tcase_add_loop_test(scan, scan_hostile_text, 0,
                        (int)COUNT(hostile) * context_count());
    add_case(s, scan, 60);
    return s;
}

int main(void)
{
    const char *kernel;
    int failed;

    need_all_grammars();
    /* Before any kernel is chosen. */
    failed = run_suite(common_suite());

    for (size_t i = 0; (kernel = locus_kernel_name(i)) != NULL; ++i) {
        if (locus_use_kernel(kernel) != 0)
            ++failed;
        failed += run_suite(kernel_suite());
    }
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
