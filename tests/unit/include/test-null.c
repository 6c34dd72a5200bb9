/* SPDX-License-Identifier: MIT
 *
 * NULL and 0: each function of locus.h and locus/log.h that takes a text or a buffer
 * accepts NULL for an empty one. The functions are read from the headers, so that a new
 * one without a case here fails. UndefinedBehaviorSanitizer, especially clang's, detects
 * what the results do not show: NULL + 0, memcpy(to, NULL, 0).
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "support/contexts.h"
#include "support/grammars.h"
#include "locus.h"
#include "locus/schemes.h"
#include "support/unit.h"
#include "unit/include/null-http.h"
#include "unit/include/null-log.h"
#include "unit/include/null-query.h"

/* An empty URL: a reference, whose parts are all empty or absent. */
static struct locus_url empty_url(void)
{
    struct locus_url url;

    ck_assert_int_eq(locus_parse(&url, NULL, 0, locus_rfc3986_reference), 0);
    return url;
}

/* A grammar's result for the empty text. */
static int nothing_is(const struct locus_grammar *grammar)
{
    const unsigned traits = locus_grammar_traits(grammar);

    return traits & (LOCUS_TRAIT_REFERENCE | LOCUS_TRAIT_AUTHORITY) ? 0
         : traits & LOCUS_TRAIT_TARGET ? LOCUS_ERROR_FORM : LOCUS_ERROR_SCHEME;
}

#define EACH_GRAMMAR(grammar) \
    for (const struct locus_grammar *grammar = grammar_at(0); grammar; \
         grammar = grammar_at(grammar_number(grammar) + 1))

#define EACH_CONTEXT(context) \
    for (const struct locus_context *context = context_at(0); context; \
         context = context_at(context_number(context) + 1))

static void parse(void)
{
    EACH_GRAMMAR(grammar) {
        struct locus_url url;

        ck_assert_int_eq(locus_parse(&url, NULL, 0, grammar),
                         nothing_is(grammar));
        ck_assert_uint_eq(url.error_offset, 0);
    }
}

static void parse_batch(void)
{
    static const uint64_t offsets[2];
    const struct locus_columns to = { 0 };

    EACH_GRAMMAR(grammar) {
        int32_t error = 1;
        const struct locus_columns one = { .error = &error };

        ck_assert_int_eq(locus_parse_batch(&to, NULL, NULL, NULL, 0, grammar), 0);
        ck_assert_int_eq(locus_parse_batch(&one, NULL, offsets, offsets + 1, 1,
                                           grammar), nothing_is(grammar) == 0);
        ck_assert_int_eq(error, nothing_is(grammar));
    }
}

static void parse_reference(void)
{
    EACH_GRAMMAR(grammar) {
        struct locus_url url;

        ck_assert_int_eq(locus_parse_reference(&url, NULL, 0, grammar), 0);
    }
}

static void port(void)
{
    const struct locus_url url = empty_url();

    ck_assert_int_eq(locus_port(&url, NULL), LOCUS_ERROR_ABSENT);
}

static void port_with(void)
{
    static const struct locus_schemes own;
    const struct locus_url url = empty_url();

    ck_assert_int_eq(locus_port_with(&url, NULL, NULL), LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_port_with(&url, NULL, &own), LOCUS_ERROR_ABSENT);
}

static void default_port(void)
{
    ck_assert_int_eq(locus_default_port(NULL, 0), LOCUS_ERROR_ABSENT);
}

/* Also an empty table, and an entry without a name. */
static const struct locus_scheme_entry nameless[] = {
    { "", { .port = 7, .slashes = LOCUS_SLASHES } }
};
static const struct locus_schemes no_schemes;
static const struct locus_schemes nameless_scheme = { nameless, 1 };

static void default_port_with(void)
{
    ck_assert_int_eq(locus_default_port_with(NULL, 0, NULL), LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_default_port_with(NULL, 0, &no_schemes),
                     LOCUS_ERROR_ABSENT);
    locus_default_port_with(NULL, 0, &nameless_scheme);
}

