/* SPDX-License-Identifier: MIT
 *
 * locus_decode() compared with a reference that reads byte by byte, without a machine,
 * with buffers of many sizes that end at a guard page.
 */
#include <stdlib.h>
#include <string.h>

#include "support/grammars.h"
#include "support/guard.h"
#include "support/hexdig.h"
#include "support/mutate.h"
#include "unit/coding/coding-properties.h"
#include "unit/coding/test-coding.h"

/* What locus_decode() returns. */
struct decoded {
    int result;
    size_t len;
    size_t offset;
    uint32_t found;
    unsigned char octets[MUTATE_MAX];
};

/* The octets that may not be hidden in a component (grammar/coding/delimiters.rl). */
static const char *delimiters_of(int component)
{
    switch (component) {
    case LOCUS_SCHEME: case LOCUS_PORT: case LOCUS_TYPE: case LOCUS_GTYPE:
    case LOCUS_GROUP: case LOCUS_NUMBER:
        return "";
    case LOCUS_USER: case LOCUS_USERINFO: case LOCUS_ARTICLE: return ":/?#[]@";
    case LOCUS_PASSWORD: return "/?#[]@";
    case LOCUS_HOST: return ":/?#[]@ <>\"%\\";
    case LOCUS_QUERY: case LOCUS_QUERY_ITEM: return "&=+;#";
    case LOCUS_FRAGMENT: return "#";
    case LOCUS_SELECTOR: case LOCUS_SEARCH: case LOCUS_PLUS: return "\t";
    case LOCUS_ADDRESS: return "@,?";
    case LOCUS_FIELDS: return ";=";
    case LOCUS_ANY: return ":/?#[]@!$&'()*+,;=";
    default: return "/?#;\\";      /* the parts of paths */
    }
}

static bool is_one_of(const char *set, unsigned char octet)
{
    return octet != 0 && strchr(set, octet) != NULL;
}

/* RFC 3629, section 4. How many octets of the character are left (0 between characters),
   and the bounds of the next one. */
struct utf8 {
    unsigned left, low, high;
    bool broken;
};

static bool breaks_utf8(struct utf8 *u, unsigned char octet)
{
    if (u->broken)
        return false;
    if (u->left > 0) {
        if (octet < u->low || octet > u->high)
            return u->broken = true;
        u->left--;
        u->low = 0x80;
        u->high = 0xbf;
        return false;
    }
    if (octet < 0x80)
        return false;
    if (octet < 0xc2 || octet > 0xf4)
        return u->broken = true;
    u->left = octet < 0xe0 ? 1 : octet < 0xf0 ? 2 : 3;
    u->low = octet == 0xe0 ? 0xa0 : octet == 0xf0 ? 0x90 : 0x80;
    u->high = octet == 0xed ? 0x9f : octet == 0xf4 ? 0x8f : 0xbf;
    return false;
}

static void note(struct decoded *d, uint32_t found, size_t *first, size_t offset)
{
    if (found && !d->found)
        *first = offset;
    d->found |= found;
}

/* Bytes that a host cannot contain unencoded. */
static bool is_refused(unsigned char octet)
{
    return octet < 0x20 || octet == 0x7f || is_one_of(":/?#[]@ <>\"\\", octet);
}

/* Whether such a byte is where the "%" needs a digit. Then the byte is the error. */
static bool is_cut_off(const unsigned char *percent, size_t len)
{
    const size_t digit = len > 1 && hexdig(percent[1]) >= 0 ? 2 : 1;

    return digit < len && is_refused(percent[digit]);
}

