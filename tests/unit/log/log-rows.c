/* SPDX-License-Identifier: MIT
 *
 * Formats that locus_log_compile() compiles: how they may be written, and which it refuses.
 * Their lines are in tests/golden/log/compiled.txt.
 */
#include "unit/log/test-log.h"

static struct locus_log_row row;
static struct locus_log_row_error error;

static int compile(const char *text)
{
    static struct guard guard;
    const size_t len = strlen(text);

    return locus_log_compile(&row, guard_after(&guard, text, len), len, &error);
}

/* text[0..len) is refused for `reason` at `offset`. */
static void check_refused(const char *text, size_t len, int reason, size_t offset)
{
    ck_assert_int_eq(locus_log_compile(&row, text, len, &error), LOCUS_ERROR_LOG_FORMAT);
    ck_assert_int_eq(error.reason, reason);
    ck_assert_uint_eq(error.offset, offset);
}

/* Each is a format with a client and a request. */
START_TEST(forms)
{
    static const struct {
        const char *text;
        const char *name;
    } texts[] = {
        { "%h \"%r\"", "apache-format" },
        { "%h \\\"%r\\\"", "apache-format" },
        { " \t%h \"%r\"\n", "apache-format" },
        { "\"%h \\\"%r\\\"\"", "apache-format" },
        { "'%h \"%r\"'", "apache-format" },
        { "LogFormat \"%h \\\"%r\\\"\"", "apache-format" },
        { "logformat \"%h \\\"%r\\\"\" name\n", "apache-format" },
        { "LogFormat '%h \"%r\"' name", "apache-format" },
        { "CustomLog logs/access_log \"%h \\\"%r\\\"\" env=!x", "apache-format" },
        { "CustomLog \"|bin/rotate\" \"%h \\\"%r\\\"\"", "apache-format" },
        { "LogFormat \\\n \"%h \\\"%r\\\"\" name", "apache-format" },
        { "apache: %h \"%r\"", "apache-format" },
        { "\"%r\" \"%h\"", "apache-format" },
        { "%a %!200,304,302{Referer}i \"%<r\"", "apache-format" },
        { "$remote_addr \"$request\"", "nginx-format" },
        { "${remote_addr}a\"$request\"", "nginx-format" },
        { "'$remote_addr ' '\"$request\"'", "nginx-format" },
        { "'$remote_addr \"$request\"';", "nginx-format" },
        { "log_format main '$remote_addr '\n    '\"$request\"';", "nginx-format" },
        { "log_format x escape=default \"$remote_addr \" '\"$request\"' ;", "nginx-format" },
        { "log_format x escape=none '$remote_addr \"$request\"'", "nginx-format" },
        { "nginx:$remote_addr $- \"$request\"", "nginx-format" },
        { "%ci %{+Q}r", "haproxy-format" },
        { "log-format \"%ci %{+Q}r\"", "haproxy-format" },
        { "log-format %ci\\ %{+Q}r", "haproxy-format" },
        { "%{+Q}o %ci %r", "haproxy-format" },
        { "log-format '%ci %[req.fhdr(a,-1),lower] \"%r\"'", "haproxy-format" },
        { "%[var(txn.x),concat(\"]\")] %ci %{+Q}r", "haproxy-format" },
        { "haproxy:%ci %{-Q,+E}b %{+Q}r", "haproxy-format" },
    };
    const uint64_t wanted = UINT64_C(1) << LOCUS_LOG_CLIENT | UINT64_C(1) << LOCUS_LOG_REQUEST;

    for (size_t i = 0; i < COUNT(texts); i++) {
        const struct locus_log_format *format;

        ck_assert_msg(compile(texts[i].text) == 0, "%s: %d at %u", texts[i].text, error.reason,
                      (unsigned)error.offset);
        format = locus_log_row_format(&row);
        ck_assert_str_eq(locus_log_format_name(format), texts[i].name);
        ck_assert_ptr_nonnull(locus_log_format_description(format));
        for (int field = 0; field < LOCUS_LOG_FIELD_LIMIT; field++)
            if (wanted >> field & 1)
                ck_assert_msg(locus_log_field_name(format, field) != NULL, "%s", texts[i].text);
        ck_assert_int_eq(locus_log_field_from_name(format, "target", 6), LOCUS_LOG_TARGET);
    }
}
END_TEST

