/* SPDX-License-Identifier: MIT
 *
 * The list of the contexts.
 */
#include "common/find-name.h"
#include "scan/context.h"

enum {
#define X(name) INDEX_CONTEXT_##name,
    LOCUS_CONTEXTS(X)
#undef X
    CONTEXT_COUNT
};

static const struct locus_context *const *const contexts[CONTEXT_COUNT] = {
#define X(name) &locus_##name,
    LOCUS_CONTEXTS(X)
#undef X
};

const struct locus_context *locus_context_at(size_t index)
{
    return index < CONTEXT_COUNT ? *contexts[index] : NULL;
}

const struct locus_context *locus_context_from_name(const char *name, size_t len)
{
    for (size_t i = 0; i < CONTEXT_COUNT; i++)
        if (is_name((*contexts[i])->name, name, len))
            return *contexts[i];
    return NULL;
}

const char *locus_context_name(const struct locus_context *context)
{
    return context ? context->name : NULL;
}

const char *locus_context_description(const struct locus_context *context)
{
    return context ? context->description : NULL;
}

unsigned locus_context_traits(const struct locus_context *context)
{
    return context ? context->traits & TRAITS_PUBLIC : 0;
}
