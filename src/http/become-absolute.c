/* SPDX-License-Identifier: MIT
 *
 * The absolute-form of a request target, if the method excludes the authority-form.
 */
#include "http/http.h"

void locus_become_absolute(struct locus_url *url)
{
    if (url->form == LOCUS_FORM_AUTHORITY && url->other_form == LOCUS_FORM_ABSOLUTE) {
        url->part[LOCUS_SCHEME] = url->part[LOCUS_HOST];
        url->part[LOCUS_PATH] = url->part[LOCUS_PORT];
        url->part[LOCUS_HOST] = url->part[LOCUS_PORT] = (struct locus_span){ 0, 0 };
        url->present = 1u << LOCUS_SCHEME | 1u << LOCUS_PATH;
        url->host_kind = LOCUS_HOST_NONE;
        url->form = LOCUS_FORM_ABSOLUTE;
    }
    if (url->form == LOCUS_FORM_ABSOLUTE)
        url->other_form = LOCUS_FORM_ABSOLUTE;
}
