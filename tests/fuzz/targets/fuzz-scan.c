/* SPDX-License-Identifier: MIT
 *
 * A libFuzzer target for locus_scan_next(), in each context, grammar and kernel, with lists
 * of schemes, user-defined schemes and delimiters, and for locus_scan_skip(),
 * locus_unwrap() and locus_unwrap_next(). The first byte selects the context and the
 * grammar, the second how the text is divided, the third the schemes and delimiters; the
 * rest is the text. It aborts if what is found depends on how the text is divided or on the
 * kernel, overlaps, is not a URL of the grammar or has a scheme that does not count, might
 * be longer, or differs from the copy.
 */
#include "fuzz.h"

#include <strings.h>

#include "unit/contexts/prose-oracle.h"

#define COUNT(array) (sizeof (array) / sizeof *(array))

static const char *const none[] = { "" };
static const char *const web[] = { "http", "https" };
static const char *const bare[] = { "data:", "mailto", "http" };
static const char *const letter[] = { "a" };
static const char *const overlapping[] = { "p", "ttp", "http", "HTTPS", "s" };
static const char *const odd[] = {
    "x-long.scheme+1", "urn", "news:", "z39.50",
};
static const char *const many[] = {
    "ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais",
    "file", "prospero", "doi", "x-own",
};

static const struct {
    const char *const *names;
    size_t count;
} lists[] = {
    { NULL, 0 }, { none, 0 }, { web, COUNT(web) }, { bare, COUNT(bare) },
    { letter, COUNT(letter) }, { overlapping, COUNT(overlapping) },
    { odd, COUNT(odd) }, { many, COUNT(many) },
};

static const struct locus_scheme_entry own_entries[] = {
    { "doi", { .port = -1, .slashes = LOCUS_NO_SLASHES } },
    { "x-own", { .port = 7, .slashes = LOCUS_SLASHES } },
    { "http", { .port = 8080, .slashes = LOCUS_NO_SLASHES } },
};
static const struct locus_schemes own = { own_entries, COUNT(own_entries) };

/* What is scanned for, and how the text is supplied. */
static struct {
    const struct locus_context *context;
    const struct locus_grammar *grammar;
    const char *const *schemes;
    size_t scheme_count;
    const struct locus_schemes *own;
    const char *delimiters;
    uint32_t cuts;                 /* 0: not at all */
    size_t room;                   /* of the window: longer URLs are skipped */
} how;

struct hit {
    uint64_t offset;
    size_t len;
    size_t url_len;
};

/* Copies the URL to a buffer of its exact size; a smaller one must be refused. */
static char *copy(const char *text, size_t len, size_t want)
{
    char *buf = exact_allocate(want);
    struct locus_unwrapping pieces;
    size_t n, at = 0;

    CHECK(locus_unwrap(buf, want > 0 ? want - 1 : 0, &n, text, len,
                       how.context) == (want > 0 ? LOCUS_ERROR_SPACE : 0));
    CHECK(n == want);
    CHECK(locus_unwrap(buf, want, &n, text, len, how.context) == 0
          && n == want);
    locus_unwrap_begin(&pieces, text, len, how.context);
    while (locus_unwrap_next(&pieces) == 1) {
        CHECK(pieces.len > 0 && pieces.len <= want - at);
        CHECK(memcmp(buf + at, pieces.text, pieces.len) == 0);
        at += pieces.len;
    }
    CHECK(at == want);
    return buf;
}

static int has_slashes(const char *rest, size_t len)
{
    return len >= 2 && rest[0] == '/' && rest[1] == '/';
}

/* Whether the scheme counts, according to struct locus_scan: `rest` follows its ":". */
static int counts(const char *scheme, size_t scheme_len, const char *rest,
                  size_t len)
{
    struct locus_scheme known;
    const int may_be_bare
        = locus_scheme_find(&known, scheme, scheme_len, how.own) == 0
          && known.slashes != LOCUS_SLASHES;

    if (!how.schemes)
        return may_be_bare || has_slashes(rest, len);
    for (size_t i = 0; i < how.scheme_count; i++) {
        const char *name = how.schemes[i];
        const size_t name_len = strcspn(name, ":");

        if (name_len == scheme_len && strncasecmp(name, scheme, name_len) == 0
            && (name[name_len] || may_be_bare || has_slashes(rest, len)))
            return 1;
    }
    return 0;
}

