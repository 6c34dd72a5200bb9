/* SPDX-License-Identifier: MIT
 *
 * Looks for findings in a URL, part by part.
 */
#include "authority/ip-address.h"
#include "common/bytes.h"
#include "findings/address/host-class.h"
#include "findings/findings.h"
#include "grammars/support/grammar.h"
#include "reference/decompose.h"

/* What each function below may report. */
#define OF_PORT \
    (BIT(LOCUS_FINDING_EMPTY_PORT) | BIT(LOCUS_FINDING_ZERO_PORT) \
     | BIT(LOCUS_FINDING_LEADING_ZERO_PORT) | BIT(LOCUS_FINDING_PORT_OVERFLOW) \
     | BIT(LOCUS_FINDING_OTHER_PORT) | BIT(LOCUS_FINDING_RESERVED_PORT))
#define OF_HOST \
    (BIT(LOCUS_FINDING_EMPTY_HOST) | BIT(LOCUS_FINDING_ODD_IPV4) \
     | BIT(LOCUS_FINDING_FINAL_DOT) | BIT(LOCUS_FINDING_LOOPBACK_HOST) \
     | BIT(LOCUS_FINDING_UNSPECIFIED_HOST) | BIT(LOCUS_FINDING_PRIVATE_HOST) \
     | BIT(LOCUS_FINDING_LINK_LOCAL_HOST) | BIT(LOCUS_FINDING_MULTICAST_HOST) \
     | BIT(LOCUS_FINDING_DOCUMENTATION_HOST) | BIT(LOCUS_FINDING_RESERVED_HOST) \
     | BIT(LOCUS_FINDING_EMBEDDED_IPV4))
#define OF_REFERENCE \
    (BIT(LOCUS_FINDING_NETWORK_PATH) | BIT(LOCUS_FINDING_HIDDEN_NETWORK_PATH))

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
    found = locus_host_findings(text + span.off, span.len);
    if (found & BIT(LOCUS_FINDING_ODD_IPV4))
        found |= numbers(text, span, 1);
    else if (url->host_kind == LOCUS_HOST_IPV4)
        found |= numbers(text, span, 0);
    return found;
}

enum { FIRST_UNRESERVED_PORT = 1024 };

/* Whether the port is that of http or https, which may be the scheme of an authority or an
   authority-form. */
static int is_http(int port)
{
    return port == 80 || port == 443;
}

