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
 * RESULT is "=" and the text, or "!" and ERROR@OFFSET, for build, replace,
 * remove and file-name ERROR:PART@OFFSET. FLAGS are "-", or of "keep", "plus",
 * "windows" with commas between; FOUND of "control", "nul", "cr", "lf",
 * "not-utf8", "delimiter", and is left out where nothing was found. Escapes
 * are those of columns.h; "" is an empty text. Several parts to replace or
 * remove are one change.
 *
 * Each case is run with a buffer of every size from 0 to one byte more than is
 * needed, which ends at an unreadable page, as its text does.
 */
#define _DEFAULT_SOURCE 1

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "unit/coding/coding.h"
#include "support/columns.h"
#include "support/golden.h"
#include "support/grammars.h"
#include "support/guard.h"
#include "support/mutate.h"
#include "support/unit.h"

#define COUNT(array) (sizeof (array) / sizeof *(array))

/* ------------------------------------------------------------------------
 * Golden cases
 * ------------------------------------------------------------------------ */

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

/* What a case must give. */
struct wanted {
    struct text text;
    int error;
    int part;
    size_t offset;
    uint32_t found;
};

static size_t offset_behind(char *word)
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
            wanted->offset = offset_behind(word);
            wanted->found = found_bits(word);
        }
        return;
    }
    HOLDS(strcmp(kind, "!") == 0, "neither = nor !");
    wanted->offset = offset_behind(word);
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

static void check_result(const struct coding_call *call,
                         const struct wanted *wanted)
{
    static struct guard guard;
    const size_t most = wanted->text.len + 1;

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
        if (wanted->error == 0 && result == 0)
            HOLDS(coding_same(buf, len, wanted->text.bytes, wanted->text.len),
                  "got %.*s", (int)len, buf);
        HOLDS(result == wanted->error
              || (result == LOCUS_ERROR_SPACE && wanted->error && size < most),
              "got %s@%zu", locus_error_name(result), report.offset);
        if (result != wanted->error)
            continue;
        HOLDS(len == (result == 0 ? wanted->text.len : 0), "length %zu", len);
        HOLDS(report.offset == wanted->offset && report.found == wanted->found,
              "%s at %zu, found %x", locus_error_name(result), report.offset,
              (unsigned)report.found);
        if (wanted->part >= 0)
            HOLDS(report.part == wanted->part, "part %d", (int)report.part);
    }
}

/* A case that fails needs a buffer that was never too small. */
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

/* ------------------------------------------------------------------------
 * Exactly what the grammar cannot hold
 * ------------------------------------------------------------------------ */

/* Where a component stands in a URL. */
struct frame {
    const struct locus_grammar *const *grammar;
    int component;
    const char *before;
    const char *behind;
    enum locus_part part;          /* as the parser finds it there, */
    const char *skip;              /* these before it, part of it */
    const char *also;              /* escaped though the grammar takes them */
};

#define GENERIC(g) \
    { g, LOCUS_USER, "x://", "@h/", LOCUS_USER, "", "" }, \
    { g, LOCUS_PASSWORD, "x://u:", "@h/", LOCUS_PASSWORD, "", "" }, \
    { g, LOCUS_PATH, "x://h/", "", LOCUS_PATH, "/", "" }, \
    { g, LOCUS_PATH, "x:a", "?q", LOCUS_PATH, "a", "" }, \
    { g, LOCUS_SEGMENT, "x://h/s/", "/", LOCUS_PATH, "/s/", "/" }, \
    { g, LOCUS_QUERY, "x://h/?", "#f", LOCUS_QUERY, "", "" }, \
    { g, LOCUS_QUERY_ITEM, "x:?", "", LOCUS_QUERY, "", "&;=+" }, \
    { g, LOCUS_FRAGMENT, "x:#", "", LOCUS_FRAGMENT, "", "" }

#define OLD &locus_rfc1738
#define OLDEST &locus_rfc1630

static const struct frame frames[] = {
    GENERIC(&locus_rfc3986), GENERIC(&locus_rfc3986_reference),
    GENERIC(&locus_web),
    { OLD, LOCUS_USER, "ftp://", "@h/", LOCUS_USER, "", "" },
    { OLD, LOCUS_PASSWORD, "ftp://u:", "@h/", LOCUS_PASSWORD, "", "" },
    { OLD, LOCUS_PATH, "http://h/", "?q", LOCUS_PATH, "/", ";?" },
    { OLD, LOCUS_PATH, "ftp://h/", "", LOCUS_PATH, "/", ";?" },
    { OLD, LOCUS_PATH, "file:///", "", LOCUS_PATH, "/", ";?" },
    { OLD, LOCUS_SEGMENT, "http://h/", "/b", LOCUS_PATH, "/", "/;?" },
    { OLD, LOCUS_QUERY, "http://h/?", "", LOCUS_QUERY, "", "" },
    { OLD, LOCUS_QUERY_ITEM, "http://h/?", "", LOCUS_QUERY, "", "&;=+" },
    { OLD, LOCUS_QUERY, "wais://h/d?", "", LOCUS_QUERY, "", "" },
    { OLD, LOCUS_SELECTOR, "gopher://h/1", "%09s", LOCUS_SELECTOR, "", "" },
    { OLD, LOCUS_SEARCH, "gopher://h/1%09", "%09", LOCUS_SEARCH, "", "" },
    { OLD, LOCUS_PLUS, "gopher://h/1%09%09", "", LOCUS_PLUS, "", "" },
    { OLD, LOCUS_ADDRESS, "mailto:", "", LOCUS_ADDRESS, "", "" },
    { OLD, LOCUS_DATABASE, "wais://h/", "", LOCUS_DATABASE, "", "" },
    { OLD, LOCUS_WTYPE, "wais://h/d/", "/p", LOCUS_WTYPE, "", "" },
    { OLD, LOCUS_WPATH, "wais://h/d/t/", "", LOCUS_WPATH, "", "" },
    { OLD, LOCUS_HSONAME, "prospero://h/", ";a=b", LOCUS_HSONAME, "", "" },
    { OLDEST, LOCUS_PATH, "http://h/", "?q", LOCUS_PATH, "/", "" },
    { OLDEST, LOCUS_PATH, "ftp://h/", ";type=I", LOCUS_PATH, "/", "" },
    { OLDEST, LOCUS_PATH, "file:///", "", LOCUS_PATH, "/", "" },
    { OLDEST, LOCUS_PATH, "x:a", "#f", LOCUS_PATH, "a", "" },
    { OLDEST, LOCUS_PATH, "urn:/", "?q", LOCUS_PATH, "/", "" },
    { OLDEST, LOCUS_SEGMENT, "http://h/s/", "/b", LOCUS_PATH, "/s/", "/" },
    { OLDEST, LOCUS_QUERY, "http://h/?", "#f", LOCUS_QUERY, "", "" },
    { OLDEST, LOCUS_QUERY, "wais://h/d?", "", LOCUS_QUERY, "", "" },
    { OLDEST, LOCUS_QUERY_ITEM, "x:a?b", "", LOCUS_QUERY, "b", "&;=+" },
    { OLDEST, LOCUS_FRAGMENT, "x:a#", "", LOCUS_FRAGMENT, "", "" },
    { OLDEST, LOCUS_SELECTOR, "gopher://h/1", "%09s", LOCUS_SELECTOR, "", "" },
    { OLDEST, LOCUS_SEARCH, "gopher://h/1%09", "%09", LOCUS_SEARCH, "", "" },
    { OLDEST, LOCUS_PLUS, "gopher://h/1%09%09", "", LOCUS_PLUS, "", "" },
    { OLDEST, LOCUS_GROUP, "news:", "", LOCUS_GROUP, "", "" },
    { OLDEST, LOCUS_GROUP, "nntp:", "/7", LOCUS_GROUP, "", "" },
    { OLDEST, LOCUS_DATABASE, "wais://h/", "", LOCUS_DATABASE, "", "" },
    { OLDEST, LOCUS_WTYPE, "wais://h/d/", "/1=p;", LOCUS_WTYPE, "", "" },
    { OLDEST, LOCUS_HSONAME, "prospero://h/", "%001", LOCUS_HSONAME, "", "" },
};

/* Whether the part that the frame has cannot hold the text, however it is
   escaped. */
static bool frame_refuses(const struct frame *f, const char *text, size_t len)
{
    const char first = len ? text[0] : '\0';

    switch (f->component) {
    case LOCUS_SELECTOR: case LOCUS_SEARCH:
        return memchr(text, '\t', len)
            || (f->grammar != OLDEST
                && (memchr(text, '\r', len) || memchr(text, '\n', len)));
    case LOCUS_HSONAME:
        return f->grammar == OLDEST && memchr(text, 0, len);
    case LOCUS_GROUP:
        return !(first >= 'a' && first <= 'z')
            && !(first >= 'A' && first <= 'Z');
    case LOCUS_QUERY: case LOCUS_DATABASE: case LOCUS_WTYPE:
        return f->grammar == OLDEST && len == 0;
    case LOCUS_ADDRESS: return len == 0;
    default: return false;
    }
}

/* The component's text between what stands before and after it: is it the part
   that the parser finds? */
static bool frame_holds(const struct frame *f, const char *text, size_t len)
{
    char buf[4096];
    struct locus_url url;
    const size_t before = strlen(f->before), skip = strlen(f->skip);
    const int all = snprintf(buf, sizeof buf, "%s%.*s%s", f->before, (int)len,
                             text, f->behind);
    size_t ends = before + len;

    if (memchr(text, 0, len))
        return false;              /* snprintf() ends there */
    if (f->component == LOCUS_SEGMENT)
        ends += strlen(f->behind);
    return locus_parse(&url, buf, (size_t)all, *f->grammar) == 0
        && locus_has(&url, f->part)
        && locus_get(&url, f->part).off == before - skip
        && locus_get(&url, f->part).off + locus_get(&url, f->part).len == ends;
}

