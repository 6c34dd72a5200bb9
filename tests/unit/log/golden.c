/* SPDX-License-Identifier: MIT
 *
 * The golden cases, tests/golden/log/NAME.txt:
 *
 *     format NAME         the format of the cases below, or ENVELOPE+NAME
 *     compiled TEXT       the format of the cases below, for locus_log_compile()
 *     keys TEXT           the JSON keys of the cases below, for locus_log_read_keys()
 *     why TEXT            a comment on the cases up to the next
 *     columns TEXT        the directive that precedes the lines of the cases below
 *     in TEXT             a case begins: a line without its line ending
 *     record KIND         the line is a record; its request is http, simple, other, empty,
 *                         none or absent
 *     FIELD TEXT          a field of the record, as written in the line; it has no others
 *     value FIELD TEXT    the value of the field, if it is a time, a duration, or escaped
 *     reject FIELD at N   the line is a reject: the field and the offset of its error.
 *                         FIELD can be "end", the end of the line, or "envelope"
 *     comment, blank      the line is a comment, or blank
 *
 * {XX} is the byte with that number, in hexadecimal; everything else is literal. A missing
 * TEXT is empty.
 *
 * Each case is read by each kernel, with each line ending: whole, right before and right
 * after a guard page; in two windows, cut at each offset; and byte by byte.
 */
#include "unit/log/test-log.h"

#include "support/golden.h"
#include "support/hexdig.h"

enum { MOST_FIELDS = 48 };

struct text {
    char  *bytes;
    size_t len;
};

static const struct golden_case {
    char about[128];
    const struct locus_log_format *format;
    const struct locus_log_envelope *envelope;
    struct text columns;
    struct text keys;
    struct text in;
    int  kind;
    int  request;
    int  error_field;
    size_t error_offset;
    size_t field_count;
    struct {
        int  field;
        struct text text;
        struct text value;
    } fields[MOST_FIELDS];
} *now;

static const char *const requests[] = {
    "absent", "http", "simple", "other", "empty", "none"
};

/* The text after the first word of a line, or after the space that it begins with. */
static struct text literal(const char *line)
{
    const size_t size = strlen(line);
    struct text text = { malloc(size + 1), 0 };

    ck_assert_ptr_nonnull(text.bytes);
    if (*line == ' ')
        line++;
    while (*line) {
        const int byte = *line == '{' ? hexdig_octet(line + 1) : -1;
        const bool is_escape = byte >= 0 && line[3] == '}';

        text.bytes[text.len++] = is_escape ? (char)byte : *line;
        line += is_escape ? 4 : 1;
    }
    return text;
}

static bool equals(struct text text, const char *bytes, size_t len)
{
    return text.len == len && memcmp(text.bytes, bytes, len) == 0;
}

/* Comparing a line with its case */

static void check_fields(const struct locus_log_line *line, const char *text)
{
    uint64_t present = 0, escaped = 0;

    for (size_t i = 0; i < now->field_count; i++) {
        const int field = now->fields[i].field;
        const struct text wanted = now->fields[i].text, value = now->fields[i].value;
        const struct locus_span span = locus_log_get(line, field);
        char buf[256];
        size_t len;

        present |= UINT64_C(1) << field;
        if (value.bytes && field != LOCUS_LOG_TIME && field != LOCUS_LOG_DURATION)
            escaped |= UINT64_C(1) << field;
        ck_assert_msg(locus_log_has(line, field)
                      && (line->copied || span.off + span.len <= line->len)
                      && equals(wanted, text + span.off, span.len), "%s: %s: %.*s",
                      now->about, locus_log_field_name(now->format, field),
                      (int)span.len, text + span.off);
        ck_assert_int_eq(locus_log_value(buf, sizeof buf, &len, line, text, field), 0);
        ck_assert_msg(equals(value.bytes ? value : wanted, buf, len), "%s: value of %s: %.*s",
                      now->about, locus_log_field_name(now->format, field), (int)len, buf);
    }
    ck_assert_msg(line->present == present, "%s: fields %llx, not %llx", now->about,
                  (unsigned long long)line->present, (unsigned long long)present);
    ck_assert_msg(line->escaped == escaped, "%s: escaped fields %llx, not %llx", now->about,
                  (unsigned long long)line->escaped, (unsigned long long)escaped);
}

