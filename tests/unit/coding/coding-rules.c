/* SPDX-License-Identifier: MIT
 *
 * locus_encode() checked against the RFCs' rule for each component, without a machine.
 */
#include <stdio.h>
#include <string.h>

#include "support/grammars.h"
#include "support/hexdig.h"
#include "unit/coding/coding-properties.h"
#include "unit/coding/test-coding.h"

/* RFC 3986, appendix A; RFC 1738, section 5; RFC 1630, BNF. */
#define UNRESERVED ALPHA DIGIT "-._~"
#define SUB_DELIMS "!$&'()*+,;="
#define SUB_DELIMS_OF_ITEMS "!$'()*,"
#define UCHAR ALPHA DIGIT "$-_.+" "!*'(),"
#define UCHAR_OF_ITEMS ALPHA DIGIT "$-_." "!*'(),"
#define XALPHA ALPHA DIGIT "$-_@.&+" "!*\"'(),"
#define XALPHA_OF_ITEMS ALPHA DIGIT "$-_@." "!*\"'(),"
#define XALPHA_OF_GROUPS ALPHA DIGIT "$-_.&+" "!*\"'(),"

bool is_in(const char *set, char c)
{
    return c && strchr(set, c);
}

bool is_pct_encoded(const char *text, size_t len)
{
    return len > 2 && text[0] == '%' && hexdig_octet(text + 1) >= 0;
}

/* One byte of `first`, then any of `rest`. */
static size_t word_form(const char *text, size_t len, const char *first,
                        const char *rest, bool *literal)
{
    memset(literal, true, len);
    for (size_t i = 0; i < len; i++)
        if (!is_in(i ? rest : first, text[i]))
            return i;
    return len ? CODING_NONE : 0;
}

/* RFC 3986, section 3.1: ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) */
static size_t scheme_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)keep;
    return word_form(text, len, ALPHA, ALPHA DIGIT "+-.", literal);
}

/* RFC 1738: 1*[ lowalpha | digit | "+" | "-" | "." ], and section 2.1 */
static size_t old_scheme_form(const char *text, size_t len, bool keep,
                              bool *literal)
{
    (void)keep;
    return word_form(text, len, ALPHA DIGIT "+-.", ALPHA DIGIT "+-.", literal);
}

/* RFC 1630, prefixedurl: "url" is not a scheme. */
static size_t oldest_scheme_form(const char *text, size_t len, bool keep,
                                 bool *literal)
{
    if (len == 3 && (text[0] | 0x20) == 'u' && (text[1] | 0x20) == 'r'
        && (text[2] | 0x20) == 'l')
        return len;
    return scheme_form(text, len, keep, literal);
}

/* RFC 3986, section 3.2.3: *DIGIT */
static size_t port_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)keep;
    return len ? word_form(text, len, DIGIT, DIGIT, literal) : CODING_NONE;
}

/* RFC 1738, RFC 1630: digits */
static size_t digits_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)keep;
    return word_form(text, len, DIGIT, DIGIT, literal);
}

/* RFC 1738: "A" | "I" | "D" | "a" | "i" | "d" */
static size_t type_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)keep;
    return word_form(text, len, "AIDaid", "", literal);
}

/* RFC 1630: A formcode | E formcode | I | L digits; formcode N | T | C, or none */
static size_t oldest_type_form(const char *text, size_t len, bool keep,
                               bool *literal)
{
    (void)keep;
    memset(literal, true, len);
    if (len == 0 || !is_in("AEILaeil", text[0]))
        return 0;
    if (is_in("Ii", text[0]))
        return len > 1 ? 1 : CODING_NONE;
    if (is_in("AEae", text[0]))
        return len == 1 ? CODING_NONE : !is_in("NTCntc", text[1]) ? 1
             : len == 2 ? CODING_NONE : 2;
    for (size_t i = 1; i < len; i++)
        if (!is_in(DIGIT, text[i]))
            return i;
    return len > 1 ? CODING_NONE : len;
}

