/* SPDX-License-Identifier: MIT
 *
 * locus_encode() escapes exactly the bytes that a grammar does not allow in a component.
 */
#include <string.h>

#include "support/mutate.h"
#include "unit/coding/coding-properties.h"
#include "unit/coding/test-coding.h"

/* Where a component stands in a URL. */
struct frame {
    const struct locus_grammar *const *grammar;
    int component;
    const char *before;
    const char *after;
    enum locus_part part;          /* the part that the parser finds there, */
    const char *skip;              /* bytes before the component that belong to
                                      the part */
    const char *also;              /* escaped although the grammar accepts
                                      them */
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

#define TARGET(g, also) \
    { g, LOCUS_USER, "x://", "@h/", LOCUS_USER, "", "" }, \
    { g, LOCUS_PASSWORD, "x://u:", "@h/", LOCUS_PASSWORD, "", "" }, \
    { g, LOCUS_PATH, "/", "?q", LOCUS_PATH, "/", also }, \
    { g, LOCUS_PATH, "//", "", LOCUS_PATH, "//", also }, \
    { g, LOCUS_PATH, "x:a", "?q", LOCUS_PATH, "a", also }, \
    { g, LOCUS_SEGMENT, "/s/", "/", LOCUS_PATH, "/s/", "/" also }, \
    { g, LOCUS_QUERY, "/?", "", LOCUS_QUERY, "", also }, \
    { g, LOCUS_QUERY_ITEM, "x:?", "", LOCUS_QUERY, "", "&;=+" also }

#define HTTP &locus_http_url
#define OLD &locus_rfc1738
#define OLDEST &locus_rfc1630

static const struct frame frames[] = {
    GENERIC(&locus_rfc3986), GENERIC(&locus_rfc3986_reference),
    GENERIC(&locus_web), GENERIC(&locus_web_reference),
    TARGET(&locus_request_target, ""), TARGET(&locus_web_target, "\"<>"),
    { &locus_web_target, LOCUS_FRAGMENT, "/#", "", LOCUS_FRAGMENT, "", "\"<>" },
    { HTTP, LOCUS_PATH, "http://h/", "?q", LOCUS_PATH, "/", "" },
    { HTTP, LOCUS_SEGMENT, "https://h/s/", "/", LOCUS_PATH, "/s/", "/" },
    { HTTP, LOCUS_QUERY, "http://h?", "#f", LOCUS_QUERY, "", "" },
    { HTTP, LOCUS_QUERY_ITEM, "http://h/?", "", LOCUS_QUERY, "", "&;=+" },
    { HTTP, LOCUS_FRAGMENT, "http://h/#", "", LOCUS_FRAGMENT, "", "" },
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

/* Whether the frame's part cannot hold the text, even escaped. If `keep`, an escape in the
   text is that octet. */
static bool frame_refuses(const struct frame *f, const char *text, size_t len, bool keep)
{
    const char first = len ? text[0] : '\0';
    char octets[MUTATE_MAX];
    size_t from[MUTATE_MAX + 1], stray;
    size_t n = len;

    memcpy(octets, text, len);
    if (keep)
        n = coding_plainly(octets, from, text, len, 0, &stray);
    switch (f->component) {
    case LOCUS_SELECTOR: case LOCUS_SEARCH:
        return memchr(octets, '\t', n)
            || (f->grammar != OLDEST
                && (memchr(octets, '\r', n) || memchr(octets, '\n', n)));
    case LOCUS_HSONAME:
        return f->grammar == OLDEST && memchr(octets, 0, n);
    case LOCUS_GROUP:
        return !(first >= 'a' && first <= 'z')
            && !(first >= 'A' && first <= 'Z');
    case LOCUS_QUERY: case LOCUS_DATABASE: case LOCUS_WTYPE:
        return f->grammar == OLDEST && len == 0;
    case LOCUS_ADDRESS: return len == 0;
    default: return false;
    }
}

/* Whether the parser, given the component's text inside the frame, finds it as
   the part. */
static bool frame_holds(const struct frame *f, const char *text, size_t len)
{
    char buf[4096];
    struct locus_url url;
    const size_t before = strlen(f->before), skip = strlen(f->skip);
    const int all = snprintf(buf, sizeof buf, "%s%.*s%s", f->before, (int)len,
                             text, f->after);
    size_t ends = before + len;

    if (memchr(text, 0, len))
        return false;              /* snprintf() stops at NUL */
    if (f->component == LOCUS_SEGMENT)
        ends += strlen(f->after);
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

            if (frame_refuses(f, text, 3, false)) {
                ck_assert_int_eq(result, LOCUS_ERROR_PATH);
                continue;
            }
            ck_assert_int_eq(result, 0);
            ck_assert_msg((len == 3) == held, "%s%.*s%s: byte %02x",
                          f->before, (int)len, coded, f->after, byte);
            ck_assert_msg(frame_holds(f, coded, len), "%s%.*s%s", f->before,
                          (int)len, coded, f->after);
        }
    }
}
END_TEST

/* An encoded text is parsed as that component, byte for byte. */
START_TEST(encoded_texts_parse)
{
    const uint64_t count = texts_to_try(200000);
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);
    uint64_t held = 0, refused = 0, built_in = 0;

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
            continue;                   /* news:* is not an nntp URL */
        keep = mutate_one_in(&m, 2);
        result = locus_encode(coded, sizeof coded, &coded_len,
                              (char *)text, len, *f->grammar, f->component,
                              keep ? LOCUS_KEEP : 0, NULL);
        if (result == 0)
            CODING_HOLDS(frame_holds(f, coded, coded_len), coded, coded_len);
        CODING_HOLDS(result == (frame_refuses(f, (char *)text, len, keep)
                                ? coding_rule(*f->grammar, f->component) : 0),
                     text, len);
        held += result == 0;
        refused += result != 0;
    }
    for (size_t i = 0; i < COUNT(frames); i++)
        built_in += (uint64_t)locus_has_grammar(*frames[i].grammar);
    if (count >= 1000)
        ck_assert_uint_ge(held, count * built_in / COUNT(frames) / 2);
    if (count >= 10000 && built_in == COUNT(frames))
        ck_assert_uint_gt(refused, count / 1000);
}
END_TEST

TCase *frame_tests(void)
{
    TCase *tests = tcase_create("frames");

    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, exactly_what_cannot_stand);
    tcase_add_test(tests, encoded_texts_parse);
    return tests;
}
