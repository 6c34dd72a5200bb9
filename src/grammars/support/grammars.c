/* SPDX-License-Identifier: MIT
 *
 * The list of grammars.
 */
#include "common/find-name.h"
#include "grammars/support/grammar.h"

static const struct locus_grammar *const grammars[INDEX_COUNT] = {
#define X(name) [INDEX_##name] = &locus_grammar_##name,
    LOCUS_GRAMMARS(X)
#undef X
};

const struct locus_grammar *locus_grammar_at(size_t index)
{
    return index < INDEX_COUNT - 1 ? grammars[index + 1] : NULL;
}

const struct locus_grammar *locus_url_grammar(const struct locus_url *url)
{
    return url->grammar < INDEX_COUNT ? grammars[url->grammar] : NULL;
}

const struct locus_grammar *locus_grammar_from_name(const char *name, size_t len)
{
    for (size_t i = 1; i < INDEX_COUNT; i++)
        if (is_name(grammars[i]->name, name, len))
            return grammars[i];
    return NULL;
}

const char *locus_grammar_name(const struct locus_grammar *grammar)
{
    return grammar ? grammar->name : NULL;
}

const char *locus_grammar_description(const struct locus_grammar *grammar)
{
    return grammar ? grammar->description : NULL;
}

int locus_has_grammar(const struct locus_grammar *grammar)
{
    return is_built_in(grammar);
}

unsigned locus_grammar_traits(const struct locus_grammar *grammar)
{
    return grammar ? grammar->traits & TRAITS_PUBLIC : 0;
}
