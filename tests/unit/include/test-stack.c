/* SPDX-License-Identifier: MIT
 *
 * A stack of 64 KiB is enough for URLs with a component of 10 MB: to find them, and to
 * read and write them after parsing. (tests/unit/parse/test-limits.c tries locus_parse()
 * with every component of every grammar.)
 */
#include <stdio.h>
#include <stdlib.h>

#include "support/contexts.h"
#include "support/unit.h"

enum {
    SIZE = 10000000                /* bytes of a large component */
};

#define FINDING(name) (UINT64_C(1) << LOCUS_FINDING_##name)

/* A URL with one large component, and all of its findings. */
static const struct large {
    const char *before;
    const char *fill;
    const char *after;
    uint64_t findings;
} larges[] = {
    { "http://h/", "a", "", 0 },
    { "http://h/", "../", "b", FINDING(DOT_SEGMENT) | FINDING(ABOVE_ROOT) },
    { "http://h/", "%41", "?q#f", FINDING(ENCODED_UNRESERVED) | FINDING(FRAGMENT) },
    { "http://h", "/", "", FINDING(EMPTY_SEGMENT) },
    { "http://", "a.", "h:8/", FINDING(OTHER_PORT) | FINDING(RESERVED_PORT) },
    { "http://", "a", ":p@h/", FINDING(PASSWORD) | FINDING(USER) },
    { "http://h?", "a=b&", "#f", FINDING(FRAGMENT) },
    { "http://h/#", "%2e", "", FINDING(ENCODED_UNRESERVED) | FINDING(FRAGMENT) },
};

struct job {
    char *text;
    size_t len;
    char *buf;                     /* `size` bytes */
    size_t size;
    size_t written;
    struct locus_url url;
    uint64_t findings;
    int result;
};

/* 10 MB with LOCUS_TEST_LONG=1, otherwise 1 MB: fifteen times the stack. */
static size_t large_size(void)
{
    return long_tests() ? SIZE : SIZE / 10;
}

static struct job begin(const struct large *l)
{
    struct job job = { 0 };

    job.text = enlarge(l->before, l->fill, l->after, large_size(), &job.len);
    job.size = job.len + 64;
    job.buf = malloc(job.size);
    ck_assert_ptr_nonnull(job.buf);
    ck_assert_int_eq(locus_parse(&job.url, job.text, job.len, locus_rfc3986),
                     0);
    return job;
}

static void end(struct job *job)
{
    free(job->text);
    free(job->buf);
}

/* The whole URL is found. */
static void scan(void *argument)
{
    struct job *job = argument;

    for (int number = 0; number < context_count(); number++) {
        const struct locus_context *const context = context_at(number);
        struct locus_scan scan;
        struct locus_found found;

        if (context == locus_wrapped)
            continue;
        job->result = locus_scan_init(&scan, locus_rfc3986, context);
        if (job->result != 0)
            return;
        job->result = locus_scan_next(&scan, job->text, job->len, 1, &found);
        job->written = found.len;
        if (job->result != 1 || found.len != job->len)
            return;
    }
}

static void normalize(void *argument)
{
    struct job *job = argument;

    job->result = locus_normalize(job->buf, job->size, &job->written,
                                  &job->url, job->text, LOCUS_STEPS_ALL);
}

static void is_normal(void *argument)
{
    struct job *job = argument;

    job->result = locus_is_normal(&job->url, job->text, LOCUS_STEPS_ALL);
}

/* Compares the URL with a copy of its struct that differs in a byte. */
static void compare_forms(void *argument)
{
    struct job *job = argument;
    struct locus_url other = job->url;

    other.error_offset = 1;
    job->result = locus_compare(&job->url, job->text, &other, job->text, LOCUS_STEPS_ALL);
}

static int add_length(void *context, const char *piece, size_t len)
{
    (void)piece;
    *(size_t *)context += len;
    return 0;
}

static void normal_each(void *argument)
{
    struct job *job = argument;

    job->written = 0;
    job->result = locus_normal_each(&job->url, job->text, LOCUS_STEPS_ALL, add_length,
                                    &job->written);
}

static void origin(void *argument)
{
    struct job *job = argument;

    job->result = locus_origin(job->buf, job->size, &job->written, &job->url, job->text,
                               NULL);
    if (job->result == 0)
        job->result = !locus_same_origin(&job->url, job->text, &job->url, job->text, NULL);
}

static void redact(void *argument)
{
    static const struct locus_slice key = { "a", 1 };
    static const struct locus_redaction what = {
        .mask = { "X", 1 }, .keys = &key, .key_count = 1
    };
    struct job *job = argument;

    job->result = locus_redact(job->buf, job->size, &job->written, &job->url, job->text,
                               &what, NULL);
}

