/* SPDX-License-Identifier: MIT
 *
 * Writes a recomposed text (reference/recompose.h) from its beginning to its end, once for
 * each kernel. Unchanged bytes are skipped in runs and copied together, even across pieces
 * that are adjacent in a text. The output buffer also holds segments that a later ".."
 * removes. If it is too small for them, the caller reads the text backwards instead, which
 * needs no buffer (recompose.rl).
 */
#include <string.h>

#include "common/bytes.h"
#include "kernel/kernel.h"
#include "kernel/lens.h"
#include "normalize/normalize.h"
#include "runs/write-changes-runs.h"

/* The output. The bytes from `from` up to the machine's position are unchanged, and not yet
   copied. */
struct output {
    unsigned char *buf;
    size_t size;
    size_t len;
    const unsigned char *from;
};

/* A path, whose dot-segments are removed. */
struct path {
    const unsigned char *begin;    /* without the dot-segments that it begins with */
    size_t at;                     /* where it begins in the buffer */
    const unsigned char *segment;  /* the last segment that began with a dot */
    size_t segment_at;             /* where that begins in the buffer */
};

/* Most copies are short; a call of memcpy() would take longer. */
static ALWAYS_INLINE void copy(unsigned char *to, const unsigned char *from, size_t n)
{
    if (n > 16) {
        memcpy(to, from, n);
    } else if (n >= 8) {
        uint64_t first, last;

        memcpy(&first, from, sizeof first);
        memcpy(&last, from + n - sizeof last, sizeof last);
        memcpy(to, &first, sizeof first);
        memcpy(to + n - sizeof last, &last, sizeof last);
    } else if (n >= 4) {
        uint32_t first, last;

        memcpy(&first, from, sizeof first);
        memcpy(&last, from + n - sizeof last, sizeof last);
        memcpy(to, &first, sizeof first);
        memcpy(to + n - sizeof last, &last, sizeof last);
    } else if (n > 0) {
        const unsigned char middle = from[n / 2], last = from[n - 1];

        to[0] = from[0];
        to[n / 2] = middle;
        to[n - 1] = last;
    }
}

/* Copies what is unchanged up to `to`. Returns whether there is room. */
static ALWAYS_INLINE int copy_upto(struct output *out, const unsigned char *to)
{
    const uint32_t n = (uint32_t)(to - out->from);

    if (__builtin_expect(n > out->size - out->len, 0))
        return 0;
    copy(out->buf + out->len, out->from, n);
    out->len += n;
    out->from = to;
    return 1;
}

/* Writes a byte in place of the text from `begin` to `end`. */
static ALWAYS_INLINE int put_byte(struct output *out, const unsigned char *begin,
                                  unsigned char byte, const unsigned char *end)
{
    if ((begin != out->from && !copy_upto(out, begin)) || out->len == out->size)
        return 0;
    out->buf[out->len++] = byte;
    out->from = end;
    return 1;
}

static ALWAYS_INLINE int has_lower_digit(const unsigned char *last)
{
    return last[-1] >= 'a' || last[0] >= 'a';
}

/* Writes in upper case the percent-encoded octet whose last digit is at `last`. */
static ALWAYS_INLINE int put_upper(struct output *out, const unsigned char *last)
{
    if (!copy_upto(out, last - 1) || out->size - out->len < 2)
        return 0;
    out->buf[out->len++] = ascii_upper(last[-1]);
    out->buf[out->len++] = ascii_upper(last[0]);
    out->from = last + 1;
    return 1;
}

/* Ends the output before the last segment that began with a dot: after the "/" before it,
   or, if `slash` is 1, before that "/". */
static ALWAYS_INLINE int drop_segment(struct output *out, const struct path *path,
                                      size_t slash)
{
    const size_t at = path->segment_at - slash;

    if (out->len > at)
        out->len = at;
    else if (!copy_upto(out, path->segment - slash))
        return 0;
    return 1;
}

/* RFC 3986, section 5.2.4, 2C: "and remove the last segment and its preceding "/" (if any)
   from the output buffer". */
static __attribute__((noinline)) size_t without_last(const unsigned char *path, size_t len)
{
    const size_t directory = locus_recomposed_directory(path, len);

    return directory > 0 ? directory - 1 : 0;
}

/* 2A to 2D: removes a dot-segment, which ends at `end`: a "/", or the end of the path. */
static ALWAYS_INLINE int put_dots(struct output *out, struct path *path,
                                  const unsigned char *end, int is_last, int is_two)
{
    if (path->segment == path->begin) {
        if (!drop_segment(out, path, 0))
            return 0;
        path->begin = out->from = end + !is_last;
        return 1;
    }
    if (!drop_segment(out, path, 1))
        return 0;
    if (is_two && out->len > path->at)
        out->len = path->at + without_last(out->buf + path->at, out->len - path->at);
    out->from = end;
    if (!is_last)
        return 1;
    if (out->len == out->size)
        return 0;
    out->buf[out->len++] = '/';
    return 1;
}