START_TEST(exactly_what_cannot_stand)
{
    for (size_t i = 0; i < COUNT(frames); i++) {
        const struct frame *f = &frames[i];

        if (!locus_has_grammar(*f->grammar))
            continue;
        for (unsigned byte = 0; byte < 256; byte++) {
            const char text[3] = { 'a', (char)byte, 'a' };
            const bool held = frame_holds(f, text, 3) && byte != '%'
                           && !(byte && strchr(f->also, (int)byte));
            char coded[16];
            size_t len;
            int result = locus_encode(coded, sizeof coded, &len, text, 3,
                                      *f->grammar, f->component, 0, NULL);

            if (frame_refuses(f, text, 3)) {
                ck_assert_int_eq(result, LOCUS_ERROR_PATH);
                continue;
            }
            ck_assert_int_eq(result, 0);
            ck_assert_msg((len == 3) == held, "%s%.*s%s: byte %02x",
                          f->before, (int)len, coded, f->behind, byte);
            ck_assert_msg(frame_holds(f, coded, len), "%s%.*s%s", f->before,
                          (int)len, coded, f->behind);
        }
    }
}
END_TEST

/* A text that was encoded is that component, to the byte. */
START_TEST(encoded_texts_parse)
{
    const uint64_t count = texts_to_try(200000);
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);

    for (uint64_t i = 0; i < count; i++) {
        struct mutate m;
        unsigned char text[MUTATE_MAX];
        char coded[3 * MUTATE_MAX];
        const struct frame *f;
        size_t len, coded_len;
        bool keep;
        int result;

        mutate_seed(&m, seed + i);
        f = &frames[mutate_below(&m, COUNT(frames))];
        len = mutate_url(&m, *f->grammar, text);
        if (!locus_has_grammar(*f->grammar)
            || (f->component == LOCUS_GROUP && len == 1 && *text == '*'))
            continue;                   /* news:* is no nntp URL */
        keep = mutate_one_in(&m, 2);
        result = locus_encode(coded, sizeof coded, &coded_len,
                              (char *)text, len, *f->grammar, f->component,
                              keep ? LOCUS_KEEP : 0, NULL);
        if (result == 0)
            CODING_HOLDS(frame_holds(f, coded, coded_len), coded, coded_len);
        /* What is escaped already may be what no escape may hide. */
        CODING_HOLDS(keep && result != 0
                     ? f->component == LOCUS_HSONAME
                       || f->component == LOCUS_SELECTOR
                       || f->component == LOCUS_SEARCH
                       || frame_refuses(f, (char *)text, len)
                     : (result != 0) == frame_refuses(f, (char *)text, len),
                     text, len);
    }
}
END_TEST

/* ------------------------------------------------------------------------
 * What the RFCs say of each component, without a machine
 * ------------------------------------------------------------------------ */

#define ALPHA "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGIT "0123456789"

/* RFC 3986, appendix A; RFC 1738, section 5; RFC 1630, BNF. */
#define UNRESERVED ALPHA DIGIT "-._~"
#define SUB_DELIMS "!$&'()*+,;="
#define SUB_DELIMS_OF_ITEMS "!$'()*,"
#define UCHAR ALPHA DIGIT "$-_.+" "!*'(),"
#define UCHAR_OF_ITEMS ALPHA DIGIT "$-_." "!*'(),"
#define XALPHA ALPHA DIGIT "$-_@.&+" "!*\"'(),"
#define XALPHA_OF_ITEMS ALPHA DIGIT "$-_@." "!*\"'(),"
#define XALPHA_OF_GROUPS ALPHA DIGIT "$-_.&+" "!*\"'(),"

/* A part as a text has to be for it. `literal` is set for the bytes that are not
   to be escaped, whatever the part holds. Returns the first byte at which no text
   of that form goes on, `len` if it is one that ends too early, or CODING_NONE. */
typedef size_t form(const char *text, size_t len, bool keep, bool *literal);

struct rule {
    unsigned grammars;             /* of the bits below */
    int component;
    int error;
    const char *held;              /* the bytes that it holds; or, */
    const char *but;               /* of those of locus_web, those it does not */
    form *form;                    /* NULL: any text */
    const char *letters;           /* of which texts of that form are made */
};

static bool is_in(const char *set, char c)
{
    return c && strchr(set, c);
}

static bool is_triple(const char *text, size_t len)
{
    return len > 2 && text[0] == '%' && coding_hex(text[1]) >= 0
        && coding_hex(text[2]) >= 0;
}

/* One byte of `first`, then any of `rest`. */
static size_t word_form(const char *text, size_t len, const char *first,
                        const char *rest, bool *literal)
{
    memset(literal, true, len);
    for (size_t i = 0; i < len; i++)
        if (!is_in(i ? rest : first, text[i]))
            return i;
    return len ? CODING_NONE : 0;
}

/* RFC 3986, section 3.1: ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) */
static size_t scheme_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)keep;
    return word_form(text, len, ALPHA, ALPHA DIGIT "+-.", literal);
}

/* RFC 1738: 1*[ lowalpha | digit | "+" | "-" | "." ], and section 2.1 */
static size_t old_scheme_form(const char *text, size_t len, bool keep,
                              bool *literal)
{
    (void)keep;
    return word_form(text, len, ALPHA DIGIT "+-.", ALPHA DIGIT "+-.", literal);
}

/* RFC 1630, prefixedurl: "url" is no scheme. */
static size_t oldest_scheme_form(const char *text, size_t len, bool keep,
                                 bool *literal)
{
    if (len == 3 && (text[0] | 0x20) == 'u' && (text[1] | 0x20) == 'r'
        && (text[2] | 0x20) == 'l')
        return len;
    return scheme_form(text, len, keep, literal);
}

/* RFC 3986, section 3.2.3: *DIGIT */
static size_t port_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)keep;
    return len ? word_form(text, len, DIGIT, DIGIT, literal) : CODING_NONE;
}

/* RFC 1738, RFC 1630: digits */
static size_t digits_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)keep;
    return word_form(text, len, DIGIT, DIGIT, literal);
}

/* RFC 1738: "A" | "I" | "D" | "a" | "i" | "d" */
static size_t type_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)keep;
    return word_form(text, len, "AIDaid", "", literal);
}

/* RFC 1630: A formcode | E formcode | I | L digits; formcode N | T | C, or none */
static size_t oldest_type_form(const char *text, size_t len, bool keep,
                               bool *literal)
{
    (void)keep;
    memset(literal, true, len);
    if (len == 0 || !is_in("AEILaeil", text[0]))
        return 0;
    if (is_in("Ii", text[0]))
        return len > 1 ? 1 : CODING_NONE;
    if (is_in("AEae", text[0]))
        return len == 1 ? CODING_NONE : !is_in("NTCntc", text[1]) ? 1
             : len == 2 ? CODING_NONE : 2;
    for (size_t i = 1; i < len; i++)
        if (!is_in(DIGIT, text[i]))
            return i;
    return len > 1 ? CODING_NONE : len;
}

/* RFC 1738: "*" | alpha *[ alpha | digit | "-" | "." | "+" | "_" ] */
static size_t group_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)keep;
    if (len > 0 && text[0] == '*')
        return word_form(text, len, "*", "", literal);
    return word_form(text, len, ALPHA, ALPHA DIGIT "-.+_", literal);
}

/* RFC 1630: "*" | ialpha [ . group ], ialpha: alpha [ xalphas ] */
static size_t oldest_group_form(const char *text, size_t len, bool keep,
                                bool *literal)
{
    (void)keep;
    if (len > 0 && text[0] == '*')
        return word_form(text, len, "*", "", literal);
    return len > 0 && is_in(ALPHA, text[0]) ? CODING_NONE : 0;
}

/* RFC 1630: alphanum2 [ user ] */
static size_t oldest_user_form(const char *text, size_t len, bool keep,
                               bool *literal)
{
    (void)keep;
    return word_form(text, len, ALPHA DIGIT "-_.+", ALPHA DIGIT "-_.+", literal);
}

/* RFC 1630: user [ : password ] */
static size_t oldest_userinfo_form(const char *text, size_t len, bool keep,
                                   bool *literal)
{
    const char *colon = memchr(text, ':', len);
    const size_t user = colon ? (size_t)(colon - text) : len;
    size_t at = oldest_user_form(text, user, keep, literal);

    if (at == CODING_NONE && colon) {
        at = oldest_user_form(colon + 1, len - user - 1, keep,
                              literal + user + 1);
        at = at == CODING_NONE ? at : user + 1 + at;
        literal[user] = true;
    }
    return at;
}

/* RFC 1738, section 3.1: user [ ":" password ], neither of which has a ":" */
static size_t old_userinfo_form(const char *text, size_t len, bool keep,
                                bool *literal)
{
    const char *colon = memchr(text, ':', len);
    size_t user;

    (void)keep;
    if (!colon)
        return CODING_NONE;
    user = (size_t)(colon - text);
    literal[user] = true;
    colon = memchr(colon + 1, ':', len - user - 1);
    return colon ? (size_t)(colon - text) : CODING_NONE;
}

/* RFC 1630: alphanums */
static size_t attributes_form(const char *text, size_t len, bool keep,
                              bool *literal)
{
    (void)keep;
    return word_form(text, len, ALPHA, ALPHA DIGIT, literal);
}

/* RFC 1738: hostname | hostnumber; hostname alone where no number may be */
static size_t name_form(const char *text, size_t len, bool or_number,
                        bool *literal)
{
    size_t labels = 1, numbers = 0, begin = 0;

    memset(literal, true, len);
    for (size_t i = 0; i < len; i++) {
        if (is_in(ALPHA DIGIT, text[i]) || (text[i] == '-' && i > begin))
            continue;
        if (text[i] != '.' || i == begin || text[i - 1] == '-')
            return i;
        numbers += strspn(text + begin, DIGIT) == i - begin;
        labels++;
        begin = i + 1;
    }
    if (begin == len || text[len - 1] == '-')
        return len;
    if (is_in(ALPHA, text[begin]))
        return CODING_NONE;
    for (size_t i = begin; i < len; i++)
        if (!is_in(DIGIT, text[i]))
            return len;
    return or_number && labels == 4 && numbers == 3 ? CODING_NONE : len;
}

