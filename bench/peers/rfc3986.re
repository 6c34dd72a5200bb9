/* SPDX-License-Identifier: MIT
 *
 * RFC 3986, appendix A, in re2c: the same language as grammar/url/rfc3986.rl, as a peer
 * that finds the same parts with tags. It was transcribed from the RFC.
 *
 * There is a tag only where the place of a part does not follow from its neighbours:
 * with fewer tags, re2c's code is faster. text[len] is NUL, which is in no URI, and
 * serves as the sentinel: re2c's fastest way to detect the end. RE2C_MODE names re2c's
 * version and code style; each style is a peer of its own.
 */
#include "peer.h"

struct parts {
    uint32_t present;
    uint32_t kind;
    struct { uint32_t off, len; } part[8];
};

enum { SCHEME, USER, PASSWORD, HOST, PORT, PATH, QUERY, FRAGMENT };
enum { NONE, NAME, IPV4, IPV6, IPVFUTURE, EMPTY };

static int parse(const char *text, size_t len)
{
    const unsigned char *const begin = (const unsigned char *)text;
    const unsigned char *YYCURSOR = begin;
    const unsigned char *YYMARKER = begin;
    const unsigned char *s, *u, *w, *h, *v, *p, *a, *q, *f;
    const unsigned char *end;
    struct parts parts = { 0 };
    /*!stags:re2c format = 'const unsigned char *@@ = NULL;\n    '; */

#define PART(i, from, to) \
    parts.present |= 1u << (i), \
    parts.part[i].off = (uint32_t)((from) - begin), \
    parts.part[i].len = (uint32_t)((to) - (from))

    /*!re2c
    re2c:define:YYCTYPE = 'unsigned char';
    re2c:yyfill:enable = 0;

    ALPHA = [A-Za-z];
    DIGIT = [0-9];
    HEXDIG = [0-9A-Fa-f];

    // Section 2
    sub_delims = [!$&'()*+,;=];
    unreserved = ALPHA | DIGIT | [-._~];
    pct_encoded = "%" HEXDIG HEXDIG;
    pchar = unreserved | pct_encoded | sub_delims | [:@];

    // Section 3.1
    scheme = ALPHA ( ALPHA | DIGIT | [-+.] )*;

    // Section 3.2.2
    dec_octet = DIGIT
              | [1-9] DIGIT
              | "1" DIGIT{2}
              | "2" [0-4] DIGIT
              | "25" [0-5];
    IPv4address = dec_octet "." dec_octet "." dec_octet "." dec_octet;
    h16 = HEXDIG{1,4};
    ls32 = h16 ":" h16 | IPv4address;
    IPv6address =                              ( h16 ":" ){6} ls32
                |                         "::" ( h16 ":" ){5} ls32
                | (                 h16 )? "::" ( h16 ":" ){4} ls32
                | ( ( h16 ":" ){0,1} h16 )? "::" ( h16 ":" ){3} ls32
                | ( ( h16 ":" ){0,2} h16 )? "::" ( h16 ":" ){2} ls32
                | ( ( h16 ":" ){0,3} h16 )? "::"   h16 ":"      ls32
                | ( ( h16 ":" ){0,4} h16 )? "::"                ls32
                | ( ( h16 ":" ){0,5} h16 )? "::"                h16
                | ( ( h16 ":" ){0,6} h16 )? "::";
    IPvFuture = 'v' HEXDIG+ "." ( unreserved | sub_delims | ":" )+;
    IP_literal = "[" ( IPv6address | IPvFuture ) "]";
    reg_name = ( unreserved | pct_encoded | sub_delims )*;
    host = IP_literal | IPv4address @v | reg_name;

    // Section 3.2.1, as two parts
    user = ( unreserved | pct_encoded | sub_delims )*;
    password = ( unreserved | pct_encoded | sub_delims | ":" )*;
    userinfo = @u user ( ":" @w password )?;

    // Sections 3.2 and 3.2.3
    port = DIGIT*;
    authority = ( userinfo "@" )? @h host ( ":" @p port )?;

    // Sections 3.3 to 3.5
    segment = pchar*;
    segment_nz = pchar+;
    path_abempty = ( "/" segment )*;
    path_absolute = "/" ( segment_nz ( "/" segment )* )?;
    path_rootless = segment_nz ( "/" segment )*;
    path_empty = "";
    query = ( pchar | [/?] )*;
    fragment = ( pchar | [/?] )*;

    // Section 3
    hier_part = "//" authority @a path_abempty
              | path_absolute
              | path_rootless
              | path_empty;
    URI = scheme @s ":" hier_part ( "?" @q query )? ( "#" @f fragment )?;

    * { return 0; }

    URI "\x00" {
        end = YYCURSOR - 1;
        if (end != begin + len)
            return 0;
        if (f) {
            PART(FRAGMENT, f, end);
            end = f - 1;
        }
        if (q) {
            PART(QUERY, q, end);
            end = q - 1;
        }
        PART(SCHEME, begin, s);
        if (!h) {
            PART(PATH, s + 1, end);
            bench_keep(&parts);
            return 1;
        }
        PART(PATH, a, end);
        end = a;
        if (p) {
            PART(PORT, p, end);
            end = p - 1;
        }
        PART(HOST, h, end);
        parts.kind = h == end ? EMPTY
                   : *h == '[' ? ((h[1] | 0x20) == 'v' ? IPVFUTURE : IPV6)
                   : v ? IPV4 : NAME;
        if (u) {
            end = h - 1;
            if (w) {
                PART(PASSWORD, w, end);
                end = w - 1;
            }
            PART(USER, u, end);
        }
        bench_keep(&parts);
        return 1;
    }
    */
}

static const struct bench_peer peer = {
    .version = BENCH_PEER_VERSION,
    .does = BENCH_VALIDATES | BENCH_OFFSETS | BENCH_HOST_KIND,
    .name = "re2c " RE2C_MODE,
    .takes = "RFC 3986 URI",
    .parse = parse
};

const struct bench_peer *bench_peer(unsigned index)
{
    return index == 0 ? &peer : NULL;
}
