/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/stream/cells.h"

#include <string.h>

/* What is read: a row, or a value that is decoded in place. */
struct reading {
    struct cell *cells;
    size_t count;
    size_t len;                   /* of the value */
};

static size_t decode(char *value, size_t len);

static void end_cell(struct reading *r, unsigned char *begin, const unsigned char *end,
                     bool escaped, bool null)
{
    const size_t len = (size_t)(end - begin);

    if (r->count < CELLS)
        r->cells[r->count] = (struct cell){
            .at = (char *)begin, .is_null = null,
            .len = null ? 0 : escaped ? decode((char *)begin, len) : len
        };
    r->count++;
}

%%{
machine stream_row;

action escaped          { escaped = true; }
action null             { null = true; }
action next             { end_cell(r, begin, p, escaped, null);
                          begin = p + 1;
                          escaped = null = false; }

action begin            { begin = p; }
action text             { memmove(to, begin, (size_t)(p - begin)); to += p - begin; }
action backspace        { *to++ = '\b'; }
action form_feed        { *to++ = '\f'; }
action newline          { *to++ = '\n'; }
action return           { *to++ = '\r'; }
action tab              { *to++ = '\t'; }
action nul              { *to++ = '\0'; }
action itself           { *to++ = *p; }
action both             { *to++ = '\\'; *to++ = *p; }
action lone             { *to++ = '\\'; }

include stream_row "command/stream-row.rl";
write data noerror nofinal;
}%%

static void read_text(struct reading *r, int entry, char *text, size_t len)
{
    unsigned char *p = (unsigned char *)text;
    unsigned char *const pe = p + len;
    unsigned char *const eof = pe;
    unsigned char *begin = p;
    unsigned char *to = p;
    bool escaped = false, null = false;
    int cs = entry;

    %% write exec;
    (void)cs;
    if (r->cells)
        end_cell(r, begin, pe, escaped, null);
    r->len = (size_t)(to - (unsigned char *)text);
}

static size_t decode(char *value, size_t len)
{
    struct reading r = { .cells = NULL };

    read_text(&r, stream_row_en_value, value, len);
    return r.len;
}

size_t cells_read(struct cell cells[CELLS], char *row, size_t len)
{
    struct reading r = { .cells = cells };

    read_text(&r, stream_row_en_row, row, len);
    return r.count;
}
