/* SPDX-License-Identifier: MIT
 *
 * The contexts of a scan: where a URL ends in each, and the URLs that locus_unwrap()
 * copies from the contexts that decode a text.
 *
 * The golden cases are the .txt files of tests/golden/contexts:
 *
 *     # comment
 *     context NAME          for the cases below, like the next three
 *     grammar NAME ...      each case is run with each grammar
 *     schemes NAME ...      the only schemes to find; any until this line, and again after
 *                           the next "grammar"
 *     delimiters BYTES      none until this line, and again after the next "grammar"
 *     why TEXT              a case begins
 *     in TEXT               what is scanned;
 *     |TEXT                 or these lines of it, with their newlines
 *     url URL               what is found, in this order, without white space or escapes;
 *     at OFFSET+LEN URL     the same, and where it is in the text
 *     bad URL               a URL that is found but not valid: its authority fails
 *     bad at OFFSET+LEN URL
 *
 * In these texts {XX} is the byte with that number; everything else is literal.
 *
 * Each case is scanned whole, in two pieces, cut at every byte, and in pieces of each
 * small size. Each window is an allocation of its exact size. The case is also scanned
 * whole next to an unreadable page, after it and before it. All of this with each kernel.
 */
#define _DEFAULT_SOURCE 1

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/golden.h"
#include "support/grammars.h"
#include "support/hexdig.h"
#include "locus.h"
#include "unit/contexts/test-contexts.h"

enum { SCHEMES = 8 };

struct expected {
    bool     is_valid;
    bool     placed;
    uint64_t offset;
    size_t   len;
    char    *url;
    size_t   url_len;
};

struct golden {
    char               about[300];
    const struct locus_context *context;
    const struct locus_grammar *grammar[MOST_GRAMMARS];
    size_t             grammar_count;
    char              *schemes[SCHEMES];
    size_t             scheme_count;
    bool               listed;
    char              *delimiters;
    size_t             delimiter_count;
    char              *text;
    size_t             len;
    struct expected    expected[32];
    size_t             expected_count;
};

static struct golden *golden;
static size_t golden_count;

static void *grow(void *old, size_t size)
{
    void *new = realloc(old, size);

    if (new == NULL) {
        perror("realloc");
        exit(EXIT_FAILURE);
    }
    return new;
}

/* Appends a text, with each {XX} replaced by its byte. */
static void append(char **to, size_t *len, const char *text)
{
    *to = grow(*to, *len + strlen(text) + 1);
    while (*text != '\0') {
        if (text[0] == '{' && hexdig_octet(text + 1) >= 0 && text[3] == '}') {
            (*to)[(*len)++] = (char)hexdig_octet(text + 1);
            text += 4;
        } else {
            (*to)[(*len)++] = *text++;
        }
    }
}

/* Reads a line of settings for the next cases into `now`. */
static bool read_setting(struct golden *now, char *line)
{
    char *word = strtok(line, " ");

    if (strcmp(word, "context") == 0) {
        const char *const name = strtok(NULL, " ");

        now->context = locus_context_from_name(name, strlen(name));
        return now->context != NULL;
    }
    if (strcmp(word, "grammar") == 0) {
        now->grammar_count = now->scheme_count = now->delimiter_count = 0;
        now->listed = false;
        now->delimiters = NULL;
        while ((word = strtok(NULL, " ")) != NULL) {
            const struct locus_grammar *const grammar =
                locus_grammar_from_name(word, strlen(word));

            if (!grammar || now->grammar_count == MOST_GRAMMARS)
                return false;
            now->grammar[now->grammar_count++] = grammar;
        }
        return now->grammar_count > 0;
    }
    if (strcmp(word, "schemes") == 0) {
        now->scheme_count = 0;
        now->listed = true;
        while ((word = strtok(NULL, " ")) != NULL) {
            if (now->scheme_count == SCHEMES)
                return false;
            now->schemes[now->scheme_count++] = strdup(word);
        }
        return true;
    }
    if (strcmp(word, "delimiters") == 0) {
        now->delimiters = NULL;
        now->delimiter_count = 0;
        append(&now->delimiters, &now->delimiter_count, strtok(NULL, ""));
        return true;
    }
    return false;
}

/* Reads "url URL", "at OFFSET+LEN URL", "bad URL" or "bad at OFFSET+LEN URL". */
static bool read_expected(struct golden *c, const char *line)
{
    struct expected *e;
    unsigned long long offset;
    size_t len;
    int n = 0;

    if (c->expected_count == COUNT(c->expected))
        return false;
    e = &c->expected[c->expected_count++];
    e->is_valid = strncmp(line, "bad ", 4) != 0;
    if (!e->is_valid && strncmp(line + 4, "at ", 3) != 0) {
        append(&e->url, &e->url_len, line + 4);
        return true;
    }
    line += e->is_valid ? 0 : 4;
    if (strncmp(line, "url ", 4) == 0) {
        append(&e->url, &e->url_len, line + 4);
        return true;
    }
    if (sscanf(line, "at %llu+%zu %n", &offset, &len, &n) != 2 || n == 0)
        return false;
    e->placed = true;
    e->offset = offset;
    e->len = len;
    append(&e->url, &e->url_len, line + n);
    return true;
}

