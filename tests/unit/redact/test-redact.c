/* SPDX-License-Identifier: MIT
 *
 * locus_redact(): the secrets are replaced, and every other byte is kept.
 */
#include <stdbool.h>

#include "support/grammars.h"
#include "support/guard.h"
#include "support/hexdig.h"
#include "support/mutate.h"
#include "support/unit.h"

#define SLICE(literal) { "" literal, sizeof(literal) - 1 }

static const struct locus_slice two_keys[] = { SLICE("token"), SLICE("a b") };

static struct guard guard;

/* Redacts into no buffer, one that is a byte too small, and one of the exact size. */
static int redact(const char *buf[1], size_t *len, const struct locus_url *url,
                  const char *text, const struct locus_redaction *what,
                  struct locus_report *report)
{
    size_t again;
    const int result = locus_redact(NULL, 0, len, url, text, what, report);

    if (result != LOCUS_ERROR_SPACE)
        return result;
    ck_assert_int_eq(report->part, -1);
    ck_assert_int_eq(locus_redact(guard_after(&guard, NULL, *len - 1), *len - 1, &again,
                                  url, text, what, report), LOCUS_ERROR_SPACE);
    ck_assert_uint_eq(again, *len);
    buf[0] = guard_after(&guard, NULL, *len);
    return locus_redact((char *)buf[0], *len, len, url, text, what, report);
}

static const struct {
    const char *text;
    const char *redacted;          /* the keys are two_keys, without a flag */
} examples[] = {
    { "http://h/", "http://h/" },
    { "http://u:p@h/", "http://X:X@h/" },
    { "http://u@h/", "http://X@h/" },
    /* An empty user or password is masked, too. */
    { "http://:@h/", "http://X:X@h/" },
    { "http://u:@h/", "http://X:X@h/" },
    { "http://@h/", "http://X@h/" },
    /* A password may contain ":". A user may be longer or shorter than the mask. */
    { "http://user:p:a:ss@h:80/p@q?r#s", "http://X:X@h:80/p@q?r#s" },
    { "//u:p@h", "//X:X@h" },
    /* A value begins after the first "=". */
    { "http://h/?token=1", "http://h/?token=X" },
    { "http://h/?token=", "http://h/?token=X" },
    { "http://h/?token=a=b&x=y", "http://h/?token=X&x=y" },
    { "http://h/?token&x=token", "http://h/?token&x=token" },
    { "http://h/?x=1&token=2&token=3#token=4", "http://h/?x=1&token=X&token=X#token=4" },
    { "http://u@h?&&token=1&&", "http://X@h?&&token=X&&" },
    /* ";" is part of the value, or ends a pair. */
    { "http://h/?token=1;2&x=3;4", "http://h/?token=X&x=3;4" },
    { "http://h/?a=1;token=2;b=3&c", "http://h/?a=1;token=X;b=3&c" },
    { "http://h/?a;token=2", "http://h/?a;token=X" },
    /* Keys are decoded once, and are case-sensitive. */
    { "http://h/?%74ok%65n=1", "http://h/?%74ok%65n=X" },
    { "http://h/?a%20b=1", "http://h/?a%20b=X" },
    { "http://h/?a+b=1", "http://h/?a+b=1" },
    { "http://h/?%2574oken=1&Token=2&tokens=3&toke=4", "http://h/?%2574oken=1&Token=2&tokens=3&toke=4" },
    { "http://h/?token%00=1&token%3D=2&x.token=3", "http://h/?token%00=1&token%3D=2&x.token=3" },
    /* Other places are left alone. */
    { "http://h/token=1;a?u=http://u:p@h", "http://h/token=1;a?u=http://u:p@h" },
    { "mailto:u@h", "mailto:u@h" },
    { "http:?token=1", "http:?token=X" },
};

static void check(const char *text, size_t text_len, const char *wanted,
                  const struct locus_grammar *grammar, const struct locus_redaction *what)
{
    struct locus_report report;
    struct locus_url url;
    const char *got = NULL;
    size_t len;

    ck_assert_int_eq(locus_parse_reference(&url, text, text_len, grammar), 0);
    ck_assert_msg(redact(&got, &len, &url, text, what, &report) == 0, "%s", text);
    ck_assert_int_eq(report.part, -1);
    ck_assert_msg(len == strlen(wanted) && memcmp(got, wanted, len) == 0,
                  "%s: %.*s, not %s", text, (int)len, got, wanted);
}

