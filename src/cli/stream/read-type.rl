/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/stream/row-binary.h"

%%{
machine column_type;

action digit            { size = 10 * size + (*p - '0'); }
action fixed            { type->is_fixed = true; }
action nullable         { type->is_nullable = true; }

include column_type "command/column-type.rl";
write data noerror noentry;
}%%

bool column_type_read(struct column_type *type, const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;
    const unsigned char *const pe = p + len;
    size_t size = 0;
    int cs;

    *type = (struct column_type){ .is_fixed = false };
    %% write init;
    %% write exec;
    type->size = size;
    return cs >= column_type_first_final;
}
