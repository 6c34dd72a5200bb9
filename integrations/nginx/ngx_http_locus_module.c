/* SPDX-License-Identifier: MIT
 *
 * The nginx module: its directives, how levels inherit them, and the two phases in which a
 * request is refused.
 */
#include "ngx_http_locus.h"

static ngx_int_t ngx_http_locus_preconfiguration(ngx_conf_t *cf);
static ngx_int_t ngx_http_locus_postconfiguration(ngx_conf_t *cf);
static void *ngx_http_locus_create_main_conf(ngx_conf_t *cf);
static void *ngx_http_locus_create_loc_conf(ngx_conf_t *cf);
static char *ngx_http_locus_merge_loc_conf(ngx_conf_t *cf, void *parent, void *child);

#define EVERY_LEVEL \
    (NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_HTTP_LOC_CONF | NGX_HTTP_LIF_CONF)

static ngx_command_t ngx_http_locus_commands[] = {
    { ngx_string("locus_deny"), EVERY_LEVEL | NGX_CONF_1MORE, ngx_http_locus_deny,
      NGX_HTTP_LOC_CONF_OFFSET, 0, NULL },
    { ngx_string("locus_allow"), EVERY_LEVEL | NGX_CONF_1MORE, ngx_http_locus_allow,
      NGX_HTTP_LOC_CONF_OFFSET, 0, NULL },
    { ngx_string("locus_grammar"), EVERY_LEVEL | NGX_CONF_TAKE1, ngx_http_locus_grammar,
      NGX_HTTP_LOC_CONF_OFFSET, 0, NULL },
    { ngx_string("locus_key"), EVERY_LEVEL | NGX_CONF_1MORE, ngx_http_locus_key,
      NGX_HTTP_LOC_CONF_OFFSET, 0, NULL },
    { ngx_string("locus_redact"), EVERY_LEVEL | NGX_CONF_1MORE, ngx_http_locus_redact,
      NGX_HTTP_LOC_CONF_OFFSET, 0, NULL },
    { ngx_string("locus_parse"), NGX_HTTP_MAIN_CONF | NGX_CONF_TAKE3 | NGX_CONF_TAKE4,
      ngx_http_locus_parse, NGX_HTTP_MAIN_CONF_OFFSET, 0, NULL },
    ngx_null_command
};

static ngx_http_module_t ngx_http_locus_module_ctx = {
    ngx_http_locus_preconfiguration,
    ngx_http_locus_postconfiguration,
    ngx_http_locus_create_main_conf,
    NULL,
    NULL,
    NULL,
    ngx_http_locus_create_loc_conf,
    ngx_http_locus_merge_loc_conf
};

ngx_module_t ngx_http_locus_module = {
    NGX_MODULE_V1,
    &ngx_http_locus_module_ctx,
    ngx_http_locus_commands,
    NGX_HTTP_MODULE,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NGX_MODULE_V1_PADDING
};

/* Refusing a request */

static const char *name_of(uint64_t set)
{
    return set & NGX_HTTP_LOCUS_INVALID
           ? "invalid" : locus_finding_name((enum locus_finding)__builtin_ctzll(set));
}

static const char *sentence_of(uint64_t set, const ngx_http_locus_ctx_t *ctx)
{
    if (!(set & NGX_HTTP_LOCUS_INVALID))
        return locus_finding_sentence((enum locus_finding)__builtin_ctzll(set));
    return locus_strerror(ctx->target.url.error ? ctx->target.url.error
                                                : ctx->host.url.error);
}

/* Refuses the request if it has a finding of `set`. A subrequest has no target of its own.
   A refused request is not refused again when nginx makes its error page: neither one that
   this module refused, nor one in which nginx found no target. */
static ngx_int_t refuse(ngx_http_request_t *r, uint64_t set)
{
    const ngx_http_locus_loc_conf_t *conf;
    const ngx_http_locus_rule_t *rule;
    ngx_http_locus_ctx_t *ctx;

    if (set == 0 || r != r->main)
        return NGX_DECLINED;
    ctx = ngx_http_locus_context(r);
    if (ctx == NULL)
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    if (ctx->denied)
        return NGX_DECLINED;
    if (ngx_http_locus_target(r) == NULL)
        return r->internal ? NGX_DECLINED : NGX_HTTP_INTERNAL_SERVER_ERROR;

    set = ngx_http_locus_findings_of(r, ctx, set);
    if (set == 0)
        return NGX_DECLINED;

    /* The first rule that names a finding determines the status. */
    conf = ngx_http_get_module_loc_conf(r, ngx_http_locus_module);
    for (rule = conf->rules->elts; !(rule->set & set); rule++)
        ;
    ctx->denied = 1;
    set &= rule->set;
    ngx_log_error(NGX_LOG_ERR, r->connection->log, 0,
                  "request target refused by locus_deny %s: %s", name_of(set),
                  sentence_of(set, ctx));
    return (ngx_int_t)rule->status;
}

