/* SPDX-License-Identifier: MIT
 *
 * Misuse and limits of locus_parse(), with each kernel: NULL texts, texts of up to
 * LOCUS_MAX_LENGTH bytes and longer ones, large components on a small stack, and controls.
 */
#define _DEFAULT_SOURCE 1

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "support/grammars.h"
#include "locus.h"
#include "support/unit.h"

static void check_no_parts(const struct locus_url *url, int error)
{
    static const struct locus_span none[LOCUS_SLOT_COUNT];

    ck_assert_int_eq(url->error, error);
    ck_assert_uint_eq(url->present, 0);
    ck_assert_uint_eq(url->host_kind, LOCUS_HOST_NONE);
    ck_assert_int_eq(memcmp(url->part, none, sizeof none), 0);
    for (int p = 0; p < LOCUS_PART_COUNT; ++p)
        ck_assert_int_eq(locus_has(url, (enum locus_part)p), 0);
}

START_TEST(null_text)
{
    struct locus_url url;

    for (int g = 0; g < grammar_count(); ++g) {
        memset(&url, 0xff, sizeof url);
        if (locus_grammar_traits(grammar_at(g))
            & (LOCUS_TRAIT_TARGET | LOCUS_TRAIT_AUTHORITY))
            continue;           /* tests/golden/urls/rfc9112-3, rfc9110-4 */
        if (locus_grammar_traits(grammar_at(g)) & LOCUS_TRAIT_REFERENCE) {
            ck_assert_int_eq(locus_parse(&url, NULL, 0, grammar_at(g)), 0);
            ck_assert_uint_eq(url.present, 1u << LOCUS_PATH);
            ck_assert_uint_eq(url.part[LOCUS_PATH].len, 0);
        } else {
            ck_assert_int_eq(locus_parse(&url, NULL, 0, grammar_at(g)),
                             LOCUS_ERROR_SCHEME);
            ck_assert_uint_eq(url.error_offset, 0);
            check_no_parts(&url, LOCUS_ERROR_SCHEME);
        }
    }
}
END_TEST

START_TEST(no_grammar)
{
    struct locus_url url;

    memset(&url, 0xff, sizeof url);
    ck_assert_int_eq(locus_parse(&url, "http://h/", 9, NULL), LOCUS_ERROR_GRAMMAR);
    check_no_parts(&url, LOCUS_ERROR_GRAMMAR);
    ck_assert_ptr_null(locus_url_grammar(&url));
}
END_TEST

/* A text that is too long is refused before a byte is read: only nine bytes exist. */
START_TEST(too_long)
{
#if SIZE_MAX > 0xffffffff
    static const size_t lengths[] = {
        (size_t)LOCUS_MAX_LENGTH + 1,
        (size_t)LOCUS_MAX_LENGTH + 2,           /* 2^32 */
        (size_t)LOCUS_MAX_LENGTH + 11,          /* 9 in 32 bits */
        SIZE_MAX,
    };

    for (int g = 0; g < grammar_count(); ++g) {
        for (size_t i = 0; i < COUNT(lengths); ++i) {
            struct locus_url url;
            char *text = malloc(9);

            memcpy(text, "http://h/", 9);
            memset(&url, 0xff, sizeof url);
            ck_assert_int_eq(locus_parse(&url, text, lengths[i], grammar_at(g)),
                             LOCUS_ERROR_TOO_LONG);
            check_no_parts(&url, LOCUS_ERROR_TOO_LONG);
            ck_assert_int_eq(locus_parse(&url, NULL, lengths[i], grammar_at(g)),
                             LOCUS_ERROR_TOO_LONG);
            free(text);
        }
    }
#endif
}
END_TEST

/* Lengths at the limits of 16, 31 and 32 bits: "http://h/" followed by NULs, which
   untouched pages hold. */
