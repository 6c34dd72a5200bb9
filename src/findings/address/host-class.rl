/* SPDX-License-Identifier: MIT
 *
 * The address class of a host, also of a host that only some programs read as an IPv4
 * address. A machine recognizes such hosts (grammar/findings/findings-host.rl), and
 * ip-address.c reads the address.
 */
#include "authority/ip-address.h"
#include "findings/address/host-class.h"

%%{
machine findings_host;

action odd_ipv4         { found |= BIT(LOCUS_FINDING_ODD_IPV4); }
action final_dot        { found |= BIT(LOCUS_FINDING_FINAL_DOT); }
action loopback         { found |= BIT(LOCUS_FINDING_LOOPBACK_HOST); }

include findings_host "findings/findings-host.rl";
write data noerror nofinal noentry;
}%%

uint64_t locus_host_findings(const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;
    const unsigned char *const pe = p + len;
    const unsigned char *const eof = pe;
    uint64_t found = 0;
    int cs = findings_host_start;

    %% write exec;
    (void)cs;
    return found;
}

static int has_finding(uint64_t found, enum locus_finding finding)
{
    return (int)(found >> finding & 1);
}

int locus_numeric_host(uint8_t octets[4], const struct locus_url *url,
                       const char *text)
{
    const struct locus_span host = url->part[LOCUS_HOST];

    if (url->host_kind != LOCUS_HOST_IPV4
        && (url->host_kind != LOCUS_HOST_NAME
            || !has_finding(locus_host_findings(text + host.off, host.len),
                            LOCUS_FINDING_ODD_IPV4)))
        return LOCUS_ERROR_ABSENT;
    return locus_read_ipv4(octets, text + host.off, host.len, 8);
}

int locus_host_class(const struct locus_url *url, const char *text)
{
    const struct locus_span host = url->part[LOCUS_HOST];
    uint8_t octets[16];
    int error;

    switch (url->host_kind) {
    case LOCUS_HOST_IPV6:
        error = locus_ipv6(octets, url, text);
        return error ? error : locus_address_class(octets, 16);
    case LOCUS_HOST_IPV4:
        error = locus_ipv4(octets, url, text);
        return error ? error : locus_address_class(octets, 4);
    case LOCUS_HOST_NAME:
        if (has_finding(locus_host_findings(text + host.off, host.len),
                        LOCUS_FINDING_LOOPBACK_HOST))
            return LOCUS_CLASS_LOOPBACK;
        error = locus_numeric_host(octets, url, text);
        return error ? error : locus_address_class(octets, 4);
    default:
        return LOCUS_ERROR_ABSENT;
    }
}
