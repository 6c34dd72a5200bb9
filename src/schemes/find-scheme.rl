/* SPDX-License-Identifier: MIT
 *
 * Looks up schemes: in a caller-supplied table, then among the known ones
 * (grammar/schemes/registry.rl).
 */
#include "locus/schemes.h"
#include "schemes/same-scheme.h"

enum { NO_PORT = -1 };

#define SCHEME(port_, slashes_, syntax_) \
    scheme->port = port_; \
    scheme->slashes = LOCUS_##slashes_; \
    scheme->syntax = LOCUS_SYNTAX_##syntax_; \
    result = 0;

%%{
machine registry;

# For each scheme, its default port (or NO_PORT); whether "//" follows the ":" (SLASHES),
# does not (NO_SLASHES), does so but not in RFC 1630 (SLASHES_LATER), or may be replaced
# by "/" (SLASHES_OR_PATH); and the scheme whose syntax and meaning its URLs have
# (GENERIC: the generic syntax).

# RFC 1738, section 3
action ftp          { SCHEME(21,      SLASHES,         FTP) }
action http         { SCHEME(80,      SLASHES,         HTTP) }
action gopher       { SCHEME(70,      SLASHES,         GOPHER) }
action mailto       { SCHEME(NO_PORT, NO_SLASHES,      MAILTO) }
action news         { SCHEME(NO_PORT, NO_SLASHES,      NEWS) }
action nntp         { SCHEME(119,     SLASHES_LATER,   NNTP) }
action telnet       { SCHEME(23,      SLASHES,         TELNET) }
action wais         { SCHEME(210,     SLASHES,         WAIS) }
action file         { SCHEME(NO_PORT, SLASHES_OR_PATH, FILE) }
action prospero     { SCHEME(1525,    SLASHES,         PROSPERO) }

# RFC 1630
action urn          { SCHEME(NO_PORT, NO_SLASHES,      GENERIC) }
action rlogin       { SCHEME(513,     SLASHES,         TELNET) }

# RFC 1738, section 4. "mailserver" was never defined; since it has SLASHES, a scan does
# not find it without "//". The port of NFS comes from RFC 2224, that of Z39.50 from RFC
# 2056.
action afs          { SCHEME(NO_PORT, SLASHES,         GENERIC) }
action mid          { SCHEME(NO_PORT, NO_SLASHES,      GENERIC) }
action cid          { SCHEME(NO_PORT, NO_SLASHES,      GENERIC) }
action nfs          { SCHEME(2049,    SLASHES,         GENERIC) }
action tn3270       { SCHEME(23,      SLASHES,         TELNET) }
action mailserver   { SCHEME(NO_PORT, SLASHES,         GENERIC) }
action z39_50       { SCHEME(210,     SLASHES,         GENERIC) }

# RFC 9110, section 4.2.2; RFC 6455, section 3
action https        { SCHEME(443,     SLASHES,         HTTP) }
action ws           { SCHEME(80,      SLASHES,         GENERIC) }
action wss          { SCHEME(443,     SLASHES,         GENERIC) }

# Names of people, places and devices
action tel          { SCHEME(NO_PORT, NO_SLASHES,      GENERIC) }
action sms          { SCHEME(NO_PORT, NO_SLASHES,      GENERIC) }
action sip          { SCHEME(NO_PORT, NO_SLASHES,      GENERIC) }
action sips         { SCHEME(NO_PORT, NO_SLASHES,      GENERIC) }
action xmpp         { SCHEME(NO_PORT, NO_SLASHES,      GENERIC) }
action geo          { SCHEME(NO_PORT, NO_SLASHES,      GENERIC) }

# In wide use
action sftp         { SCHEME(22,      SLASHES,         GENERIC) }
action tftp         { SCHEME(69,      SLASHES,         GENERIC) }
action shttp        { SCHEME(NO_PORT, SLASHES,         GENERIC) }
action gsiftp       { SCHEME(2811,    SLASHES,         GENERIC) }
action magnet       { SCHEME(NO_PORT, NO_SLASHES,      GENERIC) }

include registry "schemes/registry.rl";
write data noerror nofinal noentry;
}%%

static int find_known(struct locus_scheme *scheme, const unsigned char *name, size_t len)
{
    const unsigned char *p = name;
    const unsigned char *const pe = name + len;
    const unsigned char *const eof = pe;
    int result = LOCUS_ERROR_ABSENT;
    int cs = registry_start;

    %% write exec;
    (void)cs;
    return result;
}

static size_t length(const char *name)
{
    size_t len = 0;

    while (name[len])
        len++;
    return len;
}

int locus_scheme_find(struct locus_scheme *scheme, const char *name,
                      size_t len, const struct locus_schemes *own)
{
    for (size_t i = 0; own && i < own->count; i++) {
        const struct locus_scheme_entry *entry = &own->entries[i];

        if (length(entry->name) == len
            && locus_same_scheme(entry->name, name, len)) {
            *scheme = entry->scheme;
            return 0;
        }
    }
    if (len == 0)
        return LOCUS_ERROR_ABSENT;
    scheme->reserved[0] = scheme->reserved[1] = 0;
    return find_known(scheme, (const unsigned char *)name, len);
}

int locus_default_port_with(const char *scheme, size_t len,
                            const struct locus_schemes *own)
{
    struct locus_scheme known;

    if (locus_scheme_find(&known, scheme, len, own) != 0 || known.port < 0)
        return LOCUS_ERROR_ABSENT;
    return known.port;
}

int locus_default_port(const char *scheme, size_t len)
{
    return locus_default_port_with(scheme, len, NULL);
}
