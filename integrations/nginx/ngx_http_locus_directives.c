/* SPDX-License-Identifier: MIT
 *
 * Reads the directives. The message about an error says what is allowed instead; nginx adds
 * the file and the line.
 */
#include "ngx_http_locus.h"

/* A list of names: the one with this index, or NULL after the last one. */
typedef const char *(*names_pt)(ngx_uint_t index);

/* Did you mean */

/* Longer words are not compared. */
#define LONGEST 40

/* The number of bytes to insert, remove or replace. */
static ngx_uint_t distance_of(const ngx_str_t *word, const char *name)
{
    const size_t len = ngx_strlen(name);
    ngx_uint_t row[LONGEST + 1];

    for (size_t i = 0; i <= len; i++)
        row[i] = i;
    for (size_t w = 0; w < word->len; w++) {
        ngx_uint_t corner = row[0];

        row[0] = w + 1;
        for (size_t i = 0; i < len; i++) {
            const ngx_uint_t replaced =
                corner + (ngx_tolower(word->data[w]) != (u_char)name[i]);

            corner = row[i + 1];
            row[i + 1] = ngx_min(replaced, ngx_min(corner, row[i]) + 1);
        }
    }
    return row[len];
}

/* The nearest name, or NULL if none is near. */
static const char *nearest(const ngx_str_t *word, names_pt names)
{
    ngx_uint_t best = ngx_max(word->len / 3, 2) + 1;
    const char *near = NULL, *name;

    if (word->len > LONGEST)
        return NULL;
    for (ngx_uint_t i = 0; (name = names(i)) != NULL; i++) {
        const ngx_uint_t distance = ngx_strlen(name) > LONGEST ? best
                                                               : distance_of(word, name);

        if (distance < best && distance < word->len) {
            best = distance;
            near = name;
        }
    }
    return near;
}

/* Refuses a word that is not one of the names. If none of them is near, the message has
   `otherwise`, which says what is allowed. */
static char *unknown(ngx_conf_t *cf, const char *what, const ngx_str_t *word, names_pt names,
                     const char *otherwise)
{
    const ngx_str_t *const directive = cf->args->elts;
    const char *const near = nearest(word, names);

    if (near != NULL)
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "%V: unknown %s \"%V\"; did you mean \"%s\"?",
                           directive, what, word, near);
    else
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "%V: unknown %s \"%V\"; %s", directive, what,
                           word, otherwise);
    return NGX_CONF_ERROR;
}

static int is(const ngx_str_t *word, const char *name)
{
    return word->len == ngx_strlen(name) && ngx_memcmp(word->data, name, word->len) == 0;
}

/* locus_deny, locus_allow */

static const char *finding_at(ngx_uint_t index)
{
    if (index < LOCUS_FINDING_COUNT)
        return locus_finding_name((enum locus_finding)index);
    return index == LOCUS_FINDING_COUNT ? "invalid" : NULL;
}

static const char *status_at(ngx_uint_t index)
{
    return index == 0 ? "status" : NULL;
}

static const char *no_finding =
    "doc/nginx.md lists the findings; \"invalid\" is a target that its grammar rejects";

/* Adds the finding of that name to a set of this level. */
static char *add_finding(ngx_conf_t *cf, const ngx_str_t *word, uint64_t *set)
{
    uint64_t bit;
    int finding;

    if (is(word, "invalid")) {
        bit = NGX_HTTP_LOCUS_INVALID;
    } else {
        finding = locus_finding_from_name((const char *)word->data, word->len);
        if (finding < 0)
            return unknown(cf, "finding", word, finding_at, no_finding);
        bit = UINT64_C(1) << finding;
    }
    if (*set & bit) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "%V: \"%V\" is named twice on this level",
                           cf->args->elts, word);
        return NGX_CONF_ERROR;
    }
    *set |= bit;
    return NGX_CONF_OK;
}

/* A level must not both deny and allow a finding. */
static char *check_level(ngx_conf_t *cf, const ngx_http_locus_loc_conf_t *conf)
{
    const uint64_t both = conf->denied & conf->allowed;

    /* `locus_allow all` is about what is inherited. */
    if (both == 0 || conf->allowed == UINT64_MAX)
        return NGX_CONF_OK;
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
        "%V: \"%s\" is both denied and allowed on this level; locus_allow removes what a "
        "level inherits", cf->args->elts,
        both & NGX_HTTP_LOCUS_INVALID
        ? "invalid" : locus_finding_name((enum locus_finding)__builtin_ctzll(both)));
    return NGX_CONF_ERROR;
}

