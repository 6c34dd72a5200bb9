/* SPDX-License-Identifier: MIT
 *
 * Looks up schemes: in a caller-supplied table, then in grammar/schemes/registry.rl.
 */
#include "locus/schemes.h"
#include "schemes/same-scheme.h"

#define MACHINE(name) \
    static int match_##name(struct locus_scheme *scheme, \
                            const unsigned char *p, \
                            const unsigned char *const pe)
#define MACHINE_BEGIN(name) \
    const unsigned char *const eof = pe; \
    int cs = name##_start; \
    int result = LOCUS_ERROR_ABSENT;
#define MACHINE_END \
    (void)cs; \
    return result;

enum { NO_PORT = -1 };

#define SCHEME(port_, slashes_, syntax_) \
    scheme->port = port_; \
    scheme->slashes = LOCUS_##slashes_; \
    scheme->syntax = LOCUS_SYNTAX_##syntax_; \
    result = 0;

#include "registry.h"

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
    const unsigned char *const text = (const unsigned char *)name;

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
    return match_registry(scheme, text, text + len);
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
