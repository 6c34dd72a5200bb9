/* SPDX-License-Identifier: MIT
 *
 * The core without a C library: linked with -nostdlib -static and the three functions
 * below, this program parses a URL and finds those of a text. Its exit status is 0, or
 * the number of the failed line modulo 255, plus 1. It has no way to print, so
 * `make check` reports only "failed".
 *
 * If configure finds that no such program can be linked (FREESTANDING is not defined), the
 * test skips itself.
 */
#ifndef FREESTANDING

#include <stdio.h>

int main(void)
{
    puts("skipped: CFLAGS need a runtime library (a sanitizer, "
         "_FORTIFY_SOURCE, a stack protector), or this is neither x86-64 nor "
         "aarch64 Linux");
    return 77;
}

#else

#include "locus.h"

void *memcpy(void *to, const void *from, size_t len);
void *memmove(void *to, const void *from, size_t len);
void *memset(void *to, int byte, size_t len);
_Noreturn void start(void);

/* `volatile` keeps the compiler from replacing the loop by a call of the very function
   that contains it. */
void *memcpy(void *to, const void *from, size_t len)
{
    unsigned char *t = to;
    const volatile unsigned char *f = from;

    while (len-- > 0)
        *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t len)
{
    unsigned char *t = to;
    const volatile unsigned char *f = from;

    if ((uintptr_t)to <= (uintptr_t)from)
        return memcpy(to, from, len);
    while (len-- > 0)
        t[len] = f[len];
    return to;
}

void *memset(void *to, int byte, size_t len)
{
    volatile unsigned char *t = to;

    while (len-- > 0)
        *t++ = (unsigned char)byte;
    return to;
}

#if defined __x86_64__

_Noreturn static void leave(int status)
{
    __asm__ volatile("syscall" : : "a"(60), "D"(status) : "rcx", "r11", "memory");
    __builtin_unreachable();
}

/* The ABI requires the stack to be aligned to 16 bytes at a call. */
__asm__(".globl _start\n"
        "_start:\n"
        "    xor %ebp, %ebp\n"
        "    and $-16, %rsp\n"
        "    call start\n");

#elif defined __aarch64__

_Noreturn static void leave(int status)
{
    register long number __asm__("x8") = 93;
    register long argument __asm__("x0") = status;

    __asm__ volatile("svc #0" : : "r"(number), "r"(argument) : "memory");
    __builtin_unreachable();
}

__asm__(".globl _start\n"
        "_start:\n"
        "    mov x29, #0\n"
        "    mov x30, #0\n"
        "    b start\n");

#endif

#define CHECK(condition) \
    do { \
        if (!(condition)) \
            leave(__LINE__ % 255 + 1); \
    } while (0)

static int same(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (a[i] != b[i])
            return 0;
    return 1;
}

/* Whether the part is present and has this text. */
static int part_is(const struct locus_url *url, const char *text,
                   enum locus_part part, const char *expected, size_t len)
{
    const struct locus_span span = locus_get(url, part);

    if (!locus_has(url, part) || span.len != len)
        return 0;
    return same(text + span.off, expected, len);
}

#define PART_IS(url, text, part, expected) \
    part_is(url, text, part, expected, sizeof expected - 1)

static void parse(void)
{
    static const char full[] = "http://u:p@example.org:8080/a/b?q=1#top";
    static const char bad[] = "http://a b";
    const struct locus_grammar *grammar;
    struct locus_url url;

    for (size_t i = 0; (grammar = locus_grammar_at(i)) != NULL; i++) {
        /* These have no user in an http URL, or no fragment, or other errors. */
        if (grammar == locus_rfc1738 || grammar == locus_rfc1630
            || grammar == locus_http_url
            || locus_grammar_traits(grammar) & (LOCUS_TRAIT_TARGET | LOCUS_TRAIT_AUTHORITY)
            || !locus_has_grammar(grammar))
            continue;
        CHECK(locus_parse(&url, full, sizeof full - 1, grammar) == 0);
        CHECK(PART_IS(&url, full, LOCUS_SCHEME, "http"));
        CHECK(PART_IS(&url, full, LOCUS_USER, "u"));
        CHECK(PART_IS(&url, full, LOCUS_PASSWORD, "p"));
        CHECK(PART_IS(&url, full, LOCUS_HOST, "example.org"));
        CHECK(PART_IS(&url, full, LOCUS_PORT, "8080"));
        CHECK(PART_IS(&url, full, LOCUS_PATH, "/a/b"));
        CHECK(PART_IS(&url, full, LOCUS_QUERY, "q=1"));
        CHECK(PART_IS(&url, full, LOCUS_FRAGMENT, "top"));
        CHECK(locus_port(&url, full) == 8080);

        CHECK(locus_parse(&url, bad, sizeof bad - 1, grammar) == LOCUS_ERROR_HOST);
        CHECK(url.error_offset == 8);
        CHECK(url.present == 0);
    }

    CHECK(locus_strerror(LOCUS_ERROR_HOST)[0] != '\0');
    CHECK(locus_part_from_name("host", 4) == LOCUS_HOST);
    CHECK(locus_version()[0] != '\0');
}

