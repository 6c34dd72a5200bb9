/* SPDX-License-Identifier: MIT
 *
 * Findings. The machines (grammar/findings/) report what a text contains; the tables
 * here define in which parts of a URL that is a finding.
 */
#include "common/bytes.h"
#include "findings/host-class.h"
#include "grammars/grammar.h"
#include "locus/schemes.h"
#include "parse/ip-address.h"

#define BIT(finding) (UINT64_C(1) << (finding))

/* ------------------------------------------------------------------------
 * Octets
 * ------------------------------------------------------------------------ */

/* What the machines findings and, from OVERLONG on, findings_unicode report. */
enum kind {
    CONTROL, SPACE, BACKSLASH, AT_SIGN, BYTE_80, ZONE,
    E_NUL, E_LINE_BREAK, E_TAB, E_CONTROL, E_SLASH, E_BACKSLASH, E_SEMICOLON,
    E_DELIMITER, E_UNRESERVED, LEAD, E_ANY, E_TWICE, UNICODE_ESCAPE,
    BAD_PERCENT, DOTS, NOT_UTF8,
    OVERLONG, COMPATIBILITY, LOOK_ALIKE, IDNA_DOT
};

/* If `findings` reports none of PERHAPS_UNICODE, findings_unicode would find nothing
   (an overlong form is not UTF-8); likewise PERHAPS_DOTS for findings_query. So these
   two machines read few texts. */
#define PERHAPS_UNICODE (1u << LEAD | 1u << BYTE_80 | 1u << NOT_UTF8)
#define PERHAPS_DOTS \
    (1u << DOTS | 1u << E_UNRESERVED | 1u << E_TWICE | 1u << UNICODE_ESCAPE \
     | 1u << BAD_PERCENT | PERHAPS_UNICODE)

#define ENCODED \
    (1u << E_NUL | 1u << E_LINE_BREAK | 1u << E_TAB | 1u << E_CONTROL \
     | 1u << E_SLASH | 1u << E_BACKSLASH | 1u << E_SEMICOLON \
     | 1u << E_DELIMITER | 1u << E_UNRESERVED | 1u << E_ANY)
#define ENCODED_DELIMITERS \
    (1u << E_SLASH | 1u << E_BACKSLASH | 1u << E_DELIMITER)

#define MACHINE(name) \
    static uint32_t octets_of_##name(const unsigned char *p, \
                                     const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *const eof = pe; \
    uint32_t kinds = 0; \
    int cs = name##_start;
#define MACHINE_END \
    (void)cs; \
    return kinds;
#define FOUND(kind) kinds |= 1u << (kind);

#include "findings.h"
#include "flat/findings-unicode.h"

#undef MACHINE
#undef MACHINE_BEGIN
#undef MACHINE_END
#undef FOUND

#define MACHINE(name) \
    static uint64_t look_at_##name(const unsigned char *p, \
                                   const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *const eof = pe; \
    uint64_t found = 0; \
    size_t depth = 0; \
    int cs = name##_start;
#define MACHINE_END \
    (void)cs, (void)eof, (void)depth; \
    return found;
#define FOUND(finding) found |= BIT(LOCUS_FINDING_##finding);

/* The depth below the root that a path has reached, for readers that merge slashes. */
#define DOWN depth++;
#define UP   if (depth > 0) depth--; else { FOUND(ABOVE_ROOT) }

#include "findings-path.h"
#include "findings-port.h"
#include "flat/findings-query.h"
#include "findings-reference.h"

/* Parts, as bits: all that are not contained in another one. INVALID stands for the
   whole text of an invalid URL, which has no parts. */
#define PART(part)  (1u << LOCUS_##part)
#define USERINFO    (PART(USER) | PART(PASSWORD))
#define AFTER      (PART(PATH) | PART(QUERY) | PART(FRAGMENT) | PART(FIELDS))
#define INVALID     (1u << LOCUS_PART_COUNT)
#define ANYWHERE    (USERINFO | PART(HOST) | AFTER | INVALID)

