/* SPDX-License-Identifier: MIT
 *
 * The five components of a URL: RFC 3986, section 3.
 */
#include "common/bytes.h"
#include "grammars/support/grammar.h"
#include "reference/decompose.h"

%%{
machine components;

# Each component ends at p and begins where the previous one ended. Components include
# their delimiters.
action scheme_end       { c->scheme = upto(&begin, p + 1); }
action authority_end    { c->authority = upto(&begin, p); }
action path_end         { c->path = upto(&begin, p); }
action query_end        { c->query = upto(&begin, p); }
action fragment_end     { c->fragment = upto(&begin, p); }

include components "reference/components.rl";
write data noerror nofinal noentry;
}%%

/* The component from *begin to `end`. Sets *begin to `end`, where the next one begins. */
static inline struct component upto(const unsigned char **begin, const unsigned char *end)
{
    const struct component component = { *begin, (size_t)(end - *begin) };

    *begin = end;
    return component;
}

static void read_components(struct components *c, const unsigned char *p,
                            const unsigned char *const pe)
{
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    int cs = components_start;

    %% write exec;
    (void)cs;
}

/* text[from..to) */
static struct component between(const unsigned char *text, size_t from,
                                size_t to)
{
    return (struct component){ text + from, to - from };
}

/* A part with the delimiter before it; empty if the part is absent. */
static struct component delimited(const struct locus_url *url,
                                  enum locus_part part,
                                  const unsigned char *text)
{
    const struct locus_span span = url->part[part];

    if (!locus_has(url, part))
        return between(text, 0, 0);
    return between(text, span.off - 1u, (size_t)span.off + span.len);
}

/* From "//" to the end of the host or port. Not every grammar has the "//". */
static struct component authority(const struct locus_url *url, const unsigned char *text,
                                  const struct locus_grammar *grammar)
{
    const enum locus_part first = locus_has(url, LOCUS_USER) ? LOCUS_USER
                                                             : LOCUS_HOST;
    const enum locus_part last = locus_has(url, LOCUS_PORT) ? LOCUS_PORT
                                                            : LOCUS_HOST;

    if (!locus_has(url, LOCUS_HOST))
        return between(text, 0, 0);
    return between(text, begins_with_host(url, grammar) ? 0 : url->part[first].off - 2u,
                   (size_t)url->part[last].off + url->part[last].len);
}

struct components locus_decompose(const struct locus_url *url, const char *text)
{
    const unsigned char *const bytes = text ? (const unsigned char *)text : nothing;
    const struct locus_grammar *const grammar = locus_url_grammar(url);
    const struct locus_span scheme = url->part[LOCUS_SCHEME];
    const struct locus_span path = url->part[LOCUS_PATH];
    struct components c;

    if (!has_trait(grammar, LOCUS_TRAIT_SCHEME_PARTS)) {
        /* The parts are RFC 3986's. */
        c.scheme = between(bytes, 0, locus_has(url, LOCUS_SCHEME) ? scheme.len + 1u : 0);
        c.authority = authority(url, bytes, grammar);
        c.path = between(bytes, path.off, (size_t)path.off + path.len);
        c.query = delimited(url, LOCUS_QUERY, bytes);
        c.fragment = delimited(url, LOCUS_FRAGMENT, bytes);
    } else {
        c.scheme = c.authority = c.path = c.query = c.fragment = between(bytes, 0, 0);
        /* "URL:" (RFC 1630) before the scheme is omitted. */
        read_components(&c, bytes + scheme.off, bytes + locus_url_end(url));
    }
    return c;
}

static inline uint32_t last_end(const struct locus_url *url, int from, int to)
{
    uint32_t end = 0;

#pragma GCC unroll 16
    for (int i = from; i <= to; i++) {
        const uint32_t part_end = url->part[i].off + url->part[i].len;

        end = end < part_end ? part_end : end;
    }
    return end;
}

size_t locus_url_end(const struct locus_url *url)
{
    /* Of the generic parts, only query and fragment follow a path. */
    if (__builtin_expect(url->part[LOCUS_PATH].len > 0
                         && url->present >> LOCUS_GENERIC_PART_COUNT == 0, 1))
        return last_end(url, LOCUS_PATH, LOCUS_FRAGMENT);
    if (url->form == LOCUS_FORM_ASTERISK)                  /* which has no parts */
        return 1;
    return last_end(url, 0, LOCUS_SLOT_COUNT - 1);
}

int locus_same_component(struct component a, struct component b, unsigned how)
{
    struct recomposed x, y;

    if (a.len != b.len)
        return 0;
    if (locus_common_bytes(a.text, b.text, a.len) == a.len)
        return 1;
    if (!how)
        return 0;
    x.count = y.count = 0;
    locus_recomposed_add(&x, a.text, a.len, how);
    locus_recomposed_add(&y, b.text, b.len, how);
    return locus_recomposed_compare(&x, &y) == 0;
}