START_TEST(each_example)
{
    const struct locus_redaction what = {
        .mask = SLICE("X"), .keys = two_keys, .key_count = COUNT(two_keys)
    };

    for (size_t i = 0; i < COUNT(examples); i++) {
        check(examples[i].text, strlen(examples[i].text), examples[i].redacted, locus_web,
              &what);
        check(examples[i].text, strlen(examples[i].text), examples[i].redacted,
              locus_rfc3986_reference, &what);
    }
}
END_TEST

static void check_with(const char *text, const char *wanted, const char *mask,
                       const struct locus_slice *keys, size_t key_count, unsigned flags,
                       const struct locus_grammar *grammar)
{
    const struct locus_redaction what = {
        .mask = { mask, strlen(mask) }, .keys = keys, .key_count = key_count,
        .flags = flags
    };

    check(text, strlen(text), wanted, grammar, &what);
}

START_TEST(options)
{
    static const struct locus_slice odd[] = {
        SLICE(""), SLICE("a%b"), SLICE("\0"), SLICE("a+b"), SLICE("\xc3\xa9"),
    };

    /* No keys: the query stays. */
    check_with("http://u:p@h/?token=1", "http://X:X@h/?token=1", "X", NULL, 0, 0,
               locus_web);
    check_with("http://h/?a+b=1&a%2Bb=2&a%20b=3", "http://h/?a+b=X&a%2Bb=2&a%20b=X", "X",
               two_keys, 2, LOCUS_PLUS_IS_SPACE, locus_web);
    check_with("http://h/?=1&a%b=2&%00=3&a+b=4&%2b=5&%c3%A9=6",
               "http://h/?=&a%b=&%00=&a+b=&%2b=5&%c3%A9=", "", odd, COUNT(odd), 0,
               locus_web);
    check_with("http://u:p@h/?token=1", "http://****:****@h/?token=****", "****",
               two_keys, 2, 0, locus_rfc3986);
    check_with("http://u:p@h/?token=1", "http://%2A:%2A@h/?token=%2A", "%2A", two_keys,
               2, 0, locus_rfc3986);
    /* A mask may contain "=". */
    check_with("http://h/?token=1", "http://h/?token=a=b", "a=b", two_keys, 2, 0,
               locus_web);
}
END_TEST

/* Users, passwords and queries of other grammars. */
START_TEST(other_grammars)
{
    check_with("ftp://u:p@h/a;type=i", "ftp://X:X@h/a;type=i", "X", two_keys, 2, 0,
               locus_rfc1738);
    check_with("telnet://u:p@h:23/", "telnet://X:X@h:23/", "X", two_keys, 2, 0,
               locus_rfc1738);
    check_with("http://h/?token=1", "http://h/?token=X", "X", two_keys, 2, 0,
               locus_rfc1738);
    check_with("wais://h/d?token=1", "wais://h/d?token=X", "X", two_keys, 2, 0,
               locus_rfc1738);
    check_with("foo://a:b@c@d", "foo://a:b@c@d", "X", NULL, 0, 0, locus_rfc1738);
    check_with("URL:ftp://u:p@h/a#", "URL:ftp://X:X@h/a#", "X", NULL, 0, 0,
               locus_rfc1630);
}
END_TEST

