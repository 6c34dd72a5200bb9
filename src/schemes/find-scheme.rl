/* SPDX-License-Identifier: MIT
 *
 * Looks up schemes: in a caller-supplied table, then among the known ones
 * (grammar/schemes/registry.rl).
 */
#include "locus/schemes.h"
#include "schemes/same-scheme.h"

enum { NO_PORT = -1 };

static inline int set(struct locus_scheme *scheme, int32_t port, enum locus_slashes slashes,
                      enum locus_syntax syntax)
{
    scheme->port = port;
    scheme->slashes = (uint8_t)slashes;
    scheme->syntax = (uint8_t)syntax;
    return 0;
}

%%{
machine registry;

# For each scheme: its default port; what follows the ":" (enum locus_slashes); and the scheme
# whose syntax and meaning its URLs have.

# RFC 1738, section 3
action ftp          { return set(scheme, 21,      LOCUS_SLASHES,         LOCUS_SYNTAX_FTP); }
action http         { return set(scheme, 80,      LOCUS_SLASHES,         LOCUS_SYNTAX_HTTP); }
action gopher       { return set(scheme, 70,      LOCUS_SLASHES,         LOCUS_SYNTAX_GOPHER); }
action mailto       { return set(scheme, NO_PORT, LOCUS_NO_SLASHES,      LOCUS_SYNTAX_MAILTO); }
action news         { return set(scheme, NO_PORT, LOCUS_NO_SLASHES,      LOCUS_SYNTAX_NEWS); }
action nntp         { return set(scheme, 119,     LOCUS_SLASHES_LATER,   LOCUS_SYNTAX_NNTP); }
action telnet       { return set(scheme, 23,      LOCUS_SLASHES,         LOCUS_SYNTAX_TELNET); }
action wais         { return set(scheme, 210,     LOCUS_SLASHES,         LOCUS_SYNTAX_WAIS); }
action file         { return set(scheme, NO_PORT, LOCUS_SLASHES_OR_PATH, LOCUS_SYNTAX_FILE); }
action prospero     { return set(scheme, 1525,    LOCUS_SLASHES,         LOCUS_SYNTAX_PROSPERO); }

# RFC 1630
action urn          { return set(scheme, NO_PORT, LOCUS_NO_SLASHES,      LOCUS_SYNTAX_GENERIC); }
action rlogin       { return set(scheme, 513,     LOCUS_SLASHES,         LOCUS_SYNTAX_TELNET); }

# RFC 1738, section 4. "mailserver" was never defined; since it has "//", a scan does
# not find it without "//". The port of NFS comes from RFC 2224, that of Z39.50 from RFC
# 2056.
action afs          { return set(scheme, NO_PORT, LOCUS_SLASHES,         LOCUS_SYNTAX_GENERIC); }
action mid          { return set(scheme, NO_PORT, LOCUS_NO_SLASHES,      LOCUS_SYNTAX_GENERIC); }
action cid          { return set(scheme, NO_PORT, LOCUS_NO_SLASHES,      LOCUS_SYNTAX_GENERIC); }
action nfs          { return set(scheme, 2049,    LOCUS_SLASHES,         LOCUS_SYNTAX_GENERIC); }
action tn3270       { return set(scheme, 23,      LOCUS_SLASHES,         LOCUS_SYNTAX_TELNET); }
action mailserver   { return set(scheme, NO_PORT, LOCUS_SLASHES,         LOCUS_SYNTAX_GENERIC); }
action z39_50       { return set(scheme, 210,     LOCUS_SLASHES,         LOCUS_SYNTAX_GENERIC); }

# RFC 9110, section 4.2.2; RFC 6455, section 3
action https        { return set(scheme, 443,     LOCUS_SLASHES,         LOCUS_SYNTAX_HTTP); }
action ws           { return set(scheme, 80,      LOCUS_SLASHES,         LOCUS_SYNTAX_GENERIC); }
action wss          { return set(scheme, 443,     LOCUS_SLASHES,         LOCUS_SYNTAX_GENERIC); }

# Names of people, places and devices
action tel          { return set(scheme, NO_PORT, LOCUS_NO_SLASHES,      LOCUS_SYNTAX_GENERIC); }
action sms          { return set(scheme, NO_PORT, LOCUS_NO_SLASHES,      LOCUS_SYNTAX_GENERIC); }
action sip          { return set(scheme, NO_PORT, LOCUS_NO_SLASHES,      LOCUS_SYNTAX_GENERIC); }
action sips         { return set(scheme, NO_PORT, LOCUS_NO_SLASHES,      LOCUS_SYNTAX_GENERIC); }
action xmpp         { return set(scheme, NO_PORT, LOCUS_NO_SLASHES,      LOCUS_SYNTAX_GENERIC); }
action geo          { return set(scheme, NO_PORT, LOCUS_NO_SLASHES,      LOCUS_SYNTAX_GENERIC); }

# In wide use
action sftp         { return set(scheme, 22,      LOCUS_SLASHES,         LOCUS_SYNTAX_GENERIC); }
action tftp         { return set(scheme, 69,      LOCUS_SLASHES,         LOCUS_SYNTAX_GENERIC); }
action shttp        { return set(scheme, NO_PORT, LOCUS_SLASHES,         LOCUS_SYNTAX_GENERIC); }
action gsiftp       { return set(scheme, 2811,    LOCUS_SLASHES,         LOCUS_SYNTAX_GENERIC); }
action magnet       { return set(scheme, NO_PORT, LOCUS_NO_SLASHES,      LOCUS_SYNTAX_GENERIC); }

include registry "schemes/registry.rl";
write data noerror nofinal noentry;
}%%

static int find_known(struct locus_scheme *scheme, const unsigned char *name, size_t len)
{
    const unsigned char *p = name;
    const unsigned char *const pe = name + len;
    const unsigned char *const eof = pe;
    int cs = registry_start;

    %% write exec;
    (void)cs;
    return LOCUS_ERROR_ABSENT;
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
