/* SPDX-License-Identifier: MIT
 *
 * The machine elements: the elements of a path, from the last one to the first, because
 * whether an element remains depends on the ".." to its right (RFC 1630, "Partial
 * (relative) form"). "." and ".." read the same in both directions.
 */
%%{
machine elements;
alphtype unsigned char;

# "/" [...] is reserved for the delimiting of substrings whose relationship is
# hierarchical [...] "." and ".." are complete path elements.
char            = any - "/" ;
element         = ( char* - "." - ".." ) %name
                | "." %dot
                | ".." %dots ;

main := element ( "/" @next element )* ;
}%%
