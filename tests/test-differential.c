/* SPDX-License-Identifier: MIT
 *
 * Generated and mutated texts, LOCUS_TEST_MUTATIONS of them for each grammar:
 * the library against the interpreter of the RFCs' BNF (interpreter.h), and,
 * for URI and URI-reference, against uriparser, another strict RFC 3986
 * library: verdict, spans, error offset. Where uriparser differs, one of the
 * classes below must explain it; each has its words from the RFC in
 * doc/DIFFERENCES.md. An unexplained difference fails.
 *
 *     LOCUS_TEST_MUTATIONS=n   texts a grammar (default 50000)
 *     LOCUS_TEST_SEED=n        the seed of the first one (default 1)
 */
#include <stdlib.h>

#include "interpreter.h"
#include "mutate.h"

#ifdef HAVE_URIPARSER
#include <uriparser/Uri.h>
#endif

static unsigned long from_environment(const char *name,
                                      unsigned long otherwise)
{
    const char *value = getenv(name);

    return value && *value ? strtoul(value, NULL, 10) : otherwise;
}

/* ------------------------------------------------------------------------
 * uriparser
 * ------------------------------------------------------------------------ */

#ifdef HAVE_URIPARSER

enum class { IP_LITERAL_OFFSET, CLASSES };

static const char *const class_names[CLASSES] = {
    [IP_LITERAL_OFFSET] = "ip-literal-offset",
};

static struct {
    unsigned long same, unexplained;
    unsigned long explained[CLASSES];
} theirs;

/* Whether a range of theirs is this part of ours. */
static bool same_range(const UriTextRangeA *range, const struct locus_url *url,
                       enum locus_part part, const char *text)
{
    const struct locus_span span = url->part[part];

    if (!range->first || !locus_has(url, part))
        return !range->first == !locus_has(url, part);
    return (size_t)(range->afterLast - range->first) == span.len
        && (span.len == 0 || range->first == text + span.off);
}

/* "user:password" is one part of theirs. */
static bool same_user(const UriUriA *uri, const struct locus_url *url,
                      const char *text)
{
    struct locus_url joined = *url;
    struct locus_span *const user = &joined.part[LOCUS_USER];

    if (locus_has(url, LOCUS_PASSWORD))
        user->len += 1 + url->part[LOCUS_PASSWORD].len;
    return same_range(&uri->userInfo, &joined, LOCUS_USER, text);
}

