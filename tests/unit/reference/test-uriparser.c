/* SPDX-License-Identifier: MIT
 *
 * locus and uriparser, another strict RFC 3986 library, resolve and normalize the same
 * generated texts, as many as LOCUS_TEST_MUTATIONS says. Where they disagree, one of
 * the classes below must explain it; doc/DIFFERENCES.md quotes the RFC for each. An
 * unexplained disagreement fails, and so does a class that explains no disagreement.
 */
#ifndef HAVE_URIPARSER

#include <stdio.h>

int main(void)
{
    puts("skipped: configure found no uriparser (Debian: liburiparser-dev)");
    return 77;
}

#else

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <uriparser/Uri.h>

#include "support/environment.h"
#include "unit/reference/resolve-oracle.h"
#include "unit/reference/resolve-texts.h"

/* The classes that explain a disagreement; several may apply at once. */
enum class {
    IPV6_TEXT,
    HOST_PERCENT_CASE,
    GUARD_WITHOUT_NEED,
    AUTHORITY_INVENTED,
    ROOT_LOST,
    PREFIX_KEPT,
    RELATIVE_PATH,
    RELATIVE_ROOT,
    SAME_SCHEME,
    CLASSES
};

/* As doc/DIFFERENCES.md calls them. */
static const char *const class_names[CLASSES] = {
    [IPV6_TEXT] = "ipv6-text",
    [HOST_PERCENT_CASE] = "host-percent-case",
    [GUARD_WITHOUT_NEED] = "guard-without-need",
    [AUTHORITY_INVENTED] = "authority-invented",
    [ROOT_LOST] = "root-lost",
    [PREFIX_KEPT] = "prefix-kept",
    [RELATIVE_PATH] = "relative-path",
    [RELATIVE_ROOT] = "relative-root",
    [SAME_SCHEME] = "same-scheme",
};

static char buffers[3][8192];

static bool their_parse(UriUriA *uri, struct text text)
{
    const char *error;

    return uriParseSingleUriExA(uri, text.bytes, text.bytes + text.len, &error)
        == URI_SUCCESS;
}

static struct text their_text(const UriUriA *uri, char *buffer)
{
    int written = 0;

    if (uriToStringA(buffer, uri, sizeof buffers[0], &written) != URI_SUCCESS)
        abort();
    return (struct text){ buffer, (size_t)written - 1 };
}

static struct {
    unsigned long same, refused, unexplained;
    unsigned long explained[CLASSES];
} counts;

static bool same_text(struct text a, struct text b)
{
    return a.len == b.len && memcmp(a.bytes, b.bytes, a.len) == 0;
}

static void print(const char *what, struct text text)
{
    printf("  %-8s ", what);
    mutate_print(stdout, (unsigned char *)text.bytes, text.len);
    putchar('\n');
}

/* A text being changed, with its parts. */
struct changing {
    struct text text;
    struct locus_url url;
    char bytes[8192];
};

static void take(struct changing *c, struct text text)
{
    memmove(c->bytes, text.bytes, text.len);
    c->text = (struct text){ c->bytes, text.len };
    if (locus_parse(&c->url, c->bytes, text.len, locus_rfc3986_reference) != 0)
        c->url.present = 0;
}

static bool path_begins(const struct changing *c, const char *prefix)
{
    const struct locus_span path = c->url.part[LOCUS_PATH];

    return path.len >= strlen(prefix)
        && memcmp(c->bytes + path.off, prefix, strlen(prefix)) == 0;
}

/* Removes the first n bytes of the path. */
static void cut_path(struct changing *c, size_t n)
{
    const size_t at = c->url.part[LOCUS_PATH].off;

    memmove(c->bytes + at, c->bytes + at + n, c->text.len - at - n);
    take(c, (struct text){ c->bytes, c->text.len - n });
}

/* Whether uriparser's result is ours without the first n bytes of the path. */
static bool same_but(const struct changing *ours, size_t n, struct text theirs)
{
    const size_t at = ours->url.part[LOCUS_PATH].off;

    return theirs.len + n == ours->text.len
        && memcmp(ours->bytes, theirs.bytes, at) == 0
        && memcmp(ours->bytes + at + n, theirs.bytes + at, theirs.len - at)
            == 0;
}

