/* SPDX-License-Identifier: MIT
 *
 * A libFuzzer target for locus/schemes.h, section 8 of locus.h and locus_redact(): pieces
 * of parts, the lines of ftp and gopher, meanings, findings. The first byte selects the
 * grammar and the size of the buffer; the rest is the text. It aborts if the pieces of
 * paths and queries are not the text between their delimiters, and if a function
 * contradicts itself, not only on an invalid memory access.
 */
#include "fuzz.h"

/* The delimiter of pieces, and the beginning of the next piece: after the end if there is
   none. NULL if pieces are more than the text between delimiters. */
struct divided {
    const char *by;
    uint64_t at;
    uint64_t end;
};

static struct divided divide(const char *text, struct locus_span part, int kind)
{
    static const char *const dividers[LOCUS_PIECE_KIND_COUNT] = {
        [LOCUS_PIECE_SEGMENT] = "/",
        [LOCUS_PIECE_PAIR] = "&;",
        [LOCUS_PIECE_AMP_PAIR] = "&",
    };
    struct divided d = { dividers[kind], part.off,
                         (uint64_t)part.off + part.len };

    if (part.len == 0)
        d.at = d.end + 1;
    else if (kind == LOCUS_PIECE_SEGMENT && text[d.at] == '/')
        d.at++;
    return d;
}

static void check_piece(struct divided *d, const char *text,
                        const struct locus_piece *piece)
{
    uint64_t stop = d->at, equals = d->at;

    if (!d->by)
        return;
    CHECK(d->at <= d->end);
    while (stop < d->end && (!text[stop] || !strchr(d->by, text[stop])))
        stop++;
    while (equals < stop && (*d->by == '/' || text[equals] != '='))
        equals++;
    CHECK(piece->text.off == d->at && piece->text.len == stop - d->at);
    CHECK(piece->name.off == d->at && piece->name.len == equals - d->at);
    CHECK(piece->has_value == (equals < stop));
    CHECK(piece->value.off == (equals < stop ? equals + 1 : 0));
    CHECK(piece->value.len == (equals < stop ? stop - equals - 1 : 0));
    d->at = stop + 1;
}

static void split(const char *text, struct locus_span part)
{
    for (int kind = 0; kind < LOCUS_PIECE_KIND_COUNT; kind++) {
        struct divided d = divide(text, part, kind);
        uint64_t at = part.off;
        struct locus_pieces pieces;
        struct locus_piece piece;
        int result;

        CHECK(locus_pieces_begin(&pieces, (enum locus_piece_kind)kind, part)
              == 0);
        while ((result = locus_pieces_next(&piece, &pieces, text)) == 1) {
            CHECK(piece.text.off >= at);
            at = (uint64_t)piece.text.off + piece.text.len;
            CHECK(at <= (uint64_t)part.off + part.len);
            check_piece(&d, text, &piece);
        }
        CHECK(!d.by || d.at > d.end);
        CHECK(result == 0 || (result == LOCUS_ERROR_PIECE
                              && kind >= LOCUS_PIECE_PROSPERO));
        CHECK(locus_pieces_next(&piece, &pieces, text) == result);
    }
}

/* A line in a buffer of `size`, and in one of the size that it needs. */
static void gopher(const struct locus_url *url, const char *text, size_t size)
{
    char *buf = exact_allocate(size);
    size_t len, again;
    const int result = locus_gopher_line(buf, size, &len, url, text);

    if (result == LOCUS_ERROR_SPACE) {
        exact_free(buf);
        CHECK(len > size);
        buf = exact_allocate(len);
        CHECK(locus_gopher_line(buf, len, &again, url, text) == 0);
        CHECK(again == len);
    } else {
        CHECK(result == 0 || len == 0);
    }
    exact_free(buf);
}