START_TEST(errors)
{
    static const struct {
        const char *text;
        const char *mask;
        int error;
        int part;                  /* -1: none */
        size_t offset;
    } cases[] = {
        { "http://u:p@h/", "a@b", LOCUS_ERROR_USERINFO, LOCUS_USER, 1 },
        { "http://u:p@h/", "a:b", LOCUS_ERROR_USERINFO, LOCUS_USER, 1 },
        { "http://u@h/", "/", LOCUS_ERROR_USERINFO, LOCUS_USER, 0 },
        { "http://u@h/", "ab%4", LOCUS_ERROR_PERCENT, LOCUS_USER, 2 },
        { "http://h/?token=1", "ab#", LOCUS_ERROR_QUERY, LOCUS_QUERY, 2 },
        { "http://h/?token=1", "a b", LOCUS_ERROR_QUERY, LOCUS_QUERY, 1 },
        { "http://h/?token=1", "a&b", LOCUS_ERROR_MISREAD, LOCUS_QUERY, 1 },
        { "http://h/?token=1", ";", LOCUS_ERROR_MISREAD, LOCUS_QUERY, 0 },
        { "http://h/?token=1", "a&", LOCUS_ERROR_MISREAD, LOCUS_QUERY, 1 },
    };
    struct locus_redaction what = { .keys = two_keys, .key_count = 2 };
    struct locus_report report;
    struct locus_url url;
    char buf[64];
    size_t len;

    for (size_t i = 0; i < COUNT(cases); i++) {
        what.mask = (struct locus_slice){ cases[i].mask, strlen(cases[i].mask) };
        ck_assert_int_eq(locus_parse(&url, cases[i].text, strlen(cases[i].text),
                                     locus_rfc3986), 0);
        len = 1;
        ck_assert_int_eq(locus_redact(buf, sizeof buf, &len, &url, cases[i].text, &what,
                                      &report), cases[i].error);
        ck_assert_uint_eq(len, 0);
        ck_assert_int_eq(report.part, cases[i].part);
        ck_assert_uint_eq(report.offset, cases[i].offset);
        ck_assert_int_eq(locus_redact(buf, sizeof buf, &len, &url, cases[i].text, &what,
                                      NULL), cases[i].error);
        /* A mask that is not used is not checked. */
        ck_assert_int_eq(locus_parse(&url, "http://h/?x=1", 13, locus_rfc3986), 0);
        ck_assert_int_eq(locus_redact(buf, sizeof buf, &len, &url, "http://h/?x=1", &what,
                                      &report), 0);
        ck_assert_uint_eq(len, 13);
    }
    /* In RFC 1630 the mask is checked as part of the result. */
    what.mask = (struct locus_slice)SLICE("a*");
    ck_assert_int_eq(locus_parse(&url, "ftp://u:p@h/", 12, locus_rfc1630), 0);
    ck_assert_int_lt(locus_redact(buf, sizeof buf, &len, &url, "ftp://u:p@h/", &what,
                                  &report), 0);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(report.part, LOCUS_USER);
    ck_assert_uint_eq(report.offset, 1);
    what.mask = (struct locus_slice)SLICE("a:b");
    ck_assert_int_eq(locus_parse(&url, "ftp://u@h/", 10, locus_rfc1630), 0);
    ck_assert_int_eq(locus_redact(buf, sizeof buf, &len, &url, "ftp://u@h/", &what,
                                  &report), LOCUS_ERROR_MISREAD);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(report.part, LOCUS_USER);
    ck_assert_uint_eq(report.offset, 1);
    /* The result, "foo://@@h", has no user. */
    what.mask = (struct locus_slice)SLICE("@");
    ck_assert_int_eq(locus_parse(&url, "foo://u@h", 9, locus_rfc1630), 0);
    ck_assert_int_eq(locus_redact(buf, sizeof buf, &len, &url, "foo://u@h", &what,
                                  &report), LOCUS_ERROR_MISREAD);
    ck_assert_uint_eq(len, 0);
    ck_assert_int_eq(report.part, LOCUS_USER);
    ck_assert_uint_eq(report.offset, 0);
    /* The error is not in a mask: the first part with a mask is reported. */
    what.mask = (struct locus_slice)SLICE("/");
    ck_assert_int_eq(locus_parse(&url, "foo://u@h:1", 11, locus_rfc1630), 0);
    ck_assert_int_lt(locus_redact(buf, sizeof buf, &len, &url, "foo://u@h:1", &what,
                                  &report), 0);
    ck_assert_int_eq(report.part, LOCUS_USER);
    /* A URL contains no NUL (RFC 3986, section 2). */
    what.mask = (struct locus_slice)SLICE("a\0");
    ck_assert_int_eq(locus_parse(&url, "ftp://u@h/", 10, locus_rfc3986), 0);
    ck_assert_int_eq(locus_redact(buf, sizeof buf, &len, &url, "ftp://u@h/", &what,
                                  &report), LOCUS_ERROR_USERINFO);
    ck_assert_uint_eq(report.offset, 1);
}
END_TEST

