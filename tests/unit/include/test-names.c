/* SPDX-License-Identifier: MIT
 *
 * Names of parts, slots, grammars, contexts, kinds of hosts and errors, and the version.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "support/contexts.h"
#include "support/grammars.h"
#include "locus.h"
#include "support/unit.h"

/* The size that the header states. */
_Static_assert(sizeof (void *) != 8 || sizeof (struct locus_scan) == 5440, "struct locus_scan");

static const char *const part_names[] = {
    [LOCUS_SCHEME] = "scheme",     [LOCUS_USER] = "user",
    [LOCUS_PASSWORD] = "password", [LOCUS_HOST] = "host",
    [LOCUS_PORT] = "port",         [LOCUS_PATH] = "path",
    [LOCUS_QUERY] = "query",       [LOCUS_FRAGMENT] = "fragment",
    [LOCUS_TYPE] = "type",         [LOCUS_GTYPE] = "gtype",
    [LOCUS_SELECTOR] = "selector", [LOCUS_SEARCH] = "search",
    [LOCUS_PLUS] = "plus",         [LOCUS_ADDRESS] = "address",
    [LOCUS_GROUP] = "group",       [LOCUS_ARTICLE] = "article",
    [LOCUS_NUMBER] = "number",     [LOCUS_DATABASE] = "database",
    [LOCUS_WTYPE] = "wtype",       [LOCUS_WPATH] = "wpath",
    [LOCUS_HSONAME] = "hsoname",   [LOCUS_FIELDS] = "fields",
};

static const struct {
    const struct locus_grammar *const *grammar;
    const char *name;
} grammar_names[] = {
    { &locus_web, "web" },
    { &locus_rfc3986, "rfc3986" },
    { &locus_rfc3986_reference, "rfc3986-reference" },
    { &locus_rfc1738, "rfc1738" },
    { &locus_rfc1630, "rfc1630" },
};

static const char *const kind_names[] = {
    [LOCUS_HOST_NONE] = "none",
    [LOCUS_HOST_NAME] = "name",
    [LOCUS_HOST_IPV4] = "ipv4",
    [LOCUS_HOST_IPV6] = "ipv6",
    [LOCUS_HOST_IPVFUTURE] = "ipvfuture",
    [LOCUS_HOST_EMPTY] = "empty",
};

static const struct {
    int error;
    const char *name;
} error_names[] = {
    { LOCUS_ERROR_FORM, "form" },
    { LOCUS_ERROR_USERINFO_PRESENT, "userinfo-present" },
    { LOCUS_ERROR_METHOD, "method" },
    { LOCUS_ERROR_SCHEME, "scheme" },
    { LOCUS_ERROR_PATH, "path" },
    { LOCUS_ERROR_QUERY, "query" },
    { LOCUS_ERROR_FRAGMENT, "fragment" },
    { LOCUS_ERROR_SLASHES, "slashes" },
    { LOCUS_ERROR_USERINFO, "userinfo" },
    { LOCUS_ERROR_HOST, "host" },
    { LOCUS_ERROR_IP_LITERAL, "ip-literal" },
    { LOCUS_ERROR_PORT, "port" },
    { LOCUS_ERROR_TYPE, "type" },
    { LOCUS_ERROR_GROUP, "group" },
    { LOCUS_ERROR_NUMBER, "number" },
    { LOCUS_ERROR_DATABASE, "database" },
    { LOCUS_ERROR_FIELDS, "fields" },
    { LOCUS_ERROR_ADDRESS, "address" },
    { LOCUS_ERROR_PERCENT, "percent" },
    { LOCUS_ERROR_MESSAGE_ID, "message-id" },
    { LOCUS_ERROR_WPATH, "wpath" },
    { LOCUS_ERROR_VERSION, "version" },
    { LOCUS_ERROR_TOO_LONG, "too-long" },
    { LOCUS_ERROR_GRAMMAR, "grammar" },
    { LOCUS_ERROR_ABSENT, "absent" },
    { LOCUS_ERROR_RANGE, "range" },
    { LOCUS_ERROR_ARGUMENT, "argument" },
    { LOCUS_ERROR_SPACE, "space" },
    { LOCUS_ERROR_BASE, "base" },
    { LOCUS_ERROR_TARGET, "target" },
    { LOCUS_ERROR_PART, "part" },
    { LOCUS_ERROR_ALONE, "alone" },
    { LOCUS_ERROR_MISREAD, "misread" },
    { LOCUS_ERROR_HIDDEN, "hidden" },
    { LOCUS_ERROR_NAME, "name" },
    { LOCUS_ERROR_PIECE, "piece" },
    { LOCUS_ERROR_PROTOCOL, "protocol" },
    { LOCUS_ERROR_ESCAPE, "escape" },
    { LOCUS_ERROR_LOG, "log" },
    { LOCUS_ERROR_LOG_FORMAT, "log-format" },
};

