/* SPDX-License-Identifier: MIT
 *
 * The machine resolve-partial: RFC 1630, "Partial (relative) form": what the form of a
 * reference determines by itself. It accepts any text.
 */
%%{
machine resolve_partial;
alphtype unsigned char;

# "A partial form can be distinguished from an absolute form in that the latter
# must have a colon and that colon must occur before any slash characters."
form            = ( any - "/" - ":" )*
                  ( "/" any* | ":" @absolute any* )? ;

# "If the partial URI starts with a non-zero number of consecutive slashes"
slashes         = "/"+ %leading ( ( any - "/" ) any* )?
                | ( ( any - "/" ) any* )? ;

# uri                    scheme :  path [ ? search ]
# fragmentaddress        uri [ # fragmentid ]
path            = ( any - "?" - "#" )* %path_end ( [?#] any* )? ;

# A void reference, or only a fragment, refers to the object that contains it.
whole           = ( "#" any* )? %same
                | ( any - "#" ) any* ;

main := form & slashes & path & whole ;
}%%
