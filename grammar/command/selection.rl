/* SPDX-License-Identifier: MIT
 *
 * The machine selection: which values of a record the user requests. A selector is the
 * name of a part of the URL, of a field of a log line or of another value; optionally a
 * key within it, and a key within that, or an index; and optionally views of it. A
 * template (--get) is text with selectors in braces; a list (--by) has selectors with
 * commas between them; a condition (--where) compares one with a value; an assignment
 * (--set) gives a selector a value; a removal (--remove) has a name, and perhaps a key
 * or the beginning of keys. The machine does not know which names exist, nor which of them
 * have keys.
 */
%%{
machine selection;
alphtype unsigned char;

any_name        = [a-z_] [a-z_\-]* ;
key_char        = alnum | [\-_$@] | "[" | "]" | 0x80..0xff ;
any_quoted      = '"' ( ( any - ["\\] ) | "\\" any )* '"' ;
any_key         = "." ( key_char+ | '"' ( ( any - ["\\] ) | "\\" ["\\] )* '"' | "*" ) ;
any_number      = "-"? digit+ ;
any_index       = "[" ( any_number | any_number? ":" any_number? ) "]" ;
any_selector    = any_name ( any_key any_key? | ".path"? any_index )? ( ":" [a-z]+ )* ;

# key           = 1*key-char / DQUOTE *( text / "\" ( DQUOTE / "\" ) ) DQUOTE / "*"
bare            = key_char+     >key %key_text ;
quoted          = '"'           @open_quote @key_after
                  ( ( any - ["\\] )
                  | "\\"        @key_text @key_after
                    ["\\] )*
                  '"'           @key_text @close_quote ;
one_key         = bare | quoted ;
each            = "*"           @each ;
key             = "." ( one_key | each ) ;
inner_key       = "."           @inner
                  ( one_key | each ) ;

# index         = "[" ( number / [ number ] ":" [ number ] ) "]"
index           = "["           @index
                  ( any_number  >mark %first
                  | ( any_number >mark %first )?
                    ":"         @slice
                    ( any_number >mark %last )? ) "]" ;

# In "referer.path[0]" the index is one of the path. In "query.path[0]" it is part of the
# key. Only the name distinguishes them.
path_index      = ".path" index %path_index ;

# selector      = name [ "." key [ "." key ] / index / ".path" index ] *( ":" view )
selector        = any_name      %name
                  ( key inner_key? | index | path_index )?
                  ( ":" ( [a-z]+ >mark %view ) )* ;

# In text that is not a selector, quotation marks still come in pairs, because a quoted key
# may contain the byte that ends the text.
apart           = any_quoted >open_quote @close_quote ;

# value         = "{" selector "}"
other           = ( any - ["}] | apart )* - any_selector ;
value           = "{"           @open
                  ( selector    %value
                  | other       %no_selector ) "}" ;

# escape        = "\" ( "t" / "n" / "r" / "0" / "\" / "{" / "}" )
escape          = "\\"          @escape
                  ( "t"         @tab
                  | "n"         @newline
                  | "r"         @return
                  | "0"         @nul
                  | [\\{}]      @itself
                  | ( any - [tnr0\\{}] ) @no_escape ) ;

# template      = *( text / escape / value )
text            = ( any - "{" - "\\" )+ >begin %text ;
main           := ( text? ( ( escape | value ) text? )* ) %whole ;

# list          = selector *( "," selector )
not_listed      = ( any - [",] | apart )* - any_selector ;
item            = ( selector    >begin %value
                  | not_listed  >begin %no_selector ) ;
list           := ( item ( "," item )* ) %whole ;

# condition     = selector [ operator *OCTET ]
not_compared    = ( any - ["=<>!~] | apart )* - any_selector ;
operator        = ( "=" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~" ) @operator ;
condition      := ( selector    >begin %value
                  | not_compared >begin %no_selector )
                  ( operator any* )? %whole ;

# assignment    = selector "=" *OCTET
not_selected    = ( any - ["=] | apart )* - any_selector ;
assignment     := ( selector    >begin
                  | not_selected %no_selector )
                  "="           @assigned
                  any*          %whole ;

# removal       = name [ "." ( key / [ 1*key-char ] "*" ) ]
removal        := any_name      >begin %name
                  ( "." one_key
                  | "." bare? "*" @prefix )? %whole ;
}%%
