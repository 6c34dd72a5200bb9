/* SPDX-License-Identifier: MIT
 *
 * Properties of every line, on lines that resemble those of logs, most of them damaged:
 * where its fields are, what the offset of an error is, and that neither the kernel nor
 * the windows make a difference.
 */
#include "unit/log/test-log.h"

/* Lines */

static const char *const clients[] = {
    "192.0.2.7", "2001:db8::7", "h.example", "-", "unix:", "192.0.2.1, 192.0.2.2", "#c",
    "www.example.org:443 192.0.2.7", "h 192.0.2.7", "a\\x00", "h:80", "a,", ",", "",
};
static const char *const users[] = {
    "- -", "- lena", "- lena s", "- \"\"", "unknown lena", "unknown lena s", "- a [b",
    "- -  -", "- \\\"", "- [01/Jan/2024:00:00:00 +0000] \\\"", "-", "", "a b c d",
    "- [01/Jan/2024:00:00:00 +0000]", "- a\xc3\xa9", "- \"",
};
static const char *const times[] = {
    "[10/Oct/2000:13:55:36 -0700]", "[29/Feb/2023:23:59:60 +1400]",
    "[01/Dec/2024:00:00:00 +0000]", "[32/Dec/2024:00:00:00 +0000]",
    "[01/Dec/2024:00:00:00 +0000", "[2024-12-01T00:00:00Z]", "[]",
};
static const char *const requests[] = {
    "GET / HTTP/1.1", "GET /a?b=c HTTP/1.0", "POST /a b HTTP/1.1 HTTP/2.0", "-", "", "GET /",
    "GET", "GET ", "GET  HTTP/1.1", "\\x16\\x03\\x01", "GET /\\\"\\\\ HTTP/1.1", "OPTIONS *",
    "CONNECT h:80 HTTP/1.1", "GET /a\"b HTTP/1.1", "GET /x\\", "-- HTTP/1", "\x16\x03\x01",
    "GET / HTTP/ HTTP/1.1\\r", " HTTP/1.1", "a HTTP/", "a b HTTP HTTP /HTTP/",
};
static const char *const ends[] = {
    " 200 5 \"-\" \"-\"", " 200 5", " 404 - \"http://h/\" \"Mozilla/5.0 (X11)\"", " - -",
    " 200 5 \"-\" \"x\\\"y\" 1 \"a\"", " 200 5 0.001", " 200 5 \"\" \"\" ", " 200 5 \"-\"",
    " 200", " 20 5", "", " 200 5 \"a\"b\" \"-\"", " 200 5\r", " 200 5 \"-\" \"-\" \r\r",
    " 304 18446744073709551615 \"--\" \"\\x22\"",
};

static void add(struct mutate_text *text, const char *string)
{
    mutate_add(text, string, strlen(string));
}

/* Writes a piece that has a meaning in logs into the text, or damages the text in another
   way. */
static void damage(struct mutate *m, struct mutate_text *text)
{
    static const char *const pieces[] = {
        "\"", "\\", "\\\"", " ", "- ", "[", "] \"", " HTTP/", "\r", "\t", "\\x", "#", ",",
        ":80", "01/Jan/2024:00:00:00 +0000", "\" 200 5", "\" \"", "-", "\x80", "\x7f",
    };
    const char *const piece = MUTATE_PICK(m, pieces);
    const size_t at = mutate_below(m, text->len + 1);
    const size_t n = mutate_open(text, at, strlen(piece));

    if (mutate_one_in(m, 2)) {
        memcpy(text->bytes + at, piece, n);
    } else {
        mutate_erase(text, at, n);
        mutate_damage(m, text);
    }
}

/* A line without a line feed; returns its length. */
static size_t make_line(struct mutate *m, unsigned char *bytes)
{
    struct mutate_text text = { bytes, 0 };

    add(&text, MUTATE_PICK(m, clients));
    add(&text, " ");
    add(&text, MUTATE_PICK(m, users));
    add(&text, " ");
    add(&text, times[mutate_below(m, mutate_one_in(m, 4) ? COUNT(times) : 3)]);
    add(&text, " \"");
    add(&text, MUTATE_PICK(m, requests));
    add(&text, "\"");
    add(&text, MUTATE_PICK(m, ends));
    if (mutate_one_in(m, 4))
        mutate_stretch(m, &text, 64 * (1 + mutate_below(m, 4)) - 3 + mutate_below(m, 7));
    for (size_t i = mutate_one_in(m, 2) ? mutate_below(m, 5) : 0; i > 0; i--)
        damage(m, &text);
    for (size_t i = 0; i < text.len; i++)
        if (bytes[i] == '\n')
            bytes[i] = '\v';
    return text.len;
}

