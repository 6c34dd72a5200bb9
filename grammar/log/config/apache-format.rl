/* SPDX-License-Identifier: MIT
 *
 * The machine apache-format: the string of a LogFormat of Apache httpd (mod_log_config,
 * "Custom Log Formats").
 */
%%{
machine apache_format;
alphtype unsigned char;
include config_text "log/config/config-text.rl";

# "Particular items can be restricted to print only for responses with specific HTTP status
# codes"; "<" and ">" choose the original or the final request.
codes           = "!"? digit{3} ( "," digit{3} )* ;
modifiers       = codes? [<>]? ;
parameter       = "{" ( any - "}" )+ >parameter_begin "}" @parameter_end | "{}" ;
name            = parameter? ( alpha | "^" alpha{2} ) | any_text ;

# A time in a format of strftime(): these can be read. All others are text.
date            = "%d/%b/%Y" | "%Y-%m-%d" | "%F" ;
local           = date [:T ] ( "%H:%M:%S" | "%T" ) ;
offset          = local " "? "%z" ;
begin           = "{" "begin:"? ;
end             = "{end:" ;
time            = begin local "}t" %local_time | begin offset "}t" %offset_time
                | end local "}t" %local_end_time | end offset "}t" %offset_end_time ;
clf             = ( begin | end ) "%d/%b/%Y:" ( "%H:%M:%S" | "%T" ) " %z}t" ;

item            = "%" @variable_begin modifiers
                  ( ( time - clf ) | ( name - ( time - clf ) ) %variable_end ) >name_begin ;

# "You can use the backslash "\" as the last character on a line to indicate that the directive
# continues onto the next line" (Configuration Files, "Syntax").
continued       = "\\\n" ;

main := ( ( any - [%\\] ) @literal | "%%" @literal | config_escape - continued | continued
        | item )* $!bad ;
}%%