/* Writes our IPv6 address as uriparser does: eight groups of four digits. */
static bool write_groups(struct changing *ours)
{
    const struct locus_span host = ours->url.part[LOCUS_HOST];
    uint8_t octets[16];
    char text[8192];
    size_t len = host.off;

    if (locus_ipv6(octets, &ours->url, ours->bytes) != 0)
        return false;
    memcpy(text, ours->bytes, len);
    text[len++] = '[';
    for (int i = 0; i < 16; i += 2)
        len += (size_t)sprintf(text + len, i ? ":%02x%02x" : "%02x%02x",
                               octets[i], octets[i + 1]);
    text[len++] = ']';
    memcpy(text + len, ours->bytes + host.off + host.len,
           ours->text.len - host.off - host.len);
    len += ours->text.len - host.off - host.len;
    take(ours, (struct text){ text, len });
    return true;
}

static bool upper_case_percent_encoding(struct changing *theirs)
{
    char text[8192];
    size_t len;

    if (!locus_has(&theirs->url, LOCUS_HOST)
        || locus_normalize(text, sizeof text, &len, &theirs->url, theirs->bytes,
                           LOCUS_STEP_PERCENT_CASE) != 0
        || same_text(theirs->text, (struct text){ text, len }))
        return false;
    take(theirs, (struct text){ text, len });
    return true;
}

/* Whether the input has no scheme and has dot-segments after decoding. */
static bool is_relative_with_dots(const struct changing *input)
{
    struct oracle_string path = { .len = 0 };

    if (locus_has(&input->url, LOCUS_SCHEME))
        return false;
    oracle_append(&path, "/", 1);
    oracle_part(&path, &input->url, LOCUS_PATH, input->bytes);
    oracle_decode(&path);
    oracle_append(&path, "/", 1);
    for (size_t i = 0; i + 2 < path.len; i++)
        if (memcmp(path.bytes + i, "/./", 3) == 0
            || (i + 3 < path.len && memcmp(path.bytes + i, "/../", 4) == 0))
            return true;
    return false;
}

/* Whether uriparser's result is ours with "./" before an unguarded path. */
static bool has_prefix(const struct changing *ours, struct text theirs)
{
    const size_t at = ours->url.part[LOCUS_PATH].off;
    const size_t guard = path_begins(ours, "/.//") ? 2 : 0;

    return theirs.len + guard == ours->text.len + 2
        && memcmp(ours->bytes, theirs.bytes, at) == 0
        && memcmp(theirs.bytes + at, "./", 2) == 0
        && memcmp(ours->bytes + at + guard, theirs.bytes + at + 2,
                  theirs.len - at - 2) == 0;
}

/* Explains a difference in a path that begins with "/" and follows no authority. Returns
   the bits of the classes that explain it, 0 if none does. */
static unsigned explain_root(const struct changing *ours, struct text theirs)
{
    if (locus_has(&ours->url, LOCUS_HOST) || !path_begins(ours, "/"))
        return 0;
    if (has_prefix(ours, theirs))
        return 1u << PREFIX_KEPT;
    if (same_but(ours, 1, theirs))
        return 1u << ROOT_LOST;
    if (!path_begins(ours, "/.//"))
        return 0;
    if (same_but(ours, 2, theirs))
        return 1u << AUTHORITY_INVENTED;
    if (!same_but(ours, 3, theirs))
        return 0;
    return path_begins(ours, "/.///")
        ? 1u << ROOT_LOST | 1u << AUTHORITY_INVENTED : 1u << ROOT_LOST;
}

static bool same_scheme(const struct changing *a, const struct changing *b)
{
    const struct locus_span x = a->url.part[LOCUS_SCHEME];
    const struct locus_span y = b->url.part[LOCUS_SCHEME];

    return x.len == y.len && strncasecmp(a->bytes, b->bytes, x.len) == 0
        && memcmp(a->bytes, b->bytes, x.len) != 0;
}

/* Tries the classes in turn, undoing what each explains. Returns a bit for each class
   that was needed; 0 if a difference remains. `other` is the reference. */
static unsigned explain(const char *what, struct text first, struct text other,
                        struct text our, struct text their)
{
    static struct changing a, b, ours, theirs;
    const bool normalized = strcmp(what, "normalize") == 0;
    unsigned classes = 0;

