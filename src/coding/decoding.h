/* SPDX-License-Identifier: MIT
 *
 * The machines that decode: decode-text.rl finds percent-encodings, read-octets.rl
 * classifies the decoded octets, and find-delimiter.rl finds the delimiters among those
 * that were percent-encoded. decode.c runs them.
 */
#ifndef LOCUS_DECODING_H
#define LOCUS_DECODING_H

#include "coding/coding.h"
#include "kernel/kernel.h"

/* Delimiters: the machine of grammar/coding/delimiters.rl */

/* A component's entry of the machine, and its run class as a table. The machine must read
   an octet that is not in the class: then table[octet] & outside is not 0. */
struct locus_delimiters {
    int entry;                     /* -1: there is no such component */
    uint8_t outside;               /* a bit */
    const uint8_t *table;
    const uint8_t (*set)[16];      /* the class, as in NAME_run_nibbles */
};

struct locus_delimiters locus_delimiters_of(int component);
int locus_is_delimiter(const struct locus_delimiters *delimiters, unsigned char octet);

/* Whether the machine must read the octet to know whether it is a delimiter. */
static inline int may_be_delimiter(const struct locus_delimiters *delimiters,
                                   unsigned char octet)
{
    return __builtin_expect(delimiters->table[octet] & delimiters->outside, 0) != 0;
}

/* Octets */

/* What the machine `octets` has found. */
struct locus_octets {
    int state;                     /* of the machine, plus 1; 0: it has not begun */
    uint32_t found;                /* bits of enum locus_found_bits */
    const unsigned char *first;    /* the byte at which something was found first, or
                                      NULL */
    int in_character;              /* the octets end within a character */
};

/* Reads the next octets. */
typedef void locus_octets_reader(struct locus_octets *octets, const unsigned char *p,
                                 const unsigned char *pe);

/* Decoding */

/* The entries of the machine `decode`. */
enum decode_as { DECODE_TEXT, DECODE_QUERY, DECODE_HOST };

struct decoding {
    struct locus_writer *out;
    const unsigned char *text;
    const unsigned char *end;
    enum decode_as as;
    int keep;                      /* keep a stray "%" */
    int exact;                     /* decoded octets are classified one by one, for their
                                      offsets */
    uint32_t refused;              /* what may not be percent-encoded here */
    struct locus_delimiters delimiters;
    struct locus_octets octets;
    uint32_t found;
    size_t first;                  /* offset in the text of what was found first */
    int error;
    size_t error_offset;
};

typedef void locus_decoder(struct decoding *d);

#define DECLARE_DECODER(kernel, needs) \
    locus_decoder KERNEL_PASTE(decode_text, kernel); \
    locus_octets_reader KERNEL_PASTE(read_octets, kernel);
LOCUS_KERNELS(DECLARE_DECODER)
/* Tests compile a kernel that the library may not have. */
#ifdef KERNEL
locus_octets_reader KERNEL_NAME(read_octets);
#endif

#endif
