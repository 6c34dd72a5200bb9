/* SPDX-License-Identifier: MIT
 *
 * URLs in prose, as the slow reader of tests/unit/contexts/prose-oracle.h finds them: in the
 * contexts text and json; and URLs in raw, as grep finds them.
 */
#include <stdio.h>
#include <string.h>

#include "locus.h"
#include "support/environment.h"
#include "unit/contexts/prose-oracle.h"
#include "unit/contexts/test-contexts.h"

/* What occurs in prose in and around URLs. The first ones are schemes, the last ones
   terminal control sequences. */
static const char *const prose_pieces[] = {
    "http://", "https://", "HTTP://", "ftp://", "ws://", "wss://", "file:/", "file:///",
    "mailto:", "news:", "sftp://", "git+ssh://", "svn+http://", "mongodb://", "xhttp://",
    "2019http://", "://", ":", "//",
    "/", "h", "host.example", "h.dom", "a.b:80", "[::1]", "u:p@", "u@", "p@ss@h",
    "h1:27017,h2:1", "localhost:3000", "例え", "例え.jp", "-", "1", "80", ":x",
    "/a", "/b_", "?q=", "#f", "%41", "=", "&", "&amp;", "&quot;", "&quot", "&gt;", "&#34;",
    "&#39;", "&apos;", "&nbsp;", "&lt;", "&#3", "&a", "&n",
    "\"", "'", "`", "<", ">", "(", ")", "[", "]", "{", "}", "“", "”", "‘", "’", "„", "«",
    "»", "‹", "›", "‚", "「", "」", "（", "）", "【", "】", "〈", "〉", "『", "』", "｛",
    "｝", "｢", "｣", "《", "》", "〔", "〕", "〖", "〗", "［", "］",
    ".", ",", ";", "!", "?", "*", "_", "~", "…", "'s", "’s", "\\", "\\\"", "\\'", "\\n",
    "\\t", "\\x41", "\\x4", "\\u00e9", "\\u00", "\\\\", "\\p", "|", "\xe2\x80\x8b",
    "\xef\xbb\xbf", "\xe2\x80\x8e", "\xd8\x9c", "\xe2\x81\xa6", "\xc2\xa0",
    "\xe3\x80\x80", "\xe2\x80\x83", "\xe1\x9a\x80", "\xc2\x85", "。", "，", "、", "：",
    "！", "？", "；", "｜", "请看", "é", "以", " ", " ", " ", "\n", "\t", "see", "x", "word",
    "=(", "it's",
    "\x1b[31m", "\x1b[m", "\x1b[K", "\x1b[0;1m", "\x1b[2J", "\x1b]8;;", "\x1b\\", "\x07",
    "\x1b[\n", "\x1b[1;3\n", "\x1b(B", "\x1b[5 q", "\x1b[!p", "\x1b[3~"
};

enum { PROSE_SCHEMES = 19, PROSE_SEQUENCES = 14, PROSE_LONGEST = 320 };

/* Pieces of prose, with no sequence inside "://". */
static size_t prose_soup(struct mutate *m, char text[PROSE_LONGEST])
{
    const size_t count = 1 + mutate_below(m, 20);
    size_t len = 0;

    for (size_t i = 0; i < count; ++i) {
        const size_t plain = COUNT(prose_pieces) - PROSE_SEQUENCES;
        const struct prose_pair *const pair = &prose_brackets[mutate_below(m, PROSE_BRACKETS)];
        const char *piece =
            mutate_one_in(m, 4) ? prose_pieces[mutate_below(m, PROSE_SCHEMES)]
            : mutate_one_in(m, 8) ? (mutate_one_in(m, 2) ? pair->open : pair->close)
            : mutate_one_in(m, 16) ? prose_pieces[plain + mutate_below(m, PROSE_SEQUENCES)]
                                   : prose_pieces[mutate_below(m, plain)];

        if (piece[0] == '\x1b' && (prose_ends_in(text, len, ":") || prose_ends_in(text, len, ":/")))
            continue;
        memcpy(text + len, piece, strlen(piece));
        len += strlen(piece);
    }
    return len;
}

