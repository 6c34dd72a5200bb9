/* SPDX-License-Identifier: MIT
 *
 * Finds the end of a URL (read.h). The grammar reads first. Then the machines of prose
 * read the same bytes: `quoted`, if an opening mark stands directly before the URL,
 * until it finds the partner or none can follow; `unquoted`; and `plausible`.
 */
#include <string.h>

#include "common/bytes.h"
#include "scan/read.h"
#include "scan/url-start.h"

/* A value of scan->internal.url.decided: the host is not plausible. */
enum { HOST_FAILED = 2 };

/* How many steps agree() takes before it calls agree_by_bytes(). */
enum { TIMES_ASKED = 8 };

/* A piece, and the states of the machines before it. */
struct before_piece {
    const struct locus_scan *scan;
    const unsigned char *begin;
    const unsigned char *end;
    uint32_t grammar;              /* the state of its machine */
    uint32_t accepts;              /* it accepts the text before the piece */
    const struct locus_unquoted *text;
};

static struct locus_match grammar_at(const struct before_piece *piece)
{
    return (struct locus_match){
        .at = piece->begin, .last = NULL, .state = piece->grammar,
        .runs_on = piece->scan->internal.url.slashes
    };
}

/* Whether the grammar accepts the prefix that ends at `at` and has been read. */
static int accepts(const struct locus_match *match, const unsigned char *at,
                   const struct locus_grammar *grammar)
{
    return match->last == at
        || (match->at == at && match->state != 0
            && KERNEL_NAME(match_ends)(match, grammar));
}

/* The state of `unquoted` before a piece. */
static void begin_text(struct locus_unquoted *text, const struct locus_scan *scan,
                       const unsigned char *at, const struct locus_before *before)
{
    text->match = (struct locus_match){ .at = at, .state = scan->internal.url.text };
    text->before = scan->internal.url.before;
    text->opened = scan->internal.url.opened;
    text->ask = before;
    text->has_opened = scan->internal.url.has_opened;
    if (text->has_opened)
        memcpy(text->open, scan->internal.brackets, sizeof text->open);
}

/* The end of the longest prefix that the grammar accepts and that ends within the
   piece, at `end` or before; NULL if there is none. */
static const unsigned char *accepted(const struct before_piece *piece,
                                     const unsigned char *end)
{
    const struct locus_grammar *const grammar = piece->scan->internal.grammar;
    struct locus_match match = grammar_at(piece);

    if (end > piece->begin)
        KERNEL_NAME(match)(&match, end, grammar);
    if (end > piece->begin && accepts(&match, end, grammar))
        return end;
    return match.last ? match.last : piece->accepts ? piece->begin : NULL;
}

/* The same for `unquoted`. */
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
    struct locus_match match = grammar_at(piece);
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

/* The end of the longest prefix that ends within the piece and that both accept. The
   longest prefix of the grammar ends at `end`, that of `unquoted` at `in_text`. Each in
   turn is asked for its longest prefix within the other's; nearly always one step is
   enough. */
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

/* Reads on with the grammar. A bounded grammar gives up after UNDECIDED bytes
   (url-start.h), unless it is inside an authority, where no other URL can begin. */
static int read_grammar(struct locus_scan *scan, struct locus_match *match,
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

/* Up to this many delimiters, eight bytes are examined at a time. */
enum { FEW_DELIMITERS = 4 };

/* Which of eight bytes are delimiters: the lowest bit is that of the first one. */
static uint64_t delimiters_of_8(const struct locus_scan *scan, const unsigned char *bytes)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    const uint64_t word = word_of_8(bytes);
    uint64_t found = 0;

    for (size_t i = 0; i < scan->delimiter_count; i++) {
        /* A delimiter becomes 0. */
        const uint64_t other = word ^ each * (unsigned char)scan->delimiters[i];

        found |= (other - each) & ~other & each * 0x80;
    }
    return found;
}

/* The first delimiter in a piece, or its end. */
static const unsigned char *find_delimiter(const struct locus_scan *scan,
                                           const struct locus_read_piece *piece)
{
    const unsigned char *p = piece->text;
    const unsigned char *const end = p + piece->len;

    if (scan->delimiter_count == 0)
        return end;
    if (scan->delimiter_count <= FEW_DELIMITERS)
        for (; end - p >= 8; p += 8) {
            const uint64_t found = delimiters_of_8(scan, p);

            if (found)
                return p + __builtin_ctzll(found) / 8;
        }
    while (p < end && !is_delimiter(scan, *p))
        p++;
    return p;
}