static void scheme_find(void)
{
    struct locus_scheme scheme;

    ck_assert_int_eq(locus_scheme_find(&scheme, NULL, 0, NULL),
                     LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_scheme_find(&scheme, NULL, 0, &no_schemes),
                     LOCUS_ERROR_ABSENT);
    locus_scheme_find(&scheme, NULL, 0, &nameless_scheme);
}

static void ipv4(void)
{
    const struct locus_url url = empty_url();
    uint8_t octets[4];

    ck_assert_int_eq(locus_ipv4(octets, &url, NULL), LOCUS_ERROR_ABSENT);
}

static void ipv6(void)
{
    const struct locus_url url = empty_url();
    uint8_t octets[16];

    ck_assert_int_eq(locus_ipv6(octets, &url, NULL), LOCUS_ERROR_ABSENT);
}

static void host(void)
{
    const struct locus_url url = empty_url();
    uint8_t octets[4];

    ck_assert_int_eq(locus_numeric_host(octets, &url, NULL), LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_host_class(&url, NULL), LOCUS_ERROR_ABSENT);
}

static void address_class(void)
{
    ck_assert_int_eq(locus_address_class(NULL, 0), LOCUS_ERROR_ARGUMENT);
}

static void part_from_name(void)
{
    ck_assert_int_eq(locus_part_from_name(NULL, 0), LOCUS_ERROR_ABSENT);
}

static void grammar_from_name(void)
{
    ck_assert_ptr_null(locus_grammar_from_name(NULL, 0));
}

static void context_from_name(void)
{
    ck_assert_ptr_null(locus_context_from_name(NULL, 0));
}

static void finding_from_name(void)
{
    ck_assert_int_eq(locus_finding_from_name(NULL, 0), LOCUS_ERROR_ABSENT);
}

/* Empty windows before, between and after others, and as the whole stream. */
static void scan_next(void)
{
    static const char text[] = "<http://h/>";

    EACH_GRAMMAR(grammar) EACH_CONTEXT(context) {
        struct locus_scan scan;
        struct locus_found found;
        char window[64];
        size_t len = 0;
        int urls = 0;

        if (!grammar_can_scan(grammar))
            continue;
        ck_assert_int_eq(locus_scan_init(&scan, grammar, context), 0);
        ck_assert_int_eq(locus_scan_next(&scan, NULL, 0, 1, &found), 0);
        ck_assert_int_eq(locus_scan_next(&scan, NULL, 0, 1, &found), 0);
        ck_assert_uint_eq(scan.drop, 0);

        locus_scan_init(&scan, grammar, context);
        ck_assert_int_eq(locus_scan_next(&scan, NULL, 0, 0, &found), 0);
        ck_assert_int_eq(locus_scan_next(&scan, NULL, 0, 0, &found), 0);
        for (size_t i = 0; i < sizeof text; i++) {
            const bool end = i == sizeof text - 1;

            if (!end)
                window[len++] = text[i];
            while (locus_scan_next(&scan, len ? window : NULL, len, end, &found)
                   == 1)
                urls++;
            memmove(window, window + scan.drop, len -= scan.drop);
        }
        ck_assert_int_eq(urls, 1);
        ck_assert_uint_eq(scan.base, sizeof text - 1);
        ck_assert_int_eq(locus_scan_next(&scan, NULL, 0, 1, &found), 0);
    }
}

/* A URL that is skipped, and then an empty rest of the stream. */
static void scan_skip(void)
{
    static const char text[] = "<http://h/aaaaaaaaaaaaaaaa";

    EACH_CONTEXT(context) {
        struct locus_scan scan;
        struct locus_found found;
        size_t left;

        ck_assert_int_eq(locus_scan_init(&scan, locus_web, context), 0);
        ck_assert_int_eq(locus_scan_skip(&scan), LOCUS_ERROR_SPACE);
        ck_assert_int_eq(locus_scan_next(&scan, NULL, 0, 0, &found), 0);
        ck_assert_int_eq(locus_scan_next(&scan, text, strlen(text), 0, &found), 0);
        locus_scan_skip(&scan);
        ck_assert_int_eq(locus_scan_next(&scan, text + scan.drop,
                                         strlen(text) - scan.drop, 0, &found), 0);
        /* Prose keeps what precedes a URL. */
        left = strlen(text) - (size_t)scan.base;
        if (context != locus_text && context != locus_json)
            ck_assert_uint_eq(left, 0);
        ck_assert_int_eq(locus_scan_next(&scan, left ? text + scan.base : NULL, left, 0,
                                         &found), 0);
        left = strlen(text) - (size_t)scan.base;
        ck_assert_int_eq(locus_scan_next(&scan, left ? text + scan.base : NULL, left, 1,
                                         &found), 0);
    }
}

