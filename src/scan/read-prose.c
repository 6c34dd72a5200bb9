/* SPDX-License-Identifier: MIT
 *
 * Finds the end of a URL in prose (read.h). The grammar reads first. Then the machines of
 * prose read the same bytes: `quoted`, if an opening mark stands directly before the URL,
 * until it finds the partner or none can follow; `unquoted`; and `plausible`.
 */
#include <string.h>

#include "common/bytes.h"
#include "scan/read.h"

/* A value of PROSE.url.decided: the host is not plausible. */
enum { HOST_FAILED = 2 };

/* Values of scan->internal.url.ahead. If the last candidate was not a URL, and a bounded
   grammar does not accept this one up to its first control sequence, the grammar reads ahead
   (read-ahead.c) before the machines of prose read: it may never accept it. After "//" it
   nearly always does. */
enum {
    AHEAD_ASKED = 1,               /* pass_over() is to do this */
    AHEAD_ANSWERED = 2             /* it has done it */
};

/* After a candidate that was no URL, the first SOON bytes of the next one are tried alone: they
   often show that it is none, either. Where they do not, only one candidate in AT_ONCE is tried
   so. */
enum { SOON = 32, AT_ONCE = 8 };

/* The number of steps after which agree() calls agree_by_bytes(). */
enum { TIMES_ASKED = 8 };

/* A piece, and the states of the machines before it. */
struct before_piece {
    struct locus_scan *scan;
    const unsigned char *begin;
    const unsigned char *end;
    const struct locus_before *url; /* the text before the URL */
    uint32_t accepts;              /* the grammar accepts the text before the piece */
    const struct locus_unquoted *text;
};

#define PROSE scan->internal.of.prose

/* The state of `unquoted` before a piece. */
static void begin_text(struct locus_unquoted *text, const struct locus_scan *scan,
                       const unsigned char *at, const struct locus_before *before)
{
    text->match = (struct locus_match){ .at = at, .state = PROSE.url.text };
    text->before = PROSE.url.before;
    text->opened = PROSE.url.opened;
    text->ask = before;
    text->has_opened = PROSE.url.has_opened;
    copy_opened(text->open, PROSE.brackets, text->has_opened);
}

/* The end of the longest prefix that the grammar accepts and that ends within the
   piece, at `end` or before; NULL if there is none. */
static const unsigned char *accepted(const struct before_piece *piece,
                                     const unsigned char *end)
{
    const struct locus_grammar *const grammar = piece->scan->internal.grammar;
    struct locus_match match = grammar_at(piece->scan, piece->begin);

    if (end > piece->begin)
        KERNEL_NAME(match)(&match, end, grammar);
    if (end > piece->begin && accepts(&match, end, grammar))
        return end;
    return match.last ? match.last : piece->accepts ? piece->begin : NULL;
}

/* The same for the machine `unquoted`. */
static const unsigned char *accepted_in_text(const struct before_piece *piece,
                                             const unsigned char *end)
{
    struct locus_unquoted text;

    copy_unquoted(&text, piece->text);
    if (KERNEL_NAME(unquoted)(&text, end))
        KERNEL_NAME(unquoted_end)(&text, piece->end);
    return text.match.last;
}

/* agree() if it would take too many steps: both machines read byte by byte, once. */
static const unsigned char *agree_by_bytes(const struct before_piece *piece,
                                           const unsigned char *end)
{
    const struct locus_grammar *const grammar = piece->scan->internal.grammar;
    struct locus_match match = grammar_at(piece->scan, piece->begin);
    struct locus_unquoted text;
    const unsigned char *agreed = NULL;
    int accepted_before = (int)piece->accepts;

    copy_unquoted(&text, piece->text);
    for (const unsigned char *at = piece->begin; ; at++) {
        const int in_text = at == end ? 0 : KERNEL_NAME(unquoted)(&text, at + 1);
        int is_accepted;

        /* `unquoted` may accept the URL before a byte only after reading that byte. */
        if (at == end)
            KERNEL_NAME(unquoted_end)(&text, piece->end);
        if (text.match.last == at && accepted_before)
            agreed = at;
        if (!in_text || !KERNEL_NAME(match)(&match, at + 1, grammar))
            return agreed;
        is_accepted = accepts(&match, at + 1, grammar);
        if (text.match.last == at + 1 && is_accepted)
            agreed = at + 1;
        accepted_before = is_accepted;
    }
}

