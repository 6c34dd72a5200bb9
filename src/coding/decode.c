/* SPDX-License-Identifier: MIT
 *
 * Decodes percent-encodings.
 */
#include "coding/decoding.h"
#include "common/bytes.h"
#include "common/report.h"

#define NAME_DECODER(kernel, needs) [KERNEL_##kernel] = KERNEL_PASTE(decode_text, kernel),
static locus_decoder *const decoders[KERNEL_COUNT] = { LOCUS_KERNELS(NAME_DECODER) };

#define NAME_READER(kernel, needs) [KERNEL_##kernel] = KERNEL_PASTE(read_octets, kernel),
static locus_octets_reader *const readers[KERNEL_COUNT] = { LOCUS_KERNELS(NAME_READER) };

/* Decodes the whole text. The first pass finds what is in the octets, but not where in the
   text. If it finds anything, a second pass finds the offset. */
static void decode(struct decoding *d)
{
    struct locus_writer nowhere = { NULL, 0, 0 };
    const unsigned kernel = locus_kernel_in_use();
    struct decoding again = *d;

    decoders[kernel](d);
    if (__builtin_expect(d->octets.found == 0, 1))
        return;
    again.exact = 1;
    again.out = &nowhere;
    decoders[kernel](&again);
    again.out = d->out;
    *d = again;
}

int locus_decode_to(struct locus_writer *out, const char *text, size_t len,
                    int component, unsigned flags, struct locus_report *report)
{
    struct decoding d = {
        .out = out,
        .text = bytes_of(text, len),
        .as = DECODE_TEXT,
        .keep = (flags & LOCUS_KEEP) != 0,
        .delimiters = locus_delimiters_of(component),
    };
    size_t ignored;

    if (d.delimiters.entry < 0)
        return LOCUS_ERROR_PART;
    if (component == LOCUS_HOST) {
        if (locus_ip_literal(d.text, len, &ignored)) {
            locus_put(out, text, len);
            return 0;
        }
        d.as = DECODE_HOST;
        d.refused = LOCUS_FOUND_CONTROL | LOCUS_FOUND_DELIMITER;
    } else if (component >= LOCUS_POSIX_PIECE) {
        d.refused = LOCUS_FOUND_NUL | LOCUS_FOUND_DELIMITER;
    }
    if (flags & LOCUS_PLUS_IS_SPACE)
        d.as = DECODE_QUERY;
    d.end = d.text + len;
    decode(&d);
    if (d.octets.in_character) {
        if (d.found == 0)
            d.first = len;
        d.found |= LOCUS_FOUND_NOT_UTF8;
    }
    report->found |= d.found;
    report->offset = d.error ? d.error_offset : d.first;
    return d.error;
}

uint32_t locus_look_at(const char *text, size_t len)
{
    const unsigned char *const p = bytes_of(text, len);
    struct locus_octets octets = { .state = 0 };

    readers[locus_kernel_in_use()](&octets, p, p + len);
    return octets.found | (octets.in_character ? LOCUS_FOUND_NOT_UTF8 : 0u);
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