/* Checks that the hits from hit[at] on are the URLs of a text. Returns the index of the
   first hit after the text. */
static size_t check_prose(const struct hits *hits, size_t at, const struct text *text,
                          const size_t *places, bool begins, bool ends)
{
    static struct prose_found url;
    const struct prose prose = {
        .grammar = text->grammar, .schemes = text->schemes,
        .scheme_count = text->scheme_count, .delimiters = text->delimiters,
        .text = text->bytes, .len = text->len, .places = places,
        .string_begins = begins, .string_ends = ends
    };

    url.end = 0;
    while (prose_next(&prose, url.end, &url)) {
        const struct hit *hit = &hits->hit[at++];
        const size_t begin = places ? places[url.begin] : url.begin;
        const size_t end = places ? places[url.end] : url.end;

        ck_assert_msg(at <= hits->count, "%s: not found: \"%.*s\"", text->about,
                      (int)url.len, url.url);
        ck_assert_msg(hit->url_len == url.len && memcmp(hit->url, url.url, url.len) == 0
                      && hit->offset == begin && hit->offset + hit->len == end,
                      "%s: found \"%.*s\" at %llu+%zu, but it is \"%.*s\" at %zu+%zu",
                      text->about, (int)hit->url_len, hit->url,
                      (unsigned long long)hit->offset, hit->len, (int)url.len, url.url, begin,
                      end - begin);
    }
    return at;
}

/* The URLs found follow the rules, and do not depend on the pieces. */
START_TEST(prose_by_its_rules)
{
    static struct hits hits, cut;
    static char bytes[PROSE_LONGEST];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 2026);
    const uint64_t rounds = texts_to_try(1000000) / 10;
    size_t found = 0;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_text, .bytes = bytes };

        begin_round(&m, &text, seed + round, 10);
        text.len = prose_soup(&m, bytes);
        if (mutate_one_in(&m, 8)) {
            text.delimiters = ",;";
            text.delimiter_count = 2;
        }
        scan_pieces(&hits, &text, piece_whole, NULL);
        ck_assert_msg(check_prose(&hits, 0, &text, NULL, false, false) == hits.count,
                      "%s: found more in \"%.*s\"", text.about, (int)text.len, bytes);
        found += hits.count;
        scan_pieces(&cut, &text, piece_random, &m);
        check_same(&cut, &hits, &text, "random pieces", 0);
    }
    clear(&hits), clear(&cut);
    ck_assert_uint_ge(found, rounds / 2);
}
END_TEST

/* Words and control sequences before "://", close to the maximum length. */
static size_t long_words(struct mutate *m, char text[PROSE_MAX])
{
    static const char *const pieces[] = {
        "\x1b[31m", "\x1b[m", "\x1b[K", "\x1b[2J", "\x1b[5 q", "\x1b[! p", "\xc2\x9bm", "\x1b[3~",
        "\x1b[1;", "git", "http", "ftp", "see", "1", "+", "2019http", " ", "“", "é"
    };
    static const size_t lengths[] = { 60, 64, 120, 128, 190, 250, 255, 319 };
    const size_t count = 1 + mutate_below(m, 8);
    size_t len = 0;

    for (size_t i = 0; i < count; ++i) {
        const char *piece = pieces[mutate_below(m, COUNT(pieces))];
        const size_t n = lengths[mutate_below(m, COUNT(lengths))] - 5 + mutate_below(m, 10);
        const size_t kind = mutate_below(m, 12);

        if (kind == 0) {               /* a word */
            memset(text + len, 'a', n);
            len += n;
        } else if (kind == 1) {        /* a sequence */
            len += (size_t)sprintf(text + len, "\x1b[%0*dm", (int)(mutate_one_in(m, 2)
                                   ? 55 + mutate_below(m, 10) : n / 2), 1);
        } else if (kind == 2) {        /* several */
            for (size_t end = len + n / 2; len < end; len += 3)
                memcpy(text + len, "\x1b[m", 3);
        } else {
            memcpy(text + len, piece, strlen(piece));
            len += strlen(piece);
        }
    }
    memcpy(text + len, "://h/”“x ", strlen("://h/”“x "));
    return len + strlen("://h/”“x ");
}

