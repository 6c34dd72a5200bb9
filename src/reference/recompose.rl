/* SPDX-License-Identifier: MIT
 *
 * Reads, writes and compares recomposed texts (recompose.h). A machine classifies their
 * percent-encodings.
 */
#include <string.h>

#include "common/bytes.h"
#include "reference/recompose.h"

static const unsigned char slash[] = "/";
static const unsigned char guard[] = "/.";

/* What the last "%" of a span is. */
enum token {
    UNREAD = RECOMPOSED_UNREAD,
    NONE,
    STRAY,
    UNRESERVED,
    TILDE,
    OTHER
};

%%{
machine percent_encodings;
getkey span[len - 1 - p];

action encoded_unreserved { token = UNRESERVED; *percent = len - 1 - p; }
action encoded_tilde      { token = TILDE; *percent = len - 1 - p; }
action encoded_other      { token = OTHER; *percent = len - 1 - p; }
action encoded_guard      { token = OTHER; }
action encoded_stray      { token = STRAY; *percent = len - 1 - p; }

include percent_encodings "reference/percent-encodings.rl";
write data noerror nofinal noentry;
}%%

/* Finds the last "%" of span[0..len). The machine reads from right to left: p counts the
   bytes read. */
static enum token last_percent(const unsigned char *span, size_t len, size_t *percent)
{
    const size_t pe = len;
    size_t p = 0;
    int cs = percent_encodings_start;
    enum token token = NONE;

    %% write exec;
    (void)cs;
    return token;
}

/* Reading */

void locus_recomposed_read(struct recomposed_reader *reader, const struct recomposed *form)
{
    memset(reader, 0, offsetof(struct recomposed_reader, small));
    reader->form = form;
    reader->left = form->count;
}

/* Returns up to RECOMPOSED_SMALL bytes, which end at reader->at, in lower case. */
static size_t lower_run(struct recomposed_reader *reader, size_t from,
                        const unsigned char **run)
{
    size_t n = reader->at - from;

    if (n > RECOMPOSED_SMALL)
        n = RECOMPOSED_SMALL;
    reader->at -= n;
    for (size_t i = 0; i < n; i++)
        reader->small[i] = ascii_lower(reader->span[reader->at + i]);
    *run = reader->small;
    return n;
}

/* Returns the percent-encoding that ends at reader->at. */
static size_t encoded_run(struct recomposed_reader *reader, const unsigned char **run)
{
    const unsigned char *encoded = reader->span + reader->percent;
    const int decoded = reader->how & PIECE_DECODE
        && (reader->token == UNRESERVED
            || (reader->token == TILDE && reader->how & PIECE_TILDE));

    reader->at = reader->percent;
    reader->token = UNREAD;
    *run = reader->small;
    if (decoded) {
        const unsigned char c = hex_octet(encoded + 1);

        reader->small[0] = reader->how & PIECE_LOWER ? ascii_lower(c) : c;
        return 1;
    }
    if (reader->how & PIECE_UPPER) {
        reader->small[0] = '%';
        reader->small[1] = ascii_upper(encoded[1]);
        reader->small[2] = ascii_upper(encoded[2]);
        return 3;
    }
    *run = encoded;
    return 3;
}

/* Returns the next run of a span that is not read to its beginning. */
static size_t span_run(struct recomposed_reader *reader, const unsigned char **run)
{
    size_t from = 0;               /* bytes that are not percent-encoded begin here */
    size_t n;

    if (!(reader->how & (PIECE_LOWER | PIECE_UPPER | PIECE_DECODE))) {
        n = reader->at;
        reader->at = 0;
        *run = reader->span;
        return n;
    }
    if (reader->token == UNREAD)
        reader->token = (int)last_percent(reader->span, reader->at, &reader->percent);
    if (reader->token != NONE)
        from = reader->percent + (reader->token == STRAY ? 0 : 3);
    if (reader->at == from)
        return encoded_run(reader, run);
    if (reader->how & PIECE_LOWER) {
        n = lower_run(reader, from, run);
    } else {
        n = reader->at - from;
        reader->at = from;
        *run = reader->span + from;
    }
    if (reader->at == from && reader->token == STRAY)
        reader->token = UNREAD;
    return n;
}

static void begin_piece(struct recomposed_reader *reader,
                        const struct recomposed_piece *piece)
{
    reader->how = piece->how;
    if (!(piece->how & PIECE_DOTS)) {
        locus_recomposed_begin_span(reader, piece->text, piece->len);
        return;
    }
    locus_recomposed_begin_path(reader, piece);
}

