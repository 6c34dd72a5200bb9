/* SPDX-License-Identifier: MIT
 *
 * The machine squid: access logs of Squid in its native format (logformat squid,
 * "%ts.%03tu %6tr %>a %Ss/%03>Hs %<st %rm %ru %[un %Sh/%<a %mt"), with or without other
 * fields after it. It reads one line and stops after its line feed.
 */
%%{
machine squid;
alphtype unsigned char;
include log_common "log/log-common.rl";

# Squid writes no space in a word, except in a target (below). "-" stands for what is
# missing.
char            = any - cntrl - " " ;
word            = char+ - "-" ;
code            = ( upper | "_" )+ ;

# The time between the first byte and the last, in milliseconds, padded to six columns. It
# is negative if the clock was set back.
duration        = digit+ %duration_end | "-" digit* ;

others          = not_lf+ ;
rest            = "" | " " @next ( "" | others %trailing_end ) ;

# With "uri_whitespace allow" (squid.conf), spaces remain in the target; by default Squid
# removes or encodes them. A line that can be read without a space in its target is read
# that way, although the target may contain what looks like the fields after it: nothing
# distinguishes such a line from one with other fields at its end. In all other lines the
# target ends before the last place where a user, a hierarchy with a peer and a MIME type
# follow.
#
# Such fields are certain before a space, since anything may follow it, and at the end of
# the line. Before a CR they are a guess: the line may go on, and then they are not fields.
# What follows them is trailing, unless the line ends with later fields or the space after
# those.
before_mime     = char any* " " char+ " " code "/" char+ " " ;
spaced_fields   = ( before_mime & ( char | " " )* ) char+ ;
spaced_before   = spaced_fields " " @spaced_end @next ;
spaced_trailing = ( spaced_before others ) - ( spaced_fields " "? ) ;
not_space       = not_lf - " " ;
item            = code "/" @slash not_space* | ( not_space* - ( code "/" not_space* ) ) ;
items           = item ( " " @item item )* ;

fields          = ( "-" | word %target_end ) $!bad_target
                  ( " " @next ( "-" | word %user_end ) ) $!bad_user
                  ( " " @next code %hierarchy_end ) $!bad_hierarchy
                  ( "/" @next ( "-" | word %peer_end ) ) $!bad_peer
                  ( " " @next ( "-" | word %mime_end ) ) $!bad_mime
                  rest ;

contents        = fields
                | ( ( ( spaced_before | spaced_trailing %trailing_end ) & items ) - fields )
                  $!bad_hierarchy ;
# Contents that end with the MIME type. The marks and errors are those of contents, which
# such a text may begin.
spaced_contents = spaced_fields - fields ;

record          = epoch_time %time_end $!bad_time
                  ( ( " " @next )+ duration ) $!bad_duration
                  ( " " @next ( "-" | word %client_end ) ) $!bad_client
                  ( " " @next code %result_end ) $!bad_result
                  ( "/" @next status ) $!bad_status
                  ( " " @next bytes ) $!bad_bytes
                  ( " " @next ( "-" | ( tchar+ - "-" ) %method_only_end ) ) $!bad_method
                  ( " " @next @spaced_begin ) $!bad_target
                  ( spaced_contents %record_end "\r"?
                    ( "\n" @spaced_line_end @line_end )? %/spaced_line_end
                  | ( ( contents - ends_in_cr ) %record_end | contents %record_end "\r" )
                    ( "\n" @line_end )? ) $!bad_end ;

main := ( record | comment | blank ) $~run $*likely ;
}%%
