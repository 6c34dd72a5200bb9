/* SPDX-License-Identifier: MIT
 *
 * The machines that write and check the components of a grammar: grammar/coding/encode.rl of
 * RFC 3986's structure, and one of their own of other grammars. For files that include
 * such a machine.
 */
#ifndef LOCUS_ENCODER_H
#define LOCUS_ENCODER_H

#include "coding/coding.h"
#include "common/bytes.h"
#include "grammars/grammar.h"

/* A text on its way through a machine. */
struct encoding {
    struct locus_writer *out;
    const unsigned char *text;
    const unsigned char *end;
    int plus;                      /* a space becomes "+" */
    size_t escaped;                /* the first byte that was, or NONE */
    int error;                     /* the rule it would break as it is */
};

enum { FAILED = 0, PASSED = 1 };

#define NONE ((size_t)-1)

static inline void put_escaped(struct locus_writer *out, unsigned char byte)
{
    const char triple[3] = { '%', hex_digit(byte >> 4), hex_digit(byte & 15u) };

    locus_put(out, triple, sizeof triple);
}

static inline void note(struct encoding *e, const unsigned char *at, int error)
{
    if (e->escaped == NONE) {
        e->escaped = (size_t)(at - e->text);
        e->error = error;
    }
}

/* The entries of a component: for text, for text with percent-encodings, and for what the
   grammar holds. 0 is no state of these machines: no such component. */
struct locus_entry {
    int (*run)(struct encoding *e, int cs, size_t *stop);
    int to;
    int kept;
    int held;
};

/* What encode.c and check.c ask of a grammar: ENCODER_OBJECT(.entry = …). `component` is
   of enum locus_part or enum locus_component; `plus` says that a space is "+". */
struct locus_encoder {
    struct locus_entry (*entry)(int component, int plus);
    int fields_error;              /* the rule that LOCUS_FIELDS breaks, if not of its
                                      name */
};

#define X(name) extern const struct locus_encoder locus_encoder_##name;
LOCUS_GRAMMARS(X)
#undef X

#define ENCODER_OBJECT(...) \
    const struct locus_encoder PASTE(locus_encoder_, GRAMMAR) = { __VA_ARGS__ };

/* Of each grammar that is built in. */
extern const struct locus_encoder *const locus_encoders[INDEX_COUNT];

/* The entries of a component of a grammar. Returns 0, or LOCUS_ERROR_GRAMMAR or
   LOCUS_ERROR_PART. */
static inline int
locus_find_entry(struct locus_entry *entry, const struct locus_grammar *grammar,
                 int component, int plus)
{
    if (!is_built_in(grammar))
        return LOCUS_ERROR_GRAMMAR;
    *entry = locus_encoders[grammar->index]->entry(component, plus);
    return entry->run ? 0 : LOCUS_ERROR_PART;
}

/* The rule that a text breaks which the component cannot hold. */
int locus_rule_of(const struct locus_grammar *grammar, int component);

/* A host that is no name: 1 if it is an IP-literal, an error if it begins as
   one, 0 if it does not. */
static inline int
locus_look_at_literal(const struct encoding *e, const struct locus_grammar *grammar,
                      int component, size_t *offset)
{
    if (component != LOCUS_HOST || !has_trait(grammar, TRAIT_IP_LITERALS))
        return 0;
    if (locus_ip_literal(e->text, (size_t)(e->end - e->text), offset))
        return 1;
    return *offset > 0 ? LOCUS_ERROR_IP_LITERAL : 0;
}

/* Those of RFC 3986's structure, and with the bytes of web. */
struct locus_entry locus_entry_uri(int component, int plus);
struct locus_entry locus_entry_web(int component, int plus);

/* ------------------------------------------------------------------------
 * The machines
 * ------------------------------------------------------------------------ */

/* What was read since `begin` is literal: it is copied at once. `stop` is where
   the machine stopped, in vain or at the end. */
#define MACHINE(name) \
    static int name##_run(struct encoding *e, int cs, size_t *stop)
#define MACHINE_BEGIN(name) \
    const int first_final = name##_first_final; \
    const unsigned char *p = e->text; \
    const unsigned char *const pe = e->end; \
    const unsigned char *const eof = pe; \
    const unsigned char *begin = p; \
    const unsigned char *percent = p; \
    (void)name##_start;
#define MACHINE_END \
    locus_put(e->out, begin, (size_t)(p - begin)); \
    *stop = (size_t)(p - e->text); \
    return cs < first_final ? FAILED : PASSED;

#define ESCAPE \
    locus_put(e->out, begin, (size_t)(p - begin)); \
    put_escaped(e->out, *p); \
    note(e, p, 0); \
    begin = p + 1;
#define SPACE \
    locus_put(e->out, begin, (size_t)(p - begin)); \
    if (e->plus) \
        LOCUS_PUT_LITERAL(e->out, "+"); \
    else \
        put_escaped(e->out, ' '); \
    note(e, p, 0); \
    begin = p + 1;
#define PERCENT percent = p;
#define TRIPLE
#define STRAY \
    locus_put(e->out, begin, (size_t)(percent - begin)); \
    put_escaped(e->out, '%'); \
    note(e, percent, LOCUS_ERROR_PERCENT); \
    begin = percent + 1;

/* Events of productions that are shared with the parsers. */
#define FAIL(rule)
#define HOST_KIND(kind)
#define COMMIT_SCHEME

#endif
