/* SPDX-License-Identifier: MIT
 *
 * The target of a request and its findings.
 */
#include "ngx_http_locus.h"

static void cleanup(void *data)
{
    (void)data;
}

ngx_http_locus_ctx_t *ngx_http_locus_context(ngx_http_request_t *r)
{
    const ngx_http_locus_main_conf_t *conf;
    ngx_http_locus_ctx_t *ctx;
    ngx_pool_cleanup_t *cleaning;
    size_t size;

    r = r->main;
    ctx = ngx_http_get_module_ctx(r, ngx_http_locus_module);
    if (ctx != NULL)
        return ctx;

    /* An internal redirect removes the contexts of all modules, but not the cleanups. */
    if (r->internal || r->filter_finalize)
        for (cleaning = r->pool->cleanup; cleaning; cleaning = cleaning->next)
            if (cleaning->handler == cleanup) {
                ngx_http_set_ctx(r, cleaning->data, ngx_http_locus_module);
                return cleaning->data;
            }

    conf = ngx_http_get_module_main_conf(r, ngx_http_locus_module);
    size = sizeof *ctx + conf->sources.nelts * sizeof *ctx->parsed;
    cleaning = ngx_pool_cleanup_add(r->pool, size);
    if (cleaning == NULL)
        return NULL;
    cleaning->handler = cleanup;
    ctx = cleaning->data;
    ngx_memzero(ctx, size);
    ngx_http_set_ctx(r, ctx, ngx_http_locus_module);
    return ctx;
}

/* The Host field */

/* A host and a port have no scheme, so that the library cannot know the default port. Here
   it is that of the connection's scheme, as it would be in a URL. */
static uint64_t findings_of_host(const struct locus_url *url, const char *text, size_t len,
                                 int usual)
{
    const uint64_t other = UINT64_C(1) << LOCUS_FINDING_OTHER_PORT;
    const uint64_t reserved = UINT64_C(1) << LOCUS_FINDING_RESERVED_PORT;
    const uint64_t found = locus_findings(url, text, len, NULL) & ~(other | reserved);
    const int port = locus_port(url, text);

    if (port < 0 || port == usual)
        return found;
    return found | other | (port < 1024 ? reserved : 0);
}

/* A cache of the last Host fields, since most requests to a server have one of a few. It
   needs no lock: a worker handles requests in one thread. */
enum { LONGEST_HOST = 64, HOSTS = 16 };

typedef struct {
    u_char text[LONGEST_HOST];
    size_t len;
    int usual;                          /* the default port of the connection's scheme */
    struct locus_url url;
    uint64_t findings;
} known_host_t;

static known_host_t known_hosts[HOSTS];

static void examine_host(const ngx_http_request_t *main, ngx_http_locus_ctx_t *ctx)
{
    const ngx_str_t text = ctx->host.text;
    known_host_t *known = NULL;
    int usual = 80;

#if (NGX_HTTP_SSL)
    if (main->connection->ssl)
        usual = 443;
#endif
    ctx->host.grammar = locus_authority;
    if (text.len > 0 && text.len <= LONGEST_HOST) {
        known = &known_hosts[(text.len ^ text.data[0]) % HOSTS];
        if (known->len == text.len && known->usual == usual
            && ngx_memcmp(known->text, text.data, text.len) == 0) {
            ctx->host.url = known->url;
            ctx->host_findings = known->findings;
            return;
        }
    }
    locus_parse(&ctx->host.url, (const char *)text.data, text.len, locus_authority);
    ctx->host_findings = findings_of_host(&ctx->host.url, (const char *)text.data, text.len,
                                          usual);
    if (known != NULL) {
        ngx_memcpy(known->text, text.data, text.len);
        known->len = text.len;
        known->usual = usual;
        known->url = ctx->host.url;
        known->findings = ctx->host_findings;
    }
}

/* The target */

/* Whether nginx's path, or a query without one, follows the host. If neither does, uri_start is
   another "/" of the request line: of "://", or after CONNECT (since nginx 1.29.3) of
   "HTTP/1.1". */
static int has_path(const ngx_http_request_t *r)
{
    return r->uri_start >= r->host_start
        && (r->http_protocol.data == NULL || r->uri_start < r->http_protocol.data);
}

/* In HTTP/1 r->port_end cannot be used: nginx does not update it when it moves the request line
   to a larger buffer, and newer versions do not have it. In HTTP/2 and HTTP/3 the host is in a
   buffer of its own, with the port. */
static ngx_str_t authority_of(const ngx_http_request_t *r)
{
    u_char *const begin = r->host_start;
    u_char *end = r->uri_start;

    if (r->http_version >= NGX_HTTP_VERSION_20) {
        end = r->host_end;
    } else if (!has_path(r)) {
        end = r->http_protocol.data != NULL ? r->http_protocol.data : r->request_end;
        while (end > begin && end[-1] == ' ')
            end--;
    }
    return (ngx_str_t){ (size_t)(end - begin), begin };
}

/* Whether the host is in the target, so that the Host field does not count. */
static int has_own_host(const ngx_http_request_t *r)
{
    return r->http_version < NGX_HTTP_VERSION_20 && r->host_start != NULL;
}

