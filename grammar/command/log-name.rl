/* SPDX-License-Identifier: MIT
 *
 * The machine log-name: the argument of --log.
 */
%%{
machine log_name;
alphtype unsigned char;

# log-name      = [ envelope "+" ] format [ ":" keys ]
word            = ( any - [+:] )* ;

main := ( word %envelope_end "+" )? word >format_begins %format_end ( ":" @keys_begin any* )? ;
}%%