/* A URL of the grammar, or one whose authority the grammar rejects. */
static void check_url(const char *text, size_t len)
{
    struct locus_span scheme = { 0, 0 };
    struct locus_url url;
    const char *rest;
    size_t rest_len;

    if (locus_parse(&url, text, len, how.grammar) == 0) {
        CHECK(locus_has(&url, LOCUS_SCHEME));
        scheme = url.part[LOCUS_SCHEME];
    } else {
        CHECK(prose_is_url(text, len, how.grammar));
        scheme.len = (uint32_t)((const char *)memchr(text, ':', len) - text);
    }
    CHECK(scheme.len <= LOCUS_MAX_SCHEME);
    rest = text + scheme.off + scheme.len + 1;
    rest_len = (size_t)(text + len - rest);
    CHECK(counts(text + scheme.off, scheme.len, rest, rest_len));
    CHECK(rest_len > (has_slashes(rest, rest_len) ? 2 : 0));
}

/* In locus_raw no longer URL begins there. */
static void check_longest(const char *text, size_t len, const struct hit *hit)
{
    const size_t begin = (size_t)hit->offset;
    struct locus_url url;

    for (size_t end = begin + hit->len + 1;
         end <= len && end <= begin + hit->len + 64
         && (text[end - 1] == '\0' || !strchr(how.delimiters, text[end - 1])); end++)
        CHECK(locus_parse(&url, text + begin, end - begin, how.grammar) != 0);
}

static struct hit found_hit(const struct locus_found *found,
                            const char *window, size_t len, uint64_t base)
{
    char *url;

    CHECK(found->offset == base + found->off);
    CHECK(found->off <= len && found->len <= len - found->off);
    CHECK(found->url_len <= found->len);
    url = copy(window + found->off, found->len, found->url_len);
    if (found->url_len == found->len)
        CHECK(memcmp(url, window + found->off, found->len) == 0);
    check_url(url, found->url_len);
    exact_free(url);
    return (struct hit){ found->offset, found->len, found->url_len };
}

/* locus_scan_init() makes hundreds of calls to the grammar, so it is called once. */
static struct locus_scan begin_scan(void)
{
    static struct locus_scan begun[MOST_GRAMMARS][MOST_CONTEXTS];
    static int known[MOST_GRAMMARS][MOST_CONTEXTS];
    const int grammar = grammar_number(how.grammar);
    const int context = context_number(how.context);
    struct locus_scan *const scan = &begun[grammar][context];

    if (!known[grammar][context])
        CHECK(locus_scan_init(scan, how.grammar, how.context) == 0);
    known[grammar][context] = 1;
    return *scan;
}

/* found->text is what locus_unwrap() writes, if there is room for it. */
static void check_text(const struct locus_found *found, const char *window, size_t buf_size)
{
    static char url[FUZZ_MAX];
    size_t len;

    if (!found->text) {
        CHECK(found->url_len < found->len && found->url_len > buf_size);
        return;
    }
    CHECK(locus_unwrap(url, sizeof url, &len, window + found->off, found->len,
                       how.context) == 0);
    CHECK(len == found->url_len && memcmp(url, found->text, len) == 0);
}

static size_t scan(struct hit *hits, const char *text, size_t len)
{
    static char buf[1024];
    struct locus_scan state = begin_scan(), moved;
    struct locus_found found;
    size_t have = fuzz_piece(&how.cuts, len);
    size_t count = 0;
    uint64_t end = 0;

    state.schemes = how.schemes;
    state.scheme_count = how.scheme_count;
    state.own = how.own;
    state.delimiters = how.delimiters;
    state.delimiter_count = strlen(how.delimiters);
    state.buf = buf;
    state.buf_size = sizeof buf;
    for (;;) {
        const size_t base = (size_t)state.base;
        const size_t window_len = have - base;
        const char *window = fuzz_guarded(text + base, window_len,
                                          have / 2 % 2);
        int result;

        while ((result = locus_scan_next(&state, window, window_len,
                                         have == len, &found)) == 1) {
            hits[count] = found_hit(&found, window, window_len, base);
            check_text(&found, window, sizeof buf);
            CHECK(hits[count].offset >= end);
            CHECK(state.skipped_from <= state.skipped_to
                  && state.skipped_to <= hits[count].offset);
            end = hits[count].offset + hits[count].len;
            count++;
        }
        CHECK(result == 0);
        if (have == len)
            return count;
        CHECK(state.drop <= window_len);
        CHECK(state.base == base + state.drop);
        if (state.drop == 0 && window_len >= how.room)
            locus_scan_skip(&state);
        have += fuzz_piece(&how.cuts, len - have);
        /* A plain struct, which may be moved. */
        moved = state;
        memset(&state, 0xff, sizeof state);
        state = moved;
    }
}