/* A name is found by its exact bytes and length, not by anything similar. */
static void check_from_name(int (*from_name)(const char *, size_t),
                            const char *name, int value)
{
    size_t len = strlen(name);
    char *exact = malloc(len);
    char longer[64];

    memcpy(exact, name, len);
    ck_assert_msg(from_name(exact, len) == value, "%s", name);
    exact[0] = (char)(exact[0] - 'a' + 'A');
    ck_assert_msg(from_name(exact, len) == LOCUS_ERROR_ABSENT,
                  "%s: in upper case", name);
    free(exact);
    snprintf(longer, sizeof longer, "%s?", name);
    ck_assert_msg(from_name(longer, len) == value, "%s: without NUL", name);
    ck_assert_msg(from_name(longer, len + 1) == LOCUS_ERROR_ABSENT, "%s",
                  longer);
    longer[len] = '\0';
    ck_assert_msg(from_name(longer, len + 1) == LOCUS_ERROR_ABSENT,
                  "%s: with NUL", name);
    if (strcmp(name, "rfc3986-reference") != 0)
        ck_assert_msg(from_name(name, len - 1) == LOCUS_ERROR_ABSENT,
                      "%s: cut", name);
}

START_TEST(names_of_parts)
{
    ck_assert_uint_eq(COUNT(part_names), LOCUS_PART_COUNT);
    for (int p = 0; p < LOCUS_PART_COUNT; ++p) {
        if (!part_names[p]) {
            ck_assert_ptr_null(locus_part_name((enum locus_part)p));
            continue;
        }
        ck_assert_str_eq(locus_part_name((enum locus_part)p), part_names[p]);
        check_from_name(locus_part_from_name, part_names[p], p);
    }
    ck_assert_ptr_null(locus_part_name(LOCUS_PART_COUNT));
    ck_assert_ptr_null(locus_part_name((enum locus_part)-1));
    ck_assert_ptr_null(locus_part_name((enum locus_part)INT_MAX));
    ck_assert_int_eq(locus_part_from_name("", 0), LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_part_from_name("authority", 9), LOCUS_ERROR_ABSENT);
}
END_TEST

static int grammar_from_name(const char *name, size_t len)
{
    const struct locus_grammar *const grammar = locus_grammar_from_name(name, len);

    return grammar ? grammar_number(grammar) : LOCUS_ERROR_ABSENT;
}

/* Sizes and slots that the ABI fixes (doc/DESIGN.md, "The struct of a URL"). */
START_TEST(slots)
{
    /* RFC 1738's and RFC 1630's schemes, each with all parts that may occur
       together. */
    static const enum locus_part together[][4] = {
        { LOCUS_TYPE },
        { LOCUS_GTYPE, LOCUS_SELECTOR, LOCUS_SEARCH, LOCUS_PLUS },
        { LOCUS_ADDRESS },
        { LOCUS_GROUP, LOCUS_NUMBER },
        { LOCUS_ARTICLE },
        { LOCUS_DATABASE, LOCUS_WTYPE, LOCUS_WPATH },
        { LOCUS_HSONAME, LOCUS_NUMBER, LOCUS_FIELDS },
    };
    static const int constant[] = {
        [LOCUS_SLOT(LOCUS_HOST)] = 1, [LOCUS_SLOT(LOCUS_PLUS)] = 2
    };
    uint32_t seen = 0;

    ck_assert_uint_eq(sizeof(struct locus_url), 112);
    ck_assert_int_le(LOCUS_PART_COUNT, 32);
    ck_assert_int_eq(constant[LOCUS_HOST], 1);
    for (int p = 0; p < LOCUS_GENERIC_PART_COUNT; ++p)
        ck_assert_int_eq(LOCUS_SLOT(p), p);
    for (size_t i = 0; i < COUNT(together); ++i) {
        uint32_t taken = 0;

        for (size_t k = 0; k < 4 && together[i][k]; ++k) {
            const unsigned slot = LOCUS_SLOT(together[i][k]);

            ck_assert_uint_ge(slot, LOCUS_GENERIC_PART_COUNT);
            ck_assert_uint_lt(slot, LOCUS_SLOT_COUNT);
            ck_assert_msg((taken >> slot & 1) == 0, "%s: in another's slot",
                          locus_part_name(together[i][k]));
            taken |= UINT32_C(1) << slot;
            seen |= UINT32_C(1) << together[i][k];
        }
    }
    for (int p = LOCUS_GENERIC_PART_COUNT; p < LOCUS_PART_COUNT; ++p)
        ck_assert_int_eq(seen >> p & 1, locus_part_name((enum locus_part)p) != NULL);
}
END_TEST

