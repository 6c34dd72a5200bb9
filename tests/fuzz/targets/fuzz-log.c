/* SPDX-License-Identifier: MIT
 *
 * Fuzz targets of libFuzzer for locus_log_next() and what reads its fields: fuzz-log for all
 * formats, and with FUZZ_LOG, the name of a format or an envelope, one for each. The first
 * byte chooses the format and the envelope, as far as that name does not, or a format of a
 * configuration; the second how the log is cut and the longest line; the rest is the log. It
 * aborts if the lines do not tile the log, a field is outside its line, a value differs from
 * its span, a source is outside the lines that were read, or the result depends on the
 * windows or the kernel.
 */
#include "fuzz.h"

#include "locus/log.h"

#ifndef FUZZ_LOG
#define FUZZ_LOG ""
#endif

enum { LINES = FUZZ_MAX + 1 };

/* Records the kinds of lines, with their fields and errors: the machines are tables,
   in which libFuzzer sees no branch. */
__attribute__((section("__libfuzzer_extra_counters"), used))
static uint8_t seen[4096];

/* Formats of configurations, from this byte on. */
enum { ROWS_FROM = 128, ROWS = 8 };
static const char *const rows[ROWS] = {
    "%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-agent}i\"",
    "%v:%p|%{sec}t|%m %U%q %H|%D",
    "%u %r %b %t\\t%{x}i",
    "$remote_addr - $remote_user [$time_local] $request_time \"$request\" $-",
    "log_format x escape=json '{\"a\":\"$request\",\"b\":\"$http_referer\",\"c\":$msec}'",
    "log_format x escape=none '$host $status $http_user_agent ab$time_iso8601'",
    "%ci:%cp [%tr] %ft %b/%s %Ta %ST %B %hr %hs %{+Q}r",
    "%{+Q}o %HM %HU|%CC|%tsc"
};
static struct locus_log_row row;

static struct {
    const struct locus_log_format *format;
    const struct locus_log_envelope *envelope; /* NULL: none */
    uint32_t max_line;
    uint32_t cuts;                 /* 0: not at all */
} how;

static char message[FUZZ_MAX];

static void check_source(const struct locus_log *log, const struct locus_log_line *line,
                         const char *text, int field)
{
    const struct locus_span span = locus_log_get(line, field);
    struct locus_span source;

    if (field >= LOCUS_LOG_ENVELOPE)
        return;
    CHECK(locus_log_source(&source, log, line, text, span) == 0);
    CHECK(source.off <= line->reach && source.len <= line->reach - source.off);
    CHECK(source.len >= span.len);
}

static void check_field(const struct locus_log_line *line, const char *text, int field)
{
    static char buf[FUZZ_MAX + 128];
    static uint32_t offsets[FUZZ_MAX + 1];
    const struct locus_span span = locus_log_get(line, field);
    const size_t most = line->copied ? sizeof message : line->len;
    struct locus_duration duration;
    struct locus_time time;
    uint64_t number;
    size_t len, again;

    CHECK(locus_log_field_name(how.format, field));
    CHECK(span.off <= most && span.len <= most - span.off);
    CHECK(locus_log_value(buf, sizeof buf, &len, line, text, field) == 0);
    if (len > 0)
        CHECK(locus_log_value(buf, len - 1, &again, line, text, field) == LOCUS_ERROR_SPACE
              && again == len);
    if (locus_log_offsets(offsets, len + 1, line, text, field) == 0)
        for (size_t i = 0; i < len; i++)
            CHECK(offsets[i] >= span.off && offsets[i] <= offsets[i + 1]
                  && offsets[i + 1] <= span.off + span.len
                  && (offsets[i + 1] != offsets[i] + 1 || text[offsets[i]] == buf[i]));
    if (field == LOCUS_LOG_TIME)
        CHECK(locus_log_time(&time, line, text) == 0 && len <= 41);
    else if (field == LOCUS_LOG_DURATION)
        CHECK(locus_log_duration(&duration, line, text) != LOCUS_ERROR_ABSENT);
    else if (line->escaped >> field & 1)
        CHECK(len <= span.len + (field == LOCUS_LOG_STATUS || field == LOCUS_LOG_BYTES) * 20);
    else
        CHECK(len == span.len && memcmp(buf, text + span.off, len) == 0);
    if (field == LOCUS_LOG_STATUS)
        CHECK(locus_log_number(&number, line, text, field) == 0 && number < 1000);
    else
        locus_log_number(&number, line, text, field);
}

