/* SPDX-License-Identifier: MIT
 *
 * The variables $locus_..., and $NAME_... of each locus_parse. One that has no value is "not
 * found" for nginx: "-" in a log, nothing elsewhere.
 */
#include "ngx_http_locus.h"

/* What a variable is computed from. `ctx` is NULL for a locus_parse. */
typedef struct {
    ngx_http_request_t *r;
    ngx_http_locus_ctx_t *ctx;
    ngx_http_locus_text_t *text;
} subject_t;

typedef ngx_int_t (*compute_pt)(const subject_t *subject, ngx_http_variable_value_t *v,
                                uintptr_t argument);

typedef struct {
    ngx_http_locus_source_t *source;    /* NULL: the target */
    compute_pt compute;
    uintptr_t argument;
} variable_t;

/* Values */

static ngx_int_t none(ngx_http_variable_value_t *v)
{
    ngx_memzero(v, sizeof *v);
    v->not_found = 1;
    return NGX_OK;
}

/* A value of nginx has 28 bits for its length; a request is limited by the buffers for its
   headers, which are smaller. */
static ngx_int_t give(ngx_http_variable_value_t *v, const void *data, size_t len)
{
    ngx_memzero(v, sizeof *v);
    if (len >= 1 << 28)
        return NGX_ERROR;
    v->valid = 1;
    v->len = (unsigned)len;
    v->data = (u_char *)data;
    return NGX_OK;
}

static ngx_int_t give_name(ngx_http_variable_value_t *v, const char *name)
{
    return name == NULL ? none(v) : give(v, name, ngx_strlen(name));
}

static const char *text_of(const ngx_http_locus_text_t *text)
{
    return (const char *)text->text.data;
}

/* What is requested */

/* Evaluates the value of a locus_parse, and parses it unless it is the text that was parsed
   last. */
static ngx_http_locus_text_t *parsed(ngx_http_request_t *r, ngx_http_locus_ctx_t *ctx,
                                     ngx_http_locus_source_t *source)
{
    ngx_http_locus_text_t *const text = &ctx->parsed[source->index];
    ngx_str_t value;

    if (ngx_http_complex_value(r, &source->value, &value) != NGX_OK)
        return NULL;
    if (text->grammar == NULL || text->text.data != value.data
        || text->text.len != value.len) {
        text->text = value;
        text->grammar = source->grammar;
        locus_parse_reference(&text->url, text_of(text), value.len, source->grammar);
    }
    return text;
}

/* Returns NGX_DECLINED if there is nothing to compute from. */
static ngx_int_t find(subject_t *subject, ngx_http_request_t *r,
                      ngx_http_locus_source_t *source)
{
    subject->r = r;
    if (source == NULL) {
        subject->ctx = ngx_http_locus_target(r);
        if (subject->ctx == NULL)
            return NGX_DECLINED;
        subject->text = &subject->ctx->target;
        return NGX_OK;
    }
    subject->ctx = ngx_http_locus_context(r);
    if (subject->ctx == NULL)
        return NGX_ERROR;
    subject->text = parsed(r, subject->ctx, source);
    subject->ctx = NULL;
    if (subject->text == NULL)
        return NGX_ERROR;
    return subject->text->text.len == 0 ? NGX_DECLINED : NGX_OK;
}

static ngx_int_t get(ngx_http_request_t *r, ngx_http_variable_value_t *v, uintptr_t data)
{
    const variable_t *const variable = (const variable_t *)data;
    subject_t subject;
    const ngx_int_t found = find(&subject, r, variable->source);

    if (found != NGX_OK)
        return found == NGX_DECLINED ? none(v) : NGX_ERROR;
    return variable->compute(&subject, v, variable->argument);
}

/* Parts and findings */

/* A part as it is written in the target or in the value. The host and port of a target without
   them are those of the Host field (RFC 9112, section 3.3). */
static ngx_int_t part(const subject_t *subject, ngx_http_variable_value_t *v,
                      uintptr_t argument)
{
    const enum locus_part part = (enum locus_part)argument;
    const ngx_http_locus_text_t *text = subject->text;
    struct locus_span span;

    if ((part == LOCUS_HOST || part == LOCUS_PORT) && subject->ctx != NULL
        && subject->ctx->host.grammar != NULL)
        text = &subject->ctx->host;
    if (!locus_has(&text->url, part))
        return none(v);
    span = locus_get(&text->url, part);
    return give(v, text_of(text) + span.off, span.len);
}

