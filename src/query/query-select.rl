/* SPDX-License-Identifier: MIT
 *
 * Removes pairs from a query, by their names or because they are empty, and sorts the
 * others, all in one reading. A name without "%" and "+" is compared as it is written.
 */
#include "query/query.h"

#include "common/bytes.h"
#include "common/report.h"
#include "grammars/support/grammar.h"
#include "reference/decompose.h"

struct selection {
    const struct locus_query_rules *rules;
    struct locus_writer out;
    const char *text;
    const unsigned char *begin;    /* the pair begins here, */
    const unsigned char *equals;   /* its name ends here, or NULL, */
    int coded;                     /* and may stand for other octets */
    size_t count;                  /* of the pairs written */
    char separator;                /* what follows the last of them in the text */

    struct query_collection collected; /* to sort; if it has no `keys`, pairs are written */
    const struct locus_query_entry *sorted; /* the next pair to write; NULL: those of the
                                               text */
};

static int begins_with(const char *name, const struct locus_slice *key)
{
    for (size_t i = 0; i < key->len; i++)
        if (name[i] != key->text[i])
            return 0;
    return 1;
}

/* Whether the name is one of the keys, or begins with one. */
static int is_among(const struct selection *s, const struct locus_slice *keys, size_t count,
                    struct locus_span name, unsigned flags)
{
    for (size_t i = 0; i < count; i++) {
        if (s->coded) {
            if (locus_name_is(s->text, name, keys[i].text, keys[i].len, flags))
                return 1;
        } else if (flags & LOCUS_QUERY_PREFIX ? name.len >= keys[i].len
                                              : name.len == keys[i].len) {
            if (begins_with(s->text + name.off, &keys[i]))
                return 1;
        }
    }
    return 0;
}

static void write_pair(struct selection *s, struct locus_span pair)
{
    if (s->count++ > 0)
        locus_put(&s->out, &s->separator, 1);
    locus_put(&s->out, s->text + pair.off, pair.len);
}

/* The pair ends here. */
static inline void end_pair(struct selection *s, const unsigned char *p, const unsigned char *pe)
{
    const struct locus_query_rules *const rules = s->rules;
    const unsigned char *const text = (const unsigned char *)s->text;
    const struct locus_span pair = { (uint32_t)(s->begin - text),
                                     (uint32_t)(p - s->begin) };
    const struct locus_span name = {
        pair.off, s->equals ? (uint32_t)(s->equals - s->begin) : pair.len
    };
    const unsigned plus = rules->flags & LOCUS_PLUS_IS_SPACE;

    if ((rules->flags & LOCUS_QUERY_NO_EMPTY && name.len == 0 && pair.len < 2)
        || (rules->name_count > 0
            && is_among(s, rules->names, rules->name_count, name, plus))
        || (rules->prefix_count > 0
            && is_among(s, rules->prefixes, rules->prefix_count, name,
                        plus | LOCUS_QUERY_PREFIX))) {
        /* It is removed. */
    } else if (s->collected.keys) {
        locus_query_collect(&s->collected, s->text, pair, name, s->coded, plus);
    } else {
        write_pair(s, s->sorted ? s->sorted++->pair : pair);
        s->separator = p < pe ? (char)*p : '&';
    }
    s->begin = p + 1;
    s->equals = NULL;
    s->coded = 0;
}

%%{
machine selected;

# The events of both machines.
action equals           { s->equals = p; }
action piece            { end_pair(s, p, pe); }
action code             { s->coded |= s->equals == NULL; }
}%%

%%{
machine select_amp_pairs;
include selected;
include select_amp_pairs "query/select-amp-pairs.rl";
write data noerror nofinal noentry;
}%%

static void read_amp_pairs(struct selection *s, const unsigned char *p,
                           const unsigned char *const pe)
{
    const unsigned char *const eof = pe;
    int cs = select_amp_pairs_start;

    %% write exec;
    (void)cs;
}

%%{
machine select_pairs;
include selected;
include select_pairs "query/select-pairs.rl";
write data noerror nofinal noentry;
}%%

static void read_pairs(struct selection *s, const unsigned char *p,
                       const unsigned char *const pe)
{
    const unsigned char *const eof = pe;
    int cs = select_pairs_start;

    %% write exec;
    (void)cs;
}

/* Reads the pairs: removes some, and collects or writes the others. */
static void read_query(struct selection *s, struct locus_span query)
{
    const unsigned char *const p = (const unsigned char *)s->text + query.off;

    s->begin = p;
    s->equals = NULL;
    s->coded = 0;
    if (s->rules->flags & LOCUS_QUERY_SEMICOLON)
        read_pairs(s, p, p + query.len);
    else
        read_amp_pairs(s, p, p + query.len);
}

