/* SPDX-License-Identifier: MIT
 *
 * Sections 4 and 7 of locus.h. The golden cases are the .txt files of
 * tests/golden/coding, one case a line, its columns separated by blanks:
 *
 *     # comment
 *     encode GRAMMAR COMPONENT FLAGS TEXT        RESULT   # why
 *     decode COMPONENT FLAGS TEXT                RESULT FOUND@OFFSET
 *     build GRAMMAR PART=VALUE ...               RESULT
 *     replace GRAMMAR URL PART=VALUE ...         RESULT
 *     remove GRAMMAR URL PART ...                RESULT
 *     file-url GRAMMAR FLAGS NAME                RESULT
 *     file-name GRAMMAR FLAGS URL                RESULT FOUND@OFFSET
 *
 * RESULT is "=" and the text, or "!" and ERROR@OFFSET; for build, replace,
 * remove and file-name "!" and ERROR:PART@OFFSET. FLAGS are "-", or some of
 * "keep", "plus" and "windows", separated by commas. FOUND is likewise a list
 * of "control", "nul", "cr", "lf", "not-utf8" and "delimiter", and is omitted
 * if nothing was found. The escapes are those of columns.h; "" is an empty
 * text. Several parts are replaced or removed in one change.
 *
 * A case that succeeds is run with a buffer of every size from 0 to one byte
 * more than needed, which ends at an unreadable page, as the text does.
 */
#define _DEFAULT_SOURCE 1

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/columns.h"
#include "support/golden.h"
#include "support/guard.h"
#include "unit/coding/coding-properties.h"
#include "unit/coding/test-coding.h"

static const struct { const char *name; int component; } other_components[] = {
    { "any", LOCUS_ANY }, { "userinfo", LOCUS_USERINFO },
    { "segment", LOCUS_SEGMENT }, { "query-item", LOCUS_QUERY_ITEM },
};

static const struct { const char *name; unsigned flag; } flag_names[] = {
    { "-", 0 }, { "keep", LOCUS_KEEP }, { "plus", LOCUS_PLUS_IS_SPACE },
    { "windows", LOCUS_WINDOWS },
};

static const struct { const char *name; uint32_t bit; } found_names[] = {
    { "control", LOCUS_FOUND_CONTROL }, { "nul", LOCUS_FOUND_NUL },
    { "cr", LOCUS_FOUND_CR }, { "lf", LOCUS_FOUND_LF },
    { "not-utf8", LOCUS_FOUND_NOT_UTF8 },
    { "delimiter", LOCUS_FOUND_DELIMITER },
};

static char where[512];            /* FILE:LINE: */

#define HOLDS(condition, ...) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s", where); \
            fprintf(stderr, __VA_ARGS__); \
            fputc('\n', stderr); \
            ck_abort_msg("%s", where); \
        } \
    } while (0)

static char *column(char **line)
{
    char *word = next_column(line);

    HOLDS(word, "a column is missing");
    return word;
}

static struct text text_column(char *word)
{
    struct text text;

    if (strcmp(word, "\"\"") == 0)
        *word = '\0';
    HOLDS(unescape(&text, word), "no such escape");
    return text;
}

static const struct locus_grammar *grammar_column(char **line)
{
    const char *word = column(line);
    const struct locus_grammar *const grammar =
        locus_grammar_from_name(word, strlen(word));

    HOLDS(grammar, "no grammar %s", word);
    return grammar;
}

static int component_named(const char *word)
{
    for (size_t i = 0; i < COUNT(other_components); i++)
        if (strcmp(other_components[i].name, word) == 0)
            return other_components[i].component;
    return locus_part_from_name(word, strlen(word));
}

static int component_column(char **line)
{
    const char *word = column(line);
    const int component = component_named(word);

    HOLDS(component >= 0, "no component %s", word);
    return component;
}