/* 408, 494 to 497 and 499 make nginx close the connection, or send another status. 444 is
   nginx's way to close a connection without a response. */
static int is_status(ngx_int_t status)
{
    return status >= 400 && status < 500 && status != 408 && status != 499
           && !(status >= 494 && status <= 497);
}

char *ngx_http_locus_deny(ngx_conf_t *cf, ngx_command_t *cmd, void *data)
{
    ngx_http_locus_loc_conf_t *const conf = data;
    ngx_str_t *const word = cf->args->elts;
    ngx_http_locus_rule_t *rule;
    uint64_t denied = conf->denied;
    ngx_uint_t status = 0;
    ngx_str_t name, value;

    for (ngx_uint_t i = 1; i < cf->args->nelts; i++) {
        ngx_int_t number;

        if (!ngx_http_locus_split(&word[i], &name, &value)) {
            if (add_finding(cf, &word[i], &denied) != NGX_CONF_OK)
                return NGX_CONF_ERROR;
            continue;
        }
        if (!is(&name, "status"))
            return unknown(cf, "parameter", &name, status_at,
                           "the only one is \"status=\", as in \"status=403\"");
        number = ngx_atoi(value.data, value.len);
        if (!is_status(number) || status != 0) {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                status != 0 ? "%V: a second status \"%V\"; use one locus_deny for each status"
                : "%V: invalid status \"%V\"; it must be from 400 to 499, but not 408, 494 to "
                  "497 or 499, which nginx does not send", &word[0], &value);
            return NGX_CONF_ERROR;
        }
        status = (ngx_uint_t)number;
    }
    if (denied == conf->denied) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "%V: no finding; what is to be denied, such "
                           "as \"above-root\" or \"invalid\"?", &word[0]);
        return NGX_CONF_ERROR;
    }

    if (conf->rules == NULL)
        conf->rules = ngx_array_create(cf->pool, 2, sizeof *rule);
    rule = conf->rules ? ngx_array_push(conf->rules) : NULL;
    if (rule == NULL)
        return NGX_CONF_ERROR;
    rule->set = denied & ~conf->denied;
    rule->status = status != 0 ? status : NGX_HTTP_BAD_REQUEST;
    conf->denied = denied;
    return check_level(cf, conf);
}

static const char *allowed_at(ngx_uint_t index)
{
    return index <= LOCUS_FINDING_COUNT ? finding_at(index)
                                        : index == LOCUS_FINDING_COUNT + 1 ? "all" : NULL;
}

char *ngx_http_locus_allow(ngx_conf_t *cf, ngx_command_t *cmd, void *data)
{
    ngx_http_locus_loc_conf_t *const conf = data;
    ngx_str_t *const word = cf->args->elts;
    ngx_str_t name, value;

    for (ngx_uint_t i = 1; i < cf->args->nelts; i++) {
        if (ngx_http_locus_split(&word[i], &name, &value)) {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                "%V: unknown parameter \"%V\"; locus_allow takes names of findings, or \"all\"",
                &word[0], &word[i]);
            return NGX_CONF_ERROR;
        }
        if (is(&word[i], "all") && cf->args->nelts == 2 && conf->allowed == 0)
            conf->allowed = UINT64_MAX;
        else if (is(&word[i], "all") || conf->allowed == UINT64_MAX) {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                "%V: \"all\" cannot be combined with other findings", &word[0]);
            return NGX_CONF_ERROR;
        } else if (!is(&word[i], "invalid")
                   && locus_finding_from_name((const char *)word[i].data, word[i].len) < 0) {
            return unknown(cf, "finding", &word[i], allowed_at, no_finding);
        } else if (add_finding(cf, &word[i], &conf->allowed) != NGX_CONF_OK) {
            return NGX_CONF_ERROR;
        }
    }
    return check_level(cf, conf);
}

/* locus_grammar */

