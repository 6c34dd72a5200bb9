/* SPDX-License-Identifier: MIT
 *
 * The machine squid: access logs of Squid in its native format (logformat squid,
 * "%ts.%03tu %6tr %>a %Ss/%03>Hs %<st %rm %ru %[un %Sh/%<a %mt"), with or without other
 * fields after. It reads one line and stops after its line feed.
 */
%%{
machine squid;
alphtype unsigned char;
include log_common "log/log-common.rl";

# Squid writes no space into a word: it encodes those of a target, or removes them
# (uri_whitespace). "-" stands for what is missing.
char            = any - cntrl - " " ;
word            = char+ - "-" ;
code            = ( upper | "_" )+ ;

# The time between the first byte and the last, in milliseconds, padded to six columns. It
# is negative if the clock was set back.
duration        = digit+ %duration_end | "-" digit* ;

others          = not_lf+ ;
rest            = "" | " " @next ( "" | others %trailing_end ) ;

record          = epoch_time %time_end $!bad_time
                  ( ( " " @next )+ duration ) $!bad_duration
                  ( " " @next ( "-" | word %client_end ) ) $!bad_client
                  ( " " @next code %result_end ) $!bad_result
                  ( "/" @next status ) $!bad_status
                  ( " " @next bytes ) $!bad_bytes
                  ( " " @next ( "-" | ( tchar+ - "-" ) %method_only_end ) ) $!bad_method
                  ( " " @next ( "-" | word %target_end ) ) $!bad_target
                  ( " " @next ( "-" | word %user_end ) ) $!bad_user
                  ( " " @next code %hierarchy_end ) $!bad_hierarchy
                  ( "/" @next ( "-" | word %peer_end ) ) $!bad_peer
                  ( " " @next ( "-" | word %mime_end ) ) $!bad_mime
                  ( ( ( rest - ends_in_cr ) %record_end | rest %record_end "\r" )
                    ( "\n" @line_end )? ) $!bad_end ;

main := ( record | comment | blank ) $~run $*likely ;
}%%