/* Properties */

static size_t end_of(struct locus_span span)
{
    return (size_t)span.off + span.len;
}

static void check_request(const struct locus_log_line *line)
{
    const struct locus_span request = locus_log_get(line, LOCUS_LOG_REQUEST);
    const struct locus_span method = locus_log_get(line, LOCUS_LOG_METHOD);
    const struct locus_span target = locus_log_get(line, LOCUS_LOG_TARGET);
    const struct locus_span protocol = locus_log_get(line, LOCUS_LOG_PROTOCOL);
    const bool is_http = line->request == LOCUS_LOG_REQUEST_HTTP;
    const bool is_simple = line->request == LOCUS_LOG_REQUEST_SIMPLE;

    ck_assert(locus_log_has(line, LOCUS_LOG_REQUEST));
    ck_assert_int_eq(locus_log_has(line, LOCUS_LOG_METHOD), is_http || is_simple);
    ck_assert_int_eq(locus_log_has(line, LOCUS_LOG_TARGET), is_http || is_simple);
    ck_assert_int_eq(locus_log_has(line, LOCUS_LOG_PROTOCOL), is_http);
    if (is_http || is_simple) {
        ck_assert_uint_eq(method.off, request.off);
        ck_assert_uint_gt(method.len, 0);
        ck_assert_uint_eq(target.off, end_of(method) + 1);
        ck_assert_uint_eq(is_http ? end_of(protocol) : end_of(target), end_of(request));
        ck_assert(!is_http || protocol.off == end_of(target) + 1);
    }
}

/* The fields of a record, in this order, do not overlap. */
static void check_record(const struct locus_log_line *line)
{
    static const int order[] = {
        LOCUS_LOG_VHOST, LOCUS_LOG_COMBINED_VHOST_PORT, LOCUS_LOG_CLIENT,
        LOCUS_LOG_COMBINED_IDENT, LOCUS_LOG_USER, LOCUS_LOG_TIME, LOCUS_LOG_REQUEST,
        LOCUS_LOG_STATUS, LOCUS_LOG_BYTES, LOCUS_LOG_REFERER, LOCUS_LOG_AGENT,
        LOCUS_LOG_COMBINED_TRAILING,
    };
    size_t end = 0;

    for (size_t i = 0; i < COUNT(order); i++)
        if (locus_log_has(line, order[i])) {
            ck_assert_uint_ge(line->field[order[i]].off, end + (end > 0));
            end = end_of(line->field[order[i]]);
        }
    ck_assert_uint_le(end, line->len);
    ck_assert_uint_eq(line->escaped & ~line->present, 0);
    ck_assert_int_eq(line->error, 0);
    ck_assert(locus_log_has(line, LOCUS_LOG_TIME));
    check_request(line);
}

static struct locus_log_line parse(const char *text, size_t len)
{
    struct locus_log_line line;

    ck_assert_int_eq(locus_log_parse(&line, text, len, locus_log_combined), 0);
    return line;
}

/* The bytes before the offset of the error can begin a valid line; with the next byte they
   cannot. (A final CR belongs to the line ending.) */
static void check_reject(const struct locus_log_line *line, const char *text)
{
    struct locus_log_line part = parse(text, line->error_offset);
    const uint32_t cr = line->error_offset > 0 && text[line->error_offset - 1] == '\r';

    ck_assert_int_eq(line->error, LOCUS_ERROR_LOG);
    ck_assert_uint_le(line->error_offset, line->len);
    ck_assert_uint_eq(line->present, 0);
    ck_assert(part.kind != LOCUS_LOG_REJECT
              || part.error_offset == line->error_offset - cr);
    if (line->error_offset < line->len) {
        part = parse(text, line->error_offset + 1);
        ck_assert_int_eq(part.kind, LOCUS_LOG_REJECT);
        ck_assert_uint_eq(part.error_offset, line->error_offset);
        ck_assert_int_eq(part.error_field, line->error_field);
    }
}

/* Each byte of a value is a byte of the field or an escape in it. Together they cover the
   field. */