/* Writes "/." before a path that begins with "//", which would begin an authority. The path
   is the end of the output. */
static int put_guard(struct output *out, size_t at)
{
    const unsigned char *const path = out->buf + at;
    const size_t len = out->len - at;

    if (len < 2 || !locus_recomposed_is_rooted(path, len)
        || !locus_recomposed_is_rooted(path + 1, len - 1))
        return 1;
    if (out->size - out->len < 2)
        return 0;
    memmove(out->buf + at + 2, path, len);
    memcpy(out->buf + at, "/.", 2);
    out->len += 2;
    return 1;
}

/*
 * Macros for the actions in read_piece(), which use its variables. If `is_asked`, a change is
 * the answer; otherwise it is written. The machine reads on if the result is FORM_SAME.
 */

static ALWAYS_INLINE enum form_change on_if(int is_written)
{
    return is_written ? FORM_SAME : FORM_UNKNOWN;
}

/* A capital letter at `p`. */
static ALWAYS_INLINE enum form_change change_capital(struct output *out,
                                                     const unsigned char *p, int is_asked)
{
    return is_asked ? FORM_CHANGES : on_if(put_byte(out, p, ascii_lower(*p), p + 1));
}

/* A percent-encoded octet whose last digit, at `p`, or the first is in lower case. */
static ALWAYS_INLINE enum form_change
change_digits(struct output *out, const unsigned char *p, unsigned how, int is_asked)
{
    if (!(how & PIECE_UPPER))
        return FORM_SAME;
    return is_asked ? FORM_CHANGES : on_if(put_upper(out, p));
}

/* Handles the percent-encoded octet whose last digit is at `p`. It is decoded if `how` has all
   bits of `decode`. */
static ALWAYS_INLINE enum form_change
change_octet(struct output *out, const unsigned char *p, unsigned how, int is_asked,
             unsigned decode)
{
    if ((how & decode) == decode) {
        const unsigned char octet = hex_octet(p - 1);

        return is_asked ? FORM_CHANGES
             : on_if(put_byte(out, p - 2, how & PIECE_LOWER ? ascii_lower(octet) : octet,
                              p + 1));
    }
    return has_lower_digit(p) ? change_digits(out, p, how, is_asked) : FORM_SAME;
}

/* Removes the dot-segment that ends at `end`, if `how` has all bits of `decode`. Whether that
   changes a path with PIECE_GUARD is not known: the guard may restore it, as in "/.//a". */
static ALWAYS_INLINE enum form_change
remove_dots(struct output *out, struct path *path, const unsigned char *end, unsigned how,
            int is_asked, unsigned decode, int is_last, int is_two)
{
    if ((how & decode) != decode)
        return FORM_SAME;
    if (is_asked)
        return how & PIECE_GUARD ? FORM_UNKNOWN : FORM_CHANGES;
    return on_if(put_dots(out, path, end, is_last, is_two));
}

%%{
machine changes;
getkey KEY;

action run              { RUN_WITHIN(ftargs) }
action likely           { LIKELY(ftargs) }

# The last digit of a percent-encoded octet.
action encoded_unreserved {
    change = change_octet(out, p, how, is_asked, PIECE_DECODE);
    if (change != FORM_SAME)
        return change;
}

action encoded_tilde {
    change = change_octet(out, p, how, is_asked, PIECE_DECODE | PIECE_TILDE);
    if (change != FORM_SAME)
        return change;
}

action encoded_lower {
    change = change_digits(out, p, how, is_asked);
    if (change != FORM_SAME)
        return change;
}

action stray            { }                     # a "%" that begins no such octet

action capital {
    change = change_capital(out, p, is_asked);
    if (change != FORM_SAME)
        return change;
}

action capital_again    { }

action capital_before {
    change = change_capital(out, p - 1, is_asked);
    if (change != FORM_SAME)
        return change;
}

# Dot-segments.
action dots_begin       { path->segment = p;
                          path->segment_at = out->len + (size_t)(p - out->from); }

action dot {
    change = remove_dots(out, path, p, how, is_asked, 0, 0, 0);
    if (change != FORM_SAME)
        return change;
}

action dot_dot {
    change = remove_dots(out, path, p, how, is_asked, 0, 0, 1);
    if (change != FORM_SAME)
        return change;
}

action last_dot {
    change = remove_dots(out, path, p, how, is_asked, 0, 1, 0);
    if (change != FORM_SAME)
        return change;
}

action last_dot_dot {
    change = remove_dots(out, path, p, how, is_asked, 0, 1, 1);
    if (change != FORM_SAME)
        return change;
}

action encoded_dot {
    change = remove_dots(out, path, p, how, is_asked, PIECE_DECODE, 0, 0);
    if (change != FORM_SAME)
        return change;
}

action encoded_dot_dot {
    change = remove_dots(out, path, p, how, is_asked, PIECE_DECODE, 0, 1);
    if (change != FORM_SAME)
        return change;
}

action last_encoded_dot {
    change = remove_dots(out, path, p, how, is_asked, PIECE_DECODE, 1, 0);
    if (change != FORM_SAME)
        return change;
}

action last_encoded_dot_dot {
    change = remove_dots(out, path, p, how, is_asked, PIECE_DECODE, 1, 1);
    if (change != FORM_SAME)
        return change;
}

include changes "normalize/changes.rl";
write data noerror nofinal;
}%%