/* Nothing is written for an invalid URL. */
START_TEST(not_valid)
{
    static const struct {
        const char *text;
        size_t len;
    } texts[] = {
        { "http://u:p@h/\0", 14 }, { "http://u:p@h/\n", 14 }, { "http://u:p@h/ ", 14 },
        { "//u:p@h", 7 }, { "http://u:p@h:x", 14 },
    };
    struct locus_redaction what = { .mask = SLICE("X") };
    struct locus_report report;
    struct locus_url url;
    char buf[64];
    size_t len = 1;

    for (size_t i = 0; i < COUNT(texts); i++) {
        locus_parse(&url, texts[i].text, texts[i].len, locus_web);
        ck_assert_int_lt(url.error, 0);
        memset(buf, '#', sizeof buf);
        ck_assert_int_eq(locus_redact(buf, sizeof buf, &len, &url, texts[i].text, &what,
                                      &report), url.error);
        ck_assert_uint_eq(len, 0);
        for (size_t k = 0; k < sizeof buf; k++)
            ck_assert_int_eq(buf[k], '#');
    }
    ck_assert_int_eq(locus_parse(&url, "a:", 2, locus_web), 0);
    for (unsigned flag = 1; flag != 0; flag <<= 1) {
        what.flags = flag;
        ck_assert_int_eq(locus_redact(buf, sizeof buf, &len, &url, "a:", &what, NULL),
                         flag == LOCUS_PLUS_IS_SPACE ? 0 : LOCUS_ERROR_ARGUMENT);
    }
    what.flags = 0;
    what.mask.len = (size_t)LOCUS_MAX_LENGTH + 1;      /* not read */
    ck_assert_int_eq(locus_parse(&url, "a://b@", 6, locus_web), 0);
    if (what.mask.len > LOCUS_MAX_LENGTH)
        ck_assert_int_eq(locus_redact(buf, sizeof buf, &len, &url, "a://b@", &what, NULL),
                         LOCUS_ERROR_TOO_LONG);
}
END_TEST

/* A simple reference implementation */

struct simple {
    char bytes[8 * MUTATE_MAX];
    size_t len;
    size_t masks;
    uint32_t masked;               /* the parts that have a mask, as bits */
    size_t query, query_len;       /* the query in `bytes` */
};

static void add(struct simple *to, const char *bytes, size_t len)
{
    ck_assert_uint_le(to->len + len, sizeof to->bytes);
    memcpy(to->bytes + to->len, bytes, len);
    to->len += len;
}

static void add_mask(struct simple *to, const struct locus_redaction *what)
{
    add(to, what->mask.text, what->mask.len);
    to->masks++;
}

static bool is_key(const char *name, size_t len, const struct locus_redaction *what)
{
    char decoded[MUTATE_MAX];
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        decoded[n++] = name[i];
        if (name[i] == '+' && what->flags)
            decoded[n - 1] = ' ';
        if (name[i] == '%' && i + 2 < len && hexdig_octet(name + i + 1) >= 0) {
            decoded[n - 1] = (char)hexdig_octet(name + i + 1);
            i += 2;
        }
    }
    for (size_t k = 0; k < what->key_count; k++)
        if (what->keys[k].len == n && memcmp(what->keys[k].text, decoded, n) == 0)
            return true;
    return false;
}

static void add_pairs(struct simple *to, const char *pairs, size_t len, char divider,
                      const struct locus_redaction *what)
{
    size_t begin = 0;

    for (size_t end = 0; end <= len; end++) {
        const char *equals;

        if (end < len && pairs[end] != divider)
            continue;
        equals = memchr(pairs + begin, '=', end - begin);
        if (equals && is_key(pairs + begin, (size_t)(equals - pairs) - begin, what)) {
            add(to, pairs + begin, (size_t)(equals - pairs) - begin + 1);
            add_mask(to, what);
        } else if (divider == '&') {
            add_pairs(to, pairs + begin, end - begin, ';', what);
        } else {
            add(to, pairs + begin, end - begin);
        }
        if (end < len)
            add(to, &divider, 1);
        begin = end + 1;
    }
}

static void redact_simply(struct simple *to, const struct locus_url *url, const char *text,
                          size_t len, const struct locus_redaction *what)
{
    size_t at = 0;

    to->len = to->masks = to->masked = 0;
    for (int part = LOCUS_USER; part <= LOCUS_PASSWORD; part++)
        if (locus_has(url, (enum locus_part)part)) {
            add(to, text + at, url->part[part].off - at);
            add_mask(to, what);
            to->masked |= 1u << part;
            at = (size_t)url->part[part].off + url->part[part].len;
        }
    if (locus_has(url, LOCUS_QUERY)) {
        const struct locus_span query = url->part[LOCUS_QUERY];
        const size_t masks = to->masks;

        add(to, text + at, query.off - at);
        to->query = to->len;
        add_pairs(to, text + query.off, query.len, '&', what);
        to->query_len = to->len - to->query;
        to->masked |= to->masks > masks ? 1u << LOCUS_QUERY : 0;
        at = (size_t)query.off + query.len;
    }
    add(to, text + at, len - at);
}