static void decode_plainly(struct decoded *d, const unsigned char *text, size_t len,
                           int component, unsigned flags)
{
    struct utf8 utf8 = { .left = 0 };
    size_t first = 0;

    *d = (struct decoded){ .result = 0 };
    for (size_t i = 0; i < len; i++) {
        const bool encoded = text[i] == '%' && len - i > 2
                          && hexdig_octet(text + i + 1) >= 0;
        const unsigned char octet = (unsigned char)(
            encoded ? hexdig_octet(text + i + 1)
            : text[i] == '+' && flags & LOCUS_PLUS_IS_SPACE ? ' ' : text[i]);
        const size_t offset = i;
        uint32_t found = 0;

        if (component == LOCUS_HOST && is_refused(text[i])) {
            if (d->result == 0) {
                d->result = LOCUS_ERROR_HOST;
                d->offset = i;
            }
            break;
        }
        if (text[i] == '%' && !encoded && !(flags & LOCUS_KEEP) && d->result == 0
            && !(component == LOCUS_HOST && is_cut_off(text + i, len - i))) {
            d->result = LOCUS_ERROR_PERCENT;
            d->offset = i;
        }
        if (encoded)
            i += 2;
        if (octet < 0x20 || octet == 0x7f)
            found |= LOCUS_FOUND_CONTROL;
        if (octet == 0)
            found |= LOCUS_FOUND_NUL;
        if (octet == '\r')
            found |= LOCUS_FOUND_CR;
        if (octet == '\n')
            found |= LOCUS_FOUND_LF;
        if (breaks_utf8(&utf8, octet))
            found |= LOCUS_FOUND_NOT_UTF8;
        if (encoded && is_one_of(delimiters_of(component), octet))
            found |= LOCUS_FOUND_DELIMITER;
        note(d, found, &first, offset);
        if (component == LOCUS_HOST && encoded && d->result == 0
            && d->found & (LOCUS_FOUND_CONTROL | LOCUS_FOUND_DELIMITER)) {
            d->result = LOCUS_ERROR_HIDDEN;
            d->offset = offset;
        }
        d->octets[d->len++] = octet;
    }
    if (utf8.left > 0 && !utf8.broken)
        note(d, LOCUS_FOUND_NOT_UTF8, &first, len);
    if (d->result == 0)
        d->offset = first;
    else
        d->len = 0;
}

/* Whether the text is an IP-literal, which is not decoded. */
static bool is_literal(const unsigned char *text, size_t len)
{
    struct locus_url url;
    char whole[MUTATE_MAX + 8] = "x://";

    if (len == 0 || *text != '[')
        return false;
    memcpy(whole + 4, text, len);
    return locus_parse(&url, whole, len + 4, locus_rfc3986) == 0
        && url.part[LOCUS_HOST].len == len && url.host_kind != LOCUS_HOST_NAME;
}

/* A buffer of this size gets as much as fits, and nothing is written after it. */
static void check_size(const char *text, size_t len, int component, unsigned flags,
                       const struct decoded *wanted, struct guard *room, size_t size)
{
    char *const buf = guard_after(room, NULL, size);
    struct locus_report report = { 0, -1, 0 };
    size_t written = 12345;
    const int expected = wanted->result ? wanted->result
                       : wanted->len > size ? LOCUS_ERROR_SPACE : 0;
    const int result = locus_decode(buf, size, &written, text, len, component, flags,
                                    &report);

    if (result != expected)
        fprintf(stderr, "component %d, flags %u, size %zu: %d, not %d\n", component, flags, size,
                result, expected);
    CODING_HOLDS(result == expected, text, len);
    CODING_HOLDS(written == wanted->len, text, len);
    CODING_HOLDS(report.found == wanted->found, text, len);
    CODING_HOLDS(report.offset == wanted->offset, text, len);
    if (wanted->result == 0)
        CODING_HOLDS(memcmp(buf, wanted->octets, size < written ? size : written) == 0,
                     text, len);
}

/* Decodes the text as the reference does, into buffers of some sizes; with `each_size`, also of
   each size up to that of the result. */
static void check_text(struct mutate *m, const unsigned char *bytes, size_t len, int component,
                       unsigned flags, struct guard *texts, struct guard *room, bool each_size)
{
    struct decoded wanted;
    const char *text;

    if (component == LOCUS_HOST && is_literal(bytes, len))
        return;
    decode_plainly(&wanted, bytes, len, component, flags);
    text = guard_after(texts, bytes, len);
    check_size(text, len, component, flags, &wanted, room, len);
    check_size(text, len, component, flags, &wanted, room, mutate_below(m, len + 2));
    check_size(text, len, component, flags, &wanted, room, 2 * len);
    if (each_size)
        for (size_t size = 0; size <= wanted.len + 1; size++)
            check_size(text, len, component, flags, &wanted, room, size);
}

START_TEST(decodes_as_the_reference)
{
    static const int components[] = {
        LOCUS_PATH, LOCUS_QUERY, LOCUS_HOST, LOCUS_USERINFO, LOCUS_QUERY_ITEM
    };
    const uint64_t count = texts_to_try(200000) / 8 + 1;
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);
    struct guard texts = { NULL, NULL }, room = { NULL, NULL };

    for (uint64_t i = 0; i < count; i++) {
        struct mutate m;
        unsigned char bytes[MUTATE_MAX];
        unsigned flags = 0;
        int component;
        size_t len;

        mutate_seed(&m, seed + i);
        len = mutate_url(&m, mutate_grammar(&m), bytes);
        component = mutate_one_in(&m, 2) ? MUTATE_PICK(&m, components)
                                         : coding_component(mutate_below(&m, CODING_COMPONENTS));
        if (mutate_one_in(&m, 2))
            flags |= LOCUS_KEEP;
        if (component == LOCUS_QUERY || component == LOCUS_QUERY_ITEM || component == LOCUS_ANY)
            flags |= mutate_one_in(&m, 2) ? LOCUS_PLUS_IS_SPACE : 0;
        check_text(&m, bytes, len, component, flags, &texts, &room, i % 64 == 0);
    }
}
END_TEST