START_TEST(words_of_a_scheme)
{
    static struct hits hits, cut;
    static char bytes[2 * PROSE_MAX], json[12 * PROSE_MAX];
    static size_t places[2 * PROSE_MAX + 1];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 48);
    const uint64_t rounds = texts_to_try(1000000) / 100;
    size_t found = 0, found_json = 0;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_text, .bytes = bytes };
        struct text string = { .context = locus_json, .bytes = json };

        begin_round(&m, &text, seed + round, 100);
        string.grammar = text.grammar;
        string.schemes = text.schemes;
        string.scheme_count = text.scheme_count;
        string.about = text.about;
        do {
            text.len = long_words(&m, bytes);
            if (mutate_one_in(&m, 2))
                text.len += long_words(&m, bytes + text.len);
        } while (text.len >= PROSE_MAX);
        scan_pieces(&hits, &text, piece_whole, NULL);
        ck_assert_msg(check_prose(&hits, 0, &text, NULL, false, false) == hits.count,
                      "%s: found more in \"%.*s\"", text.about, (int)text.len, bytes);
        found += hits.count;
        if (round % 50 == 0)
            check_pieces(&text, &hits);
        for (size_t i = 0; i < 4; ++i) {
            size_t first = mutate_below(&m, text.len);

            scan_pieces(&cut, &text, piece_two, &first);
            check_same(&cut, &hits, &text, "two pieces, cut at", first);
        }
        scan_pieces(&cut, &text, piece_random, &m);
        check_same(&cut, &hits, &text, "random pieces", 0);

        /* Whether U+009B is recognized in JSON depends on what is escaped. */
        bytes[text.len] = '\0';
        if (strstr(bytes, "\xc2\x9b") != NULL)
            continue;
        string.len = escape(&m, json, places, (unsigned char *)bytes, text.len);
        /* No more than this is read before the ":". */
        if (string.len > 1734)
            continue;
        scan_pieces(&hits, &string, piece_whole, NULL);
        ck_assert_msg(check_prose(&hits, 0, &(struct text){
                          .grammar = text.grammar, .schemes = text.schemes,
                          .scheme_count = text.scheme_count, .bytes = bytes,
                          .len = text.len, .about = text.about }, places, false, false)
                      == hits.count,
                      "%s: found more in \"%.*s\": \"%.*s\"", text.about,
                      (int)string.len, json, (int)hits.hit[0].url_len, hits.hit[0].url);
        found_json += hits.count;
        if (round % 200 == 0)
            check_pieces(&string, &hits);
        scan_pieces(&cut, &string, piece_random, &m);
        check_same(&cut, &hits, &string, "random pieces", 0);
    }
    clear(&hits), clear(&cut);
    ck_assert_uint_ge(found, rounds / 4);
    ck_assert_uint_ge(found_json, rounds / 8);
}
END_TEST

/* JSON: each string is a text of its own. */
START_TEST(json_strings_by_the_rules)
{
    enum { STRINGS = 4 };
    static struct hits hits, cut;
    static char bytes[STRINGS * (6 * PROSE_LONGEST + 2)];
    static char plain[STRINGS][PROSE_LONGEST];
    static size_t places[STRINGS][PROSE_LONGEST + 1];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 8259);
    const uint64_t rounds = texts_to_try(1000000) / 20;
    size_t found = 0;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_json, .bytes = bytes };
        size_t len[STRINGS];
        size_t n = 0;

        begin_round(&m, &text, seed + round, 20);
        for (size_t i = 0; i < STRINGS; ++i) {
            const size_t begin = n;

            len[i] = prose_soup(&m, plain[i]);
            n += escape(&m, bytes + n, places[i], (unsigned char *)plain[i], len[i]);
            for (size_t k = 0; k <= len[i]; ++k)
                places[i][k] += begin;
            bytes[n++] = '"';
        }
        text.len = n - 1;
        scan_pieces(&hits, &text, piece_whole, NULL);
        for (size_t i = 0, at = 0; i < STRINGS; ++i) {
            struct text string = text;

            string.bytes = plain[i];
            string.len = len[i];
            at = check_prose(&hits, at, &string, places[i], i > 0, i + 1 < STRINGS);
            found += i + 1 == STRINGS ? at : 0;
            ck_assert_msg(i + 1 < STRINGS || at == hits.count, "%s: found \"%.*s\"", text.about,
                          (int)hits.hit[at].url_len, hits.hit[at].url);
        }
        scan_pieces(&cut, &text, piece_random, &m);
        check_same(&cut, &hits, &text, "random pieces", 0);
    }
    clear(&hits), clear(&cut);
    ck_assert_uint_ge(found, rounds);
}
END_TEST

