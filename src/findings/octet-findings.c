/* SPDX-License-Identifier: MIT
 *
 * Findings of octets. The machines (grammar/findings/) report what a text contains; the tables
 * here define in which parts of a URL that is a finding.
 */
#include "findings/findings.h"

/* If `findings` reports none of PERHAPS_UNICODE, findings_unicode would find nothing
   (an overlong form is not UTF-8); the same is true of PERHAPS_DOTS and
   findings_query. So these two machines read few texts. */
#define PERHAPS_UNICODE (1u << LEAD | 1u << BYTE_80 | 1u << NOT_UTF8)
#define PERHAPS_DOTS \
    (1u << DOTS | 1u << E_UNRESERVED | 1u << E_TWICE | 1u << UNICODE_ESCAPE \
     | 1u << BAD_PERCENT | PERHAPS_UNICODE)

/* What only findings_unicode reports. */
#define UNICODE \
    (1u << OVERLONG | 1u << COMPATIBILITY | 1u << LOOK_ALIKE | 1u << IDNA_DOT)

/* Parts of the same class have the same findings. */
enum part_class {
    OTHER_PARTS, CLASS_USERINFO, CLASS_HOST, CLASS_PATH, CLASS_INVALID, CLASS_COUNT
};

static enum part_class class_of(uint32_t part)
{
    return part & USERINFO ? CLASS_USERINFO
         : part & PART(HOST) ? CLASS_HOST
         : part & PART(PATH) ? CLASS_PATH
         : part & INVALID ? CLASS_INVALID : OTHER_PARTS;
}

#define IS(finding) BIT(LOCUS_FINDING_##finding)

/* `encoded`: a finding that also applies to every percent-encoding. */
#define IN_EVERY_PART(encoded) \
    [CONTROL] = IS(CONTROL), \
    [SPACE] = IS(SPACE), \
    [BACKSLASH] = IS(BACKSLASH), \
    [BYTE_80] = IS(BYTE_80), \
    [BAD_PERCENT] = IS(BAD_PERCENT), \
    [E_NUL] = IS(ENCODED_NUL) | (encoded), \
    [E_LINE_BREAK] = IS(ENCODED_LINE_BREAK) | (encoded), \
    [E_TAB] = (encoded), \
    [E_CONTROL] = IS(ENCODED_CONTROL) | (encoded), \
    [E_UNRESERVED] = IS(ENCODED_UNRESERVED) | (encoded), \
    [E_ANY] = (encoded), \
    [E_TWICE] = IS(DOUBLE_ENCODED), \
    [NOT_UTF8] = IS(NOT_UTF8), \
    [OVERLONG] = IS(OVERLONG_UTF8), \
    [UNICODE_ESCAPE] = IS(UNICODE_ESCAPE), \
    [COMPATIBILITY] = IS(COMPATIBILITY_DELIMITER), \
    [LOOK_ALIKE] = IS(LOOK_ALIKE_DELIMITER)