/* The end of the longest prefix that ends within the piece and that both the grammar and
   `unquoted` accept. The longest that the grammar accepts ends at `end`, the longest that
   `unquoted` accepts at `in_text`. Each in turn looks for its longest prefix within the
   other's; nearly always one step is enough. */
static const unsigned char *agree(const struct before_piece *piece,
                                  const unsigned char *end,
                                  const unsigned char *in_text)
{
    for (unsigned times = 0; end && in_text && end != in_text; times++) {
        if (times == TIMES_ASKED)
            return agree_by_bytes(piece, end < in_text ? end : in_text);
        if (end > in_text)
            end = accepted(piece, in_text);
        else
            in_text = accepted_in_text(piece, end);
    }
    return end && in_text ? end : NULL;
}

/* Whether the URL is plausible if it ends at `end`. `read` is the machine after it has
   read on from the state `before`. */
static int plausible_at(const struct locus_plausible *before,
                        const struct locus_plausible *read, const unsigned char *end)
{
    struct locus_plausible plausible = *before;

    if (read->decided && read->at <= end)
        return 1;
    if (read->state != 0 && read->at == end)
        return read->plausible;
    if (!plausible.decided && plausible.at < end
        && !KERNEL_NAME(plausible)(&plausible, end) && !plausible.decided)
        return 0;
    return plausible.plausible;
}

/* Records that the mark before the URL has no partner before `end`. */
static void is_unpaired(struct locus_scan *scan, size_t end)
{
    PROSE.url.quoted_reads = 0;
    note_unpaired(scan, scan->internal.start, PROSE.url.partners, end);
}

static void begin_prose(struct locus_scan *scan, const struct locus_before *before)
{
    const uint8_t at_once = PROSE.url.at_once;

    memset(&PROSE.url, 0, sizeof PROSE.url);
    PROSE.url.at_once = at_once > 0 ? at_once - 1 : 0;
    PROSE.url.text_reads = 1;
    PROSE.url.before = before->reader->quote(before);
    PROSE.url.opened = QUOTE_NOT_ASKED;
    PROSE.url.partners = PROSE.url.before & PARTNERS;
    PROSE.url.quoted_reads = PROSE.url.partners != 0
                             && !is_known_unpaired(scan, before->start, PROSE.url.partners);
}

/* Looks for the partner of the mark before the URL, as far as the grammar has read.
   Returns its place if the grammar accepts the text before it; else NULL. */
static const unsigned char *find_partner(struct locus_scan *scan,
                                         const struct before_piece *before,
                                         const struct locus_read_piece *piece,
                                         const struct locus_match *match,
                                         int grammar_reads)
{
    const unsigned char *end = before->end, *searched;
    struct locus_quoted quoted = {
        .at = before->begin,
        .state = PROSE.url.quoted,
        .partners = PROSE.url.partners,
        .depth = PROSE.url.depth,
        .openings = PROSE.url.openings,
        .plausible = PROSE.url.quoted_plausible,
    };
    int reads;

    /* The grammar may have stopped at the partner. */
    if (!grammar_reads && end - match->at > LONGEST_MARK)
        end = match->at + LONGEST_MARK;
    reads = PROSE.url.partners >= FIRST_BRACKET
                ? KERNEL_NAME(read_bracketed)(scan, &quoted, piece, end,
                                              &PROSE.url.quoted_to)
                : KERNEL_NAME(quoted)(&quoted, end);
    PROSE.url.quoted = quoted.state;
    PROSE.url.depth = quoted.depth;
    PROSE.url.openings = quoted.openings;
    PROSE.url.quoted_plausible = (uint8_t)quoted.plausible;
    if (quoted.partner && quoted.partner >= before->begin && quoted.partner <= match->at
        && (accepts(match, quoted.partner, scan->internal.grammar)
            || accepted(before, quoted.partner) == quoted.partner))
        return quoted.partner;
    /* The partner is the end of the JSON string. */
    if (reads && grammar_reads && piece->is_last && end == piece->text + piece->len
        && PROSE.url.partners & piece->mark && !(PROSE.url.quoted_plausible & AFTER_BACKSLASH)
        && scan->internal.url.accepts)
        return end;
    /* What follows the URL may be the partner of the next one. */
    searched = quoted.at < match->at ? quoted.at : match->at;
    /* If too many marks were passed over, one of them may have a partner further on. */
    if (!reads && quoted.depth > MOST_PASSED) {
        const unsigned char *const unpaired
            = KERNEL_NAME(unpaired_to)(&quoted, piece->text + piece->known);

        if (unpaired)
            is_unpaired(scan, place_of(piece, (size_t)(unpaired - piece->text)));
        PROSE.url.quoted_reads = 0;
    } else if (!reads || !grammar_reads)
        is_unpaired(scan, place_of(piece, (size_t)(searched - piece->text)));
    return NULL;
}

