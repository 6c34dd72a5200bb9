/* SPDX-License-Identifier: MIT
 *
 * Finds the URLs that a person sees in a text, the slow way: the manual's rules for
 * locus_text are applied one after another to the whole text, for each end that a URL
 * may have. test-contexts.c compares the library with it.
 *
 * locus_parse() decides whether a text is a URL of a grammar; other tests cover that.
 */
#ifndef LOCUS_TESTS_PROSE_ORACLE_H
#define LOCUS_TESTS_PROSE_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "locus.h"
#include "locus/schemes.h"
#include "support/hexdig.h"

enum { PROSE_MAX = 2000 };

struct prose {
    const struct locus_grammar *grammar;
    const char *const  *schemes;       /* NULL: no list */
    size_t              scheme_count;
    const char         *delimiters;    /* NULL: none */
    const char         *text;
    size_t              len;
    const size_t       *places;        /* the offset at which each byte is written;
                                          NULL: contiguous from the first one */
    bool                string_begins; /* the text begins where a JSON string does, */
    bool                string_ends;   /* or ends where one does */
};

struct prose_found {
    size_t begin, end;                 /* in the text */
    size_t before;                     /* where the sequences directly before it
                                          begin */
    char   url[PROSE_MAX];
    size_t len;
    size_t at[PROSE_MAX];              /* the offset of each of its bytes, */
    size_t sequences[PROSE_MAX + 1];   /* and how many control sequences are before it */
};

/* Bytes */

static inline bool prose_at(const char *text, size_t len, size_t i, const char *what)
{
    const size_t n = strlen(what);

    return i <= len && n <= len - i && memcmp(text + i, what, n) == 0;
}

static inline bool prose_ends_in(const char *text, size_t len, const char *what)
{
    return strlen(what) <= len && prose_at(text, len, len - strlen(what), what);
}

static inline bool prose_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool prose_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool prose_same(const char *a, size_t len, const char *b)
{
    if (strlen(b) != len)
        return false;
    for (size_t i = 0; i < len; ++i)
        if ((a[i] | 32) != (b[i] | 32))
            return false;
    return true;
}

/* The first of the listed texts that is at text[i], or NULL. */
static inline const char *prose_one_of(const char *text, size_t len, size_t i,
                                       const char *const *list)
{
    for (; *list != NULL; ++list)
        if (prose_at(text, len, i, *list))
            return *list;
    return NULL;
}

/* The length of the Unicode white space, control or C1 control at text[i]; 0 if there is
   none. */
static inline size_t prose_white(const char *text, size_t len, size_t i)
{
    static const char *const wide[] = {
        "\xc2\xa0", "\xe1\x9a\x80", "\xe2\x80\x80", "\xe2\x80\x81", "\xe2\x80\x82",
        "\xe2\x80\x83", "\xe2\x80\x84", "\xe2\x80\x85", "\xe2\x80\x86", "\xe2\x80\x87",
        "\xe2\x80\x88", "\xe2\x80\x89", "\xe2\x80\x8a", "\xe2\x80\xa8", "\xe2\x80\xa9",
        "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80", NULL
    };
    const unsigned char c = (unsigned char)text[i];
    const char *const found = prose_one_of(text, len, i, wide);

    if (c <= ' ' || c == 0x7f)
        return 1;
    if (c == 0xc2 && i + 1 < len && (unsigned char)text[i + 1] >= 0x80
        && (unsigned char)text[i + 1] <= 0x9f)
        return 2;
    return found != NULL ? strlen(found) : 0;
}

/* The length of a spelled-out escape at text[i]; 0 if there is none. */
static inline size_t prose_escape(const char *text, size_t len, size_t i)
{
    size_t digits = 0;

    if (text[i] != '\\' || i + 1 >= len || text[i + 1] == '\0')
        return 0;
    if (strchr("\"'nrt\\", text[i + 1]) != NULL)
        return 2;
    while (i + 2 + digits < len && digits < 4 && hexdig(text[i + 2 + digits]) >= 0)
        ++digits;
    if (text[i + 1] == 'x' && digits >= 2)
        return 4;
    return text[i + 1] == 'u' && digits == 4 ? 6 : 0;
}