/* An empty list of schemes. */
static void scan_init(void)
{
    EACH_CONTEXT(context) {
        struct locus_scan scan;
        struct locus_found found;

        ck_assert_int_eq(locus_scan_init(&scan, locus_web, context), 0);
        scan.schemes = NULL;
        scan.scheme_count = 0;
        scan.own = &no_schemes;
        ck_assert_int_eq(locus_scan_next(&scan, NULL, 0, 1, &found), 0);
    }
}

static void unwrap(void)
{
    EACH_CONTEXT(context) {
        size_t len = 1;
        char buf[1];

        ck_assert_int_eq(locus_unwrap(NULL, 0, &len, NULL, 0, context), 0);
        ck_assert_uint_eq(len, 0);
        ck_assert_int_eq(locus_unwrap(buf, sizeof buf, &len, NULL, 0, context), 0);
        ck_assert_int_eq(locus_unwrap(NULL, 0, &len, "ab", 2, context),
                         LOCUS_ERROR_SPACE);
        ck_assert_uint_eq(len, 2);
    }
}

static void unwrap_next(void)
{
    EACH_CONTEXT(context) {
        struct locus_unwrapping pieces;

        locus_unwrap_begin(&pieces, NULL, 0, context);
        ck_assert_int_eq(locus_unwrap_next(&pieces), 0);
        ck_assert_int_eq(locus_unwrap_next(&pieces), 0);
    }
}

/* The empty reference against a base, which gives the base without its fragment,
   without a buffer. */
static void resolve(void)
{
    static const char text[] = "http://h/";
    const struct locus_url empty = empty_url();
    struct locus_url base;
    char buf[16];
    size_t len;

    ck_assert_int_eq(locus_resolve(NULL, 0, &len, &empty, NULL, &empty, NULL,
                                   LOCUS_STRICT), LOCUS_ERROR_BASE);
    ck_assert_int_eq(locus_parse(&base, text, strlen(text), locus_rfc3986), 0);
    ck_assert_int_eq(locus_resolve(NULL, 0, &len, &base, text, &empty, NULL,
                                   LOCUS_STRICT), LOCUS_ERROR_SPACE);
    ck_assert_uint_eq(len, strlen(text));
    ck_assert_int_eq(locus_resolve(buf, sizeof buf, &len, &base, text, &empty,
                                   NULL, LOCUS_COMPATIBLE), 0);
    ck_assert_uint_eq(len, strlen(text));
}

static void relativize(void)
{
    static const char text[] = "http://h/";
    const struct locus_url empty = empty_url();
    struct locus_url base;
    size_t len;

    ck_assert_int_eq(locus_relativize(NULL, 0, &len, &empty, NULL, &empty, NULL),
                     LOCUS_ERROR_BASE);
    ck_assert_int_eq(locus_parse(&base, text, strlen(text), locus_rfc3986), 0);
    ck_assert_int_eq(locus_relativize(NULL, 0, &len, &base, text, &empty, NULL),
                     LOCUS_ERROR_TARGET);
    /* The result is empty. */
    ck_assert_int_eq(locus_relativize(NULL, 0, &len, &base, text, &base, text),
                     0);
    ck_assert_uint_eq(len, 0);
}

static void normalize(void)
{
    const struct locus_url url = empty_url();
    size_t len = 1;

    for (unsigned steps = 0; steps <= LOCUS_STEPS_ALL; steps++) {
        ck_assert_int_eq(locus_normalize(NULL, 0, &len, &url, NULL, steps), 0);
        ck_assert_uint_eq(len, 0);
        ck_assert_int_eq(locus_is_normal(&url, NULL, steps), 1);
    }
}

static int count_piece(void *context, const char *piece, size_t len)
{
    (void)piece;
    (void)len;
    ++*(int *)context;
    return 0;
}

