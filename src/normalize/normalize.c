/* SPDX-License-Identifier: MIT
 *
 * Normal forms (RFC 3986, sections 6.2.2 and 6.2.3): what each step does to each piece.
 */
#include <string.h>

#include "common/bytes.h"
#include "grammars/support/grammar.h"
#include "http/http.h"
#include "normalize/normalize.h"
#include "reference/decompose.h"
#include "schemes/meaning.h"

/* RFC 3986, sections 3.2.3 and 6.2.3: a port that is empty or the scheme's default is
   omitted. */
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

int locus_removes_port(const struct locus_url *url, const char *text, unsigned steps)
{
    /* The port of an authority-form cannot be omitted. */
    return steps & LOCUS_STEP_PORT && locus_has(url, LOCUS_PORT)
        && url->form != LOCUS_FORM_AUTHORITY && is_default_port(url, text);
}

int locus_adds_root(const struct locus_url *url, unsigned steps)
{
    return steps & LOCUS_STEP_PATH && url->part[LOCUS_PATH].len == 0
        && locus_has(url, LOCUS_HOST) && !locus_begins_with_host(url);
}

/* Whether the grammar defines parts for individual schemes. */
static int has_own_parts(const struct locus_url *url)
{
    return url_has_trait(url, LOCUS_TRAIT_SCHEME_PARTS);
}

/* The parts that subdivide a path in RFC 1738's schemes. */
enum {
    INNER_PARTS = 1 << LOCUS_GTYPE | 1 << LOCUS_ADDRESS | 1 << LOCUS_GROUP
                | 1 << LOCUS_ARTICLE | 1 << LOCUS_DATABASE | 1 << LOCUS_HSONAME
};

/* RFC 1738 and RFC 1630 do not define dot-segments. The paths that "can be considered
   hierarchical" (RFC 1738, section 2.3) are those that follow a host and that the scheme
   does not subdivide. ftp is an exception: each segment is sent to the server in a CWD
   command, "." and ".." too, and "there is no common hierarchical model to the FTP
   protocol" (section 3.2.5; RFC 1630, FTP). */
static int is_hierarchy(const struct locus_url *url, const char *text)
{
    return locus_has(url, LOCUS_HOST) && !(url->present & INNER_PARTS)
        && locus_own_syntax(url, text) != LOCUS_SYNTAX_FTP;
}

/* Whether "." and ".." in the path are dot-segments that can be removed. In a relative
   path they cannot: they have a meaning until the reference is resolved. */
static int has_dot_segments(const struct locus_url *url, const char *text)
{
    const struct locus_span path = url->part[LOCUS_PATH];

    if (has_own_parts(url))
        return is_hierarchy(url, text);
    return locus_has(url, LOCUS_SCHEME)
        || locus_recomposed_is_rooted((const unsigned char *)text + path.off, path.len);
}

/* How percent-encodings are written. */
static unsigned percent(const struct locus_url *url, unsigned steps)
{
    unsigned how = 0;

    if (steps & LOCUS_STEP_PERCENT_CASE)
        how |= PIECE_UPPER;
    if (steps & LOCUS_STEP_DECODE)
        how |= PIECE_DECODE;
    /* The grammars of RFC 1738 (2.2: "unsafe") and RFC 1630 ("national") do not allow
       "~". */
    if (steps & LOCUS_STEP_DECODE && !has_own_parts(url))
        how |= PIECE_TILDE;
    return how;
}

/* If there is no authority but the path begins with "//", as in RFC 1738's generic form
   ("foo://a@b@c"), nothing is decoded: "foo://%68/" has no host, and must not get
   one. In an origin-form, "//" does not begin an authority. */
static int resembles_authority(const struct locus_url *url, const unsigned char *path,
                               size_t path_len)
{
    return !locus_has(url, LOCUS_HOST) && url->form != LOCUS_FORM_ORIGIN && path_len > 1
        && locus_recomposed_is_rooted(path, path_len)
        && locus_recomposed_is_rooted(path + 1, path_len - 1);
}

