/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/input/items.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW_SIZE ((size_t)256 << 10)

static bool open_source(struct items *items, const char *operand, bool null, bool marks)
{
    memset(items, 0, sizeof *items);
    items->null = null;
    items->window = mem_resize(NULL, WINDOW_SIZE);
    items->size = WINDOW_SIZE;
    return source_open(&items->source, operand,
                       &(struct source_how){ .marks = marks });
}

bool items_open(struct items *items, const char *operand, bool null)
{
    return open_source(items, operand, null, !null);
}

bool items_open_stream(struct items *items, bool null)
{
    return open_source(items, "-", null, false);
}

/* Appends bytes to the window, which may move. */
static void refill(struct items *items)
{
    ptrdiff_t n;

    if (items->head > 0) {
        items->tail -= items->head;
        memmove(items->window, items->window + items->head, items->tail);
        items->head = 0;
    }
    if (items->tail == items->size) {
        items->window = mem_resize(items->window, items->size * 2);
        items->size *= 2;
    }
    if (items->before_wait && !source_is_ready(&items->source))
        items->before_wait();
    n = source_read(&items->source, items->window + items->tail,
                    items->size - items->tail);
    if (n > 0)
        items->tail += (size_t)n;
    else
        items->end = true;
}

bool items_have(struct items *items, size_t len)
{
    while (items->tail - items->head < len && !items->end)
        refill(items);
    return items->tail - items->head >= len;
}

bool items_next(struct items *items, const char **text, size_t *len)
{
    size_t searched = 0;          /* bytes of the item known to hold no terminator */
    char *end;

    items->too_long = false;
    for (;;) {
        const size_t have = items->tail - items->head;

        if (have > searched) {
            end = memchr(items->window + items->head + searched,
                         items->null ? '\0' : '\n', have - searched);
            if (end)
                break;
            searched = have;
            /* Its terminator may have two bytes. */
            if (items->most > 0 && have > items->most + 1) {
                items->too_long = true;
                items->head = items->tail;
                searched = 0;
            }
        }
        if (items->end) {
            end = items->window + items->tail;
            if (items->source.error && (have > 0 || items->too_long)) {
                items->cut = true;
                items->head = items->tail;
                items->too_long = false;
            }
            break;
        }
        refill(items);
    }
    if (items->head == items->tail && !items->too_long)
        return false;

    *text = items->window + items->head;
    *len = (size_t)(end - *text);
    items->head += *len;
    items->head += items->head < items->tail;
    if (!items->null && *len > 0 && (*text)[*len - 1] == '\r')
        --*len;
    if (items->most > 0 && (items->too_long || *len > items->most)) {
        items->too_long = true;
        *len = 0;
    }
    return true;
}

void items_warn(struct items *items)
{
    const char *const warning = source_warning(&items->source);

    if (warning)
        complain("%s: %s", items->source.name, warning);
}

void items_close(struct items *items)
{
    source_close(&items->source);
    free(items->window);
}

static bool each_of_standard_input(bool null, item_use *use, void *context)
{
    const char *const unit = null ? "item" : "line";
    struct items items;
    uint64_t number = 1;
    const char *text;
    size_t len;
    bool whole;

    if (items_open(&items, "-", null))
        for (; items_next(&items, &text, &len); number++)
            use(context, unit, number, text, len);
    items_warn(&items);
    if (items.cut)
        complain("%s: skipped %s %" PRIu64 ", which may be incomplete",
                 items.source.name, unit, number);
    whole = !items.source.error;
    if (!whole)
        complain("%s: %s", items.source.name, items.source.error);
    items_close(&items);
    return whole;
}

bool items_each(char **operands, int operand_count, bool null, item_use *use,
                void *context)
{
    bool whole = true;

    for (int i = 0; i < operand_count; i++) {
        const char *operand = operands[i];

        if (strcmp(operand, "-") == 0)
            whole &= each_of_standard_input(null, use, context);
        else
            use(context, "item", (uint64_t)i + 1, operand, strlen(operand));
    }
    return whole;
}
