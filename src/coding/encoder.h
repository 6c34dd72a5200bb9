/* SPDX-License-Identifier: MIT
 *
 * The machines that encode and check the components of a grammar: encoder.rl for RFC
 * 3986's structure, and src/grammars/encoders/encoder-NAME.rl for each other grammar. This
 * header is for files that run such a machine.
 */
#ifndef LOCUS_ENCODER_H
#define LOCUS_ENCODER_H

#include "coding/coding.h"
#include "common/bytes.h"
#include "grammars/support/grammar.h"

/* The state of one encoding. */
struct encoding {
    struct locus_writer *out;
    const unsigned char *text;
    const unsigned char *end;
    int plus;                      /* encode a space as "+" */
    size_t escaped;                /* offset of the first byte encoded, or NONE */
    int error;                     /* the rule that this byte would break */
};

enum { FAILED = 0, PASSED = 1 };

#define NONE ((size_t)-1)

static inline void put_escaped(struct locus_writer *out, unsigned char byte)
{
    const char encoded[4] = { '%', hex_digit(byte >> 4), hex_digit(byte & 15u), 0 };

    /* One store if there is room for all four. */
    if (locus_room(out) >= sizeof encoded) {
        memcpy(out->buf + out->len, encoded, sizeof encoded);
        out->len += 3;
    } else {
        locus_put(out, encoded, 3);
    }
}

static inline void note(struct encoding *e, const unsigned char *at, int error)
{
    if (e->escaped == NONE) {
        e->escaped = (size_t)(at - e->text);
        e->error = error;
    }
}

/* The entry states for a component: for text to encode, for text whose
   percent-encodings are kept, and for a check. 0 is not a state of these machines: it
   means that there is no such component. */
struct locus_entry {
    int (*run)(struct encoding *e, int cs, size_t *stop);
    int to;
    int kept;
    int held;
};

/* What encode.c and check.c need from a grammar: ENCODER_OBJECT(.entry = …).
   `component` is of enum locus_part or enum locus_component; with `plus`, a space is
   "+". */
struct locus_encoder {
    struct locus_entry (*entry)(int component, int plus);
    int fields_error;              /* the error for LOCUS_FIELDS */
};

#define X(name) \
    extern const struct locus_encoder locus_encoder_##name; \
    struct locus_entry locus_entry_##name(int component, int plus);
LOCUS_GRAMMARS(X)
#undef X

#define ENCODER_OBJECT(...) \
    const struct locus_encoder PASTE(locus_encoder_, GRAMMAR) = { __VA_ARGS__ };

/* The encoder of each grammar that is built in. */
extern const struct locus_encoder *const locus_encoders[INDEX_COUNT];

/* Finds the entry states for a component of a grammar. Returns 0, LOCUS_ERROR_GRAMMAR
   or LOCUS_ERROR_PART. */
static inline int
locus_find_entry(struct locus_entry *entry, const struct locus_grammar *grammar,
                 int component, int plus)
{
    if (!is_built_in(grammar))
        return LOCUS_ERROR_GRAMMAR;
    *entry = locus_encoders[grammar->index]->entry(component, plus);
    return entry->run ? 0 : LOCUS_ERROR_PART;
}

/* The error for a text that the component cannot contain. */
int locus_rule_of(const struct locus_grammar *grammar, int component);

/* Whether the component is a host that is an IP-literal: 1 if it is, an error if it
   only begins like one, else 0. */
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

/* The entries for RFC 3986's structure: with its own bytes, with lenient bytes, and for
   request targets with lenient bytes. */
struct locus_entry locus_entry_uri(int component, int plus);
struct locus_entry locus_entry_lenient(int component, int plus);
struct locus_entry locus_entry_lenient_target(int component, int plus);

/* ------------------------------------------------------------------------
 * The machines: src/coding/encoding.rl
 * ------------------------------------------------------------------------ */

/* Literal bytes. Few are copied together with what follows them, which is overwritten. */
static inline void put_before(struct encoding *e, const unsigned char *begin,
                              const unsigned char *end)
{
    enum { WIDE = 32 };
    const size_t n = (size_t)(end - begin);

    if (n == 0)
        return;
    if (n <= WIDE && e->end - begin >= WIDE && locus_room(e->out) >= WIDE) {
        memcpy(e->out->buf + e->out->len, begin, WIDE);
        e->out->len += n;
    } else {
        locus_put(e->out, begin, n);
    }
}

static inline void put_space(struct encoding *e)
{
    if (e->plus)
        LOCUS_PUT_LITERAL(e->out, "+");
    else
        put_escaped(e->out, ' ');
}

/* The productions that are shared with the parsers name events that mean nothing here
   (grammar/rules/events.rl). */
#define FAIL(rule)
#define HOST_KIND(kind)
#define COMMIT_SCHEME

#endif