/* The grammars that are built in and have all or none of the trait. */
static const char *grammar_at(ngx_uint_t index, int of_targets)
{
    const struct locus_grammar *grammar;

    for (size_t i = 0; (grammar = locus_grammar_at(i)) != NULL; i++)
        if (locus_has_grammar(grammar)
            && !(locus_grammar_traits(grammar) & LOCUS_TRAIT_TARGET) == !of_targets
            && index-- == 0)
            return locus_grammar_name(grammar);
    return NULL;
}

static const char *target_grammar_at(ngx_uint_t index)
{
    return grammar_at(index, 1);
}

static const char *other_grammar_at(ngx_uint_t index)
{
    return grammar_at(index, 0);
}

/* Reads the name of a grammar, of request targets or of other URLs. */
static char *read_grammar(ngx_conf_t *cf, const ngx_str_t *word, int of_targets,
                          const struct locus_grammar **to)
{
    const struct locus_grammar *const grammar =
        locus_grammar_from_name((const char *)word->data, word->len);

    if (grammar != NULL && locus_has_grammar(grammar)
        && !(locus_grammar_traits(grammar) & LOCUS_TRAIT_TARGET) == !of_targets) {
        *to = grammar;
        return NGX_CONF_OK;
    }
    if (grammar != NULL && !locus_has_grammar(grammar)) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
            "%V: this liblocus was built without the grammar \"%V\"", cf->args->elts, word);
        return NGX_CONF_ERROR;
    }
    if (of_targets)
        return unknown(cf, "grammar of request targets", word, target_grammar_at,
            "\"web-target\" allows the bytes that clients send, \"request-target\" those of "
            "RFC 9112");
    return unknown(cf, "grammar", word, other_grammar_at,
        "\"web\" allows the bytes that occur in practice, \"rfc3986\" those of the RFC");
}

char *ngx_http_locus_grammar(ngx_conf_t *cf, ngx_command_t *cmd, void *data)
{
    ngx_http_locus_loc_conf_t *const conf = data;
    const ngx_str_t *const word = cf->args->elts;

    if (conf->grammar != NGX_CONF_UNSET_PTR)
        return "is duplicate";
    return read_grammar(cf, &word[1], 1, &conf->grammar);
}

/* locus_key */

static const char *key_parameter_at(ngx_uint_t index)
{
    static const char *const names[] = { "drop", "sort", "case", "empty", NULL };

    return names[index];
}

static char *read_flag(ngx_conf_t *cf, const ngx_str_t *name, const ngx_str_t *value,
                       ngx_flag_t *flag)
{
    if (*flag != NGX_CONF_UNSET) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "%V: \"%V=\" is duplicate", cf->args->elts,
                           name);
        return NGX_CONF_ERROR;
    }
    if (!is(value, "on") && !is(value, "off")) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
            "%V: invalid value \"%V\"; \"%V=\" must be \"on\" or \"off\"", cf->args->elts, value,
            name);
        return NGX_CONF_ERROR;
    }
    *flag = is(value, "on");
    return NGX_CONF_OK;
}

/* The names of drop=, as locus_query_select() takes them. */
static ngx_int_t set_dropped(ngx_conf_t *cf, struct locus_query_rules *rules,
                             const ngx_array_t *drop)
{
    const ngx_http_locus_name_t *const name = drop->elts;
    struct locus_slice *names, *prefixes;

    names = ngx_palloc(cf->pool, 2 * drop->nelts * sizeof *names);
    if (names == NULL)
        return NGX_ERROR;
    prefixes = names + drop->nelts;
    for (ngx_uint_t i = 0; i < drop->nelts; i++) {
        const struct locus_slice slice = { (const char *)name[i].name.data, name[i].name.len };

        if (name[i].flags & LOCUS_QUERY_PREFIX)
            prefixes[rules->prefix_count++] = slice;
        else
            names[rules->name_count++] = slice;
    }
    rules->names = names;
    rules->prefixes = prefixes;
    return NGX_OK;
}

