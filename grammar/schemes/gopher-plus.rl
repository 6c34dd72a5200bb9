/* SPDX-License-Identifier: MIT
 *
 * The machine gopher_plus: what a Gopher+ string requests (RFC 1738, sections 3.4.4 to
 * 3.4.9), and its pieces, one by one: the names of attributes, the view and its
 * language, or the answers to a form.
 *
 * Within a gopher-path "no characters are reserved" (3.4.1), so an octet means the same
 * whether it is written as a character or percent-encoded (2.2): "%21" is "!", and
 * "%2E" alone on a line ends a form as "." does.
 */
%%{
machine gopher_plus;
alphtype unsigned char;

# An octet, in either form.
octet           = any - "%" | "%" xdigit xdigit ;
tab             = "\t" | "%09" ;
lf              = "\n" | "%0A"i ;
cr              = "\r" | "%0D"i ;
sp              = " " | "%20" ;
exclamation     = "!" | "%21" ;
dollar          = "$" | "%24" ;
plus            = "+" | "%2B"i ;
minus           = "-" | "%2D"i ;
dot             = "." | "%2E"i ;
one             = "1" | "%31" ;
question        = "?" | "%3F"i ;

# A word contains neither the space that separates words nor the octets that separate
# lines and their fields.
coded_space     = sp >divider ;
crlf            = ( cr >divider ) lf ;
word            = ( octet - sp - tab - cr - lf )+ ;

# 3.4.4  "+" refers to the default view; "?" to an electronic form.
# 3.4.8  +<view_name>%20<language_name>
#
# Departure: the language may be left out, as in Gopher+ itself.
default_view    = plus @view ;
view            = plus @next @view word ( coded_space @language word )? %piece ;
form            = question @ask ;

# 3.4.6  "!" refers to all of an item's attributes, "$" to all the item
#        attributes for all items in a directory.
# 3.4.7  "!<attribute_name>" or "$<attribute_name>"; several "separated by
#        coded spaces".
names           = word ( coded_space @piece_before word )* %piece ;
attributes      = ( exclamation @attributes | dollar @directory ) @next names? ;

# 3.4.9  +%091%0D%0A+-1%0D%0A<ask_item1_value>%0D%0A<ask_item2_value>%0D%0A.%0D%0A
#
# Subtracted: a line that consists of "." ends the answers.
line            = ( octet - cr - lf )* - dot ;
answers         = plus tab one cr lf plus minus one cr lf @next @answers
                  ( line crlf @piece_before )* dot cr lf ;

main := ( default_view | view | form | attributes | answers )? $!bad ;
}%%
