/* SPDX-License-Identifier: MIT
 *
 * Resolution and normal forms as RFC 3986 words them: forward, with an input and an
 * output buffer and a copy at each step. Slow, and written independently of
 * src/reference/recompose.rl. For the grammars of RFC 3986, with the parts from
 * locus_parse(), and texts of up to ORACLE bytes.
 */
#ifndef LOCUS_TESTS_RESOLVE_ORACLE_H
#define LOCUS_TESTS_RESOLVE_ORACLE_H

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locus.h"
#include "support/hexdig.h"

enum { ORACLE = 4096 };

/* A string that may be undefined, as in 5.2.2. */
struct oracle_string {
    bool defined;
    size_t len;
    char bytes[ORACLE];
};

struct oracle_parts {
    struct oracle_string scheme, authority, path, query, fragment;
};

static inline void oracle_append(struct oracle_string *to, const char *bytes,
                          size_t len)
{
    if (len > ORACLE - to->len)
        abort();
    memcpy(to->bytes + to->len, bytes, len);
    to->len += len;
    to->defined = true;
}

static inline void oracle_part(struct oracle_string *to, const struct locus_url *url,
                        enum locus_part part, const char *text)
{
    if (locus_has(url, part))
        oracle_append(to, text + locus_get(url, part).off,
                      locus_get(url, part).len);
}

static inline void oracle_parse(struct oracle_parts *parts,
                         const struct locus_url *url, const char *text)
{
    memset(parts, 0, sizeof *parts);
    oracle_part(&parts->scheme, url, LOCUS_SCHEME, text);
    if (locus_has(url, LOCUS_USER)) {
        oracle_part(&parts->authority, url, LOCUS_USER, text);
        if (locus_has(url, LOCUS_PASSWORD)) {
            oracle_append(&parts->authority, ":", 1);
            oracle_part(&parts->authority, url, LOCUS_PASSWORD, text);
        }
        oracle_append(&parts->authority, "@", 1);
    }
    oracle_part(&parts->authority, url, LOCUS_HOST, text);
    if (locus_has(url, LOCUS_PORT)) {
        oracle_append(&parts->authority, ":", 1);
        oracle_part(&parts->authority, url, LOCUS_PORT, text);
    }
    oracle_part(&parts->path, url, LOCUS_PATH, text);
    oracle_part(&parts->query, url, LOCUS_QUERY, text);
    oracle_part(&parts->fragment, url, LOCUS_FRAGMENT, text);
}

static inline bool oracle_begins(const struct oracle_string *s, const char *prefix)
{
    const size_t len = strlen(prefix);

    return s->len >= len && memcmp(s->bytes, prefix, len) == 0;
}

static inline bool oracle_is(const struct oracle_string *s, const char *other)
{
    return s->len == strlen(other) && oracle_begins(s, other);
}

static inline void oracle_cut(struct oracle_string *s, size_t len)
{
    memmove(s->bytes, s->bytes + len, s->len - len);
    s->len -= len;
}

/* 5.2.4, step by step. */
static inline void oracle_remove_dot_segments(struct oracle_string *path)
{
    static struct oracle_string input, output;

    input = *path;
    output.defined = true;
    output.len = 0;
    while (input.len > 0) {
        if (oracle_begins(&input, "../")) {                         /* A */
            oracle_cut(&input, 3);
        } else if (oracle_begins(&input, "./")) {
            oracle_cut(&input, 2);
        } else if (oracle_begins(&input, "/./")) {                  /* B */
            oracle_cut(&input, 2);
        } else if (oracle_is(&input, "/.")) {
            input.len = 1;
        } else if (oracle_begins(&input, "/../")
                   || oracle_is(&input, "/..")) {                   /* C */
            if (input.len == 3)
                input.len = 1;
            else
                oracle_cut(&input, 3);
            while (output.len > 0 && output.bytes[output.len - 1] != '/')
                output.len--;
            if (output.len > 0)
                output.len--;
        } else if (oracle_is(&input, ".") || oracle_is(&input, "..")) { /* D */
            input.len = 0;
        } else {                                                    /* E */
            size_t n = 1;

            while (n < input.len && input.bytes[n] != '/')
                n++;
            oracle_append(&output, input.bytes, n);
            oracle_cut(&input, n);
        }
    }
    *path = output;
}