/* Whether the bracket before the URL has no partner, however far the grammar reads. Many
   more bytes than the URL has may be needed to show this, so only `quoted` reads them. */
static int is_unpaired_bracket(struct locus_scan *scan, const struct locus_read_piece *piece)
{
    struct locus_quoted quoted = {
        .at = piece->text, .partners = PROSE.url.partners
    };
    enum { FAR = 2 * UNDECIDED };
    const unsigned char *const end = piece->text + (piece->known < FAR ? piece->known : FAR);

    return !KERNEL_NAME(read_bracketed)(scan, &quoted, piece, end, NULL)
        && !quoted.partner && *quoted.at != ESC;
}

/* Whether the prefix that ends at `end`, in the first piece, is too short to be a URL. */
static int is_short(const struct locus_scan *scan, const struct locus_read_piece *piece,
                    const unsigned char *end)
{
    return !end || place_of(piece, (size_t)(end - piece->text)) <= scan->internal.least;
}

/* Whether the URL has no end up to `at`, in the first piece, or only `at` itself, where the
   host is not plausible. */
static int is_no_url_before(const struct before_piece *first,
                            const struct locus_read_piece *piece,
                            const struct locus_plausible *host, const unsigned char *at,
                            const unsigned char *end)
{
    const struct locus_scan *const scan = first->scan;
    struct locus_unquoted text;
    int is_known;

    /* A mark that is open before the URL could only make it end earlier, so nearly always it
       need not be looked up. */
    begin_text(&text, scan, piece->text, NULL);
    is_known = !KERNEL_NAME(unquoted)(&text, at) || KERNEL_NAME(unquoted_end)(&text, end);
    if (is_known && is_short(scan, piece, text.match.last))
        return 1;
    if (!is_known || !scan->internal.url.after_none)
        return 0;
    if (PROSE.url.opened == QUOTE_NOT_ASKED && text.opened != QUOTE_NOT_ASKED
        && locus_opened_before(first->url) != 0) {
        begin_text(&text, scan, piece->text, first->url);
        if (KERNEL_NAME(unquoted)(&text, at) && !KERNEL_NAME(unquoted_end)(&text, end))
            return 0;
    }
    return is_short(scan, piece, text.match.last)
        || (text.match.last == at && host->at >= at && !host->decided
            && (!host->last || host->last < at));
}

/* The partner of the mark before the URL, if it is at `at` or before, in the first piece; else
   NULL. If the URL `ends` with the piece, the end of a JSON string may be the partner. */
static const unsigned char *partner_before(const struct locus_scan *scan,
                                           const struct locus_read_piece *piece,
                                           const unsigned char *at, int ends)
{
    struct locus_quoted quoted = { .at = piece->text, .partners = PROSE.url.partners };
    const unsigned char *const end = piece->text + piece->len;

    if (KERNEL_NAME(quoted)(&quoted, end - at < LONGEST_MARK ? end : at + LONGEST_MARK))
        return ends && quoted.partners & piece->mark ? end : NULL;
    return quoted.partner && quoted.partner <= at ? quoted.partner : NULL;
}

