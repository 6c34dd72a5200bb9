/* SPDX-License-Identifier: MIT
 *
 * The machine log-row: the fields of lines in a format of a server's configuration, with an
 * entry for each kind of field. The host runs one entry after another, as the format says,
 * and compares the text between two fields with the format's. An entry stops on the byte
 * after its field.
 */
%%{
machine log_row;
alphtype unsigned char;
include log_common "log/log-common.rl";

# "-" stands for a field that is missing. @dash marks where such a field would end.
dashed          = ( "-" @dash any* | ( any - "-" ) any* )? ;

# In Apache's and nginx's escapes, a "\" and the byte after it; in HAProxy's, a "#", and with
# the flag E the first, too.
backslash       = "\\" @escape not_lf ;
hash            = "#" @escape ;
both            = backslash | hash ;

# A field up to the text that follows it in the format. On each byte that may begin that
# text, the host compares the text. The usual first bytes have an entry each, in which runs
# of other bytes are skipped; `any` is for all others. No field contains a line feed.
unended         = "\n" @unended ;
plain_space     := ( ( dashed & ( not_lf - " "    | " "  @candidate )* ) unended )
                    $!bad_field $~run $*likely ;
plain_quote     := ( ( dashed & ( not_lf - '"'    | '"'  @candidate )* ) unended )
                    $!bad_field $~run $*likely ;
plain_any       := ( ( dashed & ( not_lf @candidate )* ) unended ) $!bad_field $~run $*likely ;
slash_space     := ( ( dashed & ( not_lf - [ \\]  | backslash | " "  @candidate )* ) unended )
                    $!bad_field $~run $*likely ;
slash_tab       := ( ( dashed & ( not_lf - [\t\\] | backslash | "\t" @candidate )* ) unended )
                    $!bad_field $~run $*likely ;
slash_bar       := ( ( dashed & ( not_lf - [|\\]  | backslash | "|"  @candidate )* ) unended )
                    $!bad_field $~run $*likely ;
slash_any       := ( ( dashed & ( ( not_lf - "\\" ) @candidate | backslash )* ) unended )
                    $!bad_field $~run $*likely ;
hash_space      := ( ( dashed & ( not_lf - [ #]   | hash | " "  @candidate )* ) unended )
                    $!bad_field $~run $*likely ;
hash_any        := ( ( dashed & ( ( not_lf - "#" ) @candidate | hash )* ) unended )
                    $!bad_field $~run $*likely ;
both_space      := ( ( dashed & ( not_lf - [ #\\] | both | " " @candidate )* ) unended )
                    $!bad_field $~run $*likely ;
both_any        := ( ( dashed & ( ( not_lf - [#\\] ) @candidate | both )* ) unended )
                    $!bad_field $~run $*likely ;

# Where quotation marks are escaped, the first unescaped one ends the field.
slash_quote     := ( ( dashed & ( not_lf - ["\\] | backslash )* ) '"' @stop )
                    $!bad_field $~run $*likely ;
hash_quote      := ( ( dashed & ( not_lf - ["#]  | hash )* ) '"' @stop )
                    $!bad_field $~run $*likely ;
both_quote      := ( ( dashed & ( not_lf - ["#\\] | both )* ) '"' @stop )
                    $!bad_field $~run $*likely ;

# A request line without quotation marks around it ends at a space after its version.
version_end     = any* " HTTP/" digit+ ( "." digit+ )? | "-" ;
request_space   := ( ( ( dashed & ( not_lf - "\\" | backslash )* )
                     | ( not_lf* & version_end ) " " @candidate not_lf* ) unended )
                    $!bad_field $~run $*likely ;

# The last field of a line. A final CR belongs to the line ending.
plain_line      = dashed & not_lf* ;
slash_line      = dashed & ( not_lf - "\\" | "\\" @escape )* ;
hash_line       = dashed & ( not_lf - "#" | hash )* ;
both_line       = dashed & ( not_lf - [#\\] | "\\" @escape | hash )* ;
plain_end       := ( ( ( plain_line - ends_in_cr ) %contents | plain_line %contents "\r" )
                     ( "\n" @stop )? ) $!bad_field $~run $*likely ;
slash_end       := ( ( ( slash_line - ends_in_cr ) %contents | slash_line %contents "\r" )
                     ( "\n" @stop )? ) $!bad_field $~run $*likely ;
hash_end        := ( ( ( hash_line - ends_in_cr ) %contents | hash_line %contents "\r" )
                     ( "\n" @stop )? ) $!bad_field $~run $*likely ;
both_end        := ( ( ( both_line - ends_in_cr ) %contents | both_line %contents "\r" )
                     ( "\n" @stop )? ) $!bad_field $~run $*likely ;

# Fields that end by themselves. A negative number stands for one that is missing; HAProxy
# writes "+" before one that is not final.
after_digits    = ( any - digit ) @stop ;
number          := ( ( "-" @dash | digit+ ) after_digits? ) $!bad_field $~run $*likely ;
signed          := ( ( "-" @dash ( digit @dash )* | ( "+" @begin_after )? digit+ ) after_digits? )
                    $!bad_field $~run $*likely ;
decimal         := ( ( "-" @dash | digit+ ( "." digit+ )? ) ( ( any - digit - "." ) @stop )? )
                    $!bad_field $~run $*likely ;
status_code     := ( ( "-" @dash | digit{3} ) ( any @stop )? ) $!bad_field $~run $*likely ;
code            := ( ( "-" @dash ( "1" @dash )? | digit{3} ) ( ( any - digit ) @stop )? )
                    $!bad_field $~run $*likely ;
time_clf        := ( clf_time ( any @stop )? ) $!bad_field $~run $*likely ;
time_iso        := ( zoned_time ( any @stop )? ) $!bad_field $~run $*likely ;
time_haproxy    := ( haproxy_time ( any @stop )? ) $!bad_field $~run $*likely ;
time_local      := ( strftime_local ( ( any - digit - "." ) @stop )? ) $!bad_field $~run $*likely ;
time_offset     := ( strftime_offset ( any @stop )? ) $!bad_field $~run $*likely ;
time_epoch      := ( epoch ( ( any - digit - "." ) @stop )? ) $!bad_field $~run $*likely ;

# A word, an address and a user before a space, as in combined (combined.rl): an address may
# be a list, a user may contain spaces.
escaped         = "\\" @escape not_lf ;
char            = any - cntrl - [ "\\] ;
word_escaped    = escaped & any ( any - " " ) ;
word            = ( char | word_escaped )+ ;
item            = word - ( any* "," ) ;
ident           := ( ( dashed & item ) ( " " @stop )? ) $!bad_field $~run $*likely ;
address         := ( ( dashed & ( ( ( word & any* "," ) " " )* item ) ) ( " " @stop )? )
                    $!bad_field $~run $*likely ;
# A list of nginx's upstream servers, or of their values: a comma separates servers, a colon
# with spaces around it groups of them.
upstream        = ( ( word & any* "," ) " " | item " : " )* item ;
upstreams       := ( ( dashed & upstream )
                     ( " " ( ( any - ":" ) @space_before | ":" ( any - " " ) @spaces_before ) )? )
                    $!bad_field $~run $*likely ;
user            := ( ( dashed & ( ( '""' @user_empty | char | word_escaped )
                                  ( char | word_escaped | " " @candidate )* ) ) unended )
                    $!bad_field $~run $*likely ;

# A user and a time in brackets before a quotation mark. Text in the user that looks like a
# time counts only if a quotation mark follows it. Apache writes an empty user as two
# quotation marks.
user_name       = dashed & ( '""' @user_empty | ( char | word_escaped | " " )+ ) ;
user_time       := ( user_name " [" clf_time '] "' @stop ) $!bad_field $~run $*likely ;

# A host and its port before a space; in HAProxy's logs also after the header of a BSD syslog
# (RFC 3164), of which only the end is recognized.
host_and_port   = ( any - cntrl - [ ":\\#] | ":" @colon | [\\#] @maybe_escape )+ & has_port ;
syslog          = ( not_lf - "]" )+ "]:" ( " " @begin_after ) ;
host_port       := ( host_and_port ( " " @stop )? ) $!bad_field $~run $*likely ;
syslog_host_port := ( syslog? host_and_port ( " " @stop )? ) $!bad_field $~run $*likely ;

# HAProxy's captured header fields, which may be missing altogether.
captures        := ( ( "{" ( not_lf - [#{}"\\] | hash | "\\" @maybe_slash )* "}"
                       ( any @stop )? )
                   | ( any - "{" ) @stop ) $!bad_field $~run $*likely ;

# The end of the line, after a field that is not the last item of the format or that ends by
# itself.
main := ( ( "" %contents | "" %contents "\r" ) ( "\n" @stop )? ) $!bad_field $~run $*likely ;
}%%