/* One URL in eight has a user and a password for certain. */
static size_t make_url(struct mutate *m, const struct locus_grammar *grammar,
                       unsigned char *bytes)
{
    static const char secret[] = "http://u:p@h/";

    if (!mutate_one_in(m, 8))
        return mutate_url(m, grammar, bytes);
    memcpy(bytes, secret, strlen(secret));
    return strlen(secret);
}

/* Appends a query, often with the keys, to two URLs in three. */
static size_t add_query(struct mutate *m, unsigned char *text, size_t len)
{
    static const char *const tokens[] = {
        "token", "%74oken", "a+b", "a%20b", "a b", "=", "=", "&", ";", "&token=", ";token=",
        "x", "%", "%4", "Token", "",
    };

    if (mutate_one_in(m, 3))
        return len;
    text[len++] = '?';
    for (size_t n = mutate_below(m, 8); n > 0; n--) {
        const char *token = tokens[mutate_below(m, COUNT(tokens))];

        memcpy(text + len, token, strlen(token));
        len += strlen(token);
    }
    return len;
}

/* Parses the result as the URL was parsed. */
static int parse_simple(struct locus_url *again, const struct simple *simple,
                        const struct locus_url *url)
{
    return (locus_has(url, LOCUS_SCHEME) ? locus_parse : locus_parse_reference)
        (again, simple->bytes, simple->len, locus_url_grammar(url));
}

/* Whether the parts of the result are those of the URL, with the masks. */
static bool has_same_parts(const struct simple *simple, const struct locus_url *again,
                           const struct locus_url *url, const char *text,
                           const struct locus_redaction *what)
{
    if (again->present != url->present)
        return false;
    for (int i = 0; i < LOCUS_PART_COUNT; i++) {
        const struct locus_span is = locus_get(again, (enum locus_part)i);
        const struct locus_span was = locus_get(url, (enum locus_part)i);
        const char *wanted = text + was.off;
        size_t len = was.len;

        if (i == LOCUS_USER || i == LOCUS_PASSWORD) {
            wanted = what->mask.text;
            len = what->mask.len;
        } else if (i == LOCUS_QUERY) {
            wanted = simple->bytes + simple->query;
            len = simple->query_len;
        }
        if (locus_has(url, (enum locus_part)i)
            && (is.len != len || memcmp(simple->bytes + is.off, wanted, len) != 0))
            return false;
    }
    return true;
}

/* The offset of the first byte of the mask that its part cannot contain: locus_encode()
   keeps all the others, but encodes a "%" that begins no percent-encoded octet, which the
   queries of locus_web may contain. Returns the length if there is no such byte. */
static size_t mask_fault(const struct locus_slice *mask, const struct locus_grammar *grammar,
                         int part)
{
    const bool stray = part == LOCUS_QUERY
        && (grammar == locus_web || grammar == locus_web_reference
            || grammar == locus_web_target);
    char coded[64];
    size_t len;

    ck_assert_int_eq(locus_encode(coded, sizeof coded, &len, mask->text, mask->len, grammar,
                                  part, LOCUS_KEEP, NULL), 0);
    for (size_t at = 0, from = 0; at < mask->len; at++, from++) {
        const bool kept = mask->text[at] == coded[from]
                       && (mask->text[at] != '%' || hexdig(mask->text[at + 1]) >= 0);

        if (!kept && !(stray && mask->text[at] == '%'))
            return at;
        from += kept ? 0 : 2;
    }
    return mask->len;
}

/* What locus_redact() must return, according to locus.h: what is wrong with the mask by
   itself in the first part that has it, or else what is wrong with the result. In RFC 1630
   what a part may contain depends on the scheme, and only the result is checked. *part is
   -1 if it may be any part with a mask. */
