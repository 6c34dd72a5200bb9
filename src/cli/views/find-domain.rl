/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"
#include "cli/views/domain.h"

#ifdef HAVE_PSL

#include <libpsl.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "cli/values/address.h"
#include "cli/views/decoded.h"

/* The names of hosts */

struct name {
    char  *text;                  /* a copy of the host, which becomes lower case */
    size_t len;
    bool   is_ascii;
    bool   is_utf8;
    bool   complete;
};

%%{
machine host_name;

action upper            { name->text[p - begin] = (char)(*p | 0x20); }
action beyond_ascii     { name->is_ascii = false; }
action label_end        { name->len = (size_t)(p - begin); }
action is_utf8          { name->is_utf8 = true; }
action complete         { name->complete = true; }

include host_name "command/host-name.rl";
write data noerror nofinal noentry;
}%%

static void read_name(struct name *name, size_t len)
{
    const unsigned char *const begin = (const unsigned char *)name->text;
    const unsigned char *p = begin;
    const unsigned char *const pe = p + len;
    const unsigned char *const eof = pe;
    int cs = host_name_start;

    name->len = 0;
    name->is_ascii = true;
    name->is_utf8 = name->complete = false;
    %% write exec;
    (void)cs;
}

/* Their domains */

static const psl_ctx_t *list;

void domains_open(const char *verb, const char *option)
{
    (void)verb, (void)option;
    if (list)
        return;
    /* The newer one of the system's list and libpsl's own. */
    list = psl_latest(NULL);
    if (!list)
        list = psl_builtin();
    if (!list)
        die("libpsl has no Public Suffix List: install one (Debian: publicsuffix)");
}

/* Browsers read "0x7f.1" as an address, too (WHATWG URL, section 3.5). */
static bool is_address(const char *text, size_t len, struct scratch *scratch)
{
    char *const buf = scratch_for(scratch, SCRATCH_HOST, HOST_SIZE(len));
    uint8_t octets[4];
    struct locus_url url;

    return host_parse(&url, buf, text, len)
        && (url.host_kind != LOCUS_HOST_NAME
            || locus_numeric_host(octets, &url, buf) != LOCUS_ERROR_ABSENT);
}

/* Replaces the host by its registrable domain, which is in scratch memory. */
static bool find(struct value_text *host, struct scratch *scratch)
{
    struct name name = { .text = scratch_for(scratch, SCRATCH_DOMAIN, host->len) };
    const size_t len = value_decode(name.text, host->at, host->len, LOCUS_HOST);
    const char *domain;
    char *lower = NULL;

    read_name(&name, len);
    if (!name.complete || (name.is_ascii && is_address(name.text, name.len, scratch)))
        return false;
    name.text[name.len] = '\0';
    if (strlen(name.text) != name.len)
        return false;
    if (!name.is_ascii && name.is_utf8
        && psl_str_to_utf8lower(name.text, "utf-8", NULL, &lower) == PSL_SUCCESS && lower) {
        name.len = strlen(lower);
        name.text = scratch_for(scratch, SCRATCH_DOMAIN, name.len);
        memcpy(name.text, lower, name.len + 1);
    }
    psl_free_string(lower);
    domain = psl_registrable_domain(list, name.text);
    if (!domain)
        return false;
    host->at = domain;
    host->len = name.len - (size_t)(domain - name.text);
    return true;
}

/*
 * A cache of hosts, since libpsl takes a microsecond for each. The hash of a host gives
 * the few slots in which it may be.
 */

enum { WAYS = 4, SLOTS = 128 * WAYS, LONGEST = 123 };

struct domain_slot {
    uint64_t      hash;
    unsigned char host_len;       /* 0: the slot is empty */
    unsigned char domain_len;     /* 0: it has none */
    char          host[LONGEST];
    char          domain[LONGEST];
};

/* The slots of a hash. */
static struct domain_slot *slots_of(struct scratch *scratch, uint64_t hash)
{
    if (!scratch->domains) {
        scratch->domains = mem_resize(NULL, SLOTS * sizeof *scratch->domains);
        for (size_t i = 0; i < SLOTS; i++)
            scratch->domains[i].host_len = 0;
    }
    return &scratch->domains[hash % (SLOTS / WAYS) * WAYS];
}

static struct domain_slot *search(struct domain_slot *slots, uint64_t hash,
                                  const struct value_text *host)
{
    for (struct domain_slot *slot = slots; slot < slots + WAYS; slot++)
        if (slot->host_len == host->len && slot->hash == hash
            && memcmp(slot->host, host->at, host->len) == 0)
            return slot;
    return NULL;
}

/* An empty slot, or any. */
static struct domain_slot *free_slot(struct domain_slot *slots, uint64_t hash)
{
    for (struct domain_slot *slot = slots; slot < slots + WAYS; slot++)
        if (slot->host_len == 0)
            return slot;
    return &slots[hash / SLOTS % WAYS];
}

static void keep(struct domain_slot *slot, uint64_t hash, const struct value_text *host,
                 const struct value_text *domain)
{
    slot->hash = hash;
    slot->host_len = (unsigned char)host->len;
    slot->domain_len = (unsigned char)domain->len;
    memcpy(slot->host, host->at, host->len);
    memcpy(slot->domain, domain->at, domain->len);
}

bool domain_of(struct value_text *host, struct scratch *scratch)
{
    struct value_text domain = *host;
    struct domain_slot *slots, *slot;
    uint64_t hash;

    if (host->len == 0)
        return false;
    if (host->len > LONGEST)
        return find(host, scratch);
    hash = XXH3_64bits(host->at, host->len);
    slots = slots_of(scratch, hash);
    slot = search(slots, hash, host);
    if (!slot) {
        if (!find(&domain, scratch))
            domain.len = 0;
        if (domain.len > LONGEST) {
            *host = domain;
            return true;
        }
        slot = free_slot(slots, hash);
        keep(slot, hash, host, &domain);
    }
    host->at = slot->domain;
    host->len = slot->domain_len;
    return host->len > 0;
}

#else

void domains_open(const char *verb, const char *option)
{
    usage_error(verb, "%s: :domain needs the Public Suffix List, but locus was built without"
                " libpsl (install libpsl-dev, configure --with-psl)", option);
}

bool domain_of(struct value_text *host, struct scratch *scratch)
{
    (void)host, (void)scratch;
    return false;
}

#endif
