/* SPDX-License-Identifier: MIT
 *
 * Properties of sections 4 and 7 of locus.h that hold for every text, for the property
 * tests and the fuzz targets. A text that breaks one is printed and the process aborts.
 */
#ifndef LOCUS_TESTS_CODING_PROPERTIES_H
#define LOCUS_TESTS_CODING_PROPERTIES_H

#include "support/hexdig.h"
#include "unit/coding/coding-calls.h"
#include "unit/coding/coding-edits.h"

/* Encoding and decoding */

/* RFC 3629, section 3, computed from code points: U+0000 to U+10FFFF without the
   surrogates, each in as few octets as possible. Returns the offset of the first octet
   that continues no character, `len` if the last character is incomplete, or
   CODING_NONE. */
static inline size_t coding_not_utf8(const unsigned char *s, size_t len)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };

    for (size_t i = 0; i < len; i++) {
        const unsigned c = s[i];
        const unsigned n = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3
                         : c >> 3 == 30 ? 4 : 0;
        uint32_t code = n == 1 ? c : n ? c & (0x7fu >> n) : 0;

        if (n == 0)
            return i;
        for (unsigned left = n - 1;; left--) {
            /* The range that the remaining octets can reach. */
            uint32_t low = code << 6 * left;
            uint32_t high = low | ((UINT32_C(1) << 6 * left) - 1);

            low = low < least[n] ? least[n] : low;
            high = high > 0x10ffff ? 0x10ffff : high;
            if (low > high || (low >= 0xd800 && high <= 0xdfff))
                return i;
            if (left == 0)
                break;
            if (++i == len)
                return len;
            if (s[i] >> 6 != 2)
                return i;
            code = code << 6 | (s[i] & 0x3fu);
        }
    }
    return CODING_NONE;
}

/* What a decoded text contains (LOCUS_FOUND_...), except delimiters. *first is set to the
   offset of the first octet found. */
static inline uint32_t coding_found(const char *text, size_t len, size_t *first)
{
    uint32_t found = 0;

    *first = coding_not_utf8((const unsigned char *)text, len);
    if (*first != CODING_NONE)
        found |= LOCUS_FOUND_NOT_UTF8;
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];

        if (c < 0x20 || c == 0x7f) {
            found |= LOCUS_FOUND_CONTROL;
            *first = i < *first ? i : *first;
        }
        if (c == 0)
            found |= LOCUS_FOUND_NUL;
        if (c == '\r')
            found |= LOCUS_FOUND_CR;
        if (c == '\n')
            found |= LOCUS_FOUND_LF;
    }
    return found;
}

/* A decoder without a machine: keeps a "%" that begins no pct-encoded octet. Returns
   the length. `from` is set to the offset in the text of each octet, `stray` to that of
   the first such "%", or `len`. */
static inline size_t coding_plainly(char *to, size_t *from, const char *text,
                                    size_t len, int plus, size_t *stray)
{
    size_t n = 0;

    *stray = len;
    for (size_t i = 0; i < len; i++) {
        from[n] = i;
        if (text[i] == '%' && len - i > 2 && hexdig_octet(text + i + 1) >= 0) {
            to[n++] = (char)hexdig_octet(text + i + 1);
            i += 2;
            continue;
        }
        if (text[i] == '%' && *stray == len)
            *stray = i;
        to[n++] = plus && text[i] == '+' ? ' ' : text[i];
    }
    from[n] = len;
    return n;
}