/* Whether the URL certainly ends after `at`, but not after `end`, both within the first
   piece. */
static int ends_after(const struct locus_read_piece *piece, const struct before_piece *first,
                      const unsigned char *at, const unsigned char *end)
{
    const struct locus_scan *const scan = first->scan;
    struct locus_unquoted text;

    begin_text(&text, scan, piece->text, first->url);
    KERNEL_NAME(unquoted)(&text, end);
    return text.match.last && text.match.last > at
        && accepted(first, text.match.last) == text.match.last;
}

/* Whether the grammar certainly reads no more of the URL than this first piece: it has stopped,
   but not at a control sequence that is passed over; or the text ends. */
static int is_all_there(const struct before_piece *first, const struct locus_read_piece *piece,
                        const struct locus_match *match, int grammar_reads)
{
    const unsigned char *const end = piece->text + piece->len;

    if (!piece->may_wait)
        return 0;
    if (!grammar_reads)
        return match->at == end || *match->at != ESC
            || ends_at_sequence(piece, (size_t)(match->at - piece->text));
    return piece->is_last && first->end == end;
}

/* The end of the longest prefix of this first piece that the grammar accepts, if no more of the
   URL follows; NULL if there is none. */
static const unsigned char *longest(const struct before_piece *first,
                                    const struct locus_match *match, int grammar_reads)
{
    return grammar_reads && accepts(match, first->end, first->scan->internal.grammar)
         ? first->end : match->last;
}

/* Whether the host is plausible so far. Its machine reads on to `end`, unless it has
   stopped. */
static int is_host(struct locus_plausible *host, const struct before_piece *first,
                   const unsigned char *end)
{
    const int has_stopped = host->state == 0 && host->at > first->begin;

    return host->decided
        || (!has_stopped && (KERNEL_NAME(plausible)(host, end) || host->decided));
}

/* Whether this first piece, which the grammar has read, shows that there is no URL: what the
   grammar accepts is too short, is never plausible, cannot end in prose, or ends at the partner
   of the mark before it, too near. Sets *to to the end of the bytes read; `host` keeps the
   state of the host's machine. */
static int is_no_url(const struct before_piece *first, const struct locus_read_piece *piece,
                     const struct locus_match *match, int grammar_reads,
                     struct locus_plausible *host, const unsigned char **to)
{
    const struct locus_scan *const scan = first->scan;
    const int is_all = is_all_there(first, piece, match, grammar_reads);
    const int is_quoted = PROSE.url.quoted_reads && PROSE.url.partners < FIRST_BRACKET;
    const unsigned char *at = match->at, *partner;
    int is_plausible, is_none;

    *to = match->at;
    if (is_all && is_short(scan, piece, match->last)
        && is_short(scan, piece, longest(first, match, grammar_reads)))
        return 1;
    is_plausible = is_host(host, first, grammar_reads ? first->end : match->at);
    if (!host->decided && (is_all || !is_plausible) && is_short(scan, piece, host->last)) {
        *to = is_plausible ? match->at : host->at;
        return 1;
    }
    if (is_plausible) {
        /* Nearly every URL can end, so this is checked only if the last candidate was none. */
        if (!is_all || !scan->internal.url.after_none)
            return 0;
    } else {
        *to = host->at;
        at = host->last;
    }
    if (is_quoted) {
        partner = partner_before(scan, piece, at, is_plausible && grammar_reads);
        if (partner && !is_short(scan, piece, partner))
            return 0;
        /* The URL ends there; or, if the grammar does not accept that, the mark does not
           matter. */
        if (partner && accepted(first, partner) == partner)
            return 1;
    }
    if (is_plausible)
        is_none = is_no_url_before(first, piece, host, longest(first, match, grammar_reads),
                                   first->end);
    else
        is_none = is_no_url_before(first, piece, host, at, host->at)
               || ends_after(piece, first, at, host->at);
    if (!is_none || is_quoted || !PROSE.url.quoted_reads)
        return is_none;
    /* To look for the partner of a bracket takes longer. */
    partner = partner_before(scan, piece, at, is_plausible && grammar_reads);
    return !partner || is_short(scan, piece, partner);
}