/* A slot belongs to the part that is present and to no other. */
START_TEST(parts_of_a_slot)
{
    static const char text[] = "gopher://h/1s%09t";
    struct locus_url url;
    struct locus_span span;

    if (locus_parse(&url, text, strlen(text), locus_rfc1738) != 0)
        return;                        /* --with-grammars */
    span = locus_get(&url, LOCUS_SELECTOR);
    ck_assert_uint_eq(span.off, 12);
    ck_assert_uint_eq(span.len, 1);
    ck_assert_mem_eq(&span, &url.part[LOCUS_SLOT(LOCUS_SELECTOR)], sizeof span);
    ck_assert_int_eq(LOCUS_SLOT(LOCUS_GROUP), LOCUS_SLOT(LOCUS_SELECTOR));
    span = locus_get(&url, LOCUS_GROUP);
    ck_assert_uint_eq(span.off, 0);
    ck_assert_uint_eq(span.len, 0);
    span = locus_get(&url, LOCUS_HOST);
    ck_assert_uint_eq(span.off, 9);
    ck_assert_uint_eq(span.len, 1);
    span = locus_get(&url, LOCUS_QUERY);
    ck_assert_uint_eq(span.off + span.len, 0);
}
END_TEST

START_TEST(names_of_grammars)
{
    int before = -1;

    for (size_t g = 0; g < COUNT(grammar_names); ++g) {
        const int number = grammar_number(*grammar_names[g].grammar);

        ck_assert_int_gt(number, before);
        before = number;
        ck_assert_str_eq(locus_grammar_name(*grammar_names[g].grammar),
                         grammar_names[g].name);
        check_from_name(grammar_from_name, grammar_names[g].name, number);
    }
    /* All of grammars.def, which has more than the list above. */
    for (int g = 0; g < grammar_count(); ++g)
        check_from_name(grammar_from_name, locus_grammar_name(grammar_at(g)), g);
    ck_assert_int_ge(grammar_count(), COUNT(grammar_names));
    ck_assert_ptr_null(locus_grammar_at((size_t)INT_MAX + 1));
    ck_assert_ptr_null(locus_grammar_at(SIZE_MAX));
    ck_assert_ptr_null(locus_grammar_name(NULL));
    ck_assert_ptr_null(locus_grammar_from_name("", 0));
    ck_assert_ptr_null(locus_grammar_from_name("rfc3986-", 8));
}
END_TEST

START_TEST(names_of_contexts)
{
    static const struct {
        const char *name;
        const struct locus_context *const *context;
        unsigned traits;
    } known[] = {
        { "text", &locus_text, LOCUS_CONTEXT_PROSE },
        { "raw", &locus_raw, 0 },
        { "wrapped", &locus_wrapped, LOCUS_CONTEXT_WRAPPED },
        { "json", &locus_json, LOCUS_CONTEXT_PROSE | LOCUS_CONTEXT_DECODED },
        { "json-raw", &locus_json_raw, LOCUS_CONTEXT_DECODED },
    };

    for (size_t c = 0; c < COUNT(known); ++c) {
        const struct locus_context *const context = *known[c].context;

        ck_assert_str_eq(locus_context_name(context), known[c].name);
        ck_assert_uint_eq(locus_context_traits(context), known[c].traits);
    }
    /* All of contexts.def, which may have more than the list above. */
    for (int c = 0; c < context_count(); ++c) {
        const struct locus_context *const context = context_at(c);
        const char *const name = locus_context_name(context);

        ck_assert_ptr_eq(locus_context_from_name(name, strlen(name)), context);
        ck_assert_ptr_null(locus_context_from_name(name, strlen(name) - 1));
        ck_assert_uint_gt(strlen(locus_context_description(context)), 20);
    }
    ck_assert_int_ge(context_count(), COUNT(known));
    ck_assert_ptr_null(locus_context_at(SIZE_MAX));
    ck_assert_ptr_null(locus_context_name(NULL));
    ck_assert_ptr_null(locus_context_description(NULL));
    ck_assert_uint_eq(locus_context_traits(NULL), 0);
    ck_assert_ptr_null(locus_context_from_name("", 0));
    ck_assert_ptr_null(locus_context_from_name("json_raw", 8));
}
END_TEST