    take(&a, first);
    take(&b, other);
    take(&ours, our);
    take(&theirs, their);
    if (normalized && is_relative_with_dots(&a))
        return locus_has(&a.url, LOCUS_HOST) || path_begins(&a, "/")
            ? 1u << RELATIVE_ROOT : 1u << RELATIVE_PATH;
    if (strcmp(what, "compatible") == 0 && same_scheme(&a, &b))
        return 1u << SAME_SCHEME;
    if (write_groups(&ours) && !same_text(our, ours.text))
        classes |= 1u << IPV6_TEXT;
    if (normalized && upper_case_percent_encoding(&theirs))
        classes |= 1u << HOST_PERCENT_CASE;
    if (path_begins(&theirs, "/./") && !path_begins(&ours, "/./")) {
        cut_path(&theirs, 2);
        classes |= 1u << GUARD_WITHOUT_NEED;
    }
    if (same_text(ours.text, theirs.text))
        return classes;
    return explain_root(&ours, their);
}

static void compare(const char *what, struct text a, struct text b,
                    struct text ours, struct text theirs)
{
    unsigned classes;

    if (same_text(ours, theirs)) {
        counts.same++;
        return;
    }
    classes = explain(what, a, b, ours, theirs);
    for (int i = 0; i < CLASSES; i++)
        counts.explained[i] += classes >> i & 1;
    if (classes != 0 || counts.unexplained++ > 20)
        return;
    printf("unexplained: %s\n", what);
    print("input", a);
    print("", b);
    print("locus", ours);
    print("uriparser", theirs);
}

static void resolve(struct mutate *m)
{
    char base[TEXT], ref[TEXT];
    struct locus_url b, r;
    const struct text x = next_text(m, base, &b, locus_rfc3986);
    const struct text y = next_text(m, ref, &r, locus_rfc3986_reference);
    const bool compatible = mutate_one_in(m, 4);
    struct text ours = { buffers[0], 0 };
    UriUriA their_base, their_ref, target;

    if (!their_parse(&their_base, x)) {
        counts.refused++;
        return;
    }
    if (!their_parse(&their_ref, y)) {
        counts.refused++;
        uriFreeUriMembersA(&their_base);
        return;
    }
    if (locus_resolve(ours.bytes, sizeof buffers[0], &ours.len, &b, base, &r,
                      ref, compatible ? LOCUS_COMPATIBLE : LOCUS_STRICT) != 0
        || uriAddBaseUriExA(&target, &their_ref, &their_base,
                            compatible ? URI_RESOLVE_IDENTICAL_SCHEME_COMPAT
                                       : URI_RESOLVE_STRICTLY) != URI_SUCCESS)
        abort();
    compare(compatible ? "compatible" : "resolve", x, y, ours,
            their_text(&target, buffers[1]));
    uriFreeUriMembersA(&target);
    uriFreeUriMembersA(&their_ref);
    uriFreeUriMembersA(&their_base);
}

static void normalize(struct mutate *m)
{
    char text[TEXT];
    struct locus_url url;
    const struct text x = next_text(m, text, &url, locus_rfc3986_reference);
    struct text ours = { buffers[0], 0 };
    UriUriA uri;

    if (!their_parse(&uri, x)) {
        counts.refused++;
        return;
    }
    if (locus_normalize(ours.bytes, sizeof buffers[0], &ours.len, &url, text,
                        LOCUS_STEPS_SYNTAX) != 0
        || uriNormalizeSyntaxExA(&uri, (unsigned)-1) != URI_SUCCESS)
        abort();
    compare("normalize", x, x, ours, their_text(&uri, buffers[1]));
    uriFreeUriMembersA(&uri);
}

int main(void)
{
    const uint64_t n = texts_to_try(200000);
    struct mutate m;
    bool failed = false;

    if (!locus_has_grammar(locus_rfc3986)
        || !locus_has_grammar(locus_rfc3986_reference)) {
        puts("skipped: uriparser is held against rfc3986, which is not built");
        return 77;
    }
    mutate_seed(&m, 1);
    for (uint64_t i = 0; i < n; i++) {
        resolve(&m);
        normalize(&m);
    }
    printf("%lu agree, %lu refused by uriparser\n", counts.same,
           counts.refused);
    for (int i = 0; i < CLASSES; i++) {
        printf("%lu explained by %s\n", counts.explained[i], class_names[i]);
        /* Every class must explain something. */
        failed |= n >= 20000 && counts.explained[i] == 0;
    }
    printf("%lu unexplained\n", counts.unexplained);
    failed |= counts.unexplained > 0;
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
