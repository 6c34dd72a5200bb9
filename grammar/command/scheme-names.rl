/* SPDX-License-Identifier: MIT
 *
 * The machine scheme-names: the arguments of --schemes and --define.
 */
%%{
machine scheme_names;
alphtype unsigned char;

# RFC 3986
# 3.1   scheme  = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
scheme          = alpha ( alpha | digit | "+" | "-" | "." )* ;

# A name may also be any other text, which is reported.
# list          = name *( "," name )
# name          = scheme [ ":" ]
name            = scheme ":"? %is_scheme | ( any - "," )* ;
list           := name %listed_name_end ( "," name %listed_name_end )* ;

# definition    = scheme ":" [ "//" [ ":" port ] ] [ "=" syntax ]
port            = digit+ $port_digit ;
definition     := ( scheme %is_scheme | ( any - ":" )* ) ":" @name_end
                  ( "//" @slashes ( ":" @port_begins port )? )?
                  ( "=" @syntax_begins any* )? ;
}%%
