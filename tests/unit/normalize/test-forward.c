/* SPDX-License-Identifier: MIT
 *
 * Normal forms that are written forward, locus_is_normal() and locus_compare(), compared with
 * the slow way, which reads each byte from the end to the beginning
 * (reference/recompose.h), for buffers of every size, with every kernel, and at both guard
 * pages. (tests/unit/reference/test-resolve compares both with the wording of RFC 3986.)
 */
#include "normalize/normalize.h"
#include "support/grammars.h"
#include "support/guard.h"
#include "support/mutate.h"
#include "support/unit.h"

enum { SIZE = MUTATE_MAX + 64 };

static struct guard text_guard, other_guard, result_guard;

_Noreturn static void differ(const char *what, const struct locus_url *url, const char *text,
                             size_t len, unsigned steps)
{
    fprintf(stderr, "%s (%s, %s, steps %u): ", what, locus_kernel(),
            locus_grammar_name(locus_url_grammar(url)), steps);
    mutate_print(stderr, (const unsigned char *)text, len);
    ck_abort_msg("\n%s", what);
}

/* Writes the normal form, read backwards. Returns its length. */
static size_t slow_form(char form[SIZE], const struct locus_url *url, const char *text,
                        unsigned steps)
{
    struct recomposed pieces;
    size_t len;

    locus_normal_form(&pieces, url, text, steps);
    ck_assert_int_eq(locus_recomposed_write(&pieces, form, SIZE, &len), 0);
    return len;
}

static void check_size(const struct locus_url *url, const char *text, size_t len,
                       unsigned steps, const char *form, size_t form_len, size_t size)
{
    char *const buf = guard_after(&result_guard, NULL, size);
    size_t written = SIZE_MAX;
    const int result = locus_normalize(buf, size, &written, url, text, steps);

    if (written != form_len)
        differ("another length", url, text, len, steps);
    if (result != (size < form_len ? LOCUS_ERROR_SPACE : 0))
        differ("another result", url, text, len, steps);
    if (result == 0 && memcmp(buf, form, form_len) != 0)
        differ("another form", url, text, len, steps);
}