START_TEST(errors)
{
    static const struct {
        const char *text;
        int reason;
        size_t offset;
        const char *at;            /* the text at this offset, or "" */
    } refused[] = {
        { "%h %y", LOCUS_LOG_ROW_UNKNOWN, 3, "%y" },
        { "%h %{ns}Y x", LOCUS_LOG_ROW_UNKNOWN, 3, "%{ns}Y" },
        { "$remote_addr $remote_adr x", LOCUS_LOG_ROW_UNKNOWN, 13, "$remote_adr" },
        { "$remote_addr ${my}x", LOCUS_LOG_ROW_UNKNOWN, 13, "${my}" },
        { "$http_", LOCUS_LOG_ROW_UNKNOWN, 0, "$http_" },
        { "%ci %cx", LOCUS_LOG_ROW_UNKNOWN, 4, "%cx" },
        { "%h%l", LOCUS_LOG_ROW_ADJACENT, 2, "%l" },
        { "log_format x '$host' '$uri';", LOCUS_LOG_ROW_ADJACENT, 22, "$uri" },
        { "haproxy:%{+E}HP%HQ", LOCUS_LOG_ROW_ADJACENT, 15, "%HQ" },
        { "haproxy:%HP%{+E}HQ", LOCUS_LOG_ROW_ADJACENT, 11, "%{+E}HQ" },
        { "%b0 %h", LOCUS_LOG_ROW_DIGIT, 0, "%b" },
        { "$request_time.5", LOCUS_LOG_ROW_DIGIT, 0, "$request_time" },
        { "%{sec}t.x", LOCUS_LOG_ROW_DIGIT, 0, "%{sec}t" },
        { "%h\\n%b", LOCUS_LOG_ROW_LINE_FEED, 2, "\\" },
        { "abc", LOCUS_LOG_ROW_NO_VARIABLE, 0, "" },        /* there is no place */
        { "", LOCUS_LOG_ROW_SYNTAX, 0, "" },
        { "%h %", LOCUS_LOG_ROW_SYNTAX, 4, "" },
        { "%h %{x", LOCUS_LOG_ROW_SYNTAX, 6, "" },
        { "$remote_addr $", LOCUS_LOG_ROW_SYNTAX, 14, "" },
        { "LogFormat %h", LOCUS_LOG_ROW_SYNTAX, 10, "%h" },
        { "log_format main $host", LOCUS_LOG_ROW_SYNTAX, 16, "$host" },
        { "log_format main '$host", LOCUS_LOG_ROW_SYNTAX, 22, "" },
    };
    char many[4 * (LOCUS_LOG_VARIABLES + 1) + 1], long_text[LOCUS_LOG_TEXTS + 4];

    for (size_t i = 0; i < COUNT(refused); i++) {
        const size_t len = strlen(refused[i].at);

        ck_assert_msg(compile(refused[i].text) == LOCUS_ERROR_LOG_FORMAT, "%s", refused[i].text);
        ck_assert_msg(error.reason == refused[i].reason, "%s: %d", refused[i].text, error.reason);
        ck_assert_msg(error.offset == refused[i].offset, "%s: at %u", refused[i].text,
                      (unsigned)error.offset);
        ck_assert_msg(strncmp(refused[i].text + error.offset, refused[i].at, len) == 0, "%s",
                      refused[i].text);
        if (error.reason != LOCUS_LOG_ROW_SYNTAX && error.reason != LOCUS_LOG_ROW_LINE_FEED)
            ck_assert_msg(error.len == len, "%s: %u bytes", refused[i].text, (unsigned)error.len);
    }
    check_refused("%h%b", 4, LOCUS_LOG_ROW_ADJACENT, 2);
    ck_assert_uint_eq(error.other_offset, 0);
    ck_assert_uint_eq(error.other_len, 2);

    for (size_t i = 0; i <= LOCUS_LOG_VARIABLES; i++)
        memcpy(many + 4 * i, "%X, ", 5);
    check_refused(many, strlen(many), LOCUS_LOG_ROW_TOO_MANY, 4 * LOCUS_LOG_VARIABLES);
    many[4 * LOCUS_LOG_VARIABLES] = '\0';
    ck_assert_int_eq(compile(many), 0);

    memset(long_text, 'x', sizeof long_text);
    memcpy(long_text, "%h", 2);
    ck_assert_int_eq(locus_log_compile(&row, long_text, 2 + LOCUS_LOG_TEXTS, NULL), 0);
    check_refused(long_text, 3 + LOCUS_LOG_TEXTS, LOCUS_LOG_ROW_TOO_LONG, 2 + LOCUS_LOG_TEXTS);
    /* The longest text that is allowed, followed by variables without text after them. */
    memset(long_text, 'x', 2);
    memcpy(long_text + LOCUS_LOG_TEXTS, "%s%b", 4);
    ck_assert_int_eq(locus_log_compile(&row, long_text, LOCUS_LOG_TEXTS + 2, NULL), 0);
    ck_assert_int_eq(locus_log_compile(&row, long_text, LOCUS_LOG_TEXTS + 4, NULL), 0);
}
END_TEST