/* Whether an authority is valid, or where a URL that has none ends, shows only after
   more bytes than are read or decoded at once. */
static const char *const authority_pieces[] = {
    ":", ":", ":", "h", "1", ".", "-", "u:p", "@", "[", "]", "[::1]", "%41", "%", "é", "'",
    ")", "(", "”", "“", "_", ",", "|", "&quot", "&", "\\", "\\x4", "\x1b[m", "://", "1.2.3."
};

enum { LONG_PROSE = 900 };

/* A URL whose authority consists of a few pieces, each of them repeated. */
static size_t long_authority(struct mutate *m, char text[LONG_PROSE])
{
    static const char *const before[] = { "", "see ", "(", "“", "'", "_", "\"" };
    static const char *const after[] = { "", " ", "\x01 ", "/b ", "@h/ ", ") ", "”", ": x" };
    static const size_t times[] = { 1, 2, 20, 100, 230, 300 };
    const char *const ends = after[mutate_below(m, COUNT(after))];
    size_t len = 0;

    len += (size_t)sprintf(text, "%s%sh", before[mutate_below(m, COUNT(before))],
                           prose_pieces[mutate_below(m, 4)]);
    for (size_t runs = 1 + mutate_below(m, 5); runs > 0; --runs) {
        const char *const piece = authority_pieces[mutate_below(m, COUNT(authority_pieces))];

        for (size_t n = 1 + mutate_below(m, times[mutate_below(m, COUNT(times))]);
             n > 0 && len + strlen(piece) < LONG_PROSE - 100; --n)
            len += (size_t)sprintf(text + len, "%s", piece);
    }
    len += (size_t)sprintf(text + len, "%s", ends);
    while (len < LONG_PROSE && !mutate_one_in(m, 60))
        text[len++] = 'x';
    return len;
}

/* A few pieces repeated, so that many marks, and beginnings that are not URLs, are next to
   each other; now and then another piece. */
static size_t few_pieces(struct mutate *m, char text[LONG_PROSE])
{
    const char *pieces[8];
    const size_t count = 1 + mutate_below(m, COUNT(pieces));
    size_t len = 0;

    for (size_t i = 0; i < count; ++i)
        pieces[i] = prose_pieces[mutate_below(m, mutate_one_in(m, 3) ? PROSE_SCHEMES
                                                                     : COUNT(prose_pieces))];
    for (size_t i = 0; len < LONG_PROSE - 20 && !mutate_one_in(m, 400); ++i) {
        const char *const piece =
            mutate_one_in(m, 50) ? prose_pieces[mutate_below(m, COUNT(prose_pieces))]
                                 : pieces[i % count];

        if (piece[0] == '\x1b' && (prose_ends_in(text, len, ":") || prose_ends_in(text, len, ":/")))
            text[len++] = 'x';
        memcpy(text + len, piece, strlen(piece));
        len += strlen(piece);
    }
    return len;
}

/* In long texts the URLs found do not depend on the size of the window, in the contexts
   text and json. */
