/* SPDX-License-Identifier: MIT
 *
 * locus_origin() and locus_same_origin(): RFC 6454.
 */
#include "support/grammars.h"
#include "support/guard.h"
#include "support/mutate.h"
#include "support/unit.h"

static const struct locus_scheme_entry entries[] = {
    { "Redis", { .port = 6379, .slashes = LOCUS_SLASHES } },
    { "doi", { .port = -1, .slashes = LOCUS_NO_SLASHES } },
    { "odd", { .port = 9, .slashes = LOCUS_NO_SLASHES } },
    { "ws", { .port = -1, .slashes = LOCUS_SLASHES } },
    { "http", { .port = 8000, .slashes = LOCUS_SLASHES } },
};

static const struct locus_schemes own_schemes = { entries, COUNT(entries) };

static struct guard guard;

/* Writes the origin of a URL into a buffer of its exact size, and tries smaller ones.
   Returns the result of locus_origin(). */
static int origin_of(const char *buf[1], size_t *len, const struct locus_url *url,
                     const char *text, const struct locus_schemes *own)
{
    size_t again;
    const int result = locus_origin(NULL, 0, len, url, text, own);

    if (result != LOCUS_ERROR_SPACE) {
        ck_assert_int_lt(result, 0);
        ck_assert_uint_eq(*len, 0);
        return result;
    }
    ck_assert_uint_gt(*len, 0);
    ck_assert_int_eq(locus_origin(guard_after(&guard, NULL, *len - 1), *len - 1, &again,
                                  url, text, own), LOCUS_ERROR_SPACE);
    ck_assert_uint_eq(again, *len);
    buf[0] = guard_after(&guard, NULL, *len);
    ck_assert_int_eq(locus_origin((char *)buf[0], *len, &again, url, text, own), 0);
    ck_assert_uint_eq(again, *len);
    return 0;
}

static const struct {
    const char *text;
    const char *origin;            /* of the URL in locus_web */
} origins[] = {
    /* Section 3.2.1: all of these have the same origin. */
    { "http://example.com/", "http://example.com" },
    { "http://example.com:80/", "http://example.com" },
    { "http://example.com/path/file", "http://example.com" },
    /* Each of these has another origin. */
    { "http://example.com:8080/", "http://example.com:8080" },
    { "http://www.example.com/", "http://www.example.com" },
    { "https://example.com:80/", "https://example.com:80" },
    { "https://example.com/", "https://example.com" },
    { "http://example.org/", "http://example.org" },
    { "http://ietf.org/", "http://ietf.org" },
    /* Section 4, steps 2 and 5: lower case. */
    { "HTTP://Example.COM", "http://example.com" },
    /* Only the authority's host and port matter. */
    { "http://u:p@h?q#f", "http://h" },
    { "http://a.example@b.example/", "http://b.example" },
    /* Step 1: no naming authority, or no absolute URI. */
    { "data:,a", "null" },
    { "mailto:a@b", "null" },
    { "http:/a", "null" },
    { "http:a", "null" },
    { "urn:a:b", "null" },
    { "blob:http://h/a", "null" },
    { "http:///a", "null" },                        /* an empty name */
    { "http://:80/", "null" },
    { "http://u@/", "null" },
    /* Step 3: not supported, as no default port is known. */
    { "foo://h/", "null" },
    { "foo://h:80/", "null" },
    { "afs://h/", "null" },
    /* Step 4 */
    { "file:///a", "null" },
    { "file://h/a", "null" },
    { "file:/a", "null" },
    /* Step 6: default ports (RFC 1738 3; RFC 9110 4.2.2; RFC 6455 3). */
    { "ftp://h/", "ftp://h" },
    { "ftp://h:21/", "ftp://h" },
    { "ftp://h:80/", "ftp://h:80" },
    { "https://h:443/", "https://h" },
    { "ws://h:80/", "ws://h" },
    { "wss://h:443/", "wss://h" },
    { "http://h:443/", "http://h:443" },
    /* A port is a number; an empty one is absent (RFC 3986 6.2.3). */
    { "http://h:/", "http://h" },
    { "http://h:080/", "http://h" },
    { "http://h:0008080/", "http://h:8080" },
    { "http://h:0/", "http://h:0" },
    { "http://h:00/", "http://h:0" },
    { "http://h:9/", "http://h:9" },
    { "http://h:10/", "http://h:10" },
    { "http://h:65535/", "http://h:65535" },
    /* Percent-encodings: RFC 3986 6.2.2.1 and 6.2.2.2. */
    { "http://%48%6F%2e%7E/", "http://ho.~" },
    { "http://a%c3%A9%2f/", "http://a%C3%A9%2F" },
    /* No IDNA. */
    { "http://\xc3\x89.example/", "http://\xc3\x89.example" },
    { "http://xn--9ca.example/", "http://xn--9ca.example" },
    /* Addresses; other spellings of IPv4 are names. */
    { "http://127.0.0.1/", "http://127.0.0.1" },
    { "http://127.1/", "http://127.1" },
    { "http://[::1]:80/", "http://[::1]" },
    { "http://[0:0::0:1]/", "http://[::1]" },
    { "http://[2001:DB8::]:81/", "http://[2001:db8::]:81" },
    { "http://[::ffff:7f00:1]/", "http://[::ffff:127.0.0.1]" },
    { "http://[V1.AB:c]/", "http://[v1.ab:c]" },
    { "http://h./", "http://h." },
};

