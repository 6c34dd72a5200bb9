/* SPDX-License-Identifier: MIT
 *
 * locus itself: a peer for each kernel that this processor runs and each
 * grammar. The first is the one that all others are compared with.
 */
#include <stdio.h>

#include "locus.h"
#include "peer.h"

#define PARSE(name, grammar) \
    static int name(const char *text, size_t len) \
    { \
        struct locus_url url; \
        const int error = locus_parse(&url, text, len, grammar); \
        bench_keep(&url); \
        return error == 0; \
    }

PARSE(rfc3986, LOCUS_RFC3986)
PARSE(web, LOCUS_WEB)
PARSE(rfc1738, LOCUS_RFC1738)
PARSE(reference, LOCUS_RFC3986_REFERENCE)

static const struct {
    const char *takes;
    int (*parse)(const char *text, size_t len);
    enum locus_grammar grammar;
} machines[] = {
    { "RFC 3986 URI", rfc3986, LOCUS_RFC3986 },
    { "lenient URI", web, LOCUS_WEB },
    { "RFC 1738", rfc1738, LOCUS_RFC1738 },
    { "RFC 3986 URI-reference", reference, LOCUS_RFC3986_REFERENCE }
};

enum { MACHINES = sizeof machines / sizeof *machines };

/* A peer and the kernel that it uses. */
static struct measured {
    struct bench_peer peer;
    const char *kernel;
    char name[64];
} measured[32];

static void begin(const struct bench_peer *self)
{
    locus_use_kernel(((const struct measured *)(const void *)self)->kernel);
}

/* The n-th of those whose grammar is built in; MACHINES if there are no more. */
static unsigned built_in(unsigned n)
{
    unsigned machine = 0;

    while (machine < MACHINES
           && (!locus_has_grammar(machines[machine].grammar) || n-- > 0))
        machine++;
    return machine;
}

const struct bench_peer *bench_peer(unsigned index)
{
    unsigned count = 0;
    while (built_in(count) < MACHINES)
        count++;

    const char *const kernel = locus_kernel_name(index / count);
    const unsigned machine = built_in(index % count);
    struct measured *const m = &measured[index % 32];

    if (!kernel || index >= 32)
        return NULL;
    snprintf(m->name, sizeof m->name, "locus %s, %s",
             locus_grammar_name(machines[machine].grammar), kernel);
    m->kernel = kernel;
    m->peer = (struct bench_peer){
        .version = BENCH_PEER_VERSION,
        .does = BENCH_VALIDATES | BENCH_OFFSETS | BENCH_HOST_KIND,
        .name = m->name,
        .takes = machines[machine].takes,
        .parse = machines[machine].parse,
        .begin = begin
    };
    return &m->peer;
}
