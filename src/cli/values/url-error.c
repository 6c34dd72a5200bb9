/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/values/url-error.h"

#include <stdio.h>

void url_error(const struct locus_url *url, const char *text, size_t len,
               char sentence[URL_ERROR_SIZE])
{
    const char *rule = locus_strerror(url->error);
    const size_t at = url->error_offset;
    unsigned char c;

    if (url->error == LOCUS_ERROR_TOO_LONG
        || url->error == LOCUS_ERROR_TARGET) {          /* no byte's fault */
        snprintf(sentence, URL_ERROR_SIZE, "%s", rule);
        return;
    }
    if (at >= len) {
        snprintf(sentence, URL_ERROR_SIZE, "%s (at the end)", rule);
        return;
    }
    c = (unsigned char)text[at];
    if (c == '"')
        snprintf(sentence, URL_ERROR_SIZE, "%s (found '\"')", rule);
    else if (c >= 0x20 && c < 0x7f)
        snprintf(sentence, URL_ERROR_SIZE, "%s (found \"%c\")", rule, c);
    else
        snprintf(sentence, URL_ERROR_SIZE, "%s (found byte 0x%02X)", rule, c);
}
