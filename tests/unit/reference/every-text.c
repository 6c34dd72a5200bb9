/* SPDX-License-Identifier: MIT
 *
 * References and normal forms of every text of certain kinds.
 */
#include <stdio.h>
#include <string.h>

#include "support/grammars.h"
#include "support/hexdig.h"
#include "unit/reference/resolve-oracle.h"
#include "unit/reference/resolve-texts.h"
#include "unit/reference/test-resolve.h"

/* Writes the `n`th text made of `begin` and up to `most` pieces. Returns whether there is
   one. */
static bool text_of_pieces(struct text *text, const char *begin,
                           const char *const *pieces, size_t count, size_t most,
                           size_t n)
{
    size_t some = 1;                       /* texts of `size` pieces */
    size_t size = 0;

    text->len = strlen(begin);
    memcpy(text->bytes, begin, text->len);
    while (size < most && n >= some) {
        n -= some;
        some *= count;
        size++;
    }
    if (n >= some)
        return false;
    for (; size > 0; size--, n /= count) {
        const size_t len = strlen(pieces[n % count]);

        memcpy(text->bytes + text->len, pieces[n % count], len);
        text->len += len;
    }
    return true;
}

/* Resolving and relativizing give what RFC 3986 gives for the same text ("a single,
   generic-RL syntax", RFC 1808, section 2.1). */
static unsigned check_generic(struct text text, const struct locus_grammar *grammar)
{
    static const char *const bases[] = { "s:/b", "s://h/a/b", "s:a", "t://h/" };
    static const char *const refs[] = { "a", "?a", "#a", "..", "" };
    struct question q = { .what = RESOLVE, .second_text = text };
    struct question r = { .what = RELATIVIZE, .second_text = text };
    struct text got, want = { buffers[1], 0 };
    struct locus_url here, there;
    int result, other;

    if (locus_parse(&here, text.bytes, text.len, grammar) != 0
        || locus_parse(&there, text.bytes, text.len, locus_rfc3986) != 0)
        return 0;
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        q.first_text = (struct text){ (char *)(uintptr_t)bases[i], strlen(bases[i]) };
        r.first_text = q.first_text;
        ck_assert_int_eq(locus_parse(&q.first, bases[i], q.first_text.len, locus_web), 0);
        q.second = here;
        got = answer_of(&q, 0, &result);
        want.len = oracle_resolve(want.bytes, &q.first, bases[i], &there, text.bytes,
                                  true);
        if (result != 0 || !same_text(got, want))
            wrong("resolved otherwise", q.first_text, text, got);
        r.first = q.first;
        r.second = here;
        got = answer_of(&r, 0, &result);
        r.second = there;
        want = answer_of(&r, 1, &other);
        if (result != other || !same_text(got, want))
            wrong("relativized otherwise", q.first_text, text, got);
    }
    q.first_text = text;
    q.first = here;
    for (size_t i = 0; grammar != locus_rfc1630 && i < sizeof refs / sizeof *refs; i++) {
        q.second_text = (struct text){ (char *)(uintptr_t)refs[i], strlen(refs[i]) };
        ck_assert_int_eq(locus_parse(&q.second, refs[i], q.second_text.len,
                                     locus_rfc3986_reference), 0);
        got = answer_of(&q, 0, &result);
        want.len = oracle_resolve(want.bytes, &there, text.bytes, &q.second, refs[i],
                                  true);
        if (result != 0 || !same_text(got, want))
            wrong("a base otherwise", text, q.second_text, got);
    }
    return 1;
}

START_TEST(every_url_of_other_grammars)
{
    static const char *const begins[] = { "s:", "s://h" };
    static const char *const pieces[] = { "/", "..", "a", "?", "#", ":" };
    char bytes[32];
    struct text text = { bytes, 0 };
    unsigned valid[2] = { 0, 0 };

    for (size_t b = 0; b < 2; b++)
        for (size_t n = 0; text_of_pieces(&text, begins[b], pieces, 6, 5, n); n++) {
            valid[0] += check_generic(text, locus_rfc1738);
            valid[1] += check_generic(text, locus_rfc1630);
        }
    ck_assert_uint_gt(valid[0], 1000);
    ck_assert_uint_gt(valid[1], 1000);
}
END_TEST

