/* SPDX-License-Identifier: MIT
 *
 * Decodes percent-encodings. grammar/coding/decode.rl finds them;
 * grammar/coding/octets.rl classifies the decoded octets.
 */
#include "coding/coding.h"
#include "common/bytes.h"
#include "common/report.h"

/* The state of one decoding. */
struct decoding {
    struct locus_writer *out;
    const unsigned char *text;
    const unsigned char *end;
    int keep;                      /* keep a stray "%" */
    uint32_t refused;              /* what may not be percent-encoded here */
    int octets;                    /* the state of the machine octets */
    uint32_t found;
    size_t first;                  /* offset in the text of what was found first */
    int error;
    size_t error_offset;
};

/* ------------------------------------------------------------------------
 * Classifying the octets
 * ------------------------------------------------------------------------ */

static void found(struct decoding *d, uint32_t what, size_t offset)
{
    if (d->found == 0)
        d->first = offset;
    d->found |= what;
}

#define FOUND(what) found(d, LOCUS_FOUND_##what, offset + (size_t)(p - begin));

%%{
machine octets;

action nul              { FOUND(NUL) }
action cr               { FOUND(CR) }
action lf               { FOUND(LF) }
action control          { FOUND(CONTROL) }
action not_utf8         { FOUND(NOT_UTF8) }
action delimiter        { if (hidden) FOUND(DELIMITER) }

include octets "coding/octets.rl";
write data noerror;
}%%

/* `offset` is the offset of begin[0] in the text. `hidden`: it is the one octet of a
   percent-encoding. */
static void read_octets(struct decoding *d, const unsigned char *const begin,
                        const unsigned char *const pe, size_t offset, int hidden)
{
    const unsigned char *p = begin;
    int cs = d->octets;

    %% write exec;
    d->octets = cs;
}

static int octets_entry(int component)
{
    switch (component) {
    case LOCUS_SCHEME: case LOCUS_PORT: case LOCUS_TYPE: case LOCUS_GTYPE:
    case LOCUS_GROUP: case LOCUS_NUMBER:
        return octets_en_none;
    case LOCUS_USER: case LOCUS_USERINFO: case LOCUS_ARTICLE:
        return octets_en_user;
    case LOCUS_PASSWORD: return octets_en_password;
    case LOCUS_HOST: return octets_en_host;
    case LOCUS_PATH: case LOCUS_SEGMENT: case LOCUS_HSONAME:
    case LOCUS_DATABASE: case LOCUS_WTYPE: case LOCUS_WPATH:
        return octets_en_path;
    case LOCUS_QUERY: case LOCUS_QUERY_ITEM: return octets_en_query;
    case LOCUS_FRAGMENT: return octets_en_fragment;
    case LOCUS_SELECTOR: case LOCUS_SEARCH: case LOCUS_PLUS:
        return octets_en_tabbed;
    case LOCUS_ADDRESS: return octets_en_address;
    case LOCUS_FIELDS: return octets_en_fields;
    case LOCUS_ANY: return octets_en_reserved;
    case LOCUS_POSIX_PIECE: return octets_en_posix;
    case LOCUS_WINDOWS_PIECE: return octets_en_windows;
    case LOCUS_WINDOWS_PIECE_1630: return octets_en_windows_old;
    default: return 0;
    }
}

/* ------------------------------------------------------------------------
 * Finding the percent-encodings
 * ------------------------------------------------------------------------ */

static void fail(struct decoding *d, int error, size_t offset)
{
    if (d->error == 0) {
        d->error = error;
        d->error_offset = offset;
    }
}

/* The bytes since the last percent-encoding are literal, and copied together. */
static void put_literal(struct decoding *d, const unsigned char *begin,
                        const unsigned char *end)
{
    locus_put(d->out, begin, (size_t)(end - begin));
    read_octets(d, begin, end, (size_t)(begin - d->text), 0);
}

static void put_decoded(struct decoding *d, const unsigned char *percent)
{
    const size_t offset = (size_t)(percent - d->text);
    const unsigned char octet = hex_octet(percent + 1);

    locus_put(d->out, &octet, 1);
    read_octets(d, &octet, &octet + 1, offset, 1);
    if (d->found & d->refused)
        fail(d, LOCUS_ERROR_HIDDEN, offset);
}