/* Reads a piece up to `pe`. The lens looks up to `lens_end`. Callers pass constants for
   `cs` and `is_asked`. */
static ALWAYS_INLINE enum form_change
read_piece(struct output *out, struct path *path, struct lens *lens, const struct runs *runs,
           const unsigned char *p, const unsigned char *const pe,
           const unsigned char *const lens_end, unsigned how, int cs, int is_asked)
{
    const uint8_t *const run_class = changes_run_class;
    const uint8_t (*const likely)[2] = changes_likely;
    const unsigned char *const eof = pe;
    enum form_change change;

    (void)likely;
    %% write exec;
    (void)cs;
    return p == pe ? FORM_SAME : FORM_UNKNOWN;
}

/* The end of piece i and of the pieces that follow it immediately in its text. */
static const unsigned char *end_of_text(const struct recomposed *form, size_t i)
{
    const unsigned char *end = form->piece[i].text + form->piece[i].len;

    while (++i < form->count && form->piece[i].text == end)
        end += form->piece[i].len;
    return end;
}

static ALWAYS_INLINE enum form_change
read_form(struct output *out, const struct recomposed *form, const unsigned char *text,
          size_t end, int is_asked)
{
    static const struct runs runs = RUNS_OF(changes);
    const unsigned char *upto, *lens_end;
    struct lens lens;

    _Static_assert(!changes_run_pct_encoded, "RUN_WITHIN");
    if (form->count == 0)
        return !is_asked ? FORM_CHANGES : end == 0 ? FORM_SAME : FORM_UNKNOWN;
    upto = is_asked ? text : form->piece[0].text;
    out->from = upto;
    lens_end = end_of_text(form, 0);
    lens_look(&lens, &runs, form->piece[0].text, lens_end);
    for (size_t i = 0; i < form->count; i++) {
        const struct recomposed_piece *const piece = &form->piece[i];
        const unsigned char *const p = piece->text, *const pe = p + piece->len;
        const unsigned how = piece->how;
        enum form_change change = FORM_SAME;

        if (piece->dir_len > 0)
            return FORM_UNKNOWN;
        if (p != upto) {
            if (is_asked)
                return FORM_UNKNOWN;
            if (!copy_upto(out, upto))
                return FORM_UNKNOWN;
            out->from = p;
            lens_end = end_of_text(form, i);
            lens_look(&lens, &runs, p, lens_end);
        }
        upto = pe;
        if (how == 0)
            continue;
        if (how & PIECE_DOTS) {
            struct path path = { p, out->len + (size_t)(p - out->from), p, 0 };

            change = read_piece(out, &path, &lens, &runs, p, pe, lens_end, how,
                                changes_en_path, is_asked);
            if (change == FORM_SAME && how & PIECE_GUARD && !is_asked
                && !(copy_upto(out, pe) && put_guard(out, path.at)))
                return FORM_UNKNOWN;
        } else if (how & PIECE_LOWER) {
            change = read_piece(out, NULL, &lens, &runs, p, pe, lens_end, how,
                                changes_en_lowercase, is_asked);
        } else {
            change = read_piece(out, NULL, &lens, &runs, p, pe, lens_end, how,
                                changes_en_main, is_asked);
        }
        if (change != FORM_SAME)
            return change;
    }
    if (is_asked)
        return upto == text + end ? FORM_SAME : FORM_UNKNOWN;
    return copy_upto(out, upto) ? FORM_CHANGES : FORM_UNKNOWN;
}

ALL_HOT enum form_change
KERNEL_NAME(form_change)(const struct recomposed *form, const unsigned char *text, size_t len)
{
    unsigned char none[1] = { 0 };
    struct output out = { .buf = none };

    return read_form(&out, form, text, len, 1);
}

ALL_HOT int KERNEL_NAME(write_form)(const struct recomposed *form, unsigned char *buf,
                                    size_t size, size_t *len)
{
    unsigned char none[1] = { 0 };
    struct output out = { .buf = size > 0 ? buf : none, .size = size };

    if (read_form(&out, form, NULL, 0, 0) == FORM_UNKNOWN)
        return 0;
    *len = out.len;
    return 1;
}
