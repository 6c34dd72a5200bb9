/* SPDX-License-Identifier: MIT
 *
 * Texts on the workspace.
 */
#include "locus_vmod.h"

void vmod_room_open(VRT_CTX, struct vmod_room *room)
{
    const unsigned size = WS_ReserveAll(ctx->ws);

    room->begin = room->at = WS_Reservation(ctx->ws);
    room->end = room->begin + size;
}

void vmod_room_close(VRT_CTX)
{
    WS_Release(ctx->ws, 0);
}

VCL_STRING vmod_room_keep(VRT_CTX, struct vmod_room *room, size_t len)
{
    if (room->at != room->begin)
        memmove(room->begin, room->at, len);
    room->begin[len] = '\0';
    WS_Release(ctx->ws, (unsigned)len + 1);
    return room->begin;
}

VCL_STRING vmod_room_overflow(VRT_CTX, const char *function)
{
    WS_Release(ctx->ws, 0);
    WS_MarkOverflow(ctx->ws);
    VRT_fail(ctx, "locus.%s(): Workspace overflow", function);
    return NULL;
}

void *vmod_room_take(struct vmod_room *room, size_t count, size_t size)
{
    char *const taken = room->begin + PRNDUP(room->at - room->begin);

    if (taken > room->end || count > (size_t)(room->end - taken) / size)
        return NULL;
    room->at = taken + count * size;
    return taken;
}
