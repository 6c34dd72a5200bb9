/* SPDX-License-Identifier: MIT
 *
 * Reads a URL, piece by piece, from its beginning to its end: the longest prefix that
 * the grammar of the scan and the context both accept. The state so far is in
 * scan->internal.url, and in prose also in scan->internal.of.prose. Built once for each
 * kernel.
 */
#ifndef LOCUS_READ_H
#define LOCUS_READ_H

#include "scan/context.h"
#include "scan/url-start.h"

/* A piece of the URL. Places are offsets in the window. */
struct locus_read_piece {
    const unsigned char *text;
    size_t len;
    size_t known;                  /* how many bytes are at `text`; not all of them are
                                      read at once */
    int    is_all;                 /* the window has no more bytes */
    int    is_end;                 /* no URL continues after the bytes */
    uint32_t mark;                 /* STRING_END if a JSON string ends after the bytes,
                                      else 0 */
    size_t end;                    /* where the piece ends */
    const uint16_t *places;        /* for decoded text: the place of each byte, and of
                                      the end, relative to `origin`; NO_PLACE inside a
                                      character. NULL: the bytes are those before `end`
                                      in the window */
    size_t origin;

    /* Set by driver.c. */
    size_t begin;                  /* where the previous piece ends */
    int    is_last;                /* no more of the URL follows */
    int    may_wait;               /* the reader may ask for a longer piece */
};

#define NO_PLACE UINT16_MAX

/* How much of a URL is read at first after each control sequence. */
enum { BLOCK_AFTER_SEQUENCE = 32 };

enum locus_read {
    LOCUS_READ_ENDED,              /* the URL has ended */
    LOCUS_READ_ON,                 /* the piece was read */
    LOCUS_READ_AHEAD,              /* nothing was read, and a longer piece is needed:
                                      this one ends in an authority, or where only later
                                      bytes show whether the URL has ended */
    LOCUS_READ_ESCAPE              /* text[*read] is an ESC, which may begin a control
                                      sequence that is passed over */
};

/* How the URLs of a context are read. The members that may be NULL are not needed for URLs
   that end where the grammar stops. */
struct locus_reader {
    /* Begins a URL. `before` gives its start and the text before it. May be NULL. */
    void (*begin)(struct locus_scan *scan, const struct locus_before *before);

    /* Reads a piece: text[0..*read) of it, or all if it returns LOCUS_READ_ON. */
    enum locus_read (*read)(struct locus_scan *scan, const struct locus_read_piece *piece,
                            const struct locus_before *before, size_t *read);

    /* After LOCUS_READ_ESCAPE: reads the control sequence. Returns LOCUS_READ_AHEAD if it
       may continue after the window. May be NULL. */
    enum locus_read (*pass_over)(struct locus_scan *scan, const struct locus_window *window,
                                 const struct locus_read_piece *piece,
                                 const struct locus_before *before, size_t read);

    /* Ends the URL: no more of it follows. `mark` is STRING_END if a JSON string ends
       here, else 0. */
    void (*end)(struct locus_scan *scan, size_t end, uint32_t mark,
                const struct locus_before *before);

    /* Saves what the machines may need of the window later, before it moves. May be
       NULL. */
    void (*later)(struct locus_scan *scan, const struct locus_before *before);
};

/* The first delimiter in a text, or its end. */
const unsigned char *KERNEL_NAME(find_delimiter)(const struct locus_scan *scan,
                                                 const unsigned char *text,
                                                 const unsigned char *end);

/* After LOCUS_READ_ESCAPE, with internal.read at the ESC: a grammar with TRAIT_BOUNDED does
   not accept the URL up to there. Returns 1 if it does not accept a longer one either, even
   if all control sequences that follow are passed over; 0 if it may. The text that the
   context has decoded may be replaced. */
int KERNEL_NAME(read_gives_up)(struct locus_scan *scan, const struct locus_window *window);

/* Whether it is certain that no URL begins at piece->text, although the grammar has stopped
   at a control sequence, at `esc`. The grammar reads on last if "//" follows the scheme
   (`slashes`). A URL ends after the place `least`. `before` is the mark before it, `asked` the
   text before it, `partners` the marks that may close that mark, `host` the state of the
   machine `plausible` at `esc`. After an answer of 0, the next few answers are 0 without a
   look. */
int KERNEL_NAME(is_no_url_across)(const struct locus_scan *scan,
                                  const struct locus_read_piece *piece,
                                  const unsigned char *esc, int slashes, size_t least,
                                  uint32_t before, const struct locus_before *asked,
                                  uint32_t partners, struct locus_plausible host);

/* quoted() for a bracket before the URL, up to `end`, which is within the piece. Known
   places can take the machine past `end`: then *to is set to the offset in the stream that
   it has reached, and the next call begins there if *to is in its piece. NULL: the machine
   reads no more after this call, so its state is not needed. */
