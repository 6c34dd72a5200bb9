/* SPDX-License-Identifier: MIT
 *
 * Texts that resemble URLs, most of them slightly damaged, for the differential tests
 * and the fuzz targets.
 *
 *     struct mutate m;
 *     unsigned char text[MUTATE_MAX];
 *
 *     mutate_seed(&m, 1);
 *     size_t len = mutate_url(&m, locus_rfc1738, text);
 *
 * The same seed gives the same texts on every machine: the generator uses 64-bit
 * integer arithmetic only. Random bytes would rarely get past the scheme, so a text
 * begins as a URL made from a form of the grammar, is often stretched to end near a
 * multiple of 64, where a lens moves to the next block, and is then damaged in zero or
 * more places.
 */
#ifndef LOCUS_TESTS_MUTATE_H
#define LOCUS_TESTS_MUTATE_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "support/grammars.h"
#include "locus.h"

enum { MUTATE_MAX = 300 };

struct mutate {
    uint64_t state;
};

static inline void mutate_seed(struct mutate *m, uint64_t seed)
{
    m->state = seed;
}

/* SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
   Generators, 2014): a counter, and a mixer of its bits. Any seed will do. */
static inline uint64_t mutate_next(struct mutate *m)
{
    uint64_t z = m->state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* 0 to n - 1. The bias is negligible for so small an n. */
static inline size_t mutate_below(struct mutate *m, size_t n)
{
    return (size_t)((mutate_next(m) >> 32) * n >> 32);
}

/* Any grammar. */
static inline const struct locus_grammar *mutate_grammar(struct mutate *m)
{
    return grammar_at((int)mutate_below(m, (size_t)grammar_count()));
}

/* True one time in n. */
static inline int mutate_one_in(struct mutate *m, size_t n)
{
    return mutate_below(m, n) == 0;
}

/* A text under construction. What does not fit is dropped. */
struct mutate_text {
    unsigned char *bytes;          /* MUTATE_MAX of them */
    size_t len;
};

static inline void mutate_add(struct mutate_text *text, const char *bytes,
                              size_t len)
{
    if (len > MUTATE_MAX - text->len)
        len = MUTATE_MAX - text->len;
    memcpy(text->bytes + text->len, bytes, len);
    text->len += len;
}

static inline void mutate_add_byte(struct mutate_text *text, unsigned byte)
{
    const char c = (char)byte;

    mutate_add(text, &c, 1);
}

/* Parts of URLs */

#define MUTATE_PICK(m, array) \
    ((array)[mutate_below((m), sizeof (array) / sizeof *(array))])

static inline void mutate_add_one_of(struct mutate *m,
                                     struct mutate_text *text,
                                     const char *bytes)
{
    mutate_add_byte(text,
                    (unsigned char)bytes[mutate_below(m, strlen(bytes))]);
}

/* Usually small; sometimes enough to fill blocks of 64 bytes. */
static inline size_t mutate_length(struct mutate *m)
{
    switch (mutate_below(m, 16)) {
    case 0: case 1:
        return 0;
    case 2: case 3: case 4:
        return mutate_below(m, 40);
    case 5:
        return 56 + mutate_below(m, 16) + 64 * mutate_below(m, 3);
    default:
        return 1 + mutate_below(m, 8);
    }
}

static inline void mutate_add_digits(struct mutate *m,
                                     struct mutate_text *text, size_t n)
{
    while (n-- > 0)
        mutate_add_one_of(m, text, "0123456789");
}

static inline void mutate_add_pct_encoded(struct mutate *m,
                                     struct mutate_text *text)
{
    static const char *const known[] = {
        "%09", "%2f", "%2F", "%25", "%00", "%0d%0a", "%c3%a9", "%FF", "%40",
    };

    if (mutate_one_in(m, 3)) {
        const char *encoded = MUTATE_PICK(m, known);

        mutate_add(text, encoded, strlen(encoded));
        return;
    }
    mutate_add_byte(text, '%');
    mutate_add_one_of(m, text, "0123456789abcdefABCDEF");
    mutate_add_one_of(m, text, "0123456789abcdefABCDEF");
}

/* Bytes that most parts may hold: mainly letters, with some pct-encoded octets and some
   bytes of `also`. */
static inline void mutate_add_chars(struct mutate *m, struct mutate_text *text,
                                    const char *also)
{
    const size_t kind = mutate_below(m, 8);
    size_t n = mutate_length(m);

    for (; n > 0; n--) {
        if (kind == 0 || (kind < 4 && mutate_one_in(m, 8)))
            mutate_add_pct_encoded(m, text);
        else if (*also && mutate_one_in(m, kind < 6 ? 8 : 2))
            mutate_add_one_of(m, text, also);
        else
            mutate_add_one_of(m, text, "abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789-._");
    }
}

static inline void mutate_add_ipv4(struct mutate *m, struct mutate_text *text)
{
    static const char *const numbers[] = {
        "0", "1", "9", "10", "99", "100", "127", "199", "200", "249", "250",
        "255", "256", "260", "300", "999", "01", "012", "1000", "",
    };
    /* Usually four groups; sometimes 0 to 6. */
    const size_t n = mutate_one_in(m, 8) ? mutate_below(m, 7) : 4;

    for (size_t i = 0; i < n; i++) {
        /* The first 12 are valid in every grammar. */
        const char *number = mutate_one_in(m, 6)
                           ? MUTATE_PICK(m, numbers)
                           : numbers[mutate_below(m, 12)];

        if (i > 0)
            mutate_add_byte(text, '.');
        mutate_add(text, number, strlen(number));
    }
}

static inline void mutate_add_ip_literal(struct mutate *m,
                                         struct mutate_text *text)
{
    const size_t groups = mutate_one_in(m, 6) ? mutate_below(m, 11) : 8;
    const size_t gap = mutate_below(m, 12);           /* the group that "::" precedes */
    const size_t gone = gap <= groups ? mutate_below(m, 8) : 0;
    const int with_ipv4 = mutate_one_in(m, 4);

    mutate_add_byte(text, '[');
    if (mutate_one_in(m, 6)) {
        mutate_add_one_of(m, text, "vvvV1x");
        mutate_add_one_of(m, text, "0123456789abcdefABCDEFg.");
        mutate_add_byte(text, '.');
        mutate_add_chars(m, text, ":!$&'()*+,;=~");
    } else {
        for (size_t i = 0; i + gone < groups; i++) {
            if (i == gap)
                mutate_add(text, "::", 2);
            else if (i > 0)
                mutate_add_byte(text, ':');
            if (with_ipv4 && i + gone + 2 == groups) {
                mutate_add_ipv4(m, text);
                break;
            }
            for (size_t n = 1 + mutate_below(m, mutate_one_in(m, 16) ? 6 : 4);
                 n > 0; n--)
                mutate_add_one_of(m, text, "0123456789abcdefABCDEF");
        }
        if (gap + gone >= groups)
            mutate_add(text, "::", 2);
    }
    if (!mutate_one_in(m, 16))
        mutate_add_byte(text, ']');
}

static inline void mutate_add_host(struct mutate *m, struct mutate_text *text)
{
    static const char *const plain[] = {
        "a", "localhost", "example.org", "www.example.com", "a-b.c-d",
        "xn--fiqs8s", "1.h", "1abc", "127.0.0.1",
    };
    static const char *const odd[] = {
        "", "a-", "-a", "a..b", "h.1", "a.b.", "host_name", "1.2.3.4a",
        "1.2.3.4.5", "%41", "caf\xc3\xa9.fr",
    };
    const char *host;

    switch (mutate_below(m, 12)) {
    case 0:
        mutate_add_ipv4(m, text);
        break;
    case 1:
        mutate_add_ip_literal(m, text);
        break;
    case 2:
        mutate_add_chars(m, text, "");
        break;
    case 3:
        host = MUTATE_PICK(m, odd);
        mutate_add(text, host, strlen(host));
        break;
    default:
        host = MUTATE_PICK(m, plain);
        mutate_add(text, host, strlen(host));
    }
}

static inline void mutate_add_scheme(struct mutate *m,
                                     struct mutate_text *text)
{
    static const char *const known[] = {
        "http", "https", "ftp", "file", "gopher", "mailto", "news", "nntp",
        "telnet", "rlogin", "tn3270", "wais", "prospero", "HTTP", "hTTps",
        "afs", "mid", "cid", "URL:",
        "NeWs", "x", "git+ssh", "a.b-c", "urn", "data", "ht", "httpss", "ftps",
    };
    static const char *const odd[] = {
        "", "1a", "+", "-a", ".", "a_b", "a%41",
    };
    const char *scheme;

    switch (mutate_below(m, 16)) {
    case 0:
        scheme = MUTATE_PICK(m, odd);
        mutate_add(text, scheme, strlen(scheme));
        break;
    case 1: case 2:
        mutate_add_one_of(m, text, "abcxyzABCXYZ");
        for (size_t n = mutate_length(m); n > 0; n--)
            mutate_add_one_of(m, text, "abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789+-.");
        break;
    default:
        scheme = MUTATE_PICK(m, known);
        mutate_add(text, scheme, strlen(scheme));
    }
}

/* Whole URLs */

/* A form is copied literally, except for "$" and a letter:
       S  a scheme         H  a host            N  digits, perhaps none
       L  login: perhaps userinfo, a host, perhaps a port
       U  a user or a password                  T  a type code of ftp
       W  a word           P  path bytes with "/"
       Q  query bytes      X  bytes of any part */
static inline void mutate_add_form(struct mutate *m, struct mutate_text *text,
                                   const char *form)
{
    for (; *form; form++) {
        if (*form != '$') {
            mutate_add_byte(text, (unsigned char)*form);
            continue;
        }
        switch (*++form) {
        case 'S':
            mutate_add_scheme(m, text);
            break;
        case 'H':
            mutate_add_host(m, text);
            break;
        case 'N':
            mutate_add_digits(m, text, mutate_below(m, 7));
            break;
        case 'L':
            if (mutate_one_in(m, 3))
                mutate_add_form(m, text, mutate_one_in(m, 2) ? "$U@"
                                                             : "$U:$U@");
            mutate_add_host(m, text);
            if (mutate_one_in(m, 3))
                mutate_add_form(m, text, ":$N");
            break;
        case 'U':
            mutate_add_chars(m, text, "!$&'()*+,;=");
            break;
        case 'T':
            mutate_add_one_of(m, text, "AIDaidAIDaidELxX;");
            break;
        case 'W':
            mutate_add_chars(m, text, "-.+_");
            break;
        case 'P':
            mutate_add_chars(m, text, "///:@&=!$'()*+,");
            break;
        case 'Q':
            mutate_add_chars(m, text, "/?:@&=;!$'()*+,");
            break;
        case 'X':
            mutate_add_chars(m, text, ":/?#[]@!$&'()*+,;=~%");
            break;
        default:
            break;
        }
    }
}

static inline void mutate_add_url(struct mutate *m, struct mutate_text *text,
                                  const struct locus_grammar *grammar)
{
    static const char *const generic[] = {
        "$S://$L", "$S://$L/$P", "$S://$L/$P?$Q", "$S://$L/$P#$Q",
        "$S://$L/$P?$Q#$Q", "$S://$L?$Q", "$S://$L#$Q", "$S:$P", "$S:/$P",
        "$S:$P?$Q#$Q", "$S:", "$S://$U:$U:$U@$H:$N/$P", "$S://$X", "$S:$X",
        "http://$L/$P?$Q", "https://$H/$P", "http://$H:$N",
    };
    static const char *const reference[] = {
        "//$L/$P", "//$L", "/$P?$Q#$Q", "$P", "$P?$Q", "?$Q", "#$Q", "./$P",
        "../../$P", "$W/$P", "", "$X", "$W:$P",
    };
    static const char *const rfc1738[] = {
        "ftp://$L", "ftp://$L/$P", "ftp://$L/$P;type=$T", "ftp://$L/$P;$W",
        "FTP://$U:$U@$H:$N/$P;type=$T", "file:///$P", "file://localhost/$P",
        "file://$H/$P", "file://$H", "http://$L/$P?$Q", "https://$H:$N/$P",
        "gopher://$H", "gopher://$H:$N/", "gopher://$H/1$P", "gopher://$H/$X",
        "gopher://$H/1$P%09$Q", "gopher://$H/%31$P%09$Q%09+$P",
        "gopher://$H/%09%09%09", "mailto:$U@$H", "mailto:$X", "news:*",
        "news:$W.$W", "news:$P@$H", "news:$W", "nntp://$H:$N/$W.$W/$N",
        "nntp://$H/$W", "telnet://$L", "telnet://$L/", "rlogin://$L/",
        "tn3270://$L", "wais://$H:$N/$W", "wais://$H/$W?$Q",
        "wais://$H/$W/$W/$W", "wais://$H/$P", "prospero://$H:$N/$P",
        "prospero://$H//$P;$W=$W;$W=$W", "prospero://$H/$P;$U", "$S://$L/$P",
        "$S:$X", "$S://$X", "$S:$P", "$S:",
    };

    static const char *const rfc1630[] = {
        "ftp://$L/$P", "ftp://$L/$P;type=$T", "ftp://$L/$P;type=$T$N",
        "URL:ftp://$W:$W@$H:$N/$P;type=AN#$W", "file:///$P", "file://$H/$P#$W",
        "afs://$H/$P", "http://$L/$P?$W#$W", "https://$H:$N?$W", "url:$S:$P",
        "gopher://$H:$N/", "gopher://$H/1$P", "gopher://$H/+$P%09$W%09+$P",
        "mailto:$W@$H", "mailto:$X", "mid:$W@$W", "cid:$U@$U", "mid:$P",
        "news:*", "news:$W.$W", "news:$U@$H", "news:$P", "nntp:$W.$W/$N",
        "nntp:$W/$N#$W", "nntp://$H/$W/$N", "telnet://$L", "telnet://$L/",
        "rlogin://$W@$H", "tn3270://$L#$W", "wais://$H:$N/$W", "wais://$H/$W?$W",
        "wais://$H/$W/$W/1=$P;", "wais://$H/$W/$W/$N=$W;$N=$P;#$W",
        "wais://$H/$P", "prospero://$H:$N/$P", "prospero://$H//$P%001$W",
        "prospero://$H/$W%00$N", "prospero://$H/%0$X", "urn:$P", "URN:$P?$W#$W",
        "x-$W://$L/$P", "$S://$W:$W@$H:$N/$P?$W#$W", "$S:$X", "$S://$X",
        "$S:$P", "$S:", "URL:$X",
    };

    static const char *const target[] = {
        "/$P", "/$P?$Q", "//$L/$P", "/", "/$P?$Q#$Q", "$H:$N", "$H:", ":$N",
        "http://$L/$P?$Q", "$S://$L", "$S:$N", "$S:$P?$Q", "*", "*$X", "$X",
        "$W:$N", "$U@$H:$N",
    };
    static const char *const authority[] = {
        "$H", "$H:$N", "$H:", ":$N", "", "$U@$H", "$U:$U@$H:$N", "$L", "$L/$P",
        "$U:$N@$H",
    };
    static const char *const http[] = {
        "http://$H", "https://$H:$N/$P?$Q#$Q", "HTTP://$H/$P", "http://$L/$P",
        "https://$U@$H", "http://$U:$U@$H:$N/", "https:/$P", "http:///$P", "$S://$L/$P",
    };

    /* Usually a form of the given grammar. */
    if (mutate_one_in(m, 8))
        grammar = mutate_grammar(m);
    if (grammar == locus_rfc1738)
        mutate_add_form(m, text, MUTATE_PICK(m, rfc1738));
    else if (grammar == locus_rfc1630)
        mutate_add_form(m, text, MUTATE_PICK(m, rfc1630));
    else if (locus_grammar_traits(grammar) & LOCUS_TRAIT_TARGET)
        mutate_add_form(m, text, MUTATE_PICK(m, target));
    else if (grammar == locus_authority)
        mutate_add_form(m, text, MUTATE_PICK(m, authority));
    else if (grammar == locus_http_url)
        mutate_add_form(m, text, MUTATE_PICK(m, http));
    else if (locus_grammar_traits(grammar) & LOCUS_TRAIT_REFERENCE && mutate_one_in(m, 2))
        mutate_add_form(m, text, MUTATE_PICK(m, reference));
    else
        mutate_add_form(m, text, MUTATE_PICK(m, generic));
}

/* Damage */

static inline void mutate_erase(struct mutate_text *text, size_t at, size_t n)
{
    if (at >= text->len)
        return;
    if (n > text->len - at)
        n = text->len - at;
    memmove(text->bytes + at, text->bytes + at + n, text->len - at - n);
    text->len -= n;
}

/* Makes room for n bytes at `at`, for the caller to write. Bytes pushed past the end
   are lost. Returns how many bytes there is room for. */
static inline size_t mutate_open(struct mutate_text *text, size_t at, size_t n)
{
    if (n > MUTATE_MAX - at)
        n = MUTATE_MAX - at;
    if (text->len > MUTATE_MAX - n)
        text->len = MUTATE_MAX - n;
    memmove(text->bytes + at + n, text->bytes + at, text->len - at);
    text->len += n;
    return n;
}

static inline unsigned char mutate_byte(struct mutate *m)
{
    static const unsigned char telling[] =
        ":/?#[]@!$&'()*+,;=%-._~ \"<>\\^`{|}0159aAfFgGvVzZ"
        "\t\r\n\x01\x1f\x7f\x80\x9f\xa0\xc2\xe2\xef\xff";

    /* Includes the NUL that ends the string. */
    return mutate_one_in(m, 4) ? (unsigned char)mutate_below(m, 256)
                               : MUTATE_PICK(m, telling);
}

/* Lengthens the text to `len` with a run of bytes somewhere in it. */
static inline void mutate_stretch(struct mutate *m, struct mutate_text *text,
                                  size_t len)
{
    static const char *const fill[] = {
        "a", "0", "%41", "a%2f", "/", ".", "a.", "-", "f%FFg",
    };
    const char *pattern = MUTATE_PICK(m, fill);
    const size_t period = strlen(pattern);
    const size_t at = mutate_below(m, text->len + 1);
    size_t n;

    if (len <= text->len)
        return;
    n = mutate_open(text, at, len - text->len);
    for (size_t i = 0; i < n; i++)
        text->bytes[at + i] = (unsigned char)pattern[i % period];
}

/* One change somewhere. */
static inline void mutate_damage(struct mutate *m, struct mutate_text *text)
{
    static const char *const pieces[] = {
        "://", "//", ":", "@", "%", "%4", "%zz", "%%", "%09", "?", "#", "/",
        "[", "]", "[::1]", "1.2.3.4", ":80", "u:p@", "u@", ";type=a", ";a=b",
        "..", "/../", "\\", " ", "\r\n", "http:", "http://", "news:", "*", "=",
    };
    const size_t at = mutate_below(m, text->len + 1);
    size_t n;

    switch (mutate_below(m, 9)) {
    case 0:                                           /* a byte replaced */
    case 1:
        if (at < text->len)
            text->bytes[at] = mutate_byte(m);
        break;
    case 2:                                           /* another byte inserted */
        if (mutate_open(text, at, 1) > 0)
            text->bytes[at] = mutate_byte(m);
        break;
    case 3:                                           /* some bytes erased */
        mutate_erase(text, at, 1 + mutate_below(m, mutate_one_in(m, 4) ? 16
                                                                       : 2));
        break;
    case 4: {                                         /* a piece of a URL inserted */
        const char *piece = MUTATE_PICK(m, pieces);

        n = mutate_open(text, at, strlen(piece));
        memcpy(text->bytes + at, piece, n);
        break;
    }
    case 5: {                                         /* a piece repeated */
        unsigned char copy[16];

        n = 1 + mutate_below(m, sizeof copy);
        if (n > text->len - at)
            n = text->len - at;
        memcpy(copy, text->bytes + at, n);
        n = mutate_open(text, at, n);
        memcpy(text->bytes + at, copy, n);
        break;
    }
    case 6:                                           /* the case flipped */
        if (at < text->len)
            text->bytes[at] ^= 0x20;
        break;
    case 7:                                           /* an early end */
        text->len = at;
        break;
    default: {                                        /* a pct-encoded cut short */
        const unsigned char *percent =
            text->len > at ? memchr(text->bytes + at, '%', text->len - at)
                           : NULL;

        if (percent) {
            const size_t from = (size_t)(percent - text->bytes);

            if (mutate_one_in(m, 2)) {
                n = from + 1 + mutate_below(m, 2);
                text->len = n < text->len ? n : text->len;
            } else {
                mutate_erase(text, from + mutate_below(m, 3), 1);
            }
        }
    }
    }
}

/* Writes a text into `bytes`, which holds MUTATE_MAX, and returns its
   length. */
static inline size_t mutate_url(struct mutate *m, const struct locus_grammar *grammar,
                                unsigned char *bytes)
{
    struct mutate_text text = { bytes, 0 };
    size_t changes = 0;

    mutate_add_url(m, &text, grammar);
    if (mutate_one_in(m, 4))
        mutate_stretch(m, &text,
                       64 * (1 + mutate_below(m, 4)) - 3 + mutate_below(m, 7));
    switch (mutate_below(m, 8)) {
    case 0: case 1: case 2:
        break;
    case 3: case 4: case 5:
        changes = 1;
        break;
    case 6:
        changes = 2 + mutate_below(m, 3);
        break;
    default:
        changes = 1 + mutate_below(m, 16);
    }
    while (changes-- > 0)
        mutate_damage(m, &text);
    return text.len;
}

/* Writes a text as a C string literal. */
static inline void mutate_print(FILE *to, const unsigned char *bytes,
                                size_t len)
{
    fputc('"', to);
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] == '"' || bytes[i] == '\\')
            fprintf(to, "\\%c", bytes[i]);
        else if (bytes[i] >= 0x20 && bytes[i] < 0x7f)
            fputc(bytes[i], to);
        else
            fprintf(to, "\\%03o", (unsigned)bytes[i]);    /* three digits always */
    }
    fputc('"', to);
}

#endif
