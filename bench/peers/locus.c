/* SPDX-License-Identifier: MIT
 *
 * locus itself: a peer for each kernel that this processor can run and each grammar.
 * All others are compared with the first one.
 */
#include <stdio.h>
#include <stdlib.h>

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

PARSE(rfc3986, locus_rfc3986)
PARSE(web, locus_web)
PARSE(rfc1738, locus_rfc1738)
PARSE(reference, locus_rfc3986_reference)
PARSE(web_reference, locus_web_reference)
PARSE(request_target, locus_request_target)
PARSE(web_target, locus_web_target)

/* Columns: the generic parts of all texts of a pass. */
static struct locus_columns columns;
static int32_t *errors;
static size_t room;

static void make_room(size_t count)
{
    if (count <= room)
        return;
    room = count;
    for (int part = 0; part < LOCUS_GENERIC_PART_COUNT; part++) {
        free(columns.part[part]);
        columns.part[part] = malloc(count * sizeof *columns.part[part]);
        if (!columns.part[part])
            abort();
    }
    free(errors);
    columns.error = errors = malloc(count * sizeof *errors);
    if (!errors)
        abort();
}

static size_t loop(const char *text, const uint64_t *begin,
                   const uint64_t *end, size_t count)
{
    size_t valid = 0;

    make_room(count);
    for (size_t i = 0; i < count; i++) {
        struct locus_url url;

        errors[i] = locus_parse(&url, text + begin[i], end[i] - begin[i],
                                locus_rfc3986);
        valid += errors[i] == 0;
        for (int part = 0; part < LOCUS_GENERIC_PART_COUNT; part++)
            columns.part[part][i] = url.part[part];
    }
    bench_keep(&columns);
    return valid;
}

static size_t batch(const char *text, const uint64_t *begin,
                    const uint64_t *end, size_t count)
{
    size_t valid;

    make_room(count);
    valid = (size_t)locus_parse_batch(&columns, text, begin, end, count,
                                      locus_rfc3986);
    bench_keep(&columns);
    return valid;
}

static const struct {
    const char *name;              /* NULL: that of the grammar */
    const char *takes;
    int (*parse)(const char *text, size_t len);
    size_t (*parse_all)(const char *text, const uint64_t *begin,
                        const uint64_t *end, size_t count);
    const struct locus_grammar *const *grammar;
} machines[] = {
    { NULL, "RFC 3986 URI", rfc3986, NULL, &locus_rfc3986 },
    { NULL, "lenient URI", web, NULL, &locus_web },
    { NULL, "RFC 1738", rfc1738, NULL, &locus_rfc1738 },
    { NULL, "RFC 3986 URI-reference", reference, NULL,
      &locus_rfc3986_reference },
    { NULL, "lenient URI-reference", web_reference, NULL, &locus_web_reference },
    { NULL, "RFC 9112 request-target", request_target, NULL, &locus_request_target },
    { NULL, "lenient request target", web_target, NULL, &locus_web_target },
    { "columns by locus_parse()", "RFC 3986 URI", rfc3986, loop,
      &locus_rfc3986 },
    { "columns by locus_parse_batch()", "RFC 3986 URI", rfc3986, batch,
      &locus_rfc3986 }
};

enum { MACHINES = sizeof machines / sizeof *machines };

/* A peer and the kernel that it uses. */
static struct measured {
    struct bench_peer peer;
    const char *kernel;
    char name[64];
} measured[32];

/* Lets the library choose its default kernel by itself, so that the first call of a
   process includes that choice. */
static void begin(const struct bench_peer *self)
{
    static int is_chosen;
    const char *kernel = ((const struct measured *)(const void *)self)->kernel;

    if (!is_chosen && kernel == locus_kernel_name(0))
        return;
    is_chosen = 1;
    locus_use_kernel(kernel);
}

/* The n-th machine whose grammar is built in; MACHINES if there are no more. */
static unsigned built_in(unsigned n)
{
    unsigned machine = 0;

    while (machine < MACHINES
           && (!locus_has_grammar(*machines[machine].grammar) || n-- > 0))
        machine++;
    return machine;
}

const struct bench_peer *bench_peer(unsigned index)
{
    unsigned count = 0;
    while (built_in(count) < MACHINES)
        count++;

    if (count == 0)
        return NULL;

    const char *const kernel = locus_kernel_name(index / count);
    const unsigned machine = built_in(index % count);
    struct measured *const m = &measured[index % 32];

    if (!kernel || index >= 32)
        return NULL;
    snprintf(m->name, sizeof m->name, "locus %s, %s",
             machines[machine].name
                 ? machines[machine].name
                 : locus_grammar_name(*machines[machine].grammar), kernel);
    m->kernel = kernel;
    m->peer = (struct bench_peer){
        .version = BENCH_PEER_VERSION,
        .does = BENCH_VALIDATES | BENCH_OFFSETS | BENCH_HOST_KIND,
        .name = m->name,
        .takes = machines[machine].takes,
        .parse = machines[machine].parse,
        .parse_all = machines[machine].parse_all,
        .begin = begin
    };
    return &m->peer;
}
