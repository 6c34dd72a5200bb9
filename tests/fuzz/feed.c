/* SPDX-License-Identifier: MIT
 *
 * A fuzz target of libFuzzer for locus_feed(): the first byte chooses the
 * grammar, the second how the text is cut, and the rest is the text. It aborts
 * where a text in pieces is not what locus_parse() says of the whole, where an
 * error comes with another piece than that which makes it certain, where a copy
 * goes on otherwise, and where the feeder depends on the cuts.
 */
#include "fuzz.h"

#include "unit/parse/feed.h"

static void check(const char *wrong)
{
    if (!wrong)
        return;
    fprintf(stderr, "%s\n", wrong);
    abort();
}

/* Pieces of `step` bytes, the first one of `first`; a copy takes over at each
   cut. */
static void feed_steps(const struct locus_feeder *wanted,
                       const struct locus_url *whole, const char *text,
                       size_t len, size_t first, size_t step)
{
    struct locus_feeder feeder, next;
    size_t at = 0, end = first;

    locus_feed_begin(&feeder, locus_url_grammar(whole));
    for (;;) {
        if (end > len)
            end = len;
        if (feed_piece(&feeder, text + at, end - at)
            != feed_expected(whole, text, end))
            check("another answer to a piece");
        next = feeder;
        memset(&feeder, 0xff, sizeof feeder);
        feeder = next;
        if (end == len)
            break;
        at = end;
        end += step;
    }
    check(feed_end(&feeder, whole));
    if (memcmp(&feeder, wanted, sizeof feeder) != 0)
        check("the feeder depends on the cuts");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct locus_grammar *grammar;
    struct locus_feeder feeder;
    struct locus_url whole;
    const char *text;
    size_t len;

    if (size < 2)
        return 0;
    grammar = grammar_at(data[0] % grammar_count());
    if (!locus_has_grammar(grammar))
        return 0;
    text = (const char *)data + 2;
    len = size - 2;
    locus_parse(&whole, text, len, grammar);
    check(feed_pieces(&feeder, &whole, text, len, NULL, 0));
    feed_steps(&feeder, &whole, text, len, data[1] % 16u, 1u + data[1] / 16u);
    for (size_t at = 0; at <= len && at <= 64; at++)
        feed_steps(&feeder, &whole, text, len, at, len + 1);
    return 0;
}
