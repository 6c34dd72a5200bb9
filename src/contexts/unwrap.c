/* SPDX-License-Identifier: MIT
 *
 * Unwraps a URL from its context, piece by piece or into a buffer.
 */
#include <string.h>

#include "scan/context.h"

void locus_unwrap_begin(struct locus_unwrapping *pieces, const char *text,
                        size_t len, const struct locus_context *context)
{
    memset(pieces, 0, sizeof *pieces);
    pieces->internal.at = text;
    pieces->internal.end = len > 0 ? text + len : text;
    pieces->internal.context = context;
}

int locus_unwrap_next(struct locus_unwrapping *pieces)
{
    if (!pieces->internal.context)
        return LOCUS_ERROR_ARGUMENT;
    if (pieces->internal.at == pieces->internal.end)
        return 0;
    return pieces->internal.context->searcher[locus_kernel_in_use()]->unwrap(pieces);
}

int locus_unwrap(char *buf, size_t size, size_t *len, const char *text,
                 size_t text_len, const struct locus_context *context)
{
    struct locus_unwrapping pieces;
    int result;

    *len = 0;
    locus_unwrap_begin(&pieces, text, text_len, context);
    while ((result = locus_unwrap_next(&pieces)) == 1) {
        if (*len <= size && pieces.len <= size - *len)
            memcpy(buf + *len, pieces.text, pieces.len);
        *len += pieces.len;
    }
    if (result < 0)
        return result;
    return *len > size ? LOCUS_ERROR_SPACE : 0;
}
