/* SPDX-License-Identifier: MIT
 *
 * RFC 1630's partial forms and its equality: the golden cases in tests/golden/rfc1630,
 * and slow, literal implementations of the RFC's rules that must agree on generated
 * texts.
 *
 *     # comment
 *     context  URI
 *     partial  REFERENCE  RESULT     # why; in the context above
 *     equal    URI        URI
 *     differ   URI        URI
 *     invalid  URI
 *
 * tests/support/columns.h describes the columns; "" is the empty text.
 */
#define _DEFAULT_SOURCE 1

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "reference/reference.h"
#include "support/columns.h"
#include "support/golden.h"
#include "support/hexdig.h"
#include "support/mutate.h"
#include "support/unit.h"

enum { MOST = 2048 };              /* bytes of any text here */

/* A parsed URI, in a copy of its exact size. */
struct uri {
    char *text;
    size_t len;
    struct locus_url url;
};

static int take(struct uri *uri, const char *text)
{
    uri->len = strlen(text);
    uri->text = malloc(uri->len);
    ck_assert(uri->text != NULL || uri->len == 0);
    memcpy(uri->text, text, uri->len);
    return locus_parse(&uri->url, uri->text, uri->len, locus_rfc1630);
}

/* Resolves the reference in the context, with texts and buffers of exact sizes. Smaller
   buffers are refused, with the same length. */
static void resolve(char result[MOST], const struct uri *context,
                    const char *reference)
{
    const size_t reference_len = strlen(reference);
    char *copy = malloc(reference_len);
    size_t needed = 0, len = 0;
    char *buf;

    memcpy(copy, reference, reference_len);
    locus_resolve_partial(NULL, 0, &needed, &context->url, context->text,
                  context->len, copy, reference_len);
    ck_assert_uint_lt(needed, MOST);
    for (size_t size = 0; size < needed; size += 1 + needed / 8) {
        buf = malloc(size);
        ck_assert_int_eq(locus_resolve_partial(buf, size, &len, &context->url,
                                       context->text, context->len, copy,
                                       reference_len), LOCUS_ERROR_SPACE);
        ck_assert_uint_eq(len, needed);
        free(buf);
    }
    buf = malloc(needed);
    ck_assert_int_eq(locus_resolve_partial(needed > 0 ? buf : NULL, needed, &len,
                                   &context->url, context->text, context->len,
                                   copy, reference_len), 0);
    ck_assert_uint_eq(len, needed);
    memcpy(result, buf, needed);
    result[needed] = '\0';
    free(buf);
    free(copy);
}

static int same(const struct uri *a, const struct uri *b)
{
    const int there = locus_compare(&a->url, a->text, &b->url, b->text,
                                    LOCUS_SAME_LEVEL);
    const int back = locus_compare(&b->url, b->text, &a->url, a->text,
                                   LOCUS_SAME_LEVEL);

    ck_assert_int_eq(there, -back);
    return there == 0;
}

/* Golden cases */

static void check_line(const char *where, struct uri *context, char *c[3])
{
    char result[MOST];
    struct uri a, b;

    ck_assert_msg(c[1], "%s: too few columns", where);
    if (strcmp(c[0], "context") == 0) {
        free(context->text);
        ck_assert_msg(take(context, c[1]) == 0, "%s: invalid", where);
        return;
    }
    if (strcmp(c[0], "partial") == 0) {
        ck_assert_msg(context->text && c[2], "%s: too few columns", where);
        resolve(result, context, c[1]);
        ck_assert_msg(strcmp(result, c[2]) == 0, "%s: %s, but it is %s", where,
                      result, c[2]);
        return;
    }
    if (strcmp(c[0], "invalid") == 0) {
        ck_assert_msg(take(&a, c[1]) != 0, "%s: valid", where);
        free(a.text);
        return;
    }
    ck_assert_msg(c[2], "%s: too few columns", where);
    ck_assert_msg(take(&a, c[1]) == 0 && take(&b, c[2]) == 0, "%s: invalid",
                  where);
    ck_assert_msg(strcmp(c[0], "equal") == 0 || strcmp(c[0], "differ") == 0,
                  "%s: %s", where, c[0]);
    ck_assert_msg(same(&a, &b) == (strcmp(c[0], "equal") == 0), "%s", where);
    ck_assert_int_eq(same(&a, &a), 1);
    free(a.text);
    free(b.text);
}

