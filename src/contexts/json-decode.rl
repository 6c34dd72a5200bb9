/* SPDX-License-Identifier: MIT
 *
 * Decodes JSON strings (grammar/contexts/json-string.rl): to read a URL, to look at the
 * text before it, and to unwrap it. Compiled once for each kernel.
 */
#include <string.h>

#include "common/bytes.h"
#include "common/utf8.h"
#include "contexts/json.h"
#include "prose/marks.h"
#include "runs/json-decode-runs.h"
#include "scan/read.h"

/* A vector type of GNU C. */
typedef uint16_t eight_places __attribute__((vector_size(16)));

/* Copies text[i..i+8) and stores their places. `first` has the places of text[0..8). */
static inline void copy_8(unsigned char *bytes, uint16_t *places, const unsigned char *text,
                          size_t i, const eight_places *first)
{
    const eight_places eight = *first + (uint16_t)i;

    memcpy(bytes + i, text + i, 8);
    memcpy(places + i, &eight, sizeof eight);
}

static inline void append_text(struct locus_json_string *string, const unsigned char *text,
                               const unsigned char *end)
{
    const size_t len = (size_t)(end - text);
    const size_t place = (size_t)(text - string->text) - string->begin;
    unsigned char *const bytes = string->bytes + string->len;
    uint16_t *const places = string->places + string->len;
    const eight_places from_0 = { 0, 1, 2, 3, 4, 5, 6, 7 };
    const eight_places first = from_0 + (uint16_t)place;

    if (len >= 8) {
        for (size_t i = 0; i + 8 < len; i += 8)
            copy_8(bytes, places, text, i, &first);
        /* The last eight may overlap those before them. */
        copy_8(bytes, places, text, len - 8, &first);
    } else {
        for (size_t i = 0; i < len; i++) {
            bytes[i] = text[i];
            places[i] = (uint16_t)(place + i);
        }
    }
    places[len] = (uint16_t)(place + len);
    string->len += len;
}

/* Appends a character whose escape ends before `end`. Returns `end`. */
static inline const unsigned char *
append_character(struct locus_json_string *string, uint32_t code, const unsigned char *end)
{
    if (code < 0x80) {
        string->bytes[string->len++] = (unsigned char)code;
    } else {
        char character[4];
        const size_t len = locus_utf8(character, code);

        memcpy(string->bytes + string->len, character, len);
        for (size_t i = 1; i < len; i++)
            string->places[string->len + i] = NO_PLACE;
        string->len += len;
    }
    string->places[string->len] =
        (uint16_t)((size_t)(end - string->text) - string->begin);
    return end;
}

%%{
machine json_string;

action run              { RUN(ftargs) }
action accept           { }

# "\": a character begins.
action escape {
    if (p != piece)
        append_text(string, piece, p);
    escaped = 1;
}

action hex              { value = value << 4 | hex_value(*p); } # a digit of a "\u" escape
# The character is complete: one escape is one, or two are, as a surrogate pair.
action code             { piece = append_character(string, value & 0xffff, p + 1); escaped = 0; }
action pair             { piece = append_character(string, surrogates(value), p + 1); escaped = 0; }
action reverse_solidus  { piece = append_character(string, '\\', p + 1); escaped = 0; }
action solidus          { piece = append_character(string, '/', p + 1); escaped = 0; }
action backspace        { piece = append_character(string, '\b', p + 1); escaped = 0; }
action form_feed        { piece = append_character(string, '\f', p + 1); escaped = 0; }
action line_feed        { piece = append_character(string, '\n', p + 1); escaped = 0; }
action carriage_return  { piece = append_character(string, '\r', p + 1); escaped = 0; }
action tab              { piece = append_character(string, '\t', p + 1); escaped = 0; }

# An escaped U+0022 ends every URL.
action quotation {
    if (string->quotation != QUOTATION_ENDS)
        append_character(string, '"', p + 1);
    escaped = 0;
    piece = p + 1;
    if (string->quotation != QUOTATION_IS_TEXT) {
        string->ended = 1;
        p++;
        goto stop;
    }
}

include json_string "contexts/json-string.rl";
write data noerror nofinal noentry;
}%%