static void check_offsets(const struct locus_log_line *line, const char *text, int field,
                          const char *value, size_t len)
{
    static struct guard guard;
    const struct locus_span span = line->field[field];
    uint32_t *const offsets = guard_after(&guard, NULL, (len + 1) * sizeof *offsets);
    const int result = locus_log_offsets(offsets, len + 1, line, text, field);

    if (field == LOCUS_LOG_TIME || field == LOCUS_LOG_DURATION) {
        ck_assert_int_eq(result, LOCUS_ERROR_ARGUMENT);
        return;
    }
    ck_assert_int_eq(result, 0);
    ck_assert_uint_eq(offsets[0], span.off);
    ck_assert_uint_eq(offsets[len], span.off + span.len);
    for (size_t i = 0; i < len; i++) {
        ck_assert_uint_lt(offsets[i], offsets[i + 1]);
        if (offsets[i + 1] == offsets[i] + 1)
            ck_assert_int_eq(text[offsets[i]], value[i]);
        else
            ck_assert(line->escaped >> field & 1 && text[offsets[i]] == '\\');
    }
    ck_assert_int_eq(locus_log_offsets(offsets, len, line, text, field), LOCUS_ERROR_SPACE);
}

/* A value fits in a buffer of its length, and in no smaller one. */
static void check_value(const struct locus_log_line *line, const char *text, int field)
{
    static struct guard guard;
    char *buf;
    size_t len, again;

    if (locus_log_value(NULL, 0, &len, line, text, field) == LOCUS_ERROR_ABSENT)
        return;
    buf = guard_after(&guard, NULL, len);
    if (len > 0) {
        ck_assert_int_eq(locus_log_value(buf + 1, len - 1, &again, line, text, field),
                         LOCUS_ERROR_SPACE);
        ck_assert_uint_eq(again, len);
    }
    ck_assert_int_eq(locus_log_value(buf, len, &again, line, text, field), 0);
    ck_assert_uint_eq(again, len);
    check_offsets(line, text, field, buf, len);
    if (field == LOCUS_LOG_TIME)
        ck_assert_uint_eq(len, strlen("2000-10-10T13:55:36-07:00"));
    else if (line->escaped >> field & 1)
        ck_assert_uint_le(len, line->field[field].len);
    else
        ck_assert(len == line->field[field].len
                  && (len == 0 || memcmp(buf, text + line->field[field].off, len) == 0));
}

struct same {
    const struct locus_log_line *line;
    size_t lines;
};

static void check_same(const struct locus_log_line *line, const char *text, void *context)
{
    struct same *const same = context;

    (void)text;
    ck_assert_uint_eq(same->lines++, 0);
    ck_assert(same_line(line, same->line));
}

static void check_line(struct mutate *m, const char *bytes, size_t len)
{
    static struct guard guard;
    const char *const text = mutate_one_in(m, 2) ? guard_after(&guard, bytes, len)
                                                 : guard_before(&guard, bytes, len);
    const struct locus_log_line line = parse(text, len);
    const size_t at = mutate_below(m, len + 1);
    const char *const in_use = locus_kernel();
    const char *kernel;

    ck_assert_uint_eq(line.len + line.ending, len);
    if (line.kind == LOCUS_LOG_RECORD)
        check_record(&line);
    else if (line.kind == LOCUS_LOG_REJECT)
        check_reject(&line, text);
    else
        ck_assert_uint_eq(line.present, 0);
    for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++)
        check_value(&line, text, field);
    if (len > 0) {
        struct same same = { &line, 0 };

        read_windows(locus_log_combined, text, len, LOCUS_LOG_MAX_LINE,
                     mutate_one_in(m, 8) ? cut_everywhere : cut_at, &at, check_same, &same);
        ck_assert_uint_eq(same.lines, 1);
    }
    for (size_t k = 0; (kernel = locus_kernel_name(k)) != NULL; k++) {
        struct locus_log_line other;

        ck_assert_int_eq(locus_use_kernel(kernel), 0);
        other = parse(text, len);
        ck_assert(same_line(&line, &other));
    }
    ck_assert_int_eq(locus_use_kernel(in_use), 0);
}

START_TEST(generated_lines)
{
    const uint64_t count = texts_to_try(200000);
    struct mutate m;
    size_t records = 0, rejects = 0;

    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 20));
    for (uint64_t i = 0; i < count; i++) {
        unsigned char bytes[MUTATE_MAX];
        const size_t len = make_line(&m, bytes);
        const struct locus_log_line line = parse((const char *)bytes, len);

        records += line.kind == LOCUS_LOG_RECORD;
        rejects += line.kind == LOCUS_LOG_REJECT;
        check_line(&m, (const char *)bytes, len);
    }
    ck_assert_uint_gt(records, count / 8);
    ck_assert_uint_gt(rejects, count / 8);
}
END_TEST

void add_properties(Suite *suite)
{
    TCase *const test = tcase_create("properties");

    tcase_set_timeout(test, 0);
    tcase_add_test(test, generated_lines);
    suite_add_tcase(suite, test);
}