static const struct {
    uint32_t parts;
    uint32_t kinds;               /* any of them */
    enum locus_finding finding;
} rules[] = {
    { ANYWHERE, 1u << CONTROL, LOCUS_FINDING_CONTROL },
    { ANYWHERE, 1u << SPACE, LOCUS_FINDING_SPACE },
    { ANYWHERE, 1u << BACKSLASH, LOCUS_FINDING_BACKSLASH },
    { ANYWHERE, 1u << BYTE_80, LOCUS_FINDING_BYTE_80 },
    { ANYWHERE, 1u << BAD_PERCENT, LOCUS_FINDING_BAD_PERCENT },
    { ANYWHERE, 1u << E_NUL, LOCUS_FINDING_ENCODED_NUL },
    { ANYWHERE, 1u << E_LINE_BREAK, LOCUS_FINDING_ENCODED_LINE_BREAK },
    { ANYWHERE, 1u << E_CONTROL, LOCUS_FINDING_ENCODED_CONTROL },
    { ANYWHERE, 1u << E_UNRESERVED, LOCUS_FINDING_ENCODED_UNRESERVED },
    { ANYWHERE, 1u << E_TWICE, LOCUS_FINDING_DOUBLE_ENCODED },
    { ANYWHERE, 1u << NOT_UTF8, LOCUS_FINDING_NOT_UTF8 },
    { ANYWHERE, 1u << OVERLONG, LOCUS_FINDING_OVERLONG_UTF8 },
    { ANYWHERE, 1u << UNICODE_ESCAPE, LOCUS_FINDING_UNICODE_ESCAPE },
    { ANYWHERE, 1u << COMPATIBILITY, LOCUS_FINDING_COMPATIBILITY_DELIMITER },
    { ANYWHERE, 1u << LOOK_ALIKE, LOCUS_FINDING_LOOK_ALIKE_DELIMITER },
    { PART(HOST), 1u << IDNA_DOT, LOCUS_FINDING_COMPATIBILITY_DELIMITER },
    { PART(PATH) | INVALID, 1u << E_SLASH, LOCUS_FINDING_ENCODED_SLASH },
    { PART(PATH) | INVALID, 1u << E_BACKSLASH,
      LOCUS_FINDING_ENCODED_BACKSLASH },
    { PART(PATH), 1u << E_SEMICOLON, LOCUS_FINDING_ENCODED_SEMICOLON },
    { PART(PATH), 1u << E_DELIMITER, LOCUS_FINDING_ENCODED_DELIMITER },
    { USERINFO, ENCODED_DELIMITERS, LOCUS_FINDING_USERINFO_DELIMITER },
    { PART(HOST), ENCODED, LOCUS_FINDING_ENCODED_HOST },
    { PART(HOST), ENCODED_DELIMITERS, LOCUS_FINDING_HOST_DELIMITER },
    { PART(HOST) | INVALID, 1u << ZONE, LOCUS_FINDING_ZONE_ID },
};

/* The octets that end a line or an argument in each scheme's protocol. In gopher, "%09"
   separates the fields of the URL itself. */
static const uint32_t protocol_delimiters[LOCUS_SYNTAX_COUNT] = {
    [LOCUS_SYNTAX_FTP] = 1u << E_NUL | 1u << E_LINE_BREAK,
    [LOCUS_SYNTAX_HTTP] = 1u << E_NUL | 1u << E_LINE_BREAK,
    [LOCUS_SYNTAX_GOPHER] = 1u << E_LINE_BREAK,
    [LOCUS_SYNTAX_MAILTO] = 1u << E_NUL | 1u << E_LINE_BREAK,
    [LOCUS_SYNTAX_NEWS] = 1u << E_NUL | 1u << E_LINE_BREAK,
    [LOCUS_SYNTAX_NNTP] = 1u << E_NUL | 1u << E_LINE_BREAK,
    [LOCUS_SYNTAX_TELNET] = 1u << E_NUL | 1u << E_LINE_BREAK,
};

/* The findings of the octets in text[span), which is the given part. */
static uint64_t octets(const char *text, struct locus_span span,
                       uint32_t part, enum locus_syntax syntax)
{
    const unsigned char *p = (const unsigned char *)text + span.off;
    uint32_t kinds = octets_of_findings(p, p + span.len);
    uint64_t found = 0;

    if (kinds == 0)
        return 0;
    if (kinds & PERHAPS_UNICODE)
        kinds |= octets_of_findings_unicode(p, p + span.len);
    if (kinds & PERHAPS_DOTS && part & PART(QUERY))
        found |= look_at_findings_query(p, p + span.len);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].parts & part && rules[i].kinds & kinds)
            found |= BIT(rules[i].finding);
    if (kinds & 1u << E_TAB && syntax != LOCUS_SYNTAX_GOPHER)
        found |= BIT(LOCUS_FINDING_ENCODED_CONTROL);
    if (kinds & protocol_delimiters[syntax])
        found |= BIT(LOCUS_FINDING_PROTOCOL_DELIMITER);
    if (kinds & 1u << AT_SIGN && part & AFTER)
        found |= BIT(LOCUS_FINDING_AT_SIGN);
    return found;
}