static inline void coding_check_decode(const char *text, size_t len,
                                       int component, unsigned flags)
{
    const uint32_t simple = ~(uint32_t)LOCUS_FOUND_DELIMITER;
    struct coding_call call = {
        .function = CODING_DECODE, .text = text, .len = len,
        .component = component, .flags = flags,
    };
    struct coding_text got = coding_call(&call);
    size_t *from = exact_allocate((len + 1) * sizeof *from);
    char *plain = exact_allocate(len);
    size_t stray, n, first;

    n = coding_plainly(plain, from, text, len, (flags & LOCUS_PLUS_IS_SPACE) != 0,
                       &stray);
    if (got.result == 0) {
        CODING_HOLDS(coding_same(got.bytes, got.len, plain, n), text, len);
        CODING_HOLDS((got.report.found & simple) == coding_found(plain, n, &first),
                     text, len);
        if (got.report.found && !(got.report.found & ~simple))
            CODING_HOLDS(got.report.offset == from[first], text, len);
        CODING_HOLDS(flags & LOCUS_KEEP || stray == len, text, len);
        CODING_HOLDS(got.report.offset <= len, text, len);
        if (component == LOCUS_HOST && !(len > 0 && text[0] == '['))
            for (size_t i = 0; i < n; i++)
                CODING_HOLDS((unsigned char)plain[i] > 0x20 && plain[i] != 0x7f
                             && (plain[i] == '%'
                                 || !strchr(":/?#[]@<>\"\\", plain[i])),
                             text, len);
    } else if (component == LOCUS_HOST) {
        CODING_HOLDS(got.result == LOCUS_ERROR_HIDDEN
                     || got.result == LOCUS_ERROR_HOST
                     || got.result == LOCUS_ERROR_PERCENT, text, len);
        CODING_HOLDS(got.report.offset <= len, text, len);
    } else {
        CODING_HOLDS(got.result == LOCUS_ERROR_PERCENT
                     && !(flags & LOCUS_KEEP), text, len);
        CODING_HOLDS(got.report.offset == stray, text, len);
    }
    exact_free(plain);
    exact_free(from);
    coding_free(&got);
}

/* A text is refused only for the rule of its component, and as soon as its first byte that
   is not allowed: up to there it is not refused, or merely incomplete. */
static inline void coding_check_refusal(struct coding_call call, int rule,
                                        const struct coding_text *coded)
{
    const size_t offset = coded->report.offset;
    const char *const text = call.text;
    const size_t len = call.len;
    struct coding_text again;

    CODING_HOLDS(coded->report.part == -1, text, len);
    if (!locus_has_grammar(call.grammar)) {
        CODING_HOLDS(coded->result == LOCUS_ERROR_GRAMMAR, text, len);
        return;
    }
    if (rule == LOCUS_ERROR_PART) {
        CODING_HOLDS(coded->result == LOCUS_ERROR_PART, text, len);
        return;
    }
    CODING_HOLDS((coded->result == rule && rule != 0)
                 || (coded->result == LOCUS_ERROR_IP_LITERAL && rule == LOCUS_ERROR_HOST
                     && len > 0 && text[0] == '['), text, len);
    CODING_HOLDS(offset <= len, text, len);
    call.len = offset;
    again = coding_call(&call);
    CODING_HOLDS(again.result == 0
                 || (again.result == coded->result && again.report.offset == offset),
                 text, len);
    coding_free(&again);
    if (offset == len)
        return;
    call.len = offset + 1;
    again = coding_call(&call);
    CODING_HOLDS(again.result == coded->result && again.report.offset == offset, text, len);
    coding_free(&again);
}

/* Encoding round-trips through decoding, and encoding twice is the same as once. */
static inline void coding_check_encode(const char *text, size_t len,
                                       const struct locus_grammar *grammar,
                                       int component, unsigned flags)
{
    struct coding_call call = {
        .function = CODING_ENCODE, .text = text, .len = len,
        .grammar = grammar, .component = component, .flags = flags,
    };
    const int rule = coding_rule(grammar, component);
    struct coding_text coded = coding_call(&call);
    struct coding_text again;

    CODING_HOLDS(rule != LOCUS_ERROR_PART || coded.result != 0, text, len);
    if (coded.result != 0) {
        coding_check_refusal(call, rule, &coded);
        coding_free(&coded);
        return;
    }
    CODING_HOLDS(coded.len >= len && coded.len <= 3 * len, text, len);
    call.text = coded.bytes;
    call.len = coded.len;
    if (!(flags & LOCUS_PLUS_IS_SPACE)) {
        call.flags = flags | LOCUS_KEEP;
        again = coding_call(&call);
        CODING_HOLDS(again.result == 0, text, len);
        CODING_HOLDS(coding_same(again.bytes, again.len,
                                 coded.bytes, coded.len), text, len);
        coding_free(&again);
    }
    call.function = CODING_DECODE;
    call.flags = flags & LOCUS_PLUS_IS_SPACE;
    again = coding_call(&call);
    CODING_HOLDS(again.result == 0, text, len);
    if (!(flags & LOCUS_KEEP))
        CODING_HOLDS(coding_same(again.bytes, again.len, text, len),
                     text, len);
    coding_free(&again);
    coding_free(&coded);
}

