/* SPDX-License-Identifier: MIT
 *
 * Properties of any text, and of every octet after every beginning.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/grammars.h"
#include "support/mutate.h"
#include "unit/coding/coding-properties.h"
#include "unit/coding/test-coding.h"

/* Checks that at least `least` calls of a function succeeded, and one in `of`. */
static void check_tally(int function, uint64_t least, uint64_t of)
{
    const uint64_t successes = coding_tally[function].successes;

    ck_assert_msg(successes >= least && successes >= coding_tally[function].calls / of,
                  "function %d: only %llu of %llu calls", function,
                  (unsigned long long)successes,
                  (unsigned long long)coding_tally[function].calls);
}

START_TEST(holds_for_mutations)
{
    const uint64_t count = texts_to_try(200000) / 10 + 1;
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);
    const struct locus_grammar *const grammar = grammar_at(_i);

    if (!locus_has_grammar(grammar))
        return;
    memset(coding_tally, 0, sizeof coding_tally);
    for (uint64_t i = 0; i < count; i++) {
        struct mutate m;
        unsigned char text[MUTATE_MAX];
        char *exact;
        size_t len;

        mutate_seed(&m, seed + i);
        len = mutate_url(&m, grammar, text);
        exact = exact_copy(text, len);
        coding_check(exact, len, grammar,
                     coding_component(mutate_below(&m, CODING_COMPONENTS)));
        exact_free(exact);
    }
    if (count < 100)
        return;
    check_tally(CODING_ENCODE, count / 10, 20);
    check_tally(CODING_DECODE, count, 2);
    check_tally(CODING_BUILD, count / 5, 1);
    check_tally(CODING_REPLACE, count, 10);
    check_tally(CODING_REMOVE, count / 10, 8);
}
END_TEST

/* Arbitrary bytes in every component. */
START_TEST(holds_for_bytes)
{
    const struct locus_grammar *const grammar = grammar_at(_i);

    if (!locus_has_grammar(grammar))
        return;
    for (size_t c = 0; c < CODING_COMPONENTS; c++)
        for (unsigned byte = 0; byte < 256; byte++)
            for (unsigned kind = 0; kind < 4; kind++) {
                const char texts[4][5] = {
                    { (char)byte }, { '%', (char)byte, '4' },
                    { '%', '4', (char)byte, '%', '4' },
                    { 'a', (char)byte, (char)0xc3, (char)0xa9 },
                };
                static const size_t lens[4] = { 1, 3, 5, 4 };

                coding_check_encode(texts[kind], lens[kind], grammar,
                                    coding_component(c), 0);
                coding_check_encode(texts[kind], lens[kind], grammar,
                                    coding_component(c), LOCUS_KEEP);
                coding_check_decode(texts[kind], lens[kind],
                                    coding_component(c), 0);
                coding_check_decode(texts[kind], lens[kind],
                                    coding_component(c), LOCUS_KEEP);
            }
}
END_TEST

/* RFC 3629, section 4: every pair of first octets, followed by the boundary values of a
   third and a fourth octet if the first octet begins so long a character. */
START_TEST(sequences_of_octets)
{
    static const unsigned char bounds[] = { 0x00, 0x7f, 0x80, 0xbf, 0xc0, 0xff };

    for (unsigned i = 0; i < 256 * 256; i++) {
        unsigned char text[4] = { (unsigned char)(i >> 8), (unsigned char)i };
        const bool begins = text[0] >= 0xe0 && text[0] <= 0xf7;

        coding_check_decode((char *)text, 2, LOCUS_TYPE, LOCUS_KEEP);
        for (size_t third = 0; begins && third < COUNT(bounds); third++) {
            text[2] = bounds[third];
            coding_check_decode((char *)text, 3, LOCUS_TYPE, LOCUS_KEEP);
            for (size_t n = 0; text[0] >= 0xf0 && n < COUNT(bounds); n++) {
                text[3] = bounds[n];
                coding_check_decode((char *)text, 4, LOCUS_TYPE, LOCUS_KEEP);
            }
        }
    }
}
END_TEST