/* RFC 1738: "*" | alpha *[ alpha | digit | "-" | "." | "+" | "_" ] */
static size_t group_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)keep;
    if (len > 0 && text[0] == '*')
        return word_form(text, len, "*", "", literal);
    return word_form(text, len, ALPHA, ALPHA DIGIT "-.+_", literal);
}

/* RFC 1630: "*" | ialpha [ . group ], ialpha: alpha [ xalphas ] */
static size_t oldest_group_form(const char *text, size_t len, bool keep,
                                bool *literal)
{
    (void)keep;
    if (len > 0 && text[0] == '*')
        return word_form(text, len, "*", "", literal);
    return len > 0 && is_in(ALPHA, text[0]) ? CODING_NONE : 0;
}

/* RFC 1630: alphanum2 [ user ] */
static size_t oldest_user_form(const char *text, size_t len, bool keep,
                               bool *literal)
{
    (void)keep;
    return word_form(text, len, ALPHA DIGIT "-_.+", ALPHA DIGIT "-_.+", literal);
}

/* RFC 1630: user [ : password ] */
static size_t oldest_userinfo_form(const char *text, size_t len, bool keep,
                                   bool *literal)
{
    const char *colon = memchr(text, ':', len);
    const size_t user = colon ? (size_t)(colon - text) : len;
    size_t at = oldest_user_form(text, user, keep, literal);

    if (at == CODING_NONE && colon) {
        at = oldest_user_form(colon + 1, len - user - 1, keep,
                              literal + user + 1);
        at = at == CODING_NONE ? at : user + 1 + at;
        literal[user] = true;
    }
    return at;
}

/* RFC 1738, section 3.1: user [ ":" password ], neither of which has a ":" */
static size_t old_userinfo_form(const char *text, size_t len, bool keep,
                                bool *literal)
{
    const char *colon = memchr(text, ':', len);
    size_t user;

    (void)keep;
    if (!colon)
        return CODING_NONE;
    user = (size_t)(colon - text);
    literal[user] = true;
    colon = memchr(colon + 1, ':', len - user - 1);
    return colon ? (size_t)(colon - text) : CODING_NONE;
}

/* RFC 1630: alphanums */
static size_t attributes_form(const char *text, size_t len, bool keep,
                              bool *literal)
{
    (void)keep;
    return word_form(text, len, ALPHA, ALPHA DIGIT, literal);
}

/* RFC 1738: hostname, or hostnumber if `or_number` */
static size_t name_form(const char *text, size_t len, bool or_number,
                        bool *literal)
{
    size_t labels = 1, numbers = 0, begin = 0;

    memset(literal, true, len);
    for (size_t i = 0; i < len; i++) {
        if (is_in(ALPHA DIGIT, text[i]) || (text[i] == '-' && i > begin))
            continue;
        if (text[i] != '.' || i == begin || text[i - 1] == '-')
            return i;
        numbers += strspn(text + begin, DIGIT) == i - begin;
        labels++;
        begin = i + 1;
    }
    if (begin == len || text[len - 1] == '-')
        return len;
    if (is_in(ALPHA, text[begin]))
        return CODING_NONE;
    for (size_t i = begin; i < len; i++)
        if (!is_in(DIGIT, text[i]))
            return len;
    return or_number && labels == 4 && numbers == 3 ? CODING_NONE : len;
}

static size_t host_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)keep;
    return len ? name_form(text, len, true, literal) : CODING_NONE;
}

/* RFC 3986, section 3.2.2: a name without hidden delimiters (section 4 of locus.h) */
static bool is_refused(unsigned octet)
{
    return octet <= 0x20 || octet == 0x7f || is_in(":/?#[]@<>\"%\\", (char)octet);
}

