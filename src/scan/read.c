/* SPDX-License-Identifier: MIT
 *
 * Finds the end of a URL, for the contexts in which that is where the grammar stops; and
 * finds delimiters, for all contexts (read.h).
 */
#include <string.h>

#include "common/bytes.h"
#include "scan/read.h"

/* Up to this many delimiters, 64 bytes are examined at a time, then 16 and eight. */
enum { FEW_DELIMITERS = 4 };

/* A vector type of GNU C. */
typedef unsigned char sixteen_bytes __attribute__((vector_size(16)));

/* Whether any of 16 * count bytes is a delimiter. */
static inline int have_delimiter(const struct locus_scan *scan, const unsigned char *bytes,
                                 size_t count)
{
    sixteen_bytes found = { 0 };
    uint64_t words[sizeof found / sizeof(uint64_t)];

    for (size_t i = 0; i < scan->delimiter_count; i++) {
        const sixteen_bytes each = (sixteen_bytes){ 0 } + (unsigned char)scan->delimiters[i];

#pragma GCC unroll 4
        for (size_t n = 0; n < count; n++) {
            sixteen_bytes some;

            memcpy(&some, bytes + n * sizeof some, sizeof some);
            found |= (sixteen_bytes)(some == each);
        }
    }
    memcpy(words, &found, sizeof words);
    return (words[0] | words[1]) != 0;
}

/* Which of eight bytes are delimiters: the lowest bit is that of the first one. */
static uint64_t delimiters_of_8(const struct locus_scan *scan, const unsigned char *bytes)
{
    const uint64_t word = word_of_8(bytes);
    uint64_t found = 0;

    for (size_t i = 0; i < scan->delimiter_count; i++)
        found |= equal_in_8(word, (unsigned char)scan->delimiters[i]);
    return found;
}

const unsigned char *KERNEL_NAME(find_delimiter)(const struct locus_scan *scan,
                                                 const unsigned char *text,
                                                 const unsigned char *end)
{
    const unsigned char *p = text;

    if (scan->delimiter_count <= FEW_DELIMITERS) {
        while (end - p >= 64 && !have_delimiter(scan, p, 4))
            p += 64;
        while (end - p >= 16 && !have_delimiter(scan, p, 1))
            p += 16;
        for (; end - p >= 8; p += 8) {
            const uint64_t found = delimiters_of_8(scan, p);

            if (found)
                return p + __builtin_ctzll(found) / 8;
        }
    }
    while (p < end && !is_delimiter(scan, *p))
        p++;
    return p;
}

static enum locus_read read_by_grammar(struct locus_scan *scan,
                                       const struct locus_read_piece *piece,
                                       const struct locus_before *before, size_t *read)
{
    const unsigned char *const end = grammar_end(scan, piece);
    const size_t undecided = scan->internal.url.undecided;
    struct locus_match match = grammar_at(scan, piece->text);
    const int reads = read_grammar(scan, &match, end);

    (void)before;
    if (reads && waits(scan, piece, &match, end)) {
        scan->internal.url.undecided = undecided;
        return LOCUS_READ_AHEAD;
    }
    note_accepted(scan, piece, &match, end);
    scan->internal.url.grammar = match.state;
    if (match.last)
        set_agreed(scan, piece, match.last, 1);
    *read = (size_t)(match.at - piece->text);
    scan->internal.url.decoded += *read;
    return reads && end == piece->text + piece->len ? LOCUS_READ_ON : LOCUS_READ_ENDED;
}

static void end_by_grammar(struct locus_scan *scan, size_t end, uint32_t mark,
                           const struct locus_before *before)
{
    const struct locus_read_piece piece = { .text = nothing, .begin = end, .end = end };

    (void)mark, (void)before;
    if (accepts_end(scan))
        set_agreed(scan, &piece, nothing, 1);
}

const struct locus_reader KERNEL_NAME(reader) = {
    .read = read_by_grammar, .end = end_by_grammar
};
