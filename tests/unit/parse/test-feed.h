/* SPDX-License-Identifier: MIT
 *
 * Compares texts fed in pieces with locus_parse() of the whole, for
 * tests/unit/parse/test-feed and the fuzz target.
 */
#ifndef LOCUS_TESTS_TEST_FEED_H
#define LOCUS_TESTS_TEST_FEED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "locus.h"

/* Feeds a copy of the piece in an allocation of its exact size, which is then
   overwritten and freed, so that a pointer kept into it reads other bytes. */
static inline int feed_piece(struct locus_feeder *feeder, const char *piece,
                             size_t len)
{
    char *copy = malloc(len);
    int result;

    if (!copy && len > 0) {
        perror("malloc");
        abort();
    }
    if (len > 0)
        memcpy(copy, piece, len);
    result = locus_feed(feeder, copy, len);
    if (len > 0) {
        if (memcmp(copy, piece, len) != 0)
            abort();
        memset(copy, '/', len);
    }
    free(copy);
    return result;
}

/* What feeding text[0..fed) must return, given the result of locus_parse() for the whole.
   A userinfo is recognized only at its "@"; before it, the error is another one. */
static inline int feed_expected(const struct locus_url *whole, const char *text,
                                size_t fed)
{
    struct locus_url url;

    if (!whole->error || whole->error_offset >= fed)
        return 0;
    return whole->error == LOCUS_ERROR_USERINFO_PRESENT
         ? locus_parse(&url, text, fed, locus_url_grammar(whole)) : whole->error;
}

/* Ends the text and compares the result with that of the whole. Returns NULL, or what
   is wrong. */
static inline const char *feed_end(const struct locus_feeder *feeder,
                                   const struct locus_url *whole)
{
    const struct locus_feeder before = *feeder;
    struct locus_url url;
    int result;

    memset(&url, 0x55, sizeof url);
    result = locus_feed_finish(feeder, &url);
    if (result != whole->error)
        return "the result is not that of the whole";
    if (memcmp(&url, whole, sizeof url) != 0)
        return "the URL is not that of the whole";
    if (memcmp(feeder, &before, sizeof before) != 0)
        return "locus_feed_finish() changes the feeder";
    return NULL;
}

/* Feeds text[from..len) to a feeder that has read text[0..from), in pieces that end at
   ends[0], ends[1], ... and at len. */
static inline const char *feed_on(struct locus_feeder *feeder,
                                  const struct locus_url *whole,
                                  const char *text, size_t from, size_t len,
                                  const size_t *ends, size_t count)
{
    for (size_t i = 0; i <= count; i++) {
        const size_t end = i < count ? ends[i] : len;

        if (feed_piece(feeder, text + from, end - from)
            != feed_expected(whole, text, end))
            return "another answer to a piece";
        from = end;
    }
    return feed_end(feeder, whole);
}

/* Feeds text[0..len) in pieces, into a feeder that the caller can then inspect. */
static inline const char *feed_pieces(struct locus_feeder *feeder,
                                      const struct locus_url *whole,
                                      const char *text, size_t len,
                                      const size_t *ends, size_t count)
{
    const struct locus_grammar *const grammar = locus_url_grammar(whole);

    memset(feeder, 0xaa, sizeof *feeder);
    if (locus_feed_begin(feeder, grammar) != 0)
        return "locus_feed_begin() fails";
    return feed_on(feeder, whole, text, 0, len, ends, count);
}

#endif
