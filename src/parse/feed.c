/* SPDX-License-Identifier: MIT
 *
 * Parses texts that arrive in pieces.
 */
#include <string.h>

#include "parse/feed.h"
#include "common/bytes.h"
#include "grammars/support/grammar.h"

#define X(name) locus_feed_machine locus_feed_##name;
LOCUS_BUILT_GRAMMARS(X)
#undef X

static locus_feed_machine *const machines[INDEX_COUNT] = {
#define X(name) [INDEX_##name] = locus_feed_##name,
    LOCUS_BUILT_GRAMMARS(X)
#undef X
};

void locus_feed_fail(struct locus_feeder *feeder, int error,
                     uint32_t offset)
{
    const uint32_t length = feeder->internal.length;
    const uint8_t grammar = feeder->internal.url.grammar;

    memset(feeder, 0, sizeof *feeder);
    feeder->internal.length = length;
    feeder->internal.url.grammar = grammar;
    feeder->internal.url.error = error;
    feeder->internal.url.error_offset = offset;
}

void locus_feed_userinfo(struct locus_feeder *feeder, const unsigned char *piece,
                         const unsigned char *pe)
{
    if (locus_userinfo_ahead(&feeder->internal.state, piece, pe))
        feeder->internal.url.error = LOCUS_ERROR_USERINFO_PRESENT;
}

int locus_feed_begin(struct locus_feeder *feeder, const struct locus_grammar *grammar)
{
    struct locus_url *const url = &feeder->internal.url;

    memset(feeder, 0, sizeof *feeder);
    if (is_built_in(grammar))
        url->grammar = grammar->index;
    else
        url->error = LOCUS_ERROR_GRAMMAR;
    return url->error;
}

int locus_feed(struct locus_feeder *feeder, const char *piece, size_t len)
{
    const int32_t *const error = &feeder->internal.url.error;
    const unsigned char *const bytes = (const unsigned char *)piece;

    if (*error == LOCUS_ERROR_GRAMMAR || *error == LOCUS_ERROR_TOO_LONG
        || len == 0)
        return *error;
    if (len > LOCUS_MAX_LENGTH - feeder->internal.length) {
        locus_feed_fail(feeder, LOCUS_ERROR_TOO_LONG, 0);
        return *error;
    }
    if (!*error)
        machines[feeder->internal.url.grammar](feeder, bytes, bytes + len, NULL);
    else if (feeder->internal.state)
        locus_feed_userinfo(feeder, bytes, bytes + len);
    feeder->internal.length += (uint32_t)len;
    return *error;
}

int locus_feed_finish(const struct locus_feeder *feeder, struct locus_url *url)
{
    struct locus_feeder last = *feeder;

    /* At the end of the text, a part may end, or an error become certain. */
    if (!last.internal.url.error)
        machines[last.internal.url.grammar](&last, nothing, nothing, nothing);
    *url = last.internal.url;
    return url->error;
}