static unsigned flags_column(char **line)
{
    unsigned flags = 0;

    for (char *word = strtok(column(line), ","); word;
         word = strtok(NULL, ",")) {
        size_t i = 0;

        while (i < COUNT(flag_names) && strcmp(flag_names[i].name, word) != 0)
            i++;
        HOLDS(i < COUNT(flag_names), "no flag %s", word);
        flags |= flag_names[i].flag;
    }
    return flags;
}

static uint32_t found_bits(char *names)
{
    uint32_t bits = 0;

    for (char *word = strtok(names, ","); word; word = strtok(NULL, ",")) {
        size_t i = 0;

        while (i < COUNT(found_names)
               && strcmp(found_names[i].name, word) != 0)
            i++;
        HOLDS(i < COUNT(found_names), "nothing called %s is found", word);
        bits |= found_names[i].bit;
    }
    return bits;
}

/* The expected outcome of a case. */
struct wanted {
    struct text text;
    int error;
    int part;
    size_t offset;
    uint32_t found;
};

static size_t offset_after(char *word)
{
    char *at = strrchr(word, '@');

    HOLDS(at, "no @OFFSET in %s", word);
    *at = '\0';
    return strtoul(at + 1, NULL, 10);
}

static void wanted_column(struct wanted *wanted, char **line)
{
    const char *kind = column(line);
    char *word = column(line);
    char *part;

    memset(wanted, 0, sizeof *wanted);
    wanted->part = -1;
    if (strcmp(kind, "=") == 0) {
        wanted->text = text_column(word);
        word = next_column(line);
        if (word) {
            wanted->offset = offset_after(word);
            wanted->found = found_bits(word);
        }
        return;
    }
    HOLDS(strcmp(kind, "!") == 0, "neither = nor !");
    wanted->offset = offset_after(word);
    part = strchr(word, ':');
    if (part) {
        *part++ = '\0';
        wanted->part = component_named(part);
        HOLDS(wanted->part >= 0, "no part %s", part);
    }
    for (int error = -1; error > -128; error--)
        if (strcmp(locus_error_name(error), word) == 0)
            wanted->error = error;
    HOLDS(wanted->error, "no error %s", word);
}

/* A case that succeeds. */
static void check_result(const struct coding_call *call,
                         const struct wanted *wanted)
{
    static struct guard guard;
    const size_t most = wanted->text.len + 1;
    const bool has_place = call->function == CODING_FILE_NAME && wanted->found != 0;

    for (size_t size = 0; size <= most; size++) {
        char *const before = guard_after(&guard, NULL, 1 + size);
        char *const buf = before + 1;
        struct locus_report report;
        size_t len;
        int result;

        *before = 'G';
        result = coding_write(call, size ? buf : NULL, size, &len, &report);
        HOLDS(*before == 'G', "wrote before the buffer");
        if (size < wanted->text.len) {
            HOLDS(result == LOCUS_ERROR_SPACE && len == wanted->text.len,
                  "size %zu: %s, needs %zu", size, locus_error_name(result),
                  len);
            continue;
        }
        HOLDS(result == 0, "got %s@%zu", locus_error_name(result), report.offset);
        HOLDS(coding_same(buf, len, wanted->text.bytes, wanted->text.len),
              "got %.*s", (int)len, buf);
        HOLDS(report.offset == wanted->offset && report.found == wanted->found,
              "at %zu, found %x", report.offset, (unsigned)report.found);
        HOLDS(has_place || report.part == -1, "part %d", (int)report.part);
        HOLDS(!has_place || report.part == LOCUS_PATH || report.part == LOCUS_HOST,
              "part %d", (int)report.part);
    }
}

/* An error case gets a buffer large enough for any result, so that
   LOCUS_ERROR_SPACE cannot take the place of its error. */
static void check_case(struct coding_call *call, const struct wanted *wanted)
{
    if (wanted->error == 0) {
        check_result(call, wanted);
    } else {
        char buf[4096];
        struct locus_report report;
        size_t len;
        const int result = coding_write(call, buf, sizeof buf, &len, &report);

        HOLDS(result == wanted->error && report.offset == wanted->offset,
              "got %s@%zu", locus_error_name(result), report.offset);
        HOLDS(report.part == wanted->part, "part %d", (int)report.part);
        HOLDS(len == 0, "length %zu", len);
    }
}

