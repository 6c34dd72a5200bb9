/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/record/room.h"

#include "cli/conditions/pattern.h"

void room_free(struct room *room)
{
    for (int use = 0; use < ROOM_COUNT; use++)
        free(room->text[use]);
    free(room->domains);
    pattern_memory_free(room->patterns);
}
