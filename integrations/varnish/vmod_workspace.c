/* SPDX-License-Identifier: MIT
 *
 * Texts on the workspace.
 */
#include "locus_vmod.h"

void vmod_workspace_open(VRT_CTX, struct vmod_workspace *space)
{
    const unsigned size = WS_ReserveAll(ctx->ws);

    space->begin = space->at = WS_Reservation(ctx->ws);
    space->end = space->begin + size;
}

void vmod_workspace_close(VRT_CTX)
{
    WS_Release(ctx->ws, 0);
}

VCL_STRING vmod_workspace_keep(VRT_CTX, struct vmod_workspace *space, size_t len)
{
    if (space->at != space->begin)
        memmove(space->begin, space->at, len);
    space->begin[len] = '\0';
    WS_Release(ctx->ws, (unsigned)len + 1);
    return space->begin;
}

VCL_STRING vmod_workspace_overflow(VRT_CTX, const char *function)
{
    WS_Release(ctx->ws, 0);
    WS_MarkOverflow(ctx->ws);
    VRT_fail(ctx, "locus.%s(): Workspace overflow", function);
    return NULL;
}

void *vmod_workspace_take(struct vmod_workspace *space, size_t count, size_t size)
{
    char *const taken = space->begin + PRNDUP(space->at - space->begin);

    if (taken > space->end || count > (size_t)(space->end - taken) / size)
        return NULL;
    space->at = taken + count * size;
    return taken;
}