/* 5.2.4 and 6.2.2.3: dots of all kinds, alone, after a scheme, after a host. */
START_TEST(every_path_of_dots)
{
    static const char *const begins[] = { "", "s:", "s://h", "s:/" };
    static const char *const pieces[] = { "/", ".", "%2e", "%2E", "a" };
    static const unsigned steps[] = {
        LOCUS_STEP_DOTS, LOCUS_STEP_DOTS | LOCUS_STEP_DECODE
    };
    char bytes[32];
    struct question q = { .what = NORMALIZE, .first_text = { bytes, 0 } };
    unsigned valid = 0;

    for (size_t b = 0; b < sizeof begins / sizeof *begins; b++)
        for (size_t n = 0; text_of_pieces(&q.first_text, begins[b], pieces, 5, 5, n);
             n++) {
            if (locus_parse(&q.first, bytes, q.first_text.len,
                            locus_rfc3986_reference) != 0)
                continue;
            valid++;
            for (int i = 0; i < 2; i++) {
                struct text got, want = { buffers[1], 0 };
                int result;

                q.flags = steps[i];
                got = answer_of(&q, 0, &result);
                want.len = oracle_normalize(want.bytes, &q.first, bytes, steps[i]);
                if (result != 0 || !same_text(got, want))
                    wrong("not as the oracle has it", q.first_text, got, want);
            }
        }
    ck_assert_uint_gt(valid, 10000);
}
END_TEST

/* 2.1, 2.3, 6.2.2.1, 6.2.2.2, and locus.h for a "%" that begins no pct-encoded octet:
   from left to right, pct-encoded unreserved characters are decoded and other
   pct-encoded octets get upper-case digits. */
static size_t decode_slowly(char *to, const char *text, size_t len)
{
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        const int octet = text[i] == '%' && i + 2 < len ? hexdig_octet(text + i + 1) : -1;
        const bool guarded = (i > 0 && text[i - 1] == '%')
            || (i > 1 && text[i - 2] == '%' && hexdig(text[i - 1]) >= 0);

        if (octet < 0) {
            to[n++] = text[i];
            continue;
        }
        i += 2;
        if (!guarded && octet < 0x80 && octet > 0
            && (isalnum(octet) || strchr("-._~", octet)))
            to[n++] = (char)octet;
        else
            n += (size_t)sprintf(to + n, "%%%02X", (unsigned)octet);
    }
    return n;
}

static unsigned check_decoding(const char *text, size_t len)
{
    struct question q = {
        .what = NORMALIZE, .flags = LOCUS_STEP_DECODE | LOCUS_STEP_PERCENT_CASE,
        .first_text = { (char *)(uintptr_t)text, len }
    };
    struct text got, want = { buffers[1], 0 };
    int result;

    if (locus_parse(&q.first, text, len, locus_web) != 0)
        return 0;
    got = answer_of(&q, 0, &result);
    want.len = decode_slowly(want.bytes, text, len);
    if (result != 0 || !same_text(got, want))
        wrong("decoded otherwise", q.first_text, got, want);
    return 1;
}

START_TEST(every_two_bytes_after_percent)
{
    static const char digits[] = "0123456789:/ABCDEFG@Zabcdefg`z%";
    enum { DIGITS = sizeof digits - 1 };
    static const char *const before[] = {
        "%", "%0", "%9", "%:", "%A", "%F", "%G", "%a", "%f", "%g", "%%", "%41", "%c3",
        "%4%", "%4g", "%:3", "a", "%4/",
    };
    char text[32] = "s://h/";
    unsigned valid = 0;

    for (int pair = 0; pair < 0x10000; pair++) {
        text[6] = '%';
        text[7] = (char)(pair >> 8);
        text[8] = (char)pair;
        valid += check_decoding(text, 9);
    }
    ck_assert_uint_gt(valid, 40000);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        for (size_t pair = 0; pair < DIGITS * DIGITS; pair++) {
            const int len = snprintf(text, sizeof text, "s://h/%s%%%c%c", before[i],
                                     digits[pair / DIGITS], digits[pair % DIGITS]);

            ck_assert_uint_eq(check_decoding(text, (size_t)len), 1);
            ck_assert_int_gt(snprintf(text, sizeof text, "s://h/%%%c%c%s",
                                      digits[pair / DIGITS], digits[pair % DIGITS],
                                      before[i]), 0);
            ck_assert_uint_eq(check_decoding(text, (size_t)len), 1);
        }
}
END_TEST