static size_t reg_name_form(const char *text, size_t len, bool keep,
                            bool *literal)
{
    (void)literal;
    for (size_t i = 0; i < len; i++) {
        unsigned octet, last;

        if (!keep || text[i] != '%') {
            if (is_refused((unsigned char)text[i]))
                return i;
            continue;
        }
        /* After the first digit, some second digit must give an octet that is allowed. */
        if (++i == len || hexdig(text[i]) < 0)
            return i;
        octet = (unsigned)hexdig(text[i]) << 4;
        for (last = octet + 15; last > octet && is_refused(last);)
            last--;
        if (is_refused(last))
            return i;
        if (++i == len || hexdig(text[i]) < 0
            || is_refused(octet | (unsigned)hexdig(text[i])))
            return i;
    }
    return CODING_NONE;
}

/* RFC 1738: xchar; RFC 1630: xalpha */
static size_t gtype_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)literal;
    if (keep && is_pct_encoded(text, len))
        return len > 3 ? 3 : CODING_NONE;
    if (len == 1)
        return CODING_NONE;
    if (len == 0 || !keep || text[0] != '%')
        return len > 0;
    return hexdig(text[1]) < 0 ? 1 : 2;
}

/* The text contains no byte of `bytes`, raw or, with LOCUS_KEEP, pct-encoded. */
static size_t without(const char *text, size_t len, bool keep, const char *bytes,
                      size_t count)
{
    for (size_t i = 0; i < len; i++) {
        int octet = text[i];

        if (keep && i > 1 && is_pct_encoded(text + i - 2, 3))
            octet = hexdig_octet(text + i - 1);
        if (memchr(bytes, octet, count))
            return i;
    }
    return CODING_NONE;
}

/* RFC 1738, section 3.4.1: no tab, LF, CR */
static size_t selector_form(const char *text, size_t len, bool keep,
                            bool *literal)
{
    (void)literal;
    return without(text, len, keep, "\t\n\r", 3);
}

/* RFC 1630, GOPHER: a tab ends it, and CR and LF are encoded */
static size_t oldest_selector_form(const char *text, size_t len, bool keep,
                                   bool *literal)
{
    (void)literal;
    return without(text, len, keep, "\t", 1);
}

/* doc/RFC1630.md: a prospero terminator ends it */
static size_t hsoname_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)literal;
    return without(text, len, keep, "", 1);
}

static size_t some_form(const char *text, size_t len, bool keep, bool *literal)
{
    (void)text;
    (void)keep;
    (void)literal;
    return len ? CODING_NONE : 0;
}

/* RFC 1738: 1*[ … ] "@" host: the first "@" */
static size_t article_form(const char *text, size_t len, bool keep, bool *literal)
{
    const char *at = memchr(text, '@', len);
    size_t local, found;

    (void)keep;
    if (!at)
        return len;
    local = (size_t)(at - text);
    if (local == 0)
        return 0;
    literal[local] = true;
    found = name_form(at + 1, len - local - 1, true, literal + local + 1);
    return found == CODING_NONE ? found : local + 1 + found;
}

/* RFC 1630: xalphas @ hostname, or host: the last "@", whatever precedes it */
static size_t last_at_form(const char *text, size_t len, bool number)
{
    bool unused[64];
    size_t at = len;

    while (at > 0 && text[at - 1] != '@')
        at--;
    return at > 1 && name_form(text + at, len - at, number, unused) == CODING_NONE
         ? CODING_NONE : len;
}

static size_t oldest_article_form(const char *text, size_t len, bool keep,
                                  bool *literal)
{
    (void)keep;
    (void)literal;
    return last_at_form(text, len, true);
}

static size_t oldest_address_form(const char *text, size_t len, bool keep,
                                  bool *literal)
{
    (void)keep;
    (void)literal;
    return last_at_form(text, len, false);
}