/* Mostly percent-encoded octets, delimiters among them, and what only resembles one. */
static size_t dense_text(struct mutate *m, unsigned char text[MUTATE_MAX])
{
    static const char *const pieces[] = {
        "%41", "%2F", "%2f", "%3b", "%c3%a9", "%00", "%80", "%7e", "%5C", "a", "Z9", "+",
        "%", "%4", "%4g", "%g4", "%%41", "-._~-._~-._~-._~-._~-._~-._~-._~-._~"
    };
    const size_t common = mutate_below(m, sizeof pieces / sizeof *pieces);
    const size_t most = mutate_below(m, MUTATE_MAX);
    size_t len = 0;

    while (len < most) {
        const char *const piece = mutate_one_in(m, 3) ? MUTATE_PICK(m, pieces) : pieces[common];
        const size_t n = strlen(piece) < most - len ? strlen(piece) : most - len;

        memcpy(text + len, piece, n);
        len += n;
    }
    return len;
}

START_TEST(decodes_many_octets_as_the_reference)
{
    const uint64_t count = texts_to_try(200000) / 4 + 1;
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);
    struct guard texts = { NULL, NULL }, room = { NULL, NULL };

    for (uint64_t i = 0; i < count; i++) {
        struct mutate m;
        unsigned char bytes[MUTATE_MAX];
        int component;
        size_t len;

        mutate_seed(&m, seed + i);
        len = dense_text(&m, bytes);
        component = coding_component(mutate_below(&m, CODING_COMPONENTS));
        check_text(&m, bytes, len, component, mutate_one_in(&m, 2) ? LOCUS_KEEP : 0, &texts,
                   &room, false);
    }
}
END_TEST

/* A text of escapes and literal bytes that is longer than what is decoded at once, with
   buffers of many sizes. */
START_TEST(decodes_long_texts)
{
    enum { LEN = 3000 };
    static char text[LEN];
    struct guard texts = { NULL, NULL }, room = { NULL, NULL };

    for (size_t period = 3; period < 400; period += 7) {
        for (size_t i = 0; i < LEN; i++)
            text[i] = 'a';
        for (size_t i = 0; i + 3 <= LEN; i += period)
            memcpy(text + i, "%41", 3);
        for (size_t size = 0; size < 2 * LEN; size += 97) {
            const char *const at = guard_after(&texts, text, LEN);
            char *const buf = guard_after(&room, NULL, size);
            const size_t escapes = (LEN - 3) / period + 1;
            size_t len;
            const int result = locus_decode(buf, size, &len, at, LEN, LOCUS_PATH, 0, NULL);

            ck_assert_uint_eq(len, LEN - 2 * escapes);
            ck_assert_int_eq(result, len > size ? LOCUS_ERROR_SPACE : 0);
            for (size_t i = 0, from = 0; i < size && i < len; i++) {
                const bool is_escape = from % period == 0 && from + 3 <= LEN;

                ck_assert_int_eq(buf[i], is_escape ? 'A' : 'a');
                from += is_escape ? 3 : 1;
            }
        }
    }
    /* The offset of what is found. */
    memset(text, 'a', LEN);
    for (size_t at = 0; at + 3 <= LEN; at += 13) {
        struct locus_report report = { 0, -1, 0 };
        char *const buf = guard_after(&room, NULL, LEN);
        size_t len;

        memcpy(text + at, at % 2 ? "%0a" : "%ff", 3);
        ck_assert_int_eq(locus_decode(buf, LEN, &len, guard_after(&texts, text, LEN), LEN,
                                      LOCUS_PATH, 0, &report), 0);
        ck_assert_uint_eq(report.offset, at);
        ck_assert_uint_eq(report.found, at % 2 ? LOCUS_FOUND_LF | LOCUS_FOUND_CONTROL
                                               : LOCUS_FOUND_NOT_UTF8);
        memset(text + at, 'a', 3);
    }
}
END_TEST

TCase *decode_tests(void)
{
    TCase *tests = tcase_create("decode");

    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, decodes_as_the_reference);
    tcase_add_test(tests, decodes_many_octets_as_the_reference);
    tcase_add_test(tests, decodes_long_texts);
    return tests;
}
