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

/* Decodes a value; returns its length in the buffer. */
static size_t decode(struct tally *tally, const char *text, size_t len)
{
    if (len >= tally->internal.buffer_size) {
        tally->internal.buffer = mem_resize(tally->internal.buffer, len + 1);
        tally->internal.buffer_size = len + 1;
    }
    return template_decode(tally->internal.buffer, text, len, tally->part);
}

/* sink.take */
static void take(void *tally_, const struct record *record)
{
    struct tally *const tally = tally_;
    const char *text = record->text;
    size_t len = record->len;

    if (tally->part < LOCUS_PART_COUNT) {
        const struct locus_span span = locus_get(&record->url, tally->part);

        if (!(record->url.present >> tally->part & 1))
            return;
        text += span.off;
        len = span.len;
    }
    if (tally->decoded) {
        len = decode(tally, text, len);
        text = tally->internal.buffer;
    }
    values_count(&tally->values, text, len);
}

struct sink tally_sink(struct tally *tally)
{
    return (struct sink){
        .take = take, .data = tally, .parse = tally->part < LOCUS_PART_COUNT
    };
}

void tally_close(struct tally *tally)
{
    values_close(&tally->values);
    free(tally->internal.buffer);
}