static uint64_t port(const struct locus_url *url, const char *text,
                     const struct locus_scheme *scheme)
{
    const struct locus_span span = url->part[LOCUS_PORT];
    const int number = locus_port(url, text);
    uint64_t found = locus_port_findings(text, span);

    if (span.len == 0)
        return found;
    if (number == LOCUS_ERROR_RANGE)
        return found | BIT(LOCUS_FINDING_PORT_OVERFLOW);
    if (number == scheme->port)
        return found;
    if (scheme->port >= 0)
        found |= BIT(LOCUS_FINDING_OTHER_PORT);
    if (number < FIRST_UNRESERVED_PORT && !(locus_begins_with_host(url) && is_http(number)))
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

/* The findings of the structure, the port and the host. Parts in `clean` have none. */
static uint64_t structure(const struct locus_url *url, const char *text,
                          const struct locus_scheme *scheme, uint32_t clean,
                          const struct search *search)
{
    uint64_t found = 0;

    if (locus_has(url, LOCUS_USER))
        found |= BIT(LOCUS_FINDING_USER);
    if (locus_has(url, LOCUS_PASSWORD))
        found |= BIT(LOCUS_FINDING_PASSWORD);
    if (locus_has(url, LOCUS_FRAGMENT))
        found |= BIT(LOCUS_FINDING_FRAGMENT);
    if (!locus_has(url, LOCUS_HOST) && needs_host(url, scheme))
        found |= BIT(LOCUS_FINDING_MISSING_SLASHES);
    if (found & search->stop)
        return found;
    if (locus_has(url, LOCUS_PORT) && search->wanted & OF_PORT)
        found |= port(url, text, scheme);
    if (locus_has(url, LOCUS_HOST) && !(clean & PART(HOST)) && search->wanted & OF_HOST)
        found |= host(url, text, needs_host(url, scheme) || locus_begins_with_host(url));
    return found;
}

/* The findings of the octets in each part, and of the segments of the path. */
static uint64_t octets(const struct locus_url *url, const char *text,
                       enum locus_syntax syntax, uint32_t clean, const struct search *search)
{
    uint32_t parts = ANYWHERE & url->present & ~clean;
    uint64_t found = 0;

    for (; parts && !(found & search->stop); parts &= parts - 1) {
        const int part = __builtin_ctz(parts);
        const struct locus_span span = url->part[LOCUS_SLOT(part)];

        if (span.len == 0)
            continue;
        if (part == LOCUS_PATH && is_hierarchical(syntax))
            found |= locus_path_findings(text, span, syntax, search);
        else
            found |= locus_octet_findings(text, span, 1u << part, syntax, search);
    }
    return found;
}

/* A URL that is not valid has no parts. */
static uint64_t invalid_findings(const char *text, size_t len, const struct search *search)
{
    const struct locus_span all = {
        0, len < LOCUS_MAX_LENGTH ? (uint32_t)len : LOCUS_MAX_LENGTH
    };
    uint64_t found = 0;

    if (search->wanted & OF_REFERENCE)
        found = locus_reference_findings(text, len);
    if (!(found & search->stop))
        found |= locus_octet_findings(text, all, INVALID, LOCUS_SYNTAX_GENERIC, search);
    return found;
}

/* What is known of the scheme. */
static struct locus_scheme scheme_of(const struct locus_url *url, const char *text,
                                     const struct locus_schemes *own)
{
    const struct locus_span name = url->part[LOCUS_SCHEME];
    struct locus_scheme scheme = { .port = -1 };

    if (name.len == 0
        || locus_scheme_find(&scheme, text + name.off, name.len, own) != 0)
        scheme = (struct locus_scheme){ .port = -1 };
    if (scheme.syntax >= LOCUS_SYNTAX_COUNT)
        scheme.syntax = LOCUS_SYNTAX_GENERIC;
    return scheme;
}

/* Removes the findings that this URL cannot have. */
static void restrict_to(struct search *search, const struct locus_url *url,
                        enum locus_syntax syntax)
{
    if (syntax == LOCUS_SYNTAX_GOPHER)              /* "%09" is its delimiter */
        search->wanted &= ~BIT(LOCUS_FINDING_SEGMENT_SPACE);
    if (!locus_has(url, LOCUS_HOST))
        search->wanted &= ~BIT(LOCUS_FINDING_AT_SIGN);
    search->stop &= search->wanted;
}

/* The findings of a text without a scheme, as a reference. In a request target, "//" begins
   an authority only for programs that mistake the target for a reference. */
static uint64_t reference(const struct locus_url *url, const char *text, size_t len)
{
    uint64_t found;

    if (url->form == LOCUS_FORM_ASTERISK || locus_begins_with_host(url))
        return 0;
    found = locus_reference_findings(text, len);
    if (url->form == LOCUS_FORM_ORIGIN && found & BIT(LOCUS_FINDING_NETWORK_PATH))
        found = (found & ~BIT(LOCUS_FINDING_NETWORK_PATH))
              | BIT(LOCUS_FINDING_HIDDEN_NETWORK_PATH);
    return found;
}

/* Whether a URL has a scheme and a host, and all its parts but the scheme are clean. Then
   the scheme need not be looked up. */
static int has_only(const struct locus_url *url, uint32_t clean)
{
    const uint32_t needed = PART(SCHEME) | PART(HOST);

    return (url->present & needed) == needed
        && (url->present & ~clean & ~PART(SCHEME)) == 0;
}

uint64_t locus_wanted_findings(const struct locus_url *url, const char *text, size_t len,
                               const struct locus_schemes *own, const struct search *what)
{
    struct search search;
    struct locus_scheme scheme;
    enum locus_syntax syntax;
    uint32_t clean;
    uint64_t found;

    if (!text)
        text = (const char *)nothing;
    if (url->error != 0)
        return invalid_findings(text, len, what) & what->wanted;
    clean = what->finders->clean_parts(url, (const unsigned char *)text);
    if (has_only(url, clean))
        return (locus_has(url, LOCUS_FRAGMENT) ? BIT(LOCUS_FINDING_FRAGMENT) : 0)
             & what->wanted;
    search = *what;
    scheme = scheme_of(url, text, own);
    syntax = (enum locus_syntax)scheme.syntax;
    restrict_to(&search, url, syntax);
    found = structure(url, text, &scheme, clean, &search);
    if (url->part[LOCUS_SCHEME].len == 0) {
        if (search.wanted & OF_REFERENCE)
            found |= reference(url, text, len);
        syntax = LOCUS_SYNTAX_HTTP;     /* what it most often resolves to */
    }
    if (!(found & search.stop))
        found |= octets(url, text, syntax, clean, &search);
    return found & search.wanted;
}

#define X(name, needs) \
    [KERNEL_##name] = { \
        KERNEL_PASTE(kinds_in, name), KERNEL_PASTE(path_findings, name), \
        KERNEL_PASTE(clean_parts, name) \
    },
static const struct finders finders[KERNEL_COUNT] = { LOCUS_KERNELS(X) };
#undef X

#define X(name, needs) [KERNEL_##name] = { ~UINT64_C(0), 0, &finders[KERNEL_##name] },
uint64_t locus_findings(const struct locus_url *url, const char *text, size_t len,
                        const struct locus_schemes *own)
{
    static const struct search all[KERNEL_COUNT] = { LOCUS_KERNELS(X) };

    return locus_wanted_findings(url, text, len, own, &all[locus_kernel_in_use()]);
}
#undef X

int locus_findings_any(const struct locus_url *url, const char *text, size_t len,
                       uint64_t mask, const struct locus_schemes *own)
{
    const struct search search = {
        .wanted = mask, .stop = mask, .finders = &finders[locus_kernel_in_use()]
    };

    return locus_wanted_findings(url, text, len, own, &search) != 0;
}