int KERNEL_NAME(read_bracketed)(struct locus_scan *scan, struct locus_quoted *quoted,
                                const struct locus_read_piece *piece,
                                const unsigned char *end, uint64_t *to);

/* The length of the control sequence after `read` bytes of the piece, as
   locus_control_sequence() returns it. */
static inline int64_t sequence_at(const struct locus_read_piece *piece, size_t read,
                                  int *passed_over)
{
    const size_t rest = piece->known - read;
    const int is_long = piece->places && rest >= MAX_SEQUENCE;
    const int64_t len = locus_control_sequence(piece->text + read,
                                               is_long ? MAX_SEQUENCE : rest, passed_over);

    return len < 0 && is_long ? 0 : len;
}

/* Whether the URL certainly ends at the control sequence after `at` bytes of the piece: it is
   not passed over, or not complete. */
static inline int ends_at_sequence(const struct locus_read_piece *piece, size_t at)
{
    int passed_over;
    const int64_t len = sequence_at(piece, at, &passed_over);

    return len == 0 || (len > 0 && !passed_over) || (len < 0 && piece->is_end);
}

/* Whether is_no_url_across() is to be asked, if the grammar has stopped at a control sequence:
   not if it waits for a byte that may not come, so that it alone reads past a sequence that is
   passed over (read_gives_up()). */
static inline int may_be_asked_across(const struct locus_scan *scan,
                                      const struct locus_read_piece *piece,
                                      const struct locus_match *match, int slashes)
{
    return slashes || !has_trait(scan->internal.grammar, TRAIT_BOUNDED)
        || match->last == match->at
        || ends_at_sequence(piece, (size_t)(match->at - piece->text));
}

static inline struct locus_before what_is_before(struct locus_scan *scan,
                                                 const struct locus_window *window)
{
    return (struct locus_before){
        .scan = scan, .reader = &window->searcher->before, .window = window->bytes,
        .floor = scan->internal.previous, .start = scan->internal.start,
    };
}

/* How much of text[0..len) is read at once in prose, possibly nothing: a mark that may
   be the partner of one before the URL is not divided. */
static inline size_t whole_marks(const unsigned char *text, size_t len)
{
    size_t n = len;

    while (n > 0 && len - n < 3 && (text[n - 1] & 0xC0) == 0x80)
        n--;
    /* Stop before an incomplete UTF-8 sequence. */
    if (n > 0 && text[n - 1] >= 0xC0
        && len - n < (text[n - 1] >= 0xF0 ? 3u : text[n - 1] >= 0xE0 ? 2u : 1u))
        return n - 1;
    return text[len - 1] == '\\' ? len - 1 : len;
}

/* Whether text[n], or the end, is the beginning of a character. */
static inline int begins_at(const struct locus_read_piece *piece, size_t n)
{
    return !piece->places || piece->places[n] != NO_PLACE;
}

/* The place of text[n] in the window; within a character, the place of the next
   character. */
static inline size_t place_of(const struct locus_read_piece *piece, size_t n)
{
    if (n == 0)
        return piece->begin;
    if (!piece->places)
        return piece->end - (piece->len - n);
    while (piece->places[n] == NO_PLACE)
        n++;
    return piece->origin + piece->places[n];
}

/* Whether nothing of the URL was read yet, and it is directly after a bracket. It may take
   many bytes to show that the bracket has no partner. */
static inline int may_be_unpaired(const struct locus_scan *scan)
{
    return scan->internal.of.prose.url.quoted_reads && scan->internal.of.prose.url.quoted == 0
        && scan->internal.of.prose.url.partners >= FIRST_BRACKET;
}

/* Records that none of these partners is between `start`, where a URL begins, and `end`. */
static inline void note_unpaired(struct locus_scan *scan, size_t start, uint32_t partners,
                                 size_t end)
{
    struct locus_prose *const prose = &scan->internal.of.prose;

    /* A closing bracket that is not the partner here may be the partner of a later one. */
    if (partners >= FIRST_BRACKET)
        return;
    if (prose->unpaired <= start) {
        prose->unpaired = end;
        prose->unpaired_marks = partners;
    } else if (end - start >= (prose->unpaired - start) / 2) {
        prose->unpaired_marks |= partners;
        if (end < prose->unpaired)
            prose->unpaired = end;
    }
}

/* Whether the URL is known to have none of these partners. */
static inline int is_known_unpaired(const struct locus_scan *scan, size_t start,
                                    uint32_t partners)
{
    return start < scan->internal.of.prose.unpaired
        && !(partners & ~scan->internal.of.prose.unpaired_marks);
}