/* The length of a CSI sequence at text[i]; `skipped` is set if it is an SGR or EL sequence
   that begins with ESC. */
static inline size_t prose_sequence(const char *text, size_t len, size_t i, bool *skipped)
{
    size_t end = i + 2;
    bool intermediate = false;

    if (!prose_at(text, len, i, "\x1b[") && !prose_at(text, len, i, "\xc2\x9b"))
        return 0;
    while (end < len && text[end] >= 0x30 && text[end] <= 0x3f)
        ++end;
    while (end < len && text[end] >= 0x20 && text[end] <= 0x2f) {
        ++end;
        intermediate = true;
    }
    if (end == len || text[end] < 0x40 || text[end] > 0x7e)
        return 0;
    *skipped = !intermediate && (text[end] == 'm' || text[end] == 'K')
            && text[i] == '\x1b';
    return end + 1 - i;
}

/* Whether text[i] begins a character reference that stands for a quotation mark, an angle
   bracket or a space. */
static inline bool prose_reference(const char *text, size_t len, size_t i)
{
    static const char *const references[] = {
        "&quot;", "&gt;", "&lt;", "&nbsp;", "&#34;", "&#39;", "&apos;", NULL
    };

    return prose_one_of(text, len, i, references) != NULL;
}

/* Pairs */

struct prose_pair {
    const char *open, *close, *other;  /* `other` also closes it */
};

static const struct prose_pair prose_quotes[] = {
    { "\\\"", "\\\"", NULL }, { "\\'", "\\'", NULL },
    { "\"", "\"", NULL }, { "'", "'", NULL }, { "`", "`", NULL }, { "<", ">", NULL },
    { "‘", "’", NULL }, { "‚", "’", "‘" }, { "“", "”", NULL }, { "”", "”", NULL },
    { "„", "”", "“" }, { "«", "»", NULL }, { "»", "«", "»" },
    { "‹", "›", NULL }, { "›", "‹", "›" },
};

/* The pairs that nest. */
static const struct prose_pair prose_brackets[] = {
    { "(", ")", NULL }, { "[", "]", NULL }, { "{", "}", NULL },
    { "〈", "〉", NULL }, { "《", "》", NULL }, { "「", "」", NULL }, { "『", "』", NULL },
    { "【", "】", NULL }, { "〔", "〕", NULL }, { "〖", "〗", NULL }, { "（", "）", NULL },
    { "［", "］", NULL }, { "｛", "｝", NULL }, { "｢", "｣", NULL }, { "＜", "＞", NULL },
    { "｟", "｠", NULL }, { "〘", "〙", NULL }, { "〚", "〛", NULL }, { "〝", "〞", "〟" },
    { "⟨", "⟩", NULL }, { "⟪", "⟫", NULL }, { "⟦", "⟧", NULL }, { "⟬", "⟭", NULL },
    { "⟮", "⟯", NULL }, { "⟅", "⟆", NULL }, { "\xe2\x8c\xa9", "\xe2\x8c\xaa", NULL }, { "⌈", "⌉", NULL },
    { "⌊", "⌋", NULL }, { "❨", "❩", NULL }, { "❪", "❫", NULL }, { "❬", "❭", NULL },
    { "❮", "❯", NULL }, { "❰", "❱", NULL }, { "❲", "❳", NULL }, { "❴", "❵", NULL },
    { "⁅", "⁆", NULL }, { "⁽", "⁾", NULL }, { "₍", "₎", NULL }, { "༺", "༻", NULL },
    { "༼", "༽", NULL }, { "᚛", "᚜", NULL }, { "⦃", "⦄", NULL }, { "⦅", "⦆", NULL },
    { "⦇", "⦈", NULL }, { "⦉", "⦊", NULL }, { "⦋", "⦌", NULL }, { "⦍", "⦐", NULL },
    { "⦏", "⦎", NULL }, { "⦑", "⦒", NULL }, { "⦓", "⦔", NULL }, { "⦕", "⦖", NULL },
    { "⦗", "⦘", NULL }, { "⧘", "⧙", NULL }, { "⧚", "⧛", NULL }, { "⧼", "⧽", NULL },
    { "⸢", "⸣", NULL }, { "⸤", "⸥", NULL }, { "⸦", "⸧", NULL }, { "⸨", "⸩", NULL },
    { "⹕", "⹖", NULL }, { "⹗", "⹘", NULL }, { "⹙", "⹚", NULL }, { "⹛", "⹜", NULL },
    { "﴿", "﴾", NULL }, { "﹙", "﹚", NULL }, { "﹛", "﹜", NULL }, { "﹝", "﹞", NULL },
    { "︗", "︘", NULL }, { "︵", "︶", NULL }, { "︷", "︸", NULL }, { "︹", "︺", NULL },
    { "︻", "︼", NULL }, { "︽", "︾", NULL }, { "︿", "﹀", NULL }, { "﹁", "﹂", NULL },
    { "﹃", "﹄", NULL }, { "﹇", "﹈", NULL },
};