static void normal_each(void)
{
    const struct locus_url url = empty_url();
    int pieces = 0;

    for (unsigned steps = 0; steps <= LOCUS_STEPS_ALL; steps++)
        ck_assert_int_eq(locus_normal_each(&url, NULL, steps, count_piece, &pieces), 0);
    ck_assert_int_eq(pieces, 0);
}

static void origin(void)
{
    const struct locus_url url = empty_url();
    size_t len = 0;

    ck_assert_int_eq(locus_origin(NULL, 0, &len, &url, NULL, NULL), LOCUS_ERROR_SPACE);
    ck_assert_uint_eq(len, strlen("null"));
    ck_assert_int_eq(locus_origin(NULL, 0, &len, &url, NULL, &nameless_scheme),
                     LOCUS_ERROR_SPACE);
    ck_assert_int_eq(locus_same_origin(&url, NULL, &url, NULL, NULL), 0);
}

static void compare(void)
{
    static const char text[] = "a";
    const struct locus_url url = empty_url();
    struct locus_url other;

    ck_assert_int_eq(locus_parse(&other, text, 1, locus_rfc3986_reference), 0);
    for (unsigned steps = 0; steps <= (LOCUS_STEPS_ALL | LOCUS_SAME_LEVEL);
         steps++) {
        ck_assert_int_eq(locus_compare(&url, NULL, &url, NULL, steps), 0);
        ck_assert_int_lt(locus_compare(&url, NULL, &other, text, steps), 0);
        ck_assert_int_gt(locus_compare(&other, text, &url, NULL, steps), 0);
    }
}

static void parts_of(void)
{
    const struct locus_url url = empty_url();
    struct locus_parts parts;

    locus_parts_of(&parts, &url, NULL);
    ck_assert_uint_eq(parts.present, 1u << LOCUS_PATH);
}

#define EACH_PART(part) \
    for (enum locus_part part = 0; part < LOCUS_PART_COUNT; part++) \
        if (locus_part_name(part))

/* Every part empty, one after the other and all together. */
static void parts_set(void)
{
    EACH_GRAMMAR(grammar) {
        struct locus_parts all = { 0 };

        EACH_PART(part) {
            struct locus_parts parts = { 0 };
            struct locus_report report;
            size_t len;

            ck_assert_int_eq(locus_parts_set(&parts, part, NULL, 0), 0);
            ck_assert_int_eq(locus_parts_set(&all, part, NULL, 0), 0);
            locus_build(NULL, 0, &len, &parts, grammar, &report);
            locus_build(NULL, 0, &len, &all, grammar, NULL);
            ck_assert_int_eq(locus_parts_remove(&parts, part), 0);
            locus_build(NULL, 0, &len, &parts, grammar, &report);
        }
    }
}

static void build(void)
{
    const struct locus_parts none = { 0 };
    size_t len = 1;

    EACH_GRAMMAR(grammar) {
        ck_assert_int_eq(locus_build(NULL, 0, &len, &none, grammar, NULL),
                         nothing_is(grammar));
        ck_assert_uint_eq(len, 0);
    }
}

static void replace(void)
{
    const struct locus_url url = empty_url();
    struct locus_report report;
    size_t len = 1;

    EACH_PART(part)
        locus_replace(NULL, 0, &len, &url, NULL, part, NULL, 0, &report);
    ck_assert_int_eq(locus_replace(NULL, 0, &len, &url, NULL, LOCUS_PATH, NULL, 0,
                                   NULL), 0);
    ck_assert_uint_eq(len, 0);
}

static void remove_part(void)
{
    const struct locus_url url = empty_url();
    size_t len = 1;

    EACH_PART(part)
        locus_remove(NULL, 0, &len, &url, NULL, part, NULL);
    ck_assert_int_eq(locus_remove(NULL, 0, &len, &url, NULL, LOCUS_QUERY, NULL),
                     0);
    ck_assert_uint_eq(len, 0);
}

