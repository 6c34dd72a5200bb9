/* SPDX-License-Identifier: MIT
 *
 * The parameters of directives: NAME=VALUE, lists of names, names of variables. nginx has
 * divided a directive into its words.
 */
#include "ngx_http_locus.h"

%%{
machine parameter;
alphtype unsigned char;

action equals           { equals = p; }

name            = [a-z]+ ;
main := name "=" @equals any* ;

write data noerror nofinal noentry;
}%%

ngx_int_t ngx_http_locus_split(const ngx_str_t *text, ngx_str_t *name, ngx_str_t *value)
{
    u_char *p = text->data;
    u_char *const pe = p + text->len;
    u_char *equals = NULL;
    int cs = parameter_start;

    %% write exec;
    (void)cs;
    if (equals == NULL)
        return 0;
    *name = (ngx_str_t){ (size_t)(equals - text->data), text->data };
    *value = (ngx_str_t){ (size_t)(pe - equals) - 1, equals + 1 };
    return 1;
}

%%{
machine names;
alphtype unsigned char;

action begin            { name = (ngx_http_locus_name_t){ { 0, p }, 0 }; }
action end              { name.name.len = (size_t)(p - name.name.data); }
action prefix           { name.flags = LOCUS_QUERY_PREFIX; }
action name             {
    ngx_http_locus_name_t *const next = ngx_array_push(names);

    if (next == NULL)
        return NGX_ERROR;
    *next = name;
}

name            = ( any - [,*] )+ >begin %end ( "*" @prefix )? ;
main := name %name ( "," name %name )* ;

write data noerror noentry;
}%%

ngx_int_t ngx_http_locus_names(const ngx_str_t *list, ngx_array_t *names, size_t *at)
{
    u_char *p = list->data;
    u_char *const pe = p + list->len;
    u_char *const eof = pe;
    ngx_http_locus_name_t name;
    int cs = names_start;

    ngx_memzero(&name, sizeof name);
    %% write exec;
    *at = (size_t)(p - list->data);
    return cs >= names_first_final ? NGX_OK : NGX_DECLINED;
}

%%{
machine variable_name;
alphtype unsigned char;

main := [A-Za-z] [A-Za-z0-9_]* ;

write data noerror nofinal noentry;
}%%

size_t ngx_http_locus_variable_name(const ngx_str_t *text)
{
    u_char *p = text->data;
    u_char *const pe = p + text->len;
    int cs = variable_name_start;

    %% write exec;
    (void)cs;
    return (size_t)(p - text->data);
}
