/* SPDX-License-Identifier: MIT
 *
 * The machine line-rest: the end of a line that is not a record, or that is too long. It stops
 * after the line feed.
 */
%%{
machine line_rest;
alphtype unsigned char;

# A final CR belongs to the line ending.
not_lf          = any - "\n" ;
ends_in_cr      = not_lf* "\r" ;

main := ( ( ( not_lf* - ends_in_cr ) %contents_end | not_lf* %contents_end "\r" )
          ( "\n" @line_end )? ) $~run $*likely ;
}%%