START_TEST(names_of_host_kinds)
{
    ck_assert_uint_eq(COUNT(kind_names), LOCUS_HOST_KIND_COUNT);
    for (int k = 0; k < LOCUS_HOST_KIND_COUNT; ++k)
        ck_assert_str_eq(locus_host_kind_name((enum locus_host_kind)k),
                         kind_names[k]);
    for (int c = 0; c < LOCUS_CLASS_COUNT; ++c)
        ck_assert_ptr_nonnull(locus_class_name((enum locus_class)c));
    ck_assert_str_eq(locus_class_name(LOCUS_CLASS_UNIQUE_LOCAL),
                     "unique-local");
    ck_assert_ptr_null(locus_class_name(LOCUS_CLASS_COUNT));
    ck_assert_ptr_null(locus_class_name((enum locus_class)-1));
    for (int e = 0; e < LOCUS_EMBEDDING_COUNT; ++e)
        ck_assert_ptr_nonnull(locus_embedding_name((enum locus_embedding)e));
    ck_assert_str_eq(locus_embedding_name(LOCUS_EMBEDDING_6TO4), "6to4");
    ck_assert_ptr_null(locus_embedding_name(LOCUS_EMBEDDING_COUNT));
    ck_assert_ptr_null(locus_embedding_name((enum locus_embedding)-1));
    ck_assert_ptr_null(locus_host_kind_name(LOCUS_HOST_KIND_COUNT));
    ck_assert_ptr_null(locus_host_kind_name((enum locus_host_kind)-1));
    ck_assert_ptr_null(locus_host_kind_name((enum locus_host_kind)INT_MAX));
}
END_TEST

START_TEST(names_of_errors)
{
    static const int unknown[] = {
        1, 2, INT_MAX, INT_MIN, INT_MIN + 1, -31, -300, -1000,
    };

    ck_assert_str_eq(locus_error_name(0), "none");
    ck_assert_ptr_nonnull(locus_strerror(0));
    for (size_t i = 0; i < COUNT(error_names); ++i) {
        const char *sentence = locus_strerror(error_names[i].error);

        ck_assert_str_eq(locus_error_name(error_names[i].error),
                         error_names[i].name);
        ck_assert_uint_gt(strlen(sentence), 0);
        ck_assert_str_ne(sentence, locus_strerror(0));
        ck_assert_str_ne(sentence, locus_strerror(1));
        for (size_t j = 0; j < i; ++j)
            ck_assert_str_ne(sentence, locus_strerror(error_names[j].error));
    }
    for (size_t i = 0; i < COUNT(unknown); ++i) {
        ck_assert_str_eq(locus_error_name(unknown[i]), "unknown");
        ck_assert_uint_gt(strlen(locus_strerror(unknown[i])), 0);
    }
    /* Every number is safe, and none outside the table has a name. */
    for (int e = -300; e <= 300; ++e) {
        bool known = e == 0;

        for (size_t i = 0; i < COUNT(error_names); ++i)
            known = known || error_names[i].error == e;
        ck_assert_ptr_nonnull(locus_strerror(e));
        ck_assert_msg(known == (strcmp(locus_error_name(e), "unknown") != 0),
                      "%d", e);
    }
}
END_TEST

START_TEST(version)
{
    char numbers[64];

    snprintf(numbers, sizeof numbers, "%d.%d.%d", LOCUS_VERSION_MAJOR,
             LOCUS_VERSION_MINOR, LOCUS_VERSION_PATCH);
    ck_assert_str_eq(locus_version(), LOCUS_VERSION);
    ck_assert_str_eq(LOCUS_VERSION, numbers);
    ck_assert(strcmp(locus_codegen(), "goto") == 0 ||
              strcmp(locus_codegen(), "flat") == 0 ||
              strcmp(locus_codegen(), "table") == 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("names");
    TCase *tests = tcase_create("names");

    need_all_grammars();
    tcase_add_test(tests, slots);
    tcase_add_test(tests, parts_of_a_slot);
    tcase_add_test(tests, names_of_parts);
    tcase_add_test(tests, names_of_grammars);
    tcase_add_test(tests, names_of_contexts);
    tcase_add_test(tests, names_of_host_kinds);
    tcase_add_test(tests, names_of_errors);
    tcase_add_test(tests, version);
    tcase_set_timeout(tests, 10);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
