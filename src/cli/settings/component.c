/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/settings/component.h"

static const struct {
    const char *name;
    int component;
} components[] = {
    { "any", LOCUS_ANY },
    { "userinfo", LOCUS_USERINFO },
    { "segment", LOCUS_SEGMENT },
    { "query-item", LOCUS_QUERY_ITEM },
};

const char *component_name(int component)
{
    for (size_t i = 0; i < sizeof components / sizeof *components; i++)
        if (components[i].component == component)
            return components[i].name;
    return locus_part_name((enum locus_part)component);
}