enum {
    PROSE_KINDS = 5,                   /* kinds of quotation marks in prose_opened() */
    PROSE_NESTED = 16,                 /* limits of the search for a partner: open
                                          brackets of its kind, */
    PROSE_OPENINGS = 32,               /* brackets of any kind that are opened, */
    PROSE_PASSED = 4,                  /* opening quotation marks with the same partner */
    PROSE_COLOURED = 4,                /* and control sequences after the unquoted URL */
    PROSE_QUOTES = sizeof prose_quotes / sizeof *prose_quotes,
    PROSE_BRACKETS = sizeof prose_brackets / sizeof *prose_brackets
};

static inline bool prose_closes(const struct prose_pair *pair, const char *text, size_t len,
                                size_t i)
{
    return prose_at(text, len, i, pair->close)
        || (pair->other != NULL && prose_at(text, len, i, pair->other));
}

/* Whether text[i] begins a typographic quotation mark with the same partner. */
static inline bool prose_opens_too(const struct prose_pair *pair, const char *text,
                                   size_t len, size_t i)
{
    for (size_t k = 0; k < PROSE_QUOTES; ++k)
        if ((unsigned char)text[i] >= 0x80 && strcmp(prose_quotes[k].close, pair->close) == 0
            && prose_at(text, len, i, prose_quotes[k].open))
            return true;
    return false;
}

static inline bool prose_opens_bracket(const char *text, size_t len, size_t i)
{
    for (size_t k = 0; k < PROSE_BRACKETS; ++k)
        if (prose_at(text, len, i, prose_brackets[k].open))
            return true;
    return false;
}

/* Whether too many control sequences are between the end of an unquoted URL and url[i]. */
static inline bool prose_too_coloured(const struct prose_found *url, size_t stopped, size_t i)
{
    return i >= stopped
        && url->sequences[i] - url->sequences[stopped - 1] > PROSE_COLOURED;
}

/* The length of a URL that directly follows an opening mark, or that begins a JSON string;
   0 if no partner follows. Unquoted, the URL would end before url[stopped]. */
static inline size_t prose_partner(const struct prose *p, const struct prose_found *url,
                                   size_t stopped, bool is_cut)
{
    const struct prose_pair *pair = NULL;
    bool nests = false;
    size_t depth = 0, passed = 0, openings = 0;

    for (size_t k = 0; k < PROSE_QUOTES && pair == NULL; ++k)
        if (prose_ends_in(p->text, url->before, prose_quotes[k].open))
            pair = &prose_quotes[k];
    for (size_t k = 0; k < PROSE_BRACKETS && pair == NULL; ++k)
        if (prose_ends_in(p->text, url->before, prose_brackets[k].open)) {
            pair = &prose_brackets[k];
            nests = true;
        }
    if (pair == NULL && !(p->string_begins && url->before == 0))
        return 0;
    for (size_t i = 0; i < url->len; ++i) {
        if (prose_white(url->url, url->len, i) > 0)
            return 0;
        if (prose_too_coloured(url, stopped, i))
            return 0;
        /* A mark after "\\" neither opens nor closes. */
        if (i > 0 && url->url[i - 1] == '\\')
            continue;
        if (nests && prose_opens_bracket(url->url, url->len, i)
            && ++openings > PROSE_OPENINGS)
            return 0;
        if (pair != NULL && prose_closes(pair, url->url, url->len, i)) {
            if (depth == 0)
                return i;
            --depth;
        } else if (nests && prose_at(url->url, url->len, i, pair->open)) {
            if (++depth > PROSE_NESTED)
                return 0;
        } else if (pair != NULL && prose_opens_too(pair, url->url, url->len, i)) {
            if (++passed > PROSE_PASSED)
                return 0;
        } else if (prose_escape(url->url, url->len, i) > 0) {
            return 0;
        }
    }
    return pair == NULL && p->string_ends && !is_cut && url->url[url->len - 1] != '\\'
                   && !prose_too_coloured(url, stopped, url->len)
           ? url->len : 0;
}

