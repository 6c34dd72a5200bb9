/* SPDX-License-Identifier: MIT
 *
 * The machine docker: a line of the log of a container as Docker's driver json-file writes
 * it:
 *
 *     {"log":"message\n","stream":"stdout","time":"2016-10-06T00:17:09.669794202Z"}
 *
 * It reads one line without its line ending.
 */
%%{
machine docker;
alphtype unsigned char;
include log_tokens "log/log-tokens.rl";
include json_char "contexts/json-char.rl";

ws              = [ \t]* ;
colon_sign      = ws ":" ws ;
comma           = ws "," ws ;

# A message without a line feed at its end continues in the next line of its stream: Docker
# cuts messages after 16 KB.
line_feed_escape = "\\" @escape "n" @line_feed ;
ended           = char* line_feed_escape ;
log             = '"' @log_begins ( ( char* - ended ) %partial_end | ended %full_end ) '"' ;
stream          = '"' @next ( "stdout" %stdout_end | "stderr" %stderr_end ) '"' ;
time            = '"' @next zoned_time %logged_end '"' ;

# Other members (attrs) are skipped: Docker nests one object in them.
byte            = any - 0x00..0x1f ;
string          = '"' ( byte - ["\\] | "\\" byte )* '"' ;
skipped         = ( byte | "\t" ) - ["\[\]{}] ;
nested          = [\[{] ( skipped | string | [\[{] ( skipped | string )* [\]}] )* [\]}] ;
atom            = ( alnum | [+\-.] )+ ;
value           = string | atom | nested ;

known           = "log" | "stream" | "time" ;
member          = '"log"' colon_sign log
                | '"stream"' colon_sign stream
                | '"time"' colon_sign time
                | ( string - ( '"' known '"' ) ) colon_sign value ;

record          = ws "{" ws member ( comma member )* ws "}" ws ;

main := ( record %record_end | [ \t]* %blank_end ) $~run $*likely ;
}%%