/* Decodes up to `pe`, or to where the string ends. */
static ALWAYS_INLINE void decode_string(struct locus_json_string *string,
                                        const unsigned char *const pe)
{
    const unsigned char *p = string->at;
    const unsigned char *piece = p;
    uint32_t value = string->value;
    int escaped = string->escaped;
    int cs = string->state ? (int)string->state : json_string_start;
    LENS_BEGIN(json_string)

    %% write exec;
    if (!escaped && p != piece)
        append_text(string, piece, p);
    /* A byte that no string can contain ends the URL; a quotation mark ends the string. */
    if (cs == 0) {
        string->ended = 1;
        string->mark = !escaped && *p == '"' ? STRING_END : 0;
    }
stop:
    string->at = p;
    string->state = (uint32_t)cs;
    string->value = value;
    string->escaped = (uint8_t)escaped;
}

void KERNEL_NAME(json_decode)(struct locus_json_string *string, const unsigned char *text,
                              size_t begin, size_t len, size_t most)
{
    string->begin = begin;
    string->state = 0;
    string->mark = 0;
    string->escaped = string->ended = 0;
    string->at_byte = 0;
    string->len = 0;
    string->places[0] = 0;
    KERNEL_NAME(json_decode_on)(string, text, begin, len, most);
}

void KERNEL_NAME(json_decode_on)(struct locus_json_string *string, const unsigned char *text,
                                 size_t at, size_t len, size_t most)
{
    const unsigned char *const end = text + len;

    string->text = text;
    string->at = text + at;
    while (!string->ended && string->at < end) {
        const size_t rest = (size_t)(end - string->at);
        /* A decoded character has fewer bytes than its escape, but the escape may have
           begun before these bytes. */
        const size_t room = less(most - string->len, 4);

        if (room == 0)
            break;
        decode_string(string, string->at + (rest < room ? rest : room));
    }
}

void KERNEL_NAME(json_drop)(struct locus_json_string *string, size_t n)
{
    const uint16_t drop = string->places[n];
    const size_t len = string->len - n;
    size_t i = 0;

    memmove(string->bytes, string->bytes + n, len);
    for (; i + 8 <= len + 1; i += 8) {
        eight_places eight;

        memcpy(&eight, string->places + n + i, sizeof eight);
        eight = (eight - drop) | (eight_places)(eight == NO_PLACE);
        memcpy(string->places + i, &eight, sizeof eight);
    }
    for (; i <= len; i++) {
        const uint16_t place = string->places[n + i];

        string->places[i] = place == NO_PLACE ? NO_PLACE : (uint16_t)(place - drop);
    }
    string->begin += drop;
    string->len = len;
    string->most = less(string->most, n);
    string->at_byte = less(string->at_byte, n);
}

/* The end of the bytes from `p` on that stand for themselves: a run of the machine. `p` is
   not within an escape. They are few, so a look of the lens would take longer. */
static const unsigned char *pass_literal(const unsigned char *p, const unsigned char *const pe)
{
    RUNS_BEGIN(json_string)

    if (run_class[json_string_start]) {
        const unsigned set = runs.set[run_class[json_string_start] - 1u];

        while (p < pe && !(runs.outside[set / 8][*p] >> set % 8 & 1))
            p++;
    }
    return p;
}

/* Decodes the next part of text[*at..len). Returns its length in bytes, or 0 at the end
   and where the text cannot be in a string. */
static size_t decode_part(struct locus_json_string *string, const unsigned char *text,
                          size_t *at, size_t len, size_t most)
{
    string->quotation = QUOTATION_IS_TEXT;
    KERNEL_NAME(json_decode)(string, text, *at, len, most);
    *at += string->places[string->len];
    return string->len;
}

int KERNEL_NAME(json_decode_all)(char *buf, size_t size, size_t *len,
                                 const unsigned char *text, size_t text_len)
{
    struct locus_json_string string;
    size_t at = 0;

    *len = 0;
    while (at < text_len && decode_part(&string, text, &at, text_len, DECODED) > 0) {
        if (string.len > size - *len)
            return 0;
        memcpy(buf + *len, string.bytes, string.len);
        *len += string.len;
    }
    return at == text_len;
}

