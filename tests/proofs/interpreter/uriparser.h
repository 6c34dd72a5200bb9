/* SPDX-License-Identifier: MIT
 *
 * Compares uriparser's answer to a text with that of locus_rfc3986 or
 * locus_rfc3986_reference, for tests/proofs/interpreter/test-differential and a fuzz
 * target. One of the classes below must explain each difference; the RFC text for each
 * is in doc/DIFFERENCES.md.
 */
#ifndef LOCUS_TESTS_URIPARSER_H
#define LOCUS_TESTS_URIPARSER_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <uriparser/Uri.h>

#include "locus.h"
#include "support/mutate.h"

enum uriparser_class { IP_LITERAL_OFFSET, URIPARSER_CLASSES };

static const char *const uriparser_class_names[URIPARSER_CLASSES] = {
    [IP_LITERAL_OFFSET] = "ip-literal-offset",
};

struct uriparser_answer {
    bool same;
    bool valid;
    size_t offset;                 /* of the error */
    unsigned classes;              /* one bit for each class that explains it */
};

/* Whether uriparser's range is our span. */
static inline bool same_range(const UriTextRangeA *range,
                              const struct locus_url *url,
                              enum locus_part part, const char *text)
{
    const struct locus_span span = locus_get(url, part);

    if (!range->first || !locus_has(url, part))
        return !range->first == !locus_has(url, part);
    return (size_t)(range->afterLast - range->first) == span.len
        && (span.len == 0 || range->first == text + span.off);
}

/* uriparser keeps "user:password" as one part. */
static inline bool same_user(const UriUriA *uri, const struct locus_url *url,
                             const char *text)
{
    struct locus_url joined = *url;
    struct locus_span *const user = &joined.part[LOCUS_USER];

    if (locus_has(url, LOCUS_PASSWORD))
        user->len += 1 + url->part[LOCUS_PASSWORD].len;
    return same_range(&uri->userInfo, &joined, LOCUS_USER, text);
}

/* uriparser's host has no brackets; separate fields say what kind it is. */
static inline bool same_host(const UriUriA *uri, const struct locus_url *url,
                             const char *text)
{
    const enum locus_host_kind kind
        = !uri->hostText.first ? LOCUS_HOST_NONE
        : uri->hostData.ip4 ? LOCUS_HOST_IPV4
        : uri->hostData.ip6 ? LOCUS_HOST_IPV6
        : uri->hostData.ipFuture.first ? LOCUS_HOST_IPVFUTURE
        : uri->hostText.first == uri->hostText.afterLast ? LOCUS_HOST_EMPTY
        : LOCUS_HOST_NAME;
    struct locus_url bare = *url;

    if (kind == LOCUS_HOST_IPV6 || kind == LOCUS_HOST_IPVFUTURE) {
        bare.part[LOCUS_HOST].off++;
        bare.part[LOCUS_HOST].len -= 2;
    }
    return kind == (enum locus_host_kind)url->host_kind
        && same_range(&uri->hostText, &bare, LOCUS_HOST, text);
}

/* Takes piece[0..len) off the front of *path; false if it is not there. */
static inline bool take_piece(struct locus_span *path, const char *text,
                              const char *piece, size_t len)
{
    if (len > path->len
        || (len > 0 && memcmp(text + path->off, piece, len) != 0))
        return false;
    path->off += (uint32_t)len;
    path->len -= (uint32_t)len;
    return true;
}

/* uriparser's path is a list of segments. An empty path has no position. */
static inline bool same_path(const UriUriA *uri, const struct locus_url *url,
                             const char *text)
{
    const bool rooted = uri->absolutePath || uri->hostText.first;
    struct locus_span path = url->part[LOCUS_PATH];

    if (uri->absolutePath && !uri->pathHead
        && !take_piece(&path, text, "/", 1))
        return false;
    for (const UriPathSegmentA *s = uri->pathHead; s; s = s->next) {
        if ((s != uri->pathHead || rooted) && !take_piece(&path, text, "/", 1))
            return false;
        if (!take_piece(&path, text, s->text.first,
                        (size_t)(s->text.afterLast - s->text.first)))
            return false;
    }
    return path.len == 0;
}

/* The bits of the classes that explain the difference; 0 if none does. */
static inline unsigned uriparser_explain(const struct locus_url *url,
                                         const struct uriparser_answer *theirs)
{
    if (!theirs->valid && theirs->offset != url->error_offset
        && url->error == LOCUS_ERROR_IP_LITERAL)
        return 1u << IP_LITERAL_OFFSET;
    return 0;
}

/* `url` is the result of locus_parse() for the text. */
static inline struct uriparser_answer
uriparser_ask(const struct locus_url *url, const char *text, size_t len)
{
    const char *error = text;
    UriUriA uri;
    const bool parsed = uriParseSingleUriExA(&uri, text, text + len, &error)
                     == URI_SUCCESS;
    /* uriparser parses references. A URI is a reference with a scheme. The offset of an
       error is compared only for references: that in a URI may be another. */
    const bool reference = locus_url_grammar(url) == locus_rfc3986_reference;
    struct uriparser_answer theirs = { .classes = 0 };

    theirs.valid = parsed && (reference || uri.scheme.first);
    theirs.offset = theirs.valid || !reference ? url->error_offset
                                               : (size_t)(error - text);
    theirs.same = theirs.valid == (url->error == 0)
               && theirs.offset == url->error_offset;
    if (theirs.same && theirs.valid)
        theirs.same = same_range(&uri.scheme, url, LOCUS_SCHEME, text)
            && same_user(&uri, url, text) && same_host(&uri, url, text)
            && same_range(&uri.portText, url, LOCUS_PORT, text)
            && same_path(&uri, url, text)
            && same_range(&uri.query, url, LOCUS_QUERY, text)
            && same_range(&uri.fragment, url, LOCUS_FRAGMENT, text);
    if (parsed)
        uriFreeUriMembersA(&uri);
    if (!theirs.same)
        theirs.classes = uriparser_explain(url, &theirs);
    return theirs;
}

/* Prints how the two differ. */
static inline void uriparser_tell(const struct uriparser_answer *theirs,
                                  const struct locus_url *url,
                                  const char *text, size_t len)
{
    printf("unexplained: ");
    mutate_print(stdout, (const unsigned char *)text, len);
    printf("\n  uriparser: %s at %zu; locus: %s at %u\n",
           theirs->valid ? "valid" : "invalid", theirs->offset,
           url->error == 0 ? "valid" : "invalid", url->error_offset);
}

#endif