static void read_file(struct golden_reader *reader)
{
    struct golden now = { .grammar_count = 0 };
    struct golden *c = NULL;
    char *line;

    while ((line = golden_next_line(reader)) != NULL) {
        if (strncmp(line, "why ", 4) == 0) {
            golden = grow(golden, (golden_count + 1) * sizeof *golden);
            c = &golden[golden_count++];
            ++reader->cases;
            *c = now;
            snprintf(c->about, sizeof c->about, "%.40s:%u: %.200s",
                     reader->file, reader->line, line + 4);
        } else if (c != NULL && (strncmp(line, "in ", 3) == 0
                                 || line[0] == '|')) {
            append(&c->text, &c->len, line + (line[0] == '|' ? 1 : 3));
            if (line[0] == '|')
                append(&c->text, &c->len, "\n");
        } else if (c != NULL && (strncmp(line, "url ", 4) == 0
                                 || strncmp(line, "at ", 3) == 0
                                 || strncmp(line, "bad ", 4) == 0)) {
            if (!read_expected(c, line))
                golden_fail(reader, "no place and URL");
        } else {
            if (!read_setting(&now, line))
                golden_fail(reader, "what is this line?");
            /* After "why" it applies to that case as well. */
            if (c != NULL && c->text == NULL) {
                memcpy(c->grammar, now.grammar, sizeof c->grammar);
                memcpy(c->schemes, now.schemes, sizeof c->schemes);
                c->context = now.context;
                c->grammar_count = now.grammar_count;
                c->scheme_count = now.scheme_count;
                c->listed = now.listed;
                c->delimiters = now.delimiters;
                c->delimiter_count = now.delimiter_count;
            }
        }
    }
}

static void check_expected(const struct golden *c, const struct hits *hits,
                           const char *grammar)
{
    for (size_t i = 0; i < hits->count || i < c->expected_count; ++i) {
        const struct hit *hit = &hits->hit[i];
        const struct expected *e = &c->expected[i];

        ck_assert_msg(i < hits->count, "%s, %s: not found: \"%.*s\"", c->about,
                      grammar, (int)e->url_len, e->url);
        ck_assert_msg(i < c->expected_count, "%s, %s: found \"%.*s\"",
                      c->about, grammar, (int)hit->url_len, hit->url);
        ck_assert_msg(hit->url_len == e->url_len
                      && memcmp(hit->url, e->url, e->url_len) == 0,
                      "%s, %s: found \"%.*s\", but it is \"%.*s\"", c->about,
                      grammar, (int)hit->url_len, hit->url, (int)e->url_len,
                      e->url);
        ck_assert_msg(hit->is_valid == e->is_valid, "%s, %s: \"%.*s\" is %svalid",
                      c->about, grammar, (int)hit->url_len, hit->url,
                      hit->is_valid ? "" : "not ");
        if (e->placed)
            ck_assert_msg(hit->offset == e->offset && hit->len == e->len,
                          "%s, %s: at %llu+%zu", c->about, grammar,
                          (unsigned long long)hit->offset, hit->len);
    }
}

START_TEST(golden_case)
{
    static struct hits whole;
    const struct golden *c = &golden[_i];

    ck_assert_uint_gt(c->grammar_count, 0);
    for (size_t i = 0; i < c->grammar_count; ++i) {
        const struct text text = {
            .context = c->context,
            .grammar = c->grammar[i],
            .schemes = c->listed ? (const char *const *)c->schemes : NULL,
            .scheme_count = c->scheme_count,
            .delimiters = c->delimiters,
            .delimiter_count = c->delimiter_count,
            .bytes = c->text,
            .len = c->len,
            .about = c->about,
        };

        scan_pieces(&whole, &text, piece_whole, NULL);
        check_expected(c, &whole, locus_grammar_name(text.grammar));
        check_pieces(&text, &whole);
        check_guarded(&text, &whole);
        clear(&whole);
    }
}
END_TEST

static Suite *suite(void)
{
    static char name[64];          /* Check keeps the pointer */
    Suite *s;
    TCase *cases = tcase_create("golden");

    snprintf(name, sizeof name, "contexts, %s", locus_kernel());
    s = suite_create(name);
    tcase_add_loop_test(cases, golden_case, 0, (int)golden_count);
    tcase_set_timeout(cases, 60);
    suite_add_tcase(s, cases);
    suite_add_tcase(s, json_tests());
    suite_add_tcase(s, prose_tests());
    suite_add_tcase(s, wrapped_tests());
    suite_add_tcase(s, unwrap_tests());
    suite_add_tcase(s, length_tests());
    suite_add_tcase(s, limit_tests());
    return s;
}

int main(void)
{
    struct golden_reader reader;

    need_all_grammars();
    reader = golden_open("contexts/*.txt");
    while (golden_next_file(&reader))
        read_file(&reader);
    return run_with_each_kernel(suite);
}
