/* SPDX-License-Identifier: MIT
 *
 * The machine components: RFC 3986, appendix B: the five components of any URL, with a
 * scheme, that another grammar has found valid.
 *
 *     ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
 *      12            3  4          5       6  7        8 9
 *
 * Resolution splits URLs of RFC 1738 with it, because relative references ignore a
 * scheme's own parts (RFC 1808, section 2.1: "it is assumed that any document which
 * contains relative links can be resolved by a single, generic-RL syntax").
 */
%%{
machine components;
alphtype unsigned char;

scheme          = ( any - ":" - "/" - "?" - "#" )+ ;
authority       = ( any - "/" - "?" - "#" )* ;
query           = ( any - "#" )* ;
fragment        = any* ;

# Departure: the regular expression takes the longest match from the left; here its
# cases are alternatives: a path begins with "//" only after an authority.
rest            = ( any - "?" - "#" )* ;
path_root       = "/" ( ( any - "/" - "?" - "#" ) rest )? ;
path_ns         = ( ( any - "/" - "?" - "#" )+ ( "/" rest )? )? ;
path_after     = ( "/" rest )? ;

tail            = ( "?" query %query_end )? ( "#" fragment %fragment_end )? ;

hier_part       = "//" authority %authority_end path_after %path_end
                | path_root %path_end
                | path_ns %path_end ;

main := scheme ":" @scheme_end hier_part tail ;
}%%