/* 5.2.3 */
static inline void oracle_merge(struct oracle_string *path,
                         const struct oracle_parts *base,
                         const struct oracle_string *ref)
{
    path->len = 0;
    if (base->authority.defined && base->path.len == 0) {
        oracle_append(path, "/", 1);
    } else {
        size_t n = base->path.len;

        while (n > 0 && base->path.bytes[n - 1] != '/')
            n--;
        oracle_append(path, base->path.bytes, n);
    }
    oracle_append(path, ref->bytes, ref->len);
}

/* 5.3, and locus.h's "/." */
static inline size_t oracle_recompose(char *to, const struct oracle_parts *parts)
{
    static struct oracle_string result;

    result.len = 0;
    if (parts->scheme.defined) {
        oracle_append(&result, parts->scheme.bytes, parts->scheme.len);
        oracle_append(&result, ":", 1);
    }
    if (parts->authority.defined) {
        oracle_append(&result, "//", 2);
        oracle_append(&result, parts->authority.bytes, parts->authority.len);
    } else if (oracle_begins(&parts->path, "//")) {
        oracle_append(&result, "/.", 2);
    }
    oracle_append(&result, parts->path.bytes, parts->path.len);
    if (parts->query.defined) {
        oracle_append(&result, "?", 1);
        oracle_append(&result, parts->query.bytes, parts->query.len);
    }
    if (parts->fragment.defined) {
        oracle_append(&result, "#", 1);
        oracle_append(&result, parts->fragment.bytes, parts->fragment.len);
    }
    memcpy(to, result.bytes, result.len);
    return result.len;
}

static inline bool oracle_same_scheme(const struct oracle_string *a,
                               const struct oracle_string *b)
{
    if (a->len != b->len)
        return false;
    for (size_t i = 0; i < a->len; i++)
        if (tolower((unsigned char)a->bytes[i])
            != tolower((unsigned char)b->bytes[i]))
            return false;
    return true;
}

/* 5.2.2 */
static inline size_t oracle_resolve(char *to, const struct locus_url *base_url,
                             const char *base_text, const struct locus_url *ref,
                             const char *ref_text, bool strict)
{
    static struct oracle_parts base, r, t;

    oracle_parse(&base, base_url, base_text);
    oracle_parse(&r, ref, ref_text);
    memset(&t, 0, sizeof t);
    if (!strict && r.scheme.defined && oracle_same_scheme(&r.scheme, &base.scheme))
        r.scheme.defined = false;
    if (r.scheme.defined) {
        t.scheme = r.scheme;
        t.authority = r.authority;
        t.path = r.path;
        oracle_remove_dot_segments(&t.path);
        t.query = r.query;
    } else {
        if (r.authority.defined) {
            t.authority = r.authority;
            t.path = r.path;
            oracle_remove_dot_segments(&t.path);
            t.query = r.query;
        } else {
            if (r.path.len == 0) {
                t.path = base.path;
                t.query = r.query.defined ? r.query : base.query;
            } else {
                if (oracle_begins(&r.path, "/"))
                    t.path = r.path;
                else
                    oracle_merge(&t.path, &base, &r.path);
                oracle_remove_dot_segments(&t.path);
                t.query = r.query;
            }
            t.authority = base.authority;
        }
        t.scheme = base.scheme;
    }
    t.fragment = r.fragment;
    return oracle_recompose(to, &t);
}

/* Normal forms: 6.2.2 and 6.2.3, with one pass over the string for each step */

static inline bool oracle_is_pct_encoded(const struct oracle_string *s, size_t i)
{
    return s->bytes[i] == '%' && i + 2 < s->len
        && hexdig_octet(s->bytes + i + 1) >= 0;
}

/* 6.2.2.2 */
static inline void oracle_decode(struct oracle_string *s)
{
    size_t to = 0;

    for (size_t i = 0; i < s->len; i++) {
        if (oracle_is_pct_encoded(s, i)) {
            const char digits[3] = { s->bytes[i + 1], s->bytes[i + 2], 0 };
            const int c = (int)strtol(digits, NULL, 16);

            if (c < 0x80 && (isalnum(c) || (c && strchr("-._~", c)))) {
                s->bytes[to++] = (char)c;
                i += 2;
                continue;
            }
        }
        s->bytes[to++] = s->bytes[i];
    }
    s->len = to;
}

/* 6.2.2.1: pct-encoded octets to upper case, the rest to lower case. */
static inline void oracle_case(struct oracle_string *s, bool pct_encoded, bool others)
{
    for (size_t i = 0; i < s->len; i++) {
        if (oracle_is_pct_encoded(s, i)) {
            for (int k = 1; pct_encoded && k < 3; k++)
                s->bytes[i + (size_t)k] =
                    (char)toupper((unsigned char)s->bytes[i + (size_t)k]);
            i += 2;
        } else if (others) {
            s->bytes[i] = (char)tolower((unsigned char)s->bytes[i]);
        }
    }
}