/* Whether the first bytes of this piece are to be tried alone. They do not show whether a mark
   that is no bracket has a partner. */
static int is_tried_soon(const struct locus_scan *scan, const struct locus_read_piece *piece)
{
    return scan->internal.url.decoded == 0 && scan->internal.url.after_none && piece->may_wait
        && PROSE.url.at_once == 0
        && (!PROSE.url.quoted_reads || PROSE.url.partners >= FIRST_BRACKET);
}

/* Whether the first bytes of this first piece, up to `soon`, show that there is no URL,
   although the grammar accepts all of them and the host is plausible: it cannot end in prose,
   and the mark before it has no partner. Sets *asked if it has looked for the partner of
   a bracket. */
static int is_no_url_soon(const struct before_piece *first,
                          const struct locus_read_piece *piece, const unsigned char *soon,
                          int *asked)
{
    struct locus_scan *const scan = first->scan;
    struct locus_unquoted text;

    /* A mark that is open before the URL could only make it end earlier. */
    begin_text(&text, scan, piece->text, NULL);
    if (KERNEL_NAME(unquoted)(&text, soon) || *text.match.at == ESC
        || !is_short(scan, piece, text.match.last))
        return 0;
    *asked = PROSE.url.quoted_reads;
    return !*asked || is_unpaired_bracket(scan, piece);
}

/* Whether this first piece has no URL that ends before the control sequence at match->at, where
   the grammar has stopped. */
static int ends_later(const struct before_piece *first, const struct locus_read_piece *piece,
                      const struct locus_match *match)
{
    const struct locus_scan *const scan = first->scan;
    struct locus_quoted quoted = { .at = piece->text, .partners = PROSE.url.partners };

    if (!is_short(scan, piece, match->last))
        return 0;
    if (PROSE.url.quoted_reads)
        KERNEL_NAME(quoted)(&quoted, match->at);
    return !quoted.partner || accepted(first, quoted.partner) != quoted.partner;
}