/* Names of files */

/* File names according to section 4 of locus.h and RFC 8089, appendix E. */
static inline int coding_is_slash(char c)
{
    return c == '/' || c == '\\';
}

static inline int coding_is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static inline int coding_is_drive(const char *text, size_t len)
{
    return len > 1 && coding_is_letter(text[0]) && (text[1] == ':' || text[1] == '|');
}

/* CODING_NONE if the text is an absolute name; otherwise the offset of the first byte that
   cannot continue one, or `len` if the text ends too early. */
static inline size_t coding_absolute_fault(const char *name, size_t len, int windows)
{
    const char *nul = len ? memchr(name, 0, len) : NULL;
    const size_t end = nul ? (size_t)(nul - name) : len;
    const size_t none = nul ? end : CODING_NONE;
    size_t at = 0;

    if (!windows)
        return len > 0 && name[0] == '/' ? none : 0;
    if (end == 0)
        return 0;
    if (coding_is_letter(name[0])) {
        if (end < 2 || name[1] != ':')
            return 1;
        return end > 2 && coding_is_slash(name[2]) ? none : 2;
    }
    if (!coding_is_slash(name[0]))
        return 0;
    if (end == 1 || !coding_is_slash(name[1])) {
        /* "\C:" can only be the drive. */
        return coding_is_drive(name + 1, end - 1) && (end == 3 || coding_is_slash(name[3]))
             ? 3 : none;
    }
    for (at = 2; at < end && !coding_is_slash(name[at]);)
        at++;
    if (at == 2 || at == end || (at == 3 && name[2] == '.'))
        return at;
    return ++at < end && !coding_is_slash(name[at]) ? none : at;
}

/* The same for a relative name. */
static inline size_t coding_relative_fault(const char *name, size_t len, int windows)
{
    int in_first = 1;

    for (size_t i = 0; i < len; i++) {
        const int slash = windows ? coding_is_slash(name[i]) : name[i] == '/';

        if (name[i] == '\0' || (slash && i == 0)
            || (windows && in_first && name[i] == ':'))
            return i;
        in_first &= !slash;
    }
    return len > 0 ? CODING_NONE : 0;
}

/* The grammars without file URLs. */
static inline int coding_has_no_files(const struct locus_grammar *grammar)
{
    return grammar == locus_http_url || grammar == locus_authority
        || (locus_grammar_traits(grammar) & LOCUS_TRAIT_TARGET);
}

/* A text is refused if it is not a file name, or if its host is one that locus_encode()
   refuses. */
