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
item            = "%" @variable_begin modifiers name >name_begin %variable_end ;

main := ( ( any - [%\\] ) @literal | "%%" @literal | config_escape | item )* $!bad ;
}%%
