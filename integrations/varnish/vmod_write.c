/* SPDX-License-Identifier: MIT
 *
 * The functions that write another URL: normalize(), key() and redact().
 */
#include "locus_vmod.h"

/* Parses a URL. Fails the request if the library has no such grammar. */
static int parse(VRT_CTX, const char *function, struct locus_url *url, const char *text,
                 size_t len, VCL_ENUM grammar)
{
    const int result = locus_parse(url, text, len, vmod_grammar(grammar));

    if (result == LOCUS_ERROR_GRAMMAR)
        VRT_fail(ctx, "locus.%s(): liblocus is built without the grammar %s", function,
                 grammar);
    return result;
}

VCL_STRING vmod_normalize(VRT_CTX, VCL_STRING text, VCL_BOOL by_case, VCL_BOOL percent,
                          VCL_BOOL decode, VCL_BOOL dots, VCL_BOOL port, VCL_BOOL path,
                          VCL_BOOL ipv6, VCL_ENUM grammar)
{
    const unsigned steps = (by_case ? LOCUS_STEP_CASE : 0)
                         | (percent ? LOCUS_STEP_PERCENT_CASE : 0)
                         | (decode ? LOCUS_STEP_DECODE : 0) | (dots ? LOCUS_STEP_DOTS : 0)
                         | (port ? LOCUS_STEP_PORT : 0) | (path ? LOCUS_STEP_PATH : 0)
                         | (ipv6 ? LOCUS_STEP_IPV6 : 0);
    struct locus_url url;
    struct vmod_workspace space;
    size_t len;

    CHECK_OBJ_NOTNULL(ctx, VRT_CTX_MAGIC);
    if (text == NULL || parse(ctx, "normalize", &url, text, strlen(text), grammar) != 0)
        return NULL;
    vmod_workspace_open(ctx, &space);
    if (space.at == space.end
        || locus_normalize(space.at, vmod_workspace_left(&space), &len, &url, text,
                           steps) != 0)
        return vmod_workspace_overflow(ctx, "normalize");
    return vmod_workspace_keep(ctx, &space, len);
}

/* A list of names in an argument, on the workspace. */
struct names {
    struct locus_slice *names;     /* those without "*" */
    size_t name_count;
    struct locus_slice *prefixes;  /* those with one after them */
    size_t prefix_count;
};

/* Gets the names of one kind. Returns 0 if that failed the request; then the workspace is
   given back. */
static int read_names(VRT_CTX, const char *function, struct vmod_workspace *space,
                      const char *list, int prefixes, struct locus_slice **names,
                      size_t *count)
{
    struct vmod_names in_list;
    int result;

    *names = NULL;
    *count = 0;
    vmod_names_begin(&in_list, list);
    while ((result = vmod_names_next(&in_list)) == 1) {
        struct locus_slice *name;

        if (in_list.is_prefix != prefixes)
            continue;
        name = vmod_workspace_take(space, 1, sizeof *name);
        if (name == NULL) {
            vmod_workspace_overflow(ctx, function);
            return 0;
        }
        if ((*count)++ == 0)
            *names = name;
        *name = in_list.name;
    }
    if (result == 0)
        return 1;
    vmod_workspace_close(ctx);
    VRT_fail(ctx, "locus.%s(): byte %td of \"%s\": only a separator can follow \"*\", as in"
             " \"utm_*, gclid\"", function, in_list.at - list, list);
    return 0;
}

static int read_lists(VRT_CTX, const char *function, struct vmod_workspace *space,
                      const char *list, struct names *to)
{
    *to = (struct names){ NULL, 0, NULL, 0 };
    if (list == NULL || *list == '\0')
        return 1;
    return read_names(ctx, function, space, list, 0, &to->names, &to->name_count)
        && read_names(ctx, function, space, list, 1, &to->prefixes, &to->prefix_count);
}

/* Removes the fragment from the parts. */
static void cut_fragment(struct locus_url *url)
{
    url->present &= ~(UINT32_C(1) << LOCUS_FRAGMENT);
    url->part[LOCUS_FRAGMENT] = (struct locus_span){ 0, 0 };
}

/* Where the path and the query end. */
static size_t end_of(const struct locus_url *url)
{
    const struct locus_span last =
        locus_get(url, locus_has(url, LOCUS_QUERY) ? LOCUS_QUERY : LOCUS_PATH);

    return (size_t)last.off + last.len;
}