static inline void coding_check_name_refusal(const struct coding_call *call,
                                             const struct coding_text *got)
{
    const char *const name = call->text;
    const size_t len = call->len;
    const int windows = call->flags == LOCUS_WINDOWS;
    const size_t absolute = coding_absolute_fault(name, len, windows);
    const size_t relative = coding_relative_fault(name, len, windows);
    const int reference = (locus_grammar_traits(call->grammar) & LOCUS_TRAIT_REFERENCE) != 0;
    struct coding_call host = {
        .function = CODING_ENCODE, .grammar = call->grammar, .component = LOCUS_HOST,
    };
    struct coding_text coded;

    CODING_HOLDS(got->report.offset <= len, name, len);
    if (!locus_has_grammar(call->grammar) || coding_has_no_files(call->grammar)) {
        CODING_HOLDS(got->result == LOCUS_ERROR_GRAMMAR, name, len);
    } else if (absolute != CODING_NONE) {
        CODING_HOLDS(got->result == LOCUS_ERROR_NAME, name, len);
        CODING_HOLDS(!reference || relative != CODING_NONE, name, len);
        CODING_HOLDS(got->report.offset == (reference && relative > absolute ? relative
                                                                            : absolute),
                     name, len);
    } else {
        CODING_HOLDS(windows && len > 2 && coding_is_slash(name[0])
                     && coding_is_slash(name[1]), name, len);
        host.text = name + 2;
        while (host.len < len - 2 && !coding_is_slash(host.text[host.len]))
            host.len++;
        coded = coding_call(&host);
        CODING_HOLDS(got->result == coded.result
                     && got->report.offset == 2 + coded.report.offset, name, len);
        CODING_HOLDS(got->result == LOCUS_ERROR_HOST
                     || (got->result == LOCUS_ERROR_IP_LITERAL && host.text[0] == '['),
                     name, len);
        coding_free(&coded);
    }
}

static inline void coding_check_name(const char *name, size_t len,
                                     const struct locus_grammar *grammar,
                                     unsigned flags)
{
    struct coding_call call = {
        .function = CODING_FILE_URL, .text = name, .len = len,
        .grammar = grammar, .flags = flags,
    };
    struct coding_text got = coding_call(&call);
    struct coding_text back;
    struct locus_url url;
    const int dots = len > 0 && got.len > 1 && got.bytes[0] == '.';

    if (got.result != 0) {
        coding_check_name_refusal(&call, &got);
        coding_free(&got);
        return;
    }
    CODING_HOLDS(locus_parse(&url, got.bytes, got.len, grammar) == 0, name, len);
    call.function = CODING_FILE_NAME;
    call.text = got.bytes;
    call.len = got.len;
    call.url = &url;
    back = coding_call(&call);
    if (flags) {
        /* A ":" outside a drive is data in a name and in its URL. */
        CODING_HOLDS(back.result == 0, name, len);
        CODING_HOLDS(back.len == len, name, len);
        for (size_t i = 0; i < len; i++)
            CODING_HOLDS(back.bytes[i] == name[i]
                         || (back.bytes[i] == '\\' && name[i] == '/'),
                         name, len);
    } else {
        CODING_HOLDS(back.result == 0, name, len);
        CODING_HOLDS(coding_same(back.bytes, back.len, name, len)
                     || (dots && back.len == len + 2
                         && memcmp(back.bytes, "./", 2) == 0
                         && memcmp(back.bytes + 2, name, len) == 0),
                     name, len);
    }
    coding_free(&back);
    coding_free(&got);
}

/* The URL with each character of its path encoded except the delimiters of names, and
   each character of its host where the grammar allows it. Its length is at most three
   times that of the text. */
static inline size_t coding_encode_all(char *to, const struct locus_url *url,
                                       const char *text, size_t len)
{
    const struct locus_grammar *const grammar = locus_url_grammar(url);
    const int host = url->host_kind == LOCUS_HOST_NAME
                  && grammar != locus_rfc1738 && grammar != locus_rfc1630;
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        const struct locus_span in = i < url->part[LOCUS_PATH].off && host
                                   ? url->part[LOCUS_HOST] : url->part[LOCUS_PATH];

        if (text[i] == '%' && i + 2 < len && hexdig_octet(text + i + 1) >= 0) {
            memcpy(to + n, text + i, 3);
            n += 3;
            i += 2;
        } else if (i >= in.off && i - in.off < in.len
                   && !memchr("%/\\:", text[i], 4)) {
            static const char digits[] = "0123456789aBcDeF";

            to[n++] = '%';
            to[n++] = digits[(unsigned char)text[i] >> 4];
            to[n++] = digits[(unsigned char)text[i] & 15];
        } else {
            to[n++] = text[i];
        }
    }
    return n;
}