START_TEST(long_prose)
{
    static struct hits hits, cut;
    static char plain[LONG_PROSE];
    static char bytes[6 * LONG_PROSE + 1];
    static size_t places[LONG_PROSE + 1];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 3986);
    const uint64_t rounds = texts_to_try(1000000) / 100;
    size_t found = 0;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_text, .bytes = plain };
        struct text json;

        begin_round(&m, &text, seed + round, 100);
        text.len = round % 2 == 0 ? long_authority(&m, plain) : few_pieces(&m, plain);
        json = text;
        json.context = locus_json;
        json.bytes = bytes;
        json.len = escape(&m, bytes, places, (unsigned char *)plain, text.len);
        scan_pieces(&hits, &text, piece_whole, NULL);
        ck_assert_uint_eq(check_prose(&hits, 0, &text, NULL, false, false), hits.count);
        found += hits.count;
        for (size_t size = 1; size < 600; size += 1 + mutate_below(&m, size)) {
            scan_pieces(&cut, &text, piece_same, &size);
            check_same(&cut, &hits, &text, "pieces of", size);
        }
        scan_pieces(&hits, &json, piece_whole, NULL);
        ck_assert_uint_eq(check_prose(&hits, 0, &text, places, false, false), hits.count);
        for (size_t size = 1; size < 600; size += 1 + mutate_below(&m, size)) {
            scan_pieces(&cut, &json, piece_same, &size);
            check_same(&cut, &hits, &json, "pieces of", size);
        }
    }
    clear(&hits), clear(&cut);
    ck_assert_uint_ge(found, rounds / 2);
}
END_TEST

/* In raw, with the schemes http and https, the URLs found are what
   grep -oE 'https?://[^ "<>]+' prints, if the text has no control characters except line
   feeds. */
START_TEST(raw_as_grep_finds_it)
{
    static const char *const pieces[] = {
        "http://", "https://", "http://", "https://", "http:", "s://", "h", "u:p@", "[", "]",
        "[::1]", ":", "80", "x", "/", "//", "?", "#", "%", "%4", "%41", "@", "|", "\\", "`",
        "{", "}", "^", "'", "\xc3\xa9", "\xff", ",", ".", ";", ")", "a", "ftp://", " ", "\"",
        "<", ">", "\n"
    };
    static const char *const schemes[] = { "http", "https" };
    static struct hits hits;
    static char bytes[SOUP];
    const uint64_t seed = from_environment("LOCUS_TEST_SEED", 1);
    const uint64_t rounds = texts_to_try(1000000) / 20;
    size_t found = 0;

    for (uint64_t round = 0; round < rounds; ++round) {
        struct mutate m;
        struct text text = { .context = locus_raw, .grammar = locus_web, .bytes = bytes,
                             .schemes = schemes, .scheme_count = 2, .about = "grep" };
        size_t count, n = 0;

        mutate_seed(&m, seed + round);
        count = mutate_below(&m, 60);
        for (size_t i = 0; i < count; ++i) {
            const char *piece = pieces[mutate_below(&m, COUNT(pieces))];

            memcpy(bytes + text.len, piece, strlen(piece));
            text.len += strlen(piece);
        }
        scan_pieces(&hits, &text, piece_whole, NULL);
        for (size_t i = 0; i < text.len;) {
            const size_t scheme = prose_at(bytes, text.len, i, "http://") ? 7
                                : prose_at(bytes, text.len, i, "https://") ? 8 : 0;
            size_t end = i + scheme;

            while (end < text.len && strchr(" \"<>\n", bytes[end]) == NULL)
                ++end;
            if (scheme == 0 || end == i + scheme) {
                ++i;
                continue;
            }
            ck_assert_msg(n < hits.count && hits.hit[n].offset == i
                          && hits.hit[n].len == end - i,
                          "LOCUS_TEST_SEED=%llu: not found in \"%.*s\": \"%.*s\"",
                          (unsigned long long)(seed + round), (int)text.len, bytes,
                          (int)(end - i), bytes + i);
            ++n;
            i = end;
        }
        ck_assert_msg(n == hits.count, "LOCUS_TEST_SEED=%llu: found \"%.*s\"",
                      (unsigned long long)(seed + round), (int)hits.hit[n].url_len,
                      hits.hit[n].url);
        found += n;
    }
    clear(&hits);
    ck_assert_uint_ge(found, rounds / 2);
}
END_TEST

