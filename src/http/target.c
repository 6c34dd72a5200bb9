/* SPDX-License-Identifier: MIT
 *
 * Request targets of a known method (RFC 9112, section 3.2). The grammar finds the form;
 * the method decides whether it is allowed.
 */
#include <string.h>

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

/* Makes "tel:5551234" a URI: its host is the scheme, and its port the path. */
static void become_absolute(struct locus_url *url)
{
    url->part[LOCUS_SCHEME] = url->part[LOCUS_HOST];
    url->part[LOCUS_PATH] = url->part[LOCUS_PORT];
    url->part[LOCUS_HOST] = url->part[LOCUS_PORT] = (struct locus_span){ 0, 0 };
    url->present = 1u << LOCUS_SCHEME | 1u << LOCUS_PATH;
    url->host_kind = LOCUS_HOST_NONE;
    url->form = LOCUS_FORM_ABSOLUTE;
    url->other_form = LOCUS_FORM_NONE;
}

int locus_apply_method(struct locus_url *url, const char *method, size_t method_len)
{
    const struct locus_span port = url->part[LOCUS_PORT];
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
    if (which == LOCUS_METHOD_CONNECT) {
        if (url->form != LOCUS_FORM_AUTHORITY)
            return fail(url, LOCUS_ERROR_FORM, 0);
        if (port.len == 0)
            return fail(url, LOCUS_ERROR_PORT, port.off);
        url->other_form = LOCUS_FORM_NONE;
        return 0;
    }
    if (url->other_form == LOCUS_FORM_ABSOLUTE)
        become_absolute(url);
    if (url->form == LOCUS_FORM_AUTHORITY
        || (url->form == LOCUS_FORM_ASTERISK && which != LOCUS_METHOD_OPTIONS))
        return fail(url, LOCUS_ERROR_FORM, 0);
    return 0;
}

int locus_parse_target(struct locus_url *url, const char *text, size_t len,
                       const struct locus_grammar *grammar,
                       const char *method, size_t method_len)
{
    const int error = locus_parse(url, text, len, grammar);

    if (!has_trait(grammar, LOCUS_TRAIT_TARGET))
        return fail(url, LOCUS_ERROR_GRAMMAR, 0);
    return error ? error : locus_apply_method(url, method, method_len);
}
