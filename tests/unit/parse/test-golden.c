/* SPDX-License-Identifier: MIT
 *
 * The golden cases: the .txt files of tests/golden/urls, one case a line, its
 * columns separated by blanks:
 *
 *     # comment
 *     grammar NAME ...
 *     ok  INPUT  PART=VALUE ... kind=KIND   # why
 *     ko  INPUT  CODE@OFFSET                # why
 *
 * "grammar" applies to the lines below it; with several names each line is a
 * case for each of them. "#" begins a comment at a line's beginning or between
 * blanks. In INPUT and VALUE, \s is a space, \t \n \r a control, \xHH a byte,
 * \\ and \# themselves; "" is the empty input. An ok line lists exactly the
 * parts that are present ("path=" is an empty path), kind= if there is a host, form= if
 * the grammar is one of request targets, and also= if the target has another form.
 *
 * Each kernel parses each case and all its prefixes, each in an allocation of its exact
 * size, right before an unreadable page, and right after one.
 */
#define _DEFAULT_SOURCE 1

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "support/columns.h"
#include "support/golden.h"
#include "support/grammars.h"
#include "support/guard.h"
#include "proofs/interpreter/interpreter.h"
#include "locus.h"
#include "support/unit.h"

struct golden {
    const char *malformed;        /* what is wrong with the line, or NULL */
    unsigned line;
    char *columns;                /* what the texts below point into */
    const struct locus_grammar *grammar;
    struct text input;
    bool valid;
    uint32_t present;             /* as in struct locus_url */
    struct text part[LOCUS_PART_COUNT];
    enum locus_host_kind kind;
    enum locus_form form, other_form;
    int error;
    uint32_t offset;
};

struct file {
    char name[256];
    struct golden *cases;
    size_t count;
};

static struct file *files;
static size_t file_count;

/* Reading the files */

static void *allocate(void *old, size_t size)
{
    void *new = realloc(old, size);

    if (new == NULL) {
        perror("realloc");
        exit(EXIT_FAILURE);
    }
    return new;
}

static char *duplicate(const char *string)
{
    size_t size = strlen(string) + 1;

    return memcpy(allocate(NULL, size), string, size);
}

static const char *read_kind(struct golden *g, const char *name)
{
    for (int k = LOCUS_HOST_NAME; k < LOCUS_HOST_KIND_COUNT; ++k) {
        if (strcmp(name, locus_host_kind_name((enum locus_host_kind)k)) == 0) {
            g->kind = (enum locus_host_kind)k;
            return NULL;
        }
    }
    return "no such host kind";
}

static const char *read_form(enum locus_form *form, const char *name)
{
    for (int f = LOCUS_FORM_ORIGIN; f < LOCUS_FORM_COUNT; ++f) {
        if (strcmp(name, locus_form_name((enum locus_form)f)) == 0) {
            *form = (enum locus_form)f;
            return NULL;
        }
    }
    return "no such form";
}

static const char *read_ok(struct golden *g, char *columns)
{
    char *column;

    while ((column = next_column(&columns)) != NULL) {
        char *value = strchr(column, '=');
        int part;

        if (value == NULL)
            return "a part without \"=\"";
        *value++ = '\0';
        if (strcmp(column, "kind") == 0 || strcmp(column, "form") == 0
            || strcmp(column, "also") == 0) {
            const char *wrong = *column == 'k' ? read_kind(g, value)
                : read_form(*column == 'f' ? &g->form : &g->other_form, value);

            if (wrong != NULL)
                return wrong;
            continue;
        }
        part = locus_part_from_name(column, strlen(column));
        if (part < 0)
            return "no such part";
        if (g->present >> part & 1u)
            return "a part named twice";
        if (!unescape(&g->part[part], value))
            return "no such escape in a value";
        g->present |= UINT32_C(1) << part;
    }
    if ((g->present >> LOCUS_HOST & 1u) != (g->kind != LOCUS_HOST_NONE))
        return "kind= without host=, or host= without kind=";
    return NULL;
}

