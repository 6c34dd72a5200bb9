/* SPDX-License-Identifier: MIT
 *
 * Removes pairs from a query, by their names or because they are empty, and sorts the
 * others. A name without "%" and "+" is compared as it is written.
 */
#include "query/query.h"

#include "common/bytes.h"
#include "common/report.h"
#include "grammars/support/grammar.h"
#include "reference/decompose.h"

struct selection {
    const struct locus_query_rules *rules;
    int has_names;                 /* there are rules about names */
    struct locus_writer out;
    const char *text;
    size_t count;                  /* of the pairs written */
    char separator;                /* what follows the last of them in the text */

    struct query_collection collected; /* to sort; if it has no `keys`, pairs are written */
    const struct locus_query_entry *sorted; /* the next pair to write; NULL: the pair that
                                               was read */
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
                    struct locus_span name, int is_coded, unsigned flags)
{
    for (size_t i = 0; i < count; i++) {
        if (is_coded) {
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

/* Whether the rules remove the pair. */
static int is_removed(const struct selection *s, struct locus_span pair,
                      struct locus_span name, int is_coded)
{
    const struct locus_query_rules *const rules = s->rules;
    const unsigned plus = rules->flags & LOCUS_PLUS_IS_SPACE;

    return (rules->flags & LOCUS_QUERY_NO_EMPTY && name.len == 0 && pair.len < 2)
        || is_among(s, rules->names, rules->name_count, name, is_coded, plus)
        || is_among(s, rules->prefixes, rules->prefix_count, name, is_coded,
                    plus | LOCUS_QUERY_PREFIX);
}

/* A pair ends at `p`. Its name ends at `equals`, if that is not NULL; `is_coded`: the name
   contains "%" or "+". */
static inline __attribute__((always_inline)) void
end_pair(struct selection *s, const unsigned char *begin, const unsigned char *equals,
         int is_coded, const unsigned char *p, const unsigned char *pe)
{
    const unsigned char *const text = (const unsigned char *)s->text;
    const struct locus_span pair = { (uint32_t)(begin - text), (uint32_t)(p - begin) };
    const struct locus_span name = {
        pair.off, equals ? (uint32_t)(equals - begin) : pair.len
    };
    const unsigned plus = s->rules->flags & LOCUS_PLUS_IS_SPACE;

    if ((s->has_names || name.len == 0) && is_removed(s, pair, name, is_coded)) {
        /* It is not in the result. */
    } else if (s->collected.keys) {
        locus_query_collect(&s->collected, s->text, pair, name, is_coded, plus);
    } else {
        write_pair(s, s->sorted ? s->sorted++->pair : pair);
        s->separator = p < pe ? (char)*p : '&';
    }
}

%%{
machine selected;

# The events of both machines.
action equals           { equals = p; }
action code             { is_coded = 1; }
action piece {
    end_pair(s, begin, equals, is_coded, p, pe);
    begin = p + 1;
    equals = NULL;
    is_coded = 0;
}
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
    const unsigned char *begin = p;
    const unsigned char *equals = NULL;
    int is_coded = 0;
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
    const unsigned char *begin = p;
    const unsigned char *equals = NULL;
    int is_coded = 0;
    int cs = select_pairs_start;

    %% write exec;
    (void)cs;
}

/* Reads the pairs: removes some, and collects or writes the others. */
static void read_query(struct selection *s, struct locus_span query)
{
    const unsigned char *const p = (const unsigned char *)s->text + query.off;

    if (s->rules->flags & LOCUS_QUERY_SEMICOLON)
        read_pairs(s, p, p + query.len);
    else
        read_amp_pairs(s, p, p + query.len);
}

/* Copies a pair. Most have 8 to 16 bytes, for which a call of memcpy() takes longer. */
static inline char *put_pair(char *to, const char *pair, size_t len)
{
    if (len >= 8 && len <= 16) {
        memcpy(to, pair, 8);
        memcpy(to + len - 8, pair + len - 8, 8);
    } else {
        memcpy(to, pair, len);
    }
    return to + len;
}

/* Writes the pairs that were collected, with "&" between them. The caller has checked that
   they fit. */
static void write_sorted(struct selection *s)
{
    const struct locus_query_entry *const entries = s->collected.entries;
    char *to = s->out.buf + s->out.len;

    s->count = s->collected.count;
    for (size_t i = 0; i < s->count; i++) {
        if (i > 0)
            *to++ = '&';
        to = put_pair(to, s->text + entries[i].pair.off, entries[i].pair.len);
    }
    s->out.len = (size_t)(to - s->out.buf);
}

/* Writes what is left of the query, sorted if it fits. Returns 0 if there are too few
   entries. */
static int select_pairs(struct selection *s, struct locus_span query)
{
    const size_t begin = s->out.len;

    if (!(s->rules->flags & LOCUS_QUERY_SORTED) || begin + query.len > s->out.size) {
        read_query(s, query);
        /* A result that does not fit is only measured; sorting keeps its length. */
        if (!(s->rules->flags & LOCUS_QUERY_SORTED) || s->out.len > s->out.size)
            return 1;
        s->out.len = begin;
        s->count = 0;
    }
    /* The decoded names are stored where the pairs, which are longer, will be written. */
    s->collected.keys = s->out.buf + begin;
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
    write_sorted(s);
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

/* Finds the error, if the grammar does not read the result as it was meant. The new query
   is in the buffer. */
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
    const int had_query = locus_has(url, LOCUS_QUERY);
    /* Only a fragment follows a query. */
    const size_t end = had_query && !locus_has(url, LOCUS_FRAGMENT)
                     ? (size_t)query.off + query.len : locus_url_end(url);
    const size_t begin = had_query ? query.off - 1u : end;
    struct selection s;
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
    /* One by one: GCC would make "rep stos" of an initializer, which is slow to start. */
    s.rules = rules;
    s.has_names = rules->name_count + rules->prefix_count > 0;
    s.out = (struct locus_writer){ buf, size, 0 };
    s.text = (const char *)bytes_of(text, end);
    s.count = 0;
    s.separator = '&';
    s.collected.keys = NULL;
    s.collected.used = 0;
    s.collected.entries = entries;
    s.collected.entry_count = entry_count;
    s.collected.count = 0;
    s.collected.too_few = 0;
    s.sorted = NULL;
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
    /* A query that loses or reorders pairs is still a query: a sequence of characters and
       percent-encoded octets. Two cases must be parsed again: in RFC 1630, a query has at
       least one word; and a URL without its query may be read otherwise, as "tel:555?a"
       would become an authority-form. */
    if (has_query == had_query && !has_trait(grammar, LOCUS_TRAIT_PARTIAL))
        return 0;
    locus_parse(&result, buf, s.out.len, grammar);
    if (has_same_parts(&result, url,
                       has_query ? url->present : url->present & ~BIT(LOCUS_QUERY),
                       new_query, fragment))
        return 0;
    return explain(&s, url, new_query.len, has_query, len, report);
}