static size_t span_end(struct locus_span span)
{
    return (size_t)span.off + span.len;
}

void locus_normal_host(struct recomposed *form, const struct locus_url *url,
                       const char *text, unsigned steps)
{
    const struct locus_span host = url->part[LOCUS_HOST];
    uint8_t octets[16];

    if (steps & LOCUS_STEP_IPV6 && locus_ipv6(octets, url, text) == 0)
        locus_recomposed_add(form, form->ipv6, locus_write_ipv6(form->ipv6, octets), 0);
    else
        locus_recomposed_add(form, (const unsigned char *)text + host.off, host.len,
                             percent(url, steps)
                             | (steps & LOCUS_STEP_CASE ? PIECE_LOWER : 0));
}

/* Adds scheme, "//", userinfo, host and port. Returns where they end. */
static size_t add_authority(struct recomposed *form, const struct locus_url *url,
                            const char *text, unsigned how, unsigned steps)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const unsigned lower = steps & LOCUS_STEP_CASE ? PIECE_LOWER : 0;
    const struct locus_span host = url->part[LOCUS_HOST];
    size_t from = 0, at = 0;

    if (locus_has(url, LOCUS_SCHEME)) {
        const struct locus_span scheme = url->part[LOCUS_SCHEME];

        from = scheme.off;
        at = span_end(scheme) + 1;
        locus_recomposed_add(form, bytes, from, 0);           /* "URL:" (RFC 1630) */
    }
    if (locus_has(url, LOCUS_HOST) && !locus_has(url, LOCUS_USER)
        && url->host_kind != LOCUS_HOST_IPV6) {
        /* Scheme, "//" and host are one piece; only the host has percent-encodings. */
        at = span_end(host);
        locus_recomposed_add(form, bytes + from, at - from, how | lower);
    } else {
        locus_recomposed_add(form, bytes + from, at - from, lower);
        if (!locus_has(url, LOCUS_HOST))
            return at;
        locus_recomposed_add(form, bytes + at, host.off - at, how);
        locus_normal_host(form, url, text, steps);
        at = span_end(host);
    }
    if (locus_has(url, LOCUS_PORT)) {
        const size_t end = span_end(url->part[LOCUS_PORT]);

        if (!locus_removes_port(url, text, steps))
            locus_recomposed_add(form, bytes + at, end - at, 0);
        at = end;
    }
    return at;
}

/* RFC 9112, section 3.2.3: a scheme, ":" and only digits are an authority-form. So that an
   absolute-form remains one, "./" is added before a path that would consist of digits, as
   RFC 3986, section 4.2, does with "./this:that". If dot-segments are not removed, the
   first digit is percent-encoded instead. Returns whether it added the path. */
static int add_port_path(struct recomposed *form, const struct locus_url *url,
                         const unsigned char *path, const unsigned char *end,
                         unsigned how, unsigned steps)
{
    static const unsigned char dot[2] = { '.', '/' };
    static const unsigned char encoded[2] = { '%', '3' };
    const unsigned char *digit;

    if (url->form != LOCUS_FORM_ABSOLUTE || locus_is_decided(url)
        || locus_has(url, LOCUS_HOST) || !locus_is_port_path(path, end, steps, &digit))
        return 0;
    if (steps & LOCUS_STEP_DOTS) {
        locus_recomposed_add(form, dot, sizeof dot, 0);
        locus_recomposed_add(form, path, (size_t)(end - path), how | PIECE_DOTS);
        return 1;
    }
    if (!(steps & LOCUS_STEP_DECODE) || !digit)
        return 0;
    locus_recomposed_add(form, encoded, sizeof encoded, 0);
    locus_recomposed_add(form, digit, (size_t)(end - digit), how);
    return 1;
}

