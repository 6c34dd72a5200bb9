/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/views/shape.h"

#include <string.h>

struct shape {
    char  *to;
    size_t len;
};

static void put(struct shape *shape, const void *text, size_t len)
{
    memcpy(shape->to + shape->len, text, len);
    shape->len += len;
}

static void put_word(struct shape *shape, const char *word)
{
    put(shape, word, strlen(word));
}

%%{
machine shape;

action int              { put_word(&shape, "{int}"); }
action uuid             { put_word(&shape, "{uuid}"); }
action hex              { put_word(&shape, "{hex}"); }
action date             { put_word(&shape, "{date}"); }
action email            { put_word(&shape, "{email}"); }
action token            { put_word(&shape, "{token}"); }
action other            { put(&shape, begin, (size_t)(p - begin)); }
action slash            { put_word(&shape, "/"); begin = p + 1; }

include shape "command/shape.rl";
write data noerror nofinal noentry;
}%%

size_t write_shape(char *to, const char *path, size_t len)
{
    const unsigned char *p = (const unsigned char *)path;
    const unsigned char *const pe = p + len;
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    struct shape shape = { to, 0 };
    int cs = shape_start;

    %% write exec;
    (void)cs;
    return shape.len;
}