VCL_STRING vmod_key(VRT_CTX, VCL_STRING text, VCL_STRING drop, VCL_BOOL sort,
                    VCL_BOOL normalize, VCL_BOOL empty, VCL_BOOL plus, VCL_ENUM grammar)
{
    struct locus_query_rules rules = {
        .flags = (sort ? LOCUS_QUERY_SORTED : 0) | (empty ? 0 : LOCUS_QUERY_NO_EMPTY)
               | (plus ? LOCUS_PLUS_IS_SPACE : 0)
    };
    struct vmod_workspace space;
    struct locus_url url;
    char *entries;
    size_t count, text_len, len;
    int result;

    CHECK_OBJ_NOTNULL(ctx, VRT_CTX_MAGIC);
    if (text == NULL)
        return NULL;
    text_len = strlen(text);
    if (parse(ctx, "key", &url, text, text_len, grammar) != 0)
        return text;
    cut_fragment(&url);
    vmod_workspace_open(ctx, &space);
    if (drop != NULL && *drop != '\0') {
        struct names names;

        if (!read_lists(ctx, "key", &space, drop, &names))
            return NULL;
        rules.names = names.names;
        rules.name_count = names.name_count;
        rules.prefixes = names.prefixes;
        rules.prefix_count = names.prefix_count;
    }
    if (normalize) {
        if (space.at == space.end
            || locus_normalize(space.at, vmod_workspace_left(&space), &len, &url, text,
                               LOCUS_STEPS_ALL) != 0)
            return vmod_workspace_overflow(ctx, "key");
        /* Most targets are in normal form, and need not be parsed again. */
        if (url.form != LOCUS_FORM_ORIGIN || len != end_of(&url)
            || memcmp(text, space.at, len) != 0)
            locus_parse(&url, space.at, len, vmod_grammar(grammar));
        text = space.at;
        text_len = len;
        space.at += len;
    }
    /* The result is no longer than the text. What is left after it is for the sort. */
    if (vmod_workspace_left(&space) < text_len + 1)
        return vmod_workspace_overflow(ctx, "key");
    entries = space.begin + PRNDUP(space.at + text_len + 1 - space.begin);
    count = entries < space.end
            ? (size_t)(space.end - entries) / sizeof(struct locus_query_entry) : 0;
    result = locus_query_select(space.at, text_len, &len, &url, text, &rules,
                                (struct locus_query_entry *)(void *)entries, count, NULL);
    if (result == LOCUS_ERROR_SPACE || result == LOCUS_ERROR_ARGUMENT)
        return vmod_workspace_overflow(ctx, "key");
    if (result != 0) {
        /* Without its parameters it would be another kind of URL: "tel:555?&". */
        len = normalize ? text_len : end_of(&url);
        space.at -= normalize ? text_len : 0;
        if (!normalize)
            memcpy(space.at, text, len);
    }
    return vmod_workspace_keep(ctx, &space, len);
}

VCL_STRING vmod_redact(VRT_CTX, VCL_STRING text, VCL_STRING keys, VCL_STRING mask,
                       VCL_BOOL plus, VCL_ENUM grammar)
{
    struct locus_redaction what = { .flags = plus ? LOCUS_PLUS_IS_SPACE : 0 };
    struct locus_report report;
    struct vmod_workspace space;
    struct locus_url url;
    struct names names;
    size_t len;
    int result;

    CHECK_OBJ_NOTNULL(ctx, VRT_CTX_MAGIC);
    if (text == NULL || parse(ctx, "redact", &url, text, strlen(text), grammar) != 0)
        return NULL;
    if (mask == NULL)
        mask = "";
    vmod_workspace_open(ctx, &space);
    if (!read_lists(ctx, "redact", &space, keys, &names))
        return NULL;
    if (names.prefix_count > 0) {
        vmod_workspace_close(ctx);
        VRT_fail(ctx, "locus.redact(): \"%.*s*\" in \"%s\": a name without \"*\" is needed",
                 (int)names.prefixes->len, names.prefixes->text, keys);
        return NULL;
    }
    what.mask = (struct locus_slice){ mask, strlen(mask) };
    what.keys = names.names;
    what.key_count = names.name_count;
    result = locus_redact(space.at, vmod_workspace_left(&space), &len, &url, text, &what,
                          &report);
    if (result == LOCUS_ERROR_SPACE || space.at == space.end)
        return vmod_workspace_overflow(ctx, "redact");
    if (result != 0) {
        vmod_workspace_close(ctx);
        VRT_fail(ctx, "locus.redact(): the mask \"%s\" cannot occur in a %s: %s", mask,
                 report.part >= 0 ? locus_part_name((enum locus_part)report.part) : "URL",
                 locus_strerror(result));
        return NULL;
    }
    return vmod_workspace_keep(ctx, &space, len);
}
