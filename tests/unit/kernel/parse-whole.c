/* SPDX-License-Identifier: MIT
 *
 * Kernels: whole texts, random and from corpora.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/grammars.h"
#include "unit/kernel/test-kernels-agree.h"

/* Parses the text in place with every kernel. Each result must equal `wanted`. */
void parse_here(const struct locus_url *wanted,
                const struct locus_grammar *grammar, uint64_t seed,
                const unsigned char *text, size_t len)
{
    for (size_t k = 0; k < kernel_count; k++) {
        struct locus_url url;
        int result;

        /* The previous contents of the struct must not matter. */
        memset(&url, 0xaa, sizeof url);
        result = parser_of(kernels[k], grammar)(&url, text, len);
        if (result != wanted->error
            || memcmp(&url, wanted, sizeof url) != 0)
            differ("another result", kernels[k]->name, grammar, seed, text,
                   len);
    }
}

/* Parses the text with every kernel, at both guard pages, checks that the results
   agree, and returns the result. */
struct locus_url parse_all(const struct locus_grammar *grammar, uint64_t seed,
                           const unsigned char *text, size_t len)
{
    struct locus_url url;
    const unsigned char *here = guard_after(&guard, text, len);
    int result;

    memset(&url, 0x55, sizeof url);
    result = parser_of(other, grammar)(&url, here, len);
    if (result != url.error)
        differ("the result is not the error", other->name, grammar, seed, text,
               len);
    parse_here(&url, grammar, seed, here, len);
    parse_here(&url, grammar, seed, guard_before(&guard, text, len), len);
    return url;
}

/* The error of a text whose machine stops with `error`. In a grammar without userinfo, a
   host or port that fails is userinfo if an "@" follows it. */
static int error_with_userinfo(const struct locus_grammar *grammar, int error,
                               const unsigned char *text, size_t len, size_t offset)
{
    static const char userinfo[] = "-._~%!$&'()*+,;=:";

    if ((grammar != locus_authority && grammar != locus_http_url)
        || (error != LOCUS_ERROR_HOST && error != LOCUS_ERROR_PORT))
        return error;
    while (offset < len && (isalnum(text[offset])
                            || (text[offset] && strchr(userinfo, text[offset]))))
        offset++;
    return offset < len && text[offset] == '@' ? LOCUS_ERROR_USERINFO_PRESENT : error;
}

/* Parses the text with every kernel, interprets it, and checks that they agree. */
struct interpreted judge(const struct locus_grammar *grammar, uint64_t seed,
                         const unsigned char *text, size_t len)
{
    const struct locus_url url = parse_all(grammar, seed, text, len);
    const struct interpreted wanted = interpret(&machine, text, len);

    if ((url.error == 0) != wanted.valid)
        differ("the XML has another verdict", other->name, grammar, seed, text,
               len);
    if (url.error != error_with_userinfo(grammar, wanted.error, text, len,
                                         wanted.offset))
        differ("the XML has another error", other->name, grammar, seed, text,
               len);
    if (url.error_offset != (wanted.valid ? 0 : wanted.offset))
        differ("the XML has another error offset", other->name, grammar, seed, text,
               len);
    return wanted;
}

/* Otherwise some kernel would be compared with itself, or the lens with nothing. */
START_TEST(the_other_is_another)
{
    ck_assert_uint_gt(kernel_count, 0);
    for (size_t k = 0; k < kernel_count; k++) {
        ck_assert_str_ne(kernels[k]->name, other->name);
        ck_assert_msg(strcmp(kernels[k]->name, "off") == 0
                      || strcmp(other->name, "off") == 0,
                      "neither %s nor %s is \"off\"", kernels[k]->name,
                      other->name);
    }
}
END_TEST

START_TEST(mutations_have_the_same_parts)
{
    const struct locus_grammar *const grammar = grammar_at(_i);
    const uint64_t n = mutations(1);
    uint64_t valid = 0;

    for (uint64_t i = 0; i < n; i++) {
        unsigned char text[MUTATE_MAX];
        const uint64_t seed = first_seed() + i;
        struct mutate m;
        size_t len;

        mutate_seed(&m, seed);
        len = mutate_url(&m, grammar, text);
        valid += parse_all(grammar, seed, text, len).error == 0;
    }
    /* Both valid and invalid texts must have occurred. */
    if (n >= 1000) {
        ck_assert_uint_gt(valid, n / 8);
        ck_assert_uint_lt(valid, n - n / 8);
    }
}
END_TEST

START_TEST(mutations_fail_where_the_machine_dies)
{
    const struct locus_grammar *const grammar = grammar_at(_i);
    const uint64_t n = mutations(20);

    set_up_grammar(grammar);
    for (uint64_t i = 0; i < n; i++) {
        unsigned char text[MUTATE_MAX];
        const uint64_t seed = first_seed() + i;
        struct mutate m;

        mutate_seed(&m, seed);
        judge(grammar, seed, text, mutate_url(&m, grammar, text));
    }
}
END_TEST

START_TEST(lines_of_corpora_have_the_same_parts)
{
    FILE *file = open_corpus(corpora[_i]);
    uint64_t left = mutations(1);
    char *line = NULL;
    size_t size = 0;
    ssize_t len;

    if (!file) {
        printf("skipped: no %s\n", corpora[_i]);
        /* The first one is part of the project. */
        ck_assert_int_gt(_i, 0);
        return;
    }
    while (left-- > 0 && (len = getline(&line, &size, file)) > 0) {
        const unsigned char *text = (const unsigned char *)line;

        len -= line[len - 1] == '\n';
        for (int g = 0; g < grammar_count(); g++)
            if (locus_has_grammar(grammar_at(g)))
                parse_all(grammar_at(g), 0, text, (size_t)len);
    }
    free(line);
    fclose(file);
}
END_TEST

TCase *whole_tests(void)
{
    TCase *tests = tcase_create("whole texts");

    tcase_add_test(tests, the_other_is_another);
    add_for_each_grammar(tests, mutations_have_the_same_parts);
    add_for_each_grammar(tests, mutations_fail_where_the_machine_dies);
    tcase_add_loop_test(tests, lines_of_corpora_have_the_same_parts, 0, CORPORA);
    tcase_set_timeout(tests, TIME_LIMIT);
    return tests;
}