static ngx_int_t form(const subject_t *subject, ngx_http_variable_value_t *v,
                      uintptr_t argument)
{
    const struct locus_url *const url = &subject->text->url;

    return url->form == LOCUS_FORM_NONE
           ? none(v) : give_name(v, locus_form_name((enum locus_form)url->form));
}

/* The names, separated by ",". */
static ngx_int_t findings(const subject_t *subject, ngx_http_variable_value_t *v,
                          uintptr_t argument)
{
    const ngx_http_locus_text_t *const text = subject->text;
    const uint64_t found = subject->ctx != NULL
        ? ngx_http_locus_findings(subject->r, subject->ctx)
        : locus_findings(&text->url, text_of(text), text->text.len, NULL);
    size_t len = 0;
    u_char *names, *p;

    if (found == 0)
        return none(v);
    for (int f = 0; f < LOCUS_FINDING_COUNT; f++)
        if (found >> f & 1)
            len += ngx_strlen(locus_finding_name((enum locus_finding)f)) + 1;
    names = p = ngx_pnalloc(subject->r->pool, len);
    if (names == NULL)
        return NGX_ERROR;
    for (int f = 0; f < LOCUS_FINDING_COUNT; f++)
        if (found >> f & 1) {
            const char *const name = locus_finding_name((enum locus_finding)f);

            p = ngx_cpymem(p, name, ngx_strlen(name));
            *p++ = ',';
        }
    return give(v, names, len - 1);
}

static ngx_int_t error_name(const struct locus_url *url, ngx_http_variable_value_t *v)
{
    return url->error == 0 ? none(v) : give_name(v, locus_error_name(url->error));
}

static ngx_int_t error_offset(const subject_t *subject, const struct locus_url *url,
                              ngx_http_variable_value_t *v)
{
    u_char *number;

    if (url->error == 0)
        return none(v);
    number = ngx_pnalloc(subject->r->pool, NGX_INT32_LEN);
    if (number == NULL)
        return NGX_ERROR;
    return give(v, number,
                (size_t)(ngx_sprintf(number, "%uD", url->error_offset) - number));
}

static ngx_int_t error(const subject_t *subject, ngx_http_variable_value_t *v,
                       uintptr_t argument)
{
    return error_name(&subject->text->url, v);
}

static ngx_int_t offset(const subject_t *subject, ngx_http_variable_value_t *v,
                        uintptr_t argument)
{
    return error_offset(subject, &subject->text->url, v);
}

static ngx_int_t host_error(const subject_t *subject, ngx_http_variable_value_t *v,
                            uintptr_t argument)
{
    return error_name(&subject->ctx->host.url, v);
}

static ngx_int_t host_offset(const subject_t *subject, ngx_http_variable_value_t *v,
                             uintptr_t argument)
{
    return error_offset(subject, &subject->ctx->host.url, v);
}

/* Other forms of the whole text */

static ngx_int_t normal(const subject_t *subject, ngx_http_variable_value_t *v,
                        uintptr_t argument)
{
    const ngx_http_locus_text_t *const text = subject->text;
    const size_t size = text->text.len + 32;
    char *buf;
    size_t len;

    if (text->url.error != 0)
        return none(v);
    buf = ngx_pnalloc(subject->r->pool, size);
    if (buf == NULL
        || locus_normalize(buf, size, &len, &text->url, text_of(text), LOCUS_STEPS_ALL) != 0)
        return NGX_ERROR;
    return give(v, buf, len);
}

static ngx_int_t redacted(const subject_t *subject, ngx_http_variable_value_t *v,
                          uintptr_t argument)
{
    const ngx_http_locus_loc_conf_t *const conf =
        ngx_http_get_module_loc_conf(subject->r, ngx_http_locus_module);
    const ngx_http_locus_text_t *const text = subject->text;
    size_t size = text->text.len + 64, len;
    int result = LOCUS_ERROR_SPACE;
    char *buf = NULL;

    if (text->url.error != 0)
        return none(v);
    for (int attempt = 0; attempt < 2 && result == LOCUS_ERROR_SPACE; attempt++) {
        buf = ngx_pnalloc(subject->r->pool, size);
        if (buf == NULL)
            return NGX_ERROR;
        result = locus_redact(buf, size, &len, &text->url, text_of(text), conf->redaction,
                              NULL);
        size = len;
    }
    return result == 0 ? give(v, buf, len) : none(v);
}

