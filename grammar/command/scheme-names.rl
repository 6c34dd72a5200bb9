/* SPDX-License-Identifier: MIT
 *
 * The machine scheme-names: a name in the list of --schemes, and the argument of --define.
 */
%%{
machine scheme_names;
alphtype unsigned char;

# RFC 3986
# 3.1   scheme  = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
scheme          = alpha ( alpha | digit | "+" | "-" | "." )* ;

# name          = scheme [ ":" ]
name           := ( scheme ":"? ) %is_scheme ;

# The name may also be any other text, which is reported.
# definition    = scheme ":" [ "//" [ ":" port ] ] [ "=" syntax ]
port            = digit+ $port_digit ;
definition     := ( scheme %is_scheme | ( any - ":" )* ) ":" @name_end
                  ( "//" @slashes ( ":" @port_begins port )? )?
                  ( "=" @syntax_begins any* )? ;
}%%
