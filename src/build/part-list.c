/* SPDX-License-Identifier: MIT
 *
 * Lists of parts.
 */
#include <string.h>

#include "build/build.h"
#include "reference/decompose.h"

void locus_parts_of(struct locus_parts *parts, const struct locus_url *url,
                    const char *text)
{
    memset(parts, 0, sizeof *parts);
    parts->present = url->present;
    if (locus_has(url, LOCUS_SCHEME)) {
        parts->prefix.text = text;
        parts->prefix.len = url->part[LOCUS_SCHEME].off;
    } else if (url->form == LOCUS_FORM_ASTERISK) {
        parts->prefix.text = text;
        parts->prefix.len = locus_url_end(url);
    }
    for (int i = 0; i < LOCUS_PART_COUNT; i++)
        if (locus_has(url, (enum locus_part)i)) {
            const struct locus_span span = url->part[LOCUS_SLOT(i)];

            parts->part[i].text = text ? text + span.off : text;
            parts->part[i].len = span.len;
        }
}

static int is_part(enum locus_part part)
{
    return locus_part_name(part) != NULL;
}

static void forget(struct locus_parts *parts, uint32_t which)
{
    parts->present &= ~which;
    for (int i = 0; i < LOCUS_PART_COUNT; i++)
        if (which & BIT(i))
            parts->part[i] = (struct locus_slice){ NULL, 0 };
}

/* The parts that repeat this one or exclude it. */
static uint32_t others(const struct locus_parts *parts, enum locus_part part)
{
    /* RFC 1630's prospero has a number after the path. */
    if (part == LOCUS_PATH)
        return IN_PATH & ~(parts->present & BIT(LOCUS_HSONAME)
                           ? BIT(LOCUS_NUMBER) : 0);
    if (part == LOCUS_GROUP)
        return BIT(LOCUS_PATH) | BIT(LOCUS_ARTICLE);
    if (part == LOCUS_ARTICLE)
        return BIT(LOCUS_PATH) | BIT(LOCUS_GROUP);
    return BIT(part) & IN_PATH ? BIT(LOCUS_PATH) : 0;
}

int locus_parts_set(struct locus_parts *parts, enum locus_part part,
                    const char *text, size_t len)
{
    if (!is_part(part))
        return LOCUS_ERROR_PART;
    forget(parts, others(parts, part));
    parts->present |= BIT(part);
    parts->part[part].text = text;
    parts->part[part].len = len;
    return 0;
}

int locus_parts_remove(struct locus_parts *parts, enum locus_part part)
{
    if (!is_part(part))
        return LOCUS_ERROR_PART;
    if (parts->present & BIT(part))
        forget(parts, others(parts, part) | BIT(part));
    return 0;
}