/* The state of the grammar after all that was read of the URL, to read on at `at`. */
static inline struct locus_match grammar_at(const struct locus_scan *scan,
                                            const unsigned char *at)
{
    return (struct locus_match){
        .at = at, .last = NULL, .state = scan->internal.url.grammar,
        .runs_on = scan->internal.url.slashes
    };
}

/* Where the grammar must stop reading a piece: at the first delimiter, or at the end. */
static inline const unsigned char *grammar_end(const struct locus_scan *scan,
                                               const struct locus_read_piece *piece)
{
    const unsigned char *const end = piece->text + piece->len;

    return scan->delimiter_count == 0 ? end
         : KERNEL_NAME(find_delimiter)(scan, piece->text, end);
}

/* Reads on with the grammar. A bounded grammar gives up after UNDECIDED bytes
   (url-start.h), unless it is inside an authority, where no other URL can begin. */
static inline int read_grammar(struct locus_scan *scan, struct locus_match *match,
                               const unsigned char *end)
{
    const struct locus_grammar *const grammar = scan->internal.grammar;
    size_t undecided = scan->internal.url.undecided;
    int reads = 1;

    if (!has_trait(grammar, TRAIT_BOUNDED))
        return KERNEL_NAME(match)(match, end, grammar);
    while (reads && match->at != end) {
        const unsigned char *const from = match->at;
        const unsigned char *const last = match->last;
        size_t block = (size_t)(end - from);

        if (block > UNDECIDED - undecided)
            block = UNDECIDED - undecided;
        reads = KERNEL_NAME(match)(match, from + block, grammar);
        undecided = match->last != last ? (size_t)(match->at - match->last)
                                        : undecided + (size_t)(match->at - from);
        if (undecided >= UNDECIDED) {
            if (!KERNEL_NAME(match_ends)(match, grammar))
                reads = 0;
            undecided = 0;
        }
    }
    scan->internal.url.undecided = undecided;
    return reads;
}

/* Whether the grammar accepts the prefix that ends at `at`, up to which it was read. */
static inline int accepts(const struct locus_match *match, const unsigned char *at,
                          const struct locus_grammar *grammar)
{
    return match->last == at
        || (match->at == at && match->state != 0
            && KERNEL_NAME(match_ends)(match, grammar));
}

/* Whether the grammar accepts all that was read, if no more follows. */
static inline int accepts_end(const struct locus_scan *scan)
{
    const struct locus_match match = grammar_at(scan, NULL);

    return scan->internal.url.accepts
        || KERNEL_NAME(match_ends)(&match, scan->internal.grammar);
}

/* Whether a longer piece is needed, although the grammar has read this one up to `end`. */
static inline int waits(const struct locus_scan *scan, const struct locus_read_piece *piece,
                        const struct locus_match *match, const unsigned char *end)
{
    if (match->last == match->at || end != piece->text + piece->len || !piece->may_wait)
        return 0;
    /* If the grammar accepts no more within UNDECIDED bytes, the machines of prose need not
       read them. */
    if (has_trait(scan->internal.grammar, TRAIT_BOUNDED) && scan->internal.url.decoded == 0
        && piece->len < DECISIVE && piece->len < piece->known)
        return 1;
    /* An unfinished authority is accepted only if the URL ends within it. Without
       waiting, it is accepted for now, and the URL becomes longer if it continues. */
    return !piece->is_last && KERNEL_NAME(match_ends)(match, scan->internal.grammar);
}

/* Records whether the grammar accepts the URL up to match->at. */
static inline void note_accepted(struct locus_scan *scan, const struct locus_read_piece *piece,
                                 struct locus_match *match, const unsigned char *end)
{
    const int is_end = piece->is_last || end != piece->text + piece->len || !piece->may_wait;

    if (match->at != piece->text)
        scan->internal.url.accepts =
            (uint8_t)(match->last == match->at
                      || (is_end && accepts(match, match->at, scan->internal.grammar)));
    if (scan->internal.url.accepts)
        match->last = match->at;
}

/* Records that the URL may end at `end`, where grammar and context both accept it. */
static inline void set_agreed(struct locus_scan *scan, const struct locus_read_piece *piece,
                              const unsigned char *end, int plausible)
{
    const size_t n = (size_t)(end - piece->text);

    /* A URL does not end within a character. */
    if (n != 0 && piece->places && piece->places[n] == NO_PLACE)
        return;
    scan->internal.url.agreed = place_of(piece, n);
    scan->internal.url.decoded_agreed = scan->internal.url.decoded + n;
    scan->internal.url.is_plausible = (uint8_t)plausible;
}

/* The end of the URL that was read; 0 if it is not plausible. */
static inline size_t read_result(const struct locus_scan *scan)
{
    return scan->internal.url.is_plausible ? scan->internal.url.agreed : 0;
}

#endif