/* RFC 1738: *( ";" fieldname "=" fieldvalue ), at least one */
static size_t fields_form(const char *text, size_t len, bool keep, bool *literal)
{
    bool in_name = false;

    (void)keep;
    if (len == 0 || text[0] != ';')
        return 0;
    for (size_t i = 0; i < len; i++) {
        literal[i] = text[i] == ';' || (text[i] == '=' && in_name);
        if (text[i] == ';' && in_name)
            return i;
        if (text[i] == ';' || text[i] == '=')
            in_name = text[i] == ';';
    }
    return in_name ? len : CODING_NONE;
}

/* RFC 1630: digits = path ; [ wpath ] */
static size_t wpath_form(const char *text, size_t len, bool keep, bool *literal)
{
    size_t begin = 0;
    bool in_path = false;

    (void)keep;
    for (size_t i = 0; i < len; i++) {
        if (in_path && text[i] != ';')
            continue;
        if (!in_path && is_in(DIGIT, text[i]))
            continue;
        if (!in_path && (text[i] != '=' || i == begin))
            return i;
        literal[i] = true;
        in_path = !in_path;
        begin = i + 1;
    }
    return len && !in_path && begin == len ? CODING_NONE : len;
}

#define WEB 1u
#define NEW 2u                         /* RFC 3986, and grammars based on it */
#define IN_1738 4u
#define IN_1630 8u

static bool is_rule_of(const struct rule *r, const struct locus_grammar *grammar)
{
    const unsigned bit = grammar == locus_web || grammar == locus_web_reference
                           || grammar == locus_web_target ? WEB
                       : grammar == locus_rfc1738 ? IN_1738
                       : grammar == locus_rfc1630 ? IN_1630 : NEW;
    const int part = r->component;

    if (grammar == locus_authority && part != LOCUS_HOST && part != LOCUS_PORT)
        return false;
    if (grammar == locus_request_target && part == LOCUS_FRAGMENT)
        return false;
    if (grammar == locus_http_url
        && (part == LOCUS_USER || part == LOCUS_PASSWORD || part == LOCUS_USERINFO))
        return false;
    return (r->grammars & bit) != 0;
}

#define HELD(set) set, NULL, NULL, NULL
#define WEB_BUT(set) NULL, set, NULL, NULL
#define FORM(set, form, letters) set, NULL, form, letters