static void check_form(struct mutate *m, const struct locus_url *url, const char *text,
                       size_t len, unsigned steps)
{
    char form[SIZE];
    const size_t form_len = slow_form(form, url, text, steps);
    const int is_same = form_len == len && memcmp(form, text, len) == 0;
    struct locus_url again;

    if (locus_is_normal(url, text, steps) != is_same)
        differ(is_same ? "is normal" : "is not normal", url, text, len, steps);
    check_size(url, text, len, steps, form, form_len, len);
    check_size(url, text, len, steps, form, form_len, len + 40);
    check_size(url, text, len, steps, form, form_len, form_len);
    if (mutate_one_in(m, 64))
        for (size_t size = 0; size <= len + 4; size++)
            check_size(url, text, len, steps, form, form_len, size);
    else
        check_size(url, text, len, steps, form, form_len, mutate_below(m, len + 4));

    if (locus_parse_reference(&again, form, form_len, locus_url_grammar(url)) != 0)
        differ("not valid", url, text, len, steps);
    if (again.form == url->form && !locus_is_normal(&again, form, steps))
        differ("not idempotent", url, text, len, steps);
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static void check_compare(const struct locus_url *a, const char *a_text, size_t a_len,
                          const struct locus_url *b, const char *b_text, unsigned steps)
{
    struct recomposed x, y;

    locus_normal_form(&x, a, a_text, steps);
    locus_normal_form(&y, b, b_text, steps);
    if (sign(locus_compare(a, a_text, b, b_text, steps))
        != sign(locus_recomposed_compare(&x, &y)))
        differ("compared otherwise", a, a_text, a_len, steps);
    if (sign(locus_compare(b, b_text, a, a_text, steps))
        != sign(locus_recomposed_compare(&y, &x)))
        differ("compared otherwise in reverse", a, a_text, a_len, steps);
    if (locus_compare(a, a_text, a, a_text, steps) != 0)
        differ("not equal to itself", a, a_text, a_len, steps);
}

static const char *const pieces[] = {
    "/", "/.", "/..", "/./", "/../", "//", ".", "..", "../", "./", "%2e", "%2E", "/%2e%2E/",
    "/.%2e", "%41", "%61", "%7e", "%7E", "%2f", "%3a", "%3A", "%c3%A9", "%", "%4", "%A", "%%41",
    "%4%31", "%a%G", "%Az", "A", "Z", "AbC", "a", "0", ":80", ":", "?", "#", "@", "a/b/../c",
    "/a/b/c/../../..", "[::FFFF:1.2.3.4]", "\xc3\xa9", "%GA", "%F%",
};

static size_t make_text(struct mutate *m, const struct locus_grammar *grammar,
                        unsigned char bytes[MUTATE_MAX])
{
    static const char *const begins[] = {
        "http://h", "HTTP://H:80", "a:", "a:/", "a:.", "//H", "/", "", "http://", "x:..//",
        "http://www.example.org/a/b", "h:80", "URL:http://h/", "foo://a@b@c", "1:",
        "http://u:P@h/", "http://[::1]", "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/",
    };
    struct mutate_text text = { bytes, 0 };
    size_t n;

    if (mutate_one_in(m, 3)) {
        text.len = mutate_url(m, grammar, bytes);
        n = mutate_below(m, 4);
    } else {
        const char *const begin = MUTATE_PICK(m, begins);

        mutate_add(&text, begin, strlen(begin));
        n = mutate_below(m, 12);
    }
    for (; n > 0; n--) {
        const char *const piece = MUTATE_PICK(m, pieces);
        const size_t at = mutate_one_in(m, 2) ? text.len : mutate_below(m, text.len + 1);
        const size_t room = mutate_open(&text, at, strlen(piece));

        memcpy(bytes + at, piece, room);
    }
    if (mutate_one_in(m, 8))
        mutate_stretch(m, &text, 64 * (1 + mutate_below(m, 4)) - 3 + mutate_below(m, 7));
    return text.len;
}

START_TEST(as_the_slow_way)
{
    const uint64_t count = texts_to_try(300000);
    unsigned char bytes[MUTATE_MAX];
    char before[SIZE];
    uint64_t valid = 0, normal = 0;
    struct mutate m;

    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1) + 22);
    for (uint64_t i = 0; i < count; i++) {
        const struct locus_grammar *const grammar = mutate_grammar(&m);
        const unsigned steps = mutate_one_in(&m, 2)
            ? LOCUS_STEPS : (unsigned)mutate_below(&m, LOCUS_STEPS_ALL + 1);
        const size_t len = make_text(&m, grammar, bytes);
        const char *text = mutate_one_in(&m, 2) ? guard_after(&text_guard, bytes, len)
                                                : guard_before(&text_guard, bytes, len);
        struct locus_url url, other;
        size_t other_len;

        if (locus_parse_reference(&url, text, len, grammar) != 0)
            continue;
        valid++;
        normal += (uint64_t)locus_is_normal(&url, text, steps);
        check_form(&m, &url, text, len, steps);

        /* Another spelling of the URL, or a damaged copy. */
        if (mutate_one_in(&m, 2)) {
            other_len = slow_form(before, &url, text, (unsigned)mutate_below(&m, 128));
        } else {
            struct mutate_text changed = { bytes, len };

            mutate_damage(&m, &changed);
            other_len = changed.len;
            memcpy(before, bytes, other_len);
        }
        if (locus_parse_reference(&other, before, other_len, grammar) == 0)
            check_compare(&url, text, len, &other,
                          guard_after(&other_guard, before, other_len), steps);
    }
    ck_assert_uint_gt(valid, count / 4);
    ck_assert_uint_gt(normal, valid / 20);
    ck_assert_uint_lt(normal, valid - valid / 20);
}
END_TEST

/* A "%" that begins no percent-encoded octet may precede capitals, which become lower case.
   No grammar allows it in a host, so the form is made by hand. */