/* "PART=VALUE ..." or "PART ..." up to the result. */
static void read_parts(struct locus_parts *parts, char **line, bool remove)
{
    for (;;) {
        char *rest = *line;
        char *word, *value;
        struct text text;
        int part;

        rest += strspn(rest, " \t");
        if ((*rest == '=' || *rest == '!') && strchr(" \t", rest[1]))
            return;
        word = column(line);
        value = strchr(word, '=');
        HOLDS(remove == !value, "%s", word);
        if (value)
            *value++ = '\0';
        part = component_named(word);
        HOLDS(part >= 0 && part < LOCUS_PART_COUNT, "no part %s", word);
        if (remove) {
            locus_parts_remove(parts, (enum locus_part)part);
            continue;
        }
        text = text_column(value);
        locus_parts_set(parts, (enum locus_part)part, text.bytes, text.len);
    }
}

static void read_case(const char *verb, char *line)
{
    static struct guard guard;
    struct coding_call call = { 0 };
    struct locus_parts parts = { 0 };
    struct locus_url url;
    struct wanted wanted;
    struct text text = { NULL, 0 };

    if (strcmp(verb, "decode") == 0)
        call.function = CODING_DECODE;
    else if (strcmp(verb, "encode") == 0)
        call.function = CODING_ENCODE;
    else if (strcmp(verb, "file-url") == 0)
        call.function = CODING_FILE_URL;
    else if (strcmp(verb, "file-name") == 0)
        call.function = CODING_FILE_NAME;
    else
        call.function = CODING_BUILD;
    if (call.function != CODING_DECODE)
        call.grammar = grammar_column(&line);
    if (call.function != CODING_DECODE && !locus_has_grammar(call.grammar))
        return;
    if (call.function == CODING_ENCODE || call.function == CODING_DECODE)
        call.component = component_column(&line);
    if (call.function != CODING_BUILD)
        call.flags = flags_column(&line);
    if (strcmp(verb, "build") != 0) {
        text = text_column(column(&line));
        call.text = guard_after(&guard, text.bytes, text.len);
        call.len = text.len;
    }
    if (call.function == CODING_FILE_NAME || strcmp(verb, "replace") == 0
        || strcmp(verb, "remove") == 0) {
        HOLDS(locus_parse(&url, call.text, call.len, call.grammar) == 0,
              "not a URL");
        call.url = &url;
        locus_parts_of(&parts, &url, call.text);
    }
    if (call.function == CODING_BUILD) {
        HOLDS(strcmp(verb, "build") == 0 || call.url, "no verb %s", verb);
        read_parts(&parts, &line, strcmp(verb, "remove") == 0);
        call.parts = &parts;
    }
    wanted_column(&wanted, &line);
    HOLDS(!next_column(&line), "a column too many");
    check_case(&call, &wanted);
}

START_TEST(golden)
{
    struct golden_reader reader = golden_open("coding/*.txt");
    char *line;

    while (golden_next_file(&reader))
        while ((line = golden_next_line(&reader)) != NULL) {
            const char *verb = next_column(&line);

            snprintf(where, sizeof where, "%.200s:%u: ", reader.file,
                     reader.line);
            read_case(verb, line);
            reader.cases++;
        }
    ck_assert_uint_gt(reader.cases, 100);
}
END_TEST

static Suite *suite(void)
{
    Suite *all = suite_create("coding");
    TCase *tests = tcase_create("golden");

    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, golden);
    suite_add_tcase(all, tests);
    suite_add_tcase(all, frame_tests());
    suite_add_tcase(all, rule_tests());
    suite_add_tcase(all, file_name_tests());
    suite_add_tcase(all, octet_tests());
    suite_add_tcase(all, decode_tests());
    suite_add_tcase(all, host_tests());
    suite_add_tcase(all, argument_tests());
    return all;
}

int main(void)
{
    return run_with_each_kernel(suite);
}