/* Theirs has no brackets, and says by itself what it is. */
static bool same_host(const UriUriA *uri, const struct locus_url *url,
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

/* Theirs is a list of segments; where it is empty, nobody knows where. */
static bool same_path(const UriUriA *uri, const struct locus_url *url,
                      const char *text)
{
    char path[MUTATE_MAX + 2];
    size_t len = 0;
    const bool rooted = uri->absolutePath || uri->hostText.first;

    if (uri->absolutePath && !uri->pathHead)
        path[len++] = '/';
    for (const UriPathSegmentA *s = uri->pathHead; s; s = s->next) {
        const size_t n = (size_t)(s->text.afterLast - s->text.first);

        if (s != uri->pathHead || rooted)
            path[len++] = '/';
        memcpy(path + len, s->text.first, n);
        len += n;
    }
    return len == url->part[LOCUS_PATH].len
        && memcmp(path, text + url->part[LOCUS_PATH].off, len) == 0;
}

/* Bits of classes that explain the difference; 0 if none does. */
static unsigned explain(const struct locus_url *url, bool valid,
                        size_t offset)
{
    if (!valid && offset != url->error_offset
        && url->error == LOCUS_ERROR_IP_LITERAL)
        return 1u << IP_LITERAL_OFFSET;
    return 0;
}

static void compare(const struct locus_url *url, const unsigned char *bytes,
                    size_t len)
{
    const char *const text = (const char *)bytes;
    const char *error = text;
    UriUriA uri;
    const bool parsed = uriParseSingleUriExA(&uri, text, text + len, &error)
                     == URI_SUCCESS;
    /* Theirs is a reference. A URI is one with a scheme; where it fails, only
       the reference can tell. */
    const bool reference = url->grammar == LOCUS_RFC3986_REFERENCE;
    const bool valid = parsed && (reference || uri.scheme.first);
    const size_t offset = valid || !reference ? url->error_offset
                                              : (size_t)(error - text);
    bool same = valid == (url->error == 0) && offset == url->error_offset;
    unsigned classes;

    if (same && valid)
        same = same_range(&uri.scheme, url, LOCUS_SCHEME, text)
            && same_user(&uri, url, text) && same_host(&uri, url, text)
            && same_range(&uri.portText, url, LOCUS_PORT, text)
            && same_path(&uri, url, text)
            && same_range(&uri.query, url, LOCUS_QUERY, text)
            && same_range(&uri.fragment, url, LOCUS_FRAGMENT, text);
    if (parsed)
        uriFreeUriMembersA(&uri);
    if (same) {
        theirs.same++;
        return;
    }
    classes = explain(url, valid, offset);
    for (int i = 0; i < CLASSES; i++)
        theirs.explained[i] += classes >> i & 1;
    if (classes != 0 || theirs.unexplained++ > 20)
        return;
    printf("unexplained: ");
    mutate_print(stdout, bytes, len);
    printf("\n  uriparser: %s at %zu; locus: %s at %u\n",
           valid ? "valid" : "invalid", offset,
           url->error == 0 ? "valid" : "invalid", url->error_offset);
}

/* Returns how many differences have no explanation, and explanations no
   difference. */
static unsigned long tell_theirs(unsigned long n)
{
    unsigned long failed = theirs.unexplained;

    printf("uriparser: %lu agree\n", theirs.same);
    for (int i = 0; i < CLASSES; i++) {
        printf("uriparser: %lu explained by %s\n", theirs.explained[i],
               class_names[i]);
        failed += n >= 50000 && theirs.explained[i] == 0;
    }
    printf("uriparser: %lu unexplained\n", theirs.unexplained);
    return failed;
}

#else

static void compare(const struct locus_url *url, const unsigned char *bytes,
                    size_t len)
{
    (void)url, (void)bytes, (void)len;
}

static unsigned long tell_theirs(unsigned long n)
{
    (void)n;
    puts("uriparser: configure found none (Debian: liburiparser-dev)");
    return 0;
}

#endif

/* ------------------------------------------------------------------------
 * The BNF
 * ------------------------------------------------------------------------ */

/* Returns how many texts differ. */
static unsigned long differ(enum locus_grammar grammar, unsigned long n,
                            unsigned long seed)
{
    struct interpreter *bnf = interpreter_new(grammar);
    unsigned long failed = 0, valid = 0;

    for (unsigned long i = 0; i < n && failed < 20; i++) {
        unsigned char text[MUTATE_MAX];
        struct mutate m;
        struct locus_url url;
        struct answer answer;
        size_t len;
        int result;

        mutate_seed(&m, seed + i);
        len = mutate_url(&m, grammar, text);
        result = locus_parse(&url, (const char *)text, len, grammar);
        interpreter_ask(bnf, text, len, &answer);
        valid += answer.valid;
        if (!interpreter_agrees(&answer, &url, result, text, len)) {
            printf("%s, LOCUS_TEST_SEED=%lu\n", locus_grammar_name(grammar),
                   seed + i);
            failed++;
        }
        if (grammar == LOCUS_RFC3986 || grammar == LOCUS_RFC3986_REFERENCE)
            compare(&url, text, len);
    }
    printf("%s: %lu texts, %lu of them valid, %lu differ from the BNF\n",
           locus_grammar_name(grammar), n, valid, failed);
    interpreter_free(bnf);
    return failed;
}

int main(void)
{
    const unsigned long n = from_environment("LOCUS_TEST_MUTATIONS", 50000);
    const unsigned long seed = from_environment("LOCUS_TEST_SEED", 1);
    unsigned long failed = 0;

    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int g = 0; g < LOCUS_GRAMMAR_COUNT; g++)
        if (locus_has_grammar((enum locus_grammar)g))
            failed += differ((enum locus_grammar)g, n, seed);
    if (locus_has_grammar(LOCUS_RFC3986_REFERENCE))
        failed += tell_theirs(n);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