static void check_file(const char *name)
{
    struct golden_reader reader = golden_open(name);
    struct uri context = { NULL, 0, { .error = 0 } };
    char *at;

    ck_assert(golden_next_file(&reader));
    while ((at = golden_next_line(&reader)) != NULL) {
        char *column[3] = { NULL, NULL, NULL };
        char where[300];

        snprintf(where, sizeof where, "%.200s:%u", reader.file, reader.line);
        for (int i = 0; i < 3 && (column[i] = next_column(&at)) != NULL; i++) {
            struct text text;

            ck_assert_msg(unescape(&text, column[i]), "%s: no such escape",
                          where);
            text.bytes[text.len] = '\0';
            if (strcmp(column[i], "\"\"") == 0)
                column[i][0] = '\0';
        }
        check_line(where, &context, column);
        reader.cases++;
    }
    ck_assert(!golden_next_file(&reader));
    ck_assert_uint_gt(reader.cases, 50);
    free(context.text);
}

START_TEST(partial_forms)
{
    check_file("rfc1630/resolve-partial.txt");
}
END_TEST

START_TEST(equality)
{
    check_file("rfc1630/equal.txt");
}
END_TEST

/* The rules, implemented literally */

static int begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Removes the dot elements from left to right, with a stack of elements. */
static void remove_dots(char *to, const char *path, int *changed)
{
    char copy[MOST], *element[MOST], *rest = copy;
    size_t count = 0;
    const int rooted = *path == '/';

    snprintf(copy, sizeof copy, "%s", path + rooted);
    while (rest) {
        char *word = strsep(&rest, "/");

        if (strcmp(word, ".") == 0) {
            *changed = 1;
        } else if (strcmp(word, "..") == 0 && count > 0
                   && strcmp(element[count - 1], "..") != 0) {
            count--;
            *changed = 1;
        } else {
            element[count++] = word;
        }
        if (!rest && (strcmp(word, ".") == 0 || strcmp(word, "..") == 0))
            element[count++] = strchr(word, '\0');
    }
    strcpy(to, rooted ? "/" : "");
    for (size_t i = 0; i < count; i++) {
        strcat(to, element[i]);
        if (i + 1 < count)
            strcat(to, "/");
    }
}

/* Where a reference that begins with `wanted` slashes cuts the context: at the first run of
   as many slashes, or else of fewer, or else at the end of the path. */
static size_t cut(const char *context, size_t path, size_t path_end,
                  size_t wanted)
{
    for (int fewer = 0; fewer < 2; fewer++) {
        for (size_t i = 0; i < path_end; ) {
            size_t n = 0;

            while (i + n < path_end && context[i + n] == '/'
                   && (i + n != path || n == 0))
                n++;
            if (n > 0 && (fewer ? n < wanted : n == wanted))
                return i;
            i += n > 0 ? n : 1;
        }
    }
    return path_end;
}

static int like_login(const char *path)
{
    return begins(path, "//") && path[2] && path[2] != '/';
}

static void add(char result[MOST], const char *text, size_t len)
{
    ck_assert_uint_lt(strlen(result) + len, MOST);
    strncat(result, text, len);
}