static struct locus_url parse(const char *text, const struct locus_grammar *grammar)
{
    struct locus_url url;

    ck_assert_msg(locus_parse_reference(&url, text, strlen(text), grammar) == 0, "%s",
                  text);
    return url;
}

static void check_origin(const char *text, const char *wanted,
                         const struct locus_grammar *grammar,
                         const struct locus_schemes *own)
{
    const struct locus_url url = parse(text, grammar);
    const char *got;
    size_t len;

    ck_assert_int_eq(origin_of(&got, &len, &url, text, own), 0);
    ck_assert_msg(len == strlen(wanted) && memcmp(got, wanted, len) == 0,
                  "%s: %.*s, not %s", text, (int)len, got, wanted);
}

START_TEST(examples)
{
    for (size_t i = 0; i < COUNT(origins); i++)
        check_origin(origins[i].text, origins[i].origin, locus_web, NULL);
}
END_TEST

START_TEST(references)
{
    check_origin("//h/a", "null", locus_rfc3986_reference, NULL);
    check_origin("/a", "null", locus_web, NULL);
    check_origin("", "null", locus_rfc3986_reference, NULL);
    check_origin("http://H/", "http://h", locus_rfc3986_reference, NULL);
}
END_TEST

START_TEST(other_grammars)
{
    check_origin("HTTP://H.a:080/b", "http://h.a", locus_rfc1738, NULL);
    check_origin("gopher://H:70/1s", "gopher://h", locus_rfc1738, NULL);
    check_origin("ftp://u:p@H/b;type=i", "ftp://h", locus_rfc1738, NULL);
    check_origin("news:*", "null", locus_rfc1738, NULL);
    check_origin("http://012.0.0.1/", "http://012.0.0.1", locus_rfc1738, NULL);
    check_origin("URL:http://H:80/b", "http://h", locus_rfc1630, NULL);
}
END_TEST

START_TEST(user_defined)
{
    check_origin("redis://H/0", "redis://h", locus_rfc3986, &own_schemes);
    check_origin("REDIS://h:6379", "redis://h", locus_rfc3986, &own_schemes);
    check_origin("redis://h:80", "redis://h:80", locus_rfc3986, &own_schemes);
    check_origin("redis://h/0", "null", locus_rfc3986, NULL);
    check_origin("doi:10.1000/182", "null", locus_rfc3986, &own_schemes);
    check_origin("doi://h:1/", "null", locus_rfc3986, &own_schemes);
    check_origin("odd://h/", "null", locus_rfc3986, &own_schemes);
    check_origin("ws://h/", "null", locus_rfc3986, &own_schemes);
    check_origin("http://h:8000/", "http://h", locus_rfc3986, &own_schemes);
    check_origin("http://h:80/", "http://h:80", locus_rfc3986, &own_schemes);
    check_origin("https://h/", "https://h", locus_rfc3986, &own_schemes);
}
END_TEST