/* The third byte: which schemes count, and where URLs end. */
static void choose_schemes(unsigned choice)
{
    static const char *const delimiters[] = { "", "", "", "", "", "", ",", "\n;>\xc3" };

    how.schemes = lists[choice % COUNT(lists)].names;
    how.scheme_count = lists[choice % COUNT(lists)].count;
    how.own = choice / COUNT(lists) % 2 ? &own : NULL;
    how.delimiters = delimiters[choice / COUNT(lists) / 2 % COUNT(delimiters)];
}

/* What one scan finds, and a second one with this kernel must find. */
struct hits {
    struct hit *hit;
    size_t count;
};

static struct hits new_hits(const char *text, size_t len, uint32_t cuts,
                            size_t room)
{
    struct hits hits = { .hit = calloc(len + 1, sizeof *hits.hit) };

    CHECK(hits.hit);
    how.cuts = cuts;
    how.room = room;
    hits.count = scan(hits.hit, text, len);
    return hits;
}

static void check_same(const struct hits *hits, const char *text, size_t len,
                       uint32_t cuts, size_t room)
{
    const struct hits others = new_hits(text, len, cuts, room);

    CHECK(others.count == hits->count);
    CHECK(memcmp(others.hit, hits->hit, hits->count * sizeof *hits->hit) == 0);
    free(others.hit);
}

/* Whole, in pieces, and in pieces with a window that is too small for some URLs: which
   others are found after skipped ones is not specified. */
static void check_kernels(const char *text, size_t len, uint32_t cuts)
{
    const size_t room = how.context == locus_raw || how.context == locus_text
                      ? 24 : SIZE_MAX;
    const char *kernel = FUZZ_KERNEL;
    struct hits whole, some;

    CHECK(locus_use_kernel(kernel) == 0);
    whole = new_hits(text, len, 0, SIZE_MAX);
    some = new_hits(text, len, cuts, room);
    for (size_t i = 0; how.context == locus_raw && i < whole.count; i++)
        check_longest(text, len, &whole.hit[i]);
    for (size_t i = 0; (kernel = locus_kernel_name(i)); i++) {
        CHECK(locus_use_kernel(kernel) == 0);
        check_same(&whole, text, len, 0, SIZE_MAX);
        check_same(&whole, text, len, cuts, SIZE_MAX);
        check_same(&some, text, len, cuts, room);
    }
    free(whole.hit);
    free(some.hit);
}

/* One of the grammars that have a matcher: the others scan with one of these, or cannot. */
static const struct locus_grammar *choose_grammar(int choice)
{
    const struct locus_grammar *matching[MOST_GRAMMARS];
    int count = 0;

    for (int g = 0; g < grammar_count(); g++)
        if (grammar_has_matcher(grammar_at(g)))
            matching[count++] = grammar_at(g);
    CHECK(count > 0);
    return matching[choice % count];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text;
    size_t n;

    if (size < 3 || size > FUZZ_MAX)
        return 0;
    how.context = context_at(data[0] % context_count());
    how.grammar = choose_grammar(data[0] / context_count());
    choose_schemes(data[2]);
    text = (const char *)data + 3;
    size -= 3;
    check_kernels(text, size, data[1] + 1u);
    if (locus_unwrap(NULL, 0, &n, text, size, how.context)
        != LOCUS_ERROR_ESCAPE)
        exact_free(copy(text, size, n));
    return 0;
}
