/* SPDX-License-Identifier: MIT
 *
 * $locus_key: the target URI (RFC 9112, section 3.3; RFC 9110, section 7.1) in normal form,
 * with the query that locus_key describes. Targets that identify one resource have one key,
 * whichever form they have, and whether the host is in the target or in the Host field.
 */
#include "ngx_http_locus.h"

/* The key so far, and its parts. */
typedef struct {
    ngx_http_request_t *r;
    char *text;
    size_t len;
    struct locus_url url;
} normal_key;

/* The target URI as nginx has understood it. The scheme is that of the connection: another
   one in the target does not change what is served. */
static ngx_int_t begin(normal_key *key, const ngx_http_locus_ctx_t *ctx)
{
    const ngx_http_request_t *const main = key->r->main;
    const ngx_str_t path = ctx->path;
    /* A ":path" that begins with neither is refused by nginx. For its error page, a space keeps it
       apart from the host: else "www" and ".example/" would be the URL of another host. */
    const int is_path = path.len == 0 || path.data[0] == '/' || path.data[0] == '?';
    const ngx_str_t host = ctx->host.text;
    const char *scheme = "http";
    u_char *p;

#if (NGX_HTTP_SSL)
    if (main->connection->ssl)
        scheme = "https";
#endif
    key->len = ngx_strlen(scheme) + 3 + host.len + !is_path + path.len;
    p = ngx_pnalloc(key->r->pool, key->len);
    if (p == NULL)
        return NGX_ERROR;
    key->text = (char *)p;
    p = ngx_cpymem(p, scheme, ngx_strlen(scheme));
    p = ngx_cpymem(p, "://", 3);
    if (host.len > 0)
        p = ngx_cpymem(p, host.data, host.len);
    if (!is_path)
        *p++ = ' ';
    ngx_memcpy(p, path.data, path.len);
    return NGX_OK;
}

/* Whether the text is a URL. */
static int parse(normal_key *key)
{
    return locus_parse(&key->url, key->text, key->len, locus_web) == 0;
}

/* Memory for the next text. */
static char *next(normal_key *key, size_t size)
{
    return ngx_pnalloc(key->r->pool, size);
}

static ngx_int_t normalize(normal_key *key)
{
    const size_t size = key->len + 32;
    char *const buf = next(key, size);

    if (buf == NULL
        || locus_normalize(buf, size, &key->len, &key->url, key->text, LOCUS_STEPS_ALL) != 0)
        return NGX_ERROR;
    key->text = buf;
    return parse(key) ? NGX_OK : NGX_ERROR;
}

/* Writes the query that the rules leave. */
static ngx_int_t select_pairs(normal_key *key, const struct locus_query_rules *rules)
{
    const size_t count = rules->flags & LOCUS_QUERY_SORTED
                       ? locus_query_count(&key->url, key->text, 0) : 0;
    struct locus_query_entry *const entries =
        ngx_palloc(key->r->pool, (count + 1) * sizeof *entries);
    char *const buf = next(key, key->len);

    if (buf == NULL || entries == NULL
        || locus_query_select(buf, key->len, &key->len, &key->url, key->text, rules, entries,
                              count, NULL) != 0)
        return NGX_ERROR;
    key->text = buf;
    return NGX_OK;
}

ngx_int_t ngx_http_locus_write_key(ngx_http_request_t *r, ngx_http_locus_ctx_t *ctx,
                                   ngx_str_t *to)
{
    const ngx_http_locus_loc_conf_t *const conf =
        ngx_http_get_module_loc_conf(r, ngx_http_locus_module);
    const ngx_http_locus_key_t *const how = conf->key;
    normal_key key = { r, NULL, 0, { 0 } };

    if (ctx->key.len > 0 && ctx->key_of == how) {
        *to = ctx->key;
        return NGX_OK;
    }
    if (begin(&key, ctx) != NGX_OK)
        return NGX_ERROR;
    /* What is not a URL has no normal form: it is its own key, which no normal form equals. A
       Host field such as "h?x" would give the path to the query of another URL. */
    if (ctx->host.url.error == 0 && parse(&key)) {
        if (normalize(&key) != NGX_OK)
            return NGX_ERROR;
        if (how != NULL && !how->letter_case) {
            ngx_strlow((u_char *)key.text, (u_char *)key.text, key.len);
            if (!parse(&key))
                return NGX_ERROR;
        }
        if (how != NULL && locus_has(&key.url, LOCUS_QUERY)
            && select_pairs(&key, &how->rules) != NGX_OK)
            return NGX_ERROR;
    }
    *to = ctx->key = (ngx_str_t){ key.len, (u_char *)key.text };
    ctx->key_of = how;
    return NGX_OK;
}