/* RFC 5952, from the sixteen octets, by trying each place for "::". */
static inline void oracle_ipv6(struct oracle_string *host, const uint8_t octets[16])
{
    char best[64] = "";
    unsigned group[8];
    bool mapped = true;
    int best_zeros = 1;

    for (int i = 0; i < 8; i++)
        group[i] = (unsigned)octets[2 * i] * 256 + octets[2 * i + 1];
    for (int i = 0; i < 6; i++)
        mapped = mapped && group[i] == (i < 5 ? 0 : 0xffff);
    if (mapped) {
        snprintf(best, sizeof best, "[::ffff:%u.%u.%u.%u]", octets[12],
                 octets[13], octets[14], octets[15]);
    } else {
        snprintf(best, sizeof best, "[%x:%x:%x:%x:%x:%x:%x:%x]", group[0],
                 group[1], group[2], group[3], group[4], group[5], group[6],
                 group[7]);
        for (int from = 0; from < 8; from++)
            for (int to = from + 2; to <= 8; to++) {
                bool zeros = to - from > best_zeros;
                char text[64] = "[";

                for (int i = from; i < to; i++)
                    zeros = zeros && group[i] == 0;
                if (!zeros)
                    continue;
                best_zeros = to - from;
                for (int i = 0; i < from; i++)
                    snprintf(text + strlen(text), 8, i ? ":%x" : "%x",
                             group[i]);
                strcat(text, "::");
                for (int i = to; i < 8; i++)
                    snprintf(text + strlen(text), 8, i > to ? ":%x" : "%x",
                             group[i]);
                strcat(text, "]");
                strcpy(best, text);
            }
    }
    host->len = 0;
    oracle_append(host, best, strlen(best));
}

static inline size_t oracle_normalize(char *to, const struct locus_url *url,
                               const char *text, unsigned steps)
{
    static struct oracle_parts t;
    static struct oracle_string user, password, host, port;
    struct oracle_string *const all[] = {
        &user, &password, &host, &t.path, &t.query, &t.fragment
    };
    const bool lower = steps & LOCUS_STEP_CASE;
    uint8_t octets[16];
    int number;

    oracle_parse(&t, url, text);
    memset(&user, 0, sizeof user);
    memset(&password, 0, sizeof password);
    memset(&host, 0, sizeof host);
    memset(&port, 0, sizeof port);
    oracle_part(&user, url, LOCUS_USER, text);
    oracle_part(&password, url, LOCUS_PASSWORD, text);
    oracle_part(&host, url, LOCUS_HOST, text);
    oracle_part(&port, url, LOCUS_PORT, text);

    number = port.len == 0 ? -1 : locus_port(url, text);
    if (steps & LOCUS_STEP_PORT
        && (port.len == 0
            || (t.scheme.defined && number >= 0
                && number == locus_default_port(t.scheme.bytes, t.scheme.len))))
        port.defined = false;
    for (size_t i = 0; steps & LOCUS_STEP_DECODE && i < 6; i++)
        oracle_decode(all[i]);
    for (size_t i = 0; i < 6; i++)
        oracle_case(all[i], steps & LOCUS_STEP_PERCENT_CASE,
                    lower && all[i] == &host);
    oracle_case(&t.scheme, false, lower);
    if (steps & LOCUS_STEP_IPV6 && locus_ipv6(octets, url, text) == 0)
        oracle_ipv6(&host, octets);
    if (steps & LOCUS_STEP_PATH && host.defined && t.path.len == 0)
        oracle_append(&t.path, "/", 1);
    if (steps & LOCUS_STEP_DOTS
        && (t.scheme.defined || oracle_begins(&t.path, "/")))
        oracle_remove_dot_segments(&t.path);

    t.authority.len = 0;
    if (user.defined)
        oracle_append(&t.authority, user.bytes, user.len);
    if (password.defined) {
        oracle_append(&t.authority, ":", 1);
        oracle_append(&t.authority, password.bytes, password.len);
    }
    if (user.defined)
        oracle_append(&t.authority, "@", 1);
    oracle_append(&t.authority, host.bytes, host.len);
    t.authority.defined = host.defined;
    if (port.defined) {
        oracle_append(&t.authority, ":", 1);
        oracle_append(&t.authority, port.bytes, port.len);
    }
    return oracle_recompose(to, &t);
}

#endif