static void resolve_slowly(char result[MOST], const struct uri *context,
                           const char *reference)
{
    const struct locus_span *part = context->url.part;
    const int has_host = locus_has(&context->url, LOCUS_HOST);
    const size_t scheme = part[LOCUS_SCHEME].off;
    const size_t slashes = strspn(reference, "/");
    const size_t before = strcspn(reference, ":/");
    char text[MOST], merged[MOST], tail[MOST], *slash;
    size_t path, path_end;
    int changed = 0, login;

    *result = '\0';
    snprintf(text, sizeof text, "%.*s", (int)context->len, context->text);
    path_end = locus_has(&context->url, LOCUS_PATH)
             ? part[LOCUS_PATH].off + part[LOCUS_PATH].len
             : strcspn(text + part[LOCUS_HOST].off, "?#")
               + part[LOCUS_HOST].off;
    path = locus_has(&context->url, LOCUS_PATH) ? part[LOCUS_PATH].off
                                                : path_end;
    if (reference[before] == ':') {
        add(result, reference, strlen(reference));
        return;
    }
    if (slashes > 0) {
        add(result, text + scheme, cut(text + scheme, path - scheme,
                                       path_end - scheme, slashes));
        add(result, reference, strlen(reference));
        return;
    }
    if (!*reference || *reference == '#') {
        add(result, text + scheme, strcspn(text + scheme, "#"));
        add(result, reference, strlen(reference));
        return;
    }
    text[path_end] = '\0';
    login = like_login(text + path) || strcmp(text + path, "//") == 0;
    slash = strrchr(text + path, '/');
    if (slash)
        slash[1] = '\0';
    *merged = '\0';
    if (slash)
        add(merged, text + path, strlen(text + path));
    else if (has_host)
        add(merged, "/", 1);
    add(merged, reference, strcspn(reference, "?#"));
    remove_dots(tail, merged, &changed);
    add(result, text + scheme, path - scheme);
    if (!has_host && like_login(tail) && (changed || !login))
        add(result, "/.", 2);
    add(result, tail, strlen(tail));
    reference += strcspn(reference, "?#");
    add(result, reference, strlen(reference));
}

/* Whether the element around text[i] is "." or "..", encoded or not. */
static int in_dots(const char *text, size_t i)
{
    size_t begin = i, dots = 0;

    while (begin > 0 && text[begin - 1] != '/')
        begin--;
    for (i = begin; !strchr("/?#", text[i]); dots++) {
        if (text[i] == '.')
            i++;
        else if (strncasecmp(text + i, "%2e", 3) == 0)
            i += 3;
        else
            return 0;
    }
    return dots == 1 || dots == 2;
}

/* Writes a form that is the same for equal URIs: the bytes after the scheme, with 256
   added to those that are encoded and may not be decoded. Returns its length. */
static size_t bring_to_level(int level[MOST], const struct uri *uri)
{
    const struct locus_span scheme = uri->url.part[LOCUS_SCHEME];
    char text[MOST];
    char part = '/';                                /* or '?', or '#' */
    size_t count = 0, len;

    snprintf(text, sizeof text, "%.*s",
             (int)(uri->len - scheme.off - scheme.len - 1),
             uri->text + scheme.off + scheme.len + 1);
    len = strlen(text);
    if (len > 0 && text[len - 1] == '#')
        text[--len] = '\0';
    for (size_t i = 0; i < len; i++) {
        int value = (unsigned char)text[i];

        if (value == '#' || (value == '?' && part == '/'))
            part = (char)value;
        if (value == '%') {
            value = hexdig_octet(text + i + 1);
            if ((value && strchr("%/#?=;:*! ", value))
                || (value == '+' && part == '?')
                || (value == '.' && part == '/' && in_dots(text, i)))
                value += 256;
            i += 2;
        }
        level[count++] = value;
    }
    return count;
}

static int same_slowly(const struct uri *a, const struct uri *b)
{
    const struct locus_span x = a->url.part[LOCUS_SCHEME];
    const struct locus_span y = b->url.part[LOCUS_SCHEME];
    int of_a[MOST], of_b[MOST];
    const size_t count = bring_to_level(of_a, a);

    return x.len == y.len
        && strncasecmp(a->text + x.off, b->text + y.off, x.len) == 0
        && bring_to_level(of_b, b) == count
        && memcmp(of_a, of_b, count * sizeof *of_a) == 0;
}