/* Where the SGR and EL sequences of any length that end at `end` begin. */
static inline size_t prose_before_colours(const char *text, size_t floor, size_t end)
{
    size_t begin = end;

    for (size_t at = floor; at < begin;) {
        bool skipped = false;

        if (prose_sequence(text, begin, at, &skipped) == begin - at && skipped) {
            begin = at;
            at = floor;
        } else {
            ++at;
        }
    }
    return begin;
}

static inline bool prose_letter_begins(const char *text, size_t end, size_t at)
{
    const unsigned char c = at < end ? (unsigned char)text[at] : 0;

    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
        || (c >= 0xc3 && c <= 0xdf);
}

/* The length of an apostrophe, "'" or U+2019, at text[at] that closes nothing: one within
   a word, at the end of the text, doubled or escaped. 0 if there is none. */
static inline size_t prose_closes_nothing(const char *text, size_t floor, size_t end,
                                          size_t at)
{
    const size_t len = text[at] == '\'' ? 1 : 3;
    const unsigned char before = at > floor ? (unsigned char)text[at - 1] : 0;
    size_t backslashes = 0;

    while (at - backslashes > floor && text[at - backslashes - 1] == '\\')
        ++backslashes;
    if (len == 1 && backslashes % 2 == 1)
        return 1;
    if (len == 1 && at + 1 < end && text[at + 1] == '\'')
        return 2;
    if ((before < 0x80 && prose_letter_begins(text, end, at - (at > floor)) && at > floor)
        || (before >= 0x80 && before <= 0xbf && at - floor >= 2
            && (unsigned char)text[at - 2] >= 0xc3 && (unsigned char)text[at - 2] <= 0xdf))
        return at + len == end || prose_letter_begins(text, end, at + len) ? len : 0;
    return len == 1 && at + 1 == end ? 1 : 0;
}

/* Which kinds of closing quotation mark would end a URL: those opened before it on its
   line, at most 256 bytes before it and not before `floor`. */