/* An octet means the same whether or not it is encoded, except for the delimiters of
   names (RFC 3986, 2.2 and 2.3). */
static inline void coding_check_encoded_file(const char *text, size_t len,
                                             const struct locus_url *url,
                                             const struct coding_text *name,
                                             unsigned flags)
{
    struct locus_url again;
    char *encoded = malloc(3 * len + 1);
    struct coding_call call = {
        .function = CODING_FILE_NAME, .text = encoded, .url = &again, .flags = flags,
    };
    struct coding_text got;

    if (!encoded)
        abort();
    call.len = coding_encode_all(encoded, url, text, len);
    CODING_HOLDS(locus_parse(&again, encoded, call.len,
                             locus_url_grammar(url)) == 0, text, len);
    got = coding_call(&call);
    /* A byte that no host may hold counts as hidden when it is encoded. */
    CODING_HOLDS(got.result == name->result
                 || (name->result == LOCUS_ERROR_HOST
                     && got.result == LOCUS_ERROR_HIDDEN), text, len);
    CODING_HOLDS(coding_same(got.bytes, got.len, name->bytes, name->len), text, len);
    coding_free(&got);
    free(encoded);
}

/* Whether a part is this word, in any case and however much of it is encoded. */
static inline int coding_is_word(const char *text, struct locus_span span, const char *word)
{
    const size_t len = strlen(word);
    size_t n = 0;

    for (size_t i = span.off; i < (size_t)span.off + span.len; i++, n++) {
        int c = text[i];

        if (c == '%') {
            c = hexdig_octet(text + i + 1);
            i += 2;
        }
        if (n == len || (c >= 'A' && c <= 'Z' ? c | 0x20 : c) != word[n])
            return 0;
    }
    return n == len;
}

/* The parts of a URL that are not part of a file name, as bits. */
static inline uint32_t coding_not_of_files(const struct locus_url *url, const char *text,
                                           unsigned flags)
{
    const uint32_t scheme = 1u << LOCUS_SCHEME, host = 1u << LOCUS_HOST;
    const uint32_t path = 1u << LOCUS_PATH;
    const struct locus_span name = locus_get(url, LOCUS_HOST), in = locus_get(url, LOCUS_PATH);
    uint32_t not = url->present & ~(scheme | host | path);

    if (locus_has(url, LOCUS_SCHEME)
        && !coding_is_word(text, locus_get(url, LOCUS_SCHEME), "file"))
        not |= scheme;
    if (locus_has(url, LOCUS_HOST)
        && (!locus_has(url, LOCUS_SCHEME)
            || (name.len > 0 && !coding_is_word(text, name, "localhost")
                && (flags == 0 || coding_is_word(text, name, ".")))))
        not |= host;
    if (flags == 0 && (in.len == 0 || (text[in.off] != '/' && locus_has(url, LOCUS_SCHEME))))
        not |= path;
    return not;
}

/* The offset in the path of the first octet that no name may hide, one of `hidden` or a NUL;
   the length of the path if there is none. */
static inline size_t coding_hidden(const char *path, size_t len, const char *hidden)
{
    for (size_t i = 0; i + 2 < len; i++)
        if (path[i] == '%' && hexdig_octet(path + i + 1) >= 0
            && strchr(hidden, hexdig_octet(path + i + 1)))
            return i;
    return len;
}

/* A name of POSIX is the decoded path. For LOCUS_WINDOWS only the errors are checked here;
   file-names.c has all of its rules. */