/* All parts, then LOCUS_ANY and the components after it. */
#define EACH_COMPONENT(component) \
    for (int component = 0; component <= LOCUS_QUERY_ITEM; \
         component += component == LOCUS_PART_COUNT - 1 \
                    ? LOCUS_ANY - component : 1) \
        if (component >= LOCUS_ANY \
            || locus_part_name((enum locus_part)component))

static void encode(void)
{
    EACH_GRAMMAR(grammar) EACH_COMPONENT(component)
        for (unsigned flags = 0; flags <= LOCUS_KEEP; flags++) {
            size_t len = 1;

            locus_encode(NULL, 0, &len, NULL, 0, grammar, component, flags, NULL);
            ck_assert_uint_eq(len, 0);
        }
    EACH_GRAMMAR(grammar) {
        struct locus_report report;
        size_t len = 1;

        if (!grammar_has_urls(grammar))
            continue;
        ck_assert_int_eq(locus_encode(NULL, 0, &len, NULL, 0, grammar, LOCUS_PATH,
                                      0, &report), 0);
    }
}

static void decode(void)
{
    EACH_COMPONENT(component)
        for (unsigned flags = 0; flags <= LOCUS_KEEP; flags++) {
            struct locus_report report;
            size_t len = 1;

            ck_assert_int_eq(locus_decode(NULL, 0, &len, NULL, 0, component, flags,
                                          &report), 0);
            ck_assert_uint_eq(len, 0);
            ck_assert_uint_eq(report.found, 0);
        }
}

static void file_url(void)
{
    EACH_GRAMMAR(grammar)
        for (unsigned flags = 0; flags <= LOCUS_WINDOWS; flags++) {
            size_t len = 1;

            const int error = locus_file_url(NULL, 0, &len, NULL, 0, grammar, flags,
                                             NULL);

            ck_assert(error == LOCUS_ERROR_NAME || error == LOCUS_ERROR_GRAMMAR);
            ck_assert_uint_eq(len, 0);
        }
}

static void file_name(void)
{
    const struct locus_url url = empty_url();

    for (unsigned flags = 0; flags <= LOCUS_WINDOWS; flags++) {
        size_t len = 1;

        locus_file_name(NULL, 0, &len, &url, NULL, flags, NULL);
        ck_assert_uint_eq(len, 0);
    }
}

static void pieces_next(void)
{
    static const struct locus_span nothing;

    for (enum locus_piece_kind kind = 0; kind < LOCUS_PIECE_KIND_COUNT; kind++) {
        struct locus_pieces pieces;
        struct locus_piece piece;

        ck_assert_int_eq(locus_pieces_begin(&pieces, kind, nothing), 0);
        ck_assert_int_eq(locus_pieces_next(&piece, &pieces, NULL), 0);
        ck_assert_int_eq(locus_pieces_next(&piece, &pieces, NULL), 0);
    }
}

static void meaning_of(void)
{
    const struct locus_url url = empty_url();
    struct locus_meaning meaning;

    ck_assert_int_eq(locus_meaning_of(&meaning, &url, NULL, NULL),
                     LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_meaning_of(&meaning, &url, NULL, &nameless_scheme),
                     LOCUS_ERROR_ABSENT);
}

/* `mail`, too, may be NULL or empty. */
static void ftp(void)
{
    static const char text[] = "ftp://h/";
    struct locus_url url = empty_url();
    struct locus_ftp state;
    size_t len = 1;

    ck_assert_int_eq(locus_ftp_begin(&state, &url, NULL), LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_ftp_next(NULL, 0, &len, &state, &url, NULL),
                     LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_parse(&url, text, strlen(text), locus_rfc1738), 0);
    for (int with = 0; with < 2; with++) {
        char line[64];
        int lines = 0;

        ck_assert_int_eq(locus_ftp_begin(&state, &url, text), 0);
        state.mail = with ? "" : NULL;
        state.mail_len = 0;
        ck_assert_int_eq(locus_ftp_next(NULL, 0, &len, &state, &url, text),
                         LOCUS_ERROR_SPACE);
        while (locus_ftp_next(line, sizeof line, &len, &state, &url, text) == 1)
            lines++;
        ck_assert_int_ge(lines, 2);
    }
}

