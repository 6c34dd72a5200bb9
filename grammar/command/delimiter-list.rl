/* SPDX-License-Identifier: MIT
 *
 * The machine delimiter-list: the argument of --delimiters.
 */
%%{
machine delimiter_list;
alphtype unsigned char;

# escape        = "\" ( "t" / "n" / "r" / "0" / "\" / "x" HEXDIG HEXDIG )
escape          = "\\"          @escape_begins
                  ( "t"         @tab
                  | "n"         @newline
                  | "r"         @return
                  | "0"         @nul
                  | "\\"        @itself
                  | "x" xdigit xdigit @octet ) ;

# list          = *( escape / %x00-5B / %x5D-7F )
list           := ( escape | ( ascii - "\\" ) @itself )* ;

# What may be a delimiter: no byte of "scheme://" (RFC 3986, section 3).
allowed        := ( any - ( alpha | digit | [+\-.:/] ) )* ;
}%%