static inline void prose_opened(const struct prose *p, size_t floor, size_t begin,
                                const struct prose_pair *open[PROSE_KINDS])
{
    static const char *const kinds[PROSE_KINDS][4] = {
        { "'" }, { "‘", "’", "‚" }, { "“", "”", "„" }, { "«", "»" }, { "‹", "›" },
    };
    size_t i = floor;
    size_t first_read;

    while (i < begin && (p->places ? p->places[begin] - p->places[i] : begin - i) > 256)
        ++i;
    first_read = i;
    memset(open, 0, PROSE_KINDS * sizeof *open);
    while (i < begin) {
        const size_t j = prose_before_colours(p->text, first_read, i);
        const char before = j == 0 ? '\n' : j == first_read ? 'x' : p->text[j - 1];
        bool first = before == ' ' || (before >= '\t' && before <= '\r');
        const char *mark = NULL;
        size_t kind, k = 0;

        first |= before != '\0' && strchr("([{=,:", before) != NULL;
        for (size_t w = 1; w <= 3 && w <= j - first_read; ++w)
            first |= (unsigned char)p->text[j - w] >= 0xc2
                  && prose_white(p->text, j, j - w) == w;
        if (p->text[i] == '\n' || p->text[i] == '\r')
            memset(open, 0, PROSE_KINDS * sizeof *open);
        for (kind = 0; kind < PROSE_KINDS && mark == NULL; ++kind)
            for (k = 0; k < 4 && kinds[kind][k] != NULL && mark == NULL; ++k)
                if (prose_at(p->text, begin, i, kinds[kind][k]))
                    mark = kinds[kind][k];
        if (mark == NULL) {
            ++i;
            continue;
        }
        --kind;
        if (!first && (strcmp(mark, "'") == 0 || strcmp(mark, "’") == 0)
            && prose_closes_nothing(p->text, first_read, begin, i) > 0) {
            i += prose_closes_nothing(p->text, first_read, begin, i);
            continue;
        }
        if (open[kind] != NULL && prose_closes(open[kind], p->text, begin, i)) {
            open[kind] = NULL;
        } else if (first || (strcmp(mark, "'") != 0 && strcmp(mark, "’") != 0
                             && strcmp(mark, "”") != 0 && strcmp(mark, "»") != 0
                             && strcmp(mark, "›") != 0)) {
            for (k = 0; k < PROSE_QUOTES; ++k)
                if (strcmp(prose_quotes[k].open, mark) == 0)
                    open[kind] = &prose_quotes[k];
        }
        i += strlen(mark);
    }
}

/* Ends */

/* Whether it is a URL of the grammar, or has "//" and an authority that the grammar
   cannot finish, followed only by bytes that the path of the grammar web allows. */
static inline bool prose_is_url(const char *url, size_t len, const struct locus_grammar *grammar)
{
    struct locus_url parsed;
    const char *colon = memchr(url, ':', len);
    size_t i;

    if (locus_parse(&parsed, url, len, grammar) == 0)
        return true;
    if (colon == NULL || !prose_at(url, len, (size_t)(colon - url), "://"))
        return false;
    switch (parsed.error) {
    case LOCUS_ERROR_USERINFO:
    case LOCUS_ERROR_USERINFO_PRESENT:
    case LOCUS_ERROR_HOST:
    case LOCUS_ERROR_IP_LITERAL:
    case LOCUS_ERROR_PORT:
    case LOCUS_ERROR_PERCENT:
        break;
    default:
        return false;
    }
    for (i = (size_t)(colon - url) + 3; i < parsed.error_offset; ++i)
        if (strchr(grammar == locus_rfc1738 ? "/" : "/?#", url[i]) != NULL)
            return false;
    /* In RFC 1738, "//" begins no authority after the schemes news and mailto. */
    if (grammar == locus_rfc1738 && (prose_same(url, (size_t)(colon - url), "news")
                                     || prose_same(url, (size_t)(colon - url), "mailto")))
        return false;
    /* In RFC 1738 and RFC 1630 bytes outside the authority's set may follow "//", but
       not a lone "%". */
    if (parsed.error == LOCUS_ERROR_PERCENT
        && (grammar == locus_rfc1738 || grammar == locus_rfc1630)) {
        const char *const login = colon + 3;
        const size_t n = parsed.error_offset - (size_t)(login - url);
        const char *const second = memchr(login, ':', n);

        if (grammar == locus_rfc1630 || memchr(login, '@', n) != NULL
            || (second != NULL
                && memchr(second + 1, ':', n - (size_t)(second + 1 - login)) != NULL))
            return false;
    }
    for (i = parsed.error_offset; i < len; ++i)
        if ((unsigned char)url[i] <= ' ' || strchr("\"<>\x7f", url[i]) != NULL)
            return false;
    return true;
}

