/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/scan/unique.h"

#include <stdlib.h>

static void add(struct selector_list *list, const struct selector *selector)
{
    list->at = mem_resize(list->at, (list->count + 1) * sizeof *list->at);
    list->at[list->count++] = (struct listed){ .selector = *selector };
}

void unique_open(struct unique *unique, const struct template *template,
                 const struct selector_list *columns)
{
    static const struct selector url = { .value = VALUE_URL };
    struct selector_list *const by = &unique->by;

    *unique = (struct unique){ .seen.is_log = false };
    for (size_t i = 0; i < template->count; i++)
        if (!template->pieces[i].text)
            add(by, &template->pieces[i].selector);
    for (size_t i = 0; i < columns->count; i++)
        add(by, &columns->at[i].selector);
    if (by->count == 0)
        add(by, &url);
    unique->seen.by = by;
    tally_open(&unique->seen, &(struct tally_limit){ .bytes = 0 });
}

bool stage_unique(const void *unique_, struct record *record)
{
    /* A stage's settings are constant, except here. */
    struct unique *const unique = (struct unique *)unique_;

    return tally_count(&unique->seen, record);
}

void unique_close(struct unique *unique)
{
    /* The keys of the selectors belong to the writer. */
    for (size_t i = 0; i < unique->by.count; i++)
        unique->by.at[i].selector.key = NULL;
    tally_close(&unique->seen);
    selectors_free(&unique->by);
}
