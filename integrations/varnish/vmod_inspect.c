/* SPDX-License-Identifier: MIT
 *
 * The functions that inspect a URL: part(), query(), findings(), valid(), error() and
 * same_origin().
 */
#include "locus_vmod.h"

const struct locus_grammar *vmod_grammar(VCL_ENUM name)
{
#define GRAMMAR(grammar) \
    if (name == VENUM(grammar)) \
        return locus_##grammar
    GRAMMAR(web_target);
    GRAMMAR(request_target);
    GRAMMAR(web);
    GRAMMAR(web_reference);
    GRAMMAR(rfc3986);
    GRAMMAR(rfc3986_reference);
    GRAMMAR(http_url);
    GRAMMAR(authority);
    GRAMMAR(rfc1738);
    GRAMMAR(rfc1630);
#undef GRAMMAR
    WRONG("not a grammar of vmod_locus.vcc");
}

/* Parses a URL, for a method if there is one. Fails the request if no URL could be given
   with this grammar or method; the result is then LOCUS_ERROR_GRAMMAR or
   LOCUS_ERROR_METHOD. */
static int parse(VRT_CTX, const char *function, struct locus_url *url, const char *text,
                 VCL_ENUM grammar, VCL_STRING method)
{
    const struct locus_grammar *const by = vmod_grammar(grammar);
    int result;

    if (method == NULL || *method == '\0')
        result = locus_parse(url, text, strlen(text), by);
    else
        result = locus_parse_target(url, text, strlen(text), by, method, strlen(method));
    if (result == LOCUS_ERROR_GRAMMAR && !locus_has_grammar(by))
        VRT_fail(ctx, "locus.%s(): liblocus is built without the grammar %s", function,
                 grammar);
    else if (result == LOCUS_ERROR_GRAMMAR)
        VRT_fail(ctx, "locus.%s(): a method needs the grammar web_target or"
                 " request_target, not %s", function, grammar);
    return result;
}

/* A part of the text as a string: the text itself if the part ends with it. */
static VCL_STRING slice(VRT_CTX, const char *function, const char *text, size_t off,
                        size_t len)
{
    struct vmod_workspace space;

    if (text[off + len] == '\0')
        return text + off;
    vmod_workspace_open(ctx, &space);
    if (vmod_workspace_left(&space) < len || space.at == space.end)
        return vmod_workspace_overflow(ctx, function);
    memcpy(space.at, text + off, len);
    return vmod_workspace_keep(ctx, &space, len);
}

/* The path and the query, with "/" for an empty path. */
static VCL_STRING target_of(VRT_CTX, const struct locus_url *url, const char *text)
{
    const struct locus_span path = locus_get(url, LOCUS_PATH);
    const struct locus_span query = locus_get(url, LOCUS_QUERY);
    const size_t end = locus_has(url, LOCUS_QUERY) ? (size_t)query.off + query.len
                                                   : (size_t)path.off + path.len;
    struct vmod_workspace space;
    size_t len;

    if (!locus_has(url, LOCUS_PATH))
        return NULL;
    if (path.len > 0)
        return slice(ctx, "part", text, path.off, end - path.off);
    vmod_workspace_open(ctx, &space);
    len = 1 + end - path.off;
    if (vmod_workspace_left(&space) < len)
        return vmod_workspace_overflow(ctx, "part");
    *space.at = '/';
    memcpy(space.at + 1, text + path.off, len - 1);
    return vmod_workspace_keep(ctx, &space, len);
}

static int part_of(VCL_ENUM name)
{
    if (name == VENUM(scheme))
        return LOCUS_SCHEME;
    if (name == VENUM(user))
        return LOCUS_USER;
    if (name == VENUM(password))
        return LOCUS_PASSWORD;
    if (name == VENUM(host) || name == VENUM(authority))
        return LOCUS_HOST;
    if (name == VENUM(port))
        return LOCUS_PORT;
    if (name == VENUM(path) || name == VENUM(target))
        return LOCUS_PATH;
    if (name == VENUM(query))
        return LOCUS_QUERY;
    assert(name == VENUM(fragment));
    return LOCUS_FRAGMENT;
}

VCL_STRING vmod_part(VRT_CTX, VCL_STRING text, VCL_ENUM name, VCL_ENUM grammar)
{
    const enum locus_part part = (enum locus_part)part_of(name);
    struct locus_span span;
    struct locus_url url;
    size_t end;

    CHECK_OBJ_NOTNULL(ctx, VRT_CTX_MAGIC);
    if (text == NULL || parse(ctx, "part", &url, text, grammar, NULL) != 0
        || !locus_has(&url, part))
        return NULL;
    if (name == VENUM(target))
        return target_of(ctx, &url, text);
    span = locus_get(&url, part);
    end = (size_t)span.off + span.len;
    if (name == VENUM(authority) && locus_has(&url, LOCUS_PORT))
        end = (size_t)url.part[LOCUS_PORT].off + url.part[LOCUS_PORT].len;
    return slice(ctx, "part", text, span.off, end - span.off);
}

