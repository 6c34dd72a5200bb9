/* SPDX-License-Identifier: MIT
 *
 * Parts that are a keyword (grammar/coding/keywords.rl).
 */
#include "coding/coding.h"
#include "common/bytes.h"

#define MACHINE(name) \
    static int name##_run(const unsigned char *p, \
                          const unsigned char *const pe, int cs)
#define MACHINE_BEGIN(name) \
    const int first_final = name##_first_final; \
    (void)name##_start;
#define MACHINE_END \
    return p == pe && cs >= first_final;

#include "keywords.h"

int locus_is_keyword(const char *text, size_t len, enum locus_keyword word)
{
    static const int entries[] = {
        [LOCUS_KEYWORD_FILE] = keywords_en_file_scheme,
        [LOCUS_KEYWORD_LOCALHOST] = keywords_en_localhost,
        [LOCUS_KEYWORD_DOT] = keywords_en_dot,
        [LOCUS_KEYWORD_ALL_GROUPS] = keywords_en_all_groups,
    };
    const unsigned char *p = bytes_of(text, len);

    return keywords_run(p, p + len, entries[word]);
}
