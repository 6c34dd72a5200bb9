/* SPDX-License-Identifier: MIT
 *
 * Parses references with a grammar of URLs. A relative reference is what may follow the
 * scheme and ":" of a URL (RFC 3986, sections 3 and 4.2: its relative-part is a
 * hier-part without a ":" in its first segment). So the grammar's own machine can read
 * it after a made-up scheme. Two kinds of reference are read this way: those of a grammar
 * whose machine for references is not built in, and those with an authority, if the grammar
 * rejects some authorities of RFC 3986 (TRAIT_OWN_AUTHORITY).
 */
#include "common/bytes.h"
#include "grammars/support/grammar.h"
#include "reference/reference.h"

%%{
machine first_colon;

action colon            { colon = p; }

include first_colon "reference/first-colon.rl";
write data noerror nofinal noentry;
}%%

static const unsigned char *find_first_colon(const unsigned char *p,
                                             const unsigned char *const pe)
{
    const unsigned char *colon = NULL;
    int cs = first_colon_start;

    %% write exec;
    (void)cs;
    return colon;
}

/* Removes the made-up scheme before the reference. */
static void shift(struct locus_url *url, uint32_t by)
{
    url->present &= ~(1u << LOCUS_SCHEME);
    url->part[LOCUS_SCHEME] = (struct locus_span){ 0, 0 };
    for (int i = 0; i < LOCUS_PART_COUNT; i++)
        if (url->present >> i & 1)
            url->part[LOCUS_SLOT(i)].off -= by;
    if (url->error && url->error_offset >= by)
        url->error_offset -= by;
}

static void fail(struct locus_url *url, int error, uint32_t offset)
{
    const uint8_t grammar = url->grammar;

    *url = (struct locus_url){
        .error = error, .error_offset = offset, .grammar = grammar
    };
}

/* Parses `text` as what follows `scheme`, which ends with ":". */
static void parse_after(struct locus_url *url, const char *scheme, uint32_t scheme_len,
                        const char *text, size_t len, const struct locus_grammar *grammar)
{
    struct locus_feeder feeder;

    locus_feed_begin(&feeder, grammar);
    locus_feed(&feeder, scheme, scheme_len);
    locus_feed(&feeder, text, len);
    locus_feed_finish(&feeder, url);
    shift(url, scheme_len);
}

int locus_parse_relative(struct locus_url *url, const char *text, size_t len,
                         const struct locus_grammar *grammar)
{
    const unsigned char *p = bytes_of(text, len);
    const unsigned char *colon;

    parse_after(url, "x:", 2, text, len, grammar);
    if (url->error == LOCUS_ERROR_TOO_LONG
        || url->error == LOCUS_ERROR_GRAMMAR)
        return url->error;
    colon = find_first_colon(p, p + len);
    if (colon && (!url->error || url->error_offset > (size_t)(colon - p)))
        fail(url, LOCUS_ERROR_PATH, (uint32_t)(colon - p));
    return url->error;
}

int locus_parse_reference(struct locus_url *url, const char *text, size_t len,
                          const struct locus_grammar *grammar)
{
    struct locus_url relative;

    if (locus_parse(url, text, len, grammar) == 0
        || url->error == LOCUS_ERROR_GRAMMAR
        || url->error == LOCUS_ERROR_TOO_LONG
        || has_trait(grammar, LOCUS_TRAIT_REFERENCE | LOCUS_TRAIT_AUTHORITY))
        return url->error;
    if (is_built_in(locus_reference_grammar(grammar)))
        locus_parse(&relative, text, len, locus_reference_grammar(grammar));
    else if (grammar == locus_text_grammar(grammar))
        locus_parse_relative(&relative, text, len, grammar);
    else
        locus_parse_reference(&relative, text, len, locus_text_grammar(grammar));
    if (has_trait(grammar, TRAIT_OWN_AUTHORITY) && relative.error == 0) {
        if (locus_has(&relative, LOCUS_SCHEME))
            return url->error;
        if (locus_has(&relative, LOCUS_HOST)) {
            parse_after(url, "http:", 5, text, len, grammar);
            if (url->error)
                return url->error;
        }
    }
    /* If both fail, the error is that of the one that accepts more of the text. */
    if (relative.error == 0 || relative.error == LOCUS_ERROR_GRAMMAR
        || relative.error_offset >= url->error_offset)
        *url = relative;
    return url->error;
}
