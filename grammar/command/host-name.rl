/* SPDX-License-Identifier: MIT
 *
 * The machine host-name: the labels of a host. A final "." is not part of the name.
 */
%%{
machine host_name;
alphtype unsigned char;

octet           = [A-Z]         @upper
                | 0x80..0xff    @beyond_ascii
                | ( 0x00..0x7f - [A-Z.] ) ;

# name          = label *( "." label ) [ "." ]
label           = octet+        %label_end ;
main           := ( label ( "." label )* "."? ) %complete ;
}%%