char *ngx_http_locus_key(ngx_conf_t *cf, ngx_command_t *cmd, void *data)
{
    ngx_http_locus_loc_conf_t *const conf = data;
    const ngx_str_t *const word = cf->args->elts;
    ngx_flag_t sort = NGX_CONF_UNSET, empty = NGX_CONF_UNSET;
    ngx_http_locus_key_t *key;
    ngx_str_t name, value;
    ngx_array_t drop;

    if (conf->key != NGX_CONF_UNSET_PTR)
        return "is duplicate";
    key = ngx_pcalloc(cf->pool, sizeof *key);
    if (key == NULL
        || ngx_array_init(&drop, cf->pool, 4, sizeof(ngx_http_locus_name_t)) != NGX_OK)
        return NGX_CONF_ERROR;
    key->letter_case = NGX_CONF_UNSET;

    for (ngx_uint_t i = 1; i < cf->args->nelts; i++) {
        char *result = NGX_CONF_OK;
        size_t at;

        if (!ngx_http_locus_split(&word[i], &name, &value)) {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                "%V: invalid parameter \"%V\"; it must be NAME=VALUE, as in "
                "\"drop=utm_*,gclid sort=on case=on empty=off\"", &word[0], &word[i]);
            return NGX_CONF_ERROR;
        }
        if (is(&name, "drop")) {
            const ngx_int_t read = ngx_http_locus_names(&value, &drop, &at);

            if (read == NGX_DECLINED)
                ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                    "%V: invalid list \"%V\" at byte %uz; it must be names with \",\" between "
                    "them, and \"*\" only at the end of a name, as in \"utm_*,gclid\"",
                    &word[0], &value, at);
            if (read != NGX_OK)
                return NGX_CONF_ERROR;
        } else if (is(&name, "sort")) {
            result = read_flag(cf, &name, &value, &sort);
        } else if (is(&name, "case")) {
            result = read_flag(cf, &name, &value, &key->letter_case);
        } else if (is(&name, "empty")) {
            result = read_flag(cf, &name, &value, &empty);
        } else {
            result = unknown(cf, "parameter", &name, key_parameter_at,
                             "they are \"drop=\", \"sort=\", \"case=\" and \"empty=\"");
        }
        if (result != NGX_CONF_OK)
            return result;
    }
    ngx_conf_init_value(key->letter_case, 1);
    /* The key is in lower case when these names are compared with its names. */
    if (!key->letter_case) {
        const ngx_http_locus_name_t *const dropped = drop.elts;

        for (ngx_uint_t i = 0; i < drop.nelts; i++)
            ngx_strlow(dropped[i].name.data, dropped[i].name.data, dropped[i].name.len);
    }
    if (set_dropped(cf, &key->rules, &drop) != NGX_OK)
        return NGX_CONF_ERROR;
    key->rules.flags = LOCUS_PLUS_IS_SPACE | (sort == 1 ? LOCUS_QUERY_SORTED : 0)
                     | (empty == 0 ? LOCUS_QUERY_NO_EMPTY : 0);
    conf->key = key;
    return NGX_CONF_OK;
}

/* locus_redact */

/* Whether the mask is valid in each part that it may replace. */
static int is_mask(const struct locus_redaction *what)
{
    const char text[] = "http://u:p@h/?k=v";
    const struct locus_slice key = { "k", 1 };
    struct locus_redaction trial = *what;
    struct locus_url url;
    size_t len;
    char buf[256];

    trial.keys = &key;
    trial.key_count = 1;
    return what->mask.len <= 64
           && locus_parse(&url, text, sizeof text - 1, locus_web) == 0
           && locus_redact(buf, sizeof buf, &len, &url, text, &trial, NULL) == 0;
}

char *ngx_http_locus_redact(ngx_conf_t *cf, ngx_command_t *cmd, void *data)
{
    ngx_http_locus_loc_conf_t *const conf = data;
    const ngx_str_t *const word = cf->args->elts;
    struct locus_redaction *redaction;
    struct locus_slice *keys;
    ngx_str_t name, value;

    if (conf->redaction != NGX_CONF_UNSET_PTR)
        return "is duplicate";
    redaction = ngx_pcalloc(cf->pool, sizeof *redaction);
    keys = ngx_palloc(cf->pool, cf->args->nelts * sizeof *keys);
    if (redaction == NULL || keys == NULL)
        return NGX_CONF_ERROR;
    redaction->mask = (struct locus_slice){ "XXX", 3 };
    redaction->keys = keys;
    redaction->flags = LOCUS_PLUS_IS_SPACE;

    for (ngx_uint_t i = 1; i < cf->args->nelts; i++)
        if (ngx_http_locus_split(&word[i], &name, &value) && is(&name, "mask"))
            redaction->mask = (struct locus_slice){ (char *)value.data, value.len };
        else
            keys[redaction->key_count++] =
                (struct locus_slice){ (char *)word[i].data, word[i].len };

    if (!is_mask(redaction)) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
            "%V: invalid mask; it must be at most 64 bytes that are allowed in a user and in "
            "a value, such as \"XXX\"", &word[0]);
        return NGX_CONF_ERROR;
    }
    conf->redaction = redaction;
    return NGX_CONF_OK;
}