static inline bool prose_is_stop(const struct prose_found *url, size_t i,
                               const struct prose_pair *const open[PROSE_KINDS])
{
    static const char *const clause[] = {
        "。", "，", "、", "；", "：", "！", "？", "｜", "｡", "､", NULL
    };

    if (prose_white(url->url, url->len, i) > 0 || strchr("|\"<>`", url->url[i]) != NULL
        || prose_one_of(url->url, url->len, i, clause) != NULL
        || prose_escape(url->url, url->len, i) > 0
        || prose_reference(url->url, url->len, i))
        return true;
    for (size_t k = 0; k < PROSE_BRACKETS; ++k)
        if (prose_closes(&prose_brackets[k], url->url, url->len, i)) {
            size_t opened = 0, closed = 0;

            for (size_t j = 0; j < i; ++j) {
                opened += prose_at(url->url, url->len, j, prose_brackets[k].open);
                closed += prose_closes(&prose_brackets[k], url->url, url->len, j);
            }
            return closed == opened;
        }
    for (size_t k = 0; k < PROSE_KINDS; ++k)
        if (open[k] != NULL && prose_closes(open[k], url->url, url->len, i))
            return true;
    return false;
}

/* 0 if an unquoted URL may continue at url[i]. Otherwise, how many bytes from url[i] on
   must be read to know that it cannot. */
static inline size_t prose_stops(const struct prose_found *url, size_t i,
                                 const struct prose_pair *const open[PROSE_KINDS])
{
    size_t n = prose_escape(url->url, url->len, i);

    if (!prose_is_stop(url, i, open))
        return 0;
    if (n > 0)
        return n + 1;
    if (prose_reference(url->url, url->len, i))
        return strcspn(url->url + i, ";") + 2;
    /* All other stops are characters. */
    for (n = 1; i + n < url->len && (url->url[i + n] & 0xc0) == 0x80; ++n)
        ;
    return (url->url[i] & 0xc0) == 0xc0 ? n : 1;
}

/* Whether url[0..len) may be an unquoted URL, judging by its last characters. */
static inline bool prose_may_end(const struct prose *p, const struct prose_found *url,
                                 size_t len)
{
    static const char *const never[] = {
        "?", "!", ".", ",", ":", ";", "*", "\\", "‘", "‚", "“", "„", "«", "‹", "…", "'s", "'S", "’",
        "’s", "’S", "\xd8\x9c", "\xe2\x80\x8b", "\xe2\x80\x8c", "\xe2\x80\x8d",
        "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xaa", "\xe2\x80\xab", "\xe2\x80\xac",
        "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x81\xa0", "\xe2\x81\xa6", "\xe2\x81\xa7",
        "\xe2\x81\xa8", "\xe2\x81\xa9", "\xef\xbb\xbf"
    };
    const char last = url->url[len - 1];

    for (size_t i = 0; i < sizeof never / sizeof *never; ++i)
        if (prose_ends_in(url->url, len, never[i]))
            return false;
    for (size_t k = 0; k < PROSE_BRACKETS; ++k)
        if (prose_ends_in(url->url, len, prose_brackets[k].open))
            return false;
    if ((last == '_' || last == '~') && url->before > 0 && p->text[url->before - 1] == last)
        return false;
    if (last == '\'') {
        size_t count = 0;

        for (size_t i = 0; i < len; ++i)
            count += url->url[i] == '\'';
        return count % 2 == 0;
    }
    return len == url->len || (url->url[len] & 0xc0) != 0x80;
}

/* Whether this has a host that a person would recognize. The grammar is not consulted:
   RFC 1738 allows "?" in a user, but no person would read it so. */
static inline bool prose_plausible(const char *url, size_t len)
{
    static const char *const web[] = { "http", "https", "ftp", "ws", "wss" };
    const size_t colon = (size_t)((const char *)memchr(url, ':', len) - url);
    size_t host, end, dots = 0, high = 0, good = 0;

    if (!prose_at(url, len, colon, "://"))
        return true;
    host = colon + 3;
    for (end = host; end < len && strchr("/?#", url[end]) == NULL; ++end)
        ;
    for (size_t i = host; i < end; ++i)
        if (url[i] == '@')
            host = i + 1;
    for (size_t i = host; i < end; ++i)
        if (url[i] == ':')
            end = i;
    for (size_t i = host; i < end; ++i) {
        dots += url[i] == '.' || prose_at(url, end, i, "。")
             || prose_at(url, end, i, "．") || prose_at(url, end, i, "｡");
        high += (url[i] & 0x80) != 0;
        good += prose_alpha(url[i]) || prose_digit(url[i]) || url[i] == '[';
    }
    if (high > 0 && dots == 0)
        return false;
    for (size_t i = 0; i < sizeof web / sizeof *web; ++i)
        if (prose_same(url, colon, web[i]))
            return good + high > 0;
    return true;
}