static void check_line(const struct locus_log *log, const struct locus_log_line *line,
                       const char *text)
{
    CHECK(line->kind <= LOCUS_LOG_REST && line->format == how.format);
    CHECK(line->ending <= 2 && line->len + line->ending > 0);
    CHECK(line->kind == LOCUS_LOG_RECORD || line->present == 0);
    CHECK((line->kind == LOCUS_LOG_REJECT) == (line->error != 0));
    CHECK((line->escaped & ~line->present) == 0 && line->len <= line->reach);
    CHECK(line->error_offset <= line->reach || line->error == LOCUS_ERROR_TOO_LONG);
    CHECK(how.envelope || (!line->copied && line->len == line->reach));
    for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++)
        if (locus_log_has(line, field)) {
            check_field(line, line->copied ? message : text, field);
            check_source(log, line, text, field);
        }
    seen[(line->kind * 8u + line->request) * 64u + line->error_field % 64u] = 1;
    seen[2560 + line->present % 1536] = 1;
}

/* Reads the log. Bytes of a line that is too long become one line. */
static size_t read_log(struct locus_log_line *lines, const char *text, size_t len)
{
    struct locus_log log;
    size_t have = fuzz_piece(&how.cuts, len);
    size_t count = 0;
    uint64_t at = 0;

    CHECK(locus_log_init(&log, how.format) == 0);
    log.max_line = how.max_line;
    if (how.envelope)
        CHECK(locus_log_set_envelope(&log, how.envelope, message,
                                     how.max_line < sizeof message ? how.max_line
                                                                   : sizeof message) == 0);
    for (;;) {
        const size_t base = (size_t)log.base;
        const char *const window = fuzz_guarded(text + base, have - base, have / 2 % 2);
        struct locus_log_line line;
        int result;

        while ((result = locus_log_next(&log, window, have - base, have == len, &line)) == 1) {
            CHECK(line.offset == at && line.offset == base + line.off);
            at += line.len + line.ending;
            CHECK(at <= have);
            check_line(&log, &line, window + line.off);
            if (line.kind == LOCUS_LOG_REST && lines[count - 1].kind == LOCUS_LOG_REST)
                lines[count - 1].len += line.len + line.ending;
            else
                lines[count++] = line;
            if (line.kind == LOCUS_LOG_REST) {
                lines[count - 1].len += lines[count - 1].ending;
                lines[count - 1].ending = 0;
            }
        }
        CHECK(result == 0 && log.base == base + log.drop);
        CHECK(have - log.base < how.max_line);
        if (have == len)
            break;
        have += fuzz_piece(&how.cuts, len - have);
    }
    CHECK(at == len);
    return count;
}

static void check_same(const struct locus_log_line *a, const struct locus_log_line *b)
{
    CHECK(a->offset == b->offset && a->len == b->len && a->ending == b->ending);
    CHECK(a->kind == b->kind && a->request == b->request && a->error == b->error);
    CHECK(a->error_field == b->error_field && a->error_offset == b->error_offset);
    CHECK(a->present == b->present && a->escaped == b->escaped);
    CHECK(a->copied == b->copied);
    for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++) {
        const struct locus_span x = locus_log_get(a, field), y = locus_log_get(b, field);

        CHECK(x.off == y.off && x.len == y.len);
    }
}

static void choose(unsigned number)
{
    unsigned formats = 0, envelopes = 0;

    if (sizeof FUZZ_LOG == 1 && number >= ROWS_FROM) {
        const char *const text = rows[number % ROWS];

        CHECK(locus_log_compile(&row, text, strlen(text), NULL) == 0);
        how.format = locus_log_row_format(&row);
        how.envelope = NULL;
        return;
    }
    while (locus_log_format_at(formats))
        formats++;
    while (locus_log_envelope_at(envelopes))
        envelopes++;
    how.format = locus_log_format_from_name(FUZZ_LOG, sizeof FUZZ_LOG - 1);
    how.envelope = locus_log_envelope_from_name(FUZZ_LOG, sizeof FUZZ_LOG - 1);
    if (!how.format)
        how.format = locus_log_format_at(number % formats);
    /* tests/fuzz/seeds.py numbers them alike. */
    number = number / formats % (envelopes + 1);
    if (sizeof FUZZ_LOG == 1 && number > 0)
        how.envelope = locus_log_envelope_at(number - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct locus_log_line whole[LINES], pieces[LINES];
    const char *const text = (const char *)data + 2;
    size_t count = 0;
    const char *kernel;

    if (size < 2 || size > FUZZ_MAX)
        return 0;
    choose(data[0]);
    how.max_line = data[1] % 4 ? LOCUS_LOG_MAX_LINE : 1u + data[1];
    for (size_t k = 0; (kernel = locus_kernel_name(k)) != NULL; k++) {
        size_t others;

        CHECK(locus_use_kernel(kernel) == 0);
        how.cuts = k == 0 ? 0 : data[1] + 1u;
        others = read_log(k == 0 ? whole : pieces, text, size - 2);
        if (k == 0)
            count = others;
        CHECK(others == count);
        for (size_t i = 0; k > 0 && i < count; i++)
            check_same(&whole[i], &pieces[i]);
    }
    return 0;
}