/* Generated texts */

/* A text of fewer than `most` tokens that matter to the rules. */
static void generate(struct mutate *m, char text[MOST], const char *scheme,
                     size_t most)
{
    static const char *const pieces[] = {
        "a", "b", ".", "..", "/", "/", "/", "//", "/./", "/../", "../", "///",
        "/..", "%2E", "%2e", "%2F", "?", "#", "+", "%2B", ":", "@", "a:b@c:1",
        "...", "*", "%2a", "%41", "A", "%25", "=", ";",
    };

    strcpy(text, scheme);
    for (size_t n = mutate_below(m, most); n > 0; n--)
        strcat(text, MUTATE_PICK(m, pieces));
}

static const char *pick_scheme(struct mutate *m)
{
    static const char *const schemes[] = {
        "x:", "x:/", "x://h", "x://h/", "http://h", "http://h/a/b/", "URL:x:a/",
        "file://", "ftp://h/", "urn:", "x:/a/b/c/", "x://u:p@h:80/",
        "prospero://h/", "X:",
    };

    return MUTATE_PICK(m, schemes);
}

/* The result is always that of the literal rules. A context without a host gains none
   from a reference without "//". The result is absolute: resolved again, it does not
   change. */
START_TEST(generated_partial_forms)
{
    const uint64_t count = texts_to_try(1000000);
    uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);
    unsigned valid = 0, hosts = 0;

    for (uint64_t i = 0; i < count; i++, seed++) {
        char context[MOST], reference[MOST], result[MOST], slowly[MOST];
        struct uri uri, made;
        struct mutate m;

        mutate_seed(&m, seed);
        generate(&m, context, pick_scheme(&m), 8);
        generate(&m, reference, "", 8);
        if (take(&uri, context) == 0) {
            valid++;
            resolve(result, &uri, reference);
            resolve_slowly(slowly, &uri, reference);
            ck_assert_msg(strcmp(result, slowly) == 0,
                          "seed %llu: %s in %s: %s, but it is %s",
                          (unsigned long long)seed, reference, context, result,
                          slowly);
            if (take(&made, result) == 0) {
                if (!locus_has(&uri.url, LOCUS_HOST)
                    && strncmp(context + uri.url.part[LOCUS_PATH].off, "//", 2)
                    && !strstr(reference, "//")
                    && !reference[strcspn(reference, ":")])
                    ck_assert_msg(!locus_has(&made.url, LOCUS_HOST),
                                  "%s in %s: %s", reference, context, result);
                hosts += (unsigned)locus_has(&made.url, LOCUS_HOST);
                resolve(slowly, &uri, result);
                ck_assert_str_eq(slowly, result);
            }
            free(made.text);
        }
        free(uri.text);
    }
    ck_assert_uint_gt(valid, count / 8);
    ck_assert_uint_gt(hosts, count / 64);
}
END_TEST

/* Encodes or decodes some bytes after the scheme. */
static void reencode(struct mutate *m, char to[MOST], const char *text)
{
    size_t n = strcspn(text, ":") + 1;

    if (strncasecmp(text, "URL:", 4) == 0)
        n = 4 + strcspn(text + 4, ":") + 1;
    memcpy(to, text, n);
    for (text += n; *text; text++) {
        if (*text == '%' && mutate_one_in(m, 3) && hexdig_octet(text + 1) > 0) {
            to[n++] = (char)hexdig_octet(text + 1);
            text += 2;
        } else if (*text != '%' && mutate_one_in(m, 4)) {
            n += (size_t)sprintf(to + n, mutate_one_in(m, 2) ? "%%%02X"
                                                             : "%%%02x",
                                 (unsigned)(unsigned char)*text);
        } else {
            to[n++] = *text;
        }
    }
    to[n] = '\0';
}

