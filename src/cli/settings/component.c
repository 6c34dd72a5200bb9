/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/settings/component.h"

static const struct {
    const char *name;
    int component;
} within[] = {
    { "segment", LOCUS_SEGMENT },
    { "query-item", LOCUS_QUERY_ITEM },
    { "userinfo", LOCUS_USERINFO },
    { NULL, 0 }
};

const char *component_name(int component)
{
    if (component == LOCUS_ANY)
        return "any";
    for (size_t i = 0; within[i].name; i++)
        if (within[i].component == component)
            return within[i].name;
    return locus_part_name((enum locus_part)component);
}

const char *component_within(size_t i)
{
    return within[i].name;
}