static void parse_rfc3986(void)
{
    static const char six[] = "ftp://[2001:db8::1]/a%20b;type=i";
    struct locus_url url;
    uint8_t octets[16];

    CHECK(locus_parse(&url, six, sizeof six - 1, locus_rfc3986) == 0);
    CHECK(url.host_kind == LOCUS_HOST_IPV6);
    CHECK(locus_ipv6(octets, &url, six) == 0);
    CHECK(octets[0] == 0x20 && octets[1] == 0x01 && octets[2] == 0x0d
          && octets[3] == 0xb8 && octets[4] == 0 && octets[15] == 1);
    CHECK(locus_port(&url, six) == 21);
}

static void parse_rfc1738(void)
{
    static const char four[] = "http://192.0.2.7";
    static const char gopher[] = "gopher://h/1sel%09search";
    struct locus_url url;
    uint8_t octets[4];

    CHECK(locus_parse(&url, four, sizeof four - 1, locus_rfc1738) == 0);
    CHECK(locus_ipv4(octets, &url, four) == 0);
    CHECK(octets[0] == 192 && octets[1] == 0 && octets[2] == 2
          && octets[3] == 7);
    CHECK(!locus_has(&url, LOCUS_PATH));

    CHECK(locus_parse(&url, gopher, sizeof gopher - 1, locus_rfc1738) == 0);
    CHECK(PART_IS(&url, gopher, LOCUS_GTYPE, "1"));
    CHECK(PART_IS(&url, gopher, LOCUS_SELECTOR, "sel"));
    CHECK(PART_IS(&url, gopher, LOCUS_SEARCH, "search"));
    CHECK(!locus_has(&url, LOCUS_PLUS));
}

static void parse_rfc1630(void)
{
    static const char prefixed[] = "URL:ftp://h/x;type=AN#f";
    struct locus_url url;

    CHECK(locus_parse(&url, prefixed, sizeof prefixed - 1, locus_rfc1630) == 0);
    CHECK(PART_IS(&url, prefixed, LOCUS_SCHEME, "ftp"));
    CHECK(PART_IS(&url, prefixed, LOCUS_TYPE, "AN"));
    CHECK(PART_IS(&url, prefixed, LOCUS_FRAGMENT, "f"));
}

/* Byte by byte, from memory that is overwritten after each call. */
static void feed(void)
{
    static const char full[] = "http://u:p@[::1]:80/%20?q#f";
    struct locus_feeder feeder;
    struct locus_url url;
    char byte;

    CHECK(locus_feed_begin(&feeder, locus_rfc3986) == 0);
    for (size_t i = 0; i < sizeof full - 1; i++) {
        byte = full[i];
        CHECK(locus_feed(&feeder, &byte, 1) == 0);
    }
    CHECK(locus_feed_finish(&feeder, &url) == 0);
    CHECK(PART_IS(&url, full, LOCUS_USER, "u"));
    CHECK(PART_IS(&url, full, LOCUS_HOST, "[::1]"));
    CHECK(PART_IS(&url, full, LOCUS_PATH, "/%20"));
    CHECK(PART_IS(&url, full, LOCUS_FRAGMENT, "f"));

    byte = ' ';
    CHECK(locus_feed(&feeder, &byte, 1) == LOCUS_ERROR_FRAGMENT);
    CHECK(locus_feed_finish(&feeder, &url) == LOCUS_ERROR_FRAGMENT);
    CHECK(url.error_offset == sizeof full - 1);
}

