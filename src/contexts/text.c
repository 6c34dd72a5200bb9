/* SPDX-License-Identifier: MIT
 *
 * The context text: a URL ends where a person reading the text would end it.
 */
#define CONTEXT text
#include "scan/context.h"

/* Not a macro: clang-tidy reports `LOCUS_CONTEXT_PROSE & LOCUS_CONTEXT_PROSE`. */
enum { TRAITS = LOCUS_CONTEXT_PROSE };

#ifdef KERNEL
#include "contexts/search-undecoded.h"

/* Whether the grammar accepts the text from `begin` to `end`. `match` has read at least
   that much. */
static int is_accepted(const struct locus_scan *scan, const struct locus_match *match,
                       const unsigned char *begin, const unsigned char *end)
{
    struct locus_match again = { .at = begin, .runs_on = match->runs_on };

    if (match->last == end)
        return 1;
    KERNEL_NAME(match)(&again, end, scan->internal.grammar);
    return again.last == end
        || (again.at == end && KERNEL_NAME(match_ends)(&again, scan->internal.grammar));
}

/* Returns `end` as an offset if a person would take the text from window[start] to
   `end` for a URL, else `start`. */
static size_t end_if_plausible(const unsigned char *window, size_t start,
                               const unsigned char *end)
{
    struct locus_plausible plausible = { .at = window + start };

    return (KERNEL_NAME(plausible)(&plausible, end) || plausible.decided)
                   && plausible.plausible
               ? (size_t)(end - window) : start;
}

static ALWAYS_INLINE void begin_text(struct locus_unquoted *text, const unsigned char *begin,
                                     uint32_t marks, const struct locus_before *before)
{
    text->match = (struct locus_match){ .at = begin };
    text->before = marks;
    text->opened = QUOTE_NOT_ASKED;
    text->ask = before;
    text->has_opened = 0;
}

/* The end of a URL in prose, without searching for a partner mark. Equals the result of
   read-prose.c. Where the machine `unquoted` stops by itself, the grammar nearly always
   agrees. `start` if it is not a URL; NOT_NEARBY if that or the end is not certain. */
static size_t end_unquoted(const struct locus_scan *scan, const unsigned char *window,
                           size_t start, size_t least, size_t len, int slashes,
                           uint32_t marks, const struct locus_before *before)
{
    /* Less than NEARBY, because `unquoted` may read on where the grammar stops. */
    enum { SOON = 32, FAR = 128, TIMES_DISTANCE = 4 };
    const unsigned char *const begin = window + start;
    const size_t distance = start - scan->internal.start;
    size_t block = FAR, soon = SOON;
    struct locus_match match = { .at = begin, .runs_on = (uint32_t)slashes };
    struct locus_plausible plausible = { .at = begin };
    struct locus_unquoted text;
    const unsigned char *end;

    if (__builtin_expect(distance < FAR / TIMES_DISTANCE || len - start < FAR, 0)) {
        /* Where URLs begin every few bytes, less of each is read at once. */
        if (distance < FAR / TIMES_DISTANCE)
            block = distance < SOON / TIMES_DISTANCE ? SOON : TIMES_DISTANCE * distance;
        if (block > len - start)
            block = len - start;
        if (soon > block)
            soon = block;
    }
    begin_text(&text, begin, marks, before);
    if (!KERNEL_NAME(plausible)(&plausible, begin + soon) && !plausible.decided) {
        if (!plausible.last || plausible.last <= window + least)
            return start;
        /* It is not a URL unless it ends before this place. A mark that is open before the
           URL could only make it end earlier. */
        text.opened = 0;
        if (KERNEL_NAME(unquoted)(&text, plausible.at)
            && (!text.match.last || text.match.last <= window + least))
            return start;
        begin_text(&text, begin, marks, before);
        if (KERNEL_NAME(unquoted)(&text, begin + soon)) {
            end = text.match.last;
            if (!end || end <= plausible.last)
                return NOT_NEARBY;
            KERNEL_NAME(match)(&match, end, scan->internal.grammar);
            return match.last == end ? start : NOT_NEARBY;
        }
    }
    if ((text.match.at == begin || text.match.state != 0)
        && KERNEL_NAME(unquoted)(&text, begin + block))
        return NOT_NEARBY;
    if (*text.match.at == ESC)
        return NOT_NEARBY;
    end = text.match.last;
    if (!end || end <= window + least)
        return start;
    KERNEL_NAME(match)(&match, end, scan->internal.grammar);
    if (match.last != end
        && (match.at != end || !KERNEL_NAME(match_ends)(&match, scan->internal.grammar)))
        return match.state == 0 && !match.last ? start : NOT_NEARBY;
    return plausible.decided && plausible.at <= end ? (size_t)(end - window)
                                                    : end_if_plausible(window, start, end);
}

