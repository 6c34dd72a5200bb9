/* SPDX-License-Identifier: MIT
 *
 * What the files of the nginx module share.
 *
 * A request has one target, which belongs to the main request: subrequests and internal
 * redirects do not change it. What is known about it is in the context of the main request.
 */
#ifndef NGX_HTTP_LOCUS_H
#define NGX_HTTP_LOCUS_H

#include <ngx_config.h>
#include <ngx_core.h>
#include <ngx_http.h>

#include <locus.h>
#include <locus/schemes.h>

/* A set of findings, bits UINT64_C(1) << finding; this bit is "invalid" in locus_deny. */
#define NGX_HTTP_LOCUS_INVALID (UINT64_C(1) << 63)
_Static_assert(LOCUS_FINDING_COUNT < 63, "a bit is left for \"invalid\"");

/* Configuration */

/* One locus_deny. */
typedef struct {
    uint64_t set;
    ngx_uint_t status;
} ngx_http_locus_rule_t;

/* A name in a list: "utm_*" is the name "utm_" with the flag LOCUS_QUERY_PREFIX. */
typedef struct {
    ngx_str_t name;
    unsigned flags;
} ngx_http_locus_name_t;

/* One locus_key. */
typedef struct {
    struct locus_query_rules rules;     /* drop=, sort= and empty= */
    ngx_flag_t letter_case;             /* upper and lower case are different */
} ngx_http_locus_key_t;

/* Of a server or a location. */
typedef struct {
    ngx_array_t *rules;                 /* of ngx_http_locus_rule_t; NULL: as the level
                                           above */
    uint64_t allowed;                   /* by locus_allow of this level */
    uint64_t denied;                    /* by all rules, less what this level allows of the
                                           inherited ones */
    uint64_t early;                     /* of a server: what no location changes, so that
                                           it is refused before a location is sought */
    const struct locus_grammar *grammar;
    ngx_http_locus_key_t *key;
    struct locus_redaction *redaction;
} ngx_http_locus_loc_conf_t;

/* One locus_parse. */
typedef struct {
    ngx_str_t name;
    ngx_http_complex_value_t value;
    const struct locus_grammar *grammar;
    ngx_uint_t index;                   /* in `parsed` of the context */
} ngx_http_locus_source_t;

typedef struct {
    ngx_array_t sources;                /* of ngx_http_locus_source_t * */
} ngx_http_locus_main_conf_t;

/* A request */

/* A text and its parts. `grammar` is NULL if it has not been parsed. */
typedef struct {
    ngx_str_t text;
    const struct locus_grammar *grammar;
    struct locus_url url;
} ngx_http_locus_text_t;

typedef struct {
    ngx_http_locus_text_t target;       /* as in the request line, or ":path" */
    ngx_str_t path;                     /* the path and the query in it, as nginx found them */
    ngx_http_locus_text_t host;         /* the field Host or ":authority"; if the target has a
                                           host itself, that, which is not parsed */
    uint64_t host_findings;             /* of the field alone */
    uint64_t findings;                  /* of both, if `has_findings` */
    ngx_str_t key;                      /* $locus_key, once it is known */
    const ngx_http_locus_key_t *key_of; /* the locus_key by which `key` was made */
    unsigned has_findings:1;
    unsigned denied:1;                  /* the request has been refused */
    ngx_http_locus_text_t parsed[];     /* one for each locus_parse */
} ngx_http_locus_ctx_t;

extern ngx_module_t ngx_http_locus_module;

/* ngx_http_locus_target.c */

/* The context of the request, with its target parsed by the grammar of the location. NULL:
   nginx found no target, or out of memory. */
ngx_http_locus_ctx_t *ngx_http_locus_target(ngx_http_request_t *r);

/* The context, whether or not there is a target. NULL: out of memory. */
ngx_http_locus_ctx_t *ngx_http_locus_context(ngx_http_request_t *r);

/* Whether nginx will reuse the memory of the request line and the fields before it is done with
   the request: to read what the client sends after "101 Switching Protocols" or CONNECT. Then the
   target must be taken, and is copied, before. */
int ngx_http_locus_is_reused(const ngx_http_request_t *r);

/* All findings of the target URI: of the target, and of the Host field unless the target
   has a host itself. */
uint64_t ngx_http_locus_findings(ngx_http_request_t *r, ngx_http_locus_ctx_t *ctx);

/* Which of a set the target has; NGX_HTTP_LOCUS_INVALID if the target or the Host field is
   not valid. */
uint64_t ngx_http_locus_findings_of(ngx_http_request_t *r, ngx_http_locus_ctx_t *ctx,
                                    uint64_t set);

/* ngx_http_locus_variables.c, ngx_http_locus_key.c */

/* Adds $NAME_... for a locus_parse, or $locus_... if `source` is NULL. */
ngx_int_t ngx_http_locus_add_variables(ngx_conf_t *cf, ngx_http_locus_source_t *source);

/* Writes $locus_key, in the pool of the request. */
ngx_int_t ngx_http_locus_write_key(ngx_http_request_t *r, ngx_http_locus_ctx_t *ctx,
                                   ngx_str_t *key);

/* ngx_http_locus_directives.c */

char *ngx_http_locus_deny(ngx_conf_t *cf, ngx_command_t *cmd, void *conf);
char *ngx_http_locus_allow(ngx_conf_t *cf, ngx_command_t *cmd, void *conf);
char *ngx_http_locus_grammar(ngx_conf_t *cf, ngx_command_t *cmd, void *conf);
char *ngx_http_locus_key(ngx_conf_t *cf, ngx_command_t *cmd, void *conf);
char *ngx_http_locus_redact(ngx_conf_t *cf, ngx_command_t *cmd, void *conf);
char *ngx_http_locus_parse(ngx_conf_t *cf, ngx_command_t *cmd, void *conf);

/* parameters.rl */

/* Divides a parameter NAME=VALUE. Returns 1, or 0 if the text is not of this form: then it
   is a name alone. */
ngx_int_t ngx_http_locus_split(const ngx_str_t *text, ngx_str_t *name, ngx_str_t *value);

/* Appends the names of a list NAME,NAME*,... to an array of ngx_http_locus_name_t. Returns
   NGX_OK; NGX_DECLINED if the list is not of this form: *at is the offset of the byte that
   is not allowed, or the length if something is missing there; or NGX_ERROR. */
ngx_int_t ngx_http_locus_names(const ngx_str_t *list, ngx_array_t *names, size_t *at);

/* The length of the longest beginning of a text with which the name of a variable can
   begin: all of it if it is such a name. */
size_t ngx_http_locus_variable_name(const ngx_str_t *text);

#endif