static void gopher_line(void)
{
    static const char text[] = "gopher://h";
    struct locus_url url = empty_url();
    size_t len = 1;

    ck_assert_int_eq(locus_gopher_line(NULL, 0, &len, &url, NULL),
                     LOCUS_ERROR_ABSENT);
    ck_assert_int_eq(locus_parse(&url, text, strlen(text), locus_rfc1738), 0);
    ck_assert_int_eq(locus_gopher_line(NULL, 0, &len, &url, text),
                     LOCUS_ERROR_SPACE);
    ck_assert_uint_eq(len, 2);
}

static void findings(void)
{
    EACH_GRAMMAR(grammar) {
        struct locus_url url;

        /* An empty authority has an empty host, which is a finding. */
        if (locus_parse(&url, NULL, 0, grammar) == 0 && locus_has(&url, LOCUS_HOST))
            continue;
        ck_assert_uint_eq(locus_findings(&url, NULL, 0, NULL), 0);
        ck_assert_uint_eq(locus_findings(&url, NULL, 0, &nameless_scheme), 0);
        ck_assert_int_eq(locus_findings_any(&url, NULL, 0, ~UINT64_C(0), NULL), 0);
    }
}

static void feed(void)
{
    EACH_GRAMMAR(grammar) {
        struct locus_feeder feeder;
        struct locus_url url;

        ck_assert_int_eq(locus_feed_begin(&feeder, grammar), 0);
        ck_assert_int_eq(locus_feed(&feeder, NULL, 0), 0);
        ck_assert_int_eq(locus_feed_finish(&feeder, &url), nothing_is(grammar));
        if (!grammar_has_urls(grammar))
            continue;
        ck_assert_int_eq(locus_feed(&feeder, "http:", 5), 0);
        ck_assert_int_eq(locus_feed(&feeder, NULL, 0), 0);
        ck_assert_int_eq(locus_feed(&feeder, "//h/", 4), 0);
        ck_assert_int_eq(locus_feed(&feeder, NULL, 0), 0);
        ck_assert_int_eq(locus_feed_finish(&feeder, &url), 0);
        ck_assert_uint_eq(url.part[LOCUS_HOST].off, 7);
    }
}

/* By their names in the header. */
static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    { "locus_address_class", address_class },
    { "locus_apply_method", null_parse_target },
    { "locus_build", build },
    { "locus_compare", compare },
    { "locus_context_from_name", context_from_name },
    { "locus_decode", decode },
    { "locus_default_port", default_port },
    { "locus_default_port_with", default_port_with },
    { "locus_encode", encode },
    { "locus_feed", feed },
    { "locus_file_name", file_name },
    { "locus_file_url", file_url },
    { "locus_finding_from_name", finding_from_name },
    { "locus_findings", findings },
    { "locus_findings_any", findings },
    { "locus_ftp_begin", ftp },
    { "locus_ftp_next", ftp },
    { "locus_gopher_line", gopher_line },
    { "locus_grammar_from_name", grammar_from_name },
    { "locus_host_class", host },
    { "locus_ipv4", ipv4 },
    { "locus_ipv6", ipv6 },
    { "locus_is_normal", normalize },
    { "locus_log_compile", log_compile },
    { "locus_log_duration", log_values },
    { "locus_log_envelope_from_name", log_envelopes },
    { "locus_log_field_from_name", log_names },
    { "locus_log_format_from_name", log_names },
    { "locus_log_next", log_next },
    { "locus_log_number", log_values },
    { "locus_log_offsets", log_values },
    { "locus_log_parse", log_values },
    { "locus_log_read_keys", log_keys },
    { "locus_log_set_columns", log_columns },
    { "locus_log_set_envelope", log_envelopes },
    { "locus_log_source", log_envelopes },
    { "locus_log_time", log_values },
    { "locus_log_value", log_values },
    { "locus_meaning_of", meaning_of },
    { "locus_normal_each", normal_each },
    { "locus_normalize", normalize },
    { "locus_numeric_host", host },
    { "locus_origin", origin },
    { "locus_parse", parse },
    { "locus_parse_batch", parse_batch },
    { "locus_parse_reference", parse_reference },
    { "locus_parse_target", null_parse_target },
    { "locus_part_from_name", part_from_name },
    { "locus_parts_of", parts_of },
    { "locus_parts_set", parts_set },
    { "locus_pieces_next", pieces_next },
    { "locus_port", port },
    { "locus_port_with", port_with },
    { "locus_redact", null_redact },
    { "locus_query_count", null_query_count },
    { "locus_query_drop_empty", null_query_drop_empty },
    { "locus_query_find", null_query_find },
    { "locus_query_get", null_query_get },
    { "locus_query_remove", null_query_remove },
    { "locus_query_select", null_query_select },
    { "locus_query_set", null_query_set },
    { "locus_query_sort", null_query_sort },
    { "locus_relativize", relativize },
    { "locus_remove", remove_part },
    { "locus_replace", replace },
    { "locus_resolve", resolve },
    { "locus_same_origin", origin },
    { "locus_scan_init", scan_init },
    { "locus_scan_next", scan_next },
    { "locus_scan_skip", scan_skip },
    { "locus_scheme_find", scheme_find },
    { "locus_unwrap", unwrap },
    { "locus_unwrap_begin", unwrap_next },
    { "locus_unwrap_next", unwrap_next },
};