/* ------------------------------------------------------------------------
 * Structure
 * ------------------------------------------------------------------------ */

static uint64_t path(const struct locus_url *url, const char *text)
{
    const struct locus_span span = url->part[LOCUS_PATH];
    const unsigned char *p = (const unsigned char *)text + span.off;

    return look_at_findings_path(p, p + span.len);
}

/* The finding for each class of addresses; 0 if there is none. */
static const uint8_t class_findings[LOCUS_CLASS_COUNT] = {
    [LOCUS_CLASS_UNSPECIFIED] = LOCUS_FINDING_UNSPECIFIED_HOST,
    [LOCUS_CLASS_LOOPBACK] = LOCUS_FINDING_LOOPBACK_HOST,
    [LOCUS_CLASS_PRIVATE] = LOCUS_FINDING_PRIVATE_HOST,
    [LOCUS_CLASS_SHARED] = LOCUS_FINDING_PRIVATE_HOST,
    [LOCUS_CLASS_UNIQUE_LOCAL] = LOCUS_FINDING_PRIVATE_HOST,
    [LOCUS_CLASS_SITE_LOCAL] = LOCUS_FINDING_PRIVATE_HOST,
    [LOCUS_CLASS_LINK_LOCAL] = LOCUS_FINDING_LINK_LOCAL_HOST,
    [LOCUS_CLASS_MULTICAST] = LOCUS_FINDING_MULTICAST_HOST,
    [LOCUS_CLASS_BROADCAST] = LOCUS_FINDING_MULTICAST_HOST,
    [LOCUS_CLASS_DOCUMENTATION] = LOCUS_FINDING_DOCUMENTATION_HOST,
    [LOCUS_CLASS_BENCHMARKING] = LOCUS_FINDING_RESERVED_HOST,
    [LOCUS_CLASS_DISCARD] = LOCUS_FINDING_RESERVED_HOST,
    [LOCUS_CLASS_PROTOCOL] = LOCUS_FINDING_RESERVED_HOST,
    [LOCUS_CLASS_RESERVED] = LOCUS_FINDING_RESERVED_HOST,
};

static uint64_t address(const uint8_t *octets, size_t count)
{
    const uint8_t finding = class_findings[locus_address_class(octets, count)];

    return finding ? BIT(finding) : 0;
}

/* Findings of a host that consists of numbers. Readers differ on whether a leading "0"
   makes a number octal (CVE-2021-29921), so if the form is odd, both readings are
   checked. */
static uint64_t numbers(const char *text, struct locus_span span, int odd)
{
    uint8_t octets[4];
    uint64_t found = 0;

    for (uint32_t base = odd ? 8 : 10; base <= 10; base += 2)
        if (locus_read_ipv4(octets, text + span.off, span.len, base) == 0)
            found |= address(octets, 4);
    return found;
}

static uint64_t host(const struct locus_url *url, const char *text, int needed)
{
    const struct locus_span span = url->part[LOCUS_HOST];
    uint8_t octets[16], ipv4[4];
    uint64_t found;

    if (span.len == 0)
        return needed ? BIT(LOCUS_FINDING_EMPTY_HOST) : 0;
    if (url->host_kind == LOCUS_HOST_IPV6 && locus_ipv6(octets, url, text) == 0)
        return address(octets, 16)
            | (locus_embedded_ipv4(ipv4, octets) != LOCUS_EMBEDDING_NONE
               ? BIT(LOCUS_FINDING_EMBEDDED_IPV4) : 0);
    found = locus_look_at_host(text + span.off, span.len);
    if (found & BIT(LOCUS_FINDING_ODD_IPV4))
        found |= numbers(text, span, 1);
    else if (url->host_kind == LOCUS_HOST_IPV4)
        found |= numbers(text, span, 0);
    return found;
}

enum { FIRST_UNRESERVED_PORT = 1024 };

