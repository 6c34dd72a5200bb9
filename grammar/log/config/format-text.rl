/* SPDX-License-Identifier: MIT
 *
 * The machine format-text: a log format as it was pasted from a configuration: a directive
 * of Apache, nginx or HAProxy, its quoted strings, or the format alone. Its entry `dialect`
 * finds whose format it is.
 */
%%{
machine format_text;
alphtype unsigned char;

# A configuration may continue a line after "\".
ws              = [ \t\r\n] | "\\\n" ;
word            = ( any - [ \t\r\n"';] )+ ;

# Strings. What is between the marks is a segment of the format.
double          = '"' @begin_after ( any - ["\\] | "\\" any )* '"' @end ;
single          = "'" @begin_after ( any - ['\\] | "\\" any )* "'" @end ;
string          = double | single ;

# LogFormat "%h …" common; CustomLog logs/access_log "%h …" env=x
file            = word | '"' ( any - '"' )* '"' ;
apache          = ( "LogFormat"i ws+ | ( "CustomLog"i | "TransferLog"i ) ws+ file ws+ )
                  string ( ws+ ( any - ["'] )* )? ;

# log_format main escape=json '…' # comment
#                             '…';
comment         = "#" ( any - "\n" )* ;
nginx_ws        = ws | comment "\n" ;
escaping        = "escape=" ( "default" | "json" @escape_json | "none" @escape_none ) ;
nginx           = "log_format" nginx_ws+ ( word - ( "#" any* ) ) nginx_ws+ ( escaping nginx_ws+ )?
                  string ( nginx_ws* string )* nginx_ws* ( ";" ( ws* comment ws* )* )? ;

# log-format "%ci …"; log-format %ci\ …
haproxy         = "log-format" ws+ string ;
haproxy_bare    = "log-format" ws+ ( ( ( any - ws - ["'] ) @last | ws )+ & ( ( any - ws ) any* ) )
                  >alone_begin ;

keyword         = ( "LogFormat"i | "CustomLog"i | "TransferLog"i | "log_format" | "log-format" )
                  ws ;
directive       = apache ws* %is_apache | nginx ws* %is_nginx | haproxy ws* %is_haproxy
                | haproxy_bare %is_haproxy %alone ;

# Several strings in double quotation marks are a format whose fields are in quotation marks.
quoted          = ( double | single ( ws+ single )* ) ws* ";"? ws* ;
alone           = ( ( ( any - ws ) @last | ws )+ & ( ( any - ws ) any* )
                    - quoted - ( keyword any* ) ) >alone_begin ;

prefix          = "apache:" @is_apache | "nginx:" @is_nginx | "haproxy:" @is_haproxy ;

main := ws* ( prefix ws* )? ( directive | quoted | ( alone - ( prefix any* ) ) %alone ) $!bad ;

# The first variable that only one of the servers has. HAProxy's names of one letter are also
# Apache's.
names           = "CC" | "CS" | "HM" | "HP" | "HQ" | "HU" | "HV" | "ID" | "ST" | "Ta" | "Tc" | "Td"
                | "Th" | "Ti" | "Tl" | "Tq" | "Tr" | "Tt" | "Tu" | "Tw" | "TR" | "ac" | "bc" | "bi"
                | "bp" | "bq" | "ci" | "cp" | "fc" | "fi" | "fp" | "ft" | "lc" | "hr" | "hs" | "ms"
                | "pid" | "rc" | "rt" | "sc" | "si" | "sp" | "sq" | "ssl" | "tr" | "ts" ;
only_haproxy    = "%" ( names | "[" | "{" [+\-] | "(" ) ;
only_apache     = "%" ( [<>!] | digit | "{" ( any - [+\-] ) ) ;
only_nginx      = "$" ( alnum | [_{\-] ) ;

dialect := ( any - "%" | "%" any )*
           ( only_haproxy @found_haproxy | only_apache @found_apache | only_nginx @found_nginx ) ;
}%%
