/* SPDX-License-Identifier: MIT
 *
 * Whether a text is a keyword (grammar/coding/keywords.rl).
 */
#include "coding/coding.h"
#include "common/bytes.h"

%%{
machine keywords;
include keywords "coding/keywords.rl";
write data noerror;
}%%

int locus_is_keyword(const char *text, size_t len, enum locus_keyword word)
{
    static const int entries[] = {
        [LOCUS_KEYWORD_FILE] = keywords_en_file_scheme,
        [LOCUS_KEYWORD_LOCALHOST] = keywords_en_localhost,
        [LOCUS_KEYWORD_DOT] = keywords_en_dot,
        [LOCUS_KEYWORD_ALL_GROUPS] = keywords_en_all_groups,
    };
    const unsigned char *p = bytes_of(text, len);
    const unsigned char *const pe = p + len;
    int cs = entries[word];

    %% write exec;
    return p == pe && cs >= keywords_first_final;
}