/* Where nginx found the target in r->request_line; in HTTP/2, in the value of ":path". Until
   it has read a whole request line, in HTTP/1, and then the method, the pointers are not valid:
   nginx moves to a larger buffer even those that are still NULL. The path and the query are
   $request_uri; they are also set if nginx refuses the target because of them. */
static int find_target(const ngx_http_request_t *r, ngx_str_t *target, ngx_str_t *path)
{
    const int is_line = r->http_version < NGX_HTTP_VERSION_20;
    u_char *begin = r->uri_start;
    u_char *end = r->uri_end;

    if ((is_line && r->request_end == NULL) || r->method_name.len == 0 || begin == NULL
        || end == NULL)
        return 0;
    *path = (ngx_str_t){ (size_t)(end - begin), begin };
    if (has_own_host(r)) {
        const ngx_str_t authority = authority_of(r);

        begin = r->schema_end != NULL ? r->schema_start : authority.data;
        if (!has_path(r))
            end = authority.data + authority.len;
    }
    *target = (ngx_str_t){ (size_t)(end - begin), begin };
    return 1;
}

/* The host in the target, or else the Host field or, if there is none, the ":authority" of
   HTTP/2 and HTTP/3. NULL if there is none of them. */
static ngx_str_t find_host(const ngx_http_request_t *r)
{
    if (r->headers_in.host != NULL && !has_own_host(r))
        return r->headers_in.host->value;
    return r->host_start != NULL ? authority_of(r) : (ngx_str_t){ 0, NULL };
}

int ngx_http_locus_is_reused(const ngx_http_request_t *r)
{
    return r->headers_in.upgrade != NULL || r->method == NGX_HTTP_CONNECT;
}

/* Copies a text. */
static int keep(ngx_http_request_t *r, ngx_str_t *text)
{
    u_char *copy;

    if (text->len == 0)
        return 1;
    copy = ngx_pnalloc(r->pool, text->len);
    if (copy == NULL)
        return 0;
    ngx_memcpy(copy, text->data, text->len);
    text->data = copy;
    return 1;
}

/* Finds the target and the host. Returns 0 if there is no target, or out of memory. */
static int find_texts(ngx_http_request_t *main, ngx_http_locus_ctx_t *ctx)
{
    if (!find_target(main, &ctx->target.text, &ctx->path))
        return 0;
    ctx->host.text = find_host(main);
    if (ngx_http_locus_is_reused(main)
        && !(keep(main, &ctx->target.text) && keep(main, &ctx->path)
             && keep(main, &ctx->host.text)))
        return 0;
    if (ctx->host.text.data != NULL && !has_own_host(main))
        examine_host(main, ctx);
    return 1;
}

ngx_http_locus_ctx_t *ngx_http_locus_target(ngx_http_request_t *r)
{
    const ngx_http_locus_loc_conf_t *const conf =
        ngx_http_get_module_loc_conf(r, ngx_http_locus_module);
    ngx_http_request_t *const main = r->main;
    ngx_http_locus_ctx_t *const ctx = ngx_http_locus_context(r);
    ngx_http_locus_text_t *target;

    if (ctx == NULL)
        return NULL;
    target = &ctx->target;
    if (target->grammar == conf->grammar)
        return ctx;

    if (target->grammar == NULL && !find_texts(main, ctx))
        return NULL;
    target->grammar = conf->grammar;
    ctx->has_findings = 0;
    locus_parse_target(&target->url, (const char *)target->text.data, target->text.len,
                       conf->grammar, (const char *)main->method_name.data,
                       main->method_name.len);
    return ctx;
}

/* Findings */

/* Whether the path and the query are examined alone, too. In a target that is not valid, the
   library examines only octets; and what a path is depends on the scheme, so that
   "mailto://h//a" has no segments. But nginx continues with the path that it finds after any
   host, and the backend gets it as an origin-form. */
static int has_own_path(const ngx_http_locus_text_t *target)
{
    return target->url.error != 0 || target->url.form != LOCUS_FORM_ORIGIN;
}

static uint64_t findings_of_path(const ngx_http_request_t *main, ngx_str_t path)
{
    struct locus_url url;

    locus_parse(&url, (const char *)path.data, path.len,
                main->empty_path_in_uri ? locus_web_reference : locus_web_target);
    return locus_findings(&url, (const char *)path.data, path.len, NULL);
}

uint64_t ngx_http_locus_findings(ngx_http_request_t *r, ngx_http_locus_ctx_t *ctx)
{
    const ngx_http_locus_text_t *const target = &ctx->target;

    if (ctx->has_findings)
        return ctx->findings;
    ctx->has_findings = 1;
    ctx->findings = ctx->host_findings
                  | locus_findings(&target->url, (const char *)target->text.data,
                                   target->text.len, NULL);
    if (has_own_path(target))
        ctx->findings |= findings_of_path(r->main, ctx->path);
    return ctx->findings;
}

uint64_t ngx_http_locus_findings_of(ngx_http_request_t *r, ngx_http_locus_ctx_t *ctx,
                                    uint64_t set)
{
    const int invalid = ctx->target.url.error != 0 || ctx->host.url.error != 0;

    return set & (ngx_http_locus_findings(r, ctx) | (invalid ? NGX_HTTP_LOCUS_INVALID : 0));
}