static size_t host_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)keep;
    return len ? name_form(text, len, true, literal) : CODING_NONE;
}

/* RFC 3986, section 3.2.2: a name that hides nothing (section 4 of locus.h) */
static bool is_refused(unsigned octet)
{
    return octet <= 0x20 || octet == 0x7f || is_in(":/?#[]@<>\"%\\", (char)octet);
}

static size_t reg_name_form(const char *text, size_t len, bool keep,
                            bool *literal)
{
    (void)literal;
    for (size_t i = 0; i < len; i++) {
        unsigned octet, last;

        if (!keep || text[i] != '%') {
            if (is_refused((unsigned char)text[i]))
                return i;
            continue;
        }
        /* Of a first digit one second one at least must do. */
        if (++i == len || coding_hex(text[i]) < 0)
            return i;
        octet = (unsigned)coding_hex(text[i]) << 4;
        for (last = octet + 15; last > octet && is_refused(last);)
            last--;
        if (is_refused(last))
            return i;
        if (++i == len || coding_hex(text[i]) < 0
            || is_refused(octet | (unsigned)coding_hex(text[i])))
            return i;
    }
    return CODING_NONE;
}

/* RFC 1738: xchar; RFC 1630: xalpha */
static size_t gtype_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)literal;
    if (keep && is_triple(text, len))
        return len > 3 ? 3 : CODING_NONE;
    if (len == 1)
        return CODING_NONE;
    if (len == 0 || !keep || text[0] != '%')
        return len > 0;
    return coding_hex(text[1]) < 0 ? 1 : 2;
}

/* No byte of `bytes` is in it, nor is the triple of one. */
static size_t without(const char *text, size_t len, bool keep, const char *bytes,
                      size_t count)
{
    for (size_t i = 0; i < len; i++) {
        int octet = text[i];

        if (keep && i > 1 && is_triple(text + i - 2, 3))
            octet = coding_hex(text[i - 1]) << 4 | coding_hex(text[i]);
        if (memchr(bytes, octet, count))
            return i;
    }
    return CODING_NONE;
}

/* RFC 1738, section 3.4.1: no tab, LF, CR */
static size_t selector_form(const char *text, size_t len, bool keep,
                            bool *literal)
{
    (void)literal;
    return without(text, len, keep, "\t\n\r", 3);
}

/* RFC 1630, GOPHER: a tab ends it, and CR and LF are encoded */
static size_t oldest_selector_form(const char *text, size_t len, bool keep,
                                   bool *literal)
{
    (void)literal;
    return without(text, len, keep, "\t", 1);
}

/* doc/RFC1630.md: a prospero terminator ends it */
static size_t hsoname_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)literal;
    return without(text, len, keep, "", 1);
}

static size_t some_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)text;
    (void)keep;
    (void)literal;
    return len ? CODING_NONE : 0;
}

/* RFC 1738: 1*[ … ] "@" host: the first "@" */
static size_t article_form(const char *text, size_t len, bool keep, bool *literal)
{
    const char *at = memchr(text, '@', len);
    size_t local, found;

    (void)keep;
    if (!at)
        return len;
    local = (size_t)(at - text);
    if (local == 0)
        return 0;
    literal[local] = true;
    found = name_form(at + 1, len - local - 1, true, literal + local + 1);
    return found == CODING_NONE ? found : local + 1 + found;
}

/* RFC 1630: xalphas @ hostname, or host: the last "@", whatever is before it */
static size_t last_at_form(const char *text, size_t len, bool number)
{
    bool unused[64];
    size_t at = len;

    while (at > 0 && text[at - 1] != '@')
        at--;
    return at > 1 && name_form(text + at, len - at, number, unused) == CODING_NONE
         ? CODING_NONE : len;
}

static size_t oldest_article_form(const char *text, size_t len, bool keep,
                                  bool *literal)
{
    (void)keep;
    (void)literal;
    return last_at_form(text, len, true);
}

static size_t oldest_address_form(const char *text, size_t len, bool keep,
                                  bool *literal)
{
    (void)keep;
    (void)literal;
    return last_at_form(text, len, false);
}

/* RFC 1738: *( ";" fieldname "=" fieldvalue ), one at least */
static size_t fields_form(const char *text, size_t len, bool keep, bool *literal)
{
    bool in_name = false;

    (void)keep;
    if (len == 0 || text[0] != ';')
        return 0;
    for (size_t i = 0; i < len; i++) {
        literal[i] = text[i] == ';' || (text[i] == '=' && in_name);
        if (text[i] == ';' && in_name)
            return i;
        if (text[i] == ';' || text[i] == '=')
            in_name = text[i] == ';';
    }
    return in_name ? len : CODING_NONE;
}

/* RFC 1630: digits = path ; [ wpath ] */
static size_t wpath_form(const char *text, size_t len, bool keep, bool *literal)
{
    size_t begin = 0;
    bool in_path = false;

    (void)keep;
    for (size_t i = 0; i < len; i++) {
        if (in_path && text[i] != ';')
            continue;
        if (!in_path && is_in(DIGIT, text[i]))
            continue;
        if (!in_path && (text[i] != '=' || i == begin))
            return i;
        literal[i] = true;
        in_path = !in_path;
        begin = i + 1;
    }
    return len && !in_path && begin == len ? CODING_NONE : len;
}

#define WEB 1u
#define NEW 2u                         /* both of RFC 3986 */
#define IN_1738 4u
#define IN_1630 8u

static bool is_rule_of(const struct rule *r, const struct locus_grammar *grammar)
{
    const unsigned bit = grammar == locus_web ? WEB
                       : grammar == locus_rfc1738 ? IN_1738
                       : grammar == locus_rfc1630 ? IN_1630 : NEW;

    return (r->grammars & bit) != 0;
}

#define HELD(set) set, NULL, NULL, NULL
#define WEB_BUT(set) NULL, set, NULL, NULL
#define FORM(set, form, letters) set, NULL, form, letters