/* Records that the URL may end at `end`, where grammar and context both accept it. */
static void set_agreed(struct locus_scan *scan, const struct locus_read_piece *piece,
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

/* Records that there is no partner before `end`. */
static void is_unpaired(struct locus_scan *scan, size_t end)
{
    const uint32_t partners = scan->internal.url.partners;

    scan->internal.url.quoted_reads = 0;
    /* A closing bracket that is not the partner here may be that of a later bracket. */
    if (partners >= FIRST_BRACKET)
        return;
    if (scan->internal.unpaired <= scan->internal.start) {
        scan->internal.unpaired = end;
        scan->internal.unpaired_marks = partners;
    } else if (end >= scan->internal.unpaired) {
        scan->internal.unpaired_marks |= partners;
    }
}

void KERNEL_NAME(read_begin)(struct locus_scan *scan, const struct locus_before *before,
                             int slashes)
{
    memset(&scan->internal.url, 0, sizeof scan->internal.url);
    scan->internal.start = before->start;
    scan->internal.url.slashes = (uint8_t)slashes;
    scan->internal.url.grammar_reads = 1;
    scan->internal.url.is_plausible = !is_prose(scan);
    if (!is_prose(scan))
        return;
    scan->internal.url.text_reads = 1;
    scan->internal.url.before = before->searcher->quote_before(before);
    scan->internal.url.opened = QUOTE_NOT_ASKED;
    scan->internal.url.partners = scan->internal.url.before & PARTNERS;
    scan->internal.url.quoted_reads =
        scan->internal.url.partners != 0
        && !(before->start < scan->internal.unpaired
             && !(scan->internal.url.partners & ~scan->internal.unpaired_marks));
}

/* Looks for the partner of the mark before the URL, as far as the grammar has read.
   Returns its place if the grammar accepts the text before it; else NULL. */
static const unsigned char *find_partner(struct locus_scan *scan,
                                         const struct before_piece *before,
                                         const struct locus_read_piece *piece,
                                         const struct locus_match *match,
                                         int grammar_reads)
{
    enum { LONGEST_MARK = 3 };
    const unsigned char *end = before->end;
    struct locus_quoted quoted = {
        .at = before->begin,
        .state = scan->internal.url.quoted,
        .partners = scan->internal.url.partners,
        .depth = scan->internal.url.depth,
        .plausible = scan->internal.url.quoted_plausible,
    };
    int reads;

    /* The grammar may have stopped at the partner. */
    if (!grammar_reads && end - match->at > LONGEST_MARK)
        end = match->at + LONGEST_MARK;
    reads = scan->internal.url.partners >= FIRST_BRACKET
                ? KERNEL_NAME(read_bracketed)(scan, &quoted, piece, end,
                                              &scan->internal.url.quoted_to)
                : KERNEL_NAME(quoted)(&quoted, end);
    scan->internal.url.quoted = quoted.state;
    scan->internal.url.depth = quoted.depth;
    scan->internal.url.quoted_plausible = (uint8_t)quoted.plausible;
    if (quoted.partner && quoted.partner >= before->begin && quoted.partner <= match->at
        && (accepts(match, quoted.partner, scan->internal.grammar)
            || accepted(before, quoted.partner) == quoted.partner))
        return quoted.partner;
    /* If too many marks were passed over, one of them may have a partner further on. */
    if (!reads && quoted.depth > MOST_PASSED)
        scan->internal.url.quoted_reads = 0;
    else if (!reads || !grammar_reads)
        is_unpaired(scan, place_of(piece, (size_t)(quoted.at - piece->text)));
    return NULL;
}

/* Whether the bracket before the URL has no partner, however far the grammar reads. Of
   brackets that are not closed, many more bytes show this than the URL has, so only
   `quoted` reads them. */
static int is_unpaired_bracket(struct locus_scan *scan, const struct locus_read_piece *piece)
{
    struct locus_quoted quoted = {
        .at = piece->text, .partners = scan->internal.url.partners
    };
    const unsigned char *const end = piece->text + (piece->known < UNDECIDED ? piece->known
                                                                             : UNDECIDED);
    uint64_t to = 0;

    return !KERNEL_NAME(read_bracketed)(scan, &quoted, piece, end, &to)
        && !quoted.partner && *quoted.at != ESC;
}

/* Whether the URL, whose first piece this is, has no end up to `at`. A mark that is open
   before it could only make it end earlier. */
static int is_no_url_before(const struct locus_scan *scan, const struct locus_read_piece *piece,
                            const unsigned char *at)
{
    struct locus_unquoted text;

    begin_text(&text, scan, piece->text, NULL);
    text.opened = 0;
    return KERNEL_NAME(unquoted)(&text, at)
        && (!text.match.last
            || place_of(piece, (size_t)(text.match.last - piece->text)) <= scan->internal.least);
}

/* Whether this first piece shows that there is no URL: the grammar has stopped, not before
   a control sequence, and accepts too little. */
static int is_too_short(const struct locus_scan *scan, const struct locus_read_piece *piece,
                        const struct locus_match *match)
{
    const unsigned char *const last = match->last ? match->last : piece->text;

    return scan->internal.url.decoded == 0 && piece->may_wait
        && (match->at == piece->text + piece->len || *match->at != ESC)
        && place_of(piece, (size_t)(last - piece->text)) <= scan->internal.least;
}

enum locus_read KERNEL_NAME(read)(struct locus_scan *scan, const struct locus_read_piece *piece,
                                  const struct locus_before *before, size_t *read)
{
    const int prose = is_prose(scan);
    struct before_piece first = {
        .scan = scan,
        .begin = piece->text,
        .end = find_delimiter(scan, piece),
        .grammar = scan->internal.url.grammar,
        .accepts = scan->internal.url.accepts,
    };
    struct locus_match match = grammar_at(&first);
    struct locus_plausible plausible = {
        .at = first.begin,
        .state = scan->internal.url.plausible,
        .decided = scan->internal.url.decided == 1,
        .plausible = scan->internal.url.ends_plausibly,
    };
    const struct locus_plausible plausible_before = plausible;
    const unsigned char *const piece_end = piece->text + piece->len;
    const unsigned char *agreed, *far;
    unsigned char saved[sizeof scan->internal.url];
    /* 1: the host failed in an earlier piece, 2: in this one */
    int failed = scan->internal.url.decided == HOST_FAILED;
    const size_t undecided = scan->internal.url.undecided;
    int reads, paused = 0;

    reads = read_grammar(scan, &match, first.end);
    if (!reads && prose && is_too_short(scan, piece, &match)) {
        *read = (size_t)(match.at - first.begin);
        return LOCUS_READ_ENDED;
    }
    if (may_be_unpaired(scan) && is_unpaired_bracket(scan, piece))
        scan->internal.url.quoted_reads = 0;
    /* If the grammar accepts no more within UNDECIDED bytes, the other machines need not
       read them. */
    if (reads && match.last != match.at && has_trait(scan->internal.grammar, TRAIT_BOUNDED)
        && scan->internal.url.decoded == 0 && first.end == piece_end
        && piece->len < DECISIVE && piece->len < piece->known && piece->may_wait) {
        scan->internal.url.undecided = undecided;
        return LOCUS_READ_AHEAD;
    }
    /* An unfinished authority is accepted only if the URL ends within it. Without
       waiting, it is accepted for now, and the URL becomes longer if it continues. */
    if (reads && first.end == piece_end && !piece->is_last && piece->may_wait
        && match.last != match.at && KERNEL_NAME(match_ends)(&match, scan->internal.grammar)) {
        scan->internal.url.undecided = undecided;
        return LOCUS_READ_AHEAD;
    }
    if (prose)
        memcpy(saved, &scan->internal.url, sizeof saved);

    if (match.at != first.begin)
        scan->internal.url.accepts =
            (uint8_t)(match.last == match.at
                      || ((piece->is_last || first.end != piece_end || !piece->may_wait)
                          && accepts(&match, match.at, scan->internal.grammar)));
    if (scan->internal.url.accepts)
        match.last = match.at;
    if (!prose) {
        scan->internal.url.grammar = match.state;
        if (match.last)
            set_agreed(scan, piece, match.last, 1);
        scan->internal.url.decoded += (size_t)(match.at - first.begin);
        *read = (size_t)(match.at - first.begin);
        return reads && first.end == piece_end ? LOCUS_READ_ON : LOCUS_READ_ENDED;
    }

    if (!reads && match.at < first.end && *match.at == ESC) {
        const unsigned char *const esc = match.at;

        match = grammar_at(&first);
        paused = reads = esc == first.begin
                      || KERNEL_NAME(match)(&match, esc, scan->internal.grammar);
        if (scan->internal.url.accepts)
            match.last = esc;
    }
    if (paused)
        first.end = match.at;
    if (scan->internal.url.decoded == 0 && !scan->internal.url.quoted_reads) {
        struct locus_plausible host = plausible;

        if (KERNEL_NAME(plausible)(&host, reads ? first.end : match.at) || host.decided) {
            if (host.decided)
                plausible = host;
        } else if (is_no_url_before(scan, piece, host.at)) {
            *read = (size_t)(host.at - first.begin);
            return LOCUS_READ_ENDED;
        }
    }
    far = first.begin;
    agreed = NULL;
    if (scan->internal.url.quoted_reads) {
        agreed = find_partner(scan, &first, piece, &match, reads);
        scan->internal.url.is_whole = agreed != NULL;
        if (scan->internal.url.quoted_reads)
            far = match.at;
    }
    if (!agreed && scan->internal.url.text_reads) {
        /* If the grammar has stopped, only the bytes that it accepts matter. */
        const unsigned char *const limit = reads ? match.at
                                         : match.last ? match.last : first.begin;
        struct locus_unquoted text_before, text;

        begin_text(&text_before, scan, first.begin, before);
        first.text = &text_before;
        copy_unquoted(&text, &text_before);
        scan->internal.url.text_reads = (uint8_t)(limit == first.begin
                                                  || KERNEL_NAME(unquoted)(&text, limit));
        if (scan->internal.url.text_reads && (!reads || first.end != piece_end) && !paused) {
            if (!KERNEL_NAME(unquoted_end)(&text, first.end)
                && first.end == piece_end && !piece->is_last && piece->may_wait) {
                memcpy(&scan->internal.url, saved, sizeof saved);
                scan->internal.url.undecided = undecided;
                return LOCUS_READ_AHEAD;
            }
            scan->internal.url.text_reads = 0;
        }
        agreed = agree(&first, match.last ? match.last
                                          : first.accepts ? first.begin : NULL,
                       text.match.last);
        scan->internal.url.text = text.match.state;
        scan->internal.url.opened = text.opened;
        scan->internal.url.has_opened = text.has_opened;
        if (text.has_opened)
            memcpy(scan->internal.brackets, text.open, sizeof text.open);
        if (far < text.match.at)
            far = text.match.at;
    }
    if (far < agreed)
        far = agreed;
    /* If the host fails, the URL may still end before the place where it failed. Until
       it is known to continue, the other machines read on. */
    if (failed ? agreed != NULL
               : !scan->internal.url.is_whole && !plausible.decided && far > first.begin
                 && !KERNEL_NAME(plausible)(&plausible, far) && !plausible.decided) {
        if (failed || agreed > plausible.at)
            reads = paused = 0;
        failed |= 2;
    }
    if (agreed)
        set_agreed(scan, piece, agreed,
                   scan->internal.url.is_whole
                       ? scan->internal.url.quoted_plausible == 1
                       : !(failed & 1)
                         && plausible_at(&plausible_before, &plausible, agreed));
    /* It would not be plausible up to its partner, either. */
    if (failed && !scan->internal.url.text_reads && !scan->internal.url.is_plausible)
        reads = 0;
    scan->internal.url.grammar = match.state;
    scan->internal.url.plausible = plausible.state;
    scan->internal.url.decided = failed ? HOST_FAILED : plausible.decided;
    scan->internal.url.ends_plausibly = plausible.plausible;
    scan->internal.url.decoded += (size_t)(match.at - first.begin);
    *read = (size_t)(far - first.begin);
    if (scan->internal.url.is_whole || !reads
        || !(scan->internal.url.text_reads || scan->internal.url.quoted_reads))
        return LOCUS_READ_ENDED;
    if (paused)
        return LOCUS_READ_ESCAPE;
    return first.end == piece_end ? LOCUS_READ_ON : LOCUS_READ_ENDED;
}

void KERNEL_NAME(read_end)(struct locus_scan *scan, size_t end, uint32_t mark,
                           const struct locus_before *before)
{
    const struct locus_read_piece piece = { .text = nothing, .begin = end, .end = end };
    struct locus_unquoted text;
    const struct locus_match match = {
        .at = nothing, .state = scan->internal.url.grammar,
        .runs_on = scan->internal.url.slashes
    };

    if (scan->internal.url.quoted_reads && !(scan->internal.url.partners & mark))
        is_unpaired(scan, end);
    if (!scan->internal.url.accepts
        && !KERNEL_NAME(match_ends)(&match, scan->internal.grammar))
        return;
    if (!is_prose(scan)) {
        set_agreed(scan, &piece, nothing, 1);
        return;
    }
    if (scan->internal.url.quoted_reads && scan->internal.url.partners & mark
        && !(scan->internal.url.quoted_plausible & AFTER_BACKSLASH)) {
        scan->internal.url.is_whole = 1;
        set_agreed(scan, &piece, nothing, scan->internal.url.quoted_plausible == 1);
        return;
    }
    if (scan->internal.url.text_reads) {
        begin_text(&text, scan, nothing, before);
        KERNEL_NAME(unquoted_end)(&text, nothing);
        if (text.match.last != nothing)
            return;
    } else {
        return;
    }
    set_agreed(scan, &piece, nothing, scan->internal.url.decided != HOST_FAILED
                                      && scan->internal.url.ends_plausibly);
}

void KERNEL_NAME(read_later)(struct locus_scan *scan, const struct locus_before *before)
{
    if (scan->internal.url.text_reads && scan->internal.url.opened == QUOTE_NOT_ASKED)
        scan->internal.url.opened = locus_opened_before(before);
}