/* locus_unwrap_next() */

/* The length of the control sequence at bytes[0..len) if it is passed over, else 0. */
static size_t passed_over_at(const unsigned char *bytes, size_t len)
{
    int passed_over;
    const int64_t n = locus_control_sequence(bytes, len < MAX_SEQUENCE ? len : MAX_SEQUENCE,
                                             &passed_over);

    return n > 0 && passed_over ? (size_t)n : 0;
}

/* Copies the string without its control sequences, until all is read or `size` bytes
   are copied. If more of the string follows (not `is_all`), it stops before a sequence
   that may be incomplete. Returns the number of bytes copied, and sets *read to the
   number of bytes read. */
static size_t copy_without_sequences(char *buf, size_t size,
                                     const struct locus_json_string *string, size_t *read,
                                     int is_all)
{
    size_t copied = 0, at = 0;

    while (at < string->len && copied < size) {
        const size_t rest = string->len - at;
        size_t sequence = 0;

        if (string->bytes[at] == ESC) {
            if (rest < MAX_SEQUENCE && !is_all && at > 0)
                break;
            sequence = passed_over_at(string->bytes + at, rest);
        }
        if (sequence == 0)
            buf[copied++] = (char)string->bytes[at++];
        else
            at += sequence;
    }
    for (; string->places[at] == NO_PLACE; copied--)
        at--;
    *read = at;
    return copied;
}

static int unwrap(struct locus_unwrapping *pieces, int sequences)
{
    enum { SIZE = sizeof pieces->internal.decoded };
    struct locus_json_string string;
    size_t read;

    do {
        const unsigned char *const text = (const unsigned char *)pieces->internal.at;
        const size_t len = (size_t)(pieces->internal.end - pieces->internal.at);
        size_t at = 0;

        if (len == 0)
            return 0;
        if (decode_part(&string, text, &at, len, SIZE + (sequences ? MAX_SEQUENCE : 0)) == 0)
            return LOCUS_ERROR_ESCAPE;
        if (sequences) {
            pieces->len = copy_without_sequences(pieces->internal.decoded, SIZE, &string,
                                                 &read, at == len || string.ended);
        } else {
            memcpy(pieces->internal.decoded, string.bytes, string.len);
            pieces->len = read = string.len;
        }
        pieces->internal.at += string.places[read];
    } while (pieces->len == 0);
    pieces->text = pieces->internal.decoded;
    return 1;
}

int KERNEL_NAME(json_unwrap)(struct locus_unwrapping *pieces)
{
    return unwrap(pieces, 1);
}

int KERNEL_NAME(json_unwrap_raw)(struct locus_unwrapping *pieces)
{
    return unwrap(pieces, 0);
}

/* The text before a URL */

/* Enough bytes for an escaped character, or half of a surrogate pair, and the bytes
   before it that may be examined. */
enum { ESCAPED = 16 };

/* If this many bytes before a URL stand for themselves, none of the last QUOTE_LENGTH of
   them belongs to an escape that begins earlier. */
enum { LITERAL = CHARACTER - 1 + QUOTE_LENGTH };

/* The end of the JSON text before a URL, decoded. */
struct tail {
    unsigned char bytes[PASSED_OVER_BEFORE + ESCAPED];
    size_t        len;
    size_t        far;             /* the first bytes, this many, are too far before the
                                      URL for a control sequence */
    int           is_cut;          /* a byte that no string can contain is before the bytes */
    int           begins;          /* a string begins directly before the bytes */
};

/* How many of the decoded bytes, which end before text[end], are before text[near]. */
static size_t count_before(const struct locus_json_string *string, size_t end, size_t near)
{
    size_t n = 0;

    if (end <= near)
        return string->len;
    while (n < string->len
           && (string->places[n] == NO_PLACE || string->begin + string->places[n] < near))
        n++;
    return n;
}

/* Reads window[begin..start), of which the last `near` bytes may contain control
   sequences. A quotation mark begins a string; any other byte that no string can
   contain is skipped. */
