/* SPDX-License-Identifier: MIT
 *
 * Lower bounds for every parser: an empty call, and a call that reads every byte of the
 * text, eight at a time.
 */
#include <string.h>

#include "peer.h"

static int call(const char *text, size_t len)
{
    bench_keep(text);
    return len != 0;
}

static int read_bytes(const char *text, size_t len)
{
    const char *const end = text + len;
    uint64_t sum = 0, word = 0;

    if (len >= sizeof word) {
        /* The last eight overlap the others: no loop over single bytes. */
        memcpy(&sum, end - sizeof word, sizeof word);
        for (; end - text >= (ptrdiff_t)sizeof word; text += sizeof word) {
            memcpy(&word, text, sizeof word);
            sum += word;
        }
    } else {
        while (text != end)
            sum += (unsigned char)*text++;
    }
    bench_keep(&sum);
    return 1;
}

static const struct bench_peer peers[] = {
    { .version = BENCH_PEER_VERSION, .name = "floor: read the bytes",
      .takes = "anything", .parse = read_bytes },
    { .version = BENCH_PEER_VERSION, .name = "floor: call and return",
      .takes = "anything", .parse = call }
};

const struct bench_peer *bench_peer(unsigned index)
{
    return index < sizeof peers / sizeof *peers ? &peers[index] : NULL;
}