enum { CASES = sizeof cases / sizeof *cases };

START_TEST(each_kernel)
{
    const char *kernel;

    for (size_t k = 0; (kernel = locus_kernel_name(k)) != NULL; k++) {
        ck_assert_int_eq(locus_use_kernel(kernel), 0);
        cases[_i].run();
    }
}
END_TEST

/* Whether a function takes a text, a buffer or an array with a length, judging by its
   parameters. */
static bool takes_lengths(const char *name, const char *parameters)
{
    /* These take an index, or a name that ends in NUL. */
    if (strcmp(name, "locus_context_at") == 0 || strcmp(name, "locus_grammar_at") == 0
        || strcmp(name, "locus_kernel_name") == 0
        || strcmp(name, "locus_log_envelope_at") == 0
        || strcmp(name, "locus_log_format_at") == 0
        || strcmp(name, "locus_log_variable_at") == 0
        || strcmp(name, "locus_use_kernel") == 0)
        return false;
    return strstr(parameters, "char *") || strstr(parameters, "size_t ");
}

/* Reads a header. Returns how many functions it declares. */
static int read_header(const char *file)
{
    char declaration[1024] = "";
    size_t len = 0;
    char line[256];
    int functions = 0;
    FILE *header = fopen(file, "r");

    ck_assert_msg(header != NULL, "no %s", file);
    while (fgets(line, sizeof line, header)) {
        const char *const mark = "LOCUS_API ";
        char *name, *parameters;
        size_t i = 0;

        if (len == 0 && strncmp(line, mark, strlen(mark)) != 0)
            continue;
        ck_assert_uint_lt(len + strlen(line), sizeof declaration);
        memcpy(declaration + len, line, strlen(line) + 1);
        len += strlen(line);
        if (!strchr(line, ';'))
            continue;
        len = 0;
        parameters = strchr(declaration, '(');
        ck_assert_ptr_nonnull(parameters);
        *parameters++ = '\0';
        name = parameters - 1;
        while (name > declaration && name[-1] != ' ' && name[-1] != '*')
            name--;
        functions++;
        if (!takes_lengths(name, parameters))
            continue;
        while (i < CASES && strcmp(cases[i].name, name) != 0)
            i++;
        ck_assert_msg(i < CASES, "no case gives %s() NULL and 0", name);
    }
    fclose(header);
    return functions;
}

/* Reads the headers that this was compiled with: `make check` runs in the build
   folder, with srcdir in the environment. */
START_TEST(each_function)
{
    const char *const srcdir = getenv("srcdir");
    char schemes[1024];

    snprintf(schemes, sizeof schemes, "%s/src/include/locus/schemes.h",
             srcdir ? srcdir : ".");
    ck_assert_int_ge(read_header("src/include/locus.h") + read_header(schemes)
                     + read_header("src/include/locus/log.h"), CASES);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("null");
    TCase *test = tcase_create("null");

    need_all_grammars();
    tcase_add_loop_test(test, each_kernel, 0, CASES);
    tcase_add_test(test, each_function);
    suite_add_tcase(suite, test);
    return run_suite(suite);
}
