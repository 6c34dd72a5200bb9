/* SPDX-License-Identifier: MIT
 *
 * The quotation marks that are open before a URL in prose (grammar/prose/opened.rl).
 */
#include "scan/context.h"

#define MACHINE(name) \
    static void match_##name(struct locus_opened *opened, const unsigned char *p, \
                             const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    uint32_t marks = opened->marks; \
    int cs = opened->state ? (int)opened->state : name##_start;
#define MACHINE_END \
    opened->state = (uint32_t)cs; \
    opened->marks = marks;

enum {
    SINGLES = LEFT_SINGLE | RIGHT_SINGLE,
    DOUBLES = LEFT_DOUBLE | RIGHT_DOUBLE,
    GUILLEMETS = LEFT_GUILLEMET | RIGHT_GUILLEMET,
    ANGLES = LEFT_ANGLE | RIGHT_ANGLE
};

#define QUOTE(mark, kind, partners) \
    marks = (marks & ~(uint32_t)(kind)) \
          | (marks & (mark) ? 0 : (uint32_t)(partners) | (marks & (kind)));
#define CLOSE_ALL marks = 0;

#include "opened.h"

void locus_opened(struct locus_opened *opened, const unsigned char *text, size_t len)
{
    match_opened(opened, text, text + len);
}

size_t locus_opened_from(const struct locus_before *before)
{
    return before->start - before->floor > OPENED_LENGTH ? before->start - OPENED_LENGTH
                                                         : before->floor;
}

struct locus_opened locus_opened_begin(const struct locus_before *before, size_t begin)
{
    static const unsigned char line[1] = "\n";
    struct locus_opened opened = { 0, 0 };

    if (before->scan->base + begin == 0)
        locus_opened(&opened, line, 1);
    return opened;
}

uint32_t locus_opened_before(const struct locus_before *before)
{
    const size_t begin = locus_opened_from(before);
    struct locus_opened opened = locus_opened_begin(before, begin);

    locus_opened(&opened, before->window + begin, before->start - begin);
    return opened.marks;
}