static const struct rule rules[] = {
    /* RFC 3986 */
    { NEW | WEB, LOCUS_ANY, 0, HELD(UNRESERVED) },
    { NEW | WEB, LOCUS_SCHEME, LOCUS_ERROR_SCHEME,
      FORM("", scheme_form, "aZ1+-.%:") },
    { NEW | WEB, LOCUS_PORT, LOCUS_ERROR_PORT, FORM("", port_form, "09a%+") },
    { NEW | WEB, LOCUS_USER, 0, HELD(UNRESERVED SUB_DELIMS) },
    { NEW | WEB, LOCUS_PASSWORD, 0, HELD(UNRESERVED SUB_DELIMS ":") },
    { NEW | WEB, LOCUS_USERINFO, 0, HELD(UNRESERVED SUB_DELIMS ":") },
    { NEW, LOCUS_HOST, LOCUS_ERROR_HOST,
      FORM(UNRESERVED SUB_DELIMS, reg_name_form, "%2fFc4a") },
    { NEW, LOCUS_PATH, 0, HELD(UNRESERVED SUB_DELIMS ":@/") },
    { NEW, LOCUS_SEGMENT, 0, HELD(UNRESERVED SUB_DELIMS ":@") },
    { NEW, LOCUS_QUERY, 0, HELD(UNRESERVED SUB_DELIMS ":@/?") },
    { NEW, LOCUS_QUERY_ITEM, 0, HELD(UNRESERVED SUB_DELIMS_OF_ITEMS ":@/?") },
    { NEW, LOCUS_FRAGMENT, 0, HELD(UNRESERVED SUB_DELIMS ":@/?") },

    /* Section 1 of locus.h: what stands in a path, a query, a fragment;
       grammar/url/web-common.rl: a name has bytes from 80 up. */
    { WEB, LOCUS_HOST, LOCUS_ERROR_HOST, NULL, ":/?#[]@\\^`{|}%",
      reg_name_form, "%2fFc4a" },
    { WEB, LOCUS_PATH, 0, WEB_BUT("?#%") },
    { WEB, LOCUS_SEGMENT, 0, WEB_BUT("/?#%") },
    { WEB, LOCUS_QUERY, 0, WEB_BUT("#%") },
    { WEB, LOCUS_QUERY_ITEM, 0, WEB_BUT("#%&;=+") },
    { WEB, LOCUS_FRAGMENT, 0, WEB_BUT("%") },

    /* RFC 1738. Of what http and ftp both hold: hsegment, fsegment. */
    { IN_1738 | IN_1630, LOCUS_ANY, 0, HELD(ALPHA DIGIT "-._") },
    { IN_1738, LOCUS_SCHEME, LOCUS_ERROR_SCHEME,
      FORM("", old_scheme_form, "aZ1+-.%:") },
    { IN_1738 | IN_1630, LOCUS_HOST, LOCUS_ERROR_HOST,
      FORM("", host_form, "a1-.") },
    { IN_1738 | IN_1630, LOCUS_PORT, LOCUS_ERROR_PORT,
      FORM("", digits_form, "09a%+") },
    { IN_1738 | IN_1630, LOCUS_NUMBER, LOCUS_ERROR_NUMBER,
      FORM("", digits_form, "09a%+") },
    { IN_1738, LOCUS_TYPE, LOCUS_ERROR_TYPE, FORM("", type_form, "AiDxL1") },
    { IN_1738, LOCUS_GROUP, LOCUS_ERROR_GROUP, FORM("", group_form, "*aZ1.+-_%") },
    { IN_1738, LOCUS_USER, 0, HELD(UCHAR ";?&=") },
    { IN_1738, LOCUS_PASSWORD, 0, HELD(UCHAR ";?&=") },
    { IN_1738, LOCUS_USERINFO, LOCUS_ERROR_USERINFO,
      FORM(UCHAR ";?&=", old_userinfo_form, ":a%4@ ") },
    { IN_1738, LOCUS_PATH, 0, HELD(UCHAR ":@&=/") },
    { IN_1738, LOCUS_SEGMENT, 0, HELD(UCHAR ":@&=") },
    { IN_1738, LOCUS_QUERY, 0, HELD(UCHAR ";:@&=") },
    { IN_1738, LOCUS_QUERY_ITEM, 0, HELD(UCHAR_OF_ITEMS ":@") },
    { IN_1738, LOCUS_GTYPE, LOCUS_ERROR_PATH,
      FORM(UCHAR ";/?:@&=", gtype_form, "%4ag ") },
    { IN_1738, LOCUS_SELECTOR, LOCUS_ERROR_PATH,
      FORM(UCHAR ";/?:@&=", selector_form, "%09aD\t\n\r") },
    { IN_1738, LOCUS_SEARCH, LOCUS_ERROR_PATH,
      FORM(UCHAR ";/?:@&=", selector_form, "%09aD\t\n\r") },
    { IN_1738, LOCUS_PLUS, 0, HELD(UCHAR ";/?:@&=") },
    { IN_1738, LOCUS_ADDRESS, LOCUS_ERROR_ADDRESS,
      FORM(UCHAR ";/?:@&=", some_form, "%4a @") },
    { IN_1738, LOCUS_ARTICLE, LOCUS_ERROR_GROUP,
      FORM(UCHAR ";/?:&=", article_form, "@a1.-% ") },
    { IN_1738, LOCUS_DATABASE, 0, HELD(UCHAR) },
    { IN_1738, LOCUS_WTYPE, 0, HELD(UCHAR) },
    { IN_1738, LOCUS_WPATH, 0, HELD(UCHAR) },
    { IN_1738, LOCUS_HSONAME, 0, HELD(UCHAR "?:@&=/") },
    { IN_1738, LOCUS_FIELDS, LOCUS_ERROR_FIELDS,
      FORM(UCHAR "?:@&", fields_form, ";=a% ") },

    /* RFC 1630 */
    { IN_1630, LOCUS_SCHEME, LOCUS_ERROR_SCHEME,
      FORM("", oldest_scheme_form, "uRrlL1+:") },
    { IN_1630, LOCUS_TYPE, LOCUS_ERROR_TYPE,
      FORM("", oldest_type_form, "AeILNtc1") },
    { IN_1630, LOCUS_USER, LOCUS_ERROR_USERINFO,
      FORM("", oldest_user_form, "a1-_.+:%") },
    { IN_1630, LOCUS_PASSWORD, LOCUS_ERROR_USERINFO,
      FORM("", oldest_user_form, "a1-_.+:%") },
    { IN_1630, LOCUS_USERINFO, LOCUS_ERROR_USERINFO,
      FORM("", oldest_userinfo_form, "a1+:%@") },
    { IN_1630, LOCUS_PATH, 0, HELD(XALPHA "/") },
    { IN_1630, LOCUS_SEGMENT, 0, HELD(XALPHA) },
    { IN_1630, LOCUS_FRAGMENT, 0, HELD(XALPHA) },
    { IN_1630, LOCUS_QUERY, LOCUS_ERROR_QUERY, FORM(XALPHA, some_form, "%4a +") },
    { IN_1630, LOCUS_QUERY_ITEM, 0, HELD(XALPHA_OF_ITEMS) },
    { IN_1630, LOCUS_GTYPE, LOCUS_ERROR_PATH, FORM(XALPHA, gtype_form, "%4ag ") },
    { IN_1630, LOCUS_SELECTOR, LOCUS_ERROR_PATH,
      FORM(XALPHA "/", oldest_selector_form, "%09aD\t\n") },
    { IN_1630, LOCUS_SEARCH, LOCUS_ERROR_PATH,
      FORM(XALPHA "/", oldest_selector_form, "%09aD\t\n") },
    { IN_1630, LOCUS_PLUS, 0, HELD(XALPHA "/") },
    { IN_1630, LOCUS_ADDRESS, LOCUS_ERROR_ADDRESS,
      FORM(XALPHA, oldest_address_form, "@a1.-% ") },
    { IN_1630, LOCUS_ARTICLE, LOCUS_ERROR_GROUP,
      FORM(XALPHA, oldest_article_form, "@a1.-% ") },
    { IN_1630, LOCUS_GROUP, LOCUS_ERROR_GROUP,
      FORM(XALPHA_OF_GROUPS, oldest_group_form, "*a1.@% ") },
    { IN_1630, LOCUS_DATABASE, LOCUS_ERROR_DATABASE,
      FORM(XALPHA, some_form, "%4a +") },
    { IN_1630, LOCUS_WTYPE, LOCUS_ERROR_PATH, FORM(XALPHA, some_form, "%4a +") },
    { IN_1630, LOCUS_WPATH, LOCUS_ERROR_WPATH,
      FORM(XALPHA "/", wpath_form, "1=;a% ") },
    { IN_1630, LOCUS_HSONAME, LOCUS_ERROR_PATH,
      FORM(XALPHA "/", hsoname_form, "%0a ") },
    { IN_1630, LOCUS_FIELDS, LOCUS_ERROR_VERSION,
      FORM("", attributes_form, "aZ1+%=") },
};

static bool rule_holds(const struct rule *r, char c)
{
    if (!r->but)
        return is_in(r->held, c);
    return (unsigned char)c > 0x20 && c != 0x7f && !is_in("\"<>", c)
        && !is_in(r->but, c);
}

/* The text as section 4 of locus.h has it encoded; its length. */
static size_t encode_plainly(const struct rule *r, const char *text, size_t len,
                             unsigned flags, char *to, const bool *literal)
{
    const bool plus = flags & LOCUS_PLUS_IS_SPACE;
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        const char c = text[i];

        if (literal[i] || (rule_holds(r, c) && !(plus && c == '+'))
            || (flags & LOCUS_KEEP && is_triple(text + i, len - i)))
            to[n++] = c;
        else if (plus && c == ' ')
            to[n++] = '+';
        else
            n += (size_t)snprintf(to + n, 4, "%%%02X", (unsigned char)c);
    }
    return n;
}

static void check_rule(const struct rule *r, const struct locus_grammar *grammar,
                       const char *text, size_t len, unsigned flags)
{
    bool literal[16] = { false };
    char wanted[48], got[48];
    struct locus_report report;
    size_t got_len, wanted_len, fault = CODING_NONE;
    int result;

    /* Literals: see ip_literals. */
    if (r->component == LOCUS_HOST && len > 0 && text[0] == '[')
        return;
    if (r->form)
        fault = r->form(text, len, (flags & LOCUS_KEEP) != 0, literal);
    result = locus_encode(got, sizeof got, &got_len, text, len, grammar,
                          r->component, flags, &report);
    if (fault != CODING_NONE) {
        CODING_HOLDS(result == r->error, text, len);
        CODING_HOLDS(report.offset == fault, text, len);
        return;
    }
    CODING_HOLDS(result == 0, text, len);
    wanted_len = encode_plainly(r, text, len, flags, wanted, literal);
    CODING_HOLDS(coding_same(got, got_len, wanted, wanted_len), text, len);
}

static void check_rules(const struct rule *r, const char *text, size_t len)
{
    const bool plus = r->component == LOCUS_QUERY || r->component == LOCUS_ANY
                   || r->component == LOCUS_QUERY_ITEM;

    for (int g = 0; g < grammar_count(); g++)
        for (unsigned flags = 0; flags < (plus ? 4 : 2); flags++)
            if (is_rule_of(r, grammar_at(g)) && locus_has_grammar(grammar_at(g)))
                check_rule(r, grammar_at(g), text, len, flags);
}

/* Every byte in every component, and all short texts of what is special there. */
START_TEST(encoded_by_rules)
{
    static const char *const around[][2] = {
        { "", "" }, { "a", "" }, { "", "a" }, { "a@1", "a" }, { "%4", "4" },
        { "1=", ";" }, { ";a", "=" }, { ";a=", "" }, { "a:", "" },
    };

    for (size_t i = 0; i < COUNT(rules); i++) {
        const char *letters = rules[i].letters ? rules[i].letters : "%4aF g";
        const size_t count = strlen(letters);

        for (size_t n = 0; n < COUNT(around) * 256; n++) {
            const char *const *const a = around[n / 256];
            char text[16];
            const int len = snprintf(text, sizeof text, "%s.%s", a[0], a[1]);

            text[strlen(a[0])] = (char)(n % 256);
            check_rules(&rules[i], text, (size_t)len);
        }
        for (size_t len = 0, texts = 1; texts <= 5000; len++, texts *= count)
            for (size_t n = 0; n < texts; n++) {
                char text[16];

                for (size_t k = 0, rest = n; k < len; k++, rest /= count)
                    text[k] = letters[rest % count];
                check_rules(&rules[i], text, len);
            }
    }
}
END_TEST

/* What section 4 of locus.h, and RFC 8089, appendix E, say of names of files. */
static bool is_slash(char c)
{
    return c == '/' || c == '\\';
}

static bool is_drive(const char *text, size_t len)
{
    return len > 1 && is_in(ALPHA, text[0]) && (text[1] == ':' || text[1] == '|');
}

/* The first byte at which it is no such name, `len` if it ends too early, or
   CODING_NONE. */
