/* SPDX-License-Identifier: MIT
 *
 * Whether a URL in prose can begin where the grammar soon stops at a control sequence. If the
 * URL is to go on after the sequence, all machines must read both parts piece by piece
 * (read-prose.c). Here they read ahead in a copy of the text without the sequences: those of
 * prose first, because they nearly always show that there is no URL, unless no "//" follows the
 * scheme. Compiled once for each kernel.
 */
#include <string.h>

#include "kernel/lens.h"
#include "scan/read.h"

/* No more bytes than this are read before the first sequence, nor from there on. */
enum { MOST = 128 };

/* The fewest bytes of a sequence that is passed over and of the text after it. (Only a text
   before a delimiter may be empty, and nothing is copied after that.) */
enum { SHORTEST = 4 };

/* scan->internal.of.prose.marks.helps is MARKS_HELP if the last candidate was no URL and marks
   that are open before it were met. After an answer that is not certain it is
   MARKS_HELP + TIMES, and the next TIMES candidates are not examined. Else it is 0. */
enum { MARKS_HELP = 1, TIMES = 8 };

/* The beginning of a URL without its control sequences. */
struct joined {
    const struct locus_scan *scan;
    const struct locus_read_piece *piece;
    size_t least;                  /* a URL ends after this place */
    int slashes;                   /* "//" follows the scheme */
    uint32_t before;               /* the mark before it, */
    uint32_t partners;             /* and the marks that may close that mark */
    const struct locus_before *text_before; /* the text before it; */
    const struct locus_before *asked; /* the same; NULL: no mark is taken to be open there */
    uint32_t opened;               /* the marks that are open there; QUOTE_NOT_ASKED if
                                      `unquoted` has met none that could close one */
    size_t end;                    /* no more of the piece than this is read */
    size_t at;                     /* the place in the piece up to which it was copied */
    size_t most;                   /* the place up to which it may be copied */
    size_t delimiter;              /* the place of the first delimiter, which may be in a
                                      sequence; `most` if there is none */
    size_t len;
    unsigned last;                 /* the last of the parts, which sequences separate: */
    struct {
        size_t begin;              /* where one begins, */
        size_t at;                 /* and that place in the piece */
    } parts[1 + MOST / SHORTEST];
    unsigned char text[2 * MOST];
};

/* The state of `unquoted` at the beginning of the joined text. */
static void begin_text(struct locus_unquoted *text, const struct joined *joined)
{
    text->match = (struct locus_match){ .at = joined->text };
    text->before = joined->before;
    text->opened = QUOTE_NOT_ASKED;
    text->ask = joined->asked;
    text->has_opened = 0;
}

/* Copies from[0..len) up to the first ESC. Returns the number of bytes copied. */
static size_t copy_to_escape(unsigned char *to, const unsigned char *from, size_t len)
{
    size_t n = 0;

    for (; len - n >= 8; n += 8) {
        const uint64_t found = equal_in_8(word_of_8(from + n), ESC);

        memcpy(to + n, from + n, 8);
        if (found)
            return n + (size_t)__builtin_ctzll(found) / 8;
    }
    for (; n < len && from[n] != ESC; n++)
        to[n] = from[n];
    return n;
}

/* Passes over the control sequences at joined->at, and copies the text from there to the next
   one. Returns the number of sequences; 0 if the URL ends there, because one is not passed over
   or because the text or a delimiter ends it; -1 if that is not known. */
static int join(struct joined *joined)
{
    const unsigned char *const text = joined->piece->text;
    unsigned char *to;
    int sequences = 0;
    size_t n;

    while (joined->at < joined->most && text[joined->at] == ESC) {
        int passed_over;
        const int64_t len = sequence_at(joined->piece, joined->at, &passed_over);

        if (len < 0)
            return -1;
        if (len == 0 || !passed_over)
            return 0;
        joined->at += (size_t)len;
        sequences++;
    }
    if (joined->at >= joined->most) {
        const int is_delimiter = joined->most < joined->end;
        const int is_end = joined->piece->is_end && joined->end == joined->piece->known;

        return is_delimiter || is_end ? 0 : -1;
    }
    to = joined->text + joined->len;
    n = copy_to_escape(to, text + joined->at, joined->most - joined->at);
    if (joined->delimiter < joined->at + n) {
        const unsigned char *const end = KERNEL_NAME(find_delimiter)(joined->scan, to, to + n);

        /* What would follow a delimiter is not known: the URL ends there. */
        if (end < to + n) {
            n = (size_t)(end - to);
            joined->most = joined->at + n;
        }
    }
    joined->last++;
    joined->parts[joined->last].begin = joined->len;
    joined->parts[joined->last].at = joined->at;
    joined->at += n;
    joined->len += n;
    return sequences;
}

