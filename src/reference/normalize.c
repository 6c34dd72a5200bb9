/* SPDX-License-Identifier: MIT
 *
 * Normal forms: RFC 3986, sections 6.2.2 and 6.2.3, and RFC 5952.
 */
#include "common/bytes.h"
#include "grammars/grammar.h"
#include "reference/recompose.h"
#include "reference/reference.h"
#include "schemes/meaning.h"

/* -------------------------------------------------------------------------
 * IPv6 (RFC 5952, sections 4 and 5)
 * ------------------------------------------------------------------------- */

/* A text being made. The longest is
   "[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]", 47 bytes. */
struct ipv6_text {
    unsigned char *bytes;
    size_t len;
};

static void put(struct ipv6_text *text, char c)
{
    text->bytes[text->len++] = (unsigned char)c;
}

/* 4.1: no leading zeros. 4.3: lower case. */
static void put_number(struct ipv6_text *text, unsigned number, unsigned base)
{
    unsigned unit = 1;

    while (number / unit >= base)
        unit *= base;
    for (; unit > 0; unit /= base)
        put(text, (char)(hex_digit(number / unit % base) | 0x20));
}

/* 5: the IPv4-mapped prefix, ::ffff:0:0/96, is the one that everybody knows. */
static int is_ipv4_mapped(const unsigned group[8])
{
    for (int i = 0; i < 5; i++)
        if (group[i] != 0)
            return 0;
    return group[5] == 0xffff;
}

/* 4.2: "::" for the longest run of zeros of two groups or more, the first of
   those as long. Returns its length. */
static int longest_zeros(const unsigned group[8], int *begin)
{
    int longest = 1;

    for (int i = 0; i < 8; i++) {
        int n = 0;

        while (i + n < 8 && group[i + n] == 0)
            n++;
        if (n > longest) {
            longest = n;
            *begin = i;
        }
    }
    return longest > 1 ? longest : 0;
}

static size_t ipv6_text(unsigned char *bytes, const uint8_t octets[16])
{
    struct ipv6_text text = { bytes, 0 };
    unsigned group[8];
    int zeros = 8;
    int zeros_len, mapped;

    for (int i = 0; i < 8; i++)
        group[i] = (unsigned)octets[2 * i] << 8 | octets[2 * i + 1];
    mapped = is_ipv4_mapped(group);
    zeros_len = longest_zeros(group, &zeros);

    put(&text, '[');
    for (int i = 0; i < (mapped ? 6 : 8); i++) {
        if (zeros_len > 0 && i == zeros) {
            put(&text, ':');
            put(&text, ':');
            i += zeros_len - 1;
            continue;
        }
        if (i > 0 && text.bytes[text.len - 1] != ':')
            put(&text, ':');
        put_number(&text, group[i], 16);
    }
    for (int i = 12; mapped && i < 16; i++) {
        put(&text, i == 12 ? ':' : '.');
        put_number(&text, octets[i], 10);
    }
    put(&text, ']');
    return text.len;
}

/* -------------------------------------------------------------------------
 * What each step does to which piece
 * ------------------------------------------------------------------------- */

/* RFC 3986 3.2.3, 6.2.3: a port that is empty or the scheme's default is left
   out. */
static int is_default_port(const struct locus_url *url, const char *text)
{
    const struct locus_span scheme = url->part[LOCUS_SCHEME];
    int port;

    if (url->part[LOCUS_PORT].len == 0)
        return 1;
    if (!locus_has(url, LOCUS_SCHEME))
        return 0;
    port = locus_port(url, text);
    return port >= 0
        && port == locus_default_port(text + scheme.off, scheme.len);
}

/* Whether schemes have parts of their own. */
static int has_own_parts(const struct locus_url *url)
{
    return url_has_trait(url, LOCUS_TRAIT_SCHEME_PARTS);
}

/* The parts that subdivide a path in RFC 1738's schemes. */
enum {
    INNER_PARTS = 1 << LOCUS_GTYPE | 1 << LOCUS_ADDRESS | 1 << LOCUS_GROUP
                | 1 << LOCUS_ARTICLE | 1 << LOCUS_DATABASE | 1 << LOCUS_HSONAME
};

/* RFC 1738 and RFC 1630 know no dot-segments. Their paths that "can be considered
   hierarchical" (RFC 1738 2.3) are those after a host that no scheme subdivides, but
   for those of ftp: there a segment is what its server gets with a CWD command, "."
   and ".." as well, and "there is no common hierarchical model to the FTP protocol"
   (3.2.5; RFC 1630, FTP). */
static int is_hierarchy(const struct locus_url *url, const char *text)
{
    return locus_has(url, LOCUS_HOST) && !(url->present & INNER_PARTS)
        && locus_own_syntax(url, text) != LOCUS_SYNTAX_FTP;
}

/* Whether "." and ".." in the path are dot-segments that can be removed. In a
   relative path they are, but mean something until there is a base. */
static int has_dot_segments(const struct locus_url *url, const char *text)
{
    const struct locus_span path = url->part[LOCUS_PATH];

    if (has_own_parts(url))
        return is_hierarchy(url, text);
    return locus_has(url, LOCUS_SCHEME)
        || locus_form_is_rooted((const unsigned char *)text + path.off,
                                path.len);
}