/* Every octet, raw and escaped, after every prefix of a UTF-8 character (RFC 3629,
   section 4), in any component. */
START_TEST(octets_after_every_beginning)
{
    static const char *const beginnings[] = {
        "\xc2", "\xe0", "\xe1", "\xed", "\xef", "\xf0", "\xf1", "\xf4", "\xe0\xa0",
        "\xe1\x80", "\xed\x9f", "\xf0\x90", "\xf1\x80", "\xf4\x8f",
        "\xf0\x90\x80", "\xf1\x80\x80", "\xf4\x8f\xbf", "\xff", "\xc3\xa9",
    };

    for (size_t i = 0; i < COUNT(beginnings); i++)
        for (unsigned byte = 0; byte < 256; byte++) {
            const size_t len = strlen(beginnings[i]);
            char text[8] = "", escaped[4];

            memcpy(text, beginnings[i], len);
            snprintf(escaped, sizeof escaped, "%%%02X", byte);
            for (size_t c = 0; c < CODING_COMPONENTS; c++) {
                text[len] = (char)byte;
                coding_check_decode(text, len + 1, coding_component(c), LOCUS_KEEP);
                memcpy(text + len, escaped, 3);
                coding_check_decode(text, len + 3, coding_component(c), 0);
            }
        }
}
END_TEST

/* Every octet after every beginning, in POSIX and Windows file names and in file URLs. */
START_TEST(octets_in_names_of_files)
{
    const struct locus_grammar *const grammars[] = {
        locus_web, locus_rfc1738, locus_rfc1630
    };
    static const char *const beginnings[] = {
        "", "\xc3", "\xe0", "\xe1", "\xed", "\xf0", "\xf1", "\xf4", "\xe0\xa0",
        "\xf0\x90", "\xf0\x90\x80", "\xff",
    };
    uint64_t built_in = 0;

    for (size_t g = 0; g < COUNT(grammars); g++)
        built_in += (uint64_t)locus_has_grammar(grammars[g]);
    memset(coding_tally, 0, sizeof coding_tally);
    for (size_t i = 0; i < COUNT(beginnings) * 256; i++) {
        const char *const beginning = beginnings[i / 256];
        char name[16], url[32];
        int len;

        len = snprintf(name, sizeof name, "/%s", beginning);
        name[len++] = (char)(i % 256);
        for (size_t g = 0; g < COUNT(grammars); g++)
            coding_check_name(name, (size_t)len, grammars[g], 0);
        len = snprintf(name, sizeof name, "C:\\%s", beginning);
        name[len++] = (char)(i % 256);
        for (size_t g = 0; g < COUNT(grammars); g++)
            coding_check_name(name, (size_t)len, grammars[g], LOCUS_WINDOWS);
        len = snprintf(url, sizeof url, "file:///C:/");
        for (const char *c = beginning; *c; c++)
            len += snprintf(url + len, 4, "%%%02X", (unsigned char)*c);
        len += snprintf(url + len, 4, "%%%02X", (unsigned)(i % 256));
        for (size_t g = 0; g < COUNT(grammars); g++)
            for (unsigned flags = 0; flags <= LOCUS_WINDOWS; flags++)
                coding_check_file(url, (size_t)len, grammars[g], flags);
    }
    /* Each name but those with a NUL has a URL, and each of these URLs has a name. */
    ck_assert_uint_eq(coding_tally[CODING_FILE_URL].successes,
                      2 * built_in * COUNT(beginnings) * 255);
    ck_assert_uint_ge(coding_tally[CODING_FILE_NAME].successes,
                      coding_tally[CODING_FILE_URL].successes);
}
END_TEST