START_TEST(generated_equality)
{
    const uint64_t count = texts_to_try(1000000);
    uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);
    unsigned equal = 0, differ = 0;

    for (uint64_t i = 0; i < count; i++, seed++) {
        char text[MOST], other[MOST];
        struct uri a, b;
        struct mutate m;

        mutate_seed(&m, seed);
        generate(&m, text, pick_scheme(&m), 8);
        reencode(&m, other, text);
        b.text = NULL;
        if (take(&a, text) == 0 && take(&b, other) == 0) {
            const int result = same(&a, &b);

            ck_assert_msg(result == same_slowly(&a, &b),
                          "seed %llu: %s and %s: %d", (unsigned long long)seed,
                          text, other, result);
            equal += result && strcmp(text, other) != 0;
            differ += !result;
        }
        free(a.text);
        free(b.text);
    }
    ck_assert_uint_gt(equal, count / 64);
    ck_assert_uint_gt(differ, count / 64);
}
END_TEST

/* "Encoding reserved characters": each octet, pct-encoded in either case and raw,
   wherever it may have a different meaning. */
START_TEST(every_octet_in_every_place)
{
    static const char *const before[] = {
        "x:", "x:a", "x:/", "x:a/", "x:a/.", "x:a/..", "x:a/.%2e", "x:a/.b", "x:a?b",
        "x:a?b.", "x:a#", "x:a#b", "x:a?b#c", "http://h/", "http://h/.", "ftp://h/a/.",
    };
    static const char *const after[] = { "", "/", "b", ".", "?c" };
    const size_t rounds = sizeof before / sizeof *before
                        * (sizeof after / sizeof *after) * 256;
    unsigned equal = 0, differ = 0;

    for (size_t i = 0; i < rounds; i++) {
        const int octet = (int)(i % 256);
        const size_t places = sizeof before / sizeof *before;
        const char *const prefix = before[i / 256 % places];
        const char *const tail = after[i / 256 / places];
        char upper[MOST], lower[MOST], plain[MOST];
        struct uri a, b = { .text = NULL }, c;

        snprintf(upper, sizeof upper, "%s%%%02X%s", prefix, (unsigned)octet, tail);
        snprintf(lower, sizeof lower, "%s%%%02x%s", prefix, (unsigned)octet, tail);
        snprintf(plain, sizeof plain, "%s%c%s", prefix, octet ? octet : '0',
                 tail);
        if (take(&a, upper) == 0 && take(&b, lower) == 0) {
            ck_assert_msg(same(&a, &b), "%s and %s", upper, lower);
            if (take(&c, plain) == 0) {
                const int result = same(&a, &c);

                ck_assert_msg(result == same_slowly(&a, &c), "%s and %s: %d", upper,
                              plain, result);
                equal += (unsigned)result;
                differ += (unsigned)!result;
            }
            free(c.text);
        }
        free(a.text);
        free(b.text);
    }
    ck_assert_uint_gt(equal, rounds / 16);
    ck_assert_uint_gt(differ, rounds / 64);
}
END_TEST

/* Where an octet may occur, and what may come after it. */
static const char *const places[] = {
    "x:", "x:a", "x:a/", "x:a/.", "x:a/..", "x:a/.%2e", "x:a/%2E", "x:a/.b/", "x:?",
    "x:a?b", "x:a?.", "x:a?b.", "x:#", "x:a#.", "x:a#b.", "x:a?b#c", "http://h/",
};
static const char *const tails[] = { "", "b", "/", ".", "/.b", "?c", "#d" };

static void check_level(const char *text, const char *other, unsigned count[2])
{
    struct uri a, b = { .text = NULL };

    if (take(&a, text) == 0 && take(&b, other) == 0) {
        const int result = same(&a, &b);

        ck_assert_msg(result == same_slowly(&a, &b), "%s and %s: %d", text, other,
                      result);
        count[result]++;
    }
    free(a.text);
    free(b.text);
}