/* What is known of the partner of the mark before a URL. */
enum partner {
    PARTNER_UNKNOWN,
    PARTNER_ABSENT,
    PARTNER_FOUND                  /* the URL ends there */
};

static __attribute__((noinline)) int read_bracketed(struct locus_scan *scan,
                                                    struct locus_quoted *quoted, size_t start,
                                                    size_t len)
{
    const struct locus_read_piece piece = {
        .text = quoted->at, .known = len, .len = len, .begin = start, .end = start + len
    };

    return KERNEL_NAME(read_bracketed)(scan, quoted, &piece, quoted->at + len, NULL);
}

/* Looks for the partner of the mark before the URL, in `most` of its first `block` bytes.
   The partner ends the URL if the grammar accepts the text before it: then *end is the end
   of the URL, or `start` if it is not plausible. `far` bytes, at least `block`, are read to
   find that a bracket has no partner because too many others are opened, or that the next URLs
   have none either. */
static enum partner find_partner(struct locus_scan *scan, const unsigned char *window,
                                 size_t start, size_t most, size_t block, size_t far,
                                 int slashes, uint32_t before, size_t *end)
{
    const unsigned char *const begin = window + start;
    struct locus_quoted quoted = { .at = begin, .partners = before & PARTNERS };
    struct locus_match match = { .at = begin, .runs_on = (uint32_t)slashes };
    const unsigned char *unpaired;

    if (is_known_unpaired(scan, start, quoted.partners))
        return PARTNER_ABSENT;
    if (quoted.partners >= FIRST_BRACKET
            ? read_bracketed(scan, &quoted, start, most < block ? most : far)
            : KERNEL_NAME(quoted)(&quoted, begin + most))
        return most < block ? PARTNER_ABSENT : PARTNER_UNKNOWN;
    if (!quoted.partner) {
        if (*quoted.at == ESC)
            return PARTNER_UNKNOWN;
        unpaired = quoted.at;
        /* If too many marks were passed over, one of them may have a partner further on. */
        if (quoted.depth > MOST_PASSED)
            unpaired = KERNEL_NAME(unpaired_to)(&quoted, begin + far);
        if (unpaired)
            note_unpaired(scan, start, quoted.partners, (size_t)(unpaired - window));
        return PARTNER_ABSENT;
    }
    if (quoted.partner > begin + block)
        return PARTNER_UNKNOWN;
    KERNEL_NAME(match)(&match, quoted.partner, scan->internal.grammar);
    if (match.last != quoted.partner
        && (match.at != quoted.partner
            || !KERNEL_NAME(match_ends)(&match, scan->internal.grammar)))
        return PARTNER_UNKNOWN;
    *end = quoted.plausible == 1 ? (size_t)(quoted.partner - window) : start;
    return PARTNER_FOUND;
}

/* Whether the URL begins near the last one. */
static inline int is_near(const struct locus_scan *scan, size_t start)
{
    return start - scan->internal.start < OPENED_LENGTH;
}

/* Whether it is certain that no URL begins with the piece, although the grammar has stopped at
   a control sequence. */
static int is_no_url_past(const struct locus_scan *scan, const struct locus_before *before,
                          uint32_t marks, size_t least, const struct locus_read_piece *piece,
                          const struct locus_match *match, int slashes)
{
    const uint32_t partners = marks & PARTNERS;
    struct locus_plausible plausible = { .at = piece->text };

    if (!may_be_asked_across(scan, piece, match, slashes)
        || (!KERNEL_NAME(plausible)(&plausible, match->at) && !plausible.decided))
        return 0;
    return KERNEL_NAME(is_no_url_across)(scan, piece, match->at, slashes, least, marks, before,
                                         is_known_unpaired(scan, before->start, partners)
                                             ? 0 : partners, plausible);
}