START_TEST(stray_percent_signs)
{
    static const char *const texts[][2] = {
        { "%AG", "%ag" }, { "%Gx%FZ%AB", "%gx%fz%AB" }, { "a%A%BC%D", "a%a%BC%d" },
        { "%A%G%BH", "%a%g%bh" }
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        const size_t len = strlen(texts[i][0]);
        struct recomposed form = { .count = 0 };
        unsigned char *const buf = (unsigned char *)guard_after(&result_guard, NULL, len);
        size_t written = 0;

        locus_recomposed_add(&form, (const unsigned char *)texts[i][0], len, PIECE_LOWER);
        ck_assert_int_eq(locus_write_form(&form, buf, len, &written), 1);
        ck_assert_uint_eq(written, len);
        ck_assert_int_eq(memcmp(buf, texts[i][1], len), 0);
    }
}
END_TEST

/* Texts of each length with one change at each place. */
START_TEST(each_place)
{
    static const char *const changes[] = { "%41", "%3a", "/../", "/./", "/..", "A", "%" };
    struct mutate m;
    char bytes[220];

    mutate_seed(&m, 1);
    for (size_t len = 20; len <= 200; len += len < 150 ? 1 : 7)
        for (size_t at = 14; at < len; at++)
            for (size_t i = 0; i < COUNT(changes); i++) {
                const size_t n = strlen(changes[i]);
                const char *text;
                struct locus_url url;

                memcpy(bytes, "http://h.test/", 14);
                for (size_t k = 14; k < len; k++)
                    bytes[k] = "abc/de-f"[k % 8];
                memcpy(bytes + at, changes[i], n < len - at ? n : len - at);
                text = guard_after(&text_guard, bytes, len);
                if (locus_parse(&url, text, len, locus_web) == 0)
                    check_form(&m, &url, text, len, LOCUS_STEPS);
            }
}
END_TEST

/* Long paths that consist of changes only. */
START_TEST(long_texts)
{
    static const char *const fills[] = {
        "%41", "/../", "/a/../", "A", "/abc", "%2e%2E/", "/./", "%c3%a9", "/a", "//..",
    };
    char *const bytes = malloc(20000), *const form = malloc(20000), *const got = malloc(20000);

    ck_assert(bytes && form && got);
    for (size_t i = 0; i < COUNT(fills); i++)
        for (size_t len = 4000; len <= 16000; len += 3001) {
            const size_t n = strlen(fills[i]);
            struct locus_url url, other;
            struct recomposed slow;
            size_t form_len, got_len;

            memcpy(bytes, "http://h/", 9);
            for (size_t k = 9; k < len; k++)
                bytes[k] = fills[i][(k - 9) % n];
            if (locus_parse(&url, bytes, len, locus_web) != 0)
                continue;
            locus_normal_form(&slow, &url, bytes, LOCUS_STEPS);
            ck_assert_int_eq(locus_recomposed_write(&slow, form, 20000, &form_len), 0);
            ck_assert_int_eq(locus_normalize(got, 20000, &got_len, &url, bytes, LOCUS_STEPS),
                             0);
            ck_assert_uint_eq(got_len, form_len);
            ck_assert_int_eq(memcmp(got, form, got_len), 0);
            ck_assert_int_eq(locus_parse(&other, form, form_len, locus_web), 0);
            ck_assert(locus_is_normal(&other, form, LOCUS_STEPS));
            ck_assert_int_eq(locus_compare(&url, bytes, &other, form, LOCUS_STEPS), 0);
            got[form_len / 2] = (char)(got[form_len / 2] == '!' ? '"' : '!');
            if (form_len > 20 && locus_parse(&other, got, form_len, locus_web) == 0)
                check_compare(&url, bytes, 40, &other, got, LOCUS_STEPS);
        }
    free(bytes);
    free(form);
    free(got);
}
END_TEST

static Suite *forward(void)
{
    Suite *suite = suite_create("forward");
    TCase *tests = tcase_create("forward");

    need_all_grammars();
    tcase_set_timeout(tests, 3600);
    tcase_add_test(tests, as_the_slow_way);
    tcase_add_test(tests, stray_percent_signs);
    tcase_add_test(tests, each_place);
    tcase_add_test(tests, long_texts);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    return run_with_each_kernel(forward);
}