/* Writes what is left of the query. Returns 0 if there are too few entries. */
static int select_pairs(struct selection *s, struct locus_span query)
{
    if (!(s->rules->flags & LOCUS_QUERY_SORTED) || s->out.len + query.len > s->out.size) {
        /* Sorting does not change the length. */
        read_query(s, query);
        return 1;
    }
    s->collected.keys = s->out.buf + s->out.len;
    read_query(s, query);
    if (!locus_query_sort_collected(&s->collected))
        return 0;
    s->collected.keys = NULL;
    if (s->rules->flags & LOCUS_QUERY_SEMICOLON) {
        /* The separators keep their places. */
        s->sorted = s->collected.entries;
        read_query(s, query);
        return 1;
    }
    s->separator = '&';
    for (size_t i = 0; i < s->collected.count; i++)
        write_pair(s, s->collected.entries[i].pair);
    return 1;
}

/* Whether the result has the parts of the URL, in their places, except for the query and
   for the fragment, which follows it. */
static int has_same_parts(const struct locus_url *result, const struct locus_url *url,
                          uint32_t present, struct locus_span query, uint32_t fragment)
{
    if (result->error != 0 || result->present != present || result->form != url->form
        || result->other_form != url->other_form)
        return 0;
    for (int slot = 0; slot < LOCUS_SLOT_COUNT; slot++) {
        struct locus_span wanted = url->part[slot];

        if (slot == LOCUS_QUERY)
            wanted = query;
        else if (slot == LOCUS_FRAGMENT && wanted.off > 0)
            wanted.off = fragment;
        if (result->part[slot].off != wanted.off || result->part[slot].len != wanted.len)
            return 0;
    }
    return 1;
}

/* Names the error of a result that the grammar does not read as wanted: the new query is
   in the buffer. */
static int explain(const struct selection *s, const struct locus_url *url, size_t query_len,
                   int has_query, size_t *len, struct locus_report *report)
{
    struct query_edit edit;
    const int result = locus_query_edit_begin(&edit, s->out.buf, s->out.size, url, s->text,
                                              0, 0);

    if (result != 0)
        return result;
    edit.assembly.out.len += query_len;
    return locus_query_edit_end(&edit, has_query, len, report);
}

int locus_query_select(char *buf, size_t size, size_t *len, const struct locus_url *url,
                       const char *text, const struct locus_query_rules *rules,
                       struct locus_query_entry *entries, size_t entry_count,
                       struct locus_report *report)
{
    const struct locus_grammar *const grammar = locus_url_grammar(url);
    const struct locus_span query = locus_get(url, LOCUS_QUERY);
    const size_t end = locus_url_end(url);
    const int had_query = locus_has(url, LOCUS_QUERY);
    const size_t begin = had_query ? query.off - 1u : end;
    struct selection s = {
        .rules = rules, .out = { buf, size, 0 },
        .text = (const char *)bytes_of(text, end),
        .collected = { .entries = entries, .entry_count = entry_count },
    };
    struct locus_report unwanted;
    struct locus_url result;
    struct locus_span new_query = { 0, 0 };
    uint32_t fragment;
    int has_query = had_query;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    if (rules->flags & ~(unsigned)(LOCUS_PLUS_IS_SPACE | LOCUS_QUERY_SEMICOLON
                                   | LOCUS_QUERY_NO_EMPTY | LOCUS_QUERY_SORTED))
        return LOCUS_ERROR_ARGUMENT;
    if (!is_built_in(grammar))
        return LOCUS_ERROR_GRAMMAR;
    locus_put(&s.out, s.text, begin);
    if (had_query) {
        LOCUS_PUT_LITERAL(&s.out, "?");
        if (!select_pairs(&s, query))
            return LOCUS_ERROR_ARGUMENT;
        new_query = (struct locus_span){ query.off,
                                         (uint32_t)(s.out.len - query.off) };
        if (query.len > 0 && s.count == 0) {
            has_query = 0;
            new_query.off = 0;
            s.out.len = begin;
        }
        fragment = (uint32_t)s.out.len + 1;
        locus_put(&s.out, s.text + query.off + query.len, end - query.off - query.len);
    } else {
        fragment = url->part[LOCUS_FRAGMENT].off;
    }
    if (locus_put_end(&s.out, len) != 0)
        return LOCUS_ERROR_SPACE;
    /* Whatever pairs a query has, the grammar finds it again: every query is a sequence of
       characters and percent-encoded octets, in any order. In RFC 1630 it has at least one
       word. Without a query, "tel:555?a" is an authority-form. */
    if (has_query == had_query && !url_has_trait(url, LOCUS_TRAIT_PARTIAL))
        return 0;
    locus_parse(&result, buf, s.out.len, grammar);
    if (has_same_parts(&result, url,
                       has_query ? url->present : url->present & ~BIT(LOCUS_QUERY),
                       new_query, fragment))
        return 0;
    return explain(&s, url, new_query.len, has_query, len, report);
}
