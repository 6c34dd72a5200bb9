/* SPDX-License-Identifier: MIT
 *
 * The machine selection: which values of a record the user requests. A selector is the
 * name of a part of the URL or of another value, with an optional ":decoded". A
 * template (--get) is text with selectors in braces; an assignment (--set) gives a
 * selector a value. The machine does not know which names exist.
 */
%%{
machine selection;
alphtype unsigned char;

action begin            { BEGIN }
action open             { OPEN }
action name             { NAME }
action decoded          { DECODED }
action value            { VALUE }
action no_selector      { NO_SELECTOR }
action text             { TEXT }
action escape           { ESCAPE }
action no_escape        { NO_ESCAPE }
action assigned         { ASSIGNED }
action whole            { WHOLE }

any_name        = [a-z_]+ ;
any_selector    = any_name ":decoded"? ;

# selector      = name [ ":decoded" ]
selector        = any_name      %name
                  ( ":decoded"  %decoded )? ;

# value         = "{" selector "}"
other           = ( any - "}" )* - any_selector ;
value           = "{"           @open
                  ( selector    %value
                  | other       %no_selector ) "}" ;

# escape        = "\" ( "t" / "n" / "r" / "0" / "\" / "{" / "}" )
escape          = "\\"          @escape
                  ( "t"         @{ ESCAPED(TAB) }
                  | "n"         @{ ESCAPED(NEWLINE) }
                  | "r"         @{ ESCAPED(RETURN) }
                  | "0"         @{ ESCAPED(NUL) }
                  | [\\{}]      @{ ESCAPED(ITSELF) }
                  | ( any - [tnr0\\{}] ) @no_escape ) ;

# template      = *( text / escape / value )
text            = ( any - "{" - "\\" )+ >begin %text ;
main           := ( text? ( ( escape | value ) text? )* ) %whole ;

# The argument of --by.
single         := selector      >begin %value %whole ;

# assignment    = selector "=" *OCTET
not_selected    = ( any - "=" )* - any_selector ;
assignment     := ( selector    >begin
                  | not_selected %no_selector )
                  "="           @assigned
                  any*          %whole ;

write data noerror nofinal;
}%%
MACHINE(selection)
{
    MACHINE_BEGIN(selection)
    %% write exec;
    MACHINE_END
}
