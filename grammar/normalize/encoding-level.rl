/* SPDX-License-Identifier: MIT
 *
 * The machine encoding-level: RFC 1630, "Encoding reserved characters": the encoding
 * level to which two URIs are brought before they are compared. It reads a URI after
 * its scheme and ":". It distinguishes bytes that are the same whether encoded or not
 * (@byte, @escape) from those that are not (@reserved, @reserved_escape). Its input
 * must have been accepted by locus_rfc1630.
 */
%%{
machine encoding_level;
alphtype unsigned char;

# "The percent sign [...] is never allowed for anything else"; "the slash", "the
# hash", "the question mark", "the asterisk and exclamation mark [...] are
# reserved"; and the BNF's
# reserved               = | ; | / | # | ? | : | space
reserved        = "*" | "!" | "=" | ";" | ":" ;
reserved_escape = "%2A"i | "%21" | "%3D"i | "%3B"i | "%3A"i
                | "%25" | "%2F"i | "%23" | "%3F"i | "%20" ;

# "Within the query string, the plus sign is reserved".
plus            = "+" ;
plus_escape     = "%2B"i ;

# "Substrings consisting of single or double dots [...] are similarly reserved."
dot             = "." ;
dot_escape      = "%2E"i ;

delimiter       = "/" | "?" | "#" ;
escape          = "%" xdigit xdigit ;
byte            = any - delimiter - "%" ;

some_dot        = dot @dot | dot_escape @dot_escape ;
any_dot         = dot @byte | dot_escape @escape ;
some_plus       = plus @byte | plus_escape @escape ;
some_reserved   = reserved @reserved | reserved_escape @reserved_escape ;
other           = ( byte - reserved - plus - dot ) @byte
                | ( escape - reserved_escape - plus_escape - dot_escape )
                  @escape ;

# An element that is void, "." or "..", or any other element.
letter          = some_reserved | some_plus | other ;
rest            = ( letter | any_dot )* ;
after_two      = "" %dots_end
                | ( letter | any_dot ) @no_element rest ;
after_one      = "" %dots_end
                | letter @no_element rest
                | some_dot after_two ;
element         = "" | letter rest | some_dot after_one ;

path            = element ( "/" @reserved element )* ;
search          = ( plus @reserved | plus_escape @reserved_escape
                  | some_reserved | any_dot | other | "/" @reserved )* ;
fragmentid      = ( letter | any_dot | ( "/" | "?" ) @reserved )* ;

main := path ( "?" @reserved search )? ( "#" @reserved fragmentid )? ;
}%%