/* Sections 5 and 6 of locus.h. */
static void references(void)
{
    static const char base_text[] = "HTTP://a:80/b/c/d;p?q";
    static const char ref_text[] = "../%7Eg#s";
    static const char target[] = "HTTP://a:80/b/%7Eg#s";
    static const char normal[] = "http://a/b/~g#s";
    struct locus_url base, ref, url, again;
    char buf[64], form[64];
    size_t len, form_len;

    CHECK(locus_parse(&base, base_text, sizeof base_text - 1,
                      locus_rfc3986) == 0);
    CHECK(locus_parse_reference(&ref, ref_text, sizeof ref_text - 1,
                                locus_rfc3986) == 0);
    CHECK(locus_resolve(buf, 4, &len, &base, base_text, &ref, ref_text,
                        LOCUS_STRICT) == LOCUS_ERROR_SPACE);
    CHECK(len == sizeof target - 1);
    CHECK(locus_resolve(buf, sizeof buf, &len, &base, base_text, &ref, ref_text,
                        LOCUS_STRICT) == 0);
    CHECK(len == sizeof target - 1 && same(buf, target, len));

    CHECK(locus_parse(&url, buf, len, locus_rfc3986) == 0);
    CHECK(locus_relativize(form, sizeof form, &form_len, &base, base_text, &url,
                           buf) == 0);
    CHECK(form_len == sizeof ref_text - 1 && same(form, ref_text, form_len));
    CHECK(locus_normalize(form, sizeof form, &form_len, &url, buf,
                          LOCUS_STEPS) == 0);
    CHECK(form_len == sizeof normal - 1 && same(form, normal, form_len));
    CHECK(locus_parse(&again, form, form_len, locus_rfc3986) == 0);
    CHECK(locus_compare(&url, buf, &again, form, LOCUS_STEPS) == 0);
    CHECK(locus_compare(&url, buf, &again, form, 0) < 0);
}

/* RFC 1630's own rules for comparing and resolving. */
static void references_rfc1630(void)
{
    static const char a_text[] = "http://h/a-b";
    static const char b_text[] = "URL:HTTP://h/a%2Db#";
    static const char c_text[] = "http://h/a-c";
    struct locus_url a, b, c;
    char buf[64];
    size_t len;

    CHECK(locus_parse(&a, a_text, sizeof a_text - 1, locus_rfc1630) == 0);
    CHECK(locus_parse(&b, b_text, sizeof b_text - 1, locus_rfc1630) == 0);
    CHECK(locus_compare(&a, a_text, &b, b_text, LOCUS_SAME_LEVEL) == 0);
    CHECK(locus_parse(&c, c_text, sizeof c_text - 1, locus_rfc1630) == 0);
    CHECK(locus_compare(&a, a_text, &c, c_text, LOCUS_SAME_LEVEL) < 0);
    CHECK(locus_compare(&c, c_text, &a, a_text, LOCUS_SAME_LEVEL) > 0);
    /* A URL with a scheme is not relative. It keeps its prefix. */
    CHECK(locus_resolve(buf, sizeof buf, &len, &a, a_text, &b, b_text, 0) == 0);
    CHECK(len == sizeof b_text - 1 && same(buf, b_text, len));
}

/* A reference that only web accepts. */
static void references_web(void)
{
    static const char base_text[] = "http://h/d/e";
    static const char ref_text[] = "a|b";
    static const char target[] = "http://h/d/a|b";
    struct locus_url base, ref;
    char buf[64];
    size_t len;

    CHECK(locus_parse(&base, base_text, sizeof base_text - 1, locus_web) == 0);
    CHECK(locus_parse_reference(&ref, ref_text, sizeof ref_text - 1,
                                locus_web) == 0);
    CHECK(locus_resolve(buf, sizeof buf, &len, &base, base_text, &ref, ref_text,
                        LOCUS_STRICT) == 0);
    CHECK(len == sizeof target - 1 && same(buf, target, len));
}

/* The last byte of the text arrives in a separate piece. */
static void scan(void)
{
    static const char text[] =
        "See http://example.org/a, (https://example.net/b). ftp://h/";
    static const struct { uint64_t offset; size_t len; } expected[] = {
        {4, 20}, {27, 21}, {51, 8},
    };
    const size_t len = sizeof text - 1;
    char window[sizeof text];
    size_t have = len - 1;
    size_t found_count = 0;
    struct locus_scan state;
    struct locus_found found;

    CHECK(locus_scan_init(&state, locus_web, locus_text) == 0);
    memcpy(window, text, have);
    for (int end = 0; end < 2; end++) {
        while (locus_scan_next(&state, window, have, end, &found) == 1) {
            CHECK(found_count < 3);
            CHECK(found.offset == expected[found_count].offset);
            CHECK(found.len == expected[found_count].len);
            found_count++;
        }
        if (!end) {
            CHECK(state.drop <= have);
            have -= state.drop;
            memmove(window, window + state.drop, have);
            window[have++] = text[len - 1];
        }
    }
    CHECK(found_count == 3);
}

void start(void)
{
    parse();
    if (locus_has_grammar(locus_rfc3986)) {
        parse_rfc3986();
        feed();
        references();
    }
    if (locus_has_grammar(locus_rfc1738))
        parse_rfc1738();
    if (locus_has_grammar(locus_rfc1630)) {
        parse_rfc1630();
        references_rfc1630();
    }
    if (locus_has_grammar(locus_web)) {
        scan();
        references_web();
    }
    leave(0);
}

#endif