/* Whether the prefix that ends at `end`, in the joined text, is too short to be a URL. */
static int is_short(const struct joined *joined, const unsigned char *end)
{
    const size_t n = end ? (size_t)(end - joined->text) : 0;
    unsigned i = joined->last;

    while (i > 0 && joined->parts[i].begin >= n)
        i--;
    return place_of(joined->piece, joined->parts[i].at + (n - joined->parts[i].begin))
           <= joined->least;
}

/* Whether the partner of the mark before the URL, NULL if there is none, is at `at` or before
   and could end the URL. If it is too near, there is no URL, or the mark does not matter. */
static int may_end_at(const struct joined *joined, const unsigned char *partner,
                      const unsigned char *at)
{
    return partner && partner <= at && !is_short(joined, partner);
}

/* Whether the mark before the URL certainly has no partner at which the URL could end. The URL
   does not go on after what was joined last if it `ends`, or its host does. */
static int has_no_partner(struct joined *joined, int ends)
{
    struct locus_quoted quoted = { .at = joined->text, .partners = joined->partners };
    int sequences = 0, n = !ends;
    size_t len = joined->len;

    while (n > 0 && sequences <= MOST_SEQUENCES) {
        len = joined->len;
        n = join(joined);
        sequences += n;
    }
    /* The end of a JSON string may be the partner. */
    if (KERNEL_NAME(quoted)(&quoted, joined->text + len))
        return (n == 0 && !(joined->partners & joined->piece->mark))
            || sequences > MOST_SEQUENCES;
    return !may_end_at(joined, quoted.partner, joined->text + len);
}

/* The grammar has stopped in the joined text. Whether no URL ends before that. */
static int is_no_url_before(struct joined *joined, const struct locus_match *match)
{
    const unsigned char *const end = joined->text + joined->len;
    struct locus_quoted quoted = { .at = joined->text, .partners = joined->partners };
    struct locus_unquoted text;
    int is_known;

    if (is_short(joined, match->last))
        return 1;
    begin_text(&text, joined);
    is_known = !KERNEL_NAME(unquoted)(&text, match->last)
               || KERNEL_NAME(unquoted_end)(&text, end);
    if (joined->opened == QUOTE_NOT_ASKED)
        joined->opened = text.opened;
    if (!is_known || !is_short(joined, text.match.last))
        return 0;
    if (!joined->partners)
        return 1;
    /* The grammar may have stopped at the partner, which may be longer than the text. */
    if (end - match->at < LONGEST_MARK)
        return !KERNEL_NAME(quoted)(&quoted, end) && !may_end_at(joined, quoted.partner, end);
    KERNEL_NAME(quoted)(&quoted, match->at + LONGEST_MARK);
    return !may_end_at(joined, quoted.partner, match->at);
}

/* The state of the grammar at the beginning of the joined text. */
static struct locus_match begin_match(const struct joined *joined)
{
    return (struct locus_match){ .at = joined->text, .runs_on = (uint32_t)joined->slashes };
}

/* Whether the URL certainly ends after `at`, so that it is none: `at` is the last place where
   it would be plausible, as the bytes up to `end` show. */
static int ends_after(struct joined *joined, const unsigned char *at, const unsigned char *end)
{
    const struct locus_grammar *const grammar = joined->scan->internal.grammar;
    struct locus_quoted quoted = { .at = joined->text, .partners = joined->partners };
    struct locus_match match = begin_match(joined);
    struct locus_unquoted text;

    if (joined->text + joined->len - at < LONGEST_MARK)
        return 0;
    begin_text(&text, joined);
    KERNEL_NAME(unquoted)(&text, end);
    joined->opened = text.opened;
    if (!text.match.last || text.match.last <= at)
        return 0;
    if (text.opened != QUOTE_NOT_ASKED
        && text.opened != locus_opened_before(joined->text_before))
        return 0;
    KERNEL_NAME(match)(&match, text.match.last, grammar);
    if (!accepts(&match, text.match.last, grammar))
        return 0;
    if (joined->partners)
        KERNEL_NAME(quoted)(&quoted, at + LONGEST_MARK);
    return !may_end_at(joined, quoted.partner, at);
}

/* Whether the grammar, which has not read the joined text yet, stops in it, so that there is no
   URL. An authority that is not finished might end at a sequence. */
static int stops_in_grammar(struct joined *joined)
{
    const struct locus_grammar *const grammar = joined->scan->internal.grammar;
    struct locus_match match = begin_match(joined);

    for (unsigned i = 1; i <= joined->last; i++) {
        if (!KERNEL_NAME(match)(&match, joined->text + joined->parts[i].begin, grammar))
            return is_no_url_before(joined, &match);
        if (KERNEL_NAME(match_ends)(&match, grammar))
            return 0;
    }
    return !KERNEL_NAME(match)(&match, joined->text + joined->len, grammar)
        && is_no_url_before(joined, &match);
}

