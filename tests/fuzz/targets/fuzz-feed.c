/* SPDX-License-Identifier: MIT
 *
 * A libFuzzer target for locus_feed(): the first byte selects the grammar, the second how
 * the text is divided, and the rest is the text. It aborts if the result for a text in
 * pieces differs from that of locus_parse(), if an error is not returned with the piece
 * that makes it certain, if a copy of the feeder continues differently, or if the feeder
 * depends on how the text is divided.
 */
#include "fuzz.h"

#include "unit/parse/test-feed.h"

static void check(const char *wrong)
{
    if (!wrong)
        return;
    fprintf(stderr, "%s\n", wrong);
    abort();
}

/* Pieces of `step` bytes, the first one of `first` bytes; a copy of the feeder continues
   after each cut. */
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