/* Every beginning of a component, followed by boundary bytes, in every component. */
START_TEST(components_after_every_beginning)
{
    static const char *const beginnings[] = {
        "", "%", "%4", "a", "a%", "a%4", "1", "1.", "1.1", "1.1.", "1.1.1", "1.1.1.",
        "1.1.1.1", "1-", "1a", "a.", "a-", "@", "a@1", "a@1.", "a@1.1.1.1", "a@1-",
        "a@1a", "a@a.", "a@a-", "u:", "u:%", "u:%4", ";", ";a", ";a%4", ";a=", ";a=%",
        ";a=%4", ";a=b", "1=", "1=%", "1=%4", "1=;", "a%20", "/", "//", ":", "[", "[:",
    };
    static const char bytes[] =
        "\0\t\n !\"#$%&'()*+,-./059:;<=>?@AFGZ[\\]^_`afgz{|}~\x7f\x80\xbf\xc3\xff";
    const struct locus_grammar *const grammar = grammar_at(_i);

    if (!locus_has_grammar(grammar))
        return;
    for (size_t i = 0; i < COUNT(beginnings); i++)
        for (size_t b = 0; b + 1 < sizeof bytes; b++)
            for (size_t c = 0; c < CODING_COMPONENTS; c++) {
                const int component = coding_component(c);
                const size_t len = strlen(beginnings[i]) + 1;
                char text[16];

                memcpy(text, beginnings[i], len - 1);
                text[len - 1] = bytes[b];
                coding_check_encode(text, len, grammar, component, 0);
                coding_check_encode(text, len, grammar, component, LOCUS_KEEP);
                if (component == LOCUS_QUERY || component == LOCUS_QUERY_ITEM) {
                    coding_check_encode(text, len, grammar, component,
                                        LOCUS_PLUS_IS_SPACE);
                    coding_check_decode(text, len, component,
                                        LOCUS_PLUS_IS_SPACE | LOCUS_KEEP);
                }
            }
}
END_TEST

/* Every octet: a delimiter is reported if and only if it was escaped. */
START_TEST(delimiters)
{
    static const struct { int component; const char *delimiters; } cases[] = {
        { LOCUS_ANY, ":/?#[]@!$&'()*+,;=" },
        { LOCUS_USER, ":/?#[]@" }, { LOCUS_USERINFO, ":/?#[]@" },
        { LOCUS_PASSWORD, "/?#[]@" },
        { LOCUS_PATH, "/?#;\\" }, { LOCUS_SEGMENT, "/?#;\\" },
        { LOCUS_QUERY, "&=+;#" }, { LOCUS_QUERY_ITEM, "&=+;#" },
        { LOCUS_FRAGMENT, "#" }, { LOCUS_SELECTOR, "\t" },
        { LOCUS_ADDRESS, "@,?" }, { LOCUS_FIELDS, ";=" },
        { LOCUS_PORT, "" }, { LOCUS_TYPE, "" },
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        for (unsigned byte = 0; byte < 256; byte++) {
            struct locus_report report;
            char text[4], buf[4];
            size_t len;
            const bool wanted = byte
                && strchr(cases[i].delimiters, (int)byte) != NULL;

            snprintf(text, sizeof text, "%%%02x", byte);
            ck_assert_int_eq(locus_decode(buf, sizeof buf, &len, text, 3,
                                          cases[i].component, 0, &report), 0);
            ck_assert_uint_eq(len, 1);
            ck_assert_msg(wanted == !!(report.found & LOCUS_FOUND_DELIMITER),
                          "component %d: %s", cases[i].component, text);
            text[0] = (char)byte;
            ck_assert_int_eq(locus_decode(buf, sizeof buf, &len, text, 1,
                                          cases[i].component, LOCUS_KEEP,
                                          &report), 0);
            ck_assert_uint_eq(report.found & LOCUS_FOUND_DELIMITER, 0);
        }
}
END_TEST

TCase *octet_tests(void)
{
    TCase *tests = tcase_create("octets");

    tcase_set_timeout(tests, 0);
    tcase_add_loop_test(tests, holds_for_mutations, 0, grammar_count());
    tcase_add_loop_test(tests, holds_for_bytes, 0, grammar_count());
    tcase_add_test(tests, sequences_of_octets);
    tcase_add_test(tests, octets_after_every_beginning);
    tcase_add_test(tests, octets_in_names_of_files);
    tcase_add_loop_test(tests, components_after_every_beginning, 0, grammar_count());
    tcase_add_test(tests, delimiters);
    return tests;
}