static inline void coding_check_file_name(const struct coding_call *call,
                                          const struct coding_text *got)
{
    const struct locus_url *const url = call->url;
    const struct locus_span in = locus_get(url, LOCUS_PATH);
    const int windows = call->flags == LOCUS_WINDOWS;
    const char *const hidden = !windows ? "/"
        : locus_url_grammar(url) == locus_rfc1630 ? "/\\" : "/\\:";
    const uint32_t not = coding_not_of_files(url, call->text, call->flags);
    const char *const text = call->text, *const path = text + in.off;
    const size_t len = call->len, at = coding_hidden(path, in.len, hidden);

    if (coding_has_no_files(locus_url_grammar(url))) {
        CODING_HOLDS(got->result == LOCUS_ERROR_GRAMMAR, text, len);
    } else if (not) {
        CODING_HOLDS(got->result == LOCUS_ERROR_NAME, text, len);
        CODING_HOLDS(got->report.part >= 0 && (not >> got->report.part & 1), text, len);
    } else if (!windows && at < in.len) {
        CODING_HOLDS(got->result == LOCUS_ERROR_HIDDEN && got->report.part == LOCUS_PATH
                     && got->report.offset == at, text, len);
    } else if (!windows) {
        char *const plain = malloc(in.len + 1);
        size_t *const from = malloc((in.len + 1) * sizeof *from);
        size_t stray;

        if (!plain || !from)
            abort();
        CODING_HOLDS(got->result == 0, text, len);
        CODING_HOLDS(coding_same(got->bytes, got->len, plain,
                                 coding_plainly(plain, from, path, in.len, 0, &stray)),
                     text, len);
        free(plain);
        free(from);
    } else if (got->result == 0) {
        CODING_HOLDS(at == in.len, text, len);
    } else {
        CODING_HOLDS(got->report.part == LOCUS_PATH || got->report.part == LOCUS_HOST,
                     text, len);
        CODING_HOLDS(got->result == LOCUS_ERROR_NAME || got->result == LOCUS_ERROR_HOST
                     || (got->result == LOCUS_ERROR_HIDDEN
                         && text[locus_get(url, (enum locus_part)got->report.part).off
                                 + got->report.offset] == '%'), text, len);
    }
}

/* For any URL: the name is the path's, contains no NUL, and does not change if the URL's
   octets are encoded. */
static inline void coding_check_file(const char *text, size_t len,
                                     const struct locus_grammar *grammar,
                                     unsigned flags)
{
    struct locus_url url;
    struct coding_call call = {
        .function = CODING_FILE_NAME, .text = text, .len = len,
        .url = &url, .flags = flags,
    };
    struct coding_text got;

    if (locus_parse(&url, text, len, grammar) != 0)
        return;
    got = coding_call(&call);
    coding_check_file_name(&call, &got);
    if (got.result == 0)
        CODING_HOLDS(!memchr(got.bytes, 0, got.len), text, len);
    if (got.result != LOCUS_ERROR_NAME || got.report.part == LOCUS_PATH)
        coding_check_encoded_file(text, len, &url, &got, flags);
    coding_free(&got);
}

/* All of these properties for one text. */
static inline void coding_check(const char *text, size_t len,
                                const struct locus_grammar *grammar, int component)
{
    static const int plus[] = { LOCUS_QUERY, LOCUS_QUERY_ITEM, LOCUS_ANY };

    coding_check_encode(text, len, grammar, component, 0);
    coding_check_encode(text, len, grammar, component, LOCUS_KEEP);
    coding_check_decode(text, len, component, 0);
    coding_check_decode(text, len, component, LOCUS_KEEP);
    for (size_t i = 0; i < CODING_COUNT(plus); i++) {
        if (component != plus[i])
            continue;
        coding_check_encode(text, len, grammar, component,
                            LOCUS_PLUS_IS_SPACE);
        coding_check_encode(text, len, grammar, component,
                            LOCUS_PLUS_IS_SPACE | LOCUS_KEEP);
        coding_check_decode(text, len, component, LOCUS_PLUS_IS_SPACE);
    }
    coding_check_url(text, len, grammar, text, len);
    coding_check_url(text, len, grammar, text + len / 2, len / 4);
    for (unsigned flags = 0; flags <= LOCUS_WINDOWS; flags++) {
        coding_check_name(text, len, grammar, flags);
        coding_check_file(text, len, grammar, flags);
    }
}

#endif
