/* SPDX-License-Identifier: MIT
 *
 * The machine misread_path: whether a path at the beginning of a relative reference would be
 * read as something other than a path relative to the base's directory, so that it
 * needs "./" before it (RFC 3986, section 4.2).
 */
%%{
machine misread_path;
alphtype unsigned char;

# 4.2   "A path segment that contains a colon character (e.g., "this:that")
#       cannot be used as the first segment of a relative-path reference, as it
#       would be mistaken for a scheme name. Such a segment must be preceded by
#       a dot-segment (e.g., "./this:that")"
colon           = ( any - ":" - "/" )+ ":" | ":" ;

# An empty first segment: "/" begins path-absolute.
root            = "/" ;

main := ( colon | root ) @misread ;
}%%
