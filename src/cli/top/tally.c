/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/top/tally.h"

#include <stdlib.h>
#include <string.h>

#include "cli/writers/write-template.h"

void tally_open(struct tally *tally)
{
    memset(&tally->internal, 0, sizeof tally->internal);
    values_open(&tally->values);
}

static bool is_part(const struct tally *tally)
{
    return tally->selector.value < LOCUS_PART_COUNT;
}

/* Decodes a value; returns its length in the buffer. */
static size_t decode(struct tally *tally, const char *text, size_t len)
{
    if (len >= tally->internal.buffer_size) {
        tally->internal.buffer = mem_resize(tally->internal.buffer, len + 1);
        tally->internal.buffer_size = len + 1;
    }
    return template_decode(tally->internal.buffer, text, len,
                           is_part(tally) ? (enum locus_part)tally->selector.value
                                          : LOCUS_PART_COUNT);
}

/* sink.take */
static void take(void *tally_, const struct record *record)
{
    struct tally *const tally = tally_;
    const char *text = record->text;
    size_t len = record->len;

    if (is_part(tally)) {
        struct locus_span span;

        if (!selected_span(&span, &tally->selector, &record->url, text))
            return;
        text += span.off;
        len = span.len;
    }
    if (tally->selector.decoded) {
        len = decode(tally, text, len);
        text = tally->internal.buffer;
    }
    values_count(&tally->values, text, len);
}

struct sink tally_sink(struct tally *tally)
{
    return (struct sink){
        .take = take, .data = tally, .parse = is_part(tally)
    };
}

void tally_close(struct tally *tally)
{
    values_close(&tally->values);
    free(tally->internal.buffer);
    free(tally->selector.key);
}