static size_t absolute_fault(const char *name, size_t len, bool windows)
{
    const char *nul = len ? memchr(name, 0, len) : NULL;
    const size_t end = nul ? (size_t)(nul - name) : len;
    const size_t none = nul ? end : CODING_NONE;
    size_t at = 0;

    if (!windows)
        return len > 0 && name[0] == '/' ? none : 0;
    if (end == 0)
        return 0;
    if (is_in(ALPHA, name[0])) {
        if (end < 2 || name[1] != ':')
            return 1;
        return end > 2 && is_slash(name[2]) ? none : 2;
    }
    if (!is_slash(name[0]))
        return 0;
    if (end == 1 || !is_slash(name[1])) {
        /* What is "\C:" but the drive? */
        return is_drive(name + 1, end - 1) && (end == 3 || is_slash(name[3]))
             ? 3 : none;
    }
    for (at = 2; at < end && !is_slash(name[at]);)
        at++;
    if (at == 2 || at == end || (at == 3 && name[2] == '.'))
        return at;
    return ++at < end && !is_slash(name[at]) ? none : at;
}

/* The same of a relative one. */
static size_t relative_fault(const char *name, size_t len, bool windows)
{
    bool in_first = true;

    for (size_t i = 0; i < len; i++) {
        const bool slash = windows ? is_slash(name[i]) : name[i] == '/';

        if (name[i] == '\0' || (slash && i == 0)
            || (windows && in_first && name[i] == ':'))
            return i;
        in_first &= !slash;
    }
    return len > 0 ? CODING_NONE : 0;
}

static const struct rule *rule_of(const struct locus_grammar *grammar, int component)
{
    const struct rule *r = rules;

    while (!is_rule_of(r, grammar) || r->component != component)
        r++;
    return r;
}

/* As paths and segments are encoded. */
static size_t put_segments(char *to, const struct locus_grammar *grammar,
                           const char *text, size_t len, bool windows)
{
    static const bool literal[64];
    size_t n = 0;

    for (size_t i = 0; i < len; i++)
        if (windows && is_slash(text[i]))
            to[n++] = '/';
        else
            n += encode_plainly(rule_of(grammar, windows ? LOCUS_SEGMENT
                                                         : LOCUS_PATH),
                                text + i, 1, 0, to + n, literal);
    return n;
}

static int url_plainly(char *to, size_t *to_len, const struct locus_grammar *grammar,
                       const char *name, size_t len, bool windows, size_t *fault)
{
    const struct rule *const host = rule_of(grammar, LOCUS_HOST);
    bool literal[64] = { false };
    size_t n, skip = 1;

    *fault = absolute_fault(name, len, windows);
    if (*fault != CODING_NONE) {
        const size_t relative = relative_fault(name, len, windows);

        if (grammar != locus_rfc3986_reference)
            return LOCUS_ERROR_NAME;
        if (relative != CODING_NONE) {
            *fault = relative > *fault ? relative : *fault;
            return LOCUS_ERROR_NAME;
        }
        n = memchr(name, ':', strcspn(name, "/")) && !windows
          ? (size_t)sprintf(to, "./") : 0;
        *to_len = n + put_segments(to + n, grammar, name, len, windows);
        return 0;
    }
    n = (size_t)sprintf(to, "file:///");
    if (windows && !is_slash(name[0])) {
        n += (size_t)sprintf(to + n, "%c%s/", name[0],
                             grammar == locus_rfc1630 ? "%3A" : ":");
        skip = 3;
    } else if (windows && len > 1 && is_slash(name[1])) {
        const size_t host_len = strcspn(name + 2, "/\\");

        /* Appendix E.3.2: that is this machine, but it has no shares. */
        if (host_len == 9 && strncasecmp(name + 2, "localhost", 9) == 0)
            n += (size_t)sprintf(to + n, "/");
        else
            n--;
        *fault = host->form(name + 2, host_len, false, literal);
        if (*fault != CODING_NONE) {
            *fault += 2;
            return LOCUS_ERROR_HOST;
        }
        n += encode_plainly(host, name + 2, host_len, 0, to + n, literal);
        skip = 2 + host_len;
    }
    *to_len = n + put_segments(to + n, grammar, name + skip, len - skip, windows);
    return 0;
}

static void check_url_of(char *name, size_t len)
{
    name[len] = '\0';
    for (int i = 0; i < 2 * grammar_count(); i++) {
        const struct locus_grammar *const grammar = grammar_at(i / 2);
        char wanted[160], got[160];
        size_t wanted_len = 0, got_len, fault;
        struct locus_report report;
        int wanted_result, result;

        if (!locus_has_grammar(grammar))
            continue;
        wanted_result = url_plainly(wanted, &wanted_len, grammar, name, len, i % 2,
                                    &fault);
        result = locus_file_url(got, sizeof got, &got_len, name, len, grammar,
                                i % 2 ? LOCUS_WINDOWS : 0, &report);
        CODING_HOLDS(result == wanted_result, name, len);
        CODING_HOLDS(coding_same(got, got_len, wanted, wanted_len), name, len);
        if (result != 0)
            CODING_HOLDS(report.offset == fault, name, len);
    }
}

/* A path of a URL as a name, from `begin` on, with what `mark` is for a slash. */
static int path_plainly(char *to, size_t *n, const char *path, size_t begin,
                        char mark, const char *hidden, size_t *fault)
{
    for (size_t i = begin; path[i]; i++) {
        char c = path[i] == '/' ? mark : path[i];

        if (is_triple(path + i, strlen(path + i))) {
            c = (char)(coding_hex(path[i + 1]) << 4 | coding_hex(path[i + 2]));
            if (c == 0 || is_in(hidden, c)) {
                *fault = i;
                return LOCUS_ERROR_HIDDEN;
            }
            i += 2;
        }
        to[(*n)++] = c;
    }
    return 0;
}

/* What stands before the path. */
static const char reference[] = "";
static const char local[] = "file:";

/* The length of a drive-letter that the text begins with (RFC 8089, appendices E.2 and
   E.2.2), or 0. An encoded letter is that letter (RFC 3986, 2.3), and so is "%7C" a "|";
   ":" is encoded in RFC 1630 only, and always there. */
static size_t drive_len(const char *text, bool old, char *letter)
{
    const bool encoded = is_triple(text, strlen(text));
    const size_t at = encoded ? 3 : 1;

    *letter = text[0];
    if (encoded)
        *letter = (char)(coding_hex(text[1]) << 4 | coding_hex(text[2]));
    if (!is_in(ALPHA, *letter))
        return 0;
    if (text[at] == '|' || (!old && text[at] == ':'))
        return at + 1;
    return strncasecmp(text + at, "%7C", 3) == 0
        || (old && strncasecmp(text + at, "%3A", 3) == 0) ? at + 3 : 0;
}

/* The host of a UNC name, path[begin..end): RFC 3986, reg-name, that hides nothing. */
static int host_plainly(char *to, size_t *n, const char *path, size_t begin, size_t end,
                        size_t *fault)
{
    for (size_t i = begin; i < end; i++) {
        char c = path[i];

        *fault = i;
        if (is_triple(path + i, end - i)) {
            c = (char)(coding_hex(path[i + 1]) << 4 | coding_hex(path[i + 2]));
            if (c == 0 || is_in(":/\\", c))
                return LOCUS_ERROR_HIDDEN;
            i += 2;
        } else if (c == ':') {
            return LOCUS_ERROR_HOST;
        }
        to[(*n)++] = c;
    }
    *fault = 0;
    return 0;
}

/* A path without a host, or after one that is this machine, as a name of Windows. */
static int windows_plainly(char *to, size_t *n, const char *before, const char *path,
                           bool old, size_t *fault)
{
    const char *const hidden = old ? "/\\" : "/\\:";
    const size_t slashes = strspn(path, "/\\");
    const size_t host = strcspn(path + slashes, "/\\");
    char letter, ignored;
    const size_t drive = drive_len(path + slashes, old, &letter);
    const bool is_all = drive > 0 && drive == host;
    const bool ends = path[slashes + host] == '\0';
    size_t begin = 0;
    int result;

    if (before != reference && slashes == 0 && !is_all)
        return LOCUS_ERROR_NAME;
    if (is_all && (slashes == 1 || (slashes == 0 && before == local))) {
        if (ends)
            return LOCUS_ERROR_NAME;
        *n = (size_t)sprintf(to, "%c:", letter);
        begin = slashes + drive;
    } else if (slashes > 1) {
        if (slashes > 3 || host == 0 || ends || is_all
            || drive_len(path + slashes, !old, &ignored) == host
            || (host == 1 && path[slashes] == '.')
            || (host == 3 && strncasecmp(path + slashes, "%2E", 3) == 0))
            return LOCUS_ERROR_NAME;
        *n = (size_t)sprintf(to, "\\\\");
        begin = slashes + host;
        result = host_plainly(to, n, path, slashes, begin, fault);
        if (result != 0)
            return result;
    }
    return path_plainly(to, n, path, begin, '\\', hidden, fault);
}

/* `before` is one of those above, or else with a host: `host` is that unless it is this
   machine. */
static int name_plainly(char *to, size_t *n, const char *before, const char *host,
                        const char *path, bool windows, bool old, size_t *fault)
{
    *fault = 0;
    *n = 0;
    if (!path[0])
        return LOCUS_ERROR_NAME;
    if (windows && *host) {
        *n = (size_t)sprintf(to, "\\\\%s", host);
        return path_plainly(to, n, path, 0, '\\', old ? "/\\" : "/\\:", fault);
    }
    if (windows)
        return windows_plainly(to, n, before, path, old, fault);
    if (path[0] != '/' && before != reference)
        return LOCUS_ERROR_NAME;
    return path_plainly(to, n, path, 0, '/', "/", fault);
}

