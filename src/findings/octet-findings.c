/* SPDX-License-Identifier: MIT
 *
 * Findings of octets. The machines (grammar/findings/) report what a text contains; the tables
 * here define in which parts of a URL that is a finding.
 */
#include "findings/look.h"

/* If `findings` reports none of PERHAPS_UNICODE, findings_unicode would find nothing
   (an overlong form is not UTF-8); likewise PERHAPS_DOTS for findings_query. So these
   two machines read few texts. */
#define PERHAPS_UNICODE (1u << LEAD | 1u << BYTE_80 | 1u << NOT_UTF8)
#define PERHAPS_DOTS \
    (1u << DOTS | 1u << E_UNRESERVED | 1u << E_TWICE | 1u << UNICODE_ESCAPE \
     | 1u << BAD_PERCENT | PERHAPS_UNICODE)

/* What only findings_unicode reports. */
#define UNICODE \
    (1u << OVERLONG | 1u << COMPATIBILITY | 1u << LOOK_ALIKE | 1u << IDNA_DOT)

#define ENCODED \
    (1u << E_NUL | 1u << E_LINE_BREAK | 1u << E_TAB | 1u << E_CONTROL \
     | 1u << E_SLASH | 1u << E_BACKSLASH | 1u << E_SEMICOLON \
     | 1u << E_DELIMITER | 1u << E_UNRESERVED | 1u << E_ANY)
#define ENCODED_DELIMITERS \
    (1u << E_SLASH | 1u << E_BACKSLASH | 1u << E_DELIMITER)

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

/* The kinds of which each is a wanted finding in the given part. */
static uint32_t wanted_kinds(uint64_t wanted, uint32_t part, enum locus_syntax syntax)
{
    uint32_t kinds = 0;

    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (rules[i].parts & part && wanted & BIT(rules[i].finding))
            kinds |= rules[i].kinds;
    if (wanted & BIT(LOCUS_FINDING_ENCODED_CONTROL) && syntax != LOCUS_SYNTAX_GOPHER)
        kinds |= 1u << E_TAB;
    if (wanted & BIT(LOCUS_FINDING_PROTOCOL_DELIMITER))
        kinds |= protocol_delimiters[syntax];
    if (wanted & BIT(LOCUS_FINDING_AT_SIGN) && part & AFTER)
        kinds |= 1u << AT_SIGN;
    return kinds;
}

/* The findings of the kinds in the given part. */
static uint64_t findings_of(uint32_t kinds, uint32_t part, enum locus_syntax syntax)
{
    uint64_t found = 0;

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

uint64_t locus_look_at_octets(const char *text, struct locus_span span, uint32_t part,
                              enum locus_syntax syntax, const struct look *look)
{
    const unsigned char *p = (const unsigned char *)text + span.off;
    const unsigned char *pe = p + span.len;
    const uint64_t traversal = part & PART(QUERY) ? BIT(LOCUS_FINDING_QUERY_TRAVERSAL) : 0;
    uint32_t wanted = ~UINT32_C(0), stop = 0;
    uint32_t kinds;
    uint64_t found = 0;

    if (look->stop) {
        wanted = stop = wanted_kinds(look->wanted, part, syntax);
        if (!wanted && !(look->wanted & traversal))
            return 0;
    }
    kinds = look->finders->kinds_in(p, pe, stop);
    if (kinds & PERHAPS_UNICODE && wanted & UNICODE && !(kinds & stop))
        kinds |= locus_unicode_kinds(p, pe, stop);
    if (kinds & PERHAPS_DOTS && look->wanted & traversal && !(kinds & stop))
        found = locus_look_at_query(p, pe, look->stop);
    return kinds == 0 ? 0 : found | findings_of(kinds, part, syntax);
}