static enum locus_read read_prose(struct locus_scan *scan, const struct locus_read_piece *piece,
                                  const struct locus_before *before, size_t *read)
{
    struct before_piece first = {
        .scan = scan,
        .begin = piece->text,
        .end = grammar_end(scan, piece),
        .url = before,
        .accepts = scan->internal.url.accepts,
    };
    struct locus_match match = grammar_at(scan, first.begin);
    struct locus_plausible plausible = {
        .at = first.begin,
        .state = PROSE.url.plausible,
        .decided = PROSE.url.decided == 1,
        .plausible = PROSE.url.ends_plausibly,
    };
    const struct locus_plausible plausible_before = plausible;
    struct locus_plausible host = plausible;
    const unsigned char *const piece_end = piece->text + piece->len;
    const unsigned char *agreed, *far;
    unsigned char saved[sizeof PROSE.url];
    /* 1: the host failed in an earlier piece, 2: in this one */
    int failed = PROSE.url.decided == HOST_FAILED;
    const size_t undecided = scan->internal.url.undecided;
    int reads, paused = 0, asked = 0;

    if (is_tried_soon(scan, piece)) {
        const unsigned char *const soon
            = first.end - first.begin > SOON ? first.begin + SOON : first.end;

        reads = read_grammar(scan, &match, soon);
        /* If it ends there, is_no_url() shows it. */
        if (reads && !(piece->is_last && soon == piece_end)) {
            if (accepts(&match, soon, scan->internal.grammar) && is_host(&host, &first, soon)
                && is_no_url_soon(&first, piece, soon, &asked)) {
                *read = (size_t)(soon - first.begin);
                return LOCUS_READ_ENDED;
            }
            PROSE.url.at_once = AT_ONCE;
            if (soon != first.end)
                reads = read_grammar(scan, &match, first.end);
        }
    } else {
        reads = read_grammar(scan, &match, first.end);
    }
    if (scan->internal.url.decoded == 0) {
        const unsigned char *to;

        if (is_no_url(&first, piece, &match, reads, &host, &to)) {
            *read = (size_t)(to - first.begin);
            return LOCUS_READ_ENDED;
        }
        if (host.decided)
            plausible = host;
        if (!reads && match.at < first.end && *match.at == ESC && piece->may_wait
            && scan->internal.url.after_none
            && (scan->internal.url.ahead == AHEAD_ANSWERED
                || may_be_asked_across(scan, piece, &match, scan->internal.url.slashes))
            && KERNEL_NAME(is_no_url_across)(scan, piece, match.at, scan->internal.url.slashes,
                                             scan->internal.least, PROSE.url.before, before,
                                             PROSE.url.quoted_reads ? PROSE.url.partners : 0,
                                             host)) {
            *read = (size_t)(match.at - first.begin);
            return LOCUS_READ_ENDED;
        }
        if (!reads && match.at < first.end && *match.at == ESC
            && has_trait(scan->internal.grammar, TRAIT_BOUNDED)
            && scan->internal.url.after_none && !scan->internal.url.slashes
            && !scan->internal.url.ahead
            && ends_later(&first, piece, &match)) {
            *read = (size_t)(match.at - first.begin);
            match = grammar_at(scan, first.begin);
            if (*read == 0
                || KERNEL_NAME(match)(&match, first.begin + *read, scan->internal.grammar)) {
                scan->internal.url.grammar = match.state;
                scan->internal.url.ahead = AHEAD_ASKED;
                scan->internal.url.undecided = undecided;
                return LOCUS_READ_ESCAPE;
            }
        }
    }
    /* The search for the partner does not go beyond the place where the grammar has stopped. */
    if (!asked && may_be_unpaired(scan) && piece->known > piece->len
        && (reads || match.at == first.end) && is_unpaired_bracket(scan, piece))
        PROSE.url.quoted_reads = 0;
    if (reads && waits(scan, piece, &match, first.end)) {
        scan->internal.url.undecided = undecided;
        return LOCUS_READ_AHEAD;
    }
    note_accepted(scan, piece, &match, first.end);
    if (!reads && match.at < first.end && *match.at == ESC) {
        const unsigned char *const esc = match.at;

        match = grammar_at(scan, first.begin);
        paused = reads = esc == first.begin
                      || KERNEL_NAME(match)(&match, esc, scan->internal.grammar);
        if (scan->internal.url.accepts)
            match.last = esc;
    }
    if (paused)
        first.end = match.at;
    if (!reads)
        memcpy(saved, &PROSE.url, sizeof saved);
    far = first.begin;
    agreed = NULL;
    if (PROSE.url.quoted_reads) {
        agreed = find_partner(scan, &first, piece, &match, reads);
        PROSE.url.is_whole = agreed != NULL;
        if (PROSE.url.quoted_reads)
            far = match.at;
    }
    if (!agreed && PROSE.url.text_reads) {
        /* If the grammar has stopped, only the bytes that it accepts matter. */
        const unsigned char *const limit = reads ? match.at
                                         : match.last ? match.last : first.begin;
        struct locus_unquoted text_before, text;

        begin_text(&text_before, scan, first.begin, before);
        first.text = &text_before;
        copy_unquoted(&text, &text_before);
        PROSE.url.text_reads = (uint8_t)(limit == first.begin
                                         || KERNEL_NAME(unquoted)(&text, limit));
        if (PROSE.url.text_reads && (!reads || first.end != piece_end) && !paused) {
            if (!KERNEL_NAME(unquoted_end)(&text, first.end)
                && first.end == piece_end && !piece->is_last && piece->may_wait) {
                memcpy(&PROSE.url, saved, sizeof saved);
                scan->internal.url.accepts = (uint8_t)first.accepts;
                scan->internal.url.undecided = undecided;
                return LOCUS_READ_AHEAD;
            }
            PROSE.url.text_reads = 0;
        }
        agreed = agree(&first, match.last ? match.last
                                          : first.accepts ? first.begin : NULL,
                       text.match.last);
        PROSE.url.text = text.match.state;
        PROSE.url.opened = text.opened;
        PROSE.url.has_opened = text.has_opened;
        copy_opened(PROSE.brackets, text.open, text.has_opened);
        if (far < text.match.at)
            far = text.match.at;
    }
    if (far < agreed)
        far = agreed;
    if (host.at == far && host.state != 0)
        plausible = host;          /* it has read this much already */
    /* If the host fails, the URL may still end before the place where it failed. Until
       it is known to continue, the other machines read on. */
    if (failed ? agreed != NULL
               : !PROSE.url.is_whole && !plausible.decided && far > plausible.at
                 && !KERNEL_NAME(plausible)(&plausible, far) && !plausible.decided) {
        if (failed || agreed > plausible.at)
            reads = paused = 0;
        failed |= 2;
    }
    if (agreed)
        set_agreed(scan, piece, agreed,
                   PROSE.url.is_whole
                       ? PROSE.url.quoted_plausible == 1
                       : !(failed & 1)
                         && plausible_at(&plausible_before, &plausible, agreed));
    /* Up to a partner, the URL would not be plausible either. */
    if (failed && !PROSE.url.text_reads && read_result(scan) <= scan->internal.least)
        reads = 0;
    scan->internal.url.grammar = match.state;
    scan->internal.url.has_end = PROSE.url.quoted_reads && !PROSE.url.text_reads;
    PROSE.url.plausible = plausible.state;
    PROSE.url.decided = failed ? HOST_FAILED : plausible.decided;
    PROSE.url.ends_plausibly = plausible.plausible;
    scan->internal.url.decoded += (size_t)(match.at - first.begin);
    *read = (size_t)(far - first.begin);
    if (PROSE.url.is_whole || !reads
        || !(PROSE.url.text_reads || PROSE.url.quoted_reads))
        return LOCUS_READ_ENDED;
    if (paused)
        return LOCUS_READ_ESCAPE;
    return first.end == piece_end ? LOCUS_READ_ON : LOCUS_READ_ENDED;
}