static void check_name_of(const char *before, const char *path)
{
    const bool has_host = strlen(before) > 5;
    const char *const host = has_host ? before + 7 : "";
    const char *const other = strcmp(host, "h") == 0 ? host : "";
    const bool none = strcmp(host, ".") == 0 || strcmp(host, "%2E") == 0;
    char text[96];

    snprintf(text, sizeof text, "%s%s", before, path);
    for (int i = 0; i < 2 * grammar_count(); i++) {
        const struct locus_grammar *const grammar = grammar_at(i / 2);
        char wanted[96], got[96];
        size_t wanted_len, got_len, fault;
        struct locus_report report;
        struct locus_url url;
        int wanted_result, result;

        if (locus_parse(&url, text, strlen(text), grammar) != 0
            || locus_has(&url, LOCUS_SCHEME) != (before != reference)
            || locus_has(&url, LOCUS_HOST) != has_host
            || (has_host && url.part[LOCUS_HOST].len != strlen(host))
            || url.part[LOCUS_PATH].len != strlen(path))
            continue;
        wanted_result = name_plainly(wanted, &wanted_len, before, other, path, i % 2,
                                     grammar == locus_rfc1630, &fault);
        result = locus_file_name(got, sizeof got, &got_len, &url, text,
                                 i % 2 ? LOCUS_WINDOWS : 0, &report);
        if (none || (*other && i % 2 == 0))
            wanted_result = LOCUS_ERROR_NAME;
        else if (result != 0)
            CODING_HOLDS(report.part == LOCUS_PATH && report.offset == fault,
                         text, strlen(text));
        CODING_HOLDS(result == wanted_result, text, strlen(text));
        if (result == 0)
            CODING_HOLDS(coding_same(got, got_len, wanted, wanted_len), text,
                         strlen(text));
    }
}

/* `n` words, the `which`th such text: of words of one byte, NUL may be one. */
static size_t put_words(char *to, const char *const *words, size_t count, size_t n,
                        size_t which)
{
    size_t len = 0;

    for (; n > 0; n--, which /= count) {
        const char *const word = words[which % count];
        const size_t word_len = *word ? strlen(word) : 1;

        memcpy(to + len, word, word_len);
        len += word_len;
    }
    to[len] = '\0';
    return len;
}

/* All that is short and of what is special in a name or in the path of a URL. */
START_TEST(names_of_files)
{
    static const char *const in_names[] = {
        "/", "\\", ":", "C", "|", "1", "", "LocalHost",
    };
    static const char *const in_paths[] = {
        "/", "C", ":", "|", "1", "%3A", "%3a", "%2F", "%5c", "%00", "\\", "%7a", "%7C",
        ".", "%2e",
    };
    static const char *const before[] = { "", "\\/", "C:", "/a", "\\\\h\\s" };
    static const char *const hosts[] = {
        "file://", local, "file://localhost", "file://h", "file://Loc%61lhos%54",
        "file://.", "file://%2E",
    };
    char text[64];

    for (size_t n = 0, texts = 1; n <= 4; n++, texts *= COUNT(in_names))
        for (size_t i = 0; i < texts; i++) {
            check_url_of(text, put_words(text, in_names, COUNT(in_names), n, i));
            memcpy(text, "\\\\", 2);
            check_url_of(text, 2 + put_words(text + 2, in_names, COUNT(in_names),
                                             n, i));
        }
    for (size_t i = 0; i < COUNT(before) * 256; i++) {
        const int len = snprintf(text, sizeof text, "%s.:/", before[i / 256]);

        text[len - 3] = (char)i;
        if (text[len - 3] == '[')
            continue;
        check_url_of(text, (size_t)len);
        check_url_of(text, (size_t)len - 2);
    }
    for (size_t n = 0, texts = 1; n <= 4; n++, texts *= COUNT(in_paths))
        for (size_t i = 0; i < texts; i++) {
            text[0] = '/';
            put_words(text + 1, in_paths, COUNT(in_paths), n, i);
            for (size_t h = 0; h < (n < 4 ? COUNT(hosts) : 1); h++)
                check_name_of(hosts[h], text);
            check_name_of(local, text + 1);
            if (n < 4) {
                check_name_of("file://", text + 1);
                check_name_of(reference, text + 1);
                check_name_of(reference, text);
            }
        }
    for (unsigned byte = 0; byte < 256; byte++) {
        snprintf(text, sizeof text, "/a/b%%%02x/c", byte);
        check_name_of("file://", text);
        check_name_of("file://h", text);
        check_name_of(reference, text + 1);
        snprintf(text, sizeof text, "/%c:/c", byte > 0x20 ? byte : ' ');
        check_name_of("file://", text);
        snprintf(text, sizeof text, "/%c%%3A/c", byte > 0x20 ? byte : ' ');
        check_name_of("file://", text);
        snprintf(text, sizeof text, "/%%%02x:/c", byte);
        check_name_of("file://", text);
        check_name_of(local, text + 1);
        snprintf(text, sizeof text, "/%%%02X%%3a/c", byte);
        check_name_of("file://", text);
    }
}
END_TEST

/* ------------------------------------------------------------------------
 * For any text
 * ------------------------------------------------------------------------ */

START_TEST(holds_for_mutations)
{
    const uint64_t count = texts_to_try(200000) / 10 + 1;
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);
    const struct locus_grammar *const grammar = grammar_at(_i);

    if (!locus_has_grammar(grammar))
        return;
    for (uint64_t i = 0; i < count; i++) {
        struct mutate m;
        unsigned char text[MUTATE_MAX];
        char *exact;
        size_t len;

        mutate_seed(&m, seed + i);
        len = mutate_url(&m, grammar, text);
        exact = malloc(len ? len : 1);
        ck_assert_ptr_nonnull(exact);
        memcpy(exact, text, len);
        coding_check(exact, len, grammar,
                     coding_component(mutate_below(&m, CODING_COMPONENTS)));
        free(exact);
    }
}
END_TEST

/* Any bytes at all, in any component. */
START_TEST(holds_for_bytes)
{
    const struct locus_grammar *const grammar = grammar_at(_i);

    if (!locus_has_grammar(grammar))
        return;
    for (size_t c = 0; c < CODING_COMPONENTS; c++)
        for (unsigned byte = 0; byte < 256; byte++)
            for (unsigned kind = 0; kind < 4; kind++) {
                const char texts[4][5] = {
                    { (char)byte }, { '%', (char)byte, '4' },
                    { '%', '4', (char)byte, '%', '4' },
                    { 'a', (char)byte, (char)0xc3, (char)0xa9 },
                };
                static const size_t lens[4] = { 1, 3, 5, 4 };

                coding_check_encode(texts[kind], lens[kind], grammar,
                                    coding_component(c), 0);
                coding_check_encode(texts[kind], lens[kind], grammar,
                                    coding_component(c), LOCUS_KEEP);
                coding_check_decode(texts[kind], lens[kind],
                                    coding_component(c), 0);
                coding_check_decode(texts[kind], lens[kind],
                                    coding_component(c), LOCUS_KEEP);
            }
}
END_TEST

/* RFC 3629, section 4: all that begins with two octets, and after each of them all
   bounds of a third and a fourth one. */
START_TEST(sequences_of_octets)
{
    static const unsigned char bounds[] = { 0x00, 0x7f, 0x80, 0xbf, 0xc0, 0xff };

    for (unsigned i = 0; i < 256 * 256; i++) {
        unsigned char text[4] = { (unsigned char)(i >> 8), (unsigned char)i };
        const bool begins = text[0] >= 0xe0 && text[0] <= 0xf7;

        coding_check_decode((char *)text, 2, LOCUS_TYPE, LOCUS_KEEP);
        for (size_t third = 0; begins && third < COUNT(bounds); third++) {
            text[2] = bounds[third];
            coding_check_decode((char *)text, 3, LOCUS_TYPE, LOCUS_KEEP);
            for (size_t n = 0; text[0] >= 0xf0 && n < COUNT(bounds); n++) {
                text[3] = bounds[n];
                coding_check_decode((char *)text, 4, LOCUS_TYPE, LOCUS_KEEP);
            }
        }
    }
}
END_TEST

/* Every octet, raw and escaped, after every beginning of a character of UTF-8 (RFC
   3629, section 4), in any component. */
START_TEST(octets_behind_every_beginning)
{
    static const char *const beginnings[] = {
        "\xc2", "\xe0", "\xe1", "\xed", "\xef", "\xf0", "\xf1", "\xf4", "\xe0\xa0",
        "\xe1\x80", "\xed\x9f", "\xf0\x90", "\xf1\x80", "\xf4\x8f",
        "\xf0\x90\x80", "\xf1\x80\x80", "\xf4\x8f\xbf", "\xff", "\xc3\xa9",
    };

    for (size_t i = 0; i < COUNT(beginnings); i++)
        for (unsigned byte = 0; byte < 256; byte++) {
            const size_t len = strlen(beginnings[i]);
            char text[8] = "", escaped[4];

            memcpy(text, beginnings[i], len);
            snprintf(escaped, sizeof escaped, "%%%02X", byte);
            for (size_t c = 0; c < CODING_COMPONENTS; c++) {
                text[len] = (char)byte;
                coding_check_decode(text, len + 1, coding_component(c), LOCUS_KEEP);
                memcpy(text + len, escaped, 3);
                coding_check_decode(text, len + 3, coding_component(c), 0);
            }
        }
}
END_TEST

