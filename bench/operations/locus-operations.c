/* SPDX-License-Identifier: MIT
 *
 * The operations of locus, each with every kernel that this processor can run. For those
 * that take a parsed URL, another row times parsing alone, which can be subtracted.
 */
#include <stdio.h>

#include "locus.h"
#include "locus/schemes.h"
#include "operation.h"

#define UNUSED_OTHER (void)other, (void)other_len
#define UNUSED_OUT   (void)out, (void)size

/* What a filter of requests refuses. */
static const uint64_t refused_findings =
    UINT64_C(1) << LOCUS_FINDING_ENCODED_NUL
    | UINT64_C(1) << LOCUS_FINDING_ENCODED_LINE_BREAK
    | UINT64_C(1) << LOCUS_FINDING_DOUBLE_ENCODED
    | UINT64_C(1) << LOCUS_FINDING_OVERLONG_UTF8
    | UINT64_C(1) << LOCUS_FINDING_HIDDEN_DOT_SEGMENT
    | UINT64_C(1) << LOCUS_FINDING_ABOVE_ROOT;

static int is_url(struct locus_url *url, const char *text, size_t len)
{
    return locus_parse(url, text, len, locus_rfc3986) == 0;
}

static int is_reference(struct locus_url *url, const char *text, size_t len)
{
    return locus_parse(url, text, len, locus_rfc3986_reference) == 0;
}

static int64_t parse_by(const struct locus_grammar *grammar, const char *text, size_t len)
{
    struct locus_url url;
    const int error = locus_parse(&url, text, len, grammar);

    bench_keep(&url);
    return error ? BENCH_REFUSED : 0;
}

static int64_t parse(BENCH_TEXT)
{
    UNUSED_OUT, UNUSED_OTHER;
    return parse_by(locus_rfc3986, text, len);
}

static int64_t parse_reference(BENCH_TEXT)
{
    UNUSED_OUT, UNUSED_OTHER;
    return parse_by(locus_rfc3986_reference, text, len);
}

/* Never refuses: locus_findings() takes any text, valid or not. */
static int64_t parse_web(BENCH_TEXT)
{
    UNUSED_OUT, UNUSED_OTHER;
    parse_by(locus_web, text, len);
    return 0;
}

static int64_t parse_both(BENCH_TEXT)
{
    struct locus_url a, b;

    UNUSED_OUT;
    const int valid = is_url(&a, text, len) && is_url(&b, other, other_len);
    bench_keep(&a);
    bench_keep(&b);
    return valid ? 0 : BENCH_REFUSED;
}

static int64_t findings(BENCH_TEXT)
{
    struct locus_url url;

    UNUSED_OUT, UNUSED_OTHER;
    locus_parse(&url, text, len, locus_web);
    return (int64_t)locus_findings(&url, text, len, NULL);
}

static int64_t findings_any(BENCH_TEXT)
{
    struct locus_url url;

    UNUSED_OUT, UNUSED_OTHER;
    locus_parse(&url, text, len, locus_web);
    return locus_findings_any(&url, text, len, refused_findings, NULL);
}

static int64_t is_normal(BENCH_TEXT)
{
    struct locus_url url;

    UNUSED_OUT, UNUSED_OTHER;
    return is_url(&url, text, len) ? locus_is_normal(&url, text, LOCUS_STEPS)
                                   : BENCH_REFUSED;
}

static int64_t normalize(BENCH_TEXT)
{
    struct locus_url url;
    size_t written;

    UNUSED_OTHER;
    return is_url(&url, text, len)
           && locus_normalize(out, size, &written, &url, text, LOCUS_STEPS) == 0
        ? (int64_t)written : BENCH_REFUSED;
}

static int64_t compare(BENCH_TEXT)
{
    struct locus_url a, b;

    UNUSED_OUT;
    return is_url(&a, text, len) && is_url(&b, other, other_len)
        ? locus_compare(&a, text, &b, other, LOCUS_STEPS) != 0 : BENCH_REFUSED;
}

static int64_t decode(BENCH_TEXT)
{
    size_t written;

    UNUSED_OTHER;
    return locus_decode(out, size, &written, text, len, LOCUS_ANY, 0, NULL) == 0
        ? (int64_t)written : BENCH_REFUSED;
}

static int64_t encode(BENCH_TEXT)
{
    size_t written;

    UNUSED_OTHER;
    return locus_encode(out, size, &written, text, len, locus_rfc3986, LOCUS_ANY, 0,
                        NULL) == 0
        ? (int64_t)written : BENCH_REFUSED;
}