/* A URL runs to the partner of the mark before it, also after a control sequence. */
START_TEST(partner_after_a_sequence)
{
    static const char *const marks[][2] = { { "\\\"", "\\\"" }, { "“", "”" }, { "'", "'" } };
    static struct hits hits;
    static char bytes[300];

    for (int commas = 1; commas < 200; ++commas) {
        const char *const open = marks[_i][0], *const close = marks[_i][1];
        struct text text = { .context = locus_text, .grammar = locus_rfc1738, .bytes = bytes,
                             .about = "partner after a sequence" };

        text.len = (size_t)sprintf(bytes, "%scid:,\x1b[m", open);
        memset(bytes + text.len, ',', (size_t)commas);
        text.len += (size_t)commas;
        text.len += (size_t)sprintf(bytes + text.len, "%s x", close);
        scan_pieces(&hits, &text, piece_whole, NULL);
        ck_assert_uint_eq(hits.count, 1);
        ck_assert_uint_eq(hits.hit[0].offset, strlen(open));
        ck_assert_uint_eq(hits.hit[0].len, strlen("cid:,\x1b[m") + (size_t)commas);
        check_pieces(&text, &hits);
    }
    clear(&hits);
}
END_TEST

/* A URL goes on after a control sequence, wherever the grammar stops there: a host of RFC 1630
   may not end in "-". */
START_TEST(host_across_a_sequence)
{
    static struct hits hits;
    static char bytes[600];

    for (size_t hyphens = 1; hyphens < 200; ++hyphens) {
        struct text text = { .context = locus_text, .grammar = locus_rfc1630, .bytes = bytes,
                             .about = "host across a sequence" };

        text.len = (size_t)sprintf(bytes, "mailto:a@b");
        memset(bytes + text.len, '-', hyphens);
        text.len += hyphens;
        text.len += (size_t)sprintf(bytes + text.len, "\x1b[mc%300s", "");
        scan_pieces(&hits, &text, piece_whole, NULL);
        ck_assert_uint_eq(hits.count, 1);
        ck_assert_uint_eq(hits.hit[0].offset, 0);
        ck_assert_uint_eq(hits.hit[0].len, text.len - 300);
        ck_assert_uint_eq(hits.hit[0].url_len, strlen("mailto:a@b") + hyphens + 1);
        check_pieces(&text, &hits);
    }
    clear(&hits);
}
END_TEST

/* A mark after escaped "\", however many, is an escaped mark: so would its partner be. */
START_TEST(apostrophe_after_backslashes)
{
    static struct hits hits;
    static char bytes[600];

    for (size_t n = 0; n <= 90; ++n) {
        struct text text = { .context = locus_json, .grammar = locus_web, .bytes = bytes,
                             .about = "apostrophe after backslashes" };

        text.len = (size_t)sprintf(bytes, "\"a ");
        memset(bytes + text.len, '\\', 2 * n);
        text.len += 2 * n;
        text.len += (size_t)sprintf(bytes + text.len, "'http://b/.' d\"");
        scan_pieces(&hits, &text, piece_whole, NULL);
        ck_assert_uint_eq(hits.count, 1);
        ck_assert_uint_eq(hits.hit[0].offset, 4 + 2 * n);
        ck_assert_uint_eq(hits.hit[0].len, strlen(n == 0 ? "http://b/." : "http://b/"));
        check_pieces(&text, &hits);
    }
    clear(&hits);
}
END_TEST

/* A search for a partner passes over at most 4 marks that open another pair. That it has passed
   over too many is no reason not to find the partner of the next ones. */