static const struct rule rules[] = {
    /* RFC 3986 */
    { NEW | WEB, LOCUS_ANY, 0, HELD(UNRESERVED) },
    { NEW | WEB, LOCUS_SCHEME, LOCUS_ERROR_SCHEME,
      FORM("", scheme_form, "aZ1+-.%:") },
    { NEW | WEB, LOCUS_PORT, LOCUS_ERROR_PORT, FORM("", port_form, "09a%+") },
    { NEW | WEB, LOCUS_USER, 0, HELD(UNRESERVED SUB_DELIMS) },
    { NEW | WEB, LOCUS_PASSWORD, 0, HELD(UNRESERVED SUB_DELIMS ":") },
    { NEW | WEB, LOCUS_USERINFO, 0, HELD(UNRESERVED SUB_DELIMS ":") },
    { NEW, LOCUS_HOST, LOCUS_ERROR_HOST,
      FORM(UNRESERVED SUB_DELIMS, reg_name_form, "%2fFc4a") },
    { NEW, LOCUS_PATH, 0, HELD(UNRESERVED SUB_DELIMS ":@/") },
    { NEW, LOCUS_SEGMENT, 0, HELD(UNRESERVED SUB_DELIMS ":@") },
    { NEW, LOCUS_QUERY, 0, HELD(UNRESERVED SUB_DELIMS ":@/?") },
    { NEW, LOCUS_QUERY_ITEM, 0, HELD(UNRESERVED SUB_DELIMS_OF_ITEMS ":@/?") },
    { NEW, LOCUS_FRAGMENT, 0, HELD(UNRESERVED SUB_DELIMS ":@/?") },

    /* Section 1 of locus.h: what a path, a query and a fragment may hold;
       grammar/rules/web-common.rl: a name may contain bytes from 0x80 on. */
    { WEB, LOCUS_HOST, LOCUS_ERROR_HOST, NULL, ":/?#[]@\\^`{|}%",
      reg_name_form, "%2fFc4a" },
    { WEB, LOCUS_PATH, 0, WEB_BUT("?#%") },
    { WEB, LOCUS_SEGMENT, 0, WEB_BUT("/?#%") },
    { WEB, LOCUS_QUERY, 0, WEB_BUT("#%") },
    { WEB, LOCUS_QUERY_ITEM, 0, WEB_BUT("#%&;=+") },
    { WEB, LOCUS_FRAGMENT, 0, WEB_BUT("%") },

    /* RFC 1738. A path contains what both hsegment (http) and fsegment (ftp) allow. */
    { IN_1738 | IN_1630, LOCUS_ANY, 0, HELD(ALPHA DIGIT "-._") },
    { IN_1738, LOCUS_SCHEME, LOCUS_ERROR_SCHEME,
      FORM("", old_scheme_form, "aZ1+-.%:") },
    { IN_1738 | IN_1630, LOCUS_HOST, LOCUS_ERROR_HOST,
      FORM("", host_form, "a1-.") },
    { IN_1738 | IN_1630, LOCUS_PORT, LOCUS_ERROR_PORT,
      FORM("", digits_form, "09a%+") },
    { IN_1738 | IN_1630, LOCUS_NUMBER, LOCUS_ERROR_NUMBER,
      FORM("", digits_form, "09a%+") },
    { IN_1738, LOCUS_TYPE, LOCUS_ERROR_TYPE, FORM("", type_form, "AiDxL1") },
    { IN_1738, LOCUS_GROUP, LOCUS_ERROR_GROUP, FORM("", group_form, "*aZ1.+-_%") },
    { IN_1738, LOCUS_USER, 0, HELD(UCHAR ";?&=") },
    { IN_1738, LOCUS_PASSWORD, 0, HELD(UCHAR ";?&=") },
    { IN_1738, LOCUS_USERINFO, LOCUS_ERROR_USERINFO,
      FORM(UCHAR ";?&=", old_userinfo_form, ":a%4@ ") },
    { IN_1738, LOCUS_PATH, 0, HELD(UCHAR ":@&=/") },
    { IN_1738, LOCUS_SEGMENT, 0, HELD(UCHAR ":@&=") },
    { IN_1738, LOCUS_QUERY, 0, HELD(UCHAR ";:@&=") },
    { IN_1738, LOCUS_QUERY_ITEM, 0, HELD(UCHAR_OF_ITEMS ":@") },
    { IN_1738, LOCUS_GTYPE, LOCUS_ERROR_PATH,
      FORM(UCHAR ";/?:@&=", gtype_form, "%4ag ") },
    { IN_1738, LOCUS_SELECTOR, LOCUS_ERROR_PATH,
      FORM(UCHAR ";/?:@&=", selector_form, "%09aD\t\n\r") },
    { IN_1738, LOCUS_SEARCH, LOCUS_ERROR_PATH,
      FORM(UCHAR ";/?:@&=", selector_form, "%09aD\t\n\r") },
    { IN_1738, LOCUS_PLUS, 0, HELD(UCHAR ";/?:@&=") },
    { IN_1738, LOCUS_ADDRESS, LOCUS_ERROR_ADDRESS,
      FORM(UCHAR ";/?:@&=", some_form, "%4a @") },
    { IN_1738, LOCUS_ARTICLE, LOCUS_ERROR_GROUP,
      FORM(UCHAR ";/?:&=", article_form, "@a1.-% ") },
    { IN_1738, LOCUS_DATABASE, 0, HELD(UCHAR) },
    { IN_1738, LOCUS_WTYPE, 0, HELD(UCHAR) },
    { IN_1738, LOCUS_WPATH, 0, HELD(UCHAR) },
    { IN_1738, LOCUS_HSONAME, 0, HELD(UCHAR "?:@&=/") },
    { IN_1738, LOCUS_FIELDS, LOCUS_ERROR_FIELDS,
      FORM(UCHAR "?:@&", fields_form, ";=a% ") },

    /* RFC 1630 */
    { IN_1630, LOCUS_SCHEME, LOCUS_ERROR_SCHEME,
      FORM("", oldest_scheme_form, "uRrlL1+:") },
    { IN_1630, LOCUS_TYPE, LOCUS_ERROR_TYPE,
      FORM("", oldest_type_form, "AeILNtc1") },
    { IN_1630, LOCUS_USER, LOCUS_ERROR_USERINFO,
      FORM("", oldest_user_form, "a1-_.+:%") },
    { IN_1630, LOCUS_PASSWORD, LOCUS_ERROR_USERINFO,
      FORM("", oldest_user_form, "a1-_.+:%") },
    { IN_1630, LOCUS_USERINFO, LOCUS_ERROR_USERINFO,
      FORM("", oldest_userinfo_form, "a1+:%@") },
    { IN_1630, LOCUS_PATH, 0, HELD(XALPHA "/") },
    { IN_1630, LOCUS_SEGMENT, 0, HELD(XALPHA) },
    { IN_1630, LOCUS_FRAGMENT, 0, HELD(XALPHA) },
    { IN_1630, LOCUS_QUERY, LOCUS_ERROR_QUERY, FORM(XALPHA, some_form, "%4a +") },
    { IN_1630, LOCUS_QUERY_ITEM, 0, HELD(XALPHA_OF_ITEMS) },
    { IN_1630, LOCUS_GTYPE, LOCUS_ERROR_PATH, FORM(XALPHA, gtype_form, "%4ag ") },
    { IN_1630, LOCUS_SELECTOR, LOCUS_ERROR_PATH,
      FORM(XALPHA "/", oldest_selector_form, "%09aD\t\n") },
    { IN_1630, LOCUS_SEARCH, LOCUS_ERROR_PATH,
      FORM(XALPHA "/", oldest_selector_form, "%09aD\t\n") },
    { IN_1630, LOCUS_PLUS, 0, HELD(XALPHA "/") },
    { IN_1630, LOCUS_ADDRESS, LOCUS_ERROR_ADDRESS,
      FORM(XALPHA, oldest_address_form, "@a1.-% ") },
    { IN_1630, LOCUS_ARTICLE, LOCUS_ERROR_GROUP,
      FORM(XALPHA, oldest_article_form, "@a1.-% ") },
    { IN_1630, LOCUS_GROUP, LOCUS_ERROR_GROUP,
      FORM(XALPHA_OF_GROUPS, oldest_group_form, "*a1.@% ") },
    { IN_1630, LOCUS_DATABASE, LOCUS_ERROR_DATABASE,
      FORM(XALPHA, some_form, "%4a +") },
    { IN_1630, LOCUS_WTYPE, LOCUS_ERROR_PATH, FORM(XALPHA, some_form, "%4a +") },
    { IN_1630, LOCUS_WPATH, LOCUS_ERROR_WPATH,
      FORM(XALPHA "/", wpath_form, "1=;a% ") },
    { IN_1630, LOCUS_HSONAME, LOCUS_ERROR_PATH,
      FORM(XALPHA "/", hsoname_form, "%0a ") },
    { IN_1630, LOCUS_FIELDS, LOCUS_ERROR_VERSION,
      FORM("", attributes_form, "aZ1+%=") },
};

