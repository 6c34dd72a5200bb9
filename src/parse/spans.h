/* SPDX-License-Identifier: MIT
 *
 * Defines what happens at each event of src/grammars/support/url-events.rl when the machines record
 * spans: in parser.h, where the whole text is available, and in feeder.h, where a piece of
 * it is. The including file defines how a place in the text is represented:
 *
 *     HERE                the byte that is being read
 *     START               the text's first byte
 *     NOWHERE             no place
 *     OFFSET(place)       its offset
 *     LENGTH(from, to)    the number of bytes between two places
 *
 * It also defines the variables `url`, `present`, `host_kind`, `error` and the marks.
 * `begin` is where the current component begins. The user is only marked until the host
 * is committed, because in RFC 1738 a URL with "//" may still turn out to be a bare path
 * (foo://a@b@c).
 */
#ifndef LOCUS_SPANS_H
#define LOCUS_SPANS_H

#define SPAN(name, from, to) \
    (url->part[LOCUS_SLOT(LOCUS_##name)].off = OFFSET(from), \
     url->part[LOCUS_SLOT(LOCUS_##name)].len = LENGTH(from, to), \
     present |= 1u << LOCUS_##name)

#define ACCEPT

#define BEGIN_AFTER      begin = HERE + 1;
#define BEGIN_HERE       begin = HERE;
#define MARK(name)       name = HERE;
#define MARK_AT          at = HERE; begin = HERE + 1;
#define USER(password) \
    user = begin; \
    user_colon = (password) ? colon : NOWHERE;
#define HOST_KIND(kind)  host_kind = LOCUS_HOST_##kind;

#define COMMIT(name, from) \
    SPAN(name, from, HERE); \
    begin = HERE + 1;
#define COMMIT_SCHEME \
    SPAN(SCHEME, START, HERE); \
    path = schemepart = HERE + 1;
#define COMMIT_URI_SCHEME \
    SPAN(SCHEME, begin, HERE); \
    path = schemepart = HERE + 1;
#define COMMIT_USER \
    if (at) { \
        SPAN(USER, user, user_colon ? user_colon : at); \
        if (user_colon) \
            SPAN(PASSWORD, user_colon + 1, at); \
    }
#define COMMIT_HOST \
    COMMIT_USER \
    SPAN(HOST, begin, HERE); \
    url->host_kind = host_kind; \
    path = HERE;
#define COMMIT_HOST_PORT \
    COMMIT_USER \
    SPAN(HOST, begin, colon); \
    SPAN(PORT, colon + 1, HERE); \
    url->host_kind = host_kind; \
    path = HERE;
/* The scheme of a request target is only marked; COMMIT_ABSOLUTE_FORM commits it. */
#define MARK_SCHEME      path = schemepart = HERE + 1;
#define COMMIT_FORM(name) \
    url->form = LOCUS_FORM_##name;
#define COMMIT_ABSOLUTE_FORM \
    SPAN(SCHEME, START, schemepart - 1); \
    COMMIT_FORM(ABSOLUTE)
#define COMMIT_EITHER_FORM \
    COMMIT_FORM(AUTHORITY) \
    url->other_form = LOCUS_FORM_ABSOLUTE;
#define COMMIT_GTYPE \
    SPAN(GTYPE, begin, HERE + 1); \
    begin = HERE + 1;
#define COMMIT_TAB(name) \
    SPAN(name, begin, HERE - 2); \
    begin = HERE + 1;

#define COMMIT_NULL \
    SPAN(HSONAME, begin, HERE - 2); \
    SPAN(PATH, path, HERE - 2); \
    begin = HERE + 1;

#define FAIL(rule) \
    if (error > LOCUS_ERROR_##rule) \
        error = LOCUS_ERROR_##rule;

#endif