/* Whether a bounded grammar, which has not stopped up to match->at, reads no more of the URL:
   it stops later, or gives up UNDECIDED bytes after the last one that it accepts. Only asked
   if it has waited for WAITED bytes, so that it probably gives up. */
static int stops_soon(const struct locus_scan *scan, struct locus_match *match,
                      const unsigned char *begin, const unsigned char *end)
{
    enum { WAITED = 16 };
    const unsigned char *const last = match->last, *const from = last ? last : begin;

    if (!has_trait(scan->internal.grammar, TRAIT_BOUNDED) || match->runs_on
        || match->state == 0 || match->at - from < WAITED
        || end - from < UNDECIDED + LONGEST_MARK)
        return 0;
    if (from + UNDECIDED > match->at
        && !KERNEL_NAME(match)(match, from + UNDECIDED, scan->internal.grammar))
        return 1;
    return match->last == last && match->at == from + UNDECIDED
        && !KERNEL_NAME(match_ends)(match, scan->internal.grammar);
}

/* The end of a URL in prose if the grammar stops by itself. */
static size_t end_in_grammar(const struct locus_scan *scan, const unsigned char *window,
                             size_t start, size_t least, size_t block, size_t len,
                             int slashes, uint32_t before,
                             const struct locus_before *asked, int *reads_on)
{
    const unsigned char *const begin = window + start;
    struct locus_match match = { .at = begin, .runs_on = (uint32_t)slashes };
    struct locus_unquoted text;
    const unsigned char *end;

    *reads_on = KERNEL_NAME(match)(&match, begin + block, scan->internal.grammar)
             || (size_t)(begin + block - match.at) <= LONGEST_MARK;
    if (*reads_on) {
        if (!stops_soon(scan, &match, begin, window + len))
            return NOT_NEARBY;
        *reads_on = 0;
    }
    if (*match.at == ESC) {
        const struct locus_read_piece piece = {
            .text = begin, .known = len - start, .begin = start, .end = start
        };

        if (!ends_at_sequence(&piece, (size_t)(match.at - begin)))
            return is_near(scan, start) && scan->internal.previous <= scan->internal.start
                && is_no_url_past(scan, asked, before, least, &piece, &match, slashes)
                 ? start : NOT_NEARBY;
    }
    if (!match.last || (!slashes && match.last <= window + least))
        return start;
    if (before & PARTNERS) {
        struct locus_quoted quoted = { .at = begin, .partners = before & PARTNERS };

        KERNEL_NAME(quoted)(&quoted, match.at + LONGEST_MARK);
        if (quoted.partner && quoted.partner <= match.at
            && is_accepted(scan, &match, begin, quoted.partner))
            return quoted.plausible == 1 ? (size_t)(quoted.partner - window) : start;
    }
    if (is_near(scan, start)) {
        /* A mark that is open before the URL could only make it end earlier. */
        begin_text(&text, begin, before, NULL);
        text.opened = 0;
        if ((!KERNEL_NAME(unquoted)(&text, match.last)
             || KERNEL_NAME(unquoted_end)(&text, begin + block))
            && (!text.match.last || text.match.last <= window + least))
            return start;
    }
    begin_text(&text, begin, before, asked);
    if (KERNEL_NAME(unquoted)(&text, match.last)
        && !KERNEL_NAME(unquoted_end)(&text, begin + block))
        return NOT_NEARBY;
    end = text.match.last;
    if (!end || end <= window + least)
        return start;
    if (!is_accepted(scan, &match, begin, end))
        return NOT_NEARBY;
    return end_if_plausible(window, start, end);
}

/* Whether the URL certainly ends after `at`: the mark before it has no partner up to there, and
   both the grammar and `unquoted` accept a longer text, up to `soon`. */
