/* SPDX-License-Identifier: MIT
 *
 * Origins: RFC 6454, sections 4 to 6.
 */
#include "locus.h"
#include "locus/schemes.h"
#include "normalize/normalize.h"

enum {
    PORT = 6,                      /* bytes of ":65535" */
    HOST_STEPS = LOCUS_STEP_CASE | LOCUS_STEP_PERCENT_CASE | LOCUS_STEP_DECODE
               | LOCUS_STEP_IPV6
};

/* The serialization of an origin (section 6.2). `form` may point into the struct. */
struct origin {
    struct recomposed form;
    unsigned char port[PORT];
    int triple;                    /* scheme, host and port; 0: a globally unique
                                      identifier */
};

/* Writes ":" and the number. Returns the number of bytes written. */
static size_t write_port(unsigned char bytes[PORT], unsigned number)
{
    size_t digits = 1;

    for (unsigned rest = number; rest >= 10; rest /= 10)
        digits++;
    bytes[0] = ':';
    for (size_t i = digits; i > 0; i--, number /= 10)
        bytes[i] = (unsigned char)('0' + number % 10);
    return 1 + digits;
}

/* Whether the scheme uses a host as a naming authority (section 4, step 1) and is
   supported (step 3): its default port is known. */
static int has_servers(const struct locus_scheme *scheme)
{
    return scheme->port >= 0 && scheme->slashes != LOCUS_NO_SLASHES;
}

/* Section 4. Returns 0 or LOCUS_ERROR_RANGE. */
static int compute(struct origin *origin, const struct locus_url *url, const char *text,
                   const struct locus_schemes *own)
{
    static const unsigned char slashes[3] = { ':', '/', '/' };
    const struct locus_span name = url->part[LOCUS_SCHEME];
    struct locus_scheme scheme;
    int port;

    origin->triple = 0;
    origin->form.count = 0;
    if (!locus_has(url, LOCUS_SCHEME) || url->part[LOCUS_HOST].len == 0
        || locus_scheme_find(&scheme, text + name.off, name.len, own) != 0
        || !has_servers(&scheme))
        return 0;
    port = locus_port_with(url, text, own);
    if (port < 0)
        return port;
    origin->triple = 1;
    locus_recomposed_add(&origin->form, (const unsigned char *)text + name.off, name.len,
                         PIECE_LOWER);
    locus_recomposed_add(&origin->form, slashes, sizeof slashes, 0);
    locus_normal_host(&origin->form, url, text, HOST_STEPS);
    if (port != scheme.port)
        locus_recomposed_add(&origin->form, origin->port,
                             write_port(origin->port, (unsigned)port), 0);
    return 0;
}

int locus_origin(char *buf, size_t size, size_t *len, const struct locus_url *url,
                 const char *text, const struct locus_schemes *own)
{
    static const unsigned char null[4] = { 'n', 'u', 'l', 'l' };
    struct origin origin;
    int result = url->error;

    *len = 0;
    if (result == 0)
        result = compute(&origin, url, text, own);
    if (result != 0)
        return result;
    if (!origin.triple)
        locus_recomposed_add(&origin.form, null, sizeof null, 0);
    return locus_recomposed_write(&origin.form, buf, size, len);
}

int locus_same_origin(const struct locus_url *a, const char *a_text,
                      const struct locus_url *b, const char *b_text,
                      const struct locus_schemes *own)
{
    struct origin x, y;

    return a->error == 0 && b->error == 0
        && compute(&x, a, a_text, own) == 0 && x.triple
        && compute(&y, b, b_text, own) == 0 && y.triple
        && locus_recomposed_compare(&x.form, &y.form) == 0;
}