/* The base is parsed once, as a program would do. */
static const struct locus_url *parsed_base(const char *text, size_t len)
{
    static struct locus_url url;
    static const char *last;

    if (text != last) {
        last = text;
        is_url(&url, text, len);
    }
    return &url;
}

static int64_t resolve(BENCH_TEXT)
{
    struct locus_url url;
    size_t written;

    return is_reference(&url, text, len)
           && locus_resolve(out, size, &written, parsed_base(other, other_len), other, &url,
                            text, LOCUS_STRICT) == 0
        ? (int64_t)written : BENCH_REFUSED;
}

static int64_t relativize(BENCH_TEXT)
{
    struct locus_url url;
    size_t written;

    return is_url(&url, text, len)
           && locus_relativize(out, size, &written, parsed_base(other, other_len), other,
                               &url, text) == 0
        ? (int64_t)written : BENCH_REFUSED;
}

static int64_t query(BENCH_TEXT)
{
    struct locus_url url;
    struct locus_pieces pairs;
    struct locus_piece pair;
    int64_t count = 0;

    UNUSED_OUT, UNUSED_OTHER;
    if (!is_url(&url, text, len))
        return BENCH_REFUSED;
    locus_pieces_begin(&pairs, LOCUS_PIECE_AMP_PAIR, url.part[LOCUS_QUERY]);
    while (locus_pieces_next(&pair, &pairs, text) == 1) {
        bench_keep(&pair);
        count++;
    }
    return count;
}

/* The key should be in no query, so that the whole query is read. */
static int64_t query_find(BENCH_TEXT)
{
    struct locus_url url;
    struct locus_pieces pairs;
    struct locus_piece pair;

    UNUSED_OUT, UNUSED_OTHER;
    if (!is_url(&url, text, len))
        return BENCH_REFUSED;
    locus_pieces_begin(&pairs, LOCUS_PIECE_AMP_PAIR, url.part[LOCUS_QUERY]);
    return locus_query_find(&pair, &pairs, text, "token", 5, 0);
}

#define ROW(flags, operation, does, run) \
    BENCH_OPERATION(flags, operation, NULL, does, run)
#define PART(operation, run) \
    ROW(BENCH_ONLY_A_PART, operation, "parsing alone", run)

static const struct bench_operation rows[] = {
    ROW(0, "findings", "web; locus_findings()", findings),
    ROW(BENCH_ONLY_A_PART, "findings", "web; locus_findings_any(), six findings",
        findings_any),
    PART("findings", parse_web),
    ROW(0, "is-normal", "locus_is_normal()", is_normal),
    PART("is-normal", parse),
    ROW(BENCH_WRITES, "normalize", "RFC 3986, 6.2.2 and 6.2.3", normalize),
    PART("normalize", parse),
    ROW(0, "compare", "RFC 3986, 6.2.2 and 6.2.3", compare),
    PART("compare", parse_both),
    ROW(BENCH_WRITES, "decode", "reports controls and invalid UTF-8", decode),
    ROW(BENCH_WRITES, "encode", "all but unreserved characters", encode),
    ROW(BENCH_WRITES, "resolve", "RFC 3986, 5.2; the base is already parsed", resolve),
    PART("resolve", parse_reference),
    ROW(BENCH_WRITES, "relativize", "the shortest; the base is already parsed", relativize),
    PART("relativize", parse),
    ROW(0, "query", "each pair, undecoded", query),
    ROW(BENCH_ONLY_A_PART, "query", "locus_query_find(), a key that is absent", query_find),
    PART("query", parse)
};

enum { ROWS = sizeof rows / sizeof *rows, MOST = 4 * ROWS };

/* A row and the kernel that it uses. */
static struct measured {
    struct bench_operation operation;
    const char *kernel;
    char name[64];
} measured[MOST];

static void begin(const struct bench_operation *self)
{
    locus_use_kernel(((const struct measured *)(const void *)self)->kernel);
}

const struct bench_operation *bench_operation(unsigned index)
{
    const char *const kernel = locus_kernel_name(index / ROWS);

    if (!kernel || index >= MOST)
        return NULL;
    struct measured *const m = &measured[index];

    snprintf(m->name, sizeof m->name, "locus, %s", kernel);
    m->kernel = kernel;
    m->operation = rows[index % ROWS];
    m->operation.name = m->name;
    m->operation.begin = begin;
    return &m->operation;
}