/* locus_parse */

static const char *parse_parameter_at(ngx_uint_t index)
{
    return index == 0 ? "grammar" : NULL;
}

/* Whether $NAME_... would hide existing variables: those of nginx, such as $http_...
   and $arg_..., or of another locus_parse. */
static int is_taken(ngx_conf_t *cf, const ngx_http_locus_main_conf_t *conf,
                    const ngx_str_t *name)
{
    const ngx_http_core_main_conf_t *const core =
        ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module);
    const ngx_http_variable_t *const prefix = core->prefix_variables.elts;
    ngx_http_locus_source_t *const *const source = conf->sources.elts;

    for (ngx_uint_t i = 0; i < core->prefix_variables.nelts; i++)
        if (prefix[i].name.len == name->len + 1
            && ngx_strncmp(prefix[i].name.data, name->data, name->len) == 0)
            return 1;
    for (ngx_uint_t i = 0; i < conf->sources.nelts; i++)
        if (source[i]->name.len == name->len
            && ngx_strncmp(source[i]->name.data, name->data, name->len) == 0)
            return 1;
    return is(name, "locus");
}

char *ngx_http_locus_parse(ngx_conf_t *cf, ngx_command_t *cmd, void *data)
{
    ngx_http_locus_main_conf_t *const conf = data;
    ngx_str_t *const word = cf->args->elts;
    ngx_http_locus_source_t *source, **slot;
    ngx_http_compile_complex_value_t compile;
    ngx_str_t name, value;
    size_t valid;

    if (!is(&word[2], "as")) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
            "%V: \"%V\" instead of \"as\"; it must be \"locus_parse VALUE as NAME;\", as in "
            "\"locus_parse $http_referer as ref;\"", &word[0], &word[2]);
        return NGX_CONF_ERROR;
    }
    valid = ngx_http_locus_variable_name(&word[3]);
    if (valid < word[3].len || valid == 0) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
            "%V: invalid name \"%V\" at byte %uz; it must be a letter, then letters, digits "
            "and \"_\", as in \"ref\", for the variables $ref_host, ...", &word[0], &word[3],
            valid);
        return NGX_CONF_ERROR;
    }

    source = ngx_pcalloc(cf->pool, sizeof *source);
    if (source == NULL)
        return NGX_CONF_ERROR;
    source->name = word[3];
    ngx_strlow(source->name.data, source->name.data, source->name.len);
    source->grammar = locus_web;
    source->index = conf->sources.nelts;
    if (is_taken(cf, conf, &source->name)) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
            "%V: the variables $%V_... already exist; choose another name", &word[0],
            &source->name);
        return NGX_CONF_ERROR;
    }
    if (cf->args->nelts > 4) {
        if (!ngx_http_locus_split(&word[4], &name, &value) || !is(&name, "grammar"))
            return unknown(cf, "parameter", &word[4], parse_parameter_at,
                           "the only one is \"grammar=\", as in \"grammar=rfc3986\"");
        if (read_grammar(cf, &value, 0, &source->grammar) != NGX_CONF_OK)
            return NGX_CONF_ERROR;
    }

    ngx_memzero(&compile, sizeof compile);
    compile.cf = cf;
    compile.value = &word[1];
    compile.complex_value = &source->value;
    if (ngx_http_compile_complex_value(&compile) != NGX_OK)
        return NGX_CONF_ERROR;

    slot = ngx_array_push(&conf->sources);
    if (slot == NULL)
        return NGX_CONF_ERROR;
    *slot = source;
    return ngx_http_locus_add_variables(cf, source) == NGX_OK ? NGX_CONF_OK : NGX_CONF_ERROR;
}
