/* SPDX-License-Identifier: MIT
 *
 * What several log formats have in common. A library: no main; it needs log-events.rl.
 */
%%{
machine log_common;
include log_tokens "log/log-tokens.rl";

# The line ending. A final CR belongs to it, and at the end of a file it may be missing.
eol             = "\r"? ( "\n" @line_end )? ;

blank_line      = [ \t]* %blank_end eol ;
blank           = ( [ \t]* %blank_end ) $!bad_client ( eol $!bad_end ) ;

# The contents of a quoted field if the server escapes nothing. A client may have sent
# quotation marks: one that a space follows ends the field, any other one does not. In a
# request the target may end in a quotation mark; then the version follows.
raw_text        = not_lf* - ( not_lf* '" ' not_lf* ) ;
raw_request     = not_lf* - ( not_lf* '" ' ( not_lf* - ( "HTTP/" not_lf* ) ) ) ;

# In formats whose records cannot begin with "#".
not_comment     = ( any - "#" ) any* ;
comment         = "#" ( ( ( not_lf* - ends_in_cr ) %comment_end | not_lf* %comment_end "\r" )
                        ( "\n" @line_end )? ) $!bad_end ;

status          = "-" | digit{3} %status_end ;
bytes           = "-" | digit+ %bytes_end ;
}%%
