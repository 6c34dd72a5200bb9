/* SPDX-License-Identifier: MIT
 *
 * Request targets of a known method (RFC 9112, section 3.2). The grammar finds the form;
 * the method decides whether it is allowed.
 */
#include <string.h>

#include "authority/port.h"
#include "grammars/support/grammar.h"
#include "http/http.h"

static int fail(struct locus_url *url, int error, size_t offset)
{
    const uint8_t grammar = url->grammar;

    memset(url, 0, sizeof *url);
    url->grammar = grammar;
    url->error_offset = (uint32_t)offset;
    return url->error = error;
}

/* RFC 9110, section 9.3.6: "A server MUST reject a CONNECT request that targets an empty
   or invalid port number". No TCP connection has the port 0 (RFC 6335, section 6:
   reserved). The error's offset is that of the first digit that makes the number exceed
   65535; if there is none, it is the end of the port. */
static int check_port(struct locus_url *url, const char *text)
{
    const struct locus_span port = url->part[LOCUS_PORT];
    const size_t end = locus_port_digits(text + port.off, port.len);

    if (port.len == 0 || end < port.len || locus_port(url, text) == 0)
        return fail(url, LOCUS_ERROR_PORT, port.off + end);
    return 0;
}

/* Applies a method that is valid. Not inlined, so that nearly all requests save no registers
   for it. */
static __attribute__((noinline)) int
apply(struct locus_url *url, const char *text, enum locus_method method)
{
    if (method == LOCUS_METHOD_CONNECT) {
        if (url->form != LOCUS_FORM_AUTHORITY)
            return fail(url, LOCUS_ERROR_FORM, 0);
        url->other_form = LOCUS_FORM_NONE;
        return check_port(url, text);
    }
    locus_become_absolute(url);
    if (url->form == LOCUS_FORM_AUTHORITY
        || (url->form == LOCUS_FORM_ASTERISK && method != LOCUS_METHOD_OPTIONS))
        return fail(url, LOCUS_ERROR_FORM, 0);
    return 0;
}

int locus_apply_method(struct locus_url *url, const char *text, const char *method,
                       size_t method_len)
{
    size_t stop;
    enum locus_method which;

    if (url->error)
        return url->error;
    if (!url_has_trait(url, LOCUS_TRAIT_TARGET))
        return fail(url, LOCUS_ERROR_GRAMMAR, 0);
    if (method_len == 0)
        return 0;
    which = locus_read_method(method, method_len, &stop);
    if (which == LOCUS_METHOD_INVALID)
        return fail(url, LOCUS_ERROR_METHOD,
                    stop < LOCUS_MAX_LENGTH ? stop : LOCUS_MAX_LENGTH);
    /* Nearly all requests. */
    if (url->form == LOCUS_FORM_ORIGIN && which != LOCUS_METHOD_CONNECT)
        return 0;
    return apply(url, text, which);
}

int locus_parse_target(struct locus_url *url, const char *text, size_t len,
                       const struct locus_grammar *grammar,
                       const char *method, size_t method_len)
{
    const int error = locus_parse(url, text, len, grammar);

    if (!has_trait(grammar, LOCUS_TRAIT_TARGET))
        return fail(url, LOCUS_ERROR_GRAMMAR, 0);
    return error ? error : locus_apply_method(url, text, method, method_len);
}
