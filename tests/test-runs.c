/* SPDX-License-Identifier: MIT
 *
 * Runs change nothing but the time: the library with them and without them
 * gives the same bytes. Both stand in this process: the library as it is
 * built, and its machines once more the other way round (other.h). A third
 * voice, where it can speak, is an interpreter of the machines' XML.
 *
 * Every text ends at a page that must not be touched.
 *
 *     LOCUS_TEST_MUTATIONS=n   texts a grammar (default 2000000); the slower
 *                              tests take a fraction of it
 *     LOCUS_TEST_SEED=n        the seed of the first text (default 1); the
 *                              next text has the next seed
 *
 * A failure prints the seed of its text: with that seed and one mutation the
 * same test fails again at once.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "internal.h"
#include "interpret.h"
#include "mutate.h"

/* other.h gave them these names. */
int other_parse(struct locus_url *url, const char *text, size_t len,
                enum locus_grammar grammar);
int other_match(struct locus_match *match, const unsigned char *end,
                enum locus_grammar grammar);
int other_text(struct locus_text *text, const unsigned char *end);
int other_scan_init(struct locus_scan *scan, enum locus_grammar grammar,
                    enum locus_context context);
int other_scan_next(struct locus_scan *scan, const char *window, size_t len,
                    int end, struct locus_found *found);
const char *other_kernel(void);

/* ------------------------------------------------------------------------
 * Common ground
 * ------------------------------------------------------------------------ */

static unsigned long long from_environment(const char *name,
                                           unsigned long long otherwise)
{
    const char *value = getenv(name);
    char *end;

    if (!value || !*value)
        return otherwise;
    otherwise = strtoull(value, &end, 0);
    ck_assert_msg(!*end, "%s is not a number: %s", name, value);
    return otherwise;
}

static uint64_t first_seed(void)
{
    return from_environment("LOCUS_TEST_SEED", 1);
}

/* How many texts a test takes that takes every n-th. */
static uint64_t mutations(uint64_t n)
{
    const uint64_t all = from_environment("LOCUS_TEST_MUTATIONS", 2000000);

    return (all + n - 1) / n;
}

/* The first byte of a page that must not be touched, after GUARD_ROOM bytes
   for texts. */
enum { GUARD_ROOM = 1 << 16 };

static unsigned char *guard;

