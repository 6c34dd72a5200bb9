/* SPDX-License-Identifier: MIT
 *
 * Parts that are a word with a meaning (grammar/coding/words.rl).
 */
#include "coding/coding.h"

#define MACHINE(name) \
    static int name##_run(const unsigned char *p, \
                          const unsigned char *const pe, int cs)
#define MACHINE_BEGIN(name) \
    const int first_final = name##_first_final; \
    (void)name##_start;
#define MACHINE_END \
    return p == pe && cs >= first_final;

#include "words.h"

int locus_is_word(const char *text, size_t len, enum locus_word word)
{
    static const int entries[] = {
        [LOCUS_WORD_FILE] = words_en_file_scheme,
        [LOCUS_WORD_LOCALHOST] = words_en_localhost,
        [LOCUS_WORD_DOT] = words_en_dot,
        [LOCUS_WORD_ALL_GROUPS] = words_en_all_groups,
    };
    const unsigned char *p = locus_begin(text, len);

    return words_run(p, p + len, entries[word]);
}