static __attribute__((noinline)) void
end_prose(struct locus_scan *scan, size_t end, uint32_t mark, const struct locus_before *before)
{
    const struct locus_read_piece piece = { .text = nothing, .begin = end, .end = end };
    struct locus_unquoted text;

    if (PROSE.url.quoted_reads && !(PROSE.url.partners & mark))
        is_unpaired(scan, end);
    if (!accepts_end(scan))
        return;
    if (PROSE.url.quoted_reads && PROSE.url.partners & mark
        && !(PROSE.url.quoted_plausible & AFTER_BACKSLASH)) {
        PROSE.url.is_whole = 1;
        set_agreed(scan, &piece, nothing, PROSE.url.quoted_plausible == 1);
        return;
    }
    if (!PROSE.url.text_reads)
        return;
    begin_text(&text, scan, nothing, before);
    KERNEL_NAME(unquoted_end)(&text, nothing);
    if (text.match.last == nothing)
        set_agreed(scan, &piece, nothing,
                   PROSE.url.decided != HOST_FAILED && PROSE.url.ends_plausibly);
}

/* Whether no more control sequences are passed over, because the URL has had enough of them
   since only the partner of the mark before it could end it. */
static int has_too_many_sequences(struct locus_scan *scan)
{
    if (PROSE.url.text_reads || !PROSE.url.quoted_reads
        || ++PROSE.url.sequences <= MOST_SEQUENCES)
        return 0;
    PROSE.url.quoted_reads = 0;
    return 1;
}

/* How far from one control sequence the next one is looked for. */
enum { FAR = 128 };

/* Whether the partner of the mark before the URL may follow the control sequence at `at`. Only
   `quoted` reads the text, as far as it is known: all machines would take longer to find out
   that there is none. */