static void check_line(const struct locus_log_line *line, const char *text, size_t ending)
{
    const bool fails = now->kind == LOCUS_LOG_REJECT;

    ck_assert_msg(line->kind == now->kind, "%s: kind %d, field %d, offset %u", now->about,
                  line->kind, line->error_field, (unsigned)line->error_offset);
    ck_assert_msg(line->len == now->in.len && line->ending == ending, "%s: length %u + %u",
                  now->about, (unsigned)line->len, line->ending);
    ck_assert_msg(line->error == (fails ? LOCUS_ERROR_LOG : 0)
                  && line->error_field == (fails ? now->error_field : 0)
                  && line->error_offset == now->error_offset, "%s: field %d at %u",
                  now->about, line->error_field, (unsigned)line->error_offset);
    ck_assert_msg(line->request == now->request, "%s: request %d", now->about, line->request);
    ck_assert_ptr_eq(line->format, now->format);
    check_fields(line, text);
}

/* Reading the line of a case */

struct stream {
    size_t lines;
    size_t ending;
};

/* The stream has a blank line, the directive if there is one, the line of the case, and,
   after a line feed, another blank line. */
static void check_streamed(const struct locus_log_line *line, const char *text, void *context)
{
    struct stream *const stream = context;
    const size_t columns_len = now->columns.bytes ? now->columns.len + 1 : 0;
    const uint64_t offsets[4] = { 0, 3, 3 + columns_len,
                                  3 + columns_len + now->in.len + stream->ending };

    if (stream->lines == 1 && !now->columns.bytes)
        stream->lines++;
    ck_assert_uint_lt(stream->lines, 4);
    ck_assert_uint_eq(line->offset, offsets[stream->lines]);
    if (stream->lines == 2)
        check_line(line, text, stream->ending);
    else
        ck_assert_int_eq(line->kind, stream->lines == 1 ? LOCUS_LOG_COMMENT : LOCUS_LOG_BLANK);
    stream->lines++;
}

static void stream_case(const char *ending)
{
    const bool has_ending = *ending != '\0';
    const bool is_empty = now->in.len == 0 && !has_ending;
    char *text;
    size_t len;
    FILE *const stream_text = open_memstream(&text, &len);

    ck_assert_ptr_nonnull(stream_text);
    fputs(" \r\n", stream_text);
    if (now->columns.bytes)
        fprintf(stream_text, "%.*s\n", (int)now->columns.len, now->columns.bytes);
    fwrite(now->in.bytes, 1, now->in.len, stream_text);
    fprintf(stream_text, "%s%s", ending, has_ending ? "\t" : "");
    ck_assert_int_eq(fclose(stream_text), 0);
    for (size_t at = 0; at <= len; at++) {
        struct stream stream = { 0, strlen(ending) };

        read_windows(now->format, text, len, LOCUS_LOG_MAX_LINE,
                     at == len ? cut_everywhere : cut_at, &at, check_streamed, &stream);
        ck_assert_uint_eq(stream.lines, is_empty ? (now->columns.bytes ? 2 : 1)
                                        : has_ending ? 4 : 3);
    }
    free(text);
}

/* The first line of the text, with nothing before it. */
static struct locus_log_line read_alone(const char *text, size_t len)
{
    struct locus_log_line line;
    struct locus_log log;

    if ((!now->columns.bytes && !test_envelope && !test_keys) || len == 0) {
        ck_assert_int_eq(locus_log_parse(&line, text, len, now->format), 0);
        return line;
    }
    begin_log(&log, now->format);
    if (now->columns.bytes)
        ck_assert_int_eq(locus_log_set_columns(&log, now->columns.bytes, now->columns.len),
                         0);
    ck_assert_int_eq(locus_log_next(&log, text, len, 1, &line), 1);
    return line;
}