/* The same in names of files, of POSIX and of Windows, and back. */
START_TEST(octets_in_names_of_files)
{
    const struct locus_grammar *const grammars[] = {
        locus_web, locus_rfc1738, locus_rfc1630
    };
    static const char *const beginnings[] = {
        "", "\xc3", "\xe0", "\xe1", "\xed", "\xf0", "\xf1", "\xf4", "\xe0\xa0",
        "\xf0\x90", "\xf0\x90\x80", "\xff",
    };

    for (size_t i = 0; i < COUNT(beginnings) * 256; i++) {
        const char *const beginning = beginnings[i / 256];
        char name[16], url[32];
        int len;

        len = snprintf(name, sizeof name, "/%s", beginning);
        name[len++] = (char)(i % 256);
        for (size_t g = 0; g < COUNT(grammars); g++)
            coding_check_name(name, (size_t)len, grammars[g], 0);
        len = snprintf(name, sizeof name, "C:\\%s", beginning);
        name[len++] = (char)(i % 256);
        for (size_t g = 0; g < COUNT(grammars); g++)
            coding_check_name(name, (size_t)len, grammars[g], LOCUS_WINDOWS);
        len = snprintf(url, sizeof url, "file:///C:/");
        for (const char *c = beginning; *c; c++)
            len += snprintf(url + len, 4, "%%%02X", (unsigned char)*c);
        len += snprintf(url + len, 4, "%%%02X", (unsigned)(i % 256));
        for (size_t g = 0; g < COUNT(grammars); g++)
            for (unsigned flags = 0; flags <= LOCUS_WINDOWS; flags++)
                coding_check_file(url, (size_t)len, grammars[g], flags);
    }
}
END_TEST

/* What is at the beginning of a component, and bytes at which something changes, in
   every component. */
START_TEST(components_behind_every_beginning)
{
    static const char *const beginnings[] = {
        "", "%", "%4", "a", "a%", "a%4", "1", "1.", "1.1", "1.1.", "1.1.1", "1.1.1.",
        "1.1.1.1", "1-", "1a", "a.", "a-", "@", "a@1", "a@1.", "a@1.1.1.1", "a@1-",
        "a@1a", "a@a.", "a@a-", "u:", "u:%", "u:%4", ";", ";a", ";a%4", ";a=", ";a=%",
        ";a=%4", ";a=b", "1=", "1=%", "1=%4", "1=;", "a%20", "/", "//", ":", "[", "[:",
    };
    static const char bytes[] =
        "\0\t\n !\"#$%&'()*+,-./059:;<=>?@AFGZ[\\]^_`afgz{|}~\x7f\x80\xbf\xc3\xff";
    const struct locus_grammar *const grammar = grammar_at(_i);

    if (!locus_has_grammar(grammar))
        return;
    for (size_t i = 0; i < COUNT(beginnings); i++)
        for (size_t b = 0; b + 1 < sizeof bytes; b++)
            for (size_t c = 0; c < CODING_COMPONENTS; c++) {
                const int component = coding_component(c);
                const size_t len = strlen(beginnings[i]) + 1;
                char text[16];

                memcpy(text, beginnings[i], len - 1);
                text[len - 1] = bytes[b];
                coding_check_encode(text, len, grammar, component, 0);
                coding_check_encode(text, len, grammar, component, LOCUS_KEEP);
                if (component == LOCUS_QUERY || component == LOCUS_QUERY_ITEM) {
                    coding_check_encode(text, len, grammar, component,
                                        LOCUS_PLUS_IS_SPACE);
                    coding_check_decode(text, len, component,
                                        LOCUS_PLUS_IS_SPACE | LOCUS_KEEP);
                }
            }
}
END_TEST

/* RFC 3986, section 3.2.2: a host is an IP-literal to the encoder exactly where it
   is one to the parser; then nothing of it is escaped. */
static void check_ip_literal(const char *host, size_t len)
{
    char text[128], coded[384];
    struct locus_url url;
    bool literal;
    size_t coded_len;
    int result;

    snprintf(text, sizeof text, "x://%.*s", (int)len, host);
    literal = locus_parse(&url, text, len + 4, locus_rfc3986) == 0
           && url.part[LOCUS_HOST].len == len
           && (url.host_kind == LOCUS_HOST_IPV6
               || url.host_kind == LOCUS_HOST_IPVFUTURE);
    result = locus_encode(coded, sizeof coded, &coded_len, host, len,
                          locus_rfc3986, LOCUS_HOST, 0, NULL);
    ck_assert_msg(literal ? result == 0 && coded_len == len
                            && memcmp(coded, host, len) == 0
                          : result == LOCUS_ERROR_IP_LITERAL, "%s: %d", text,
                  result);
}

/* What ends so many bytes before, and what another byte follows there. */
static void check_beginnings(const char *host)
{
    static const char bytes[] = ":.]019fgv%";

    for (size_t at = 1; at <= strlen(host); at++) {
        char text[96];

        memcpy(text, host, at);
        check_ip_literal(text, at);
        text[at + 1] = ']';
        for (size_t b = 0; b + 1 < sizeof bytes; b++) {
            text[at] = bytes[b];
            check_ip_literal(text, at + 1);
            check_ip_literal(text, at + 2);
        }
    }
}

START_TEST(ip_literals)
{
    static const char *const futures[] = {
        "[v1.a]", "[VaF.:!]", "[v.a]", "[v1.]", "[v1a]", "[vg.a]", "[v1.%41]", "[]",
    };
    static const char *const groups[] = { "0", "1aF9" };
    static const char *const quads[] = {
        "", "1.22.133.244", "255.0.199.9", "2.251.252.25", "1.2.3.256",
    };

    if (!locus_has_grammar(locus_rfc3986))
        return;
    for (size_t i = 0; i < COUNT(futures); i++)
        check_beginnings(futures[i]);
    /* So many groups, "::" or none, so many more, and the last two as an IPv4
       address. */
    for (size_t i = 0; i < 9 * 8 * COUNT(groups) * COUNT(quads); i++) {
        const size_t before = i % 9, behind = i / 9 % 8;
        const char *const group = groups[i / 72 % COUNT(groups)];
        const char *const quad = quads[i / 72 / COUNT(groups)];
        char host[96] = "[";

        for (size_t n = 0; n < before; n++)
            strcat(strcat(host, n ? ":" : ""), group);
        if (behind < 7)
            strcat(host, "::");
        for (size_t n = 0; behind < 7 && n < behind; n++)
            strcat(strcat(host, n ? ":" : ""), group);
        if (*quad && host[strlen(host) - 1] != ':' && host[1])
            strcat(host, ":");
        strcat(strcat(host, quad), "]");
        check_beginnings(host);
    }
}
END_TEST

/* RFC 8089, section 2: of the hosts of file URLs "localhost" alone is this machine's,
   in any case; so it is in a name of POSIX, which has no place for another one. */
START_TEST(localhost)
{
    static const char word[] = "localhost";

    for (size_t i = 0; i <= strlen(word); i++)
        for (unsigned byte = 0x21; byte < 0x7f; byte++) {
            char host[16] = "", text[64], name[64];
            struct locus_url url;
            size_t len;
            int wanted = LOCUS_ERROR_NAME;

            memcpy(host, word, strlen(word));
            host[i] = (char)byte;
            if (i < strlen(word) && (byte | 0x20) == (unsigned char)word[i])
                wanted = 0;
            snprintf(text, sizeof text, "file://%s/etc", host);
            if (locus_parse(&url, text, strlen(text), locus_web) != 0
                || url.part[LOCUS_HOST].len != strlen(host))
                continue;
            ck_assert_msg(locus_file_name(name, sizeof name, &len, &url, text,
                                          0, NULL) == wanted, "%s", text);
            snprintf(text, sizeof text, "file://%.*s/etc", (int)i, word);
            if (locus_parse(&url, text, strlen(text), locus_web) == 0)
                ck_assert_int_eq(locus_file_name(name, sizeof name, &len, &url,
                                                 text, 0, NULL),
                                 i == 0 || i == strlen(word)
                                     ? 0 : LOCUS_ERROR_NAME);
        }
}
END_TEST

/* Every octet, escaped: a delimiter is one if and only if it was escaped. */
START_TEST(delimiters)
{
    static const struct { int component; const char *delimiters; } cases[] = {
        { LOCUS_ANY, ":/?#[]@!$&'()*+,;=" },
        { LOCUS_USER, ":/?#[]@" }, { LOCUS_USERINFO, ":/?#[]@" },
        { LOCUS_PASSWORD, "/?#[]@" },
        { LOCUS_PATH, "/?#;\\" }, { LOCUS_SEGMENT, "/?#;\\" },
        { LOCUS_QUERY, "&=+;#" }, { LOCUS_QUERY_ITEM, "&=+;#" },
        { LOCUS_FRAGMENT, "#" }, { LOCUS_SELECTOR, "\t" },
        { LOCUS_ADDRESS, "@,?" }, { LOCUS_FIELDS, ";=" },
        { LOCUS_PORT, "" }, { LOCUS_TYPE, "" },
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        for (unsigned byte = 0; byte < 256; byte++) {
            struct locus_report report;
            char text[4], buf[4];
            size_t len;
            const bool wanted = byte
                && strchr(cases[i].delimiters, (int)byte) != NULL;

            snprintf(text, sizeof text, "%%%02x", byte);
            ck_assert_int_eq(locus_decode(buf, sizeof buf, &len, text, 3,
                                          cases[i].component, 0, &report), 0);
            ck_assert_uint_eq(len, 1);
            ck_assert_msg(wanted == !!(report.found & LOCUS_FOUND_DELIMITER),
                          "component %d: %s", cases[i].component, text);
            text[0] = (char)byte;
            ck_assert_int_eq(locus_decode(buf, sizeof buf, &len, text, 1,
                                          cases[i].component, LOCUS_KEEP,
                                          &report), 0);
            ck_assert_uint_eq(report.found & LOCUS_FOUND_DELIMITER, 0);
        }
}
END_TEST

/* CVE-2022-27780, and its like. */
START_TEST(hosts_hide_nothing)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        char text[16], buf[16];
        struct locus_report report;
        size_t len;
        const bool refused = byte <= 0x20 || byte == 0x7f
            || strchr(":/?#[]@<>\"%\\", (int)byte) != NULL;
        int result;

        snprintf(text, sizeof text, "a%%%02Xb", byte);
        result = locus_decode(buf, sizeof buf, &len, text, 5, LOCUS_HOST, 0,
                              &report);
        ck_assert_int_eq(result, refused ? LOCUS_ERROR_HIDDEN : 0);
        if (refused)
            ck_assert_uint_eq(report.offset, 1);
        text[1] = (char)byte;
        result = locus_encode(buf, sizeof buf, &len, text, 2, locus_rfc3986,
                              LOCUS_HOST, 0, &report);
        if (!locus_has_grammar(locus_rfc3986))
            continue;
        ck_assert_int_eq(result, refused ? LOCUS_ERROR_HOST : 0);
        for (int upper = 0; upper < 2; upper++) {
            snprintf(text, sizeof text, upper ? "a%%%02Xb" : "a%%%02xb", byte);
            result = locus_encode(buf, sizeof buf, &len, text, 5, locus_rfc3986,
                                  LOCUS_HOST, LOCUS_KEEP, &report);
            ck_assert_int_eq(result, refused ? LOCUS_ERROR_HOST : 0);
        }
    }
}
END_TEST

