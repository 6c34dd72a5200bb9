/* SPDX-License-Identifier: MIT
 *
 * The machine stream-row: a row of tab-separated values without its line feed, as
 * ClickHouse, Hive and MySQL write it. A cell that consists of "\N" has no value.
 */
%%{
machine stream_row;
alphtype unsigned char;

# Without the subtraction "\N" would be a value as well.
# row           = *( cell HTAB ) cell
# cell          = "\N" / *( byte / "\" )
byte            = any - [\t\\] ;
no_value        = "\\N" ;
cell            = no_value      %null
                | ( ( byte | "\\" @escaped )* - no_value ) ;
row            := ( cell "\t"   @next )* cell ;

# escape        = "\" ( "b" / "f" / "n" / "r" / "t" / "0" / "'" / "\" )
escape          = "b"           @backspace
                | "f"           @form_feed
                | "n"           @newline
                | "r"           @return
                | "t"           @tab
                | "0"           @nul
                | ['\\]         @itself ;

# A backslash before anything else, or at the end, stands for itself.
other           = any - [bfnrt0'\\] ;

# value         = *( text / escape / "\" other ) [ "\" ]
text            = ( any - "\\" )+ >begin %text ;
value          := text?
                  ( "\\" ( escape | other @both ) text? )*
                  ( "\\"        %lone )? ;
}%%