static void read_case(const char *ending)
{
    static struct guard guard;
    const size_t len = now->in.len + strlen(ending);
    char *const after = guard_after(&guard, NULL, len);
    struct locus_log_line line;

    memcpy(after, now->in.bytes, now->in.len);
    memcpy(after + now->in.len, ending, strlen(ending));
    line = read_alone(after, len);
    ck_assert_uint_eq(line.off, 0);
    check_line(&line, line.copied ? test_message : after, strlen(ending));

    /* What follows the line feed is not read. */
    if (strchr(ending, '\n')) {
        char *const before = guard_before(&guard, NULL, len + 1);

        memcpy(before, now->in.bytes, now->in.len);
        memcpy(before + now->in.len, ending, strlen(ending));
        before[len] = 'x';
        line = read_alone(before, len + 1);
        check_line(&line, line.copied ? test_message : before, strlen(ending));
    }
    stream_case(ending);
}

static void run_case(const struct golden_case *golden)
{
    static const char *const endings[] = { "", "\n", "\r\n" };

    struct locus_log_keys keys;

    now = golden;
    test_envelope = golden->envelope;
    test_keys = golden->keys.bytes ? &keys : NULL;
    if (test_keys)
        ck_assert_int_eq(locus_log_read_keys(&keys, golden->keys.bytes, golden->keys.len), 0);
    for (size_t i = 0; i < COUNT(endings); i++)
        read_case(endings[i]);
    test_envelope = NULL;
    test_keys = NULL;
    free(golden->in.bytes);
    for (size_t i = 0; i < golden->field_count; i++) {
        free(golden->fields[i].text.bytes);
        free(golden->fields[i].value.bytes);
    }
}

/* The files */

/* The field of a name in text[0..len). */
static int field_named(const struct golden_reader *reader, const struct golden_case *golden,
                       const char *text, size_t len)
{
    const int field = locus_log_field_from_name(golden->format, text, len);

    if (field < 0)
        golden_fail(reader, "no such field");
    return field;
}

static void read_reject(const struct golden_reader *reader, struct golden_case *golden,
                        const char *text)
{
    char name[32];
    int len = 0;

    if (sscanf(text, "%31s at %zu%n", name, &golden->error_offset, &len) != 2
        || text[len] != '\0')
        golden_fail(reader, "reject FIELD at N");
    golden->kind = LOCUS_LOG_REJECT;
    golden->error_field = strcmp(name, "end") == 0 ? LOCUS_LOG_FIELD_LIMIT
                        : strcmp(name, "envelope") == 0 ? LOCUS_LOG_ENVELOPE
                        : field_named(reader, golden, name, strlen(name));
}

static void read_format(const struct golden_reader *reader, struct golden_case *golden,
                        const char *name)
{
    const char *const plus = strchr(name, '+');
    const char *const inner = plus ? plus + 1 : name;

    golden->envelope = plus ? locus_log_envelope_from_name(name, (size_t)(plus - name)) : NULL;
    golden->format = locus_log_format_from_name(inner, strlen(inner));
    if (!golden->format || (plus && !golden->envelope))
        golden_fail(reader, "no such format");
}

static void read_record(const struct golden_reader *reader, struct golden_case *golden,
                        const char *request)
{
    golden->kind = LOCUS_LOG_RECORD;
    for (size_t i = 0; i < COUNT(requests); i++)
        if (strcmp(requests[i], request) == 0) {
            golden->request = (int)i;
            return;
        }
    golden_fail(reader, "no such request");
}

static void read_field(const struct golden_reader *reader, struct golden_case *golden,
                       const char *line, size_t word)
{
    const bool is_value = word == 5 && memcmp(line, "value", word) == 0;
    const char *const name = is_value ? line + 6 : line;
    const size_t len = strcspn(name, " ");
    const int field = field_named(reader, golden, name, len);
    const struct text text = literal(name + len);
    size_t i = 0;

    while (i < golden->field_count && golden->fields[i].field != field)
        i++;
    if (!is_value) {
        if (i < golden->field_count || i == MOST_FIELDS)
            golden_fail(reader, "one field too many");
        golden->fields[golden->field_count++].field = field;
        golden->fields[i].text = text;
        return;
    }
    if (i == golden->field_count || golden->fields[i].value.bytes)
        golden_fail(reader, "the value of no field");
    golden->fields[i].value = text;
}

