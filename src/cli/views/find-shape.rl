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

#define PUT(literal) put(&shape, literal, sizeof literal - 1)

%%{
machine shape;

action int              { PUT("{int}"); }
action uuid             { PUT("{uuid}"); }
action hex              { PUT("{hex}"); }
action date             { PUT("{date}"); }
action email            { PUT("{email}"); }
action token            { PUT("{token}"); }
action other            { put(&shape, begin, (size_t)(p - begin)); }
action slash            { PUT("/"); begin = p + 1; }

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