/* Beginnings */

static inline bool prose_scheme_byte(char c, bool first,
                                     const struct locus_grammar *grammar)
{
    const char in[] = { 'a', c, 'b', ':', '/', '/', 'h', '/' };
    struct locus_url parsed;

    return c != ':' && locus_parse(&parsed, first ? in + 1 : in,
                                   sizeof in - (first ? 1 : 0), grammar) == 0;
}

static inline bool prose_counts(const struct prose *p, const char *scheme, size_t len,
                                bool slashes, bool path)
{
    struct locus_scheme known;
    const bool is_known = locus_scheme_find(&known, scheme, len, NULL) == 0;
    const bool bare = is_known && (known.slashes == LOCUS_NO_SLASHES
                                   || (known.slashes == LOCUS_SLASHES_OR_PATH && path));

    if (p->schemes == NULL)
        return slashes || bare;
    for (size_t i = 0; i < p->scheme_count; ++i) {
        const char *name = p->schemes[i];
        const size_t n = strcspn(name, ":");

        if (n == len) {
            bool same = true;

            for (size_t k = 0; k < n; ++k)
                same = same && (name[k] | 32) == (scheme[k] | 32);
            if (same && (slashes || bare || name[n] == ':'))
                return true;
        }
    }
    return false;
}

/* Where the scheme at the end of the word begins; `len` if there is none. */
static inline size_t prose_begin_in(const struct prose *p, const char *word, size_t len,
                                    bool slashes, bool path)
{
    static const char *const glued[] = { "http", "https", "ftp" };
    struct locus_scheme known;
    size_t start = 0;

    while (start < len && !prose_scheme_byte(word[start], true, p->grammar))
        ++start;
    if (slashes && (start == len || (start > 0 && prose_digit(word[start - 1]))
                    || locus_scheme_find(&known, word + start, len - start, NULL) != 0))
        for (size_t i = 0; i < 3; ++i) {
            const size_t n = strlen(glued[i]);

            if (n < len && prose_same(word + len - n, n, glued[i])
                && (prose_alpha(word[len - n - 1]) || prose_digit(word[len - n - 1])))
                return prose_counts(p, glued[i], n, slashes, path) ? len - n : len;
        }
    if (start == len || len - start > LOCUS_MAX_SCHEME
        || (start > 0 && prose_digit(word[start - 1])))
        return len;
    return prose_counts(p, word + start, len - start, slashes, path) ? start : len;
}

/* The control sequences before a ":" that are recognized: at most 64 bytes long, with
   at most one intermediate byte. Those that begin at most 128 bytes before the ":" are
   skipped. Any other sequence separates words. */
struct prose_sequences {
    size_t length[PROSE_MAX + 1];      /* of the sequence that ends before this
                                          offset */
    bool   skipped[PROSE_MAX + 1];
};

static inline size_t prose_passed_over(const struct prose_sequences *sequences, size_t floor,
                                       size_t end, size_t colon)
{
    const size_t n = sequences->length[end];

    return sequences->skipped[end] && n <= end - floor && colon - (end - n) <= 128 ? n : 0;
}

/* Where the URL whose scheme ends before text[colon] begins; `colon` if there is none.
   Before "://", words separated by skipped sequences are joined into one scheme, unless
   the last word is itself a known scheme that counts. */
