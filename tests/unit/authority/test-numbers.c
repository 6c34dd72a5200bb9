/* SPDX-License-Identifier: MIT
 *
 * Numbers: ports, addresses and their classes (src/authority/port.c,
 * src/authority/ip-address.c).
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "locus.h"
#include "support/unit.h"

/* Parses a text that must be valid. */
static void parse(struct locus_url *url, const char *text,
                  const struct locus_grammar *grammar)
{
    int result = locus_parse(url, text, strlen(text), grammar);

    ck_assert_msg(result == 0, "%s: %s@%u", text, locus_error_name(result),
                  (unsigned)url->error_offset);
}

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
        { "foo://h:", LOCUS_ERROR_ABSENT },                /* all of it is path */
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
        char *exact = malloc(len);               /* not NUL-terminated */

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
        { "http://012.010.001.008/", 0, { 12, 10, 1, 8 } },   /* not octal */
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
        /* "::" at its longest, h16 with all its digits. */
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

/* If the text is not the one that was parsed, an invalid address in it is
   LOCUS_ERROR_RANGE, and nothing is written past the sixteen bytes. */
START_TEST(ipv6_of_another_text)
{
    static const char parsed[] = "x://[1111:2222:3333:4444:5555:6666:7777:8888]";
    static const char *const others[] = {
        "x://[1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1:1]",      /* too many groups */
        "x://[1111:2222:3333:4444:5555:6666:7777:11.2]",      /* too many, with an
                                                                 IPv4address */
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

/* The first and the last address of each block, and their neighbours that are in no
   other block, according to the RFCs that locus.h cites. */
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
        /* An embedded address determines the class. */
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

int main(void)
{
    Suite *suite = suite_create("numbers");
    TCase *tests = tcase_create("numbers");

    need_all_grammars();
    tcase_add_test(tests, port_in_rfc3986);
    tcase_add_test(tests, port_of_a_reference);
    tcase_add_test(tests, port_in_rfc1738);
    tcase_add_test(tests, default_port);
    tcase_add_test(tests, ipv4_in_rfc3986);
    tcase_add_test(tests, ipv4_in_rfc1738);
    tcase_add_test(tests, ipv6);
    tcase_add_test(tests, ipv6_absent);
    tcase_add_test(tests, ipv6_of_another_text);
    tcase_add_test(tests, classes_of_addresses);
    tcase_add_test(tests, classes_of_hosts);
    tcase_add_test(tests, embedded_ipv4);
    tcase_add_test(tests, numeric_hosts);
    tcase_set_timeout(tests, 10);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