static int ends_after(const struct locus_scan *scan, const struct locus_before *before,
                      uint32_t marks, const unsigned char *at, const unsigned char *soon,
                      int slashes)
{
    const unsigned char *const begin = before->window + before->start;
    struct locus_quoted quoted = { .at = begin, .partners = marks & PARTNERS };
    struct locus_match match = { .at = begin, .runs_on = (uint32_t)slashes };
    struct locus_unquoted text;

    if (soon - at < LONGEST_MARK)
        return 0;
    begin_text(&text, begin, marks, before);
    KERNEL_NAME(unquoted)(&text, soon);
    if (!text.match.last || text.match.last <= at
        || !is_accepted(scan, &match, begin, text.match.last))
        return 0;
    KERNEL_NAME(quoted)(&quoted, at + LONGEST_MARK);
    return !quoted.partner || quoted.partner > at;
}

/* Whether nothing but the partner of the mark before the URL could end it, because the
   host is not plausible or `unquoted` has stopped. Sets *most to how many bytes must be
   searched for the partner; to 0 if the partner could not end the URL either. */
static int ends_nowhere(const struct locus_scan *scan, const struct locus_before *before,
                        uint32_t marks, size_t least, size_t block, int slashes, size_t *most)
{
    enum { SOON = 32 };
    const unsigned char *const window = before->window, *const begin = window + before->start;
    const unsigned char *const soon = begin + (block < SOON ? block : SOON);
    struct locus_plausible plausible = { .at = begin };
    struct locus_match match = { .at = begin, .runs_on = (uint32_t)slashes };
    struct locus_quoted quoted = { .at = begin, .partners = marks & PARTNERS };
    struct locus_unquoted text;
    const int is_host = KERNEL_NAME(plausible)(&plausible, soon) || plausible.decided;
    int reads;

    if (!is_host && (!plausible.last || plausible.last <= window + least
                     || ends_after(scan, before, marks, plausible.last, soon, slashes))) {
        *most = 0;
        return 1;
    }
    /* A mark that is open before the URL could only make it end earlier. */
    begin_text(&text, begin, 0, NULL);
    text.opened = 0;
    reads = KERNEL_NAME(unquoted)(&text, is_host ? soon : plausible.last);
    if (reads && !is_host && !KERNEL_NAME(unquoted_end)(&text, plausible.at))
        return 0;
    if ((text.match.last && text.match.last > window + least) || (reads && is_host)
        || (!reads && *text.match.at == ESC))
        return 0;
    if (is_known_unpaired(scan, before->start, quoted.partners))
        return 1;
    if (!is_host)
        *most = (size_t)(plausible.last - begin) + LONGEST_MARK;
    else if ((!KERNEL_NAME(match)(&match, soon, scan->internal.grammar)
              || (quoted.partners < FIRST_BRACKET && KERNEL_NAME(quoted)(&quoted, soon)
                  && !KERNEL_NAME(match)(&match, begin + block, scan->internal.grammar)))
             && *match.at != ESC)
        *most = (size_t)(match.at - begin) + LONGEST_MARK;
    if (*most > block)
        *most = block;
    return 1;
}

/* The end of any URL in prose; `start` if it is not a URL, NOT_NEARBY or
   NOT_NEARBY_UNPAIRED. */
