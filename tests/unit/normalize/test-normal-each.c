/* SPDX-License-Identifier: MIT
 *
 * locus_normal_each(): its pieces, one after the other, are what locus_normalize()
 * writes.
 */
#include "support/grammars.h"
#include "support/guard.h"
#include "support/mutate.h"
#include "support/unit.h"

/* What the callback has received. */
struct received {
    char *bytes;                   /* room for `size` */
    size_t size;
    size_t len;
    size_t pieces;
    size_t stop_at;                /* the piece at which it stops; 0: none */
};

enum { STOPPED = 77 };

static int receive(void *context, const char *piece, size_t len)
{
    struct received *received = context;

    ck_assert_uint_gt(len, 0);
    ck_assert_uint_le(len, received->size - received->len);
    memcpy(received->bytes + received->len, piece, len);
    received->len += len;
    received->pieces++;
    return received->pieces == received->stop_at ? STOPPED : 0;
}

/* Compares the pieces with the whole. Returns how many pieces there are. */
static size_t compare(const struct locus_url *url, const char *text, size_t len,
                      unsigned steps, char *whole, char *pieces, size_t size)
{
    struct received received = { .bytes = pieces, .size = size };
    size_t whole_len;

    ck_assert_int_eq(locus_normalize(whole, size, &whole_len, url, text, steps), 0);
    ck_assert_int_eq(locus_normal_each(url, text, steps, receive, &received), 0);
    if (received.len != whole_len || memcmp(whole, pieces, whole_len) != 0) {
        fprintf(stderr, "steps %u: ", steps);
        mutate_print(stderr, (const unsigned char *)text, len < 2000 ? len : 2000);
        ck_abort_msg("\nthe pieces are not the whole");
    }
    return received.pieces;
}

START_TEST(mutated)
{
    const uint64_t count = texts_to_try(200000);
    unsigned char bytes[MUTATE_MAX];
    char whole[2 * MUTATE_MAX], pieces[2 * MUTATE_MAX];
    struct guard guard = { NULL, NULL };
    struct mutate m;
    uint64_t valid = 0;

    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1));
    for (uint64_t i = 0; i < count; i++) {
        const struct locus_grammar *const grammar =
            grammar_at((int)(i % (uint64_t)grammar_count()));
        const size_t len = mutate_url(&m, grammar, bytes);
        const char *text = guard_after(&guard, bytes, len);
        struct locus_url url;

        if (locus_parse_reference(&url, text, len, grammar) != 0)
            continue;
        valid++;
        for (unsigned steps = 0; steps <= LOCUS_STEPS_ALL; steps++)
            compare(&url, text, len, steps, whole, pieces, sizeof whole);
    }
    if (count >= 1000)
        ck_assert_uint_gt(valid, count / 10);
}
END_TEST

/* Lengths around those at which normal-each.c divides a form into more stretches. */
static const size_t lengths[] = {
    900, 927, 928, 929, 960, 1023, 1024, 1025, 2000, 15000, 15328, 15329, 15360, 17000,
    100000, 245000, 246000, 300000, 4000000,
};

static const char *const segments[] = {
    "a", "b%41", "..", "..", ".", "%2e", "%2E%2e", "", "~", "%7E%2F%3a", "abcdefghij",
    "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
};

/* A URL with a path of about `size` bytes, at least `up` of 16 of whose segments are "..",
   and a query. */
static size_t make_long(struct mutate *m, char *text, size_t size, size_t up)
{
    size_t len = (size_t)sprintf(text, "HTTP://H%%41:80");

    while (len < size) {
        const char *segment = mutate_below(m, 16) < up
            ? ".." : segments[mutate_below(m, COUNT(segments))];

        len += (size_t)sprintf(text + len, "/%s", segment);
    }
    return len + (size_t)sprintf(text + len, "?%%41b#C%%7e");
}

