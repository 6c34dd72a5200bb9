/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/decompress/frames.h"

#include <string.h>

bool next_begins(struct decoding *d, unsigned char first)
{
    while (d->len > 0 && *d->in == 0) {
        d->in++;
        d->len--;
    }
    if (d->len > 0 && *d->in != first)
        d->fault = DECODING_FOREIGN;
    return d->len > 0 && *d->in == first;
}

void note_head(struct decoding *d)
{
    const size_t lack = sizeof d->head - d->head_len;
    const size_t more = d->len < lack ? d->len : lack;

    memcpy(d->head + d->head_len, d->in, more);
    d->head_len += more;
}

void end_frame(struct decoding *d)
{
    d->in_frame = false;
    d->head_len = 0;
    d->later = true;
}

void fault_of_frame(struct decoding *d, const char magic[4])
{
    const size_t len = d->head_len < 4 ? d->head_len : 4;

    d->fault = !d->later || memcmp(d->head, magic, len) == 0
            || coding_may_skip(d->head, len) ? DECODING_DAMAGED : DECODING_FOREIGN;
}