static void read_tail(struct tail *tail, const struct locus_before *before, size_t begin,
                      size_t near)
{
    const size_t len = before->start - begin;
    const unsigned char *const text = before->window + begin;
    const size_t far = less(len, near);
    struct locus_json_string string;
    size_t at = 0;

    tail->len = tail->far = 0;
    tail->is_cut = tail->begins = 0;
    if (far == 0 || near == 0) {
        const ptrdiff_t n = json_decoded(before->scan, begin, before->start, &tail->len);

        if (n >= 0) {
            memcpy(tail->bytes, before->scan->internal.of.json.string.bytes + n, tail->len);
            tail->far = near == 0 ? tail->len : 0;
            return;
        }
        tail->len = 0;
    }
    while (at < len) {
        const size_t literal = (size_t)(pass_literal(text + at, text + len) - (text + at));

        if (literal > 0) {
            memcpy(tail->bytes + tail->len, text + at, literal);
            tail->len += literal;
            tail->far += at + literal <= far ? literal : less(far, at);
            at += literal;
            continue;
        }
        if (text[at] == '\\'
            && decode_part(&string, text, &at, len, sizeof tail->bytes + 4) > 0
            && !string.ended) {
            memcpy(tail->bytes + tail->len, string.bytes, string.len);
            tail->len += string.len;
            tail->far += count_before(&string, at, far);
            continue;
        }
        tail->len = tail->far = 0;
        tail->is_cut = 1;
        tail->begins = text[at++] == '"';
    }
}

/* How many "\" are directly before window[at]; an odd number if there are too many to count. */
static size_t count_backslashes(const unsigned char *window, size_t at)
{
    enum { MOST = 201 };           /* bytes before a URL that are certainly in the window */
    size_t n = 0;

    while (n < at && n < MOST && window[at - n - 1] == '\\')
        n++;
    return n;
}

/* Whether window[at] is certainly not within an escape, wherever reading began before
   it. */
static int is_boundary(const unsigned char *window, size_t at)
{
    const size_t from = less(at, CHARACTER - 1);
    const size_t backslashes = count_backslashes(window, at);
    size_t escape = at;

    /* In a row of "\" every second one begins an escape, the first one included. */
    if (backslashes > 0 || window[at] == '\\')
        return backslashes % 2 == 0;
    while (escape > from && window[escape - 1] != '\\')
        escape--;
    if (escape == from)
        return 1;
    /* Only an escape with hexadecimal digits is longer than two bytes. */
    if (window[escape] != 'u')
        return 1;
    for (escape++; escape < at && is_hexdig(window[escape]); escape++)
        continue;
    return !is_hexdig(window[escape]);
}

/* Where to begin reading so that the last control sequence before a URL is found, and the
   mark before it. */
static size_t sequence_from(const struct locus_before *before, size_t control)
{
    const size_t least = less(before->start, ESCAPED + PASSED_OVER_BEFORE);
    size_t begin = less(control, ESCAPED);

    while (begin > least && !is_boundary(before->window, begin))
        begin--;
    return begin < least ? least : begin;
}

/* Whether the tail certainly has the whole mark that it may end in: an ASCII byte, perhaps
   after a "\", and not the end of a control sequence. */
static int has_mark(const struct tail *tail)
{
    return tail->len > 1 && tail->bytes[tail->len - 1] < 0x80
        && !locus_may_end_sequence(tail->bytes, tail->len);
}

/* Reads the bytes before a URL that may be the mark there. */
static void read_mark(struct tail *tail, const struct locus_before *before)
{
    const size_t least = less(before->start, ESCAPED);
    size_t begin = less(before->start, QUOTE_LENGTH);

    while (begin > least && !is_boundary(before->window, begin))
        begin--;
    read_tail(tail, before, begin, 0);
    if (begin > least && tail->len < QUOTE_LENGTH && !tail->is_cut && !has_mark(tail)) {
        for (begin = least; begin > less(least, CHARACTER)
                            && !is_boundary(before->window, begin); begin--)
            continue;
        read_tail(tail, before, begin, 0);
    }
}

/* Whether an ESC that may begin a control sequence is so near before the URL that the sequence
   probably ends there. */
static int is_near_sequence(const struct locus_before *before)
{
    enum { NEAR = CHARACTER + 8 };
    const size_t control = before->scan->internal.of.json.sequence;

    return control < before->start && before->start - control <= NEAR;
}