static ngx_int_t origin(const subject_t *subject, ngx_http_variable_value_t *v,
                        uintptr_t argument)
{
    const ngx_http_locus_text_t *const text = subject->text;
    const size_t size = text->text.len + 32;
    char *buf;
    size_t len;

    if (text->url.error != 0)
        return none(v);
    buf = ngx_pnalloc(subject->r->pool, size);
    if (buf == NULL)
        return NGX_ERROR;
    return locus_origin(buf, size, &len, &text->url, text_of(text), NULL) == 0
           ? give(v, buf, len) : none(v);
}

static ngx_int_t key(const subject_t *subject, ngx_http_variable_value_t *v,
                     uintptr_t argument)
{
    ngx_str_t key;

    if (ngx_http_locus_write_key(subject->r, subject->ctx, &key) != NGX_OK)
        return NGX_ERROR;
    return give(v, key.data, key.len);
}

/* $NAME_query_KEY, $NAME_decoded_KEY */

/* Whether the name of a pair, decoded, is the key, without regard to case: nginx gives a
   variable's name in lower case. An octet is at most three bytes of the name. */
static ngx_int_t is_key(ngx_http_request_t *r, const char *name, size_t len,
                        const ngx_str_t *key, u_char *buf)
{
    size_t decoded;

    return len >= key->len && len <= 3 * key->len
           && locus_decode((char *)buf, 3 * key->len, &decoded, name, len, LOCUS_QUERY_ITEM,
                           LOCUS_PLUS_IS_SPACE | LOCUS_KEEP, NULL) == 0
           && decoded == key->len
           && ngx_strncasecmp(buf, key->data, key->len) == 0;
}

/* The first pair with this key. Returns NGX_OK, or NGX_DECLINED if there is none. */
static ngx_int_t find_pair(const subject_t *subject, const ngx_str_t *key,
                           struct locus_piece *pair)
{
    const ngx_http_locus_text_t *const text = subject->text;
    struct locus_pieces pairs;
    u_char small[192], *buf = small;

    if (!locus_has(&text->url, LOCUS_QUERY) || key->len == 0)
        return NGX_DECLINED;
    if (3 * key->len > sizeof small) {
        buf = ngx_pnalloc(subject->r->pool, 3 * key->len);
        if (buf == NULL)
            return NGX_ERROR;
    }
    locus_pieces_begin(&pairs, LOCUS_PIECE_AMP_PAIR, locus_get(&text->url, LOCUS_QUERY));
    while (locus_pieces_next(pair, &pairs, text_of(text)) == 1)
        if (is_key(subject->r, text_of(text) + pair->name.off, pair->name.len, key, buf))
            return NGX_OK;
    return NGX_DECLINED;
}

/* The source whose variables have this name, and the key at its end. */
static ngx_http_locus_source_t *source_of(ngx_http_request_t *r, const ngx_str_t *name,
                                          const char *what, ngx_str_t *key)
{
    const ngx_http_locus_main_conf_t *const conf =
        ngx_http_get_module_main_conf(r, ngx_http_locus_module);
    ngx_http_locus_source_t *const *const source = conf->sources.elts;
    const size_t what_len = ngx_strlen(what);
    ngx_http_locus_source_t *found = NULL;
    size_t begin = sizeof "locus" - 1 + what_len;

    /* Among $a_query_b and $a_query_b_query_c, as nginx does it, the longest name. */
    for (ngx_uint_t i = 0, longest = 0; i < conf->sources.nelts; i++) {
        const ngx_str_t *const own = &source[i]->name;

        if (own->len > longest && name->len >= own->len + what_len
            && ngx_strncmp(name->data, own->data, own->len) == 0
            && ngx_strncmp(name->data + own->len, what, what_len) == 0) {
            found = source[i];
            longest = own->len;
            begin = own->len + what_len;
        }
    }
    *key = (ngx_str_t){ name->len - begin, name->data + begin };
    return found;
}

static ngx_int_t get_pair(ngx_http_request_t *r, const ngx_str_t *name, const char *what,
                          subject_t *subject, struct locus_piece *pair)
{
    ngx_str_t key;
    ngx_http_locus_source_t *const source = source_of(r, name, what, &key);
    const ngx_int_t found = find(subject, r, source);

    return found == NGX_OK ? find_pair(subject, &key, pair) : found;
}

/* As it is written in the query. */
static ngx_int_t get_query(ngx_http_request_t *r, ngx_http_variable_value_t *v,
                           uintptr_t data)
{
    subject_t subject;
    struct locus_piece pair;
    const ngx_int_t found = get_pair(r, (const ngx_str_t *)data, "_query_", &subject, &pair);

    if (found != NGX_OK)
        return found == NGX_DECLINED ? none(v) : NGX_ERROR;
    return give(v, text_of(subject.text) + pair.value.off, pair.value.len);
}