size_t locus_normal_form(struct recomposed *form, const struct locus_url *url,
                         const char *text, unsigned steps)
{
    static const unsigned char root[1] = { '/' };
    const size_t end = locus_url_end(url);
    const unsigned char *bytes = bytes_of(text, end);
    const struct locus_span path = url->part[LOCUS_PATH];
    unsigned how = percent(url, steps);
    size_t at;

    if (resembles_authority(url, bytes + path.off, path.len))
        how &= ~(unsigned)(PIECE_DECODE | PIECE_TILDE);
    form->count = 0;
    at = add_authority(form, url, (const char *)bytes, how, steps);
    if (add_port_path(form, url, bytes + at, bytes + end, how, steps))
        return end;
    if (path.len > 0) {
        unsigned dots = 0;

        if (steps & LOCUS_STEP_DOTS && has_dot_segments(url, text))
            /* In an origin-form, "//" begins a path and needs no guard. */
            dots = locus_has(url, LOCUS_HOST) || url->form == LOCUS_FORM_ORIGIN
                 ? PIECE_DOTS : PIECE_DOTS | PIECE_GUARD;
        locus_recomposed_add(form, bytes + path.off, path.len, how | dots);
        at = span_end(path);
    } else if (locus_adds_root(url, steps)) {
        locus_recomposed_add(form, root, 1, 0);
    }
    /* Query and fragment, or the parts that RFC 1738's schemes have after the path. */
    locus_recomposed_add(form, bytes + at, end - at, how);
    return end;
}

#define X(name, needs) [KERNEL_##name] = KERNEL_PASTE(is_surely_normal, name),
int locus_is_surely_normal(const struct locus_url *url, const char *text, size_t len,
                           unsigned steps)
{
    static locus_normal_finder *const finders[KERNEL_COUNT] = { LOCUS_KERNELS(X) };

    /* An absolute-form without a host may need "./" (add_port_path()). */
    return url->part[LOCUS_PATH].len > 0 && url->host_kind != LOCUS_HOST_IPV6
        && (url->form != LOCUS_FORM_ABSOLUTE || locus_has(url, LOCUS_HOST))
        && !locus_removes_port(url, text, steps)
        && finders[locus_kernel_in_use()](url, (const unsigned char *)text, len);
}
#undef X

#define X(name, needs) [KERNEL_##name] = KERNEL_PASTE(form_change, name),
enum form_change locus_form_change(const struct recomposed *form, const unsigned char *text,
                                   size_t len)
{
    static locus_form_changer *const changers[KERNEL_COUNT] = { LOCUS_KERNELS(X) };

    return changers[locus_kernel_in_use()](form, text, len);
}
#undef X

#define X(name, needs) [KERNEL_##name] = KERNEL_PASTE(write_form, name),
int locus_write_form(const struct recomposed *form, unsigned char *buf, size_t size,
                     size_t *len)
{
    static locus_form_writer *const writers[KERNEL_COUNT] = { LOCUS_KERNELS(X) };

    return writers[locus_kernel_in_use()](form, buf, size, len);
}
#undef X

int locus_normalize(char *buf, size_t size, size_t *len,
                    const struct locus_url *url, const char *text,
                    unsigned steps)
{
    struct recomposed form;
    size_t end;

    *len = 0;
    if (steps & ~(unsigned)LOCUS_STEPS_ALL)
        return LOCUS_ERROR_ARGUMENT;
    if (url->error)
        return url->error;
    end = locus_url_end(url);
    if (locus_is_surely_normal(url, text, end, steps)) {
        *len = end;
        if (end > size)
            return LOCUS_ERROR_SPACE;
        memcpy(buf, text, end);
        return 0;
    }
    end = locus_normal_form(&form, url, text, steps);
    if (locus_write_form(&form, (unsigned char *)buf, size, len))
        return 0;
    if (locus_form_change(&form, bytes_of(text, end), end) == FORM_SAME) {
        *len = end;
        return LOCUS_ERROR_SPACE;
    }
    return locus_recomposed_write(&form, buf, size, len);
}