/* The length of the tail without the control sequences at its end. The tail as read so far
   may lack the beginning of such a sequence, unless is_near_sequence(). */
static __attribute__((noinline, cold)) size_t
before_sequences(struct tail *tail, const struct locus_before *before)
{
    const size_t least = less(before->start, ESCAPED + PASSED_OVER_BEFORE);
    const size_t control = before->scan->internal.of.json.sequence;
    size_t len;

    if (control < before->start) {
        /* Every sequence begins with an ESC, and the last ESC is too far away. */
        if (before->start - control > PASSED_OVER_BEFORE)
            return tail->len;
        if (!is_near_sequence(before))
            read_tail(tail, before, sequence_from(before, control), PASSED_OVER_BEFORE);
        len = locus_before_sequences(tail->bytes, tail->far, tail->len);
        if (len == tail->len || ((len >= QUOTE_LENGTH || tail->is_cut)
                                 && !locus_may_end_sequence(tail->bytes, len)))
            return len;
    }
    read_tail(tail, before, least, PASSED_OVER_BEFORE);
    return locus_before_sequences(tail->bytes, tail->far, tail->len);
}

uint32_t KERNEL_NAME(json_quote_before)(const struct locus_before *before)
{
    const unsigned char *const url = before->window + before->start;
    struct tail tail;
    size_t len;

    /* Most often a string begins here, or the mark stands for itself. */
    if (before->start > 0 && url[-1] == '"' && is_boundary(before->window, before->start - 1))
        return STRING_END;
    if (before->start >= LITERAL && pass_literal(url - LITERAL, url) == url
        && !locus_may_end_sequence(before->window, before->start))
        return locus_quote_at(before->window, before->start);
    if (is_near_sequence(before)) {
        read_tail(&tail, before, sequence_from(before, before->scan->internal.of.json.sequence),
                  PASSED_OVER_BEFORE);
    } else {
        const unsigned char *const text = before->scan->internal.of.json.string.bytes;
        const ptrdiff_t n = json_decoded_before(before->scan, before->start);

        if (n >= QUOTE_LENGTH && !locus_may_end_sequence(text, (size_t)n))
            return locus_quote_at(text, (size_t)n);
        read_mark(&tail, before);
    }
    len = locus_may_end_sequence(tail.bytes, tail.len) ? before_sequences(&tail, before)
                                                       : tail.len;
    return len == 0 && tail.begins ? STRING_END : locus_quote_at(tail.bytes, len);
}

/* Whether a character begins at text[at] that ends before text[len]. */
static int begins_character(struct locus_json_string *string, const unsigned char *text,
                            size_t at, size_t len)
{
    const size_t end = len - at < LONGEST_CHARACTER ? len : at + LONGEST_CHARACTER;

    return decode_part(string, text, &at, end, DECODED) > 0;
}

size_t KERNEL_NAME(json_read_opened)(struct locus_opened *opened,
                                     const struct locus_before *before, size_t at, size_t end)
{
    enum { NEARBY = 32 };
    static const unsigned char line[1] = "\n";
    struct locus_json_string string;

    if (before->start - end < NEARBY && at < end) {
        size_t len;
        const ptrdiff_t n = json_decoded(before->scan, at, end, &len);

        if (n >= 0) {
            locus_opened(opened, before->scan->internal.of.json.string.bytes + n, len);
            return end;
        }
    }
    while (at < end) {
        const unsigned char *const text = before->window + at;
        const size_t literal = (size_t)(pass_literal(text, before->window + end) - text);

        /* What is neither literal nor an escape is in no string. */
        if (literal > 0) {
            locus_opened(opened, text, literal);
            at += literal;
            continue;
        }
        if (*text == '\\') {
            const size_t len = decode_part(&string, before->window, &at, end, DECODED);

            locus_opened(opened, string.bytes, len);
            if (!string.ended) {
                if (len > 0)
                    continue;
                if (end - at < LONGEST_CHARACTER
                    && begins_character(&string, before->window, at, before->start))
                    break;         /* `end` is within it */
            }
        }
        locus_opened(opened, line, 1);
        at++;
    }
    return at;
}