static bool rule_holds(const struct rule *r, char c)
{
    if (!r->but)
        return is_in(r->held, c);
    return (unsigned char)c > 0x20 && c != 0x7f && !is_in("\"<>", c)
        && !is_in(r->but, c);
}

/* Writes the text encoded as section 4 of locus.h says. Returns its length. */
size_t encode_plainly(const struct rule *r, const char *text, size_t len,
                      unsigned flags, char *to, const bool *literal)
{
    const bool plus = flags & LOCUS_PLUS_IS_SPACE;
    size_t n = 0;

    for (size_t i = 0; i < len; i++) {
        const char c = text[i];

        if (literal[i] || (rule_holds(r, c) && !(plus && c == '+'))
            || (flags & LOCUS_KEEP && is_pct_encoded(text + i, len - i)))
            to[n++] = c;
        else if (plus && c == ' ')
            to[n++] = '+';
        else
            n += (size_t)snprintf(to + n, 4, "%%%02X", (unsigned char)c);
    }
    return n;
}

const struct rule *rule_of(const struct locus_grammar *grammar, int component)
{
    const struct rule *r = rules;

    while (!is_rule_of(r, grammar) || r->component != component)
        r++;
    return r;
}

static void check_rule(const struct rule *r, const struct locus_grammar *grammar,
                       const char *text, size_t len, unsigned flags)
{
    bool literal[16] = { false };
    char wanted[48], got[48];
    struct locus_report report;
    size_t got_len, wanted_len, fault = CODING_NONE;
    int result;

    /* IP-literals: see ip_literals in hosts.c. */
    if (r->component == LOCUS_HOST && len > 0 && text[0] == '[')
        return;
    if (r->form)
        fault = r->form(text, len, (flags & LOCUS_KEEP) != 0, literal);
    result = locus_encode(got, sizeof got, &got_len, text, len, grammar,
                          r->component, flags, &report);
    if (fault != CODING_NONE) {
        CODING_HOLDS(result == r->error, text, len);
        CODING_HOLDS(report.offset == fault, text, len);
        return;
    }
    CODING_HOLDS(result == 0, text, len);
    wanted_len = encode_plainly(r, text, len, flags, wanted, literal);
    CODING_HOLDS(coding_same(got, got_len, wanted, wanted_len), text, len);
}

