/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/conditions/match-glob.h"

#include <string.h>

#include "common/bytes.h"

/* The first piece begins the value, the last one ends it, and the others follow each other
   between them, each as early as possible, which leaves the most room for those after it. */
bool glob_matches(const struct glob *glob, const struct value_text *value)
{
    const size_t first = glob->len[0], last = glob->len[glob->count - 1];
    const char *piece = glob->text + first;
    const char *at, *end;

    if (glob->count == 1)
        return value->len == first && memcmp(value->at, glob->text, first) == 0;
    if (value->len < first + last || memcmp(value->at, glob->text, first) != 0)
        return false;
    at = value->at + first;
    end = value->at + value->len - last;
    for (size_t i = 1; i + 1 < glob->count; i++) {
        at = memmem(at, (size_t)(end - at), piece, glob->len[i]);
        if (!at)
            return false;
        at += glob->len[i];
        piece += glob->len[i];
    }
    return memcmp(end, piece, last) == 0;
}

void to_lower(char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        text[i] = (char)ascii_lower((unsigned char)text[i]);
}

void glob_to_lower(struct glob *glob)
{
    size_t len = 0;

    for (size_t i = 0; i < glob->count; i++)
        len += glob->len[i];
    to_lower(glob->text, len);
}