static void put_space(struct decoding *d, const unsigned char *plus)
{
    static const unsigned char space[1] = { ' ' };

    locus_put(d->out, space, 1);
    read_octets(d, space, space + 1, (size_t)(plus - d->text), 0);
}

%%{
machine decode;

# A "%", of a percent-encoding or stray.
action percent {
    percent = p;
}

# On the second of the two digits after the last "%".
action octet {
    put_literal(d, begin, percent);
    put_decoded(d, percent);
    begin = p + 1;
}

# The last "%" is stray: on the first byte that is not a digit, before its other events,
# or at the end.
action stray {
    if (!d->keep)
        fail(d, LOCUS_ERROR_PERCENT, (size_t)(percent - d->text));
}

# A "+" that means a space.
action plus {
    put_literal(d, begin, p);
    put_space(d, p);
    begin = p + 1;
}

include decode "coding/decode.rl";
write data noerror;
}%%

static void read_escapes(struct decoding *d, int cs)
{
    const unsigned char *p = d->text;
    const unsigned char *const pe = d->end;
    const unsigned char *const eof = pe;
    const unsigned char *begin = p;
    const unsigned char *percent = p;

    %% write exec;
    put_literal(d, begin, p);
    if (cs < decode_first_final)
        fail(d, LOCUS_ERROR_HOST, (size_t)(p - d->text));
}

int locus_decode_to(struct locus_writer *out, const char *text, size_t len,
                    int component, unsigned flags, struct locus_report *report)
{
    struct decoding d = {
        .out = out,
        .text = bytes_of(text, len),
        .keep = (flags & LOCUS_KEEP) != 0,
        .octets = octets_entry(component),
    };
    int entry = decode_en_text;
    size_t ignored;

    if (d.octets == 0)
        return LOCUS_ERROR_PART;
    if (component == LOCUS_HOST) {
        if (locus_ip_literal(d.text, len, &ignored)) {
            locus_put(out, text, len);
            return 0;
        }
        entry = decode_en_host;
        d.refused = LOCUS_FOUND_CONTROL | LOCUS_FOUND_DELIMITER;
    } else if (component >= LOCUS_POSIX_PIECE) {
        d.refused = LOCUS_FOUND_NUL | LOCUS_FOUND_DELIMITER;
    }
    if (flags & LOCUS_PLUS_IS_SPACE)
        entry = decode_en_query;
    d.end = d.text + len;
    read_escapes(&d, entry);
    if (d.octets < octets_first_final)
        found(&d, LOCUS_FOUND_NOT_UTF8, len);      /* incomplete at the end */
    report->found |= d.found;
    report->offset = d.error ? d.error_offset : d.first;
    return d.error;
}

uint32_t locus_look_at(const char *text, size_t len)
{
    struct decoding d = {
        .text = bytes_of(text, len), .octets = octets_en_none,
    };

    read_octets(&d, d.text, d.text + len, 0, 0);
    if (d.octets < octets_first_final)
        found(&d, LOCUS_FOUND_NOT_UTF8, len);
    return d.found;
}

int locus_decode(char *buf, size_t size, size_t *len, const char *text,
                 size_t text_len, int component, unsigned flags,
                 struct locus_report *report)
{
    struct locus_writer out = { buf, size, 0 };
    struct locus_report unwanted;
    int result;

    report = locus_report_begin(report, &unwanted);
    *len = 0;
    if (component >= LOCUS_POSIX_PIECE)
        return LOCUS_ERROR_PART;
    if (flags & ~(unsigned)(LOCUS_KEEP | LOCUS_PLUS_IS_SPACE)
        || (flags & LOCUS_PLUS_IS_SPACE && !locus_may_have_plus(component)))
        return LOCUS_ERROR_ARGUMENT;
    result = locus_decode_to(&out, text, text_len, component, flags, report);
    return result == 0 ? locus_put_end(&out, len) : result;
}