START_TEST(long_text_that_fails_early)
{
    static const uint64_t lengths[] = {
        0xffff, 0x10000, 0x10001, 0x10000 + 9, 0x7fffffff, 0x80000000,
        0x80000001, 0xfffffffe,
    };

    for (size_t i = 0; i < COUNT(lengths); ++i) {
        size_t len = (size_t)lengths[i];
        char *text = mmap(NULL, len, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

        if (text == MAP_FAILED) {
            printf("skipped: %zu bytes: no room\n", len);
            continue;
        }
        memcpy(text, "http://h/", 9);
        for (int g = 0; g < grammar_count(); ++g) {
            struct locus_url url;

            if (!grammar_has_urls(grammar_at(g)))
                continue;
            ck_assert_int_eq(locus_parse(&url, text, len, grammar_at(g)),
                             LOCUS_ERROR_PATH);
            ck_assert_uint_eq(url.error_offset, 9);
        }
        munmap(text, len);
    }
}
END_TEST

#if SIZE_MAX > 0xffffffff
/* A text of `len` bytes "a", made of one small file mapped again and again; NULL if
   there is not enough address space. A write changes only the page written to. */
static char *map_many(size_t len)
{
    enum { BLOCK = 1 << 20 };
    size_t blocks = len / BLOCK + 1;
    FILE *file = tmpfile();
    char *text;

    if (file == NULL)
        return NULL;
    for (size_t i = 0; i < BLOCK; ++i)
        putc('a', file);
    if (fflush(file) != 0) {
        fclose(file);
        return NULL;
    }
    text = mmap(NULL, blocks * BLOCK, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (size_t i = 0; text != MAP_FAILED && i < blocks; ++i)
        if (mmap(text + i * BLOCK, BLOCK, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, fileno(file), 0) ==
            MAP_FAILED)
            text = MAP_FAILED;
    fclose(file);
    return text == MAP_FAILED ? NULL : text;
}
#endif

/* Offsets and lengths above 31 bits, up to the largest of 32. */
START_TEST(long_text_that_is_valid)
{
#if SIZE_MAX > 0xffffffff
    size_t len = LOCUS_MAX_LENGTH;
    char *text = map_many(len);
    struct locus_url url;

    if (text == NULL) {
        printf("skipped: %zu bytes: no room\n", len);
        return;
    }
    if (strcmp(locus_kernel(), "off") == 0 || is_emulated()) {
        printf("skipped: %zu bytes: here they take minutes\n", len);
        return;
    }
    memcpy(text, "http://h/", 9);
    memcpy(text + len - 4, "?q#f", 4);
    ck_assert_int_eq(locus_parse(&url, text, len, locus_web), 0);
    ck_assert_uint_eq(url.part[LOCUS_PATH].off, 8);
    ck_assert_uint_eq(url.part[LOCUS_PATH].len, len - 12);
    ck_assert_uint_eq(url.part[LOCUS_QUERY].off, len - 3);
    ck_assert_uint_eq(url.part[LOCUS_QUERY].len, 1);
    ck_assert_uint_eq(url.part[LOCUS_FRAGMENT].off, len - 1);
    ck_assert_uint_eq(url.part[LOCUS_FRAGMENT].len, 1);

    len = 0x80000001;
    text[len - 1] = ' ';
    ck_assert_int_eq(locus_parse(&url, text, len, locus_rfc3986),
                     LOCUS_ERROR_PATH);
    ck_assert_uint_eq(url.error_offset, len - 1);
#endif
}
END_TEST

/* Large components on a small stack */

struct large {
    const struct locus_grammar *const *grammar;
    const char *before;
    const char *fill;              /* repeated */
    const char *after;
    int error;                     /* its offset is that of `after` */
    enum locus_part part;          /* or the part that holds the whole fill ...... */
    size_t more;                   /* ... and this many bytes more */
};

static const struct large large[] = {
    { &locus_web, "http://h/", "a", "", 0, LOCUS_PATH, 1 },
    { &locus_web, "http://h/", "\xff", "?q", 0, LOCUS_PATH, 1 },
    { &locus_web, "http://", "\xff", "/", 0, LOCUS_HOST, 0 },
    { &locus_web, "http://h#", "#", "", 0, LOCUS_FRAGMENT, 0 },
    { &locus_rfc3986, "", "a", ":", 0, LOCUS_SCHEME, 0 },
    { &locus_rfc3986, "http://", "a", "@h", 0, LOCUS_USER, 0 },
    { &locus_rfc3986, "http://u:", "1", "@h", 0, LOCUS_PASSWORD, 0 },
    { &locus_rfc3986, "http://u:", ":", "@h", 0, LOCUS_PASSWORD, 0 },
    { &locus_rfc3986, "http://", "a.", "/", 0, LOCUS_HOST, 0 },
    { &locus_rfc3986, "http://", "1.", "", 0, LOCUS_HOST, 0 },
    { &locus_rfc3986, "http://", "%41", "", 0, LOCUS_HOST, 0 },
    { &locus_rfc3986, "http://[v1.", ":", "]", 0, LOCUS_HOST, 5 },
    { &locus_rfc3986, "http://[v", "f", ".a]", 0, LOCUS_HOST, 5 },
    { &locus_rfc3986, "http://h:", "7", "/", 0, LOCUS_PORT, 0 },
    { &locus_rfc3986, "http://h", "/", "", 0, LOCUS_PATH, 0 },
    { &locus_rfc3986, "http://h", "/../.", "", 0, LOCUS_PATH, 0 },
    { &locus_rfc3986, "x:", "a:@", "", 0, LOCUS_PATH, 0 },
    { &locus_rfc3986, "http://h?", "?", "#", 0, LOCUS_QUERY, 0 },
    { &locus_rfc3986, "http://h#", "%41", "", 0, LOCUS_FRAGMENT, 0 },
    { &locus_rfc3986, "http://h/", "a", " ", LOCUS_ERROR_PATH, 0, 0 },
    { &locus_rfc3986_reference, "", "a", "", 0, LOCUS_PATH, 0 },
    { &locus_rfc3986_reference, "", "../", "", 0, LOCUS_PATH, 0 },
    { &locus_rfc1738, "ftp://", "a", ":p@h", 0, LOCUS_USER, 0 },
    { &locus_rfc1738, "http://", "a.", "a/", 0, LOCUS_HOST, 1 },
    { &locus_rfc1738, "http://", "1", ".2.3.4/", 0, LOCUS_HOST, 6 },
    { &locus_rfc1738, "http://h:", "7", "", 0, LOCUS_PORT, 0 },
    { &locus_rfc1738, "ftp://h", "/a", ";type=a", 0, LOCUS_PATH, 0 },
    { &locus_rfc1738, "gopher://h/1", "%0a", "%09", 0, LOCUS_SELECTOR, 0 },
    { &locus_rfc1738, "gopher://h/1%09%09", "%09", "", 0, LOCUS_PLUS, 0 },
    { &locus_rfc1738, "mailto:", "%40", "", 0, LOCUS_ADDRESS, 0 },
    { &locus_rfc1738, "news:", "a", "@h", 0, LOCUS_ARTICLE, 2 },
    { &locus_rfc1738, "nntp://h/g/", "1", "", 0, LOCUS_NUMBER, 0 },
    { &locus_rfc1738, "wais://h/", "a", "/t/p", 0, LOCUS_DATABASE, 0 },
    { &locus_rfc1738, "prospero://h/", "/", ";a=b", 0, LOCUS_HSONAME, 0 },
    { &locus_rfc1738, "prospero://h/x", ";a=b", "", 0, LOCUS_FIELDS, 0 },
    { &locus_rfc1738, "foo://a@b@", "/", "", 0, LOCUS_PATH, 6 },
    { &locus_rfc1630, "URL:", "a", ":", 0, LOCUS_SCHEME, 0 },
    { &locus_rfc1630, "ftp://", "a", ":p@h/", 0, LOCUS_USER, 0 },
    { &locus_rfc1630, "http://", "a.", "a#f", 0, LOCUS_HOST, 1 },
    { &locus_rfc1630, "ftp://h/x;type=L", "8", "", 0, LOCUS_TYPE, 1 },
    { &locus_rfc1630, "mid:", "%40", "@h", 0, LOCUS_PATH, 2 },
    { &locus_rfc1630, "nntp:a", ".a", "/1", 0, LOCUS_GROUP, 1 },
    { &locus_rfc1630, "wais://h/d/t/", "1=a/b;", "", 0, LOCUS_WPATH, 0 },
    { &locus_rfc1630, "prospero://h/", "/", "%001", 0, LOCUS_HSONAME, 0 },
    { &locus_rfc1630, "prospero://h/x%00", "1", "a", 0, LOCUS_NUMBER, 0 },
    { &locus_rfc1630, "prospero://h/x%001", "a1", "", 0, LOCUS_FIELDS, 0 },
    { &locus_rfc1630, "x://a@b@", "/", "", 0, LOCUS_PATH, 6 },
    { &locus_rfc1630, "x:?", "+", "", 0, LOCUS_QUERY, 0 },
    { &locus_rfc1630, "x:y#", "%41", "", 0, LOCUS_FRAGMENT, 0 },
};

struct job {
    struct locus_url url;
    const char *text;
    size_t len;
    const struct locus_grammar *grammar;
    int result;
};

static void parse_job(void *argument)
{
    struct job *job = argument;

    job->result = locus_parse(&job->url, job->text, job->len, job->grammar);
}

START_TEST(large_components)
{
    static const size_t sizes[] = { 65535, 65536, 70000, 10000000 };
    const struct large *l = &large[_i];

    for (size_t i = 0; i < COUNT(sizes); ++i) {
        struct job job = { .grammar = *l->grammar };
        char *text = enlarge(l->before, l->fill, l->after, sizes[i], &job.len);
        const size_t fill = job.len - strlen(l->before) - strlen(l->after);

        job.text = text;
        on_small_stack(parse_job, &job);
        ck_assert_msg(job.result == l->error, "%s %s ... %s: %s@%u", l->before,
                      l->fill, l->after, locus_error_name(job.result),
                      (unsigned)job.url.error_offset);
        if (l->error != 0)
            ck_assert_uint_eq(job.url.error_offset,
                              job.len - strlen(l->after));
        else
            ck_assert_msg(locus_get(&job.url, l->part).len == fill + l->more,
                          "%s %s ... %s: %u bytes", l->before, l->fill,
                          l->after, (unsigned)locus_get(&job.url, l->part).len);
        free(text);
    }
}
END_TEST

/* RFC 3986, section 2: NUL and other controls are in no URL; nor is a space, at which a
   request target ends (RFC 9112, section 3). Each of these, inserted anywhere in a valid
   text, is an error there, or before it if the form of the text is not yet decided. */
START_TEST(controls)
{
    static const char *const texts[] = {
        "http://user:pw@h:80/a%41/b?q=1#f", "http://h:80/a?q", "/a?q", "h:80", "[::1]:80",
        "*", "mailto:a@b", "../a", "ftp://h/a;type=i", "gopher://h/1a", "URL:news:a@b"
    };
    unsigned valid = 0;

    for (int g = 0; g < grammar_count(); g++)
        for (size_t t = 0; t < COUNT(texts); t++) {
            const size_t len = strlen(texts[t]);
            struct locus_url url;

            if (locus_parse(&url, texts[t], len, grammar_at(g)) != 0)
                continue;
            valid++;
            for (size_t at = 0; at <= len; at++)
                for (int byte = 0; byte < 0x80; byte++) {
                    char text[64];

                    if (byte == 0x21)
                        byte = 0x7f;
                    memcpy(text, texts[t], at);
                    text[at] = (char)byte;
                    memcpy(text + at + 1, texts[t] + at, len - at);
                    ck_assert_msg(locus_parse(&url, text, len + 1, grammar_at(g)) < 0
                                  && url.error > LOCUS_ERROR_TOO_LONG
                                  && url.error_offset <= at && url.present == 0,
                                  "%s, %s: byte %d at %zu",
                                  locus_grammar_name(grammar_at(g)), texts[t], byte, at);
                }
        }
    ck_assert_uint_gt(valid, 40);
}
END_TEST

static Suite *limits(void)
{
    static char name[64];          /* Check keeps the pointer */
    Suite *suite;
    TCase *tests = tcase_create("limits");

    snprintf(name, sizeof name, "limits, %s", locus_kernel());
    suite = suite_create(name);
    tcase_add_test(tests, null_text);
    tcase_add_test(tests, no_grammar);
    tcase_add_test(tests, controls);
    tcase_add_test(tests, too_long);
    tcase_add_test(tests, long_text_that_fails_early);
    tcase_add_test(tests, long_text_that_is_valid);
    tcase_add_loop_test(tests, large_components, 0, (int)COUNT(large));
    tcase_set_timeout(tests, 300);
    suite_add_tcase(suite, tests);
    return suite;
}

int main(void)
{
    need_all_grammars();
    return run_with_each_kernel(limits);
}