static void ftp(const struct locus_url *url, const char *text, size_t size)
{
    static const char mail[] = "a@b";
    struct locus_ftp ftp;
    size_t len, again;
    int result;

    if (locus_ftp_begin(&ftp, url, text) != 0)
        return;
    ftp.mail = mail;
    ftp.mail_len = sizeof mail - 1;
    do {
        char *buf = exact_allocate(size);

        result = locus_ftp_next(buf, size, &len, &ftp, url, text);
        if (result == LOCUS_ERROR_SPACE) {
            exact_free(buf);
            buf = exact_allocate(len);
            result = locus_ftp_next(buf, len, &again, &ftp, url, text);
            CHECK(result == 1 && again == len);
        }
        CHECK(result == 1 || (result == 0 && len == 0));
        if (result == 1) {
            CHECK(len >= 2 && memcmp(buf + len - 2, "\r\n", 2) == 0);
            CHECK(!memchr(buf, '\n', len - 2) && !memchr(buf, '\0', len));
        }
        exact_free(buf);
    } while (result == 1);
}

/* Each finding by itself, and all that the URL does not have. */
static void find(const struct locus_url *url, const char *text, size_t len)
{
    const uint64_t found = locus_findings(url, text, len, NULL);

    CHECK(found >> LOCUS_FINDING_COUNT == 0);
    for (int f = 0; f < LOCUS_FINDING_COUNT; f++)
        CHECK(locus_findings_any(url, text, len, UINT64_C(1) << f, NULL)
              == (int)(found >> f & 1));
    CHECK(locus_findings_any(url, text, len, ~found, NULL) == 0);
    CHECK(locus_findings_any(url, text, len, found, NULL) == (found != 0));
}

/* Replaces the secrets, of which the values of the key that the text begins with are
   some. Redacting the result changes nothing. */
static void redact(const struct locus_url *url, const char *text, size_t len,
                   unsigned choice)
{
    const struct locus_span query = url->part[LOCUS_QUERY];
    const struct locus_slice key = { text + query.off, query.len < choice ? query.len
                                                                         : choice };
    const struct locus_redaction what = {
        .mask = { "XYZ", choice % 4 }, .keys = &key, .key_count = 1,
        .flags = choice % 2 ? LOCUS_PLUS_IS_SPACE : 0
    };
    const size_t size = 3 * len + 16;
    char *buf = malloc(size), *again = malloc(size);
    struct locus_url redacted;
    size_t redacted_len, again_len;
    const int result = locus_redact(buf, size, &redacted_len, url, text, &what, NULL);

    CHECK(buf && again);
    CHECK(result == 0 || (result != LOCUS_ERROR_SPACE && redacted_len == 0));
    if (result == 0) {
        CHECK(locus_parse(&redacted, buf, redacted_len, locus_url_grammar(url)) == 0);
        CHECK(redacted.present == url->present);
        CHECK(locus_redact(again, size, &again_len, &redacted, buf, &what, NULL) == 0);
        CHECK(again_len == redacted_len && memcmp(again, buf, again_len) == 0);
    }
    exact_free(buf);
    exact_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t choice = size > 0 ? data[0] : 0;
    const size_t len = size > 0 ? size - 1 : 0;
    const struct locus_grammar *const grammar =
        grammar_at(choice % grammar_count());
    char *const text = exact_copy(data + (size > 0), len);
    struct locus_meaning meaning;
    struct locus_url url;

    split(text, (struct locus_span){ 0, (uint32_t)len });
    locus_parse(&url, text, len, grammar);
    find(&url, text, len);
    if (url.error == 0) {
        const int host_class = locus_host_class(&url, text);

        CHECK(host_class < 0 || locus_class_name((enum locus_class)host_class));
        for (int part = 0; part < LOCUS_PART_COUNT; part++)
            split(text, locus_get(&url, part));
        redact(&url, text, len, choice / 8);
        gopher(&url, text, choice / 8);
        ftp(&url, text, choice / 8);
        if (locus_meaning_of(&meaning, &url, text, NULL) == 0)
            CHECK(locus_object_name(meaning.object)
                  && locus_part_name(meaning.part));
    }
    exact_free(text);
    return 0;
}