static __attribute__((noinline)) size_t
end_in_prose(struct locus_scan *scan, const struct locus_window *window_, size_t start,
             int slashes, uint32_t before)
{
    /* SOON: without "//", most texts are not URLs, and the grammar stops soon. FAR: if every
       few bytes a bracket opens before a URL, the search for a partner gives up by then. */
    enum { SOON = 32, FAR = 2 * NEARBY };
    const unsigned char *const window = window_->bytes;
    const size_t len = window_->len;
    const size_t block = len - start < NEARBY ? len - start : NEARBY;
    const struct locus_before asked = {
        .scan = scan, .reader = &SEARCHER.before, .window = window,
        .floor = scan->internal.previous, .start = start
    };
    const uint32_t marks = before & PARTNERS;
    /* The search has set internal.at to the place after the ":". */
    const size_t least = scan->internal.at + (slashes ? 2 : 0);
    /* Most candidates are URLs. If the last one was near, this one is first checked for being a
       URL at all. */
    const int near = is_near(scan, start);
    /* So is one after a mark if a URL has just ended: the grammar may stop long before the
       partner. */
    const int is_soon = marks && start - scan->internal.previous < SOON;
    size_t end = NOT_NEARBY, most = block;
    int reads_on = 1;

    if (near || is_soon) {
        end = end_in_grammar(scan, window, start, least, block < SOON ? block : SOON, len,
                             slashes, before, &asked, &reads_on);
        if (!reads_on)
            return end;
    }
    if (marks) {
        const size_t far = !near ? block : len - start < FAR ? len - start : FAR;
        const int is_partner_needed
            = near && ends_nowhere(scan, &asked, before, least, block, slashes, &most);

        if (most == 0)
            return start;
        switch (find_partner(scan, window, start, most, block, far, slashes, before, &end)) {
        case PARTNER_FOUND:
            return end;
        case PARTNER_UNKNOWN:
            return end_in_grammar(scan, window, start, least, block, len, slashes, before,
                                  &asked, &reads_on);
        case PARTNER_ABSENT:
            if (is_partner_needed)
                return start;
            before = 0;
        }
    }
    if (!slashes && !near && !is_soon)
        end = end_in_grammar(scan, window, start, least, block < SOON ? block : SOON, len,
                             slashes, before, &asked, &reads_on);
    if (slashes || (reads_on && !has_trait(scan->internal.grammar, TRAIT_BOUNDED)))
        end = end_unquoted(scan, window, start, least, len, slashes, before, &asked);
    return end == NOT_NEARBY && marks ? NOT_NEARBY_UNPAIRED : end;
}

static inline int is_no_bracket(uint32_t stopped)
{
    return stopped == PLAIN_END || stopped < FIRST_BRACKET;
}

static ALWAYS_INLINE size_t end_nearby(struct locus_scan *scan,
                                       const struct locus_window *window, size_t start,
                                       size_t least, int slashes)
{
    const unsigned char *const bytes = window->bytes;
    const size_t rest = window->len - start;
    const size_t block = rest < NEARBY ? rest : NEARBY;
    const uint32_t before = locus_quote(bytes, start);

    if (slashes && least - start < block && !(before & (LOW_LINE | TILDE))
        && has_trait(scan->internal.grammar, TRAIT_PLAIN)) {
        struct locus_plain plain = { .at = bytes + least };

        KERNEL_NAME(plain)(&plain, bytes + start + block);
        if (plain.stopped && plain.stopped == before)
            return (size_t)(plain.at - bytes);
        /* After a bracket, the partner of another mark may still follow. */
        if (plain.stopped && (is_no_bracket(plain.stopped) || !(before & PARTNERS)))
            return (size_t)(plain.last - bytes);
    }
    return end_in_prose(scan, window, start, slashes, before);
}

/* The length of the control sequence at `at` if it is passed over, else 0. */
static size_t sequence(const char *at, const char *end)
{
    int passed_over;
    int64_t len;

    if (*at != ESC)
        return 0;
    len = locus_control_sequence((const unsigned char *)at, (size_t)(end - at),
                                 &passed_over);
    return len > 0 && passed_over ? (size_t)len : 0;
}

/* The pieces between control sequences. */
static int unwrap(struct locus_unwrapping *pieces)
{
    const char *at = pieces->internal.at;
    const char *const end = pieces->internal.end;
    size_t len;

    while (at < end && (len = sequence(at, end)) > 0)
        at += len;
    pieces->text = at;
    while (at < end && sequence(at, end) == 0)
        at++;
    pieces->len = (size_t)(at - pieces->text);
    pieces->internal.at = at;
    return pieces->len > 0;
}
#endif

SEARCHER_OBJECT(
    .next = next, .read = read_plain, .reader = &KERNEL_NAME(prose_reader),
    .rebase = KERNEL_NAME(prose_rebase), .unwrap = unwrap,
    .before = {
        .quote = locus_quote_before, .line_ends = TEXT_LINE_ENDS, .opened = locus_read_opened
    }
)

CONTEXT_OBJECT(
    .name = "text",
    .description = "any text; a URL ends where a reader would end it",
    .traits = TRAITS
)
