/* SPDX-License-Identifier: MIT
 *
 *     texts N    writes N mutated texts for each grammar, each followed by NUL
 *
 * The texts are the same everywhere and always (mutate.h), so that different builds can
 * be compared: .ci/run does that.
 */
#include <stdio.h>
#include <stdlib.h>

#include "support/mutate.h"

int main(int argc, char **argv)
{
    const unsigned long n = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
    const struct locus_grammar *grammar;

    if (n == 0) {
        fputs("usage: texts N\n", stderr);
        return 2;
    }
    for (size_t g = 0; (grammar = locus_grammar_at(g)) != NULL; g++)
        for (unsigned long i = 0; i < n; i++) {
            unsigned char text[MUTATE_MAX];
            struct mutate m;
            size_t len;

            mutate_seed(&m, i + 1);
            len = mutate_url(&m, grammar, text);
            fwrite(text, 1, len, stdout);
            putchar('\0');
        }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
