/* SPDX-License-Identifier: MIT
 *
 * Access logs: their lines, fields and values (locus/log.h), with each kernel.
 */
#include "unit/log/test-log.h"

const struct locus_log_envelope *test_envelope;
const struct locus_log_keys *test_keys;
char test_message[LOCUS_LOG_MAX_LINE];

void begin_log(struct locus_log *log, const struct locus_log_format *format)
{
    ck_assert_int_eq(locus_log_init(log, format), 0);
    if (test_keys)
        ck_assert_int_eq(locus_log_set_keys(log, test_keys), 0);
    if (test_envelope)
        ck_assert_int_eq(locus_log_set_envelope(log, test_envelope, test_message,
                                                sizeof test_message), 0);
}

size_t cut_at(size_t asked, size_t len, const void *argument)
{
    return asked == 0 ? *(const size_t *)argument : len;
}

size_t cut_everywhere(size_t asked, size_t len, const void *argument)
{
    (void)len, (void)argument;
    return asked;
}

void read_windows(const struct locus_log_format *format, const char *text, size_t len,
                  uint32_t max_line, log_cut *cut, const void *argument,
                  void (*check)(const struct locus_log_line *line, const char *text,
                                void *context),
                  void *context)
{
    static struct guard guard;
    struct locus_log log;
    struct locus_log_line line;
    size_t asked = 0, have;

    begin_log(&log, format);
    log.max_line = max_line;
    do {
        const uint64_t base = log.base;
        const char *window;
        int result;

        have = cut(asked++, len, argument);
        ck_assert_uint_ge(have, base);
        window = guard_after(&guard, text + base, have - (size_t)base);
        while ((result = locus_log_next(&log, window, have - (size_t)base, have == len,
                                        &line)) == 1) {
            ck_assert_uint_eq(line.offset, base + line.off);
            ck_assert_uint_le(line.offset + line.len + line.ending, have);
            check(&line, line.copied ? test_message : window + line.off, context);
        }
        ck_assert_int_eq(result, 0);
        ck_assert_uint_eq(log.base, base + log.drop);
        ck_assert_uint_le(log.base, have);
        ck_assert_uint_lt(have - log.base, max_line);
    } while (have < len);
    ck_assert_uint_eq(log.base, len);
    ck_assert_int_eq(locus_log_next(&log, NULL, 0, 1, &line), 0);
}

static Suite *suite(void)
{
    Suite *suite = suite_create("log");

    add_golden(suite);
    add_properties(suite);
    add_limits(suite);
    add_rows(suite);
    add_values(suite);
    return suite;
}

int main(void)
{
    return run_with_each_kernel(suite);
}
