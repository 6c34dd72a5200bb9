/* SPDX-License-Identifier: MIT
 *
 * Checks forms that percent-encoding cannot produce: IP-literals, and paths after a host
 * (grammar/coding/host-forms.rl).
 */
#include "coding/coding.h"
#include "common/bytes.h"

/* The productions that are shared with the parsers name events that mean nothing here
   (src/grammars/support/url-events.rl). */
#define FAIL(rule)
#define HOST_KIND(kind)

%%{
machine host_forms;
include url_events "grammars/support/url-events.rl";
include host_forms "coding/host-forms.rl";
write data noerror;
}%%

/* `stop` is where the machine stopped: at an error or at the end. */
static int has_form(const unsigned char *text, size_t len, int cs, size_t *stop)
{
    const unsigned char *p = text;
    const unsigned char *const pe = p + len;
    const unsigned char *const eof = pe;

    %% write exec;
    (void)eof;
    *stop = (size_t)(p - text);
    return cs >= host_forms_first_final;
}

int locus_ip_literal(const unsigned char *text, size_t len, size_t *offset)
{
    return has_form(text, len, host_forms_en_ip_literal, offset);
}

int locus_may_follow_host(const char *path, size_t len)
{
    size_t ignored;

    return has_form(bytes_of(path, len), len, host_forms_en_after_host, &ignored);
}