static const char *read_ko(struct golden *g, char *columns)
{
    char *column = next_column(&columns);
    char *offset = column == NULL ? NULL : strchr(column, '@');
    char *end;
    unsigned long number;

    if (offset == NULL || next_column(&columns) != NULL)
        return "not one CODE@OFFSET";
    *offset++ = '\0';
    number = strtoul(offset, &end, 10);
    if (*offset < '0' || *offset > '9' || *end != '\0' ||
        number > g->input.len)
        return "not an offset of this input";
    g->offset = (uint32_t)number;
    for (int e = LOCUS_ERROR_SCHEME; e > LOCUS_ERROR_TOO_LONG; --e) {
        if (strcmp(column, locus_error_name(e)) == 0) {
            g->error = e;
            return NULL;
        }
    }
    return "no such error code";
}

/* Reads the columns from the input on. */
static const char *read_case(struct golden *g, char *columns)
{
    char *column = next_column(&columns);

    if (column == NULL)
        return "no input";
    if (strcmp(column, "\"\"") == 0)
        *column = '\0';
    if (!unescape(&g->input, column))
        return "no such escape in the input";
    return g->valid ? read_ok(g, columns) : read_ko(g, columns);
}

static struct golden *add_case(struct file *file, unsigned line)
{
    struct golden *g;

    file->cases = allocate(file->cases,
                           (file->count + 1) * sizeof *file->cases);
    g = &file->cases[file->count++];
    memset(g, 0, sizeof *g);
    g->line = line;
    return g;
}

/* Makes a case of a line for each grammar. */
static void read_cases(struct file *file, unsigned number, bool valid,
                       const char *columns, unsigned grammars)
{
    for (int i = 0; i < grammar_count(); ++i) {
        struct golden *g;

        if ((grammars >> i & 1u) == 0 || !locus_has_grammar(grammar_at(i)))
            continue;
        g = add_case(file, number);
        g->columns = duplicate(columns);
        g->grammar = grammar_at(i);
        g->valid = valid;
        g->malformed = read_case(g, g->columns);
    }
}

/* The grammars that a "grammar" line names. */
static unsigned read_grammars(struct file *file, unsigned number,
                              char *columns)
{
    unsigned grammars = 0;
    const char *name;

    while ((name = next_column(&columns)) != NULL) {
        int grammar = grammar_number(locus_grammar_from_name(name, strlen(name)));

        if (grammar < 0)
            add_case(file, number)->malformed = "no such grammar";
        else
            grammars |= 1u << grammar;
    }
    if (grammars == 0)
        add_case(file, number)->malformed = "a grammar without a name";
    return grammars;
}

/* False if the line is no case. */
static bool read_line(struct file *file, unsigned number, char *line,
                      unsigned *grammars)
{
    const char *word = next_column(&line);

    if (strcmp(word, "grammar") == 0) {
        *grammars = read_grammars(file, number, line);
        return false;
    }
    if (*grammars != 0 && strcmp(word, "ok") == 0)
        read_cases(file, number, true, line, *grammars);
    else if (*grammars != 0 && strcmp(word, "ko") == 0)
        read_cases(file, number, false, line, *grammars);
    else
        add_case(file, number)->malformed =
            "neither a grammar nor a case of one";
    return true;
}

static size_t read_files(void)
{
    struct golden_reader reader = golden_open("urls/*/*.txt");
    size_t cases = 0;

    while (golden_next_file(&reader)) {
        struct file file = { .cases = NULL };
        unsigned grammars = 0;
        char *line;

        snprintf(file.name, sizeof file.name, "%s", reader.file);
        while ((line = golden_next_line(&reader)) != NULL)
            reader.cases += read_line(&file, reader.line, line, &grammars);
        files = allocate(files, (file_count + 1) * sizeof *files);
        files[file_count++] = file;
        cases += file.count;
    }
    return cases;
}

static void free_files(void)
{
    for (size_t i = 0; i < file_count; ++i) {
        for (size_t j = 0; j < files[i].count; ++j)
            free(files[i].cases[j].columns);
        free(files[i].cases);
    }
    free(files);
}

/* Complaints */

/* The current case, for complaints and for the handler of a fault. */
static char where[512];
static size_t complaints;

static void at_case(const struct file *file, const struct golden *g)
{
    if (g->malformed != NULL)
        snprintf(where, sizeof where, "%s:%u: ", file->name, g->line);
    else
        snprintf(where, sizeof where, "%s:%u (%s): ", file->name, g->line,
                 locus_grammar_name(g->grammar));
}