/* RFC 9112, 3.2: a target and its normal form have the same form. The normal form of an
   absolute-form is that of the URI, unless this is also an authority-form. */
static unsigned check_target(struct text text, const struct locus_grammar *grammar,
                             unsigned steps)
{
    struct question q = { .what = NORMALIZE, .flags = steps, .first_text = text };
    struct question r = q;
    struct text got, again, want = { buffers[1], 0 };
    struct locus_url normal;
    int result;

    if (locus_parse(&q.first, text.bytes, text.len, grammar) != 0)
        return 0;
    got = answer_of(&q, 0, &result);
    ck_assert_int_eq(result, 0);
    if (locus_parse(&normal, got.bytes, got.len, grammar) != 0
        || normal.form != q.first.form)
        wrong("of another form", text, got, got);
    r.first = normal;
    r.first_text = got;
    again = answer_of(&r, 2, &result);
    if (result != 0 || !same_text(again, got))
        wrong("not normal", text, got, again);
    if (compare_hard(&q.first, text, &normal, got, steps) != 0)
        wrong("not equal", text, got, got);
    if (normal.form != LOCUS_FORM_ABSOLUTE
        || locus_parse(&r.first, text.bytes, text.len, locus_rfc3986) != 0)
        return 1;
    want.len = oracle_normalize(want.bytes, &r.first, text.bytes, steps);
    ck_assert_int_eq(locus_parse(&normal, want.bytes, want.len, grammar), 0);
    if (normal.form == LOCUS_FORM_AUTHORITY) {
        /* "a:12" is written "a:./12", or "a:%312" if dot-segments remain. */
        const bool dots = (steps & LOCUS_STEP_DOTS) != 0;
        const size_t at = normal.part[LOCUS_PORT].off;

        memmove(want.bytes + at + 2, want.bytes + at, want.len - at);
        memcpy(want.bytes + at, dots ? "./" : "%3", 2);
        want.len += 2;
    }
    if (!same_text(got, want))
        wrong("not that of the URI", text, got, want);
    return 1;
}

START_TEST(every_target)
{
    static const char *const begins[] = { "", "a:", "a:.", "a:%3", "*", "//" };
    static const char *const pieces[] = { "1", "%32", ".", "%2E", "/", ":", "?", "b" };
    static const unsigned steps[] = {
        0, LOCUS_STEP_DOTS, LOCUS_STEP_DECODE, LOCUS_STEP_DOTS | LOCUS_STEP_DECODE,
        LOCUS_STEPS_ALL
    };
    char bytes[32];
    struct text text = { bytes, 0 };
    unsigned valid = 0;

    for (size_t b = 0; b < sizeof begins / sizeof *begins; b++)
        for (size_t n = 0; text_of_pieces(&text, begins[b], pieces, 8, 5, n); n++)
            for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
                valid += check_target(text, locus_request_target, steps[i]);
                valid += check_target(text, locus_web_target, steps[i]);
            }
    ck_assert_uint_gt(valid, 100000);
}
END_TEST

TCase *every_text_tests(void)
{
    TCase *tests = tcase_create("every text");

    tcase_add_test(tests, every_url_of_other_grammars);
    tcase_add_test(tests, every_path_of_dots);
    tcase_add_test(tests, every_two_bytes_after_percent);
    tcase_add_test(tests, every_target);
    tcase_set_timeout(tests, 300);
    return tests;
}