/* Decoded. A control could end a line where the variable is used, in a header field or a
   log: then there is no value. */
static ngx_int_t get_decoded(ngx_http_request_t *r, ngx_http_variable_value_t *v,
                             uintptr_t data)
{
    const ngx_str_t *const name = (const ngx_str_t *)data;
    subject_t subject;
    struct locus_piece pair;
    struct locus_report report;
    const ngx_int_t found = get_pair(r, name, "_decoded_", &subject, &pair);
    size_t len;
    char *buf;

    if (found != NGX_OK)
        return found == NGX_DECLINED ? none(v) : NGX_ERROR;
    buf = ngx_pnalloc(r->pool, pair.value.len);
    if (buf == NULL
        || locus_decode(buf, pair.value.len, &len, text_of(subject.text) + pair.value.off,
                        pair.value.len, LOCUS_QUERY_ITEM, LOCUS_PLUS_IS_SPACE | LOCUS_KEEP,
                        &report) != 0)
        return NGX_ERROR;
    if (report.found & LOCUS_FOUND_CONTROL) {
        ngx_log_error(NGX_LOG_INFO, r->connection->log, 0,
                      "$%V has no value: decoded, it would contain a control at byte %uz of "
                      "the parameter", name, report.offset);
        return none(v);
    }
    return give(v, buf, len);
}

/* Names */

/* Which variables there are: of the target, of a locus_parse, or both. */
enum { TARGET = 1, VALUE = 2 };

static const struct {
    const char *name;
    compute_pt compute;
    int of;
} computed[] = {
    { "form", form, TARGET },
    { "key", key, TARGET },
    { "host_error", host_error, TARGET },
    { "host_error_offset", host_offset, TARGET },
    { "origin", origin, VALUE },
    { "normal", normal, TARGET | VALUE },
    { "redacted", redacted, TARGET | VALUE },
    { "findings", findings, TARGET | VALUE },
    { "error", error, TARGET | VALUE },
    { "error_offset", offset, TARGET | VALUE }
};

/* Adds $NAME_WHAT. Its value depends on the location, so that it must not be kept across
   internal redirects. */
static ngx_http_variable_t *add(ngx_conf_t *cf, const ngx_str_t *name, const char *what,
                                ngx_uint_t flags)
{
    ngx_str_t whole = { name->len + 1 + ngx_strlen(what), NULL };

    whole.data = ngx_pnalloc(cf->pool, whole.len + 1);
    if (whole.data == NULL)
        return NULL;
    ngx_sprintf(whole.data, "%V_%s%Z", name, what);
    return ngx_http_add_variable(cf, &whole, flags | NGX_HTTP_VAR_NOCACHEABLE);
}

static ngx_int_t add_computed(ngx_conf_t *cf, const ngx_str_t *name,
                              ngx_http_locus_source_t *source, const char *what,
                              compute_pt compute, uintptr_t argument)
{
    ngx_http_variable_t *const entry = add(cf, name, what, 0);
    variable_t *const variable = ngx_palloc(cf->pool, sizeof *variable);

    if (entry == NULL || variable == NULL)
        return NGX_ERROR;
    *variable = (variable_t){ source, compute, argument };
    entry->get_handler = get;
    entry->data = (uintptr_t)variable;
    return NGX_OK;
}

ngx_int_t ngx_http_locus_add_variables(ngx_conf_t *cf, ngx_http_locus_source_t *source)
{
    static const ngx_str_t locus = ngx_string("locus");
    const ngx_str_t *const name = source ? &source->name : &locus;
    ngx_http_variable_t *entry;

    for (int p = 0; p < LOCUS_GENERIC_PART_COUNT; p++)
        if (add_computed(cf, name, source, locus_part_name((enum locus_part)p), part,
                         (uintptr_t)p) != NGX_OK)
            return NGX_ERROR;
    for (size_t i = 0; i < sizeof computed / sizeof *computed; i++)
        if (computed[i].of & (source ? VALUE : TARGET)
            && add_computed(cf, name, source, computed[i].name, computed[i].compute, 0)
               != NGX_OK)
            return NGX_ERROR;

    entry = add(cf, name, "query_", NGX_HTTP_VAR_PREFIX);
    if (entry == NULL)
        return NGX_ERROR;
    entry->get_handler = get_query;
    entry = add(cf, name, "decoded_", NGX_HTTP_VAR_PREFIX);
    if (entry == NULL)
        return NGX_ERROR;
    entry->get_handler = get_decoded;
    return NGX_OK;
}