START_TEST(marks_passed_over)
{
    static const struct {
        const char *open, *close;
    } pairs[] = {
        { "\xc2\xab", "\xc2\xbb" }, { "\xe2\x80\x98", "\xe2\x80\x99" },
        { "\xe2\x80\x9e", "\xe2\x80\x9d" }, { "\xe2\x80\xb9", "\xe2\x80\xba" }
    };
    static const struct locus_context *const *const contexts[] = { &locus_text, &locus_json };
    static struct hits hits;
    static char bytes[3000];

    for (size_t c = 0; c < sizeof contexts / sizeof *contexts; ++c)
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i)
            for (size_t n = 0; n <= 120; n += n < 14 ? 1 : 13) {
                struct text text = { .context = *contexts[c], .grammar = locus_web,
                                     .bytes = bytes, .about = "marks passed over" };

                text.len = (size_t)sprintf(bytes, "\"");
                for (size_t k = 0; k < n; ++k)
                    text.len += (size_t)sprintf(bytes + text.len, "%shttp://", pairs[i].open);
                text.len += (size_t)sprintf(bytes + text.len, "%shttp://m/a|b.%s\"",
                                            pairs[i].open, pairs[i].close);
                scan_pieces(&hits, &text, piece_whole, NULL);
                ck_assert_uint_eq(hits.count, 1);
                ck_assert_uint_eq(hits.hit[0].len, strlen("http://m/a|b."));
                check_pieces(&text, &hits);
            }
    clear(&hits);
}
END_TEST

/* A mark before control sequences, however many: the URL extends to its partner. */
START_TEST(mark_before_sequences)
{
    static const char *const marks[] = { "\xc2\xbb", "\xe2\x80\x9d", "\xe2\x80\xba", "'" };
    static struct hits hits;
    static char bytes[600];

    for (size_t i = 0; i < sizeof marks / sizeof *marks; ++i)
        for (size_t n = 0; n <= 14; ++n) {
            struct text text = { .context = locus_json, .grammar = locus_web, .bytes = bytes,
                                 .about = "mark before sequences" };

            text.len = (size_t)sprintf(bytes, "\"a %s", marks[i]);
            for (size_t k = 0; k < n; ++k)
                text.len += (size_t)sprintf(bytes + text.len, "\\u001b[m");
            text.len += (size_t)sprintf(bytes + text.len, "http://m/.%s\"", marks[i]);
            scan_pieces(&hits, &text, piece_whole, NULL);
            ck_assert_uint_eq(hits.count, 1);
            ck_assert_uint_eq(hits.hit[0].len, strlen("http://m/."));
            check_pieces(&text, &hits);
        }
    clear(&hits);
}
END_TEST

/* A mark stays open across any byte but a line end, however near before the URL that is. */
START_TEST(open_across_controls)
{
    static struct hits hits;
    static char bytes[300];

    for (int control = 0; control < 0x20; ++control)
        for (size_t n = 0; n < 40; ++n) {
            const int is_line_end = control == '\n' || control == '\r' || control == '\0';
            struct text text = { .context = locus_text, .grammar = locus_web, .bytes = bytes,
                                 .about = "open across controls" };

            text.len = (size_t)sprintf(bytes, "%100s„a", "");
            bytes[text.len++] = (char)control;
            memset(bytes + text.len, 'x', n);
            text.len += n;
            text.len += (size_t)sprintf(bytes + text.len, " http://h/a“b ");
            scan_pieces(&hits, &text, piece_whole, NULL);
            ck_assert_uint_eq(hits.count, 1);
            ck_assert_uint_eq(hits.hit[0].len, strlen(is_line_end ? "http://h/a“b"
                                                                  : "http://h/a"));
            check_pieces(&text, &hits);
        }
    clear(&hits);
}
END_TEST

TCase *prose_tests(void)
{
    TCase *tests = tcase_create("prose");

    tcase_add_test(tests, raw_as_grep_finds_it);
    tcase_add_test(tests, prose_by_its_rules);
    tcase_add_test(tests, json_strings_by_the_rules);
    tcase_add_loop_test(tests, partner_after_a_sequence, 0, 3);
    tcase_add_test(tests, host_across_a_sequence);
    tcase_add_test(tests, apostrophe_after_backslashes);
    tcase_add_test(tests, mark_before_sequences);
    tcase_add_test(tests, marks_passed_over);
    tcase_add_test(tests, open_across_controls);
    tcase_add_test(tests, long_prose);
    tcase_add_test(tests, words_of_a_scheme);
    tcase_set_timeout(tests, 600);
    return tests;
}