/* The findings that a kind of octet gives in a part. */
static const uint64_t findings_in[CLASS_COUNT][KIND_COUNT] = {
    [OTHER_PARTS] = { IN_EVERY_PART(0) },
    [CLASS_USERINFO] = {
        IN_EVERY_PART(0),
        [E_SLASH] = IS(USERINFO_DELIMITER),
        [E_BACKSLASH] = IS(USERINFO_DELIMITER),
        [E_DELIMITER] = IS(USERINFO_DELIMITER),
    },
    [CLASS_HOST] = {
        IN_EVERY_PART(IS(ENCODED_HOST)),
        [E_SLASH] = IS(ENCODED_HOST) | IS(HOST_DELIMITER),
        [E_BACKSLASH] = IS(ENCODED_HOST) | IS(HOST_DELIMITER),
        [E_SEMICOLON] = IS(ENCODED_HOST),
        [E_DELIMITER] = IS(ENCODED_HOST) | IS(HOST_DELIMITER),
        [IDNA_DOT] = IS(COMPATIBILITY_DELIMITER),
        [ZONE] = IS(ZONE_ID),
    },
    [CLASS_PATH] = {
        IN_EVERY_PART(0),
        [E_SLASH] = IS(ENCODED_SLASH),
        [E_BACKSLASH] = IS(ENCODED_BACKSLASH),
        [E_SEMICOLON] = IS(ENCODED_SEMICOLON),
        [E_DELIMITER] = IS(ENCODED_DELIMITER),
    },
    [CLASS_INVALID] = {
        IN_EVERY_PART(0),
        [E_SLASH] = IS(ENCODED_SLASH),
        [E_BACKSLASH] = IS(ENCODED_BACKSLASH),
        [ZONE] = IS(ZONE_ID),
    },
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

/* The kinds that are a wanted finding in the given part. */
static uint32_t wanted_kinds(uint64_t wanted, uint32_t part, enum locus_syntax syntax)
{
    const uint64_t *const findings = findings_in[class_of(part)];
    uint32_t kinds = 0;

    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        kinds |= (uint32_t)((findings[kind] & wanted) != 0) << kind;
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
    const uint64_t *const findings = findings_in[class_of(part)];
    uint64_t found = 0;

    for (uint32_t rest = kinds; rest; rest &= rest - 1)
        found |= findings[__builtin_ctz(rest)];
    if (kinds & 1u << E_TAB && syntax != LOCUS_SYNTAX_GOPHER)
        found |= BIT(LOCUS_FINDING_ENCODED_CONTROL);
    if (kinds & protocol_delimiters[syntax])
        found |= BIT(LOCUS_FINDING_PROTOCOL_DELIMITER);
    if (kinds & 1u << AT_SIGN && part & AFTER)
        found |= BIT(LOCUS_FINDING_AT_SIGN);
    return found;
}

/* The kinds in a part at which reading may end: one of them is enough. */
static uint32_t stop_kinds(uint32_t part, enum locus_syntax syntax, const struct search *search)
{
    return search->stop ? wanted_kinds(search->wanted, part, syntax) : 0;
}

/* No finding begins more than two bytes before `first`, so reading begins there. */
static const unsigned char *before_first(const unsigned char *begin, uint32_t first)
{
    return first > 2 ? begin + first - 2 : begin;
}

/* The findings of the kinds that a machine has reported for [begin, pe), and of those that
   only findings_unicode reports. `stop`: stop_kinds(). */
static uint64_t findings_with_unicode(struct found_kinds in, const unsigned char *begin,
                                      const unsigned char *pe, uint32_t part,
                                      enum locus_syntax syntax, const struct search *search,
                                      uint32_t stop)
{
    uint32_t kinds = in.kinds;

    if (kinds & PERHAPS_UNICODE && !(kinds & stop) && (!search->stop || stop & UNICODE))
        kinds |= locus_unicode_kinds(before_first(begin, in.first), pe, stop);
    return findings_of(kinds, part, syntax);
}

uint64_t locus_octet_findings(const char *text, struct locus_span span, uint32_t part,
                              enum locus_syntax syntax, const struct search *search)
{
    const unsigned char *const begin = (const unsigned char *)text + span.off;
    const unsigned char *const pe = begin + span.len;
    const uint64_t traversal = part & PART(QUERY) ? BIT(LOCUS_FINDING_QUERY_TRAVERSAL) : 0;
    const uint32_t stop = stop_kinds(part, syntax, search);
    struct found_kinds in;
    uint64_t found = 0;

    if (search->stop && !stop && !(search->wanted & traversal))
        return 0;
    in = search->finders->kinds_in(begin, pe, stop);
    if (in.kinds == 0)
        return 0;
    if (in.kinds & PERHAPS_DOTS && search->wanted & traversal && !(in.kinds & stop))
        found = locus_query_traverses(begin, pe) ? traversal : 0;
    return found | findings_with_unicode(in, begin, pe, part, syntax, search, stop);
}

/* What findings_path may report about segments. */
#define OF_SEGMENTS \
    (IS(DOT_SEGMENT) | IS(HIDDEN_DOT_SEGMENT) | IS(ABOVE_ROOT) | IS(EMPTY_SEGMENT) \
     | IS(PARAMETER) | IS(DOT_PARAMETER) | IS(SEGMENT_SPACE))

uint64_t locus_path_findings(const char *text, struct locus_span span,
                             enum locus_syntax syntax, const struct search *search)
{
    const unsigned char *const begin = (const unsigned char *)text + span.off;
    const unsigned char *const pe = begin + span.len;
    const uint32_t stop = stop_kinds(PART(PATH), syntax, search);
    struct found_in_path in;

    if (search->stop && !stop && !(search->wanted & OF_SEGMENTS))
        return 0;
    in = search->finders->path_findings(begin, pe, search->stop, stop);
    if (in.kinds.kinds == 0 || in.found & search->stop)
        return in.found;
    return in.found | findings_with_unicode(in.kinds, begin, pe, PART(PATH), syntax, search,
                                            stop);
}
