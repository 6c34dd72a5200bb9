/* SPDX-License-Identifier: MIT
 *
 * The scheme at the end of a word with something else glued to its front
 * (grammar/prose/glued.rl).
 */
#include "prose/marks.h"

#define MACHINE(name) \
    static size_t match_##name(const unsigned char *const word, const size_t pe)
#define MACHINE_BEGIN(name) \
    size_t p = 0; \
    int cs = name##_start;
#define MACHINE_END \
    (void)cs; \
    return 0;

#define BACKWARDS     word[pe - 1 - p]
#define GLUED(length) return (length);

#include "glued.h"

size_t locus_glued(const unsigned char *word, size_t len)
{
    return match_glued(word, len);
}