static void resolve(void *argument)
{
    struct job *job = argument;

    job->result = locus_resolve(job->buf, job->size, &job->written, &job->url,
                                job->text, &job->url, job->text, 0);
}

static void compare(void *argument)
{
    struct job *job = argument;

    job->result = locus_compare(&job->url, job->text, &job->url, job->text,
                                LOCUS_STEPS);
}

static void encode(void *argument)
{
    struct job *job = argument;

    job->result = locus_encode(job->buf, job->size, &job->written, job->text,
                               job->len, locus_rfc3986, LOCUS_FRAGMENT,
                               LOCUS_KEEP, NULL);
}

static void decode(void *argument)
{
    struct job *job = argument;

    job->result = locus_decode(job->buf, job->size, &job->written, job->text,
                               job->len, LOCUS_PATH, 0, NULL);
}

static void build(void *argument)
{
    struct job *job = argument;

    job->result = locus_replace(job->buf, job->size, &job->written, &job->url,
                                job->text, LOCUS_FRAGMENT, "g", 1, NULL);
}

static void edit(void *argument)
{
    struct job *job = argument;
    const size_t count = locus_query_count(&job->url, job->text, 0);
    struct locus_query_entry *const entries = malloc((count + 1) * sizeof *entries);

    ck_assert_ptr_nonnull(entries);
    job->result = locus_query_set(job->buf, job->size, &job->written, &job->url,
                                  job->text, "k", 1, "v", 1, 0, NULL);
    if (job->result == 0)
        job->result = locus_query_remove(job->buf, job->size, &job->written, &job->url,
                                         job->text, "k", 1, 0, NULL);
    if (job->result == 0)
        job->result = locus_query_sort(job->buf, job->size, &job->written, &job->url,
                                       job->text, entries, count, 0, NULL);
    free(entries);
}

static void look(void *argument)
{
    struct job *job = argument;

    job->findings = locus_findings(&job->url, job->text, job->len, NULL);
    /* There are no such findings: the call cannot stop before the end. */
    job->result = locus_findings_any(&job->url, job->text, job->len, ~job->findings, NULL);
    if (job->result == 0 && job->findings != 0)
        job->result = !locus_findings_any(&job->url, job->text, job->len, job->findings, NULL);
}

START_TEST(one_large_component)
{
    struct job job = begin(&larges[_i]);
    size_t normal_len;
    bool is_same;

    on_small_stack(scan, &job);
    ck_assert_int_eq(job.result, 1);
    ck_assert_uint_eq(job.written, job.len);
    on_small_stack(normalize, &job);
    ck_assert_int_eq(job.result, 0);
    ck_assert_uint_gt(job.written, 0);
    ck_assert_uint_le(job.written, job.len + 32);
    normal_len = job.written;
    is_same = normal_len == job.len && memcmp(job.buf, job.text, job.len) == 0;
    on_small_stack(normal_each, &job);
    ck_assert_int_eq(job.result, 0);
    ck_assert_uint_eq(job.written, normal_len);
    on_small_stack(is_normal, &job);
    ck_assert_int_eq(job.result, is_same);
    on_small_stack(compare_forms, &job);
    ck_assert_int_eq(job.result, 0);
    on_small_stack(origin, &job);
    ck_assert_int_eq(job.result, 0);
    on_small_stack(redact, &job);
    ck_assert_int_eq(job.result, 0);
    on_small_stack(resolve, &job);
    ck_assert_int_eq(job.result, 0);
    on_small_stack(compare, &job);
    ck_assert_int_eq(job.result, 0);
    on_small_stack(encode, &job);
    ck_assert_int_eq(job.result, job.written > job.size ? LOCUS_ERROR_SPACE : 0);
    ck_assert_uint_ge(job.written, job.len);
    on_small_stack(decode, &job);
    ck_assert_int_eq(job.result, 0);
    ck_assert_uint_le(job.written, job.len);
    on_small_stack(build, &job);
    ck_assert_int_eq(job.result, 0);
    on_small_stack(edit, &job);
    ck_assert_int_eq(job.result, 0);
    on_small_stack(look, &job);
    ck_assert_int_eq(job.result, 0);
    ck_assert_uint_eq(job.findings, larges[_i].findings);
    end(&job);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("stack");
    TCase *tcase = tcase_create("large components");

    if (!locus_has_grammar(locus_rfc3986)) {
        puts("skipped: the grammar rfc3986 is not built in");
        return 77;
    }
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, one_large_component, 0,
                        (int)(sizeof larges / sizeof larges[0]));
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