static void set_up_guard(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *room = mmap(NULL, GUARD_ROOM + page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (room == MAP_FAILED
        || mprotect(room + GUARD_ROOM, page, PROT_NONE) != 0) {
        perror("test-runs");
        exit(EXIT_FAILURE);
    }
    guard = room + GUARD_ROOM;
}

/* The text, ending at the guard. */
static const unsigned char *guarded(const unsigned char *text, size_t len)
{
    return memcpy(guard - len, text, len);
}

static struct interpret machine;

static void set_up_machine(enum locus_grammar grammar)
{
    const char *name = locus_grammar_name(grammar);

    ck_assert_msg(interpret_read(&machine, name),
                  "grammar/xml/%s.xml cannot be read here or in $srcdir",
                  name);
}

/* Prints the text and ends the test. */
static _Noreturn void differ(const char *what, enum locus_grammar grammar,
                             uint64_t seed, const unsigned char *text,
                             size_t len)
{
    fprintf(stderr, "%s: %s\nLOCUS_TEST_SEED=%llu LOCUS_TEST_MUTATIONS=1\n",
            locus_grammar_name(grammar), what, (unsigned long long)seed);
    mutate_print(stderr, text, len);
    fprintf(stderr, "\n%zu bytes\n", len);
    ck_abort_msg("%s: %s (seed %llu)", locus_grammar_name(grammar), what,
                 (unsigned long long)seed);
    abort();                       /* ck_abort_msg() does not come back */
}

/* ------------------------------------------------------------------------
 * Whole texts
 * ------------------------------------------------------------------------ */

/* Parses the text both ways and returns the result, which is the same. */
static struct locus_url parse_both(enum locus_grammar grammar, uint64_t seed,
                                   const unsigned char *text, size_t len)
{
    struct locus_url url, other;
    int result, other_result;

    /* What a caller leaves in the struct does not matter. */
    memset(&url, 0xaa, sizeof url);
    memset(&other, 0x55, sizeof other);
    text = guarded(text, len);
    result = locus_parse(&url, (const char *)text, len, grammar);
    other_result = other_parse(&other, (const char *)text, len, grammar);
    if (result != other_result || result != url.error
        || memcmp(&url, &other, sizeof url) != 0)
        differ("runs change what locus_parse() says", grammar, seed, text,
               len);
    return url;
}

/* Parses the text both ways, interprets it, and demands one verdict. */
static struct interpreted judge(enum locus_grammar grammar, uint64_t seed,
                                const unsigned char *text, size_t len)
{
    const struct locus_url url = parse_both(grammar, seed, text, len);
    const struct interpreted wanted = interpret(&machine, text, len);

    if ((url.error == 0) != wanted.valid)
        differ("the XML has another verdict", grammar, seed, text, len);
    if (url.error != wanted.error)
        differ("the XML has another error", grammar, seed, text, len);
    if (url.error_offset != (wanted.valid ? 0 : wanted.offset))
        differ("the XML has another error offset", grammar, seed, text, len);
    return wanted;
}

START_TEST(the_two_are_two)
{
    ck_assert_msg(strcmp(locus_kernel(), other_kernel()) != 0,
                  "both are \"%s\"", locus_kernel());
    ck_assert_msg(strcmp(locus_kernel(), "off") == 0
                  || strcmp(other_kernel(), "off") == 0,
                  "neither is \"off\"");
}
END_TEST

START_TEST(mutations_have_the_same_parts)
{
    const enum locus_grammar grammar = (enum locus_grammar)_i;
    const uint64_t n = mutations(1);
    uint64_t valid = 0;

    for (uint64_t i = 0; i < n; i++) {
        unsigned char text[MUTATE_MAX];
        const uint64_t seed = first_seed() + i;
        struct mutate m;
        size_t len;

        mutate_seed(&m, seed);
        len = mutate_url(&m, grammar, text);
        valid += parse_both(grammar, seed, text, len).error == 0;
    }
    /* That texts were of both kinds, or this would test half of it. */
    if (n >= 1000) {
        ck_assert_uint_gt(valid, n / 8);
        ck_assert_uint_lt(valid, n - n / 8);
    }
}
END_TEST

START_TEST(mutations_fail_where_the_machine_dies)
{
    const enum locus_grammar grammar = (enum locus_grammar)_i;
    const uint64_t n = mutations(20);

    set_up_machine(grammar);
    for (uint64_t i = 0; i < n; i++) {
        unsigned char text[MUTATE_MAX];
        const uint64_t seed = first_seed() + i;
        struct mutate m;

        mutate_seed(&m, seed);
        judge(grammar, seed, text, mutate_url(&m, grammar, text));
    }
}
END_TEST

/* Every length from 0 to 300 of every run that a URL may have, however it
   begins and ends: nothing here is random. */
START_TEST(runs_of_every_length)
{
    static const char *const heads[LOCUS_GRAMMAR_COUNT][18] = {
        [LOCUS_WEB] = {
            "", "h", "h:", "h:/", "h://", "h://u@", "h://u:p", "h://u:p@",
            "h://[v1.", "h://[", "h://1.2.3.", "h://h:", "h://h/", "h://h?",
            "h://h#", "h://h/p?q#",
        },
        [LOCUS_RFC3986] = {
            "", "h", "h:", "h:/", "h://", "h://u@", "h://u:p", "h://u:p@",
            "h://[v1.", "h://[", "h://1.2.3.", "h://h:", "h://h/", "h://h?",
            "h://h#", "h://h/p?q#",
        },
        [LOCUS_RFC3986_REFERENCE] = {
            "", "h", "h:", "/", "//", "//u@", "//u:p", "//u:p@", "//[v1.",
            "//[", "//1.2.3.", "//h:", "//h/", "?", "#", "p?q#", "p/",
        },
        [LOCUS_RFC1738] = {
            "x", "x:", "x://", "ftp://", "ftp://u:", "ftp://u:p@h:",
            "ftp://h/", "http://h/", "http://h/?", "gopher://h/1",
            "gopher://h/1%09", "mailto:", "news:", "nntp://h/",
            "wais://h/d/", "wais://h/d/t/", "prospero://h/", "prospero://h/;",
        },
    };
    static const char *const fills[] = {
        "a", "0", "%41", "%fF", "a%41", "-", "/", ".", "a.", ":", "=",
    };
    static const char *const tails[] = {
        "", "%", "%4", "%4g", "%g4", "%%41", "%41%", "/", "@h", "\x01", "\xff",
        ":8", "%09",
    };
    const enum locus_grammar grammar = (enum locus_grammar)_i;

    set_up_machine(grammar);
    for (size_t h = 0; h < sizeof heads[0] / sizeof heads[0][0]; h++)
        for (size_t f = 0; f < sizeof fills / sizeof fills[0]; f++)
            for (size_t t = 0; t < sizeof tails / sizeof tails[0]; t++)
                for (size_t n = 0; n <= 300; n++) {
                    unsigned char text[400];
                    const char *head = heads[grammar][h];
                    const size_t period = strlen(fills[f]);
                    size_t len;

                    if (!head)
                        continue;
                    len = strlen(head);
                    memcpy(text, head, len);
                    for (size_t i = 0; i < n; i++)
                        text[len++] = (unsigned char)fills[f][i % period];
                    memcpy(text + len, tails[t], strlen(tails[t]));
                    judge(grammar, 0, text, len + strlen(tails[t]));
                }
}
END_TEST

/* ------------------------------------------------------------------------
 * Prefixes and pieces
 * ------------------------------------------------------------------------ */

typedef int match_function(struct locus_match *match, const unsigned char *end,
                           enum locus_grammar grammar);

/* What a recogniser says, in offsets. */
struct matched {
    size_t at;
    size_t last;
    int alive;
};

static int same_match(struct matched a, struct matched b)
{
    return a.at == b.at && a.last == b.last && a.alive == b.alive;
}

/* Matches the text in pieces that end at ends[0], ends[1], ... and at len.
   Each piece ends at the guard. */
static struct matched match_pieces(match_function *function,
                                   enum locus_grammar grammar,
                                   const unsigned char *text, size_t len,
                                   const size_t *ends, size_t count)
{
    struct matched result = { 0, 0, 1 };
    uint32_t state = 0;

    for (size_t i = 0; i <= count && result.alive; i++) {
        const size_t end = i < count ? ends[i] : len;
        const unsigned char *piece = guarded(text, end);
        struct locus_match match = {
            .at = piece + result.at,
            .last = piece + result.last,
            .state = state,
        };

        result.alive = function(&match, piece + end, grammar);
        result.at = (size_t)(match.at - piece);
        result.last = (size_t)(match.last - piece);
        state = match.state;
    }
    return result;
}

/* Some places in a text, in order; twice the same one is an empty piece. */
static size_t cut(struct mutate *m, size_t len, size_t ends[8])
{
    const size_t count = mutate_below(m, 9);
    size_t from = 0;

    for (size_t i = 0; i < count; i++)
        ends[i] = from += mutate_below(m, (len - from) / (mutate_one_in(m, 2)
                                                          ? 1 : 4) + 1);
    return count;
}

/* The length of the longest prefix, but "", that locus_parse() takes. */
static size_t longest_by_force(enum locus_grammar grammar,
                               const unsigned char *text, size_t len)
{
    struct locus_url url;

    while (len > 0
           && locus_parse(&url, (const char *)text, len, grammar) != 0)
        len--;
    return len;
}

START_TEST(prefixes_are_the_longest)
{
    const enum locus_grammar grammar = (enum locus_grammar)_i;
    const uint64_t n = mutations(20);

    set_up_machine(grammar);
    for (uint64_t i = 0; i < n; i++) {
        unsigned char text[MUTATE_MAX];
        const uint64_t seed = first_seed() + i;
        struct interpreted wanted;
        struct matched whole;
        size_t ends[8], len, count;
        struct mutate m;

        mutate_seed(&m, seed);
        len = mutate_url(&m, grammar, text);
        wanted = interpret(&machine, text, len);

        whole = match_pieces(locus_match, grammar, text, len, NULL, 0);
        if (!same_match(whole, match_pieces(other_match, grammar, text, len,
                                            NULL, 0)))
            differ("runs change what locus_match() says", grammar, seed, text,
                   len);
        if (whole.last != wanted.longest)
            differ("the XML has another longest prefix", grammar, seed, text,
                   len);
        if (whole.at != wanted.offset || whole.alive != (wanted.offset == len))
            differ("the XML stops at another byte", grammar, seed, text, len);
        if (whole.last != longest_by_force(grammar, text, len))
            differ("locus_parse() takes another longest prefix", grammar,
                   seed, text, len);

        count = cut(&m, len, ends);
        if (!same_match(whole, match_pieces(locus_match, grammar, text, len,
                                            ends, count))
            || !same_match(whole, match_pieces(other_match, grammar, text,
                                               len, ends, count)))
            differ("pieces change what locus_match() says", grammar, seed,
                   text, len);
    }
}
END_TEST

typedef int text_function(struct locus_text *text, const unsigned char *end);

static struct matched text_pieces(text_function *function, uint32_t quoted,
                                  const unsigned char *text, size_t len,
                                  const size_t *ends, size_t count)
{
    struct matched result = { 0, 0, 1 };
    struct locus_text prose = { .quoted = quoted };

    for (size_t i = 0; i <= count && result.alive; i++) {
        const size_t end = i < count ? ends[i] : len;
        const unsigned char *piece = guarded(text, end);

        prose.match.at = piece + result.at;
        prose.match.last = piece + result.last;
        result.alive = function(&prose, piece + end);
        result.at = (size_t)(prose.match.at - piece);
        result.last = (size_t)(prose.match.last - piece);
    }
    return result;
}

START_TEST(prose_ends_a_url_at_the_same_byte)
{
    const uint64_t n = mutations(4);

    for (uint64_t i = 0; i < n; i++) {
        static const char *const pieces[] = {
            "(", ")", "[", "]", "{", "}", "'", ".", ",", "\xc2\x85",
            "\xc2\xa9", "\xc2\xab", "\xc2\xbb", "\xe2\x80\x98",
            "\xe2\x80\x99", "\xe2\x80\x9d", "\xe3\x80\x8d", "\xef\xbc\x89",
            "\xef\xbd\x9c", "\xef\xbd\x9b", "\xef", "\xc2", "\xe2\x80", "|",
        };
        unsigned char bytes[MUTATE_MAX];
        struct mutate_text text = { bytes, 0 };
        const uint64_t seed = first_seed() + i;
        struct matched whole;
        size_t ends[8], count;
        struct mutate m;
        uint32_t quoted;

        mutate_seed(&m, seed);
        text.len = mutate_url(&m, LOCUS_WEB, bytes);
        for (size_t more = mutate_below(&m, 8); more > 0; more--) {
            const char *piece = MUTATE_PICK(&m, pieces);
            const size_t at = mutate_below(&m, text.len + 1);

            memcpy(bytes + at, piece, mutate_open(&text, at, strlen(piece)));
        }
        /* No mark stops the URL, or some do, or all. */
        quoted = mutate_one_in(&m, 3) ? 0 : (uint32_t)mutate_next(&m);
        if (mutate_one_in(&m, 4))
            quoted = UINT32_MAX;

        whole = text_pieces(locus_text, quoted, bytes, text.len, NULL, 0);
        count = cut(&m, text.len, ends);
        if (!same_match(whole, text_pieces(other_text, quoted, bytes, text.len,
                                           NULL, 0)))
            differ("runs change what locus_text() says", LOCUS_WEB, seed,
                   bytes, text.len);
        if (!same_match(whole, text_pieces(locus_text, quoted, bytes,
                                           text.len, ends, count))
            || !same_match(whole, text_pieces(other_text, quoted, bytes,
                                              text.len, ends, count)))
            differ("pieces change what locus_text() says", LOCUS_WEB, seed,
                   bytes, text.len);
    }
}
END_TEST

/* ------------------------------------------------------------------------
 * Scans
 * ------------------------------------------------------------------------ */

enum { STREAM_MAX = 4096, FOUND_MAX = STREAM_MAX };

struct found_list {
    size_t count;
    struct locus_found found[FOUND_MAX];
};

typedef int init_function(struct locus_scan *scan, enum locus_grammar grammar,
                          enum locus_context context);
typedef int next_function(struct locus_scan *scan, const char *window,
                          size_t len, int end, struct locus_found *found);

struct scanner {
    init_function *init;
    next_function *next;
};

static const struct scanner library = { locus_scan_init, locus_scan_next };
static const struct scanner other = { other_scan_init, other_scan_next };

/* How a stream is scanned. */
struct scan_way {
    enum locus_grammar grammar;
    enum locus_context context;
    const char *const *schemes;
    size_t scheme_count;
};

/* Scans a stream as locus.h shows, and gives what was found. `m` decides how
   much comes at a time; without it all comes at once. */
static void scan_stream(struct found_list *list, const struct scanner *scanner,
                        const struct scan_way *way,
                        const unsigned char *stream, size_t len,
                        struct mutate *m)
{
    struct locus_scan scan;
    size_t base = 0, end = m ? 0 : len;

    list->count = 0;
    ck_assert_int_eq(scanner->init(&scan, way->grammar, way->context), 0);
    scan.schemes = way->schemes;
    scan.scheme_count = way->scheme_count;
    for (;;) {
        const unsigned char *window = guarded(stream + base, end - base);
        struct locus_found found;

        ck_assert_uint_eq(scan.base, base);
        while (scanner->next(&scan, (const char *)window, end - base,
                             end == len, &found) == 1) {
            ck_assert_uint_lt(list->count, FOUND_MAX);
            ck_assert_uint_eq(found.offset, base + found.off);
            ck_assert_uint_gt(found.len, 0);
            ck_assert_uint_le(found.off + found.len, end - base);
            list->found[list->count++] = found;
        }
        if (end == len)
            return;
        ck_assert_uint_le(scan.drop, end - base);
        base += scan.drop;
        end += mutate_below(m, (len - end) / (mutate_one_in(m, 3) ? 1 : 64)
                               + 2);
        if (end > len)
            end = len;
    }
}

static int same_list(const struct found_list *a, const struct found_list *b)
{
    if (a->count != b->count)
        return 0;
    for (size_t i = 0; i < a->count; i++)
        if (a->found[i].offset != b->found[i].offset
            || a->found[i].len != b->found[i].len)
            return 0;
    return 1;
}

/* URLs, whole and damaged, and what stands between them. */
static size_t make_stream(struct mutate *m, unsigned char *stream)
{
    static const char *const between[] = {
        " ", "\n", "\"", " (", ") ", "[", "](", "'", "' ", "<URL:", "> ", ", ",
        ". ", "; ", "1", "x", "://", ":", "www.", "\t", "\xe2\x80\x9c",
        "\xe2\x80\x9d", "\xc2\xab", "\xc2\xbb", "\xe3\x80\x8c", "\xe3\x80\x8d",
        "\xef\xbd\x9c", "see: ", "\r\n", "a:b:c ", "|",
    };
    const size_t urls = mutate_below(m, 13);
    size_t len = 0;

    for (size_t i = 0; i <= urls; i++) {
        for (size_t n = mutate_below(m, 4); n > 0; n--) {
            const char *piece = MUTATE_PICK(m, between);

            memcpy(stream + len, piece, strlen(piece));
            len += strlen(piece);
        }
        len += mutate_url(m, (enum locus_grammar)
                             mutate_below(m, LOCUS_GRAMMAR_COUNT),
                          stream + len);
    }
    return len;
}

START_TEST(scans_find_the_same)
{
    static const char *const schemes[] = { "http", "https", "ftp:", "news" };
    const enum locus_grammar grammar = (enum locus_grammar)_i;
    const uint64_t n = mutations(200);

    set_up_machine(grammar == LOCUS_RFC3986_REFERENCE ? LOCUS_RFC3986
                                                      : grammar);
    for (uint64_t i = 0; i < n; i++) {
        static struct found_list whole, list;
        unsigned char stream[STREAM_MAX];
        const uint64_t seed = first_seed() + i;
        struct scan_way way = { grammar, LOCUS_RAW, NULL, 0 };
        struct mutate m;
        size_t len;

        mutate_seed(&m, seed);
        len = make_stream(&m, stream);
        if (mutate_one_in(&m, 2))
            way.context = LOCUS_TEXT;
        if (mutate_one_in(&m, 2)) {
            way.schemes = schemes;
            way.scheme_count = sizeof schemes / sizeof schemes[0];
        }

        scan_stream(&whole, &library, &way, stream, len, NULL);
        scan_stream(&list, &other, &way, stream, len, NULL);
        if (!same_list(&whole, &list))
            differ("runs change what locus_scan_next() finds", grammar, seed,
                   stream, len);
        for (int times = 0; times < 3; times++) {
            scan_stream(&list, times < 2 ? &library : &other, &way, stream,
                        len, &m);
            if (!same_list(&whole, &list))
                differ("pieces change what locus_scan_next() finds", grammar,
                       seed, stream, len);
        }

        for (size_t k = 0; k < whole.count; k++) {
            const unsigned char *url = stream + whole.found[k].offset;
            const size_t found = whole.found[k].len;
            const size_t rest = len - (size_t)whole.found[k].offset;

            if (!interpret(&machine, url, found).valid)
                differ("what was found is not valid", grammar, seed, stream,
                       len);
            if (way.context == LOCUS_RAW
                && found != interpret(&machine, url, rest).longest)
                differ("what was found is not the longest", grammar, seed,
                       stream, len);
        }
    }
}
END_TEST

/* Seconds for one test; CK_TIMEOUT_MULTIPLIER multiplies it. A machine that
   skips backwards never ends. */
enum { LIMIT = 600 };

int main(void)
{
    Suite *suite = suite_create("runs");
    TCase *whole = tcase_create("whole texts");
    TCase *prefixes = tcase_create("prefixes and pieces");
    TCase *scans = tcase_create("scans");
    SRunner *runner;
    int failed;

    set_up_guard();
    tcase_set_timeout(whole, LIMIT);
    tcase_add_test(whole, the_two_are_two);
    tcase_add_loop_test(whole, mutations_have_the_same_parts, 0,
                        LOCUS_GRAMMAR_COUNT);
    tcase_add_loop_test(whole, mutations_fail_where_the_machine_dies, 0,
                        LOCUS_GRAMMAR_COUNT);
    tcase_add_loop_test(whole, runs_of_every_length, 0, LOCUS_GRAMMAR_COUNT);
    suite_add_tcase(suite, whole);

    tcase_set_timeout(prefixes, LIMIT);
    tcase_add_loop_test(prefixes, prefixes_are_the_longest, 0,
                        LOCUS_GRAMMAR_COUNT);
    tcase_add_test(prefixes, prose_ends_a_url_at_the_same_byte);
    suite_add_tcase(suite, prefixes);

    tcase_set_timeout(scans, LIMIT);
    tcase_add_loop_test(scans, scans_find_the_same, 0, LOCUS_GRAMMAR_COUNT);
    suite_add_tcase(suite, scans);

    runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
