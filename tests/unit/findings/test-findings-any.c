/* SPDX-License-Identifier: MIT
 *
 * locus_findings_any() agrees with locus_findings().
 */
#include "support/grammars.h"
#include "support/guard.h"
#include "support/mutate.h"
#include "support/unit.h"

static const struct locus_scheme_entry entries[] = {
    { "http", { .port = 8080, .slashes = LOCUS_SLASHES, .syntax = LOCUS_SYNTAX_GOPHER } },
    { "foo", { .port = 1, .slashes = LOCUS_SLASHES, .syntax = LOCUS_SYNTAX_COUNT } },
};

static const struct locus_schemes own_schemes = { entries, COUNT(entries) };

static void check(const struct locus_url *url, const char *text, size_t len,
                  uint64_t found, uint64_t mask, const struct locus_schemes *own)
{
    const int any = locus_findings_any(url, text, len, mask, own);

    if (any == ((found & mask) != 0))
        return;
    mutate_print(stderr, (const unsigned char *)text, len);
    ck_abort_msg("\n%d for the mask %llx, but the findings are %llx", any,
                 (unsigned long long)mask, (unsigned long long)found);
}

/* Masks: each finding alone, all but that one, none, all, and random ones. */
static void check_masks(struct mutate *m, const struct locus_url *url, const char *text,
                        size_t len, const struct locus_schemes *own)
{
    const uint64_t found = locus_findings(url, text, len, own);

    for (int f = 0; f < 64; f++) {
        check(url, text, len, found, UINT64_C(1) << f, own);
        check(url, text, len, found, ~(UINT64_C(1) << f), own);
    }
    check(url, text, len, found, 0, own);
    check(url, text, len, found, ~UINT64_C(0), own);
    check(url, text, len, found, ~found, own);
    check(url, text, len, found, found, own);
    for (int i = 0; i < 8; i++) {
        const uint64_t mask = mutate_next(m) & mutate_next(m);

        check(url, text, len, found, mask, own);
        check(url, text, len, found, mask & ~found, own);
    }
}

START_TEST(mutated)
{
    const uint64_t count = texts_to_try(100000);
    unsigned char bytes[MUTATE_MAX];
    struct guard guard = { NULL, NULL };
    struct mutate m;

    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1));
    for (uint64_t i = 0; i < count; i++) {
        const struct locus_grammar *const grammar =
            grammar_at((int)(i % (uint64_t)grammar_count()));
        const size_t len = mutate_url(&m, grammar, bytes);
        const char *text = guard_after(&guard, bytes, len);
        struct locus_url url;

        locus_parse_reference(&url, text, len, grammar);
        check_masks(&m, &url, text, len, i % 3 ? NULL : &own_schemes);
    }
}
END_TEST

/* Texts with a finding; tests/golden/meaning/ has more, with all their findings. */
static const struct {
    const char *text;
    enum locus_finding finding;
    enum locus_finding not;        /* one that the text does not have */
} texts[] = {
    { "http://u:p@h/", LOCUS_FINDING_PASSWORD, LOCUS_FINDING_FRAGMENT },
    { "http://u@h/", LOCUS_FINDING_USER, LOCUS_FINDING_PASSWORD },
    { "http://h:81/", LOCUS_FINDING_OTHER_PORT, LOCUS_FINDING_ZERO_PORT },
    { "http://h/%0a", LOCUS_FINDING_PROTOCOL_DELIMITER, LOCUS_FINDING_ENCODED_NUL },
    { "http://h/%2F", LOCUS_FINDING_ENCODED_SLASH, LOCUS_FINDING_ENCODED_HOST },
    { "http://h/?%2F%61", LOCUS_FINDING_ENCODED_UNRESERVED, LOCUS_FINDING_ENCODED_SLASH },
    { "http://h/a/../b", LOCUS_FINDING_DOT_SEGMENT, LOCUS_FINDING_ABOVE_ROOT },
    { "http://h/../b", LOCUS_FINDING_ABOVE_ROOT, LOCUS_FINDING_HIDDEN_DOT_SEGMENT },
    { "http://h/?f=../a", LOCUS_FINDING_QUERY_TRAVERSAL, LOCUS_FINDING_DOT_SEGMENT },
    { "http://h/#f", LOCUS_FINDING_FRAGMENT, LOCUS_FINDING_AT_SIGN },
    { "http://h/@", LOCUS_FINDING_AT_SIGN, LOCUS_FINDING_USER },
    { "http:@", LOCUS_FINDING_MISSING_SLASHES, LOCUS_FINDING_AT_SIGN },
    { "http://h/%c0%af", LOCUS_FINDING_OVERLONG_UTF8, LOCUS_FINDING_LOOK_ALIKE_DELIMITER },
    { "http://127.1/", LOCUS_FINDING_LOOPBACK_HOST, LOCUS_FINDING_PRIVATE_HOST },
    { "http://h /%2f", LOCUS_FINDING_ENCODED_SLASH, LOCUS_FINDING_CONTROL }, /* not valid */
};

START_TEST(each_text)
{
    struct locus_url url;

    for (size_t i = 0; i < COUNT(texts); i++) {
        const char *text = texts[i].text;
        const size_t len = strlen(text);

        locus_parse(&url, text, len, locus_web);
        ck_assert_msg(locus_findings_any(&url, text, len,
                                         UINT64_C(1) << texts[i].finding, NULL) == 1,
                      "%s", text);
        ck_assert_msg(locus_findings_any(&url, text, len,
                                         UINT64_C(1) << texts[i].not, NULL) == 0,
                      "%s", text);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("findings-any");
    TCase *tests = tcase_create("findings-any");

    need_all_grammars();
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, mutated);
    tcase_add_test(tests, each_text);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
