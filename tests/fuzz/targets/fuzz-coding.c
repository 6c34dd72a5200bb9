/* SPDX-License-Identifier: MIT
 *
 * Checks everything that sections 4 and 7 of locus.h write for consistency
 * (tests/unit/coding/coding-properties.h). The first byte selects the grammar, the second the
 * component; the rest is the text.
 */
#include "fuzz.h"

#include "unit/coding/coding-properties.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text;

    if (size < 2)
        return 0;
    text = exact_copy(data + 2, size - 2);
    coding_check(text, size - 2,
                 grammar_at(data[0] % grammar_count()),
                 coding_component(data[1] % CODING_COMPONENTS));
    exact_free(text);
    return 0;
}