static void check_rules(const struct rule *r, const char *text, size_t len)
{
    const bool plus = r->component == LOCUS_QUERY || r->component == LOCUS_ANY
                   || r->component == LOCUS_QUERY_ITEM;

    for (int g = 0; g < grammar_count(); g++)
        for (unsigned flags = 0; flags < (plus ? 4 : 2); flags++)
            if (is_rule_of(r, grammar_at(g)) && locus_has_grammar(grammar_at(g)))
                check_rule(r, grammar_at(g), text, len, flags);
}

/* Every byte in every component, and all short texts of the component's special bytes. */
START_TEST(encoded_by_rules)
{
    static const char *const around[][2] = {
        { "", "" }, { "a", "" }, { "", "a" }, { "a@1", "a" }, { "%4", "4" },
        { "1=", ";" }, { ";a", "=" }, { ";a=", "" }, { "a:", "" },
    };

    for (size_t i = 0; i < COUNT(rules); i++) {
        const char *letters = rules[i].letters ? rules[i].letters : "%4aF g";
        const size_t count = strlen(letters);

        for (size_t n = 0; n < COUNT(around) * 256; n++) {
            const char *const *const a = around[n / 256];
            char text[16];
            const int len = snprintf(text, sizeof text, "%s.%s", a[0], a[1]);

            text[strlen(a[0])] = (char)(n % 256);
            check_rules(&rules[i], text, (size_t)len);
        }
        for (size_t len = 0, texts = 1; texts <= 5000; len++, texts *= count)
            for (size_t n = 0; n < texts; n++) {
                char text[16];

                for (size_t k = 0, rest = n; k < len; k++, rest /= count)
                    text[k] = letters[rest % count];
                check_rules(&rules[i], text, len);
            }
    }
}
END_TEST

TCase *rule_tests(void)
{
    TCase *tests = tcase_create("rules");

    tcase_set_timeout(tests, 0);
    tcase_add_test(tests, encoded_by_rules);
    return tests;
}