START_TEST(errors)
{
    static const struct {
        const char *text;
        size_t len;
        int error;
    } cases[] = {
        { "http://h:65536/", 15, LOCUS_ERROR_RANGE },
        { "http://h:99999999999999999999/", 29, LOCUS_ERROR_RANGE },
        { "http://h:00065536/", 18, LOCUS_ERROR_RANGE },
        { "http://h\0/", 10, LOCUS_ERROR_HOST },
        { "http://h\n/", 10, LOCUS_ERROR_HOST },
        { "http://h/ a", 11, LOCUS_ERROR_PATH },
        { "h", 1, LOCUS_ERROR_SCHEME },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct locus_url url;
        const char *unused;
        size_t len;

        locus_parse(&url, cases[i].text, cases[i].len, locus_web);
        ck_assert_int_eq(origin_of(&unused, &len, &url, cases[i].text, NULL),
                         cases[i].error);
        ck_assert_int_eq(locus_same_origin(&url, cases[i].text, &url, cases[i].text, NULL),
                         0);
    }
}
END_TEST

/* Each with each. */
START_TEST(same)
{
    for (size_t i = 0; i < COUNT(origins); i++)
        for (size_t k = 0; k < COUNT(origins); k++) {
            const struct locus_url a = parse(origins[i].text, locus_web);
            const struct locus_url b = parse(origins[k].text, locus_web);
            const int wanted = strcmp(origins[i].origin, "null") != 0
                            && strcmp(origins[i].origin, origins[k].origin) == 0;

            ck_assert_msg(locus_same_origin(&a, origins[i].text, &b, origins[k].text,
                                            NULL) == wanted,
                          "%s and %s", origins[i].text, origins[k].text);
        }
}
END_TEST

static struct locus_url url_of(struct mutate *m, unsigned char *text, size_t *len)
{
    struct locus_url url;

    do {
        const struct locus_grammar *grammar = mutate_grammar(m);

        *len = mutate_url(m, grammar, text);
        locus_parse_reference(&url, (char *)text, *len, grammar);
    } while (url.error != 0);
    return url;
}

/* The serialization of an origin, parsed as a URL, has the same origin. URLs have the same
   origin exactly if their origins are triples with the same serialization. */
START_TEST(properties)
{
    const uint64_t count = texts_to_try(100000);
    unsigned char a_text[MUTATE_MAX], b_text[MUTATE_MAX];
    char x[2 * MUTATE_MAX], y[2 * MUTATE_MAX];
    uint64_t equal = 0, triples = 0;
    struct mutate m;

    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1));
    for (uint64_t i = 0; i < count; i++) {
        size_t a_len, b_len, x_len, y_len;
        const struct locus_url a = url_of(&m, a_text, &a_len);
        const struct locus_url b = url_of(&m, b_text, &b_len);
        const int x_result = locus_origin(x, sizeof x, &x_len, &a, (char *)a_text, NULL);
        const int y_result = locus_origin(y, sizeof y, &y_len, &b, (char *)b_text, NULL);
        const int has_triple = x_result == 0
                            && !(x_len == 4 && memcmp(x, "null", 4) == 0);
        const int wanted = has_triple && y_result == 0 && x_len == y_len
                        && memcmp(x, y, x_len) == 0;
        struct locus_url url;

        ck_assert(x_result == 0 || x_result == LOCUS_ERROR_RANGE);
        ck_assert_int_eq(locus_same_origin(&a, (char *)a_text, &b, (char *)b_text, NULL),
                         wanted);
        equal += (uint64_t)wanted;
        if (!has_triple)
            continue;
        triples++;
        ck_assert_int_eq(locus_parse(&url, x, x_len, locus_web), 0);
        ck_assert_int_eq(locus_same_origin(&a, (char *)a_text, &url, x, NULL), 1);
        ck_assert_int_eq(locus_origin(y, sizeof y, &y_len, &url, x, NULL), 0);
        ck_assert(x_len == y_len && memcmp(x, y, x_len) == 0);
    }
    if (count >= 10000) {
        ck_assert_uint_gt(triples, count / 20);
        ck_assert_uint_gt(equal, 0);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("origin");
    TCase *tests = tcase_create("origin");

    need_all_grammars();
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, examples);
    tcase_add_test(tests, references);
    tcase_add_test(tests, other_grammars);
    tcase_add_test(tests, user_defined);
    tcase_add_test(tests, errors);
    tcase_add_test(tests, same);
    tcase_add_test(tests, properties);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
