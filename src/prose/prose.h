/* SPDX-License-Identifier: MIT
 *
 * How far a URL that begins here extends, in prose.
 */
#ifndef LOCUS_PROSE_H
#define LOCUS_PROSE_H

#include <string.h>

#include "prose/marks.h"
#include "match/longest-prefix.h"

/* Where a URL ends in prose (grammar/prose/unquoted.rl): match.last is the last place so
   far at which it may end. */
struct locus_unquoted {
    struct locus_match match;
    const struct locus_before *ask; /* for locus_opened_before() */
    uint32_t before;               /* LOW_LINE or TILDE if it is before the URL */
    uint32_t opened;               /* the marks that end this URL, or
                                      QUOTE_NOT_ASKED if not looked up yet */
    uint32_t has_opened;           /* a bit for each group of pairs of which one was opened;
                                      only these groups of `open` are set */
    uint32_t open[BRACKET_COUNT];  /* for each pair, how many are not closed */
};

/* The number of pairs in a group. A URL rarely has brackets of more than one group. */
enum { BRACKET_GROUP = 7 };

_Static_assert(BRACKET_COUNT % BRACKET_GROUP == 0 && BRACKET_COUNT / BRACKET_GROUP <= 32,
               "a bit for each group");

static inline void copy_opened(uint32_t *to, const uint32_t *from, uint32_t has_opened)
{
    for (unsigned i = 0; has_opened >> i; i++)
        if (has_opened >> i & 1)
            memcpy(to + BRACKET_GROUP * i, from + BRACKET_GROUP * i,
                   BRACKET_GROUP * sizeof *to);
}

static inline void copy_unquoted(struct locus_unquoted *to, const struct locus_unquoted *from)
{
    memcpy(to, from, offsetof(struct locus_unquoted, open));
    copy_opened(to->open, from->open, from->has_opened);
}

/* The text before a URL, window[floor..start). locus_opened_before() reads it only if the
   URL contains a mark that may close one there, as few URLs do. */
struct locus_before {
    struct locus_scan *scan;
    const struct locus_before_reader *reader;
    const unsigned char *window;
    size_t floor;
    size_t start;
};

/* How a context reads this text. */
struct locus_before_reader {
    /* locus_quote() of the text directly before the URL. */
    uint32_t (*quote)(const struct locus_before *before);

    /* The bytes below 0x20 across which nothing stays open, a bit for each. */
    uint32_t line_ends;

    /* locus_opened() of window[at..end). Returns `end` or, if a character begins before
       `end` and ends after it, the beginning of that character, fewer than
       LONGEST_CHARACTER bytes before. No character contains the beginning of a URL. */
    size_t (*opened)(struct locus_opened *opened, const struct locus_before *before,
                     size_t at, size_t end);
};

/* The most bytes that one character takes in a context: a surrogate pair in JSON. */
enum { LONGEST_CHARACTER = 12 };

/* For contexts that read the text as it is; the line ends are those of open-quotes.rl. */
enum { TEXT_LINE_ENDS = 1 << '\n' | 1 << '\r' | 1 << '\0' };
uint32_t locus_quote_before(const struct locus_before *before);
size_t locus_read_opened(struct locus_opened *opened, const struct locus_before *before,
                         size_t at, size_t end);

/* The marks that close what is open before a URL (marks.h), within the OPENED_LENGTH
   bytes before it. None if `before` is NULL. */
uint32_t locus_opened_before(const struct locus_before *before);

/* Where a URL directly after an opening mark ends (grammar/prose/quoted.rl). */
struct locus_quoted {
    const unsigned char *at;
    const unsigned char *partner;  /* the partner of that mark, or NULL */
    uint32_t state;
    uint32_t partners;             /* the marks that may be the partner */
    uint32_t depth;                /* brackets of its kind open in the URL, or
                                      quotation marks passed over */
    uint32_t least;                /* the least number of brackets that were open after
                                      one was closed; not changed if none was */
    uint32_t most;                 /* the greatest number that were open */
    uint32_t openings;             /* after a bracket: how many brackets of any kind were
                                      opened in the URL */
    uint32_t plausible;            /* 1: a person would take the text read, or the text
                                      before the partner, for a URL. AFTER_BACKSLASH is
                                      added if its last byte is a backslash */
};

enum { AFTER_BACKSLASH = 2 };

/* The maximum length of a mark, in bytes. */
enum { LONGEST_MARK = 3 };

/* Limits of the search for a partner. They bound how often a byte is read if none comes. */
enum {
    MOST_OPEN = 16,               /* brackets of the partner's kind that are open at once */
    MOST_OPENINGS = 32,           /* opening brackets of any kind */
    MOST_PASSED = 4,              /* quotation marks with the same partner, passed over */
    MOST_SEQUENCES = 4            /* control sequences passed over after the place where the
                                     URL would end without the mark before it */
};

/* The end of a URL in prose, if the URL contains no byte whose meaning depends on its
   surroundings (grammar/prose/plain.rl). `stopped` is 0 if the end was not found.
   Otherwise the machine stopped at the byte `at`, and `stopped` is that byte as a
   closing mark (marks.h), or PLAIN_END. If it closes the mark directly before the URL,
   the URL ends at `at`, else at `last`. */
struct locus_plain {
    const unsigned char *at;
    const unsigned char *last;
    uint32_t stopped;
};

enum { PLAIN_END = 1 << 30 };      /* not a mark */

/* Whether a person would take the text for a URL (grammar/prose/plausible.rl). */
struct locus_plausible {
    const unsigned char *at;
    const unsigned char *last;     /* the last place so far at which it would be plausible;
                                      NULL if there is none */
    uint32_t state;
    uint8_t  plausible;            /* it is plausible if it ends here */
    uint8_t  decided;              /* it is plausible wherever it ends */
};

#ifdef KERNEL
/* How far unquoted_end() looks ahead: any character reference is shorter. */
enum { LOOK_AHEAD = 16 };

/* The machines of prose; they work like match(). unquoted_end() is called at the last
   possible end of the URL, text->match.at, even if the machine does not accept the text
   there. It decides from the text up to `end` whether the URL may end there, and sets
   text->match.last; it returns 0 if it needs more text to decide. quoted() and
   plausible() also return 0 if they need not read on. */
int KERNEL_NAME(unquoted)(struct locus_unquoted *text, const unsigned char *end);
int KERNEL_NAME(unquoted_end)(struct locus_unquoted *text, const unsigned char *end);
int KERNEL_NAME(quoted)(struct locus_quoted *quoted, const unsigned char *end);
int KERNEL_NAME(plausible)(struct locus_plausible *plausible, const unsigned char *end);
void KERNEL_NAME(plain)(struct locus_plain *plain, const unsigned char *end);

/* quoted() has stopped at `passed->at`, the last byte of a mark, because it passed over more
   than MOST_PASSED marks. Returns the place up to which it would not find the partner of the
   same mark before any later URL either, as the text up to `end` shows. NULL if there is none,
   and for brackets. */
const unsigned char *KERNEL_NAME(unpaired_to)(const struct locus_quoted *passed,
                                              const unsigned char *end);
#endif

#endif
