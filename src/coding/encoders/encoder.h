/* SPDX-License-Identifier: MIT
 *
 * The machines that encode and check the components of a grammar: encoder-uri.rl for RFC
 * 3986's structure, encoder-lenient.rl for what the grammar web does differently; other
 * grammars run their own in src/grammars/encoder-NAME.rl. Each is compiled once for each
 * kernel. This header is for files that run such a machine.
 */
#ifndef LOCUS_ENCODER_H
#define LOCUS_ENCODER_H

#include "common/bytes.h"
#include "common/writer.h"
#include "grammars/support/grammar.h"
#include "kernel/kernel.h"

/* The state of one encoding. */
struct encoding {
    struct locus_writer *out;
    const unsigned char *text;
    const unsigned char *end;
    int plus;                      /* encode a space as "+" */
    size_t escaped;                /* offset of the first byte encoded, or NOWHERE */
    int error;                     /* the rule that this byte would break */
};

enum { FAILED = 0, PASSED = 1 };

#define NOWHERE ((size_t)-1)

static inline void note(struct encoding *e, const unsigned char *at, int error)
{
    if (e->escaped == NOWHERE) {
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

/* Finds them: `component` is an enum locus_part or enum locus_component; with `plus`, a
   space is encoded as "+". */
typedef struct locus_entry locus_entry_finder(int component, int plus);

/* What encode.c and check-component.c need from a grammar, which defines it with
   ENCODER_OBJECT(.entry = …). */
struct locus_encoder {
    locus_entry_finder *entry;
    int fields_error;              /* the error for LOCUS_FIELDS */
};

#define X(name) extern const struct locus_encoder locus_encoder_##name;
LOCUS_GRAMMARS(X)
#undef X

#ifdef ENCODER
#define ENCODER_OBJECT(...) \
    const struct locus_encoder PASTE(locus_encoder_, GRAMMAR) = { __VA_ARGS__ };

/* ENCODER_OBJECT() for a grammar whose own machine has an entry_GRAMMAR() for each
   kernel. */
#define ENTRY_NAME(kernel) PASTE(PASTE(locus_entry_, GRAMMAR), _##kernel)
#define DECLARE_ENTRY(kernel, needs) locus_entry_finder ENTRY_NAME(kernel);
#define NAME_ENTRY(kernel, needs) [KERNEL_##kernel] = ENTRY_NAME(kernel),
#define OWN_ENCODER_OBJECT(...) \
    LOCUS_KERNELS(DECLARE_ENTRY) \
    static struct locus_entry own_entry(int component, int plus) \
    { \
        static locus_entry_finder *const entries[KERNEL_COUNT] = { \
            LOCUS_KERNELS(NAME_ENTRY) \
        }; \
\
        return entries[locus_kernel_in_use()](component, plus); \
    } \
    ENCODER_OBJECT(.entry = own_entry, __VA_ARGS__)
#endif

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

/* The entries for RFC 3986's structure: with the bytes that RFC 3986 allows, with those
   that the grammar web allows, and with the latter for request targets. */
locus_entry_finder locus_entry_uri, locus_entry_lenient, locus_entry_lenient_target;

/* The same for each kernel. */
#define DECLARE_ENTRIES(kernel, needs) \
    locus_entry_finder KERNEL_PASTE(entry_uri, kernel), \
        KERNEL_PASTE(entry_lenient, kernel), KERNEL_PASTE(entry_lenient_target, kernel);
LOCUS_KERNELS(DECLARE_ENTRIES)
/* Tests compile a kernel that the library may not have. */
#ifdef KERNEL
locus_entry_finder KERNEL_NAME(entry_uri), KERNEL_NAME(entry_lenient),
    KERNEL_NAME(entry_lenient_target);
#endif

#endif
