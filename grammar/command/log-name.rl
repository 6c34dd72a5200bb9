/* SPDX-License-Identifier: MIT
 *
 * The machine log-name: the argument of --log, and the name of a field in its keys.
 */
%%{
machine log_name;
alphtype unsigned char;

# log-name      = [ envelope "+" ] format [ ":" keys ]
word            = ( any - [+:] )* ;

main := ( word %envelope_end "+" )? word >format_begins %format_end ( ":" @keys_begin any* )? ;

# keys          = field "=" key *( "," field "=" key )
# The first field, for a message about it.
field := ( any - [=,] )* %field_end ( [=,] any* )? ;
}%%