/* The value of a field, also if several variables give the same field. */
START_TEST(fields)
{
    static const struct {
        const char *text;
        const char *line;
        int field;
        const char *value;
    } cases[] = {
        { "%a %h", "a b", LOCUS_LOG_CLIENT, "a" },
        { "%{X-Forwarded-For}i %h x", "a b x", LOCUS_LOG_CLIENT, "b" },
        { "%{X-Forwarded-For}i %h x", "a b x", LOCUS_LOG_ROW_FORWARDED, "a" },
        { "%{x-forwarded-for}i %b", "a, b 5", LOCUS_LOG_CLIENT, "a, b" },
        { "%T/%D", "3/3000001", LOCUS_LOG_DURATION, "3.000001" },
        { "%m \"%r\"", "PUT \"GET /\"", LOCUS_LOG_METHOD, "GET" },
        { "%U %q", "/a ?b", LOCUS_LOG_TARGET, "/a" },
        { "%U%q|", "/a?b|", LOCUS_LOG_TARGET, "/a?b" },
        { "$uri$is_args$args|", "/a?b|", LOCUS_LOG_TARGET, "/a?b" },
        { "%r %b", "GET /a b HTTP/1.1 5", LOCUS_LOG_TARGET, "/a b" },
        { "%{sec}t %D", "1704153600 5", LOCUS_LOG_TIME, "2024-01-02T00:00:00Z" },
        { "$msec $host", "1704153600.250 h", LOCUS_LOG_TIME, "2024-01-02T00:00:00.250Z" },
        { "%{Referer}i %{referer}o", "a b", LOCUS_LOG_REFERER, "a" },
        { "%{+Q}o %ci %{-Q}b %r", "\"a\" b \"GET / HTTP/1.1\"", LOCUS_LOG_TARGET, "/" },
        { "%HM %HU %HV|%B", "GET / HTTP/1.1|5", LOCUS_LOG_PROTOCOL, "HTTP/1.1" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct locus_log_line line;
        char buf[64];
        size_t len;

        ck_assert_int_eq(compile(cases[i].text), 0);
        ck_assert_int_eq(locus_log_parse(&line, cases[i].line, strlen(cases[i].line),
                                         locus_log_row_format(&row)), 0);
        ck_assert_msg(line.kind == LOCUS_LOG_RECORD, "%s: %d at %u", cases[i].line,
                      line.error_field, (unsigned)line.error_offset);
        ck_assert_msg(locus_log_value(buf, sizeof buf, &len, &line, cases[i].line,
                                      cases[i].field) == 0, "%s", cases[i].line);
        ck_assert_msg(len == strlen(cases[i].value) && memcmp(buf, cases[i].value, len) == 0,
                      "%s: %.*s", cases[i].line, (int)len, buf);
    }
}
END_TEST

/* A reject can name a variable that gives no field. The tables list all variables. */
START_TEST(variables)
{
    const char text[] = "$host [$connection] \"$ssl_server_name\"";
    struct locus_log_line line;
    struct locus_span span;
    size_t count = 0;

    ck_assert_int_eq(compile(text), 0);
    ck_assert_int_eq(locus_log_parse(&line, "h [5] \"x", 8, locus_log_row_format(&row)), 0);
    ck_assert_int_eq(line.kind, LOCUS_LOG_REJECT);
    ck_assert_uint_eq(line.error_offset, 8);
    ck_assert_uint_gt(line.error_field, LOCUS_LOG_FIELD_LIMIT);
    span = locus_log_variable_of(locus_log_row_format(&row), line.error_field);
    ck_assert_uint_eq(span.off, 21);
    ck_assert_uint_eq(span.len, 16);
    ck_assert_uint_eq(locus_log_variable_of(locus_log_row_format(&row), LOCUS_LOG_CLIENT).len, 0);
    ck_assert_uint_eq(locus_log_variable_of(locus_log_row_format(&row), 200).len, 0);
    ck_assert_uint_eq(locus_log_variable_of(locus_log_combined, 70).len, 0);
    ck_assert_uint_eq(locus_log_variable_of(NULL, 70).len, 0);

    while (locus_log_variable_at(LOCUS_LOG_NGINX, count))
        count++;
    ck_assert_uint_gt(count, 100);
    ck_assert_str_eq(locus_log_variable_at(LOCUS_LOG_APACHE, 0), "h");
    ck_assert_str_eq(locus_log_variable_at(LOCUS_LOG_HAPROXY, 0), "ci");
    ck_assert_ptr_null(locus_log_variable_at((enum locus_log_dialect)3, 0));
}
END_TEST

/* Each name in the table of a dialect is accepted. "*" in it is at least one byte. */
START_TEST(names)
{
    static const char *const before[] = {
        [LOCUS_LOG_APACHE] = "apache:%", [LOCUS_LOG_NGINX] = "nginx:$",
        [LOCUS_LOG_HAPROXY] = "haproxy:%"
    };
    const char *name;

    for (size_t dialect = 0; dialect < COUNT(before); dialect++)
        for (size_t i = 0; (name = locus_log_variable_at((enum locus_log_dialect)dialect, i));
             i++) {
            char text[80];
            const int star = (int)strcspn(name, "*");

            snprintf(text, sizeof text, "%s%.*s%s%s", before[dialect], star, name,
                     name[star] ? "x" : "", name[star] ? name + star + 1 : "");
            ck_assert_msg(compile(text) == 0, "%s: %d", text, error.reason);
            if (!name[star])
                continue;
            snprintf(text, sizeof text, "%s%.*s%s", before[dialect], star, name,
                     name + star + 1);
            ck_assert_msg(compile(text) == LOCUS_ERROR_LOG_FORMAT, "%s", text);
            ck_assert_int_eq(error.reason, LOCUS_LOG_ROW_UNKNOWN);
        }
}
END_TEST

void add_rows(Suite *suite)
{
    TCase *const test = tcase_create("rows");

    tcase_add_test(test, forms);
    tcase_add_test(test, errors);
    tcase_add_test(test, fields);
    tcase_add_test(test, variables);
    tcase_add_test(test, names);
    suite_add_tcase(suite, test);
}