/* Lengths around 2^16, and more. */
START_TEST(long_texts)
{
    static const size_t lens[] = { 65535, 65536, 65537, 1 << 20 };

    for (size_t i = 0; i < COUNT(lens); i++) {
        char *text = malloc(lens[i]);

        ck_assert_ptr_nonnull(text);
        memset(text, 'a', lens[i]);
        coding_check_encode(text, lens[i], locus_web, LOCUS_PATH, 0);
        coding_check_decode(text, lens[i], LOCUS_PATH, 0);
        memset(text, '%', lens[i]);
        coding_check_encode(text, lens[i], locus_web, LOCUS_PATH, LOCUS_KEEP);
        coding_check_decode(text, lens[i], LOCUS_PATH, LOCUS_KEEP);
        memset(text, 0xff, lens[i]);
        coding_check_encode(text, lens[i], locus_web, LOCUS_ANY, 0);
        text[0] = '/';
        coding_check_name(text, lens[i], locus_web, 0);
        free(text);
    }
}
END_TEST

/* What a fragment of RFC 1630 holds is looked at when the URL is there: of one that
   has no room no byte is read. */
START_TEST(longest_built)
{
    const size_t room = (size_t)LOCUS_MAX_LENGTH - strlen("http://h/#");
    struct locus_parts parts = { 0 };
    struct locus_report report;
    size_t len;

    if (!locus_has_grammar(locus_rfc1630))
        return;
    locus_parts_set(&parts, LOCUS_SCHEME, "http", 4);
    locus_parts_set(&parts, LOCUS_HOST, "h", 1);
    locus_parts_set(&parts, LOCUS_PATH, "/", 1);
    locus_parts_set(&parts, LOCUS_FRAGMENT, "f", room);
    ck_assert_int_eq(locus_build(NULL, 0, &len, &parts, locus_rfc1630, &report),
                     LOCUS_ERROR_SPACE);
    ck_assert_uint_eq(len, LOCUS_MAX_LENGTH);
    ck_assert_int_eq(report.part, -1);
    locus_parts_set(&parts, LOCUS_FRAGMENT, "f", room + 1);
    ck_assert_int_eq(locus_build(NULL, 0, &len, &parts, locus_rfc1630, &report),
                     LOCUS_ERROR_TOO_LONG);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(report.part, -1);
}
END_TEST

/* A URL's parts, and what is none of them. */
START_TEST(arguments_beside_a_url)
{
    const char text[] = "file:///a";
    struct locus_report report;
    struct locus_url url;
    char buf[16];
    size_t len = 1;

    if (locus_parse(&url, text, strlen(text), locus_web) != 0)
        return;                        /* --with-grammars */
    ck_assert_int_eq(locus_replace(buf, sizeof buf, &len, &url, text,
                                   LOCUS_PART_COUNT, "x", 1, &report),
                     LOCUS_ERROR_PART);
    ck_assert_uint_eq(len, 0);
    report.part = 1;
    report.offset = 1;
    ck_assert_int_eq(locus_remove(buf, sizeof buf, &len, &url, text,
                                  LOCUS_PART_COUNT, &report),
                     LOCUS_ERROR_PART);
    ck_assert_int_eq(report.part, -1);
    ck_assert_uint_eq(report.offset, 0);
    ck_assert_int_eq(locus_file_name(buf, sizeof buf, &len, &url, text, 2,
                                     &report), LOCUS_ERROR_ARGUMENT);
    ck_assert_uint_eq(len, 0);
}
END_TEST

static const struct locus_grammar *first_grammar(void)
{
    int g = 0;

    while (!locus_has_grammar(grammar_at(g)))
        g++;
    return grammar_at(g);
}

/* What is wrong with the arguments, not with the text. */
START_TEST(arguments)
{
    const struct locus_grammar *const grammar = first_grammar();
    struct locus_parts parts = { 0 };
    struct locus_report report;
    char buf[8];
    size_t len = 1;

    ck_assert_int_eq(locus_encode(buf, sizeof buf, &len, "a", 1, NULL, LOCUS_PATH,
                                  0, NULL), LOCUS_ERROR_GRAMMAR);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(locus_encode(buf, sizeof buf, &len, "a", 1, grammar,
                                  LOCUS_PATH, LOCUS_PLUS_IS_SPACE, NULL),
                     LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_encode(buf, sizeof buf, &len, "a", 1, grammar,
                                  LOCUS_PATH, 4, NULL), LOCUS_ERROR_ARGUMENT);
    for (int component = 0; component < 300; component++)
        if ((component < LOCUS_ANY || component > LOCUS_QUERY_ITEM)
            && !locus_part_name((enum locus_part)component)) {
            ck_assert_int_eq(locus_decode(buf, sizeof buf, &len, "a", 1,
                                          component, 0, NULL),
                             LOCUS_ERROR_PART);
            ck_assert_int_eq(locus_encode(buf, sizeof buf, &len, "a", 1, grammar,
                                          component, 0, NULL),
                             LOCUS_ERROR_PART);
            ck_assert_int_eq(locus_parts_set(&parts, (enum locus_part)component,
                                             "a", 1), LOCUS_ERROR_PART);
            ck_assert_int_eq(locus_parts_remove(&parts,
                                                (enum locus_part)component),
                             LOCUS_ERROR_PART);
        }
    ck_assert_uint_eq(parts.present, 0);
    parts.present = 1u << (LOCUS_SLOT_COUNT - 1);
    ck_assert_int_eq(locus_build(buf, sizeof buf, &len, &parts, grammar, NULL),
                     LOCUS_ERROR_PART);
    parts.present = 0;
    ck_assert_int_eq(locus_decode(buf, sizeof buf, &len, "a", 1, -1, 0, NULL),
                     LOCUS_ERROR_PART);
    ck_assert_int_eq(locus_parts_set(&parts, LOCUS_PART_COUNT, "a", 1),
                     LOCUS_ERROR_PART);
    ck_assert_int_eq(locus_parts_remove(&parts, LOCUS_PART_COUNT),
                     LOCUS_ERROR_PART);
    ck_assert_int_eq(locus_build(buf, sizeof buf, &len, &parts, NULL, &report),
                     LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(locus_file_url(buf, sizeof buf, &len, "/a", 2, grammar,
                                    2, NULL), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_file_url(buf, sizeof buf, &len, "/a", 2, NULL, 0,
                                    NULL), LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(locus_file_url(buf, sizeof buf, &len, "a", 1, NULL, 0,
                                    NULL), LOCUS_ERROR_GRAMMAR);
    ck_assert_int_eq(locus_decode(buf, sizeof buf, &len, "a", 1, LOCUS_PATH, 4,
                                  NULL), LOCUS_ERROR_ARGUMENT);
    ck_assert_int_eq(locus_decode(buf, sizeof buf, &len, "a", 1, LOCUS_PATH,
                                  LOCUS_PLUS_IS_SPACE, NULL),
                     LOCUS_ERROR_ARGUMENT);
    /* Of a text that is so long that its result might not be counted no byte is
       read. */
    ck_assert_int_eq(locus_encode(buf, sizeof buf, &len, "a", SIZE_MAX / 3 + 1,
                                  grammar, LOCUS_ANY, 0, NULL),
                     LOCUS_ERROR_TOO_LONG);
    ck_assert_uint_eq(len, 0);
    /* No bytes may be NULL. */
    ck_assert_int_eq(locus_encode(NULL, 0, &len, NULL, 0, grammar,
                                  LOCUS_PATH, 0, NULL), 0);
    ck_assert_int_eq(locus_decode(NULL, 0, &len, NULL, 0, LOCUS_HOST, 0,
                                  NULL), 0);
    ck_assert_int_eq(locus_file_url(NULL, 0, &len, NULL, 0, grammar, 0,
                                    NULL), LOCUS_ERROR_NAME);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("coding");
    TCase *tcase = tcase_create("coding");

    tcase_set_timeout(tcase, 0);
    tcase_add_test(tcase, golden);
    tcase_add_test(tcase, exactly_what_cannot_stand);
    tcase_add_test(tcase, encoded_texts_parse);
    tcase_add_test(tcase, encoded_by_rules);
    tcase_add_test(tcase, names_of_files);
    tcase_add_loop_test(tcase, holds_for_mutations, 0, grammar_count());
    tcase_add_loop_test(tcase, holds_for_bytes, 0, grammar_count());
    tcase_add_test(tcase, sequences_of_octets);
    tcase_add_test(tcase, octets_behind_every_beginning);
    tcase_add_test(tcase, octets_in_names_of_files);
    tcase_add_loop_test(tcase, components_behind_every_beginning, 0,
                        grammar_count());
    tcase_add_test(tcase, ip_literals);
    tcase_add_test(tcase, localhost);
    tcase_add_test(tcase, delimiters);
    tcase_add_test(tcase, hosts_hide_nothing);
    tcase_add_test(tcase, long_texts);
    tcase_add_test(tcase, longest_built);
    tcase_add_test(tcase, arguments_beside_a_url);
    tcase_add_test(tcase, arguments);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