__attribute__((format(printf, 1, 2)))
static void complain(const char *format, ...)
{
    va_list arguments;

    ++complaints;
    fputs(where, stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

/* The handler of a read in a guard page: prints the case, then lets the fault recur. */
static void fault(int number)
{
    static const char touched[] = "read outside the text\n";
    ssize_t ignored = write(STDERR_FILENO, where, strlen(where));

    ignored = write(STDERR_FILENO, touched, sizeof touched - 1);
    (void)ignored;
    signal(number, SIG_DFL);
}

/* The invariants of a result */

/* Goes over the text from left to right, part by part. */
struct walk {
    const struct locus_url *url;
    const char *text;
    size_t len;
    size_t at;
    bool straight;                /* each part so far is where it should be */
};

static void literal(struct walk *walk, const char *bytes)
{
    size_t len = strlen(bytes);

    if (walk->len - walk->at < len ||
        memcmp(walk->text + walk->at, bytes, len) != 0)
        walk->straight = false;
    else
        walk->at += len;
}

static void piece(struct walk *walk, enum locus_part part)
{
    const struct locus_span span = locus_get(walk->url, part);

    if (!locus_has(walk->url, part) || span.off != walk->at ||
        span.len > walk->len - walk->at)
        walk->straight = false;
    else
        walk->at += span.len;
}

/* Goes over `before` and `part` if the part is present; returns whether it is. */
static bool optional(struct walk *walk, const char *before,
                     enum locus_part part)
{
    if (!locus_has(walk->url, part))
        return false;
    literal(walk, before);
    piece(walk, part);
    return true;
}

/* Goes back to the beginning of a part that contains other parts. */
static void again(struct walk *walk, enum locus_part part)
{
    walk->at = locus_get(walk->url, part).off;
}

/* Whether the host does not follow "//". */
static bool has_bare_host(const struct locus_url *url)
{
    return url->form == LOCUS_FORM_AUTHORITY
        || locus_grammar_traits(locus_url_grammar(url)) & LOCUS_TRAIT_AUTHORITY;
}

static void walk_authority(struct walk *walk)
{
    if (!locus_has(walk->url, LOCUS_HOST))
        return;
    if (!has_bare_host(walk->url))
        literal(walk, "//");
    if (optional(walk, "", LOCUS_USER)) {
        optional(walk, ":", LOCUS_PASSWORD);
        literal(walk, "@");
    }
    piece(walk, LOCUS_HOST);
    optional(walk, ":", LOCUS_PORT);
}

static void walk_gopher(struct walk *walk)
{
    if (!optional(walk, "", LOCUS_PATH))
        return;
    again(walk, LOCUS_PATH);
    literal(walk, "/");
    if (optional(walk, "", LOCUS_GTYPE)) {
        piece(walk, LOCUS_SELECTOR);
        if (optional(walk, "%09", LOCUS_SEARCH))
            optional(walk, "%09", LOCUS_PLUS);
    }
}

static void walk_wais(struct walk *walk)
{
    piece(walk, LOCUS_PATH);
    again(walk, LOCUS_PATH);
    literal(walk, "/");
    piece(walk, LOCUS_DATABASE);
    if (optional(walk, "/", LOCUS_WTYPE)) {
        literal(walk, "/");
        piece(walk, LOCUS_WPATH);
    } else {
        optional(walk, "?", LOCUS_QUERY);
    }
}

static bool scheme_is(const struct walk *walk, const char *name)
{
    const struct locus_span *scheme = &walk->url->part[LOCUS_SCHEME];

    return scheme->len == strlen(name) &&
           strncasecmp(walk->text + scheme->off, name, scheme->len) == 0;
}

/* The rest of an RFC 1738 or RFC 1630 URL: from the host's or the scheme's end
   to the fragment. */
static void walk_schemes(struct walk *walk)
{
    bool rfc1630 = locus_url_grammar(walk->url) == locus_rfc1630;

    if (scheme_is(walk, "http") || scheme_is(walk, "https")) {
        if (optional(walk, "", LOCUS_PATH) || rfc1630)
            optional(walk, "?", LOCUS_QUERY);
    } else if (scheme_is(walk, "ftp")) {
        if (optional(walk, "", LOCUS_PATH))
            optional(walk, ";type=", LOCUS_TYPE);
    } else if (scheme_is(walk, "gopher")) {
        walk_gopher(walk);
    } else if (scheme_is(walk, "mailto")) {
        piece(walk, LOCUS_PATH);
        again(walk, LOCUS_PATH);
        piece(walk, LOCUS_ADDRESS);
    } else if (scheme_is(walk, "news")) {
        piece(walk, LOCUS_PATH);
        again(walk, LOCUS_PATH);
        if (!optional(walk, "", LOCUS_GROUP))
            piece(walk, LOCUS_ARTICLE);
    } else if (scheme_is(walk, "nntp")) {
        piece(walk, LOCUS_PATH);
        again(walk, LOCUS_PATH);
        literal(walk, rfc1630 ? "" : "/");
        piece(walk, LOCUS_GROUP);
        optional(walk, "/", LOCUS_NUMBER);
    } else if (scheme_is(walk, "wais")) {
        walk_wais(walk);
    } else if (scheme_is(walk, "prospero")) {
        piece(walk, LOCUS_PATH);
        again(walk, LOCUS_PATH);
        literal(walk, "/");
        piece(walk, LOCUS_HSONAME);
        if (rfc1630)
            optional(walk, "%00", LOCUS_NUMBER);
        optional(walk, "", LOCUS_FIELDS);
    } else {
        /* file, telnet and its siblings, mid, cid, any other */
        if (locus_has(walk->url, LOCUS_HOST))
            optional(walk, "", LOCUS_PATH);
        else
            piece(walk, LOCUS_PATH);
        if (rfc1630)
            optional(walk, "?", LOCUS_QUERY);
    }
}

static void walk_rfc3986(struct walk *walk)
{
    if (walk->url->form == LOCUS_FORM_ASTERISK)
        literal(walk, "*");
    else if (!has_bare_host(walk->url))
        piece(walk, LOCUS_PATH);
    optional(walk, "?", LOCUS_QUERY);
    optional(walk, "#", LOCUS_FRAGMENT);
}

/* Whether the parts and their delimiters make up the whole text. */
static bool tiles(const struct locus_url *url, const char *text, size_t len)
{
    struct walk walk = { url, text, len, 0, true };
    uint32_t generic = (UINT32_C(1) << LOCUS_GENERIC_PART_COUNT) - 1;

    if (locus_grammar_traits(locus_url_grammar(url))
            & (LOCUS_TRAIT_REFERENCE | LOCUS_TRAIT_TARGET | LOCUS_TRAIT_AUTHORITY)
        && !locus_has(url, LOCUS_SCHEME)) {
        walk_authority(&walk);
    } else {
        if (locus_url_grammar(url) == locus_rfc1630 && url->part[LOCUS_SCHEME].off != 0)
            walk.at = strlen("URL:");
        piece(&walk, LOCUS_SCHEME);
        literal(&walk, ":");
        walk_authority(&walk);
    }
    if (locus_url_grammar(url) == locus_rfc1738) {
        walk_schemes(&walk);
    } else if (locus_url_grammar(url) == locus_rfc1630) {
        walk_schemes(&walk);
        optional(&walk, "#", LOCUS_FRAGMENT);
    } else {
        walk_rfc3986(&walk);
        if ((url->present & ~generic) != 0)
            return false;
    }
    return walk.straight && walk.at == len;
}

static void check_valid(const struct locus_url *url, const char *text,
                        size_t len)
{
    uint32_t end = 0;
    uint32_t slots = 0;

    if (url->error != 0)
        complain("valid, but url.error is %d", (int)url->error);
    if (url->present >> LOCUS_PART_COUNT != 0)
        complain("present: 0x%x has bits of no part", (unsigned)url->present);
    for (int p = 0; p < LOCUS_PART_COUNT; ++p) {
        const struct locus_span span = locus_get(url, (enum locus_part)p);
        const char *name = locus_part_name((enum locus_part)p);

        if (!locus_has(url, (enum locus_part)p)) {
            if (span.off != 0 || span.len != 0)
                complain("part %d is absent, but not {0, 0}", p);
            continue;
        }
        if (!name) {
            complain("part %d has no name, but is there", p);
            return;
        }
        if (slots >> LOCUS_SLOT(p) & 1)
            complain("%s lies in the slot of another part", name);
        slots |= UINT32_C(1) << LOCUS_SLOT(p);
        if (span.off > len || span.len > len - span.off) {
            complain("%s is out of bounds", name);
            return;
        }
        if (p >= LOCUS_GENERIC_PART_COUNT)
            continue;
        if (span.off < end)
            complain("%s begins before the part left of it ends", name);
        end = span.off + span.len;
    }
    for (int slot = 0; slot < LOCUS_SLOT_COUNT; ++slot)
        if ((slots >> slot & 1) == 0 &&
            (url->part[slot].off != 0 || url->part[slot].len != 0))
            complain("slot %d has no part, but is not {0, 0}", slot);
    if (locus_has(url, LOCUS_HOST) != (url->host_kind != LOCUS_HOST_NONE) ||
        (locus_has(url, LOCUS_HOST) &&
         (url->part[LOCUS_HOST].len == 0) !=
             (url->host_kind == LOCUS_HOST_EMPTY)))
        complain("host kind %u does not fit the host", url->host_kind);
    if (!tiles(url, text, len))
        complain("the parts and their delimiters are not the input's first "
                 "%zu bytes", len);
}

static void check_invalid(const struct locus_url *url, int result, size_t len)
{
    static const struct locus_span none[LOCUS_SLOT_COUNT];

    if (url->error != result)
        complain("url.error is %d, the result is %d", (int)url->error, result);
    if (url->present != 0 || memcmp(url->part, none, sizeof none) != 0)
        complain("parts in spite of an error");
    if (url->host_kind != LOCUS_HOST_NONE || url->form || url->other_form)
        complain("a host kind or form in spite of an error");
    if (url->error_offset > len)
        complain("error offset %u is out of bounds",
                 (unsigned)url->error_offset);
}

/* Parsing, with the text in dangerous places */

static struct guard guard;

/* Parses a copy of text[0..len) at `place`, into a struct full of `garbage`. */
static int parse_at(struct locus_url *url, char *place, const char *text,
                    size_t len, const struct locus_grammar *grammar, int garbage)
{
    int result;

    if (len > 0)
        memcpy(place, text, len);
    memset(url, garbage, sizeof *url);
    result = locus_parse(url, place, len, grammar);
    if (len > 0 && memcmp(place, text, len) != 0)
        complain("the text was changed");
    return result;
}

/* Parses at each place and checks all that must hold whatever the input. */
static int parse(struct locus_url *url, const char *text, size_t len,
                 const struct locus_grammar *grammar)
{
    struct locus_url after;
    struct locus_url before;
    char *exact = malloc(len);
    int result = parse_at(url, exact, text, len, grammar, 0xff);

    free(exact);
    if (parse_at(&after, guard_after(&guard, NULL, len), text, len, grammar,
                 0x00) != result ||
        parse_at(&before, guard_before(&guard, NULL, len), text, len, grammar,
                 0xaa) != result ||
        memcmp(url, &after, sizeof *url) != 0 ||
        memcmp(url, &before, sizeof *url) != 0)
        complain("the result for the first %zu bytes depends on where they "
                 "lie or on what `url` held", len);
    if (locus_url_grammar(url) != grammar)
        complain("the grammar is not set");
    if (result == 0)
        check_valid(url, text, len);
    else
        check_invalid(url, result, len);
    return result;
}

/* The cases */

/* Compares the parts and the kind of the host with those of the case. */
static void compare_parts(const struct golden *g, const struct locus_url *url)
{
    for (int p = 0; p < LOCUS_PART_COUNT; ++p) {
        const char *name = locus_part_name((enum locus_part)p);
        const struct text *want = &g->part[p];
        const struct locus_span got = locus_get(url, (enum locus_part)p);

        if ((g->present >> p & 1u) == 0) {
            if (locus_has(url, (enum locus_part)p))
                complain("%s=%.*s, but it is absent", name, (int)got.len,
                         g->input.bytes + got.off);
        } else if (!locus_has(url, (enum locus_part)p)) {
            complain("%s is absent, but it is there", name);
        } else if (got.len != want->len ||
                   memcmp(g->input.bytes + got.off, want->bytes,
                          want->len) != 0) {
            complain("%s=%.*s, but it is %.*s", name, (int)got.len,
                     g->input.bytes + got.off, (int)want->len, want->bytes);
        }
    }
    if (url->host_kind != g->kind)
        complain("host kind %s, but it is %s",
                 locus_host_kind_name((enum locus_host_kind)url->host_kind),
                 locus_host_kind_name(g->kind));
}

static void run_ok(const struct golden *g)
{
    struct locus_url url;
    int result = parse(&url, g->input.bytes, g->input.len, g->grammar);

    if (result != 0)
        complain("%s@%u, but it is valid", locus_error_name(result),
                 (unsigned)url.error_offset);
    else
        compare_parts(g, &url);
    if (url.form != g->form || url.other_form != g->other_form)
        complain("form %s, also %s, but it is another",
                 locus_form_name((enum locus_form)url.form),
                 locus_form_name((enum locus_form)url.other_form));
}

static void run_ko(const struct golden *g)
{
    struct locus_url url;
    int result = parse(&url, g->input.bytes, g->input.len, g->grammar);

    if (result == 0)
        complain("valid, but it is %s@%u", locus_error_name(g->error),
                 (unsigned)g->offset);
    else if (result != g->error || url.error_offset != g->offset)
        complain("%s@%u, but it is %s@%u", locus_error_name(result),
                 (unsigned)url.error_offset, locus_error_name(g->error),
                 (unsigned)g->offset);
}

/* Compares the answer of the BNF with the case. */
static void run_bnf(const struct golden *g)
{
    static struct interpreter *bnf[MOST_GRAMMARS];
    const int number = grammar_number(g->grammar);
    struct locus_url url = { 0 };
    struct answer answer;

    if (!bnf[number])
        bnf[number] = interpreter_new(g->grammar);
    interpreter_ask(bnf[number], (const unsigned char *)g->input.bytes,
                    g->input.len, &answer);
    if (answer.valid != g->valid || (!g->valid && answer.offset != g->offset))
        complain("to the BNF it is %s@%zu", answer.valid ? "valid" : "invalid",
                 answer.offset);
    if (!answer.valid || !g->valid)
        return;
    url.present = answer.present;
    url.host_kind = (uint8_t)answer.host_kind;
    for (int p = 0; p < LOCUS_PART_COUNT; ++p)
        if (answer.present >> p & 1)
            url.part[LOCUS_SLOT(p)] = answer.part[p];
    compare_parts(g, &url);
}

/* Up to the offset of the error each prefix is valid or only too short; after it, each
   fails as the whole does, except that a userinfo is recognized only at its "@". */
static void run_prefixes(const struct golden *g)
{
    size_t good = g->valid ? g->input.len : g->offset;

    for (size_t len = 0; len < g->input.len; ++len) {
        struct locus_url url;
        int result = parse(&url, g->input.bytes, len, g->grammar);
        size_t offset = len < good ? len : good;

        if (result == 0) {
            if (len > good)
                complain("the first %zu bytes are valid", len);
        } else if (url.error_offset != offset ||
                   (len >= good && result != g->error
                    && (g->error != LOCUS_ERROR_USERINFO_PRESENT
                        || memchr(g->input.bytes, '@', len)))) {
            complain("the first %zu bytes: %s@%u, but it is %s@%zu", len,
                     locus_error_name(result), (unsigned)url.error_offset,
                     len < good ? "(any)" : locus_error_name(g->error),
                     offset);
        }
    }
}

START_TEST(golden_file)
{
    const struct file *file = &files[_i];

    signal(SIGSEGV, fault);
    signal(SIGBUS, fault);
    for (size_t i = 0; i < file->count; ++i) {
        const struct golden *g = &file->cases[i];

        at_case(file, g);
        if (g->malformed != NULL) {
            complain("malformed: %s", g->malformed);
            continue;
        }
        if (g->valid)
            run_ok(g);
        else
            run_ko(g);
        run_prefixes(g);
        run_bnf(g);
    }
    ck_assert_msg(complaints == 0, "%s: %zu complaints, listed above",
                  file->name, complaints);
}
END_TEST

/* Tests all files with the kernel in use. Returns how many of them failed. */
static int run_files(void)
{
    char name[64];
    Suite *suite;
    TCase *tcase = tcase_create("files");

    snprintf(name, sizeof name, "golden, %s", locus_kernel());
    suite = suite_create(name);
    tcase_add_loop_test(tcase, golden_file, 0, (int)file_count);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

int main(void)
{
    const char *kernel;
    size_t cases = read_files();
    int failed = 0;

    for (size_t i = 0; (kernel = locus_kernel_name(i)) != NULL; ++i) {
        if (locus_use_kernel(kernel) != 0)
            ++failed;
        failed += run_files();
    }
    printf("%zu golden cases in %zu files\n", cases, file_count);
    free_files();
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