/* How percent-encodings are written. Where there is no authority and yet the path begins
   with "//", as RFC 1738's generic form may ("foo://a@b@c"), nothing is
   decoded: "foo://%68/" has no host, and must not get one. */
static unsigned percent(const struct locus_url *url, const unsigned char *path,
                        size_t path_len, unsigned steps)
{
    unsigned how = 0;

    if (steps & LOCUS_STEP_PERCENT_CASE)
        how |= FORM_UPPER;
    if (steps & LOCUS_STEP_DECODE)
        how |= FORM_DECODE;
    /* RFC 1738's grammar does not take "~" (2.2: "unsafe"), nor RFC 1630's
       ("national"). */
    if (steps & LOCUS_STEP_DECODE && !has_own_parts(url))
        how |= FORM_TILDE;
    if (!locus_has(url, LOCUS_HOST) && path_len > 1
        && locus_form_is_rooted(path, path_len)
        && locus_form_is_rooted(path + 1, path_len - 1))
        how &= ~(unsigned)(FORM_DECODE | FORM_TILDE);
    return how;
}

static size_t span_end(struct locus_span span)
{
    return (size_t)span.off + span.len;
}

/* Scheme, "//", userinfo and host, port. Returns where they end. */
static size_t add_authority(struct form *form, const struct locus_url *url,
                            const char *text, unsigned how, unsigned steps)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const unsigned lower = steps & LOCUS_STEP_CASE ? FORM_LOWER : 0;
    const struct locus_span host = url->part[LOCUS_HOST];
    uint8_t octets[16];
    size_t at = 0;

    if (locus_has(url, LOCUS_SCHEME)) {
        const struct locus_span scheme = url->part[LOCUS_SCHEME];

        at = span_end(scheme) + 1;
        locus_form_add(form, bytes, scheme.off, 0);     /* "URL:" (RFC 1630) */
        locus_form_add(form, bytes + scheme.off, at - scheme.off, lower);
    }
    if (!locus_has(url, LOCUS_HOST))
        return at;
    locus_form_add(form, bytes + at, host.off - at, how);
    if (steps & LOCUS_STEP_IPV6 && locus_ipv6(octets, url, text) == 0)
        locus_form_add(form, form->ipv6, ipv6_text(form->ipv6, octets), 0);
    else
        locus_form_add(form, bytes + host.off, host.len, how | lower);
    at = span_end(host);
    if (locus_has(url, LOCUS_PORT)) {
        const size_t end = span_end(url->part[LOCUS_PORT]);

        if (!(steps & LOCUS_STEP_PORT) || !is_default_port(url, text))
            locus_form_add(form, bytes + at, end - at, 0);
        at = end;
    }
    return at;
}

/* The pieces of a normal form. */
static void normal_form(struct form *form, const struct locus_url *url,
                        const char *text, unsigned steps)
{
    static const unsigned char root[1] = { '/' };
    const size_t end = locus_form_url_end(url);
    const unsigned char *bytes = bytes_of(text, end);
    const struct locus_span path = url->part[LOCUS_PATH];
    const unsigned how = percent(url, bytes + path.off, path.len, steps);
    size_t at;

    form->count = 0;
    at = add_authority(form, url, (const char *)bytes, how, steps);
    if (path.len > 0) {
        unsigned dots = 0;

        if (steps & LOCUS_STEP_DOTS && has_dot_segments(url, text))
            dots = locus_has(url, LOCUS_HOST) ? FORM_DOTS
                                              : FORM_DOTS | FORM_GUARD;
        locus_form_add(form, bytes + path.off, path.len, how | dots);
        at = span_end(path);
    } else if (steps & LOCUS_STEP_PATH && locus_has(url, LOCUS_HOST)) {
        locus_form_add(form, root, 1, 0);
    }
    /* Query and fragment, and what RFC 1738's schemes have after a path. */
    locus_form_add(form, bytes + at, end - at, how);
}

int locus_normalize(char *buf, size_t size, size_t *len,
                    const struct locus_url *url, const char *text,
                    unsigned steps)
{
    struct form form;

    *len = 0;
    if (steps & ~(unsigned)LOCUS_STEPS_ALL)
        return LOCUS_ERROR_ARGUMENT;
    if (url->error)
        return url->error;
    normal_form(&form, url, text, steps);
    return locus_form_write(&form, buf, size, len);
}

int locus_compare(const struct locus_url *a, const char *a_text,
                  const struct locus_url *b, const char *b_text,
                  unsigned steps)
{
    struct form x, y;

    if (steps & LOCUS_SAME_LEVEL && a->error == 0 && b->error == 0
        && url_has_trait(a, LOCUS_TRAIT_PARTIAL)
        && url_has_trait(b, LOCUS_TRAIT_PARTIAL))
        return locus_compare_level(a, a_text, b, b_text);
    normal_form(&x, a, a_text, steps);
    normal_form(&y, b, b_text, steps);
    return locus_form_compare(&x, &y);
}