static inline size_t prose_begin(const struct prose *p,
                                 const struct prose_sequences *sequences, size_t floor,
                                 size_t colon, bool slashes, bool path)
{
    static char word[PROSE_MAX];
    static size_t places[PROSE_MAX];
    struct locus_scheme known;
    size_t end = colon, first = PROSE_MAX, at, begin, n;

    while (slashes && (n = prose_passed_over(sequences, floor, end, colon)) > 0)
        end -= n;
    for (at = end;;) {
        while (at > floor && sequences->length[at] == 0
               && prose_scheme_byte(p->text[at - 1], false, p->grammar)) {
            word[--first] = p->text[--at];
            places[first] = at;
        }
        begin = first + prose_begin_in(p, word + first, PROSE_MAX - first, slashes, path);
        n = slashes ? prose_passed_over(sequences, floor, at, colon) : 0;
        if (n == 0 || (at + (PROSE_MAX - first) == end && begin < PROSE_MAX
                       && locus_scheme_find(&known, word + first, PROSE_MAX - first,
                                            NULL) == 0))
            break;
        at -= n;
    }
    return begin == PROSE_MAX || colon - places[begin] > LOCUS_MAX_SCHEME ? colon
           : places[begin];
}

/* Where the skipped sequences directly before a URL begin: at most 128 bytes before it,
   as written. */
static inline size_t prose_before(const struct prose *p,
                                  const struct prose_sequences *sequences, size_t begin)
{
    size_t at = begin, n;

    while ((n = prose_passed_over(sequences, 0, at, begin)) > 0
           && (p->places == NULL || p->places[begin] - p->places[at - n] <= 128))
        at -= n;
    return at;
}

/* URLs */

/* Reads everything that may belong to the URL at url->begin. Returns whether a
   delimiter or an ESC cut it off. */
static inline bool prose_read(const struct prose *p, struct prose_found *url)
{
    size_t i = url->begin, sequences = 0;

    url->len = 0;
    while (i < p->len && (p->delimiters == NULL || p->text[i] == '\0'
                          || strchr(p->delimiters, p->text[i]) == NULL)) {
        bool skipped = false;
        const size_t sequence = prose_sequence(p->text, p->len, i, &skipped);

        url->sequences[url->len] = sequences;
        if (sequence > 0 && skipped) {
            i += sequence;
            ++sequences;
            continue;
        }
        if (p->text[i] == '\x1b')
            break;
        url->at[url->len] = i;
        url->url[url->len++] = p->text[i++];
    }
    url->sequences[url->len] = sequences;
    return i < p->len;
}

/* The next URL that begins at `floor`, where the last one ended, or later. Returns
   false if there is none. */
static inline bool prose_next(const struct prose *p, size_t floor, struct prose_found *url)
{
    static struct prose_sequences sequences;
    const struct prose_pair *open[PROSE_KINDS];

    memset(&sequences, 0, sizeof sequences);
    for (size_t i = 0; i < p->len; ++i) {
        bool skipped;
        const size_t n = prose_sequence(p->text, p->len, i, &skipped);

        if (n > 0 && n <= 64 && ((p->text[i + n - 2] & 0xf0) != 0x20
                                 || (p->text[i + n - 3] & 0xf0) != 0x20)) {
            sequences.length[i + n] = n;
            sequences.skipped[i + n] = skipped;
        }
    }
    for (size_t colon = floor; colon < p->len; ++colon) {
        const bool slashes = prose_at(p->text, p->len, colon, "://");
        const bool path = prose_at(p->text, p->len, colon, ":/");
        size_t least, len, stop = 0, stopped = 0;
        bool is_cut;

        if (p->text[colon] != ':')
            continue;
        url->begin = prose_begin(p, &sequences, floor, colon, slashes, path);
        if (url->begin == colon)
            continue;
        url->before = prose_before(p, &sequences, url->begin);
        is_cut = prose_read(p, url);
        least = (size_t)((const char *)memchr(url->url, ':', url->len) - url->url)
              + (slashes ? 3 : 1);
        prose_opened(p, floor, url->begin, open);
        while (stop < url->len && (stopped = prose_stops(url, stop, open)) == 0)
            ++stop;
        len = prose_partner(p, url, stopped > 0 ? stop + stopped : PROSE_MAX, is_cut);
        if (len == 0 || (len > least && !prose_is_url(url->url, len, p->grammar))) {
            for (len = stop; len > 0; --len)
                if (prose_may_end(p, url, len) && prose_is_url(url->url, len, p->grammar))
                    break;
        }
        if (len > least && prose_plausible(url->url, len)) {
            url->len = len;
            url->end = url->at[len - 1] + 1;
            return true;
        }
    }
    return false;
}

#endif