size_t locus_recomposed_next(struct recomposed_reader *reader, const unsigned char **run)
{
    for (;;) {
        if (reader->at > 0)
            return span_run(reader, run);
        if (reader->slash) {
            reader->slash = 0;
            *run = slash;
            return 1;
        }
        if (reader->path) {
            if (locus_recomposed_next_segment(reader))
                continue;
            reader->path = NULL;
            if (reader->empty_front && reader->how & PIECE_GUARD) {
                *run = guard;
                return sizeof guard - 1;
            }
        }
        if (reader->left == 0)
            return 0;
        begin_piece(reader, &reader->form->piece[--reader->left]);
    }
}

int locus_recomposed_is_slash(const unsigned char *run)
{
    return run == slash;
}

/* Length, output and comparison */

size_t locus_recomposed_length(const struct recomposed *form)
{
    struct recomposed_reader reader;
    const unsigned char *run;
    size_t len = 0;
    size_t n;

    locus_recomposed_read(&reader, form);
    while ((n = locus_recomposed_next(&reader, &run)) > 0)
        len += n;
    return len;
}

/* Runs that are remembered, so that a form need not be read twice. */
enum { REMEMBERED = 24 };

/* Whether no run is in reader->small, so that each run stays valid. */
static int is_as_it_is(const struct recomposed *form)
{
    for (size_t i = 0; i < form->count; i++)
        if (!RECOMPOSED_AS_IS(form->piece[i].how))
            return 0;
    return 1;
}

int locus_recomposed_write(const struct recomposed *form, char *buf, size_t size,
                           size_t *len)
{
    struct {
        const unsigned char *run;
        size_t n;
    } runs[REMEMBERED];
    struct recomposed_reader reader;
    const unsigned char *run;
    const int as_it_is = is_as_it_is(form);
    size_t count = 0, at = 0;
    size_t n;

    locus_recomposed_read(&reader, form);
    while ((n = locus_recomposed_next(&reader, &run)) > 0) {
        if (count < REMEMBERED) {
            runs[count].run = run;
            runs[count].n = n;
        }
        count++;
        at += n;
    }
    *len = at;
    if (at > size)
        return LOCUS_ERROR_SPACE;
    if (count <= REMEMBERED && as_it_is) {
        while (count-- > 0) {
            memcpy(buf, runs[count].run, runs[count].n);
            buf += runs[count].n;
        }
        return 0;
    }
    locus_recomposed_read(&reader, form);
    while ((n = locus_recomposed_next(&reader, &run)) > 0) {
        at -= n;
        memcpy(buf + at, run, n);
    }
    return 0;
}

/* A reader, and the rest of its current run. */
struct side {
    struct recomposed_reader reader;
    const unsigned char *run;
    size_t n;
};

/* Begins at the end of the first `keep` bytes of a text of `len` bytes. */
static void begin_side(struct side *side, const struct recomposed *form, size_t len,
                       size_t keep)
{
    size_t drop = len - keep;

    locus_recomposed_read(&side->reader, form);
    side->n = 0;
    while (drop > 0) {
        side->n = locus_recomposed_next(&side->reader, &side->run);
        if (side->n > drop) {
            side->n -= drop;
            return;
        }
        drop -= side->n;
        side->n = 0;
    }
}

/* Compares a[0..n) and b[0..n). The library does not call memcmp(). */
static int order(const unsigned char *a, const unsigned char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

int locus_recomposed_compare(const struct recomposed *a, const struct recomposed *b)
{
    const size_t a_len = locus_recomposed_length(a);
    const size_t b_len = locus_recomposed_length(b);
    const size_t common = a_len < b_len ? a_len : b_len;
    int result = a_len < b_len ? -1 : a_len > b_len;
    size_t left = common;
    struct side x, y;

    begin_side(&x, a, a_len, common);
    begin_side(&y, b, b_len, common);
    while (left > 0) {
        size_t n;
        int difference;

        if (x.n == 0)
            x.n = locus_recomposed_next(&x.reader, &x.run);
        if (y.n == 0)
            y.n = locus_recomposed_next(&y.reader, &y.run);
        n = x.n < y.n ? x.n : y.n;
        x.n -= n;
        y.n -= n;
        left -= n;
        /* The last difference found is the first one in the texts. */
        difference = order(x.run + x.n, y.run + y.n, n);
        if (difference != 0)
            result = difference;
    }
    return result;
}
