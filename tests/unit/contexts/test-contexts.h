/* SPDX-License-Identifier: MIT
 *
 * Scans in all contexts, in all kinds of windows: shared by the files of test-contexts.
 */
#ifndef LOCUS_TESTS_CONTEXTS_H
#define LOCUS_TESTS_CONTEXTS_H

#include <stdbool.h>
#include <stdint.h>

#include "locus.h"
#include "support/mutate.h"
#include "support/guard.h"
#include "support/unit.h"

enum { HITS = 512, SOUP = 1000 };

struct hit {
    uint64_t offset;
    size_t   len;
    char    *url;
    size_t   url_len;
    bool     is_valid;
};

struct hits {
    struct hit hit[HITS];
    size_t     count;
};

/* What is scanned, and how. */
struct text {
    const struct locus_context *context;
    const struct locus_grammar *grammar;
    const char *const *schemes;
    size_t             scheme_count;
    const char        *delimiters;
    size_t             delimiter_count;
    const char        *bytes;
    size_t             len;
    const char        *about;      /* shown in failure messages */
};

void clear(struct hits *hits);

/* The URL of a span, in an allocation of its exact size. Checks that no buffer and one that
   is a byte too small are refused, and that the pieces are the same URL. */
char *unwrap(const struct text *text, const char *span, size_t len,
             size_t want);

/* Scans with the text arriving in pieces; `piece` returns the length of the next
   one. */
void scan_pieces(struct hits *hits, const struct text *text,
                 size_t (*piece)(void *data), void *data);
size_t piece_whole(void *data);
size_t piece_two(void *data);       /* *(size_t *)data, then the rest */
size_t piece_same(void *data);      /* *(size_t *)data each */
size_t piece_random(void *data);    /* data is a struct mutate */

/* Checks that the hits are those of the whole text. */
void check_same(const struct hits *hits, const struct hits *whole,
                const struct text *text, const char *how, size_t at);

/* Scans in two pieces, cut at every byte, and in pieces of each small size. */
void check_pieces(const struct text *text, const struct hits *whole);

/* Scans with an unreadable page right after the text, and with one right before it. */
void check_guarded(const struct text *text, const struct hits *whole);

/* Makes a text of pieces and URLs. */
size_t soup(struct mutate *m, char text[SOUP], const char *const *pieces,
            size_t count);

/* Begins a round of a test with one round for each `each` texts of LOCUS_TEST_MUTATIONS:
   seeds the random numbers, chooses a grammar and a list of schemes or none, and says in
   `about` how to repeat the round. */
void begin_round(struct mutate *m, struct text *text, uint64_t seed, unsigned each);

/* Escapes a text for JSON (json-urls.c). */
size_t escape(struct mutate *m, char *to, size_t *at,
              const unsigned char *text, size_t len);

/* The tests of each file. */
TCase *json_tests(void);
TCase *length_tests(void);
TCase *limit_tests(void);
TCase *prose_tests(void);
TCase *unwrap_tests(void);
TCase *wrapped_tests(void);

#endif