START_TEST(long_paths)
{
    enum { ROOM = 256 };
    const size_t size = lengths[_i];
    char *text = malloc(size + ROOM), *whole = malloc(size + ROOM);
    char *pieces = malloc(size + ROOM);
    struct mutate m;

    ck_assert(text && whole && pieces);
    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1) + size);
    for (size_t up = 0; up < 16; up += 1 + size / 100000) {
        const size_t len = make_long(&m, text, size, up);
        struct locus_url url;

        ck_assert_int_eq(locus_parse(&url, text, len, locus_rfc3986), 0);
        for (unsigned steps = 0; steps <= LOCUS_STEPS_ALL; steps += size > 20000 ? 21 : 1)
            compare(&url, text, len, steps, whole, pieces, size + ROOM);
    }
    free(text);
    free(whole);
    free(pieces);
}
END_TEST

/* A run of each length, before or after many short runs. */
START_TEST(long_runs)
{
    static const char *const ends[] = { "", "%41", "/../x/%2e", "%3a%3A" };
    char whole[40000], pieces[40000];

    for (size_t i = 0; i < COUNT(lengths) && lengths[i] < 18000; i++)
        for (size_t e = 0; e < COUNT(ends); e++)
            for (int first = 0; first < 2; first++) {
                char before[8192] = "http://h/";
                char after[8192] = "";
                struct locus_url url;
                size_t len;
                char *text;

                for (int n = 0; n < 500 && ends[e][0]; n++)
                    strcat(first ? after : before, ends[e]);
                text = enlarge(before, "a", after, lengths[i], &len);
                ck_assert_int_eq(locus_parse(&url, text, len, locus_rfc3986), 0);
                for (unsigned steps = 0; steps <= LOCUS_STEPS_ALL; steps++)
                    compare(&url, text, len, steps, whole, pieces, sizeof whole);
                free(text);
            }
}
END_TEST

/* A short form is one piece. */
START_TEST(few_pieces)
{
    static const char text[] = "HTTP://H:80/a/./%41?b#c";
    char whole[64], pieces[64];
    struct locus_url url;

    ck_assert_int_eq(locus_parse(&url, text, strlen(text), locus_rfc3986), 0);
    for (unsigned steps = 0; steps <= LOCUS_STEPS_ALL; steps++)
        ck_assert_uint_eq(compare(&url, text, strlen(text), steps, whole, pieces,
                                  sizeof whole), 1);
}
END_TEST

START_TEST(stops)
{
    char *text, *bytes;
    struct locus_url url;
    size_t len, pieces;

    text = enlarge("http://h/", "%7E/b/../", "?q", 100000, &len);
    bytes = malloc(len);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_int_eq(locus_parse(&url, text, len, locus_rfc3986), 0);
    for (pieces = 1;; pieces++) {
        struct received received = { .bytes = bytes, .size = len, .stop_at = pieces };
        const int result =
            locus_normal_each(&url, text, LOCUS_STEPS, receive, &received);

        if (result == 0)
            break;
        ck_assert_int_eq(result, STOPPED);
        ck_assert_uint_eq(received.pieces, pieces);
    }
    ck_assert_uint_gt(pieces, 20);
    free(bytes);
    free(text);
}
END_TEST

START_TEST(errors)
{
    struct received received = { .bytes = NULL };
    struct locus_url url;

    ck_assert_int_eq(locus_parse(&url, "http:a b", 8, locus_rfc3986), LOCUS_ERROR_PATH);
    ck_assert_int_eq(locus_normal_each(&url, "http:a b", 0, receive, &received),
                     LOCUS_ERROR_PATH);
    ck_assert_int_eq(locus_parse(&url, "a:", 2, locus_rfc3986), 0);
    ck_assert_int_eq(locus_normal_each(&url, "a:", LOCUS_STEPS_ALL + 1, receive, &received),
                     LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_normal_each(&url, "a:", LOCUS_SAME_LEVEL, receive, &received),
                     LOCUS_ERROR_ARGUMENT);
    ck_assert_uint_eq(received.pieces, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("normal-each");
    TCase *tests = tcase_create("pieces");

    need_all_grammars();
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, mutated);
    tcase_add_loop_test(tests, long_paths, 0, (int)COUNT(lengths));
    tcase_add_test(tests, long_runs);
    tcase_add_test(tests, few_pieces);
    tcase_add_test(tests, stops);
    tcase_add_test(tests, errors);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
