/* SPDX-License-Identifier: MIT
 *
 * The machine combined: access logs of Apache (mod_log_config, "%h %l %u %t \"%r\" %>s
 * %b" and the same with Referer and User-Agent) and nginx (log_format combined), with
 * or without a virtual host before it and other fields after it. It reads one line and
 * stops after its line feed.
 */
%%{
machine combined;
alphtype unsigned char;
include log_common "log/log-common.rl";

# The escapes of Apache (util.c, ap_escape_logitem) and nginx (ngx_http_log_module.c,
# ngx_http_log_escape): "\" and a character, or "\x" and two hexadecimal digits. Which
# ones mean something is decided when they are undone (log-escapes.rl); here an escape
# only keeps a quotation mark from ending its field.
escaped         = "\\" @escape not_lf ;

# The contents of a quoted field. A quotation mark without "\" ends it.
quoted          = ( not_lf - ["\\] | escaped )* ;

method          = token ;
include log_request "log/log-request.rl";

# "-" stands for a header field that is missing.
referer         = "-" | ( quoted - "-" ) %referer_end ;
agent           = "-" | ( quoted - "-" ) %agent_end ;

# A word before the request, with the escapes that Apache and nginx also write there (never
# "\ ").
char            = any - cntrl - [ "\\] ;
word_escaped    = escaped & any ( any - " " ) ;
word            = ( char | word_escaped )+ ;

# An address, a name, or the list of them in an X-Forwarded-For header field, which many
# servers log in place of the address: "192.0.2.1, 198.51.100.2".
item            = word - ( any* "," ) ;
address         = ( ( word & any* "," ) " " )* item ;
not_dash        = any+ - "-" ;

# The first word is a client, or a virtual host with or without a port (%v:%p).
marked          = address & ( any - ":" | ":" @colon )* ;
first           = ( "-" %first_none
                  | ( marked & has_port ) %first_port_end
                  | ( marked - has_port - "-" ) %first_end ) $!bad_client ;

# A user may contain spaces, and is logged before anything has checked it. Apache writes
# an empty one as two quotation marks.
user            = "-" %user_none
                | '""' %user_empty
                | ( ( char | word_escaped | " " )+ - "-" ) ;

# "%h %l %u", and "%v %h %l %u". Four words or more before the time begin with a virtual
# host, unless the second is "-": then they are a client without an ident, and a user
# with spaces. (Hardly any client answers the Ident protocol, RFC 1413.)
client_user     = ( " " ( "-" %second_none " " user
                        | ( item & not_dash ) %second_end " " ( user & ( any - " " )+ ) )
                  ) $!bad_time ;
host_client_user = ( " " ( address & not_dash ) %second_end
                     " " ( "-" %third_none | ( item & not_dash ) %third_end )
                     " " user ) $!bad_time ;

# %t. Text in a user name that looks like a time counts only if a quotation mark follows
# it, which a user cannot contain.
time            = ( " [" clf_time '] "' ) $!bad_time ;
frame           = first client_user time @common
                | ( first & ( any - " " )+ ) host_client_user time @virtual ;

# Other fields, which the format does not know. A quotation mark after the bytes begins a
# Referer.
others          = not_lf+ ;
after_agent     = "" | " " @next ( "" | others %trailing_end ) ;
after_bytes     = "" | " " @next ( "" | ( others - '"' any* ) %trailing_end ) ;
headers         = ( ' "' @next referer '"' ) $!bad_referer
                  ( ' "' @next agent '"' ) $!bad_agent ;
rest            = after_bytes | headers after_agent ;

# A final CR belongs to the line ending.
record          = ( frame & ( "#" @comment any* | ( any - "#" ) any* ) )
                  ( request '"' ) $!bad_request
                  ( " " @next status ) $!bad_status
                  ( " " @next bytes ) $!bad_bytes
                  ( ( ( rest - ends_in_cr ) %record_end | rest %record_end "\r" )
                    ( "\n" @line_end )? ) $!bad_end ;

main := ( record | blank ) $~run $*likely ;
}%%
