/* SPDX-License-Identifier: MIT
 *
 * Checks each part by itself.
 */
#include "build/build.h"
#include "coding/coding.h"

/* Whether the path contains this part: then only the grammar can check it. */
static int is_said_by_path(const struct locus_parts *parts,
                           enum locus_part part)
{
    return has(parts, LOCUS_PATH) && (BIT(part) & IN_PATH) != 0;
}

/* The part that this one requires; itself if none. */
static enum locus_part needed_by(const struct locus_parts *parts,
                                 enum locus_part part)
{
    switch (part) {
    case LOCUS_USER: case LOCUS_PORT: return LOCUS_HOST;
    case LOCUS_PASSWORD: return LOCUS_USER;
    case LOCUS_TYPE: return LOCUS_PATH;
    case LOCUS_SELECTOR: case LOCUS_SEARCH: return LOCUS_GTYPE;
    case LOCUS_PLUS: return LOCUS_SEARCH;
    case LOCUS_NUMBER:
        return has(parts, LOCUS_HSONAME) ? LOCUS_HSONAME : LOCUS_GROUP;
    case LOCUS_WTYPE: return LOCUS_WPATH;
    case LOCUS_WPATH: return LOCUS_WTYPE;
    default: return part;
    }
}

int locus_check_parts(const struct locus_parts *parts, const struct locus_grammar *grammar,
                      struct locus_report *report)
{
    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const enum locus_part part = (enum locus_part)i;
        int result;

        if (!has(parts, part) || is_said_by_path(parts, part))
            continue;
        report->part = i;
        report->offset = 0;
        result = locus_check(parts->part[i].text, parts->part[i].len, grammar,
                             part, &report->offset);
        if (result != 0)
            return result;
        if (!has(parts, needed_by(parts, part)))
            return LOCUS_ERROR_ALONE;
        if (part == LOCUS_PATH && has(parts, LOCUS_HOST)
            && !locus_may_follow_host(parts->part[i].text, parts->part[i].len))
            return LOCUS_ERROR_PATH;
    }
    report->part = -1;
    report->offset = 0;
    return 0;
}
