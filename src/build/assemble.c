/* SPDX-License-Identifier: MIT
 *
 * Puts the parts together, in the order of RFC 3986, section 5.3, and of RFC 1738's
 * schemes.
 */
#include "build/build.h"
#include "grammars/support/grammar.h"

/* Writes `before`, the part and `after`; nothing if the part is absent. */
static void place(struct assembly *a, const char *before, enum locus_part part,
                  const char *after)
{
    const struct locus_slice *slice = &a->parts->part[part];
    size_t n = 0;

    if (!has(a->parts, part))
        return;
    while (before[n])
        n++;
    locus_put(&a->out, before, n);
    a->placed |= BIT(part);
    a->at[part].off = a->out.len;
    a->at[part].len = slice->len;
    if (slice->len > 0)
        locus_put(&a->out, slice->text, slice->len);
    for (n = 0; after[n];)
        n++;
    locus_put(&a->out, after, n);
}

/* Whether no "//" is written before the host: in an authority, and in the authority-form
   of a request target. */
static int begins_with_host(const struct assembly *a)
{
    return has_trait(a->grammar, LOCUS_TRAIT_AUTHORITY)
        || (has_trait(a->grammar, LOCUS_TRAIT_TARGET) && !has(a->parts, LOCUS_SCHEME));
}

/* RFC 3986, section 3.2 */
static void place_authority(struct assembly *a)
{
    if (!has(a->parts, LOCUS_HOST))
        return;
    if (!begins_with_host(a))
        LOCUS_PUT_LITERAL(&a->out, "//");
    place(a, "", LOCUS_USER, "");
    place(a, ":", LOCUS_PASSWORD, "");
    if (has(a->parts, LOCUS_USER))
        LOCUS_PUT_LITERAL(&a->out, "@");
    place(a, "", LOCUS_HOST, "");
    place(a, ":", LOCUS_PORT, "");
}

/* RFC 1738, section 5. A URL has the parts of only one scheme. */
static void place_path(struct assembly *a)
{
    const char *slash = has(a->parts, LOCUS_HOST) ? "/" : "";

    a->path_off = a->out.len;
    if (has(a->parts, LOCUS_PATH)) {
        place(a, "", LOCUS_PATH, "");
    } else {
        place(a, "/", LOCUS_GTYPE, "");
        place(a, "", LOCUS_SELECTOR, "");
        place(a, "%09", LOCUS_SEARCH, "");
        place(a, "%09", LOCUS_PLUS, "");
        place(a, "", LOCUS_ADDRESS, "");
        place(a, "", LOCUS_ARTICLE, "");
        place(a, slash, LOCUS_GROUP, "");
        if (has(a->parts, LOCUS_GROUP))
            place(a, "/", LOCUS_NUMBER, "");
        place(a, "/", LOCUS_DATABASE, "");
        place(a, "/", LOCUS_WTYPE, "");
        place(a, "/", LOCUS_WPATH, "");
        place(a, "/", LOCUS_HSONAME, "");
    }
    a->path_len = a->out.len - a->path_off;
}

void locus_assemble_to_query(struct assembly *a)
{
    /* "URL:" (RFC 1630), or the "*" of an asterisk-form, which has no parts (RFC 9112,
       section 3.2.4). */
    if (a->parts->prefix.len > 0
        && (has_trait(a->grammar, LOCUS_TRAIT_TARGET) ? a->parts->present == 0
                                                      : has(a->parts, LOCUS_SCHEME)))
        locus_put(&a->out, a->parts->prefix.text, a->parts->prefix.len);
    place(a, "", LOCUS_SCHEME, ":");
    place_authority(a);
    place_path(a);
    place(a, ";type=", LOCUS_TYPE, "");
    if (!has(a->parts, LOCUS_GROUP))
        place(a, "%00", LOCUS_NUMBER, "");      /* RFC 1630's prospero */
    place(a, "", LOCUS_FIELDS, "");
}

void locus_assemble_from_fragment(struct assembly *a)
{
    place(a, "#", LOCUS_FRAGMENT, "");
}

void locus_assemble(struct assembly *a)
{
    locus_assemble_to_query(a);
    place(a, "?", LOCUS_QUERY, "");
    locus_assemble_from_fragment(a);
}