/* The rules of the server that all its locations have. */
static ngx_int_t ngx_http_locus_server_handler(ngx_http_request_t *r)
{
    const ngx_http_locus_loc_conf_t *const conf =
        ngx_http_get_module_loc_conf(r, ngx_http_locus_module);

    /* Only a log may ask for it later. */
    if (ngx_http_locus_is_reused(r->main))
        ngx_http_locus_target(r);
    return refuse(r, conf->early);
}

/* The rules of the location. */
static ngx_int_t ngx_http_locus_location_handler(ngx_http_request_t *r)
{
    const ngx_http_locus_loc_conf_t *const conf =
        ngx_http_get_module_loc_conf(r, ngx_http_locus_module);

    return refuse(r, conf->denied);
}

/* Configuration */

static void *ngx_http_locus_create_main_conf(ngx_conf_t *cf)
{
    ngx_http_locus_main_conf_t *const conf = ngx_pcalloc(cf->pool, sizeof *conf);

    if (conf == NULL
        || ngx_array_init(&conf->sources, cf->pool, 2, sizeof(ngx_http_locus_source_t *))
           != NGX_OK)
        return NULL;
    return conf;
}

static void *ngx_http_locus_create_loc_conf(ngx_conf_t *cf)
{
    ngx_http_locus_loc_conf_t *const conf = ngx_pcalloc(cf->pool, sizeof *conf);

    if (conf == NULL)
        return NULL;
    conf->grammar = NGX_CONF_UNSET_PTR;
    conf->key = NGX_CONF_UNSET_PTR;
    conf->redaction = NGX_CONF_UNSET_PTR;
    return conf;
}

/* The status with which a finding is refused; 0 if it is not. */
static ngx_uint_t status_of(const ngx_http_locus_loc_conf_t *conf, uint64_t finding)
{
    const ngx_http_locus_rule_t *const rules = conf->rules ? conf->rules->elts : NULL;

    if (conf->denied & finding)
        for (ngx_uint_t i = 0; i < conf->rules->nelts; i++)
            if (rules[i].set & finding)
                return rules[i].status;
    return 0;
}

/* Removes from server->early what the location does not refuse in the same way. */
static void defer(ngx_http_locus_loc_conf_t *server, const ngx_http_locus_loc_conf_t *location)
{
    if (location->grammar != server->grammar) {
        server->early = 0;
        return;
    }
    for (uint64_t finding = 1; finding != 0; finding <<= 1)
        if (server->early & finding
            && status_of(location, finding) != status_of(server, finding))
            server->early &= ~finding;
}

static char *ngx_http_locus_merge_loc_conf(ngx_conf_t *cf, void *parent, void *child)
{
    static const struct locus_redaction nothing_but_userinfo = {
        .mask = { "XXX", 3 }
    };
    const ngx_http_locus_loc_conf_t *const above = parent;
    ngx_http_locus_loc_conf_t *const conf = child;
    const ngx_http_core_srv_conf_t *const core =
        ngx_http_conf_get_module_srv_conf(cf, ngx_http_core_module);
    ngx_http_locus_loc_conf_t *const server =
        core->ctx->loc_conf[ngx_http_locus_module.ctx_index];

    ngx_conf_merge_ptr_value(conf->grammar, above->grammar, locus_web_target);
    ngx_conf_merge_ptr_value(conf->key, above->key, NULL);
    ngx_conf_merge_ptr_value(conf->redaction, above->redaction,
                             (struct locus_redaction *)&nothing_but_userinfo);

    /* As with nginx's own directives, the rules of the level above hold if this level has
       none. What this level allows is removed from these. */
    if (conf->rules == NULL) {
        conf->rules = above->rules;
        conf->denied = above->denied & ~conf->allowed;
    }
    if (conf == server)
        conf->early = conf->denied;
    else
        defer(server, conf);
    return NGX_CONF_OK;
}

static ngx_int_t ngx_http_locus_preconfiguration(ngx_conf_t *cf)
{
    const struct locus_grammar *const needed[] = {
        locus_web_target, locus_web, locus_web_reference, locus_authority
    };

    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!locus_has_grammar(needed[i])) {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                "this liblocus has no grammar \"%s\": ngx_http_locus_module needs one that "
                "is configured without --with-grammars", locus_grammar_name(needed[i]));
            return NGX_ERROR;
        }
    return ngx_http_locus_add_variables(cf, NULL);
}

static ngx_int_t ngx_http_locus_postconfiguration(ngx_conf_t *cf)
{
    ngx_http_core_main_conf_t *const core =
        ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module);
    ngx_http_handler_pt *handler;

    handler = ngx_array_push(&core->phases[NGX_HTTP_SERVER_REWRITE_PHASE].handlers);
    if (handler == NULL)
        return NGX_ERROR;
    *handler = ngx_http_locus_server_handler;
    handler = ngx_array_push(&core->phases[NGX_HTTP_PREACCESS_PHASE].handlers);
    if (handler == NULL)
        return NGX_ERROR;
    *handler = ngx_http_locus_location_handler;
    return NGX_OK;
}