static int expected(const struct simple *simple, const struct locus_url *url, const char *text,
                    const struct locus_redaction *what, int *part, size_t *offset)
{
    static const int parts[] = { LOCUS_USER, LOCUS_PASSWORD, LOCUS_QUERY };
    const struct locus_slice *const mask = &what->mask;
    struct locus_url again;

    for (size_t i = 0; i < COUNT(parts); i++) {
        *part = parts[i];
        *offset = 0;
        if (!(simple->masked >> parts[i] & 1))
            continue;
        for (; parts[i] == LOCUS_QUERY && *offset < mask->len; ++*offset)
            if (mask->text[*offset] == '&' || mask->text[*offset] == ';')
                return LOCUS_ERROR_MISREAD;
        if (locus_url_grammar(url) == locus_rfc1630)
            continue;
        *offset = mask_fault(mask, locus_url_grammar(url), parts[i]);
        if (*offset < mask->len)
            return mask->text[*offset] == '%' ? LOCUS_ERROR_PERCENT
                 : parts[i] == LOCUS_QUERY ? LOCUS_ERROR_QUERY : LOCUS_ERROR_USERINFO;
    }
    *part = -1;
    if (parse_simple(&again, simple, url) != 0)
        return again.error;
    return has_same_parts(simple, &again, url, text, what) ? 0 : LOCUS_ERROR_MISREAD;
}

START_TEST(properties)
{
    static const struct locus_slice masks[] = {
        SLICE("X"), SLICE("REDACTED"), SLICE(""), SLICE("***"), SLICE("%41"), SLICE("a:b"),
        SLICE("x=y"), SLICE("%"), SLICE(" "), SLICE("a;b"), SLICE(":"), SLICE("@"), SLICE("/"),
        SLICE("a@b"), SLICE("*"), SLICE("-"), SLICE("1"), SLICE("?"), SLICE("\\"),
    };
    const uint64_t count = texts_to_try(200000);
    unsigned char bytes[MUTATE_MAX + 100];
    struct simple simple;
    struct guard text_guard = { NULL, NULL };
    struct mutate m;
    uint64_t masked = 0, refused = 0;

    mutate_seed(&m, from_environment("LOCUS_TEST_SEED", 1));
    for (uint64_t i = 0; i < count; i++) {
        const struct locus_grammar *const grammar =
            grammar_at((int)(i % (uint64_t)grammar_count()));
        const size_t text_len = add_query(&m, bytes, make_url(&m, grammar, bytes));
        const char *text = guard_after(&text_guard, bytes, text_len);
        const struct locus_redaction what = {
            .mask = masks[mutate_below(&m, COUNT(masks))], .keys = two_keys,
            .key_count = mutate_below(&m, 3),
            .flags = mutate_one_in(&m, 2) ? LOCUS_PLUS_IS_SPACE : 0
        };
        struct locus_url url, again;
        struct locus_report report;
        const char *got = "";
        size_t len, offset;
        int result, wanted, part;

        if (locus_parse_reference(&url, text, text_len, grammar) != 0)
            continue;
        redact_simply(&simple, &url, text, text_len, &what);
        wanted = expected(&simple, &url, text, &what, &part, &offset);
        result = redact(&got, &len, &url, text, &what, &report);
        if (result != wanted) {
            mutate_print(stderr, bytes, text_len);
            ck_abort_msg("\n%s: %s: %d, not %d", locus_grammar_name(grammar), what.mask.text,
                         result, wanted);
        }
        if (result != 0) {
            refused++;
            ck_assert_uint_eq(len, 0);
            if (!(report.part >= 0 && simple.masked >> report.part & 1)
                || report.offset > what.mask.len
                || (part >= 0 && (report.part != part || report.offset != offset))) {
                mutate_print(stderr, bytes, text_len);
                ck_abort_msg("\n%s: %s: %d, part %d at %zu", locus_grammar_name(grammar),
                             what.mask.text, result, report.part, report.offset);
            }
            continue;
        }
        masked += simple.masks > 0;
        if (len != simple.len || memcmp(got, simple.bytes, len) != 0) {
            mutate_print(stderr, bytes, text_len);
            ck_abort_msg("\n%.*s, not %.*s", (int)len, got, (int)simple.len, simple.bytes);
        }
        /* The result has the same parts, and redacting it again changes nothing. */
        ck_assert_int_eq(parse_simple(&again, &simple, &url), 0);
        redact_simply(&simple, &again, got, len, &what);
        ck_assert(len == simple.len && memcmp(got, simple.bytes, len) == 0);
    }
    if (count >= 10000)
        ck_assert(masked > count / 20 && refused > count / 100);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("redact");
    TCase *tests = tcase_create("redact");

    need_all_grammars();
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, each_example);
    tcase_add_test(tests, options);
    tcase_add_test(tests, other_grammars);
    tcase_add_test(tests, errors);
    tcase_add_test(tests, not_valid);
    tcase_add_test(tests, properties);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
