/* SPDX-License-Identifier: MIT
 *
 * The machine gopher_plus: what a Gopher+ string asks for (RFC 1738, sections 3.4.4
 * to 3.4.9), and its pieces one by one: the names of attributes, the view and
 * its language, or the answers to a form.
 */
%%{
machine gopher_plus;
alphtype unsigned char;

action next             { BEGIN_AFTER }
action language         { MARK_TRIPLE }         # stands on the last byte of "%20"
action piece            { PIECE(p) if (p != pe) { fbreak; } }
action piece_triple     { PIECE(p - 2) fbreak; } # ends before "%20"
action piece_line       { PIECE(p - 5) fbreak; } # ends before "%0D%0A"
action view             { PLUS(VIEW) }
action ask              { PLUS(ASK) }
action attributes       { PLUS(ATTRIBUTES) }
action directory        { PLUS(DIRECTORY_ATTRIBUTES) }
action answers          { PLUS(ANSWERS) }
action bad              { BAD }

octet           = any - "%" | "%" xdigit xdigit ;
coded_space     = "%20" ;
tab             = "%09" ;
crlf            = "%0D%0A"i ;

# What a name may hold: neither the coded space that divides names nor what
# divides lines and their fields.
word            = ( octet - coded_space - tab - "%0D"i - "%0A"i )+ ;

# 3.4.4  "+" refers to the default view; "?" to an electronic form.
# 3.4.8  +<view_name>%20<language_name>
#
# Departure: the language may be left out, as Gopher+ itself has it.
default_view    = "+" @view ;
view            = "+" @next @view word ( coded_space @language word )? %piece ;
form            = "?" @ask ;

# 3.4.6  "!" refers to all of an item's attributes, "$" to all the item
#        attributes for all items in a directory.
# 3.4.7  "!<attribute_name>" or "$<attribute_name>"; several "separated by
#        coded spaces".
names           = word ( coded_space @piece_triple word )* %piece ;
attributes      = ( "!" @attributes | "$" @directory ) @next names? ;

# 3.4.9  +%091%0D%0A+-1%0D%0A<ask_item1_value>%0D%0A<ask_item2_value>%0D%0A.%0D%0A
#
# Subtracted: a line with nothing but "." ends the answers.
line            = ( ( octet - "%0D"i - "%0A"i )* - "." ) ;
answers         = "+" tab "1" crlf "+-1" crlf @next @answers
                  ( line crlf @piece_line )* "." crlf ;

main := ( default_view | view | form | attributes | answers )? $!bad ;

write data noerror nofinal noentry;
}%%
MACHINE(gopher_plus)
{
    MACHINE_BEGIN(gopher_plus)
    %% write exec;
    MACHINE_END
}