static uint64_t port(const struct locus_url *url, const char *text,
                     const struct locus_scheme *scheme)
{
    const struct locus_span span = url->part[LOCUS_PORT];
    const unsigned char *p = (const unsigned char *)text + span.off;
    const int number = locus_port(url, text);
    uint64_t found = look_at_findings_port(p, p + span.len);

    if (span.len == 0)
        return found;
    if (number == LOCUS_ERROR_RANGE)
        return found | BIT(LOCUS_FINDING_PORT_OVERFLOW);
    if (number == scheme->port)
        return found;
    if (scheme->port >= 0)
        found |= BIT(LOCUS_FINDING_OTHER_PORT);
    if (number < FIRST_UNRESERVED_PORT)
        found |= BIT(LOCUS_FINDING_RESERVED_PORT);
    return found;
}

/* Whether "." and ".." have a meaning in the paths of a scheme. */
static int is_hierarchical(enum locus_syntax syntax)
{
    return syntax != LOCUS_SYNTAX_MAILTO && syntax != LOCUS_SYNTAX_NEWS;
}

/* Whether the scheme names a server, with a default port, after "//". */
static int needs_host(const struct locus_url *url,
                      const struct locus_scheme *scheme)
{
    return scheme->port >= 0
        && (scheme->slashes == LOCUS_SLASHES
            || (scheme->slashes == LOCUS_SLASHES_LATER
                && !url_has_trait(url, TRAIT_BARE_SCHEMES)));
}

/* Findings of a text without a scheme, whether or not it is a reference. */
static uint64_t reference(const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;

    return look_at_findings_reference(p, p + len);
}

static uint64_t structure(const struct locus_url *url, const char *text,
                          const struct locus_scheme *scheme)
{
    const enum locus_syntax syntax = (enum locus_syntax)scheme->syntax;
    uint64_t found = 0;

    if (locus_has(url, LOCUS_USER))
        found |= BIT(LOCUS_FINDING_USER);
    if (locus_has(url, LOCUS_PASSWORD))
        found |= BIT(LOCUS_FINDING_PASSWORD);
    if (locus_has(url, LOCUS_FRAGMENT))
        found |= BIT(LOCUS_FINDING_FRAGMENT);
    if (locus_has(url, LOCUS_HOST))
        found |= host(url, text, needs_host(url, scheme));
    else if (needs_host(url, scheme))
        found |= BIT(LOCUS_FINDING_MISSING_SLASHES);
    if (locus_has(url, LOCUS_PORT))
        found |= port(url, text, scheme);
    if (is_hierarchical(syntax))
        found |= path(url, text);
    if (syntax == LOCUS_SYNTAX_GOPHER)              /* "%09" is its delimiter */
        found &= ~BIT(LOCUS_FINDING_SEGMENT_SPACE);
    return found;
}

/* ------------------------------------------------------------------------ */

uint64_t locus_findings(const struct locus_url *url, const char *text,
                        size_t len, const struct locus_schemes *own)
{
    const struct locus_span name = url->part[LOCUS_SCHEME];
    struct locus_scheme scheme = { .port = -1 };
    enum locus_syntax syntax;
    uint64_t found;

    if (!text)
        text = (const char *)nothing;
    if (url->error != 0) {
        const struct locus_span all = {
            0, len < LOCUS_MAX_LENGTH ? (uint32_t)len : LOCUS_MAX_LENGTH
        };

        return octets(text, all, INVALID, LOCUS_SYNTAX_GENERIC)
            | reference(text, len);
    }
    if (name.len == 0
        || locus_scheme_find(&scheme, text + name.off, name.len, own) != 0)
        scheme = (struct locus_scheme){ .port = -1 };
    syntax = scheme.syntax < LOCUS_SYNTAX_COUNT
           ? (enum locus_syntax)scheme.syntax : LOCUS_SYNTAX_GENERIC;
    scheme.syntax = (uint8_t)syntax;

    found = structure(url, text, &scheme);
    if (name.len == 0) {
        found |= reference(text, len);
        syntax = LOCUS_SYNTAX_HTTP;     /* what it most often resolves to */
    }
    for (int part = 0; part < LOCUS_PART_COUNT; part++)
        if (ANYWHERE & url->present & 1u << part) {
            const struct locus_span span = url->part[LOCUS_SLOT(part)];

            if (span.len > 0)
                found |= octets(text, span, 1u << part, syntax);
        }
    if (!locus_has(url, LOCUS_HOST))
        found &= ~BIT(LOCUS_FINDING_AT_SIGN);
    return found;
}
