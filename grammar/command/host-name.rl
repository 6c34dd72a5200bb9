/* SPDX-License-Identifier: MIT
 *
 * The machine host-name: the labels of a host, and whether they are UTF-8. A final "." is
 * not part of the name.
 */
%%{
machine host_name;
alphtype unsigned char;
include utf8 "findings/utf8.rl";

octet           = [A-Z]         @upper
                | 0x80..0xff    @beyond_ascii
                | ( 0x00..0x7f - [A-Z.] ) ;

# name          = label *( "." label ) [ "." ]
label           = octet+        %label_end ;
name            = label ( "." label )* "."? ;

main           := ( name & ( utf8 %is_utf8 | any* ) ) %complete ;
}%%
