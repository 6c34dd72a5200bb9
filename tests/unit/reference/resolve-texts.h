/* SPDX-License-Identifier: MIT
 *
 * Valid texts for the tests of references and normal forms: those that mutate.h makes,
 * and shorter ones that are dense in dots, slashes and pct-encoded octets.
 */
#ifndef LOCUS_TESTS_RESOLVE_TEXTS_H
#define LOCUS_TESTS_RESOLVE_TEXTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "support/columns.h"
#include "locus.h"
#include "support/mutate.h"

/* Room for any of these texts. */
enum { TEXT = MUTATE_MAX + 100 };

/* A text dense in the characters that matter to paths. */
static inline struct text dense(struct mutate *m, char *bytes, bool absolute)
{
    static const char *const pieces[] = {
        ".", "..", "/", "/", "a", "b", "%2e", "%2E", "/./", "/../", "//", ":",
        "?", "#", "%41", "%7e", "%c3", "a:", ";x", "%2f", "...",
    };
    static const char *const begins[] = {
        "s:", "s:/", "s://h", "s://h/", "S://H:80/", "http://h:80", "s:///",
        "http:", "s://u:p@h/", "s:a", "http://[::0A]:/",
    };
    struct text text = { bytes, 0 };
    size_t n = mutate_below(m, 10);

    if (absolute || mutate_one_in(m, 4)) {
        const char *begin = MUTATE_PICK(m, begins);

        text.len = strlen(begin);
        memcpy(bytes, begin, text.len);
    }
    while (n-- > 0) {
        const char *piece = MUTATE_PICK(m, pieces);

        memcpy(bytes + text.len, piece, strlen(piece));
        text.len += strlen(piece);
    }
    return text;
}

/* The next valid text of a grammar: a dense one, or one from mutate.h. */
static inline struct text next_text(struct mutate *m, char *bytes,
                                    struct locus_url *url,
                                    const struct locus_grammar *grammar)
{
    struct text text = { bytes, 0 };

    do {
        if (mutate_one_in(m, 2))
            text = dense(m, bytes, grammar != locus_rfc3986_reference);
        else
            text.len = mutate_url(m, grammar, (unsigned char *)bytes);
    } while (locus_parse(url, text.bytes, text.len, grammar) != 0);
    return text;
}

/* A valid text that differs slightly from this one. */
static inline struct text near_text(struct mutate *m, struct text old, char *bytes,
                                    struct locus_url *url,
                                    const struct locus_grammar *grammar)
{
    struct mutate_text text = { (unsigned char *)bytes, 0 };

    for (int tries = 0; tries < 100; tries++) {
        memcpy(bytes, old.bytes, old.len);
        text.len = old.len;
        for (size_t n = mutate_below(m, 3); n > 0; n--)
            mutate_damage(m, &text);
        if (mutate_one_in(m, 3) && text.len > 0) {
            const size_t at = mutate_below(m, text.len);
            char encoded[4];

            snprintf(encoded, sizeof encoded, mutate_one_in(m, 2) ? "%%%02x"
                                                                : "%%%02X",
                     text.bytes[at]);
            if (mutate_open(&text, at, 2) == 2 && at + 3 <= text.len)
                memcpy(bytes + at, encoded, 3);
        }
        if (locus_parse(url, bytes, text.len, grammar) == 0)
            return (struct text){ bytes, text.len };
    }
    memcpy(bytes, old.bytes, old.len);
    locus_parse(url, bytes, old.len, grammar);
    return (struct text){ bytes, old.len };
}

#endif