VCL_STRING vmod_query(VRT_CTX, VCL_STRING text, VCL_STRING name, VCL_BOOL decode,
                      VCL_BOOL plus, VCL_ENUM grammar)
{
    const unsigned flags = plus ? LOCUS_PLUS_IS_SPACE : 0;
    struct locus_report report;
    struct locus_pieces pairs;
    struct locus_piece pair;
    struct locus_url url;
    struct vmod_workspace space;
    size_t len;

    CHECK_OBJ_NOTNULL(ctx, VRT_CTX_MAGIC);
    if (text == NULL || name == NULL
        || parse(ctx, "query", &url, text, grammar, NULL) != 0)
        return NULL;
    locus_pieces_begin(&pairs, LOCUS_PIECE_AMP_PAIR, locus_get(&url, LOCUS_QUERY));
    if (locus_query_find(&pair, &pairs, text, name, strlen(name), flags) != 1)
        return NULL;
    if (!pair.has_value)
        return "";
    if (!decode)
        return slice(ctx, "query", text, pair.value.off, pair.value.len);
    vmod_workspace_open(ctx, &space);
    if (locus_decode(space.at, vmod_workspace_left(&space), &len, text + pair.value.off,
                     pair.value.len, LOCUS_QUERY_ITEM, LOCUS_KEEP | flags, &report) != 0
        || space.at == space.end)
        return vmod_workspace_overflow(ctx, "query");
    if (report.found & LOCUS_FOUND_NUL) {
        vmod_workspace_close(ctx);
        VRT_fail(ctx, "locus.query(): the decoded value of \"%s\" contains NUL, a VCL"
                 " string cannot; deny encoded-nul", name);
        return NULL;
    }
    return vmod_workspace_keep(ctx, &space, len);
}

/* The set of findings in a list; 0 after an error, which fails the request. */
static uint64_t set_of(VRT_CTX, const char *list)
{
    struct vmod_names names;
    uint64_t set = 0;
    int result;

    vmod_names_begin(&names, list);
    while ((result = vmod_names_next(&names)) == 1) {
        const int finding = locus_finding_from_name(names.name.text, names.name.len);

        if (finding < 0 || names.is_prefix) {
            VRT_fail(ctx, "locus.findings(): byte %td of \"%s\": there is no finding"
                     " \"%.*s%s\"", names.name.text - list, list, (int)names.name.len,
                     names.name.text, names.is_prefix ? "*" : "");
            return 0;
        }
        set |= UINT64_C(1) << finding;
    }
    if (result < 0) {
        VRT_fail(ctx, "locus.findings(): byte %td of \"%s\": not a name of a finding",
                 names.at - list, list);
        return 0;
    }
    return set != 0 ? set : ~UINT64_C(0);
}

/* Writes the names of the findings, with ", " between them. */
static VCL_STRING names_of(VRT_CTX, uint64_t found)
{
    struct vmod_workspace space;
    size_t len = 0;

    vmod_workspace_open(ctx, &space);
    for (int finding = 0; finding < LOCUS_FINDING_COUNT; finding++) {
        const char *const name = locus_finding_name((enum locus_finding)finding);
        const char *const before = len > 0 ? ", " : "";
        size_t size;

        if (!(found >> finding & 1))
            continue;
        size = strlen(before) + strlen(name);
        if (vmod_workspace_left(&space) < len + size)
            return vmod_workspace_overflow(ctx, "findings");
        memcpy(space.at + len, before, strlen(before));
        memcpy(space.at + len + strlen(before), name, strlen(name));
        len += size;
    }
    return vmod_workspace_keep(ctx, &space, len);
}

VCL_STRING vmod_findings(VRT_CTX, VCL_STRING text, VCL_STRING of, VCL_STRING method,
                         VCL_ENUM grammar)
{
    struct locus_url url;
    uint64_t set, found;
    int result;

    CHECK_OBJ_NOTNULL(ctx, VRT_CTX_MAGIC);
    if (text == NULL)
        return NULL;
    set = of != NULL ? set_of(ctx, of) : ~UINT64_C(0);
    if (set == 0)
        return NULL;
    result = parse(ctx, "findings", &url, text, grammar, method);
    if (result == LOCUS_ERROR_GRAMMAR)
        return NULL;
    /* Which of them matters only if there is one. */
    if (!locus_findings_any(&url, text, strlen(text), set, NULL))
        return NULL;
    found = locus_findings(&url, text, strlen(text), NULL) & set;
    return names_of(ctx, found);
}

VCL_BOOL vmod_valid(VRT_CTX, VCL_STRING text, VCL_STRING method, VCL_ENUM grammar)
{
    struct locus_url url;

    CHECK_OBJ_NOTNULL(ctx, VRT_CTX_MAGIC);
    return text != NULL && parse(ctx, "valid", &url, text, grammar, method) == 0;
}

VCL_STRING vmod_error(VRT_CTX, VCL_STRING text, VCL_STRING method, VCL_ENUM grammar)
{
    struct locus_url url;
    const char *why;
    int result;

    CHECK_OBJ_NOTNULL(ctx, VRT_CTX_MAGIC);
    if (text == NULL)
        return NULL;
    result = parse(ctx, "error", &url, text, grammar, method);
    if (result == 0 || result == LOCUS_ERROR_GRAMMAR)
        return NULL;
    if (result == LOCUS_ERROR_METHOD)
        why = WS_Printf(ctx->ws, "byte %u of the method: %s",
                        (unsigned)url.error_offset, locus_strerror(result));
    else
        why = WS_Printf(ctx->ws, "byte %u: %s", (unsigned)url.error_offset,
                        locus_strerror(result));
    if (why == NULL)
        VRT_fail(ctx, "locus.error(): Workspace overflow");
    return why;
}

VCL_BOOL vmod_same_origin(VRT_CTX, VCL_STRING a, VCL_STRING b, VCL_ENUM grammar)
{
    struct locus_url a_url, b_url;

    CHECK_OBJ_NOTNULL(ctx, VRT_CTX_MAGIC);
    return a != NULL && b != NULL
        && parse(ctx, "same_origin", &a_url, a, grammar, NULL) == 0
        && parse(ctx, "same_origin", &b_url, b, grammar, NULL) == 0
        && locus_same_origin(&a_url, a, &b_url, b, NULL);
}