/* is_no_url_across(), with the marks that are open before the URL according to joined->asked.
   `first` is the length of the text before the first sequence. */
static int is_no_url(struct joined *joined, size_t first, int by_grammar,
                     struct locus_plausible host)
{
    struct locus_match match;
    struct locus_unquoted text;
    const unsigned char *ends = NULL, *stopped = NULL;

    joined->at = joined->len = first;
    joined->most = joined->end;
    joined->last = 0;
    joined->opened = QUOTE_NOT_ASKED;
    match = begin_match(joined);
    begin_text(&text, joined);
    if (by_grammar
        && !KERNEL_NAME(match)(&match, joined->text + first, joined->scan->internal.grammar))
        return 0;
    while (KERNEL_NAME(unquoted)(&text, joined->text + joined->len)) {
        int sequences;

        joined->opened = text.opened;
        if (host.decided && !is_short(joined, text.match.last))
            return 0;
        host.at = joined->text + joined->len;
        sequences = join(joined);
        if (sequences < 0)
            return 0;
        if (sequences == 0) {
            ends = joined->text + joined->len;
            break;
        }
        if (by_grammar && !KERNEL_NAME(match)(&match, joined->text + joined->len,
                                              joined->scan->internal.grammar))
            return is_no_url_before(joined, &match);
        if (!host.decided && !KERNEL_NAME(plausible)(&host, joined->text + joined->len)
            && !host.decided) {
            if (is_short(joined, host.last))
                return 1;
            ends = host.last;
            stopped = host.at;
            break;
        }
    }
    /* Whatever follows, the URL does not end after `ends`. If `unquoted` has read more than
       that, the bytes after `ends` are not ASCII: they are no part of an escape or a character
       reference, so it has already recorded where the URL may end in one. */
    if (ends && text.match.at <= ends
        && (text.match.at == ends || KERNEL_NAME(unquoted)(&text, ends)))
        KERNEL_NAME(unquoted_end)(&text, joined->text + joined->len);
    joined->opened = text.opened;
    if (is_short(joined, text.match.last) || (!host.decided && is_short(joined, host.last)))
        return joined->partners == 0 || has_no_partner(joined, ends != NULL);
    return (stopped && ends_after(joined, ends, stopped))
        || (!by_grammar && stops_in_grammar(joined));
}

int KERNEL_NAME(is_no_url_across)(const struct locus_scan *scan,
                                  const struct locus_read_piece *piece,
                                  const unsigned char *esc, int slashes, size_t least,
                                  uint32_t before, const struct locus_before *asked,
                                  uint32_t partners, struct locus_plausible host)
{
    const size_t first = (size_t)(esc - piece->text);
    uint8_t *const helps = &asked->scan->internal.of.prose.marks.helps;
    struct joined joined;
    int is_none;

    if (first == 0 || first > MOST)
        return 0;
    /* The machine `plausible` has stopped, but the URL may end before that. */
    if (!host.decided && host.state == 0 && host.at != piece->text)
        return 0;
    if (*helps > MARKS_HELP) {
        *helps = *helps > MARKS_HELP + 1 ? *helps - 1 : 0;
        return 0;
    }
    joined.scan = scan;
    joined.piece = piece;
    joined.least = least;
    joined.slashes = slashes;
    joined.before = before;
    joined.text_before = asked;
    joined.partners = partners;
    joined.end = piece->known - first < MOST ? piece->known : first + MOST;
    joined.delimiter = joined.end;
    if (scan->delimiter_count > 0)
        joined.delimiter = (size_t)(KERNEL_NAME(find_delimiter)(scan, esc,
                                                                piece->text + joined.end)
                                    - piece->text);
    joined.parts[0].begin = joined.parts[0].at = 0;
    memcpy(joined.text, piece->text, first);
    if (host.last)
        host.last = joined.text + (host.last - piece->text);
    /* A mark that is open before the URL could only make it end earlier, and to look for one
       takes longer than the rest. So at first none is assumed to be open, unless MARKS_HELP. */
    joined.asked = *helps == MARKS_HELP ? asked : NULL;
    is_none = is_no_url(&joined, first, !slashes, host);
    if (!is_none && !joined.asked && joined.opened != QUOTE_NOT_ASKED
        && locus_opened_before(asked)) {
        joined.asked = asked;
        is_none = is_no_url(&joined, first, !slashes, host);
    }
    if (!is_none)
        *helps = MARKS_HELP + TIMES;
    else
        *helps = joined.opened != 0 && joined.opened != QUOTE_NOT_ASKED ? MARKS_HELP : 0;
    return is_none;
}