/* A text with each octet, raw or pct-encoded, compared with the text without the octet, and
   with the octet twice, a letter at the end, or the next octet pct-encoded. */
START_TEST(every_octet_counts)
{
    const size_t rounds = sizeof places / sizeof *places
                        * (sizeof tails / sizeof *tails) * 256;
    unsigned count[2] = { 0, 0 };

    for (size_t i = 0; i < rounds; i++) {
        const char *const place = places[i / 256 % (sizeof places / sizeof *places)];
        const char *const tail = tails[i / 256 / (sizeof places / sizeof *places)];
        char octet[2][4], text[2][32], other[80];

        snprintf(octet[0], sizeof octet[0], "%c", (int)(i % 256 ? i % 256 : 'b'));
        snprintf(octet[1], sizeof octet[1], "%%%02X", (unsigned)(i % 256));
        for (int k = 0; k < 2; k++) {
            snprintf(text[k], sizeof text[k], "%s%s%s", place, octet[k], tail);
            snprintf(other, sizeof other, "%s%s", place, tail);
            check_level(text[k], other, count);
            snprintf(other, sizeof other, "%s%s%s%s", place, octet[k], octet[k], tail);
            check_level(text[k], other, count);
            snprintf(other, sizeof other, "%sz", text[k]);
            check_level(text[k], other, count);
            snprintf(other, sizeof other, "%s%s%%%02X%s", place, octet[k],
                     (unsigned)(unsigned char)*tail, *tail ? tail + 1 : "");
            check_level(text[k], other, count);
        }
        check_level(text[0], text[1], count);
    }
    ck_assert_uint_gt(count[0], rounds);
    ck_assert_uint_gt(count[1], rounds / 16);
}
END_TEST

/* Each character with a meaning, raw and pct-encoded, compared with every other one. */
START_TEST(every_sign_against_every_other)
{
    static const char signs[] = "*!=;:%/#?+. bz";
    enum { SIGNS = 2 * (sizeof signs - 1) };
    unsigned count[2] = { 0, 0 };

    for (size_t i = 0; i < sizeof places / sizeof *places * SIGNS * SIGNS; i++) {
        const char *const place = places[i / SIGNS / SIGNS];
        const size_t sign[2] = { i / SIGNS % SIGNS, i % SIGNS };

        for (size_t t = 0; t < sizeof tails / sizeof *tails; t++) {
            char text[2][32];

            for (int k = 0; k < 2; k++)
                snprintf(text[k], sizeof text[k], sign[k] % 2 ? "%s%%%02x%s" : "%s%c%s",
                         place, signs[sign[k] / 2], tails[t]);
            check_level(text[0], text[1], count);
        }
    }
    ck_assert_uint_gt(count[0], SIGNS * SIGNS);
    ck_assert_uint_gt(count[1], SIGNS * SIGNS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rfc1630");
    TCase *golden = tcase_create("golden");
    TCase *every = tcase_create("every");
    TCase *generated = tcase_create("generated");

    if (!locus_has_grammar(locus_rfc1630)) {
        puts("skipped: the grammar rfc1630 is not built in");
        return 77;
    }
    tcase_add_test(golden, partial_forms);
    tcase_add_test(golden, equality);
    tcase_add_test(generated, generated_partial_forms);
    tcase_add_test(generated, generated_equality);
    tcase_add_test(every, every_octet_in_every_place);
    tcase_add_test(every, every_octet_counts);
    tcase_add_test(every, every_sign_against_every_other);
    tcase_set_timeout(every, 60);
    tcase_set_timeout(generated, 600);
    suite_add_tcase(suite, golden);
    suite_add_tcase(suite, every);
    suite_add_tcase(suite, generated);
    return run_suite(suite);
}