static int may_have_partner(const struct locus_scan *scan, const struct locus_read_piece *piece,
                            size_t at)
{
    struct locus_quoted quoted = {
        .state = PROSE.url.quoted,
        .partners = PROSE.url.partners,
        .depth = PROSE.url.depth,
        .openings = PROSE.url.openings,
        .plausible = PROSE.url.quoted_plausible,
    };

    /* Known places have taken the machine past the sequence. */
    if (PROSE.url.quoted_to > scan->base + place_of(piece, at))
        return 1;
    for (unsigned n = PROSE.url.sequences; n < MOST_SEQUENCES; n++) {
        int passed_over;
        const int64_t sequence = sequence_at(piece, at, &passed_over);
        size_t begin, most;

        if (sequence <= 0 || !passed_over)
            return sequence < 0;
        begin = at += (size_t)sequence;
        most = piece->known - at < FAR ? piece->known : at + FAR;
        while (at < most && piece->text[at] != ESC)
            at++;
        quoted.at = piece->text + begin;
        if (at > begin && !KERNEL_NAME(quoted)(&quoted, piece->text + at))
            return quoted.partner != NULL;
        if (at == most)
            return 1;
    }
    return 0;
}

/* Has the grammar read ahead from the control sequence after `read` bytes of the first
   piece. */
static enum locus_read ask_ahead(struct locus_scan *scan, const struct locus_window *window,
                                 const struct locus_read_piece *piece, size_t read)
{
    const size_t begin = scan->internal.read;
    int gives_up;

    scan->internal.read = place_of(piece, read);
    gives_up = KERNEL_NAME(read_gives_up)(scan, window);
    scan->internal.read = begin;
    scan->internal.url.grammar = 0;
    scan->internal.url.ahead = AHEAD_ANSWERED;
    return gives_up ? LOCUS_READ_ENDED : LOCUS_READ_ON;
}

static enum locus_read pass_over(struct locus_scan *scan, const struct locus_window *window,
                                 const struct locus_read_piece *piece,
                                 const struct locus_before *before, size_t read)
{
    size_t at = read, after;
    int passed_over;
    int64_t sequence;

    if (scan->internal.url.ahead == AHEAD_ASKED)
        return ask_ahead(scan, window, piece, read);
    sequence = sequence_at(piece, read, &passed_over);
    /* `read` is 0 if the ESC directly follows another sequence. */
    if (read > 0)
        scan->internal.read = scan->internal.fed = place_of(piece, read);
    if (sequence < 0 && !piece->is_end)
        return piece->is_all ? LOCUS_READ_AHEAD : LOCUS_READ_ON;
    if (sequence <= 0 || !passed_over) {
        end_prose(scan, scan->internal.fed, 0, before);
        return LOCUS_READ_ENDED;
    }
    if (!PROSE.url.text_reads && PROSE.url.quoted_reads && PROSE.url.sequences == 0
        && !may_have_partner(scan, piece, read)) {
        PROSE.url.quoted_reads = 0;
        return LOCUS_READ_ENDED;
    }
    /* More of them often follow directly. */
    do {
        if (has_too_many_sequences(scan))
            return LOCUS_READ_ENDED;
        at += (size_t)sequence;
        sequence = at < piece->known && piece->text[at] == ESC
                       ? sequence_at(piece, at, &passed_over) : 0;
    } while (sequence > 0 && passed_over);
    after = piece->places ? place_of(piece, at) : scan->internal.read + (at - read);
    if (has_trait(scan->internal.grammar, TRAIT_BOUNDED) && !scan->internal.url.accepts
        && !scan->internal.url.ahead && KERNEL_NAME(read_gives_up)(scan, window))
        return LOCUS_READ_ENDED;
    scan->internal.url.ahead = 0;
    scan->internal.read = after;
    scan->internal.block = BLOCK_AFTER_SEQUENCE;
    return LOCUS_READ_ON;
}

static void save_opened(struct locus_scan *scan, const struct locus_before *before)
{
    if (PROSE.url.text_reads && PROSE.url.opened == QUOTE_NOT_ASKED)
        PROSE.url.opened = locus_opened_before(before);
}

const struct locus_reader KERNEL_NAME(prose_reader) = {
    .begin = begin_prose, .read = read_prose, .pass_over = pass_over, .end = end_prose,
    .later = save_opened
};

void KERNEL_NAME(prose_rebase)(struct locus_scan *scan, size_t drop)
{
    PROSE.unpaired = less(PROSE.unpaired, drop);
}