/* The case that is being read. What the directives have set stays for the next case. */
struct cases {
    struct golden_reader *reader;
    struct golden_case golden;
    struct locus_log_row row;     /* of the directive "compiled" */
};

/* Whether a line begins with this word. */
static bool is(const char *line, const char *word)
{
    const size_t len = strlen(word);

    return strncmp(line, word, len) == 0 && (line[len] == ' ' || line[len] == '\0');
}

/* The case that was read is complete: runs it, and begins the next one. */
static void next_case(struct cases *cases)
{
    const struct golden_case last = cases->golden;

    if (last.in.bytes)
        run_case(&cases->golden);
    cases->golden = (struct golden_case){ .format = last.format, .envelope = last.envelope,
                                          .columns = last.columns, .keys = last.keys };
}

static void forget(struct text *text)
{
    free(text->bytes);
    *text = (struct text){ NULL, 0 };
}

static void read_compiled(struct cases *cases, const char *line)
{
    const struct text text = literal(line);

    if (locus_log_compile(&cases->row, text.bytes, text.len, NULL) != 0)
        golden_fail(cases->reader, "cannot be compiled");
    cases->golden.format = locus_log_row_format(&cases->row);
    cases->golden.envelope = NULL;
    free(text.bytes);
}

static void read_in(struct cases *cases, const char *line)
{
    struct golden_case *const golden = &cases->golden;

    cases->reader->cases++;
    golden->in = literal(line);
    golden->kind = -1;
    snprintf(golden->about, sizeof golden->about, "%s:%u", cases->reader->file,
             cases->reader->line);
}

/* A line that belongs to the case that is being read. */
static void read_expected(struct cases *cases, const char *line, size_t word)
{
    struct golden_case *const golden = &cases->golden;
    const char *const rest = line + word + (line[word] == ' ');

    if (is(line, "record"))
        read_record(cases->reader, golden, rest);
    else if (is(line, "reject"))
        read_reject(cases->reader, golden, rest);
    else if (strcmp(line, "comment") == 0)
        golden->kind = LOCUS_LOG_COMMENT;
    else if (strcmp(line, "blank") == 0)
        golden->kind = LOCUS_LOG_BLANK;
    else
        read_field(cases->reader, golden, line, word);
}

static void read_case_line(struct cases *cases, const char *line)
{
    struct golden_case *const golden = &cases->golden;
    const size_t word = strcspn(line, " ");
    const bool is_format = is(line, "format"), is_compiled = is(line, "compiled");
    const bool is_keys = is(line, "keys"), is_columns = is(line, "columns");

    if (is(line, "why"))
        return;
    if (!is_format && !is_compiled && !is_keys && !is_columns && !is(line, "in")) {
        read_expected(cases, line, word);
        return;
    }
    next_case(cases);
    if (is_format || is_compiled) {
        forget(&golden->columns);
        forget(&golden->keys);
    }
    if (is_format) {
        read_format(cases->reader, golden, line + word + 1);
    } else if (is_compiled) {
        read_compiled(cases, line + word);
    } else if (is_keys) {
        forget(&golden->keys);
        golden->keys = literal(line + word);
    } else if (is_columns) {
        forget(&golden->columns);
        golden->columns = literal(line + word);
    } else {
        read_in(cases, line + word);
    }
}

START_TEST(golden_cases)
{
    struct golden_reader reader = golden_open("log/*.txt");

    while (golden_next_file(&reader)) {
        static struct cases cases;
        char *line;

        memset(&cases, 0, sizeof cases);
        cases.reader = &reader;
        while ((line = golden_next_line(&reader)) != NULL)
            read_case_line(&cases, line);
        next_case(&cases);
        forget(&cases.golden.columns);
        forget(&cases.golden.keys);
    }
    ck_assert_uint_gt(reader.cases, 50);
}
END_TEST

void add_golden(Suite *suite)
{
    TCase *const test = tcase_create("golden");

    tcase_set_timeout(test, 0);
    tcase_add_test(test, golden_cases);
    suite_add_tcase(suite, test);
}
